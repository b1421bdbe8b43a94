//! The alpha-beta search.

use std::time::Duration;

use crate::board::{Side, Square};
use crate::game::{Game, MoveList};
use crate::interpreter::Move;
use crate::position::Key;
use crate::rules::Outcome;

use super::blasts::Blasts;
use super::clock::Clock;
use super::limits::Limits;
use super::line::Line;
use super::memory::{ESTIMATES, Memory};
use super::ordering::{QUIET, Rated, bring_best};
use super::pruning::{is_futile, is_late, null_reduction, reduction};
use super::score::{DEEPEST, Found, Info, SURELY_WON, Score, WON};
use super::signals::Signals;
use super::skill::Skill;
use super::table::{Bound, tag};

/// The longest line of moves, in plies.
const LONGEST: usize = 120;
/// Penalty for a draw, for the side that searches. Games that test rules should be decided and not drawn at the first
/// chance.
const DRAWN: i32 = 30;
/// If the evaluation exceeds beta by this much for each ply left, the node is not searched.
const FUTILE: i32 = 120;
/// The largest depth at which `FUTILE` applies.
const FUTILE_DEPTH: i32 = 4;
/// The smallest depth at which a null move is tried.
const NULL_DEPTH: i32 = 3;
/// The smallest depth at which a node without a known best move is searched one ply less deep.
const UNKNOWN_DEPTH: i32 = 4;
/// The largest depth at which quiet moves that lose an exchange are pruned.
const LOSING_DEPTH: i32 = 2;

/// One search.
pub(super) struct Worker<'a> {
    pub known: &'a mut Memory,
    pub line: Line<'a>,
    clock: Clock,
    signals: &'a Signals,
    nodes: u64,
    longest: usize,
    pub over: bool,
    /// `true` if the last move of the line is a null move.
    passed: bool,
    /// `true` for a mate search, in which no move is pruned.
    thorough: bool,
    /// Whether the side to move is in check, if the parent node knows it.
    pub told: Option<bool>,
    /// Score of a draw for White.
    drawn: i32,
    /// Storage for each ply of the line.
    pub rooms: Vec<Room>,
}

/// Storage for one ply of the line, so that a node allocates nothing.
#[derive(Default)]
pub(super) struct Room {
    /// The legal moves, while their node is searched.
    pub list: MoveList,
    /// The number of legal moves.
    count: usize,
    pub rated: Vec<Rated>,
    /// The best continuation from here.
    best: Vec<Move>,
}

/// A root move, with its score in the last iteration.
struct Candidate {
    mv: Move,
    score: i32,
    /// `true` for no capture or promotion.
    quiet: bool,
}

/// Alpha-beta window of a node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

/// Facts about a node, found before its moves are searched.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    check: bool,
    principal: bool,
    /// The static evaluation; `None` if no decision needs it.
    estimate: Option<i32>,
    /// The tag of the move to search first.
    first: u32,
}

/// How a late quiet move is searched, unless it gives check.
#[derive(Clone, Copy, Default)]
struct Plan {
    /// `true` if it is not searched at all.
    pruned: bool,
    /// The number of plies by which its depth is reduced.
    less: i32,
}

impl Window {
    /// The window of the other side.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window just above `alpha`.
    fn probe(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        known: &'a mut Memory,
        root: &'a Game,
        past: &[Key],
        (clock, signals): (Clock, &'a Signals),
    ) -> Worker<'a> {
        let rooms = std::iter::repeat_with(Room::default).take(LONGEST + 2).collect();
        let line = Line::new(root, past);
        Worker {
            known,
            line,
            clock,
            signals,
            nodes: 0,
            longest: 0,
            over: false,
            passed: false,
            thorough: false,
            told: None,
            drawn: 0,
            rooms,
        }
    }

    /// The longest time between two readings of the clock.
    pub(super) fn pause(&self) -> Duration {
        self.clock.pause()
    }

    /// Deepens until a limit is met.
    pub(super) fn iterate(&mut self, limits: &Limits, report: &mut dyn FnMut(&Info)) -> Found {
        self.thorough = limits.mate.is_some();
        // In an analysis, a draw scores 0.
        self.drawn = match self.line.turn() {
            _ if limits.infinite => 0,
            Side::White => -DRAWN,
            Side::Black => DRAWN,
        };
        let mut roots = self.roots(limits);
        let Some(first) = roots.first() else { return Found::default() };
        let mut found = Found { best: Some(first.mv), ..Found::default() };
        let choice = limits.skill.map_or(1, Skill::lines);
        let lines = limits.lines.max(choice).clamp(1, roots.len());
        // The best lines of the last iteration, the best one first.
        let mut best: Vec<(Vec<Move>, i32)> = Vec::new();
        for depth in 1..=deepest(limits) {
            let now = self.lines(&mut roots, depth as i32, lines);
            // An interrupted iteration still counts if one line is wanted, because it searched the best move of the
            // previous iteration first. Several lines are comparable only if they have the same depth.
            let is_whole = now.len() == lines && (lines == 1 || !self.over);
            if !now.is_empty() && (is_whole || best.is_empty()) {
                for (rank, (line, score)) in now.iter().take(limits.lines.max(1)).enumerate() {
                    report(&Info { rank: rank as u32 + 1, ..self.info(depth, *score, line.clone()) });
                }
                best = now;
            }
            let decided = lines == 1 && best.first().is_some_and(|(_, score)| is_decided(*score, depth, limits));
            let only_one = roots.len() == 1 && self.clock.is_running(self.signals);
            if self.over || decided || only_one || self.clock.is_enough(self.signals) {
                break;
            }
        }
        let choice = limits.skill.map_or(0, |skill| skill.choose(&best));
        match best.get(choice) {
            Some((line, score)) => {
                found.best = line.first().copied().or(found.best);
                Found { reply: line.get(1).copied(), score: Some(Score::of(*score)), ..found }
            }
            None => found,
        }
    }

    /// The best lines of an iteration with their scores, the best one first; fewer if it is interrupted.
    fn lines(&mut self, roots: &mut [Candidate], depth: i32, lines: usize) -> Vec<(Vec<Move>, i32)> {
        self.longest = 0;
        let mut found: Vec<(Vec<Move>, i32)> = Vec::new();
        while found.len() < lines && !self.over {
            let Some(score) = self.iteration(&mut roots[found.len()..], depth) else { break };
            found.push((self.rooms[0].best.clone(), score));
        }
        // A later line can turn out to be better than an earlier one, because searches prune differently.
        roots[..found.len()].sort_by_key(|candidate| -candidate.score);
        found.sort_by_key(|(_, score)| -score);
        found
    }

    fn info(&self, depth: u32, score: i32, line: Vec<Move>) -> Info {
        Info {
            rank: 1,
            depth,
            longest: self.longest as u32,
            score: Score::of(score),
            nodes: self.nodes,
            time: self.clock.elapsed(),
            hashfull: self.known.table.fullness(),
            line,
        }
    }

    fn roots(&mut self, limits: &Limits) -> Vec<Candidate> {
        let mut list = MoveList::new();
        self.line.position().legal_moves(&mut list);
        let mut moves = list.to_vec();
        moves.sort_unstable();
        self.rooms[0].count = moves.len();
        if !limits.only.is_empty() {
            moves.retain(|mv| limits.only.contains(mv));
        }
        let mut rated = self.rate(&moves, 0);
        self.rate_effects(&moves, &mut rated);
        let candidate = |(mv, rated): (Move, &Rated)| Candidate { mv, score: rated.score, quiet: rated.score < QUIET };
        let mut roots: Vec<Candidate> = moves.into_iter().zip(&rated).map(candidate).collect();
        roots.sort_by_key(|candidate| -candidate.score);
        roots
    }

    /// Searches all root moves. Returns the best score; `None` if not even one move was searched. The best move then
    /// comes first.
    fn iteration(&mut self, roots: &mut [Candidate], depth: i32) -> Option<i32> {
        let mut best: Option<i32> = None;
        let check = self.line.position().in_check();
        for index in 0..roots.len() {
            let window = Window { alpha: best.unwrap_or(-WON), beta: WON };
            let less = match roots[index].quiet && !self.thorough && !check {
                true => reduction(depth, index, true, 0),
                false => 0,
            };
            self.line.make(&roots[index].mv);
            let score = self.child(depth - 1, less, (window, true, best.is_none()));
            self.line.unmake();
            if self.over {
                break;
            }
            roots[index].score = score;
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                self.keep(0, &roots[index].mv.clone());
                roots[..=index].rotate_right(1);
            }
        }
        best
    }

    /// Stores a move as the first of the best continuation at a ply.
    fn keep(&mut self, ply: usize, mv: &Move) {
        let (before, after) = self.rooms.split_at_mut(ply + 1);
        let line = &mut before[ply].best;
        line.clear();
        line.push(*mv);
        line.extend_from_slice(&after[0].best);
    }

    /// Score of the last move for the side that made it. Usually the other side is to move now, but a turn may have
    /// several actions.
    pub(super) fn below(&mut self, depth: i32, window: Window, principal: bool) -> i32 {
        match self.line.is_same_turn() {
            true => self.node(depth, window, principal),
            false => -self.node(depth, window.turned(), principal),
        }
    }

    /// Returns `true` if the time is over, also in the middle of a node.
    pub(super) fn is_late(&mut self) -> bool {
        self.over = self.over || self.clock.is_late(self.signals);
        self.over
    }

    /// Score of the position for the side to move, at `depth` plies.
    fn node(&mut self, depth: i32, window: Window, principal: bool) -> i32 {
        let ply = self.line.ply();
        self.rooms[ply].best.clear();
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        if self.over || self.clock.is_over(self.nodes, self.signals) {
            self.over = true;
            return 0;
        }
        let check = self.told.take().unwrap_or_else(|| self.in_danger());
        let depth = if check && ply < 2 * LONGEST / 3 { depth + 1 } else { depth };
        if let Some(score) = self.remembered(depth, window) {
            return score;
        }
        if depth <= 0 && !check && ply < LONGEST && self.known.evaluator.reads_attacks() {
            return match self.line.outcome(1) {
                Some(outcome) => decided(outcome, self.line.turn(), (ply, self.drawn)),
                None => self.calm(depth, window),
            };
        }
        if let Some(score) = self.far_ahead((depth, check, principal), window) {
            return score;
        }
        let mut list = std::mem::take(&mut self.rooms[ply].list);
        self.line.position().legal_moves(&mut list);
        self.rooms[ply].count = list.len();
        let score = match self.line.outcome(list.len()) {
            Some(outcome) => decided(outcome, self.line.turn(), (ply, self.drawn)),
            None if ply >= LONGEST => self.estimate(ply, None),
            None if depth <= 0 => {
                let estimate = self.estimate(ply, None);
                self.quiet(&list, window, (depth, check), estimate)
            }
            None => self.inner(&list, (depth, check, principal), window),
        };
        self.rooms[ply].list = list;
        score
    }

    /// The score of a position in the hash table, if it makes a search with a null window unnecessary. The moves need not
    /// be known for that: a position in the table has moves.
    fn remembered(&mut self, depth: i32, window: Window) -> Option<i32> {
        let entry = self.known.table.get(self.line.key()).filter(|entry| i32::from(entry.depth) >= depth)?;
        let score = seen_from(entry.score, self.line.ply() as i32);
        let cuts = window.beta - window.alpha == 1 && entry.decides(score, (window.alpha, window.beta));
        (cuts && self.line.outcome(1).is_none()).then_some(score)
    }

    /// The static evaluation, if it exceeds beta so much that the moves need not be listed.
    fn far_ahead(&mut self, (depth, check, principal): (i32, bool, bool), window: Window) -> Option<i32> {
        let ply = self.line.ply();
        let shallow = depth <= FUTILE_DEPTH && ply < LONGEST && self.known.evaluator.reads_attacks();
        if !shallow || depth <= 0 || principal || check || self.thorough || window.beta.abs() >= SURELY_WON {
            return None;
        }
        let estimate = self.estimate(ply, None);
        let ahead = estimate - FUTILE * depth >= window.beta;
        (ahead && self.line.outcome(1).is_none()).then_some(estimate)
    }

    /// Searches the moves of a node.
    fn inner(&mut self, moves: &[Move], (depth, check, principal): (i32, bool, bool), window: Window) -> i32 {
        let ply = self.line.ply();
        let first = self.known.table.get(self.line.key()).map_or(0, |entry| entry.mv);
        let depth = if first == 0 && depth >= UNKNOWN_DEPTH && !check && !self.thorough { depth - 1 } else { depth };
        let estimate = (!principal && !check && window.beta.abs() < SURELY_WON).then(|| self.estimate(ply, None));
        if let Some(estimate) = estimate {
            if depth <= FUTILE_DEPTH && estimate - FUTILE * depth >= window.beta {
                return estimate;
            }
            if depth >= NULL_DEPTH && self.is_ahead_without_turn(moves.len(), (depth, estimate), window.beta) {
                return window.beta;
            }
        }
        if self.over {
            return 0;
        }
        self.all(moves, Node { depth, check, principal, estimate, first }, window)
    }

    /// Null-move pruning: returns `true` if, in a shallower search, the score stays above beta even after a pass.
    fn is_ahead_without_turn(&mut self, moves: usize, (depth, estimate): (i32, i32), beta: i32) -> bool {
        /// With fewer moves, zugzwang is possible.
        const FEW_MOVES: usize = 8;
        let ply = self.line.ply();
        let may = self.known.evaluator.gains_by_turn && !self.passed && moves > FEW_MOVES;
        if !may || ply >= LONGEST || estimate < beta || !self.line.pass() {
            return false;
        }
        self.passed = true;
        let window = Window { alpha: beta - 1, beta }.turned();
        let score = -self.node(depth - null_reduction(depth, estimate - beta), window, false);
        self.passed = false;
        self.line.unmake();
        !self.over && score >= beta
    }

    /// Searches the moves one by one, the most promising first.
    fn all(&mut self, moves: &[Move], node: Node, window: Window) -> i32 {
        // Null moves are allowed again below a real move.
        let passed = std::mem::replace(&mut self.passed, false);
        let best = self.each(moves, node, window);
        self.passed = passed;
        best
    }

    /// How to search the move at `index` among `count` moves, from its order score.
    fn plan(
        &self,
        node: Node,
        made: &Move,
        (score, index, count): (i32, usize, usize),
        (best, alpha): (i32, i32),
    ) -> Plan {
        let Node { depth, check, principal, estimate, .. } = node;
        if score >= QUIET || check {
            return Plan::default();
        }
        let Memory { evaluator, .. } = &*self.known;
        let may = evaluator.gains_by_turn && !self.thorough && index > 0 && best > -SURELY_WON;
        let estimate = estimate.filter(|_| may);
        let loses = || {
            let position = self.line.position();
            evaluator.loses_exchange(position, made, evaluator.gain(position, made))
        };
        let hopeless = |estimate: i32| {
            let late = is_late(depth, index, count) || is_futile(depth, estimate, alpha);
            late || depth <= LOSING_DEPTH && loses()
        };
        Plan { pruned: estimate.is_some_and(hopeless), less: reduction(depth, index, principal, score) }
    }

    /// Makes a move. Returns the number of plies by which its depth is reduced; `None` if it is pruned, and then not made. A check
    /// is neither pruned nor reduced. `royal` is the square of the [enemy royal piece](Worker::enemy_royal).
    fn make(&mut self, made: &Move, plan: Plan, royal: Option<Square>) -> Option<i32> {
        let may_check = royal.is_none_or(|royal| self.may_check(made, royal));
        if plan.pruned && !may_check {
            return None;
        }
        self.line.make(made);
        let checks = may_check && (plan.pruned || plan.less > 0) && self.in_danger();
        if plan.pruned && !checks {
            self.line.unmake();
            return None;
        }
        self.told = (!may_check || plan.less > 0).then_some(checks);
        Some(if checks { 0 } else { plan.less })
    }

    fn each(&mut self, moves: &[Move], node: Node, window: Window) -> i32 {
        let Node { depth, principal, first, .. } = node;
        let (ply, side) = (self.line.ply(), self.line.turn());
        let mut rated = self.rate(moves, first);
        if depth > 1 {
            self.rate_effects(moves, &mut rated);
        }
        let (mut best, mut mv) = (-WON, 0);
        let (mut open, royal) = (window, self.enemy_royal());
        for index in 0..moves.len() {
            let Rated { score, index: place } = bring_best(&mut rated, index);
            let (made, quiet) = (&moves[place as usize], score < QUIET);
            let plan = self.plan(node, made, (score, index, moves.len()), (best, open.alpha));
            let Some(less) = self.make(made, plan, royal) else { continue };
            let score = self.child(depth - 1, less, (open, principal && index == 0, index == 0));
            self.line.unmake();
            if self.over {
                return 0;
            }
            if score > best {
                best = score;
                mv = tag(made);
                if score > open.alpha {
                    open.alpha = score;
                    self.keep(ply, made);
                }
            }
            if best >= window.beta {
                if quiet && !made.is_capture() {
                    let before = rated[..index].iter().map(|rated| &moves[rated.index as usize]);
                    self.known.ordering.cut(side, made, before, (depth, ply));
                }
                break;
            }
        }
        self.rooms[ply].rated = rated;
        self.store((mv, best), depth, window);
        best
    }

    /// Returns `true` if the side to move is in check, or the other side could blow up its royal piece.
    fn in_danger(&self) -> bool {
        let threatens = |blasts: &Blasts| blasts.threaten(self.line.position());
        self.line.in_check() || self.known.evaluator.blasts.as_ref().is_some_and(threatens)
    }

    /// The square of the enemy royal piece, if the variant has a quick test for checks.
    pub(super) fn enemy_royal(&self) -> Option<Square> {
        let checking = self.known.evaluator.checking.as_ref()?;
        checking.royal(self.line.position(), !self.line.turn())
    }

    /// Returns `false` if a move certainly gives no check to the royal piece on a square.
    pub(super) fn may_check(&self, mv: &Move, royal: Square) -> bool {
        let checking = self.known.evaluator.checking.as_ref();
        checking.is_none_or(|checking| checking.may_check(mv, self.line.turn(), royal))
    }

    /// The score of the move just made. A null-window search with reduced depth comes first, and a full search only if
    /// that succeeds.
    fn child(&mut self, depth: i32, less: i32, (window, principal, first): (Window, bool, bool)) -> i32 {
        if first {
            return self.below(depth, window, principal);
        }
        let mut score = self.below(depth - less, window.probe(), false);
        if score > window.alpha && less > 0 {
            score = self.below(depth, window.probe(), false);
        }
        if score > window.alpha && score < window.beta {
            score = self.below(depth, window, true);
        }
        score
    }

    /// Stores the score and the best move of the position in the hash table.
    pub(super) fn store(&mut self, (mv, best): (u32, i32), depth: i32, window: Window) {
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let (key, score) = (self.line.key(), seen_there(best, self.line.ply() as i32));
        self.known.table.put(key, mv, score, depth as i16, bound);
    }

    /// The static evaluation. It may be rough if it is far outside the window `within`.
    pub(super) fn estimate(&mut self, ply: usize, within: Option<(i32, i32)>) -> i32 {
        if !self.known.evaluator.reads_attacks() {
            let lead = match ply {
                _ if ply == 0 || self.line.is_same_turn() => 0,
                _ => self.rooms[ply].count as i32 - self.rooms[ply - 1].count as i32,
            };
            return self.known.evaluator.evaluate(self.line.position(), lead, None).0;
        }
        let key = self.line.position().key().0;
        let (place, check) = (key as usize & (ESTIMATES - 1), (key >> 64) as u64);
        if self.known.estimates[place].0 == check {
            return self.known.estimates[place].1;
        }
        let (estimate, whole) = self.known.evaluator.evaluate(self.line.position(), 0, within);
        if whole {
            self.known.estimates[place] = (check, estimate);
        }
        estimate
    }
}

/// Score of a finished game for a side. `drawn` is the score of a draw for White.
fn decided(outcome: Outcome, side: Side, (ply, drawn): (usize, i32)) -> i32 {
    match outcome {
        Outcome::Draw if side == Side::White => drawn,
        Outcome::Draw => -drawn,
        Outcome::Won(winner) if winner == side => WON - ply as i32,
        Outcome::Won(_) => ply as i32 - WON,
    }
}

/// The depth of the last iteration. A mate search ends at the depth at which every mate of the wanted length has been
/// found.
fn deepest(limits: &Limits) -> u32 {
    let mate = limits.mate.filter(|_| !limits.infinite && limits.time.is_none() && limits.nodes.is_none());
    let most = limits.depth.or(mate.map(|moves| 2 * moves + 4)).unwrap_or(DEEPEST);
    most.min(limits.skill.map_or(DEEPEST, Skill::depth)).clamp(1, DEEPEST)
}

/// Returns `true` if deeper iterations cannot improve the score.
fn is_decided(score: i32, depth: u32, limits: &Limits) -> bool {
    let plies = WON - score.abs();
    let mated = limits.mate.is_some_and(|moves| score > SURELY_WON && plies <= 2 * moves as i32);
    mated || (score.abs() > SURELY_WON && plies <= depth as i32 && limits.depth.is_none())
}

/// A score of the hash table, as seen from the root.
fn seen_from(score: i32, ply: i32) -> i32 {
    match score {
        _ if score > SURELY_WON => score - ply,
        _ if score < -SURELY_WON => score + ply,
        _ => score,
    }
}

/// A score as seen from a position after `ply` plies.
fn seen_there(score: i32, ply: i32) -> i32 {
    seen_from(score, -ply)
}

//! Up to two pieces and a king against a bare king, solved from the end: which positions are won, and in how many moves.
//!
//! Pieces are described by where they go on an otherwise empty board and by which pieces stop them, found with the walker. What
//! is not of that form (hoppers, moves of several legs, pieces that promote) is not solved.

use std::fmt;
use std::time::Duration;

use crate::board::{Side, Square, SquareSet};
use crate::machine::Instant;
use crate::render::study::Study;
use crate::rules::movement::{Course, Hop};
use crate::rules::{Condition, PieceId, Royalty, Rules, Setup, Verdict};

use super::moves::{later_moves, setup_of};

/// A watcher of the work, which may stop it.
pub trait Watch {
    /// Reports how much of the work of this kind is done, from 0 to 1.
    fn progress(&self, what: &str, done: f64);
    /// How long one endgame may take.
    fn limit(&self) -> Duration;
}

/// A watcher that only limits the time.
pub struct Unwatched(pub Duration);

impl Watch for Unwatched {
    fn progress(&self, _: &str, _: f64) {}
    fn limit(&self) -> Duration {
        self.0
    }
}

/// Result for an endgame.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Solved.
    Solved(Box<Solution>),
    /// Not solved, and why.
    Unsolved(String),
}

/// The numbers of an endgame, the stronger side to move.
#[derive(Clone, Debug)]
pub struct Solution {
    /// For each distribution over colours of squares: won positions and all legal positions.
    pub classes: Vec<(u64, u64)>,
    /// The number of positions in which the bare king is mated.
    pub mates: u64,
    /// The longest win in moves.
    pub longest: u32,
    /// A mate, if there is one.
    pub example: Option<Setup>,
}

impl Solution {
    /// Whether the pieces can force mate; `None` if it depends on the position.
    pub fn forces(&self) -> Option<bool> {
        let best = self.classes.iter().map(|(won, all)| share(*won, *all)).fold(0.0, f64::max);
        match best {
            best if best >= 0.85 => Some(true),
            best if best <= 0.25 => Some(false),
            _ => None,
        }
    }
}

fn share(part: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (won, all) = self.classes.iter().fold((0, 0), |sum, class| (sum.0 + class.0, sum.1 + class.1));
        write!(
            f,
            "solved: {} mate positions; won with the move in {won} of {all} positions ({:.2} %)",
            self.mates,
            100.0 * share(won, all)
        )?;
        if self.longest > 0 {
            write!(f, ", at most {} moves", self.longest)?;
        }
        if let Some((won, all)) = self
            .classes
            .iter()
            .filter(|_| self.classes.len() > 1)
            .max_by(|a, b| share(a.0, a.1).total_cmp(&share(b.0, b.1)))
        {
            write!(f, "; with pieces on the best colours of squares {won} of {all}")?;
        }
        Ok(())
    }
}

type Set = u128;

/// Moves of a piece from a square: each destination with sets of squares, one of which must be completely free of the
/// other pieces; see [`Goal`].
type Goals = Vec<Vec<Goal>>;

/// A destination of a move. It can be reached unless a piece stands on `blocks`, or two pieces on one of `pairs`.
#[derive(Clone, Debug)]
struct Goal {
    to: u8,
    blocks: Set,
    pairs: Vec<Set>,
}

impl Goal {
    #[inline]
    fn open(&self, occupied: Set) -> bool {
        self.blocks & occupied == 0 && self.pairs.iter().all(|pair| pair & occupied != *pair)
    }
}

/// The pieces of the endgame, as goals from each square.
struct Pieces {
    squares: usize,
    there: Set,
    white_royal: Goals,
    black_royal: Goals,
    pieces: Vec<Goals>,
    stalemate_loses: bool,
    same: bool,
}

fn bit(square: u8) -> Set {
    1 << square
}

fn attacks(goals: &[Goal], occupied: Set) -> Set {
    let mut set = 0;
    for goal in goals {
        if goal.open(occupied) {
            set |= bit(goal.to);
        }
    }
    set
}

/// Solves king and `army` against king.
pub fn solve(rules: &Rules, army: &[PieceId], watch: &dyn Watch) -> Answer {
    let deadline = Instant::now() + watch.limit();
    let squares = rules.geometry.len();
    if squares > 100 {
        return Answer::Unsolved("the board has more than 100 squares".to_owned());
    }
    if army.is_empty() || army.len() > 2 {
        return Answer::Unsolved("only one or two pieces beside the king are solved".to_owned());
    }
    let royals: Vec<PieceId> =
        rules.piece_ids().filter(|piece| rules.piece(*piece).royalty == Royalty::Royal).collect();
    let [royal] = royals.as_slice() else {
        return Answer::Unsolved("the game does not have exactly one kind of royal piece".to_owned());
    };
    let stuck = |check: bool| {
        rules.ends.iter().find_map(|end| match end.condition {
            Condition::Stuck { in_check } if in_check.is_none_or(|wanted| wanted == check) => Some(end.verdict.clone()),
            _ => None,
        })
    };
    if stuck(true) != Some(Verdict::Loss)
        || rules.ends.iter().any(|end| matches!(end.condition, Condition::Reached { .. } | Condition::Extinct { .. }))
    {
        return Answer::Unsolved("the game has ends other than mate".to_owned());
    }
    let mut goals = Vec::new();
    for (piece, side) in
        [(*royal, Side::White), (*royal, Side::Black)].into_iter().chain(army.iter().map(|piece| (*piece, Side::White)))
    {
        match goals_of(rules, piece, side, deadline) {
            Ok(found) => goals.push(found),
            Err(why) => return Answer::Unsolved(why),
        }
    }
    let pieces = goals.split_off(2);
    let (Some(black_royal), Some(white_royal)) = (goals.pop(), goals.pop()) else {
        return Answer::Unsolved(String::new());
    };
    let table = Pieces {
        squares,
        there: rules.geometry.squares().iter().fold(0, |set, square| set | bit(square.index() as u8)),
        white_royal,
        black_royal,
        pieces,
        stalemate_loses: stuck(false) == Some(Verdict::Loss),
        same: army.len() == 2 && army[0] == army[1],
    };
    let what = army.iter().map(|piece| rules.piece(*piece).name.as_str()).collect::<Vec<_>>().join(" and ");
    let smaller: Vec<Option<Won>> = match army {
        [_] => vec![],
        // The endgame after a capture: the other piece alone.
        _ => (0..2).map(|lost| one_piece(&table, 1 - lost, deadline)).collect(),
    };
    if army.len() == 2 && smaller.iter().any(Option::is_none) {
        return Answer::Unsolved("out of time".to_owned());
    }
    let smaller: Vec<Won> = smaller.into_iter().flatten().collect();
    match run(&table, &smaller, deadline, &|done| watch.progress(&what, done)) {
        Some(solved) => Answer::Solved(Box::new(solution(rules, *royal, army, &table, &solved))),
        None => Answer::Unsolved(format!("out of time after {} seconds", watch.limit().as_secs())),
    }
}

/// The moves of a piece, if they have a form that can be solved.
fn goals_of(rules: &Rules, piece: PieceId, side: Side, deadline: Instant) -> Result<Goals, String> {
    let definition = rules.piece(piece);
    let movement = later_moves(&definition.movement);
    let plain = movement.patterns.iter().all(|pattern| match &pattern.course {
        Course::Legs(legs) => {
            legs.len() == 1
                && legs[0].hop == Hop::None
                && legs[0].terms.quiet == legs[0].terms.enemy
                && !legs[0].terms.friend
        }
        _ => false,
    });
    if !plain || definition.promotion.is_some() || !definition.extra.is_empty() {
        return Err(format!("the {} does not move in a way that is solved", definition.name));
    }
    let geometry = &rules.geometry;
    let all = geometry.squares();
    let wraps = geometry.topology() != crate::board::Topology::Rectangle;
    let mut goals: Goals = vec![Vec::new(); geometry.len()];
    for from in all.iter() {
        if Instant::now() > deadline {
            return Err("out of time".to_owned());
        }
        let study = Study { side, ..Study::new(&movement, geometry, from) };
        let ends = |friends: SquareSet| -> SquareSet {
            let study = Study { friends, ..study.clone() };
            study.walks().iter().filter(|walk| walk.to != from).map(|walk| walk.to).collect()
        };
        let open = ends(SquareSet::EMPTY);
        let mut found: Vec<Goal> =
            open.iter().map(|to| Goal { to: to.index() as u8, blocks: 0, pairs: Vec::new() }).collect();
        let blockers: Vec<Square> = open.iter().collect();
        for square in all.iter().filter(|square| *square != from) {
            let left = ends(SquareSet::of(square));
            for goal in found.iter_mut().filter(|goal| goal.to != square.index() as u8) {
                if !left.contains(Square::new(u16::from(goal.to))) {
                    goal.blocks |= bit(square.index() as u8);
                }
            }
        }
        if wraps {
            for (index, one) in blockers.iter().enumerate() {
                for two in &blockers[index + 1..] {
                    let left = ends(SquareSet::of(*one) | SquareSet::of(*two));
                    let pair = bit(one.index() as u8) | bit(two.index() as u8);
                    for goal in found.iter_mut().filter(|goal| pair & bit(goal.to) == 0 && goal.blocks & pair == 0) {
                        if !left.contains(Square::new(u16::from(goal.to))) {
                            goal.pairs.push(pair);
                        }
                    }
                }
            }
        }
        goals[from.index()] = found;
    }
    Ok(goals)
}

/// A set of positions.
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Bits {
        Bits(vec![0; count.div_ceil(64)])
    }
    #[inline]
    fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }
    #[inline]
    fn add(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }
}

/// The won positions of an endgame: with the stronger side to move, by index.
struct Won {
    white: Bits,
    black: Bits,
    mates: Vec<usize>,
    longest: u32,
}

fn one_piece(table: &Pieces, placed: usize, deadline: Instant) -> Option<Won> {
    let alone = Pieces {
        squares: table.squares,
        there: table.there,
        white_royal: table.white_royal.clone(),
        black_royal: table.black_royal.clone(),
        pieces: vec![table.pieces[placed].clone()],
        stalemate_loses: table.stalemate_loses,
        same: false,
    };
    run(&alone, &[], deadline, &|_| {})
}

/// A position: both kings and the pieces.
#[derive(Clone, Copy)]
struct Place {
    white: u8,
    black: u8,
    pieces: [u8; 2],
}

impl Pieces {
    fn count(&self) -> usize {
        self.squares.pow(2 + self.pieces.len() as u32)
    }

    fn index(&self, place: Place) -> usize {
        let mut pieces = place.pieces;
        if self.same && pieces[0] > pieces[1] {
            pieces.swap(0, 1);
        }
        let mut index = usize::from(place.white) * self.squares + usize::from(place.black);
        for placed in &pieces[..self.pieces.len()] {
            index = index * self.squares + usize::from(*placed);
        }
        index
    }

    fn place(&self, mut index: usize) -> Place {
        let mut pieces = [0; 2];
        for placed in pieces[..self.pieces.len()].iter_mut().rev() {
            *placed = (index % self.squares) as u8;
            index /= self.squares;
        }
        Place { white: (index / self.squares) as u8, black: (index % self.squares) as u8, pieces }
    }

    /// All occupied squares. `None` if two pieces share one, or one stands in a hole, or the position is the mirror
    /// image of another.
    fn occupied(&self, place: Place) -> Option<Set> {
        let mut set = bit(place.white) | bit(place.black);
        let pieces = &place.pieces[..self.pieces.len()];
        pieces.iter().for_each(|placed| set |= bit(*placed));
        let twin = self.same && pieces[0] > pieces[1];
        (!twin && set.count_ones() as usize == 2 + pieces.len() && set & !self.there == 0).then_some(set)
    }

    /// Squares that White attacks, if lines pass through the black king.
    fn attacked(&self, place: Place, occupied: Set, without: Set) -> Set {
        let through = occupied & !bit(place.black);
        let mut set = attacks(&self.white_royal[usize::from(place.white)], through);
        for (placed, goals) in place.pieces.iter().zip(&self.pieces) {
            if bit(*placed) & without == 0 {
                set |= attacks(&goals[usize::from(*placed)], through & !without);
            }
        }
        set
    }
}

fn run(table: &Pieces, smaller: &[Won], deadline: Instant, progress: &dyn Fn(f64)) -> Option<Won> {
    let count = table.count();
    let mut won = Won { white: Bits::new(count), black: Bits::new(count), mates: Vec::new(), longest: 0 };
    let mut frontier: Vec<usize> = Vec::new();
    for index in 0..count {
        if index % (1 << 16) == 0 {
            if Instant::now() > deadline {
                return None;
            }
            progress(0.5 * index as f64 / count as f64);
        }
        if lost(table, smaller, &won, index, true) {
            let place = table.place(index);
            let attacked =
                table.occupied(place).is_some_and(|set| table.attacked(place, set, 0) & bit(place.black) != 0);
            if attacked {
                won.mates.push(index);
            }
            frontier.push(index);
        }
    }
    frontier.iter().for_each(|index| won.black.add(*index));
    let mut steps = 0;
    let mut done = 0.5;
    while !frontier.is_empty() {
        steps += 1;
        let mut new_white = Vec::new();
        for (number, index) in frontier.iter().enumerate() {
            if number % 4_096 == 0 && Instant::now() > deadline {
                return None;
            }
            un_move_white(table, *index, &mut |before| {
                if !won.white.has(before) {
                    won.white.add(before);
                    new_white.push(before);
                }
            });
        }
        if !new_white.is_empty() {
            won.longest = steps;
        }
        let mut next = Vec::new();
        for (number, index) in new_white.iter().enumerate() {
            if number % 4_096 == 0 && Instant::now() > deadline {
                return None;
            }
            let place = table.place(*index);
            let occupied =
                bit(place.white) | place.pieces[..table.pieces.len()].iter().fold(0, |set, placed| set | bit(*placed));
            for from in 0..table.squares as u8 {
                if bit(from) & occupied != 0 || bit(from) & table.there == 0 || from == place.black {
                    continue;
                }
                let reaches = table.black_royal[usize::from(from)]
                    .iter()
                    .any(|goal| goal.to == place.black && goal.open(occupied));
                if reaches {
                    let before = table.index(Place { black: from, ..place });
                    if !won.black.has(before) && lost(table, smaller, &won, before, false) {
                        won.black.add(before);
                        next.push(before);
                    }
                }
            }
        }
        frontier = next;
        done += (1.0 - done) / 8.0;
        progress(done);
    }
    progress(1.0);
    Some(won)
}

/// Returns `true` if a position with Black to move is known to be lost. At first, these are only the mates.
fn lost(table: &Pieces, smaller: &[Won], won: &Won, index: usize, beginning: bool) -> bool {
    let place = table.place(index);
    let Some(occupied) = table.occupied(place) else { return false };
    let attacked = table.attacked(place, occupied, 0);
    // White's king may not stand next to Black's.
    let black_attacks = attacks(&table.black_royal[usize::from(place.black)], occupied);
    if black_attacks & bit(place.white) != 0 {
        return false;
    }
    let mut moves = 0;
    for goal in &table.black_royal[usize::from(place.black)] {
        if !goal.open(occupied) || bit(goal.to) & bit(place.white) != 0 {
            continue;
        }
        let taken = place.pieces[..table.pieces.len()].iter().position(|placed| *placed == goal.to);
        let after = Place { black: goal.to, ..place };
        let safe = match taken {
            None => attacked & bit(goal.to) == 0,
            Some(_) => table.attacked(after, occupied & !bit(place.black), bit(goal.to)) & bit(goal.to) == 0,
        };
        if !safe {
            continue;
        }
        moves += 1;
        if beginning {
            return false;
        }
        let still_won = match taken {
            None => won.white.has(table.index(after)),
            Some(taken) => smaller.get(taken).is_some_and(|won| {
                let left = place.pieces[1 - taken];
                let index = (usize::from(after.white) * table.squares + usize::from(after.black)) * table.squares
                    + usize::from(left);
                won.white.has(index)
            }),
        };
        if !still_won {
            return false;
        }
    }
    moves > 0 || table.stalemate_loses || attacked & bit(place.black) != 0
}

/// The positions with White to move from which a move leads to this one.
fn un_move_white(table: &Pieces, index: usize, visit: &mut dyn FnMut(usize)) {
    let place = table.place(index);
    let Some(occupied) = table.occupied(place) else { return };
    let legal = |before: Place| {
        table.occupied_any(before).is_some_and(|set| table.attacked(before, set, 0) & bit(before.black) == 0)
    };
    for from in 0..table.squares as u8 {
        if bit(from) & occupied != 0 || bit(from) & table.there == 0 {
            continue;
        }
        let base = occupied & !bit(place.white);
        if table.white_royal[usize::from(from)].iter().any(|goal| goal.to == place.white && goal.open(base)) {
            let before = Place { white: from, ..place };
            if legal(before) {
                visit(table.index(before));
            }
        }
        for placed in 0..table.pieces.len() {
            let base = occupied & !bit(place.pieces[placed]);
            if table.pieces[placed][usize::from(from)]
                .iter()
                .any(|goal| goal.to == place.pieces[placed] && goal.open(base))
            {
                let mut before = place;
                before.pieces[placed] = from;
                if legal(before) {
                    visit(table.index(before));
                }
            }
        }
    }
}

impl Pieces {
    /// As [`occupied`](Pieces::occupied), for either of two twins.
    fn occupied_any(&self, mut place: Place) -> Option<Set> {
        if self.same && place.pieces[0] > place.pieces[1] {
            place.pieces.swap(0, 1);
        }
        self.occupied(place)
    }
}

fn solution(rules: &Rules, royal: PieceId, army: &[PieceId], table: &Pieces, won: &Won) -> Solution {
    let geometry = &rules.geometry;
    let bound: Vec<bool> = army.iter().map(|piece| super::moves::is_colour_bound(rules, *piece, Side::White)).collect();
    let colour = |square: u8| {
        let square = Square::new(u16::from(square));
        (geometry.file(square) + geometry.rank(square)) % 2
    };
    let mut classes = std::collections::BTreeMap::<Vec<usize>, (u64, u64)>::new();
    for index in 0..table.count() {
        let place = table.place(index);
        let Some(occupied) = table.occupied(place) else { continue };
        let adjacent = attacks(&table.black_royal[usize::from(place.black)], occupied) & bit(place.white) != 0;
        if adjacent || table.attacked(place, occupied, 0) & bit(place.black) != 0 {
            continue;
        }
        let mut key: Vec<usize> =
            (0..army.len()).map(|placed| if bound[placed] { colour(place.pieces[placed]) } else { 2 }).collect();
        // Only whether two bound pieces share a colour matters.
        if key.len() == 2 && key.iter().all(|colour| *colour < 2) {
            key = vec![usize::from(key[0] == key[1])];
        } else {
            key.clear();
        }
        let class = classes.entry(key).or_default();
        class.1 += 1;
        class.0 += u64::from(won.white.has(index));
    }
    let example = won.mates.first().map(|index| {
        let place = table.place(*index);
        let at = |square: u8| Square::new(u16::from(square));
        let mut pieces = vec![(at(place.white), royal, Side::White), (at(place.black), royal, Side::Black)];
        pieces.extend(army.iter().zip(place.pieces).map(|(piece, square)| (at(square), *piece, Side::White)));
        setup_of(rules, &pieces, Side::Black)
    });
    Solution { classes: classes.into_values().collect(), mates: won.mates.len() as u64, longest: won.longest, example }
}

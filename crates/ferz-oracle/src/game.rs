//! A game: a position with its history, and the ends that depend on the history.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::tree::{Layer, Sides};
use ferz_core::rules::{Chase, Condition, Count, End, PieceId, Setup, Stage};

use crate::attack::Threat;
use crate::cell::Cell;
use crate::deed::{Kind, Move};
use crate::ends::Ended;
use crate::oracle::Oracle;
use crate::player::{ByPlayer, MOST, Player};
use crate::position::Position;

/// The parts of a position that matter for repetition: its setup, and the state that a setup does not contain.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    written: Setup,
    turn: Player,
    moves_made: u16,
    passes: u16,
    to_move: [Player; 2],
    marked: Vec<SquareSet>,
    counters: Vec<[i64; MOST]>,
    kept: Vec<ByPlayer<Vec<PieceId>>>,
    /// The pieces with their marks.
    cells: Vec<Option<Cell>>,
}

/// One ply of the history.
#[derive(Clone, Debug)]
struct Ply {
    /// The resulting position, for repetitions.
    same: Known,
    /// `true` if the side to move was in check.
    check: bool,
    /// The position before the move, and the move. `None` for the first position.
    made: Option<(Position, Move)>,
}

/// Moves of one piece between two squares.
#[derive(Clone, Copy, Debug)]
struct Trip {
    piece: PieceId,
    from: Square,
    to: Square,
    moves: u16,
}

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Game {
    oracle: Oracle,
    position: Position,
    plies: Vec<Ply>,
    trips: ByPlayer<Option<Trip>>,
    /// For each side, the pieces that have checked it after each of its opponent's last moves, as long as the series of
    /// checks is unbroken.
    series: ByPlayer<Vec<PieceId>>,
}

impl Game {
    /// A game that begins with a setup.
    pub fn new(oracle: &Oracle, setup: &Setup) -> Game {
        let (trips, series) = (ByPlayer::all(None), ByPlayer::all(Vec::new()));
        let mut position = oracle.position(setup);
        oracle.drop_out(&mut position);
        let mut game = Game { oracle: oracle.clone(), position, plies: Vec::new(), trips, series };
        game.enter(None);
        game
    }

    /// The oracle of the game's variant.
    pub fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// Plays the legal move with a text in UCI notation, and returns `false` if there is none.
    pub fn play_text(&mut self, text: &str) -> bool {
        let moves = self.moves();
        let texts = self.oracle.texts(&self.position, &moves);
        let found = texts.iter().position(|own| own == text).and_then(|index| moves.into_iter().nth(index));
        let known = found.is_some();
        if let Some((made, after)) = found {
            self.play(&made, after);
        }
        known
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position as a setup.
    pub fn setup(&self) -> Setup {
        self.oracle.setup(&self.position)
    }

    /// The legal moves, each with the position that it leads to.
    pub fn moves(&self) -> Vec<(Move, Position)> {
        self.oracle.moves(&self.position)
    }

    /// `true` if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.oracle.in_check(&self.position, self.position.turn)
    }

    /// Plays a move; `after` is the position that it leads to.
    pub fn play(&mut self, made: &Move, after: Position) {
        let before = std::mem::replace(&mut self.position, after);
        self.position.count = self.count_between(&before, &self.position);
        let side = before.turn;
        if !self.oracle.is_pass(made) {
            let check = self.oracle.in_check(&before, side);
            self.trips[side] = trip(self.trips[side], made, check);
        }
        self.enter(Some((before, made.clone())));
    }

    fn enter(&mut self, made: Option<(Position, Move)>) {
        let turn = self.position.turn;
        let checkers = self.checkers();
        match checkers.is_empty() {
            true => self.series[turn].clear(),
            false => self.series[turn].extend(checkers),
        }
        let same = self.known();
        self.plies.push(Ply { same, check: self.in_check(), made });
    }

    /// The parts of the position that matter for repetition.
    fn known(&self) -> Known {
        let position = &self.position;
        Known {
            written: Setup { halfmoves: 0, fullmoves: 0, count: None, ..self.setup() },
            turn: position.turn,
            moves_made: position.made,
            passes: position.passes,
            to_move: position.to_move,
            marked: position.marked.clone(),
            counters: position.counters.clone(),
            kept: position.kept.clone(),
            cells: position.cells.clone(),
        }
    }

    /// The kinds of the pieces that give check to the side to move.
    fn checkers(&self) -> Vec<PieceId> {
        let turn = self.position.turn;
        let royals = self.oracle.royals(&self.position, turn);
        let attacks = |from: Square, placed| {
            let real = (Layer::Real, Threat::Check);
            royals.iter().any(|royal| self.oracle.attacks(&self.position, placed, from, *royal, real))
        };
        let enemies = self.position.of_side(!turn);
        enemies.filter(|(from, placed)| attacks(*from, *placed)).map(|(_, placed)| placed.piece).collect()
    }

    /// The end of the game, if it is over: the first of the variant's ends that holds, or that only one side or partnership is left.
    pub fn end(&self) -> Option<Ended> {
        let stated = self.stated_end();
        let last = self.oracle.last_side(&self.position).filter(|_| stated.as_ref().is_none_or(|end| end.claim));
        last.map(|winners| Ended::of(winners, Sides::LAST_SIDE.to_owned(), false)).or(stated)
    }

    /// The first of the variant's ends that holds.
    fn stated_end(&self) -> Option<Ended> {
        let ends = &self.oracle.rules().ends;
        let past = if self.oracle.tree().ends.is_empty() { Vec::new() } else { self.past() };
        (0..=ends.len()).find_map(|place| {
            let told = self.oracle.end_told(&self.position, place, &past);
            told.or_else(|| ends.get(place).and_then(|end| self.older_end(end)))
        })
    }

    /// The positions of the game. The last one is the present position.
    fn past(&self) -> Vec<Position> {
        let before = self.plies.iter().filter_map(|ply| ply.made.as_ref().map(|(position, _)| position.clone()));
        before.chain([self.position.clone()]).collect()
    }

    fn older_end(&self, end: &End) -> Option<Ended> {
        let side = self.oracle.at_once(&self.position, end).or_else(|| self.holds(&end.condition))?;
        let winners = self.oracle.winners(&self.position, &end.verdict, side);
        Some(Ended::of(winners, end.name.clone(), end.condition.is_claim()))
    }

    /// The side that a condition is about, if the condition depends on moves or on the history, and holds.
    fn holds(&self, condition: &Condition) -> Option<Player> {
        let turn = self.position.turn;
        let said = |holds: bool| holds.then_some(turn);
        match condition {
            Condition::Stuck { in_check } => {
                let fits = in_check.is_none_or(|wanted| wanted == self.oracle.in_check_where_stuck(&self.position));
                said(fits && !self.oracle.has_ended_at_once(&self.position) && self.is_stuck())
            }
            Condition::MatedByDrop { pieces } => {
                let dropped = self.position.dropped.and_then(|square| self.position.at(square));
                said(dropped.is_some_and(|placed| pieces.contains(&placed.piece)) && self.is_mated())
            }
            Condition::MatedBy { pieces } => {
                let checkers = self.checkers();
                let fits = !checkers.is_empty() && checkers.iter().all(|piece| pieces.contains(piece));
                said(fits && self.is_mated())
            }
            Condition::MatedWithout { pieces } => {
                said(!self.series[turn].iter().any(|piece| pieces.contains(piece)) && self.is_mated())
            }
            Condition::Repetition { times } => said(self.occurrences() >= usize::from(*times)),
            Condition::PerpetualCheck { times } if self.occurrences() >= usize::from(*times) => self.always_checking(),
            Condition::PerpetualChase(chase) if self.occurrences() >= usize::from(chase.times) => {
                self.always_chasing(chase)
            }
            Condition::BackAndForth { moves, pieces } => {
                let far = self.trips[!turn].is_some_and(|trip| trip.moves >= *moves && pieces.contains(&trip.piece));
                far.then_some(!turn)
            }
            Condition::Countdown { .. } => {
                let over = self.position.count.is_some_and(|count| count.plies > count.limit);
                said(over && !self.is_mated())
            }
            Condition::NoProgress { plies, .. } => said(self.position.halfmoves >= u32::from(*plies)),
            Condition::InsufficientMaterial => said(self.oracle.has_insufficient_material(&self.position)),
            _ => None,
        }
    }

    fn is_stuck(&self) -> bool {
        self.oracle.has_no_move(&self.position)
    }

    fn is_mated(&self) -> bool {
        self.oracle.in_check_where_stuck(&self.position) && self.is_stuck()
    }

    /// The number of occurrences of the position, this one included.
    fn occurrences(&self) -> usize {
        let Some(now) = self.plies.last() else { return 0 };
        self.plies.iter().filter(|ply| ply.same == now.same).count()
    }

    /// The side that alone has given check with every move since the position first occurred.
    fn always_checking(&self) -> Option<Player> {
        let now = self.plies.last()?;
        let first = self.plies.iter().position(|ply| ply.same == now.same)?;
        let cycle = &self.plies[first..];
        let all = |offset: usize| {
            let checks: Vec<bool> = cycle.iter().rev().skip(offset).step_by(2).map(|ply| ply.check).collect();
            !checks.is_empty() && checks.into_iter().all(|check| check)
        };
        let turn = self.position.turn;
        match (all(0), all(1)) {
            (true, false) => Some(!turn),
            (false, true) => Some(turn),
            _ => None,
        }
    }

    /// The side that alone has chased the same piece with every move since the position first occurred.
    fn always_chasing(&self, chase: &Chase) -> Option<Player> {
        let now = self.plies.last()?;
        let first = self.plies.iter().position(|ply| ply.same == now.same)?;
        let after = |index: usize| match self.plies.get(index + 1).and_then(|ply| ply.made.as_ref()) {
            Some((position, _)) => position,
            None => &self.position,
        };
        let cycle = self.plies.iter().enumerate().skip(first + 1);
        let moves: Vec<(&Position, &Move, &Position)> = cycle
            .filter_map(|(index, ply)| ply.made.as_ref().map(|(before, made)| (before, made, after(index))))
            .collect();
        let chases = |side| self.oracle.is_chased_throughout(chase, &moves, side);
        let turn = self.position.turn;
        match (chases(!turn), chases(turn)) {
            (true, false) => Some(!turn),
            (false, true) => Some(turn),
            _ => None,
        }
    }

    /// The move that led here, with the position before it.
    pub fn last(&self) -> Option<&(Position, Move)> {
        self.plies.last().and_then(|ply| ply.made.as_ref())
    }

    /// The count of moves within which a side must give mate, after a move that leads to a position.
    pub fn count_after(&self, after: &Position) -> Option<Count> {
        self.count_between(&self.position, after)
    }

    fn count_between(&self, before: &Position, now: &Position) -> Option<Count> {
        let stages = self.oracle.rules().ends.iter().find_map(|end| match &end.condition {
            Condition::Countdown { stages } => Some(stages),
            _ => None,
        });
        let Some(stages) = stages else { return now.count };
        let pieces = now.pieces().count() as u32;
        let mut count = before.count.map(|count| Count { plies: count.plies.saturating_add(1), ..count });
        for side in [!now.turn, now.turn] {
            let stage = stage_of(stages, now, side);
            let Some(counted) = stage.and_then(|stage| counted(stages, stage, now, side)) else { continue };
            let starts_anew = counted.anew && stage != stage_of(stages, before, side);
            if starts_anew || (count.is_none() && side == now.turn) {
                // The side that has just moved has one ply less to make.
                let plies = if counted.anew { 2 * pieces - u32::from(side != now.turn) } else { 0 };
                count = Some(Count { limit: 2 * u32::from(counted.moves), plies });
            }
        }
        count
    }
}

/// The stage that a side has reached, by the pieces of both sides. `None` while the other side has enough pieces to
/// win.
fn stage_of(stages: &[Stage], position: &Position, side: Player) -> Option<usize> {
    if position.of_side(!side).count() <= 1 {
        return None;
    }
    let pieces = position.of_side(side).count();
    let gone = |piece: &PieceId| !position.pieces().any(|(_, placed)| placed.piece == *piece);
    stages
        .iter()
        .position(|stage| stage.pieces.is_none_or(|most| pieces <= usize::from(most)) && stage.without.iter().all(gone))
}

/// The stage that gives the number of moves: the first stage with the same pieces for which the other side has the
/// pieces of `against`. `None` if there is no such stage, or if it has no count.
fn counted<'a>(stages: &'a [Stage], stage: usize, position: &Position, side: Player) -> Option<&'a Stage> {
    let known = &stages[stage];
    let mut same = stages.iter().filter(|stage| stage.pieces == known.pieces && stage.without == known.without);
    let has = |(piece, least): &(PieceId, u16)| position.count(!side, *piece) >= usize::from(*least);
    same.find(|stage| stage.against.iter().all(has)).filter(|stage| stage.moves > 0)
}

/// The trip after a move; `None` if the move does more than move, or if the side was in check.
fn trip(last: Option<Trip>, made: &Move, check: bool) -> Option<Trip> {
    let only_goes = made.kind == Kind::Step && made.from != made.to && !made.is_capture() && made.becomes.is_none();
    let moves = match last {
        Some(last) if last.to == made.from && last.from == made.to => last.moves.saturating_add(1),
        Some(last) if last.to == made.from => 2,
        _ => 1,
    };
    (only_goes && !check).then_some(Trip { piece: made.piece, from: made.from, to: made.to, moves })
}

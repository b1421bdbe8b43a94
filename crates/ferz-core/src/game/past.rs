//! The parts of a game's history that the ends of its variant need.

use std::sync::Arc;

use crate::board::{BySide, Side, Square};
use crate::interpreter::{AttackSource, Engine, Move, Story};
use crate::oracle;
use crate::outcome::{self, chase, countdown};
use crate::position::{Key, Position};
use crate::rules::{Chase, Condition, Count, PieceId, Rules, Stage};

use super::occurrences::Occurrences;

/// The parts of the history that the variant's ends need.
#[derive(Clone, Copy, Debug)]
struct Asked {
    positions: bool,
    checks: bool,
    trips: bool,
    checkers: bool,
    /// `true` if ends need more than positions and checks. Few games do, and skipping the rest makes random games
    /// faster.
    more: bool,
    /// The index of the end by perpetual chase; `None` if the game has none.
    chase: Option<usize>,
    /// The index of the end with a countdown of moves; `None` if the game has none.
    countdown: Option<usize>,
}

impl Asked {
    fn by(rules: &Rules) -> Asked {
        let first = |asked: fn(&Condition) -> bool| rules.ends.iter().position(|end| asked(&end.condition));
        let chase = first(|condition| matches!(condition, Condition::PerpetualChase(_)));
        let checks = first(|condition| matches!(condition, Condition::PerpetualCheck { .. })).is_some();
        let repetition = first(|condition| matches!(condition, Condition::Repetition { .. })).is_some();
        let mates =
            |condition: &Condition| matches!(condition, Condition::MatedBy { .. } | Condition::MatedWithout { .. });
        let trips = first(|condition| matches!(condition, Condition::BackAndForth { .. })).is_some();
        let countdown = first(|condition| matches!(condition, Condition::Countdown { .. }));
        let checkers = first(mates).is_some();
        let more = trips || checkers || chase.is_some() || countdown.is_some();
        Asked { positions: checks || repetition || chase.is_some(), checks, trips, checkers, more, chase, countdown }
    }

    fn chase(self, rules: &Rules) -> Option<&Chase> {
        match &rules.ends[self.chase?].condition {
            Condition::PerpetualChase(chase) => Some(chase),
            _ => None,
        }
    }

    fn stages(self, rules: &Rules) -> Option<&[Stage]> {
        match &rules.ends[self.countdown?].condition {
            Condition::Countdown { stages } => Some(stages),
            _ => None,
        }
    }
}

/// A piece that has moved back and forth between two squares in its side's last moves.
#[derive(Clone, Copy, Debug)]
struct Trip {
    piece: PieceId,
    from: Square,
    to: Square,
    moves: u16,
}

/// A position that has occurred.
#[derive(Clone, Debug)]
struct Ply<const W: usize> {
    key: Key,
    /// `true` if the side to move was in check. Known only if an end needs it.
    check: bool,
    /// The previous position and the move that led here, if an end needs them.
    made: Option<Arc<(Position<W>, Move)>>,
}

/// The history of a game.
#[derive(Clone, Debug)]
pub(super) struct Past<const W: usize> {
    asked: Asked,
    /// The key of the present position, for repetitions.
    key: Key,
    /// The positions since the last irreversible move; empty if no end needs them.
    occurrences: Occurrences,
    /// The number of occurrences of the present position; 1 if no end needs it.
    seen: usize,
    /// The same positions in order; empty if no end needs them.
    plies: Vec<Ply<W>>,
    /// The last moves of each side, if they moved one piece back and forth.
    trips: BySide<Option<Trip>>,
    /// The checking pieces; empty if no end needs them.
    checkers: Vec<PieceId>,
    /// For each side, the pieces that have checked it after each of its opponent's last moves, as long as the series
    /// of checks is unbroken.
    series: BySide<Vec<PieceId>>,
    /// The running count, if there is one.
    pub count: Option<Count>,
    /// The positions since the last irreversible move, where ends in the language of rules read them.
    story: Vec<(Key, Position<W>)>,
    /// `true` if captured pieces can come back, so that no capture is irreversible.
    comes_back: bool,
}

/// Facts about a position that must be recorded before a move is made.
pub(super) struct Before<const W: usize> {
    /// The number of pieces; `None` if none can leave the game with the move.
    pieces: Option<u32>,
    more: Option<Box<MoreBefore<W>>>,
}

/// Facts that few variants need.
struct MoreBefore<const W: usize> {
    /// The stage of the countdown that each side is in.
    stages: BySide<Option<usize>>,
    check: bool,
    position: Option<Position<W>>,
}

fn pieces<const W: usize>(position: &Position<W>) -> u32 {
    (position.of_side(Side::White) | position.of_side(Side::Black)).count()
}

impl<const W: usize> Past<W> {
    /// The history of a game that has not begun.
    pub fn new(rules: &Rules, count: Option<Count>) -> Past<W> {
        Past {
            asked: Asked::by(rules),
            key: Key::default(),
            occurrences: Occurrences::default(),
            seen: 1,
            plies: Vec::new(),
            trips: BySide { white: None, black: None },
            checkers: Vec::new(),
            series: BySide { white: Vec::new(), black: Vec::new() },
            count,
            story: Vec::new(),
            comes_back: rules.hand.is_some() || rules.tree.places_pieces(),
        }
    }

    /// Records a position and the move that led to it.
    pub fn enter(
        &mut self,
        engine: &Engine<W>,
        position: &mut Position<W>,
        material: Key,
        made: Option<Arc<(Position<W>, Move)>>,
    ) {
        if self.asked.checkers {
            let turn = position.state.turn;
            // The walker is used only in check, because it takes longer than the tables.
            let attacked = |royal| engine.attacks(position, royal, !turn, AttackSource::Tables);
            self.checkers = match engine.royal_squares(position, turn).iter().any(attacked) {
                true => oracle::checkers(engine, position, turn),
                false => Vec::new(),
            };
            match self.checkers.is_empty() {
                true => self.series[turn].clear(),
                false => self.series[turn].extend(&self.checkers),
            }
        }
        if Engine::<W>::RULED && engine.claims_told_ends() {
            let usable = engine.can_capture_en_passant(position);
            self.story.push((position.key(material, usable), position.clone()));
        }
        if !self.asked.positions {
            return;
        }
        let usable = engine.can_capture_en_passant(position);
        self.key = position.key(material, usable);
        if self.asked.checks || self.asked.chase.is_some() {
            let check = self.asked.checks && engine.in_check(position, position.state.turn);
            self.plies.push(Ply { key: self.key, check, made });
        }
        self.seen = self.occurrences.add(self.key);
    }

    /// The key of the present position, if it has been computed for repetitions.
    pub fn key(&self) -> Option<Key> {
        self.asked.positions.then_some(self.key)
    }

    /// The facts that must be recorded before a move is made.
    #[inline]
    pub fn before(&self, engine: &Engine<W>, position: &Position<W>, made: &Move) -> Before<W> {
        let stays = self.comes_back || made.is_quiet() && engine.goes_simply(made);
        Before {
            pieces: (!stays).then(|| pieces(position)),
            more: self.asked.more.then(|| self.more_before(engine, position)),
        }
    }

    fn more_before(&self, engine: &Engine<W>, position: &Position<W>) -> Box<MoreBefore<W>> {
        let stages = self.asked.stages(&engine.rules);
        Box::new(MoreBefore {
            stages: BySide::from_fn(|side| stages.and_then(|stages| countdown::stage(stages, position, side))),
            check: self.asked.trips && engine.in_check(position, position.state.turn),
            position: self.asked.chase.map(|_| position.clone()),
        })
    }

    /// Records a move that has been made.
    #[inline]
    pub fn after(
        &mut self,
        engine: &Engine<W>,
        position: &mut Position<W>,
        (made, before): (&Move, Before<W>),
        material: Key,
    ) {
        if before.pieces.is_some_and(|before| pieces(position) < before) {
            // The move is irreversible: no earlier position can occur again.
            self.occurrences.clear();
            self.plies.clear();
            self.story.clear();
        }
        let led = before.more.and_then(|before| self.more_after(engine, position, made, *before));
        self.enter(engine, position, material, led);
    }

    /// Records facts that few variants need. Returns the previous position and the move if the history keeps them.
    fn more_after(
        &mut self,
        engine: &Engine<W>,
        position: &Position<W>,
        made: &Move,
        before: MoreBefore<W>,
    ) -> Option<Arc<(Position<W>, Move)>> {
        if let Some(stages) = self.asked.stages(&engine.rules) {
            self.count = countdown::after_move(stages, position, before.stages, self.count);
        }
        if self.asked.trips && !made.is_pass() {
            let side = !position.state.turn;
            self.trips[side] = trip(self.trips[side], made, before.check);
        }
        before.position.map(|position| Arc::new((position, *made)))
    }

    /// The positions that ends in the language of rules read.
    pub fn story(&self) -> Option<Story<'_, W>> {
        (!self.story.is_empty()).then_some(Story { positions: &self.story })
    }

    /// The history in the form that the ends read. `moves` is the number of legal moves, if known.
    #[inline]
    pub fn told(&self, engine: &Engine<W>, turn: Side, moves: Option<usize>) -> outcome::Past<'_> {
        outcome::Past {
            moves,
            occurrences: self.seen,
            checking: if self.asked.checks { self.alone(turn, |ply| ply.check) } else { None },
            chasing: if self.asked.chase.is_some() { self.chasing(engine, turn) } else { None },
            trip: self.trips[!turn].map(|trip| (trip.piece, trip.moves)),
            checkers: &self.checkers,
            series: &self.series[turn],
            count: self.count,
        }
    }

    /// The plies since the position first occurred.
    fn cycle(&self) -> &[Ply<W>] {
        let first = self.plies.iter().position(|ply| ply.key == self.key);
        first.map_or(&[], |first| &self.plies[first..])
    }

    /// The side for which `done` is true of every move since the position first occurred, if it is true of only one
    /// side.
    fn alone(&self, turn: Side, done: impl Fn(&Ply<W>) -> bool) -> Option<Side> {
        let cycle = self.cycle();
        let all = |offset: usize| {
            let mut own = cycle.iter().rev().skip(offset).step_by(2);
            own.len() > 0 && own.all(&done)
        };
        match (all(0), all(1)) {
            (true, false) => Some(!turn),
            (false, true) => Some(turn),
            _ => None,
        }
    }

    /// The side that alone has chased the same piece with every move since the position first occurred.
    fn chasing(&self, engine: &Engine<W>, turn: Side) -> Option<Side> {
        let chase = self.asked.chase(&engine.rules)?;
        if self.seen < usize::from(chase.times) {
            return None;
        }
        // The move that led to the first occurrence is not repeated.
        let moves: Vec<&(Position<W>, Move)> =
            self.cycle().iter().skip(1).filter_map(|ply| ply.made.as_deref()).collect();
        let chases = |side: Side| is_chased(engine, chase, &moves, side);
        match (chases(!turn), chases(turn)) {
            (true, false) => Some(!turn),
            (false, true) => Some(turn),
            _ => None,
        }
    }
}

/// Returns `true` if a side has chased the same piece with each of its moves, even if the piece has moved.
fn is_chased<const W: usize>(engine: &Engine<W>, chase: &Chase, moves: &[&(Position<W>, Move)], side: Side) -> bool {
    let mut hunted = None;
    for (position, made) in moves {
        if position.state.turn == side {
            let now = chase::chased(engine, chase, position, made);
            let both = hunted.map_or(now, |hunted| hunted & now);
            hunted = Some(both);
        } else if let Some(pieces) = &mut hunted
            && pieces.contains(made.from)
        {
            pieces.remove(made.from);
            pieces.insert(made.to);
        }
    }
    hunted.is_some_and(|pieces| !pieces.is_empty())
}

/// The trip after a move; `None` if the move does not continue one.
fn trip(last: Option<Trip>, made: &Move, check: bool) -> Option<Trip> {
    let moves = match last {
        Some(last) if last.to == made.from && last.from == made.to => last.moves.saturating_add(1),
        Some(last) if last.to == made.from => 2,
        _ => 1,
    };
    (made.only_goes() && !check).then_some(Trip { piece: made.piece, from: made.from, to: made.to, moves })
}

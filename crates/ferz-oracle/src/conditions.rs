//! Conditions, numbers and deeds of the language of rules.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::tree::{
    Comparison, Condition, ConditionKind, Counter, Deed, DeedKind, Layer, Meaning, Number, NumberKind, Quantity,
    RuleKind, State, Within,
};
use ferz_core::rules::{CastlingRight, LastMove, Stood, Told};

use crate::attack::Threat;
use crate::cell::Cell;
use crate::deed::Kind;
use crate::element::{Element, Elements};
use crate::frame::{Event, Frame, earlier};
use crate::oracle::Oracle;
use crate::player::{ByPlayer, MOST, Player};
use crate::position::{Last, Position};
use crate::sets::sides;

/// The deepest nesting of conditions about legal moves. Example: a check must be mate, and may be answered by a check
/// that must be mate.
const MOST_QUESTIONS: u8 = 5;

impl Oracle {
    /// `true` if a condition holds.
    pub(crate) fn holds(&self, position: &Position, condition: &Condition, frame: &Frame<'_>) -> bool {
        let holds = |condition: &Condition| self.holds(position, condition, frame);
        match &condition.kind {
            ConditionKind::Or(all) => all.iter().any(holds),
            ConditionKind::And(all) => all.iter().all(holds),
            ConditionKind::Not(inner) => !holds(inner),
            ConditionKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Condition(condition) => holds(condition),
                Meaning::Set(_) => false,
            },
            ConditionKind::Is { set, not, within } => {
                let elements = self.elements(position, set, frame);
                let many = elements.len();
                (many > 0 && self.among(position, elements, within, frame).len() == many) != *not
            }
            ConditionKind::Count { many, set, within } => {
                let elements = self.elements(position, set, frame);
                let all = number_of(position, &elements);
                let found = self.within(position, elements, within.as_ref(), frame);
                match many {
                    Quantity::Any => found > 0,
                    Quantity::No => found == 0,
                    Quantity::Every => found == all,
                    Quantity::AtLeast(least) => found >= usize::from(*least),
                    Quantity::AtMost(most) => found <= usize::from(*most),
                    Quantity::Exactly(number) => found == usize::from(*number),
                }
            }
            ConditionKind::More { fewer, left, right, within } => {
                let count = |set| self.within(position, self.elements(position, set, frame), within.as_ref(), frame);
                if *fewer { count(left) < count(right) } else { count(left) > count(right) }
            }
            ConditionKind::Joined(set, by) => {
                let all = self.elements(position, set, frame);
                let first: Vec<Element> = all.first().into_iter().collect();
                !all.is_empty() && self.joined(position, &all, first, by, frame).len() == all.len()
            }
            ConditionKind::Compare(one, how, other) => {
                let (one, other) = (self.number(position, one, frame), self.number(position, other, frame));
                match how {
                    Comparison::Equal => one == other,
                    Comparison::Less => one < other,
                    Comparison::More => one > other,
                    Comparison::AtMost => one <= other,
                    Comparison::AtLeast => one >= other,
                }
            }
            ConditionKind::State(whose, state) => {
                sides(*whose, frame.own).into_iter().any(|side| self.is_in_state(position, side, *state, frame))
            }
            ConditionKind::Side(id) => frame.own.index() == id.index(),
            ConditionKind::Can(whose, deed) => {
                sides(*whose, frame.own).into_iter().any(|side| self.can(position, side, deed, frame))
            }
            ConditionKind::Always(whose, inner) => {
                sides(*whose, frame.own).into_iter().any(|side| self.always(position, side, inner, frame))
            }
            ConditionKind::Deed(deed) => self.is_deed(position, deed, frame),
            ConditionKind::Before(inner) => match frame.before {
                Some(before) => self.holds(before, inner, &earlier(frame)),
                None => holds(inner),
            },
        }
    }

    /// `true` if a rule applies by its `when` and its `unless`.
    pub(crate) fn applies(
        &self,
        position: &Position,
        (when, unless): (Option<&Condition>, Option<&Condition>),
        frame: &Frame<'_>,
    ) -> bool {
        when.is_none_or(|when| self.holds(position, when, frame))
            && !unless.is_some_and(|unless| self.holds(position, unless, frame))
    }

    fn within(&self, position: &Position, all: Elements, within: Option<&Within>, frame: &Frame<'_>) -> usize {
        let many = number_of(position, &all);
        let Some(within) = within else { return many };
        let lying = number_of(position, &self.among(position, all, &within.set, frame));
        if within.not { many - lying } else { lying }
    }

    /// `true` if a side is in a state. In an end, only the side to move can be without moves, because it is not the
    /// other side's turn. For the test whether an end cuts the game, a side without moves does not count.
    fn is_in_state(&self, position: &Position, side: Player, state: State, frame: &Frame<'_>) -> bool {
        let event = frame.event;
        if state == State::Out || position.is_out(side) {
            return state == State::Out && position.is_out(side);
        }
        let is_asked = event != Event::Cut && (event != Event::End || side == position.turn);
        if state != State::InCheck && !is_asked {
            return false;
        }
        // Conditions about legal moves could be nested without end. From this depth on, every check counts as mate.
        let deep = position.depth >= MOST_QUESTIONS;
        let stuck = || deep || self.has_no_move(&turned(position, side));
        match state {
            State::InCheck if frame.layer == Layer::Real => self.in_check(position, side),
            State::InCheck => self.is_checked_in_layer(position, side, frame.layer),
            State::Mated => self.in_check(position, side) && stuck(),
            State::Stuck => stuck(),
            State::Out => position.is_out(side),
        }
    }

    /// `true` if a side is in check by the attacks of a layer.
    fn is_checked_in_layer(&self, position: &Position, side: Player, layer: Layer) -> bool {
        let attacked = |target: &Square| {
            let attacks = |(from, placed)| self.attacks(position, placed, from, *target, (layer, Threat::Check));
            side.others().any(|by| position.of_side(by).any(attacks))
        };
        let together = self.together(position, side);
        self.royals(position, side).iter().any(attacked) || !together.is_empty() && together.iter().all(attacked)
    }

    /// `true` if a side would have a legal move of a kind if it had the turn. After a move, the own side continues its
    /// turn.
    fn can(&self, position: &Position, side: Player, deed: &Deed, frame: &Frame<'_>) -> bool {
        if position.depth >= MOST_QUESTIONS || position.is_out(side) {
            return false;
        }
        let mut turned = turned(position, side);
        if let Some(before) = frame.before.filter(|_| frame.own == side && frame.event != Event::Offer) {
            turned.made = before.made.saturating_add(1);
            turned.last = self.last_of(before, frame, &[]);
        }
        let moves = self.legal_moves(&turned);
        moves.iter().any(|(made, after)| self.is_deed(after, deed, &self.frame_of(&turned, made)))
    }

    /// `true` if a condition held after each own move of a side since the position first occurred.
    fn always(&self, position: &Position, side: Player, inner: &Condition, frame: &Frame<'_>) -> bool {
        let Some(past) = frame.past else { return false };
        let same = |other: &Position| self.is_same(other, position);
        let Some(first) = past.iter().position(same) else { return false };
        let after_own = past[first + 1..].iter().filter(|after| after.turn != side);
        let all: Vec<&Position> = after_own.collect();
        let asked = Frame { past: None, ..Frame::of_side(side) };
        !all.is_empty() && all.iter().all(|after| self.holds(after, inner, &asked))
    }

    /// The number of occurrences of the position, this one included. While a move is being made, the position is that
    /// at the end of the turn.
    fn occurrences(&self, position: &Position, frame: &Frame<'_>) -> usize {
        let Some(before) = frame.before else {
            return 1 + self.earlier_ones(position).filter(|other| self.is_same(other, position)).count();
        };
        let ends = before.made.saturating_add(1) >= self.moves_of_turn(before);
        let turn = if ends { !before.turn } else { before.turn };
        let made = if ends { 0 } else { before.made.saturating_add(1) };
        let now = Position { turn, made, ..position.clone() };
        1 + std::iter::once(before).chain(self.earlier_ones(before)).filter(|other| self.is_same(other, &now)).count()
    }

    /// The positions that led to a position.
    fn earlier_ones<'p>(&self, position: &'p Position) -> impl Iterator<Item = &'p Position> {
        std::iter::successors(position.earlier.0.as_deref(), |earlier| earlier.earlier.0.as_deref())
    }

    /// `true` if two positions are the same for repetition.
    pub(crate) fn is_same(&self, one: &Position, other: &Position) -> bool {
        let bare = |position: &Position| {
            let (last, passed) = (Default::default(), self.usable(position));
            let castling = sorted(&position.castling);
            Position {
                castling,
                halfmoves: 0,
                fullmoves: 0,
                count: None,
                last,
                dropped: None,
                rolled: None,
                passed,
                passed_too: None,
                ..position.clone()
            }
        };
        bare(one) == bare(other)
    }

    /// The value of a number, in thousandths.
    pub(crate) fn number(&self, position: &Position, number: &Number, frame: &Frame<'_>) -> i64 {
        const ONE: i64 = 1000;
        let value = |number| self.number(position, number, frame);
        match &number.kind {
            NumberKind::Constant(value) => *value,
            NumberKind::Count(set) => ONE * number_of(position, &self.elements(position, set, frame)) as i64,
            NumberKind::Worth(set) => {
                let elements = self.elements(position, set, frame);
                let worth = |one| match self.cell_of(position, one) {
                    Some(cell) => equal_pieces(position, one) as i64 * self.tree.worth_of(cell.piece),
                    None => 0,
                };
                elements.iter().map(worth).sum()
            }
            NumberKind::Distance(from, to) => {
                let places = |set| self.elements(position, set, frame).squares();
                ONE * self.distance(&places(from), &places(to)).unwrap_or(0) as i64
            }
            NumberKind::Turn => {
                let before = frame.before.unwrap_or(position);
                let turns = before.turn.players() as i64 * (i64::from(before.fullmoves) - 1);
                ONE * (turns + 1 + before.turn.index() as i64)
            }
            NumberKind::MovesLeft => {
                let before = frame.before.unwrap_or(position);
                ONE * (i64::from(self.moves_of_turn(before)) - i64::from(before.made) - 1).max(0)
            }
            NumberKind::MovesMade => ONE * i64::from(frame.before.unwrap_or(position).made),
            NumberKind::Repeats => match frame.past {
                Some(past) => ONE * past.iter().filter(|other| self.is_same(other, position)).count() as i64,
                None => ONE * self.occurrences(position, frame) as i64,
            },
            NumberKind::Counter(whose, id) => {
                let counters = position.counters.get(id.index()).copied().unwrap_or_default();
                counters[counter_index(Counter { whose: *whose, id: *id }, frame.own)]
            }
            NumberKind::Plus(one, other) => value(one).saturating_add(value(other)),
            NumberKind::Minus(one, other) => value(one).saturating_sub(value(other)),
            NumberKind::Rest(one, other) => {
                ONE * (value(one) / ONE).checked_rem_euclid(value(other) / ONE).unwrap_or(0)
            }
            NumberKind::Before(inner) => match frame.before {
                Some(before) => self.number(before, inner, &earlier(frame)),
                None => value(inner),
            },
        }
    }

    /// `true` if the move at hand is of a kind. `position` is the position at hand.
    pub(crate) fn is_deed(&self, position: &Position, deed: &Deed, frame: &Frame<'_>) -> bool {
        let parts = &deed.kind;
        let Some(made) = frame.made else { return false };
        let before = frame.before.unwrap_or(position);
        let is_kind = match parts.kind {
            DeedKind::Any => frame.event == Event::Move,
            DeedKind::Move => {
                matches!(
                    made.kind,
                    Kind::Step | Kind::EnPassant | Kind::Returning | Kind::Promoting | Kind::Castling { .. }
                )
            }
            DeedKind::Capture | DeedKind::Attack => !frame.captured.is_empty(),
            DeedKind::Check => frame.own.enemies().any(|enemy| self.in_check(position, enemy)),
            DeedKind::Drop => made.kind == Kind::Drop,
            DeedKind::Castling => matches!(made.kind, Kind::Castling { .. }),
            DeedKind::EnPassant => made.kind == Kind::EnPassant,
            DeedKind::Promotion => made.becomes.is_some() && made.kind != Kind::Drop,
            DeedKind::Step => frame.event == Event::Step,
            DeedKind::Turn => frame.event == Event::Turn,
            DeedKind::Pass => match made.kind {
                Kind::Instead(id) => match &self.tree.rules[id.index()].kind.kind {
                    RuleKind::Instead { block, .. } => block.effects.is_empty(),
                    _ => false,
                },
                _ => made.is_pass(),
            },
            DeedKind::Rule(id) => made.kind == Kind::Instead(id),
        };
        if !is_kind || (parts.quiet && !frame.captured.is_empty()) {
            return false;
        }
        if parts.first && !self.is_unmoved(before, made.from) {
            return false;
        }
        if [&parts.of, &parts.by, &parts.from, &parts.to].iter().all(|set| set.is_none()) {
            return true;
        }
        let asked = Frame { mover: Some(made.from), ..frame.clone() };
        let of = parts.of.as_ref().is_none_or(|set| match made.kind {
            Kind::Drop => self.lies_in(before, set, Element::Held(frame.own, None, made.piece), &asked),
            _ => {
                let gone = frame.captured.iter().map(|(square, cell)| Element::Gone(*square, *cell));
                gone.into_iter().any(|one| self.lies_in(before, set, one, &asked))
            }
        });
        let on = |set: &ferz_core::rules::tree::Set, square, at: &Position| {
            self.lies_in(at, set, Element::On(square), &asked)
        };
        let by = parts.by.as_ref().is_none_or(|set| match made.kind {
            Kind::Drop => self.lies_in(before, set, Element::Held(frame.own, None, made.piece), &asked),
            _ if frame.mover.is_none() && frame.origin.is_empty() => false,
            _ => on(set, made.from, before),
        });
        let from = parts.from.as_ref().is_none_or(|set| made.kind != Kind::Drop && on(set, made.from, position));
        let to = parts.to.as_ref().is_none_or(|set| match made.kind {
            Kind::Instead(_) => frame.destination.iter().any(|square| on(set, *square, position)),
            // A move of several steps may have ended on another square than its first step.
            _ => on(set, frame.destination.first().copied().unwrap_or(made.to), position),
        });
        of && by && from && to
    }

    /// Copies the values of marks, counters and stores from a setup.
    pub(crate) fn remember(&self, position: &mut Position, told: &Told) {
        use ferz_core::rules::tree::Held;
        for (index, declaration) in self.tree.state.iter().enumerate() {
            let squares = told.marked.on(index);
            match declaration.kind.kind {
                Held::PieceMarks { .. } => {
                    for square in squares.iter() {
                        if let Some(cell) = position.at(square) {
                            let marks = cell.marks | 1u64.checked_shl(index as u32).unwrap_or(0);
                            position.put(square, Some(Cell { marks, ..cell }));
                        }
                    }
                }
                Held::SquareMarks => position.marked[index] = squares,
                Held::GameCounter(_) | Held::SideCounter(_) => {
                    self.remember_counter(position, told, index);
                }
                Held::Pieces => {
                    if let Some(kept) = told.kept.get(index) {
                        position.kept[index] = ByPlayer::of(kept.clone(), self.tree.sides.written(), Vec::new());
                    }
                }
            }
        }
        position.made = told.made;
        (position.passed_too, position.passed_in_turn) = (told.passed_too, told.passed_in_turn);
        let cell = |stood: &Stood| {
            let placed = stood.piece?;
            Some(Cell {
                marks: stood.marks,
                promoted: placed.promoted,
                ..Cell::new(placed.piece, self.written(placed.side))
            })
        };
        let element = |stood: &Stood| match cell(stood) {
            Some(cell) => Element::Gone(stood.square, cell),
            None => Element::On(stood.square),
        };
        let last = &told.last;
        if *last != LastMove::default() {
            position.last = Last {
                mover: last.mover,
                origin: last.origin.iter().map(element).collect(),
                destination: last.destination.to_vec(),
                captured: last.captured.iter().filter_map(|stood| Some((stood.square, cell(stood)?))).collect(),
                chosen: last.chosen.iter().map(element).collect(),
            };
        }
    }

    /// Adds the marks, counters and kept values that the rules declare under `state`, with their values at the start.
    pub(crate) fn declare(&self, position: &mut Position) {
        use ferz_core::rules::tree::Held;
        for declaration in &self.tree.state {
            position.marked.push(SquareSet::EMPTY);
            position.kept.push(ByPlayer::all(Vec::new()));
            position.counters.push(match &declaration.kind.kind {
                Held::GameCounter(start) => [*start; MOST],
                Held::SideCounter(start) => self.by_side(start.white, start.black),
                _ => [0; MOST],
            });
        }
    }
}

/// The number of squares and pieces in a set. A kind of piece off the board counts as often as the side holds it.
fn number_of(position: &Position, elements: &Elements) -> usize {
    elements.iter().map(|one| equal_pieces(position, one)).sum()
}

/// How many equal pieces an element stands for.
fn equal_pieces(position: &Position, element: Element) -> usize {
    let many = match element {
        Element::Held(side, None, piece) => usize::from(position.held(side, piece)),
        Element::Held(side, Some(id), piece) => match position.kept.get(id.index()) {
            Some(kept) => kept[side].iter().filter(|other| **other == piece).count(),
            None => 0,
        },
        Element::On(_) | Element::Gone(..) => 1,
    };
    // The element may come from the position before the move.
    many.max(1)
}

/// The place of a counter.
pub(crate) fn counter_index(counter: Counter, own: Player) -> usize {
    let side = counter.whose.and_then(|whose| sides(whose, own).first().copied());
    side.map_or(0, Player::index)
}

fn sorted(rights: &[CastlingRight]) -> Vec<CastlingRight> {
    let mut rights = rights.to_vec();
    rights.sort_unstable();
    rights
}

/// The position with this side to move.
pub(crate) fn turned(position: &Position, side: Player) -> Position {
    let enemy = |square| position.at(square).is_some_and(|victim| !victim.is_of(side));
    let passed = position.passed.filter(|passed| enemy(passed.victim));
    let passed_too = position.passed_too.filter(|passed| enemy(passed.victim));
    let depth = position.depth.saturating_add(1);
    Position { turn: side, passed, passed_too, depth, ..position.clone() }
}

//! Conditions of the language of rules.

use crate::position::Position;
use crate::rules::tree::{Comparison, Condition, ConditionKind, Meaning, Quantity, Within};

use super::super::engine::Engine;
use super::element::{Element, Elements};
use super::frame::Frame;
use super::viewer::side_of;

/// `when:` and `unless:`.
pub(super) type Conditions<'t> = (Option<&'t Condition>, Option<&'t Condition>);

impl<const W: usize> Engine<W> {
    /// `true` if a condition holds.
    pub(super) fn holds(&self, position: &Position<W>, condition: &Condition, frame: &Frame<'_, W>) -> bool {
        let holds = |condition: &Condition| self.holds(position, condition, frame);
        match &condition.kind {
            ConditionKind::Or(all) => all.iter().any(holds),
            ConditionKind::And(all) => all.iter().all(holds),
            ConditionKind::Not(inner) => !holds(inner),
            ConditionKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Condition(condition) => holds(condition),
                Meaning::Set(_) => false,
            },
            ConditionKind::Is { set, not, within } => {
                let elements = self.elements(position, set, frame);
                let many = elements.len();
                (many > 0 && self.among(position, elements, within, frame).len() == many) != *not
            }
            ConditionKind::Count { many: many @ (Quantity::Any | Quantity::No), set, within: None } => {
                self.has_elements(position, set, frame) == (*many == Quantity::Any)
            }
            ConditionKind::Count { many, set, within } => {
                let elements = self.elements(position, set, frame);
                let all = self.count_of(position, &elements);
                let found = self.count_within(position, elements, within.as_ref(), frame);
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
                let count =
                    |set| self.count_within(position, self.elements(position, set, frame), within.as_ref(), frame);
                if *fewer { count(left) < count(right) } else { count(left) > count(right) }
            }
            ConditionKind::Joined(set, by) => {
                let all = self.elements(position, set, frame);
                let first: Elements<W> = all.first().into_iter().collect();
                !all.is_empty() && self.joined(position, &all, first, by, frame.own).len() == all.len()
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
                side_of(*whose, frame.own).is_some_and(|side| self.is_in_state(position, side, *state, frame))
            }
            ConditionKind::Side(id) => frame.own.index() == id.index(),
            ConditionKind::Can(whose, deed) => {
                side_of(*whose, frame.own).is_some_and(|side| self.can(position, side, deed, frame))
            }
            ConditionKind::Always(whose, inner) => {
                side_of(*whose, frame.own).is_some_and(|side| self.always(position, side, inner, frame))
            }
            ConditionKind::Deed(deed) => self.is_deed(position, deed, frame),
            ConditionKind::Before(inner) => match frame.before {
                Some(before) => self.holds(before, inner, &frame.earlier()),
                None => holds(inner),
            },
        }
    }

    /// `true` if a rule applies by its `when` and its `unless`.
    pub(super) fn applies(&self, position: &Position<W>, (when, unless): Conditions<'_>, frame: &Frame<'_, W>) -> bool {
        when.is_none_or(|when| self.holds(position, when, frame))
            && !unless.is_some_and(|unless| self.holds(position, unless, frame))
    }

    /// `true` if all conditions hold.
    pub(super) fn all_hold(&self, position: &Position<W>, conditions: &[Condition], frame: &Frame<'_, W>) -> bool {
        conditions.iter().all(|condition| self.holds(position, condition, frame))
    }

    fn count_within(
        &self,
        position: &Position<W>,
        all: Elements<W>,
        within: Option<&Within>,
        frame: &Frame<'_, W>,
    ) -> usize {
        let (many, Some(within)) = (self.count_of(position, &all), within) else {
            return self.count_of(position, &all);
        };
        let lying = self.count_of(position, &self.among(position, all, &within.set, frame));
        if within.not { many - lying } else { lying }
    }

    /// The number of squares and pieces in a set. An element off the board stands for all equal pieces there.
    pub(super) fn count_of(&self, position: &Position<W>, all: &Elements<W>) -> usize {
        let others: usize = all.others.iter().map(|one| copies(position, *one)).sum();
        all.on.count() as usize + others
    }
}

/// How many equal pieces an element stands for: as many as the side holds of a piece off the board, otherwise 1.
pub(super) fn copies<const W: usize>(position: &Position<W>, element: Element) -> usize {
    let held = match element {
        Element::Held(side, None, piece) => usize::from(position.in_hand(side, piece)),
        Element::Held(side, Some(id), piece) => {
            let kept = position.told().and_then(|told| told.kept.get(id.index()));
            kept.map_or(0, |kept| kept[side].iter().filter(|other| **other == piece).count())
        }
        _ => 1,
    };
    // A set of the position before the move may hold a piece that has left.
    held.max(1)
}

//! Moves that go on: further steps of the same move.

use ferz_core::board::Square;
use ferz_core::rules::tree::{Block, Condition, DeedKind, DeedParts, EffectKind, Node, RuleKind, Then};
use ferz_core::work::{self, Stopped};

use crate::cell::Cell;
use crate::deed::Move;
use crate::doing::Doing;
use crate::element::Element;
use crate::frame::{Event, Frame};
use crate::oracle::Oracle;
use crate::position::Last;

/// The steps of work that a further step of a move counts as, beside the squares that are copied.
const STEP: usize = 32;

/// A further step that a rule asks for.
struct Onward<'r> {
    /// The index of the rule.
    rule: usize,
    then: &'r Then,
    /// `true` if the player may stop although it is possible to go on.
    may_stop: bool,
    /// `true` if the move is illegal if it cannot go on.
    if_none_forbid: bool,
    /// For each block, the condition that must hold and the one that must not.
    conditions: Vec<(Option<&'r Condition>, Option<&'r Condition>)>,
}

/// A move with more steps goes on without end.
const MOST_STEPS: usize = 500;

impl Oracle {
    /// Makes further steps as long as a rule demands them and a step is possible. `captured` has the pieces that the
    /// previous step captured.
    pub(crate) fn gone_on<'a>(&self, doing: Doing<'a>, first: bool) -> Vec<Doing<'a>> {
        if self.index.goes_on.is_empty() {
            return vec![doing];
        }
        if !work::spend(STEP + doing.position.cells.len()) {
            return Vec::new();
        }
        let captured = if first { doing.frame.captured.clone() } else { doing.position.last.captured.clone() };
        let Some(onward) = self.onward(&doing, &captured) else { return vec![doing] };
        let then = onward.then;
        if doing.route.len() + doing.quiet_stops.len() > (2 * doing.position.cells.len()).min(MOST_STEPS) {
            work::stop(Stopped::Endless(onward.rule));
            return Vec::new();
        }
        let mut doing = doing;
        if first {
            if then.removal_at_end {
                captured.iter().for_each(|(square, _)| leave_as_obstacle(&mut doing, *square));
            }
            doing.position.last = Last {
                mover: doing.frame.mover,
                origin: doing.frame.origin.iter().copied().map(Element::On).collect(),
                destination: doing.frame.destination.clone(),
                captured,
                chosen: Vec::new(),
            };
        }
        let steps = self.further_steps(&doing, then);
        if steps.is_empty() {
            return if onward.if_none_forbid { Vec::new() } else { vec![doing] };
        }
        let mut found = Vec::new();
        if onward.may_stop {
            found.push(doing.clone());
        }
        for step in steps {
            if work::is_stopped() {
                return Vec::new();
            }
            let next = self.stepped(&doing, &step, then);
            let followed = self.followed(vec![next], Event::Step);
            found.extend(followed.into_iter().flat_map(|next| self.gone_on(next, false)));
        }
        found
    }

    /// The move after one more step.
    fn stepped<'a>(&self, doing: &Doing<'a>, step: &Move, then: &Then) -> Doing<'a> {
        let mut next = doing.clone();
        next.position = self.made(&doing.position, step);
        let mut captured = Vec::new();
        next.quiet_stops.extend(Some(step.from).filter(|_| !step.is_capture()));
        for square in &step.captures {
            captured.extend(doing.position.at(*square).map(|cell| (*square, cell)));
            next.route.push(*square);
            if then.removal_at_end {
                leave_as_obstacle(&mut next, *square);
            }
        }
        next.frame.captured.extend(captured.iter().copied());
        next.frame.mover = Some(step.to);
        next.frame.destination = vec![step.to];
        let (origin, destination) = (vec![Element::On(step.from)], vec![step.to]);
        next.position.last = Last { mover: Some(step.to), origin, destination, captured, chosen: Vec::new() };
        next
    }

    /// The further step that a rule demands, if any. `captured` has the pieces that the last step captured.
    fn onward<'r>(&'r self, doing: &Doing<'_>, captured: &[(Square, Cell)]) -> Option<Onward<'r>> {
        let frame = Frame { captured: captured.to_vec(), ..doing.frame.clone() };
        let step = Doing { frame, ..doing.clone() };
        self.index.goes_on.iter().find_map(|index| {
            let RuleKind::After { deeds, block } = &self.tree.rules[*index].kind.kind else { return None };
            let onward = onward_of(*index, block)?;
            let applies = |conditions: &(Option<&Condition>, Option<&Condition>)| {
                self.applies(&doing.position, *conditions, &doing.frame)
            };
            let is_step = deeds.iter().any(|deed| deed.kind.kind == DeedKind::Step);
            let event = if is_step { Event::Step } else { doing.frame.event };
            let step = Doing { frame: Frame { event, ..step.frame.clone() }, ..step.clone() };
            (self.is_followed(&step, deeds) && onward.conditions.iter().all(applies)).then_some(onward)
        })
    }

    /// The steps with which a move may go on.
    fn further_steps(&self, doing: &Doing<'_>, then: &Then) -> Vec<Move> {
        let Some((from, placed)) = doing.frame.mover.and_then(|from| Some((from, doing.position.at(from)?))) else {
            return Vec::new();
        };
        let kinds = match &then.moves_only_as {
            None => vec![placed.piece],
            Some(set) => {
                let elements = self.elements(&doing.position, set, &doing.frame);
                elements.iter().filter_map(|one| self.cell_of(&doing.position, one)).map(|cell| cell.piece).collect()
            }
        };
        // The destination of the step (`to:`) is evaluated with the words of the move so far.
        let deed = Node::from(DeedParts { to: None, ..then.deed.kind.clone() });
        let leads = |to: Square| {
            then.deed
                .kind
                .to
                .as_ref()
                .is_none_or(|set| self.lies_in(&doing.position, set, Element::On(to), &doing.frame))
        };
        let mut found = Vec::new();
        for kind in kinds {
            let as_kind = Cell { piece: kind, ..placed };
            let mut seen = doing.position.clone();
            seen.put(from, Some(as_kind));
            for made in self.moves_of(&seen, as_kind, from, false) {
                let frame = self.frame_of(&doing.position, &made);
                let step = || Frame { event: Event::Step, ..frame.clone() };
                let fits = leads(made.to)
                    && !self.captures_what_is_safe(&doing.position, &made)
                    && self.is_deed(&doing.position, &deed, &frame)
                    && !self.is_forbidden(&doing.position, &frame)
                    && !self.is_forbidden(&doing.position, &step());
                if fits {
                    found.push(Move { piece: placed.piece, ..made });
                }
            }
        }
        found
    }
}

/// The further step that a block demands.
fn onward_of(rule: usize, block: &Block) -> Option<Onward<'_>> {
    let own = (block.when.as_ref(), block.unless.as_ref());
    block.effects.iter().find_map(|effect| match &effect.kind {
        EffectKind::Then(then) => Some(Onward {
            rule,
            then,
            may_stop: then.may_stop,
            if_none_forbid: then.if_none_forbid || block.if_none_forbid,
            conditions: vec![own],
        }),
        EffectKind::May(inner) => {
            let onward = onward_of(rule, inner)?;
            let conditions = onward.conditions.into_iter().chain([own]).collect();
            Some(Onward { may_stop: true, conditions, ..onward })
        }
        _ => None,
    })
}

/// Leaves a captured piece as an obstacle until the move is over.
fn leave_as_obstacle(doing: &mut Doing<'_>, square: Square) {
    doing.position.walls.insert(square);
    doing.blocking_captured.push(square);
}

//! Moves that go on: further steps of the same move.

use smallvec::{SmallVec, smallvec};

use crate::board::Square;
use crate::position::Position;
use crate::rules::LastMove;
use crate::rules::tree::{Block, DeedKind, EffectKind, RuleKind, Then};
use crate::work::{self, Stopped};

use super::super::engine::Engine;
use super::candidates::{Candidate, candidate_of};
use super::conditions::Conditions;
use super::doing::{Doing, Ongoing};
use super::element::{Body, Element};
use super::frame::Event;
use super::viewer::Viewer;

/// The captures of a step.
type Captured = SmallVec<[(Square, Body); 2]>;

/// The steps of work that a further step of a move counts as.
const STEP: usize = 32;

/// A move with more further steps than this for each square of the board goes on without end.
const MOST_STEPS_A_SQUARE: usize = 2;

/// The most further steps of a move on any board. They are counted by recursion.
const MOST_STEPS: usize = 500;

/// A further step that a rule asks for.
struct Onward<'r> {
    /// The index of the rule in the tree.
    rule: usize,
    then: &'r Then,
    /// `true` if the player may stop although it is possible to go on.
    may_stop: bool,
    /// `true` if the move is illegal if it cannot go on.
    if_none_forbid: bool,
    /// The conditions of each block around it.
    conditions: SmallVec<[Conditions<'r>; 2]>,
}

impl<const W: usize> Engine<W> {
    /// Makes further steps as long as a rule demands them and a step is possible.
    pub(super) fn gone_on<'a>(&self, doing: Box<Doing<'a, W>>, first: bool) -> Ongoing<'a, W> {
        if self.tree.goes_on.is_empty() {
            return smallvec![doing];
        }
        // The number of ways in which a move can go on may be very large.
        if !work::spend(STEP) {
            return Ongoing::new();
        }
        let captured: Captured = match first {
            true => SmallVec::from_slice(&doing.frame.captured),
            false => self.captured_last(&doing),
        };
        let mut doing = doing;
        let Some(onward) = self.onward(&mut doing, &captured) else { return smallvec![doing] };
        let then = onward.then;
        let most = (MOST_STEPS_A_SQUARE * self.rules.geometry.len()).min(MOST_STEPS);
        if doing.route.len() + doing.quiet_stops.len() > most {
            // A move without end cannot be made, and the author of the file has to learn of it.
            work::stop(Stopped::Endless(onward.rule));
            return Ongoing::new();
        }
        if first {
            if then.removal_at_end {
                captured.iter().for_each(|(square, _)| leave_as_obstacle(&mut doing, *square));
            }
            doing.position.told_mut().last = LastMove {
                mover: doing.frame.mover(),
                origin: doing.frame.origin.iter().map(|square| bare(*square)).collect(),
                destination: doing.frame.destination.clone(),
                captured: captured.iter().map(|(square, body)| body.stood_on(*square)).collect(),
                chosen: SmallVec::new(),
            };
        }
        let steps = self.further_steps(&doing, then);
        if steps.is_empty() {
            return if onward.if_none_forbid { Ongoing::new() } else { smallvec![doing] };
        }
        let mut found = Ongoing::new();
        if onward.may_stop {
            found.push(doing.clone());
        }
        for step in steps {
            let next = self.stepped(&doing, &step, then);
            let followed = self.followed(smallvec![next], Event::Step);
            found.extend(followed.into_iter().flat_map(|next| self.gone_on(next, false)));
            if !work::has_room(found.len() * std::mem::size_of::<Doing<'_, W>>()) {
                return Ongoing::new();
            }
        }
        found
    }

    fn captured_last(&self, doing: &Doing<'_, W>) -> Captured {
        let last = doing.position.told().map(|told| &told.last);
        let captured = last.iter().flat_map(|last| &last.captured);
        captured.filter_map(|stood| Some((stood.square, super::element::body_of(stood.piece?, stood.marks)))).collect()
    }

    /// The move after one more step.
    fn stepped<'a>(&self, doing: &Doing<'a, W>, step: &Candidate<W>, then: &Then) -> Box<Doing<'a, W>> {
        let mut next = Box::new(doing.at(self.base_made(&doing.position, step)));
        let step = &step.mv;
        let mut captured = Captured::new();
        if !step.is_capture() {
            next.quiet_stops.push(step.from);
        }
        for square in step.captures().squares().iter() {
            captured.extend(self.body_on(&doing.position, *square).map(|body| (*square, body)));
            next.route.push(*square);
            if then.removal_at_end {
                leave_as_obstacle(&mut next, *square);
            }
        }
        next.frame.captured.extend(captured.iter().copied());
        next.frame.mover.set(Some(step.to));
        next.frame.destination = SmallVec::from_slice(&[step.to]);
        next.position.told_mut().last = LastMove {
            mover: Some(step.to),
            origin: SmallVec::from_slice(&[bare(step.from)]),
            destination: SmallVec::from_slice(&[step.to]),
            captured: captured.iter().map(|(square, body)| body.stood_on(*square)).collect(),
            chosen: SmallVec::new(),
        };
        next
    }

    /// The further step that a rule demands, if any. The captures of the last step decide whether that step was a capture.
    fn onward<'r>(&'r self, doing: &mut Doing<'_, W>, captured: &Captured) -> Option<Onward<'r>> {
        self.tree.goes_on.iter().find_map(|index| {
            let RuleKind::After { deeds, block } = &self.rules.tree.rules[*index].kind.kind else { return None };
            let onward = onward_of(*index, block)?;
            let all = std::mem::replace(&mut doing.frame.captured, SmallVec::from_slice(captured));
            let event = doing.frame.event;
            if deeds.iter().any(|deed| deed.kind.kind == DeedKind::Step) {
                doing.frame.event = Event::Step;
            }
            let is_followed = self.is_followed(doing, deeds);
            (doing.frame.captured, doing.frame.event) = (all, event);
            let applies = |conditions: &Conditions<'_>| self.applies(&doing.position, *conditions, &doing.frame);
            (is_followed && onward.conditions.iter().all(applies)).then_some(onward)
        })
    }

    /// The steps with which a move may go on.
    fn further_steps(&self, doing: &Doing<'_, W>, then: &Then) -> Vec<Candidate<W>> {
        let Some(from) = doing.frame.mover() else { return Vec::new() };
        let Some(placed) = self.body_on(&doing.position, from) else { return Vec::new() };
        let Some(piece) = placed.cell.piece() else { return Vec::new() };
        let kinds: SmallVec<[_; 2]> = match &then.moves_only_as {
            None => SmallVec::from_slice(&[piece]),
            Some(set) => {
                let elements = self.elements(&doing.position, set, &doing.frame);
                let bodies = elements.iter().filter_map(|one| self.body_of(&doing.position, one));
                bodies.filter_map(|body| body.cell.piece()).collect()
            }
        };
        // The destinations of the step are evaluated with the words of the move so far.
        let deed = &then.deed;
        let leads = |to: Square| {
            let to_set = deed.kind.to.as_ref();
            to_set.is_none_or(|set| self.lies_in(&doing.position, set, Element::On(to), &doing.frame))
        };
        // A neutral piece goes as the side that moves it.
        let side = if placed.cell.is_neutral() { doing.frame.own } else { placed.cell.side() };
        let mut found = Vec::new();
        for kind in kinds {
            let cell = if kind == piece { placed.cell } else { crate::position::Cell::of(kind, side) };
            let mut changed = None;
            if cell != placed.cell {
                let changed: &mut Position<W> = changed.insert(doing.position.unlogged_copy());
                self.put_body(changed, from, Body { cell, ..placed });
            }
            let seen = changed.as_ref().unwrap_or(&doing.position);
            let mover = doing.position.state.turn;
            for walked in self.walks(seen, Viewer { mover, side, piece: kind, from }, false) {
                let mut step: Candidate<W> = candidate_of(Viewer { mover, side, piece: kind, from }, &walked);
                step.mv.piece = piece;
                if !leads(step.mv.to) || self.takes_immune(&doing.position, &step.mv) {
                    continue;
                }
                let mut frame = self.frame_of(&doing.position, &step.mv);
                if !self.is_deed_to(&doing.position, (deed, deed.kind.kind), None, &frame)
                    || self.is_forbidden(&doing.position, &mut frame)
                {
                    continue;
                }
                frame.event = Event::Step;
                if !self.is_forbidden(&doing.position, &mut frame) {
                    found.push(step);
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
            conditions: SmallVec::from_slice(&[own]),
        }),
        EffectKind::May(inner) => {
            let mut onward = onward_of(rule, inner)?;
            onward.conditions.push(own);
            Some(Onward { may_stop: true, ..onward })
        }
        _ => None,
    })
}

/// Leaves a captured piece as an obstacle until the move is over.
fn leave_as_obstacle<const W: usize>(doing: &mut Doing<'_, W>, square: Square) {
    doing.position.set_wall(square, true);
    doing.blocking_captured.push(square);
}

/// A square without the piece that it had.
fn bare(square: Square) -> crate::rules::Stood {
    crate::rules::Stood { square, piece: None, marks: 0 }
}

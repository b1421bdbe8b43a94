//! Kinds of moves.

use crate::board::Square;
use crate::position::Position;
use crate::rules::Pass;
use crate::rules::tree::{Block, Deed, DeedKind, DeedParts, Rule, RuleKind, Set};

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::element::Element;
use super::frame::{Event, Frame};

impl<const W: usize> Engine<W> {
    /// `true` if the move at hand is of a kind. `position` is the position at hand.
    pub(super) fn is_deed(&self, position: &Position<W>, deed: &Deed, frame: &Frame<'_, W>) -> bool {
        self.is_deed_of(position, (deed, deed.kind.kind), frame)
    }

    /// The same as [`is_deed`](Engine::is_deed), with `kind` in place of the deed's own kind.
    pub(super) fn is_deed_of(
        &self,
        position: &Position<W>,
        (deed, kind): (&Deed, DeedKind),
        frame: &Frame<'_, W>,
    ) -> bool {
        self.is_deed_to(position, (deed, kind), deed.kind.to.as_ref(), frame)
    }

    /// The same as [`is_deed_of`](Engine::is_deed_of), with `to` in place of the deed's own destinations.
    pub(super) fn is_deed_to(
        &self,
        position: &Position<W>,
        (deed, kind): (&Deed, DeedKind),
        to: Option<&Set>,
        frame: &Frame<'_, W>,
    ) -> bool {
        let parts = &deed.kind;
        let Some(made) = &frame.made else { return false };
        if !self.is_of_kind(position, kind, made, frame) || (parts.quiet && !frame.captured.is_empty()) {
            return false;
        }
        if parts.first && !self.is_unmoved(frame.before.unwrap_or(position), made.from) {
            return false;
        }
        if to.is_none() && [&parts.of, &parts.by, &parts.from].iter().all(|set| set.is_none()) {
            return true;
        }
        // Most moves capture nothing: no need to look further.
        if parts.of.is_some() && frame.captured.is_empty() && made.kind() != MoveKind::Drop {
            return false;
        }
        let has_mover = frame.mover().is_some() || !frame.origin.is_empty();
        if parts.by.is_some() && !has_mover && made.kind() != MoveKind::Drop {
            return false;
        }
        frame.with_mover(Some(made.from), |frame| self.has_parts(position, (made, parts), to, frame))
    }

    /// `true` if the pieces and squares of a move lie in the sets of a deed. The mover of `frame` is the piece where the move starts.
    fn has_parts(
        &self,
        position: &Position<W>,
        (made, parts): (&Move, &DeedParts),
        to: Option<&Set>,
        frame: &Frame<'_, W>,
    ) -> bool {
        let before = frame.before.unwrap_or(position);
        let dropped = Element::Held(frame.own, None, made.piece);
        let is_drop = made.kind() == MoveKind::Drop;
        let on = |set: &Set, square: Square, at: &Position<W>| self.lies_in(at, set, Element::On(square), frame);
        let of = |set: &Set| match is_drop {
            true => self.lies_in(before, set, dropped, frame),
            false => {
                let gone = frame.captured.iter().map(|(square, body)| Element::Gone(*square, *body));
                gone.into_iter().any(|one| self.lies_in(before, set, one, frame))
            }
        };
        let by = |set: &Set| match is_drop {
            true => self.lies_in(before, set, dropped, frame),
            false => on(set, made.from, before),
        };
        let to_lies = |set: &Set| match made.kind() {
            MoveKind::Rule(_) => frame.destination.iter().any(|square| on(set, *square, position)),
            // A move that goes on in steps has come further than its first one.
            _ => on(set, frame.destination.first().copied().unwrap_or(made.to), position),
        };
        parts.of.as_ref().is_none_or(of)
            && parts.by.as_ref().is_none_or(by)
            && parts.from.as_ref().is_none_or(|set| !is_drop && on(set, made.from, position))
            && to.is_none_or(to_lies)
    }

    fn is_of_kind(&self, position: &Position<W>, kind: DeedKind, made: &Move, frame: &Frame<'_, W>) -> bool {
        match kind {
            DeedKind::Any => frame.event == Event::Move,
            DeedKind::Move => !matches!(made.kind(), MoveKind::Drop | MoveKind::Rule(_)) && !self.passes_by_key(made),
            DeedKind::Capture | DeedKind::Attack => !frame.captured.is_empty(),
            DeedKind::Check => self.in_check(position, !frame.own),
            DeedKind::Drop => made.kind() == MoveKind::Drop,
            DeedKind::Castling => matches!(made.kind(), MoveKind::Castling { .. }),
            DeedKind::EnPassant => made.kind() == MoveKind::EnPassant,
            DeedKind::Promotion => made.promotion().is_some() && made.kind() != MoveKind::Drop,
            DeedKind::Step => frame.event == Event::Step,
            DeedKind::Turn => frame.event == Event::Turn,
            DeedKind::Pass => self.is_told_pass(made),
            DeedKind::Rule(id) => made.kind() == MoveKind::Rule(id.0),
        }
    }

    /// `true` for a pass that a recognised rule allows: no piece moves, and no step is made.
    pub(super) fn passes_by_key(&self, made: &Move) -> bool {
        self.rules.constraints.pass != Pass::Never && made.kind() == MoveKind::Normal && made.is_pass()
    }

    /// `true` if nothing changes by a move.
    pub(super) fn is_told_pass(&self, made: &Move) -> bool {
        match made.kind() {
            MoveKind::Rule(id) => self.block_of_offer(usize::from(id)).is_some_and(|block| block.effects.is_empty()),
            _ => made.is_pass(),
        }
    }

    /// The effects that a rule offers in place of a move.
    pub(super) fn block_of_offer(&self, index: usize) -> Option<&Block> {
        match &self.rules.tree.rules.get(index)?.kind.kind {
            RuleKind::Instead { block, .. } => Some(block),
            _ => None,
        }
    }

    /// Some rules of the tree.
    pub(super) fn listed<'a>(&'a self, rules: &'a [usize]) -> impl Iterator<Item = &'a Rule> {
        rules.iter().map(|index| &self.rules.tree.rules[*index])
    }
}

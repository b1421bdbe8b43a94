//! Reasons why a piece may not be dropped.

use crate::board::{Square, SquareSet};
use crate::interpreter::MoveKind;
use crate::rules::{DropPlace, HandRule, PieceId};

use super::Case;
use super::reason::Reason;

impl Case<'_> {
    /// The rules that forbid a drop.
    pub(super) fn refuse_drop(&mut self, form: PieceId, to: Square) -> Vec<Reason> {
        let rules = self.game.shared_rules();
        let us = self.setup.turn;
        if rules.hand.is_none() {
            return vec![Reason::NoHands];
        }
        // A piece that is dropped in another form is in hand in its own form.
        let held = |id: &PieceId| {
            let drop = rules.piece(*id).drop.as_ref();
            self.setup.hands[us][id.index()] > 0 && drop.is_some_and(|drop| drop.also_as.contains(&form))
        };
        let piece = rules.piece_ids().find(held).unwrap_or(form);
        if self.setup.hands[us][piece.index()] == 0 && rules.hand != Some(HandRule::Unlimited) {
            return vec![Reason::NotInHand { piece, side: us }];
        }
        let definition = rules.piece(piece);
        let Some(rule) = &definition.drop else { return vec![Reason::NeverDropped { piece }] };
        if self.setup.pieces[to.index()].is_some() || self.setup.walls.contains(to) {
            return vec![Reason::DropOccupied { piece, to }];
        }
        if !rule.on[us].contains(to) {
            return vec![Reason::DropRegion { piece, to }];
        }
        if !definition.confined[us].contains(to) {
            return vec![Reason::Confined { piece, to }];
        }
        if let Some(reason) = self.file_is_full(piece, to) {
            return vec![reason];
        }
        let wanted = ((form != piece).then_some(form), piece, to);
        let mut drops = self.pseudo.iter().filter(|made| made.kind() == MoveKind::Drop);
        let made = drops.find(|made| (made.promotion(), made.piece, made.to) == wanted);
        match made.cloned() {
            Some(made) => self.refuse_pseudo(&made),
            None if self.has_free(rule.first[us]) && !rule.first[us].contains(to) => vec![Reason::DropFirst { piece }],
            None if rule.place != DropPlace::Free => vec![Reason::DropPlace { piece, to }],
            None => Vec::new(),
        }
    }

    /// Returns `true` if a square of a region is empty.
    fn has_free(&self, region: SquareSet) -> bool {
        let free = |square: Square| self.setup.pieces[square.index()].is_none() && !self.setup.walls.contains(square);
        (region & self.game.rules().geometry.squares()).iter().any(free)
    }

    fn file_is_full(&self, piece: PieceId, to: Square) -> Option<Reason> {
        let rules = self.game.rules();
        let most = rules.piece(piece).drop.as_ref()?.per_file?;
        let geometry = &rules.geometry;
        let same = |square: &Square| {
            let placed = self.setup.pieces[square.index()];
            geometry.file(*square) == geometry.file(to)
                && placed.is_some_and(|placed| placed.side == self.setup.turn && placed.piece == piece)
        };
        let there: Vec<Square> = geometry.squares().iter().filter(same).collect();
        let full = there.len() >= usize::from(most);
        let other = *there.first()?;
        full.then_some(Reason::DropFile { piece, to, other, most })
    }
}

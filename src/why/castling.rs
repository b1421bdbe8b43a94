//! Reasons why a castling move is illegal.

use crate::board::Square;
use crate::interpreter::MoveKind;
use crate::rules::{CastlingOrigin, CastlingRule};

use super::Case;
use super::reason::Reason;

impl Case<'_> {
    /// The castling rule that `O-O` or `O-O-O` stands for. The right with the letter `K` is the short one.
    pub(super) fn castling_meant(&self, long: bool) -> Option<usize> {
        let rules = self.game.rules();
        let us = self.setup.turn;
        let own = || rules.castling.iter().enumerate().filter(|(_, rule)| rule.side == us);
        let short = own().find(|(_, rule)| rule.letter.eq_ignore_ascii_case(&'k')).map(|(index, _)| index);
        match long {
            false => short.or_else(|| own().next().map(|(index, _)| index)),
            true => own().map(|(index, _)| index).find(|index| Some(*index) != short),
        }
    }

    /// The reasons why a piece cannot castle between two squares; `None` if that would not be a castling move.
    pub(super) fn castling_between(&mut self, from: Square, to: Square) -> Option<Vec<Reason>> {
        let rules = self.game.shared_rules();
        let placed = self.setup.pieces[from.index()]?;
        let own = rules.castling.iter().enumerate().filter(|(_, rule)| rule.side == self.setup.turn);
        let mut meant = own.filter(|(index, rule)| {
            let right = self.setup.castling.iter().find(|right| right.rule as usize == *index);
            let starts = match (right, rule.from) {
                (Some(right), _) => right.from == from,
                (None, CastlingOrigin::At(square)) => square == from,
                (None, _) => rules.geometry.rank(from) == rules.geometry.rank(rule.to),
            };
            let partner = match (right, rule.partner_from) {
                (Some(right), _) => right.partner == to,
                (None, CastlingOrigin::At(square)) => square == to,
                _ => self.may_be_partner(rule, (from, to)),
            };
            rule.movers.contains(&placed.piece) && starts && (rule.to == to || partner)
        });
        let rule = meant.next()?.0;
        Some(self.refuse_castling(rule))
    }

    /// The reason, if a step of a royal or single piece by two files looks like a castling, and no castling leads there.
    pub(super) fn no_castling_between(&self, from: Square, to: Square) -> Option<Reason> {
        let rules = self.game.rules();
        let geometry = &rules.geometry;
        let us = self.setup.turn;
        let own = |square: Square| self.setup.pieces[square.index()].filter(|placed| placed.side == us);
        let placed = own(from)?;
        let single = rules.setup.pieces.iter().filter(|other| **other == Some(placed)).count() == 1;
        let is_royal = single || rules.piece(placed.piece).royalty.is_ever_royal();
        let along = geometry.rank(from) == geometry.rank(to) && geometry.file(from).abs_diff(geometry.file(to)) == 2;
        let outwards = |square: &Square| {
            let [start, end, at] = [from, to, *square].map(|square| geometry.file(square));
            geometry.rank(*square) == geometry.rank(from) && at != start && (at > start) == (end > start)
        };
        let partner = geometry.squares().iter().filter(outwards).any(|square| own(square).is_some());
        (is_royal && along && partner).then_some(Reason::NoCastling)
    }

    /// Returns `true` if an own piece on `to` stands where the partner of a castling rule would start. The partner comes over the
    /// square on which the other piece ends.
    fn may_be_partner(&self, rule: &CastlingRule, (from, to): (Square, Square)) -> bool {
        let geometry = &self.game.rules().geometry;
        let own = self.setup.pieces[to.index()].filter(|placed| placed.side == self.setup.turn);
        let is_kind = own.is_some_and(|placed| rule.partners.contains(&placed.piece));
        let beyond =
            (geometry.file(to) > geometry.file(from)) == (geometry.file(rule.to) > geometry.file(rule.partner_to));
        is_kind && geometry.rank(from) == geometry.rank(to) && beyond
    }

    /// The reasons why a castling move is illegal.
    pub(super) fn refuse_castling(&mut self, rule: usize) -> Vec<Reason> {
        let Some(right) = self.setup.castling.iter().find(|right| right.rule as usize == rule).copied() else {
            return vec![Reason::NoCastlingRight { rule }];
        };
        let rules = self.game.shared_rules();
        let (to, partner_to) = (rules.castling[rule].to, rules.castling[rule].partner_to);
        let way = rules.geometry.straight(right.from, to) | rules.geometry.straight(right.partner, partner_to);
        let blocked = way.iter().filter(|square| *square != right.from && *square != right.partner);
        let occupied =
            |square: &Square| self.setup.pieces[square.index()].is_some() || self.setup.walls.contains(*square);
        let blocked: Vec<Reason> =
            blocked.filter(occupied).map(|square| Reason::CastlingBlocked { rule, square }).collect();
        if !blocked.is_empty() {
            return blocked;
        }
        let made = self.pseudo.iter().find(|made| {
            let with = matches!(made.kind(), MoveKind::Castling { partner, .. } if partner == right.partner);
            with && made.from == right.from && made.to == to
        });
        match made.cloned() {
            Some(made) => self.refuse_pseudo(&made),
            None => Vec::new(),
        }
    }
}

//! Errors for combinations of rules that make no sense together or that a position cannot store.

use super::Compiler;
use crate::diagnostic::Code;
use crate::rules::movement::{Leg, Pattern};
use crate::rules::{Beyond, Effects, Piece};
use crate::variant::spec;

impl Compiler<'_> {
    /// Refuses moves that leave no square, such as drops, in games in which a wall must come on the square left.
    pub(super) fn check_walls(&mut self) {
        let Some(rules) = &self.spec.rules else { return };
        let behind =
            rules.walls.as_ref().map(|walls| &walls.built).filter(|built| built.value == spec::WallPlace::Behind);
        if let Some(built) = behind.filter(|_| self.spec.hand.is_some()) {
            let message = "`walls` on the square left cannot be combined with drops, which leave no square";
            self.error(Code::BadValue, built.span, message);
        }
    }

    /// Refuses magnets together with other effects of moves, because the order of the effects would be undefined.
    pub(super) fn check_magnets(&mut self, effects: &Effects, beyond: &Beyond) {
        let relations = self.spec.rules.as_ref().and_then(|rules| rules.relations.as_ref());
        let Some(first) = relations.and_then(|relations| relations.magnets.as_ref()?.phrases().first()) else { return };
        if !effects.is_empty() || beyond.turns.boards.is_some() {
            let message = "`magnets` cannot be combined with walls, `gating`, or boards with separate turns";
            self.error(Code::BadValue, first.span, message);
        }
    }

    /// Refuses moves that pass several squares in games with two boards and separate turns, because the position stores only
    /// one en passant square for each.
    pub(super) fn check_passing(&mut self, pieces: Option<&[Piece]>) {
        let Some(turns) = self.spec.rules.as_ref().and_then(|rules| rules.turns.as_ref()) else { return };
        let Some(span) = turns.boards.as_ref().map(|area| area.span()) else { return };
        let passes_more = |leg: &Leg| {
            let length = usize::from(leg.range.unwrap_or(u8::MAX)) * usize::from(leg.leap.length());
            leg.trail && length > 2
        };
        let passes = |piece: &&Piece| {
            let extra = piece.extra.iter().flat_map(|extra| &extra.movement.patterns);
            piece.movement.patterns.iter().chain(extra).any(|pattern| pattern.legs().iter().any(passes_more))
        };
        let by_moves = pieces.into_iter().flatten().find(passes).map(|piece| piece.name.clone());
        if let Some(name) = by_moves {
            let message = format!(
                "with two boards, a position stores only one en passant square for each, but a {name} may pass several"
            );
            self.error(Code::BadValue, span, message);
        }
    }

    /// Refuses pieces with other moves than leaps in games in which steps pass over walls.
    pub(super) fn check_leaps(&mut self, pieces: Option<&[Piece]>) {
        let relations = self.spec.rules.as_ref().and_then(|rules| rules.relations.as_ref());
        let Some(skips) = relations.and_then(|relations| relations.skips_walls.as_ref()).filter(|skips| skips.value)
        else {
            return;
        };
        let leaps = |piece: &&Piece| {
            let extra = piece.extra.iter().flat_map(|extra| &extra.movement.patterns);
            piece.movement.patterns.iter().chain(extra).all(Pattern::is_single_leap)
        };
        if let Some(piece) = pieces.into_iter().flatten().find(|piece| !leaps(piece)) {
            let message = format!("the moves of a {} are not all single leaps", piece.name);
            self.error(Code::BadValue, skips.span, message);
        }
    }
}

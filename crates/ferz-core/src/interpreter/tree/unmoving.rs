//! The pieces that may move, without those that a rule forbids to move at all.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::tree::Set;

use super::super::engine::Engine;
use super::element::Element;
use super::frame::Frame;

impl<const W: usize> Engine<W> {
    /// Among some pieces that the side to move may move, those that no rule forbids to move at all.
    pub(super) fn not_still(&self, position: &Position<W>, mut pieces: Bitboard<W>, depth: u8) -> Bitboard<W> {
        let us = position.state.turn;
        for still in &self.tree.still {
            let frame = Frame { layer: still.layer, depth, ..Frame::of_side(us) };
            if pieces.is_empty() || !self.all_hold(position, &still.needs, &frame) {
                continue;
            }
            if still.alike {
                let squares = |set: &Set| self.elements(position, set, &frame).on;
                let sets = still.by.iter().chain(&still.from);
                let stay = sets.map(squares).fold(!Bitboard::EMPTY, |all, some| all & some);
                // A word may stand for a piece that was captured. A piece on its square counts as the same.
                let left_out = |set: &Set| self.elements(position, set, &frame).squares();
                pieces &= !stay | still.except.as_ref().map_or(Bitboard::EMPTY, left_out);
                continue;
            }
            let rule = &self.rules.tree.rules[still.rule];
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            let stays = |square: &Square| {
                let frame = Frame { depth, ..Frame::of_piece(us, *square, still.layer) };
                let lies = |set: &Set| self.lies_in(position, set, Element::On(*square), &frame);
                still.by.as_ref().is_none_or(lies)
                    && still.from.as_ref().is_none_or(lies)
                    && self.applies(position, conditions, &frame)
            };
            let stay: Bitboard<W> = pieces.iter().filter(stays).collect();
            pieces &= !stay;
        }
        pieces
    }
}

//! Castling rights that come and go with pieces on their squares.

use std::num::NonZeroU8;

use crate::board::Square;
use crate::rules::{PieceId, Rules};

use super::Position;

impl<const W: usize> Position<W> {
    /// Removes castling rights that need another piece on the square than the one that stands there now.
    pub fn lose_rights_of_changed(&mut self, rules: &Rules, square: Square) {
        let piece = self.cell(square).piece();
        for (bit, castling) in self.castlings.moves.iter().enumerate() {
            let (right, rule) = (castling.right, &rules.castling[castling.right.rule as usize]);
            let fits =
                |at: Square, pieces: &[PieceId]| at != square || piece.is_some_and(|piece| pieces.contains(&piece));
            if !(fits(right.from, &rule.movers) && fits(right.partner, &rule.partners)) {
                self.state.rights &= !(1 << bit);
            }
        }
    }

    /// Grants castling rights that can arise, if both pieces now stand on their squares.
    pub fn gain_rights(&mut self, rules: &Rules, square: Square) {
        let castlings = self.castlings.clone();
        for (bit, castling) in castlings.moves.iter().enumerate() {
            let rule = &rules.castling[castling.right.rule as usize];
            let stands = |square: Square, pieces: &[PieceId]| {
                let placed = self.cell(square).piece_at();
                placed.is_some_and(|placed| placed.side == castling.side && pieces.contains(&placed.piece))
            };
            let (from, partner) = (castling.right.from, castling.right.partner);
            let concerns = rule.dropped && (square == from || square == partner);
            if concerns && stands(from, &rule.movers) && stands(partner, &rule.partners) {
                self.state.rights |= 1 << bit;
            }
        }
    }

    /// Grants the castling rights whose two pieces stand on their squares and count as unmoved.
    pub fn gain_rights_of_unmoved(&mut self, rules: &Rules, square: Square) {
        for (bit, castling) in self.castlings.clone().moves.iter().enumerate() {
            let rule = &rules.castling[castling.right.rule as usize];
            let stands = |square: Square, pieces: &[PieceId]| {
                let placed = self.cell(square).piece_at();
                self.state.unmoved.contains(square)
                    && placed.is_some_and(|placed| placed.side == castling.side && pieces.contains(&placed.piece))
            };
            let (from, partner) = (castling.right.from, castling.right.partner);
            if (square == from || square == partner) && stands(from, &rule.movers) && stands(partner, &rule.partners) {
                self.state.rights |= 1 << bit;
            }
        }
    }

    /// Removes the castling rights that end with a castling move.
    pub fn castle(&mut self, from: Square, partner: Square) {
        let castlings = self.castlings.clone();
        let made = castlings.moves.iter().find(|made| (made.right.from, made.right.partner) == (from, partner));
        if let Some(made) = made {
            self.state.rights &= !made.ends;
            self.state.castled = if made.decides { NonZeroU8::MIN.checked_add(made.right.rule) } else { None };
        }
    }
}

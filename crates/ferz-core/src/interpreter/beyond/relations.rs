//! Effects that pieces have on each other by where they stand: pieces that hold others, and pieces that see each
//! other.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// Returns `true` if the piece on `from` could capture an enemy on `target`.
    pub(super) fn sees(&self, position: &Position<W>, from: Square, target: Square) -> bool {
        let cell = position.cell(from);
        let Some(piece) = cell.piece() else { return false };
        let ends = Ends { enemies: Bitboard::of(target), ..Ends::NONE };
        !self.moves.counted_targets((cell.side(), piece), from, &position.occupied(), ends).is_empty()
    }

    /// The pieces that stand on the other board than a piece.
    pub(in super::super) fn on_other_level(&self, position: &Position<W>, piece: PieceId) -> Bitboard<W> {
        let forms = &self.rules.beyond.levels.forms;
        let Some(level) = forms.iter().find_map(|forms| forms.iter().position(|form| *form == piece)) else {
            return Bitboard::EMPTY;
        };
        let mut others = Bitboard::EMPTY;
        forms.iter().for_each(|forms| others |= position.of_piece(forms[1 - level]));
        others
    }

    /// Squares occupied on the level of a piece: pieces on the other level are ignored. Without a piece, the first level
    /// counts.
    pub(in super::super) fn occupied_on_level(&self, position: &Position<W>, piece: Option<PieceId>) -> Bitboard<W> {
        let forms = &self.rules.beyond.levels.forms;
        let Some([first, _]) = forms.first() else { return position.occupied() };
        position.occupied() & !self.on_other_level(position, piece.unwrap_or(*first))
    }

    /// For each square, the number of pieces of a side that could capture there.
    pub(super) fn guards(&self, position: &Position<W>, side: Side, target: Square) -> u32 {
        let pieces = position.of_side(side).iter();
        pieces.filter(|from| *from != target && self.sees(position, *from, target)).count() as u32
    }
}

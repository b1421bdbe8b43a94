//! Two boards that are drawn as one: the pieces on each.

use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::PieceId;

use super::super::engine::Engine;

impl<const W: usize> Engine<W> {
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
}

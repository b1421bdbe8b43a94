//! Drops: pieces from the hand.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{DropPlace, PieceId, Rules};
use crate::work;

use super::engine::Engine;
use super::held::Held;
use super::moves::{AttackSource, Further, Move, MoveKind};
use super::tables::DropTable;

/// A drop as a move. Its promotion is the piece that comes onto the board, if it differs from the piece in hand.
pub(crate) fn drop((piece, promotion): (PieceId, Option<PieceId>), square: Square) -> Move {
    Move::new((square, square), piece, Further { promotion, ..Further::of_kind(MoveKind::Drop) })
}

impl<const W: usize> Engine<W> {
    /// The empty squares on which a drop of a held piece by the side to move is pseudo-legal.
    #[inline(always)]
    pub(crate) fn drop_squares(&self, position: &Position<W>, table: &DropTable<W>) -> Bitboard<W> {
        let us = position.state.turn;
        if position.in_hand(us, table.piece) == 0 && !self.plan.unlimited {
            return Bitboard::EMPTY;
        }
        let mut squares = table.on[us] & !position.occupied();
        let first = table.first[us] & !position.occupied();
        if !first.is_empty() {
            squares &= first;
        } else if table.place != DropPlace::Free {
            squares = self.well_placed(position, table, squares);
        }
        if self.plan.colours_matter && table.place != DropPlace::OtherColour {
            squares = self.leaving_room(position, squares);
        }
        match table.per_file {
            None => squares,
            Some(most) => squares & self.files_with_room(position, table.piece, most),
        }
    }

    /// The drops of a table on the squares that attacks allow. Drops that may not mate or that bring a royal piece are
    /// verified one by one.
    #[inline(always)]
    pub(crate) fn safe_drops(&self, held: &mut Held<'_, W>, table: &DropTable<W>, landing: Bitboard<W>) -> Bitboard<W> {
        let squares = self.drop_squares(held.read(), table) & landing;
        // The wall that comes with a drop may protect a royal piece: it is verified with each wall.
        let royal = table.royal && !self.plan.special.walls;
        if (table.mate && !royal) || squares.is_empty() {
            return squares;
        }
        held.change(|position| {
            let mut fits = |mv: &Move| {
                let may_mate = table.mate || self.may_mate(position, mv);
                may_mate && (!royal || self.is_safe(position, mv, AttackSource::Tables))
            };
            squares.iter().filter(|to| fits(&drop(table.form(), *to))).collect()
        })
    }

    /// Returns `true` if the side to move can drop a piece that is royal or not depending on other pieces.
    pub(crate) fn may_drop_doubtful_royal(&self, position: &Position<W>) -> bool {
        let held = |piece| self.plan.unlimited || position.in_hand(position.state.turn, piece) > 0;
        self.moves.drops.iter().any(|table| table.doubtful_royal && held(table.piece))
    }

    /// The squares of `squares` whose neighbourhood fits the rule for drops of this piece.
    fn well_placed(&self, position: &Position<W>, table: &DropTable<W>, squares: Bitboard<W>) -> Bitboard<W> {
        let us = position.state.turn;
        let (own, enemies, occupied) = (position.of_side(us), position.of_side(!us), position.occupied());
        let around = &self.board.surroundings;
        match table.place {
            DropPlace::Free => squares,
            DropPlace::Enclosing => around.enclosing(squares, &own, &enemies),
            DropPlace::BesideFriend => squares & around.beside_all(own),
            DropPlace::NotBesideEnemy => squares & !around.beside_orthogonally(enemies),
            DropPlace::OnPile => squares & around.pile_tops(&occupied),
            DropPlace::Pushed => squares & around.pushed(&occupied),
            DropPlace::OtherColour => {
                let pieces = position.pieces(us, table.piece);
                let (dark, light) = (pieces & self.board.dark, pieces & !self.board.dark);
                let mut left = squares;
                if !dark.is_empty() {
                    left &= !self.board.dark;
                }
                if !light.is_empty() {
                    left &= self.board.dark;
                }
                left
            }
        }
    }

    /// `squares` without the last free square of a colour, if a piece in hand must still be dropped on that colour.
    fn leaving_room(&self, position: &Position<W>, squares: Bitboard<W>) -> Bitboard<W> {
        let us = position.state.turn;
        let mut left = squares;
        for table in self.moves.drops.iter().filter(|table| table.place == DropPlace::OtherColour) {
            let pieces = position.pieces(us, table.piece);
            let free = table.on[us] & !position.occupied();
            for colour in [self.board.dark, !self.board.dark] {
                let wanted = position.in_hand(us, table.piece) > 0 && !pieces.intersects(&colour);
                if wanted && (free & colour).count() <= 1 {
                    left &= !(free & colour);
                }
            }
        }
        left
    }

    /// The files on which the side to move has fewer than `most` of a piece.
    fn files_with_room(&self, position: &Position<W>, piece: PieceId, most: u16) -> Bitboard<W> {
        let pieces = position.pieces(position.state.turn, piece);
        let mut room = Bitboard::EMPTY;
        for file in &self.board.files {
            if (pieces & *file).count() < u32::from(most) {
                room |= *file;
            }
        }
        room
    }

    /// All pseudo-legal drops of the side to move.
    pub(crate) fn drops<'a>(&'a self, position: &'a Position<W>) -> impl Iterator<Item = Move> + 'a {
        self.moves.drops.iter().flat_map(|table| self.drops_of(position, table))
    }

    /// The pseudo-legal drops of the piece of `table`, as long as there is memory for a list of them.
    pub(crate) fn drops_of(&self, position: &Position<W>, table: &DropTable<W>) -> impl Iterator<Item = Move> + use<W> {
        let (form, mut squares) = (table.form(), self.drop_squares(position, table));
        if !work::has_room(squares.count() as usize * std::mem::size_of::<Move>()) {
            squares = Bitboard::EMPTY;
        }
        squares.into_iter().map(move |to| drop(form, to))
    }

    /// Returns `true` unless the move is a drop that gives mate although it must not. Makes the move and takes it
    /// back.
    pub(crate) fn may_mate(&self, position: &mut Position<W>, mv: &Move) -> bool {
        let forbidden = |table: &DropTable<W>| table.piece == mv.piece && !table.mate;
        if mv.kind() != MoveKind::Drop || !self.moves.drops.iter().any(forbidden) {
            return true;
        }
        let mark = position.mark();
        self.apply(position, mv);
        let mates = self.in_check(position, position.state.turn) && self.count_moves(position) == 0;
        position.undo(&mark);
        !mates
    }
}

/// The piece that a captured piece becomes in the hand of the capturing side.
pub(crate) fn captured_as(rules: &Rules, piece: PieceId, side: Side, promoted: bool) -> PieceId {
    let promotes_to = |id: &PieceId| {
        let promotion = rules.piece(*id).promotion.as_ref();
        promotion.is_some_and(|promotion| promotion.choices[side].contains(&piece))
    };
    let before = if promoted { rules.piece_ids().find(promotes_to) } else { None };
    before.unwrap_or(rules.piece(piece).captured_as)
}

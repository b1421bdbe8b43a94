//! Drops: men from the hand.

use smallvec::SmallVec;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::Position;
use crate::rules::{PieceId, Rules};

use super::engine::Engine;
use super::moves::{Move, MoveKind};

/// The compiled drops of one piece.
#[derive(Clone, Debug)]
pub(super) struct DropTable<const W: usize> {
    /// The piece.
    pub piece: PieceId,
    /// The squares on which it may be dropped.
    on: BySide<Bitboard<W>>,
    /// How many of it a side may have on a file.
    per_file: Option<u16>,
    /// May a drop give mate?
    pub mate: bool,
}

/// The drops of all pieces that have any; none in a game without hands.
pub(super) fn tables<const W: usize>(rules: &Rules) -> Vec<DropTable<W>> {
    if rules.hand.is_none() {
        return Vec::new();
    }
    let compile = |piece: PieceId| {
        let definition = rules.piece(piece);
        let rule = definition.drop.as_ref()?;
        let on = BySide::from_fn(|side| (rule.on[side] & definition.confined[side]).resize());
        Some(DropTable { piece, on, per_file: rule.per_file, mate: rule.mate })
    };
    rules.piece_ids().filter_map(compile).collect()
}

/// A drop as a move.
pub(super) fn drop(piece: PieceId, square: Square) -> Move {
    let (promotion, captures) = (None, SmallVec::new());
    Move { from: square, to: square, piece, promotion, captures, kind: MoveKind::Drop }
}

impl<const W: usize> Engine<W> {
    /// The empty squares on which the side to move may drop a piece it holds, whatever becomes of its royal man.
    #[inline(always)]
    pub(super) fn drop_squares(&self, position: &Position<W>, table: &DropTable<W>) -> Bitboard<W> {
        let us = position.state.turn;
        if position.in_hand(us, table.piece) == 0 {
            return Bitboard::EMPTY;
        }
        let squares = table.on[us] & !position.occupied();
        match table.per_file {
            None => squares,
            Some(most) => squares & self.files_with_room(position, table.piece, most),
        }
    }

    /// The files on which the side to move has fewer than `most` of a piece.
    fn files_with_room(&self, position: &Position<W>, piece: PieceId, most: u16) -> Bitboard<W> {
        let men = position.men(position.state.turn, piece);
        let mut room = Bitboard::EMPTY;
        for file in &self.files {
            if (men & *file).count() < u32::from(most) {
                room |= *file;
            }
        }
        room
    }

    /// All drops of the side to move, whatever becomes of its royal man.
    pub(super) fn drops<'a>(&'a self, position: &'a Position<W>) -> impl Iterator<Item = Move> + 'a {
        let squares = |table: &DropTable<W>| (table.piece, self.drop_squares(position, table));
        self.drops.iter().map(squares).flat_map(|(piece, squares)| squares.into_iter().map(move |to| drop(piece, to)))
    }

    /// Is the drop allowed as far as mate is concerned? Makes it, looks, and takes it back.
    pub(super) fn may_mate(&self, position: &mut Position<W>, made: &Move) -> bool {
        let forbidden = |table: &DropTable<W>| table.piece == made.piece && !table.mate;
        if made.kind != MoveKind::Drop || !self.drops.iter().any(forbidden) {
            return true;
        }
        let mark = position.mark();
        self.apply(position, made);
        let mates = self.in_check(position, position.state.turn) && self.count_moves(position) == 0;
        position.undo(&mark);
        !mates
    }
}

/// The squares of each file.
pub(super) fn files<const W: usize>(rules: &Rules) -> Vec<Bitboard<W>> {
    let geometry = &rules.geometry;
    let on_file = |file: usize| geometry.squares().iter().filter(|square| geometry.file(*square) == file).collect();
    (0..geometry.files()).map(on_file).collect()
}

/// What a taken man goes to the hand of its taker as.
pub(super) fn captured_as(rules: &Rules, piece: PieceId, side: Side, promoted: bool) -> PieceId {
    let promotes_to = |id: &PieceId| {
        let promotion = rules.piece(*id).promotion.as_ref();
        promotion.is_some_and(|promotion| promotion.choices[side].contains(&piece))
    };
    let before = if promoted { rules.piece_ids().find(promotes_to) } else { None };
    before.unwrap_or(rules.piece(piece).captured_as)
}

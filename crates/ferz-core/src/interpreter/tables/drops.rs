//! Tables of drops: the squares on which each piece may be dropped.

use crate::board::{Bitboard, BySide};
use crate::rules::{DropPlace, DropRule, PieceId, Royalty, Rules};

/// The compiled drops of one piece.
#[derive(Clone, Debug)]
pub(crate) struct DropTable<const W: usize> {
    /// The piece.
    pub piece: PieceId,
    /// The piece that comes onto the board, if it differs from the piece in hand.
    pub becomes: Option<PieceId>,
    /// The squares on which it may be dropped.
    pub on: BySide<Bitboard<W>>,
    /// The largest number of these pieces that a side may have on a file.
    pub per_file: Option<u16>,
    /// Required neighbourhood of the square.
    pub place: DropPlace,
    /// Squares that must be filled before drops on other squares.
    pub first: BySide<Bitboard<W>>,
    /// `true` if a drop may give mate.
    pub mate: bool,
    /// `true` if a drop may give check.
    pub check: bool,
    /// `true` if it comes onto the board as a royal piece.
    pub royal: bool,
    /// `true` if its royalty depends on the number of such pieces, or on other pieces that are royal together with it.
    pub doubtful_royal: bool,
}

impl<const W: usize> DropTable<W> {
    /// The piece in hand, and the piece that comes onto the board if that is a different one.
    pub fn form(&self) -> (PieceId, Option<PieceId>) {
        (self.piece, self.becomes)
    }
}

/// The drops of all pieces that have any; none in a game without hands.
pub(crate) fn tables<const W: usize>(rules: &Rules) -> Vec<DropTable<W>> {
    if rules.hand.is_none() {
        return Vec::new();
    }
    let compile = |piece: PieceId| {
        let definition = rules.piece(piece);
        let rule = definition.drop.as_ref()?;
        let on = BySide::from_fn(|side| (rule.on[side] & definition.confined[side]).resize());
        let first = BySide::from_fn(|side| rule.first[side].resize());
        let DropRule { per_file, place, mate, check, .. } = *rule;
        let forms = std::iter::once(None).chain(rule.also_as.iter().copied().map(Some));
        let table = move |becomes: Option<PieceId>| {
            let royalty = rules.piece(becomes.unwrap_or(piece)).royalty;
            let royal = royalty.is_ever_royal();
            let doubtful_royal = royal && royalty != Royalty::Royal;
            DropTable { piece, becomes, on, per_file, place, first, mate, check, royal, doubtful_royal }
        };
        Some(forms.map(table))
    };
    rules.piece_ids().filter_map(compile).flatten().collect()
}

/// The pieces that may enter from the hand behind pieces that move for the first time, each with the squares on which
/// it may enter.
pub(crate) fn gating<const W: usize>(rules: &Rules) -> Vec<(PieceId, BySide<Bitboard<W>>)> {
    let on = |piece: &PieceId| {
        let drop = rules.piece(*piece).drop.as_ref();
        BySide::from_fn(|side| drop.map_or(!Bitboard::EMPTY, |drop| drop.on[side].resize()))
    };
    rules.effects.gating.iter().map(|piece| (*piece, on(piece))).collect()
}

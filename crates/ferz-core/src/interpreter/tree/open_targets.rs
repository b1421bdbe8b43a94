//! The squares that pieces attack on some board.

use std::sync::OnceLock;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::PieceId;

use super::super::tables::Attacks;

/// For each side and kind of piece, the squares that it could attack from each square. A cache computes each kind once.
#[derive(Debug)]
pub(super) struct OpenTargets<const W: usize>(BySide<Vec<OfKind<W>>>);

/// The squares by the square of the piece.
type OfKind<const W: usize> = OnceLock<Box<[Bitboard<W>]>>;

impl<const W: usize> OpenTargets<W> {
    /// An empty cache for this number of kinds.
    pub fn new(kinds: usize) -> OpenTargets<W> {
        OpenTargets(BySide::from_fn(|_| (0..kinds).map(|_| OnceLock::new()).collect()))
    }

    /// The squares that a piece could attack from a square. `attacks` are those of the side, all of them in closed form.
    pub fn of(&self, attacks: &Attacks<W>, (side, kind, from): (Side, PieceId, Square), squares: usize) -> Bitboard<W> {
        let all = self.0[side][kind.index()].get_or_init(|| {
            let mut all = vec![Bitboard::EMPTY; squares];
            for target in (0..squares).map(|square| Square::new(square as u16)) {
                let origins = attacks.sources(target, kind).xray_attackers();
                origins.iter().for_each(|origin| all[origin.index()].insert(target));
            }
            all.into_boxed_slice()
        });
        all[from.index()]
    }
}

//! Captures that blow up the pieces around them.

use crate::board::{Bitboard, Side, Square, SquareSet};
use crate::game::Position;
use crate::interpreter::Surveyed;
use crate::rules::{Blast, PieceId, Rules};

use super::near::beside;

/// The pieces of a game in which captures blow up.
#[derive(Clone, Debug)]
pub(super) struct Blasts {
    /// By piece.
    kinds: Vec<Kind>,
    /// The royal pieces that a capture beside them blows up.
    royals: Vec<PieceId>,
    /// The squares beside each square, and the square itself.
    around: Vec<SquareSet>,
}

/// A piece in a blast.
#[derive(Clone, Copy, Debug)]
struct Kind {
    value: i32,
    royal: bool,
    /// `true` if it stays when a capture beside it blows up.
    spared: bool,
    /// `true` if it stays when it captures.
    immune: bool,
}

/// The captures of a side.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Captures {
    /// The number of pieces whose capture blows up the enemy royal piece.
    pub mates: i32,
    /// The largest gain by another capture.
    pub gain: i32,
}

impl Blasts {
    /// The pieces of a game with their values; `None` if captures do not blow up.
    pub(super) fn new(rules: &Rules, values: &[i32]) -> Option<Blasts> {
        let Blast { spares, immune } = rules.effects.blast.as_ref()?;
        let kind = |piece: PieceId| Kind {
            value: values[piece.index()],
            royal: rules.piece(piece).royalty.is_ever_royal(),
            spared: spares.contains(&piece) || immune.contains(&piece),
            immune: immune.contains(&piece),
        };
        let geometry = &rules.geometry;
        let around = |square: Square| (beside(geometry, square) | SquareSet::of(square)) & geometry.squares();
        let kinds: Vec<Kind> = rules.piece_ids().map(kind).collect();
        let falls = |piece: &PieceId| kinds[piece.index()].royal && !kinds[piece.index()].spared;
        Some(Blasts {
            royals: rules.piece_ids().filter(falls).collect(),
            around: (0..geometry.len()).map(|index| around(Square::new(index as u16))).collect(),
            kinds,
        })
    }

    /// The captures of a side that attacks these squares. A capture that blows up a royal piece of its own side is none.
    #[inline(always)]
    pub(super) fn captures<const W: usize>(
        &self,
        pieces: &[Surveyed<W>],
        (side, attacked): (Side, Bitboard<W>),
    ) -> Captures {
        let mut captures = Captures::default();
        for target in pieces.iter().filter(|piece| piece.placed.side != side && attacked.contains(piece.square)) {
            match self.capture(pieces, (side, target.square)) {
                Some((_, true)) => captures.mates += 1,
                Some((gain, false)) => captures.gain = captures.gain.max(gain),
                None => {}
            }
        }
        captures
    }

    /// The gain by the best capture on a square, and `true` if it blows up the enemy royal piece. `None` if there is none.
    #[inline(always)]
    fn capture<const W: usize>(&self, pieces: &[Surveyed<W>], (side, target): (Side, Square)) -> Option<(i32, bool)> {
        let around = self.around[target.index()].resize::<W>();
        let (mut gain, mut mates, mut cost) = (0, false, None);
        for piece in pieces {
            let (kind, is_own) = (&self.kinds[piece.placed.piece.index()], piece.placed.side == side);
            let hit = around.contains(piece.square) && (!kind.spared || piece.square == target);
            match (kind.royal, is_own) {
                (true, true) if hit => return None,
                (true, false) => mates |= hit,
                (_, true) if hit => gain -= kind.value,
                (_, false) if hit => gain += kind.value,
                _ => {}
            }
            if is_own && piece.attacks.contains(target) && (kind.immune || !kind.royal) {
                let lost = if kind.immune || hit { 0 } else { kind.value };
                cost = Some(cost.map_or(lost, |cost: i32| cost.min(lost)));
            }
        }
        cost.map(|cost| (gain - cost, mates))
    }

    /// Returns `true` if the other side could blow up the only royal piece of the side to move.
    pub(super) fn threaten(&self, position: &Position<'_>) -> bool {
        let side = position.turn();
        let royals = |side: Side| {
            let of = |all: SquareSet, piece: &PieceId| all | position.pieces(side, *piece);
            self.royals.iter().fold(SquareSet::EMPTY, of)
        };
        let own = royals(side);
        let Some(royal) = own.iter().next().filter(|_| own.count() == 1) else { return false };
        let theirs = royals(!side);
        let falls = |square: Square| {
            let is_own = position.piece_at(square).is_some_and(|placed| placed.side == side);
            is_own && !self.around[square.index()].intersects(&theirs) && position.is_attacked(square, !side)
        };
        self.around[royal.index()].iter().any(|square| square != royal && falls(square))
    }
}

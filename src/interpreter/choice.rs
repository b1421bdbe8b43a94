//! A sink for random play: legal moves kept as sets, of which one is picked by its number.
//!
//! A list of moves holds a record for each; of these all but one would be thrown away. Here a man has one record.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::drops::drop;
use super::moves::{Move, MoveKind, Sink, Targets};

/// The legal moves of a position. Kept from one position to the next it needs no memory of its own for each.
#[derive(Clone, Debug)]
pub struct Choice<const W: usize> {
    /// The moves of men that become nothing else.
    plain: Vec<Set<W>>,
    /// All others.
    singles: Vec<Move>,
    count: usize,
}

/// Moves of one man, or drops of one piece.
#[derive(Clone, Copy, Debug)]
struct Set<const W: usize> {
    targets: Bitboard<W>,
    count: u32,
    piece: PieceId,
    /// Where the man stands; none of a drop.
    from: Option<Square>,
}

impl<const W: usize> Default for Choice<W> {
    fn default() -> Choice<W> {
        Choice { plain: Vec::new(), singles: Vec::new(), count: 0 }
    }
}

impl<const W: usize> Choice<W> {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.plain.clear();
        self.singles.clear();
        self.count = 0;
    }

    /// How many moves there are.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The move with a number below [`len`](Choice::len), in the position that the moves belong to.
    pub fn pick(&self, position: &Position<W>, number: usize) -> Option<Move> {
        let mut left = number;
        for set in &self.plain {
            let count = set.count as usize;
            if left < count {
                return set.targets.iter().nth(left).map(|to| set.resolve(position, to));
            }
            left -= count;
        }
        self.singles.get(left).cloned()
    }

    fn set(&mut self, targets: Bitboard<W>, piece: PieceId, from: Option<Square>) {
        let count = targets.count();
        if count > 0 {
            self.plain.push(Set { targets, count, piece, from });
            self.count += count as usize;
        }
    }

    fn one(&mut self, made: Move) {
        self.singles.push(made);
        self.count += 1;
    }
}

impl<const W: usize> Set<W> {
    fn resolve(&self, position: &Position<W>, to: Square) -> Move {
        match self.from {
            None => drop(self.piece, to),
            Some(from) => Move {
                from,
                to,
                piece: self.piece,
                promotion: None,
                captures: captured(position, to),
                kind: MoveKind::Normal,
                wall: None,
            },
        }
    }
}

fn captured<const W: usize>(position: &Position<W>, to: Square) -> SmallVec<[Square; 2]> {
    if position.cell(to).is_empty() { SmallVec::new() } else { SmallVec::from_slice(&[to]) }
}

impl<const W: usize> Sink<W> for Choice<W> {
    const COUNTS: bool = false;

    fn number(&mut self, _: u64) {}

    #[inline(always)]
    fn targets(&mut self, position: &Position<W>, targets: Targets<'_, W>) {
        let (piece, from) = (targets.piece, targets.from);
        self.set(targets.plain, piece, Some(from));
        if targets.choices.is_empty() {
            return;
        }
        for to in targets.promoting {
            for choice in targets.choices {
                let (promotion, captures) = (Some(*choice), captured(position, to));
                self.one(Move { from, to, piece, promotion, captures, kind: MoveKind::Normal, wall: None });
            }
        }
    }

    #[inline(always)]
    fn drops(&mut self, piece: PieceId, squares: Bitboard<W>) {
        self.set(squares, piece, None);
    }

    fn single(&mut self, _: &Position<W>, made: Move) {
        self.one(made);
    }
}

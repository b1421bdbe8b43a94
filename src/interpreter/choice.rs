//! A sink for random play: legal moves kept as sets, of which one is picked by its number.
//!
//! A list of moves holds a record for each; of these all but one would be thrown away. Here a man has one record. Nor is
//! it worth the while to look at all squares that the royal man could go to, when it seldom is the one that is picked:
//! it is looked at then, and a move that would leave it in danger is thrown away and another picked. Each legal move is
//! picked as often as any other in this way too.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::drops::drop;
use super::moves::{Move, MoveKind, Sink, Targets};

/// The legal moves of a position. Kept from one position to the next it needs no memory of its own for each.
#[derive(Clone, Debug)]
pub struct Choice<const W: usize> {
    /// The moves of men that become nothing else, in the first `used` places. Whether a man has moves is hard to foretell,
    /// and so no branch hangs on it: a set without moves is overwritten by the next.
    plain: Vec<Set<W>>,
    used: usize,
    /// All others.
    singles: Vec<Move>,
    /// How many these are.
    count: usize,
    /// Moves of the royal man that may leave it in danger.
    royal: Option<Set<W>>,
}

/// Moves of one man, or drops of one piece.
#[derive(Clone, Copy, Debug)]
struct Set<const W: usize> {
    targets: Bitboard<W>,
    count: u32,
    piece: PieceId,
    /// What the piece of a drop comes onto the board as, if that is another.
    becomes: Option<PieceId>,
    /// Where the man stands; none of a drop.
    from: Option<Square>,
}

impl<const W: usize> Default for Choice<W> {
    fn default() -> Choice<W> {
        Choice { plain: Vec::new(), used: 0, singles: Vec::new(), count: 0, royal: None }
    }
}

impl<const W: usize> Choice<W> {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.used = 0;
        self.singles.clear();
        self.count = 0;
        self.royal = None;
    }

    /// Is there a move that need not be looked at?
    pub(super) fn is_certain(&self) -> bool {
        self.count > 0
    }

    /// How many moves there may be.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.count + self.royal.as_ref().map_or(0, |royal| royal.count as usize)
    }

    /// The moves of the royal man, if they have not been looked at: where it stands, and where they end.
    pub(super) fn doubtful(&self) -> Option<(Square, Bitboard<W>)> {
        self.royal.as_ref().and_then(|royal| Some((royal.from?, royal.targets)))
    }

    /// Keeps of the moves of the royal man those that end on the squares.
    pub(super) fn keep_royal(&mut self, safe: Bitboard<W>) {
        if let Some(royal) = &mut self.royal {
            royal.targets &= safe;
            royal.count = royal.targets.count();
            self.royal = self.royal.filter(|royal| royal.count > 0);
        }
    }

    /// The move with a number below [`len`](Choice::len), in the position that the moves belong to, and whether it is a
    /// move of the royal man that has to be looked at.
    pub(super) fn pick(&self, position: &Position<W>, number: usize) -> Option<(Move, bool)> {
        if number >= self.count {
            let royal = self.royal.as_ref()?;
            let to = royal.targets.iter().nth(number - self.count)?;
            return Some((royal.resolve(position, to), true));
        }
        self.certain(position, number).map(|made| (made, false))
    }

    fn certain(&self, position: &Position<W>, number: usize) -> Option<Move> {
        let mut left = number;
        for set in &self.plain[..self.used] {
            let count = set.count as usize;
            if left < count {
                return set.targets.iter().nth(left).map(|to| set.resolve(position, to));
            }
            left -= count;
        }
        self.singles.get(left).cloned()
    }

    fn set(&mut self, targets: Bitboard<W>, (piece, becomes): (PieceId, Option<PieceId>), from: Option<Square>) {
        let count = targets.count();
        let set = Set { targets, count, piece, becomes, from };
        match self.plain.get_mut(self.used) {
            Some(place) => *place = set,
            None => self.plain.push(set),
        }
        self.used += usize::from(count > 0);
        self.count += count as usize;
    }

    fn one(&mut self, made: Move) {
        self.singles.push(made);
        self.count += 1;
    }
}

impl<const W: usize> Set<W> {
    fn resolve(&self, position: &Position<W>, to: Square) -> Move {
        match self.from {
            None => drop((self.piece, self.becomes), to),
            Some(from) => Move {
                from,
                to,
                piece: self.piece,
                promotion: None,
                captures: captured(position, to),
                kind: MoveKind::Normal,
                wall: None,
                gate: None,
            },
        }
    }
}

fn captured<const W: usize>(position: &Position<W>, to: Square) -> SmallVec<[Square; 2]> {
    if position.cell(to).is_empty() { SmallVec::new() } else { SmallVec::from_slice(&[to]) }
}

impl<const W: usize> Sink<W> for Choice<W> {
    const COUNTS: bool = false;
    const PICKS: bool = true;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn number(&mut self, _: u64) {}

    #[inline(always)]
    fn targets(&mut self, position: &Position<W>, targets: Targets<'_, W>) {
        let (piece, from) = (targets.piece, targets.from);
        self.set(targets.plain, (piece, None), Some(from));
        if targets.choices.is_empty() {
            return;
        }
        for to in targets.promoting {
            for choice in targets.choices {
                let (promotion, captures) = (Some(*choice), captured(position, to));
                self.one(Move { from, to, piece, promotion, captures, kind: MoveKind::Normal, wall: None, gate: None });
            }
        }
    }

    #[inline(always)]
    fn royal(&mut self, from: Square, piece: PieceId, targets: Bitboard<W>) {
        let count = targets.count();
        if count > 0 {
            self.royal = Some(Set { targets, count, piece, becomes: None, from: Some(from) });
        }
    }

    #[inline(always)]
    fn drops(&mut self, form: (PieceId, Option<PieceId>), squares: Bitboard<W>) {
        self.set(squares, form, None);
    }

    fn single(&mut self, _: &Position<W>, made: Move) {
        self.one(made);
    }
}

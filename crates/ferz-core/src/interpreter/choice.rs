//! A sink for random play: legal moves kept as sets, of which one is picked by its number.
//!
//! It is not worth the while to look at all squares that the royal piece could go to, when it seldom is the one that is
//! picked: it is looked at then, and a move that would leave it in danger is thrown away and another picked. Each legal
//! move is picked as often as any other in this way too.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::moves::{Move, Sink, Targets};
use super::sets::{Origin, Set, Sets};

/// The legal moves of a position. Kept from one position to the next it needs no memory of its own for each.
#[derive(Clone, Debug)]
pub struct Choice<const W: usize> {
    /// Those that need not be looked at.
    certain: Sets<W>,
    /// Moves of the royal piece that may leave it in danger.
    royal: Option<Set<W>>,
}

impl<const W: usize> Default for Choice<W> {
    fn default() -> Choice<W> {
        Choice { certain: Sets::default(), royal: None }
    }
}

impl<const W: usize> Choice<W> {
    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.certain.clear();
        self.royal = None;
    }

    /// The moves that need not be looked at.
    pub(super) fn certain_moves(&mut self) -> &mut Sets<W> {
        &mut self.certain
    }

    /// Is there a move that need not be looked at?
    pub(super) fn is_certain(&self) -> bool {
        self.certain.len() > 0
    }

    /// How many moves there may be.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.certain.len() + self.royal.as_ref().map_or(0, |royal| royal.count as usize)
    }

    /// The moves of the royal piece, if they have not been looked at: where it stands, and where they end.
    pub(super) fn doubtful(&self) -> Option<(Square, Bitboard<W>)> {
        match &self.royal {
            Some(Set { origin: Origin::At(from), targets, .. }) => Some((*from, *targets)),
            _ => None,
        }
    }

    /// Strikes out the moves of the royal piece that end on the squares.
    pub(super) fn strike_royal(&mut self, unsafe_targets: Bitboard<W>) {
        if let Some(royal) = &mut self.royal {
            royal.targets &= !unsafe_targets;
            royal.count = royal.targets.count();
            self.royal = self.royal.filter(|royal| royal.count > 0);
        }
    }

    /// The move with a number below [`len`](Choice::len), in the position that the moves belong to, and whether it is a
    /// move of the royal piece that has to be looked at.
    #[inline]
    pub(super) fn pick(&self, position: &Position<W>, number: usize) -> Option<(Move, bool)> {
        if number >= self.certain.len() {
            let royal = self.royal.as_ref()?;
            let to = royal.targets.nth(number - self.certain.len())?;
            return Some((royal.resolve(position, to), true));
        }
        self.certain.get(position, number).map(|made| (made, false))
    }
}

impl<const W: usize> Sink<W> for Choice<W> {
    const COUNTS: bool = false;
    const IN_SETS: bool = true;
    const PICKS: bool = true;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn number(&mut self, _: u64) {}

    #[inline(always)]
    fn targets(&mut self, position: &Position<W>, targets: Targets<'_, W>) {
        self.certain.targets(position, targets);
    }

    #[inline(always)]
    fn leaps(&mut self, leapers: (PieceId, i32), targets: Bitboard<W>) {
        self.certain.leaps(leapers, targets);
    }

    #[inline(always)]
    fn royal(&mut self, from: Square, piece: PieceId, targets: Bitboard<W>) {
        let moves = Set::of_piece(from, piece, targets);
        if moves.count > 0 {
            self.royal = Some(moves);
        }
    }

    #[inline(always)]
    fn drops(&mut self, form: (PieceId, Option<PieceId>), squares: Bitboard<W>) {
        self.certain.drops(form, squares);
    }

    fn walls(&mut self, position: &Position<W>, gone: (Square, Square, PieceId), squares: Bitboard<W>) {
        self.certain.walls(position, gone, squares);
    }

    fn walls_behind(&mut self, position: &Position<W>, placed: (Square, PieceId), targets: Bitboard<W>) {
        self.certain.walls_behind(position, placed, targets);
    }

    fn single(&mut self, position: &Position<W>, made: Move) {
        self.certain.single(position, made);
    }
}

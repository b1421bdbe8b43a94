//! Legal moves kept as sets. One set holds the destinations of one piece, of all pieces of a kind with one leap, or
//! of one kind of drop.
//!
//! A list stores a record for each move. A caller that makes each move once, or plays one of them, does not need the
//! records. Promotions, and moves with further effects, are kept one by one.

use std::borrow::Borrow;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::work;

use super::drops::drop;
use super::moves::{Further, Move, Outline, Sink, Targets, captured};
use super::row::Row;

/// Moves of one piece, drops of one piece, or walls that may come with one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set<const W: usize> {
    /// Destinations.
    pub targets: Bitboard<W>,
    /// The number of targets.
    pub count: u32,
    /// The kind of the moving or dropped piece.
    pub piece: PieceId,
    /// The piece that a drop puts on the board, if it differs from the piece in hand.
    pub becomes: Option<PieceId>,
    /// Start squares.
    pub origin: Origin,
    /// The walls that come with the moves.
    pub walls: Walls,
}

/// Start squares of the moves of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The hand.
    Hand,
    /// This square.
    At(Square),
    /// The start of each move is the target minus this number, as for pawn moves in bulk.
    Below(i32),
}

impl Origin {
    /// The start square of the move to a target; `None` for drops.
    #[inline(always)]
    pub fn of(self, target: Square) -> Option<Square> {
        match self {
            Origin::Hand => None,
            Origin::At(from) => Some(from),
            Origin::Below(distance) => Some(below(target, distance)),
        }
    }
}

/// The square whose index is lower by this number.
#[inline(always)]
fn below(square: Square, distance: i32) -> Square {
    Square::new((square.index() as i32 - distance) as u16)
}

/// The walls that come with the moves of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walls {
    /// None.
    None,
    /// Each move builds a wall on the square that the piece leaves.
    Behind,
    /// All moves go to this square, and the targets are the squares of the walls.
    WithMoveTo(Square),
}

impl<const W: usize> Set<W> {
    /// The moves of a piece that does not promote.
    pub fn of_piece(from: Square, piece: PieceId, targets: Bitboard<W>) -> Set<W> {
        Set { targets, count: targets.count(), piece, becomes: None, origin: Origin::At(from), walls: Walls::None }
    }

    /// Writes the moves one by one. `occupied` are the squares of pieces, which the moves capture.
    #[inline(always)]
    fn write(&self, position: &Position<W>, occupied: Bitboard<W>, places: &mut [Move]) {
        match (self.origin, self.walls) {
            (Origin::At(from), Walls::None) => return self.write_going(occupied, places, |_| from),
            (Origin::Below(distance), Walls::None) => {
                return self.write_going(occupied, places, |to| below(to, distance));
            }
            _ => {}
        }
        let mut places = places.iter_mut();
        match (self.origin, self.walls) {
            (Origin::Hand, _) => {
                for to in self.targets {
                    let Some(place) = places.next() else { return };
                    *place = drop((self.piece, self.becomes), to);
                }
            }
            _ => {
                for to in self.targets {
                    let Some(place) = places.next() else { return };
                    *place = self.resolve(position, to);
                }
            }
        }
    }

    /// Writes moves that go from one square to another, a batch at a time: it is hard to predict how many moves there are, but
    /// easier to predict how many batches. Places behind the last move are overwritten by the next set.
    #[inline(always)]
    fn write_going(&self, occupied: Bitboard<W>, places: &mut [Move], from: impl Fn(Square) -> Square) {
        let mut targets = self.targets;
        let (batches, _) = places.as_chunks_mut::<{ Row::BATCH }>();
        for batch in batches.iter_mut().take((self.count as usize).div_ceil(Row::BATCH)) {
            for place in batch {
                let to = targets.next_or_any();
                *place = Move::going((from(to), to), self.piece, occupied.contains(to));
            }
        }
    }

    /// Lists the moves in outline.
    #[inline(always)]
    fn outline(&self, outlines: &mut Vec<Outline>) {
        let goes = self.origin != Origin::Hand && self.walls == Walls::None;
        let square = if let Origin::At(from) = self.origin { from } else { Square::new(0) };
        let first = outlines.len();
        outlines.resize(first + self.count as usize, Outline { from: square, to: square, goes });
        for (outline, to) in outlines[first..].iter_mut().zip(self.targets) {
            outline.to = to;
            if let Origin::Below(_) = self.origin {
                outline.from = self.origin.of(to).unwrap_or(to);
            }
        }
    }

    /// The move that ends on one of the targets, in the position that the set belongs to.
    #[inline(always)]
    pub fn resolve(&self, position: &Position<W>, target: Square) -> Move {
        let Some(from) = self.origin.of(target) else { return drop((self.piece, self.becomes), target) };
        let (to, wall) = match self.walls {
            Walls::None => {
                return Move::going((from, target), self.piece, position.number_on(target) != 0);
            }
            Walls::Behind => (target, Some(from)),
            Walls::WithMoveTo(to) => (to, Some(target)),
        };
        Move::new((from, to), self.piece, Further { wall, ..Further::taking(captured(position, to)) })
    }
}

/// The legal moves of a position. Reuse the value for many positions to avoid allocations.
#[derive(Clone, Default, Debug)]
pub struct Sets<const W: usize> {
    /// The non-promoting moves and the drops, in the first `used` entries. Whether a piece has moves is hard to
    /// predict, so there is no branch on it: an empty set is overwritten by the next one.
    plain: Vec<Set<W>>,
    used: usize,
    /// All other moves.
    singles: Vec<Move>,
    /// How many moves there are.
    count: usize,
}

/// With at least this many moves, memory for their list is requested from [work] first.
const MANY: usize = 10_000;

impl<const W: usize> Sets<W> {
    /// No moves, with room for those of most positions of small boards.
    pub fn with_room() -> Sets<W> {
        Sets { plain: Vec::with_capacity(64), singles: Vec::with_capacity(64), ..Sets::default() }
    }

    /// Forgets all moves.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.used = 0;
        self.singles.clear();
        self.count = 0;
    }

    /// The number of moves.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The non-promoting moves, and the drops.
    pub(crate) fn plain(&self) -> &[Set<W>] {
        &self.plain[..self.used]
    }

    /// All moves that are kept one by one.
    pub(crate) fn singles(&self) -> &[Move] {
        &self.singles
    }

    /// The move with a number below [`len`](Sets::len), in the position that the moves belong to.
    #[inline]
    pub fn get(&self, position: &Position<W>, number: usize) -> Option<Move> {
        let mut left = number;
        for set in self.plain() {
            let count = set.count as usize;
            if left < count {
                return set.targets.nth(left).map(|to| set.resolve(position, to));
            }
            left -= count;
        }
        self.singles.get(left).cloned()
    }

    /// Returns `true` if a move is one of the moves, in the position that they belong to.
    pub fn contains(&self, position: &Position<W>, mv: &Move) -> bool {
        let within = |square: &Square| square.index() < 64 * W;
        let is_of = |set: &Set<W>| {
            let target = if let Walls::WithMoveTo(_) = set.walls { mv.wall() } else { Some(mv.to) };
            let target = target.filter(|target| within(target) && set.targets.contains(*target));
            target.is_some_and(|target| set.resolve(position, target) == *mv)
        };
        self.plain().iter().any(is_of) || self.singles.contains(mv)
    }

    /// Adds all moves one by one to a list, in the position that they belong to.
    #[inline(always)]
    pub fn list(&self, position: &Position<W>, row: &mut Row) {
        if self.count > MANY && !work::has_room(self.count * std::mem::size_of::<Move>()) {
            return;
        }
        let occupied = position.pieces_of_both() | position.neutral_pieces();
        let mut places = row.add(self.count);
        for set in self.plain() {
            set.write(position, occupied, places);
            places = std::mem::take(&mut places).split_at_mut(set.count as usize).1;
        }
        if !self.singles.is_empty() {
            places[..self.singles.len()].copy_from_slice(&self.singles);
        }
    }

    /// Adds all moves in outline to a list, in the order of their numbers.
    #[inline(always)]
    pub fn outline(&self, outlines: &mut Vec<Outline>) {
        outlines.reserve(self.count);
        // A plain loop: an iterator closure is not always compiled with the target features of its caller.
        for set in self.plain() {
            set.outline(outlines);
        }
        let single = |mv: &Move| Outline { from: mv.from, to: mv.to, goes: false };
        outlines.extend(self.singles.iter().map(single));
    }

    /// All moves one by one, in the position that they belong to.
    pub(crate) fn into_moves(self, position: &Position<W>) -> Vec<Move> {
        if self.count > MANY && !work::has_room(self.count * std::mem::size_of::<Move>()) {
            return Vec::new();
        }
        let mut moves = Vec::with_capacity(self.count);
        self.for_each(&mut { position }, |_, mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with each move, in the position that the moves belong to. A call must leave the position unchanged.
    #[inline(always)]
    pub(super) fn for_each<P: Borrow<Position<W>>>(&self, position: &mut P, mut visit: impl FnMut(&mut P, Move)) {
        for set in self.plain() {
            for to in set.targets {
                let mv = set.resolve((*position).borrow(), to);
                visit(position, mv);
            }
        }
        self.singles.iter().for_each(|mv| visit(position, *mv));
    }

    #[inline(always)]
    fn add(&mut self, set: Set<W>) {
        match self.plain.get_mut(self.used) {
            Some(place) => *place = set,
            None => self.plain.push(set),
        }
        self.used += usize::from(set.count > 0);
        self.count += set.count as usize;
    }
}

impl<const W: usize> Sink<W> for Sets<W> {
    const COUNTS: bool = false;
    const IN_SETS: bool = true;

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn number(&mut self, _: u64) {}

    #[inline(always)]
    fn targets(&mut self, position: &Position<W>, targets: Targets<'_, W>) {
        let (piece, from) = (targets.piece, targets.from);
        self.add(Set::of_piece(from, piece, targets.plain));
        if targets.choices.is_empty() {
            return;
        }
        for to in targets.promoting {
            for choice in targets.choices {
                let further = Further { promotion: Some(*choice), ..Further::taking(captured(position, to)) };
                self.single(position, Move::new((from, to), piece, further));
            }
        }
    }

    #[inline(always)]
    fn leaps(&mut self, (piece, distance): (PieceId, i32), targets: Bitboard<W>) {
        let (origin, count, walls) = (Origin::Below(distance), targets.count(), Walls::None);
        self.add(Set { targets, count, piece, becomes: None, origin, walls });
    }

    #[inline(always)]
    fn drops(&mut self, (piece, becomes): (PieceId, Option<PieceId>), squares: Bitboard<W>) {
        self.add(Set {
            targets: squares,
            count: squares.count(),
            piece,
            becomes,
            origin: Origin::Hand,
            walls: Walls::None,
        });
    }

    #[inline(always)]
    fn walls(&mut self, _: &Position<W>, (from, to, piece): (Square, Square, PieceId), squares: Bitboard<W>) {
        self.add(Set { walls: Walls::WithMoveTo(to), ..Set::of_piece(from, piece, squares) });
    }

    #[inline(always)]
    fn walls_behind(&mut self, _: &Position<W>, (from, piece): (Square, PieceId), targets: Bitboard<W>) {
        self.add(Set { walls: Walls::Behind, ..Set::of_piece(from, piece, targets) });
    }

    fn single(&mut self, _: &Position<W>, mv: Move) {
        self.singles.push(mv);
        self.count += 1;
    }
}

//! All move tables of a variant, and functions that read them.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::PieceId;
use crate::work;

use super::conditional::Conditional;
use super::drops::DropTable;
use super::ends::Ends;
use super::groups::Groups;
use super::lookup::{Index, Indexing, Multiply, Pext, has_tables};
use super::piece::{Divergent, PieceTable};
use super::reach::Reaches;
use super::reach_list::List;
use super::wake::{Effect, Wake};

/// The length of [`MoveTables::effects`].
const EFFECTS: usize = 16;

/// The tables of moves of a variant, for boards of at most `64 * W` squares.
#[derive(Debug)]
pub(crate) struct MoveTables<const W: usize> {
    pub pieces: BySide<Vec<PieceTable<W>>>,
    /// The effects of moves on the state: for each piece, that of White's and that of Black's.
    pub wakes: Box<[Wake<W>]>,
    /// The effects of moves on the state in short: for each of the first kinds of pieces, those of White's and those of
    /// Black's, by start square.
    pub effects: Box<[[[Effect; 64]; W]; EFFECTS]>,
    /// Moves that can both move and capture, at index `cell.number() * 64 * W + square`. The entries of an empty cell
    /// reach nothing.
    pub both: BySide<List<W, 1>>,
    pub groups: BySide<Groups<W>>,
    pub reaches: Reaches<W>,
    /// The moves that pieces have only in some positions.
    pub conditional: BySide<Vec<Conditional<W>>>,
    /// The drops; empty in a game without hands.
    pub drops: Vec<DropTable<W>>,
    /// The pieces that may be gated onto a square that an unmoved piece leaves, each with the squares that permit it.
    pub gating: Vec<(PieceId, BySide<Bitboard<W>>)>,
    /// For each square, the squares from which a piece of a side could capture en passant and end there.
    pub en_passant_from: BySide<Vec<Bitboard<W>>>,
    /// The pieces that can promote to a royal piece, with the squares from which they can do so in one move.
    pub royal_promoters: BySide<Vec<(PieceId, Bitboard<W>)>>,
}

impl<const W: usize> MoveTables<W> {
    /// `true` if tables can be indexed by PEXT. Larger boards have only one indexing method.
    pub(crate) const KNOWS_PEXT: bool = W <= 2;
    /// The cost of one lookup, in steps of [work].
    const STEPS: usize = 1 + W / 4;

    /// The table of a piece.
    #[inline(always)]
    pub fn of(&self, side: Side, piece: PieceId) -> &PieceTable<W> {
        &self.pieces[side][piece.index()]
    }

    /// The effect of the moves of a piece on the state.
    #[inline(always)]
    pub fn wake(&self, side: Side, piece: PieceId) -> &Wake<W> {
        &self.wakes[piece.index() * 2 + side.index()]
    }

    /// The effect on the state of the moves of a piece from a square to others, without promotion, in a game with at most
    /// [`KINDS_INSIDE`](Position::KINDS_INSIDE) kinds of pieces.
    #[inline(always)]
    pub fn effect(&self, (side, piece): (Side, PieceId), from: Square) -> Effect {
        // The remainders never change an index. They let the compiler omit bounds checks.
        self.effects[(piece.index() * 2 + side.index()) % EFFECTS].as_flattened()[from.index() % (64 * W)]
    }

    /// Squares that a piece reaches with moves that both move and capture.
    #[inline(always)]
    pub fn both<I: Index>(&self, (side, piece): (Side, PieceId), from: Square, occupied: &Bitboard<W>) -> Bitboard<W> {
        self.both[side].reach::<I>(((piece.index() + 1) * 64 * W + from.index(), 0), &self.reaches, occupied)
    }

    /// Visits the reach of each of the given pieces with moves that both move and capture.
    #[inline(always)]
    pub fn for_each_attack<I: Index>(
        &self,
        position: &Position<W>,
        side: Side,
        pieces: Bitboard<W>,
        occupied: &Bitboard<W>,
        mut visit: impl FnMut(Square, Option<PieceId>, Bitboard<W>),
    ) {
        let both = &self.both[side];
        let number = position.numbers();
        let index = |number: usize, from: Square| number * 64 * W + from.index();
        if !has_tables(W) {
            for from in pieces {
                let number = number(from);
                visit(from, Cell::piece_of(number), both.reach::<I>((index(number, from), 0), &self.reaches, occupied));
            }
            return;
        }
        // SAFETY: `compile` lays out the squares of the width for an empty cell and for each piece. Positions of a game hold no other
        // pieces, and their squares are in range.
        let reach = |number: usize, from: Square| unsafe { both.get_unchecked(index(number, from)) };
        let long = pieces & self.groups[side].long_pieces(position);
        for from in pieces & !long {
            let number = number(from);
            visit(from, Cell::piece_of(number), self.reaches.reach_of_one_table::<I>(reach(number, from), occupied));
        }
        for from in long {
            let number = number(from);
            let reach = reach(number, from);
            visit(from, Cell::piece_of(number), self.reaches.reach::<I>(reach, occupied));
        }
    }

    /// Pseudo-legal destinations of a piece.
    #[inline(always)]
    pub fn targets<I: Index>(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        match I::INLINES {
            true => self.targets_inlined::<I>(placed, from, occupied, ends),
            false => self.targets_called::<I>(placed, from, occupied, ends),
        }
    }

    #[inline(never)]
    fn targets_called<I: Index>(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        self.targets_inlined::<I>(placed, from, occupied, ends)
    }

    #[inline(always)]
    fn targets_inlined<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        let table = self.of(side, piece);
        let mut targets = Bitboard::EMPTY;
        if table.goes_as_it_takes {
            targets = self.both::<I>((side, piece), from, occupied) & (ends.enemies | ends.empty);
        }
        let Some(divergent) = &table.divergent else { return targets };
        let reach = |moves: usize| divergent.moves.reach::<I>((from.index(), moves), &self.reaches, occupied);
        if divergent.goes {
            targets |= reach(Divergent::<W>::QUIET) & ends.empty;
        }
        if divergent.takes {
            targets |= reach(Divergent::<W>::CAPTURE) & ends.enemies;
        }
        match &table.royal_captures {
            None => targets,
            Some(list) => targets | (list.reach::<I>((from.index(), 0), &self.reaches, occupied) & ends.royal_targets),
        }
    }

    /// The same as [`targets`](MoveTables::targets), for a single lookup: it chooses the indexing method itself.
    pub fn targets_of(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        match self.indexing() {
            Indexing::Pext if Self::KNOWS_PEXT => self.targets::<Pext>(placed, from, occupied, ends),
            _ => self.targets::<Multiply>(placed, from, occupied, ends),
        }
    }

    /// The same as [`targets_of`](MoveTables::targets_of), counted as [work]. Returns no square once the work has to
    /// end.
    pub fn counted_targets(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        match work::spend(Self::STEPS) {
            true => self.targets_of(placed, from, occupied, ends),
            false => Bitboard::EMPTY,
        }
    }

    /// The squares, empty or not, that are attacked by pieces with moves that only move or only capture.
    #[inline(always)]
    pub fn attacked_by_divergent<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        pieces: Bitboard<W>,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        let table = self.of(side, piece);
        let mut attacked = Bitboard::EMPTY;
        for from in pieces {
            if table.goes_as_it_takes {
                attacked |= self.both::<I>((side, piece), from, occupied);
            }
            if let Some(divergent) = table.divergent.as_ref().filter(|divergent| divergent.takes) {
                let captures = (from.index(), Divergent::<W>::CAPTURE);
                attacked |= divergent.moves.reach::<I>(captures, &self.reaches, occupied);
            }
            if let Some(list) = &table.royal_captures {
                attacked |= list.reach::<I>((from.index(), 0), &self.reaches, occupied);
            }
        }
        attacked
    }

    /// The number of parts of a piece's reach from a square, without leaps and the first table. On large boards each
    /// part takes as long as a step of [work].
    pub fn parts(&self, (side, piece): (Side, PieceId), from: Square) -> usize {
        let table = self.of(side, piece);
        let both = match table.goes_as_it_takes {
            true => self.reaches.parts(self.both[side].more((piece.index() + 1) * 64 * W + from.index(), 0)),
            false => 0,
        };
        let apart = table.divergent.as_ref().map_or(0, |divergent| {
            [0, 1].map(|moves| self.reaches.parts(divergent.moves.more(from.index(), moves))).iter().sum()
        });
        both + apart
    }

    /// Destinations of a piece on an otherwise empty board.
    pub fn reached_on_empty_board(&self, placed: (Side, PieceId), from: Square) -> Bitboard<W> {
        let all = !Bitboard::EMPTY;
        self.targets_of(placed, from, &Bitboard::EMPTY, Ends { empty: all, enemies: all, royal_targets: all })
    }

    /// Destinations of a piece along the rays that end before barrier pieces.
    #[inline(never)]
    pub fn barred_targets<I: Index>(
        &self,
        position: &Position<W>,
        (side, piece): (Side, PieceId),
        from: Square,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        let table = self.of(side, piece);
        let barriers = position.of_pieces(&table.blocked_by);
        table.barred[from.index()].targets::<I>(&self.reaches, (&position.occupied(), &barriers), ends)
    }

    /// The squares that a piece attacks along such rays with the given occupancy, empty or not.
    #[inline(never)]
    pub fn barred_attacks<I: Index>(
        &self,
        position: &Position<W>,
        (side, piece): (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        let table = self.of(side, piece);
        let barriers = position.of_pieces(&table.blocked_by) & *occupied;
        table.barred[from.index()].attacks::<I>(&self.reaches, (occupied, &barriers))
    }

    /// Returns `true` if the tables contain a move, given permitted destinations.
    pub fn gives(&self, position: &Position<W>, placed: (Side, PieceId), way: (Square, Square), ends: Ends<W>) -> bool {
        let (from, to) = way;
        let barred = || match self.indexing() {
            Indexing::Pext if Self::KNOWS_PEXT => self.barred_targets::<Pext>(position, placed, from, ends),
            _ => self.barred_targets::<Multiply>(position, placed, from, ends),
        };
        self.targets_of(placed, from, &position.occupied(), ends).contains(to)
            || (!self.of(placed.0, placed.1).barred.is_empty() && barred().contains(to))
    }

    /// Returns `true` if pieces of a side have moves only in some positions, or moves that no table holds.
    pub fn has_untabled(&self) -> bool {
        let walks = |table: &PieceTable<W>| !table.walked.is_empty();
        Side::ALL.into_iter().any(|side| !self.conditional[side].is_empty() || self.pieces[side].iter().any(walks))
    }

    /// The way of indexing that the tables are laid out for.
    #[inline(always)]
    pub fn indexing(&self) -> Indexing {
        self.reaches.indexing()
    }
}

//! The attacks of all pieces of a position at once, for static evaluations.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PlacedPiece;

use super::dispatch::Task;
use super::engine::Engine;
use super::tables::{Divergent, Index};

/// The largest number of pieces on the board for which there is a survey.
pub const MOST_SURVEYED: usize = 64;

/// A piece with its attacks.
#[derive(Clone, Copy, Debug)]
pub struct Surveyed<const W: usize> {
    /// Square of the piece.
    pub square: Square,
    /// The piece and its side.
    pub placed: PlacedPiece,
    /// The squares on which it could capture an enemy, or recapture for a friend.
    pub attacks: Bitboard<W>,
    /// The squares to which it could move, by its own rules alone.
    pub moves: Bitboard<W>,
}

/// Code that reads the attacks of all pieces. It is compiled once for each board width.
pub trait Surveyor {
    /// Reads the pieces of both sides, in the order of their squares. Must be `#[inline(always)]`, to use the fast bit instructions
    /// of the caller.
    fn read<const W: usize>(&mut self, pieces: &[Surveyed<W>]);
}

/// Task that surveys the pieces.
struct Surveying<'a, const W: usize, S> {
    position: &'a Position<W>,
    surveyor: &'a mut S,
}

impl<const W: usize, S: Surveyor> Task<W> for Surveying<'_, W, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) {
        let occupied = self.position.occupied();
        let mut found: SmallVec<[Surveyed<W>; MOST_SURVEYED]> = SmallVec::new();
        for square in self.position.pieces_of_both() {
            if let Some(placed) = self.position.cell(square).piece_at() {
                found.push(engine.surveyed::<I>(self.position, (square, placed), &occupied));
            }
        }
        self.surveyor.read(&found);
    }
}

impl<const W: usize> Engine<W> {
    /// Lets `surveyor` read the attacks of all pieces. Returns `false`, and reads nothing, on boards of more than 128 squares, with
    /// more than 64 pieces, or if rules beyond the moves of the pieces decide what is attacked.
    pub fn survey<S: Surveyor>(&self, position: &Position<W>, surveyor: &mut S) -> bool {
        if W > 2 || self.tree.any || self.plan.beyond || position.pieces_of_both().count() as usize > MOST_SURVEYED {
            return false;
        }
        self.dispatch(Surveying { position, surveyor });
        true
    }

    #[inline(always)]
    fn surveyed<I: Index>(
        &self,
        position: &Position<W>,
        (square, placed): (Square, PlacedPiece),
        occupied: &Bitboard<W>,
    ) -> Surveyed<W> {
        let (side, key) = (placed.side, (placed.side, placed.piece));
        let (table, enemies) = (self.moves.of(side, placed.piece), position.of_side(!side));
        let (mut attacks, mut quiet) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if table.goes_as_it_takes {
            attacks = self.moves.both::<I>(key, square, occupied);
            quiet = attacks;
        }
        if let Some(Divergent { moves, .. }) = &table.divergent {
            attacks |= moves.reach::<I>((square.index(), Divergent::<W>::CAPTURE), &self.moves.reaches, occupied);
            quiet |= moves.reach::<I>((square.index(), Divergent::<W>::QUIET), &self.moves.reaches, occupied);
        }
        if !table.barred.is_empty() {
            attacks |= self.moves.barred_attacks::<I>(position, key, square, occupied);
            quiet = attacks;
        }
        Surveyed { square, placed, attacks, moves: (quiet & !*occupied) | (attacks & enemies) }
    }
}

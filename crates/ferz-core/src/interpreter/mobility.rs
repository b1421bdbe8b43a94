//! How many moves pieces have, and what that depends on.
//!
//! The last ply but one makes many moves in one position, and few of them change what the pieces of the other side can do: most of
//! these have as many moves after one move as after the next. So their moves are counted once, before any of the moves is
//! made, together with the squares that were looked at for it. As long as these stay as they were, so does the number.

use crate::board::Bitboard;
use crate::position::Position;

use super::engine::Engine;
use super::tables::Index;

/// From so many moves on, what is found out before them saves more than it costs (measured: see docs/performance.md).
const WORTH_IT: usize = 4;

/// The number of moves of some pieces, and all that it depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mobility<const W: usize> {
    pieces: Bitboard<W>,
    /// The squares on which their moves may end.
    allowed: Bitboard<W>,
    occupied: Bitboard<W>,
    /// The squares on which it matters whether they may.
    reached: Bitboard<W>,
    /// The squares of which it matters whether they are occupied.
    seen: Bitboard<W>,
    moves: u64,
}

impl<const W: usize> Mobility<W> {
    /// Is it ever found out? It is where moves are counted [in short](Engine::count_in_short).
    pub const IS_KNOWN: bool = Engine::<W>::KNOWS_FREE_GAMES || Engine::<W>::KNOWS_ORTHODOX_GAMES;

    /// Nothing is known.
    pub const UNKNOWN: Mobility<W> = Mobility {
        pieces: Bitboard([u64::MAX; W]),
        allowed: Bitboard::EMPTY,
        occupied: Bitboard::EMPTY,
        reached: Bitboard::EMPTY,
        seen: Bitboard::EMPTY,
        moves: 0,
    };

    /// Is it the number of moves of these pieces that end on these squares of a board occupied so?
    #[inline(always)]
    pub fn holds(&self, (pieces, allowed): (Bitboard<W>, Bitboard<W>), occupied: Bitboard<W>) -> bool {
        let changed = (allowed ^ self.allowed) & self.reached | (occupied ^ self.occupied) & self.seen;
        (changed | (pieces ^ self.pieces)).is_empty()
    }

    /// The number.
    #[inline(always)]
    pub fn moves(&self) -> u64 {
        self.moves
    }
}

impl<const W: usize> Engine<W> {
    /// What is known of the moves of the side that is not to move, before the other makes one of `choices` moves: how many
    /// moves that both move and take its common pieces have, if all that it has of these are on the board still.
    #[inline(always)]
    pub(crate) fn mobility_of_others<I: Index>(&self, position: &Position<W>, choices: usize) -> Mobility<W> {
        if !Mobility::<W>::IS_KNOWN || !self.plan.recalls_mobility || choices < WORTH_IT {
            return Mobility::UNKNOWN;
        }
        let side = !position.state.turn;
        let groups = &self.moves.groups[side];
        let mut apart = position.of_pieces(&groups.special_in_sets);
        for leapers in &groups.leapers {
            apart |= position.of_piece(leapers.piece);
        }
        for (piece, _) in &self.plan.royals {
            apart |= position.of_piece(*piece);
        }
        let pieces = position.of_side(side) & !apart;
        let occupied = position.occupied();
        let enemies = if self.plan.nobody_takes { Bitboard::EMPTY } else { position.of_side(!side) };
        let allowed = !occupied | enemies;
        let (mut all_reached, mut seen, mut moves) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
        self.moves.for_each_attack::<I>(position, side, pieces, &occupied, |from, cell, reached| {
            let sights = cell.piece().map(|piece| &self.moves.of(side, piece).sights);
            if let Some(sight) = sights.and_then(|sights| sights.get(from.index())) {
                seen |= reached & sight.reached | sight.hidden;
            }
            all_reached |= reached;
            moves += u64::from((reached & allowed).count());
        });
        Mobility { pieces, allowed, occupied, reached: all_reached, seen, moves }
    }
}

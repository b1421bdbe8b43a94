//! How many moves pieces have, and what that depends on.
//!
//! The last ply but one makes many moves in one position, and few of them change what the pieces of the other side can do: most of
//! these have as many moves after one move as after the next. So their moves are counted once, before any of the moves is
//! made, together with the squares that were looked at for it. As long as these stay as they were, so does the number.

use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::PieceId;

use super::engine::Engine;
use super::lookup::Index;
use super::patterns::Mode;
use super::ray::Ray;

/// From so many moves on, what is found out before them saves more than it costs (measured: see docs/performance.md).
const WORTH_IT: usize = 4;

/// What the moves of a piece from one square that both move and take depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<const W: usize> {
    /// The squares that matter if they are among those reached.
    reached: Bitboard<W>,
    /// Those that may matter though they are not.
    hidden: Bitboard<W>,
}

impl<const W: usize> Sight<W> {
    /// That of a piece with some rays.
    pub fn of(rays: &[(Ray, Mode)]) -> Sight<W> {
        let mut sight = Sight { reached: Bitboard::EMPTY, hidden: Bitboard::EMPTY };
        for (ray, _) in rays.iter().filter(|(_, mode)| *mode == Mode::Both) {
            let squares = if ray.shows_what_it_depends_on() { &mut sight.reached } else { &mut sight.hidden };
            *squares |= ray.depends_on().resize();
        }
        sight
    }
}

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
    /// Is it worth to know the mobility of common pieces? The engine is complete but for the answer.
    pub(crate) fn finds_mobility_worthwhile(&self) -> bool {
        let asked = (self.features.free || self.orthodox.is_some()) && !self.rules.constraints.must_capture;
        let any = |side: Side| {
            let groups = &self.groups[side];
            let apart = |piece: &PieceId| {
                let leapers = groups.leapers.iter().any(|leapers| leapers.piece == *piece);
                leapers || groups.special_in_sets.contains(piece) || self.table(side, *piece).royal
            };
            self.rules.piece_ids().any(|piece| self.table(side, piece).goes_as_it_takes && !apart(&piece))
        };
        // Pieces that change sides may become other pieces on squares of their side.
        asked && self.rules.effects.flips.is_none() && Side::ALL.into_iter().any(any)
    }

    /// What is known of the moves of the side that is not to move, before the other makes one of `choices` moves: how many
    /// moves that both move and take its common pieces have, if all that it has of these are on the board still.
    #[inline(always)]
    pub(crate) fn mobility_of_others<I: Index>(&self, position: &Position<W>, choices: usize) -> Mobility<W> {
        if !Mobility::<W>::IS_KNOWN || !self.recalls_mobility || choices < WORTH_IT {
            return Mobility::UNKNOWN;
        }
        let side = !position.state.turn;
        let groups = &self.groups[side];
        let mut apart = position.of_pieces(&groups.special_in_sets);
        for leapers in &groups.leapers {
            apart |= position.of_piece(leapers.piece);
        }
        for (piece, _) in &self.royals {
            apart |= position.of_piece(*piece);
        }
        let pieces = position.of_side(side) & !apart;
        let occupied = position.occupied();
        let enemies = if self.features.nobody_takes { Bitboard::EMPTY } else { position.of_side(!side) };
        let allowed = !occupied | enemies;
        let (mut all_reached, mut seen, mut moves) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
        self.both_of_all::<I>(position, side, pieces, &occupied, |from, cell, reached| {
            let sights = cell.piece().map(|piece| &self.table(side, piece).sights);
            if let Some(sight) = sights.and_then(|sights| sights.get(from.index())) {
                seen |= reached & sight.reached | sight.hidden;
            }
            all_reached |= reached;
            moves += u64::from((reached & allowed).count());
        });
        Mobility { pieces, allowed, occupied, reached: all_reached, seen, moves }
    }
}

//! The kinds of pieces of a side, grouped by the tests that a loop over them has to make.

use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::PieceId;

use super::ends::Ends;
use super::piece::{PieceTable, PromotionTable};
use super::reach_list::List;
use super::setwise::Leap;

/// A kind of piece whose moves are counted for all its pieces at once.
#[derive(Clone, Debug)]
pub(crate) struct Leapers<const W: usize> {
    /// The piece.
    pub piece: PieceId,
    /// Its moves.
    pub leaps: Vec<Leap<W>>,
    /// Leaps that capture.
    pub taking: Vec<Leap<W>>,
    /// How it promotes.
    pub promotion: Option<PromotionTable<W>>,
    /// The squares from which a leap may end where it promotes.
    pub before_zone: Bitboard<W>,
}

impl<const W: usize> Leapers<W> {
    /// The number of moves of some pieces.
    #[inline(always)]
    pub fn count(&self, pieces: Bitboard<W>, occupied: &Bitboard<W>, allowed: &[Bitboard<W>; 4]) -> u64 {
        // Plain loops: an iterator closure is not always compiled with the target features of its caller.
        let mut total = 0;
        match &self.promotion {
            Some(promotion) if pieces.intersects(&self.before_zone) => {
                for leap in &self.leaps {
                    total += promotion.count(leap.targets(pieces, occupied) & allowed[leap.mode as usize]);
                }
            }
            _ => {
                for leap in &self.leaps {
                    total += u64::from((leap.targets(pieces, occupied) & allowed[leap.mode as usize]).count());
                }
            }
        }
        total
    }

    /// Returns `true` if one of the pieces could reach one of the squares on an otherwise empty board.
    pub fn reach(&self, pieces: Bitboard<W>, squares: &Bitboard<W>) -> bool {
        self.leaps.iter().any(|leap| leap.targets(pieces, &Bitboard::EMPTY).intersects(squares))
    }
}

/// The kinds of pieces of a side, grouped by the tests that a loop over them has to make.
#[derive(Clone, Debug)]
pub(crate) struct Groups<const W: usize> {
    /// Pieces without moves, or with moves that no table holds.
    pub idle: Vec<PieceId>,
    /// Pieces with rays that end before barrier pieces. They are handled apart from all others.
    pub barred: Vec<PieceId>,
    /// Leapers whose moves are counted for all pieces of a kind at once.
    pub leapers: Vec<Leapers<W>>,
    /// Pieces with promotion, or with moves that only move or only capture.
    pub special: Vec<PieceId>,
    /// The kinds of `special` without those that are counted, or kept in sets, for all pieces at once.
    pub special_in_sets: Vec<PieceId>,
    /// Pieces with moves that only move or only capture, without the kinds that are counted at once.
    pub divergent: Vec<PieceId>,
    /// Other pieces that need more than one table.
    pub long: Vec<PieceId>,
}

impl<const W: usize> Groups<W> {
    pub fn of(tables: &[PieceTable<W>], both: &List<W, 1>) -> Groups<W> {
        let ids = || (0..tables.len()).map(|index| PieceId::new(index as u8));
        let those = |belongs: &dyn Fn(&PieceTable<W>) -> bool| {
            ids().filter(|id| belongs(&tables[id.index()])).collect::<Vec<PieceId>>()
        };
        let leapers = |id: PieceId| {
            let PieceTable { leaps, promotion, .. } = &tables[id.index()];
            let leaps = leaps.clone()?;
            let taking = leaps.iter().filter(|leap| leap.mode.takes()).copied().collect();
            let before_zone = promotion.as_ref().map_or(Bitboard::EMPTY, |promotion| {
                let mut before = Bitboard::EMPTY;
                leaps.iter().for_each(|leap: &Leap<W>| before |= leap.sources_of(promotion.zone));
                before
            });
            Some(Leapers { piece: id, leaps, taking, promotion: promotion.clone(), before_zone })
        };
        let special = |table: &PieceTable<W>| table.promotion.is_some() || table.divergent.is_some();
        let row = |id: PieceId| (id.index() + 1) * 64 * W..(id.index() + 2) * 64 * W;
        let long = |id: &PieceId| row(*id).any(|index| both.more(index, 0) > 0);
        Groups {
            idle: those(&PieceTable::is_idle),
            barred: those(&|table| !table.barred.is_empty()),
            leapers: ids().filter_map(leapers).collect(),
            special: those(&special),
            special_in_sets: those(&|table| special(table) && table.leaps.is_none()),
            divergent: those(&|table| table.divergent.is_some() && table.leaps.is_none()),
            long: ids().filter(long).collect(),
        }
    }

    /// The pieces whose moves are counted for all pieces of a kind at once. Those of both sides are among them.
    #[inline(always)]
    pub fn leaping(&self, position: &Position<W>) -> Bitboard<W> {
        let mut leaping = Bitboard::EMPTY;
        for leapers in &self.leapers {
            leaping |= position.of_piece(leapers.piece);
        }
        leaping
    }

    /// The number of moves of such pieces.
    #[inline(always)]
    pub fn count_leaps(&self, position: &Position<W>, pieces: Bitboard<W>, ends: Ends<W>) -> u64 {
        let (occupied, allowed, mut total) = (position.occupied(), ends.by_mode(), 0);
        for leapers in &self.leapers {
            total += leapers.count(pieces & position.of_piece(leapers.piece), &occupied, &allowed);
        }
        total
    }

    /// The squares that decide how many moves such pieces have.
    #[inline(always)]
    pub fn seen_by_leaping(&self, position: &Position<W>, pieces: Bitboard<W>) -> Bitboard<W> {
        let mut seen = Bitboard::EMPTY;
        for leapers in &self.leapers {
            let pieces = pieces & position.of_piece(leapers.piece);
            for leap in &leapers.leaps {
                seen |= leap.seen(pieces);
            }
        }
        seen
    }

    /// The pieces of a position that need more than one table. Used on large boards only.
    #[inline(always)]
    pub fn long_pieces(&self, position: &Position<W>) -> Bitboard<W> {
        if W > 2 {
            return !Bitboard::EMPTY;
        }
        position.of_pieces(&self.long)
    }
}

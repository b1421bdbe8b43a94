//! Attack tables: for each target square, the squares of possible attackers and the conditions of the attacks.

use std::sync::Arc;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::sets;
use super::sources::{Beside, Collected, List, Sources};

/// A condition under which an attack stands: exactly `hurdles` of the squares `between` are occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path<const W: usize> {
    /// The squares on the way.
    pub between: Bitboard<W>,
    /// The number of these squares that must be occupied.
    pub hurdles: u32,
}

impl<const W: usize> Path<W> {
    /// Returns `true` if the attack stands with the given occupancy.
    #[inline(always)]
    pub fn is_open(&self, occupied: &Bitboard<W>) -> bool {
        // Counting is slow on boards of many words, and most paths need no hurdle.
        match W > 2 && self.hurdles == 0 {
            true => !self.between.intersects(occupied),
            false => (self.between & *occupied).count() == self.hurdles,
        }
    }
}

/// An attack that depends on more than the number of occupied squares.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalAttack<const W: usize> {
    /// Square of the attacker.
    pub from: Square,
    /// The condition of the attack.
    pub path: Path<W>,
    /// Other squares, which must all be occupied.
    pub full: Bitboard<W>,
    /// The squares among these on which no barrier piece may stand. For the others, only their occupancy matters.
    pub hurdle: Bitboard<W>,
}

/// Attacks of a piece that depend on more than the number of occupied squares: certain squares must be occupied, or no
/// barrier piece may be on the path.
#[derive(Clone, Debug)]
pub struct ConditionalAttacks<const W: usize> {
    /// The piece.
    pub piece: PieceId,
    /// The kinds of barrier pieces, which cannot be hurdles.
    by: Vec<PieceId>,
    /// For each target square: the squares of the attackers with the numbers of their conditions, and the same squares
    /// as a set.
    sources: Vec<(Vec<(Square, u32)>, Bitboard<W>)>,
    /// The conditions, which all pieces share.
    conditions: Arc<Vec<Condition<W>>>,
}

/// Conditions of a conditional attack: see [`ConditionalAttack`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition<const W: usize> {
    pub path: Path<W>,
    pub full: Bitboard<W>,
    pub hurdle: Bitboard<W>,
}

impl<const W: usize> ConditionalAttacks<W> {
    /// Barrier pieces: none of them may be on the squares of a path.
    pub fn barriers(&self, position: &Position<W>) -> Bitboard<W> {
        position.of_pieces(&self.by)
    }

    /// The attacks on a square by some pieces.
    pub fn paths(&self, target: Square, pieces: Bitboard<W>) -> impl Iterator<Item = ConditionalAttack<W>> {
        let (all, sources) = &self.sources[target.index()];
        (pieces & *sources).into_iter().flat_map(|from| {
            let first = all.partition_point(|attack| attack.0 < from);
            all[first..].iter().take_while(move |attack| attack.0 == from).map(|(from, number)| {
                let Condition { path, full, hurdle } = self.conditions[*number as usize];
                ConditionalAttack { from: *from, path, full, hurdle }
            })
        })
    }

    /// No attacks yet.
    pub(super) fn new(piece: PieceId, by: &[PieceId], squares: usize) -> ConditionalAttacks<W> {
        ConditionalAttacks {
            piece,
            by: by.to_vec(),
            sources: vec![(Vec::new(), Bitboard::EMPTY); squares],
            conditions: Arc::default(),
        }
    }

    pub(super) fn add(&mut self, target: Square, attack: (Square, u32)) {
        let (all, sources) = &mut self.sources[target.index()];
        sources.insert(attack.0);
        let place = all.partition_point(|other| other.0 <= attack.0);
        if !all[..place].iter().rev().take_while(|other| other.0 == attack.0).any(|other| *other == attack) {
            all.insert(place, attack);
        }
    }
}

/// Data that the attack tables of both sides share.
pub(super) struct Shared<const W: usize> {
    pub slots: Arc<Vec<[u32; 2]>>,
    pub paths: Arc<Vec<Path<W>>>,
    pub sets: Arc<Vec<Bitboard<W>>>,
    pub conditions: Arc<Vec<Condition<W>>>,
}

/// The attacks of one side's pieces, by the square attacked.
#[derive(Clone, Debug)]
pub struct Attacks<const W: usize> {
    side: Side,
    pieces: usize,
    /// For a square `s` and a piece `p`, at `s * pieces + p`.
    sources: List<W>,
    /// For each slot, the range of its paths. Equal runs of paths are stored once, and equal runs of slots too: most
    /// pieces share them, and so do both sides.
    slots: Arc<Vec<[u32; 2]>>,
    paths: Arc<Vec<Path<W>>>,
    /// The sets that `sources` refer to.
    sets: Arc<Vec<Bitboard<W>>>,
    /// For each square, those on which a piece can block or make an attack on it.
    screens: Vec<Bitboard<W>>,
    /// `true` if every attack needs only empty squares, so that an additional piece or wall never makes one possible.
    pub need_gaps_only: bool,
    /// The attacks with conditions that a [`Path`] cannot express.
    pub conditional: Vec<ConditionalAttacks<W>>,
    /// Pieces with attacks that have no closed form. They are tested one by one, with the walker.
    pub walker_only: Vec<PieceId>,
}

impl<const W: usize> Attacks<W> {
    /// Tables of a side without any attacks.
    pub(super) fn none(side: Side, squares: usize, pieces: usize) -> Attacks<W> {
        Attacks {
            side,
            pieces,
            sources: List::of_none(squares * pieces),
            slots: Arc::default(),
            paths: Arc::default(),
            sets: Arc::default(),
            screens: vec![Bitboard::EMPTY; squares],
            need_gaps_only: false,
            conditional: Vec::new(),
            walker_only: Vec::new(),
        }
    }

    /// Stores the squares from which a piece attacks a square, and the first of their slots.
    pub(super) fn set_sources(
        &mut self,
        (target, piece): (usize, PieceId),
        sources: Collected<W>,
        sets: &mut sets::Builder<W>,
    ) {
        self.screens[target] |= sources.screens;
        self.sources.set(target * self.pieces + piece.index(), sources, sets);
    }

    /// Finishes the tables, with the data that both sides share.
    pub(super) fn finish(mut self, shared: &Shared<W>, hurdles: bool) -> Attacks<W> {
        (self.slots, self.paths, self.sets) = (shared.slots.clone(), shared.paths.clone(), shared.sets.clone());
        for conditional in &mut self.conditional {
            conditional.conditions = shared.conditions.clone();
        }
        self.need_gaps_only = self.conditional.is_empty() && !hurdles;
        self
    }

    /// Possible attackers of `target`, by piece, each with the squares of that piece in a position.
    #[inline(always)]
    pub fn all_sources<'t>(&'t self, target: Square, position: &'t Position<W>) -> Beside<'t, W> {
        let first = target.index() * self.pieces;
        self.sources.beside(first..first + self.pieces, &self.sets, position.by_piece())
    }

    /// Possible attackers of `target` of one piece.
    #[inline(always)]
    pub fn sources(&self, target: Square, piece: PieceId) -> Sources<'_, W> {
        self.sources.get(target.index() * self.pieces + piece.index(), &self.sets)
    }

    /// The squares on which a piece can block an attack on `target`, or make one as a hurdle.
    #[inline(always)]
    pub fn screens(&self, target: Square) -> Bitboard<W> {
        self.screens[target.index()]
    }

    /// The conditions of an attack from `from`, which is in the `rays` of `sources`.
    #[inline(always)]
    pub fn paths(&self, sources: Sources<'_, W>, from: Square) -> &[Path<W>] {
        let slot = sources.first as usize + sources.rays.count_below(from);
        let [first, end] = self.slots[slot];
        &self.paths[first as usize..end as usize]
    }

    /// Returns `true` if a square is attacked with the given occupancy by the pieces of `position` outside `gone`.
    /// Only attacks in closed form count: see [`walker_only`](Attacks::walker_only).
    #[inline(always)]
    pub fn is_attacked(
        &self,
        position: &Position<W>,
        target: Square,
        occupied: &Bitboard<W>,
        gone: &Bitboard<W>,
    ) -> bool {
        let attackers = position.of_side(self.side) & !*gone;
        for (sources, pieces) in self.all_sources(target, position) {
            let pieces = *pieces & attackers & sources.xray_attackers();
            if !pieces.is_subset(sources.rays) {
                return true;
            }
            if W > 2 {
                if self.is_open_from_any(sources, &pieces, occupied) {
                    return true;
                }
                continue;
            }
            for from in pieces {
                if self.paths(sources, from).iter().any(|path| path.is_open(occupied)) {
                    return true;
                }
            }
        }
        !self.conditional.is_empty() && self.is_attacked_by_conditional(position, target, (occupied, &attackers, gone))
    }

    /// Returns `true` if a path from one of the pieces with rays is open. The indices of the paths are counted word by
    /// word for all squares together, because counting is slow on boards of many words.
    fn is_open_from_any(&self, sources: Sources<'_, W>, pieces: &Bitboard<W>, occupied: &Bitboard<W>) -> bool {
        let mut place = sources.first as usize;
        for (rays, pieces) in sources.rays.0.iter().zip(pieces.0) {
            let mut left = pieces;
            while left != 0 {
                let lower = (left & left.wrapping_neg()) - 1;
                let [first, end] = self.slots[place + (rays & lower).count_ones() as usize];
                if self.paths[first as usize..end as usize].iter().any(|path| path.is_open(occupied)) {
                    return true;
                }
                left &= left - 1;
            }
            place += rays.count_ones() as usize;
        }
        false
    }

    /// Returns `true` if a piece on `from` would attack `target` with the given occupancy. Covers only attacks that
    /// [have a closed form](Attacks::has_closed_form).
    #[inline(always)]
    pub fn attacks_from(&self, target: Square, (piece, from): (PieceId, Square), occupied: &Bitboard<W>) -> bool {
        let sources = self.sources(target, piece);
        let open = || self.paths(sources, from).iter().any(|path| path.is_open(occupied));
        sources.xray_attackers().contains(from) && (!sources.rays.contains(from) || open())
    }

    /// Of some pieces of the side, those that attack a square with the given occupancy. Covers only attacks that
    /// [have a closed form](Attacks::has_closed_form).
    pub fn attackers(
        &self,
        position: &Position<W>,
        target: Square,
        occupied: &Bitboard<W>,
        among: Bitboard<W>,
    ) -> Bitboard<W> {
        let mut found = Bitboard::EMPTY;
        for (sources, pieces) in self.all_sources(target, position) {
            let pieces = *pieces & among & sources.xray_attackers();
            found |= pieces;
            for from in pieces & *sources.rays {
                if !self.paths(sources, from).iter().any(|path| path.is_open(occupied)) {
                    found.remove(from);
                }
            }
        }
        found
    }

    /// Returns `true` if all attacks depend only on the number of occupied squares of their paths.
    pub fn has_closed_form(&self) -> bool {
        self.conditional.is_empty() && self.walker_only.is_empty()
    }

    /// Returns `true` if a piece's attacks are symmetric on all squares, with equal conditions in both directions.
    /// Covers only attacks that [have a closed form](Attacks::has_closed_form).
    pub fn are_mutual(&self, piece: PieceId) -> bool {
        let sources = |target: Square| self.sources(target, piece);
        // Equal runs of paths are stored once.
        let paths = |sources: Sources<'_, W>, from: Square| {
            sources.rays.contains(from).then(|| self.slots[sources.first as usize + sources.rays.count_below(from)])
        };
        let mut squares = (0..self.screens.len()).map(|index| Square::new(index as u16));
        squares.all(|target| {
            let to = sources(target);
            to.leaps().iter().all(|from| sources(from).leaps().contains(target))
                && to.rays.iter().all(|from| paths(to, from) == paths(sources(from), target))
        })
    }

    fn is_attacked_by_conditional(
        &self,
        position: &Position<W>,
        target: Square,
        (occupied, attackers, gone): (&Bitboard<W>, &Bitboard<W>, &Bitboard<W>),
    ) -> bool {
        self.conditional.iter().any(|conditional| {
            // A piece that is lifted from the board is no barrier, and neither is a captured one.
            let barriers = conditional.barriers(position) & *occupied & !*gone;
            let pieces = position.of_piece(conditional.piece) & *attackers;
            let mut paths = conditional.paths(target, pieces);
            paths.any(|ConditionalAttack { path, full, hurdle, .. }| {
                path.is_open(occupied) && full.is_subset(occupied) && !hurdle.intersects(&barriers)
            })
        })
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.sources.bytes()
            + std::mem::size_of_val(self.slots.as_slice())
            + std::mem::size_of_val(self.paths.as_slice())
    }
}

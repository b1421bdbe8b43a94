//! Who attacks a square: the moves turned round, and the closed form of their conditions.

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::ray;

/// A condition under which an attack stands: exactly `hurdles` of the squares `between` are occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path<const W: usize> {
    /// The squares that decide.
    pub between: Bitboard<W>,
    /// How many of them must be occupied.
    pub hurdles: u32,
}

impl<const W: usize> Path<W> {
    /// Does the attack stand on a board occupied so?
    #[inline(always)]
    pub fn is_open(&self, occupied: &Bitboard<W>) -> bool {
        (self.between & *occupied).count() == self.hurdles
    }
}

/// The attackers of one square by one piece.
#[derive(Clone, Copy, Debug)]
struct Sources<const W: usize> {
    /// From these squares it attacks whatever else stands on the board.
    leaps: Bitboard<W>,
    /// From these it attacks on the condition of a path.
    rays: Bitboard<W>,
    /// The first slot of `rays`; the others follow in the order of the squares.
    first: u32,
}

/// The attacks of one side's men, by the square attacked.
#[derive(Clone, Debug)]
pub struct Attacks<const W: usize> {
    side: Side,
    pieces: usize,
    /// For a square `s` and a piece `p`, at `s * pieces + p`.
    sources: Vec<Sources<W>>,
    /// For each slot, where its paths start; they end where those of the next slot start.
    slots: Vec<u32>,
    paths: Vec<Path<W>>,
    /// Pieces with attacks that have no closed form: they are asked one by one, with the walker.
    pub open_form: Vec<PieceId>,
}

impl<const W: usize> Attacks<W> {
    /// The squares from which a piece may attack `target`, for better or worse.
    #[inline(always)]
    pub fn sources(&self, piece: PieceId, target: Square) -> (Bitboard<W>, Bitboard<W>) {
        let sources = self.at(piece, target);
        (sources.leaps, sources.rays)
    }

    #[inline(always)]
    fn at(&self, piece: PieceId, target: Square) -> &Sources<W> {
        &self.sources[target.index() * self.pieces + piece.index()]
    }

    /// The conditions under which a piece on `from`, one of the second set of [`sources`](Attacks::sources), attacks
    /// `target`.
    #[inline(always)]
    pub fn paths(&self, piece: PieceId, from: Square, target: Square) -> &[Path<W>] {
        let sources = self.at(piece, target);
        let slot = sources.first as usize + rank_in(&sources.rays, from);
        &self.paths[self.slots[slot] as usize..self.slots[slot + 1] as usize]
    }

    /// Is a square attacked on a board occupied so, by the men of `position` that do not stand on a square of `gone`?
    /// Only attacks of the closed form count: see [`open_form`](Attacks::open_form).
    #[inline(always)]
    pub fn is_attacked(
        &self,
        position: &Position<W>,
        target: Square,
        occupied: &Bitboard<W>,
        gone: &Bitboard<W>,
    ) -> bool {
        let attackers = position.of_side(self.side) & !*gone;
        let first = target.index() * self.pieces;
        for (index, sources) in self.sources[first..first + self.pieces].iter().enumerate() {
            let piece = PieceId::new(index as u8);
            let men = position.of_piece(piece) & attackers;
            if men.intersects(&sources.leaps) {
                return true;
            }
            for from in men & sources.rays {
                if self.paths(piece, from, target).iter().any(|path| path.is_open(occupied)) {
                    return true;
                }
            }
        }
        false
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.sources.as_slice())
            + std::mem::size_of_val(self.slots.as_slice())
            + std::mem::size_of_val(self.paths.as_slice())
    }
}

/// How many squares of a set have a lower index than `square`.
#[inline(always)]
fn rank_in<const W: usize>(set: &Bitboard<W>, square: Square) -> usize {
    let mut total = 0;
    let word = square.index() / 64;
    for index in 0..W {
        if index < word {
            total += set.0[index].count_ones();
        } else if index == word {
            total += (set.0[index] & ((1 << (square.index() % 64)) - 1)).count_ones();
        }
    }
    total as usize
}

/// Collects the attacks of one side.
pub struct Builder {
    side: Side,
    squares: usize,
    pieces: usize,
    found: FxHashMap<(PieceId, Square), Vec<(Square, ray::Path)>>,
    open_form: Vec<PieceId>,
}

impl Builder {
    /// A collection without attacks.
    pub fn new(side: Side, squares: usize, pieces: usize) -> Builder {
        Builder { side, squares, pieces, found: FxHashMap::default(), open_form: Vec::new() }
    }

    /// Adds the captures that a piece can make along a ray from a square.
    pub fn add(&mut self, piece: PieceId, from: Square, ray: &ray::Ray) {
        for (target, path) in ray.paths() {
            match path {
                Some(path) => self.found.entry((piece, target)).or_default().push((from, path)),
                None => self.add_open_form(piece),
            }
        }
    }

    /// Notes that a piece has attacks that are not of the closed form.
    pub fn add_open_form(&mut self, piece: PieceId) {
        if !self.open_form.contains(&piece) {
            self.open_form.push(piece);
        }
    }

    /// The finished attacks.
    pub fn finish<const W: usize>(mut self) -> Attacks<W> {
        let mut attacks = Attacks {
            side: self.side,
            pieces: self.pieces,
            sources: Vec::with_capacity(self.pieces * self.squares),
            slots: Vec::new(),
            paths: Vec::new(),
            open_form: self.open_form,
        };
        for target in 0..self.squares {
            for piece in 0..self.pieces {
                let key = (PieceId::new(piece as u8), Square::new(target as u16));
                let found = self.found.remove(&key).unwrap_or_default();
                attacks.push(found);
            }
        }
        attacks.slots.push(attacks.paths.len() as u32);
        attacks
    }
}

impl<const W: usize> Attacks<W> {
    fn push(&mut self, mut found: Vec<(Square, ray::Path)>) {
        found.sort_by_key(|(from, path)| (*from, path.hurdles, path.between.0));
        found.dedup();
        let always = |path: &ray::Path| path.hurdles == 0 && path.between.is_empty();
        let leaps: Bitboard<W> = found.iter().filter(|(_, path)| always(path)).map(|(from, _)| *from).collect();
        found.retain(|(from, _)| !leaps.contains(*from));
        let rays: Bitboard<W> = found.iter().map(|(from, _)| *from).collect();
        self.sources.push(Sources { leaps, rays, first: self.slots.len() as u32 });
        for run in found.chunk_by(|a, b| a.0 == b.0) {
            self.slots.push(self.paths.len() as u32);
            let narrow = |path: &ray::Path| Path { between: path.between.resize(), hurdles: u32::from(path.hurdles) };
            self.paths.extend(run.iter().map(|(_, path)| narrow(path)));
        }
    }
}

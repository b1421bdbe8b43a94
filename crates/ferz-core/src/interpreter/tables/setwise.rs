//! Counting the moves of all leapers of a kind at once.
//!
//! Shifting the set of all pieces of a kind by the index distance of a leap gives the set of their destinations. This
//! is fast for kinds that only leap, with few different distances. Edges, wraps and initial squares are in the set of
//! squares from which a leap is possible, so this holds on every topology.

use crate::board::{Bitboard, Square};
use crate::walker::{Ray, RayKind};

use super::patterns::Mode;
use super::rays::SharedRay;

/// The largest number of leaps for which shifting sets is faster than a loop over the pieces (measured: see
/// docs/performance.md).
const MAX_LEAPS: usize = 6;

/// One leap, for all pieces of a kind at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leap<const W: usize> {
    /// The squares from which it is possible.
    sources: Bitboard<W>,
    /// The index distance from the start to the square that must be empty (of a lame leap); 0 if there is none.
    over: i32,
    /// The index distance from that square to the destination.
    distance: i32,
    /// All squares if no square must be empty; no square otherwise.
    free: Bitboard<W>,
    /// Whether it only moves, only captures, or does both.
    pub mode: Mode,
}

impl<const W: usize> Leap<W> {
    /// The index distance from the start to the destination.
    #[inline(always)]
    pub fn length(&self) -> i32 {
        self.over + self.distance
    }

    /// The squares from which the leap ends on one of the destinations. May contain more squares.
    pub fn sources_of(&self, targets: Bitboard<W>) -> Bitboard<W> {
        self.sources & targets.moved(-self.length())
    }

    /// The squares that decide whether pieces can make the leap, and all its destinations.
    #[inline(always)]
    pub fn seen(&self, pieces: Bitboard<W>) -> Bitboard<W> {
        let pieces = pieces & self.sources;
        pieces.moved(self.over) | pieces.moved(self.length())
    }

    /// The destinations of the leap for all pieces that can make it with the given occupancy, as a set.
    #[inline(always)]
    pub fn targets(&self, pieces: Bitboard<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let pieces = pieces & self.sources;
        // For one or two words, shifting costs less than testing whether it is needed.
        if W > 2 && self.over == 0 {
            return pieces.moved(self.distance);
        }
        (pieces.moved(self.over) & (self.free | !*occupied)).moved(self.distance)
    }
}

/// All leaps of a piece that has only leaps; `None` for any other piece, and for one with too many leaps.
pub(crate) fn leaps<const W: usize>(moves: &[Vec<(SharedRay, Mode)>]) -> Option<Vec<Leap<W>>> {
    let mut leaps: Vec<Leap<W>> = Vec::new();
    for (index, rays) in moves.iter().enumerate() {
        for (ray, mode) in rays.iter().filter(|(ray, _)| !ray.cells.is_empty()) {
            let (distance, over) = shape(index, ray)?;
            let from = Square::new(index as u16);
            let leap = Leap {
                sources: Bitboard::of(from),
                over: over.unwrap_or(0),
                distance: distance - over.unwrap_or(0),
                free: if over.is_none() { !Bitboard::EMPTY } else { Bitboard::EMPTY },
                mode: *mode,
            };
            match leaps.iter_mut().find(|other| Leap { sources: leap.sources, ..**other } == leap) {
                Some(other) => other.sources |= leap.sources,
                None => leaps.push(leap),
            }
            if leaps.len() > MAX_LEAPS {
                return None;
            }
        }
    }
    (!has_double(&leaps)).then_some(leaps)
}

/// Returns `true` if shifting the set of all pieces is faster than a loop over this number of pieces. Pieces that are
/// handled `alone`, because they promote or capture differently from their quiet moves, cost more than others, which
/// share one loop (measured: see docs/performance.md).
pub(crate) fn pays(leaps: usize, pieces: usize, alone: bool) -> bool {
    3 * leaps <= if alone { 10 * pieces } else { 4 * pieces }
}

/// The index distances of a leap's destination and of the square that must be empty for it.
fn shape(from: usize, ray: &Ray) -> Option<(i32, Option<i32>)> {
    let [cell] = ray.cells.as_slice() else { return None };
    let distance = |square: &Square| square.index() as i32 - from as i32;
    let plain = ray.kind == RayKind::Slide && ray.skip == 0 && cell.full().is_empty() && cell.empty().len() <= 1;
    plain.then(|| (distance(&cell.square), cell.empty().first().map(distance)))
}

/// Returns `true` if two of the leaps could bring one piece to the same square with the same kind of move: sets would
/// count it twice.
fn has_double<const W: usize>(leaps: &[Leap<W>]) -> bool {
    let clash = |a: &Leap<W>, b: &Leap<W>| {
        let disjoint = matches!((a.mode, b.mode), (Mode::Quiet, Mode::Capture) | (Mode::Capture, Mode::Quiet));
        a.over + a.distance == b.over + b.distance && !disjoint && a.sources.intersects(&b.sources)
    };
    leaps.iter().enumerate().any(|(index, a)| leaps[index + 1..].iter().any(|b| clash(a, b)))
}

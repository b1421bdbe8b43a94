//! Searches backwards from a target for the squares from which a move of several legs may capture on it, for all pieces
//! at once.
//!
//! The result may contain too many squares, but never too few: squares on which the move may have captured a piece, or
//! from which it may have started, count both as empty and as occupied. So the walker has to follow only pieces inside
//! the result.

use smallvec::{SmallVec, smallvec};

use crate::board::{Bitboard, Geometry, Side, Square, Step, Topology};
use crate::rules::movement::{Bend, Between, Hop, Leg, Platform, Wrap, headings};
use crate::work;

use super::line;

/// A board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, const W: usize> {
    /// The board.
    pub geometry: &'a Geometry,
    /// The squares of each file.
    pub files: &'a [Bitboard<W>],
    /// The side that moves.
    pub side: Side,
    /// All squares of the board.
    pub all: Bitboard<W>,
    /// The empty squares.
    pub empty: Bitboard<W>,
    /// Squares of the moving side's pieces.
    pub friends: Bitboard<W>,
    /// Squares of the other side's pieces.
    pub enemies: Bitboard<W>,
    /// Squares of the moving side's pieces that have the move.
    pub movers: Bitboard<W>,
}

/// The squares from which a move may capture on a target.
#[derive(Clone, Debug)]
pub struct Approach<const W: usize> {
    /// For each leg and each heading of the previous leg, the squares on which the leg may begin.
    begins: Vec<[Bitboard<W>; 8]>,
    /// The squares that decide whether a piece captures there. While nothing changes on them, the answer is the same.
    pub seen: Bitboard<W>,
}

/// The squares that a leg may pass.
struct Way<const W: usize> {
    empty: Bitboard<W>,
    /// Occupied squares that the leg may still pass: they may have become empty during the move, or are hurdles.
    soft: Bitboard<W>,
    /// The largest number of these squares that the leg may pass.
    most: usize,
}

impl<const W: usize> Approach<W> {
    /// The approach of a move's legs that end on `target`, or capture there before they end. `None` for boards and legs
    /// that this search does not support.
    pub fn of(legs: &[Leg], scene: &Scene<'_, W>, target: Square) -> Option<Approach<W>> {
        let known = |leg: &Leg| leg.bend == Bend::Straight && leg.wrap == Wrap::None;
        let plane = scene.geometry.topology() == Topology::Rectangle && scene.geometry.levels() == 1;
        if !plane || !legs.iter().all(known) {
            return None;
        }
        for leg in legs {
            work::spend(if leg.range == Some(1) { 1 } else { W / 2 });
        }
        let mut approach = Approach { begins: vec![[Bitboard::EMPTY; 8]; legs.len()], seen: Bitboard::of(target) };
        for (index, leg) in legs.iter().enumerate().rev() {
            approach.add_leg(legs, index, scene, target);
            if leg.between != Between::Anything {
                approach.seen = scene.all;
            }
        }
        approach.add_what_follows(legs, scene, target);
        Some(approach)
    }

    /// The squares from which the move may capture on the target.
    pub fn starts(&self) -> Bitboard<W> {
        self.begins.first().map_or(Bitboard::EMPTY, |first| first[0])
    }

    /// Returns `true` if a leg may begin on a square, after a leg with this heading.
    pub fn begins(&self, leg: usize, heading: u8, square: Square) -> bool {
        self.begins.get(leg).is_none_or(|begins| begins[usize::from(heading) % 8].contains(square))
    }

    /// Finds the squares on which a leg may begin, from those of the next leg.
    fn add_leg(&mut self, legs: &[Leg], index: usize, scene: &Scene<'_, W>, target: Square) {
        let leg = &legs[index];
        let way = scene.way(legs, index, target);
        let landing = scene.landing(leg, &way);
        let mut from = [Bitboard::EMPTY; 8];
        // Turns are counted from the heading of the previous leg. The first leg has none.
        let before = if index == 0 { 0..1 } else { 0..8_u8 };
        let allowed = |before: u8| leg.headings.rotate_left(u32::from(before)) & leg.kept;
        for heading in headings(before.clone().fold(0, |all, before| all | allowed(before))) {
            let mut ends = if takes(leg) { Bitboard::of(target) } else { Bitboard::EMPTY };
            if let Some(next) = self.begins.get(index + 1) {
                ends |= next[usize::from(heading)] & landing;
            }
            let back = line::step(leg, heading, scene.side, false).reversed();
            from[usize::from(heading)] = scene.ray(ends, back, leg, &way);
            self.seen |= from[usize::from(heading)];
        }
        for before in before {
            let squares = headings(allowed(before)).map(|heading| from[usize::from(heading)]);
            self.begins[index][usize::from(before)] = squares.fold(Bitboard::EMPTY, |all, squares| all | squares);
        }
    }

    /// Adds captures on the target by a leg that is not the last one. The move must be able to go on from the target.
    fn add_what_follows(&mut self, legs: &[Leg], scene: &Scene<'_, W>, target: Square) {
        let mut reached = Bitboard::EMPTY;
        for (index, leg) in legs.iter().enumerate() {
            if !reached.is_empty() {
                let mut way = scene.way(legs, index, target);
                way.soft.insert(target);
                let mut next = Bitboard::EMPTY;
                for heading in headings(leg.kept) {
                    next |= scene.ray(reached, line::step(leg, heading, scene.side, false), leg, &way);
                }
                reached = next;
                self.seen |= reached;
            }
            if takes(leg) {
                reached.insert(target);
            }
        }
    }
}

impl<const W: usize> Scene<'_, W> {
    /// The squares that a leg may pass, given the legs before it.
    fn way(&self, legs: &[Leg], index: usize, target: Square) -> Way<W> {
        let (mut soft, mut most) = (self.movers, 1);
        for leg in &legs[..index] {
            if leg.terms.enemy {
                soft |= self.enemies;
            }
            if leg.terms.friend {
                soft |= self.friends;
            }
            most += usize::from(leg.terms.enemy || leg.terms.friend);
        }
        let leg = &legs[index];
        let jumped = usize::from(leg.hop != Hop::None) + usize::from(leg.skip);
        if jumped > 0 {
            soft = self.all & !self.empty;
        }
        let (mut empty, target) = (self.empty, Bitboard::of(target));
        empty &= !target;
        if jumped == 0 {
            soft &= !target;
        }
        Way { empty, soft: soft & !empty, most: most + jumped }
    }

    /// The squares on which a leg other than the last one may end.
    fn landing(&self, leg: &Leg, way: &Way<W>) -> Bitboard<W> {
        let mut landing = Bitboard::EMPTY;
        if leg.terms.quiet {
            landing |= way.empty | way.soft;
        }
        if leg.terms.enemy {
            landing |= self.enemies;
        }
        if leg.terms.friend {
            landing |= self.friends;
        }
        if leg.terms.platform != Platform::None {
            landing |= self.all & !way.empty;
        }
        landing
    }

    /// The squares that a leg reaches from some squares by repeating one step, within its range.
    fn ray(&self, from: Bitboard<W>, step: Step, leg: &Leg, way: &Way<W>) -> Bitboard<W> {
        let Some(leap) = self.leap(step).filter(|_| !from.is_empty()) else { return Bitboard::EMPTY };
        if leg.range == Some(1) {
            return leap.from(from);
        }
        let longest = self.geometry.files().max(self.geometry.ranks());
        let mut reached = Bitboard::EMPTY;
        // The squares reached so far, by the number of soft squares passed.
        let mut fronts: SmallVec<[Bitboard<W>; 4]> = smallvec![Bitboard::EMPTY; way.most + 1];
        fronts[0] = from;
        for _ in 0..leg.range.map_or(longest, usize::from).min(longest) {
            let mut passing = Bitboard::EMPTY;
            let mut any = false;
            for front in &mut fronts {
                if front.is_empty() {
                    *front = std::mem::take(&mut passing);
                } else {
                    let next = leap.from(*front);
                    reached |= next;
                    *front = (next & way.empty) | passing;
                    passing = next & way.soft;
                }
                any |= !front.is_empty();
            }
            if !any {
                break;
            }
        }
        reached
    }

    /// The leap over one step; `None` if the board is too narrow for it.
    fn leap(&self, step: Step) -> Option<Leap<W>> {
        let (aside, files) = (usize::from(step.files.unsigned_abs()), self.files.len());
        let leaving = match step.files > 0 {
            true => self.files.get(files.checked_sub(aside)?..)?,
            false => self.files.get(..aside)?,
        };
        Some(Leap {
            leaving: leaving.iter().fold(Bitboard::EMPTY, |all, file| all | *file),
            distance: i32::from(step.ranks) * files as i32 + i32::from(step.files),
            all: self.all,
        })
    }
}

/// One step, made from all squares of a set at once.
struct Leap<const W: usize> {
    /// The squares from which the step leads over an edge.
    leaving: Bitboard<W>,
    /// The distance by which the step raises the index of a square.
    distance: i32,
    all: Bitboard<W>,
}

impl<const W: usize> Leap<W> {
    fn from(&self, set: Bitboard<W>) -> Bitboard<W> {
        (set & !self.leaving).shifted(self.distance) & self.all
    }
}

/// Returns `true` if a leg may capture an enemy's royal piece on its last square.
fn takes(leg: &Leg) -> bool {
    leg.terms.enemy && !leg.terms.spares_royal
}

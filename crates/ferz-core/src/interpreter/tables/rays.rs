//! The rays of all pieces, each traced once. Pieces of both sides with the same direction and range share rays.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::board::{Side, Square, SquareSet, Step};
use crate::rules::movement::{Bend, Between, Hop, Leg, Pattern, Terms, Wrap, headings};
use crate::rules::{PieceId, Rules};
use crate::walker::{self, Line, LineStep, Ray, RayCell, RayKind};
use crate::work;

use super::held::{self, Held};

/// A ray that several pieces may have, with its number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SharedRay {
    ray: Arc<Ray>,
    number: u32,
}

impl SharedRay {
    /// The number of the ray, from 0. It is the same for all pieces that have the ray.
    pub fn number(&self) -> usize {
        self.number as usize
    }

    /// The ray, to be kept.
    pub fn shared(&self) -> Arc<Ray> {
        self.ray.clone()
    }
}

impl Deref for SharedRay {
    type Target = Ray;

    fn deref(&self) -> &Ray {
        &self.ray
    }
}

/// Everything that determines a line except its start square.
#[derive(PartialEq, Eq, Hash)]
struct Direction {
    step: Step,
    range: Option<u8>,
    skip: u8,
    between: Between,
    hop: Hop,
    wrap: Wrap,
    land: usize,
}

/// For each square, the numbers of the rays, computed on first use.
type FromSquares = Vec<Option<SmallVec<[u32; 4]>>>;

/// The rays of a variant.
pub(crate) struct Rays<'r> {
    pub rules: &'r Rules,
    all: Vec<Arc<Ray>>,
    lands: Vec<Arc<SquareSet>>,
    /// Numbers of ray sets, by their legs (with any terms), their side and the index in `lands` of the squares on
    /// which they may end.
    ways: FxHashMap<(SmallVec<[Leg; 1]>, Side, usize), usize>,
    of_ways: Vec<FromSquares>,
    directions: FxHashMap<Direction, usize>,
    of_directions: Vec<FromSquares>,
    /// By piece, how the moves of its patterns are found.
    held: Vec<Option<Rc<[Held]>>>,
}

impl<'r> Rays<'r> {
    /// An empty collection.
    pub fn new(rules: &'r Rules) -> Rays<'r> {
        Rays {
            rules,
            all: Vec::new(),
            lands: Vec::new(),
            ways: FxHashMap::default(),
            of_ways: Vec::new(),
            directions: FxHashMap::default(),
            of_directions: Vec::new(),
            held: vec![None; rules.pieces.len()],
        }
    }

    /// How the moves of each pattern of a piece are found. Computed once for each piece.
    pub fn held(&mut self, piece: PieceId) -> Rc<[Held]> {
        let rules = self.rules;
        self.held[piece.index()].get_or_insert_with(|| held::held_of(rules, rules.piece(piece))).clone()
    }

    /// The rays of a pattern from a square that may end on some squares.
    pub fn of(&mut self, pattern: &Pattern, (side, from): (Side, Square), land: SquareSet) -> Vec<SharedRay> {
        if !work::spend(2) {
            return Vec::new();
        }
        let land = self.land(land);
        let mut legs: SmallVec<[Leg; 1]> = pattern.legs().iter().cloned().collect();
        let Some(last) = legs.last_mut() else { return Vec::new() };
        (last.terms, last.trail) = (Terms::default(), false);
        let squares = self.rules.geometry.len();
        let fresh = || vec![None; squares];
        let way = *self.ways.entry((legs, side, land)).or_insert_with(|| {
            self.of_ways.push(fresh());
            self.of_ways.len() - 1
        });
        if self.of_ways[way][from.index()].is_none() {
            let found = self.find(pattern, (side, from), land);
            self.of_ways[way][from.index()] = Some(found);
        }
        let shared = |number: &u32| SharedRay { ray: self.all[*number as usize].clone(), number: *number };
        self.of_ways[way][from.index()].iter().flatten().map(shared).collect()
    }

    fn land(&mut self, land: SquareSet) -> usize {
        let known = self.lands.iter().position(|other| **other == land);
        known.unwrap_or_else(|| {
            self.lands.push(Arc::new(land));
            self.lands.len() - 1
        })
    }

    fn find(&mut self, pattern: &Pattern, (side, from): (Side, Square), land: usize) -> SmallVec<[u32; 4]> {
        let geometry = &self.rules.geometry;
        let mut found = SmallVec::new();
        match pattern.legs() {
            [leg] if leg.bend == Bend::Straight => {
                for heading in headings(leg.headings & leg.kept) {
                    found.extend(self.straight(leg, heading, (side, from), land));
                }
            }
            [.., last] => {
                for (passed, line) in walker::ways(pattern, geometry, side, from) {
                    let mut ray = ray(last, line, self.lands[land].clone());
                    if let Some(first) = ray.cells.first_mut() {
                        first.needs_empty(passed);
                    }
                    found.extend(self.add(ray));
                }
            }
            [] => {}
        }
        found
    }

    /// The ray of a leg that keeps its direction.
    fn straight(&mut self, leg: &Leg, heading: u8, (side, from): (Side, Square), land: usize) -> SmallVec<[u32; 4]> {
        let ahead = leg.leap.step(heading);
        let direction = Direction {
            step: if side == Side::White { ahead } else { ahead.reversed() },
            range: leg.range,
            skip: leg.skip,
            between: leg.between,
            hop: leg.hop,
            wrap: leg.wrap,
            land,
        };
        let squares = self.rules.geometry.len();
        let index = *self.directions.entry(direction).or_insert_with(|| {
            self.of_directions.push(vec![None; squares]);
            self.of_directions.len() - 1
        });
        if self.of_directions[index][from.index()].is_none() {
            let line = walker::line(leg, &self.rules.geometry, (side, from), heading);
            let ray = ray(leg, line, self.lands[land].clone());
            self.of_directions[index][from.index()] = Some(self.add(ray).into_iter().collect());
        }
        self.of_directions[index][from.index()].clone().unwrap_or_default()
    }

    fn add(&mut self, ray: Ray) -> Option<u32> {
        let mut ray = ray.trimmed();
        (work::spend(ray.cells.len()) && !ray.cells.is_empty()).then(|| {
            // The list of cells reuses the memory of larger elements, so part of it is unused.
            ray.cells.shrink_to_fit();
            self.all.push(Arc::new(ray));
            self.all.len() as u32 - 1
        })
    }
}

fn ray(leg: &Leg, line: Line, land: Arc<SquareSet>) -> Ray {
    let cell = |step: LineStep| match leg.between {
        Between::Occupied => RayCell::new(step.square, SmallVec::new(), step.blockers),
        _ => RayCell::new(step.square, step.blockers, SmallVec::new()),
    };
    let kind = match leg.hop {
        Hop::None => RayKind::Slide,
        Hop::Over => RayKind::Over,
        Hop::Next => RayKind::Next,
    };
    Ray { cells: line.steps.into_iter().map(cell).collect(), kind, skip: usize::from(leg.skip), land }
}

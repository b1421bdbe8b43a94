//! The squares that pieces could reach with some occupancy. A piece never attacks any other square.

use std::sync::{Arc, OnceLock};

use ferz_core::board::{Geometry, Square, SquareSet};
use ferz_core::rules::movement::{Bend, Course, Leg, Pattern, headings};
use ferz_core::rules::{PieceId, Rules};

use crate::player::{MOST, Player};
use crate::reading::can_capture;
use crate::road::{Departure, Turning, follow};

/// The reach of one piece from one square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The squares on which a leg of one of its moves could end.
    pub all: SquareSet,
    /// The same for moves that can capture.
    pub captures: SquareSet,
}

/// The reaches of all pieces from all squares, each computed on first use.
#[derive(Clone, Debug)]
pub(crate) struct Reaches {
    found: Arc<[OnceLock<Box<Reach>>]>,
    squares: usize,
}

impl Reaches {
    pub(crate) fn new(rules: &Rules) -> Reaches {
        let squares = rules.geometry.len();
        let places = rules.pieces.len() * MOST * squares;
        Reaches { found: (0..places).map(|_| OnceLock::new()).collect(), squares }
    }

    /// The squares that a piece could come to.
    pub(crate) fn of(&self, rules: &Rules, piece: PieceId, side: Player, from: Square) -> &Reach {
        let place = (piece.index() * MOST + side.index()) * self.squares + from.index();
        self.found[place].get_or_init(|| Box::new(reach(rules, piece, side, from)))
    }
}

fn reach(rules: &Rules, piece: PieceId, side: Player, from: Square) -> Reach {
    let piece = rules.piece(piece);
    let mut found = Reach { all: SquareSet::EMPTY, captures: SquareSet::EMPTY };
    let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
    for pattern in movements.flat_map(|movement| &movement.patterns) {
        let squares = squares_of(pattern, &rules.geometry, side, from);
        found.all |= squares;
        if can_capture(pattern) {
            found.captures |= squares;
        }
    }
    found
}

/// The squares on which some leg of a pattern could end.
fn squares_of(pattern: &Pattern, geometry: &Geometry, side: Player, from: Square) -> SquareSet {
    let legs = match &pattern.course {
        Course::Legs(legs) => legs,
        Course::Anywhere(_) => return geometry.squares(),
        Course::Castling(_) => return SquareSet::EMPTY,
    };
    let mut all = SquareSet::EMPTY;
    let mut starts = vec![(from, 0, false)];
    for leg in legs {
        let mut ends = Vec::new();
        for (from, heading, flipped) in starts {
            let departure = Departure { side, from, flipped };
            for heading in headings(leg.headings.rotate_left(u32::from(heading)) & leg.kept) {
                for turning in turnings(leg, legs.len()) {
                    let stops = follow(leg, (geometry, &SquareSet::EMPTY), departure, heading, *turning);
                    ends.extend(stops.iter().map(|stop| (stop.square, heading, stop.flipped)));
                }
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends.iter().for_each(|(square, ..)| all.insert(*square));
        starts = ends;
    }
    all
}

/// The directions in which a leg may turn first, in a move of this number of legs.
pub(crate) fn turnings(leg: &Leg, legs: usize) -> &'static [Turning] {
    match legs == 1 && leg.bend != Bend::Straight {
        true => &[Turning::Right, Turning::Left],
        false => &[Turning::Right],
    }
}

//! Squares on which a move could end: on an empty board, or with all other pieces placed as the move needs them.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::rules::movement::{Between, Course, Hop, Pattern, Terms};

use super::content::{Content, Context, Occupancy};
use super::walk::walk_pattern;

/// The move without its conditions, for use on an empty board: it may end on empty squares, passes empty squares
/// instead of captured pieces and hurdles, and ignores squares inside its leaps.
pub fn ghost(pattern: &Pattern) -> Pattern {
    let open = |terms: Terms| Terms { quiet: true, ..terms };
    let mut pattern = pattern.clone();
    match &mut pattern.course {
        Course::Legs(legs) => {
            for leg in legs {
                leg.terms = open(leg.terms);
                leg.skip = leg.skip.saturating_add(u8::from(leg.hop != Hop::None));
                leg.hop = Hop::None;
                if leg.between == Between::Occupied {
                    leg.between = Between::Anything;
                }
            }
        }
        Course::Anywhere(terms) => *terms = open(*terms),
        Course::Castling(_) => {}
    }
    pattern
}

/// A board without other pieces.
struct EmptyBoard;

impl Occupancy for EmptyBoard {
    fn content(&self, _: Square) -> Content {
        Content::Empty
    }
}

/// The squares on which a move could end with other pieces placed as it needs them. Castling is left out.
pub fn potential(pattern: &Pattern, geometry: &Geometry, side: Side, from: Square, virgin: bool) -> SquareSet {
    ends(&ghost(pattern), geometry, (side, from), virgin)
}

/// The squares on which a quiet move ends on an empty board. Castling is left out.
pub fn quiet_ends(pattern: &Pattern, geometry: &Geometry, side: Side, from: Square) -> SquareSet {
    ends(pattern, geometry, (side, from), true)
}

/// The squares on which a move ends on an empty board.
fn ends(pattern: &Pattern, geometry: &Geometry, (side, from): (Side, Square), virgin: bool) -> SquareSet {
    let no_partners = SquareSet::EMPTY;
    let context = Context { virgin, en_passant: None, castling_partners: &no_partners };
    let mut ends = SquareSet::EMPTY;
    walk_pattern(pattern, geometry, side, from, &EmptyBoard, &context, &mut |walk| ends.insert(walk.to));
    ends
}

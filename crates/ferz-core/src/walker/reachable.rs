//! Where a piece can come in any number of moves.

use crate::board::{Side, Square, SquareSet};
use crate::rules::{PieceId, Rules};

use super::content::{Content, Context, Occupancy, Walk};
use super::walk::walk_pattern;

/// The squares that a piece can ever reach from a square on an otherwise empty board, with quiet moves and captures.
pub fn reachable_squares(rules: &Rules, piece: PieceId, side: Side, start: Square) -> SquareSet {
    struct Alone;
    impl Occupancy for Alone {
        fn content(&self, _: Square) -> Content {
            Content::Empty
        }
    }
    struct Beset(Square);
    impl Occupancy for Beset {
        fn content(&self, square: Square) -> Content {
            if square == self.0 { Content::Empty } else { Content::PlacedPiece { friend: false, royal: false } }
        }
    }
    let definition = rules.piece(piece);
    let context = Context { virgin: false, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let (mut reached, mut fresh) = (SquareSet::of(start), vec![start]);
    while let Some(from) = fresh.pop() {
        let mut visit = |walk: Walk| {
            if !reached.contains(walk.to) {
                reached.insert(walk.to);
                fresh.push(walk.to);
            }
        };
        let movements =
            std::iter::once(&definition.movement).chain(definition.extra.iter().map(|extra| &extra.movement));
        for pattern in movements.flat_map(|movement| &movement.patterns) {
            walk_pattern(pattern, &rules.geometry, side, from, &Alone, &context, &mut visit);
            walk_pattern(pattern, &rules.geometry, side, from, &Beset(from), &context, &mut visit);
        }
    }
    reached
}

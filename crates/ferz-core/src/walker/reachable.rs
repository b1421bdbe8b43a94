//! Squares that a piece can reach in any number of moves.

use crate::board::{Side, Square, SquareSet};
use crate::rules::{PieceId, Rules};

use super::content::{Content, Context, Occupancy, Walk};
use super::walk::walk_pattern;

/// Visits the squares that a piece can reach from a square in any number of moves and captures, on an otherwise empty
/// board. Each square is visited once, and the start never. Stops when `visit` returns `false`.
pub fn visit_reachable_squares(
    rules: &Rules,
    (piece, side): (PieceId, Side),
    start: Square,
    mut visit: impl FnMut(Square) -> bool,
) {
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
    let allowed = &definition.confined[side];
    let context = Context { virgin: false, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let (mut reached, mut fresh) = (SquareSet::of(start), vec![start]);
    let mut goes_on = true;
    while let Some(from) = fresh.pop() {
        let mut add = |walk: Walk| {
            if goes_on && allowed.contains(walk.to) && !reached.contains(walk.to) {
                reached.insert(walk.to);
                fresh.push(walk.to);
                goes_on = visit(walk.to);
            }
        };
        for pattern in &definition.movement.patterns {
            walk_pattern(pattern, &rules.geometry, side, from, &Alone, &context, &mut add);
            walk_pattern(pattern, &rules.geometry, side, from, &Beset(from), &context, &mut add);
        }
        for extra in definition.extra.iter().filter(|extra| extra.from[side].contains(from)) {
            let mut add = |walk: Walk| {
                if extra.to[side].contains(walk.to) {
                    add(walk);
                }
            };
            for pattern in &extra.movement.patterns {
                walk_pattern(pattern, &rules.geometry, side, from, &Alone, &context, &mut add);
                walk_pattern(pattern, &rules.geometry, side, from, &Beset(from), &context, &mut add);
            }
        }
        if !goes_on {
            return;
        }
    }
}

//! Sets of squares, in full and as shortly as they can be written exactly.

use crate::board::{BySide, Geometry, Side, SquareSet};

/// A set of squares as a region expression that means exactly this set.
pub(super) fn exactly(geometry: &Geometry, squares: SquareSet) -> String {
    let (all, squares) = (geometry.squares(), squares & geometry.squares());
    if squares.is_empty() {
        return "none".to_owned();
    }
    if squares == all {
        return "all".to_owned();
    }
    // Rank by rank: whole ranks by their number, the rest square by square.
    let mut parts = Vec::new();
    for rank in 0..geometry.ranks() {
        let line: SquareSet = all.iter().filter(|square| geometry.rank(*square) == rank).collect();
        let here: SquareSet = squares.iter().filter(|square| line.contains(*square)).collect();
        if here == line && !line.is_empty() {
            parts.push(format!("rank {}", rank + 1));
        } else {
            parts.extend(here.iter().map(|square| geometry.name(square)));
        }
    }
    parts.join(" ")
}

/// The sets of both sides.
pub(super) fn of_sides(geometry: &Geometry, squares: &BySide<SquareSet>) -> String {
    let texts = BySide::from_fn(|side: Side| exactly(geometry, squares[side]));
    if texts.white == texts.black { texts.white } else { format!("white {}; black {}", texts.white, texts.black) }
}

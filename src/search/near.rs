//! The squares beside a square.

use crate::board::{Geometry, Square, SquareSet, Step};

/// The squares beside a square.
pub(super) fn beside(geometry: &Geometry, square: Square) -> SquareSet {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)));
    let around = steps.filter(|step| *step != Step::new(0, 0));
    around.filter_map(|step| geometry.step(square, step)).map(|next| next.square).collect()
}

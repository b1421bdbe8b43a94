//! The lengths of lines and chains of squares on a board.

use crate::board::{Geometry, Side, Square};
use crate::rules::{Chain, Line};

/// The number of squares of the longest line without a hole along some directions. `None` if edges are joined, because
/// a line may then return to its start.
pub(super) fn longest(geometry: &Geometry, along: &[Line]) -> Option<usize> {
    let topology = geometry.topology();
    if topology.wraps_files() || topology.wraps_ranks() || topology.is_hexagonal() || geometry.levels() > 1 {
        return None;
    }
    let squares = geometry.squares();
    let steps = along.iter().flat_map(|line| match line {
        Line::Rank => &[(1, 0)][..],
        Line::File => &[(0, 1)][..],
        Line::Diagonal => &[(1, 1), (1, -1)][..],
    });
    let length = |from: Square, (files, ranks): (i32, i32)| {
        let (file, rank) = (geometry.file(from) as i32, geometry.rank(from) as i32);
        let at = |count: i32| {
            let (file, rank) =
                (usize::try_from(file + count * files).ok()?, usize::try_from(rank + count * ranks).ok()?);
            geometry.at(file, rank).filter(|square| squares.contains(*square))
        };
        (0..).take_while(|count| at(*count).is_some()).count()
    };
    steps.flat_map(|step| squares.iter().map(move |from| (from, *step))).map(|(from, step)| length(from, step)).max()
}

/// The smallest number of pieces that can join the two regions of a chain. `None` if edges are joined.
pub(super) fn shortest(geometry: &Geometry, chain: &Chain, side: Side) -> Option<usize> {
    let topology = geometry.topology();
    if topology.wraps_files() || topology.wraps_ranks() || geometry.levels() > 1 {
        return None;
    }
    let squares = geometry.squares();
    let distance = |one: Square, other: Square| {
        let files = geometry.file(one).abs_diff(geometry.file(other));
        files.max(geometry.rank(one).abs_diff(geometry.rank(other)))
    };
    let ends = (chain.from[side] & squares).iter();
    let nearest = |from: Square| (chain.to[side] & squares).iter().map(|to| distance(from, to)).min();
    ends.filter_map(nearest).min().map(|distance| distance + 1)
}

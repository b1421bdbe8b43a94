//! The lines of a board on which pieces stand on points.

use crate::board::{Geometry, Square, SquareSet};
use crate::rules::Look;

/// Pairs of neighbouring points that a line joins. No line leads to a hole.
pub(crate) fn lines(geometry: &Geometry, look: &Look) -> Vec<(Square, Square)> {
    let (files, mut lines) = (geometry.files(), Vec::new());
    let point = |file: usize, rank: usize| {
        let inside = file < files && rank < geometry.ranks();
        inside.then(|| geometry.at(file, rank)).flatten().filter(|square| !geometry.holes().contains(*square))
    };
    for square in geometry.squares() {
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        // The outer lines of the board cross the gap.
        let broken = look.gap == Some(rank + 1) && file > 0 && file + 1 < files;
        let uppermost = (rank + 1).is_multiple_of(geometry.ranks_of_a_level());
        lines.extend(point(file + 1, rank).map(|right| (square, right)));
        lines.extend(point(file, rank + 1).filter(|_| !broken && !uppermost).map(|above| (square, above)));
    }
    let parts = look.diagonals.iter().flat_map(|region| parts(geometry, *region & geometry.squares()));
    lines.extend(parts.flat_map(|part| diagonals(geometry, part)));
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The connected parts of a region.
fn parts(geometry: &Geometry, mut region: SquareSet) -> Vec<SquareSet> {
    let mut parts = Vec::new();
    while let Some(first) = region.lowest() {
        let (mut part, mut open) = (SquareSet::of(first), vec![first]);
        while let Some(square) = open.pop() {
            let beside = |other: &Square| !part.contains(*other) && is_beside(geometry, square, *other);
            let beside: Vec<Square> = region.iter().filter(beside).collect();
            part |= beside.iter().copied().collect::<SquareSet>();
            open.extend(beside);
        }
        region &= !part;
        parts.push(part);
    }
    parts
}

/// The distances between two squares in files and in ranks.
fn distance(geometry: &Geometry, one: Square, other: Square) -> (usize, usize) {
    let files = geometry.file(one).abs_diff(geometry.file(other));
    (files, geometry.rank(one).abs_diff(geometry.rank(other)))
}

fn is_beside(geometry: &Geometry, one: Square, other: Square) -> bool {
    let (files, ranks) = distance(geometry, one, other);
    files.max(ranks) == 1
}

/// The diagonal lines between squares of a region. In a block with odd sides, such as a palace of three by three, only
/// the lines through its corners.
fn diagonals(geometry: &Geometry, part: SquareSet) -> Vec<(Square, Square)> {
    let ends = |of: &dyn Fn(Square) -> usize| {
        let values = || part.iter().map(of);
        values().min().zip(values().max())
    };
    let (files, ranks) = (ends(&|square| geometry.file(square)), ends(&|square| geometry.rank(square)));
    let (Some((left, right)), Some((low, high))) = (files, ranks) else { return Vec::new() };
    let (wide, tall) = (right - left + 1, high - low + 1);
    let is_palace = wide * tall == part.count() as usize && wide % 2 == 1 && tall % 2 == 1;
    let through_corners =
        |square: &Square| (geometry.file(*square) - left + geometry.rank(*square) - low).is_multiple_of(2);
    let from = part.iter().filter(|square| !is_palace || through_corners(square));
    let pairs = from.flat_map(|from| {
        let ahead =
            move |to: &Square| geometry.rank(*to) > geometry.rank(from) && distance(geometry, from, *to) == (1, 1);
        part.iter().filter(ahead).map(move |to| (from, to)).collect::<Vec<_>>()
    });
    pairs.collect()
}

//! The regions that a picture shows by default.

use crate::board::{BySide, SquareSet};
use crate::rules::Rules;

/// With more regions than this, none is hatched: they probably serve only the rules.
const MOST: usize = 8;

/// A region is left out if it covers more than one third of the squares of the board.
const SHARE: u32 = 3;

/// The names of regions that can be hatched together: they are small, and none overlaps an earlier one.
pub(super) fn few(rules: &Rules) -> Vec<String> {
    let mut names = Vec::new();
    let mut covered = SquareSet::default();
    if rules.regions.len() > MOST {
        return names;
    }
    let board = rules.geometry.squares();
    let is_small = |squares: SquareSet| (squares & board).count() * SHARE <= board.count();
    for (name, BySide { white, black }) in &rules.regions {
        let apart = white == black || (*white & *black).is_empty();
        let both = *white | *black;
        if apart && is_small(*white) && is_small(*black) && (both & covered).is_empty() {
            covered |= both;
            names.push(name.clone());
        }
    }
    names
}

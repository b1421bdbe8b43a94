//! Board geometry that move generation needs.

use crate::board::{Bitboard, BySide, Rows, Surroundings};
use crate::rules::{Condition, DropPlace, Piece, Rules};

use super::folds::Folds;

/// Sets of squares of a board, and the squares beside a square or in line with it.
#[derive(Debug)]
pub(crate) struct BoardTables<const W: usize> {
    /// Neighbouring squares for effects; empty if no rule needs them.
    pub surroundings: Surroundings<W>,
    /// Lines on which pieces may face each other; empty if no rule needs them.
    pub rows: Rows<W>,
    /// The dark squares.
    pub dark: Bitboard<W>,
    /// All squares of the board.
    pub all_squares: Bitboard<W>,
    /// The blocked squares of the board itself.
    pub holes: Bitboard<W>,
    /// The squares on which each side may put walls.
    pub wall_region: BySide<Bitboard<W>>,
    /// The squares of each file.
    pub files: Vec<Bitboard<W>>,
    /// Leaps that pass over walls; empty if no rule needs them.
    pub folds: Folds,
}

impl<const W: usize> BoardTables<W> {
    /// Builds the tables of a variant.
    pub fn of(rules: &Rules) -> BoardTables<W> {
        let geometry = &rules.geometry;
        let faces = rules.ends.iter().any(|end| matches!(end.condition, Condition::Facing { .. }))
            || !rules.constraints.face_off.is_empty();
        let walls = rules.effects.walls.as_ref();
        BoardTables {
            surroundings: if needs_surroundings(rules) { Surroundings::of(geometry) } else { Surroundings::default() },
            rows: if faces { Rows::of(geometry) } else { Rows::default() },
            dark: dark(rules),
            all_squares: geometry.squares().resize(),
            holes: geometry.holes().resize(),
            wall_region: BySide::from_fn(|side| walls.map_or(Bitboard::EMPTY, |walls| walls.on[side].resize())),
            files: files(rules),
            folds: Folds::of(rules),
        }
    }
}

/// The dark squares of the board; a1 is one of them.
fn dark<const W: usize>(rules: &Rules) -> Bitboard<W> {
    let geometry = &rules.geometry;
    geometry.squares().iter().filter(|square| geometry.is_dark(*square)).collect()
}

/// Returns `true` if a rule needs the neighbours of a square or the lines through it.
fn needs_surroundings(rules: &Rules) -> bool {
    let placed = |piece: &Piece| piece.drop.as_ref().is_some_and(|drop| drop.place != DropPlace::Free);
    !rules.effects.is_empty() || !rules.beyond.is_empty() || rules.pieces.iter().any(placed)
}

/// The squares of each file.
fn files<const W: usize>(rules: &Rules) -> Vec<Bitboard<W>> {
    let geometry = &rules.geometry;
    let on_file = |file: usize| geometry.squares().iter().filter(|square| geometry.file(*square) == file).collect();
    (0..geometry.files()).map(on_file).collect()
}

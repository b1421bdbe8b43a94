//! Where kinds of pieces could move, whatever else stands on the board.

use crate::board::{Bitboard, Side, Square};
use crate::rules::movement::Movement;
use crate::rules::tree::{Gain, Moves, RuleKind};
use crate::rules::{PieceId, Rules};

use super::notations::NotationLines;
use super::untouched::kinds;

/// The moves of all kinds of pieces by their notations and by rules about pieces.
pub(super) struct OpenBoard<const W: usize>(Vec<OfKind<W>>);

/// The moves of a kind: along lines, or `None` if it may move anywhere.
type OfKind<const W: usize> = Option<Vec<NotationLines<W>>>;

impl<const W: usize> OpenBoard<W> {
    /// Reads the notations of the pieces and the rules.
    pub fn of(rules: &Rules) -> OpenBoard<W> {
        OpenBoard(rules.piece_ids().map(|kind| of_kind(rules, kind)).collect())
    }

    /// The squares to which a move of a piece may lead; `None` stands for a piece of any kind.
    pub fn ends(&self, kinds: Option<&[PieceId]>, (side, from): (Side, Square)) -> Bitboard<W> {
        let lines = |of: &OfKind<W>| match of {
            Some(lines) => lines.iter().fold(Bitboard::EMPTY, |all, lines| all | lines.on_open_board((side, from))),
            None => !Bitboard::EMPTY,
        };
        match kinds {
            Some(kinds) => kinds.iter().fold(Bitboard::EMPTY, |all, kind| all | lines(&self.0[kind.index()])),
            None => self.0.iter().fold(Bitboard::EMPTY, |all, of| all | lines(of)),
        }
    }
}

fn of_kind<const W: usize>(rules: &Rules, kind: PieceId) -> OfKind<W> {
    let piece = rules.piece(kind);
    let lines = |movement: &Movement| NotationLines::of_movement("", movement, &rules.geometry);
    let mut all = vec![lines(&piece.movement)?];
    for extra in &piece.extra {
        all.push(lines(&extra.movement)?);
    }
    for rule in &rules.tree.rules {
        let RuleKind::Pieces(moves) = &rule.kind.kind else { continue };
        if kinds(&rules.tree, &moves.pieces).is_none_or(|kinds| kinds.contains(&kind)) {
            add_lent(moves, &lines, &mut all)?;
        }
    }
    Some(all)
}

/// Adds the lines that a rule lends. `None` if it lends anything else.
fn add_lent<const W: usize>(
    moves: &Moves,
    lines: &impl Fn(&Movement) -> Option<NotationLines<W>>,
    all: &mut Vec<NotationLines<W>>,
) -> Option<()> {
    if moves.skips.is_some() {
        return None;
    }
    for gain in &moves.gains {
        match gain {
            Gain::Also(notation) | Gain::Only(notation) => all.push(lines(&notation.movement)?),
            Gain::AlsoAs(_) | Gain::OnlyAs(_) | Gain::To(_) => return None,
            Gain::Checks(_) => {}
        }
    }
    Some(())
}

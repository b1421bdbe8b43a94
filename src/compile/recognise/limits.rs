//! The limits of the faster code: rules beside which it cannot play others, and boards and pieces that it does not know.

use crate::board::{BySide, SquareSet};
use crate::rules::movement::{Leg, Pattern};
use crate::rules::{Beyond, Effects, Pass, Piece, PieceId, Proposals, Rules, WallPlace};

/// Returns `true` if the generator plays the recognised rules of a variant beside each other. With magnets and other effects, their order
/// would be undefined, a side that may build a wall instead of moving is never stuck, and of captures only the lengths of chains are
/// compared.
pub(super) fn plays_together(rules: &Rules) -> bool {
    let Rules { constraints, effects, beyond, .. } = rules;
    let magnets = beyond.relations.magnets.is_empty() || effects.is_empty() && beyond.turns.boards.is_none();
    let flips = effects.flips.is_none() || *beyond == Beyond::default();
    let longest = !beyond.takes.longest || !beyond.takes.chains.is_empty();
    let stuck = constraints.pass == Pass::Stuck && effects.walls.as_ref().is_some_and(|walls| walls.instead);
    let leaps = !beyond.relations.skips_walls || rules.pieces.iter().all(leaps);
    let levels = beyond.levels.forms.is_empty() || rules.piece_ids().all(|piece| has_one_form(beyond, piece));
    let marks = beyond.turns.proposals.as_ref().is_none_or(are_apart);
    let boards = beyond.turns.boards.is_none_or(|boards| takes_turns_on(rules, boards));
    magnets && flips && longest && !stuck && walls_on_squares_left(rules, effects) && leaps && levels && marks && boards
}

/// A drop leaves no square on which a wall could be put up.
fn walls_on_squares_left(rules: &Rules, effects: &Effects) -> bool {
    let behind = effects.walls.as_ref().is_some_and(|walls| walls.built == WallPlace::Behind);
    !behind || rules.hand.is_none()
}

fn leaps(piece: &Piece) -> bool {
    piece.patterns().all(Pattern::is_single_leap)
}

fn has_one_form(beyond: &Beyond, piece: PieceId) -> bool {
    beyond.levels.forms.iter().flatten().filter(|form| **form == piece).count() == 1
}

/// Returns `true` if the mark and the marked forms are separate pieces.
fn are_apart(proposals: &Proposals) -> bool {
    let mut forms: Vec<PieceId> = proposals.marked.iter().map(|forms| forms[1]).collect();
    forms.push(proposals.mark);
    let once = |form: &PieceId| forms.iter().filter(|other| *other == form).count() == 1;
    forms.iter().all(once) && proposals.marked.iter().all(|[piece, _]| !forms.contains(piece))
}

/// Returns `true` if the sides can take turns separately on two boards: each is one or more whole boards, together they are all squares,
/// no rule acts from one on the other, and a position has to store only one en passant square for each.
fn takes_turns_on(rules: &Rules, boards: BySide<SquareSet>) -> bool {
    let geometry = &rules.geometry;
    let all = (boards.white & boards.black).is_empty() && boards.white | boards.black == geometry.squares();
    let board = |square| geometry.rank(square) / geometry.ranks_of_a_level();
    let whole = |index| {
        let of_board: SquareSet = geometry.squares().iter().filter(|square| board(*square) == index).collect();
        of_board.is_subset(&boards.white) || (of_board & boards.white).is_empty()
    };
    let apart = geometry.levels() > 1 && !geometry.leads_between_levels() && (0..geometry.levels()).all(whole);
    let beyond = &rules.beyond;
    let acts_across = beyond.turns.proposals.is_some() || !beyond.relations.persuasion.is_empty();
    let passes_more = |leg: &Leg| {
        let length = usize::from(leg.range.unwrap_or(u8::MAX)) * usize::from(leg.leap.length());
        leg.trail && length > 2
    };
    let passes = |piece: &Piece| piece.patterns().any(|pattern| pattern.legs().iter().any(passes_more));
    all && apart && !acts_across && !rules.pieces.iter().any(passes)
}

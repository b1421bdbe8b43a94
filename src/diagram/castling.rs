//! Castling, as an atom of the castling piece.

use std::collections::BTreeSet;

use crate::board::{Side, Square};
use crate::rules::{CastlingOrigin, CastlingRule, PieceId, Rules};

use super::report::Report;

/// The castling moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Castling {
    /// The castling piece.
    pub(super) piece: PieceId,
    /// Its moves in the notation.
    pub(super) notation: String,
    /// `true` if Black castles to the same edge of the board as White, over different distances to both edges.
    pub(super) mirrored: bool,
}

/// A castling move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Way {
    /// `true` if it goes to the right edge.
    right: bool,
    /// The number of files that the castling piece moves.
    files: usize,
    /// `true` if the partner stands beside the outermost piece, and not in its place.
    inner: bool,
}

/// Castling as the script knows it: a piece moves along its rank, and the outermost piece of the rank, or the one beside
/// that, moves to its other side.
pub(super) fn castling(rules: &Rules, royal: &[PieceId], report: &mut Report<'_>) -> Option<Castling> {
    let first = rules.castling.first()?;
    if !first.movers.iter().all(|mover| royal.contains(mover)) {
        report.lacks("castling", "castling of a piece that is not royal");
        return None;
    }
    let mut ways = [BTreeSet::new(), BTreeSet::new()];
    for rule in &rules.castling {
        match way(rules, rule).filter(|_| rule.movers == first.movers && rule.movers.len() == 1) {
            Some(way) => ways[usize::from(rule.side == Side::Black)].insert(way),
            None => {
                report.lacks(&format!("castling/{}", rule.letter), "this castling move");
                continue;
            }
        };
    }
    let turned =
        |ways: &BTreeSet<Way>| ways.iter().map(|way| Way { right: !way.right, ..*way }).collect::<BTreeSet<_>>();
    let [white, black] = &ways;
    let (same, rotated) = (white == black, *white == turned(black));
    if !same && !rotated {
        report.lacks("castling", "castling that differs between the sides");
    }
    if white.is_empty() {
        return None;
    }
    let atom = |way: &Way, sides: char| {
        let inner = if way.inner { "j" } else { "" };
        format!("i{inner}{sides}O{}", way.files)
    };
    let notation = match white.iter().collect::<Vec<_>>()[..] {
        [left, right] if *left == (Way { right: false, ..*right }) => atom(left, 's'),
        _ => white.iter().map(|way| atom(way, if way.right { 'r' } else { 'l' })).collect(),
    };
    Some(Castling { piece: first.movers[0], notation, mirrored: same && !rotated })
}

fn way(rules: &Rules, rule: &CastlingRule) -> Option<Way> {
    let (board, placed) = (&rules.geometry, &rules.setup.pieces);
    let is = |square: &Square, pieces: &[PieceId]| {
        placed[square.index()].is_some_and(|placed| placed.side == rule.side && pieces.contains(&placed.piece))
    };
    let on_rank = |square: &Square| board.rank(*square) == board.rank(rule.to);
    let own = |pieces: &[PieceId]| {
        let squares = board.squares();
        squares.iter().filter(on_rank).filter(|square| is(square, pieces)).collect::<Vec<_>>()
    };
    let from = match rule.from {
        CastlingOrigin::At(from) => from,
        _ => *own(&rule.movers).first()?,
    };
    let right = board.file(rule.to) > board.file(from);
    let outermost: Vec<Square> = board.squares().iter().filter(on_rank).collect();
    let mut outermost = outermost.into_iter().filter(|square| placed[square.index()].is_some());
    let corner = if right { outermost.next_back()? } else { outermost.next()? };
    let partner = match rule.partner_from {
        CastlingOrigin::At(partner) => partner,
        _ => corner,
    };
    let beside = board.file(rule.partner_to).abs_diff(board.file(rule.to)) == 1
        && (board.file(rule.partner_to) < board.file(rule.to)) == right
        && on_rank(&rule.partner_to);
    let inner = on_rank(&partner) && board.file(partner).abs_diff(board.file(corner)) == 1;
    let usual = on_rank(&from) && is(&from, &rule.movers) && is(&partner, &rule.partners);
    let files = board.file(rule.to).abs_diff(board.file(from));
    let known = usual && beside && files > 0 && (partner == corner || inner);
    (known && !rule.dropped && rule.ends.is_empty()).then_some(Way { right, files, inner: partner != corner })
}

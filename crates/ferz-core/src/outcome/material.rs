//! Insufficient material, computed from how the pieces of a variant move.
//!
//! Material is insufficient if no placement of the pieces is a decisive end: a position in which a side without moves
//! has lost or won. With at most one piece besides the royal ones, all placements are tried. More pieces are
//! insufficient only if each of them alone is insufficient and all are bound to squares of the same colour. Pieces that
//! rules of the [tree](crate::rules::Tree) can make count as if they were there.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position, SharedCastlings};
use crate::rules::{Condition, PieceId, PlacedPiece, Rules, Setup, Verdict};

use super::judge::Judge;

/// Returns `true` if a piece on the board can promote. Then material is sufficient.
#[inline(always)]
pub fn is_surely_sufficient<const W: usize>(judge: &Judge<W>, position: &Position<W>) -> bool {
    !position.of_pieces(&judge.promoters).is_empty()
}

/// Returns `true` if neither side can reach a decisive end with the pieces on the board.
///
/// This is tested at every ply of a game. The first sufficient piece ends the search, and results that depend only on
/// a piece and its square are cached.
pub fn is_insufficient<const W: usize>(judge: &Judge<W>, position: &Position<W>) -> bool {
    if is_surely_sufficient(judge, position) {
        return false;
    }
    let royal = position.of_pieces(&judge.royals);
    let royals = Side::ALL.map(|side| (royal & position.of_side(side)).count());
    let others = (position.of_side(Side::White) | position.of_side(Side::Black)) & !royal;
    let coming = &judge.tree.coming;
    let bound = || !coming.moves_pieces && bound_to_one_colour(judge, position, others);
    if royals != [1, 1] || others.count() > 1 && !bound() {
        return false;
    }
    // Squares that are blocked, and moves that marks forbid, can help a single piece. No placement of the pieces tells how.
    let hindered = coming.limits_by_state || position.bare_walls().intersects(&judge.board.all_squares);
    if hindered && !others.is_empty() {
        return false;
    }
    let decisive = |placed| judge.cached_material(placed, |judge| has_decisive_end(judge, placed));
    let kinds = if others.is_empty() { &coming.placed } else { &coming.made };
    if kinds.iter().any(|kind| Side::ALL.into_iter().any(|side| decisive(Some((*kind, side))))) {
        return false;
    }
    if others.is_empty() {
        return !decisive(None);
    }
    others
        .iter()
        .filter_map(|square| position.cell(square).piece_at())
        .all(|placed| !decisive(Some((placed.piece, placed.side))))
}

/// The colours of the squares that a piece can reach, as bits.
mod colours {
    pub(super) const ONE: u8 = 1;
    pub(super) const OTHER: u8 = 2;
    pub(super) const BOTH: u8 = ONE | OTHER;
}

/// Returns `true` if all the pieces move on squares of one colour only, the same for all.
fn bound_to_one_colour<const W: usize>(judge: &Judge<W>, position: &Position<W>, pieces: Bitboard<W>) -> bool {
    let mut seen = 0;
    for square in pieces {
        let Some(placed) = position.cell(square).piece_at() else { continue };
        seen |= judge.cached_number((placed.side, placed.piece), square, || colours_of(&judge.rules, placed, square));
        if seen == colours::BOTH {
            return false;
        }
    }
    true
}

fn colours_of(rules: &Rules, placed: PlacedPiece, start: Square) -> u8 {
    let geometry = &rules.geometry;
    let colour = |square: Square| match (geometry.file(square) + geometry.rank(square)) % 2 {
        0 => colours::ONE,
        _ => colours::OTHER,
    };
    let mut seen = colour(start);
    crate::walker::visit_reachable_squares(rules, (placed.piece, placed.side), start, |square| {
        seen |= colour(square);
        seen != colours::BOTH
    });
    seen
}

/// Returns `true` if there is a placement of the royal pieces and at most one other in which a side has no move and has
/// lost or won.
fn has_decisive_end<const W: usize>(judge: &Judge<W>, placed: Option<(PieceId, Side)>) -> bool {
    let rules = &judge.rules;
    let mut position =
        Position::new(rules, &Setup::empty(rules.geometry.len(), rules.pieces.len()), SharedCastlings::default());
    judge.royals.iter().any(|white| {
        judge.royals.iter().any(|black| {
            let mut pieces = vec![Cell::of(*white, Side::White), Cell::of(*black, Side::Black)];
            pieces.extend(placed.map(|(piece, side)| Cell::of(piece, side)));
            place(judge, &mut position, &pieces)
        })
    })
}

/// Tries all placements of the pieces. Returns `true` if one is decisive.
fn place<const W: usize>(judge: &Judge<W>, position: &mut Position<W>, pieces: &[Cell]) -> bool {
    let Some((cell, rest)) = pieces.split_first() else {
        return Side::ALL.into_iter().any(|side| {
            position.state.turn = side;
            is_decisive(judge, position)
        });
    };
    let (Some(piece), side) = (cell.piece(), cell.side()) else { return false };
    let allowed = judge.rules.piece(piece).confined[side] & judge.rules.geometry.squares();
    allowed.iter().any(|square| {
        if !position.cell(square).is_empty() {
            return false;
        }
        let mark = position.mark();
        position.set(square, *cell);
        let found = place(judge, position, rest);
        position.undo(&mark);
        found
    })
}

/// Returns `true` if the side to move has no move and the game is not a draw, and if the position can occur in a game.
fn is_decisive<const W: usize>(judge: &Judge<W>, position: &mut Position<W>) -> bool {
    let turn = position.state.turn;
    let may_end = |check: bool| {
        let mut decisive = judge.rules.ends.iter().filter(|end| end.verdict != Verdict::Draw);
        decisive.any(|end| match end.condition {
            Condition::Stuck { in_check } => in_check.is_none_or(|wanted| wanted == check),
            _ => false,
        })
    };
    // The cheap test comes first: nearly all positions fail it.
    may_end(judge.in_check(position, turn)) && !judge.in_check(position, !turn) && judge.count_moves(position) == 0
}

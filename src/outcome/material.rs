//! Insufficient material, computed from how the pieces of a variant move.
//!
//! Material is insufficient when no arrangement of it is a decisive end: no placement of the men on the board in which
//! a side without moves has lost or won. Up to one man beside the royal ones, all placements are looked at. More men
//! are insufficient only if each alone is and all are bound to squares of one and the same colour.

use crate::board::{Side, Square};
use crate::interpreter::Engine;
use crate::position::{Cell, Position};
use crate::rules::{Condition, Man, PieceId, Royalty, Rules, Setup, Verdict};

/// Can neither side reach a decisive end with the men on the board?
pub fn is_insufficient<const W: usize>(engine: &Engine<W>, position: &Position<W>) -> bool {
    let rules = &engine.rules;
    let mut royals = [0; 2];
    let mut others: Vec<(Square, Man)> = Vec::new();
    for square in position.of_side(Side::White) | position.of_side(Side::Black) {
        let Some(man) = position.cell(square).man() else { continue };
        let piece = rules.piece(man.piece);
        if piece.royalty == Royalty::Royal {
            royals[man.side.index()] += 1;
        } else if piece.promotion.is_some() {
            return false;
        } else {
            others.push((square, man));
        }
    }
    if royals != [1, 1] || others.len() > 1 && !bound_to_one_colour(rules, &others) {
        return false;
    }
    let decisive = |man| engine.cached_material(man, |engine| has_decisive_end(engine, man));
    match others.as_slice() {
        [] => !decisive(None),
        men => men.iter().all(|(_, man)| !decisive(Some((man.piece, man.side)))),
    }
}

/// Do all the men move on squares of one colour only, the same for all?
fn bound_to_one_colour(rules: &Rules, men: &[(Square, Man)]) -> bool {
    let geometry = &rules.geometry;
    let colour = |square: Square| (geometry.file(square) + geometry.rank(square)) % 2;
    let first = colour(men[0].0);
    men.iter().all(|(square, man)| {
        crate::interpreter::wanderings(rules, man.piece, man.side, *square).iter().all(|square| colour(square) == first)
    })
}

/// Is there a placement of the royal men and at most one other in which a side has no move and has lost or won?
fn has_decisive_end<const W: usize>(engine: &Engine<W>, man: Option<(PieceId, Side)>) -> bool {
    let rules = &engine.rules;
    let royals: Vec<PieceId> = rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Royal).collect();
    let mut position = Position::new(rules, &Setup::empty(rules.geometry.len(), rules.pieces.len()));
    royals.iter().any(|white| {
        royals.iter().any(|black| {
            let mut men = vec![Cell::of(*white, Side::White), Cell::of(*black, Side::Black)];
            men.extend(man.map(|(piece, side)| Cell::of(piece, side)));
            place(engine, &mut position, &men)
        })
    })
}

/// Puts the men on all squares in turn and looks whether any arrangement is decisive.
fn place<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, men: &[Cell]) -> bool {
    let Some((cell, rest)) = men.split_first() else {
        return Side::ALL.into_iter().any(|side| {
            position.state.turn = side;
            is_decisive(engine, position)
        });
    };
    let (Some(piece), side) = (cell.piece(), cell.side()) else { return false };
    let allowed = engine.rules.piece(piece).confined[side] & engine.rules.geometry.squares();
    allowed.iter().any(|square| {
        if !position.cell(square).is_empty() {
            return false;
        }
        let mark = position.mark();
        position.set(square, *cell);
        let found = place(engine, position, rest);
        position.undo(&mark);
        found
    })
}

fn is_decisive<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> bool {
    let turn = position.state.turn;
    let check = engine.in_check(position, turn);
    let mut decisive = engine.rules.ends.iter().filter(|end| end.verdict != Verdict::Draw);
    let may_end = decisive.any(|end| match end.condition {
        Condition::Stuck { in_check } => in_check.is_none_or(|wanted| wanted == check),
        _ => false,
    });
    may_end && !engine.in_check(position, !turn) && engine.count_moves(position) == 0
}

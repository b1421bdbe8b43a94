//! Which pieces a move chases.

use crate::board::{Bitboard, Side, Square};
use crate::interpreter::{Engine, Move};
use crate::oracle;
use crate::position::Position;
use crate::rules::{Chase, PieceId};

/// The pieces that a move chases. `position` is the one before the move. A threat is new if the capture was not
/// possible before, or if a protector that could recapture before the move is pinned, or in check, after it.
pub fn chased<const W: usize>(engine: &Engine<W>, chase: &Chase, position: &Position<W>, mv: &Move) -> Bitboard<W> {
    let us = position.state.turn;
    let mut after = position.clone();
    engine.apply(&mut after, mv);
    let stood = |attacker: Square| if attacker == mv.to { mv.from } else { attacker };
    let mut before = to_move(position, us);
    let known = captures(engine, &mut before);
    let is_new = |taking: &Move| {
        let same = known.iter().find(|known| known.from == stood(taking.from) && known.to == taking.to);
        same.is_none_or(|known| {
            is_protected(engine, &mut before.clone(), known) && is_held(engine, &mut to_move(&after, us), taking)
        })
    };
    threats(engine, chase, &after, us, is_new)
}

/// The pieces that a side threatens to capture with the selected moves, as if it were its turn.
fn threats<const W: usize>(
    engine: &Engine<W>,
    chase: &Chase,
    position: &Position<W>,
    us: Side,
    asked: impl Fn(&Move) -> bool,
) -> Bitboard<W> {
    let (mut ours, mut theirs) = (to_move(position, us), to_move(position, !us));
    let worth = |piece: PieceId| chase.worth[piece.index()];
    let mut found = Bitboard::EMPTY;
    for taking in captures(engine, &mut ours) {
        let Some(piece) = ours.cell(taking.to).piece() else { continue };
        let fair = chase.by.contains(&taking.piece) && !chase.spares[piece.index()][!us].contains(taking.to);
        if !fair || found.contains(taking.to) || !asked(&taking) {
            continue;
        }
        let mut mutual = || piece == taking.piece && can_take(engine, &mut theirs, taking.to, taking.from);
        if worth(piece) > worth(taking.piece) || !mutual() && !is_protected(engine, &mut ours, &taking) {
            found.insert(taking.to);
        }
    }
    found
}

/// The position with a side to move, without a pass.
fn to_move<const W: usize>(position: &Position<W>, side: Side) -> Position<W> {
    let mut turned = position.clone();
    turned.state.turn = side;
    turned.state.passed = Bitboard::EMPTY;
    turned
}

/// The legal captures that end on the square of the captured piece.
fn captures<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    let mut moves = engine.legal_moves(position);
    moves.retain(|mv| mv.captures().is_one(mv.to));
    moves
}

/// Returns `true` if the side to move could capture from one square to another.
fn can_take<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, from: Square, to: Square) -> bool {
    captures(engine, position).iter().any(|mv| mv.from == from && mv.to == to)
}

/// Returns `true` if the capturing piece could be recaptured.
fn is_protected<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, taking: &Move) -> bool {
    let mark = position.mark();
    engine.apply(position, taking);
    let retaken = captures(engine, position).iter().any(|mv| mv.to == taking.to);
    position.undo(&mark);
    retaken
}

/// Returns `true` if an enemy attacks the square of the capture but may not recapture.
fn is_held<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, taking: &Move) -> bool {
    engine.apply(position, taking);
    oracle::pseudo_legal_moves(engine, position).iter().any(|mv| mv.captures().is_one(taking.to))
        && !captures(engine, position).iter().any(|mv| mv.to == taking.to)
}

//! Which pieces a move chases.

use crate::board::{Bitboard, Square};
use crate::interpreter::{Engine, Move};
use crate::position::Position;
use crate::rules::{Chase, PieceId};

/// The pieces that a move chases; `position` is the one in which it is made.
pub fn chased<const W: usize>(engine: &Engine<W>, chase: &Chase, position: &Position<W>, mv: &Move) -> Bitboard<W> {
    let us = position.state.turn;
    let mut before = position.clone();
    let known: Vec<(Square, Square)> = captures(engine, &mut before).iter().map(|mv| (mv.from, mv.to)).collect();
    let mut after = position.clone();
    engine.apply(&mut after, mv);
    // The same side once more: whom could it take now?
    let mut again = after.clone();
    again.state.turn = us;
    again.state.passed = Bitboard::EMPTY;
    let mut found = Bitboard::EMPTY;
    for taking in captures(engine, &mut again) {
        let (attacker, target) = (taking.from, taking.to);
        let stood = if attacker == mv.to { mv.from } else { attacker };
        let Some(royal_targets) = after.cell(target).piece() else { continue };
        let fair = chase.by.contains(&taking.piece) && !chase.spares[royal_targets.index()][!us].contains(target);
        if !fair || found.contains(target) || known.contains(&(stood, target)) {
            continue;
        }
        let worth = |piece: PieceId| chase.worth[piece.index()];
        let mutual = royal_targets == taking.piece && can_take(engine, &mut after, target, attacker);
        if worth(royal_targets) > worth(taking.piece) || (!mutual && !is_protected(engine, &mut again, &taking)) {
            found.insert(target);
        }
    }
    found
}

/// The legal captures that take what stands where they end.
fn captures<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    let mut moves = engine.legal_moves(position);
    moves.retain(|mv| *mv.captures == [mv.to]);
    moves
}

/// Returns `true` if the side to move could take with the piece from one square what stands on another.
fn can_take<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, from: Square, to: Square) -> bool {
    captures(engine, position).iter().any(|mv| mv.from == from && mv.to == to)
}

/// Returns `true` if the piece that takes could be taken in turn.
fn is_protected<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, taking: &Move) -> bool {
    let mark = position.mark();
    engine.apply(position, taking);
    let retaken = captures(engine, position).iter().any(|mv| mv.to == taking.to);
    position.undo(&mark);
    retaken
}

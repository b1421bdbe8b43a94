//! Trials: positions made up to see what the engine does, so that a sentence is confirmed by play and not by its wording.
//!
//! Each trial speaks of a royal piece of White. What attacks it is told by the moves of the other side, not by the rules'
//! own idea of check, so that a variant whose king is an ordinary piece contradicts a page that speaks of check.

mod play;
mod royal;

use crate::board::{Side, Square, SquareSet};
use crate::game::Game;
use crate::rules::{PieceId, PlacedPiece, Setup};

use super::claim::Finding;
use super::context::Context;

/// What is tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trial {
    /// A royal piece that is attacked is in check.
    Check,
    /// No move may leave it attacked.
    Exposed,
    /// Check has to be answered.
    Answer,
    /// It may go away.
    Flight,
    /// The attacker may be taken.
    Taking,
    /// A piece may come between.
    Blocking,
    /// An attacker that may not move gives check all the same.
    Pinned,
    /// Two attackers at once have both to be answered.
    Double,
    /// A piece that has just passed a square may be taken there.
    Passing,
    /// That right is lost a move later.
    Late,
    /// The sides move in turn.
    Turns,
    /// No side may leave everything as it is.
    NoPass,
    /// At most one piece that promotes can go to a square without taking.
    OneOrigin,
    /// How a game ends in which a royal piece is mated.
    Mate,
    /// How one ends in which a side has no move and is not in check.
    Stalemate,
    /// A piece that may not move, as nothing is left for it to become, gives check all the same.
    Unpromotable,
}

/// More positions than these are not made up for one trial.
const MOST: usize = 240;

/// Tries it.
pub fn run(cx: &Context<'_>, trial: Trial) -> Finding {
    match trial {
        Trial::Passing => play::passing(cx),
        Trial::Late => play::late(cx),
        Trial::Turns => play::turns(cx),
        Trial::NoPass => play::no_pass(cx),
        Trial::OneOrigin => play::one_origin(cx),
        Trial::Unpromotable => play::unpromotable(cx),
        Trial::Mate => royal::stuck(cx, true),
        Trial::Stalemate => royal::stuck(cx, false),
        _ => royal::run(cx, trial),
    }
}

/// Common pieces that a side can have on the board.
fn common(cx: &Context<'_>, side: Side) -> Vec<PieceId> {
    let rules = &cx.rules;
    let fits = |id: &PieceId| {
        let piece = rules.piece(*id);
        !piece.royalty.is_ever_royal() && !piece.symbol[side].is_empty() && !piece.movement.patterns.is_empty()
    };
    let mut found: Vec<PieceId> = rules.piece_ids().filter(fits).collect();
    // Those that promote come last, as they often cannot move.
    found.sort_by_key(|id| rules.piece(*id).promotion.is_some());
    found.truncate(8);
    found
}

fn may_stand(cx: &Context<'_>, piece: PieceId, side: Side) -> SquareSet {
    cx.rules.piece(piece).confined[side] & cx.rules.geometry.squares()
}

/// Some squares, evenly taken from a set.
fn sample(squares: SquareSet, count: usize) -> Vec<Square> {
    let all: Vec<Square> = squares.iter().collect();
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

fn game(cx: &Context<'_>, setup: &Setup, turn: Side) -> Option<Game> {
    let mut setup = setup.clone();
    setup.turn = turn;
    cx.compiled.game_unchecked(&setup).ok()
}

/// Can a side take what stands on a square, whatever becomes of its own pieces?
pub fn can_take(cx: &Context<'_>, setup: &Setup, by: Side, square: Square) -> bool {
    game(cx, setup, by).is_some_and(|game| game.pseudo_legal_moves().iter().any(|made| made.captures.contains(&square)))
}

/// The piece that pages mean by the king: a royal one, or what bears the name.
fn guarded(cx: &Context<'_>) -> Option<PieceId> {
    let royal = cx.rules.piece_ids().find(|id| cx.rules.piece(*id).royalty.is_ever_royal());
    royal.or_else(|| cx.called_royal())
}

fn unseen() -> Finding {
    Finding::not_checkable("no position was found that would show it")
}

/// Puts a piece that can move somewhere, so that there are moves that do not answer a check.
fn add_helper(cx: &Context<'_>, setup: &mut Setup, side: Side) {
    for piece in common(cx, side) {
        for square in sample(may_stand(cx, piece, side), 16) {
            if setup.pieces[square.index()].is_some() {
                continue;
            }
            let mut helped = setup.clone();
            helped.pieces[square.index()] = Some(PlacedPiece { piece, side, promoted: false });
            let moves = game(cx, &helped, side).map(|game| game.pseudo_legal_moves()).unwrap_or_default();
            if moves.iter().any(|made| made.from == square && !made.is_capture() && !made.is_pass()) {
                *setup = helped;
                return;
            }
        }
    }
}

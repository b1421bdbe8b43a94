//! Which pieces have a chess piece as their picture: told by how they move, never by name or letter. All others are drawn as
//! tiles with their letter.

use crate::betza::Notation;
use crate::compile::{Ground, movement};
use crate::rules::movement::{Leap, Leg, Movement};
use crate::rules::{Piece, PieceId, Royalty, Rules};

/// A chess piece, by the letter of the notation that moves like it; `P` steps ahead and takes diagonally.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // See above.
pub enum Emblem {
    K,
    Q,
    R,
    B,
    N,
    P,
}

impl Emblem {
    /// Those that a notation of one letter describes.
    const BY_NOTATION: [(Emblem, &'static str); 5] =
        [(Emblem::K, "K"), (Emblem::Q, "Q"), (Emblem::R, "R"), (Emblem::B, "B"), (Emblem::N, "N")];

    /// The chess piece that moves so on a board.
    pub fn of_movement(moves: &Movement, ground: Ground) -> Option<Emblem> {
        let same = |notation: &str| {
            let model = Notation::parse(notation).and_then(|notation| movement::movement_on(&notation, ground));
            model.is_ok_and(|model| model.same_moves(moves))
        };
        let found = Emblem::BY_NOTATION.into_iter().find(|(_, notation)| same(notation));
        let steps = || match ground.is_flat() {
            true => steps_and_takes(moves),
            false => only_ahead(moves),
        };
        found.map(|(emblem, _)| emblem).or_else(|| steps().then_some(Emblem::P))
    }

    /// The chess piece that a piece of a variant is: it must have no further moves, and only a king may be royal.
    fn of_piece(piece: &Piece, ground: Ground) -> Option<Emblem> {
        let emblem = Emblem::of_movement(&piece.movement, ground).filter(|_| piece.extra.is_empty())?;
        ((emblem == Emblem::K) == (piece.royalty == Royalty::Royal)).then_some(emblem)
    }

    /// The chess piece that a piece is drawn as; no two pieces of a variant share one.
    pub fn of(rules: &Rules, id: PieceId) -> Option<Emblem> {
        let ground = Ground::from(&rules.geometry);
        let emblem = Emblem::of_piece(rules.piece(id), ground)?;
        let first = rules.pieces.iter().position(|piece| Emblem::of_piece(piece, ground) == Some(emblem));
        (first == Some(id.index())).then_some(emblem)
    }
}

/// One step straight ahead without taking, one step diagonally ahead taking only; anything else on its first move only.
fn steps_and_takes(movement: &Movement) -> bool {
    let merged = movement.merged();
    let step = |leg: &Leg, headings: u8, takes: bool| {
        let acts = leg.terms.enemy == takes && leg.terms.quiet != takes;
        leg.leap == Leap::Main(1) && leg.range == Some(1) && leg.headings == headings && acts
    };
    let (later, first): (Vec<_>, Vec<_>) = merged.patterns.iter().partition(|pattern| !pattern.initial);
    let has = |headings, takes| later.iter().any(|p| p.single_leg().is_some_and(|leg| step(leg, headings, takes)));
    let ahead = first.iter().all(|pattern| pattern.single_leg().is_some_and(|leg| leg.headings == 1));
    later.len() == 2 && has(1, false) && has(1 << 1 | 1 << 7, true) && ahead
}

/// Where there are not eight directions: steps that take or do not, and never both, none of them back as ranks, files and levels are
/// counted.
fn only_ahead(movement: &Movement) -> bool {
    let legs: Vec<&Leg> = movement.patterns.iter().filter_map(|pattern| pattern.single_leg()).collect();
    let ahead = |leg: &Leg| leg.steps().all(|step| step.ranks + step.levels > 0 || (step.ranks == 0 && step.files < 0));
    let acts = |takes: bool| legs.iter().any(|leg| leg.terms.captures() == takes);
    let apart = |leg: &Leg| leg.terms.captures() != leg.terms.quiet && leg.range == Some(1);
    legs.len() == movement.patterns.len()
        && acts(true)
        && acts(false)
        && legs.iter().all(|leg| ahead(leg) && apart(leg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chessmen_are_known_by_their_moves() {
        let emblem = |text: &str| {
            let moves = movement::movement(&Notation::parse(text).unwrap()).unwrap();
            Emblem::of_movement(&moves, Ground::FLAT)
        };
        assert_eq!(emblem("K"), Some(Emblem::K));
        assert_eq!(emblem("FW"), Some(Emblem::K));
        assert_eq!(emblem("RB"), Some(Emblem::Q));
        assert_eq!(emblem("NN"), None);
        assert_eq!(emblem("nN"), None);
        assert_eq!(emblem("fmWfceFifmnD"), Some(Emblem::P));
        assert_eq!(emblem("fmWfcF"), Some(Emblem::P));
        assert_eq!(emblem("fmFfcW"), None);
    }
}

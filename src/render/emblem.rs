//! The chess pieces among the pieces of a variant, found by their moves. Names and letters do not matter.

use crate::betza::Notation;
use crate::compile::{Ground, movement};
use crate::rules::movement::{Leap, Leg, Movement};
use crate::rules::{Piece, Royalty, Rules};

/// A chess piece, by the letter of the notation with its moves; `P` moves one step ahead and captures diagonally.
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
    /// Emblems of pieces whose notation is one letter.
    const BY_NOTATION: [(Emblem, &'static str); 5] =
        [(Emblem::K, "K"), (Emblem::Q, "Q"), (Emblem::R, "R"), (Emblem::B, "B"), (Emblem::N, "N")];

    /// The chess piece with these moves; `None` if there is none.
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

    /// The chess piece that a piece of a variant corresponds to. It must have no further moves, and only a king may be
    /// royal.
    fn of_piece(rules: &Rules, piece: &Piece) -> Option<Emblem> {
        let ground = Ground::from(&rules.geometry);
        let emblem = Emblem::of_movement(&piece.movement, ground).filter(|_| piece.extra.is_empty())?;
        // In a game without royal pieces, a piece that moves like a king is drawn as a king.
        let royal = || rules.pieces.iter().any(|other| other.royalty.is_ever_royal());
        let fits = match emblem {
            Emblem::K => piece.royalty.is_ever_royal() || !royal(),
            _ => piece.royalty == Royalty::Common,
        };
        fits.then_some(emblem)
    }

    /// For each piece of a variant, the chess piece that moves like it. Each chess piece occurs once.
    pub fn of_all(rules: &Rules) -> Vec<Option<Emblem>> {
        let mut seen: Vec<Emblem> = Vec::new();
        let mut first = |emblem: Option<Emblem>| {
            let emblem = emblem.filter(|emblem| !seen.contains(emblem));
            seen.extend(emblem);
            emblem
        };
        rules.pieces.iter().map(|piece| first(Emblem::of_piece(rules, piece))).collect()
    }
}

/// Returns `true` if the piece moves one step straight ahead without capturing and captures one step diagonally
/// ahead. Other moves may only be first moves.
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

/// For boards without eight directions: returns `true` if every step is either quiet or a capture, and no step goes
/// back in files, ranks or levels.
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

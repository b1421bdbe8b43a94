//! Chess pieces as pictures of pieces with the same moves. Names and letters do not matter. All other pieces are
//! drawn as tiles with their letter.

use crate::betza::Notation;
use crate::compile::{Ground, movement};
use crate::rules::movement::{Leap, Leg, Movement};
use crate::rules::{Piece, PieceId, Royalty, Rules};

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
    fn of_piece(rules: &Rules, piece: &Piece) -> Option<Emblem> {
        let ground = Ground::from(&rules.geometry);
        let emblem = Emblem::of_movement(&piece.movement, ground).filter(|_| piece.extra.is_empty())?;
        // In a game without royal pieces, what moves like a king is drawn as one.
        let royal = || rules.pieces.iter().any(|other| other.royalty.is_ever_royal());
        let fits = match emblem {
            Emblem::K => piece.royalty.is_ever_royal() || !royal(),
            _ => piece.royalty == Royalty::Common,
        };
        fits.then_some(emblem)
    }

    /// The chess pieces that all pieces of a variant are drawn as, in their order; no two share one.
    pub fn of_all(rules: &Rules) -> Vec<Option<Emblem>> {
        let mut seen: Vec<Emblem> = Vec::new();
        let mut first = |emblem: Option<Emblem>| {
            let emblem = emblem.filter(|emblem| !seen.contains(emblem));
            seen.extend(emblem);
            emblem
        };
        rules.pieces.iter().map(|piece| first(Emblem::of_piece(rules, piece))).collect()
    }

    /// The chess piece that a piece is drawn as.
    pub fn of(rules: &Rules, id: PieceId) -> Option<Emblem> {
        Emblem::of_all(rules).get(id.index()).copied().flatten()
    }

    /// The outline in a box of 40 by 40, and the lines inside of it, as paths.
    pub fn outline(self) -> (&'static str, &'static str) {
        match self {
            Emblem::P => (
                "M20 7a5.2 5.2 0 0 1 3.4 9.1l1.6 1.7h-2.1c.4 5.4 2.3 8.6 6.1 11.7v4.5H11v-4.5c3.8-3.1 5.7-6.3 6.1-11.7H15l1.6-1.7A5.2 5.2 \
                 0 0 1 20 7z",
                "M12 29.5h16",
            ),
            Emblem::R => (
                "M9 34v-4l3.5-3 1-11.5L9.5 12V6h4.7v3h3.6V6h4.4v3h3.6V6h4.7v6l-4 3.5 1 11.5 3.5 3v4z",
                "M13.5 15.5h13M12.5 27h15M9.5 30.3h21",
            ),
            Emblem::B => (
                "M20 3.5a2.4 2.4 0 0 1 1.7 4.1c4 3 6.6 6.7 6.6 10.6 0 2.9-1.5 5.1-3.6 6.5l1.4 3.3 5.4 1.8V34h-23v-4.2l5.4-1.8 \
                 1.4-3.3c-2.1-1.4-3.6-3.6-3.6-6.5 0-3.9 2.6-7.6 6.6-10.6A2.4 2.4 0 0 1 20 3.5z",
                "M20 12.5v7M16.5 16h7M15.3 24.7h9.4M13.9 28h12.2",
            ),
            Emblem::N => (
                "M10.5 34c0-7.5 3.4-10.3 6.6-14.8-2 .3-4 1.4-5.4 3.3-1 1.3-3.1 1.2-4-.3-.7-1.1-.6-2.3.2-3.3l4.6-6.7c.9-3 2.4-4.7 \
                 4.6-5.5L17.6 3.5l3.8 2.7C28 7.7 31.9 14.4 31.6 24c-.1 3.7.1 6.6.6 10z",
                "M15.2 12.6l1.4-.9M22 9.5c4 2.6 6 7.5 6.2 13.5M11 30.5h20.8",
            ),
            Emblem::Q => (
                "M8.5 34v-4l2-3L6.6 14l6.6 7.6 1.9-12 4.9 10.8 4.9-10.8 1.9 12 6.6-7.6-3.9 13 2 3v4zM4.6 12.2a2 2 0 1 0 4 0 2 2 0 1 0-4 \
                 0zM13 7.9a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM23 7.9a2 2 0 1 0 4 0 2 2 0 1 0-4 0zM31.4 12.2a2 2 0 1 0 4 0 2 2 0 1 0-4 0z",
                "M10.5 27h19M8.8 30.4h22.4",
            ),
            Emblem::K => (
                "M18.7 4h2.6v2.7H24v2.6h-2.7v4.2c.7.9 1.3 2 1.7 3.2 2.3-3.2 6-4.6 9-2.6 4.4 2.9 2.6 9.5-2 12.9l1.5 3v4h-23v-4l1.5-3c-4.6-3.4-6.4-10-2-12.9 \
                 3-2 6.7-.6 9 2.6.4-1.2 1-2.3 1.7-3.2V9.3H16V6.7h2.7z",
                "M10 27h20M8.6 30.4h22.8M20 13.5v13.3",
            ),
        }
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

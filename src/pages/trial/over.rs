//! Trials of ends of the game: positions with pieces taken away, or brought to a square.

use crate::board::{Side, SquareSet};
use crate::pages::context::Context;
use crate::rules::{Outcome, PieceId, PlacedPiece, Setup, Verdict};

use super::made::{game, sample};

/// An end as a position shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Result for the side that the condition is about.
    pub result: Verdict,
    /// The index of the end; ends in the language of rules are counted after the others.
    pub index: usize,
    /// The position.
    pub setup: Setup,
}

/// More squares than these are not tried outside a region.
const OUTSIDE: usize = 8;

/// Result for a side in a position, whichever side is to move.
fn ended(cx: &Context<'_>, setup: &Setup, about: Side, turns: &[Side]) -> Option<Shown> {
    turns.iter().find_map(|turn| {
        let end = game(cx, setup, *turn)?.end()?;
        let result = match end.outcome {
            Outcome::Draw => Verdict::Draw,
            Outcome::Won(side) if side == about => Verdict::Win,
            Outcome::Won(_) => Verdict::Loss,
        };
        Some(Shown { result, index: end.index, setup: Setup { turn: *turn, ..setup.clone() } })
    })
}

/// The start without pieces of a side, but for the first few of them.
fn taken_away(cx: &Context<'_>, side: Side, pieces: &[PieceId], keep: usize) -> Setup {
    let mut setup = cx.rules.setup.clone();
    let mut kept = 0;
    for place in &mut setup.pieces {
        if place.is_some_and(|placed| placed.side == side && pieces.contains(&placed.piece)) {
            kept += 1;
            if kept > keep {
                *place = None;
            }
        }
    }
    for piece in pieces {
        if let Some(count) = setup.hands[side].get_mut(piece.index()) {
            *count = 0;
        }
    }
    setup.castling.clear();
    setup
}

/// The end in which a side has none of these pieces. `None` if there is none, or if the game ends with one piece left.
pub fn without(cx: &Context<'_>, side: Side, pieces: &[PieceId]) -> Option<Shown> {
    left_with(cx, side, pieces, 0)
}

/// The end in which a side has just this number of the pieces, but not in which it has one more.
pub fn left_with(cx: &Context<'_>, side: Side, pieces: &[PieceId], count: usize) -> Option<Shown> {
    let turns = [side, !side];
    let shown = ended(cx, &taken_away(cx, side, pieces, count), side, &turns)?;
    let more = ended(cx, &taken_away(cx, side, pieces, count + 1), side, &turns);
    more.is_none().then_some(shown)
}

/// The end with one piece of each side.
pub fn one_each(cx: &Context<'_>) -> Option<Shown> {
    let all: Vec<PieceId> = cx.rules.piece_ids().collect();
    let mut setup = taken_away(cx, Side::White, &all, 1);
    let black = taken_away(cx, Side::Black, &all, 1);
    for (place, other) in setup.pieces.iter_mut().zip(black.pieces) {
        if place.is_some_and(|placed| placed.side == Side::Black) {
            *place = other;
        }
    }
    setup.hands = black.hands;
    ended(cx, &setup, Side::White, &Side::ALL)
}

/// Outcome when a piece of a side comes to the squares of a region.
pub enum Arrival {
    /// The game ends on each square of the region, and on none outside it.
    Ends(Shown),
    /// It goes on in this position, or it ends outside the region too.
    Differs(Setup),
    /// No such position can be made.
    Unseen,
}

/// Brings a piece of a side to each square of a region.
pub fn brought(cx: &Context<'_>, side: Side, piece: PieceId, region: SquareSet) -> Arrival {
    let geometry = &cx.rules.geometry;
    let may = cx.rules.piece(piece).confined[side] & geometry.squares();
    let royal = |placed: PlacedPiece| cx.rules.piece(placed.piece).royalty.is_ever_royal();
    let free = |square: &crate::board::Square| {
        let placed = cx.rules.setup.pieces[square.index()];
        placed.is_none_or(|placed| !royal(placed) && (placed.side != side || placed.piece != piece))
    };
    let mut base = cx.rules.setup.clone();
    let Some(home) = cx.placed(piece, Some(side)).lowest() else { return Arrival::Unseen };
    base.pieces[home.index()] = None;
    base.castling.clear();
    let on = |square: crate::board::Square| {
        let mut setup = base.clone();
        setup.pieces[square.index()] = Some(PlacedPiece { piece, side, promoted: false });
        setup
    };
    let inside: Vec<_> = (region & may).iter().filter(free).collect();
    let mut found: Option<Shown> = None;
    for square in &inside {
        match ended(cx, &on(*square), side, &[!side]) {
            Some(shown) if found.as_ref().is_none_or(|found| found.result == shown.result) => {
                found.get_or_insert(shown);
            }
            _ => return Arrival::Differs(on(*square)),
        }
    }
    let outside: SquareSet = may.iter().filter(|square| !region.contains(*square)).filter(free).collect();
    for square in sample(outside, OUTSIDE) {
        if ended(cx, &on(square), side, &[!side]).is_some() {
            return Arrival::Differs(on(square));
        }
    }
    found.map_or(Arrival::Unseen, Arrival::Ends)
}

//! Where pieces may go, and royal pieces that may not face each other.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::PieceId;

use super::movement::{ever_on, lone};

/// `The elephant cannot cross the river`, `the general may not leave the palace`.
pub fn bounded(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let palace = text.contains("palace") || text.contains("fortress");
    let halves = said.has(Concept::halves);
    let leaves =
        ["leave", "cross", "onto", "outside", "stay", "confined", "beyond"].iter().any(|word| text.contains(word));
    let bound =
        said.has(Concept::negation) || said.has(Concept::duty) || text.contains("confined") || text.contains("stay");
    let Some(piece) = said.subject.filter(|_| said.pieces.len() <= 1) else { return false };
    if palace == halves || !leaves || !bound || said.has_any(&[Concept::worth, Concept::losing, Concept::winning]) {
        return false;
    }
    let placed = cx.placed(piece, Some(Side::White));
    if placed.is_empty() {
        return false;
    }
    let seen = ever_on(cx, piece);
    let geometry = cx.rules.geometry.clone();
    let half = |square: Square| 2 * (geometry.rank(square) + 1) <= geometry.ranks();
    let holds = match palace {
        true => seen.count() <= 16 && seen.count() * 4 < geometry.squares().count(),
        false => seen.iter().all(half),
    };
    let detail =
        format!("from its places in the setup it comes to {}", crate::render::words::squares_in_words(&geometry, seen));
    cx.said.insert(Topic::Moves(piece));
    let position = lone(cx, piece, placed.lowest());
    cx.say("confined", said, Finding::of(holds, detail).shown(position));
    true
}

/// Judges whether royal pieces may not face each other. The piece between them tries to move away.
pub fn apart(cx: &Context<'_>, royal: PieceId) -> Option<Finding> {
    let geometry = cx.rules.geometry.clone();
    let confined = cx.rules.piece(royal).confined;
    let (own, theirs) = (cx.placed(royal, Some(Side::White)).lowest(), cx.placed(royal, Some(Side::Black)).lowest());
    let (own, theirs) = (own?, theirs?);
    let theirs = geometry
        .at(geometry.file(own), geometry.rank(theirs))
        .filter(|square| confined[Side::Black].contains(*square))?;
    let between = geometry.straight(own, theirs) & !SquareSet::of(own) & !SquareSet::of(theirs);
    let blockers: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| *piece != royal).collect();
    for piece in blockers {
        for square in between.iter() {
            let setup = setup_of(
                &cx.rules,
                &[(own, royal, Side::White), (theirs, royal, Side::Black), (square, piece, Side::White)],
                Side::White,
            );
            let Ok(game) = cx.compiled.game_unchecked(&setup) else { continue };
            let aside =
                |made: &crate::interpreter::Move| made.from == square && geometry.file(made.to) != geometry.file(own);
            if !game.pseudo_legal_moves().iter().any(aside) {
                continue;
            }
            let opens = game.legal_moves().iter().any(aside);
            let detail =
                format!("the {} between them {} go aside", cx.name(piece), if opens { "may" } else { "must not" });
            return Some(Finding::of(!opens, detail).shown(fen_of(&cx.rules, &setup)));
        }
    }
    None
}

//! Claims about pieces that gain from the form of the board: the number of squares that they reach on the empty board
//! is compared with that on a flat board of the same size.

use crate::board::{Geometry, Side, Topology};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::Reach;
use crate::pages::phrases::Concept;
use crate::pages::sentence::Sentence;
use crate::rules::PieceId;

/// A gain of so many squares, on average, is one that players would notice.
const NOTICED: f64 = 2.0;

/// Words that say that a piece gains.
const GAINING: [&str; 4] = ["benefit", "benefits", "stronger", "dangerous"];
/// Words before them that say the contrary.
const DENYING: [&str; 5] = ["hardly", "barely", "scarcely", "little", "not"];

/// Finds claims about gains; where the board is flat there is nothing to gain from.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let Some(flat) = flat(&cx.rules.geometry) else { return false };
    let mut found = false;
    let mut from = 0;
    for (at, token) in said.tokens.iter().enumerate() {
        if token.concept != Concept::worth || !GAINING.contains(&token.word.as_str()) {
            continue;
        }
        let denied = said.tokens[from..at].iter().any(|token| DENYING.contains(&token.word.as_str()));
        let named: Vec<(usize, PieceId)> =
            said.pieces.iter().filter(|(place, _)| (from..at).contains(place)).copied().collect();
        for (place, piece) in named {
            let finding = judge(cx, piece, &flat, denied);
            cx.say_on("value", said, said.line_of(place), finding);
            found = true;
        }
        from = at + 1;
    }
    found
}

/// A flat board of the same size, if this one is not flat and has all its squares.
fn flat(geometry: &Geometry) -> Option<Geometry> {
    let (files, ranks) = (geometry.files(), geometry.ranks());
    let curved =
        !matches!(geometry.topology(), Topology::Rectangle) && geometry.squares().count() as usize == files * ranks;
    curved.then(|| Geometry::new(files, ranks, Topology::Rectangle).ok()).flatten()
}

fn judge(cx: &Context<'_>, piece: PieceId, flat: &Geometry, denied: bool) -> Finding {
    let movement = &cx.rules.piece(piece).movement;
    let mean = |geometry: &Geometry| {
        let squares = geometry.squares();
        let reached = |from| f64::from(Reach::of(movement, geometry, Side::White, from).all().count());
        squares.iter().map(reached).sum::<f64>() / f64::from(squares.count())
    };
    let (here, there) = (mean(&cx.rules.geometry), mean(flat));
    let detail = format!(
        "on average the {} reaches {here:.2} squares of the empty board, and {there:.2} of a flat one",
        cx.name(piece)
    );
    match (here - there < NOTICED) == denied {
        true => Finding::confirmed(detail),
        // Whether an amount is large is for players to judge.
        false => Finding::new(Verdict::Suspicious, detail),
    }
}

//! Sentences about pieces that go to the hand and come back: what is dropped, and where.

use crate::board::Side;
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::{Reach, fen_of, setup_of};
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::HandRule;

/// Finds claims about hands and drops in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let Some(finding) = judge(cx, said) else { return false };
    cx.said.insert(Topic::Hand);
    cx.say("drop", said, finding);
    true
}

fn judge(cx: &mut Context<'_>, said: &Sentence) -> Option<Finding> {
    let at = said.at(Concept::dropping);
    if at.is_none() && !(held(said) && said.has_any(&[Concept::captured, Concept::capture])) {
        return None;
    }
    nowhere(cx, said).or_else(|| at_all(cx, said, at))
}

/// Returns `true` if the sentence is about a hand, under any name.
fn held(said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    // Not `on the other hand`.
    let hand = ["in hand", "in the hand", "to the hand", "to hand", "hand of", "his hand", "their hand", "'s hand"];
    hand.iter().any(|words| text.contains(words)) || ["reserve", "pocket"].iter().any(|word| said.says(word))
}

fn shown(cx: &Context<'_>) -> String {
    fen_of(&cx.rules, &cx.rules.setup)
}

/// `No piece may be dropped where it could never move`: from every square on which one may be dropped it has a move.
fn nowhere(cx: &Context<'_>, said: &Sentence) -> Option<Finding> {
    let text = said.text.to_lowercase();
    let stuck = [
        "off board",
        "off the board",
        "able to move",
        "never move",
        "no further move",
        "could not move",
        "cannot move",
        "no legal move",
        "no moves",
    ];
    if !said.has(Concept::dropping) || !stuck.iter().any(|words| text.contains(words)) {
        return None;
    }
    all_can_move(cx)
}

/// Judges whether a piece has a move from every square on which it may be dropped.
pub fn all_can_move(cx: &Context<'_>) -> Option<Finding> {
    cx.rules.hand?;
    let rules = &cx.rules;
    for piece in rules.piece_ids() {
        let Some(rule) = &rules.piece(piece).drop else { continue };
        for from in rule.on[Side::White] & rules.geometry.squares() {
            if Reach::of_piece(rules, piece, Side::White, from).all().is_empty() {
                let setup = setup_of(rules, &[(from, piece, Side::White)], Side::White);
                let detail = format!(
                    "a {} may be dropped on {}, where it cannot move",
                    cx.name(piece),
                    rules.geometry.name(from)
                );
                return Some(Finding::contradicted(detail).shown(fen_of(rules, &setup)));
            }
        }
    }
    Some(Finding::confirmed("whatever is dropped has a move on the empty board"))
}

/// `Captured pieces can be dropped back`, `there are no drops`.
fn at_all(cx: &Context<'_>, said: &Sentence, at: Option<usize>) -> Option<Finding> {
    let text = said.text.to_lowercase();
    let denied = at.is_some_and(|at| said.is_denied(at, 4)) || said.has(Concept::negation) && at.is_none();
    let one = cx.rules.piece_ids().find(|piece| denied && said.pieces.iter().any(|(_, named)| named == piece));
    if let (Some(piece), Some(_)) = (one, cx.rules.hand) {
        // `The king cannot be dropped`: nothing else would follow for the other pieces.
        let never = cx.rules.piece(piece).drop.is_none() || cx.rules.piece(piece).royalty.is_ever_royal();
        return never.then(|| Finding::confirmed(format!("the {} is never dropped", cx.name(piece))));
    }
    let taken = said.has_any(&[Concept::captured, Concept::capture]);
    let states =
        taken || said.has(Concept::permission) || denied || text.contains("instead") || text.contains("in stead");
    if !states || said.has_any(&[Concept::promotion, Concept::worth, Concept::checkmate, Concept::under_check]) {
        return None;
    }
    let (real, detail) = match cx.rules.hand {
        None if at.is_none() => return None,
        None => (false, "nothing is ever dropped"),
        Some(HandRule::Captured) => (true, "captured pieces go to the hand, and may be dropped"),
        Some(_) => (!taken, "captured pieces do not go to the hand; others may be dropped"),
    };
    Some(Finding::of(real != denied, detail).shown(shown(cx)))
}

/// Judges whether a promoted piece goes to the hand as the piece that it was before.
pub fn reverts(cx: &Context<'_>) -> Option<Finding> {
    if cx.rules.hand != Some(HandRule::Captured) {
        return None;
    }
    let rules = &cx.rules;
    let mut made =
        rules.pieces.iter().filter_map(|piece| piece.promotion.as_ref()).flat_map(|rule| &rule.choices.white);
    let stays = made.find(|piece| rules.piece(**piece).captured_as == **piece && !rules.piece(**piece).reverts);
    let detail = match stays {
        None => "what has promoted goes to the hand as what it was".to_owned(),
        Some(piece) => format!("a piece that has become {} goes to the hand as that", cx.name(*piece)),
    };
    Some(Finding::of(stays.is_none(), detail).shown(shown(cx)))
}

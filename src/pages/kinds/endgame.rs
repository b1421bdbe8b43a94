//! Sentences about which pieces can force mate against a bare king.

use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::endgame::{self, Answer};
use crate::pages::phrases::number;
use crate::pages::sentence::Sentence;
use crate::rules::{PieceId, Royalty};

/// Finds claims about forced mates; `before` is the verdict of the sentence before, if it was one of these.
pub fn find(cx: &mut Context<'_>, said: &Sentence, before: &mut Option<bool>) -> bool {
    let text = said.text.to_lowercase();
    let goes_on = text.contains("cannot do that")
        || text.contains("can do that")
        || text.contains("neither can")
        || text.contains("can't do that");
    let forces =
        (text.contains("force") || text.contains("forcing")) && (said.means("mate") || text.contains("bare king"));
    if !(forces || goes_on && before.is_some()) {
        *before = None;
        return false;
    }
    let denied = said.means("negation");
    *before = Some(denied);
    let armies = armies(cx, said, text.contains("any combination"));
    if armies.is_empty() {
        return false;
    }
    for (army, words) in armies {
        let finding = judge(cx, &army, denied);
        cx.claim("endgame", words.0, &words.1, finding);
    }
    true
}

/// The armies that a sentence names: each alone, pairs where a number stands before, and combinations.
fn armies(cx: &Context<'_>, said: &Sentence, combined: bool) -> Vec<(Vec<PieceId>, (usize, String))> {
    let common = |piece: &PieceId| {
        let piece = cx.rules.piece(*piece);
        piece.royalty != Royalty::Royal && piece.promotion.is_none()
    };
    let named: Vec<(usize, PieceId)> = said.pieces.iter().filter(|(_, piece)| common(piece)).copied().collect();
    let two = |at: usize| {
        said.tokens[..at].iter().rev().take(4).find_map(|token| number(&token.word)).is_some_and(|count| count == 2)
            || said.tokens[..at].iter().any(|token| token.word == "two")
    };
    let mut found: Vec<(Vec<PieceId>, (usize, String))> = Vec::new();
    let mut add = |army: Vec<PieceId>, at: usize| {
        let names: Vec<&str> = army.iter().map(|piece| cx.name(*piece)).collect();
        let words = (said.line_of(at), format!("{} ({})", said.text, names.join(" and ")));
        if !found.iter().any(|(other, _)| *other == army) {
            found.push((army, words));
        }
    };
    let together = said.tokens.iter().any(|token| token.word == "and") && named.len() == 2 && !said.says("or");
    let pairs = named.iter().any(|(at, _)| two(*at));
    if pairs {
        for (at, piece) in &named {
            add(vec![*piece, *piece], *at);
        }
        if combined && named.len() == 2 {
            add(vec![named[0].1, named[1].1], named[1].0);
        }
    } else if together && !said.says("single") {
        add(vec![named[0].1, named[1].1], named[0].0);
    } else {
        for (at, piece) in &named {
            add(vec![*piece], *at);
        }
    }
    found
}

/// Time for all endgames of a page together, as a multiple of the time for one.
const ENDGAMES: u32 = 6;

/// The answer to an endgame; each is solved once.
fn answer(cx: &mut Context<'_>, army: &[PieceId]) -> Answer {
    if let Some(known) = cx.known.endgames.get(army) {
        return known.clone();
    }
    if cx.known.solving > cx.solver.limit() * ENDGAMES {
        return Answer::Unsolved("the other endgames of the page have used up the time".to_owned());
    }
    let begin = crate::machine::Instant::now();
    let answer = endgame::solve(&cx.rules, army, cx.solver);
    cx.known.solving += begin.elapsed();
    cx.known.endgames.insert(army.to_vec(), answer.clone());
    answer
}

fn judge(cx: &mut Context<'_>, army: &[PieceId], denied: bool) -> Finding {
    match answer(cx, army) {
        Answer::Unsolved(why) => Finding::not_checkable(format!("not solved: {why}")),
        Answer::Solved(solution) => {
            let detail = solution.to_string();
            match solution.forces() {
                None => Finding::new(Verdict::Suspicious, format!("it depends on the position: {detail}")),
                Some(forces) if forces != denied => match &solution.example {
                    Some(setup) => Finding::confirmed(detail).shown(crate::fen::write(setup, &*cx.rules)),
                    None => Finding::confirmed(detail),
                },
                Some(_) => {
                    let finding = Finding::contradicted(detail);
                    match &solution.example {
                        Some(setup) => finding.shown(crate::fen::write(setup, &*cx.rules)),
                        None => finding,
                    }
                }
            }
        }
    }
}

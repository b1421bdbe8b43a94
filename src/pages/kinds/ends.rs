//! Sentences about stalemate, and names of results.

use crate::board::Side;
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::pages::trial::{self, Trial};
use crate::rules::{Condition, End, Verdict as Result};

/// The first end that is wanted.
pub(crate) fn end_of(cx: &Context<'_>, wanted: impl Fn(&Condition) -> bool) -> Option<End> {
    cx.rules.ends.iter().find(|end| wanted(&end.condition)).cloned()
}

/// Name of a result for the side that an end is about.
pub(crate) fn result_name(result: &Result) -> &'static str {
    match result {
        Result::Win => "a win for it",
        Result::Loss => "a loss for it",
        Result::Draw => "a draw",
        Result::Wins(Side::White) => "a win of White",
        Result::Wins(Side::Black) => "a win of Black",
        _ => "a result that depends on the pieces",
    }
}

/// The result that a sentence gives to the side without moves: the first result after the word, or else any.
fn told_result(said: &Sentence) -> Option<Result> {
    let result = |said: Concept| match said {
        Concept::drawing => Some(Result::Draw),
        Concept::losing => Some(Result::Loss),
        Concept::winning => Some(Result::Win),
        _ => None,
    };
    let stuck = |said: Concept| matches!(said, Concept::stalemate | Concept::no_moves);
    let at = said.tokens.iter().position(|token| stuck(token.concept)).unwrap_or(0);
    let mut all = said.tokens[at..].iter().chain(&said.tokens[..at]);
    all.find_map(|token| result(token.concept))
}

/// Finds a claim about stalemate in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let stuck = text.contains("no legal move") || said.has(Concept::no_moves);
    let checks: Vec<usize> = (0..said.tokens.len())
        .filter(|at| said.tokens[*at].concept == Concept::under_check || said.tokens[*at].word == "threat")
        .collect();
    let unchecked = checks.iter().any(|at| said.is_denied(*at, 4));
    let is_it = said.has(Concept::stalemate) || stuck && unchecked;
    if !is_it {
        return false;
    }
    let end = end_of(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(false) | None }));
    let told = told_result(said).or_else(|| (cx_draws(said)).then_some(Result::Draw));
    cx.said.insert(Topic::Stalemate);
    let real = end.as_ref().map(|end| end.verdict.clone());
    let finding = match (told, real) {
        (Some(told), Some(real)) if told == real => {
            Finding::confirmed(format!("a side without a move that is not in check: {}", result_name(&real)))
        }
        // If giving stalemate wins, the side without a move loses.
        (Some(Result::Win), Some(Result::Loss)) if !text.contains("being stalemated") => {
            Finding::confirmed(format!("a side without a move that is not in check: {}", result_name(&Result::Loss)))
        }
        (Some(_), Some(real)) if !matches!(real, Result::Draw | Result::Win | Result::Loss) => {
            Finding::not_understood(format!("by the rules it is {}", result_name(&real)))
        }
        (Some(_), Some(real))
            if said.has(Concept::negation) && said.has(Concept::drawing) && real != Result::Draw && !stuck =>
        {
            Finding::confirmed(format!("it is no draw but {}", result_name(&real)))
        }
        (Some(_), Some(real)) => Finding::contradicted(format!("by the rules it is {}", result_name(&real))),
        (Some(_), None) => Finding::contradicted("the rules have no such end"),
        (None, _) => return false,
    };
    let shown = shown_end(cx, finding, Trial::Stalemate);
    cx.say("stalemate", said, shown);
    true
}

/// With a position that ends so.
fn shown_end(cx: &mut Context<'_>, finding: Finding, trial: Trial) -> Finding {
    match trial::shown(cx, trial).position {
        Some(position) => finding.shown(position),
        None => finding,
    }
}

/// Returns `true` if the sentence is an item of a list of draws.
fn cx_draws(said: &Sentence) -> bool {
    said.heading.contains("draw")
}

//! The ends of a game as an author of rules would write them.

use crate::render::endings::end_in_words;
use crate::render::words::names;
use crate::rules::{Condition, End, Rules, Verdict};

/// An end as a sentence.
pub(super) fn ending(rules: &Rules, end: &End) -> String {
    let draw = end.verdict == Verdict::Draw;
    match &end.condition {
        Condition::Stuck { in_check: Some(true) } if end.verdict == Verdict::Loss => {
            "A side that is in check and has no legal move is checkmated and loses.".to_owned()
        }
        Condition::Stuck { in_check: Some(false) } if draw => {
            "A side that has no legal move and is not in check is stalemated, and the game is drawn.".to_owned()
        }
        Condition::Stuck { in_check: Some(false) } if end.verdict == Verdict::Loss => {
            "A side that has no legal move and is not in check is stalemated and loses.".to_owned()
        }
        Condition::NoProgress { plies, reset_by } if draw && plies % 2 == 0 => {
            let progress = match reset_by.as_slice() {
                [] => String::new(),
                pieces => format!(" or a move of a {}", names(rules, pieces)),
            };
            format!("The game is drawn when each side has made {} moves without a capture{progress}.", plies / 2)
        }
        Condition::Repetition { times } if draw => {
            format!("The game is drawn when the same position occurs for the {} time.", ordinal(usize::from(*times)))
        }
        Condition::InsufficientMaterial if draw => {
            "The game is drawn when neither side has the pieces to give mate.".to_owned()
        }
        _ => {
            let mut words = end_in_words(rules, end);
            if is_the_same_for_both(&end.verdict) {
                for needless in [" whatever it is for the side to move", " for the side to move", " whatever it is"] {
                    words = words.replace(needless, "");
                }
            }
            format!("{}{}.", words[..1].to_uppercase(), &words[1..])
        }
    }
}

/// Returns `true` if it does not matter of which side a verdict is spoken.
fn is_the_same_for_both(verdict: &Verdict) -> bool {
    !matches!(verdict, Verdict::Win | Verdict::Loss)
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        6 => "sixth".to_owned(),
        number => format!("{number}th"),
    }
}

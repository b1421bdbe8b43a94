//! Sentences about the end of the game, check, and en passant.

use crate::board::Side;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of, takes_in_passing};
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::pages::trial::{self, Trial};
use crate::rules::{Condition, End, Outcome, Verdict as Result};

/// Finds claims about ends of the game in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    // Not by `||`: a sentence may speak of several.
    let stalemate = stalemate(cx, said);
    let mate = !stalemate && mate(cx, said);
    let repetition = repetition(cx, said);
    let progress = progress(cx, said);
    let material = material(cx, said);
    let royal = royal(cx, said);
    stalemate | mate | repetition | progress | material | royal
}

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

fn stalemate(cx: &mut Context<'_>, said: &Sentence) -> bool {
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

fn mate(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{attack, bare, checkmate, forcing, insufficient, losing, negation, under_check, winning};
    let mated = ["checkmated", "mated"].iter().any(|word| said.says(word));
    if said.has_any(&[forcing, bare, insufficient])
        || said.has(losing) && !said.has(winning) && !mated && said.has(checkmate)
    {
        return false;
    }
    let text = said.text.to_lowercase();
    let threat = said.has(under_check) || said.has(attack) || text.contains("out of the check");
    let stuck = text.contains("no legal move")
        || text.contains("no way to avoid")
        || text.contains("can not escape")
        || text.contains("cannot escape");
    let wins = said.has(winning)
        || said.has(losing)
        || text.contains("1-0")
        || said.has(Concept::notation) && said.has(checkmate);
    let ends = said.says("end") || said.says("ends");
    let by_words = stuck && (threat || text.contains("captured") || said.has(checkmate)) && !text.contains("not under");
    let speaks_of_it = said.has(checkmate) && (wins || ends) && (!said.has(negation) || ends);
    if !by_words && !speaks_of_it {
        return false;
    }
    let end = end_of(cx, |condition| matches!(condition, Condition::Stuck { in_check: Some(true) | None }));
    cx.said.insert(Topic::Mate);
    let finding = match end {
        Some(End { verdict: Result::Loss, .. }) => Finding::confirmed("a side in check without a legal move has lost"),
        Some(end) => match wins || by_words {
            true => Finding::contradicted(format!("by the rules it is {}", result_name(&end.verdict))),
            false => Finding::confirmed("it ends the game"),
        },
        None if said.has(negation) => Finding::not_understood("the rules have no mate"),
        None => Finding::contradicted("the rules have no such end"),
    };
    let shown = shown_end(cx, finding, Trial::Mate);
    cx.say("checkmate", said, shown);
    true
}

fn repetition(cx: &mut Context<'_>, said: &Sentence) -> bool {
    // `Either the rule on repetition or the fifty-move rule will apply`: named, not stated.
    let named = said.text.to_lowercase().contains("the rule on ") || said.text.to_lowercase().contains("rule on three");
    if named && !said.has(Concept::perpetual) {
        return false;
    }
    use Concept::{claiming, mover, negation, perpetual, threefold, times};
    let end = end_of(cx, |condition| matches!(condition, Condition::Repetition { .. }));
    if said.has(perpetual) {
        let any = end_of(cx, |condition| matches!(condition, Condition::PerpetualCheck { .. }));
        let text = said.text.to_lowercase();
        // `Perpetual checking is forbidden` says that there is such a rule, and does not name a winner.
        let ruled = said.has(Concept::losing) || text.contains("forbidden") || text.contains("not allowed");
        let past = !ruled && said.has(negation) || text.contains("at one time") || text.contains("was drawn");
        let won = said.has_any(&[Concept::winning, Concept::drawing]) && !said.has(Concept::losing);
        let speaks = said.has_any(&[Concept::check_word, Concept::under_check]);
        if !speaks || text.contains("other than") || won && any.is_some() {
            return false;
        }
        let finding = match (any.is_some(), past) {
            (false, true) => Finding::confirmed("perpetual check is no end of its own"),
            (true, false) => Finding::confirmed("perpetual check is an end"),
            (true, true) => Finding::contradicted("perpetual check is an end of its own"),
            (false, false) => return false,
        };
        cx.say("repetition", said, finding);
        return true;
    }
    // `Threefold`, `4-fold`.
    let folds = said.at(threefold).and_then(|at| {
        let word = said.tokens[at].word.trim_end_matches("fold").trim_end_matches('-');
        crate::pages::phrases::number(word)
    });
    let count = said.at(times).and_then(|at| said.number_before(at, 2)).or(folds);
    let says = said.has_any(&[Concept::repetition, threefold]);
    let text = said.text.to_lowercase();
    let Some(count) = count.filter(|_| says && (text.contains("position") || said.has(threefold))) else {
        return false;
    };
    cx.said.insert(Topic::Repetition);
    let Some(End { condition: Condition::Repetition { times: real }, verdict, .. }) = end else {
        cx.say("repetition", said, Finding::contradicted("repetition is no end of the rules"));
        return true;
    };
    // `Is a loss`, where the rules say that it is a draw.
    let other = match verdict {
        Result::Draw => said.has(Concept::losing) && !said.has(Concept::drawing),
        _ => said.has(Concept::drawing) && !said.has(Concept::losing),
    };
    if other {
        return false;
    }
    let mut gaps = Vec::new();
    let rights = text.contains("right");
    if !(said.has(mover) || text.contains("same player") || text.contains("to move") || text.contains("in turn")) {
        gaps.push("the same side to move");
    }
    if !(rights && (text.contains("castl") || text.contains("same rights"))) && !cx.rules.castling.is_empty() {
        gaps.push("the same castling rights");
    }
    let passing = takes_in_passing(&cx.rules);
    if !(rights && (said.has(Concept::passing) || text.contains("same rights to move") && !text.contains("castl")))
        && passing
    {
        gaps.push("the same right to capture in passing");
    }
    let claim = if said.has(claiming) { "; it may be claimed" } else { "" };
    let finding = match (u32::from(real) == count, gaps.is_empty()) {
        (false, _) => Finding::contradicted(format!("by the rules the position must occur {real} times")),
        (true, true) => Finding::confirmed(format!("{real} times{claim}")),
        (true, false) => Finding::new(
            Verdict::Incomplete,
            format!(
                "{real} times is right (the position counts from its first occurrence); positions are the same only with {}",
                gaps.join(", ")
            ),
        ),
    };
    cx.say("repetition", said, finding);
    if said.has(Concept::passing) && !passing {
        let finding = Finding::new(Verdict::Suspicious, "it speaks of en passant, which the rules do not have");
        cx.say("en passant", said, finding);
    }
    true
}

fn progress(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{capture, captured, fifty, negation};
    let text = said.text.to_lowercase();
    let quiet = (said.has(capture) || said.has(captured)) && (said.has(negation) || text.contains("neither"));
    let counted = said.tokens.iter().enumerate().find_map(|(at, token)| {
        let is_move = token.word == "moves" || token.word == "turns" || token.word == "plies";
        if is_move { said.number_before(at, 3).filter(|count| *count >= 10) } else { None }
    });
    let count = counted.or_else(|| said.has(fifty).then_some(50));
    let Some(count) = count.filter(|_| quiet || said.has(fifty) && said.says("rule")) else { return false };
    cx.said.insert(Topic::NoProgress);
    let end = end_of(cx, |condition| matches!(condition, Condition::NoProgress { .. }));
    let Some(End { condition: Condition::NoProgress { plies, reset_by }, .. }) = end else {
        cx.say("n moves", said, Finding::contradicted("the rules have no such end"));
        return true;
    };
    let fits = u32::from(plies) == 2 * count || text.contains("plies") && u32::from(plies) == count;
    let read =
        if said.has(Concept::both) || text.contains("each player") { "" } else { " (read as moves by each side)" };
    let named: Vec<_> = said.pieces.iter().map(|(_, piece)| *piece).collect();
    let other = named.iter().find(|piece| !reset_by.contains(piece));
    let left = reset_by.iter().find(|piece| !named.is_empty() && !named.contains(piece));
    let finding = match (fits, other, left) {
        (true, Some(piece), _) => {
            Finding::contradicted(format!("a move of the {} does not start the count anew", cx.name(*piece)))
        }
        (true, _, Some(piece)) => Finding::new(
            Verdict::Incomplete,
            format!("{plies} plies; a move of the {} starts the count anew too", cx.name(*piece)),
        ),
        _ => Finding::of(fits, format!("the rules count {plies} plies{read}")),
    };
    cx.say("n moves", said, finding);
    true
}

fn material(cx: &mut Context<'_>, said: &Sentence) -> bool {
    if !said.has(Concept::insufficient) {
        return against(cx, said);
    }
    cx.said.insert(Topic::Material);
    let end = end_of(cx, |condition| matches!(condition, Condition::InsufficientMaterial));
    let finding = match end {
        Some(_) => Finding::confirmed(
            "read as: neither side has the pieces to reach mate by any sequence of moves. The rules look at the pieces alone, not at \
             positions that are dead for other reasons",
        ),
        None => Finding::contradicted("the rules have no such end"),
    };
    cx.say("material", said, finding);
    true
}

/// `King and bishop against king` in a list of drawn endgames.
fn against(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let Some(at) =
        said.tokens.iter().position(|token| token.word == "against" || token.word == "versus" || token.word == "vs")
    else {
        return false;
    };
    let Some(royal) = cx.royal() else { return false };
    let short = said.tokens.len() < 24 && said.pieces.first().is_some_and(|(_, piece)| *piece == royal);
    if !short || said.has(Concept::forcing) {
        return false;
    }
    let side = |range: std::ops::Range<usize>| {
        said.pieces.iter().filter(|(index, _)| range.contains(index)).map(|(_, piece)| *piece).collect::<Vec<_>>()
    };
    let (one, mut two) = (side(0..at), side(at..usize::MAX));
    let end_of_list = said.tokens.iter().position(|token| token.word == "with" && said.has(Concept::both));
    if let Some(with) = end_of_list {
        two = side(at..with);
    }
    let geometry = cx.rules.geometry.clone();
    let mut placed = Vec::new();
    // All bishops on squares of one colour, apart from each other.
    let dark =
        geometry.squares().iter().filter(|square| (geometry.file(*square) + geometry.rank(*square)).is_multiple_of(2));
    let mut places = dark.step_by(5);
    for (side, pieces) in [(Side::White, one), (Side::Black, two)] {
        for piece in pieces {
            let Some(square) = places.next() else { return false };
            placed.push((square, piece, side));
        }
    }
    let setup = setup_of(&cx.rules, &placed, Side::White);
    let Ok(game) = cx.compiled.game_unchecked(&setup) else { return false };
    let drawn = game.end().is_some_and(|end| end.outcome == Outcome::Draw && end.claim);
    let finding = match drawn {
        true => Finding::confirmed("a draw by the rules: neither side can be mated"),
        false => Finding::new(Verdict::Suspicious, "the rules do not end the game here"),
    };
    cx.say("material", said, finding.shown(fen_of(&cx.rules, &setup)));
    true
}

/// Check, and what may be done about it.
fn royal(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{attack, check_word, duty, into_check, negation, own_check, pinned, under_check};
    let checks = said.has_any(&[under_check, into_check, own_check, check_word]);
    let text = said.text.to_lowercase();
    if said.has_any(&[Concept::castling, Concept::promotion, Concept::drawing, Concept::repetition]) {
        return false;
    }
    let own = text.contains("his own")
        || text.contains("own king")
        || text.contains("your king")
        || text.contains("himself")
        || text.contains("our king")
        || said.has(own_check)
        || said.has(into_check);
    let forbidden = said.has(negation) || text.contains("not allowed");
    if said.has(check_word) && forbidden && (text.contains("giving check") || text.contains("give check")) {
        let detail = "no move may give check";
        let holds = cx.rules.constraints.no_checks;
        cx.say("check", said, Finding::of(holds, detail).shown(fen_of(&cx.rules, &cx.rules.setup)));
        return true;
    }
    let by_pinned = (said.has(pinned) || text.contains("unable to move"))
        && (said.has(check_word) || text.contains("deliver check"));
    let kind_and_trial = if by_pinned {
        Some(("check", Trial::Pinned))
    } else if own && checks && forbidden {
        Some(("royal", Trial::Exposed))
    } else if text.contains("remain in check") && forbidden {
        Some(("royal", Trial::Answer))
    } else if (said.has(under_check) || text.contains("in check") || said.has(check_word))
        && (said.has(duty) || text.contains("get out of check"))
    {
        Some(("check", Trial::Answer))
    } else if let Some(trial) = way_out(said, &text) {
        Some(("check", trial))
    } else if (said.has(attack) || text.contains("threaten"))
        && (said.has(under_check) || said.has(check_word))
        && !forbidden
    {
        Some(("check", Trial::Check))
    } else if text.contains("cannot be captured") || text.contains("never actually captured") {
        Some(("royal", Trial::Exposed))
    } else {
        None
    };
    let Some((kind, trial)) = kind_and_trial else { return false };
    let finding = trial::shown(cx, trial);
    cx.say(kind, said, finding);
    true
}

/// Items such as `capture the attacker`, `block the check`.
fn way_out(said: &Sentence, text: &str) -> Option<Trial> {
    let short = said.tokens.len() < 24;
    let attacker =
        ["attacker", "threatening piece", "attacking piece", "checking piece"].iter().any(|word| text.contains(word));
    let line = ["attacking line", "block", "interpos", "intercept", "between"].iter().any(|word| text.contains(word));
    let flight = ["safe square", "not threatened", "unattacked"].iter().any(|word| text.contains(word));
    match (short, flight, line, attacker) {
        (false, ..) => None,
        (_, true, ..) => Some(Trial::Flight),
        (_, _, true, true) => Some(Trial::Blocking),
        (_, _, true, _) if text.contains("attacking line") || said.has(Concept::check_word) => Some(Trial::Blocking),
        (_, _, _, true) => Some(Trial::Taking),
        _ => None,
    }
}

//! Sentences about castling: where the pieces go, and whether the conditions that a page gives are the rules' conditions.

use crate::board::{Side, Square};
use crate::interpreter::MoveKind;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::known::Conditions;
use crate::pages::moves::{fen_of, setup_of};
use crate::pages::phrases::{Concept, Token, number};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::{CastlingOrigin, CastlingRight, CastlingRule, PieceId, Setup};

use super::conditions::{self, at, index};

/// Conditions gathered over the sentences of a page, with the line that gave the first.
#[derive(Clone, Default, Debug)]
pub struct Gathered {
    conditions: Conditions,
    place: Option<(usize, String)>,
    complete: bool,
    block: usize,
    heading: String,
    /// Sentences that say the same of another castling.
    others: Vec<(usize, String)>,
}

/// Finds claims about castling in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence, gathered: &mut Gathered) -> bool {
    use Concept::castling;
    let near = gathered.place.is_some() && said.block <= gathered.block + 5 && gathered.heading == said.heading;
    let other_topic = said.has_any(&[
        Concept::stalemate,
        Concept::checkmate,
        Concept::drawing,
        Concept::promotion,
        Concept::passing,
        Concept::no_moves,
    ]);
    let about = !other_topic
        && (said.has(castling)
            || said.heading.contains("castl")
            || near && (is_condition(said) || names_both(cx, said) || stays(said)));
    if !about
        || said.has(Concept::repetition)
        || said.has_any(&[Concept::long_castling, Concept::short_castling]) && !said.has(Concept::between)
    {
        return false;
    }
    let none = cx.rules.castling.is_empty();
    if let Some(found) = exists(cx, said, none) {
        return found;
    }
    if none {
        return false;
    }
    let mut found =
        targets(cx, said) | steps(cx, said) | once(cx, said) | may_stay(cx, said) | partner_allowed(cx, said);
    let text = said.text.to_lowercase();
    if gathered.place.is_some() && text.contains("the same") && text.contains("other side") {
        gathered.others.push((said.line, said.text.clone()));
    }
    found |= condition(cx, said, gathered);
    if found {
        cx.said.insert(Topic::Castling);
    }
    found
}

/// Returns `true` if a sentence names both pieces of a castling and squares.
fn names_both(cx: &Context<'_>, said: &Sentence) -> bool {
    let squares = said.tokens.iter().filter(|token| token.concept == Concept::square).count() >= 2;
    let names = |pieces: &[PieceId]| said.pieces.iter().any(|(_, piece)| pieces.contains(piece));
    squares && cx.rules.castling.iter().any(|rule| names(&rule.movers) && names(&rule.partners))
}

/// Returns `true` if a sentence states a condition for castling without the word.
fn is_condition(said: &Sentence) -> bool {
    use Concept::{attack, between, negation, under_check, unmoved, vacant};
    (said.has(unmoved) || said.has(under_check) || said.has(attack) || said.has(between) || said.has(vacant))
        && (said.has(negation) || said.has(Concept::duty) || said.has(vacant))
}

fn exists(cx: &mut Context<'_>, said: &Sentence, none: bool) -> Option<bool> {
    let at = said.at(Concept::castling)?;
    let conditional = said.has_any(&[Concept::unmoved, Concept::duty]) || said.text.to_lowercase().contains("moved");
    let denied = said.is_denied(at, 3) && said.tokens.len() < 12 && !conditional;
    let of_check = said.has_any(&[
        Concept::check_word,
        Concept::under_check,
        Concept::into_check,
        Concept::attack,
        Concept::vacant,
    ]);
    let denied = denied && !of_check && !said.has(Concept::between);
    let short = said.tokens.len() < 14 && said.has(Concept::permission) && !said.has(Concept::unmoved) && !of_check;
    if !(denied || none && short) && (!short || said.has(Concept::squares)) {
        return None;
    }
    if let Some(finding) = of_one_side(cx, said, denied) {
        cx.said.insert(Topic::Castling);
        cx.say("castling", said, finding);
        return Some(true);
    }
    let finding = match (denied, none) {
        (true, true) => Finding::confirmed("the rules have no castling"),
        (false, false) => Finding::confirmed("the rules have castling"),
        (true, false) => Finding::contradicted("the rules have castling")
            .shown(example(cx).map(|(setup, _)| fen_of(&cx.rules, &setup)).unwrap_or_default()),
        (false, true) => Finding::contradicted("the rules have no castling").shown(fen_of(&cx.rules, &cx.rules.setup)),
    };
    cx.said.insert(Topic::Castling);
    cx.say("castling", said, finding);
    Some(true)
}

/// `Black cannot castle`, `the Empire cannot castle`: one side alone.
fn of_one_side(cx: &Context<'_>, said: &Sentence, denied: bool) -> Option<Finding> {
    let has = |side: Side| cx.rules.castling.iter().any(|rule| rule.side == side);
    let told = said.tokens.iter().find_map(|token| match token.word.as_str() {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    });
    if let Some(side) = told {
        let detail = format!("{} has {}", side.name(), if has(side) { "castling" } else { "no castling" });
        return Some(Finding::of(has(side) != denied, detail).shown(fen_of(&cx.rules, &cx.rules.setup)));
    }
    // A name that is no piece: an army, perhaps.
    let at = said.tokens.iter().position(|token| token.concept == Concept::castling)?;
    let before = said.tokens[..at].iter().filter(|token| token.concept == Concept::plain);
    let army = before
        .filter(|token| cx.piece(&token.word).is_none())
        .any(|token| said.text[token.span.clone()].starts_with(char::is_uppercase) && token.span.start > 0);
    let lacking = Side::ALL.into_iter().find(|side| has(*side) != has(!*side) && !has(*side));
    match (army && denied, lacking) {
        (true, Some(side)) => Some(Finding::confirmed(format!("read as {}, which has no castling", side.name()))),
        (true, None) if has(Side::White) => Some(Finding::not_understood("whose castling is meant is not clear")),
        _ => None,
    }
}

/// A position in which a castling of White is legal.
pub fn example(cx: &Context<'_>) -> Option<(Setup, CastlingRule)> {
    let rules = &cx.rules;
    rules.castling.iter().find_map(|rule| {
        let (mover, partner_piece) = (rule.movers[0], rule.partners[0]);
        let from = at(rule.from).or_else(|| cx.placed(mover, Some(rule.side)).lowest())?;
        let partner = at(rule.partner_from).or_else(|| outermost(cx, rule, from, partner_piece))?;
        let mut setup = setup_of(rules, &[(from, mover, rule.side), (partner, partner_piece, rule.side)], rule.side);
        setup.castling = vec![CastlingRight { rule: index(cx, rule)?, from, partner }];
        Some((setup, rule.clone()))
    })
}

/// The partner of the setup that lies on the way from the mover's place to its target, or behind it.
fn outermost(cx: &Context<'_>, rule: &CastlingRule, from: Square, partner: PieceId) -> Option<Square> {
    let CastlingOrigin::Toward(step) = rule.partner_from else { return None };
    let mut square = from;
    let mut found = None;
    while let Some(landing) = cx.rules.geometry.step(square, step) {
        if landing.square == from || found.is_some_and(|found| found == landing.square) {
            break;
        }
        square = landing.square;
        if cx.placed(partner, Some(rule.side)).contains(square) {
            found = Some(square);
        }
    }
    found
}

/// `The king can go to g1 while the rook moves to f1`.
fn targets(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let geometry = cx.rules.geometry.clone();
    let is_square = |token: &&Token| token.concept == Concept::square;
    let squares: Vec<(usize, Square)> = said
        .tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| is_square(token))
        .filter_map(|(index, token)| Some((index, geometry.square(&token.word)?)))
        .collect();
    let mut told: Vec<(PieceId, Square)> = Vec::new();
    for (index, square) in &squares {
        let before = &said.tokens[..*index];
        let to = before.last().is_some_and(|token| ["to", "for"].contains(&token.word.as_str()));
        let clear = before.iter().rev().take(2).any(|token| ["from", "squares", "at"].contains(&token.word.as_str()));
        let mentioned =
            |at: &usize| said.pieces.iter().rev().find(|(piece_at, _)| piece_at < at).map(|(_, piece)| *piece);
        let behind = said
            .pieces
            .iter()
            .find(|(piece_at, _)| *piece_at > *index && *piece_at <= *index + 2)
            .map(|(_, piece)| *piece);
        let follows = said.tokens.get(index + 1).is_some_and(|token| token.word == "for");
        if follows && behind.is_some() {
            told.extend(behind.map(|piece| (piece, *square)));
        } else if to && !clear {
            told.extend(mentioned(index).map(|piece| (piece, *square)));
        }
    }
    let rules = cx.rules.castling.clone();
    if told.len() < 2 {
        return false;
    }
    let mut found = false;
    for pair in told.chunks(2).filter(|pair| pair.len() == 2 && pair[0].0 != pair[1].0) {
        let pair_fits = |rule: &CastlingRule| {
            pair.iter().all(|(piece, square)| {
                rule.movers.contains(piece) && rule.to == *square
                    || rule.partners.contains(piece) && rule.partner_to == *square
            })
        };
        let finding = match rules.iter().find(|rule| pair_fits(rule)) {
            Some(rule) => Finding::confirmed(format!("castling `{}` ends so", rule.letter)),
            None => Finding::contradicted("no castling of the rules ends so").shown(fen_of(&cx.rules, &cx.rules.setup)),
        };
        cx.say("castling", said, finding);
        found = true;
    }
    found
}

/// `The king moves two squares towards the rook`.
fn steps(cx: &mut Context<'_>, said: &Sentence) -> bool {
    if !said.squares_said().iter().any(|(count, _)| *count >= 2) {
        return false;
    }
    // All numbers of the sentence, as in `3 or 4 steps`.
    let numbers = said.tokens.iter().filter(|token| token.concept == Concept::number);
    let told: Vec<usize> = numbers
        .filter_map(|token| number(&token.word))
        .map(|count| count as usize)
        .filter(|count| *count >= 2)
        .collect();
    if said.tokens.iter().any(|token| token.concept == Concept::square && token.word.len() > 3) {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let lengths: Vec<usize> = cx
        .rules
        .castling
        .iter()
        .filter_map(|rule| {
            let from = at(rule.from)?;
            Some(
                geometry.file(from).abs_diff(geometry.file(rule.to))
                    + geometry.rank(from).abs_diff(geometry.rank(rule.to)),
            )
        })
        .collect();
    if lengths.is_empty() {
        return false;
    }
    let all = lengths.iter().all(|length| told.contains(length)) && told.iter().any(|count| lengths.contains(count));
    // `Four steps on long castling` speaks of one of them.
    let of_one = ["long", "short", "kingside", "queenside", "large", "small", "left", "right", "or"];
    let parted = told.len() > 1 || of_one.iter().any(|word| said.says(word));
    let some = parted && lengths.iter().any(|length| told.contains(length));
    let partner_inside = cx.rules.castling.iter().all(|rule| {
        let Some(from) = at(rule.from) else { return true };
        geometry.straight(from, rule.to).contains(rule.partner_to) && rule.partner_to != rule.to
    });
    let detail = match partner_inside {
        true => "in every castling, and its partner goes to the square that it has passed",
        false => "in every castling; its partner goes elsewhere than to the square passed last",
    };
    let finding = if all {
        Finding::confirmed(detail)
    } else if some {
        Finding::not_understood(format!("the rules move it by {lengths:?} squares"))
    } else {
        Finding::contradicted(format!("the rules move it by {lengths:?} squares"))
    };
    cx.say("castling", said, finding.shown(fen_of(&cx.rules, &cx.rules.setup)));
    true
}

fn once(cx: &mut Context<'_>, said: &Sentence) -> bool {
    if !(said.says("once") && said.has(Concept::castling)) {
        return false;
    }
    let Some((setup, _)) = example(cx) else { return false };
    let Ok(mut game) = cx.compiled.game_unchecked(&setup) else { return false };
    let castles = |made: &crate::interpreter::Move| matches!(made.kind, MoveKind::Castling { .. });
    let Some(made) = game.legal_moves().into_iter().find(castles) else { return false };
    let text = crate::notation::uci::write(&game, &made);
    game.play(&made);
    let rights = game.castling_rights();
    let again = rights.iter().any(|right| cx.rules.castling[usize::from(right.rule)].side == setup.turn);
    let finding = Finding::of(!again, "after it its side has no right to castle any more");
    let line = said.at(Concept::castling).map_or(said.line, |at| said.line_of(at));
    cx.say_on("castling", said, line, finding.shown(fen_of(&cx.rules, &setup)).played(vec![text]));
    true
}

/// `One of the two may not move`.
fn stays(said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    said.has(Concept::negation)
        && said.has(Concept::moving)
        && (text.contains("one of th") || text.contains("either of"))
}

/// `One of the two may not move` in games whose pieces start elsewhere.
fn may_stay(cx: &mut Context<'_>, said: &Sentence) -> bool {
    if !stays(said) {
        return false;
    }
    let free = cx.rules.castling.iter().any(|rule| at(rule.from).is_none());
    cx.say("castling", said, Finding::of(free, "a castling piece or its partner may start where it ends"));
    true
}

/// `The rook may be under attack, and pass over attacked squares`.
fn partner_allowed(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{attack, negation, permission};
    let partner = |piece: &PieceId| cx.rules.castling.iter().any(|rule| rule.partners.contains(piece));
    let found = said.pieces.iter().filter(|(_, piece)| partner(piece)).find(|(at, _)| {
        let after = &said.tokens[at + 1..said.tokens.len().min(at + 12)];
        let allowed = after.iter().take(3).any(|token| token.concept == permission);
        let denied = after.iter().take(5).any(|token| token.concept == negation);
        allowed && !denied && after.iter().any(|token| token.concept == attack)
    });
    let Some((at, _)) = found.copied() else { return false };
    let (line, start) = (said.line_of(at), said.tokens[at].span.start);
    let words = said.text[start..].trim_end_matches([';', '.', ')']).to_owned();
    let mut findings = vec![conditions::partner_attacked(cx)];
    if words.contains("pass") {
        findings.push(conditions::partner_passes(cx));
    }
    for finding in findings {
        cx.claim("castling", line, &words, finding);
    }
    true
}

/// Gathers conditions; each is confirmed on its own, and all together in the end.
fn condition(cx: &mut Context<'_>, said: &Sentence, gathered: &mut Gathered) -> bool {
    use Concept::{attack, between, negation, under_check, unmoved, vacant};
    let mut now = Conditions::default();
    let text = said.text.to_lowercase();
    let denied = said.has(negation);
    now.unmoved = said.has(unmoved)
        || text.contains("not previously moved")
        || text.contains("haven't moved")
        || text.contains("not have previously moved");
    let nothing = text.contains("nothing") || text.contains("no pieces") || said.has(vacant);
    now.between = (said.has(between) || text.contains("separat") || text.contains("seperat")) && nothing;
    now.ends_free = said.tokens.iter().any(|token| token.concept == Concept::square)
        && said.has(vacant)
        && !text.contains("line of sight");
    let safe = said.has(attack) || said.has(under_check);
    let moves_over = ["pass", "skipped", "move over", "moves over", "through", "crosses", "cross"]
        .iter()
        .any(|word| text.contains(word));
    let ends_on = text.contains("end on")
        || text.contains("end up")
        || text.contains("into")
        || text.contains("ends on")
        || text.contains("destination");
    let by_negation = denied || text.contains("no space") || text.contains("no square");
    now.not_through = safe && moves_over && by_negation;
    now.not_into = safe && ends_on && by_negation;
    // `In check, castling is not allowed`.
    let denied_then = said.at(Concept::castling).is_some_and(|at| said.is_denied(at, 3));
    let in_check = denied_then && said.has(under_check) && !moves_over && !ends_on;
    now.not_in_check = in_check
        || by_negation
            && said.tokens.iter().enumerate().any(|(at, token)| token.concept == under_check && said.is_denied(at, 5))
            && !text.contains("not in check on any");
    let complete = text.contains("all of the following")
        || text.contains("only allowed if")
        || text.contains("if neither")
        || text.contains("if both")
        || text.contains("conditions");
    if now == Conditions::default() {
        if complete {
            gathered.complete = true;
            gathered.place.get_or_insert((said.line, said.text.clone()));
            gathered.block = said.block;
            gathered.heading.clone_from(&said.heading);
        }
        return false;
    }
    gathered.complete |= complete;
    gathered.place.get_or_insert((said.line, said.text.clone()));
    gathered.block = said.block;
    gathered.heading.clone_from(&said.heading);
    gathered.conditions.add(now);
    let wraps = cx.rules.geometry.topology() != crate::board::Topology::Rectangle && now.between;
    let way = if wraps { "; of the two ways round, the rules mean the one that does not cross an edge" } else { "" };
    for (line, part) in by_line(said, now) {
        let mut finding = conditions::asked(cx, part);
        if part.between {
            finding.detail.push_str(way);
        }
        cx.say_on("castling", said, line, finding);
    }
    true
}

/// The conditions of a long sentence, each with the line that its words stand on.
fn by_line(said: &Sentence, told: Conditions) -> Vec<(usize, Conditions)> {
    use Concept::{attack, between, under_check, unmoved, vacant};
    let line = |concepts: &[Concept]| {
        let at = said.tokens.iter().position(|token| concepts.contains(&token.concept));
        at.map_or(said.line, |at| said.line_of(at))
    };
    let none = Conditions::default();
    let way = Conditions { between: told.between, ends_free: told.ends_free, ..none };
    let safe = Conditions { unmoved: false, between: false, ends_free: false, ..told };
    let parts = [
        (line(&[unmoved]), Conditions { unmoved: told.unmoved, ..none }),
        (line(&[between, vacant]), way),
        (line(&[under_check, attack]), safe),
    ];
    let mut found: Vec<(usize, Conditions)> = Vec::new();
    for (line, part) in parts.into_iter().filter(|(_, part)| *part != none) {
        match found.iter_mut().find(|(other, _)| *other == line) {
            Some((_, all)) => all.add(part),
            None => found.push((line, part)),
        }
    }
    found
}

/// After the last sentence: checks whether these are all the conditions.
pub fn finish(cx: &mut Context<'_>, gathered: &Gathered) {
    let Some((line, words)) = gathered.place.clone() else { return };
    if cx.rules.castling.is_empty() || !gathered.conditions.unmoved && !gathered.conditions.between {
        return;
    }
    // "May not be exposed to check" elsewhere covers where the royal piece ends.
    let mut told = gathered.conditions;
    told.not_into |= cx.claims.iter().any(|claim| claim.kind == "royal" && claim.verdict == Verdict::Confirmed);
    told.ends_free |= told.between && cx.rules.castling.iter().all(|rule| at(rule.from).is_some());
    let finding = match conditions::counter(cx, told) {
        None => Finding::confirmed("the conditions are those of the rules, tried with one more piece on every square"),
        Some((setup, what)) => Finding::new(
            Verdict::Incomplete,
            format!("what the page asks for holds here, and castling is illegal: {what}"),
        )
        .shown(fen_of(&cx.rules, &setup)),
    };
    cx.claim("castling conditions", line, &words, finding.clone());
    for (line, words) in &gathered.others {
        cx.claim("castling conditions", *line, words, finding.clone());
    }
}

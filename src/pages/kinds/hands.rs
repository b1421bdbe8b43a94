//! Sentences about pieces that go to the hand and come back: what is dropped, and where.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{Reach, fen_of, names, setup_of};
use crate::pages::phrases::{self, Concept};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::{Condition, DropRule, HandRule, PieceId};

/// Finds claims about hands and drops in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let Some(finding) = reverting(cx, said).or_else(|| judge(cx, said)) else { return false };
    cx.said.insert(Topic::Hand);
    cx.say("drop", said, finding);
    true
}

fn judge(cx: &mut Context<'_>, said: &Sentence) -> Option<Finding> {
    if let Some(finding) = on_a_file(cx, said).or_else(|| gated(cx, said)) {
        return Some(finding);
    }
    let at = said.at(Concept::dropping);
    if at.is_none() && !(held(said) && said.has_any(&[Concept::captured, Concept::capture])) {
        return None;
    }
    if let Some((piece, rule)) = dropped(cx, said) {
        let found = with_mate(cx, said, piece, &rule).or_else(|| on_ranks(cx, said, piece, &rule));
        if found.is_some() {
            return found;
        }
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

/// The piece whose drops the sentence is about: the only piece that it names, or else its subject. `None` if it names several.
fn dropped(cx: &Context<'_>, said: &Sentence) -> Option<(PieceId, DropRule)> {
    let royal = |piece: &PieceId| cx.rules.piece(*piece).royalty.is_ever_royal();
    let mut named = said.pieces.iter().map(|(_, piece)| *piece).filter(|piece| !royal(piece));
    let first = named.next();
    if named.any(|piece| Some(piece) != first) {
        return None;
    }
    let piece = first.or(said.subject).filter(|piece| !royal(piece))?;
    Some((piece, cx.rules.piece(piece).drop.clone()?))
}

fn shown(cx: &Context<'_>) -> String {
    fen_of(&cx.rules, &cx.rules.setup)
}

/// `A pawn may not be dropped to give mate`.
fn with_mate(cx: &Context<'_>, said: &Sentence, piece: PieceId, rule: &DropRule) -> Option<Finding> {
    let at = said.at(Concept::checkmate)?;
    let denied = said.has(Concept::negation);
    if !denied && !said.has(Concept::permission) || said.has(Concept::winning) && at < said.at(Concept::winning)? {
        return None;
    }
    let loses = cx.rules.ends.iter().any(|end| match &end.condition {
        Condition::MatedByDrop { pieces } => pieces.contains(&piece),
        _ => false,
    });
    let allowed = rule.mate && !loses;
    let detail = format!("a drop of the {} {} give mate", cx.name(piece), if allowed { "may" } else { "must not" });
    Some(Finding::of(allowed != denied, detail).shown(shown(cx)))
}

/// `It is forbidden to have more than one pawn on a file`.
fn on_a_file(cx: &Context<'_>, said: &Sentence) -> Option<Finding> {
    let text = said.text.to_lowercase();
    let several = text.contains("more than one")
        || text.contains("already contain")
        || text.contains("already has")
        || text.contains("already a")
        || text.contains("two unpromoted")
        || text.contains("two pawns");
    if !(several && said.says("file") && said.has(Concept::negation)) || cx.rules.hand.is_none() {
        return None;
    }
    let (piece, rule) = dropped(cx, said)?;
    let detail = match rule.per_file {
        Some(most) => format!("after a drop of the {} a file has at most {most} of them", cx.name(piece)),
        None => format!("a file may have any number of the kind {}", cx.name(piece)),
    };
    Some(Finding::of(rule.per_file == Some(1), detail).shown(shown(cx)))
}

/// `A hawk may be placed on the square that a piece has left`.
fn gated(cx: &Context<'_>, said: &Sentence) -> Option<Finding> {
    let text = said.text.to_lowercase();
    let left = ["vacated", "just left", "it left", "has left", "it leaves"].iter().any(|words| text.contains(words));
    let put = ["place", "put", "gate", "insert", "introduce"].iter().any(|word| text.contains(word));
    let gating = &cx.rules.effects.gating;
    if !left || !put || said.has(Concept::negation) || cx.rules.effects.walls.is_some() {
        return None;
    }
    let royal = |piece: &PieceId| cx.rules.piece(*piece).royalty.is_ever_royal();
    let at = ["place", "put", "gate", "insert", "introduce"].iter().find_map(|word| text.find(word))?;
    let named = said.pieces.iter().filter(|(index, piece)| said.tokens[*index].span.start > at && !royal(piece));
    let list = gating.iter().map(|piece| cx.name(*piece)).collect::<Vec<_>>().join(", ");
    let detail = if gating.is_empty() { "nothing comes so".to_owned() } else { format!("so come: {list}") };
    let holds = !gating.is_empty() && named.map(|(_, piece)| piece).all(|piece| gating.contains(piece));
    Some(Finding::of(holds, detail).shown(shown(cx)))
}

/// `Pawns cannot be dropped on the first or last rank`.
fn on_ranks(cx: &Context<'_>, said: &Sentence, piece: PieceId, rule: &DropRule) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let denied = said.has(Concept::negation) || said.says("except");
    if !denied || !said.has_any(&[Concept::ranks, Concept::last_rank, Concept::last_ranks]) {
        return None;
    }
    let mut told: Vec<usize> = Vec::new();
    for token in &said.tokens {
        match token.concept {
            Concept::last_rank => told.push(geometry.ranks()),
            Concept::last_ranks => {
                let count = phrases::ranks_counted(&token.word)? as usize;
                told.extend((geometry.ranks() + 1).saturating_sub(count)..=geometry.ranks());
            }
            Concept::initial if token.word == "first" => told.push(1),
            Concept::ordinal => told.extend(phrases::ordinal(&token.word).map(|number| number as usize)),
            _ => {}
        }
    }
    if told.is_empty() {
        return None;
    }
    let is_told = |square: &Square| told.contains(&(geometry.rank(*square) + 1));
    let wrong: SquareSet = (rule.on[Side::White] & geometry.squares()).iter().filter(is_told).collect();
    let finding = match wrong.is_empty() {
        true => Finding::confirmed(format!("no {} may be dropped there", cx.name(piece))),
        false => {
            let detail = format!("White may drop a {} on {}", cx.name(piece), names(geometry, wrong));
            Finding::contradicted(detail).shown(shown(cx))
        }
    };
    Some(finding)
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

/// `Pieces obtained by promotion revert to pawns on capture`.
fn reverting(cx: &Context<'_>, said: &Sentence) -> Option<Finding> {
    let text = said.text.to_lowercase();
    let back =
        ["revert", "turns back", "turn back", "original form", "unpromoted form", "non-promoted form", "demoted"];
    let promoted =
        ["a promoted", "the promoted", "promoted piece", "promoted pawn", "by promotion", "through promotion"];
    let speaks = back.iter().any(|words| text.contains(words))
        || promoted.iter().any(|words| text.contains(words)) && held(said);
    if cx.rules.hand != Some(HandRule::Captured) || !speaks || !said.has_any(&[Concept::capture, Concept::captured]) {
        return None;
    }
    let denied =
        ["not revert", "stays promoted", "stay promoted", "remains promoted"].iter().any(|words| text.contains(words));
    reverts(cx).map(|finding| match (denied, finding.verdict) {
        (true, Verdict::Confirmed) => Finding { verdict: Verdict::Contradicted, ..finding },
        (true, _) => Finding { verdict: Verdict::Confirmed, ..finding },
        _ => finding,
    })
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

//! Sentences about promotion.

use std::collections::BTreeSet;

use crate::board::{Side, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{Reach, fen_of, names, setup_of};
use crate::pages::phrases::{Concept, number, ordinal, ranks_counted};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::{Fallback, PieceId, Promotion};

/// Finds claims about promotion in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence, before: bool) -> bool {
    use Concept::promotion;
    let about = said.has(promotion)
        || said.heading.contains("promot")
        || before
            && !said.has_any(&[Concept::capture, Concept::dropping])
            && (said.has_any(&[Concept::choice, Concept::duty, Concept::last_rank])
                || said.says("optional") && said.has(Concept::ranks));
    if !about {
        return false;
    }
    let Some(promoter) = cx.promoting().or_else(|| named(cx, said)) else {
        let any = !cx.promotions().is_empty();
        if !any && said.has(promotion) {
            let denied = said.has(Concept::negation);
            let finding = match denied {
                true => Finding::confirmed("nothing promotes"),
                false if said.subject.is_some() && said.has_any(&[Concept::last_rank, Concept::last_ranks]) => {
                    Finding::contradicted("the rules have no promotion")
                }
                false => Finding::not_understood("the rules have no promotion"),
            };
            cx.say("promotion", said, finding);
            return true;
        }
        return any && of_all(cx, said);
    };
    let Some(rule) = cx.promotion(promoter) else { return false };
    if said.has(Concept::worth)
        && !said.has_any(&[Concept::last_rank, Concept::duty])
        && said.pieces.len() != rule.choices[Side::White].len() + 1
        && said.says("common")
    {
        return false;
    }
    if nothing_left(cx, said, &rule) {
        cx.said.insert(Topic::Promotion);
        return true;
    }
    let mut found = false;
    found |= zone(cx, said, &rule);
    found |= squares(cx, said, &rule);
    found |= choices(cx, said, promoter, &rule);
    found |= captured(cx, said, &rule);
    found |= mandatory(cx, said, &rule);
    found |= number_of(cx, said, promoter, &rule);
    found |= enemy_places(cx, said, &rule);
    found |= without_capture(cx, said, promoter, &rule);
    if found {
        cx.said.insert(Topic::Promotion);
    }
    found
}

/// Where several pieces promote: the one that the sentence is about.
fn named(cx: &Context<'_>, said: &Sentence) -> Option<PieceId> {
    let promotes = |piece: &PieceId| cx.promotes(*piece);
    let all = || said.pieces.iter().filter(|(_, piece)| promotes(piece));
    // `The silver promotes to rook`: what stands before the word.
    let at = said.at(Concept::promotion).filter(|at| all().any(|(index, _)| index < at)).unwrap_or(usize::MAX);
    let mut named = all().filter(|(index, _)| *index < at).map(|(_, piece)| *piece);
    let first = named.next();
    first.filter(|_| named.next().is_none()).or(said.subject.filter(|_| first.is_none())).filter(promotes)
}

/// Where several pieces promote: what holds for all of them.
fn of_all(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let rules = cx.promotions();
    let Some(rule) = rules.first() else { return false };
    let mut found = all_but(cx, said);
    if rules.iter().all(|other| other.zone == rule.zone && other.when == rule.when) {
        found |= zone(cx, said, rule) | inside(cx, said, rule);
    }
    if found {
        cx.said.insert(Topic::Promotion);
    }
    found
}

/// `All pieces except the king can be promoted`.
fn all_but(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let all = ["all pieces", "every piece", "all other", "all men"].iter().any(|words| text.contains(words));
    let Some(except) = said.tokens.iter().position(|token| token.word == "except" || token.word == "but") else {
        return false;
    };
    let told: BTreeSet<PieceId> = said.pieces.iter().filter(|(at, _)| *at > except).map(|(_, piece)| *piece).collect();
    if !all || told.is_empty() || said.has(Concept::negation) {
        return false;
    }
    let stays = |piece: &PieceId| !cx.promotes(*piece) && !cx.placed(*piece, Some(Side::White)).is_empty();
    let real: BTreeSet<PieceId> = cx.rules.piece_ids().filter(stays).collect();
    let list = real.iter().map(|piece| cx.name(*piece)).collect::<Vec<_>>().join(", ");
    let finding = Finding::of(told == real, format!("of the pieces of the setup these do not promote: {list}"));
    let shown = position(cx);
    // The exception is what the sentence is about, and no doubt about it.
    cx.claim("promotion", said.line, &said.text, finding.shown(shown));
    true
}

fn position(cx: &Context<'_>) -> String {
    fen_of(&cx.rules, &cx.rules.setup)
}

/// `The last three ranks`, `on reaching the last rank`, `3 ranks deep`.
fn zone(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let geometry = cx.rules.geometry.clone();
    let last = |count: usize| {
        geometry
            .squares()
            .iter()
            .filter(|square| geometry.rank(*square) + count >= geometry.ranks())
            .collect::<SquareSet>()
    };
    let zone = rule.zone[Side::White] & geometry.squares();
    let detail = format!("White promotes on {}", crate::render::words::squares_in_words(&geometry, zone));
    let ranks_deep = said.at(Concept::ranks).and_then(|at| said.number_before(at, 2)).filter(|_| said.says("deep"));
    if let Some(index) = said.at(Concept::last_ranks) {
        let count = ranks_counted(&said.tokens[index].word);
        let Some(count) = count else { return false };
        cx.say("promotion zone", said, Finding::of(zone == last(count as usize), detail).shown(position(cx)));
        return true;
    }
    if let Some(count) = ranks_deep {
        cx.say("promotion zone", said, Finding::of(zone == last(count as usize), detail).shown(position(cx)));
        return true;
    }
    if said.has(Concept::last_rank) {
        // On a bigger zone a sentence about the last rank alone is still true of it.
        let holds = last(1).is_subset(&zone) || !zone.is_empty() && zone.is_subset(&last(1));
        cx.say("promotion zone", said, Finding::of(holds, detail).shown(position(cx)));
        return true;
    }
    if said.has(Concept::ranks) && !zone.is_empty() {
        // The first rank of the zone, counted from either side's own.
        let ranks = |side: Side| {
            let squares = rule.zone[side] & geometry.squares();
            squares.iter().map(|square| geometry.rank(square) + 1).collect::<Vec<_>>()
        };
        let entered = [ranks(Side::White).into_iter().min(), ranks(Side::Black).into_iter().max()];
        let ordinals = said.tokens.iter().filter(|token| token.concept == Concept::ordinal);
        let told: Vec<usize> = ordinals.filter_map(|token| Some(ordinal(&token.word)? as usize)).collect();
        if !told.is_empty() {
            let holds = told.iter().all(|rank| entered.contains(&Some(*rank)));
            cx.say("promotion zone", said, Finding::of(holds, detail).shown(position(cx)));
            return true;
        }
    }
    false
}

/// `White pawns promote on squares e8-h8-h4; black pawns on …`.
fn squares(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let geometry = cx.rules.geometry.clone();
    let mut side = None;
    let mut found = false;
    let mut told: Vec<(Side, SquareSet)> = Vec::new();
    for token in &said.tokens {
        match token.word.as_str() {
            "white" => side = Some(Side::White),
            "black" => side = Some(Side::Black),
            _ if token.concept == Concept::path => {
                if let (Some(side), Some(squares)) = (side, cx.path(&token.word)) {
                    told.push((side, squares));
                }
            }
            _ => {}
        }
    }
    for (side, squares) in told {
        let zone = rule.zone[side] & geometry.squares();
        let detail = format!("{} promotes on {}", side.name(), names(&geometry, zone));
        cx.say("promotion zone", said, Finding::of(zone == squares, detail).shown(position(cx)));
        found = true;
    }
    found
}

/// Which pieces it may become.
fn choices(cx: &mut Context<'_>, said: &Sentence, promoter: PieceId, rule: &Promotion) -> bool {
    let at = said.at(Concept::promotion).unwrap_or(0);
    let by_letter = |index: usize| {
        let token = &said.tokens[index];
        let letter = &said.text[token.span.clone()];
        // `A` is an article unless it stands in a list.
        let listed = said.tokens.get(index + 1).is_none_or(|next| next.concept == Concept::mark);
        let single = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_uppercase()) && (letter != "A" || listed);
        single.then(|| cx.rules.piece_with_symbol(letter).map(|(piece, _)| piece)).flatten()
    };
    let letters: Vec<PieceId> =
        (at..said.tokens.len()).filter_map(by_letter).filter(|piece| *piece != promoter).collect();
    let behind = |index: usize| !said.has(Concept::promotion) || index > at;
    let worded: Vec<PieceId> = said
        .pieces
        .iter()
        .filter(|(index, _)| behind(*index))
        .map(|(_, piece)| *piece)
        .filter(|piece| *piece != promoter)
        .collect();
    let mut named = if letters.len() > 1 { letters } else { worded };
    named.dedup();
    let real = &rule.choices[Side::White];
    let royal = |piece: &PieceId| cx.rules.piece(*piece).royalty.is_ever_royal();
    let list = real.iter().map(|piece| cx.name(*piece)).collect::<Vec<_>>().join(", ");
    let detail = format!("the rules allow {list}");
    let denied = said.has(Concept::negation) && !said.has(Concept::royal_word);
    if denied && !named.is_empty() && named.iter().all(&royal) {
        let holds = named.iter().all(|piece| !real.contains(piece));
        cx.say("promotion", said, Finding::of(holds, detail));
        return true;
    }
    if let Some(found) = one_choice(cx, said, promoter, real) {
        cx.say("promotion", said, found.shown(position(cx)));
        return true;
    }
    let named: Vec<PieceId> = named.into_iter().filter(|piece| !royal(piece)).collect();
    let several = said.says("up") || said.says("maximum");
    if denied || several || said.says("extra") {
        return false;
    }
    let text = said.text.to_lowercase();
    if named.len() >= 2 {
        let extra: Vec<&PieceId> = named.iter().filter(|piece| !real.contains(piece)).collect();
        let left: Vec<&PieceId> = real.iter().filter(|piece| !named.contains(piece)).collect();
        let finding = match (extra.is_empty(), left.is_empty()) {
            (true, true) => Finding::confirmed(detail),
            (true, false) if text.contains("as well") || text.contains("also") => Finding::confirmed(detail),
            (false, _) => Finding::contradicted(format!("{detail}; not {}", cx.name(*extra[0]))).shown(position(cx)),
            (true, false) => {
                Finding::new(Verdict::Incomplete, format!("{detail}; the page leaves out {}", cx.name(*left[0])))
            }
        };
        cx.say("promotion", said, finding);
        return true;
    }
    let any = said.has(Concept::choice) || said.says("other") || said.says("any");
    if named.is_empty() && any && (said.has(Concept::royal_word) || said.says("piece")) && !said.has(Concept::captured)
    {
        let all: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| *piece != promoter && !royal(piece)).collect();
        let missing: Vec<&str> =
            all.iter().filter(|piece| !real.contains(piece)).map(|piece| cx.name(*piece)).collect();
        let finding = match missing.is_empty() {
            true => Finding::confirmed(detail),
            false => Finding::contradicted(format!("{detail}; not {}", missing.join(", "))).shown(position(cx)),
        };
        cx.say("promotion", said, finding);
        return true;
    }
    false
}

/// `Promotes to Gold`, `pawns may promote to king`: one piece alone is named.
fn one_choice(cx: &Context<'_>, said: &Sentence, promoter: PieceId, real: &[PieceId]) -> Option<Finding> {
    let at = said.at(Concept::promotion)?;
    let mut named = said.pieces.iter().filter(|(index, piece)| *index > at && *piece != promoter);
    let (index, piece) = *named.next()?;
    let before = said.tokens[at..index].iter().rev().find(|token| token.concept != Concept::article)?;
    let to = ["to", "into"].contains(&before.word.as_str());
    let next = said.tokens.get(index + 1);
    let listed = next.is_some_and(|token| [",", "or", "and"].contains(&token.word.as_str()));
    if named.next().is_some() || !to || listed || said.has(Concept::negation) {
        return None;
    }
    let list = real.iter().map(|piece| cx.name(*piece)).collect::<Vec<_>>().join(", ");
    let detail = format!("the rules allow {list}");
    let moves = |piece: PieceId| &cx.rules.piece(piece).notation;
    let open = said.has(Concept::permission) || said.says("also") || said.says("additionally");
    let only = said.tokens.iter().position(|token| token.word == "only");
    let alone = only.is_some_and(|only| said.tokens.get(only + 1).is_none_or(|next| next.concept != Concept::number));
    if alone && real.len() > 1 {
        return Some(Finding::contradicted(detail));
    }
    Some(match real {
        _ if real.contains(&piece) && (open || real.len() == 1) => Finding::confirmed(detail),
        // A promoted piece of shogi is called by what it moves like.
        [only] if moves(*only) == moves(piece) => Finding::confirmed(format!("{detail}, which moves like it")),
        _ if real.contains(&piece) => Finding::new(Verdict::Incomplete, detail),
        _ => Finding::contradicted(detail),
    })
}

/// Judges whether promotion is limited to captured pieces.
fn captured(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let limited = rule.limits[Side::White].iter().any(Option::is_some);
    let regain = said.says("regain") || said.text.to_lowercase().contains("lost before");
    if !said.has(Concept::captured) && !regain {
        return false;
    }
    if said.says("limited") && said.has(Concept::negation) {
        cx.say(
            "promotion",
            said,
            Finding::of(!limited, "how many pieces of a kind there may be is not limited").shown(position(cx)),
        );
        return true;
    }
    let to = said.says("to") || said.says("becomes") || said.says("only") || regain || said.has(Concept::choice);
    if to && !said.has(Concept::negation) {
        let detail = "a side may have no more of each kind than the setup gives it";
        cx.say("promotion", said, Finding::of(limited, detail).shown(position(cx)));
        return true;
    }
    false
}

/// Judges whether promotion is mandatory, and where.
fn mandatory(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let geometry = cx.rules.geometry.clone();
    let (zone, must) = (rule.zone[Side::White] & geometry.squares(), rule.mandatory[Side::White] & geometry.squares());
    let duty = said.at(Concept::duty).or_else(|| said.tokens.iter().position(|token| token.word == "mandatory"));
    let optional = said.says("optional") || said.says("deferred");
    let mut found = false;
    let last: SquareSet =
        geometry.squares().iter().filter(|square| geometry.rank(*square) + 1 == geometry.ranks()).collect();
    let detail = format!("it must on {}", crate::render::words::squares_in_words(&geometry, must));
    let word = said.at(Concept::promotion);
    let plainly = said.says("mandatory") || said.says("automatically") || said.says("obligatory");
    let near = |at: &usize| plainly || word.is_none_or(|word| word.abs_diff(*at) <= 6);
    if let Some(at) = duty.filter(near).filter(|_| !said.has_any(&[Concept::captured])) {
        let denied = said.is_denied(at, 3);
        let only_last = said.has(Concept::last_rank);
        let holds = match (denied, only_last && said.says("only") || optional) {
            (true, _) => must != zone,
            (false, true) => last.is_subset(&must) && must != zone,
            (false, false) => must == zone || only_last && last.is_subset(&must),
        };
        cx.say("promotion", said, Finding::of(holds, detail.clone()).shown(position(cx)));
        found = true;
    }
    if optional {
        let holds = !(zone & !must).is_empty();
        cx.say(
            "promotion",
            said,
            Finding::of(holds, format!("{detail}; elsewhere in the zone it may")).shown(position(cx)),
        );
        found = true;
    }
    found | inside(cx, said, rule)
}

/// `When moving in or into the zone`, `into, in or out of it`.
fn inside(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let moves_in = said.says("in") && said.says("into") || said.says("inside");
    if !moves_in || !said.has(Concept::zone) {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let deep = (rule.zone[Side::White] & geometry.squares()).count() as usize > geometry.files();
    let touching = rule.when == crate::rules::PromotionZone::Touching;
    let finding = match said.says("out") {
        true => Finding::of(touching, "a move that starts or ends in the zone may promote"),
        false => Finding::of(touching || deep, "a move that ends in the zone, from outside or inside, may promote"),
    };
    let shown = position(cx);
    cx.say("promotion", said, finding.shown(shown));
    true
}

/// `Up to nine queens`.
fn number_of(cx: &mut Context<'_>, said: &Sentence, promoter: PieceId, rule: &Promotion) -> bool {
    if !(said.says("up") || said.says("maximum") || said.says("most")) {
        return false;
    }
    let promoters = cx.placed(promoter, Some(Side::White)).count();
    let limited = rule.limits[Side::White].iter().any(Option::is_some);
    let mut found = false;
    let mut wanted = None;
    for (index, token) in said.tokens.iter().enumerate() {
        if token.concept == Concept::number {
            wanted = number(&token.word).or(wanted);
        }
        let piece = said.pieces.iter().find(|(at, _)| *at == index).map(|(_, piece)| *piece);
        if let (Some(piece), Some(count)) = (piece, wanted) {
            if piece == promoter || !rule.choices[Side::White].contains(&piece) {
                continue;
            }
            let most = cx.placed(piece, Some(Side::White)).count() + if limited { 0 } else { promoters };
            let detail =
                format!("the setup and {promoters} promotions give at most {most} of the kind {}", cx.name(piece));
            cx.say("promotion", said, Finding::of(most == count, detail));
            found = true;
            if said.says("maximum") {
                break;
            }
        }
    }
    found
}

/// `On the opponent's non-pawn fields`.
fn enemy_places(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let text = said.text.to_lowercase();
    if !text.contains("opponent") || !text.contains("non-") {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let places: SquareSet = geometry
        .squares()
        .iter()
        .filter(|square| {
            cx.rules.setup.pieces[square.index()]
                .is_some_and(|placed| placed.side == Side::Black && cx.rules.piece(placed.piece).promotion.is_none())
        })
        .collect();
    let zone = rule.zone[Side::White] & geometry.squares();
    let detail = format!("White promotes on {}", names(&geometry, zone));
    cx.say("promotion zone", said, Finding::of(zone == places, detail).shown(position(cx)));
    true
}

/// `If no piece is available, the pawn cannot advance`.
fn nothing_left(cx: &mut Context<'_>, said: &Sentence, rule: &Promotion) -> bool {
    let none = said.has(Concept::negation) && (said.says("available") || said.says("left")) && said.says("if");
    let stays = said.text.to_lowercase().contains("cannot") || said.text.to_lowercase().contains("can not");
    if !none || !stays {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let royal = cx.royal();
    let promoter = cx.promoting();
    let (Some(royal), Some(promoter)) = (royal, promoter) else { return false };
    let limited = rule.limits[Side::White].iter().any(Option::is_some);
    // A position in which every choice is still on the board: the setup, with a promoting piece before the last rank.
    let mut setup = setup_of(&cx.rules, &[], Side::White);
    for side in Side::ALL {
        for piece in cx.rules.piece_ids().filter(|piece| *piece == royal || side == Side::White && *piece != promoter) {
            for square in cx.placed(piece, Some(side)) {
                setup.pieces[square.index()] = cx.rules.setup.pieces[square.index()];
            }
        }
    }
    if let Some(square) = geometry.at(0, geometry.ranks() - 2).filter(|square| setup.pieces[square.index()].is_none()) {
        setup.pieces[square.index()] =
            Some(crate::rules::PlacedPiece { piece: promoter, side: Side::White, promoted: false });
    }
    let stuck = cx
        .compiled
        .game_unchecked(&setup)
        .is_ok_and(|game| game.legal_moves().iter().all(|made| made.piece != promoter));
    let holds = limited && rule.fallback == Fallback::Forbid && stuck;
    cx.say(
        "promotion",
        said,
        Finding::of(holds, "with every choice still on the board, the move to the last rank is illegal")
            .shown(fen_of(&cx.rules, &setup)),
    );
    true
}

/// `The pawns that start on a6 and h3 cannot promote without capturing`: where the others come by going straight on.
fn without_capture(cx: &mut Context<'_>, said: &Sentence, promoter: PieceId, rule: &Promotion) -> bool {
    let text = said.text.to_lowercase();
    let by_taking = text.contains("without") && said.has_any(&[Concept::capture, Concept::captured]);
    let told: SquareSet = said
        .tokens
        .iter()
        .filter(|token| token.concept == Concept::square)
        .filter_map(|token| cx.square(&token.word))
        .collect();
    if !by_taking || told.is_empty() || !said.has(Concept::negation) {
        return false;
    }
    let mut stuck = SquareSet::EMPTY;
    for side in Side::ALL {
        for start in cx.placed(promoter, Some(side)) {
            let mut seen = SquareSet::of(start);
            let mut left = vec![start];
            while let Some(from) = left.pop() {
                let reach = Reach::of_piece(&cx.rules, promoter, side, from);
                left.extend((reach.quiet & !seen).iter());
                seen |= reach.quiet;
            }
            if !seen.intersects(&rule.zone[side]) {
                stuck.insert(start);
            }
        }
    }
    let own = |side: Side| stuck & cx.placed(promoter, Some(side));
    let fits = told == stuck || Side::ALL.iter().any(|side| told == own(*side));
    let all = told.is_subset(&stuck);
    let detail =
        format!("followed without capturing: those from {} never come to promote", names(&cx.rules.geometry, stuck));
    let finding = match (fits, all) {
        (true, _) => Finding::confirmed(detail),
        (false, true) => Finding::new(Verdict::Incomplete, detail),
        (false, false) => Finding::contradicted(detail),
    };
    cx.say("promotion", said, finding.shown(position(cx)));
    true
}

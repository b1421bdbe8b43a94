//! Promotion, castling, en passant, and what comes from the hand.

use std::collections::BTreeSet;

use crate::board::{Side, Square, SquareSet, Step};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::pages::known::Conditions;
use crate::pages::moves::{Reach, fen_of, setup_of, takes_in_passing};
use crate::pages::trial::{self, Trial};
use crate::rules::{Condition, HandRule, PieceId, Promotion};

use super::start::in_hand;
use super::told::{Judged, Told, is_plain, list, of, ranks_of, row, start};
use super::{conditions, hand};

fn rule(cx: &Context<'_>, piece: PieceId) -> Option<Promotion> {
    cx.promotion(piece)
}

/// The pieces that a sentence on promotion is about: those named, else all that promote.
fn promoters(cx: &Context<'_>, told: &Told<'_>) -> Vec<PieceId> {
    let of_side = |rule: &Promotion| told.side().is_none_or(|side| !rule.choices[side].is_empty());
    let all = || cx.rules.piece_ids().filter(|piece| rule(cx, *piece).is_some_and(|rule| of_side(&rule))).collect();
    if told.subjects.is_empty() { all() } else { told.subjects.clone() }
}

/// `A pawn promotes to queen on the last rank`: what it becomes, and where.
pub fn promotes(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let promoters = promoters(cx, told);
    let Some(first) = promoters.first().copied() else { return Vec::new() };
    let Some(promotion) = promoters.iter().find_map(|piece| rule(cx, *piece)) else {
        // `The queen is replaced by a marshal`: in the setup, as nothing says that it promotes.
        if told.words[told.reading.words.clone()].iter().any(|word| word.text == "replaced") {
            return Vec::new();
        }
        return vec![("promotion", of(cx, false, format!("the {} never promotes", cx.name(first))))];
    };
    // `A dragon (promoted rook)`: this is the name of a piece, not a statement about promotion.
    if told.words[told.reading.words.start].text == "promoted" && told.has("to") {
        return Vec::new();
    }
    // `Pawns and rooks become golds`: each of them.
    if let Some(other) = promoters.iter().copied().find(|piece| rule(cx, *piece).is_none()) {
        return vec![("promotion", of(cx, told.has("not"), format!("the {} never promotes", cx.name(other))))];
    }
    let both = if promotion.choices.white.is_empty() { Side::Black } else { Side::White };
    let side = told.side().filter(|side| !promotion.choices[*side].is_empty()).unwrap_or(both);
    let mut found = Vec::new();
    let only = told.has("only") || told.words[told.reading.words.clone()].iter().any(|word| word.text == "only");
    if told.has("to") {
        let behind = told.after("to");
        let end = behind.iter().position(|note| ["lastrank", "lastn", "ordinal", "who"].contains(&note.tag));
        // `It promotes to a piece that …`: which piece is not said.
        let word = |note: &Note| told.words.get(note.word?);
        let plain = |note: &Note| word(note).is_some_and(|word| is_plain(cx.grammar, word));
        if behind[..end.unwrap_or(behind.len())].iter().any(plain) {
            return Vec::new();
        }
        let mut named: BTreeSet<PieceId> = told.pieces(&behind[..end.unwrap_or(behind.len())]).into_iter().collect();
        // `Rooks become promoted rooks`.
        if behind.first().is_some_and(|note| note.tag == "promoted") && named.contains(&first) {
            named = promotion.choices[side].iter().copied().collect();
        }
        let real: BTreeSet<PieceId> = promotion.choices[side].iter().copied().collect();
        let notation = |piece: &PieceId| cx.rules.piece(*piece).notation.clone();
        let moves_alike = |pieces: &BTreeSet<PieceId>| pieces.iter().map(notation).collect::<BTreeSet<String>>();
        let detail = format!("the rules allow {}", list(cx, real.iter().copied()));
        let open = told.has("may") && !only;
        let finding = match () {
            () if told.has("not") => Finding::of(named.is_disjoint(&real), detail),
            () if named == real || moves_alike(&named) == moves_alike(&real) => Finding::confirmed(detail),
            () if !named.is_subset(&real) => Finding::contradicted(detail),
            () if only => Finding::contradicted(detail),
            () if open => Finding::confirmed(detail),
            () => Finding::new(Verdict::Incomplete, detail),
        };
        found.push(("promotion", finding.shown(by_the_zone(cx, Some(first)))));
    }
    if told.has("inzone") {
        // From the zone too, not only into it.
        let leaves = promotion.when == crate::rules::PromotionZone::Touching;
        found.push(("promotion zone", of(cx, leaves, "moves that begin in the zone promote too")));
    }
    if let Some(ranks) = told.ranks(cx) {
        let zone = promotion.zone[side] & cx.rules.geometry.squares();
        let real = ranks_of(cx, side, zone);
        let must = ranks_of(cx, side, promotion.mandatory[side]);
        let detail = format!(
            "{} promotes on {}",
            cx.rules.look.sides[side],
            crate::render::words::squares_in_words(&cx.rules.geometry, promotion.zone[side])
        );
        // `Black pawns promote on the first rank` counts ranks as the board does.
        let count = cx.rules.geometry.ranks();
        let mirrored: BTreeSet<usize> = ranks.iter().map(|rank| (count + 1).saturating_sub(*rank)).collect();
        let absolute = told.side() == Some(Side::Black) && !told.has("lastrank") && !told.has("lastn");
        let ranks = if absolute && mirrored == real { mirrored } else { ranks };
        let entered = ranks.len() == 1 && real.first() == ranks.first();
        let obliged = told.words[told.reading.words.clone()].iter().any(|word| word.text == "must");
        // On other shapes than rectangles, the last rank is where no square is ahead.
        let ahead = Step::new(0, if side == Side::White { 1 } else { -1 });
        let edge = || cx.rules.geometry.squares().iter().filter(|at| cx.rules.geometry.step(*at, ahead).is_none());
        let far_edge = told.has("lastrank") && edge().collect::<SquareSet>() == zone;
        let finding = match () {
            () if far_edge => Finding::confirmed(detail),
            () if obliged && told.has("may") && !told.has("zone") => {
                let first = ranks.len() == 1 && must.first() == ranks.first();
                Finding::of(ranks == must || first, detail)
            }
            () if ranks == real || entered && !only => Finding::confirmed(detail),
            () if ranks == must && !told.has("may") && !told.has("zone") && !only => Finding::confirmed(detail),
            // A piece that must promote on the first rank of its zone never reaches the next.
            () if must.first() == real.first() && ranks.first() != real.first() && !told.has("may") => {
                Finding::contradicted(detail)
            }
            () if ranks.is_subset(&real) && !only && (told.has("may") || told.has("lastrank")) => {
                Finding::new(Verdict::Incomplete, detail)
            }
            () => Finding::contradicted(detail),
        };
        found.push(("promotion zone", finding.shown(by_the_zone(cx, Some(first)))));
    }
    found
}

/// A position in which a piece of White can move into a zone where pieces promote; the start if there is none.
fn by_the_zone(cx: &Context<'_>, piece: Option<PieceId>) -> String {
    let squares = cx.rules.geometry.squares();
    let zone = cx.promotions().iter().fold(SquareSet::EMPTY, |all, promotion| all | promotion.zone.white) & squares;
    let position = |piece: PieceId| {
        let enters = |square: &Square| {
            let reach = Reach::of_piece(&cx.rules, piece, Side::White, *square);
            (reach.quiet | reach.capture).intersects(&zone)
        };
        let square = (squares & !zone).iter().chain(zone).find(enters)?;
        Some(fen_of(&cx.rules, &setup_of(&cx.rules, &[(square, piece, Side::White)], Side::White)))
    };
    piece.and_then(position).unwrap_or_else(|| start(cx))
}

/// `To any piece except a king or a pawn`: of the kinds of the setup, all but these. `To any piece` is meant without
/// royal pieces.
pub fn promotes_to_all_but(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let promotion = promoters(cx, told).iter().find_map(|piece| rule(cx, *piece))?;
    let named: BTreeSet<PieceId> = told.pieces(told.after("anybut")).into_iter().collect();
    let side = if promotion.choices.white.is_empty() { Side::Black } else { Side::White };
    let real: BTreeSet<PieceId> = promotion.choices[side].iter().copied().collect();
    let meant = |piece: &PieceId| !named.is_empty() || !cx.rules.piece(*piece).royalty.is_ever_royal();
    let placed =
        |piece: &PieceId| !cx.placed(*piece, Some(side)).is_empty() && rule(cx, *piece).is_none() && meant(piece);
    let others: BTreeSet<PieceId> =
        cx.rules.piece_ids().filter(placed).filter(|piece| !named.contains(piece)).collect();
    let holds = real.is_disjoint(&named) && others.is_subset(&real);
    let shown = by_the_zone(cx, promoters(cx, told).first().copied());
    Some(Finding::of(holds != told.has("not"), format!("the rules allow {}", list(cx, real))).shown(shown))
}

/// `The gold does not promote`.
pub fn never(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let named = match told.subjects.is_empty() {
        _ if told.has("nothing") => cx.rules.piece_ids().collect(),
        _ => told.subjects.clone(),
    };
    if named.is_empty() {
        return None;
    }
    let able: Vec<PieceId> = named.into_iter().filter(|piece| rule(cx, *piece).is_some()).collect();
    let detail = if able.is_empty() {
        "it has no promotion".to_owned()
    } else {
        format!("these promote: {}", list(cx, able.clone()))
    };
    let shown = by_the_zone(cx, able.first().copied());
    Some(Finding::of(able.is_empty(), detail).shown(shown))
}

/// `Promotion is optional`.
pub fn must(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let promotion = promoters(cx, told).iter().find_map(|piece| rule(cx, *piece))?;
    let squares = cx.rules.geometry.squares();
    let (zone, must) = (promotion.zone.white & squares, promotion.mandatory.white & squares);
    let told_ranks = told.ranks(cx);
    let everywhere = match told_ranks {
        Some(ranks) => ranks.is_subset(&ranks_of(cx, Side::White, must)),
        None => !zone.is_empty() && zone.is_subset(&must),
    };
    let detail = format!("White must promote on {}", crate::render::words::squares_in_words(&cx.rules.geometry, must));
    Some(of(cx, everywhere == (told.has("must") != told.has("not")), detail))
}

/// `Only pawns promote`.
pub fn only_these(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let named: BTreeSet<PieceId> = told.pieces(told.notes()).into_iter().collect();
    let real: BTreeSet<PieceId> = cx.rules.piece_ids().filter(|piece| rule(cx, *piece).is_some()).collect();
    let shown = by_the_zone(cx, named.symmetric_difference(&real).next().copied());
    Some(Finding::of(named == real, format!("these promote: {}", list(cx, real))).shown(shown))
}

/// `A side may have several queens`.
pub fn several(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = told.pieces(told.notes()).first().copied()?;
    let free = cx.promotions().iter().any(|promotion| {
        let mut choices = promotion.choices.white.iter().zip(&promotion.limits.white);
        choices.any(|(choice, limit)| *choice == piece && limit.is_none())
    });
    Some(of(cx, free, if free { "what promotes may become one more" } else { "there may be no more of it" }))
}

/// `A side may have one general only`.
pub fn at_most(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let said = told.numbers("number").first().copied()?;
    let pieces = told.pieces(told.notes());
    let all = pieces.iter().map(|piece| at_most_of(cx, *piece, said)).collect::<Option<Vec<_>>>()?;
    // The worst decides.
    all.into_iter().max_by_key(|finding| finding.verdict != Verdict::Confirmed)
}

fn at_most_of(cx: &Context<'_>, piece: PieceId, said: u32) -> Option<Finding> {
    let promotions = cx.promotions();
    let choices = promotions.iter().flat_map(|promotion| promotion.choices.white.iter().zip(&promotion.limits.white));
    let limits: BTreeSet<Option<u16>> =
        choices.filter(|(choice, _)| **choice == piece).map(|(_, limit)| *limit).collect();
    let most = match limits.into_iter().collect::<Vec<_>>().as_slice() {
        [] => None,
        [limit] => *limit,
        _ => return None,
    };
    let detail = match most {
        Some(most) => format!("what promotes becomes one only while there are at most {most} then"),
        None => "there is no such limit".to_owned(),
    };
    Some(of(cx, most.is_some_and(|most| u32::from(most) == said), detail))
}

/// `Every piece but the king becomes another with each move`.
pub fn flips(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let stays: BTreeSet<PieceId> = told.pieces(told.notes()).into_iter().collect();
    let all = cx.rules.geometry.squares();
    let flips = |piece: &PieceId| {
        let rule = rule(cx, *piece);
        rule.is_some_and(|rule| (rule.zone.white & all) == all && (rule.mandatory.white & all) == all)
    };
    let real: BTreeSet<PieceId> = cx.rules.piece_ids().filter(|piece| !flips(piece)).collect();
    // `Each piece flips` leaves out the royal one tacitly.
    let royal = |piece: &&PieceId| !cx.rules.piece(**piece).royalty.is_ever_royal();
    let tacit = stays.is_empty() && real.iter().filter(royal).count() == 0;
    Some(of(cx, real == stays || tacit, format!("these stay what they are: {}", list(cx, real.iter().copied()))))
}

/// `Pieces are dropped on the first four ranks only`.
pub fn drop_zone(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let ranks = cx.rules.geometry.ranks();
    let deep = match told.after("firstn").first().and_then(|note| told.number(note)) {
        Some(deep) => deep as usize,
        None => ranks / 2,
    };
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let mut pieces: Vec<PieceId> = told.subjects.clone();
    if pieces.is_empty() {
        // Only pieces that are ever in a hand count.
        let captured = cx.rules.hand == Some(HandRule::Captured);
        let held = |piece: &PieceId| captured || sides.iter().any(|side| in_hand(cx, *piece, *side) > 0);
        let able = |piece: &PieceId| cx.rules.piece(*piece).drop.is_some() && held(piece);
        pieces = cx.rules.piece_ids().filter(able).collect();
    }
    let all: BTreeSet<usize> = (1..=deep).collect();
    let mut real: BTreeSet<usize> = BTreeSet::new();
    for side in sides {
        for rule in pieces.iter().filter_map(|piece| cx.rules.piece(*piece).drop.as_ref()) {
            real.extend(ranks_of(cx, side, rule.on[side]));
        }
    }
    (!pieces.is_empty()).then(|| of(cx, real == all, format!("they are dropped on ranks {}", row(real))))
}

/// `All pieces but the king promote`.
pub fn all_but(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let named: BTreeSet<PieceId> = told.pieces(told.notes()).into_iter().collect();
    let stays = |piece: &PieceId| rule(cx, *piece).is_none() && !cx.placed(*piece, Some(Side::White)).is_empty();
    let real: BTreeSet<PieceId> = cx.rules.piece_ids().filter(stays).collect();
    let shown = by_the_zone(cx, named.symmetric_difference(&real).next().copied());
    let detail = format!("of the pieces of the setup these do not promote: {}", list(cx, real.iter().copied()));
    Some(Finding::of(named == real, detail).shown(shown))
}

/// Whether there is castling, for one side or at all.
pub fn castling(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let able = |side: &Side| cx.rules.castling.iter().any(|rule| rule.side == *side);
    if told.has("only") {
        let both = Side::ALL.map(|side| able(&side));
        let holds = told.side().is_some_and(|side| both[side.index()] && !both[1 - side.index()]);
        return Some(of(cx, holds, "whether one side alone may castle"));
    }
    let any = sides.iter().any(able);
    let detail = if any { "the rules have castling" } else { "the rules have no castling" };
    let shown =
        conditions::example(cx).filter(|_| any).map_or_else(|| start(cx), |(setup, _)| fen_of(&cx.rules, &setup));
    Some(Finding::of(any != told.has("not"), detail).shown(shown))
}

/// `From e1 to g1, and the rook from h1 to f1`: each square where something starts is followed by those where it ends.
pub fn castling_squares(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let rules = &cx.rules.castling;
    if rules.is_empty() {
        return Some(of(cx, false, "the rules have no castling"));
    }
    let named = told.notes().iter().filter(|note| note.tag == "square");
    let named: Vec<Square> = named.map(|note| cx.square(&told.word(note)?.text)).collect::<Option<_>>()?;
    let ways: Option<Vec<[(Square, Square); 2]>> = rules
        .iter()
        .map(|rule| {
            Some([(conditions::at(rule.from)?, rule.to), (conditions::at(rule.partner_from)?, rule.partner_to)])
        })
        .collect();
    let ways = ways?.concat();
    let begins = |square: Square| ways.iter().any(|(from, _)| *from == square);
    let (mut from, mut ended, mut wrong) = (None, true, false);
    for square in named {
        match from {
            Some(begun) if ways.contains(&(begun, square)) => ended = true,
            // Two squares of the start one after the other say where the two stand, or are a mistake.
            _ if begins(square) && !ended => return None,
            _ if begins(square) => (from, ended) = (Some(square), false),
            _ => (ended, wrong) = (true, true),
        }
    }
    let names = ways.iter().map(|(from, to)| {
        let geometry = &cx.rules.geometry;
        format!("{}-{}", geometry.name(*from), geometry.name(*to))
    });
    let detail = format!("castling: {}", names.collect::<Vec<_>>().join(", "));
    from.filter(|_| ended).map(|_| of(cx, !wrong, detail))
}

/// By how many squares the castling piece moves.
pub fn castling_length(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let count = *told.numbers("number").first()?;
    let geometry = &cx.rules.geometry;
    let lengths: BTreeSet<u32> = cx
        .rules
        .castling
        .iter()
        .filter_map(|rule| Some((conditions::at(rule.from)?, rule.to)))
        .map(|(from, to)| {
            (geometry.file(from).abs_diff(geometry.file(to)) + geometry.rank(from).abs_diff(geometry.rank(to))) as u32
        })
        .collect();
    // `The rook moves two squares towards the rook` has another piece in the part of the king.
    if told.pieces(told.notes()).first().is_some_and(|piece| !castles(cx, *piece)) {
        return None;
    }
    if lengths.is_empty() {
        return cx.rules.castling.is_empty().then(|| of(cx, false, "the rules have no castling"));
    }
    Some(of(cx, lengths == [count].into(), format!("the rules move it by {} squares", row(&lengths))))
}

/// Returns `true` if the piece is the one that castles, or if the rules have no castling.
fn castles(cx: &Context<'_>, piece: PieceId) -> bool {
    cx.rules.castling.is_empty() || cx.rules.castling.iter().any(|rule| rule.movers.contains(&piece))
}

/// Conditions for castling, each as a claim of its own.
pub fn castling_conditions(cx: &mut Context<'_>, said: &Told<'_>) -> Vec<Judged> {
    if cx.rules.castling.is_empty() {
        let words = &said.words[said.reading.words.clone()];
        let says = |wanted: &str| words.iter().any(|word| word.text == wanted);
        let grants = says("castle") && !["not", "never", "no"].into_iter().any(says);
        return if grants { vec![("castling", of(cx, false, "the rules have no castling"))] } else { Vec::new() };
    }
    // `The rook is not in check` has another piece in the part of the king.
    let attacked = ["incheck", "through", "into"].into_iter().any(|tag| said.has(tag));
    if attacked && matches!(said.pieces(said.notes()).as_slice(), [piece] if !castles(cx, *piece)) {
        return Vec::new();
    }
    let none = Conditions::default();
    let parts = [
        ("unmoved", Conditions { unmoved: true, ..none }),
        ("between", Conditions { between: true, ..none }),
        ("incheck", Conditions { not_in_check: true, ..none }),
        ("through", Conditions { not_through: true, ..none }),
        ("into", Conditions { not_into: true, ..none }),
    ];
    let allowed = said.has("allowed");
    let told: Vec<_> = parts.into_iter().filter(|(tag, _)| said.has(tag)).collect();
    if !allowed {
        let first = || (said.line, said.text.to_owned(), none);
        let (_, _, all) = cx.known.asked.get_or_insert_with(first);
        told.iter().for_each(|(_, asked)| all.add(*asked));
    }
    let found = told.into_iter().map(|(_, asked)| ("castling", conditions::asked(cx, asked)));
    let turned = |found: Finding| match found.verdict {
        Verdict::Confirmed => {
            let detail = found.detail.replace("ask for this too", "ask for this");
            Finding { verdict: Verdict::Contradicted, detail, ..found }
        }
        Verdict::Contradicted => Finding { verdict: Verdict::Confirmed, ..found },
        _ => found,
    };
    found.map(|(kind, found)| (kind, if allowed { turned(found) } else { found })).collect()
}

/// Whether any piece captures en passant.
pub fn passing(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let exists = takes_in_passing(&cx.rules);
    // Pieces that can capture this way, or be captured this way.
    let able = |piece: &PieceId| {
        let patterns = &cx.rules.piece(*piece).movement.patterns;
        patterns.iter().any(|pattern| pattern.terms().is_some_and(|terms| terms.en_passant))
    };
    if let Some(other) = told.subjects.iter().find(|piece| !able(piece)).filter(|_| exists && told.has("who")) {
        return Some(of(cx, told.has("not"), format!("the {} does not capture en passant", cx.name(*other))));
    }
    let others = told.pieces(told.notes());
    if let Some(other) = others.iter().find(|piece| !able(piece)).filter(|_| exists && !told.has("not")) {
        return Some(of(cx, false, format!("the {} does not take in passing", cx.name(*other))));
    }
    // `As if it had moved one square`, after a first move of two.
    if exists && told.numbers("number").iter().any(|count| *count > 2) {
        return None;
    }
    if told.has("onlyep") {
        let holds = exists && cx.rules.piece_ids().filter(able).all(|piece| told.subjects.contains(&piece));
        return Some(of(cx, holds, "whether no other piece captures en passant"));
    }
    Some(match (exists, told.has("not")) {
        (true, false) => trial::shown(cx, Trial::Passing),
        (true, true) => of(cx, false, "the rules have it"),
        (false, denied) => of(cx, denied, "nothing can be captured en passant"),
    })
}

/// Judges claims about drops and their squares.
pub fn drops(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    if told.reading.shape == "dropmust" {
        return hand::all_can_move(cx);
    }
    let behind = told.after("ewho").to_vec();
    let mating = |piece: &PieceId| {
        let loses = cx.rules.ends.iter().any(|end| match &end.condition {
            Condition::MatedByDrop { pieces } => pieces.contains(piece),
            _ => false,
        });
        cx.rules.piece(*piece).drop.as_ref().map(|rule| rule.mate && !loses)
    };
    if told.reading.shape == "dropmate" && told.subjects.is_empty() && told.pieces(told.notes()).is_empty() {
        let rules: Vec<bool> = cx.rules.piece_ids().filter_map(|piece| mating(&piece)).collect();
        let holds = if told.has("not") { rules.iter().all(|may| !may) } else { rules.iter().all(|may| *may) };
        return (!rules.is_empty()).then(|| of(cx, holds, "whether a drop may give mate"));
    }
    let named = told.subjects.first().copied().or_else(|| told.pieces(told.notes()).first().copied());
    let piece = named?;
    let Some(rule) = cx.rules.piece(piece).drop.clone() else {
        return Some(of(cx, told.has("not"), format!("the {} is never dropped", cx.name(piece))));
    };
    let denied = told.has("not");
    Some(match told.reading.shape {
        "dropmate" => {
            let allowed = mating(&piece) == Some(true);
            let detail =
                format!("a drop of the {} {} give mate", cx.name(piece), if allowed { "may" } else { "must not" });
            of(cx, allowed != denied, detail)
        }
        "dropfile" => {
            let detail = match rule.per_file {
                Some(most) => format!("after a drop of the {} a file has at most {most} of them", cx.name(piece)),
                None => format!("a file may have any number of the kind {}", cx.name(piece)),
            };
            // `Two pawns may not be on a file`: one alone is never barred.
            if told.numbers("number").iter().any(|count| *count < 2) {
                return None;
            }
            // `Not three pawns on a file` is said of a rule that allows two.
            let more = told.numbers("number").into_iter().max().unwrap_or(2) - 1;
            of(cx, rule.per_file.is_some_and(|most| u32::from(most) == more) == denied, detail)
        }
        _ => {
            let count = cx.rules.geometry.ranks();
            let mut told_ranks: BTreeSet<usize> =
                behind.iter().filter_map(|note| told.number(note)).map(|rank| rank as usize).collect();
            if behind.iter().any(|note| note.tag == "lastn") {
                told_ranks = told_ranks.into_iter().flat_map(|deep| (count + 1).saturating_sub(deep)..=count).collect();
            } else if behind.iter().any(|note| note.tag == "last") {
                told_ranks.insert(count);
            }
            let side = if rule.on.white.is_empty() { Side::Black } else { Side::White };
            let own = ranks_of(cx, side, rule.on[side]);
            // A rank with a number is counted from below.
            let below: BTreeSet<usize> =
                own.iter().map(|rank| if side == Side::White { *rank } else { count + 1 - rank }).collect();
            let detail = format!("{} may drop it on ranks {}", side.name(), row(&below));
            let holds = match denied {
                true => told_ranks.is_disjoint(&own),
                // `Rank 5` is that rank of the board for both sides.
                false if told.has("rankn") => {
                    told_ranks == below || told.has("may") && !told.has("only") && told_ranks.is_subset(&below)
                }
                false if told.has("may") && !told.has("only") => told_ranks.is_subset(&own),
                false => told_ranks == own || told_ranks == below,
            };
            of(cx, holds, detail)
        }
    })
}

/// Judges claims about the hand: pieces that go there and come back.
pub fn hands(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let captured = cx.rules.hand == Some(HandRule::Captured);
    let detail = match cx.rules.hand {
        Some(HandRule::Captured) => "captured pieces go to the hand, and may be dropped",
        Some(_) => "captured pieces do not go to the hand; others may be dropped",
        None => "nothing is ever dropped",
    };
    Some(match told.reading.shape {
        "hold" => of(cx, captured != told.has("gone"), detail),
        "nodrops" => of(cx, cx.rules.hand.is_none(), detail),
        "dropinstead" => {
            let any = cx.rules.pieces.iter().any(|piece| piece.drop.is_some());
            of(cx, cx.rules.hand.is_some() && any, if any { detail } else { "nothing is ever dropped" })
        }
        _ => {
            let named = told.pieces(told.notes());
            let back = named.last().is_none_or(|piece| cx.promotes(*piece));
            let found = hand::reverts(cx)?;
            // `Are dropped as queens`, where they go back to what they were.
            return if back || found.verdict != Verdict::Confirmed {
                named.iter().all(|piece| cx.promotes(*piece)).then_some(found)
            } else {
                Some(of(cx, false, found.detail))
            };
        }
    })
}

/// A piece from the hand may come where one has left.
pub fn gates(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    // Only with its first move does a piece make room.
    if told.numbers("ordinal").iter().any(|time| *time != 1) {
        return Some(of(cx, false, "so it is with first moves alone"));
    }
    if told.has("anytime") {
        return Some(of(cx, told.has("not"), "so it is with first moves alone"));
    }
    let named = told.pieces(told.after("gated"));
    let gating = &cx.rules.effects.gating;
    let detail = if gating.is_empty() {
        "nothing comes so".to_owned()
    } else {
        format!("so come: {}", list(cx, gating.iter().copied()))
    };
    let holds = !gating.is_empty() && named.iter().all(|piece| gating.contains(piece));
    Some(of(cx, holds != told.has("not"), detail))
}

/// `Only to a piece that has been lost`.
pub fn lost_before(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let pieces = promoters(cx, told);
    let piece = pieces.into_iter().find(|piece| rule(cx, *piece).is_some())?;
    let limited = rule(cx, piece)?.limits.white.iter().any(Option::is_some);
    let detail = if limited { "only to what has been lost" } else { "it may become a piece that has not been lost" };
    let finding = Finding::of(limited != told.has("not"), detail);
    Some(Finding { position: with_nothing_lost(cx, piece), ..finding })
}

/// The start position with a piece of White one move before its promotion, although nothing else has been lost. `None` if
/// no such position lets it promote just where the rules set no limit.
fn with_nothing_lost(cx: &Context<'_>, piece: PieceId) -> Option<String> {
    let promotion = rule(cx, piece)?;
    let limited = promotion.limits.white.iter().any(Option::is_some);
    let (own, zone) = (cx.placed(piece, Some(Side::White)), promotion.zone.white);
    let taken = own.iter().next()?;
    let shows = |square: Square| {
        let mut setup = cx.rules.setup.clone();
        setup.turn = Side::White;
        setup.castling.clear();
        setup.pieces.swap(square.index(), taken.index());
        // A piece of the enemy stood there; it has been captured.
        if let Some(captured) = setup.pieces[taken.index()].take()
            && (captured.side == Side::White || cx.rules.piece(captured.piece).royalty.is_ever_royal())
        {
            return None;
        }
        let game = cx.compiled.game_unchecked(&setup).ok()?;
        let promotes = game.legal_moves().iter().any(|made| made.from == square && made.promotion().is_some());
        (promotes != limited).then(|| fen_of(&cx.rules, &setup))
    };
    let enters = |square: &Square| Reach::of_piece(&cx.rules, piece, Side::White, *square).all().intersects(&zone);
    let near = cx.rules.geometry.squares() & !zone & !own;
    near.iter().filter(enters).find_map(shows)
}

//! The rules as an author of rules would write them.

use crate::board::{BySide, Side, Square, SquareSet};
use crate::english;
use crate::render::words::{names, squares_in_words, squares_of_sides};
use crate::render::{army, grid};
use crate::rules::tree::{Deed, DeedKind, Rule, RuleKind};
use crate::rules::{
    CastlingOrigin, CastlingRule, DropPlace, ExtraMoves, Fallback, HandRule, Piece, PieceId, Promotion, PromotionZone,
    Royalty, Rules, Squares,
};

use super::first::{self, When};
use super::movers;
use super::way::{FIRST, QUIETLY, Way, as_the_board_lies, way};

pub(super) use crate::english::{many, number, with_article as a};
pub(super) use crate::render::zones::{each_side, has_levels, ordinal, zone};

/// A sentence with a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}

/// A text with names as people write them (`drunk elephant`) and articles that fit what follows.
pub(super) fn polished(rules: &Rules, text: &str) -> String {
    let mut text = text.to_owned();
    let mut names: Vec<&str> = rules.pieces.iter().map(|piece| &*piece.name).collect();
    names.retain(|name| name.contains(['-', '_']));
    // A name may be part of a longer one.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for name in names {
        text = text.replace(name, &name.replace(['-', '_'], " "));
    }
    // The cells of a board of hexagons are no squares.
    if rules.geometry.topology().is_hexagonal() {
        text = text.replace("square", "cell");
    }
    // Pieces that stand where lines cross stand on points.
    if rules.look.squares == Squares::Points {
        text = text.replace("square", "point");
    }
    english::with_fitting_articles(&text)
}

/// Returns `true` if no piece can be captured.
pub(super) fn is_peaceful(rules: &Rules) -> bool {
    rules.pieces.iter().all(|piece| piece.safe_from.len() == rules.pieces.len())
}

/// The sentences on a notation of a piece. First moves that it never has are left out, and so are captures en passant that no move
/// can be answered by.
fn explained(rules: &Rules, id: PieceId, notation: &str) -> Vec<String> {
    let never = first::when(rules, id) == When::Never;
    let only_checks = first::only_gives_check(rules, id);
    let (answered, answers) = (first::is_answered(rules, id), first::answers(rules, id));
    let one = |(at, said): (usize, String)| {
        let narrowed = said.starts_with(FIRST).then(|| first::narrowed(rules, id, notation, at)).flatten();
        let mut text = narrowed.and_then(|narrowed| army::explain(rules, &narrowed).pop()).unwrap_or(said);
        if !answered {
            text = text.replace(", it may then be captured en passant", "");
        }
        if !answers {
            text = text.replace("aptures or captures en passant ", "aptures (does not move otherwise) ");
        }
        if only_checks {
            text = text.replace("oves or captures ", "oves without capturing ");
        }
        text
    };
    let all = army::explain(rules, notation).into_iter().enumerate().map(one);
    all.filter(|text| !(never && text.starts_with(FIRST))).collect()
}

/// How a piece moves, in sentences that begin with its name.
pub(super) fn moves(rules: &Rules, id: PieceId) -> Vec<String> {
    let piece = rules.piece(id);
    let mut said: Vec<String> = Vec::new();
    let mut royal_only: Vec<String> = Vec::new();
    let (mut joined, mut open): (Vec<Way>, bool) = (Vec::new(), false);
    for explained in explained(rules, id, &piece.notation) {
        if let Some(rest) = explained.strip_prefix("Captures a royal piece ") {
            royal_only.push(facing(rules, piece, rest));
            continue;
        }
        let mut next = way(&explained);
        next.what = as_the_board_lies(rules, &next.what);
        match joined.last_mut() {
            Some(last) if open && !next.alone && !last.verb.is_empty() && last.tail == next.tail => {
                let verb = if last.verb == next.verb { String::new() } else { format!("{} ", next.verb) };
                last.further.push(format!("{verb}{}", next.what));
            }
            _ => {
                open = !next.alone;
                joined.push(next);
            }
        }
    }
    joined.iter_mut().for_each(Way::join);
    let (name, when) = (&piece.name, first::when(rules, id));
    for way in joined {
        said.push(whole(name, said.is_empty(), &way, &when));
    }
    for extra in &piece.extra {
        let limits = limits(rules, extra);
        for explained in explained(rules, id, &extra.notation) {
            let mut way = way(&explained);
            way.what = as_the_board_lies(rules, &way.what);
            let also = if said.is_empty() { "" } else { "also " };
            let who = if said.is_empty() { format!("the {name}") } else { "it".to_owned() };
            let (from, to) = &limits;
            let text = match from {
                Some(from) => format!("{from} {who} {also}{} {}{}{to}", way.verb, way.what, way.tail),
                None => format!("{who} {also}{} {}{}{to}", way.verb, way.what, way.tail),
            };
            said.push(sentence(&text));
        }
    }
    for text in &mut said {
        const CAPTURES: &str = " captures any number of squares ";
        const HOPS: &str = ", jumping over exactly one piece on the way.";
        if let Some((_, lines)) = text.strip_suffix(HOPS).and_then(|text| text.split_once(CAPTURES)) {
            *text = format!(
                "To capture, the {name} must jump {lines} over exactly one piece, of either side, that stands anywhere between."
            );
        }
    }
    said.extend(royal_only);
    if said.is_empty() {
        said.push(match movers::moves_by_rules(rules, id) {
            true => format!("The {name} moves only by the special moves."),
            false => format!("The {name} does not move."),
        });
    }
    if first::only_gives_check(rules, id) {
        said.push("It may not capture, but it gives check.".to_owned());
    }
    said.iter().map(|text| plain(rules, text)).collect()
}

/// A sentence with directions in full.
fn plain(rules: &Rules, text: &str) -> String {
    let mut text = if is_peaceful(rules) { text.replace(" captures ", " attacks ") } else { text.to_owned() };
    text = text.replace(", ahead without capturing", ", ahead, without capturing");
    for ahead in ["forward", "backward"] {
        for aside in ["right", "left"] {
            let short = format!("diagonally {ahead} {aside}");
            text = text.replace(&short, &format!("diagonally {ahead} to the {aside}"));
        }
    }
    text
}

fn whole(name: &str, opens: bool, way: &Way, when: &When) -> String {
    let who = if opens { format!("the {name}") } else { "it".to_owned() };
    let (what, tail, verb) = (&way.what, way.tail, way.verb.trim_end_matches('s'));
    let first = first::in_words(when);
    let text = match (way.first, way.verb) {
        (true, "") => format!("{first}{who} {what}{tail}"),
        (true, _) => format!("{first}{who} may also {verb} {what}{tail}"),
        (false, "") => format!("{who} {what}{tail}"),
        // Sentences that hold for several ways come first.
        (false, verb) if tail == QUIETLY && way.several => {
            format!("without capturing, {who} {verb} {what}")
        }
        (false, verb) => format!("{who} {verb} {what}{tail}"),
    };
    sentence(&text)
}

/// Sentence about a piece that attacks only royal pieces: if both sides have it, they may not face each other.
fn facing(rules: &Rules, piece: &Piece, way: &str) -> String {
    let lines = way.trim_end_matches('.').replace("a rank or a file", "a rank or file");
    match piece.royalty == Royalty::Royal
        && rules.pieces.iter().filter(|other| other.royalty.is_ever_royal()).count() == 1
    {
        true => {
            let lines = lines.trim_start_matches("any number of squares ");
            let pieces = english::plural(&piece.name);
            format!("The two {pieces} may never face each other {lines} with no piece between them.")
        }
        false => format!("It can capture a royal piece {lines}."),
    }
}

/// Returns `true` for the squares on the diagonal lines that are drawn on the board.
fn is_on_diagonals(rules: &Rules, squares: &BySide<SquareSet>) -> bool {
    let geometry = &rules.geometry;
    let is_diagonal = |(one, other): &(Square, Square)| {
        geometry.file(*one) != geometry.file(*other) && geometry.rank(*one) != geometry.rank(*other)
    };
    let drawn = grid::lines(geometry, &rules.look).into_iter().filter(is_diagonal);
    let ends: SquareSet = drawn.flat_map(|(one, other)| [one, other]).collect();
    let region = rules.look.diagonals.iter().fold(SquareSet::EMPTY, |all, some| all | *some);
    let on = |side: Side| ends.is_subset(&squares[side]) && squares[side].is_subset(&region);
    !ends.is_empty() && Side::ALL.into_iter().all(on)
}

/// Where further moves begin, and where they may end.
fn limits(rules: &Rules, extra: &ExtraMoves) -> (Option<String>, String) {
    let all = rules.geometry.squares();
    let limited = |squares: &BySide<SquareSet>| Side::ALL.iter().any(|side| !all.is_subset(&squares[*side]));
    let inner = limited(&extra.from) && extra.from == extra.to;
    let from = match inner {
        true => {
            let squares = each_side(rules, &extra.from);
            Some(match is_on_diagonals(rules, &extra.from) {
                true => format!("along the diagonal lines on the board ({squares})"),
                false => format!("between the squares {squares}"),
            })
        }
        false => limited(&extra.from).then(|| format!("on {}", zone(rules, &extra.from))),
    };
    let mut to = match limited(&extra.to) {
        true if inner => String::new(),
        true => format!(", but only within {}", zone(rules, &extra.to)),
        false => String::new(),
    };
    if extra.unless_check {
        to += ", unless its side is in check";
    }
    (from, to)
}

/// The pieces that can be royal, without the forms that they have on another board.
pub(super) fn royal_pieces(rules: &Rules) -> Vec<&Piece> {
    let is_form = |id: &PieceId| rules.beyond.levels.forms.iter().any(|[_, form]| form == id);
    let all = rules.piece_ids().filter(|id| rules.piece(*id).royalty.is_ever_royal() && !is_form(id));
    all.map(|id| rules.piece(id)).collect()
}

/// Further sentences about a piece.
pub(super) fn remarks(rules: &Rules, piece: &Piece) -> Vec<String> {
    let all = rules.geometry.squares();
    let mut said: Vec<String> = match piece.royalty {
        Royalty::Common => None,
        // In a game with only one royal piece, this is said once about all moves.
        Royalty::Royal if royal_pieces(rules).len() == 1 => None,
        Royalty::Royal => Some("It is royal: a player may never leave it where it can be captured.".to_owned()),
        Royalty::Last(1) => {
            Some("The last one of a side is royal: it may never be left where it can be captured.".to_owned())
        }
        Royalty::Last(most) => Some(format!(
            "While a side has {} or fewer of them, none may be left where it can be captured.",
            number(most.into())
        )),
        // The rules of check say it.
        Royalty::Together => None,
    }
    .into_iter()
    .collect();
    if !Side::ALL.iter().all(|side| all.is_subset(&piece.confined[*side])) {
        said.push(format!("It may not leave {}.", zone(rules, &piece.confined)));
    }
    let all = army::further_limits_in_words(rules, piece).into_iter().map(|text| dropped(rules, piece, text));
    // If no piece can capture anything, that is said once.
    let repeated = |text: &String| {
        (is_peaceful(rules) && text == army::UNTOUCHED)
            || goes_back(rules, piece, text)
            || told_of_new_pieces(rules, piece, text)
    };
    said.extend(all.filter(|text| !repeated(text)));
    if captures_in_ways(rules, piece) && piece.movement.patterns.iter().all(|pattern| !pattern.captures()) {
        said.push("How it captures is told under the rules of play.".to_owned());
    }
    said
}

/// Returns `true` for the sentence on the hand of a promoted piece, where one sentence says for all that they lose their promotion.
fn goes_back(rules: &Rules, piece: &Piece, text: &str) -> bool {
    let before = rules.piece(piece.captured_as);
    let becomes = |rule: &Promotion| rule.choices.white.iter().any(|new| rules.piece(*new).name == piece.name);
    text.starts_with("When it is captured") && before.promotion.as_ref().is_some_and(becomes)
}

/// Returns `true` for the place of drops, where the sentence on new pieces has it.
fn told_of_new_pieces(rules: &Rules, piece: &Piece, text: &str) -> bool {
    let beside = piece.drop.as_ref().is_some_and(|drop| drop.place == DropPlace::BesideFriend);
    rules.hand == Some(HandRule::Unlimited) && beside && text == "It may be dropped only beside a piece of its side."
}

/// Returns `true` if rules for all pieces of a kind say what they capture.
fn captures_in_ways(rules: &Rules, piece: &Piece) -> bool {
    let takes = &rules.beyond.takes;
    let named = |pieces: &[PieceId]| pieces.iter().any(|id| rules.piece(*id).name == piece.name);
    takes.chains.iter().any(|chain| named(&chain.by))
}

/// Where it may be dropped, by ranks counted from its own side.
fn dropped(rules: &Rules, piece: &Piece, text: String) -> String {
    let Some(drop) = &piece.drop else { return text };
    let rest = BySide::from_fn(|side| rules.geometry.squares() & !drop.on[side]);
    let text = text.replace(&format!("on {}.", squares_of_sides(rules, &rest)), &format!("on {}.", zone(rules, &rest)));
    text.replace(
        &format!("only on {}.", squares_of_sides(rules, &drop.on)),
        &format!("only on {}.", zone(rules, &drop.on)),
    )
}

/// A promotion as a sentence.
pub(super) fn promotion(rules: &Rules, piece: &Piece, rule: &Promotion) -> String {
    let where_to = zone(rules, &rule.zone);
    let name = &piece.name;
    let who = match rule.when {
        PromotionZone::Arriving => format!("A {name} that reaches {where_to}"),
        PromotionZone::Touching => format!("A {name} that moves into, within or out of {where_to}"),
        PromotionZone::Capturing => format!("A {name} that captures on {where_to}"),
        PromotionZone::Entering => format!("A {name} that enters {where_to}, or captures there or from there,"),
    };
    let nowhere = Side::ALL.iter().all(|side| rule.mandatory[*side].is_empty());
    let squares = rules.geometry.squares();
    let always = Side::ALL.iter().all(|side| (rule.zone[*side] & squares).is_subset(&rule.mandatory[*side]));
    let (must, rest) = match () {
        () if always => ("must", String::new()),
        () if nowhere => ("may", String::new()),
        () => ("may", format!("; on {} it must", zone(rules, &rule.mandatory))),
    };
    let choices = BySide::from_fn(|side| choices(rules, &rule.choices[side]));
    let sides = &rules.look.sides;
    let choices = match choices.white == choices.black {
        true => choices.white,
        false => format!("{} ({}) or {} ({})", choices.white, sides.white, choices.black, sides.black),
    };
    let allowed = if has_promotion_rules(rules) { ", as far as the special rules allow" } else { "" };
    let mut text = format!("{who} {must} become {choices}{}{allowed}{rest}.", limit(rules, rule));
    let within = BySide::from_fn(|side| rule.within[side] & squares);
    if !Side::ALL.iter().all(|side| within[*side].is_empty()) {
        text += &format!(" It may also do so with any other move to {}.", zone(rules, &within));
    }
    if rules.beyond.levels.forms.iter().flatten().any(|form| rules.piece(*form).name == *name) {
        text += " Then it changes to the other board, as after any move.";
    }
    if rule.fallback == Fallback::Stay {
        text += " If there is nothing that it can become, it stays what it is.";
    } else if rule.limits.white.iter().all(Option::is_some) && !(must == "may" && rest.is_empty()) {
        let why = match lost_only(rules, rule) {
            true => "its side has lost none of these pieces",
            false => "its side has as many of each of these pieces as it may have",
        };
        let place = if always { &where_to } else { &zone(rules, &rule.mandatory) };
        text += &format!(" If {why}, the {name} may not move to {place}, though it gives check there.");
    }
    text
}

fn choices(rules: &Rules, pieces: &[PieceId]) -> String {
    let named = names(rules, pieces);
    if pieces.is_empty() { named } else { a(&named) }
}

/// The pieces that it becomes of which a side may have only a number, with the number.
fn limits_of(rule: &Promotion) -> Vec<(PieceId, u16)> {
    let all = rule.choices.white.iter().zip(&rule.limits.white);
    all.filter_map(|(piece, limit)| Some((*piece, (*limit)?))).collect()
}

/// Returns `true` if a side may have just as many of each as at the start.
fn lost_only(rules: &Rules, rule: &Promotion) -> bool {
    let at_start = |piece: PieceId| {
        let own = |placed: &&crate::rules::PlacedPiece| placed.piece == piece && placed.side == Side::White;
        rules.setup.pieces.iter().flatten().filter(own).count()
    };
    limits_of(rule).iter().all(|(piece, limit)| usize::from(*limit) == at_start(*piece))
}

/// The limits of a promotion: the numbers of pieces that a side may have.
fn limit(rules: &Rules, rule: &Promotion) -> String {
    let limits = limits_of(rule);
    match limits.as_slice() {
        [] => String::new(),
        _ if lost_only(rules, rule) => ", but only a piece that its side has lost".to_owned(),
        all => {
            let each: Vec<String> =
                all.iter().map(|(piece, limit)| many((*limit).into(), &rules.piece(*piece).name)).collect();
            format!(" (a side may never have more than {})", each.join(", "))
        }
    }
}

/// The castling moves and their conditions.
pub(super) fn castling(rules: &Rules) -> Vec<String> {
    let mut said = Vec::new();
    let sides = &rules.look.sides;
    for rule in rules.castling.iter().filter(|rule| rule.side == Side::White) {
        let same = |other: &&CastlingRule| other.side == Side::Black && other.letter.eq_ignore_ascii_case(&rule.letter);
        let black = rules.castling.iter().find(same);
        let black =
            black.map(|black| format!(" ({}: {})", sides.black, castle(rules, black, false))).unwrap_or_default();
        said.push(format!("{}{black}.", sentence(&castle(rules, rule, true)).trim_end_matches('.')));
    }
    let whole = |rule: &&CastlingRule| {
        rule.side == Side::Black
            && !rules
                .castling
                .iter()
                .any(|other| other.side == Side::White && other.letter.eq_ignore_ascii_case(&rule.letter))
    };
    said.extend(
        rules.castling.iter().filter(whole).map(|rule| format!("{}: {}.", sides.black, castle(rules, rule, true))),
    );
    let movers = rules.castling.iter().flat_map(|rule| &rule.movers);
    let royal = movers.clone().all(|piece| rules.piece(*piece).royalty.is_ever_royal());
    let names: Vec<&str> = movers.map(|piece| rules.piece(*piece).name.as_str()).collect();
    let mover = names.first().copied().unwrap_or_default();
    if !names.is_empty() {
        let partners = rules.castling.iter().flat_map(|rule| &rule.partners);
        let partner = partners.map(|piece| rules.piece(*piece).name.as_str()).next().unwrap_or_default();
        let way =
            if rules.castling.iter().all(|rule| is_inside(rules, rule)) { "between them" } else { "on their ways" };
        let restored = match brings_back(rules) {
            true => " (one that a special rule has put back on its square counts as unmoved)",
            false => "",
        };
        said.push(format!(
            "Neither the {mover} nor the {partner} may have moved before{restored}, and all squares {way} must be empty."
        ));
    }
    for side in Side::ALL {
        let castles = |side: Side| rules.castling.iter().any(|rule| rule.side == side);
        if !castles(side) && castles(!side) {
            said.push(format!("{} cannot castle.", sides[side]));
        }
    }
    if royal && !names.is_empty() {
        said.push(format!("The {mover} may not castle out of check, through check or into check."));
    }
    said.iter().map(|text| polished(rules, text)).collect()
}

/// Returns `true` if an effect can bring a piece to a square where it counts as unmoved again.
fn brings_back(rules: &Rules) -> bool {
    let acts = |rule: &Rule| matches!(rule.kind.kind, RuleKind::After { .. } | RuleKind::Instead { .. });
    rules.unmoved.is_some() && rules.tree.rules.iter().any(acts) && rules.tree.moves_pieces()
}

/// Returns `true` if a rule of the tree speaks of promotions.
fn has_promotion_rules(rules: &Rules) -> bool {
    let promotes = |deed: &Deed| deed.kind.kind == DeedKind::Promotion;
    rules.tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::Forbid(deeds) | RuleKind::After { deeds, .. } => deeds.iter().any(promotes),
        _ => false,
    })
}

/// Returns `true` if both end between the squares on which they start.
fn is_inside(rules: &Rules, rule: &CastlingRule) -> bool {
    let (CastlingOrigin::At(from), CastlingOrigin::At(partner)) = (rule.from, rule.partner_from) else { return false };
    let between = rules.geometry.straight(from, partner);
    [rule.to, rule.partner_to].iter().all(|to| between.contains(*to) && *to != from && *to != partner)
}

/// `the king goes from e1 to g1 and the rook from h1 to f1`.
fn castle(rules: &Rules, rule: &CastlingRule, whole: bool) -> String {
    let square = |square| rules.geometry.name(square);
    let walk = |pieces: &[PieceId], from: CastlingOrigin, to| {
        let who = if whole { format!("the {} goes ", names(rules, pieces)) } else { String::new() };
        match from {
            CastlingOrigin::At(from) => {
                format!("{who}{}{} to {}", if whole { "from " } else { "" }, square(from), square(to))
            }
            _ => format!("{who}to {}", square(to)),
        }
    };
    let mover = walk(&rule.movers, rule.from, rule.to);
    let partner = walk(&rule.partners, rule.partner_from, rule.partner_to);
    if whole {
        format!("{mover} and {}", partner.replace(" goes from", " from").replace(" goes to", " to"))
    } else {
        format!("{mover}, {partner}")
    }
}

/// How the edges of the board are joined, if they are.
pub(super) fn edges(rules: &Rules) -> Option<String> {
    let geometry = &rules.geometry;
    let topology = geometry.topology();
    let last = geometry.file_name(geometry.files().checked_sub(1)?);
    let turned = ["moebius", "klein"].contains(&topology.name());
    let files = topology.wraps_files().then(|| {
        let how = if turned {
            ", upside down: a piece that leaves on one side comes back on the rank that is as far from the other end"
        } else {
            ""
        };
        format!(
            "The left and right edges of the board are joined{how}, so that the a-file lies beside the {last}-file."
        )
    });
    let ranks = topology.wraps_ranks().then(|| {
        format!("The first and the last rank are joined, so that rank 1 lies beside rank {}.", geometry.ranks())
    });
    let mut all: Vec<String> = files.into_iter().chain(ranks).collect();
    if !all.is_empty() {
        all.push("Pieces move, capture and give check across a joined edge as if it were not there.".to_owned());
    }
    (!all.is_empty()).then(|| all.join(" "))
}

/// The squares of a set, for those who cannot see a picture.
pub(super) fn squares(rules: &Rules, squares: SquareSet) -> String {
    squares_in_words(&rules.geometry, squares)
}

//! The rules as an author of rules would write them.

use crate::board::{BySide, Side, SquareSet, Topology};
use crate::english;
use crate::render::army;
use crate::render::words::{names, squares_in_words, squares_of_sides};
use crate::rules::tree::{Deed, DeedKind, Rule, RuleKind};
use crate::rules::{
    CastlingOrigin, CastlingRule, ExtraMoves, Fallback, Piece, PieceId, Promotion, PromotionZone, Royalty, Rules,
};

use super::first::{self, When};
use super::movers;

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
    english::with_fitting_articles(&text)
}

/// Returns `true` if no piece can be captured.
pub(super) fn is_peaceful(rules: &Rules) -> bool {
    rules.pieces.iter().all(|piece| piece.safe_from.len() == rules.pieces.len())
}

/// Parts of a sentence about a notation: the verb, the action, and whether it holds on the first move only.
struct Way {
    first: bool,
    verb: &'static str,
    what: String,
    /// Addition about the capture.
    tail: &'static str,
    /// `true` if the addition does not hold for a way that is joined to it.
    alone: bool,
}

/// Beginning of the sentence on a first move.
const FIRST: &str = "If it has not moved yet: ";

/// A sentence on a notation in the words of rules pages.
fn way(explained: &str) -> Way {
    let text = explained.trim_end_matches('.');
    let (first, text) = text.strip_prefix(FIRST).map_or((false, text), |text| (true, text));
    let mut text = text[..1].to_lowercase() + &text[1..];
    let lame = text.contains(", only if what it would jump over is empty");
    text = text
        .replace(", only if what it would jump over is empty", ", if the square that it passes is empty")
        .replace(", it may then be captured en passant", "; it may then be captured en passant")
        .replace(", only after hopping over exactly one piece", ", jumping over exactly one piece on the way")
        .replace("a rank or a file", "a rank or file");
    const VERBS: [(&str, &str, &str); 4] = [
        ("moves or captures ", "moves", ""),
        ("moves without capturing ", "moves", " without capturing"),
        ("captures (does not move otherwise) ", "captures", ""),
        ("captures or captures en passant ", "captures", ", also en passant"),
    ];
    let Some((verb, what, tail)) =
        VERBS.iter().find_map(|(verb, short, tail)| Some((*short, text.strip_prefix(verb)?.to_owned(), *tail)))
    else {
        return Way { first, verb: "", what: legs(&text), tail: "", alone: true };
    };
    let (verb, what) = leap(verb, &what, lame);
    const CLAUSES: [&str; 9] =
        [", if ", ", jumping", ", only", ", passing", ", never", ", turning", ", around", ", putting", "; "];
    let place = CLAUSES.iter().filter_map(|clause| what.find(clause)).min();
    match place {
        _ if what.contains("; then ") => Way { first, verb: "", what: legs(&text), tail: "", alone: true },
        Some(at) => Way { first, verb, what: format!("{}{tail}{}", &what[..at], &what[at..]), tail: "", alone: true },
        None => Way { first, verb, what, tail, alone: first },
    }
}

/// A move of several legs.
fn legs(text: &str) -> String {
    let steps = text.contains("goes to an empty square ");
    let diagonal = text.split("turned by 45").next().is_some_and(|before| before.contains("diagonal"));
    let outward = if diagonal { "outward along a rank or file" } else { "diagonally outward" };
    let text = text
        .replace("goes to an empty square ", "steps ")
        .replace("moves or captures ", "moves ")
        .replace("captures (does not move otherwise) ", "captures ")
        .replace("turned by 45 degrees", outward)
        .replace("turned by 90 degrees", "to the side")
        .replace("straight on", "further in that direction")
        .replace("; then ", ", then ");
    if steps { format!("{text}; each square on the way must be empty") } else { text }
}

/// Leaps in words: `with a knight's leap (2 by 1) in any direction`, `with a leap of two squares diagonally`.
fn leap(verb: &'static str, what: &str, lame: bool) -> (&'static str, String) {
    let leaps = if lame || verb != "moves" { verb } else { "leaps" };
    if let Some(rest) = what.strip_prefix("with a leap of ") {
        return (leaps, rest.to_owned());
    }
    let oblique = what.strip_prefix("with a ").and_then(|rest| rest.split_once("'s leap ("));
    let Some((_, (sizes, direction))) = oblique.and_then(|(name, rest)| Some((name, rest.split_once(')')?))) else {
        return (verb, what.to_owned());
    };
    let mut sizes = sizes.split(" by ").filter_map(|size| size.parse::<usize>().ok()).map(number);
    let (long, short) = (sizes.next().unwrap_or_default(), sizes.next().unwrap_or_default());
    let direction = direction.strip_prefix(" in any direction").map_or_else(
        || direction.strip_prefix(' ').map_or_else(|| direction.to_owned(), |direction| format!(", {direction}")),
        str::to_owned,
    );
    let passes = ", if the square that it passes is empty";
    if let Some(rest) = direction.strip_prefix(passes).filter(|_| (long.as_str(), short.as_str()) == ("two", "one")) {
        let way = "one square along a rank or file, then one diagonally outward";
        return (verb, format!("{way}; the first square must be empty{rest}"));
    }
    let way = match direction.strip_prefix(", mostly ") {
        Some(ahead) => format!("{long} squares straight {ahead} and {short} to the side"),
        None => format!("{long} squares along a rank or file and {short} to the side{direction}"),
    };
    (leaps, way)
}

/// Oblique leaps in the words of boards that have other lines than ranks and files, or more of them.
fn as_the_board_lies(rules: &Rules, what: &str) -> String {
    let geometry = &rules.geometry;
    let hexagonal = matches!(geometry.topology(), Topology::Hexagonal | Topology::HexagonalRanks);
    let (along, aside) = match (hexagonal, has_levels(rules)) {
        (true, _) => ("along a line of neighbours", "along the line beside it"),
        (_, true) => ("along one axis", "along another"),
        _ => return what.to_owned(),
    };
    match what.split_once(" squares along a rank or file and ") {
        Some((long, rest)) => format!("{long} squares {along} and {}", rest.replacen("to the side", aside, 1)),
        None => what.to_owned(),
    }
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
                last.what += &format!(", or {verb}{}", next.what);
            }
            _ => {
                open = !next.alone;
                joined.push(next);
            }
        }
    }
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
            *text = format!("To capture, the {name} must jump over exactly one piece {lines}, at any distance.");
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
    for ahead in ["forward", "backward"] {
        for aside in ["right", "left"] {
            let short = format!("diagonally {ahead} {aside}");
            text = text.replace(&short, &format!("diagonally {ahead} to the {aside}"));
        }
    }
    text
}

fn whole(name: &str, opens: bool, way: &Way, when: &When) -> String {
    const QUIETLY: &str = " without capturing";
    let who = if opens { format!("the {name}") } else { "it".to_owned() };
    let (what, tail, verb) = (&way.what, way.tail, way.verb.trim_end_matches('s'));
    let first = first::in_words(when);
    let text = match (way.first, way.verb) {
        (true, "") => format!("{first}{who} {what}{tail}"),
        (true, _) => format!("{first}{who} may also {verb} {what}{tail}"),
        (false, "") => format!("{who} {what}{tail}"),
        // Sentences that hold for several ways come first.
        (false, verb) if tail == QUIETLY && what.contains(", or ") => {
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
            format!("The two {pieces} may never face each other {lines} with nothing between them.")
        }
        false => format!("It can capture a royal piece {lines}."),
    }
}

/// Where further moves begin, and where they may end.
fn limits(rules: &Rules, extra: &ExtraMoves) -> (Option<String>, String) {
    let all = rules.geometry.squares();
    let limited = |squares: &BySide<SquareSet>| Side::ALL.iter().any(|side| !all.is_subset(&squares[*side]));
    let inner = limited(&extra.from) && extra.from == extra.to;
    let from = match inner {
        true => Some(format!("between the squares {}", each_side(rules, &extra.from))),
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

/// Further sentences about a piece.
pub(super) fn remarks(rules: &Rules, piece: &Piece) -> Vec<String> {
    let all = rules.geometry.squares();
    let mut said: Vec<String> = match piece.royalty {
        Royalty::Common => None,
        // In a game with only one royal piece, this is said once about all moves.
        Royalty::Royal if rules.pieces.iter().filter(|piece| piece.royalty.is_ever_royal()).count() == 1 => None,
        Royalty::Royal => Some("It is royal: a player may never leave it where it can be captured.".to_owned()),
        Royalty::Last(1) => {
            Some("The last one of a side is royal: it may never be left where it can be captured.".to_owned())
        }
        Royalty::Last(most) => Some(format!(
            "While a side has {} or fewer of them, none may be left where it can be captured.",
            number(most.into())
        )),
        Royalty::Together => {
            let pieces = english::plural(&piece.name);
            Some(format!("A player with several {pieces} must keep at least one of them safe from capture."))
        }
    }
    .into_iter()
    .collect();
    if !Side::ALL.iter().all(|side| all.is_subset(&piece.confined[*side])) {
        said.push(format!("It may not leave {}.", zone(rules, &piece.confined)));
    }
    let all = army::further_limits_in_words(rules, piece).into_iter().map(|text| dropped(rules, piece, text));
    // If no piece can capture anything, that is said once.
    said.extend(all.filter(|text| !(is_peaceful(rules) && text == army::UNTOUCHED)));
    said
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
    if rule.fallback == Fallback::Stay {
        text += " If there is nothing that it can become, it stays what it is.";
    } else if rule.limits.white.iter().all(Option::is_some) && !(must == "may" && rest.is_empty()) {
        let why = match lost_only(rules, rule) {
            true => "its side has lost none of these pieces",
            false => "its side has as many of each of these pieces as it may have",
        };
        let place = if always { &where_to } else { &zone(rules, &rule.mandatory) };
        text += &format!(" If {why}, the {name} may not move to {place}.");
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
    let all: Vec<String> = files.into_iter().chain(ranks).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// The squares of a set, for those who cannot see a picture.
pub(super) fn squares(rules: &Rules, squares: SquareSet) -> String {
    squares_in_words(&rules.geometry, squares)
}

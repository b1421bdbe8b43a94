//! A notation in English: one sentence for each move.

mod words;

use super::ast::{Base, Join, Leg, Limit, Modifier, Modifiers, Move};
use super::atom::Class;
use super::direction::{Compass, Headings};
use super::notation::Notation;
use crate::english::capitalised;

use words::{count, distance, heading_words, letter_words, line_words, turn_words};

/// One sentence for each move of a notation, in its order.
pub fn explain(notation: &Notation) -> Vec<String> {
    explain_on(notation, Compass::Squares)
}

/// The same, for a board with other directions.
pub fn explain_on(notation: &Notation, compass: Compass) -> Vec<String> {
    notation.moves().iter().map(|piece_move| sentence(piece_move, compass)).collect()
}

fn sentence(piece_move: &Move, compass: Compass) -> String {
    let before = piece_move.bracket.as_ref();
    let initial = piece_move.legs[0].modifiers.has(Modifier::Initial)
        || before.is_some_and(|before| before.has(Modifier::Initial));
    let body = match piece_move.legs.as_slice() {
        [leg] => single(piece_move, leg, compass),
        _ => several(piece_move),
    };
    let filter = before.filter(|before| !before.directions.is_empty()).map(|before| {
        let class = piece_move.last().atom.class();
        format!("; the whole way ends {}", heading_words(class, class.select(&before.directions)))
    });
    let text =
        format!("{}{body}{}.", if initial { "if it has not moved yet: " } else { "" }, filter.unwrap_or_default());
    capitalised(&text)
}

fn single(piece_move: &Move, leg: &Leg, compass: Compass) -> String {
    let modifiers = piece_move.ending_modifiers(0);
    match leg.atom.base {
        Base::O => return castling(leg),
        Base::U => {
            return format!(
                "{} any other square of the board",
                verb(&modifiers).replace("captures", "captures on").replace("moves", "moves to")
            );
        }
        Base::I => return "moves like the piece that moved last".to_owned(),
        Base::Drop => return "may be dropped from the hand".to_owned(),
        _ => {}
    }
    let way = way(leg, leg.limit(), &headings_on(piece_move, leg, compass));
    format!("{} {way}{}", verb(&modifiers), clauses(&modifiers, leg, piece_move))
}

fn castling(leg: &Leg) -> String {
    let files = match leg.range.map(|reach| reach.limit) {
        Some(Limit::Times(files)) => count(files, "square"),
        _ => "some squares".to_owned(),
    };
    let side = match leg.modifiers.directions.is_empty() {
        true => "sideways".to_owned(),
        false => heading_words(Class::Orthogonal, Class::Orthogonal.select(&leg.modifiers.directions)),
    };
    let partner = match leg.modifiers.count(Modifier::Jump) {
        0 => "on the edge of the rank".to_owned(),
        inset => format!("{} from the edge of the rank", count(u8::try_from(inset).unwrap_or(u8::MAX), "square")),
    };
    format!("castles: goes {files} {side}, and an unmoved friend {partner} goes to the square just inside of it")
}

/// The direction of a single leg in words.
fn headings_on(piece_move: &Move, leg: &Leg, compass: Compass) -> String {
    match leg.atom.base {
        Base::T => "along three axes at once".to_owned() + &letter_words(&leg.modifiers.directions),
        _ if compass != Compass::Squares => {
            line_words(leg.atom.class(), compass).to_owned() + &letter_words(&leg.modifiers.directions)
        }
        _ => first_headings(piece_move, leg),
    }
}

/// The direction of a first leg in words.
fn first_headings(piece_move: &Move, leg: &Leg) -> String {
    let class = piece_move.class(0);
    let headings = match leg.modifiers.directions.is_empty() {
        true => class.headings(),
        false => class.select(&leg.modifiers.directions),
    };
    heading_words(class, headings)
}

/// Distance and direction.
fn way(leg: &Leg, limit: Limit, direction: &str) -> String {
    format!("{} {direction}", distance(&leg.atom, limit))
}

/// The verb of a last leg: moves, captures, or both.
fn verb(modifiers: &Modifiers) -> String {
    let has = |modifier| modifiers.has(modifier);
    let royal = has(Modifier::RoyalOnly);
    let enemy = match () {
        () if royal => Some("captures a royal piece"),
        () if has(Modifier::Capture) => Some("captures"),
        () => None,
    };
    let parts = [
        has(Modifier::Quiet).then_some("moves"),
        enemy,
        has(Modifier::CaptureFriend).then_some("captures a friend"),
        has(Modifier::EnPassant).then_some("captures en passant"),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    match parts.as_slice() {
        [] => "moves or captures".to_owned(),
        ["moves"] => "moves without capturing".to_owned(),
        ["captures"] => "captures (does not move otherwise)".to_owned(),
        parts => parts.join(" or "),
    }
}

/// Conditions and side effects of a last leg, in words.
fn clauses(modifiers: &Modifiers, leg: &Leg, piece_move: &Move) -> String {
    let has = |modifier| modifiers.has(modifier);
    let slider = leg.atom.is_slider();
    let always = slider || modifiers.second(Modifier::Lame).is_some();
    let trail = has(Modifier::Lame) && (always || piece_move.modifiers().any(|all| all.has(Modifier::Initial)));
    let jumps = modifiers.count(Modifier::Jump);
    let skipped = match jumps {
        1 => "the first square".to_owned(),
        _ => format!("the first {}", count(u8::try_from(jumps).unwrap_or(u8::MAX), "square")),
    };
    let clauses = [
        (has(Modifier::Lame) && !slider).then(|| "only if what it would jump over is empty".to_owned()),
        (jumps > 0 && !slider).then(|| "only if it jumps over a piece".to_owned()),
        (jumps > 0 && slider).then(|| format!("passing {skipped} whatever is there")),
        has(Modifier::Over).then(|| "only after hopping over exactly one piece".to_owned()),
        has(Modifier::Next).then(|| "only to the square right behind the first piece in its way".to_owned()),
        has(Modifier::Tame).then(|| "never capturing a royal piece".to_owned()),
        has(Modifier::Crooked).then(|| "turning to alternate sides after each leap".to_owned()),
        has(Modifier::Circular).then(|| "turning to the same side after each leap".to_owned()),
        (modifiers.count(Modifier::Wrap) == 1).then(|| "around the side edges of the board".to_owned()),
        (modifiers.count(Modifier::Wrap) == 2).then(|| "around all edges of the board".to_owned()),
        trail.then(|| "it may then be captured en passant".to_owned()),
        has(Modifier::Relay).then(|| "with the moves of the friend found there".to_owned()),
        has(Modifier::Unload).then(|| "putting down where it came from what it has captured".to_owned()),
        piece_move.has_repetition().then(|| "repeating the part in parentheses".to_owned()),
    ];
    clauses.into_iter().flatten().map(|clause| format!(", {clause}")).collect()
}

fn several(piece_move: &Move) -> String {
    let limits = piece_move.limits();
    let mut text = String::new();
    for (index, leg) in piece_move.legs.iter().enumerate() {
        text.push_str(match leg.join {
            Join::Start => "",
            Join::Again | Join::Mandatory => "; then ",
            Join::Optional => "; then, from an empty square, it may go on: ",
        });
        let ends = piece_move.endings().any(|end| end == index);
        text.push_str(&one_of_several(piece_move, index, limits[index], ends));
    }
    text
}

fn one_of_several(piece_move: &Move, index: usize, limit: Limit, ends: bool) -> String {
    let leg = &piece_move.legs[index];
    let modifiers = if ends { piece_move.ending_modifiers(index) } else { leg.modifiers.clone() };
    let (direction, length) = match index {
        0 => (first_headings(piece_move, leg), ""),
        _ if leg.modifiers.has(Modifier::Initial) => (turned(piece_move, index), ", as far as before"),
        _ => (turned(piece_move, index), ""),
    };
    let way = way(leg, limit, &direction);
    match ends {
        true => format!("{} {way}{length}{}", verb(&modifiers), clauses(&modifiers, leg, piece_move)),
        false => format!("{} {way}{length}{}", passes(&modifiers), aside(&modifiers)),
    }
}

/// The action of an earlier leg on the square where it ends.
fn passes(modifiers: &Modifiers) -> &'static str {
    use Modifier::{Capture, CaptureFriend, Next, Over, Quiet, Tame, Toggle};
    let has = |modifier| modifiers.has(modifier);
    let (hops, takes) = (has(Over) || has(Next), has(Capture));
    match (has(Quiet) || has(Toggle), takes, hops) {
        (true, false, true) => "passes over whatever is",
        (false, false, true) if has(Tame) => "passes over a friend",
        (false, false, true) => "passes over a piece",
        (true, true, _) => "goes on over an empty square or an enemy, which it captures,",
        (false, true, true) => "passes over a piece or captures an enemy",
        (false, true, false) if has(CaptureFriend) => "captures any piece",
        (false, true, false) => "captures an enemy",
        (_, false, false) if has(CaptureFriend) => "captures a friend",
        (_, false, false) => "goes to an empty square",
    }
}

fn aside(modifiers: &Modifiers) -> &'static str {
    if modifiers.has(Modifier::Lame) { ", only if what it would jump over is empty" } else { "" }
}

/// The turn of a later leg in words.
fn turned(piece_move: &Move, index: usize) -> String {
    let leg = &piece_move.legs[index];
    let directions = &leg.modifiers.directions;
    let class = piece_move.class(index);
    let turns: Headings = match directions.is_empty() {
        false => class.select(directions),
        true if leg.join != Join::Again => return outwards(piece_move.class(index - 1), class).to_owned(),
        true if matches!(leg.atom.base, Base::K | Base::Q) => !(1 << 4),
        true => 1 | 1 << 2 | 1 << 6,
    };
    if class == Class::Oblique { heading_words(class, turns) } else { turn_words(turns) }
}

/// The direction of a leg that goes on outwards. Behind an oblique leap, a line and a diagonal both do.
fn outwards(before: Class, class: Class) -> &'static str {
    match (before, class) {
        (Class::Oblique, Class::Orthogonal) => "straight outwards",
        (Class::Oblique, Class::Diagonal) => "diagonally outwards",
        _ => "outwards",
    }
}

/// The directions and distances of a notation's moves, without verbs: `one square straight forward`, `a knight's leap`.
/// `None` if a move has several legs, conditions, or leads nowhere in particular.
pub fn ways(notation: &Notation, compass: Compass) -> Option<Vec<String>> {
    let mut ways: Vec<String> = Vec::new();
    for piece_move in notation.moves() {
        let [leg] = piece_move.legs.as_slice() else { return None };
        let modifiers = piece_move.ending_modifiers(0);
        let odd = matches!(leg.atom.base, Base::O | Base::U | Base::I | Base::Drop | Base::T);
        let is_conditional = modifiers.has(Modifier::Initial) || !clauses(&modifiers, leg, piece_move).is_empty();
        if odd || piece_move.bracket.is_some() || is_conditional {
            return None;
        }
        let way = way(leg, leg.limit(), &headings_on(piece_move, leg, compass));
        let way = way.strip_prefix("with ").unwrap_or(&way);
        let way = way.strip_suffix(" in any direction").filter(|way| way.contains("leap")).unwrap_or(way);
        // The name of a leap is enough; its lengths are left out.
        let way = match way.split_once(" (") {
            Some((name, rest)) => format!("{name}{}", rest.split_once(')').map_or("", |(_, rest)| rest)),
            None => way.to_owned(),
        };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    (!ways.is_empty()).then_some(ways)
}

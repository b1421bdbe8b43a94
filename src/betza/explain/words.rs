//! Distances and directions in words.

use crate::betza::ast::{Atom, Base, Direction, Group, Limit, Toward};
use crate::betza::atom::Class;
use crate::betza::direction::{Compass, Headings, paired};

/// A number and a noun.
pub(super) fn count(number: u8, of: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {of}{plural}", number_word(number))
}

fn number_word(number: u8) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The distance of a leg, in words.
pub(super) fn distance(atom: &Atom, limit: Limit) -> String {
    if atom.is_slider() {
        return match limit {
            Limit::Times(1) => "one square".to_owned(),
            Limit::Times(times) => format!("up to {}", count(times, "square")),
            Limit::Unlimited => "any number of squares".to_owned(),
            Limit::Middle => "up to the middle of the board".to_owned(),
        };
    }
    let leap = leap(atom);
    match limit {
        Limit::Times(1) => format!("with a {leap}"),
        Limit::Times(times) => format!("with up to {} in a line, each a {leap}", count(times, "leap")),
        Limit::Unlimited => format!("with any number of leaps in a line, each a {leap}"),
        Limit::Middle => format!("with leaps up to the middle of the board, each a {leap}"),
    }
}

fn leap(atom: &Atom) -> String {
    let Some(leap) = atom.leap() else { return "leap".to_owned() };
    match atom.class() {
        Class::Oblique if atom.suffixes.is_empty() && atom.base != Base::O => {
            format!("{}'s leap ({} by {})", atom.base.name(), leap.long, leap.short)
        }
        Class::Oblique => format!("leap of {} by {} squares", leap.long, leap.short),
        _ => format!("leap of {}", count(leap.long, "square")),
    }
}

const ORTHOGONAL: [(Headings, &str); 7] = [
    (0b0101_0101, "along a rank or a file"),
    (0b0000_0001, "straight forward"),
    (0b0001_0000, "straight backward"),
    (0b0000_0100, "to the right"),
    (0b0100_0000, "to the left"),
    (0b0001_0001, "straight forward or backward"),
    (0b0100_0100, "sideways"),
];

const DIAGONAL: [(Headings, &str); 5] = [
    (0b1010_1010, "diagonally"),
    (0b1000_0010, "diagonally forward"),
    (0b0010_1000, "diagonally backward"),
    (0b0000_1010, "diagonally to the right"),
    (0b1010_0000, "diagonally to the left"),
];

const MAIN: [&str; 8] = [
    "straight forward",
    "diagonally forward right",
    "right",
    "diagonally backward right",
    "straight backward",
    "diagonally backward left",
    "left",
    "diagonally forward left",
];

const OBLIQUE_SETS: [(Headings, &str); 6] = [
    (0b1000_0001, "mostly forward"),
    (0b0001_1000, "mostly backward"),
    (0b0000_0110, "mostly to the right"),
    (0b0110_0000, "mostly to the left"),
    (0b1001_1001, "mostly forward or backward"),
    (0b0110_0110, "mostly sideways"),
];

const OBLIQUE: [&str; 8] = [
    "forward and a little right",
    "right and a little forward",
    "right and a little backward",
    "backward and a little right",
    "backward and a little left",
    "left and a little backward",
    "left and a little forward",
    "forward and a little left",
];

/// Directions as the owner of the piece sees them.
pub(super) fn heading_words(class: Class, headings: Headings) -> String {
    if headings == u8::MAX {
        return "in any direction".to_owned();
    }
    let (sets, single): (Vec<_>, _) = match class {
        Class::Oblique => (OBLIQUE_SETS.to_vec(), &OBLIQUE),
        _ => (ORTHOGONAL.into_iter().chain(DIAGONAL).collect(), &MAIN),
    };
    let known = sets.iter().find(|(set, _)| *set == headings).map(|(_, words)| (*words).to_owned());
    known.unwrap_or_else(|| listed(headings, single))
}

/// The lines of a class on boards without eight directions.
pub(super) fn line_words(class: Class, compass: Compass) -> &'static str {
    match (class, compass) {
        (Class::Orthogonal, Compass::Levels) => "along one axis",
        (Class::Diagonal, Compass::Levels) => "along two axes alike",
        (Class::King, Compass::Levels) => "along one, two or three axes alike",
        (Class::Orthogonal, _) => "along a line of neighbours",
        (Class::Diagonal, _) => "between two lines of neighbours",
        (Class::King, _) => {
            "in a straight line through the sides of cells (as a rook) or through their corners (as a bishop)"
        }
        (Class::Oblique, _) => "in any direction",
    }
}

/// The lines of an atom that direction letters select, in words.
pub(super) fn letter_words(directions: &[Direction]) -> String {
    let groups: Vec<String> = paired(directions)
        .into_iter()
        .map(|group| match group {
            Group::Alone(toward) => toward_words(toward).to_owned(),
            Group::Pair(one, other) => {
                let (one, other) = if one.is_vertical() { (one, other) } else { (other, one) };
                format!("{} and {}", toward_words(one), toward_words(other))
            }
            Group::Half(toward) => format!("{} in any way", toward_words(toward)),
            Group::Chiral { .. } => "every second".to_owned(),
        })
        .collect();
    if groups.is_empty() { String::new() } else { format!(", {}", groups.join(" or ")) }
}

fn toward_words(toward: Toward) -> &'static str {
    match toward {
        Toward::Forward => "ahead",
        Toward::Back => "back",
        Toward::Left => "to the left",
        Toward::Right => "to the right",
        Toward::Vertical => "ahead or back",
        Toward::Sideways => "to a side",
    }
}

const TURNS: [&str; 8] = [
    "straight on",
    "half right (45 degrees)",
    "right (90 degrees)",
    "sharply right (135 degrees)",
    "back",
    "sharply left (135 degrees)",
    "left (90 degrees)",
    "half left (45 degrees)",
];

/// Directions relative to the leg before.
pub(super) fn turn_words(turns: Headings) -> String {
    match turns {
        u8::MAX => "in any direction".to_owned(),
        0b1110_1111 => "in any direction but back".to_owned(),
        0b0100_0101 => "straight on, left or right".to_owned(),
        0b1000_0010 => "turned by 45 degrees".to_owned(),
        0b0100_0100 => "turned by 90 degrees".to_owned(),
        0b0010_1000 => "turned by 135 degrees".to_owned(),
        _ => listed(turns, &TURNS),
    }
}

fn listed(headings: Headings, words: &[&str; 8]) -> String {
    let words: Vec<&str> =
        (0..8).filter(|heading| headings & 1 << heading != 0).map(|heading| words[heading]).collect();
    match words.split_last() {
        None => "nowhere".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

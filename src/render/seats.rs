//! The sides of a game for more than two in pictures and sentences: each has a name, a letter and a colour.
//!
//! The letter stands beside each piece, so that no picture depends on colours alone.

use crate::board::Square;
use crate::english::capitalised;
use crate::rules::tree::{PlayerId, Tree};
use crate::rules::{Rules, Setup};

use super::pictures::Paints;

/// A side in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The name in sentences: `Red`.
    pub name: String,
    /// The letter beside its pieces, in lower case. No other side has it.
    pub letter: String,
    /// The ANSI code of its pieces.
    pub ansi: &'static str,
    /// The colours of its pieces.
    pub paints: Paints,
    /// `true` if the side has dropped out.
    pub is_out: bool,
}

/// Colours that people with any kind of colour vision can tell apart: name, ANSI code, paper and ink.
const COLOURS: [(&str, &str, &str, &str); 8] = [
    ("red", "1;31", "#e4572e", "#1b1b1b"),
    ("blue", "1;34", "#2f6db5", "#ffffff"),
    ("yellow", "1;33", "#f6d743", "#1b1b1b"),
    ("green", "1;32", "#0f7a52", "#ffffff"),
    ("black", "1;36", "#2b2b2b", "#ffffff"),
    ("white", "1", "#ffffff", "#1b1b1b"),
    ("purple", "1;35", "#a55fb0", "#ffffff"),
    ("orange", "33", "#f5a21b", "#1b1b1b"),
];

/// The sides in the order in which they move; `None` in a game of two sides.
pub fn seats(rules: &Rules, setup: &Setup) -> Option<Vec<Seat>> {
    let tree = &rules.tree;
    let names = &tree.sides.order;
    if names.len() <= 2 {
        return None;
    }
    let colours = colours(names);
    let letters = letters(names);
    let seat = |(place, name): (usize, &String)| {
        let (_, ansi, paper, ink) = COLOURS[colours[place]];
        let letter = letters[place].to_string();
        let is_out = setup.is_out(PlayerId(place as u16), tree);
        Seat { name: capitalised(name), letter, ansi, paints: Paints { paper, ink, edge: "#111111" }, is_out }
    };
    Some(names.iter().enumerate().map(seat).collect())
}

/// The letter of each side: the first one of its name, from a to z, that no side before it has.
fn letters(names: &[String]) -> Vec<char> {
    let mut used: Vec<char> = Vec::new();
    for name in names {
        let own = name.chars().map(|letter| letter.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let letter = own.chain('a'..='z').find(|letter| !used.contains(letter));
        used.push(letter.unwrap_or('?'));
    }
    used
}

/// The colour of each side, as an index: the one that its name means, or else the next one that is free.
fn colours(names: &[String]) -> Vec<usize> {
    let meant = |name: &String| COLOURS.iter().position(|(colour, ..)| name.eq_ignore_ascii_case(colour));
    let mut used: Vec<usize> = names.iter().filter_map(meant).collect();
    let mut next = |name: &String| {
        meant(name).unwrap_or_else(|| {
            let free = (0..COLOURS.len()).find(|colour| !used.contains(colour)).unwrap_or(used.len() % COLOURS.len());
            used.push(free);
            free
        })
    };
    names.iter().map(&mut next).collect()
}

/// The side of the piece on a square, as an index into the seats. `None` for no piece and for a neutral piece.
pub fn owner(rules: &Rules, setup: &Setup, square: Square) -> Option<usize> {
    setup.owner(square, &rules.tree).map(PlayerId::index)
}

/// The name of the side to move, as sentences use it.
pub fn to_move(rules: &Rules, setup: &Setup) -> String {
    match rules.tree.sides.order.len() {
        0..=2 => rules.look.sides[setup.turn].clone(),
        _ => name(&rules.tree, setup.to_move(&rules.tree).index()),
    }
}

/// The name of a side of a game for more than two.
pub fn name(tree: &Tree, place: usize) -> String {
    capitalised(tree.sides.order.get(place).map_or("", String::as_str))
}

/// A line that says which letter stands for which side, and which sides have dropped out. Empty in a game of two sides.
pub fn legend(rules: &Rules, setup: &Setup) -> String {
    let Some(seats) = seats(rules, setup) else { return String::new() };
    let said = |seat: &Seat| {
        let out = if seat.is_out { " (out)" } else { "" };
        format!("{} {}{out}", seat.letter, seat.name)
    };
    format!("{}\n", seats.iter().map(said).collect::<Vec<_>>().join(", "))
}

//! Moves of a piece in a form to which both notations can be translated: a list of leaps, each with its way and its
//! terms.
//!
//! Fairy-Stockfish skips unknown letters of a notation, reads only one digit of a range, and has hoppers and riders
//! along some lines only. [`foreign`] reads a notation as Fairy-Stockfish does; [`of`] takes our own moves; [`notation`]
//! writes them.

use std::collections::BTreeMap;

use crate::betza::Notation;
use crate::compile;
use crate::rules::movement::{Bend, Between, Hop, Movement, Platform, Wrap};

/// How a leap is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// Once, over any pieces.
    Leap,
    /// Once, if the squares passed are empty.
    Lame,
    /// Up to this number of times in a line; 0 is any number.
    Ride(u8),
    /// Over exactly one piece, up to this number of leaps; 0 is any number.
    Over(u8),
    /// To the square behind the first piece.
    Next,
}

/// A leap: files to the right, ranks ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leap {
    /// How it is made.
    pub way: Way,
    /// `true` if the leap starts only from some squares.
    pub initial: bool,
    /// Files to the right, as the owner sees them.
    pub files: i8,
    /// Ranks ahead.
    pub ranks: i8,
}

/// Allowed actions of a leap on its destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Terms {
    /// `true` if it may end on an empty square.
    pub quiet: bool,
    /// `true` if it may capture an enemy.
    pub capture: bool,
    /// `true` if it may capture en passant.
    pub passing: bool,
    /// `true` if it may capture only a royal piece.
    pub royal_only: bool,
    /// `true` if the piece may be captured en passant afterwards.
    pub trail: bool,
}

/// All moves of a piece.
pub type Moves = BTreeMap<Leap, Terms>;

/// The eight forms of an atom by signs and exchange of its axes, with the pairs of direction letters that select each
/// in Fairy-Stockfish.
const TURNS: [(i8, i8, bool, &[&str]); 8] = [
    (1, 1, false, &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    (-1, -1, false, &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    (-1, 1, true, &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    (1, -1, true, &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    (1, 1, true, &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    (-1, -1, true, &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    (-1, 1, false, &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    (1, -1, false, &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

/// The leaps of an atom: the longer and the shorter way.
fn atoms(letter: u8) -> &'static [(i8, i8)] {
    match letter {
        b'W' | b'R' => &[(1, 0)],
        b'F' | b'B' => &[(1, 1)],
        b'K' | b'Q' => &[(1, 0), (1, 1)],
        b'D' => &[(2, 0)],
        b'N' => &[(2, 1)],
        b'A' => &[(2, 2)],
        b'H' => &[(3, 0)],
        b'L' | b'C' => &[(3, 1)],
        b'J' | b'Z' => &[(3, 2)],
        b'G' => &[(3, 3)],
        _ => &[],
    }
}

/// The moves that Fairy-Stockfish reads from a notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The moves.
    pub moves: Moves,
    /// Skipped letters that would have a meaning in Ferz, with their places in bytes.
    pub skipped: Vec<(usize, char)>,
    /// Atoms that give no move, with their places.
    pub dead: Vec<(usize, char)>,
    /// `true` if Fairy-Stockfish mixes kinds of sliding, so that some pieces reach squares that they should not.
    pub mixed: bool,
}

/// Fairy-Stockfish's table for one kind of move. A later entry with the same leap replaces an earlier one.
type Table = BTreeMap<(i8, i8), i8>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shelf {
    Step,
    Slide,
    Hop,
}

/// Reads a notation as Fairy-Stockfish does.
pub fn foreign(text: &str) -> Reading {
    let bytes = text.as_bytes();
    let mut reading = Reading::default();
    let mut shelves: BTreeMap<(Shelf, bool, bool), Table> = BTreeMap::new();
    let mut state = State::default();
    let mut at = 0;
    while at < bytes.len() {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        match bytes[at] {
            b'm' => state.quiet = true,
            b'c' => state.capture = true,
            b'p' => state.hop = true,
            b'g' => (state.hop, state.distance) = (true, 1),
            b'n' => state.lame = true,
            b'i' => state.initial = true,
            letter @ (b'f' | b'b' | b'v' | b'h' | b'r' | b'l' | b's') => {
                let vertical = |c: u8| b"fbvh".contains(&c);
                let horizontal = |c: u8| b"rlsh".contains(&c);
                let joins =
                    next == letter || vertical(letter) && horizontal(next) || horizontal(letter) && vertical(next);
                let second = if joins { next } else { letter };
                state.directions.push([letter, second]);
                at += usize::from(joins);
            }
            letter if !atoms(letter).is_empty() => {
                let rider = b"RBQ".contains(&letter) || next.is_ascii_digit() || next == letter;
                if next.is_ascii_digit() || next == letter {
                    if next.is_ascii_digit() {
                        state.distance = (next - b'0') as i8;
                    }
                    at += 1;
                }
                state.file(letter, rider, at, &mut shelves, &mut reading);
                state = State::default();
            }
            b'e' => {}
            other => reading.skipped.push((at, other as char)),
        }
        at += 1;
    }
    collect(&shelves, &mut reading);
    reading
}

#[derive(Default)]
struct State {
    quiet: bool,
    capture: bool,
    hop: bool,
    lame: bool,
    initial: bool,
    distance: i8,
    directions: Vec<[u8; 2]>,
}

impl State {
    fn file(
        &self,
        letter: u8,
        rider: bool,
        at: usize,
        shelves: &mut BTreeMap<(Shelf, bool, bool), Table>,
        reading: &mut Reading,
    ) {
        let distance = if !rider && self.lame { -1 } else { self.distance };
        let shelf = match (self.hop, rider) {
            (true, _) => Shelf::Hop,
            (_, true) => Shelf::Slide,
            _ => Shelf::Step,
        };
        let mut alive = false;
        for &(long, short) in atoms(letter) {
            let single = atoms(letter).len() == 1 && short == 0;
            let mut directions: Vec<[u8; 2]> = Vec::new();
            for pair in &self.directions {
                if single && pair[0] != pair[1] {
                    directions.extend([[pair[0]; 2], [pair[1]; 2]]);
                } else {
                    directions.push(*pair);
                }
            }
            let all = directions.is_empty();
            for capture in [false, true] {
                let wanted = if capture { self.capture } else { self.quiet };
                if !(wanted || !self.quiet && !self.capture) {
                    continue;
                }
                let table = shelves.entry((shelf, self.initial, capture)).or_default();
                for (up, side, crossed, letters) in TURNS {
                    if all || directions.iter().any(|pair| letters.iter().any(|known| known.as_bytes() == pair)) {
                        let leap = if crossed { (side * long, up * short) } else { (side * short, up * long) };
                        table.insert(leap, distance);
                        alive |= !(capture && self.initial) && way(shelf, leap, distance).is_some();
                    }
                }
            }
        }
        if !alive {
            reading.dead.push((at, letter as char));
        }
    }
}

/// How Fairy-Stockfish makes a leap in one of its tables; `None` if it never makes it.
fn way(shelf: Shelf, leap: (i8, i8), distance: i8) -> Option<Way> {
    let (short, long) = (leap.0.abs().min(leap.1.abs()), leap.0.abs().max(leap.1.abs()));
    let beside = long == 1;
    match shelf {
        Shelf::Step if distance == 0 => Some(Way::Leap),
        Shelf::Step if distance == -1 => matches!((short, long), (0..=2, 2) | (2, 3)).then_some(Way::Lame),
        Shelf::Step => None,
        Shelf::Slide if beside || (short, long) == (1, 2) => Some(Way::Ride(distance.max(0) as u8)),
        Shelf::Slide => None,
        Shelf::Hop if beside && distance == 1 => Some(Way::Next),
        Shelf::Hop => beside.then_some(Way::Over(distance.max(0) as u8)),
    }
}

fn collect(shelves: &BTreeMap<(Shelf, bool, bool), Table>, reading: &mut Reading) {
    for ((shelf, initial, capture), table) in shelves {
        // First moves cannot capture in Fairy-Stockfish.
        if *initial && *capture {
            continue;
        }
        for (leap, distance) in table {
            let Some(way) = way(*shelf, *leap, *distance) else { continue };
            // A ride of one leap is a leap.
            let way = if way == Way::Ride(1) { Way::Leap } else { way };
            let leap = Leap { way, initial: *initial, files: leap.0, ranks: leap.1 };
            let terms = reading.moves.entry(leap).or_default();
            if *capture {
                terms.capture = true;
            } else {
                terms.quiet = true;
            }
        }
    }
    reading.mixed = mixed(shelves);
}

/// Returns `true` if Fairy-Stockfish would mix kinds of sliding: along one line, it lets every kind reach all squares
/// that any kind reaches.
fn mixed(shelves: &BTreeMap<(Shelf, bool, bool), Table>) -> bool {
    let lines: [&[(i8, i8)]; 4] = [
        &[(0, 1), (0, -1)],
        &[(1, 0), (-1, 0)],
        &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
        &[(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (-2, 1), (2, -1), (-2, -1)],
    ];
    let parts = |initial: bool, capture: bool, line: &[(i8, i8)]| -> Vec<Vec<Option<u8>>> {
        let mut kinds: BTreeMap<u8, Vec<Option<u8>>> = BTreeMap::new();
        for ((shelf, own_initial, own_capture), table) in shelves {
            if (*own_initial, *own_capture) != (initial, capture) {
                continue;
            }
            for (index, leap) in line.iter().enumerate() {
                let Some(distance) = table.get(leap) else { continue };
                let (kind, reach) = match way(*shelf, *leap, *distance) {
                    Some(Way::Ride(reach)) => (0, reach),
                    Some(Way::Over(reach)) => (1, reach),
                    Some(Way::Next) => (2, 0),
                    Some(Way::Lame) => (3, 1),
                    _ => continue,
                };
                kinds.entry(kind).or_insert_with(|| vec![None; line.len()])[index] = Some(reach);
            }
        }
        kinds.into_values().collect()
    };
    [(false, false), (false, true), (true, false)].into_iter().any(|(initial, capture)| {
        lines.iter().any(|line| {
            let kinds = parts(initial, capture, line);
            kinds.windows(2).any(|pair| pair[0] != pair[1])
        })
    })
}

/// Compiled moves in this form; `None` if a move cannot be expressed.
pub fn of(movement: &Movement) -> Option<Moves> {
    let mut moves = Moves::new();
    for pattern in &movement.patterns {
        let leg = pattern.single_leg()?;
        let terms = leg.terms;
        let plain = leg.skip == 0 && leg.bend == Bend::Straight && !leg.as_far && leg.wrap == Wrap::None;
        if !plain || terms.friend || terms.spares_royal || terms.platform != Platform::None {
            return None;
        }
        let way = match (leg.hop, leg.between, leg.range) {
            (Hop::None, Between::Anything, Some(1)) => Way::Leap,
            (Hop::None, Between::Empty, Some(1)) => Way::Lame,
            (Hop::None, Between::Anything, range) => Way::Ride(range.unwrap_or(0)),
            // No square lies between the squares of a slide.
            (Hop::None, Between::Empty, range) if leg.steps().all(beside) => Way::Ride(range.unwrap_or(0)),
            (Hop::Over, Between::Anything, range) => Way::Over(range.unwrap_or(0)),
            (Hop::Next, Between::Anything, None) => Way::Next,
            _ => return None,
        };
        for step in leg.steps() {
            let way = if way == Way::Lame && beside(step) { Way::Leap } else { way };
            let leap = Leap { way, initial: pattern.initial, files: step.files, ranks: step.ranks };
            let own = moves.entry(leap).or_default();
            own.quiet |= terms.quiet;
            own.capture |= terms.enemy && !terms.royal_only;
            own.royal_only |= terms.enemy && terms.royal_only;
            own.passing |= terms.en_passant;
            own.trail |= leg.trail;
        }
    }
    Some(moves)
}

fn beside(step: crate::board::Step) -> bool {
    step.files.abs() <= 1 && step.ranks.abs() <= 1
}

/// The moves of a notation of Ferz, in this form.
pub fn of_text(text: &str) -> Option<Moves> {
    of(&compile::movement(&Notation::parse(text).ok()?).ok()?)
}

/// The same moves without en passant.
pub fn without_passing(moves: &Moves) -> Moves {
    let plain = |terms: &Terms| Terms { passing: false, trail: false, ..*terms };
    moves.iter().map(|(leap, terms)| (*leap, plain(terms))).filter(|(_, terms)| *terms != Terms::default()).collect()
}

/// Leaps of one kind: way, first moves only, terms, shape, and where they go.
type Group = (Way, bool, Terms, (i8, i8), Vec<(i8, i8)>);

/// Writes moves as a notation. `reads` parses a notation in the way of its later reader.
pub fn notation(moves: &Moves, reads: impl Fn(&str) -> Option<Moves>) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    for (leap, terms) in moves {
        let shape = (leap.files.abs().min(leap.ranks.abs()), leap.files.abs().max(leap.ranks.abs()));
        let same = |group: &&mut Group| (group.0, group.1, group.2, group.3) == (leap.way, leap.initial, *terms, shape);
        match groups.iter_mut().find(same) {
            Some(group) => group.4.push((leap.files, leap.ranks)),
            None => groups.push((leap.way, leap.initial, *terms, shape, vec![(leap.files, leap.ranks)])),
        }
    }
    // Unconditional moves come before first moves.
    groups.sort_by_key(|(way, initial, _, shape, _)| (*initial, *way, shape.0 + shape.1));
    let mut text = String::new();
    for (way, initial, terms, shape, leaps) in groups {
        let atom = match shape {
            (0, 1) => "W",
            (1, 1) => "F",
            (0, 2) => "D",
            (2, 2) => "A",
            (0, 3) => "H",
            (3, 3) => "G",
            (1, 2) => "N",
            (1, 3) => "C",
            (2, 3) => "Z",
            _ => return None,
        };
        let (before, atom, behind) = written(way, atom, terms, initial);
        for directions in cover(atom, leaps, &reads)? {
            let first = if initial { "i" } else { "" };
            text += &format!("{first}{directions}{before}{atom}{behind}");
        }
    }
    (reads(&text).as_ref() == Some(moves)).then_some(text)
}

/// The letters before an atom, the atom, and the range behind it.
fn written(way: Way, atom: &'static str, terms: Terms, initial: bool) -> (String, &'static str, String) {
    let mut before = String::new();
    if terms.royal_only {
        before += if terms.quiet { "mk" } else { "k" };
    } else if terms.quiet != terms.capture || terms.passing {
        before += if terms.quiet { "m" } else { "" };
        before += if terms.capture { "c" } else { "" };
        before += if terms.passing { "e" } else { "" };
    }
    let slider = match atom {
        "W" => "R",
        "F" => "B",
        other => other,
    };
    let range = |most: u8| if most == 0 { String::new() } else { most.to_string() };
    match way {
        Way::Leap => (before, atom, String::new()),
        Way::Lame => (before + "n", atom, String::new()),
        Way::Ride(0) if slider == atom => (before, atom, atom.to_owned()),
        Way::Ride(most) => {
            let trail = if initial && terms.trail { "n" } else { "" };
            (before + trail, slider, range(most))
        }
        Way::Over(most) => (before + "p", slider, range(most)),
        Way::Next => (before + "g", slider, String::new()),
    }
}

/// A small number of direction letters that select exactly these leaps of an atom.
fn cover(atom: &str, leaps: Vec<(i8, i8)>, reads: &impl Fn(&str) -> Option<Moves>) -> Option<Vec<&'static str>> {
    const LETTERS: &[&str] = &[
        "", "fh", "bh", "lh", "rh", "fs", "bs", "v", "s", "lv", "rv", "f", "b", "l", "r", "hr", "hl", "fl", "fr", "bl",
        "br", "lf", "rf", "lb", "rb",
    ];
    let mut known: Vec<(&'static str, Vec<(i8, i8)>)> = Vec::new();
    for letters in LETTERS {
        let Some(moves) = reads(&format!("{letters}{atom}")) else { continue };
        known.push((letters, moves.keys().map(|leap| (leap.files, leap.ranks)).collect()));
    }
    let mut left = leaps;
    let mut found = Vec::new();
    while !left.is_empty() {
        let fits = |taken: &[(i8, i8)]| !taken.is_empty() && taken.iter().all(|leap| left.contains(leap));
        let best = known
            .iter()
            .filter(|(_, taken)| fits(taken))
            .max_by_key(|(letters, taken)| (taken.len(), 9 - letters.len()))?;
        left.retain(|leap| !best.1.contains(leap));
        found.push(best.0);
    }
    Some(found)
}

//! The dialect that each construct needs.

use std::ops::Range;

use super::ast::{Base, Join, Leg, Letter, Limit, Modifier, Modifiers, Move};
use super::atom::Class;

/// The dialects, each containing the one before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// Level 1: single moves, as Fairy-Stockfish reads them.
    #[default]
    Classic,
    /// Level 2: several legs, castling, en passant, as XBoard reads them.
    XBoard,
    /// Level 3: the Interactive Diagram.
    Diagram,
}

impl Level {
    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// A part of a notation that needs a dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construct {
    /// The simplest dialect that has it.
    pub level: Level,
    /// The kind of the part.
    pub what: String,
    /// The bytes of the notation where it is written.
    pub span: Range<usize>,
}

/// All constructs of some moves, in the order of the text.
pub(super) fn constructs(moves: &[Move]) -> Vec<Construct> {
    let mut found = Vec::new();
    moves.iter().for_each(|piece_move| of_move(piece_move, &mut found));
    found.sort_by_key(|construct| construct.span.start);
    found
}

fn of_move(piece_move: &Move, found: &mut Vec<Construct>) {
    let mut add = |level, what: &str, span: Range<usize>| {
        found.push(Construct { level, what: what.to_owned(), span });
    };
    if piece_move.bracket.is_some() {
        add(Level::Diagram, "a bracket", piece_move.span.range());
    }
    for leg in &piece_move.legs {
        if leg.join == Join::Again {
            // The letter stands just before the leg.
            let span = leg.span.start.saturating_sub(1)..leg.span.start;
            match leg.atom.class() {
                Class::Oblique => add(Level::Diagram, "a multi-leg move on an oblique atom", span),
                _ => add(Level::XBoard, "a multi-leg move (`a`)", span),
            }
        } else {
            atom(leg, &mut add);
        }
        letters(&leg.modifiers, leg, piece_move.legs.len() == 1, &mut add);
    }
    if let Some(before) = &piece_move.bracket {
        letters(before, piece_move.last(), false, &mut add);
    }
}

type Add<'a> = dyn FnMut(Level, &str, Range<usize>) + 'a;

fn atom(leg: &Leg, add: &mut Add<'_>) {
    let (base, span) = (leg.atom.base, leg.atom.span.range());
    let level = match base {
        Base::O => Level::XBoard,
        Base::U | Base::I | Base::T | Base::Drop => Level::Diagram,
        _ => Level::Classic,
    };
    add(level, &format!("`{}`", base.letter()), span.start..span.start + 1);
    if !leg.atom.suffixes.is_empty() {
        add(Level::Diagram, "a suffix", span.start + 1..span.end);
    }
    if let Some(reach) = leg.range.filter(|reach| reach.limit == Limit::Middle) {
        add(Level::Diagram, "`*`", reach.span.range());
    }
}

fn letters(modifiers: &Modifiers, leg: &Leg, single: bool, add: &mut Add<'_>) {
    for letter in &modifiers.letters {
        let twice = modifiers.second(letter.modifier).is_some();
        add(level(letter, leg, single, twice), &format!("`{}`", letter.modifier), letter.span.range());
    }
    if let Some(repeated) = &modifiers.repeated {
        add(Level::Diagram, "a repetition in parentheses", repeated.span.range());
        repeated.legs.iter().chain([&repeated.after]).for_each(|inner| letters(inner, leg, single, add));
    }
}

fn level(letter: &Letter, leg: &Leg, single: bool, twice: bool) -> Level {
    use Modifier::{Capture, Circular, Crooked, Lame, Next, Over, Quiet, Relay, RoyalOnly, Unload, Wrap};
    let rook_bishop_queen = leg.atom.base.is_rider() && leg.range.is_none();
    match letter.modifier {
        Quiet | Capture => Level::Classic,
        Over | Next if single && rook_bishop_queen => Level::Classic,
        Lame if twice || leg.atom.is_slider() => Level::Diagram,
        Lame if leg.range.is_none() => Level::Classic,
        Wrap if twice => Level::Diagram,
        RoyalOnly | Relay | Unload | Crooked | Circular => Level::Diagram,
        _ => Level::XBoard,
    }
}

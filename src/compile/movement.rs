//! Compiles the tree of a notation into the moves of a piece.

use rustc_hash::FxHashSet;

use super::steps::{self, Ground};
use crate::betza::turned;
use crate::betza::{Atom, Base, Class, Headings, Join, Leg, Limit, Modifier, Modifiers, Move, Notation, ParseError};
use crate::interpreter::Captures;
use crate::rules::movement as rules;
use crate::rules::movement::{
    Bend, Between, CastlingLeap, Course, Hop, Leap, Movement, Pattern, Platform, Terms, Wrap, headings,
};

/// The largest number of combinations of the capturing legs of a move. Different captures are different moves, so this
/// limits the number of moves from a square.
const MAX_CAPTURE_PATHS: u32 = 1 << 15;

/// Compiles a notation to movements.
///
/// # Errors
/// The first construct that is valid but cannot be played.
pub fn movement(notation: &Notation) -> Result<Movement, ParseError> {
    movement_on(notation, Ground::FLAT)
}

/// Compiles a notation for a kind of board.
///
/// # Errors
/// As [`movement`].
pub fn movement_on(notation: &Notation, ground: Ground) -> Result<Movement, ParseError> {
    let mut patterns = Vec::new();
    for piece_move in notation.moves() {
        refuse(notation, piece_move, ground)?;
        let compiled = compile(notation, piece_move)?;
        patterns.extend(match ground.is_flat() {
            true => compiled,
            false => steps::spread(notation, piece_move, compiled, ground)?,
        });
    }
    // Equal patterns count once.
    let mut seen = FxHashSet::default();
    patterns.retain(|pattern: &Pattern| seen.insert(Pattern { span: 0..0, ..pattern.clone() }));
    Ok(Movement { patterns })
}

/// Refuses constructs that have no meaning outside a game, or that are not supported.
fn refuse(notation: &Notation, piece_move: &Move, ground: Ground) -> Result<(), ParseError> {
    for modifiers in piece_move.modifiers() {
        if let Some(repeated) = &modifiers.repeated {
            return Err(notation.error(repeated.span.range(), "repetition in parentheses is not supported yet"));
        }
        refuse_letters(notation, piece_move, modifiers)?;
    }
    for leg in &piece_move.legs {
        match leg.atom.base {
            Base::T if ground.levels == 1 => {
                let message = "the atom `T` goes along three axes at once: it needs a board with `levels`";
                return Err(notation.error(leg.atom.span.range(), message));
            }
            Base::I => {
                return Err(notation.error(leg.atom.span.range(), "the atom `I` (imitator) is not supported yet"));
            }
            Base::Drop => {
                let message = "the atom `@` (drop) is not supported here: drops belong to the game definition";
                return Err(notation.error(leg.atom.span.range(), message));
            }
            _ => {}
        }
        if let Some(reach) = leg.range.filter(|reach| reach.limit == Limit::Middle) {
            let message = "the range `*` (to the middle of the board) is not supported yet";
            return Err(notation.error(reach.span.range(), message));
        }
        if leg.join == Join::Again && leg.atom.class() == Class::Oblique {
            let again = leg.span.start.saturating_sub(1)..leg.span.start;
            return Err(
                notation.error(again, "multi-leg moves on oblique atoms need Level 3, and are not supported yet")
            );
        }
    }
    Ok(())
}

fn refuse_letters(notation: &Notation, piece_move: &Move, modifiers: &Modifiers) -> Result<(), ParseError> {
    let bends = |modifier| matches!(modifier, Modifier::Crooked | Modifier::Circular);
    for letter in &modifiers.letters {
        let modifier = letter.modifier;
        let (span, name) = (letter.span.range(), modifier.name());
        if matches!(modifier, Modifier::Unload | Modifier::Relay) {
            return Err(notation.error(span, format!("the modifier `{modifier}` ({name}) is not supported yet")));
        }
        if bends(modifier) && piece_move.legs.len() > 1 {
            let message = format!("the modifier `{modifier}` ({name}) is not supported yet on moves with several legs");
            return Err(notation.error(span, message));
        }
        if modifier == Modifier::Lame && modifiers.second(Modifier::Lame).is_some() && piece_move.legs.len() > 1 {
            let message = "`nn` leaves an en passant right only on moves of one leg; write `n` for a lame leg";
            return Err(notation.error(span, message));
        }
    }
    Ok(())
}

fn compile(notation: &Notation, piece_move: &Move) -> Result<Vec<Pattern>, ParseError> {
    let first = &piece_move.legs[0];
    let before = piece_move.bracket.as_ref();
    let initial = first.modifiers.has(Modifier::Initial) || before.is_some_and(|before| before.has(Modifier::Initial));
    let pattern = |course| Pattern { course, initial, span: piece_move.span.range() };
    match first.atom.base {
        Base::O => return Ok(vec![pattern(Course::Castling(castling(first)))]),
        Base::U => return Ok(vec![pattern(Course::Anywhere(ending_terms(&first.modifiers)))]),
        _ => {}
    }
    let mut patterns = Vec::new();
    for end in piece_move.endings() {
        let legs = legs(notation, piece_move, end, initial)?;
        let captures = legs.iter().filter(|leg| leg.terms.captures()).count();
        if captures > Captures::MAX {
            let message =
                format!("a move can capture at most {} pieces, but this one can capture {captures}", Captures::MAX);
            return Err(notation.error(piece_move.span.range(), message));
        }
        let paths = legs.iter().filter(|leg| leg.terms.captures());
        let paths = paths.fold(1u32, |paths, leg| paths.saturating_mul(leg.headings.count_ones()));
        if paths > MAX_CAPTURE_PATHS {
            return Err(notation.error(piece_move.span.range(), "a move with so many capturing legs is not supported"));
        }
        patterns.push(pattern(Course::Legs(legs)));
    }
    Ok(patterns)
}

fn castling(leg: &Leg) -> CastlingLeap {
    let mask = Class::Orthogonal.select(&leg.modifiers.directions);
    let any = leg.modifiers.directions.is_empty();
    let files = match leg.range.map(|reach| reach.limit) {
        Some(Limit::Times(files)) => files,
        _ => 0,
    };
    CastlingLeap {
        left: any || mask & 1 << 6 != 0,
        right: any || mask & 1 << 2 != 0,
        files,
        inset: small(leg.modifiers.count(Modifier::Jump)),
    }
}

/// A count as a byte. Larger counts become 255, which means the same for the bounded boards.
fn small(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

/// The legs of a move that ends on leg `end`.
fn legs(notation: &Notation, piece_move: &Move, end: usize, initial: bool) -> Result<Vec<rules::Leg>, ParseError> {
    let limits = piece_move.limits();
    let mut legs = Vec::new();
    for (index, limit) in limits.iter().enumerate().take(end + 1) {
        let written = &piece_move.legs[index];
        let modifiers = if index == end { piece_move.ending_modifiers(index) } else { written.modifiers.clone() };
        let mut leg = leg(notation, piece_move, (index, *limit), &modifiers)?;
        if index == end {
            finish(&mut leg, &written.atom, &modifiers);
            let always = modifiers.second(Modifier::Lame).is_some() || piece_move.legs[0].atom.is_slider();
            leg.trail &= end == 0 && (initial || always);
        } else {
            let must_go_on = piece_move.legs[index + 1].join != Join::Optional;
            leg.terms = if must_go_on { passing_terms(&modifiers) } else { EMPTY_ONLY };
        }
        legs.push(leg);
    }
    if let Some(kept) = kept(piece_move) {
        legs[end].kept &= before_turns(kept, &legs_after(notation, piece_move, end, &limits)?);
    }
    Ok(legs)
}

/// The legs that follow in the same brackets, if the move goes on.
fn legs_after(
    notation: &Notation,
    piece_move: &Move,
    end: usize,
    limits: &[Limit],
) -> Result<Vec<rules::Leg>, ParseError> {
    let after = piece_move.legs.iter().zip(limits).enumerate().skip(end + 1);
    after.map(|(index, (leg, limit))| self::leg(notation, piece_move, (index, *limit), &leg.modifiers)).collect()
}

/// The permitted headings of the last leg, from the directions before the brackets.
fn kept(piece_move: &Move) -> Option<Headings> {
    let before = piece_move.bracket.as_ref().filter(|before| !before.directions.is_empty())?;
    Some(piece_move.last().atom.class().select(&before.directions))
}

/// The headings from which the turns of the legs lead to one of the headings `kept`.
fn before_turns(kept: Headings, legs: &[rules::Leg]) -> Headings {
    legs.iter()
        .rev()
        .fold(kept, |kept, leg| headings(leg.headings).fold(0, |all, turn| all | turned(kept & leg.kept, 8 - turn)))
}

const EMPTY_ONLY: Terms = Terms {
    quiet: true,
    enemy: false,
    friend: false,
    en_passant: false,
    royal_only: false,
    spares_royal: false,
    platform: Platform::None,
};

/// A leg, without the properties that depend on whether the move ends on it.
fn leg(
    notation: &Notation,
    piece_move: &Move,
    (index, limit): (usize, Limit),
    modifiers: &Modifiers,
) -> Result<rules::Leg, ParseError> {
    let written = &piece_move.legs[index];
    Ok(rules::Leg {
        leap: leap(&written.atom),
        headings: leg_headings(notation, piece_move, index)?,
        kept: leg_kept(piece_move, index),
        range: match limit {
            Limit::Times(times) => Some(times),
            Limit::Unlimited | Limit::Middle => None,
        },
        skip: if written.atom.is_slider() { small(modifiers.count(Modifier::Jump)) } else { 0 },
        between: between(&written.atom, modifiers),
        hop: Hop::None,
        bend: Bend::Straight,
        as_far: index > 0 && modifiers.has(Modifier::Initial),
        wrap: Wrap::None,
        trail: false,
        terms: EMPTY_ONLY,
    })
}

fn leap(atom: &Atom) -> Leap {
    match atom.leap() {
        None => Leap::Main(1),
        Some(leap) if leap.short == 0 || leap.short == leap.long => Leap::Main(leap.long),
        Some(leap) => Leap::Oblique { short: leap.short, long: leap.long },
    }
}

fn between(atom: &Atom, modifiers: &Modifiers) -> Between {
    match () {
        () if atom.is_slider() => Between::Anything,
        () if modifiers.has(Modifier::Lame) => Between::Empty,
        () if modifiers.has(Modifier::Jump) => Between::Occupied,
        () => Between::Anything,
    }
}

/// Applies the modifiers that only the last leg of a move can have.
fn finish(leg: &mut rules::Leg, atom: &Atom, modifiers: &Modifiers) {
    leg.hop = match () {
        () if modifiers.has(Modifier::Over) => Hop::Over,
        () if modifiers.has(Modifier::Next) => Hop::Next,
        () => Hop::None,
    };
    leg.bend = match () {
        () if modifiers.has(Modifier::Crooked) => Bend::Crooked(2),
        // A ride along a main direction turns by right angles, so that it keeps to straight or to diagonal lines.
        () if modifiers.has(Modifier::Circular) => Bend::Circular(if atom.class() == Class::Oblique { 1 } else { 2 }),
        () => Bend::Straight,
    };
    leg.wrap = match modifiers.count(Modifier::Wrap) {
        0 => Wrap::None,
        1 => Wrap::Files,
        _ => Wrap::FilesAndRanks,
    };
    leg.trail = modifiers.has(Modifier::Lame);
    leg.terms = ending_terms(modifiers);
}

/// Permitted content of the destination, from the letters of the last leg.
fn ending_terms(modifiers: &Modifiers) -> Terms {
    let has = |modifier| modifiers.has(modifier);
    let royal_only = has(Modifier::RoyalOnly);
    let friend = has(Modifier::CaptureFriend);
    let stated = Terms {
        quiet: has(Modifier::Quiet),
        enemy: has(Modifier::Capture) || (royal_only && !friend),
        friend,
        en_passant: has(Modifier::EnPassant),
        royal_only,
        spares_royal: has(Modifier::Tame),
        platform: Platform::None,
    };
    let silent = !stated.quiet && !stated.captures();
    Terms { quiet: stated.quiet || silent, enemy: stated.enemy || silent, ..stated }
}

/// Permitted content of the last square of an earlier leg, from its letters.
fn passing_terms(modifiers: &Modifiers) -> Terms {
    let has = |modifier| modifiers.has(modifier);
    let hops = has(Modifier::Over) || has(Modifier::Next);
    let royal_only = has(Modifier::RoyalOnly);
    let friend = has(Modifier::CaptureFriend);
    let enemy = has(Modifier::Capture) || (royal_only && !friend);
    Terms {
        quiet: has(Modifier::Quiet) || has(Modifier::Toggle) || !(hops || friend || enemy),
        enemy,
        friend,
        en_passant: false,
        royal_only,
        spares_royal: has(Modifier::Tame) && !hops,
        platform: match () {
            () if hops && has(Modifier::Tame) => Platform::Friend,
            () if hops => Platform::Any,
            () => Platform::None,
        },
    }
}

fn leg_headings(notation: &Notation, piece_move: &Move, index: usize) -> Result<Headings, ParseError> {
    let written = &piece_move.legs[index];
    let directions = &written.modifiers.directions;
    if index > 0 && written.join != Join::Again {
        check_turn(notation, &piece_move.legs[index - 1], written)?;
    }
    if !directions.is_empty() {
        return Ok(piece_move.class(index).select(directions));
    }
    Ok(match written.join {
        Join::Start => written.atom.class().headings(),
        Join::Again if matches!(written.atom.base, Base::K | Base::Q) => !BACK,
        Join::Again => SIDES_AND_AHEAD,
        Join::Mandatory | Join::Optional => outwards(&piece_move.legs[index - 1].atom, &written.atom),
    })
}

const BACK: Headings = 1 << 4;
const SIDES_AND_AHEAD: Headings = 1 | 1 << 2 | 1 << 6;
/// The two turns by 45 degrees that still lead outwards.
const ASIDE: Headings = 1 << 1 | 1 << 7;

/// Directions of a leg that goes outwards: straight on if the atom has such a move, otherwise the two directions
/// beside it.
fn outwards(before: &Atom, atom: &Atom) -> Headings {
    match (before.class(), atom.class()) {
        (Class::Orthogonal, Class::Diagonal) | (Class::Diagonal, Class::Orthogonal) => ASIDE,
        (Class::King, Class::Orthogonal | Class::Diagonal) => 1 | ASIDE,
        // Oblique headings lie between the main ones: the next straight and the next diagonal one are this heading and the following.
        (Class::Oblique, Class::Orthogonal | Class::Diagonal) => 1 | 1 << 1,
        _ => 1,
    }
}

/// After an atom with straight and diagonal directions, or an oblique one, only turns to a direction of this atom are kept.
fn leg_kept(piece_move: &Move, index: usize) -> Headings {
    let leg = &piece_move.legs[index];
    let outwards = matches!(leg.join, Join::Mandatory | Join::Optional) && leg.modifiers.directions.is_empty();
    match outwards
        && matches!(piece_move.legs[index - 1].atom.class(), Class::King | Class::Oblique)
        && leg.atom.class() != Class::Oblique
    {
        true => leg.atom.class().headings(),
        false => u8::MAX,
    }
}

/// Reports turns between legs in brackets that have no meaning.
fn check_turn(notation: &Notation, before: &Leg, leg: &Leg) -> Result<(), ParseError> {
    let oblique = |leg: &Leg| leg.atom.class() == Class::Oblique;
    let span = leg.span.range();
    match (oblique(before), oblique(leg)) {
        (true, false) => {
            let outwards =
                leg.modifiers.directions.is_empty() && matches!(leg.atom.class(), Class::Orthogonal | Class::Diagonal);
            let message = "after an oblique leg, another kind of leap can only go outwards: along a line or a diagonal, without a direction";
            if outwards { Ok(()) } else { Err(notation.error(span, message)) }
        }
        (_, true) if leg.modifiers.directions.is_empty() => {
            let message = "an oblique leap after another leg needs an explicit direction";
            Err(notation.error(span, message))
        }
        _ => Ok(()),
    }
}

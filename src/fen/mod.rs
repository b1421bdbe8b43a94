//! Positions as text.
//!
//! A FEN has the fields placement, side, castling, en passant, half-moves, full moves. In addition to the usual form,
//! the reader accepts:
//!
//! - empty squares counted in numbers of any length (`10`, `12`), symbols of more than one character (`+R`), `~` behind a
//!   promoted piece, `*` for a blocked square; a hole of the board is `*` or counted as empty;
//! - pieces in hand in brackets behind the placement (`[Pn]`, `[]`, `[-]`) or as one more rank (`/Pn`);
//! - castling rights by the letters of the variant's rules or by the file of the partner (`HAha`), or `-`;
//! - en passant as several squares (`c5d6`): an occupied square is that of the piece that may be captured, and the
//!   others are the squares that it has passed;
//! - in games with a countdown: the limit of a running count instead of the en passant squares,
//!   and the plies counted instead of the half-moves (`w - 128 20 45`);
//! - after the counters, unless a normal turn begins: the duties and prohibitions that the last action leaves
//!   (`then:undo:e4d2:N`);
//! - last, in games with rules in the language of rules that read it: state beyond the board (`state:frost=12|last=e4:P@e2:e4::`);
//! - fields left out from the right, and the castling and en passant fields left out before the counters (`w 0 1`).

mod castling;
mod field;
mod form;
mod lexicon;
mod memo;
mod placement;
mod told;

pub use field::ParseFenError;
pub use form::{Form, form};
pub use lexicon::Lexicon;
pub use placement::{counted, extent};

use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::diagnostic::shorten;
use crate::rules::{CastlingRight, Count, EnPassant, PlacedPiece, Setup};

use field::{Field, counter, fields, side};

/// Reads a position.
///
/// # Errors
/// When the text is no position of the variant, with the place and the reason. It is not tested whether the
/// position can be played.
pub fn read(text: &str, lexicon: &impl Lexicon) -> Result<Setup, ParseFenError> {
    read_with(text, lexicon, false)
}

/// Reads a position. With `chess960`, castling pieces may start from any square of their line, and a castling letter is
/// read as a file first, and only then as the letter of a rule.
///
/// # Errors
/// As [`read`].
pub fn read_with(text: &str, lexicon: &impl Lexicon, chess960: bool) -> Result<Setup, ParseFenError> {
    let mut fields = fields(text);
    let Some(placement) = fields.next() else { return Err(ParseFenError::new(0..text.len(), "the position is empty")) };
    let mut setup = Setup::empty(lexicon.geometry().len(), lexicon.pieces());
    placement::read(placement, lexicon, &mut setup)?;
    let mut fields = fields.peekable();
    if let Some(field) = fields.next() {
        setup.turn = side(field)?;
    }
    if let Some(field) = fields.next_if(|field| !field.is_number() && !is_check_count(field.text)) {
        castling::read(field, lexicon, &mut setup, chess960)?;
    }
    if let Some(field) = fields.next_if(|field| !field.is_number() && !is_check_count(field.text)) {
        setup.en_passant = en_passant(field, lexicon, &setup)?;
    }
    // If there are three numbers, the first is the limit of a count.
    let limited = lexicon.counts_down() && fields.clone().filter(|field| field.is_number()).count() > 2;
    let limit = fields.next_if(|_| limited).map_or(Ok(0), counter)?;
    setup.checks = lexicon.checks().map_or(setup.checks, |checks| BySide { white: checks, black: checks });
    if let Some(field) = fields.next_if(|field| is_check_count(field.text)) {
        setup.checks = checks(field, lexicon)?;
    }
    if let Some(field) = fields.next() {
        setup.halfmoves = counter(field)?;
    }
    if let Some(field) = fields.next() {
        setup.fullmoves = counter(field)?;
    }
    // Some programs write the number of given checks after the counters.
    if let Some(field) = fields.next_if(|field| field.text.starts_with('+') && is_check_count(field.text)) {
        setup.checks = checks(field, lexicon)?;
    }
    if let Some(field) = fields.next_if(|field| field.text.starts_with(memo::PREFIX)) {
        setup.memo = Some(memo::read(field, lexicon)?);
    }
    if let (Some(tree), Some(field)) =
        (lexicon.tree(), fields.next_if(|field| lexicon.tree().is_some() && field.text.starts_with(told::PREFIX)))
    {
        setup.told = Some(Box::new(told::read(field, lexicon, tree, &setup)?));
    }
    if limit > 0 {
        setup.count = Some(Count { limit, plies: std::mem::take(&mut setup.halfmoves) });
    }
    match fields.next() {
        Some(field) => Err(ParseFenError::new(field.start..text.len(), "there is more text after the position")),
        None => Ok(setup),
    }
}

fn is_check_count(text: &str) -> bool {
    let (first, second) = text.strip_prefix('+').unwrap_or(text).split_once('+').unwrap_or(("", ""));
    [first, second].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads the checks that each side still has to give (`3+3`), or has given (`+0+0`).
fn checks(field: Field<'_>, lexicon: &impl Lexicon) -> Result<BySide<u16>, ParseFenError> {
    let Some(limit) = lexicon.checks() else {
        return Err(ParseFenError::new(
            field.span(),
            format!("this variant does not count checks: `{}`", shorten(field.text)),
        ));
    };
    let given = field.text.strip_prefix('+');
    let (white, black) = given.unwrap_or(field.text).split_once('+').unwrap_or_default();
    let number = |text: &str| {
        let number = text.parse::<u16>().ok().filter(|number| *number <= limit);
        number.map(|number| if given.is_some() { limit - number } else { number })
    };
    match (number(white), number(black)) {
        (Some(white), Some(black)) => Ok(BySide { white, black }),
        _ => Err(ParseFenError::new(
            field.span(),
            format!("expected checks from 0 to {limit}, found `{}`", shorten(field.text)),
        )),
    }
}

/// Reads the squares of an en passant field.
fn en_passant(field: Field<'_>, lexicon: &impl Lexicon, setup: &Setup) -> Result<Option<EnPassant>, ParseFenError> {
    if field.text == "-" {
        return Ok(None);
    }
    let geometry = lexicon.geometry();
    let mut targets = SquareSet::EMPTY;
    let mut victim = None;
    let mut at = 0;
    while at < field.text.len() {
        let rest = &field.text[at..];
        let letters = rest.len() - rest.trim_start_matches(|c: char| !c.is_ascii_digit()).len();
        let length = rest.len() - rest[letters..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let place = field.part(at..at + length);
        let Some(square) = geometry.square(&rest[..length]) else {
            let found = shorten(&rest[..length]);
            return Err(ParseFenError::new(place, format!("there is no square `{found}` on this board"))
                .help("the en passant field is `-` or the square that was passed, such as `e3`"));
        };
        match setup.pieces[square.index()] {
            Some(placed) if placed.side == setup.turn && !lexicon.keeps_what_passed() => {
                return Err(ParseFenError::new(place, "the piece on this en passant square is the mover's own"));
            }
            Some(_) => victim = Some(square),
            None => targets.insert(square),
        }
        at += length;
    }
    let victim = victim.or_else(|| passer(geometry, setup, targets.lowest()?));
    match victim {
        Some(victim) if !targets.is_empty() => Ok(Some(EnPassant { targets, victim })),
        Some(_) => Err(ParseFenError::new(field.span(), "the en passant field names no empty square")),
        None => {
            Err(ParseFenError::new(field.span(), "there is no piece that could have passed this en passant square"))
        }
    }
}

/// The piece that has passed a square: the nearest enemy behind it as the side to move sees the board.
fn passer(geometry: &Geometry, setup: &Setup, target: Square) -> Option<Square> {
    let (file, rank) = (geometry.file(target), geometry.rank(target));
    let enemy = |rank: usize| {
        let square = geometry.at(file, rank)?;
        setup.pieces[square.index()].is_some_and(|placed| placed.side != setup.turn).then_some(square)
    };
    match setup.turn {
        Side::White => (0..rank).rev().find_map(enemy),
        Side::Black => (rank + 1..geometry.ranks()).find_map(enemy),
    }
}

/// Writes a position.
pub fn write(setup: &Setup, lexicon: &impl Lexicon) -> String {
    write_with(setup, lexicon, false)
}

/// Writes a position; with `chess960`, castling rights by the files of the partners.
pub fn write_with(setup: &Setup, lexicon: &impl Lexicon, chess960: bool) -> String {
    let mut text = placement::write(setup, lexicon);
    text.push(' ');
    text.push(setup.turn.letter());
    text.push(' ');
    castling::write(setup, lexicon, chess960, &mut text);
    text.push(' ');
    match (&setup.count, &setup.en_passant) {
        (Some(count), _) => text += &count.limit.to_string(),
        (None, Some(right)) => write_en_passant(setup, lexicon.geometry(), right, &mut text),
        (None, None) => text.push('-'),
    }
    if lexicon.checks().is_some() {
        text += &format!(" {}+{}", setup.checks.white, setup.checks.black);
    }
    text += &format!(" {} {}", setup.count.map_or(setup.halfmoves, |count| count.plies), setup.fullmoves);
    if let Some(memo) = &setup.memo {
        text.push(' ');
        text += &memo::write(memo, lexicon);
    }
    if let (Some(told), Some(tree)) = (&setup.told, lexicon.tree()) {
        let written = told::write(told, lexicon, tree);
        if !written.is_empty() {
            text.push(' ');
            text += &written;
        }
    }
    text
}

fn write_en_passant(setup: &Setup, geometry: &Geometry, right: &EnPassant, text: &mut String) {
    let found = right.targets.lowest().and_then(|target| passer(geometry, setup, target));
    if found != Some(right.victim) {
        text.push_str(&geometry.name(right.victim));
    }
    for target in right.targets {
        text.push_str(&geometry.name(target));
    }
}

/// The castling rights of all rules (by index) for which `wanted` is true and whose pieces stand on their squares.
pub fn castling_rights(
    lexicon: &impl Lexicon,
    pieces: &[Option<PlacedPiece>],
    wanted: impl Fn(usize) -> bool,
) -> Vec<CastlingRight> {
    castling::standard(lexicon, pieces, wanted)
}

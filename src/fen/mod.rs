//! Positions as text.
//!
//! A FEN has the fields placement, side, castling, en passant, half-moves, full moves. Accepted beside the usual form:
//!
//! - empty squares counted in numbers of any length (`10`, `12`), symbols of more than one character (`+R`), `~` behind a
//!   promoted piece, `*` for a blocked square; a hole of the board is `*` or counted as empty;
//! - pieces in hand in brackets behind the placement (`[Pn]`, `[]`, `[-]`) or as one more rank (`/Pn`);
//! - castling rights by the letters of the variant's rules or by the file of the partner (`HAha`), or `-`;
//! - en passant as squares one behind the other (`c5d6`): a square with a piece on it is the piece that may be taken, the
//!   others are those it has passed;
//! - where moves count in which a side has to be mated: the limit of a running count in place of the en passant squares,
//!   and the plies counted in place of the half-moves (`w - 128 20 45`);
//! - fields left out from the right, and the castling and en passant fields left out before the counters (`w 0 1`).

mod castling;
mod placement;

pub use placement::extent;

use std::fmt;
use std::ops::Range;

use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::diagnostic::{one_of, shorten};
use crate::rules::{
    CastlingNotation, CastlingRight, CastlingRule, Condition, Count, EnPassant, HandRule, PieceId, PlacedPiece, Rules,
    Setup,
};

/// What has to be known of a variant to read and write its positions.
pub trait Lexicon {
    /// The board.
    fn geometry(&self) -> &Geometry;
    /// The number of pieces.
    fn pieces(&self) -> usize;
    /// The letters of a piece.
    fn symbol(&self, piece: PieceId) -> &BySide<String>;
    /// The name of a piece, for messages.
    fn piece_name(&self, piece: PieceId) -> &str;
    /// The castling moves.
    fn castling(&self) -> &[CastlingRule];
    /// Do sides hold pieces in hand?
    fn has_hands(&self) -> bool;
    /// How many checks end the game, where checks count.
    fn checks(&self) -> Option<u16>;
    /// Do moves count in which a side has to be mated?
    fn counts_down(&self) -> bool;
    /// Are castling rights passed over in a game without castling? (Programs write them whatever the game.)
    fn passes_over_rights(&self) -> bool {
        false
    }
    /// How castling is written.
    fn castling_notation(&self) -> CastlingNotation;
    /// The squares on which account is kept of pieces that have not moved.
    fn unmoved(&self) -> Option<&BySide<SquareSet>>;
    /// Do unmoved pieces matter only to a side that has pieces in hand?
    fn gates_need_hand(&self) -> bool;
}

impl Lexicon for Rules {
    fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    fn pieces(&self) -> usize {
        self.pieces.len()
    }

    fn symbol(&self, piece: PieceId) -> &BySide<String> {
        &self.piece(piece).symbol
    }

    fn piece_name(&self, piece: PieceId) -> &str {
        &self.piece(piece).name
    }

    fn castling(&self) -> &[CastlingRule] {
        &self.castling
    }

    fn has_hands(&self) -> bool {
        self.hand.is_some_and(|hand| hand != HandRule::Unlimited)
    }

    fn passes_over_rights(&self) -> bool {
        self.castling.is_empty() && self.unmoved.is_none()
    }

    fn unmoved(&self) -> Option<&BySide<SquareSet>> {
        self.unmoved.as_ref()
    }

    fn gates_need_hand(&self) -> bool {
        !self.effects.gating.is_empty() && self.hand != Some(HandRule::Captured)
    }

    fn checks(&self) -> Option<u16> {
        self.ends.iter().find_map(|end| match end.condition {
            Condition::Checks { times } => Some(times),
            _ => None,
        })
    }

    fn counts_down(&self) -> bool {
        self.ends.iter().any(|end| matches!(end.condition, Condition::Countdown { .. }))
    }

    fn castling_notation(&self) -> CastlingNotation {
        self.castling_notation
    }
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// Where, in bytes of the text.
    pub span: Range<usize>,
    /// Why.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl FenError {
    fn new(span: Range<usize>, message: impl Into<String>) -> FenError {
        FenError { span, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> FenError {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FenError {}

/// The largest number that a counter may hold.
const MAX_COUNTER: u32 = 10_000;

/// A field of a FEN and where it starts.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    start: usize,
}

impl Field<'_> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn part(self, part: Range<usize>) -> Range<usize> {
        self.start + part.start..self.start + part.end
    }

    fn is_number(self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// Reads a position.
///
/// # Errors
/// When the text is no position of the variant, with the place and the reason. Whether the position can be played is not
/// looked at.
pub fn read(text: &str, lexicon: &impl Lexicon) -> Result<Setup, FenError> {
    read_with(text, lexicon, false)
}

/// Reads a position. With `chess960`, castling pieces may start from any square of their line, and castling letters are
/// files before they are rules.
///
/// # Errors
/// As [`read`].
pub fn read_with(text: &str, lexicon: &impl Lexicon, chess960: bool) -> Result<Setup, FenError> {
    let mut fields = text
        .split_ascii_whitespace()
        .map(|field| Field { text: field, start: field.as_ptr() as usize - text.as_ptr() as usize });
    let Some(placement) = fields.next() else { return Err(FenError::new(0..text.len(), "the position is empty")) };
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
    // Of three numbers the first is no counter but the limit of a count.
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
    // Some programs write the checks that have been given behind the counters.
    if let Some(field) = fields.next_if(|field| field.text.starts_with('+') && is_check_count(field.text)) {
        setup.checks = checks(field, lexicon)?;
    }
    if limit > 0 {
        setup.count = Some(Count { limit, plies: std::mem::take(&mut setup.halfmoves) });
    }
    match fields.next() {
        Some(field) => Err(FenError::new(field.start..text.len(), "there is more text behind the position")),
        None => Ok(setup),
    }
}

fn side(field: Field<'_>) -> Result<Side, FenError> {
    let side = Side::ALL.into_iter().find(|side| field.text.chars().eq([side.letter()]));
    side.ok_or_else(|| {
        let found = shorten(field.text);
        FenError::new(field.span(), format!("expected the side to move, `w` or `b`, found `{found}`"))
    })
}

fn is_check_count(text: &str) -> bool {
    let (first, second) = text.strip_prefix('+').unwrap_or(text).split_once('+').unwrap_or(("", ""));
    [first, second].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads `3+3`, the checks that each side has still to give, or `+0+0`, those that it has given.
fn checks(field: Field<'_>, lexicon: &impl Lexicon) -> Result<BySide<u16>, FenError> {
    let Some(limit) = lexicon.checks() else {
        return Err(FenError::new(
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
        _ => Err(FenError::new(
            field.span(),
            format!("expected checks from 0 to {limit}, found `{}`", shorten(field.text)),
        )),
    }
}

fn counter(field: Field<'_>) -> Result<u32, FenError> {
    if field.text == "-" {
        return Ok(0);
    }
    match field.text.parse().ok().filter(|count| *count <= MAX_COUNTER) {
        Some(count) => Ok(count),
        None => {
            let found = shorten(field.text);
            Err(FenError::new(field.span(), format!("expected a counter from 0 to {MAX_COUNTER}, found `{found}`")))
        }
    }
}

/// Reads the squares of an en passant field.
fn en_passant(field: Field<'_>, lexicon: &impl Lexicon, setup: &Setup) -> Result<Option<EnPassant>, FenError> {
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
            return Err(FenError::new(place, format!("there is no square `{found}` on this board"))
                .help("the en passant field is `-` or the square that was passed, such as `e3`"));
        };
        match setup.pieces[square.index()] {
            Some(placed) if placed.side == setup.turn => {
                return Err(FenError::new(place, "the piece on this en passant square is the mover's own"));
            }
            Some(_) => victim = Some(square),
            None => targets.insert(square),
        }
        at += length;
    }
    let victim = victim.or_else(|| passer(geometry, setup, targets.lowest()?));
    match victim {
        Some(victim) if !targets.is_empty() => Ok(Some(EnPassant { targets, victim })),
        Some(_) => Err(FenError::new(field.span(), "the en passant field names no empty square that was passed")),
        None => Err(FenError::new(field.span(), "no piece stands where it could have passed this en passant square")),
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
    text + &format!(" {} {}", setup.count.map_or(setup.halfmoves, |count| count.plies), setup.fullmoves)
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

/// The castling rights that pieces on their squares have, of those rules (by index) for which `wanted` holds.
pub fn castling_rights(
    lexicon: &impl Lexicon,
    pieces: &[Option<PlacedPiece>],
    wanted: impl Fn(usize) -> bool,
) -> Vec<CastlingRight> {
    castling::standard(lexicon, pieces, wanted)
}

/// The letters of all pieces, for messages.
fn known_symbols(lexicon: &impl Lexicon) -> String {
    let ids = (0..lexicon.pieces()).map(|index| PieceId::new(index as u8));
    let symbols: Vec<&str> = ids.flat_map(|id| Side::ALL.map(|side| lexicon.symbol(id)[side].as_str())).collect();
    one_of(symbols)
}

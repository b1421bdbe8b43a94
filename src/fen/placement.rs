//! The first field: pieces, walls and hands.

use super::field::{Field, ParseFenError};
use super::lexicon::{Lexicon, known_symbols};
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::diagnostic::shorten;
use crate::rules::{PieceId, PlacedPiece, Setup};

/// The largest number of one piece in a hand.
const MAX_IN_HAND: u16 = 1000;

/// Reads the placement into an empty setup.
pub(super) fn read(field: Field<'_>, lexicon: &impl Lexicon, setup: &mut Setup) -> Result<(), ParseFenError> {
    let (board, bracket) = match field.text.find('[') {
        Some(at) => (&field.text[..at], Some(at)),
        None => (field.text, None),
    };
    let ranks = lexicon.geometry().ranks();
    let mut parts: Vec<Field<'_>> = Vec::new();
    let mut start = field.start;
    for part in board.split('/') {
        parts.push(Field { text: part, start });
        start += part.len() + 1;
    }
    if let Some(at) = bracket {
        let inner = Field { text: &field.text[at..], start: field.start + at };
        let Some(held) = inner.text[1..].strip_suffix(']') else {
            return Err(ParseFenError::new(inner.span(), "the hand is not closed by `]`"));
        };
        hand(Field { text: held, start: inner.start + 1 }, lexicon, setup)?;
    } else if parts.len() == ranks + 1 && parts[ranks].text.bytes().all(|byte| !byte.is_ascii_digit()) {
        let held = parts.remove(ranks);
        hand(held, lexicon, setup)?;
    }
    if parts.len() != ranks {
        let span = field.part(0..board.len());
        return Err(ParseFenError::new(span, format!("{} ranks, but the board has {ranks}", parts.len()))
            .help("ranks are separated by `/`, the last rank first"));
    }
    for (index, part) in parts.into_iter().enumerate() {
        rank(part, ranks - 1 - index, lexicon, setup)?;
    }
    Ok(())
}

/// Board size (files, ranks) of a placement, read without knowing the pieces: each letter counts as one piece. `None` if its
/// ranks differ in length.
///
/// ```
/// assert_eq!(ferz::fen::extent("4k3/10/4K5 w - - 0 1"), None);
/// assert_eq!(ferz::fen::extent("4k5/10/+R3K5[Pp] w - - 0 1"), Some((10, 3)));
/// ```
pub fn extent(text: &str) -> Option<(u32, u32)> {
    let placement = text.split_ascii_whitespace().next()?;
    let ranks: Vec<u32> = placement.split('[').next()?.split('/').map(width).collect();
    let files = *ranks.first()?;
    ranks.iter().all(|width| *width == files).then_some((files, ranks.len() as u32))
}

/// The number of squares in the text of a rank.
pub(super) fn width(rank: &str) -> u32 {
    let (mut total, mut number) = (0u32, 0u32);
    for c in rank.chars() {
        match c.to_digit(10) {
            Some(digit) => number = number.saturating_mul(10).saturating_add(digit),
            None => {
                total = total.saturating_add(std::mem::take(&mut number));
                total = total.saturating_add(u32::from(c.is_ascii_alphabetic() || c == '*'));
            }
        }
    }
    total.saturating_add(number)
}

/// The squares that numbers in a valid position count as empty.
pub fn counted(text: &str, geometry: &Geometry) -> SquareSet {
    let placement = text.split_ascii_whitespace().next().unwrap_or_default();
    let board = placement.split('[').next().unwrap_or_default();
    let mut counted = SquareSet::EMPTY;
    for (index, rank) in board.split('/').take(geometry.ranks()).enumerate() {
        let (mut file, mut rest) = (0, rank);
        while let Some(c) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if let Ok(number) = rest[..digits].parse::<usize>() {
                let empty = (file..file + number.min(geometry.files()))
                    .filter_map(|file| geometry.at(file, geometry.ranks() - 1 - index));
                counted |= empty.collect::<SquareSet>();
                file += number.min(geometry.files());
            } else if c.is_ascii_alphabetic() || c == '*' {
                file += 1;
            }
            rest = &rest[if digits > 0 { digits } else { c.len_utf8() }..];
        }
    }
    counted
}

/// Reads one rank, from the first file on.
fn rank(field: Field<'_>, rank: usize, lexicon: &impl Lexicon, setup: &mut Setup) -> Result<(), ParseFenError> {
    let geometry = lexicon.geometry();
    let files = geometry.files();
    let (mut at, mut file) = (0, 0);
    while at < field.text.len() {
        let rest = &field.text[at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length = if digits > 0 {
            file += rest[..digits].parse::<usize>().ok().filter(|count| *count <= files).unwrap_or(files + 1);
            digits
        } else {
            let square = geometry.at(file, rank);
            let length = item(Field { text: rest, start: field.start + at }, square, lexicon, setup)?;
            file += 1;
            length
        };
        if file > files {
            let message = format!("rank {} is too long: the board has {files} files", rank + 1);
            let error = ParseFenError::new(field.span(), message);
            return Err(match digits {
                0 | 1 => error,
                _ => error.help(format!("`{}` is one number; write the sum of numbers side by side", &rest[..digits])),
            });
        }
        at += length;
    }
    if file < files {
        let message = format!("rank {} is too short: {file} squares, but the board has {files} files", rank + 1);
        return Err(
            ParseFenError::new(field.span(), message).help("write the number of empty squares, as in `8` or `3P4`")
        );
    }
    Ok(())
}

/// Reads a piece or a wall. Returns its length in bytes.
fn item(
    field: Field<'_>,
    square: Option<Square>,
    lexicon: &impl Lexicon,
    setup: &mut Setup,
) -> Result<usize, ParseFenError> {
    let hole = square.is_some_and(|square| lexicon.geometry().holes().contains(square));
    if field.text.starts_with('*') {
        if let Some(square) = square.filter(|_| !hole) {
            setup.walls.insert(square);
        }
        return Ok(1);
    }
    let (piece, side, mut length) = symbol(field, lexicon)?;
    let promoted = field.text[length..].starts_with('~');
    length += usize::from(promoted);
    if let Some(square) = square {
        if hole {
            let name = lexicon.geometry().name(square);
            return Err(ParseFenError::new(field.part(0..length), format!("{name} is a hole of the board")));
        }
        setup.pieces[square.index()] = Some(PlacedPiece { piece, side, promoted });
    }
    Ok(length)
}

/// Returns `true` if pieces of a kind belong to no side.
fn is_neutral(lexicon: &impl Lexicon, piece: PieceId) -> bool {
    lexicon.tree().is_some_and(|tree| tree.sides.neutral.contains(&piece))
}

/// The piece whose symbol is at the start of a text. If several fit, the one with the longest symbol.
fn symbol(field: Field<'_>, lexicon: &impl Lexicon) -> Result<(PieceId, Side, usize), ParseFenError> {
    // Plain loops, because reading a FEN is a large part of the time for a single position.
    let text = field.text.as_bytes();
    let mut found: Option<(PieceId, Side, usize)> = None;
    for index in 0..lexicon.pieces() {
        let id = PieceId::new(index as u8);
        let symbols = lexicon.symbol(id);
        for side in Side::ALL {
            let symbol = symbols[side].as_bytes();
            // Most symbols differ in their first letter.
            if symbol.first() == text.first()
                && text.starts_with(symbol)
                && found.is_none_or(|(.., length)| length <= symbol.len())
            {
                found = Some((id, side, symbol.len()));
            }
        }
    }
    if let Some(found) = found {
        return Ok(found);
    }
    let sign = field.text.chars().take(1 + usize::from(field.text.starts_with('+'))).collect::<String>();
    Err(ParseFenError::new(field.part(0..sign.len()), format!("no piece has the symbol `{}`", shorten(&sign)))
        .help(format!("symbols: {}", known_symbols(lexicon))))
}

/// Reads the pieces in hand.
fn hand(field: Field<'_>, lexicon: &impl Lexicon, setup: &mut Setup) -> Result<(), ParseFenError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut at = 0;
    while at < field.text.len() {
        let rest = Field { text: &field.text[at..], start: field.start + at };
        let (piece, side, length) = symbol(rest, lexicon)?;
        let count = &mut setup.hands[side][piece.index()];
        *count += 1;
        if *count > MAX_IN_HAND {
            let message = format!("more than {MAX_IN_HAND} of one piece in hand");
            return Err(ParseFenError::new(rest.part(0..length), message));
        }
        at += length;
    }
    Ok(())
}

/// Writes pieces, walls and hands.
pub(super) fn write(setup: &Setup, lexicon: &impl Lexicon) -> String {
    let geometry = lexicon.geometry();
    let mut text = String::new();
    for rank in (0..geometry.ranks()).rev() {
        write_rank(setup, lexicon, geometry, rank, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    let held = |side: Side| setup.hands[side].iter().any(|count| *count > 0);
    if lexicon.has_hands() || Side::ALL.into_iter().any(held) {
        text.push('[');
        for side in Side::ALL {
            // The last pieces of the file are written first, because they are usually the strongest.
            for (index, count) in setup.hands[side].iter().enumerate().rev() {
                let symbol = &lexicon.symbol(PieceId::new(index as u8))[side];
                text.push_str(&symbol.repeat(*count as usize));
            }
        }
        text.push(']');
    }
    text
}

fn write_rank(setup: &Setup, lexicon: &impl Lexicon, geometry: &Geometry, rank: usize, text: &mut String) {
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut usize| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
        }
        *empty = 0;
    };
    for square in (0..geometry.files()).filter_map(|file| geometry.at(file, rank)) {
        let blocked = setup.walls.contains(square) || geometry.holes().contains(square);
        match setup.pieces[square.index()] {
            _ if blocked => {
                flush(text, &mut empty);
                text.push('*');
            }
            Some(placed) => {
                flush(text, &mut empty);
                let owned = !is_neutral(lexicon, placed.piece);
                let side = if owned { placed.side } else { Side::Black };
                text.push_str(&lexicon.symbol(placed.piece)[side]);
                text.push_str(if placed.promoted { "~" } else { "" });
            }
            None => empty += 1,
        }
    }
    flush(text, &mut empty);
}

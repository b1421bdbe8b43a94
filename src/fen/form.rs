//! The form of a FEN: the parts that can be read without knowing the variant.

use super::field::{Field, MAX_COUNTER, ParseFenError, counter, fields, side};
use crate::board::Side;
use crate::diagnostic::shorten;

/// The largest number of fields of a position, which includes the limit of a count, and the checks to give and given.
const MAX_FIELDS: usize = 8;

/// The parts of a FEN that mean the same in every variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Form {
    /// Files and ranks.
    pub size: (u32, u32),
    /// The side to move.
    pub turn: Side,
    /// The number of the full move that comes next.
    pub fullmoves: u32,
}

impl Default for Form {
    fn default() -> Form {
        Form { size: (0, 0), turn: Side::White, fullmoves: 1 }
    }
}

/// Reads the form of a position.
///
/// # Errors
/// When no variant could have the position.
pub fn form(text: &str) -> Result<Form, ParseFenError> {
    let fields: Vec<Field<'_>> = fields(text).collect();
    let Some((placement, rest)) = fields.split_first() else {
        return Err(ParseFenError::new(0..text.len(), "the position is empty"));
    };
    let size = size(*placement)?;
    let turn = rest.first().map_or(Ok(Side::White), |field| side(*field))?;
    let rest = rest.get(1..).unwrap_or_default();
    // State of rules, and the rest of a turn of several moves, have forms of their own.
    let rest = match rest.split_last() {
        Some((last, before)) if last.text.starts_with(super::told::PREFIX) => before,
        _ => rest,
    };
    let rest = match rest.split_last() {
        Some((last, before)) if last.text.starts_with(super::memo::PREFIX) => before,
        _ => rest,
    };
    if let Some(field) = rest.get(MAX_FIELDS - 2) {
        return Err(ParseFenError::new(field.start..text.len(), "there is more text after the position"));
    }
    let strange = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+');
    if let Some((field, at)) = rest.iter().find_map(|field| Some((field, field.text.find(strange)?))) {
        let found = shorten(&field.text[at..]);
        return Err(ParseFenError::new(field.part(at..field.text.len()), format!("`{found}` belongs to no field")));
    }
    let numbers: Vec<u32> =
        rest.iter().filter(|field| field.is_number()).map(|field| counter(*field)).collect::<Result<_, _>>()?;
    let fullmoves = if numbers.len() > 1 { numbers[numbers.len() - 1] } else { 1 };
    debug_assert!(fullmoves <= MAX_COUNTER);
    Ok(Form { size, turn, fullmoves })
}

/// Files and ranks of a placement.
fn size(field: Field<'_>) -> Result<(u32, u32), ParseFenError> {
    let board = field.text.find('[').map_or(field.text, |at| &field.text[..at]);
    let strange = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '\'' | '~' | '*' | '/');
    if let Some(at) = board.find(strange) {
        let found = shorten(&board[at..]);
        return Err(ParseFenError::new(field.part(at..board.len()), format!("`{found}` is not a piece")));
    }
    check_hand(field, board.len())?;
    let (mut files, mut ranks, mut at) = (0, 0, 0);
    let count = board.split('/').count();
    for (index, rank) in board.split('/').enumerate() {
        // The last part may be a hand, which has no empty squares.
        let hand = index > 0 && index + 1 == count && rank.bytes().all(|byte| !byte.is_ascii_digit());
        let width = super::placement::width(rank);
        if (index > 0 && width != files && !hand) || (width == 0 && !hand) {
            let place = field.part(at..at + rank.len());
            let message = match index {
                0 => "a rank without squares".to_owned(),
                _ => format!("a rank of {width} squares, after one of {files}"),
            };
            return Err(ParseFenError::new(place, message));
        }
        ranks += u32::from(!hand || width == files);
        files = if index == 0 { width } else { files };
        at += rank.len() + 1;
    }
    Ok((files, ranks))
}

/// Checks that the hand ends with a bracket and holds only letters.
fn check_hand(field: Field<'_>, start: usize) -> Result<(), ParseFenError> {
    let hand = &field.text[start..];
    let Some(inside) = hand.strip_prefix('[') else { return Ok(()) };
    let place = field.part(start..field.text.len());
    let Some(held) = inside.strip_suffix(']') else {
        return Err(ParseFenError::new(place, "the hand is not closed by `]`"));
    };
    if held.contains(|c: char| !c.is_ascii_alphabetic() && !matches!(c, '+' | '\'' | '~' | '-')) {
        return Err(ParseFenError::new(place, "write the letters of the pieces in hand one after the other"));
    }
    Ok(())
}

//! The field after the counters: the duties and prohibitions that the last action leaves. It is missing at the start
//! of a normal turn.
//!
//! `then:KIND:SQUARES:PIECE`: a kind of [`Pending`], two squares, and a piece. It is followed by `:wb` (the side to move on each board) if two boards
//! have separate turns.

use crate::rules::{Memo, Pending, PieceId};

use super::field::{Field, ParseFenError};
use super::lexicon::Lexicon;

/// The prefix of the field.
pub(super) const PREFIX: &str = "then:";

/// Sides to move on the two boards, in the order of the memo's numbers.
const BOARDS: [&str; 4] = ["bb", "wb", "bw", "ww"];

/// Reads the field.
pub(super) fn read(field: Field<'_>, lexicon: &impl Lexicon) -> Result<Memo, ParseFenError> {
    let wrong = || {
        let error = ParseFenError::new(field.span(), "this is not a valid rest of a turn");
        error.help("write it as in `then:undo:e4d2:N`: a kind, two squares and a piece")
    };
    let mut parts: Vec<&str> = field.text.split(':').skip(1).collect();
    let boards = parts.last().and_then(|last| BOARDS.iter().position(|boards| boards == last));
    if boards.is_some() {
        parts.pop();
    }
    let &[kind, squares, piece] = parts.as_slice() else { return Err(wrong()) };
    let pending =
        Pending::NAMES.iter().find(|(name, _)| *name == kind).map(|(_, pending)| *pending).ok_or_else(wrong)?;
    let second = squares.char_indices().skip(1).find(|(at, letter)| {
        letter.is_ascii_lowercase() && squares[..*at].ends_with(|before: char| before.is_ascii_digit())
    });
    let (one, other) = squares.split_at(second.map_or(squares.len(), |(at, _)| at));
    let square = |name: &str| lexicon.geometry().square(name).ok_or_else(wrong);
    let id = |symbol: &str| {
        let mut ids = (0..lexicon.pieces()).map(|index| PieceId::new(index as u8));
        ids.find(|id| lexicon.symbol(*id).white == symbol).ok_or_else(wrong)
    };
    let piece = id(piece)?;
    Ok(Memo { pending, piece, squares: [square(one)?, square(other)?], white_on: boards.unwrap_or(0) as u8 })
}

/// Writes the field.
pub(super) fn write(memo: &Memo, lexicon: &impl Lexicon) -> String {
    let kind = Pending::NAMES.iter().find(|(_, pending)| *pending == memo.pending).map_or("move", |(name, _)| name);
    let squares = memo.squares.map(|square| lexicon.geometry().name(square)).concat();
    let boards = BOARDS.get(usize::from(memo.white_on)).filter(|_| lexicon.has_boards());
    let boards = boards.map_or(String::new(), |boards| format!(":{boards}"));
    format!("{PREFIX}{kind}:{squares}:{}{boards}", lexicon.symbol(memo.piece).white)
}

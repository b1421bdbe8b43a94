//! The field behind the counters: what the last action leaves to be done or forbidden, where the turn does not simply begin.
//!
//! `then:KIND:LEFT:SQUARES:PIECE`: a kind of [`Pending`], the actions left behind the next one, two squares, and a piece.

use crate::rules::{Memo, Pending, PieceId};

use super::field::{Field, ParseFenError};
use super::lexicon::Lexicon;

/// What the field begins with.
pub(super) const PREFIX: &str = "then:";

/// Reads the field.
pub(super) fn read(field: Field<'_>, lexicon: &impl Lexicon) -> Result<Memo, ParseFenError> {
    let wrong = || {
        let error = ParseFenError::new(field.span(), "this is not what is left of a turn");
        error.help("it is written as `then:move:1:a1a1:P`: a kind, a number of moves, two squares and a piece")
    };
    let parts: Vec<&str> = field.text.split(':').skip(1).collect();
    let [kind, left, squares, piece] = parts.as_slice() else { return Err(wrong()) };
    let pending =
        Pending::NAMES.iter().find(|(name, _)| name == kind).map(|(_, pending)| *pending).ok_or_else(wrong)?;
    let left = left.parse().map_err(|_| wrong())?;
    let second = squares.char_indices().skip(1).find(|(at, letter)| {
        letter.is_ascii_lowercase() && squares[..*at].ends_with(|before: char| before.is_ascii_digit())
    });
    let (one, other) = squares.split_at(second.map_or(squares.len(), |(at, _)| at));
    let square = |name: &str| lexicon.geometry().square(name).ok_or_else(wrong);
    let id = (0..lexicon.pieces()).map(|index| PieceId::new(index as u8));
    let piece = id.into_iter().find(|id| lexicon.symbol(*id).white == **piece).ok_or_else(wrong)?;
    Ok(Memo { pending, piece, squares: [square(one)?, square(other)?], left })
}

/// Writes the field.
pub(super) fn write(memo: &Memo, lexicon: &impl Lexicon) -> String {
    let kind = Pending::NAMES.iter().find(|(_, pending)| *pending == memo.pending).map_or("move", |(name, _)| name);
    let squares = memo.squares.map(|square| lexicon.geometry().name(square)).concat();
    format!("{PREFIX}{kind}:{}:{squares}:{}", memo.left, lexicon.symbol(memo.piece).white)
}

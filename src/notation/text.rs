//! Moves as values: [`San`] and [`Uci`].
//!
//! Parsing a text needs no variant and tests only its form. A position then finds the move.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::rules::Rules;

use super::error::MoveError;
use super::shape::{Goes, SHORT_FILES, Shape, shape};
use super::{san, uci};

/// Length limit of the text of a move, including a wall, a piece from the hand, and a capture on each square of the
/// largest board.
const MAX_LENGTH: usize = 8192;

/// A move in standard algebraic notation.
///
/// ```
/// let mut game = ferz::load("chess")?.start()?;
/// let san: ferz::San = "Nf3".parse()?;
/// let made = san.to_move(&mut game)?;
/// assert_eq!(ferz::Uci::of(&mut game, &made).to_string(), "g1f3");
/// assert!("Nf".parse::<ferz::San>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// The text without the mark.
    text: Box<str>,
    mark: Mark,
    shape: Shape,
}

/// The mark after a move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Mark {
    None,
    Check,
    Mate,
}

impl San {
    /// The text of a legal move.
    pub fn of(game: &mut Game, made: &Move) -> San {
        San::written(&san::write(game, made))
    }

    fn written(text: &str) -> San {
        let (bare, mark) = split_mark(text);
        San { text: bare.into(), mark, shape: shape(bare).unwrap_or(Shape::Other) }
    }

    /// The text without marks of check.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the text says that the move gives check, mate included.
    pub fn is_check(&self) -> bool {
        self.mark != Mark::None
    }

    /// Returns `true` if the text says that the move mates.
    pub fn is_mate(&self) -> bool {
        self.mark == Mark::Mate
    }

    /// The legal move. A start square, `x`, `=`, `+` or `#` may be missing or superfluous, as long as only one legal
    /// move fits.
    ///
    /// # Errors
    /// When there is no such move, or when the text is ambiguous.
    pub fn to_move(&self, game: &mut Game) -> Result<Move, MoveError> {
        if let Shape::Goes(goes) = &self.shape
            && let Some(made) = self.only_move(game, goes)
        {
            return Ok(made);
        }
        if matches!(&*self.text, "--" | "0000") {
            return pass(game).ok_or_else(|| MoveError::Illegal { text: self.to_string() });
        }
        san::parse(game, &self.text)
    }

    /// The only legal move with these parts; `None` if there are several, or none.
    fn only_move(&self, game: &mut Game, goes: &Goes) -> Option<Move> {
        let geometry = &game.rules().geometry;
        let to = geometry.at(goes.to_file, goes.to_rank).filter(|_| geometry.files() <= SHORT_FILES)?;
        let moves = game.legal_moves();
        let mut fitting = moves.into_iter().filter(|made| made.to == to && self.fits(game, made, goes));
        let found = fitting.next()?;
        fitting.next().is_none().then_some(found)
    }

    fn fits(&self, game: &Game, made: &Move, goes: &Goes) -> bool {
        let rules = game.rules();
        let geometry = &rules.geometry;
        !matches!(made.kind(), MoveKind::Drop | MoveKind::Castling { .. })
            && made.wall().is_none()
            && made.gate().is_none()
            && goes.file.is_none_or(|file| geometry.file(made.from) == file)
            && goes.rank.is_none_or(|rank| geometry.rank(made.from) == rank)
            && self.is_letter(rules, &goes.letter, (!san::moves_as_pawn(game, made)).then_some(made.piece))
            && self.is_letter(rules, &goes.promotion, made.promotion())
    }

    /// Returns `true` if a part of the text is the letter of a piece, or if the part is empty and there is no piece.
    fn is_letter(&self, rules: &Rules, part: &Range<usize>, piece: Option<crate::rules::PieceId>) -> bool {
        let mut letter = String::new();
        if let Some(piece) = piece {
            san::push_letter(&mut letter, rules, piece);
        }
        self.text[part.clone()] == *letter
    }
}

/// The only legal pass; `None` if there is none, or more than one.
fn pass(game: &mut Game) -> Option<Move> {
    let moves = game.legal_moves();
    let mut passes = moves.into_iter().filter(Move::is_pass);
    let found = passes.next()?;
    passes.next().is_none().then_some(found)
}

/// A text without its check mark, and the mark. A piece with the symbol `+` or `#` is not a mark.
fn split_mark(text: &str) -> (&str, Mark) {
    let bare = text.trim_end_matches(['+', '#']);
    match text[bare.len()..].chars().next() {
        None => (bare, Mark::None),
        Some('#') => (bare, Mark::Mate),
        // `++` is an old notation for mate.
        Some(_) if text.len() > bare.len() + 1 => (bare, Mark::Mate),
        Some(_) => (bare, Mark::Check),
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        f.write_str(match self.mark {
            Mark::None => "",
            Mark::Check => "+",
            Mark::Mate => "#",
        })
    }
}

impl FromStr for San {
    type Err = ParseSanError;

    fn from_str(text: &str) -> Result<San, ParseSanError> {
        let error = |at: usize| ParseSanError { span: at..text.len() };
        let (bare, mark) = split_mark(text.trim_end_matches(['!', '?']));
        if bare.len() > MAX_LENGTH {
            return Err(error(MAX_LENGTH));
        }
        let shape = shape(bare).map_err(error)?;
        let castles = bare.starts_with("0-0");
        let text = if castles { bare.replace('0', "O").into() } else { bare.into() };
        Ok(San { text, mark, shape })
    }
}

/// The error for a text that is not a move in SAN in any position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseSanError {
    /// The place, in bytes of the text.
    pub span: Range<usize>,
}

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move in SAN: expected a piece and a square, such as `Nf3`, `exd5`, `e8=Q`, `P@e4` or `O-O`")
    }
}

impl std::error::Error for ParseSanError {}

/// A move in UCI notation, as programs write it.
///
/// ```
/// let mut game = ferz::load("crazyhouse")?.start()?;
/// let made = "e2e4".parse::<ferz::Uci>()?.to_move(&mut game)?;
/// assert_eq!(ferz::San::of(&mut game, &made).to_string(), "e4");
/// assert!("P@e4".parse::<ferz::Uci>()?.to_move(&mut game).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Uci {
    text: Box<str>,
}

impl Uci {
    /// The text of a legal move.
    pub fn of(game: &mut Game, made: &Move) -> Uci {
        Uci { text: uci::write(game, made).into() }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The legal move. A castling may be written in either way, and a pass as `0000`.
    ///
    /// # Errors
    /// When there is no such move, or when the text is ambiguous.
    pub fn to_move(&self, game: &mut Game) -> Result<Move, MoveError> {
        if &*self.text == "0000" {
            return pass(game).ok_or_else(|| MoveError::Illegal { text: self.to_string() });
        }
        uci::parse(game, &self.text)
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Uci {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<Uci, ParseUciError> {
        let (start, to) = match text.split_once('@') {
            Some((dropped, to)) if !dropped.is_empty() => (dropped.len() + 1, to),
            Some(_) => return Err(ParseUciError { span: 0..text.len() }),
            None => (0, text),
        };
        let drops = start > 0;
        let first = square_length(to);
        let second = to.get(first..).map_or(0, square_length);
        let graphic = text.bytes().all(|byte| byte.is_ascii_graphic());
        let squares = first > 0 && (drops || second > 0);
        if text != "0000" && !(graphic && squares && text.len() <= MAX_LENGTH) {
            return Err(ParseUciError { span: start..text.len() });
        }
        Ok(Uci { text: text.into() })
    }
}

/// The length of the square name at the start of a text; 0 if there is none.
fn square_length(text: &str) -> usize {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&letters) && (1..=2).contains(&digits) { letters + digits } else { 0 }
}

/// The error for a text that is not a move in UCI notation in any position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseUciError {
    /// The place, in bytes of the text.
    pub span: Range<usize>,
}

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a move in UCI notation: expected two squares, such as `e2e4` or `e7e8q`, or a drop, such as `P@e4`",
        )
    }
}

impl std::error::Error for ParseUciError {}

//! Region expressions: words for sets of squares.
//!
//! ```text
//! region  = term { [ "or" | "," ] term }            union, also by mere juxtaposition
//! term    = set { ( "and" | "except" ) set }         from left to right; binds tighter
//! set     = "(" region ")" | "all" | "none" | "light" | "dark" | square | square "-" square | name
//!         | "rank" number [ "-" number ] | "file" letters [ "-" letters ]
//!         | ( "first" | "last" ) [ number ] ( "rank" | "ranks" | "file" | "files" )
//! ```

use std::fmt;
use std::ops::Range;

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::diagnostic::shorten;

/// A parsed expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// The squares of any of the parts.
    Union(Vec<Expression>),
    /// The squares that are in both.
    And(Box<Expression>, Box<Expression>),
    /// The squares of the first that are not in the second.
    Except(Box<Expression>, Box<Expression>),
    /// Squares that the board alone decides.
    Squares(SquareSet),
    /// A named region.
    Named {
        /// The name.
        name: String,
        /// Where it stands in the text.
        at: Range<usize>,
    },
}

/// The error for an expression that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionError {
    /// The place of the error in the expression.
    pub at: Range<usize>,
    /// The reason, for people.
    pub message: String,
    /// `true` if the text names a square that is not on the board.
    pub off_board: bool,
}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RegionError {}

/// Words that cannot be names.
const KEYWORDS: &[&str] =
    &["all", "none", "light", "dark", "rank", "ranks", "file", "files", "first", "last", "and", "or", "except"];

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 32;
/// The longest expression, in bytes: enough to name every square of the largest board.
const MAX_LENGTH: usize = 1 << 13;

/// Returns `true` if a region can have this name. Letters, digits and `_`, beginning with a letter; no keyword and no
/// square.
pub fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !KEYWORDS.contains(&word)
        && !looks_like_square(word)
}

/// The reason why a word cannot be the name of a region, with a name to write instead. `None` for a name.
pub fn fault_of_name(word: &str) -> Option<String> {
    let reason = match () {
        () if is_name(word) => return None,
        () if looks_like_square(word) => {
            format!("`{word}` is written like a square, on boards without that square too")
        }
        () if KEYWORDS.contains(&word) => format!("`{word}` is a word of region expressions"),
        () => return Some("a name has letters from a to z, digits and `_`, with a letter first".to_owned()),
    };
    Some(format!("{reason}; choose another name, such as `{word}_squares`"))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn looks_like_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters) && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl Expression {
    /// Reads an expression for a board.
    ///
    /// # Errors
    /// At the first word that does not fit.
    pub fn parse(text: &str, board: &Geometry) -> Result<Expression, RegionError> {
        if text.len() > MAX_LENGTH {
            let message = format!("a region expression has at most {MAX_LENGTH} characters");
            return Err(RegionError { at: 0..text.len(), message, off_board: false });
        }
        let mut parser = Parser { text, board, words: words(text), at: 0, depth: 0 };
        let expression = parser.union()?;
        match parser.peek() {
            None => Ok(expression),
            Some(_) => Err(parser.expected("a region")),
        }
    }

    /// The region names in the expression, with their places.
    pub fn names(&self) -> Vec<(&str, Range<usize>)> {
        match self {
            Expression::Squares(_) => Vec::new(),
            Expression::Named { name, at } => vec![(name, at.clone())],
            Expression::Union(parts) => parts.iter().flat_map(Expression::names).collect(),
            Expression::And(left, right) | Expression::Except(left, right) => {
                left.names().into_iter().chain(right.names()).collect()
            }
        }
    }

    /// The squares of the expression. If `turned` is `true`, squares, ranks and files are counted from Black's end of
    /// the board. Named regions are always those of `side`.
    pub fn squares(
        &self,
        board: &Geometry,
        side: Side,
        turned: bool,
        named: &mut dyn FnMut(&str, Side) -> SquareSet,
    ) -> SquareSet {
        match self {
            Expression::Squares(squares) if turned => squares.iter().map(|square| board.turned(square)).collect(),
            Expression::Squares(squares) => *squares,
            Expression::Named { name, .. } => named(name, side),
            Expression::Union(parts) => {
                parts.iter().fold(SquareSet::EMPTY, |all, part| all | part.squares(board, side, turned, named))
            }
            Expression::And(left, right) => {
                left.squares(board, side, turned, named) & right.squares(board, side, turned, named)
            }
            Expression::Except(left, right) => {
                left.squares(board, side, turned, named) & !right.squares(board, side, turned, named)
            }
        }
    }
}

/// The words of a text: runs of letters, digits and `_`, and single other characters.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let inner = c.is_alphanumeric() || c == '_';
        match words.last_mut() {
            Some(last) if inner && open => last.end = end,
            _ if !c.is_whitespace() => words.push(at..end),
            _ => {}
        }
        open = inner;
    }
    words
}

struct Parser<'a> {
    text: &'a str,
    board: &'a Geometry,
    words: Vec<Range<usize>>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).map(|word| &self.text[word.clone()])
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.at += usize::from(found);
        found
    }

    /// The place of the current word, or of the end.
    fn place(&self) -> Range<usize> {
        self.words.get(self.at).cloned().unwrap_or(self.text.len()..self.text.len())
    }

    fn expected(&self, what: &str) -> RegionError {
        let message = match self.peek() {
            Some(word) => format!("expected {what}, found `{}`", shorten(word)),
            None => format!("expected {what} at the end"),
        };
        RegionError { at: self.place(), message, off_board: false }
    }

    fn union(&mut self) -> Result<Expression, RegionError> {
        let mut parts = vec![self.term()?];
        while !matches!(self.peek(), None | Some(")")) {
            if !self.take("or") {
                self.take(",");
            }
            parts.push(self.term()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Union(parts) })
    }

    fn term(&mut self) -> Result<Expression, RegionError> {
        let mut left = self.set()?;
        // Each operator makes the tree one deeper.
        for _ in 0..MAX_DEPTH {
            if self.take("and") {
                left = Expression::And(Box::new(left), Box::new(self.set()?));
            } else if self.take("except") {
                left = Expression::Except(Box::new(left), Box::new(self.set()?));
            } else {
                return Ok(left);
            }
        }
        Err(self.expected("fewer operators in a row"))
    }

    fn set(&mut self) -> Result<Expression, RegionError> {
        let Some(word) = self.peek() else { return Err(self.expected("a region")) };
        let board = self.board;
        let place = self.place();
        match word {
            "(" => return self.bracket(),
            "first" | "last" => return self.edge(word == "last"),
            "rank" => return self.ranks(),
            "file" => return self.files(),
            _ => self.at += 1,
        }
        let by_colour = |dark: bool| {
            Expression::Squares(board.squares().iter().filter(|square| board.is_dark(*square) == dark).collect())
        };
        Ok(match word {
            "all" => Expression::Squares(board.squares()),
            "none" => Expression::Squares(SquareSet::EMPTY),
            "light" => by_colour(false),
            "dark" => by_colour(true),
            _ if looks_like_square(word) => Expression::Squares(self.block(word, place)?),
            _ if is_name(word) && self.peek().is_some_and(is_number) => {
                let message = format!("expected `rank` or `file` before a number, found `{}`", shorten(word));
                return Err(RegionError { at: place, message, off_board: false });
            }
            _ if is_name(word) => Expression::Named { name: word.to_owned(), at: place },
            _ => {
                self.at -= 1;
                return Err(self.expected("a region"));
            }
        })
    }

    fn bracket(&mut self) -> Result<Expression, RegionError> {
        if self.depth == MAX_DEPTH {
            return Err(self.expected("fewer brackets inside brackets"));
        }
        self.at += 1;
        self.depth += 1;
        let inner = self.union()?;
        self.depth -= 1;
        if self.take(")") { Ok(inner) } else { Err(self.expected("`)`")) }
    }

    fn square(&self, word: &str, place: Range<usize>) -> Result<Square, RegionError> {
        self.board.square(word).ok_or_else(|| {
            let (files, ranks) = (self.board.files(), self.board.ranks());
            let last = format!("{}{ranks}", self.board.file_name(files - 1));
            let whole = self.board.clone().with_holes(SquareSet::EMPTY);
            let message = match whole.square(word) {
                Some(_) => format!("the square `{word}` is a hole of the board"),
                None => format!("there is no square `{word}` on the board, which goes from a1 to {last}"),
            };
            RegionError { at: place, message, off_board: true }
        })
    }

    /// A square, or a block between two corners.
    fn block(&mut self, word: &str, place: Range<usize>) -> Result<SquareSet, RegionError> {
        let from = self.square(word, place)?;
        if !self.take("-") {
            return Ok(SquareSet::of(from));
        }
        let Some(word) = self.peek() else { return Err(self.expected("the other corner, a square")) };
        let to = self.square(word, self.place())?;
        self.at += 1;
        let board = self.board;
        let files = ordered(board.file(from), board.file(to));
        let ranks = ordered(board.rank(from), board.rank(to));
        let inside = |square: &Square| files.contains(&board.file(*square)) && ranks.contains(&board.rank(*square));
        Ok(board.squares().iter().filter(inside).collect())
    }

    fn edge(&mut self, last: bool) -> Result<Expression, RegionError> {
        self.at += 1;
        let place = self.place();
        let number = self.peek().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        self.at += usize::from(number.is_some());
        let along_ranks = match self.peek() {
            Some("rank" | "ranks") => true,
            Some("file" | "files") => false,
            _ => return Err(self.expected("`rank`, `ranks`, `file` or `files`")),
        };
        self.at += 1;
        let size = if along_ranks { self.board.ranks() } else { self.board.files() };
        let count =
            number.map_or(Some(1), |word| word.parse::<usize>().ok().filter(|count| (1..=size).contains(count)));
        let Some(count) = count else {
            let message = format!("expected a number from 1 to {size}");
            return Err(RegionError { at: place, message, off_board: true });
        };
        let wanted = if last { size - count..=size - 1 } else { 0..=count - 1 };
        Ok(self.lines(along_ranks, wanted))
    }

    fn lines(&self, along_ranks: bool, wanted: std::ops::RangeInclusive<usize>) -> Expression {
        let line = |square: Square| if along_ranks { self.board.rank(square) } else { self.board.file(square) };
        Expression::Squares(self.board.squares().iter().filter(|square| wanted.contains(&line(*square))).collect())
    }

    fn ranks(&mut self) -> Result<Expression, RegionError> {
        let size = self.board.ranks();
        let rank =
            |word: &str| word.parse::<usize>().ok().filter(|rank| (1..=size).contains(rank)).map(|rank| rank - 1);
        let wanted = self.range(&format!("a rank from 1 to {size}"), &rank)?;
        Ok(self.lines(true, wanted))
    }

    fn files(&mut self) -> Result<Expression, RegionError> {
        let board = self.board;
        let what = format!("a file from a to {}", board.file_name(board.files() - 1));
        let wanted = self.range(&what, &|word| board.file_from_name(word))?;
        Ok(self.lines(false, wanted))
    }

    /// Reads the rest of an expression after `rank` or `file`: one line, or a range of lines.
    fn range(
        &mut self,
        what: &str,
        line: &dyn Fn(&str) -> Option<usize>,
    ) -> Result<std::ops::RangeInclusive<usize>, RegionError> {
        self.at += 1;
        let one = |parser: &mut Self| {
            let found = parser.peek().and_then(line).ok_or(RegionError { off_board: true, ..parser.expected(what) })?;
            parser.at += 1;
            Ok(found)
        };
        let from = one(self)?;
        let to = if self.take("-") { one(self)? } else { from };
        Ok(ordered(from, to))
    }
}

fn ordered(a: usize, b: usize) -> std::ops::RangeInclusive<usize> {
    a.min(b)..=a.max(b)
}

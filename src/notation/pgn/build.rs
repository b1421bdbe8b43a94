//! Games as values, from a stream or a text.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::notation::text::San;
use crate::rules::Outcome;

use super::error::PgnError;
use super::reader::Reader;
use super::value::{Nag, Pgn, PgnMove, Variation};
use super::visitor::Visitor;

/// The games of a stream, one after the other: see [`Reader::games`].
#[derive(Debug)]
pub struct Games<R> {
    reader: Reader<R>,
    builder: Builder,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// The games as values, variations included. After a game with an error, reading goes on with the next one.
    ///
    /// ```
    /// let text = "1. e4 e5 *\n\n[Event \"?\"]\n\n1. e4 {open\n\n[Event \"?\"]\n\n1. d4 *";
    /// let games: Vec<_> = ferz::pgn::Reader::new(text.as_bytes()).games().collect();
    /// assert_eq!((games.len(), games[2].as_ref().unwrap().moves.len()), (3, 1));
    /// let error = games[1].as_ref().unwrap_err();
    /// assert_eq!(error.to_string(), "5:7: the comment is not closed by `}`");
    /// ```
    pub fn games(self) -> Games<R> {
        Games { reader: self, builder: Builder { variations: true }, over: false }
    }
}

impl<R: BufRead> Games<R> {
    /// The reader of the games, for reading the rest in another way.
    pub fn into_reader(self) -> Reader<R> {
        self.reader
    }

    /// The games without their variations.
    pub fn without_variations(mut self) -> Games<R> {
        self.builder.variations = false;
        self
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Pgn, PgnError>;

    fn next(&mut self) -> Option<Result<Pgn, PgnError>> {
        if self.over {
            return None;
        }
        let next = self.reader.read_game(&mut self.builder).transpose();
        self.over = match &next {
            None => true,
            Some(Err(error)) => error.input.is_some(),
            Some(Ok(_)) => false,
        };
        next.map(|game| game.map(|draft| draft.pgn))
    }
}

impl FromStr for Pgn {
    type Err = PgnError;

    /// Reads the first game of a text.
    fn from_str(text: &str) -> Result<Pgn, PgnError> {
        let first = Reader::new(text.as_bytes()).games().next();
        first.unwrap_or_else(|| Err(PgnError::new(1, 1, "there is no game in the text")))
    }
}

/// Makes values.
#[derive(Debug)]
struct Builder {
    /// `true` if variations are kept.
    variations: bool,
}

/// A partly read game.
struct Draft {
    pgn: Pgn,
    /// The open variations, the innermost last.
    open: Vec<Variation>,
}

impl Draft {
    fn comments_and_moves(&mut self) -> (&mut Vec<String>, &mut Vec<PgnMove>) {
        match self.open.last_mut() {
            Some(variation) => (&mut variation.comments, &mut variation.moves),
            None => (&mut self.pgn.comments, &mut self.pgn.moves),
        }
    }
}

impl Visitor for Builder {
    type Game = Draft;

    fn begin(&mut self) -> Draft {
        Draft { pgn: Pgn::default(), open: Vec::new() }
    }

    fn tag(&mut self, game: &mut Draft, name: &str, value: &str) {
        game.pgn.tags.push((name.to_owned(), value.to_owned()));
    }

    fn san(&mut self, game: &mut Draft, san: San) {
        game.comments_and_moves().1.push(PgnMove::new(san));
    }

    fn nag(&mut self, game: &mut Draft, nag: Nag) {
        if let Some(last) = game.comments_and_moves().1.last_mut() {
            last.nags.push(nag);
        }
    }

    fn comment(&mut self, game: &mut Draft, text: &str) {
        let (comments, moves) = game.comments_and_moves();
        moves.last_mut().map_or(comments, |last| &mut last.comments).push(text.to_owned());
    }

    fn begin_variation(&mut self, game: &mut Draft) -> ControlFlow<()> {
        // Before the first move, there is no move that a variation could replace.
        if !self.variations || game.comments_and_moves().1.is_empty() {
            return ControlFlow::Break(());
        }
        game.open.push(Variation::default());
        ControlFlow::Continue(())
    }

    fn end_variation(&mut self, game: &mut Draft) {
        if let Some(variation) = game.open.pop()
            && let Some(last) = game.comments_and_moves().1.last_mut()
        {
            last.variations.push(variation);
        }
    }

    fn result(&mut self, game: &mut Draft, result: Option<Outcome>) {
        game.pgn.result = result;
    }
}

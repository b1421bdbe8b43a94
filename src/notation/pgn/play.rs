//! Converts games in play to PGN, and replays PGN.

use std::fmt;

use crate::fen::ParseFenError;
use crate::game::{Compiled, Game};
use crate::interpreter::Move;
use crate::notation::error::MoveError;
use crate::notation::fen::Fen;
use crate::notation::text::San;
use crate::notation::uci;

use super::value::{Pgn, PgnMove};

impl Pgn {
    /// A game: `start` before the first move, and the moves, each legal where it is played.
    pub fn of(start: &Game, moves: &[Move]) -> Pgn {
        let mut game = start.clone();
        let fen = Fen::of(&mut game);
        let mut written = Vec::with_capacity(moves.len());
        for made in moves {
            written.push(PgnMove::new(San::of(&mut game, made)));
            game.play(made);
        }
        let result = game.end().map(|end| end.outcome);
        let shown = result.map_or_else(|| "*".to_owned(), |result| result.to_string());
        let unknown =
            [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
        let known = [("Result", &*shown), ("Variant", &start.rules().id), ("SetUp", "1"), ("FEN", fen.as_str())];
        let tags = unknown.into_iter().chain(known).map(|(name, value)| (name.to_owned(), value.to_owned()));
        Pgn { tags: tags.collect(), comments: Vec::new(), moves: written, result }
    }

    /// The start of the game: the position of the `FEN` tag, or the start of the variant.
    ///
    /// # Errors
    /// When the position does not belong to the variant, or when no game can go on from it.
    pub fn start(&self, variant: &Compiled) -> Result<Game, ReplayError> {
        let error = |fault| ReplayError { ply: 0, fault };
        match self.tag("FEN") {
            Some(text) => {
                let fen: Result<Fen, _> = text.parse();
                fen.and_then(|fen| fen.game(variant)).map_err(|fen| error(ReplayFault::Fen(fen)))
            }
            None => variant.start().map_err(|start| error(ReplayFault::Fen(ParseFenError::of_start(&start)))),
        }
    }

    /// The moves of the game in a variant, variations left out.
    ///
    /// # Errors
    /// When the game cannot begin, or with the first move that is not legal.
    pub fn replay(&self, variant: &Compiled) -> Result<Vec<Move>, ReplayError> {
        let mut game = self.start(variant)?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (ply, written) in self.moves.iter().enumerate() {
            let made = find(&mut game, &written.san).map_err(|fault| ReplayError { ply: ply + 1, fault })?;
            game.play(&made);
            moves.push(made);
        }
        Ok(moves)
    }
}

/// The move that a text stands for: SAN, or what some programs write instead of it.
fn find(game: &mut Game, san: &San) -> Result<Move, ReplayFault> {
    san.to_move(game).or_else(|error| uci::parse(game, san.as_str()).map_err(|_| ReplayFault::Move(error)))
}

/// The error for a game that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReplayError {
    /// The ply, from 1; 0 before the first.
    pub ply: usize,
    /// The error there.
    pub fault: ReplayFault,
}

/// Reasons why a game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The position at its start.
    Fen(ParseFenError),
    /// A move.
    Move(MoveError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            ReplayFault::Fen(error) => write!(f, "the game cannot start: {error}"),
            ReplayFault::Move(error) => write!(f, "ply {}: {error}", self.ply),
        }
    }
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match &self.fault {
            ReplayFault::Fen(error) => error,
            ReplayFault::Move(error) => error,
        })
    }
}

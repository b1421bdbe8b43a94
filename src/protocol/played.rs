//! A game of a request: its start, its moves, and the position after them.

use std::sync::Arc;

use crate::fairy::answers::Origins;
use crate::game::{Compiled, Game};
use crate::interpreter::Move;
use crate::notation::{self, MoveError};
use crate::rules::Setup;

use super::fields::{Fault, Fields, Refusal};
use super::limits::Budget;
use super::store::Key;

/// A game of a request.
#[derive(Clone)]
pub(super) struct Played {
    /// How the request names the variant.
    pub key: Key,
    pub compiled: Arc<Compiled>,
    /// The position before the moves.
    pub setup: Setup,
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub game: Game,
    /// The pieces before their promotion, for a game that is described as Fairy-Stockfish's libraries do.
    pub origins: Option<Origins>,
    /// The legal moves with their UCI texts, if they have been listed; otherwise empty.
    pub listed: Vec<(String, Move)>,
}

impl Played {
    /// A game without moves.
    pub(super) fn new(key: Key, compiled: Arc<Compiled>, setup: Setup, game: Game) -> Played {
        Played { key, compiled, setup, moves: Vec::new(), game, origins: None, listed: Vec::new() }
    }

    /// Plays the moves of the field `play`.
    pub(super) fn play(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<(), Refusal> {
        for (index, text) in fields.texts("play")?.into_iter().enumerate() {
            budget.go_on()?;
            self.enter(text).map_err(|error| refused("play", index, &error))?;
        }
        Ok(())
    }

    /// Plays a move, in UCI notation or in SAN.
    pub(super) fn enter(&mut self, text: &str) -> Result<(), MoveError> {
        let known = self.listed.iter().find(|(uci, _)| uci == text).map(|(_, made)| *made);
        let made = match known {
            Some(made) => made,
            None => notation::parse(&mut self.game, text)?,
        };
        self.go(&made);
        self.moves.push(made);
        Ok(())
    }

    /// Makes a legal move without recording it.
    pub(super) fn go(&mut self, made: &Move) {
        self.game.play(made);
        if let Some(origins) = &mut self.origins {
            origins.follow(made);
        }
        self.listed.clear();
    }

    /// The game before its first move.
    pub(super) fn start(&self) -> Result<Game, Refusal> {
        let start = self.compiled.game_unchecked(&self.setup);
        start.map_err(|error| Refusal::new(error.to_string()).of(Fault::Position))
    }
}

/// The refusal of a move of a list.
pub(super) fn refused(field: &str, index: usize, error: &MoveError) -> Refusal {
    Refusal::new(format!("`{field}`, move {}: {error}", index + 1)).of(Fault::Move)
}

//! A game in progress with undo, and simple opponents.

mod opponent;
#[cfg(feature = "batch")]
mod round;
#[cfg(feature = "batch")]
mod seats;

use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{self, MoveError, pgn};

pub use opponent::{Opponent, Random};
#[cfg(feature = "batch")]
pub use round::{Round, score};

/// A game with its history.
///
/// ```
/// let mut table = ferz::play::Table::new(ferz::load("chess").unwrap().start().unwrap());
/// assert_eq!(table.play("e2e4").unwrap(), "e4");
/// assert!(table.undo() && !table.undo());
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    game: Game,
    /// The earlier states of the game, each with the move that was made.
    past: Vec<(Game, Move)>,
}

impl Table {
    /// A table with a game, without earlier moves.
    pub fn new(game: Game) -> Table {
        Table { game, past: Vec::new() }
    }

    /// The game in its present state.
    pub fn game(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The moves played.
    pub fn moves(&self) -> Vec<Move> {
        self.past.iter().map(|(_, made)| *made).collect()
    }

    /// Plays a move, in UCI notation or in SAN. Returns its SAN.
    ///
    /// # Errors
    /// When it is not legal here.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let made = notation::parse(&mut self.game, text)?;
        Ok(self.push(made))
    }

    /// Lets an opponent move. Returns the SAN of the move; `None` if there is no legal move.
    pub fn answer(&mut self, opponent: Opponent, random: &mut Random) -> Option<String> {
        let made = opponent.choose(&mut self.game, random)?;
        Some(self.push(made))
    }

    fn push(&mut self, made: Move) -> String {
        let san = notation::san::write(&mut self.game, &made);
        let before = self.game.clone();
        self.game.play(&made);
        self.past.push((before, made));
        san
    }

    /// Takes back the last move. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let last = self.past.pop();
        let was_there = last.is_some();
        if let Some((before, _)) = last {
            self.game = before;
        }
        was_there
    }

    /// The game in PGN.
    pub fn pgn(&self) -> String {
        let start = self.past.first().map_or(&self.game, |(game, _)| game);
        pgn::write(start, &self.moves())
    }
}

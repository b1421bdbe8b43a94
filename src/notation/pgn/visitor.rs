//! Visitors: code that receives the parts of games while they are read.

use std::ops::ControlFlow;

use crate::notation::text::San;
use crate::rules::Outcome;

use super::value::Nag;

/// Receives the parts of a game in the order of the text. All methods have a default that does nothing.
///
/// ```
/// use ferz::pgn::{Reader, Visitor};
///
/// /// Counts moves.
/// struct Plies;
///
/// impl Visitor for Plies {
///     type Game = usize;
///     fn begin(&mut self) -> usize {
///         0
///     }
///     fn san(&mut self, plies: &mut usize, _: ferz::San) {
///         *plies += 1;
///     }
/// }
///
/// let mut reader = Reader::new("1. e4 e5 2. Nf3 *\n\n1. d4 0-1".as_bytes());
/// assert_eq!(reader.read_game(&mut Plies)?, Some(3));
/// assert_eq!(reader.read_game(&mut Plies)?, Some(1));
/// assert_eq!(reader.read_game(&mut Plies)?, None);
/// # Ok::<(), ferz::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// Result for a game.
    type Game;

    /// A game begins.
    fn begin(&mut self) -> Self::Game;

    /// A tag and its value.
    fn tag(&mut self, game: &mut Self::Game, name: &str, value: &str) {
        let _ = (game, name, value);
    }

    /// Called after the tags. `Break` skips the moves.
    fn moves(&mut self, game: &mut Self::Game) -> ControlFlow<()> {
        let _ = game;
        ControlFlow::Continue(())
    }

    /// A move.
    fn san(&mut self, game: &mut Self::Game, san: San) {
        let _ = (game, san);
    }

    /// An assessment of the last move.
    fn nag(&mut self, game: &mut Self::Game, nag: Nag) {
        let _ = (game, nag);
    }

    /// A comment, after the last move or before the first one.
    fn comment(&mut self, game: &mut Self::Game, text: &str) {
        let _ = (game, text);
    }

    /// Called when alternatives to the last move begin; `Break` skips them with all their variations.
    fn begin_variation(&mut self, game: &mut Self::Game) -> ControlFlow<()> {
        let _ = game;
        ControlFlow::Break(())
    }

    /// Called at the end of a variation that was not skipped.
    fn end_variation(&mut self, game: &mut Self::Game) {
        let _ = game;
    }

    /// The result after the moves.
    fn result(&mut self, game: &mut Self::Game, result: Option<Outcome>) {
        let _ = (game, result);
    }
}

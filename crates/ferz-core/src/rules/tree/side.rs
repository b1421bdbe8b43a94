//! Sides, by name and as an expression means them.

use super::PlayerId;
use crate::rules::PieceId;

/// A side, as the own side sees it.
///
/// The own side is the side that makes the move, also with a piece that is not its own. In an attack it is the side that
/// attacks. In an end it is the side that is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The own side.
    Own,
    /// Every other side that is not a partner. If a single side is needed: the next such side to move.
    Enemy,
    /// Sides that win together with the own side.
    Partner,
    /// One of the sides of the game.
    Player(PlayerId),
}

/// The sides of a game: `sides:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The names of the sides in the order in which they move.
    pub order: Vec<String>,
    /// Sides that win together.
    pub partners: Vec<Vec<PlayerId>>,
    /// The pieces that belong to no side: walls, arrows, balls. The file of a position writes them in either case.
    pub neutral: Vec<PieceId>,
}

impl Default for Sides {
    fn default() -> Sides {
        Sides { order: vec!["white".to_owned(), "black".to_owned()], partners: Vec::new(), neutral: Vec::new() }
    }
}

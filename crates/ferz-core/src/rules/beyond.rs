//! Rules that the tables do not hold: their effect is computed for each move.

use super::PieceId;
use super::levels::Levels;
use super::relation::Relations;
use super::takes::Takes;
use super::turns::Turns;

/// Rules for which the generator has to make every move and test the result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Beyond {
    /// Rules about the pieces of a capture.
    pub takes: Takes,
    /// Rules about the relations of pieces by where they stand.
    pub relations: Relations,
    /// The kinds of actions of a turn.
    pub turns: Turns,
    /// Two boards that are drawn as one, for games such as Alice Chess.
    pub levels: Levels,
}

impl Beyond {
    /// Returns `true` if there are no such rules.
    pub fn is_empty(&self) -> bool {
        *self == Beyond::default()
    }

    /// The pieces that a piece can become by these rules.
    pub fn made_of(&self, piece: PieceId) -> Vec<PieceId> {
        let proposals = self.turns.proposals.iter();
        let marks = proposals.flat_map(|proposals| [Some(proposals.mark), proposals.marked(piece)]).flatten();
        let held = Some(self.takes.held_as(piece)).filter(|held| *held != piece);
        marks.chain(self.levels.other(piece)).chain(held).collect()
    }
}

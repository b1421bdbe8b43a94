//! Two boards that are drawn as one.

use super::PieceId;

/// Two boards that are drawn as one. Each piece has a form for each board, and a move changes the form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Levels {
    /// The forms of a piece on the two boards.
    pub forms: Vec<[PieceId; 2]>,
}

impl Levels {
    /// Form of a piece on the other board; `None` if the piece has only one form.
    pub fn other(&self, piece: PieceId) -> Option<PieceId> {
        self.forms.iter().find_map(|forms| match forms {
            [one, other] if *one == piece => Some(*other),
            [other, one] if *one == piece => Some(*other),
            _ => None,
        })
    }
}

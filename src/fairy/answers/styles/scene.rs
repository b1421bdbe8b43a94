//! Facts about a move and its game that the notations need.

use crate::board::{Side, Square};
use crate::game::{Check, Game};
use crate::interpreter::{Move, MoveKind};
use crate::notation::san;
use crate::rules::{PieceId, Rules};

/// A move and the game in which it is played.
pub(super) struct Scene<'a> {
    pub game: &'a Game,
    pub made: &'a Move,
    pub moves: &'a [Move],
}

impl Scene<'_> {
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    pub fn is_drop(&self) -> bool {
        self.made.kind() == MoveKind::Drop
    }

    /// The piece to write; for a drop, the piece that comes onto the board.
    pub fn piece(&self) -> PieceId {
        self.made.promotion().filter(|_| self.is_drop()).unwrap_or(self.made.piece)
    }

    pub fn is_pawn(&self) -> bool {
        san::is_pawn(self.rules(), self.made.piece)
    }

    /// The letters of the piece.
    pub fn letter(&self) -> String {
        letter(self.rules(), self.piece())
    }

    /// The suffix of a promotion: `=Q`.
    pub fn promotion(&self) -> String {
        let choice = self.made.promotion().filter(|_| !self.is_drop());
        choice.map(|choice| format!("={}", letter(self.rules(), choice))).unwrap_or_default()
    }

    pub fn check(&self) -> &'static str {
        match self.game.gives(self.made) {
            Check::None => "",
            Check::Check => "+",
            Check::Mate => "#",
        }
    }

    /// `x` for a capture, otherwise the given sign between a move's squares.
    pub fn sign<'a>(&self, quiet: &'a str) -> &'a str {
        if self.made.is_capture() { "x" } else { quiet }
    }

    /// The start squares of other pieces with the same letters that can move to the same square.
    pub fn rivals(&self) -> impl Iterator<Item = Square> {
        let own = self.letter();
        let same = move |other: &&Move| {
            other.to == self.made.to
                && other.from != self.made.from
                && matches!(other.kind(), MoveKind::Normal | MoveKind::EnPassant)
                && letter(self.rules(), other.piece) == own
        };
        self.moves.iter().filter(same).map(|other| other.from)
    }

    /// The rank counted from Black's edge of the board, from 1.
    pub fn rank_from_top(&self, square: Square) -> usize {
        self.rules().geometry.ranks() - self.rules().geometry.rank(square)
    }

    /// The file counted from White's right, from 1.
    pub fn file_from_right(&self, square: Square) -> usize {
        self.rules().geometry.files() - self.rules().geometry.file(square)
    }

    pub fn side(&self) -> Side {
        self.game.turn()
    }
}

/// SAN letter of a piece.
pub(super) fn letter(rules: &Rules, piece: PieceId) -> String {
    let piece = rules.piece(piece);
    let symbol = if piece.symbol.white.is_empty() { &piece.symbol.black } else { &piece.symbol.white };
    piece.san.clone().unwrap_or_else(|| symbol.to_uppercase())
}

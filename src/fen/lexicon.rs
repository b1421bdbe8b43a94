//! Facts about a variant that reading and writing a FEN needs.

use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::diagnostic::one_of;
use crate::rules::{CastlingNotation, CastlingRule, Condition, HandRule, PieceId, Rules, Tree};

/// Facts about a variant that reading and writing its positions needs.
pub trait Lexicon {
    /// The board.
    fn geometry(&self) -> &Geometry;
    /// The number of pieces.
    fn pieces(&self) -> usize;
    /// The letters of a piece.
    fn symbol(&self, piece: PieceId) -> &BySide<String>;
    /// The name of a piece, for messages.
    fn piece_name(&self, piece: PieceId) -> &str;
    /// The castling moves.
    fn castling(&self) -> &[CastlingRule];
    /// `true` if sides hold pieces in hand.
    fn has_hands(&self) -> bool;
    /// The number of checks that ends the game; `None` if checks are not counted.
    fn checks(&self) -> Option<u16>;
    /// `true` if a countdown limits the moves until mate.
    fn counts_down(&self) -> bool;
    /// `true` if castling rights are ignored in a game without castling. (Some programs write them for any game.)
    fn passes_over_rights(&self) -> bool {
        false
    }
    /// `true` if there are two boards with separate turns.
    fn has_boards(&self) -> bool {
        false
    }
    /// `true` if an en passant square can belong to the side to move. This happens if a side chooses the other side's
    /// move.
    fn keeps_what_passed(&self) -> bool {
        false
    }
    /// The rules in the language of rules, if there are any.
    fn tree(&self) -> Option<&Tree> {
        None
    }
    /// How castling is written.
    fn castling_notation(&self) -> CastlingNotation;
    /// The squares on which unmoved pieces are tracked.
    fn unmoved(&self) -> Option<&BySide<SquareSet>>;
    /// `true` if unmoved pieces matter only to a side with pieces in hand.
    fn gates_need_hand(&self) -> bool;
}

impl Lexicon for Rules {
    fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    fn pieces(&self) -> usize {
        self.pieces.len()
    }

    fn symbol(&self, piece: PieceId) -> &BySide<String> {
        &self.piece(piece).symbol
    }

    fn piece_name(&self, piece: PieceId) -> &str {
        &self.piece(piece).name
    }

    fn castling(&self) -> &[CastlingRule] {
        &self.castling
    }

    fn tree(&self) -> Option<&Tree> {
        (!self.tree.is_empty()).then_some(&self.tree)
    }

    fn keeps_what_passed(&self) -> bool {
        self.beyond.turns.proposals.is_some()
    }

    fn has_boards(&self) -> bool {
        self.beyond.turns.boards.is_some()
    }

    fn has_hands(&self) -> bool {
        self.hand.is_some_and(|hand| hand != HandRule::Unlimited)
    }

    fn passes_over_rights(&self) -> bool {
        self.castling.is_empty() && self.unmoved.is_none()
    }

    fn unmoved(&self) -> Option<&BySide<SquareSet>> {
        self.unmoved.as_ref()
    }

    fn gates_need_hand(&self) -> bool {
        !self.effects.gating.is_empty() && self.hand != Some(HandRule::Captured)
    }

    fn checks(&self) -> Option<u16> {
        self.ends.iter().find_map(|end| match end.condition {
            Condition::Checks { times } => Some(times),
            _ => None,
        })
    }

    fn counts_down(&self) -> bool {
        self.ends.iter().any(|end| matches!(end.condition, Condition::Countdown { .. }))
    }

    fn castling_notation(&self) -> CastlingNotation {
        self.castling_notation
    }
}

/// The letters of all pieces, for messages.
pub(super) fn known_symbols(lexicon: &impl Lexicon) -> String {
    let ids = (0..lexicon.pieces()).map(|index| PieceId::new(index as u8));
    let mut symbols: Vec<&str> = Vec::new();
    for symbol in ids.flat_map(|id| Side::ALL.map(|side| lexicon.symbol(id)[side].as_str())) {
        // Pieces of both sides can have the same symbol.
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    one_of(symbols)
}

//! FENs with the options of Fairy-Stockfish's libraries.

use std::collections::BTreeMap;

use crate::board::Square;
use crate::fen;
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::rules::{HandRule, PieceId};

use super::count;

/// For promoted pieces, by their square: the piece before its promotion.
#[derive(Clone, Default, Debug)]
pub struct Origins(BTreeMap<Square, PieceId>);

impl Origins {
    /// Updates the record after a move.
    pub fn follow(&mut self, made: &Move) {
        let from = self.0.remove(&made.from);
        made.captures().squares().iter().for_each(|square| {
            self.0.remove(square);
        });
        let promoted = made.promotion().filter(|_| made.kind() != MoveKind::Drop).map(|_| made.piece);
        if let Some(origin) = from.or(promoted) {
            self.0.insert(made.to, origin);
        }
    }

    /// The piece that was promoted to the one on a square; `None` if that one is not promoted.
    pub fn get(&self, square: Square) -> Option<PieceId> {
        self.0.get(&square).copied()
    }
}

/// The FEN of a position. `show_promoted` marks promoted pieces even if they keep their form when captured.
/// `count_started` is the ply at which a player began to count moves: 0 means as soon as the rules permit, a negative
/// number never.
pub fn write(game: &Game, origins: &Origins, show_promoted: bool, count_started: i32, chess960: bool) -> String {
    let (rules, mut setup) = (game.rules(), game.setup());
    if show_promoted {
        for square in origins.0.keys() {
            let placed = setup.pieces[square.index()].iter_mut();
            // Promoted forms that have their own symbols show it anyway.
            placed.for_each(|placed| placed.promoted |= !rules.piece(placed.piece).symbol.white.starts_with('+'));
        }
    } else if rules.hand != Some(HandRule::Captured) {
        setup.pieces.iter_mut().flatten().for_each(|placed| placed.promoted = false);
    }
    setup.count = count::begun(rules, &setup, count_started);
    fen::write_with(&setup, rules, chess960)
}

//! The view of a side that sees only the squares of its pieces and those to which they can move.

use crate::board::SquareSet;
use crate::fen;
use crate::game::Game;

/// The FEN with `*` on all other squares.
pub fn write(game: &Game, chess960: bool) -> String {
    let mut seen = SquareSet::EMPTY;
    game.each_piece(&mut |square, placed| {
        if placed.side == game.turn() {
            seen.insert(square);
        }
    });
    for made in game.pseudo_legal_moves() {
        seen.insert(made.to);
        made.captures().squares().iter().for_each(|square| seen.insert(*square));
    }
    let mut setup = game.setup();
    setup.walls = game.rules().geometry.squares() & !seen;
    setup.walls.iter().for_each(|square| setup.pieces[square.index()] = None);
    let whole = game.setup();
    let rules = game.rules();
    let fields = fen::write_with(&whole, rules, chess960);
    let hidden = fen::write_with(&setup, rules, chess960);
    let board = hidden.split(' ').next().unwrap_or_default().to_owned();
    fields.split_once(' ').map_or(board.clone(), |(_, rest)| format!("{board} {rest}"))
}

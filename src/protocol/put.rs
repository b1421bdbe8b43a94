//! The verb `put`: a position with other pieces on some squares.

use serde::Serialize;

use crate::board::{Side, Square};
use crate::fen;
use crate::game::Game;
use crate::rules::{PlacedPiece, Rules, Setup};

use super::fields::{Fields, Refusal};

/// The answer to `put`.
#[derive(Serialize)]
pub(super) struct Changed {
    fen: String,
}

/// The position of a game with the contents that `put` names: the symbol of a piece, `*` for a wall, or an empty text.
pub(super) fn put(game: &Game, fields: Fields<'_>, chess960: bool) -> Result<Changed, Refusal> {
    let (mut setup, rules) = (game.setup(), game.rules());
    for (name, content) in fields.object("put")?.into_iter().flat_map(|put| put.0) {
        let square = rules.geometry.square(name);
        let square = square.ok_or_else(|| Refusal::new(format!("`put`: the board has no square `{name}`")))?;
        let content = content.as_str().ok_or_else(|| Refusal::new(format!("`put`: `{name}` must be a string")))?;
        change(&mut setup, rules, square, content)?;
    }
    if let Some(name) = fields.text("turn")? {
        let side = Side::ALL.into_iter().find(|side| side.name() == name);
        setup.turn = side.ok_or_else(|| Refusal::new("`turn` must be white or black"))?;
    }
    (setup.en_passant, setup.memo) = (None, None);
    Ok(Changed { fen: fen::write_with(&setup, rules, chess960) })
}

/// Puts something on a square. Rights of pieces that stood there end.
fn change(setup: &mut Setup, rules: &Rules, square: Square, content: &str) -> Result<(), Refusal> {
    setup.pieces[square.index()] = None;
    setup.walls.remove(square);
    setup.unmoved.remove(square);
    setup.castling.retain(|right| right.from != square && right.partner != square);
    match content {
        "" => {}
        "*" => setup.walls.insert(square),
        symbol => setup.pieces[square.index()] = Some(placed(rules, symbol)?),
    }
    Ok(())
}

fn placed(rules: &Rules, symbol: &str) -> Result<PlacedPiece, Refusal> {
    let kinds = Side::ALL.into_iter().flat_map(|side| rules.piece_ids().map(move |piece| (piece, side)));
    let found = kinds.into_iter().find(|(piece, side)| rules.piece(*piece).symbol[*side] == symbol);
    let (piece, side) = found.ok_or_else(|| Refusal::new(format!("`put`: no piece has the symbol `{symbol}`")))?;
    Ok(PlacedPiece { piece, side, promoted: false })
}

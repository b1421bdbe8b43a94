//! Code that positions and games share, and their calls of the engine.

use std::collections::BTreeMap;

use ferz::diagnostic::Style;
use ferz::notation::{self, uci};
use ferz::render::text::{self, Picture};
use ferz::{Check, PieceId, San, Side, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::diagnostic::move_error;
use crate::moves::Move;
use crate::values::Piece;
use crate::variant::Variant;

/// The side that a word names.
pub(crate) fn side(word: &str) -> PyResult<Side> {
    let found = Side::ALL.into_iter().find(|side| side.name() == word);
    found.ok_or_else(|| PyValueError::new_err("a side is \"white\" or \"black\""))
}

pub(crate) fn fen(game: &ferz::Game) -> String {
    ferz::fen::write(&game.setup(), game.rules())
}

/// The legal moves for which `wanted` holds, sorted by UCI.
pub(crate) fn listed(game: &ferz::Game, variant: &Variant, wanted: fn(&ferz::Move) -> bool) -> Vec<Move> {
    let moves = notation::list(&mut game.clone()).into_iter().filter(|written| wanted(&written.made));
    moves.map(|written| Move::new(written, variant)).collect()
}

pub(crate) fn uci_moves(game: &ferz::Game) -> Vec<String> {
    uci::list(&game.clone()).into_iter().map(|(text, _)| text).collect()
}

pub(crate) fn parse(py: Python<'_>, game: &ferz::Game, variant: &Variant, text: &str) -> PyResult<Move> {
    let mut game = game.clone();
    let made = notation::parse(&mut game, text.trim()).map_err(|error| move_error(py, &error))?;
    Ok(written(&mut game, variant, &made))
}

/// The legal move that a text in SAN stands for.
pub(crate) fn parse_san(py: Python<'_>, game: &ferz::Game, variant: &Variant, text: &str) -> PyResult<Move> {
    let mut game = game.clone();
    let text = text.trim().trim_end_matches(['!', '?']);
    let illegal = || ferz::MoveError::Illegal { text: text.to_owned() };
    let san: Result<San, _> = text.parse();
    let made = san.map_err(|_| illegal()).and_then(|san| san.to_move(&mut game));
    let made = made.map_err(|error| move_error(py, &error))?;
    Ok(written(&mut game, variant, &made))
}

/// A legal move with its texts.
pub(crate) fn written(game: &mut ferz::Game, variant: &Variant, made: &ferz::Move) -> Move {
    let (uci, san) = (uci::write(game, made), notation::san::write(game, made));
    Move::new(notation::Written { uci, san, made: *made }, variant)
}

/// `True` if a move, or the text of one, is legal.
pub(crate) fn is_legal(made: &Bound<'_, PyAny>, game: &ferz::Game) -> PyResult<bool> {
    if let Ok(made) = made.cast::<Move>() {
        return Ok(game.legal_moves().contains(&made.get().written.made));
    }
    let text: String = made.extract()?;
    Ok(notation::parse(&mut game.clone(), text.trim()).is_ok())
}

/// `True` if a legal move gives check.
pub(crate) fn gives_check(made: &Bound<'_, PyAny>, game: &ferz::Game) -> PyResult<bool> {
    Ok(game.gives(&to_move(made, game)?) != Check::None)
}

/// The square with a name.
pub(crate) fn square(game: &ferz::Game, name: &str) -> PyResult<Square> {
    let found = game.rules().geometry.square(name);
    found.ok_or_else(|| PyValueError::new_err(format!("there is no square `{name}` on this board")))
}

/// The kind of piece with a name.
fn kind(game: &ferz::Game, name: &str) -> PyResult<PieceId> {
    let rules = game.rules();
    let found = rules.piece_ids().find(|piece| rules.piece(*piece).name == name);
    found.ok_or_else(|| PyValueError::new_err(format!("the variant has no piece `{name}`")))
}

/// The piece on a square.
pub(crate) fn piece_at(game: &ferz::Game, name: &str) -> PyResult<Option<Piece>> {
    let rules = game.rules();
    let piece = |placed: ferz::PlacedPiece| Piece {
        name: rules.piece(placed.piece).name.clone(),
        side: placed.side.name().to_owned(),
        symbol: rules.piece(placed.piece).symbol[placed.side].clone(),
        promoted: placed.promoted,
    };
    Ok(game.piece_at(square(game, name)?).map(piece))
}

/// The squares with pieces of a kind and of a side.
pub(crate) fn pieces(game: &ferz::Game, name: Option<&str>, word: Option<&str>) -> PyResult<Vec<String>> {
    let (wanted, owner) = (name.map(|name| kind(game, name)).transpose()?, word.map(side).transpose()?);
    let mut found = Vec::new();
    game.each_piece(&mut |square, placed| {
        if wanted.is_none_or(|piece| piece == placed.piece) && owner.is_none_or(|side| side == placed.side) {
            found.push(game.rules().geometry.name(square));
        }
    });
    Ok(found)
}

/// The squares with pieces of a side that attack a square.
pub(crate) fn attackers(game: &ferz::Game, word: &str, name: &str) -> PyResult<Vec<String>> {
    let found = game.attackers(square(game, name)?, side(word)?);
    Ok(found.iter().map(|square| game.rules().geometry.name(square)).collect())
}

/// The move of a Python argument: a `Move`, which must be legal here, or a text.
pub(crate) fn to_move(made: &Bound<'_, PyAny>, game: &ferz::Game) -> PyResult<ferz::Move> {
    let py = made.py();
    if let Ok(made) = made.cast::<Move>() {
        let made = made.get();
        if game.legal_moves().contains(&made.written.made) {
            return Ok(made.written.made);
        }
        let error = ferz::MoveError::Illegal { text: made.written.uci.clone() };
        return Err(move_error(py, &error));
    }
    let text: String = made.extract()?;
    notation::parse(&mut game.clone(), text.trim()).map_err(|error| move_error(py, &error))
}

pub(crate) fn board(game: &ferz::Game) -> BTreeMap<String, String> {
    let rules = game.rules();
    let mut placed = BTreeMap::new();
    game.each_piece(&mut |square, piece| {
        let symbol = rules.piece(piece.piece).symbol[piece.side].clone();
        let promoted = if piece.promoted { "~" } else { "" };
        placed.insert(rules.geometry.name(square), symbol + promoted);
    });
    placed
}

pub(crate) fn hand(game: &ferz::Game, word: &str) -> PyResult<BTreeMap<String, u16>> {
    let (rules, side) = (game.rules(), side(word)?);
    let held = rules.piece_ids().map(|piece| (rules.piece(piece).name.clone(), game.in_hand(side, piece)));
    Ok(held.filter(|(_, count)| *count > 0).collect())
}

pub(crate) fn view(game: &ferz::Game, word: &str) -> PyResult<String> {
    Ok(ferz::fen::write(&game.view(side(word)?), game.rules()))
}

pub(crate) fn rolls(game: &ferz::Game) -> BTreeMap<String, String> {
    let rules = game.rules();
    let told =
        |(piece, game): (_, ferz::Game)| (rules.piece(piece).name.clone(), ferz::fen::write(&game.setup(), rules));
    game.rolls().into_iter().map(told).collect()
}

pub(crate) fn divide(py: Python<'_>, game: &ferz::Game, depth: u32) -> BTreeMap<String, u64> {
    let game = game.clone();
    py.detach(|| {
        let texts: BTreeMap<ferz::Move, String> =
            uci::list(&game).into_iter().map(|(text, made)| (made, text)).collect();
        game.divide(depth).into_iter().filter_map(|(made, count)| Some((texts.get(&made)?.clone(), count))).collect()
    })
}

/// The board as text.
pub(crate) fn drawn(game: &ferz::Game) -> String {
    let rules = game.rules();
    text::draw(&rules.geometry, &Picture::of_setup(rules, &game.setup()), Style::Plain)
}

/// A picture of a position, as SVG.
pub(crate) fn picture(
    rules: &ferz::Rules,
    setup: &ferz::Setup,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    match options {
        None => Ok(ferz::svg(rules, setup)),
        Some(options) => Ok(ferz::svg_as(rules, setup, &crate::picture::shown(rules, options)?)),
    }
}

/// A thread pool; 0 means one thread for each processor.
pub(crate) fn pool(threads: usize) -> PyResult<rayon::ThreadPool> {
    let most = ferz::most_threads();
    if threads > most {
        return Err(PyValueError::new_err(format!(
            "threads: at most {most} are allowed on this machine, not {threads}"
        )));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Counts the leaf nodes below a position, without the GIL. `threads` is the number of threads; 0 uses all
/// processors.
pub(crate) fn perft(py: Python<'_>, game: &ferz::Game, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
    let table = match hash {
        0 => None,
        megabytes => Some(ferz::Table::new(megabytes).map_err(|error| PyValueError::new_err(error.to_string()))?),
    };
    let count = |game: &ferz::Game, depth: u32| match &table {
        None => game.perft(depth),
        Some(table) => game.perft_with(depth, table),
    };
    let pool = if threads == 1 { None } else { Some(pool(threads)?) };
    py.detach(|| {
        let Some(pool) = pool.filter(|_| depth >= 3) else { return Ok(count(game, depth)) };
        let after = |game: &ferz::Game, made: &ferz::Move| {
            let mut next = game.clone();
            next.play(made);
            next
        };
        let first: Vec<ferz::Game> = game.legal_moves().iter().map(|made| after(game, made)).collect();
        let pairs = first.iter().flat_map(|game| game.legal_moves().into_iter().map(move |made| (game, made)));
        let pairs: Vec<(&ferz::Game, ferz::Move)> = pairs.collect();
        Ok(pool.install(|| pairs.par_iter().map(|(game, made)| count(&after(game, made), depth - 2)).sum()))
    })
}

//! Positions for Python, and what positions and games have in common.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use ferz::diagnostic::Style;
use ferz::notation::{self, uci};
use ferz::render::text::{self, Picture};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::diagnostic::move_error;
use crate::game::{Why, explain, side};
use crate::moves::Move;
use crate::variant::Variant;

/// A function and what to give it, by which another process makes a value again.
pub(crate) type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// A position without its past. It never changes; `after` gives the next one.
///
/// Equal positions have the same moves, now and later, so that they can be keys of a dictionary.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Position {
    game: ferz::Game,
    variant: Variant,
}

impl Position {
    pub(crate) fn new(game: ferz::Game, variant: Variant) -> Position {
        Position { game, variant }
    }
}

#[pymethods]
impl Position {
    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        fen(&self.game)
    }

    /// `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.turn().name()
    }

    /// The legal moves, sorted by UCI; none when the game has ended at once.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        listed(&self.game)
    }

    /// The legal moves in UCI notation, sorted: faster than `legal_moves`, which works out SAN too.
    fn uci_moves(&self) -> Vec<String> {
        uci_moves(&self.game)
    }

    /// The legal move that a text stands for, in UCI notation or in SAN. Raises `IllegalMoveError`.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        parse(py, &self.game, text)
    }

    /// The position after a move: a `Move`, or a text in UCI notation or SAN.
    fn after(&self, made: &Bound<'_, PyAny>) -> PyResult<Position> {
        let mut next = self.game.clone();
        next.play(&to_move(made, &self.game)?);
        let again = self.variant.compiled().game_unchecked(&next.setup());
        let again = again.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Position::new(again, self.variant.clone()))
    }

    /// `True` if the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    /// Says in words why a move is legal, or which rule forbids it.
    fn why(&self, made: &str) -> PyResult<Why> {
        explain(&self.game, &self.variant, made)
    }

    /// The pieces on the board: from a square's name to the symbol of the piece, as FENs write it.
    #[getter]
    fn board(&self) -> BTreeMap<String, String> {
        board(&self.game)
    }

    /// The pieces that a side, `"white"` or `"black"`, holds in hand, by name.
    fn hand(&self, side: &str) -> PyResult<BTreeMap<String, u16>> {
        hand(&self.game, side)
    }

    /// What a side sees, as FEN: a square that it does not see is a wall, `*`. Where nothing is hidden it is the whole position.
    fn view(&self, side: &str) -> PyResult<String> {
        view(&self.game, side)
    }

    /// What dice may show before the next move: from the name of a piece to the FEN after that. Empty where none are thrown.
    fn rolls(&self) -> BTreeMap<String, String> {
        rolls(&self.game)
    }

    /// The number of sequences of `depth` legal moves from here.
    #[pyo3(signature = (depth, *, threads=1, hash=0))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
        crate::perft(py, &self.game, depth, threads, hash)
    }

    /// The same number, move by move in UCI notation.
    fn divide(&self, py: Python<'_>, depth: u32) -> BTreeMap<String, u64> {
        divide(py, &self.game, depth)
    }

    /// A picture of the position.
    fn svg(&self) -> String {
        crate::picture(&self.game)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __eq__(&self, other: &Position) -> bool {
        std::sync::Arc::ptr_eq(&self.variant.inner, &other.variant.inner) && self.game.key() == other.game.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.game.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Variant, String)>> {
        Ok((py.import("ferz")?.getattr("_position")?, (self.variant.clone(), self.fen())))
    }

    fn __str__(&self) -> String {
        drawn(&self.game)
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.variant.compiled().rules().id, self.fen())
    }
}

pub(crate) fn fen(game: &ferz::Game) -> String {
    ferz::fen::write(&game.setup(), game.rules())
}

pub(crate) fn listed(game: &ferz::Game) -> Vec<Move> {
    let rules = game.shared_rules();
    notation::list(&mut game.clone()).into_iter().map(|written| Move::new(written, &rules)).collect()
}

pub(crate) fn uci_moves(game: &ferz::Game) -> Vec<String> {
    uci::list(&game.clone()).into_iter().map(|(text, _)| text).collect()
}

pub(crate) fn parse(py: Python<'_>, game: &ferz::Game, text: &str) -> PyResult<Move> {
    let mut game = game.clone();
    let made = notation::parse(&mut game, text.trim()).map_err(|error| move_error(py, &error))?;
    let (uci, san) = (uci::write(&game, &made), notation::san::write(&mut game, &made));
    Ok(Move::new(notation::Written { uci, san, made }, &game.shared_rules()))
}

/// The move that Python means: a move, which must be legal here, or a text.
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
    let told = |(piece, setup)| (rules.piece(piece).name.clone(), ferz::fen::write(&setup, rules));
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

//! Games for Python.

use ferz::{Outcome, Side, pgn, why};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::moves::Move;
use crate::position::{self, Position, Reduced};
use crate::variant::Variant;

/// A game in play: a position with its past, so that repetitions and counts of moves are known.
#[pyclass(module = "ferz")]
#[derive(Clone)]
pub struct Game {
    start: ferz::Game,
    moves: Vec<ferz::Move>,
    /// The game after the moves.
    game: ferz::Game,
    variant: Variant,
    numbered: Numbered,
}

/// The numbers of the legal moves, if anybody has asked for them.
#[derive(Clone, Default)]
struct Numbered {
    known: bool,
    outlines: Vec<ferz::Outline>,
    list: ferz::MoveList,
    numbers: Vec<u32>,
}

/// How a game ended.
#[pyclass(frozen, eq, module = "ferz", get_all)]
#[derive(Clone, PartialEq, Eq)]
pub struct End {
    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    result: String,
    /// `"white"`, `"black"`, or `None` for a draw.
    winner: Option<&'static str>,
    /// What the variant's file calls the end: `"checkmate"`.
    reason: String,
    /// `True` if a player may claim it, so that there are legal moves still.
    claim: bool,
}

#[pymethods]
impl End {
    fn __repr__(&self) -> String {
        format!("<End {} {}>", self.result, self.reason)
    }
}

impl From<ferz::Ended> for End {
    fn from(ended: ferz::Ended) -> End {
        let winner = match ended.outcome {
            Outcome::Won(side) => Some(side.name()),
            Outcome::Draw => None,
        };
        End { result: ended.outcome.to_string(), winner, reason: ended.reason, claim: ended.claim }
    }
}

/// Why a move is legal, or what forbids it.
#[pyclass(frozen, module = "ferz", get_all)]
#[derive(Clone)]
pub struct Why {
    /// The move, as it was written.
    text: String,
    /// `True` if it is legal.
    legal: bool,
    /// What allows it or forbids it, in words; the first rule first.
    reasons: Vec<String>,
    /// For each reason, where the rule is written: `(file, line, column)`, or `None`.
    places: Vec<Option<(String, usize, usize)>>,
}

#[pymethods]
impl Why {
    fn __str__(&self) -> String {
        format!("{} is {}: {}", self.text, if self.legal { "legal" } else { "illegal" }, self.reasons.join("; "))
    }

    fn __repr__(&self) -> String {
        format!("<Why {}>", self.__str__())
    }

    fn __bool__(&self) -> bool {
        self.legal
    }
}

/// Says why a move is legal in a position, or not.
pub(crate) fn explain(game: &ferz::Game, variant: &Variant, text: &str) -> PyResult<Why> {
    let mut game = game.clone();
    let answer = why::explain(&mut game, text.trim()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let loaded = &variant.inner.loaded;
    let place = |note: &why::Note| {
        let span = why::place(&note.reason, game.rules(), loaded.tree.as_ref()?)?;
        let at = loaded.sources.line_column(span);
        Some((loaded.sources.name(span.source).to_owned(), at.line, at.column))
    };
    let places = answer.notes.iter().map(place).collect();
    let reasons = answer.notes.into_iter().map(|note| note.message).collect();
    Ok(Why { text: answer.text, legal: answer.legal, reasons, places })
}

/// The games of a PGN text.
pub(crate) fn from_pgn(variant: &Variant, text: &str) -> PyResult<Vec<Game>> {
    let failed = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let mut games = Vec::new();
    for written in pgn::Reader::new(text.as_bytes()).games() {
        let written = written.map_err(|error| failed(&error))?;
        let compiled = variant.compiled();
        let start = written.start(compiled).map_err(|error| failed(&error))?;
        let mut game = Game::new(start, variant.clone());
        for made in written.replay(compiled).map_err(|error| failed(&error))? {
            game.push(made);
        }
        games.push(game);
    }
    Ok(games)
}

impl Game {
    pub(crate) fn new(game: ferz::Game, variant: Variant) -> Game {
        Game { start: game.clone(), moves: Vec::new(), game, variant, numbered: Numbered::default() }
    }

    fn push(&mut self, made: ferz::Move) {
        self.game.play(&made);
        self.moves.push(made);
        self.numbered.known = false;
    }

    /// Goes back to where so many moves had been played.
    fn rewind(&mut self, plies: usize) {
        self.moves.truncate(plies);
        self.game = self.start.clone();
        self.moves.iter().for_each(|made| self.game.play(made));
        self.numbered.known = false;
    }

    fn numbers(&mut self) -> &[u32] {
        let Numbered { known, outlines, list, numbers } = &mut self.numbered;
        if !*known {
            self.game.outline(outlines);
            self.variant.actions().of_game(&mut self.game, outlines, list, numbers);
            *known = true;
        }
        numbers
    }
}

#[pymethods]
impl Game {
    /// The variant.
    #[getter]
    fn variant(&self) -> Variant {
        self.variant.clone()
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        position::fen(&self.game)
    }

    /// `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.turn().name()
    }

    /// The position, without its past.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let again = self.variant.compiled().game_unchecked(&self.game.setup());
        let again = again.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Position::new(again, self.variant.clone()))
    }

    /// The legal moves, sorted by UCI; none when the game has ended at once.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        position::listed(&self.game)
    }

    /// The legal moves in UCI notation, sorted: faster than `legal_moves`, which works out SAN too.
    fn uci_moves(&self) -> Vec<String> {
        position::uci_moves(&self.game)
    }

    /// The legal move that a text stands for, in UCI notation or in SAN. Raises `IllegalMoveError`.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        position::parse(py, &self.game, text)
    }

    /// Plays a move (a `Move`, or a text in UCI notation or SAN), and gives the game back, so that calls can be chained.
    fn play<'py>(mut this: PyRefMut<'py, Self>, made: &Bound<'py, PyAny>) -> PyResult<PyRefMut<'py, Self>> {
        let made = position::to_move(made, &this.game)?;
        this.push(made);
        Ok(this)
    }

    /// Plays one move after the other: texts in UCI notation or SAN, or `Move`s. At an illegal one the game stays as it was.
    fn play_all<'py>(mut this: PyRefMut<'py, Self>, moves: &Bound<'py, PyAny>) -> PyResult<PyRefMut<'py, Self>> {
        let before = this.moves.len();
        for made in moves.try_iter()? {
            match made.and_then(|made| position::to_move(&made, &this.game)) {
                Ok(made) => this.push(made),
                Err(error) => {
                    this.rewind(before);
                    return Err(error);
                }
            }
        }
        Ok(this)
    }

    /// Takes the last move back; `False` if there is none.
    fn undo(&mut self) -> bool {
        let Some(before) = self.moves.len().checked_sub(1) else { return false };
        self.rewind(before);
        true
    }

    /// The numbers of the legal moves: the same as in `ferz.batch`, whose `action_names` says what each means. The fastest
    /// way to play from Python, with `act`.
    fn legal_actions(&mut self) -> Vec<u32> {
        self.numbers().to_vec()
    }

    /// Plays the legal move with a number, and gives the game back. Raises `IndexError` if no legal move has it.
    fn act(mut this: PyRefMut<'_, Self>, action: u32) -> PyResult<PyRefMut<'_, Self>> {
        let at = this.numbers().iter().position(|number| *number == action);
        let made = at.and_then(|at| this.numbered.list.get(at).copied().or_else(|| this.game.numbered(at)));
        let made = made.ok_or_else(|| PyIndexError::new_err(format!("action {action} is not legal")))?;
        this.push(made);
        Ok(this)
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let rules = self.game.shared_rules();
        let mut before = self.start.clone();
        let listed = self.moves.iter().map(|made| {
            let (uci, san) = (ferz::notation::uci::write(&before, made), ferz::notation::san::write(&mut before, made));
            before.play(made);
            Move::new(ferz::Written { uci, san, made: *made }, &rules)
        });
        listed.collect()
    }

    /// How many plies were played.
    #[getter]
    fn ply(&self) -> usize {
        self.moves.len()
    }

    /// `True` if the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.game.in_check()
    }

    /// The end of the game, or `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<End> {
        self.game.end().map(End::from)
    }

    /// `"1-0"`, `"0-1"`, `"1/2-1/2"`, or `"*"` while it goes on.
    #[getter]
    fn result(&self) -> String {
        self.game.end().map_or_else(|| "*".to_owned(), |end| end.outcome.to_string())
    }

    /// Says in words why a move is legal, or which rule forbids it.
    fn why(&self, made: &str) -> PyResult<Why> {
        explain(&self.game, &self.variant, made)
    }

    /// The pieces on the board: from a square's name to the symbol of the piece, as FENs write it.
    #[getter]
    fn board(&self) -> std::collections::BTreeMap<String, String> {
        position::board(&self.game)
    }

    /// The pieces that a side, `"white"` or `"black"`, holds in hand, by name.
    fn hand(&self, side: &str) -> PyResult<std::collections::BTreeMap<String, u16>> {
        position::hand(&self.game, side)
    }

    /// What a side sees, as FEN: a square that it does not see is a wall, `*`. Where nothing is hidden it is the whole position.
    fn view(&self, side: &str) -> PyResult<String> {
        position::view(&self.game, side)
    }

    /// What dice may show before the next move: from the name of a piece to the FEN after that. Empty where none are thrown.
    fn rolls(&self) -> std::collections::BTreeMap<String, String> {
        position::rolls(&self.game)
    }

    /// The game in PGN.
    #[pyo3(signature = (**tags))]
    fn pgn(&self, tags: Option<std::collections::HashMap<String, String>>) -> String {
        let mut written = ferz::Pgn::of(&self.start, &self.moves);
        let mut tags: Vec<(String, String)> = tags.into_iter().flatten().collect();
        tags.sort_unstable();
        for (name, value) in tags {
            written.set_tag(&name, value);
        }
        written.to_string()
    }

    /// The number of sequences of `depth` legal moves from here.
    #[pyo3(signature = (depth, *, threads=1, hash=0))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
        crate::perft(py, &self.game, depth, threads, hash)
    }

    /// The same number, move by move in UCI notation.
    fn divide(&self, py: Python<'_>, depth: u32) -> std::collections::BTreeMap<String, u64> {
        position::divide(py, &self.game, depth)
    }

    /// A picture of the position.
    fn svg(&self) -> String {
        crate::picture(&self.game)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// A game of its own in the same state.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Variant, String, Vec<String>)>> {
        let moves = self.moves().into_iter().map(|made| made.written.uci).collect();
        let make = py.import("ferz")?.getattr("_game")?;
        Ok((make, (self.variant.clone(), position::fen(&self.start), moves)))
    }

    fn __str__(&self) -> String {
        position::drawn(&self.game)
    }

    fn __repr__(&self) -> String {
        format!("<Game {} {}>", self.variant.compiled().rules().id, self.fen())
    }
}

/// The side that a word means.
pub(crate) fn side(word: &str) -> PyResult<Side> {
    let found = Side::ALL.into_iter().find(|side| side.name() == word);
    found.ok_or_else(|| PyValueError::new_err("a side is \"white\" or \"black\""))
}

//! Games for Python.

use std::collections::BTreeMap;

use ferz::pgn::Reader;
use ferz::{Outcome, Side};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};

use crate::diagnostic::pgn_error;
use crate::moves::{Move, Parts, of_parts, parts};
use crate::position::Position;
use crate::queries::queries;
use crate::search::{self, Asked, Found};
use crate::shared;
use crate::values::{End, Piece};
use crate::variant::{Reduced, Variant};
use crate::why::{Why, explain};

/// A game in play: a position with its history, so that repetitions and counts of moves are known.
///
/// It has a length (the plies played), can be iterated (the moves played), and equals a game of the same variant with the same
/// start, the same moves and the same result.
#[pyclass(module = "ferz")]
#[derive(Clone)]
pub struct Game {
    start: ferz::Game,
    moves: Vec<ferz::Move>,
    /// The game after the moves.
    game: ferz::Game,
    variant: Variant,
    numbered: Numbered,
    /// The end by the players, if they have ended the game.
    declared: Option<End>,
    /// The side that has offered a draw.
    offered: Option<Side>,
}

/// The numbers of the legal moves, computed on first use.
#[derive(Clone, Default)]
struct Numbered {
    known: bool,
    outlines: Vec<ferz::Outline>,
    list: ferz::MoveList,
    numbers: Vec<u32>,
}

/// The content of a pickled `Game`: the variant, the start, the moves, the end by the players, and the offer of a draw.
type Kept = (Variant, String, Vec<Parts>, Option<End>, Option<&'static str>);

/// The games of a PGN text.
pub(crate) fn from_pgn(py: Python<'_>, variant: &Variant, text: &str) -> PyResult<Vec<Game>> {
    let failed = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let mut games = Vec::new();
    for written in Reader::new(text.as_bytes()).games() {
        let written = written.map_err(|error| pgn_error(py, &error))?;
        let compiled = variant.compiled();
        let start = written.start(compiled).map_err(|error| failed(&error))?;
        let mut game = Game::new(start, variant.clone());
        for made in written.replay(compiled).map_err(|error| failed(&error))? {
            game.push(made);
        }
        if let Some(outcome) = written.result {
            game.mark(outcome, written.tag("Termination"));
        }
        games.push(game);
    }
    Ok(games)
}

impl Game {
    pub(crate) fn new(game: ferz::Game, variant: Variant) -> Game {
        let numbered = Numbered::default();
        Game { start: game.clone(), moves: Vec::new(), game, variant, numbered, declared: None, offered: None }
    }

    fn push(&mut self, made: ferz::Move) {
        // An offer stands until the other side has moved.
        if self.offered == Some(!self.game.turn()) {
            self.offered = None;
        }
        self.game.play(&made);
        self.moves.push(made);
        self.numbered.known = false;
    }

    /// Plays a legal move, unless the players have ended the game.
    fn play_on(&mut self, made: ferz::Move) -> PyResult<()> {
        if let Some(end) = &self.declared {
            let message = format!("the game is over by {}: `undo()` goes on with it", end.reason);
            return Err(PyValueError::new_err(message));
        }
        self.push(made);
        Ok(())
    }

    /// Takes moves back until this number of plies is left.
    fn rewind(&mut self, plies: usize) {
        self.moves.truncate(plies);
        self.game = self.start.clone();
        self.moves.iter().for_each(|made| self.game.play(made));
        self.numbered.known = false;
        (self.declared, self.offered) = (None, None);
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

    /// The end of the game, by the players or by the rules.
    fn ended(&self) -> Option<End> {
        self.declared.clone().or_else(|| self.game.end().map(End::from))
    }

    /// Ends the game by the players, if neither they nor the rules have ended it.
    fn declare_end(&mut self, end: End) -> PyResult<()> {
        match self.ended().filter(|end| !end.claim) {
            Some(end) => Err(PyValueError::new_err(format!("the game is over: {} by {}", end.result, end.reason))),
            None => {
                (self.declared, self.offered) = (Some(end), None);
                Ok(())
            }
        }
    }

    /// Stores the result of a PGN if the rules do not give it: then the players have ended the game.
    fn mark(&mut self, outcome: Outcome, termination: Option<&str>) {
        let by_rules = self.game.end().filter(|end| !end.claim || end.outcome == outcome);
        if by_rules.is_none() {
            let reason = termination.filter(|reason| !reason.eq_ignore_ascii_case("normal"));
            self.declared = Some(End::of(outcome, reason.unwrap_or("declared")));
        }
    }

    /// The side that a word names; the side to move without a word.
    fn side(&self, word: Option<&str>) -> PyResult<Side> {
        word.map_or(Ok(self.game.turn()), shared::side)
    }

    /// The keys of the positions before this one.
    fn past(&self) -> Vec<ferz::Key> {
        let mut before = self.start.clone();
        let key = |made: &ferz::Move| {
            let key = before.key();
            before.play(made);
            key
        };
        self.moves.iter().map(key).collect()
    }

    /// The moves played, from a ply on.
    fn written(&self) -> Vec<Move> {
        let mut before = self.start.clone();
        let listed = self.moves.iter().map(|made| {
            let written = shared::written(&mut before, &self.variant, made);
            before.play(made);
            written
        });
        listed.collect()
    }

    fn as_pgn(&self) -> ferz::Pgn {
        let mut written = ferz::Pgn::of(&self.start, &self.moves);
        if let Some(end) = &self.declared {
            written.result = Some(end.outcome());
            written.set_tag("Result", &*end.result);
            let known = ["resignation", "agreement", "declared"].contains(&end.reason.as_str());
            written.set_tag("Termination", if known { "normal" } else { &end.reason });
        }
        written
    }
}

queries!(Game);

#[pymethods]
impl Game {
    /// The position, without its history.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        Ok(Position::new(self.variant.of_setup(&self.game.setup())?, self.variant.clone()))
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> PyResult<Position> {
        Ok(Position::new(self.variant.of_setup(&self.start.setup())?, self.variant.clone()))
    }

    /// Plays a move (a `Move`, or a text in UCI notation or SAN), and returns the game, so that calls can be chained.
    fn play<'py>(mut this: PyRefMut<'py, Self>, made: &Bound<'py, PyAny>) -> PyResult<PyRefMut<'py, Self>> {
        let made = shared::to_move(made, &this.game)?;
        this.play_on(made)?;
        Ok(this)
    }

    /// Plays several moves: texts in UCI notation or SAN, or `Move`s. If one of them is illegal, none is played.
    fn play_all<'py>(mut this: PyRefMut<'py, Self>, moves: &Bound<'py, PyAny>) -> PyResult<PyRefMut<'py, Self>> {
        let before = this.moves.len();
        for made in moves.try_iter()? {
            let played = made.and_then(|made| shared::to_move(&made, &this.game)).and_then(|made| this.play_on(made));
            if let Err(error) = played {
                if this.moves.len() > before {
                    this.rewind(before);
                }
                return Err(error);
            }
        }
        Ok(this)
    }

    /// Plays a move (a `Move`, or a text in UCI notation or SAN).
    #[pyo3(name = "push")]
    fn push_any(&mut self, made: &Bound<'_, PyAny>) -> PyResult<()> {
        let made = shared::to_move(made, &self.game)?;
        self.play_on(made)
    }

    /// Plays a move in SAN, and returns it.
    fn push_san(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let made = shared::parse_san(py, &self.game, &self.variant, text)?;
        self.play_on(made.written.made)?;
        Ok(made)
    }

    /// Takes back the last move, or the end if the players have ended the game. Returns `False` if there is neither.
    fn undo(&mut self) -> bool {
        if self.declared.take().is_some() {
            return true;
        }
        let Some(before) = self.moves.len().checked_sub(1) else { return false };
        self.rewind(before);
        true
    }

    /// Takes back the last move and returns it. Raises `IndexError` if there is none.
    fn pop(&mut self) -> PyResult<Move> {
        let Some(last) = self.moves.last().copied() else {
            return Err(PyIndexError::new_err("no move has been played"));
        };
        self.rewind(self.moves.len() - 1);
        Ok(shared::written(&mut self.game.clone(), &self.variant, &last))
    }

    /// The numbers of the legal moves, as in `ferz.batch`. Its `action_names` lists their meanings. The fastest way to
    /// play from Python, with `act`.
    fn legal_actions(&mut self) -> Vec<u32> {
        self.numbers().to_vec()
    }

    /// Plays the legal move with a number, and returns the game. Raises `IndexError` if no legal move has this number.
    fn act(mut this: PyRefMut<'_, Self>, action: u32) -> PyResult<PyRefMut<'_, Self>> {
        let at = this.numbers().iter().position(|number| *number == action);
        let made = at.and_then(|at| this.numbered.list.get(at).copied().or_else(|| this.game.numbered(at)));
        let made = made.ok_or_else(|| PyIndexError::new_err(format!("action {action} is not legal")))?;
        this.play_on(made)?;
        Ok(this)
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.written()
    }

    /// The number of plies played.
    #[getter]
    fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The end of the game, by the rules or by the players, or `None` while it goes on.
    #[getter]
    fn end(&self) -> Option<End> {
        self.ended()
    }

    /// `"1-0"`, `"0-1"`, `"1/2-1/2"`, or `"*"` while it goes on.
    #[getter]
    fn result(&self) -> String {
        self.ended().map_or_else(|| "*".to_owned(), |end| end.result)
    }

    /// Resigns the game for `side`, or for the side to move.
    #[pyo3(signature = (side=None))]
    fn resign(&mut self, side: Option<&str>) -> PyResult<End> {
        let end = End::of(Outcome::Won(!self.side(side)?), "resignation");
        self.declare_end(end.clone())?;
        Ok(end)
    }

    /// Offers a draw for `side`, or for the side to move. The offer stands until the other side accepts it, declines it
    /// or moves. If the other side's offer stands, this accepts it.
    #[pyo3(signature = (side=None))]
    fn offer_draw(&mut self, side: Option<&str>) -> PyResult<()> {
        let side = self.side(side)?;
        if self.offered == Some(!side) {
            return self.accept_draw().map(|_| ());
        }
        if let Some(end) = self.ended().filter(|end| !end.claim) {
            return Err(PyValueError::new_err(format!("the game is over: {} by {}", end.result, end.reason)));
        }
        self.offered = Some(side);
        Ok(())
    }

    /// The side whose offer of a draw stands, or `None`.
    #[getter]
    fn draw_offer(&self) -> Option<&'static str> {
        self.offered.map(Side::name)
    }

    /// Accepts the offer of a draw. Raises `ValueError` if none stands.
    fn accept_draw(&mut self) -> PyResult<End> {
        if self.offered.is_none() {
            return Err(PyValueError::new_err("no side has offered a draw"));
        }
        let end = End::of(Outcome::Draw, "agreement");
        self.declare_end(end.clone())?;
        Ok(end)
    }

    /// Declines the offer of a draw.
    fn decline_draw(&mut self) {
        self.offered = None;
    }

    /// Ends the game by an end that the rules let a player claim, such as a repetition. Raises `ValueError` if there is none.
    fn claim(&mut self) -> PyResult<End> {
        let end = self.ended().filter(|end| end.claim);
        let end = end.ok_or_else(|| PyValueError::new_err("no player may claim the end of the game here"))?;
        let end = End { claim: false, ..end };
        self.declare_end(end.clone())?;
        Ok(end)
    }

    /// Ends the game by a draw that the rules let a player claim. Raises `ValueError` if there is none.
    fn claim_draw(&mut self) -> PyResult<End> {
        match self.ended() {
            Some(end) if end.claim && end.winner.is_none() => self.claim(),
            _ => Err(PyValueError::new_err("no player may claim a draw here")),
        }
    }

    /// Ends the game with a result for a reason that the rules do not know: `declare("0-1", "time forfeit")`.
    #[pyo3(signature = (result, reason="declared"))]
    fn declare(&mut self, py: Python<'_>, result: &str, reason: &str) -> PyResult<End> {
        let made = py.get_type::<End>().call1((result, reason))?;
        let end: End = made.cast::<End>()?.get().clone();
        self.declare_end(end.clone())?;
        Ok(end)
    }

    /// The game in PGN. Raises `ValueError` if the name of a tag is more than letters, digits and `_`.
    #[pyo3(signature = (**tags))]
    fn pgn(&self, tags: Option<BTreeMap<String, String>>) -> PyResult<String> {
        let mut written = self.as_pgn();
        for (name, value) in tags.into_iter().flatten() {
            crate::pgn::check_tag(&name)?;
            written.set_tag(&name, value);
        }
        Ok(written.to_string())
    }

    /// An independent copy of the game.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    /// `True`, even before the first move. (The length would be 0.)
    fn __bool__(&self) -> bool {
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.written().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if !index.is_instance_of::<PySlice>() {
            let index: isize = index.extract()?;
            let at = if index < 0 { index + self.moves.len() as isize } else { index };
            if !(0..self.moves.len() as isize).contains(&at) {
                return Err(PyIndexError::new_err(format!("there is no move {index}")));
            }
        }
        self.written().into_pyobject(py)?.get_item(index)
    }

    fn __eq__(&self, other: &Game) -> bool {
        let result = |game: &Game| game.ended().map(|end| (end.result, end.claim));
        self.variant.is_same(&other.variant)
            && self.start.setup() == other.start.setup()
            && self.moves == other.moves
            && result(self) == result(other)
    }

    /// A game made again in another process.
    #[staticmethod]
    fn _again(
        variant: &Variant,
        start: &str,
        moves: Vec<Parts>,
        declared: Option<End>,
        offered: Option<&str>,
    ) -> PyResult<Game> {
        let mut game = Game::new(variant.kept_setup(start)?, variant.clone());
        for parts in moves {
            let made =
                of_parts(variant.compiled().rules(), parts).filter(|made| game.game.legal_moves().contains(made));
            let made = made.ok_or_else(|| PyValueError::new_err("a move of the pickled game is not legal"))?;
            game.push(made);
        }
        (game.declared, game.offered) = (declared, offered.map(shared::side).transpose()?);
        Ok(game)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Kept>> {
        let again = py.get_type::<Game>().getattr("_again")?;
        let moves = self.moves.iter().map(parts).collect();
        let start = Variant::keep_setup(&self.start.setup())?;
        Ok((again, (self.variant.clone(), start, moves, self.declared.clone(), self.draw_offer())))
    }

    fn __repr__(&self) -> String {
        format!("<Game {} {}>", self.variant.compiled().rules().id, shared::fen(&self.game))
    }
}

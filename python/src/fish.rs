//! State behind `ferz.pyffish`: a variant with the positions of recent calls.

use std::sync::{Arc, Mutex, OnceLock};

use ferz::fairy::answers::{self, Origins, Style};
use ferz::notation::uci;
use ferz::rules::CastlingNotation;
use ferz::{Compiled, Game, Move, Outcome, Side};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::variant::Variant;

/// The number of cached positions.
const KEPT: usize = 16;

/// A variant for `ferz.pyffish`. Recent positions are cached: a list of moves that extends one of them is not
/// replayed from the start.
#[pyclass(frozen, module = "ferz")]
pub struct Fish {
    compiled: Compiled,
    chess960: bool,
    kept: Mutex<Vec<Arc<Kept>>>,
}

/// A cached position.
struct Kept {
    fen: String,
    moves: Vec<String>,
    last: Option<Last>,
    origins: Origins,
    game: Game,
    /// The legal moves, computed on first use.
    listed: OnceLock<Vec<String>>,
}

impl Kept {
    fn new(fen: &str, moves: &[String], origins: Origins, game: Game) -> Kept {
        Kept { fen: fen.to_owned(), moves: moves.to_vec(), last: None, origins, game, listed: OnceLock::new() }
    }

    /// Plays the moves one after the other from here.
    fn after(&self, texts: &[&str]) -> PyResult<Kept> {
        let mut next = Kept::new(&self.fen, &self.moves, self.origins.clone(), self.game.clone());
        for (index, text) in texts.iter().enumerate() {
            let made = parse(&mut next.game, text)?;
            let is_last = index + 1 == texts.len();
            next.last = is_last.then(|| Last { before: next.game.clone(), made, origins: next.origins.clone() });
            next.game.play(&made);
            next.moves.push((*text).to_owned());
            next.origins.follow(&made);
        }
        Ok(next)
    }

    fn listed(&self) -> &[String] {
        self.listed.get_or_init(|| {
            let listed = uci::texts(&self.game).into_iter();
            let mut listed: Vec<_> = listed.map(|(text, made)| (place(&made, &text), text)).collect();
            listed.sort_unstable();
            listed.into_iter().map(|(_, text)| text).collect()
        })
    }
}

/// Sort key of a move: its squares, then the beginning of its text, which is enough for most comparisons.
fn place(made: &Move, text: &str) -> u128 {
    let mut beginning = [0; 12];
    let length = text.len().min(beginning.len());
    beginning[..length].copy_from_slice(&text.as_bytes()[..length]);
    let squares = [made.from, made.to].map(|square| square.index() as u128);
    beginning.iter().fold(squares[0] << 16 | squares[1], |key, byte| key << 8 | u128::from(*byte))
}

/// The last move.
#[derive(Clone)]
struct Last {
    before: Game,
    made: Move,
    origins: Origins,
}

impl Fish {
    /// The position after moves.
    fn kept(&self, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<Arc<Kept>> {
        let wanted: Vec<Bound<'_, PyString>> =
            moves.iter().map(|text| Ok(text.cast_into()?)).collect::<PyResult<_>>()?;
        let wanted: Vec<&str> = wanted.iter().map(|text| text.to_str()).collect::<PyResult<_>>()?;
        let begins = |kept: &&Arc<Kept>| {
            kept.moves.len() <= wanted.len() && kept.fen == fen && kept.moves.iter().zip(&wanted).all(|(a, b)| a == b)
        };
        let Ok(mut all) = self.kept.lock() else { return Err(PyValueError::new_err("a call before has failed")) };
        let nearest = all.iter().filter(begins).max_by_key(|kept| kept.moves.len());
        let found = match nearest {
            Some(kept) if kept.moves.len() == wanted.len() => return Ok(kept.clone()),
            Some(kept) => kept.after(&wanted[kept.moves.len()..])?,
            None => Kept::new(fen, &[], Origins::default(), self.start(fen)?).after(&wanted)?,
        };
        let found = Arc::new(found);
        if all.len() == KEPT {
            all.remove(0);
        }
        all.push(found.clone());
        Ok(found)
    }

    fn start(&self, fen: &str) -> PyResult<Game> {
        let refused = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        if fen == "startpos" {
            return self.compiled.start().map_err(|error| refused(&error));
        }
        let setup = answers::read(fen, self.compiled.rules(), self.chess960).map_err(|error| refused(&error))?;
        self.compiled.game_unchecked(&setup).map_err(|error| refused(&error))
    }

    fn value(outcome: Outcome, turn: Side) -> i32 {
        match outcome {
            Outcome::Draw => 0,
            Outcome::Won(side) if side == turn => MATE,
            Outcome::Won(_) => -MATE,
        }
    }
}

/// The value of a won game.
const MATE: i32 = 32_000;

fn parse(game: &mut Game, text: &str) -> PyResult<Move> {
    uci::parse(game, text).map_err(|_| PyValueError::new_err(format!("Invalid move '{text}'")))
}

/// The notation with a number that pyffish uses.
fn style(number: u32) -> PyResult<Style> {
    let style = Style::numbered(u64::from(number));
    style.ok_or_else(|| PyValueError::new_err(format!("there is no notation {number}")))
}

#[pymethods]
impl Fish {
    #[new]
    fn new(variant: &Variant, chess960: bool) -> Fish {
        let mut rules = variant.compiled().rules().clone();
        if chess960 {
            rules.castling_notation = CastlingNotation::KingTakesPartner;
        }
        Fish { compiled: Compiled::new(rules), chess960, kept: Mutex::new(Vec::new()) }
    }

    /// The legal moves in UCI notation.
    fn legal_moves<'py>(&self, py: Python<'py>, fen: &str, moves: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.kept(fen, moves)?.listed())
    }

    /// The FEN after moves.
    fn get_fen(
        &self,
        fen: &str,
        moves: &Bound<'_, PyList>,
        sfen: bool,
        show_promoted: bool,
        count_started: i32,
    ) -> PyResult<String> {
        let kept = self.kept(fen, moves)?;
        let text = answers::write(&kept.game, &kept.origins, show_promoted, count_started, self.chess960);
        Ok(if sfen { answers::sfen(&text, moves.len()) } else { text })
    }

    /// A move in a notation.
    fn get_san(&self, fen: &str, made: &str, notation: u32) -> PyResult<String> {
        let mut game = self.start(fen)?;
        let made = parse(&mut game, made)?;
        Ok(style(notation)?.write(&game, &made))
    }

    /// A line of moves in a notation.
    fn get_san_moves(&self, fen: &str, moves: &Bound<'_, PyList>, notation: u32) -> PyResult<Vec<String>> {
        let (mut game, style) = (self.start(fen)?, style(notation)?);
        let write = |text: Bound<'_, PyAny>| {
            let made = parse(&mut game, text.cast::<PyString>()?.to_str()?)?;
            let text = style.write(&game, &made);
            game.play(&made);
            Ok(text)
        };
        moves.iter().map(write).collect()
    }

    /// Returns `true` if the side to move is in check.
    fn gives_check(&self, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<bool> {
        Ok(self.kept(fen, moves)?.game.in_check())
    }

    /// Returns `true` if a move captures.
    fn is_capture(&self, fen: &str, moves: &Bound<'_, PyList>, made: &str) -> PyResult<bool> {
        Ok(parse(&mut self.kept(fen, moves)?.game.clone(), made)?.is_capture())
    }

    /// The piece that the last move has captured, in the form in which it goes to a partner.
    fn piece_to_partner(&self, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<String> {
        let kept = self.kept(fen, moves)?;
        let Some(Last { before, made, origins }) = &kept.last else { return Ok(String::new()) };
        let Some(square) = made.captures().into_iter().next() else { return Ok(String::new()) };
        let Some(taken) = before.piece_at(square) else { return Ok(String::new()) };
        let rules = before.rules();
        let promotes_to = |id: &ferz::PieceId| {
            let promotion = rules.piece(*id).promotion.as_ref();
            promotion.is_some_and(|promotion| promotion.choices[taken.side].contains(&taken.piece))
        };
        let base = match (origins.get(square), taken.promoted) {
            (Some(origin), _) => rules.piece(origin).captured_as,
            (None, true) => rules.piece_ids().find(promotes_to).unwrap_or(taken.piece),
            (None, false) => rules.piece(taken.piece).captured_as,
        };
        Ok(rules.piece(base).symbol[taken.side].clone())
    }

    /// The result for the side to move, of a game that is over.
    fn game_result(&self, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<i32> {
        let kept = self.kept(fen, moves)?;
        let game = &kept.game;
        Ok(game.end().map_or(0, |end| Fish::value(end.outcome, game.turn())))
    }

    /// `(ended, result)`: whether the game has ended by a rule of the variant, and the result for the side to move.
    fn is_immediate_game_end(&self, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<(bool, i32)> {
        let kept = self.kept(fen, moves)?;
        let end = answers::at_once(&kept.game);
        Ok(end.map_or((false, 0), |outcome| (true, Fish::value(outcome, kept.game.turn()))))
    }

    /// `(claimable, result)`: whether a player may claim the end of the game, and the result for the side to move.
    fn is_optional_game_end(&self, fen: &str, moves: &Bound<'_, PyList>, count_started: i32) -> PyResult<(bool, i32)> {
        let kept = self.kept(fen, moves)?;
        let claim = answers::claim(&kept.game, count_started);
        Ok(claim.map_or((false, 0), |outcome| (true, Fish::value(outcome, kept.game.turn()))))
    }

    /// `(white, black)`: `True` for a side that cannot win by any means.
    fn has_insufficient_material(&self, fen: &str, moves: &Bound<'_, PyList>) -> PyResult<(bool, bool)> {
        let kept = self.kept(fen, moves)?;
        let game = &kept.game;
        let of = |side| answers::is_insufficient(&self.compiled, game, side);
        Ok((of(Side::White), of(Side::Black)))
    }

    /// The error of a FEN, as a number of pyffish; 1 if there is no error.
    fn validate_fen(&self, fen: &str) -> i32 {
        answers::validate(fen, &self.compiled, self.chess960)
    }

    /// The FEN as the side to move sees the board: only its pieces and the squares to which they can move.
    fn get_fog_fen(&self, fen: &str) -> PyResult<String> {
        Ok(answers::fog(&self.start(fen)?, self.chess960))
    }
}

/// Data that Fairy-Stockfish has built in: its configuration as sections, and the notations of variants that do not
/// use SAN.
#[pyfunction]
pub fn fairy_data() -> (&'static str, &'static str) {
    (answers::BUILT_IN, answers::NOTATIONS)
}

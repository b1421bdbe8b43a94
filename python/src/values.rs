//! Plain values for Python: pieces and ends of games. They are equal if their parts are, and can be keys and be pickled.

use ferz::Outcome;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A kind of piece.
#[pyclass(frozen, eq, hash, module = "ferz", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PieceType {
    /// The name, as the file has it.
    pub name: String,
    /// White's symbol.
    pub symbol: String,
    /// Black's symbol.
    pub black_symbol: String,
    /// How it moves, in Betza notation.
    pub moves: String,
    /// `True` if it is royal, at least in some positions.
    pub royal: bool,
}

#[pymethods]
impl PieceType {
    #[new]
    fn new(name: String, symbol: String, black_symbol: String, moves: String, royal: bool) -> PieceType {
        PieceType { name, symbol, black_symbol, moves, royal }
    }

    fn __getnewargs__(&self) -> (&str, &str, &str, &str, bool) {
        (&self.name, &self.symbol, &self.black_symbol, &self.moves, self.royal)
    }

    fn __repr__(&self) -> String {
        format!("<PieceType {} {} {}>", self.name, self.symbol, self.moves)
    }
}

/// A piece on a square.
#[pyclass(frozen, eq, hash, module = "ferz", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The name of its kind, as the file has it.
    pub name: String,
    /// `"white"` or `"black"`.
    pub side: String,
    /// Its symbol, as FENs write it.
    pub symbol: String,
    /// `True` if it is promoted and the variant records this.
    pub promoted: bool,
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (name, side, symbol, promoted=false))]
    fn new(name: String, side: String, symbol: String, promoted: bool) -> Piece {
        Piece { name, side, symbol, promoted }
    }

    fn __getnewargs__(&self) -> (&str, &str, &str, bool) {
        (&self.name, &self.side, &self.symbol, self.promoted)
    }

    fn __str__(&self) -> &str {
        &self.symbol
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} {}>", self.side, self.name)
    }
}

/// How a game ended.
#[pyclass(frozen, eq, hash, from_py_object, module = "ferz", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct End {
    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    pub result: String,
    /// `"white"`, `"black"`, or `None` for a draw.
    pub winner: Option<String>,
    /// Name of the end in the variant's file (`"checkmate"`), or how the players ended the game (`"resignation"`).
    pub reason: String,
    /// `True` if a player may claim the end, so that there are still legal moves.
    pub claim: bool,
}

impl End {
    /// An end with an outcome.
    pub(crate) fn of(outcome: Outcome, reason: &str) -> End {
        let winner = match outcome {
            Outcome::Won(side) => Some(side.name().to_owned()),
            Outcome::Draw => None,
        };
        End { result: outcome.to_string(), winner, reason: reason.to_owned(), claim: false }
    }

    /// The outcome.
    pub(crate) fn outcome(&self) -> Outcome {
        ferz::Side::ALL
            .into_iter()
            .find(|side| self.winner.as_deref() == Some(side.name()))
            .map_or(Outcome::Draw, Outcome::Won)
    }
}

#[pymethods]
impl End {
    /// An end with a result and a reason.
    #[new]
    #[pyo3(signature = (result, reason, claim=false))]
    fn new(result: &str, reason: &str, claim: bool) -> PyResult<End> {
        let outcomes = ferz::Side::ALL.map(Outcome::Won).into_iter().chain([Outcome::Draw]);
        let found = outcomes.into_iter().find(|outcome| outcome.to_string() == result);
        let outcome = found.ok_or_else(|| PyValueError::new_err("a result is \"1-0\", \"0-1\" or \"1/2-1/2\""))?;
        Ok(End { claim, ..End::of(outcome, reason) })
    }

    fn __getnewargs__(&self) -> (&str, &str, bool) {
        (&self.result, &self.reason, self.claim)
    }

    fn __repr__(&self) -> String {
        format!("<End {} {}>", self.result, self.reason)
    }
}

impl From<ferz::Ended> for End {
    fn from(ended: ferz::Ended) -> End {
        End { claim: ended.claim, ..End::of(ended.outcome, &ended.reason) }
    }
}

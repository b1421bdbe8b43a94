//! A move for Python.

use std::sync::Arc;

use ferz::rules::Rules;
use ferz::{MoveKind, Written};
use pyo3::prelude::*;

/// A legal move of a position.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Move {
    pub(crate) written: Written,
    rules: Arc<Rules>,
}

impl Move {
    pub(crate) fn new(written: Written, rules: &Arc<Rules>) -> Move {
        Move { written, rules: rules.clone() }
    }

    fn name(&self, piece: ferz::PieceId) -> String {
        self.rules.piece(piece).name.clone()
    }
}

#[pymethods]
impl Move {
    /// The move in UCI notation: `e2e4`, `P@e4`.
    #[getter]
    fn uci(&self) -> &str {
        &self.written.uci
    }

    /// The move in standard algebraic notation: `e4`, `Nf3+`.
    #[getter]
    fn san(&self) -> &str {
        &self.written.san
    }

    /// The square where it begins; of a drop, that on which the piece comes.
    #[getter(from_square)]
    fn start(&self) -> String {
        self.rules.geometry.name(self.written.made.from)
    }

    /// The square where it ends.
    #[getter(to_square)]
    fn end(&self) -> String {
        self.rules.geometry.name(self.written.made.to)
    }

    /// The name of the piece that moves.
    #[getter]
    fn piece(&self) -> String {
        self.name(self.written.made.piece)
    }

    /// The name of the piece that it becomes.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.written.made.promotion.map(|piece| self.name(piece))
    }

    /// The squares on which it takes.
    #[getter]
    fn captures(&self) -> Vec<String> {
        self.written.made.captures.iter().map(|square| self.rules.geometry.name(*square)).collect()
    }

    /// `True` if a piece comes from the hand.
    #[getter]
    fn is_drop(&self) -> bool {
        self.written.made.kind == MoveKind::Drop
    }

    /// `True` if it is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        matches!(self.written.made.kind, MoveKind::Castling { .. })
    }

    /// `True` if it takes anything.
    #[getter]
    fn is_capture(&self) -> bool {
        self.written.made.is_capture()
    }

    fn __str__(&self) -> &str {
        &self.written.uci
    }

    fn __repr__(&self) -> String {
        format!("<Move {} {}>", self.written.uci, self.written.san)
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.written.made == other.written.made && self.written.uci == other.written.uci
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        self.written.made.hash(&mut hasher);
        hasher.finish()
    }
}

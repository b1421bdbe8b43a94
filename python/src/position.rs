//! Positions for Python.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::moves::Move;
use crate::queries::queries;
use crate::search::{self, Asked, Found};
use crate::shared;
use crate::values::Piece;
use crate::variant::{Reduced, Variant};
use crate::why::{Why, explain};

/// A position without history. It never changes; `after` returns the next one.
///
/// Positions are equal if they have the same moves, now and later, and they can be keys of a dictionary.
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

    /// The keys of earlier positions: a position has none.
    fn past(&self) -> Vec<ferz::Key> {
        Vec::new()
    }
}

queries!(Position);

#[pymethods]
impl Position {
    /// The position after a move: a `Move`, or a text in UCI notation or SAN.
    fn after(&self, made: &Bound<'_, PyAny>) -> PyResult<Position> {
        let mut next = self.game.clone();
        next.play(&shared::to_move(made, &self.game)?);
        Ok(Position::new(self.variant.of_setup(&next.setup())?, self.variant.clone()))
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.variant.is_same(&other.variant) && self.game.key() == other.game.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.game.key().hash(&mut hasher);
        hasher.finish()
    }

    /// Rebuilds a pickled position.
    #[staticmethod]
    fn _again(variant: &Variant, setup: &str) -> PyResult<Position> {
        Ok(Position::new(variant.kept_setup(setup)?, variant.clone()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Variant, String)>> {
        let again = py.get_type::<Position>().getattr("_again")?;
        Ok((again, (self.variant.clone(), Variant::keep_setup(&self.game.setup())?)))
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.variant.compiled().rules().id, shared::fen(&self.game))
    }
}

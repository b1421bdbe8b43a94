//! Explains moves for Python: why they are legal or illegal.

use ferz::why;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::variant::Variant;

/// The explanation of a move: why it is legal, or which rule forbids it.
#[pyclass(frozen, eq, hash, module = "ferz", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Why {
    /// The text of the move, as given.
    text: String,
    /// `True` if it is legal.
    legal: bool,
    /// The rules that allow or forbid it, in words, the most important one first.
    reasons: Vec<String>,
    /// For each reason, where the rule is written: `(file, line, column)`, or `None`.
    places: Places,
}

/// Files with lines and columns.
type Places = Vec<Option<(String, usize, usize)>>;

#[pymethods]
impl Why {
    #[new]
    fn new(text: String, legal: bool, reasons: Vec<String>, places: Places) -> Why {
        Why { text, legal, reasons, places }
    }

    fn __getnewargs__(&self) -> (&str, bool, Vec<String>, Places) {
        (&self.text, self.legal, self.reasons.clone(), self.places.clone())
    }

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

/// Explains why a move is legal or illegal in a position.
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

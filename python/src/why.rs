//! Why moves are legal or not, for Python.

use ferz::why;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::variant::Variant;

/// Why a move is legal, or what forbids it.
#[pyclass(frozen, eq, hash, module = "ferz", get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Why {
    /// The move, as it was written.
    text: String,
    /// `True` if it is legal.
    legal: bool,
    /// The rules that allow it or forbid it, in words; the first rule first.
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

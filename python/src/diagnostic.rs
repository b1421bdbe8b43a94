//! Errors in files, positions and moves, for Python.

use std::hash::{Hash, Hasher};

use ferz::diagnostic::Record;
use ferz::source::SourceMap;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(ferz, VariantError, PyValueError, "A variant that cannot be used. `diagnostics` has every problem.");
create_exception!(
    ferz,
    FenError,
    PyValueError,
    "A FEN that is invalid in its variant. `column` has the place, and `help` may have a suggestion."
);
create_exception!(
    ferz,
    IllegalMoveError,
    PyValueError,
    "A text that is not a legal move. `candidates` may have the moves that were meant."
);

create_exception!(
    ferz,
    PgnError,
    PyValueError,
    "A text that is not a game in PGN. `line` and `column` have the place."
);

/// One problem of a variant file.
#[pyclass(frozen, eq, module = "ferz")]
#[derive(Clone, PartialEq, Eq)]
pub struct Diagnostic {
    record: Record,
}

#[pymethods]
impl Diagnostic {
    /// `"error"` or `"warning"`.
    #[getter]
    fn severity(&self) -> &'static str {
        self.record.severity.name()
    }

    /// The name of the check that found it: see `explain`.
    #[getter]
    fn code(&self) -> &'static str {
        self.record.code.name()
    }

    /// The file, or the name of the text.
    #[getter]
    fn file(&self) -> &str {
        &self.record.file
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.record.line
    }

    /// The column, in characters from 1.
    #[getter]
    fn column(&self) -> usize {
        self.record.column
    }

    /// The message.
    #[getter]
    fn message(&self) -> &str {
        &self.record.message
    }

    /// Advice on how to fix it.
    #[getter]
    fn help(&self) -> Option<&str> {
        self.record.help.as_deref()
    }

    /// `True` if the file cannot be used because of it.
    #[getter]
    fn is_error(&self) -> bool {
        self.record.severity == ferz::Severity::Error
    }

    /// One sentence on the check that found it.
    #[getter]
    fn summary(&self) -> &'static str {
        self.record.code.summary()
    }

    fn __hash__(&self) -> u64 {
        let Record { file, line, column, message, .. } = &self.record;
        let mut hasher = std::hash::DefaultHasher::new();
        (self.code(), file, line, column, message).hash(&mut hasher);
        hasher.finish()
    }

    #[new]
    #[pyo3(signature = (severity, code, file, line, column, message, help=None))]
    fn new(
        severity: &str,
        code: &str,
        file: String,
        line: usize,
        column: usize,
        message: String,
        help: Option<String>,
    ) -> PyResult<Diagnostic> {
        let severities = [ferz::Severity::Error, ferz::Severity::Warning];
        let severity = severities.into_iter().find(|known| known.name() == severity);
        let code = ferz::Code::from_name(code);
        let (Some(severity), Some(code)) = (severity, code) else {
            return Err(PyValueError::new_err("no such severity, or no check of that name"));
        };
        Ok(Diagnostic { record: Record { severity, code, file, line, column, message, help } })
    }

    fn __getnewargs__(&self) -> (&str, &str, &str, usize, usize, &str, Option<&str>) {
        let Record { file, line, column, message, help, .. } = &self.record;
        (self.severity(), self.code(), file, *line, *column, message, help.as_deref())
    }

    fn __str__(&self) -> String {
        let Record { severity, code, file, line, column, message, help } = &self.record;
        let help = help.iter().map(|help| format!(" ({help})")).collect::<String>();
        format!("{file}:{line}:{column}: {}[{}]: {message}{help}", severity.name(), code.name())
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {self}>", self = self.__str__())
    }
}

/// All problems as Python sees them.
pub(crate) fn diagnostics(problems: &[ferz::Diagnostic], sources: &SourceMap) -> Vec<Diagnostic> {
    problems.iter().map(|problem| Diagnostic { record: problem.record(sources) }).collect()
}

/// The error for a variant that has problems.
pub(crate) fn variant_error(py: Python<'_>, message: String, problems: Vec<Diagnostic>) -> PyErr {
    with_attribute(py, VariantError::new_err(message), "diagnostics", problems)
}

/// The error for a FEN.
pub(crate) fn fen_error(py: Python<'_>, text: &str, error: &ferz::ParseFenError) -> PyErr {
    let column = text.get(..error.span.start).unwrap_or(text).chars().count() + 1;
    let raised = with_attribute(py, FenError::new_err(error.to_string()), "column", column);
    with_attribute(py, raised, "help", error.help.clone())
}

/// The error for a text that is not a legal move.
pub(crate) fn move_error(py: Python<'_>, error: &ferz::MoveError) -> PyErr {
    let candidates = match error {
        ferz::MoveError::Ambiguous { candidates, .. } => candidates.clone(),
        _ => Vec::new(),
    };
    with_attribute(py, IllegalMoveError::new_err(error.to_string()), "candidates", candidates)
}

/// The error for a text that is not a game.
pub(crate) fn pgn_error(py: Python<'_>, error: &ferz::pgn::PgnError) -> PyErr {
    let raised = with_attribute(py, PgnError::new_err(error.to_string()), "line", error.line);
    with_attribute(py, raised, "column", error.column)
}

fn with_attribute<'py, T: IntoPyObject<'py>>(py: Python<'py>, error: PyErr, name: &str, value: T) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(other) => other,
    }
}

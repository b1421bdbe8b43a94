//! Faults of configuration files.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A fault of a configuration file.
pub(super) fn problem(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, span, message)
}

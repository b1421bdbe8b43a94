//! Places in files where rules are written.

use crate::source::Span;

/// Place where a rule was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// The place in a variant file; `None` for a rule that follows from a default.
    pub span: Option<Span>,
}

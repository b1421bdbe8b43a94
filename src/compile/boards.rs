//! Errors for two boards with turns of their own that are not separate.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::rules::tree::{Set, SetKind};

/// The error for boards that share squares, or that leave some out. Boards that are no areas are not tested.
pub(super) fn shared(rules: &Rules) -> Option<Diagnostic> {
    let boards = rules.tree.turns.as_ref()?.boards.as_ref()?;
    let squares = |set: &Set| match &set.kind {
        SetKind::Area(area) => Some(area.squares.white),
        _ => None,
    };
    let (white, black) = (squares(&boards.white)?, squares(&boards.black)?);
    let apart = (white & black).is_empty() && white | black == rules.geometry.squares();
    let place = boards.black.source.span.filter(|_| !apart)?;
    Some(Diagnostic::error(Code::BadValue, place, "every square must belong to exactly one of the two boards"))
}

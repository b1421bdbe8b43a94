//! Distinguishes the variant's own parts from inherited parts.

use crate::rules::{Rules, Source};
use crate::source::{SourceId, Span};
use crate::variant::{Node, Specification};

/// The variant's own file.
pub(super) const OWN: SourceId = SourceId(0);

/// The place, if it is in the variant's own file.
pub(super) fn own(source: Source) -> Option<Span> {
    source.span.filter(|span| span.source == OWN)
}

/// The place of a piece's moves, if it is in the variant's own file.
pub(super) fn moves_of(spec: &Specification, piece: &str) -> Option<Span> {
    let item = spec.pieces.as_ref()?.0.get(piece)?;
    let moves = item.value.as_ref()?.moves.0.span;
    (moves.source == OWN).then_some(moves)
}

/// The place of a key, if it is in the variant's own file. `path` has the keys from the top of the file to it.
pub(super) fn key(root: &Node, path: &[&str]) -> Option<Span> {
    let (last, outer) = path.split_last()?;
    let map = outer.iter().try_fold(root, |node, key| node.get(key))?.map()?;
    map.get(*last).map(|entry| entry.key).filter(|span| span.source == OWN)
}

/// The place of the setup, if it is in the variant's own file.
pub(super) fn setup(root: &Node) -> Option<Span> {
    root.get("setup").map(|node| node.span).filter(|span| span.source == OWN)
}

/// The place of a rule that is played as a constraint or an effect, if it is in the variant's own file.
pub(super) fn known(rules: &Rules, name: &str) -> Option<Span> {
    rules.known(name).and_then(|rule| own(rule.source))
}

//! Rules that the diagram does not have, with their places.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::variant::Node;

/// Rules that are missing in the diagram.
pub(super) struct Report<'a> {
    tree: &'a Node,
    /// Each with its words.
    found: Vec<(String, Diagnostic)>,
}

impl<'a> Report<'a> {
    pub(super) fn new(tree: &'a Node) -> Report<'a> {
        Report { tree, found: Vec::new() }
    }

    /// Reports a rule. `path` has the keys that lead to it in the variant's file.
    pub(super) fn lacks(&mut self, path: &str, what: impl Into<String>) {
        let mut node = self.tree;
        let mut span = Span::new(SourceId(0), 0..1);
        for key in path.split('/') {
            let Some(entry) = node.map().and_then(|map| map.get(key)) else { break };
            span = entry.key;
            node = &entry.value;
        }
        self.lacks_at(span, what);
    }

    /// Reports a rule at a place.
    pub(super) fn lacks_at(&mut self, span: Span, what: impl Into<String>) {
        let what = what.into();
        let message = format!("the diagram does not say {what}");
        let problem = Diagnostic::warning(Code::NoCounterpart, span, message);
        if !self.found.iter().any(|(_, known)| *known == problem) {
            self.found.push((what, problem));
        }
    }

    /// The words of all rules, and the warnings, in the order of their places.
    pub(super) fn finish(mut self) -> (Vec<String>, Vec<Diagnostic>) {
        self.found.sort_by_key(|(_, problem)| problem.span);
        self.found.into_iter().unzip()
    }
}

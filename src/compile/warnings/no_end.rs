//! `no-end`: see its page in the rule book.

use super::own::OWN;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::source::Span;
use crate::variant::Specification;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, spec: &Specification, problems: &mut Problems) {
    if rules.ends.is_empty() && rules.tree.ends.is_empty() {
        let at = spec.name.as_ref().map_or(Span::new(OWN, 0..0), |name| name.span);
        let help = "add an end, for example `end: {checkmate: {when: {stuck: in_check}, result: loss}}`";
        problems.push(Diagnostic::warning(Code::NoEnd, at, "nothing ends the game").help(help));
    }
}

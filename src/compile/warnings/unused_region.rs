//! `unused-region`: see its page in the rule book.

use super::own::OWN;
use crate::compile::areas::Areas;
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::node::Problems;

pub(super) fn check(areas: &Areas<'_>, problems: &mut Problems) {
    for (name, span) in areas.unused().filter(|(_, span)| span.source == OWN) {
        let message = format!("the region `{name}` is never used");
        let help = "use it, for example in `zone`, `confined`, `on`, `from` or `reached`, or remove it";
        problems.push(Diagnostic::warning(Code::UnusedRegion, span, message).help(help));
    }
}

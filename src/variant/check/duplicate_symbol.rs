//! `duplicate-symbol`: see its page in the rule book.

use std::collections::HashMap;

use super::symbol_form::symbols;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::variant::node::{Phrase, Problems};
use crate::variant::spec::Specification;

pub(super) fn check(spec: &Specification, problems: &mut Problems) {
    let Some(pieces) = &spec.pieces else { return };
    let mut seen: HashMap<(Side, &str), (&str, &Phrase)> = HashMap::new();
    for (name, _, piece) in pieces.iter() {
        for side in Side::ALL {
            let phrase = symbols(&piece.symbol)[side];
            let Some((other, first)) = seen.insert((side, &phrase.text), (name, phrase)) else { continue };
            let message = format!("the symbol `{}` already stands for `{other}`", shorten(&phrase.text));
            problems.push(
                Diagnostic::error(Code::DuplicateSymbol, phrase.span, message)
                    .label(first.span, format!("the symbol of `{other}`"))
                    .help(format!("give `{name}` another letter")),
            );
            break;
        }
    }
}

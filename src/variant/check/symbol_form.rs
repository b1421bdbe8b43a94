//! `bad-symbol`: see its page in the rule book.

use crate::board::BySide;
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::variant::node::{Phrase, Problems};
use crate::variant::spec::{Specification, Symbol};

/// The largest number of `'` after a letter.
const MOST_PRIMES: usize = 3;

/// The symbols as written: one for each side.
pub fn symbols(symbol: &Symbol) -> BySide<&Phrase> {
    match symbol {
        Symbol::Same(phrase) => BySide { white: phrase, black: phrase },
        Symbol::Sides(sides) => BySide { white: &sides.white, black: &sides.black },
    }
}

pub(super) fn check(spec: &Specification, problems: &mut Problems) {
    let Some(pieces) = &spec.pieces else { return };
    for (_, _, piece) in pieces.iter() {
        match &piece.symbol {
            Symbol::Same(phrase) => one(phrase, problems),
            Symbol::Sides(sides) => [&sides.white, &sides.black].into_iter().for_each(|phrase| one(phrase, problems)),
        }
    }
}

fn one(phrase: &Phrase, problems: &mut Problems) {
    let text = phrase.text.as_str();
    let letter = text.strip_prefix('+').unwrap_or(text);
    let primes = letter.len() - letter.trim_end_matches('\'').len();
    let letter = &letter[..letter.len() - primes.min(MOST_PRIMES)];
    let mut chars = letter.chars();
    let (first, rest) = (chars.next(), chars.next());
    if rest.is_none() && first.is_some_and(|c| c.is_ascii_uppercase()) {
        return;
    }
    let message = format!("`{}` cannot be a symbol", shorten(text));
    let problem = Diagnostic::error(Code::BadSymbol, phrase.span, message);
    problems.push(match first {
        Some(c) if rest.is_none() && c.is_ascii_lowercase() => {
            let upper = text.to_uppercase();
            problem.help(format!("write it in upper case, `{upper}`: lower case is Black's")).write(upper)
        }
        _ => problem
            .help("a symbol is one letter from A to Z, with an optional `+` before it and up to three `'` after it"),
    });
}

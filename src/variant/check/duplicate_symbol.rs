//! `duplicate-symbol`: see its page in the rule book.

use std::collections::{HashMap, HashSet};

use super::symbol_form::symbols;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic, Edit, shorten};
use crate::variant::node::{Phrase, Problems};
use crate::variant::spec::Specification;

/// How many free letters are offered.
const MOST_CHOICES: usize = 3;

pub(super) fn check(spec: &Specification, problems: &mut Problems) {
    let Some(pieces) = &spec.pieces else { return };
    let mut seen: HashMap<(Side, &str), (&str, &Phrase)> = HashMap::new();
    for (name, _, piece) in pieces.iter() {
        for side in Side::ALL {
            let phrase = symbols(&piece.symbol)[side];
            let Some((other, first)) = seen.insert((side, &phrase.text), (name, phrase)) else { continue };
            let message = format!("the symbol `{}` already stands for `{other}`", shorten(&phrase.text));
            let problem = Diagnostic::error(Code::DuplicateSymbol, phrase.span, message)
                .label(first.span, format!("the symbol of `{other}`"))
                .help(format!("give `{name}` another letter"));
            problems.push(free_letters(spec, name).into_iter().take(MOST_CHOICES).fold(problem, |problem, letter| {
                problem.choice(format!("Write `{letter}`"), vec![Edit::new(phrase.span, letter)])
            }));
            break;
        }
    }
}

/// The letters that stand for no piece: those of a name first, in its order.
fn free_letters(spec: &Specification, name: &str) -> Vec<String> {
    let pieces = spec.pieces.iter().flat_map(|pieces| pieces.iter());
    let used: HashSet<&str> =
        pieces.flat_map(|(_, _, piece)| Side::ALL.map(|side| symbols(&piece.symbol)[side].text.as_str())).collect();
    let mut letters: Vec<String> = Vec::new();
    for letter in name.chars().map(|letter| letter.to_ascii_uppercase()).chain('A'..='Z') {
        let letter = letter.to_string();
        if letter.chars().all(|letter| letter.is_ascii_uppercase())
            && !used.contains(&*letter)
            && !letters.contains(&letter)
        {
            letters.push(letter);
        }
    }
    letters
}

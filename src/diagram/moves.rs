//! Notations as the script reads them.

use crate::betza::{self, Class, Leg, Limit, Modifier, Move, Notation};
use crate::board::Topology;

/// Moves that versions of the script read differently, each with a chain of legs that has the same meaning and is read alike by all
/// versions.
pub const CHAINS: [(&str, &str); 6] = [
    ("[F?R]", "FyafsF"),
    ("[W?B]", "WyafsW"),
    ("[F-R]", "yafsF"),
    ("[W-B]", "yafsW"),
    ("[W-F]", "mafsW"),
    ("nN", "mafsW"),
];

/// A notation for the script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Translated {
    /// The notation.
    pub(super) text: String,
    /// Parts that mean something else there.
    pub(super) odd: Vec<String>,
}

/// Translates a notation. Without moves, it is `O`: a castling move of no squares, which the script ignores. An empty
/// notation would stand for the moves that the script knows by the piece's name.
pub(super) fn translate(notation: &str, topology: Topology) -> Translated {
    let mut translated = Translated { text: String::new(), odd: Vec::new() };
    let Ok(parsed) = Notation::parse(notation) else {
        translated.odd.push(notation.to_owned());
        return Translated { text: notation.to_owned(), ..translated };
    };
    for part in parsed.moves() {
        let text = plain(part).to_string();
        match CHAINS.iter().find(|(known, _)| *known == text) {
            Some((_, chain)) => translated.text += chain,
            None => {
                translated.text += &text;
                translated.odd.extend(is_odd(part).then_some(text));
            }
        }
    }
    if translated.text.is_empty() {
        translated.text.push('O');
    }
    translated.text = match topology {
        Topology::Cylinder => betza::wrapped(&translated.text, "o"),
        Topology::Torus => betza::wrapped(&translated.text, "oo"),
        _ => translated.text,
    };
    translated
}

/// A move without `c` beside `k`. In the script, `c` would allow all captures.
fn plain(part: &Move) -> Move {
    let mut part = part.clone();
    for leg in part.legs.iter_mut().filter(|leg| leg.modifiers.has(Modifier::RoyalOnly)) {
        leg.modifiers.letters.retain(|letter| letter.modifier != Modifier::Capture);
    }
    part
}

/// Returns `true` if the script has no such move, or reads it in another way.
fn is_odd(part: &Move) -> bool {
    let has = |modifier| part.modifiers().any(|modifiers| modifiers.has(modifier));
    // Versions of the script differ in what blocks an oblique leap, and do not know lame rides.
    let lame = |leg: &Leg| {
        let rides = !matches!(leg.limit(), Limit::Times(1));
        leg.modifiers.has(Modifier::Lame) && (leg.atom.class() == Class::Oblique || rides && !has(Modifier::Initial))
    };
    part.bracket.is_some()
        || has(Modifier::Tame)
        || part.has_repetition()
        || part.modifiers().any(|modifiers| modifiers.count(Modifier::Jump) > 1)
        || part.legs.iter().any(lame)
}

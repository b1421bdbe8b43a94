//! A page's own names of pieces: other names, letters, materials, and names of two words.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Side;
use crate::rules::PieceId;

use super::context::{Context, known_moves, listed};
use super::grammar::GRAMMAR;
use super::model::{Kind, Page};

/// More places of a page are not looked at.
const MOST: usize = 2_000;
/// Names are not longer, in words.
const LONGEST: usize = 3;

/// Phrases between a piece and another name of it.
const CALLED: [&str; 12] = [
    "also called",
    "also known as",
    "better known as",
    "otherwise known as",
    "sometimes called",
    "sometimes known as",
    "commonly called",
    "which we call",
    "known as",
    "called",
    "a.k.a.",
    "aka",
];

/// Learns the names that a page gives to pieces.
pub fn learn(cx: &mut Context<'_>, page: &Page) {
    let texts: Vec<&str> = page
        .blocks
        .iter()
        .filter(|block| !matches!(block.kind, Kind::Diagram | Kind::Remark | Kind::Image { .. }) && !block.generated)
        .map(|block| block.text.as_str())
        .collect();
    let spoken: BTreeSet<String> = texts.iter().flat_map(|text| words(text)).map(|word| word.to_lowercase()).collect();
    of_two_words(cx, &texts);
    for text in texts.iter().take(MOST) {
        of_two_pieces(cx, text);
    }
    for text in texts.iter().take(MOST) {
        bracketed(cx, text, &spoken);
        called(cx, text);
    }
    the_one_left(cx, page, &spoken);
}

/// Where the page names one piece that the rules do not know, and names all pieces of the rules but one, these two are
/// the same.
fn the_one_left(cx: &mut Context<'_>, page: &Page, spoken: &BTreeSet<String>) {
    let said = |name: &str| words(name).all(|word| spoken.contains(word) || spoken.contains(&format!("{word}s")));
    let played = |piece: &PieceId| {
        let held = |side| cx.rules.setup.hands[side].get(piece.index()).is_some_and(|count| *count > 0);
        !cx.placed(*piece, None).is_empty() || Side::ALL.into_iter().any(held)
    };
    let unnamed: Vec<PieceId> =
        cx.rules.piece_ids().filter(played).filter(|piece| !cx.names_of(*piece).any(said)).collect();
    let heading = |kind: &Kind| matches!(kind, Kind::Heading(2..));
    let texts: Vec<(String, bool)> =
        page.blocks.iter().map(|block| (block.text.as_str().to_lowercase(), heading(&block.kind))).collect();
    let moves = |name: &str| {
        let mut said = ["moves", "can", "may", "goes"].map(|verb| format!("the {name} {verb} ")).to_vec();
        said.push(format!("{name}s move "));
        let labels = [format!("{name}:"), format!("{name}s:"), format!("{name} -"), format!("{name} –")];
        let labelled =
            |text: &str| labels.iter().any(|label| text.trim_start_matches(['-', '*', ' ']).starts_with(label));
        let says = |text: &str| said.iter().any(|words| text.contains(words)) || labelled(text);
        texts.iter().any(|(text, heading)| says(text) || *heading && text.trim() == name)
    };
    let names: BTreeSet<&str> = listed("foreign:").filter(|name| cx.piece(name).is_none() && moves(name)).collect();
    // A name is not learned for one piece if another moves as the name says.
    let notation = |piece: PieceId| cx.rules.piece(piece).notation.as_str();
    let others = |name: &str, piece: PieceId| {
        known_moves(name)
            .is_some_and(|moves| cx.rules.piece_ids().any(|other| other != piece && notation(other) == moves))
    };
    if let ([piece], Some(name), 1) = (unnamed.as_slice(), names.first(), names.len())
        && !others(name, *piece)
    {
        cx.learn(name, *piece);
    }
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|word| !word.is_empty())
}

/// Returns `true` if a word is not used in rules and is neither a piece nor a side.
fn is_name(cx: &Context<'_>, word: &str) -> bool {
    let lower = word.to_lowercase();
    let letters = lower.chars().all(|c| c.is_alphabetic() || c == '-');
    letters && lower.len() > 2 && !GRAMMAR.knows(&lower) && cx.piece(&lower).is_none()
}

/// `The prime minister`: a piece of the rules whose name mostly has the same unknown word before it. Where the page
/// mostly says `the minister`, the two are different pieces.
fn of_two_words(cx: &mut Context<'_>, texts: &[&str]) {
    let mut found: BTreeMap<String, (PieceId, BTreeSet<String>, [usize; 2])> = BTreeMap::new();
    let capital = |word: &str| word.starts_with(|c: char| c.is_uppercase());
    for text in texts.iter().take(MOST) {
        let said: Vec<&str> = text.split([' ', '\n']).collect();
        for at in 0..said.len() {
            let name = said[at].trim_matches(|c: char| !c.is_alphanumeric());
            let Some(piece) = cx.piece(name) else { continue };
            let bare = at.checked_sub(1).map_or("", |before| said[before]).trim_start_matches(['(', '"', '“', '*']);
            let plain = bare.chars().all(char::is_alphabetic) && capital(bare) && capital(name);
            let pair = plain && is_name(cx, bare);
            let one = name.to_lowercase().trim_end_matches('s').to_owned();
            let (_, pairs, counts) = found.entry(one.clone()).or_insert((piece, BTreeSet::new(), [0; 2]));
            counts[usize::from(pair)] += 1;
            if pair {
                pairs.insert(format!("{} {one}", bare.to_lowercase()));
            }
        }
    }
    let mostly = |[alone, paired]: [usize; 2]| paired > alone;
    for (piece, pairs, _) in found.into_values().filter(|(_, pairs, counts)| mostly(*counts) && pairs.len() == 1) {
        for name in pairs {
            cx.learn(&name, piece);
        }
    }
}

/// A heading of two names, as `Dragon King`: the first one's whole name.
fn of_two_pieces(cx: &mut Context<'_>, text: &str) {
    let parts: Vec<&str> = text.trim().trim_end_matches(':').split_whitespace().collect();
    let [first, second] = parts.as_slice() else { return };
    let plain = [first, second].iter().all(|word| word.chars().all(char::is_alphabetic));
    if let (Some(piece), Some(_), true) = (cx.piece(first), cx.piece(second), plain) {
        cx.learn(&format!("{first} {second}"), piece);
    }
}

/// The name that ends before a place: the longest that begins with a capital.
fn name_before<'t>(cx: &Context<'_>, text: &'t str) -> Vec<&'t str> {
    let clause = text.rsplit(['.', ',', ';', ':', '(', ')', '\n', '"', '“']).next().unwrap_or_default();
    let all: Vec<&str> = words(clause).collect();
    let last = all.len();
    let mut from = last;
    while from > 0 && last - from < LONGEST {
        let word = all[from - 1];
        let known = cx.piece(word).is_some();
        let capital = word.starts_with(|c: char| c.is_uppercase());
        let part = known || capital && is_name(cx, word);
        if !part {
            break;
        }
        from -= 1;
    }
    all[from..].to_vec()
}

/// `The met (M)`, `the marshal (rook + knight)`: an unknown name, and its meaning.
fn bracketed(cx: &mut Context<'_>, text: &str, spoken: &BTreeSet<String>) {
    for (at, _) in text.match_indices('(').take(MOST) {
        let Some(inner) = text[at + 1..].split(')').next().filter(|inner| inner.len() < 60) else { continue };
        let name = name_before(cx, &text[..at]).join(" ").to_lowercase();
        if name.is_empty() || cx.piece(&name).is_some() || cx.is_foreign(&name) {
            continue;
        }
        let inner = inner.trim().trim_matches(['"', '\'', '“', '”']);
        let unnamed = |piece: &PieceId| words(&cx.name(*piece).to_lowercase()).all(|word| !spoken.contains(word));
        let letter = inner.len() <= 2 && inner.chars().all(|c| c.is_ascii_uppercase() || c == '+');
        let piece = match letter {
            true => cx.rules.piece_with_symbol(inner).map(|(piece, _)| piece),
            false => made_of(cx, inner),
        };
        if let Some(piece) = piece.filter(unnamed) {
            cx.learn(&name, piece);
        }
    }
}

/// The one piece that has the moves of those that are named.
fn made_of(cx: &Context<'_>, text: &str) -> Option<PieceId> {
    if !text.contains(['+', '&']) && !text.contains(" and ") {
        return None;
    }
    let mut parts: Vec<char> = Vec::new();
    for word in words(text) {
        match known_moves(&word.to_lowercase()) {
            Some(moves) => parts.extend(moves.chars()),
            None if ["and", "the", "a", "compound", "combination", "of"].contains(&word.to_lowercase().as_str()) => {}
            None => return None,
        }
    }
    parts.sort_unstable();
    let same = |piece: &PieceId| {
        let mut own: Vec<char> = cx.rules.piece(*piece).notation.chars().collect();
        own.sort_unstable();
        own == parts
    };
    let mut found = cx.rules.piece_ids().filter(same);
    found.next().filter(|_| parts.len() > 1 && found.next().is_none())
}

/// `The general, also called the king`: one name that is known, and one that is not.
fn called(cx: &mut Context<'_>, text: &str) {
    for phrase in CALLED {
        for (at, _) in text.match_indices(phrase).take(20) {
            let sentence = text[..at].rsplit(['.', '!', '?', '\n']).next().unwrap_or_default();
            let before = words(sentence).find_map(|word| cx.piece(word)).filter(|_| sentence.len() < 60);
            let behind = text[at + phrase.len()..].trim_start().trim_start_matches(['"', '“', '\'', '‘']);
            let behind =
                ["the ", "a ", "an "].iter().find_map(|article| behind.strip_prefix(article)).unwrap_or(behind);
            let end = behind.find(|c: char| !c.is_alphanumeric() && !" '’-".contains(c)).unwrap_or(behind.len());
            let names: Vec<&str> = words(&behind[..end]).take_while(|word| is_name(cx, word)).take(LONGEST).collect();
            let Some(piece) = before.filter(|_| !names.is_empty()) else { continue };
            let name = names.join(" ").to_lowercase();
            // `Called by its other name`: what stands in front of verbs is no name.
            if cx.piece(&name).is_none() {
                cx.learn(&name, piece);
            }
        }
    }
}

//! Names of the sides on a page: `the Empire (white)`, `Black (Spartans)`, `White, the Horde, …`, `Red moves first`.

use std::collections::{BTreeSet, HashMap};

use crate::board::Side;
use crate::rules::Look;

use super::context::{Context, listed};
use super::grammar::GRAMMAR;
use super::model::{Kind, Page};

/// More names in a text are not looked at.
const MOST: usize = 400;
/// Words that only introduce another name.
const CALLED: [&str; 9] = ["aka", "a.k.a", "also", "known", "as", "called", "the", "or", "ie"];
/// Verbs of the side that moves first.
const FIRST: [&str; 6] = ["moves first", "move first", "starts", "begins", "goes first", "always moves first"];

/// The names of the sides, in lower case.
pub type Sides = HashMap<String, Side>;

/// A word with the marks around it taken off, and whether only a comma or quotes stand between it and the next.
struct Spoken<'t> {
    word: &'t str,
    opens: bool,
    closes: bool,
}

/// Learns what a page calls the sides.
pub fn learn(cx: &Context<'_>, page: &Page) -> Sides {
    let mut sides = Sides::new();
    // Names with a colour that says nothing about the side.
    let mut armies: BTreeSet<String> = BTreeSet::new();
    for block in page.blocks.iter().filter(|block| !matches!(block.kind, Kind::Diagram | Kind::Remark)) {
        let said: Vec<Spoken<'_>> = block.text.as_str().split([' ', '\n', '/']).map(spoken).take(4 * MOST).collect();
        for at in 0..said.len() {
            glossed(cx, &said, at, &mut sides, &mut armies);
        }
    }
    let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
    other_army(cx, &armies, &text, &mut sides);
    // Where the rules name the sides, a colour means what they say.
    if cx.rules.look.sides == Look::default().sides {
        by_colour(&text, &mut sides);
    }
    for (name, side) in sides.clone() {
        sides.entry(name.trim_end_matches('s').to_owned()).or_insert(side);
        sides.entry(format!("{name}s")).or_insert(side);
    }
    for (army, other) in listed("belongs:").filter_map(|pair| pair.split_once('=')) {
        if let Some(side) = sides.get(army).copied() {
            sides.entry(other.to_owned()).or_insert(side);
        }
    }
    sides
}

fn spoken(part: &str) -> Spoken<'_> {
    let word = part.trim_matches(|c: char| !c.is_alphanumeric());
    let opens = part.starts_with(['(', '“', '"']) && part.contains('(');
    Spoken {
        word: word.trim_end_matches("'s").trim_end_matches("’s"),
        opens,
        closes: part.contains([')', ',', '.', ';']),
    }
}

/// The side that a word is the plain name of.
pub fn plain(cx: &Context<'_>, name: &str) -> Option<Side> {
    let own = Side::ALL.into_iter().find(|side| cx.rules.look.sides[*side].eq_ignore_ascii_case(name));
    // Where the rules call the sides red and white, `black` means the red one.
    let called =
        |colour: &str| Side::ALL.into_iter().find(|side| cx.rules.look.sides[*side].eq_ignore_ascii_case(colour));
    own.or_else(|| match name {
        "white" => Some(called("black").map_or(Side::White, |side| !side)),
        "black" => Some(called("white").map_or(Side::Black, |side| !side)),
        _ => None,
    })
}

/// A name and what is said in brackets or between commas behind it.
fn glossed(cx: &Context<'_>, said: &[Spoken<'_>], at: usize, sides: &mut Sides, armies: &mut BTreeSet<String>) {
    let first = &said[at];
    let mut behind = said[at + 1..].iter();
    let bracketed = behind.clone().next().is_some_and(|next| next.opens);
    let the = at > 0 && said[at - 1].word.eq_ignore_ascii_case("the");
    let named = plain(cx, &first.word.to_lowercase()).is_some();
    let apposed = first.closes && !bracketed && (the || named);
    if first.word.is_empty() || !bracketed && !apposed {
        return;
    }
    let Some(gloss) = behind.by_ref().take(5).find(|next| !CALLED.contains(&next.word.to_lowercase().as_str())) else {
        return;
    };
    // In `Black, White and …` nothing is named; nor does a long remark name anything.
    let other = behind.take(2).find_map(|next| plain(cx, &next.word.to_lowercase()));
    if !gloss.closes && other.is_none() {
        let colour = listed("armies:").any(|one| one == gloss.word.to_lowercase());
        if !colour || !bracketed {
            return;
        }
    }
    let name = |spoken: &Spoken<'_>| {
        let lower = spoken.word.to_lowercase();
        let free = cx.piece(&lower).is_none() && !cx.is_foreign(&lower) && !GRAMMAR.knows(&lower);
        let capital = spoken.word.starts_with(char::is_uppercase) && spoken.word.len() > 2;
        (capital && free && lower.chars().all(char::is_alphabetic)).then_some(lower)
    };
    let side = |spoken: &Spoken<'_>| plain(cx, &spoken.word.to_lowercase());
    match (side(first), name(first), side(gloss), name(gloss)) {
        (None, Some(army), Some(side), _) => {
            sides.insert(army, side);
        }
        (Some(side), _, None, Some(army))
            if bracketed || gloss.closes && first.word.starts_with(char::is_uppercase) =>
        {
            sides.entry(army).or_insert(side);
        }
        (None, Some(army), None, _) if bracketed => {
            if let Some(side) = other.filter(|_| name(gloss).is_none()) {
                sides.entry(army).or_insert(side);
            } else if listed("armies:").any(|one| one == gloss.word.to_lowercase()) {
                armies.insert(army);
            }
        }
        _ => {}
    }
}

/// `The Dynasty (red)` beside `the Kingdom (white)`: the one army without a side is the other side's. By itself it is
/// White's if the page says that it begins.
fn other_army(cx: &Context<'_>, armies: &BTreeSet<String>, text: &str, sides: &mut Sides) {
    let unnamed: Vec<&String> = armies.iter().filter(|name| !sides.contains_key(*name)).collect();
    let [army] = unnamed.as_slice() else { return };
    let known: BTreeSet<Side> = sides.values().copied().collect();
    let begins = text.match_indices(army.as_str()).any(|(at, _)| {
        let behind = text[at + army.len()..].trim_start();
        let behind = behind.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(behind, |(_, rest)| rest);
        FIRST.iter().any(|verb| behind.trim_start().starts_with(verb))
    });
    match known.into_iter().collect::<Vec<_>>().as_slice() {
        [side] => {
            sides.insert((*army).clone(), !*side);
        }
        [] if begins => {
            sides.insert((*army).clone(), cx.rules.setup.turn);
        }
        _ => {}
    }
}

/// `Red moves first`: a colour that the rules do not know names the side that moves first.
fn by_colour(text: &str, sides: &mut Sides) {
    let says = |word: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|other| *other == word).count();
    if says("white") > 0 {
        return;
    }
    let first = |name: &str| {
        FIRST
            .iter()
            .any(|verb| text.contains(&format!("{name} {verb}")) || text.contains(&format!("{name} player {verb}")))
    };
    let colours: Vec<&str> = listed("colours:").filter(|name| says(name) > 0 && !sides.contains_key(*name)).collect();
    for name in &colours {
        let other = colours.len() > 1 && !first(name) && colours.iter().any(|colour| first(colour));
        sides.insert((*name).to_owned(), if other { Side::Black } else { Side::White });
    }
}

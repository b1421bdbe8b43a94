//! Everyday English where the language of rules has words of its own: what to write instead.

use super::tokens::tokens;
use crate::diagnostic::shorten;

/// Returns `true` for a word with which English begins a condition.
pub fn is_conjunction(word: &str) -> bool {
    matches!(word, "when" | "unless" | "if" | "while" | "until")
}

/// The help for the word at which a text stops to be an expression. `before` and `rest` are the text before that word, and
/// the text from it. `is_name` is true for a word that can be the name of a piece, and `wants_notation` where a notation could stand.
pub fn help(before: &str, rest: &str, is_name: &dyn Fn(&str) -> bool, wants_notation: bool) -> Option<String> {
    let mut last = tokens(before).map(|(_, word)| word).collect::<Vec<_>>().into_iter().rev();
    let (one, other) = (last.next().unwrap_or(""), last.next().unwrap_or(""));
    let mut next = tokens(rest).map(|(_, word)| word);
    let (found, after) = (next.next()?, next.next().unwrap_or(""));
    let named = Named { before: is_name(one), found: is_name(found), after: is_name(after) };
    of_sides((one, found), named)
        .or_else(|| of_articles((one, found), named, wants_notation))
        .or_else(|| of_deeds((one, found, after), named))
        .or_else(|| of_conditions(other, (one, found), named))
}

/// Which words around the fault can be names of pieces.
#[derive(Clone, Copy)]
struct Named {
    before: bool,
    found: bool,
    after: bool,
}

/// Words for the two sides.
fn of_sides((before, found): (&str, &str), named: Named) -> Option<String> {
    match before {
        "friendly" | "friend" | "my" | "our" if named.found => Some(format!("write `own {}`", shorten(found))),
        "opposing" | "opponent" | "hostile" | "their" if named.found => {
            Some(format!("write `enemy {}`", shorten(found)))
        }
        _ => None,
    }
}

/// Articles, and the board as a whole.
fn of_articles((before, found): (&str, &str), named: Named, wants_notation: bool) -> Option<String> {
    match (before, found) {
        ("the", "board") => {
            Some("leave out `on the board`: pieces stand there; `any own queen` is true if there is one".to_owned())
        }
        (_, "the") | ("the", _) => Some("leave out `the`: the language has no articles".to_owned()),
        // A notation without quotes begins with a capital letter.
        ("a" | "an", _)
            if named.found && found.starts_with(char::is_lowercase) && (before == "an" || wants_notation) =>
        {
            Some(format!(
                "leave out `{before}`: the language has no articles; a notation stands in double quotes: `a \"N\" away from S`"
            ))
        }
        _ => None,
    }
}

/// Verbs, and kinds of moves without the word between them and their pieces.
fn of_deeds((before, found, after): (&str, &str, &str), named: Named) -> Option<String> {
    let starts_a_set = named.found || matches!(found, "own" | "enemy" | "pieces");
    let what = || match found {
        "own" | "enemy" if named.after => format!("{found} {}", shorten(after)),
        _ => shorten(found),
    };
    match (before, found) {
        ("", "own" | "enemy" | "white" | "black") if matches!(after, "turn" | "turns") => Some(
            "write `turn`: a rule `after: turn` follows each turn, and `own` means the side that has moved".to_owned(),
        ),
        ("capture" | "attack" | "check", _) if starts_a_set => {
            let word = if before == "capture" { "of" } else { "on" };
            Some(format!("write `{before} {word} {}`, or `{before} by {}`", what(), what()))
        }
        ("move" | "castling" | "promotion" | "pass", _) if starts_a_set => {
            Some(format!("write `{before} by {}`", what()))
        }
        ("drop", _) if starts_a_set => Some(format!("write `drop of {}`", what())),
        (_, "leaves" | "leave" | "exits") if named.before => {
            Some(format!("a kind of move comes first: write `move by {} from S`", shorten(before)))
        }
        (_, "enters" | "enter" | "reaches" | "goes" | "steps") if named.before => {
            Some(format!("a kind of move comes first: write `move by {} to S`", shorten(before)))
        }
        _ => None,
    }
}

/// Tests of pieces and squares.
fn of_conditions(other: &str, (before, found): (&str, &str), named: Named) -> Option<String> {
    let help = match (before, found) {
        (_, "next" | "adjacent" | "neighbouring" | "near") => "write `beside S`".to_owned(),
        (_, word) if is_conjunction(word) => {
            "a condition stands under the key `when:` or `unless:` of a rule, and numbers have none".to_owned()
        }
        ("of", "own" | "enemy") if matches!(other, "home" | "twin" | "first") => {
            format!("put the pieces in brackets: `{other} of ({found} pieces)`")
        }
        (mark, "squares") if named.before => {
            format!("`{}` alone means the squares that have this mark", shorten(mark))
        }
        ("in", "check") => "a side is in check, not a piece: write `own side is in check`".to_owned(),
        ("in", "first" | "last") => "write a condition under `when:`, such as `turn number <= 10`".to_owned(),
        (_, "has" | "have" | "had") | ("has" | "have", _) => {
            "write `S is not unmoved` for a piece that has moved, `any S` for one that is there, and `count of S < 3` for a number"
                .to_owned()
        }
        (_, "with") => "a mark stands before the kind, as in `own tired pieces`; a test stands in `S where C`".to_owned(),
        ("of", _) if matches!(other, "value" | "values" | "points" | "strength") => {
            format!("write `worth of {}`; a piece has `worth: 3` under `pieces:`", shorten(found))
        }
        (before, found) if is_square(before) && is_square(found) => {
            format!("join squares by `or`: `{before} or {found}`, or name a region under `regions:`")
        }
        _ => return None,
    };
    Some(help)
}

/// Returns `true` for the name of a square, such as `a1`.
fn is_square(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.len() == 1 && letters.len() < word.len() && letters.starts_with(|c: char| c.is_ascii_lowercase())
}

//! Parses a text into the parts of an expression. Only this file uses pest.

use std::ops::Range;

use ferz_grammar::rules::Grammar;
pub(super) use ferz_grammar::rules::Rule;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};

use super::everyday;
use super::fault::Fault;
use super::tokens::tokens;
use crate::diagnostic::{nearest, shorten};

/// A part of an expression, with its place in the text.
pub(super) type Pair<'a> = pest::iterators::Pair<'a, Rule>;

/// The deepest nesting of brackets and tests. The parser calls itself for each of them.
const MAX_DEPTH: usize = 24;
/// The longest beginning of an expression that is continued, in bytes.
const LONGEST_BEGINNING: usize = 512;
/// The longest expression that is read, in bytes.
const MAX_LENGTH: usize = 1 << 13;

/// The parts of a text, which must be a complete expression of a kind.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Vec<Pair<'_>>, Fault> {
    within_limits(text)?;
    let whole = Grammar::parse(rule, text).map_err(|error| {
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        let wanted = match error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        explain(text, at, &wanted)
    })?;
    Ok(whole.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() != Rule::EOI).collect())
}

/// Returns `true` if a word of the language has this spelling.
pub fn is_word(name: &str) -> bool {
    Grammar::parse(Rule::name, name).map_or(true, |mut pairs| pairs.next().is_none_or(|pair| pair.as_str() != name))
}

/// The words of the language that may stand behind the beginning of a text.
pub fn continuations(before: &str) -> Vec<&'static str> {
    // Nothing behind a text that is too long or too deep would be accepted.
    if before.len() > LONGEST_BEGINNING || before.matches('(').count() > MAX_DEPTH {
        return Vec::new();
    }
    let fits = |word: &&str| begins(&format!("{before}{word}"));
    let mut words: Vec<&'static str> = WORDS.iter().map(|(_, word)| *word).filter(fits).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns `true` if a text is an expression, or could become one with more text behind it.
pub fn begins(text: &str) -> bool {
    [Rule::expression, Rule::deeds].into_iter().any(|rule| match Grammar::parse(rule, text) {
        Ok(_) => true,
        Err(error) => {
            let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
            at >= text.trim_end().len()
        }
    })
}

/// The place of a part.
pub(super) fn range(pair: &Pair<'_>) -> Range<usize> {
    let text = pair.as_str();
    let start = pair.as_span().start() + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

fn within_limits(text: &str) -> Result<(), Fault> {
    if text.len() > MAX_LENGTH {
        return Err(Fault::new(0..text.len(), format!("an expression has at most {MAX_LENGTH} characters"))
            .help("name parts of it under `define:`"));
    }
    let (mut open, mut deep) = (Vec::new(), 0);
    for (at, word) in tokens(text) {
        match word {
            "(" => open.push(at),
            ")" => match open.pop() {
                Some(_) => {}
                None => {
                    return Err(Fault::new(at..at + 1, "`)` without `(`").help("remove it, or add `(` before"));
                }
            },
            "where" | "row" => deep += 1,
            _ => {}
        }
        if open.len() + deep > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} brackets and tests inside each other");
            return Err(Fault::new(at..at + word.len(), message).help("name parts of it under `define:`"));
        }
    }
    match open.pop() {
        Some(at) => Err(Fault::new(at..at + 1, "`(` is never closed").help("add `)` at the end of the bracket")),
        None => Ok(()),
    }
}

/// The error for a text that does not fit the grammar, judging by the place where parsing stopped.
fn explain(text: &str, at: usize, wanted: &[Rule]) -> Fault {
    let at = at + (text[at..].len() - text[at..].trim_start().len());
    let Some((_, found)) = tokens(&text[at..]).next() else { return at_the_end(text, wanted) };
    let place = at..at + found.len();
    let fault = |message: String| Fault::new(place.clone(), message);
    if found.starts_with('"') {
        let message = format!("a notation in quotes, {}, is not allowed here", shorten(found));
        return fault(message).help("write `a \"N\" away from S`, or `joined to S by \"W\"`");
    }
    let sign = match found {
        "," => Some("write `or` between sets, or a list in YAML: `[one, other]`"),
        "&" | "&&" | "|" => Some("write `and` or `or`"),
        "!" => Some("write `not`"),
        "[" | "]" | "{" | "}" => Some("use round brackets"),
        "==" => Some("write `=`"),
        "'" => Some("write notations in double quotes"),
        _ => None,
    };
    if let Some(help) = sign {
        let instead = match found {
            "&" | "&&" => Some("and"),
            "|" => Some("or"),
            "!" => Some("not "),
            "==" => Some("="),
            _ => None,
        };
        return fault(format!("unexpected `{found}`")).help(help).instead(instead);
    }
    let before = tokens(&text[..at]).last().map_or("", |(_, word)| word);
    if let Some(fault) = counted(text, (before, found), place.clone()) {
        return fault;
    }
    if let Some(deed) = deed_of(found).filter(|_| is_name(before)) {
        let message = format!("expected a kind of move first, found `{} {found}`", shorten(before));
        return fault(message).help(format!("write `{deed} by {}`", shorten(before)));
    }
    if let Some(help) = everyday::help(&text[..at], &text[at..], &is_name, wanted.contains(&Rule::notation)) {
        return fault(format!("unexpected `{}`", shorten(found))).help(help);
    }
    let expected = expected(wanted);
    let message = match &expected {
        Some(expected) => format!("expected {expected}, found `{}`", shorten(found)),
        None => format!("unexpected `{}`", shorten(found)),
    };
    if is_name(before) && is_name(found) && nearest(found, fitting(wanted)).is_none() {
        let [before, found] = [before, found].map(shorten);
        let help = format!(
            "write `{before} or {found}` for two kinds, `{found} that {} {before}` for a kind with a mark",
            verb(&found)
        );
        return fault(message).help(help);
    }
    // Behind `in` stands a hand or a store. Another name there means squares.
    let near = if is_word(found) || before == "in" { None } else { near_word(found, wanted) };
    let help = near.map(|near| format!("did you mean `{near}`?"));
    fault(message).instead(near).help(help.unwrap_or_else(|| hint(text, at, found, wanted).to_owned()))
}

/// The verb after the text of a set in a message: `is` for a kind of piece, such as `own rook`.
pub(super) fn verb(set: &str) -> &'static str {
    let is_plural = |(_, word)| matches!(word, "pieces" | "squares" | "walls" | "all" | "or");
    if tokens(set).any(is_plural) { "are" } else { "is" }
}

/// The fault of a number before a set, which needs a word to be a condition or a number.
fn counted(text: &str, (number, found): (&str, &str), place: Range<usize>) -> Option<Fault> {
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let before = text[..place.start].trim_end().strip_suffix(number).filter(|_| is_number)?;
    let is_quantity = ["least", "most", "exactly"].iter().any(|word| before.trim_end().ends_with(word));
    if found == "of" && is_quantity {
        let end = place.end + (text[place.end..].len() - text[place.end..].trim_start().len());
        return Some(Fault::new(place.start..end, "unexpected `of`").help("leave out `of`").instead(Some("")));
    }
    let starts_a_set = is_name(found) && !everyday::is_conjunction(found)
        || matches!(found, "own" | "enemy" | "partner" | "white" | "black" | "pieces");
    if !before.trim().is_empty() || !starts_a_set {
        return None;
    }
    let set = shorten(text[place.start..].trim());
    let message = format!("expected a comparison after `{number}`, found `{found}`");
    Some(
        Fault::new(place, message)
            .help(format!("write `at least {number} {set}`, `exactly {number} {set}` or `count of {set} >= {number}`")),
    )
}

/// The kind of move for a verb after its subject: `capture` for `captures` and `captured`.
fn deed_of(found: &str) -> Option<&'static str> {
    let deeds = ["capture", "move", "drop", "attack", "pass"];
    let endings = ["s", "es", "d", "ed"];
    deeds.into_iter().find(|deed| found.strip_prefix(deed).is_some_and(|ending| endings.contains(&ending)))
}

/// Returns `true` for a word that can be the name of a piece.
fn is_name(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && !is_word(word)
}

fn at_the_end(text: &str, wanted: &[Rule]) -> Fault {
    let end = text.trim_end().len();
    if end == 0 {
        return Fault::new(0..text.len(), "an empty expression").help("write a set, a condition or a kind of move");
    }
    let last = tokens(text).last().map_or("", |(_, word)| word);
    let message = match expected(wanted) {
        Some(expected) => format!("expected {expected} after `{}`", shorten(last)),
        None => format!("the expression is incomplete after `{}`", shorten(last)),
    };
    Fault::new(end..end, message).help(hint(text, end, "", wanted))
}

/// The word of the language that is most similar to an unknown word.
fn near_word(found: &str, wanted: &[Rule]) -> Option<&'static str> {
    nearest(found, fitting(wanted)).or_else(|| {
        let all = WORDS.iter().map(|(_, word)| *word).filter(|word| word.len() > 3);
        nearest(found, all)
    })
}

/// The words of the language that would have been accepted.
fn fitting(wanted: &[Rule]) -> Vec<&'static str> {
    wanted.iter().filter_map(|rule| word_of(*rule)).collect()
}

/// The word that a rule of the grammar stands for.
fn word_of(rule: Rule) -> Option<&'static str> {
    WORDS.iter().find(|(of, _)| *of == rule).map(|(_, word)| *word)
}

/// Returns `true` if a set would have been accepted.
fn wants_set(wanted: &[Rule]) -> bool {
    let set =
        [Rule::simple, Rule::noun, Rule::adjective, Rule::phrase, Rule::choice, Rule::item, Rule::both, Rule::value];
    wanted.iter().any(|rule| set.contains(rule))
}

/// A short description of the text that would have been accepted.
fn expected(wanted: &[Rule]) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    if wants_set(wanted) {
        parts.push("a set".to_owned());
    }
    for (rule, words) in [
        (Rule::notation, "a notation in double quotes, such as \"N\""),
        (Rule::integer, "a whole number"),
        (Rule::name, "a name"),
        (Rule::predicate, "a set or a relation"),
        (Rule::likeness, "`file`, `rank`, `colour`, `kind`, `side`, `board` or `cell of N`"),
        (Rule::action, "a kind of move, such as `capture`"),
        (Rule::deed, "a kind of move, such as `capture`"),
        (Rule::whose, "`own` or `enemy`"),
        (Rule::letters, "the letter of a file"),
        (Rule::status, "`in check`, `mated` or `stuck`"),
    ] {
        if wanted.contains(&rule) && !parts.iter().any(|part| part == words) {
            parts.push(words.to_owned());
        }
    }
    let words = fitting(wanted);
    if parts.is_empty() && words.len() <= 6 {
        parts.extend(words.iter().map(|word| format!("`{word}`")));
    }
    let last = parts.pop()?;
    Some(if parts.is_empty() { last } else { format!("{} or {last}", parts.join(", ")) })
}

/// Help for the place where parsing stopped.
fn hint(text: &str, at: usize, found: &str, wanted: &[Rule]) -> &'static str {
    let before = tokens(&text[..at]).last().map_or("", |(_, word)| word);
    match (before, found) {
        ("own" | "enemy" | "partner" | "white" | "black" | "other" | "royal" | "neutral" | "unmoved", _) => {
            "name the pieces, for example `own pieces` or `enemy rook`"
        }
        (_, "is" | "are") => {
            "a condition has only one `is`; join conditions with `and` or `or`, and put a test in brackets"
        }
        (_, "and") => "`and` joins conditions; for elements of both sets write `S that are T`",
        (_, "then" | "if" | "when" | "unless") => "write conditions under the keys `when:` and `unless:`",
        (_, "to" | "from" | "by" | "of" | "onto") => {
            "write a kind of move before it, such as `move to S` or `capture of S by T`"
        }
        (_, "just" | "beyond" | "between" | "beside" | "on" | "attacked" | "guarded" | "joined")
            if wants_set(wanted) =>
        {
            "write a set before the relation, such as `squares just beyond S from T` or `enemy pieces beside S`"
        }
        ("in", _) => {
            "write `on` for squares, such as `mover is on rank 4`, and nothing for a set, such as `mover is queen`; `in own hand` is for pieces off the board"
        }
        (_, "where") if wants_set(wanted) => {
            "`where` stands behind a set; the square that the mover has left is `origin`, and `before (S)` reads S in the position before the move"
        }
        ("on", "board") => "all pieces stand on the board: leave out `on board`, or name a region after `on`",
        (_, "=" | "<" | ">" | ">=" | "<=") => "compare numbers: `count of S >= 2`, a counter, `turn number`",
        _ if wanted.contains(&Rule::notation) => "write a notation in double quotes: `a \"N\" away from S`",
        _ if wanted.contains(&Rule::EOI) => {
            "the expression could end here; two parts are joined by `or`, `and`, `is` or a relation"
        }
        _ if wants_set(wanted) => {
            "a set is for example `own pieces`, `empty`, `rank 3`, or the name of a piece or a region"
        }
        _ => "`ferz explain bad-rule` has an example; `ferz show VARIANT --rules` prints the rules of any variant",
    }
}

/// The words of the language.
const WORDS: &[(Rule, &str)] = &[
    (Rule::w_a, "a"),
    (Rule::w_own, "own"),
    (Rule::w_enemy, "enemy"),
    (Rule::w_partner, "partner"),
    (Rule::w_neutral, "neutral"),
    (Rule::w_white, "white"),
    (Rule::w_black, "black"),
    (Rule::w_side, "side"),
    (Rule::w_other, "other"),
    (Rule::w_unmoved, "unmoved"),
    (Rule::w_royal, "royal"),
    (Rule::w_empty, "empty"),
    (Rule::w_pieces, "pieces"),
    (Rule::w_piece, "piece"),
    (Rule::w_squares, "squares"),
    (Rule::w_square, "square"),
    (Rule::w_walls, "walls"),
    (Rule::w_passed, "passed"),
    (Rule::w_all, "all"),
    (Rule::w_none, "none"),
    (Rule::w_light, "light"),
    (Rule::w_dark, "dark"),
    (Rule::w_rank, "rank"),
    (Rule::w_ranks, "ranks"),
    (Rule::w_file, "file"),
    (Rule::w_files, "files"),
    (Rule::w_first, "first"),
    (Rule::w_last, "last"),
    (Rule::w_mover, "mover"),
    (Rule::w_origin, "origin"),
    (Rule::w_destination, "destination"),
    (Rule::w_captured, "captured"),
    (Rule::w_chosen, "chosen"),
    (Rule::w_it, "it"),
    (Rule::w_rolled, "rolled"),
    (Rule::w_home, "home"),
    (Rule::w_twin, "twin"),
    (Rule::w_of, "of"),
    (Rule::w_onto, "onto"),
    (Rule::w_row, "row"),
    (Rule::w_before, "before"),
    (Rule::w_beside, "beside"),
    (Rule::w_on, "on"),
    (Rule::w_attacked, "attacked"),
    (Rule::w_guarded, "guarded"),
    (Rule::w_reached, "reached"),
    (Rule::w_by, "by"),
    (Rule::w_attacking, "attacking"),
    (Rule::w_guarding, "guarding"),
    (Rule::w_plainly, "plainly"),
    (Rule::w_freely, "freely"),
    (Rule::w_jointly, "jointly"),
    (Rule::w_lost, "lost"),
    (Rule::w_between, "between"),
    (Rule::w_and, "and"),
    (Rule::w_from, "from"),
    (Rule::w_beyond, "beyond"),
    (Rule::w_just, "just"),
    (Rule::w_line, "line"),
    (Rule::w_through, "through"),
    (Rule::w_the, "the"),
    (Rule::w_in, "in"),
    (Rule::w_away, "away"),
    (Rule::w_joined, "joined"),
    (Rule::w_to, "to"),
    (Rule::w_that, "that"),
    (Rule::w_is, "is"),
    (Rule::w_are, "are"),
    (Rule::w_where, "where"),
    (Rule::w_except, "except"),
    (Rule::w_same, "same"),
    (Rule::w_as, "as"),
    (Rule::w_colour, "colour"),
    (Rule::w_kind, "kind"),
    (Rule::w_board, "board"),
    (Rule::w_cell, "cell"),
    (Rule::w_or, "or"),
    (Rule::w_not, "not"),
    (Rule::w_any, "any"),
    (Rule::w_no, "no"),
    (Rule::w_every, "every"),
    (Rule::w_at, "at"),
    (Rule::w_least, "least"),
    (Rule::w_most, "most"),
    (Rule::w_exactly, "exactly"),
    (Rule::w_more, "more"),
    (Rule::w_fewer, "fewer"),
    (Rule::w_than, "than"),
    (Rule::w_count, "count"),
    (Rule::w_worth, "worth"),
    (Rule::w_distance, "distance"),
    (Rule::w_turn, "turn"),
    (Rule::w_number, "number"),
    (Rule::w_modulo, "modulo"),
    (Rule::w_moves, "moves"),
    (Rule::w_left, "left"),
    (Rule::w_made, "made"),
    (Rule::w_repeats, "repeats"),
    (Rule::w_check, "check"),
    (Rule::w_mated, "mated"),
    (Rule::w_stuck, "stuck"),
    (Rule::w_always, "always"),
    (Rule::w_can, "can"),
    (Rule::w_cannot, "cannot"),
    (Rule::w_quiet, "quiet"),
    (Rule::w_move, "move"),
    (Rule::w_capture, "capture"),
    (Rule::w_attack, "attack"),
    (Rule::w_drop, "drop"),
    (Rule::w_castling, "castling"),
    (Rule::w_en, "en"),
    (Rule::w_passant, "passant"),
    (Rule::w_promotion, "promotion"),
    (Rule::w_step, "step"),
    (Rule::w_pass, "pass"),
];

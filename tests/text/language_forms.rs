//! Every form and every word in `docs/rules-language.md` is one that the parser reads.

use std::collections::BTreeSet;

use ferz::compile;
use ferz::language::is_word;
use ferz::variant::{NoFiles, VariantSource};

const PAGE: &str = include_str!("../../docs/rules-language.md");

/// A game with a name of each kind. `{define}` and `{rules}` are replaced.
const GAME: &str = "name: Forms\nextends: chess\nallow: [needs-oracle]\nregions: {hill: d4-e5, river: rank 4-5, home_row: {each: rank 1}}\n\
                    state:\n  tired: {marks: pieces}\n  frost: {counts: game}\n  score: {counts: each side}\n  prison: {keeps: pieces}\n";

/// Texts of a table row in backticks, and the rest of the row.
fn spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The tables of the page: each with its heads and its rows.
fn tables() -> Vec<(Vec<String>, Vec<Vec<String>>)> {
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    let mut found: Vec<(Vec<String>, Vec<Vec<String>>)> = Vec::new();
    let mut inside = false;
    for line in PAGE.lines() {
        match (line.starts_with('|'), inside) {
            (true, false) => found.push((cells(line), Vec::new())),
            (true, true) if !line.starts_with("|---") => {
                found.last_mut().expect("a table").1.push(cells(line));
            }
            _ => {}
        }
        inside = line.starts_with('|');
    }
    found
}

/// Puts something in place of the letters that stand for any set, condition or number.
fn filled(text: &str) -> String {
    let mut quoted = false;
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let fill = |word: &str| {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let end = &word[bare.len()..];
        let said = match bare {
            _ if quoted => bare,
            "S" | "T" | "X" | "A" | "B" => "own pieces",
            "C" => "in check",
            "N" => "1",
            "K" => "queen",
            "M" => "tired",
            "MOVES" | "MOVE" => "move",
            bare => bare,
        };
        quoted ^= end.contains('"');
        format!("{said}{end}")
    };
    words.map(fill).collect()
}

/// The first error of a game with some more lines.
fn error(more: &str) -> Option<String> {
    let source = VariantSource::Text { name: "forms".to_owned(), text: format!("{GAME}{more}\n") };
    let loaded = compile::load_for_oracle(&source, &NoFiles).expect("a text");
    let error = loaded.problems.iter().find(|problem| problem.is_error());
    error.map(|problem| format!("{} ({:?})", problem.message, problem.help))
}

/// Errors of a text in all of the places in which it may stand; `None` if one of them accepts it.
fn refused(places: &[&str], text: &str) -> Option<String> {
    let mut errors = Vec::new();
    for place in places {
        errors.push(error(&place.replace('§', text))?);
    }
    Some(format!("`{text}`: {}", errors.last().expect("a place")))
}

/// Places of sets, conditions, numbers and kinds of moves.
const EXPRESSIONS: [&str; 6] = [
    "define: {form: '§'}",
    "rules: {form: {after: move, remove: '§'}}",
    "rules: {form: {after: move, add: '§', to: frost}}",
    "rules: {form: {forbid: '§'}}",
    "rules: {form: {after: '§', remove: captured}}",
    "rules: {form: {forbid: 'move §'}}",
];

/// Places of keys of a rule.
const KEYS: [&str; 10] = [
    "rules: {form: {§}}",
    "rules: {form: {§, remove: captured}}",
    "rules: {form: {§, also_moves: N}}",
    "rules: {form: {forbid: move, §}}",
    "rules: {form: {after: move, §}}",
    "rules: {form: {after: move, choose: empty, build: chosen, §}}",
    "rules: {form: {after: move, remove: captured, §}}",
    "rules: {form: {pieces: own pieces, §}}",
    "rules: {form: {pieces: own pieces, also_moves: N, §}}",
    "rules: {form: {after: step, then: move, §}}",
];

#[test]
fn every_form_of_the_page_is_read() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (heads, rows) in tables() {
        for row in rows {
            let refusals: Vec<String> = match heads[0].as_str() {
                "form" | "kind of move" | "words of the move" => {
                    let forms = spans(&row[0]).into_iter().filter(|form| *form != "may_replace");
                    forms.filter_map(|form| refused(&EXPRESSIONS, &filled(form))).collect()
                }
                "key" => {
                    let lists = row[0].split("; ").flat_map(spans).chain(spans(&row[1]));
                    let keyed = lists.filter(|form| form.contains(": ") && !form.starts_with('{'));
                    let keyed = keyed.filter(|form| !form.ends_with(':'));
                    keyed.filter_map(|form| refused(&KEYS, &filled(form))).collect()
                }
                _ => continue,
            };
            count += 1;
            wrong.extend(refusals);
        }
    }
    assert!(count > 45, "{count} rows");
    assert!(wrong.is_empty(), "{} forms are refused:\n{}", wrong.len(), wrong.join("\n"));
}

/// Each word of the grammar stands in a table of words, and the example beside it uses it and can be read.
#[test]
fn every_word_has_an_example_that_is_read() {
    let grammar = include_str!("../../grammar/rules.pest");
    let word = |line: &'static str| {
        Some(line.strip_prefix("w_")?.split_once(" = @{ \"")?.1.split_once('"').expect("a closed quote").0)
    };
    let words: BTreeSet<&str> = grammar.lines().filter_map(word).collect();
    let (mut told, mut wrong) = (BTreeSet::new(), Vec::new());
    for (heads, rows) in tables().into_iter().filter(|(heads, _)| heads.last().is_some_and(|last| last == "example")) {
        for row in rows.iter().filter(|_| heads[0] != "kind of state") {
            told.extend(spans(&row[0]).into_iter().filter(|word| is_word(word)).map(str::to_owned));
            for example in spans(&row[2]) {
                wrong.extend(refused(&EXPRESSIONS, example));
            }
        }
    }
    let missing: Vec<&&str> = words.iter().filter(|word| !told.contains(**word)).collect();
    assert!(missing.is_empty(), "no table has {missing:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

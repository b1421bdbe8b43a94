//! The tree of rules in English, as text of a file, and as the reason for a move.

use std::path::Path;
use std::sync::Arc;

use crate::common;
use ferz::betza::Notation;
use ferz::compile;
use ferz::english::with_fitting_articles;
use ferz::language::{self, Ground, words};
use ferz::restate::restate;
use ferz::rules::Rules;
use ferz::rules::tree::Tree;
use ferz::variant::{DiskLoader, NoFiles, VariantSource, library};
use ferz::why;

fn file(path: &Path) -> Rules {
    let loaded =
        compile::load_for_oracle(&VariantSource::File(path.to_owned()), &DiskLoader).expect("the file is there");
    loaded.variant.unwrap_or_else(|| panic!("{}: {:?}", path.display(), loaded.problems)).rules
}

fn games() -> Vec<(String, Rules)> {
    let all = common::files_below("tests/rules-language", "yaml");
    let named = |path: &std::path::PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let games = all.iter().filter(|path| !named(path).ends_with("-board"));
    games.map(|path| (named(path), file(path))).collect()
}

/// All sentences about a tree, each with its name.
fn sentences(tree: &Tree, rules: &Rules) -> Vec<(String, String)> {
    let of_sides = words::sides(&tree.sides, tree, rules).into_iter().map(|text| ("sides".to_owned(), text));
    let turns = tree.turns.iter().flat_map(|turns| words::turns(turns, tree, rules));
    let state = tree.state.iter().map(|held| (held.kind.name.clone(), words::declaration(held)));
    let defines = tree.defines.iter().map(|define| (define.kind.name.clone(), words::define(define, tree, rules)));
    let all = tree.rules.iter().map(|rule| (rule.kind.name.clone(), words::rule(rule, tree, rules)));
    let ends = tree.ends.iter().map(|end| (end.kind.name.clone(), words::end(end, tree, rules)));
    let turns = turns.map(|text| ("turns".to_owned(), text));
    of_sides.chain(turns).chain(state).chain(defines).chain(all).chain(ends).collect()
}

/// The fault of a sentence, if it has one.
fn fault(text: &str, rules: &Rules) -> Option<&'static str> {
    let mut plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join("x");
    // The name of a piece may have a word twice: a union of two pawns.
    for piece in &rules.pieces {
        if piece.name.split_once('-').is_some_and(|(first, second)| first == second) {
            plain = plain.replace(&piece.name.replace('-', " "), "union");
        }
    }
    let words: Vec<&str> = plain.split(' ').collect();
    let twice = words.windows(2).any(|pair| pair[0] == pair[1] && !["that", "(x)", "x"].contains(&pair[0]));
    match () {
        () if !text.ends_with('.') => Some("no full stop"),
        () if text.chars().next().is_some_and(|first| !first.is_uppercase() && first != '`') => Some("no capital"),
        () if text.contains("  ") || text.contains(" ,") || text.contains(" .") => Some("blanks"),
        () if text.contains(", ,") || text.contains(",,") || text.contains(",.") => Some("commas"),
        () if with_fitting_articles(text) != text => Some("an article does not fit"),
        () if plain.matches('(').count() != plain.matches(')').count() => Some("brackets"),
        () if twice => Some("a word stands twice"),
        () if text.contains('?') => Some("a name is not known"),
        () => None,
    }
}

#[test]
fn games_in_the_language_are_said_in_english() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (name, rules) in games() {
        for (rule, text) in sentences(&rules.tree, &rules) {
            count += 1;
            wrong.extend(fault(&text, &rules).map(|fault| format!("{name} {rule}: {fault}: {text}")));
        }
    }
    assert!(count > 180, "{count}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rules of many kinds with the sentences that a reader has found right.
#[test]
fn rules_are_said_as_people_say_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/language.in/spoken.yaml");
    let rules = file(&path);
    let all = sentences(&rules.tree, &rules).into_iter().map(|(name, text)| format!("{name}: {text}"));
    insta::assert_snapshot!(all.collect::<Vec<_>>().join("\n"));
}

#[test]
fn shipped_rules_are_said_in_english() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for name in library::names() {
        let compiled = common::variant(name);
        let tree = restate(compiled.rules()).tree;
        for (rule, text) in sentences(&tree, compiled.rules()) {
            count += 1;
            wrong.extend(fault(&text, compiled.rules()).map(|fault| format!("{name} {rule}: {fault}: {text}")));
        }
    }
    assert!(count > 300, "{count}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The text of `ferz show --rules` is read as the tree that it was printed from, comments and all.
#[test]
fn shown_rules_are_read_as_the_same_tree() {
    let mut wrong = Vec::new();
    for name in library::names() {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let mut tree = restate(rules).tree;
        // Worth is a key of pieces.
        tree.worth.clear();
        // The place of an end counts the ends of older keys too.
        tree.ends.iter_mut().for_each(|end| end.kind.place = 0);
        // A rule without choices has no names for them; a reader always knows `chosen`.
        let unnamed = tree.rules.iter_mut().map(|rule| &mut rule.kind.choices).filter(|choices| choices.is_empty());
        unnamed.for_each(|choices| choices.push("chosen".to_owned()));
        // Restated choices of several elements are numbered in another way than those of a file.
        if tree.rules.iter().any(|rule| rule.kind.choices.len() > 1) {
            continue;
        }
        let text = language::annotated(&tree, rules);
        let compile = |text: &str| {
            Notation::parse(text)
                .and_then(|notation| compile::movement::movement_on(&notation, (&rules.geometry).into()))
        };
        let pieces = rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let ground = Ground { board: &rules.geometry, pieces, regions: &rules.regions, compile: &compile };
        // Worth is a key of pieces.
        let read = language::read(&text, &ground).map(|again| Tree { worth: tree.worth.clone(), ..again });
        match read {
            Ok(again) if again == tree => {}
            Ok(_) => wrong.push(format!("{name} is another tree:\n{text}")),
            Err(problems) => wrong.push(format!("{name}: {}:\n{text}", problems[0].message)),
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

const CONTACT: &str = include_str!("../cmd/language.in/contact.yaml");

/// The rules that decide about a move, each with the text that it is shown by.
fn reasons(fen: &str, text: &str) -> (bool, Vec<String>) {
    let source = VariantSource::Text { name: "contact".to_owned(), text: CONTACT.to_owned() };
    let loaded = compile::load_for_oracle(&source, &NoFiles).expect("a text");
    let rules = loaded.variant.unwrap_or_else(|| panic!("{:?}", loaded.problems)).rules;
    let setup = ferz::fen::read(fen, &rules).expect("a position");
    let oracle = ferz::oracle(Arc::new(rules)).expect("the oracle knows these rules");
    let answer = why::explain_told(&oracle, &oracle.position(&setup), text);
    let shown = |told: &why::Told| {
        let place = told.span.map_or("", |span| loaded.sources.snippet(span));
        format!("{}: {} [{place}]", told.rule, told.message)
    };
    (answer.legal, answer.reasons.iter().map(shown).collect())
}

#[test]
fn the_deciding_node_is_named() {
    let told = [
        // The piece would stand alone; the name is looked into.
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5"),
        // A rule lends the move.
        ("4k3/8/8/8/8/1P6/8/1N2K3 w - - 0 1", "b1d1"),
        // A rule follows the capture.
        ("4k3/8/8/1pr5/8/2NP4/8/4K3 w - - 0 1", "c3b5"),
        // Another move is a duty.
        ("4k3/8/8/1pr5/8/2NP4/8/4K3 w - - 0 1", "d3d4"),
        // A requirement does not hold.
        ("4k2r/8/8/8/8/8/6PP/3Q2K1 w - - 0 1", "d1d7"),
        ("3rk3/8/8/8/8/3P4/3Q4/4K3 w - - 0 1", "d2c3"),
        // The king is attacked; the piece does not move so.
        ("3rk3/8/8/8/8/8/3PR3/3K4 w - - 0 1", "d2d9"),
        ("4k3/4r3/8/8/8/8/4NP2/4K3 w - - 0 1", "e2g1"),
    ];
    let all = told.map(|(fen, text)| {
        let (legal, reasons) = reasons(fen, text);
        format!("{fen} {text}: {}\n  {}", if legal { "legal" } else { "illegal" }, reasons.join("\n  "))
    });
    insta::assert_snapshot!(all.join("\n"));
}

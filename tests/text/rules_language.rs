//! The language of rules in files: games that are written in it, and what is wrong with others.

use std::path::Path;

use ferz::betza::Notation;
use ferz::compile::{self, Loaded};
use ferz::language::{self, Ground};
use ferz::rules::Rules;
use ferz::variant::{DiskLoader, NoFiles, VariantSource};

fn load(path: &Path) -> Loaded {
    compile::load_for_oracle(&VariantSource::File(path.to_owned()), &DiskLoader).expect("the file is there")
}

/// The files of games, without those that only hold a board for them.
fn games() -> Vec<std::path::PathBuf> {
    let all = crate::common::files_below("tests/rules-language", "yaml");
    all.into_iter().filter(|path| !path.to_string_lossy().ends_with("-board.yaml")).collect()
}

#[test]
fn all_games_become_trees() {
    let games = games();
    assert_eq!(games.len(), 76);
    let mut wrong = Vec::new();
    for path in &games {
        let loaded = load(path);
        let errors: Vec<String> = loaded
            .problems
            .iter()
            .filter(|p| p.is_error())
            .map(|p| format!("{}: {} ({:?})", path.display(), p.message, p.help))
            .collect();
        if loaded.variant.is_none() {
            wrong.push(errors.join("\n  "));
        }
    }
    assert!(wrong.is_empty(), "{} games do not load:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is written of a tree is read as the same tree.
#[test]
fn trees_of_games_survive_writing() {
    for path in games() {
        let Some(variant) = load(&path).variant else { continue };
        let mut tree = variant.rules.tree.clone();
        let written = language::sections(&tree, &variant.rules);
        let mut again = read(&written, &variant.rules);
        // Ends stand between others in a file; worth is a key of pieces.
        again.ends.iter_mut().chain(&mut tree.ends).for_each(|end| end.kind.place = 0);
        again.worth.clone_from(&tree.worth);
        assert_eq!(again, tree, "{}:\n{written}", path.display());
    }
}

/// The tree of sections on the board and with the pieces of a variant.
fn read(sections: &str, rules: &Rules) -> ferz::rules::Tree {
    let compile = |text: &str| Notation::parse(text).and_then(|notation| compile::movement(&notation));
    let pieces = rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
    let ground = Ground { board: &rules.geometry, pieces, regions: &rules.regions, compile: &compile };
    language::read(sections, &ground).unwrap_or_else(|problems| panic!("{problems:#?}\n{sections}"))
}

/// A file in the language cannot be played by the interpreter yet, and never as another game.
#[test]
fn the_interpreter_refuses_the_language() {
    let text =
        "name: Contact\nextends: chess\nrules: {contact: {forbid: move, unless: destination is beside other pieces}}";
    let source = VariantSource::Text { name: "contact".to_owned(), text: text.to_owned() };
    let loaded = compile::load(&source, &NoFiles).unwrap();
    assert!(loaded.variant.is_none());
    assert_eq!(loaded.problems.iter().map(|problem| problem.code.name()).collect::<Vec<_>>(), ["needs-oracle"]);
    let loaded = compile::load_for_oracle(&source, &NoFiles).unwrap();
    assert_eq!(loaded.variant.map(|variant| variant.rules.tree.rules.len()), Some(1));
}

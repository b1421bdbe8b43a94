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
    assert_eq!(games.len(), 83);
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

/// A file with a concept that the interpreter does not follow is never played as another game.
#[test]
fn the_interpreter_refuses_what_it_does_not_follow() {
    let text = "name: Thrown\nextends: chess\nrules: {holes: {pieces: all pieces, skips: walls}}";
    let source = VariantSource::Text { name: "thrown".to_owned(), text: text.to_owned() };
    let loaded = compile::load(&source, &NoFiles).unwrap();
    assert!(loaded.variant.is_none());
    assert_eq!(loaded.problems.iter().map(|problem| problem.code.name()).collect::<Vec<_>>(), ["needs-oracle"]);
    let loaded = compile::load_for_oracle(&source, &NoFiles).unwrap();
    assert_eq!(loaded.variant.map(|variant| variant.rules.tree.rules.len()), Some(1));
}

/// The words of the grammar.
fn grammar_words() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/rules.pest");
    let grammar = std::fs::read_to_string(path).expect("the grammar is there");
    let mut words: Vec<String> = grammar
        .lines()
        .filter_map(|line| {
            line.strip_prefix("w_")?.split_once(" = @{ \"")?.1.split_once('"').map(|pair| pair.0.to_owned())
        })
        .collect();
    words.sort();
    words
}

/// The values of a file in the sections of the language, without keys, comments and notations.
fn values(text: &str) -> String {
    let mut section = String::new();
    let mut all = String::new();
    for line in text.lines() {
        if let Some((key, _)) =
            line.split_once(':').filter(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        {
            section = key.to_owned();
        }
        if ["define", "rules", "end", "turns"].contains(&section.as_str()) {
            let line = line.split(" #").next().unwrap_or_default();
            let without_notations: Vec<&str> = line.split('"').step_by(2).collect();
            for word in without_notations.join(" ").split_whitespace().filter(|word| !word.ends_with(':')) {
                all.push_str(&format!(" {word} "));
            }
        }
    }
    all
}

/// The games that use a word.
fn games_with(word: &str, texts: &[String]) -> Vec<String> {
    let uses = |text: &&String| {
        values(text).split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).any(|found| found == word)
    };
    let name = |text: &String| {
        text.lines().find_map(|line| line.strip_prefix("name: ")).unwrap_or_default().trim_matches('"').to_owned()
    };
    let mut games: Vec<String> = texts.iter().filter(uses).map(name).collect();
    games.sort();
    games
}

/// The page says of each word which games use it: all of them by name if there are three at the most, or how many.
/// `INSTA_UPDATE=always` writes it anew. A count may be out of date, names may not be wrong.
#[test]
fn the_page_lists_the_games_of_each_word() {
    let texts: Vec<String> =
        games().iter().map(|path| std::fs::read_to_string(path).expect("the file is there")).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language-design.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let written = page.lines().find(|line| line.starts_with("`a` ")).expect("a line of all words");
    let (mut current, mut wrong) = (Vec::new(), Vec::new());
    for word in grammar_words() {
        let games = games_with(&word, &texts);
        let said = match games.len() {
            0 => "(none yet)".to_owned(),
            1..=3 => format!("({})", games.join(", ")),
            count => count.to_string(),
        };
        let item = written.split(" · ").find_map(|item| item.strip_prefix(&format!("`{word}` ")));
        let is_right = match item {
            None => false,
            Some("(none yet)") => games.is_empty(),
            Some(item) => match item.strip_prefix('(').and_then(|item| item.strip_suffix(')')) {
                Some(names) => names.split(", ").all(|name| games.iter().any(|game| game == name)),
                None => !games.is_empty(),
            },
        };
        wrong.extend((!is_right).then(|| format!("`{word}`: {item:?} and not {said}")));
        current.push(format!("`{word}` {said}"));
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, page.replace(written, &current.join(" · "))).expect("docs can be written");
    }
    let help = "run `INSTA_UPDATE=always cargo test --release --test text rules_language`";
    assert!(wrong.is_empty(), "{help}: {wrong:#?}");
}

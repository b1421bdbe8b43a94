//! Help for authors: places in incomplete texts, completion, hover, definitions, renaming, fixes.

use std::path::{Path, PathBuf};

use ferz::assist::{self, Change, Document, Part, Target, schema};
use ferz::diagnostic::{Code, Severity};
use ferz::variant::{DiskLoader, NoFiles, VariantSource, library};

use crate::common::mutation::mutate;
use ferz::play::Random;

fn text_source() -> VariantSource {
    VariantSource::Text { name: "variant".to_owned(), text: String::new() }
}

/// A document, and the place of the `|` in its text, which is taken out.
fn document(marked: &str) -> (Document, usize) {
    let at = marked.find('¦').expect("the text has a mark");
    (Document::read(&text_source(), &marked.replace('¦', ""), &NoFiles), at)
}

fn labels(marked: &str) -> Vec<String> {
    let (document, at) = document(marked);
    assist::complete(&document, at, &["base.yaml".to_owned()]).into_iter().map(|item| item.label).collect()
}

/// The text after the completion with a label has been chosen.
fn chosen(marked: &str, label: &str) -> String {
    let (document, at) = document(marked);
    let items = assist::complete(&document, at, &[]);
    let item = items.iter().find(|item| item.label == label).unwrap_or_else(|| panic!("no `{label}` in {items:?}"));
    let change = Change { start: item.range.start, end: item.range.end, text: item.insert.clone() };
    assist::apply(&document.text, &[change]).expect("one change fits")
}

fn hover(marked: &str) -> String {
    let (document, at) = document(marked);
    assist::hover(&document, at, &NoFiles).map_or(String::new(), |hover| hover.text)
}

fn path_at(marked: &str) -> (String, Part) {
    let at = marked.find('¦').expect("the text has a mark");
    let cursor = assist::cursor(&marked.replace('¦', ""), at);
    let step = |step: &schema::Step| match step {
        schema::Step::Key(key) => key.clone(),
        schema::Step::Item => "-".to_owned(),
    };
    (cursor.path.iter().map(step).collect::<Vec<_>>().join("/"), cursor.part)
}

#[test]
fn the_cursor_has_a_path_in_any_text() {
    let rows = [
        ("¦", "", Part::Key),
        ("name: A\n¦", "", Part::Key),
        ("na¦", "", Part::Key),
        ("name: A¦", "name", Part::Value),
        ("pieces:\n  ¦", "pieces", Part::Key),
        ("pieces:\n  knight:\n    sym¦", "pieces/knight", Part::Key),
        ("pieces:\n  knight:\n    symbol: N\n  bi¦", "pieces", Part::Key),
        ("pieces:\n  knight:\n    symbol: N\n¦", "", Part::Key),
        ("pieces: {knight: {symbol: N, ¦", "pieces/knight", Part::Key),
        ("pieces: {knight: {symbol: N, moves: \"¦", "pieces/knight/moves", Part::Value),
        ("pieces: {knight: {symbol: N}, ¦}", "pieces", Part::Key),
        ("tests:\n  moves:\n    - fen: x\n      from: ¦", "tests/moves/-/from", Part::Value),
        ("tests:\n  moves:\n  - fen: x\n    ¦", "tests/moves/-", Part::Key),
        ("tests:\n  moves:\n  - {from: e2, to: [e3, ¦", "tests/moves/-/to/-", Part::Value),
        ("allow:\n  - no-¦", "allow/-", Part::Key),
        ("allow: [no-¦]", "allow/-", Part::Value),
        ("name: A # ¦", "name", Part::Comment),
        ("# ¦", "", Part::Comment),
        ("name: \"a # ¦", "name", Part::Value),
        ("end:\n  mate: {when: {stuck: in_check},\n    res¦", "end/mate", Part::Key),
        ("a: 'it''s'\nb: ¦", "b", Part::Value),
    ];
    for (text, path, part) in rows {
        assert_eq!(path_at(text), (path.to_owned(), part), "{text:?}");
    }
}

#[test]
fn completion_offers_what_may_stand_there() {
    for (text, wanted, unwanted) in [
        ("¦", vec!["name", "pieces", "board"], vec!["symbol"]),
        ("name: A\n¦", vec!["pieces"], vec!["name"]),
        ("extends: ¦", vec!["chess", "shogi", "base.yaml"], vec!["name"]),
        ("extends: chess\npieces:\n  ¦", vec!["knight", "queen"], vec!["symbol"]),
        ("extends: chess\npieces:\n  knight: {¦}", vec!["symbol", "moves", "promotion"], vec!["name"]),
        ("extends: chess\npieces:\n  pawn: {promotion: {to: [¦", vec!["queen", "rook"], vec!["true"]),
        (
            "extends: chess\npieces:\n  pawn:\n    promotion:\n      when: ¦",
            vec!["arriving", "touching"],
            vec!["queen"],
        ),
        ("extends: chess\nrules: {takes: {chains: [{promotes_at_once: ¦}]}}", vec!["true", "false"], vec!["queen"]),
        ("board: {files: 8, ranks: 8, topology: ¦", vec!["cylinder", "torus"], vec!["files"]),
        ("board: {files: 8, ¦", vec!["ranks", "topology"], vec!["files"]),
        ("regions: {hill: d4}\npieces:\n  a: {confined: ¦", vec!["hill", "rank", "all"], vec!["files"]),
        ("pieces:\n  a: {moves: \"f¦\"}", vec!["W", "F", "b", "m"], vec!["E", "symbol"]),
        ("extends: chess\nsetup: ¦", vec!["K", "k", "P"], vec!["name"]),
        ("allow: [¦", vec!["no-end", "dead-end"], vec!["true"]),
        (
            "extends: chess\nrules:\n  a: {after: capture, remove: pieces ¦",
            vec!["beside", "except", "that"],
            vec!["symbol", "mated"],
        ),
        ("extends: chess\nrules:\n  a: {after: capture, remove: own ¦", vec!["pieces", "king", "pawn"], vec!["symbol"]),
        ("extends: chess\nend: {mate: {result: ¦", vec!["win", "loss", "draw"], vec!["pieces"]),
        ("extends: chess\ntests: {ends: [{reason: ¦", vec!["checkmate", "stalemate"], vec!["king"]),
        ("extends: chess\npieces:\n  hawk: {symbol: ¦", vec!["H", "Z"], vec!["K", "P"]),
        ("name: A # ¦", vec![], vec!["pieces"]),
    ] {
        let found = labels(text);
        for word in wanted {
            assert!(found.iter().any(|label| label == word), "no `{word}` at {text:?}: {found:?}");
        }
        for word in unwanted {
            assert!(!found.iter().any(|label| label == word), "`{word}` at {text:?}");
        }
    }
    assert_eq!(chosen("na¦", "name"), "name: ");
    assert_eq!(chosen("na¦: A", "name"), "name: A");
    assert_eq!(
        chosen("extends: chess\npieces:\n  pawn: {promotion: {to: [que¦]}}", "queen").lines().last(),
        Some("  pawn: {promotion: {to: [queen]}}")
    );
    assert_eq!(
        chosen("board: {files: 8, ranks: 8, topology: rect¦}", "cylinder"),
        "board: {files: 8, ranks: 8, topology: cylinder}"
    );
}

#[test]
fn hover_says_what_a_place_means() {
    for (text, wanted) in [
        ("na¦me: A", "as people call it"),
        ("extends: che¦ss\nname: A", "Chess"),
        ("extends: chess\nname: A\npieces: {kni¦ght: {moves: N}}", "knight"),
        ("extends: chess\nname: A\npieces: {knight: {moves: \"N¦D\"}}", "leap"),
        ("extends: chess\nname: A\nregions: {hi¦ll: d4 d5}\npieces: {king: {confined: all}}", "d4"),
        ("extends: chess\nname: A\nsetup: 4k3/8/8/8/8/8/8/4K¦3 w - - 0 1", "a b c d e f g h"),
        ("extends: chess\nname: A\nallow: [no-e¦nd]", "no-end"),
        ("extends: chess\nname: A\nend: {stalemate: {result: wi¦n}}", "wins"),
        ("extends: chess\nname: A\nrules: {bang: {after: ca¦pture, remove: pieces beside mover}}", "bang"),
    ] {
        let said = hover(text);
        assert!(said.contains(wanted), "{text:?}: {said:?}");
    }
}

#[test]
fn definitions_are_found_in_the_file_and_in_its_parents() {
    let place = |marked: &str| {
        let (document, at) = document(marked);
        match assist::definition(&document, at) {
            Some(Target::File(_, range)) => document.text[range].to_owned(),
            Some(Target::BuiltIn(path, range)) => {
                let variant = library::all().iter().find(|variant| format!("variants/{}", variant.path) == path);
                format!("{path}: {}", &variant.expect("it is built in").text[range])
            }
            None => String::new(),
        }
    };
    assert_eq!(
        place(
            "extends: chess\npieces: {hawk: {symbol: H, moves: N}}\nend: {gone: {when: {extinct: ha¦wk}, result: loss}}"
        ),
        "hawk"
    );
    assert_eq!(
        place("extends: chess\npieces: {pawn: {promotion: {to: [que¦en]}}}"),
        "variants/chess/chess.yaml: queen"
    );
    assert_eq!(place("extends: che¦ss"), "variants/chess/chess.yaml: ");
    assert_eq!(place("extends: chess\nregions: {hill: d4}\npieces: {king: {confined: all except hi¦ll}}"), "hill");
    assert_eq!(
        place("extends: chess\nrules: {bang: {after: capture by ro¦ok, remove: mover}}"),
        "variants/chess/chess.yaml: rook"
    );
    assert_eq!(place("extends: chess\nname: ¦A"), "");
}

/// The text after a renaming.
fn renamed(marked: &str, new: &str) -> Result<String, String> {
    let (document, at) = document(marked);
    let changes = assist::rename(&[&document], at, new)?;
    Ok(assist::apply(&document.text, &changes[0]).expect("the changes fit"))
}

#[test]
fn renaming_reaches_every_use() {
    let file = "name: A\nextends: chess\nregions: {hill: d4}\npieces:\n  hawk: {symbol: H, moves: N, confined: all except hill, promotion: {to: [queen], zone: hill}}\n\
                look: {images: {hawk: <svg/>}}\nsetup: hnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/HNBQKBNR w - - 0 1 # hawk\n\
                end: {gone: {when: {extinct: [hawk, queen]}, result: loss}}\n\
                rules: {bang: {after: capture by hawk, remove: pieces on hill}}\ntests: {moves: [{play: [Hb3, a7a5], legal: [h@a3]}], ends: [{reason: gone, result: none}]}\n";
    let at = |word: &str, nth: usize| {
        let place = file.match_indices(word).nth(nth).expect("the word is there").0;
        format!("{}¦{}", &file[..place], &file[place..])
    };
    let new = renamed(&at("hawk", 0), "falcon").expect("it can be renamed");
    assert_eq!(new.matches("falcon").count(), 4, "{new}");
    assert_eq!(new.matches("hawk").count(), 1, "a comment stays as it is: {new}");
    // From a use, too.
    assert_eq!(renamed(&at("hawk", 3), "falcon"), Ok(new));
    let new = renamed(&at("hill", 1), "peak").expect("it can be renamed");
    assert_eq!((new.matches("peak").count(), new.matches("hill").count()), (4, 0), "{new}");
    let new = renamed(&at("gone", 0), "lost").expect("it can be renamed");
    assert_eq!((new.matches("lost").count(), new.matches("gone").count()), (2, 0), "{new}");
    let new = renamed(&at("H, moves", 0), "F").expect("it can be renamed");
    assert!(new.contains("symbol: F") && new.contains("fnbqkbnr/") && new.contains("/FNBQKBNR w"), "{new}");
    assert!(new.contains("play: [Fb3, a7a5]"), "{new}");
    for (word, nth, new) in [
        ("hawk", 0, "queen"),
        ("hawk", 0, "a b"),
        ("hawk", 0, "all"),
        ("hill", 0, "rank"),
        ("queen", 0, "lady"),
        ("name", 0, "x"),
    ] {
        assert!(renamed(&at(word, nth), new).is_err(), "{word} to {new}");
    }
}

#[test]
fn symbols_of_one_side_are_renamed_for_that_side() {
    let file = "name: A\nextends: chess\npieces:\n  knight: null\n  hawk: {symbol: {white: H, black: J}, moves: N}\n\
                setup: rjbqkbjr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1\ntests: {moves: [{play: [Hc3, Jc6], legal: [Hb1]}]}\n";
    let new = renamed(&file.replace("black: J", "black: ¦J"), "S").expect("it can be renamed");
    for part in ["{white: H, black: S}", "setup: rsbqkbsr/", "/RHBQKBHR w", "play: [Hc3, Sc6]"] {
        assert!(new.contains(part), "no {part} in {new}");
    }
    // From a letter of the position.
    assert_eq!(renamed(&file.replace("rjbqk", "r¦jbqk"), "S"), Ok(new));
    let new = renamed(&file.replace("RHBQK", "R¦HBQK"), "S").expect("it can be renamed");
    assert!(
        new.contains("{white: S, black: J}") && new.contains("setup: rjbqkbjr/") && new.contains("/RSBQKBSR w"),
        "{new}"
    );
    // The letter of the other side is free, and one of the same side is not.
    assert!(renamed(&file.replace("black: J", "black: ¦J"), "H").is_ok());
    assert!(renamed(&file.replace("black: J", "black: ¦J"), "R").is_err());
}

/// A file with errors is drawn without the entries that have them.
#[test]
fn hover_and_hints_answer_in_files_with_errors() {
    let start = "name: A\nextends: chess\nregions: {hill: d4 e4}\n";
    let text = hover(&format!("{start}pieces: {{rook: {{mves: R}}, king: {{confined: all except hi¦ll}}}}\n"));
    assert!(text.contains("d4 e4") && text.contains("4  . . . x x . . ."), "{text}");
    let text = hover(&format!("{start}setup: 4k3/8/8/8/8/8/8/4K¦3 w - - 0 1\npieces:\n  rook: {{mves: R}}\n"));
    assert!(text.contains("1  . . . . K . . ."), "{text}");
    let text = hover(&format!("{start}pieces:\n  rook:\n    symbol: 9\n    moves: \"R2¦\"\n"));
    assert!(text.contains("8  . . . . . . . ."), "{text}");
    let (broken, at) = document(&format!("{start}regoins: {{}}\ntests: {{perft: [20]}}\n¦"));
    let hints = assist::hints(&broken, &(0..at), &NoFiles);
    assert_eq!(hints.iter().map(|hint| hint.text.as_str()).collect::<Vec<_>>(), ["2 squares", "depth 1 ✓"]);
}

/// Numbers of perft tests are compared with the rules, as far as counting is quick.
#[test]
fn hints_count_moves() {
    let of = |text: &str| {
        let document = Document::read(&text_source(), text, &NoFiles);
        let hints = assist::hints(&document, &(0..text.len()), &NoFiles).into_iter();
        hints
            .map(|hint| (text[..hint.at].rsplit([' ', '[']).next().unwrap_or_default().to_owned(), hint.text))
            .collect()
    };
    let own = |all: &[(&str, &str)]| -> Vec<(String, String)> {
        all.iter().map(|(number, hint)| ((*number).to_owned(), (*hint).to_owned())).collect()
    };
    let found: Vec<(String, String)> = of("name: A\nextends: chess\ntests: {perft: [20, 401, 8902, 197281]}\n");
    let wanted = [("20", "depth 1 ✓"), ("401", "depth 2: 400 counted"), ("8902", "depth 3 ✓"), ("197281", "depth 4")];
    assert_eq!(found, own(&wanted));
    let position =
        "name: A\nextends: chess\ntests:\n  perft:\n    - {fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1, nodes: [5, 1]}\n";
    assert_eq!(of(position), own(&[("5", "depth 1 ✓"), ("1", "depth 2: 25 counted")]));
    // Building the tables of such a game takes too long.
    let large = library::all().iter().find(|variant| variant.name == "tai-shogi").expect("it is built in");
    let text = format!("{}\ntests: {{perft: [1]}}\n", large.text.split("\ntests:").next().unwrap_or_default());
    assert_eq!(of(&text).last(), Some(&("1".to_owned(), "depth 1".to_owned())));
}

#[test]
fn squares_seen_from_each_side_are_drawn_so() {
    let text = hover("extends: chess\nname: A\npieces: {pawn: {promotion: {to: [queen], zone: {each: la¦st rank}}}}\n");
    assert!(text.contains("8  w w w w w w w w") && text.contains("1  b b b b b b b b"), "{text}");
    let text = hover("extends: chess\nname: A\nregions: {camp: {white: ra¦nk 1}}\n");
    assert!(text.contains("1  x x x x x x x x"), "{text}");
    // `each` may be the name of a region.
    let text = hover("extends: chess\nname: A\nregions: {each: ra¦nk 1}\n");
    assert!(text.contains("1  x x x x x x x x"), "{text}");
}

/// A letter that two pieces have is replaced by a free one, if the author chooses one.
#[test]
fn choices_are_offered_and_not_made() {
    let (document, at) = document("name: A\nextends: chess\npieces:\n  nutcracker: {symbol: ¦N, moves: F}\n");
    let checked = assist::checked(&text_source(), &document.text, &NoFiles).expect("a text can be read");
    let actions = assist::actions(&document, &checked.problems, &(at..at));
    let titles: Vec<&str> = actions.iter().map(|action| action.title.as_str()).collect();
    assert_eq!(titles, ["Write `U`", "Write `T`", "Write `C`"]);
    assert!(actions.iter().all(|action| !action.sure));
    let fixed = assist::fix_all(&text_source(), &document.text, &NoFiles).expect("a text can be read");
    assert_eq!(fixed.text, document.text);
}

#[test]
fn a_text_that_may_become_a_variant_has_keys_of_the_format() {
    for (text, may, is) in [
        ("", true, false),
        ("name: A\n", true, false),
        ("name: A\nextends: chess\n", true, true),
        ("name: CI\non: push\n", false, false),
        ("services:\n  web: {image: nginx}\n", false, false),
    ] {
        assert_eq!((assist::may_become_variant(text), assist::is_variant(text)), (may, is), "{text}");
    }
}

/// The files of a folder of wrong or strange files.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "yaml"));
    files.sort();
    files
}

#[test]
fn wrong_files_have_fixes() {
    let mut fixed = Vec::new();
    for path in files("wrong").into_iter().chain(files("warned")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let source = VariantSource::File(path.clone());
        let before = assist::checked(&source, &text, &DiskLoader).expect("the file is there");
        let after = assist::fix_all(&source, &text, &DiskLoader).expect("the file is there");
        if after.made.is_empty() {
            continue;
        }
        assert_ne!(after.text, text);
        assert!(before.tree.is_none() || errors(&after.loaded).len() < errors(&before).len(), "{}", path.display());
        fixed.push(format!(
            "{}: {}",
            path.file_name().unwrap_or_default().display(),
            after.made.iter().map(|made| made.title.as_str()).collect::<Vec<_>>().join("; ")
        ));
    }
    println!("{}", fixed.join("\n"));
    assert!(fixed.len() >= 25, "only {} files have a fix", fixed.len());
}

/// The errors of a file, sorted.
fn errors(loaded: &ferz::compile::Loaded) -> Vec<(Code, String)> {
    let errors = loaded.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let mut errors: Vec<(Code, String)> = errors.map(|problem| (problem.code, problem.message.clone())).collect();
    errors.sort();
    errors
}

#[test]
fn fixes_end_and_make_no_new_error() {
    let mut random = Random::new(crate::common::setting("FERZ_SEED", 7));
    let count: usize = crate::common::setting("FERZ_MUTANTS", 300);
    let all: Vec<_> = library::all().iter().filter(|variant| variant.text.len() < 3_000).collect();
    let mut made = 0;
    for number in 0..count {
        let variant = all[number * 7 % all.len()];
        let mut text = variant.text.to_owned();
        for _ in 0..=number % 3 {
            text = mutate(&text, &mut random).text;
        }
        let before = assist::checked(&text_source(), &text, &NoFiles).expect("a text can be read");
        let fixed = assist::fix_all(&text_source(), &text, &NoFiles).expect("a text can be read");
        made += fixed.made.len();
        let again = assist::fix_all(&text_source(), &fixed.text, &NoFiles).expect("a text can be read");
        assert!(again.made.is_empty(), "{:?} is fixed once more: {:?}\n{}", fixed.made, again.made, fixed.text);
        if before.tree.is_none() {
            continue;
        }
        let mut old = errors(&before);
        for error in errors(&fixed.loaded) {
            let at = old.iter().position(|other| *other == error);
            let at = at.unwrap_or_else(|| panic!("{:?} makes {error:?} in\n{text}", fixed.made));
            old.remove(at);
        }
    }
    assert!(made * 20 > count, "only {made} fixes in {count} texts");
}

#[test]
fn every_text_at_every_place_has_an_answer() {
    let mut random = Random::new(11);
    for variant in library::all().iter().step_by(23) {
        let text = mutate(variant.text, &mut random).text;
        let document = Document::read(&text_source(), &text, &NoFiles);
        for at in (0..=text.len() + 1).step_by(17) {
            let _ = assist::complete(&document, at, &[]);
            let _ = assist::hover(&document, at, &NoFiles);
            let _ = assist::definition(&document, at);
            let _ = assist::renamable(&document, at);
        }
        let _ = (assist::symbols(&document), assist::folds(&document), assist::tokens(&document));
        let _ = assist::hints(&document, &(0..text.len()), &NoFiles);
    }
}

#[test]
fn shipped_files_keep_their_meaning_when_they_are_formatted() {
    let mut changed = 0;
    for variant in library::all() {
        let new = assist::format(variant.text).unwrap_or_else(|why| panic!("{}: {why}", variant.path));
        changed += usize::from(new != variant.text);
        assert_eq!(assist::format(&new).as_ref(), Ok(&new), "{} is changed twice", variant.path);
        if new == variant.text {
            continue;
        }
        let rules = |text: &str| {
            let source = VariantSource::Text { name: "variant".to_owned(), text: text.to_owned() };
            let variant =
                ferz::compile::load(&source, &NoFiles).expect("a text can be read").variant.expect("it has no errors");
            // The places in the file differ, and nothing else.
            (ferz::testing::in_words(&variant.rules), ferz::pages::facts::of(&variant.rules))
        };
        assert_eq!(rules(variant.text), rules(&new), "{}", variant.path);
    }
    println!("{changed} of {} shipped files are changed", library::all().len());
}

#[test]
fn a_file_is_put_into_its_usual_form() {
    let text = "# A game.\nextends:   chess   # the base\nname: A\n\n\n\nsetup: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\npieces:\n    # a bird\n    hawk: { moves: N,symbol: 'H' }\n    \
                crow:\n        moves:  F   # one step\n        # its letter\n        symbol: C\ntests:\n  perft:\n  - 1\n  -   2\n";
    let wanted = "# A game.\nname: A\n\nextends: chess   # the base\npieces:\n  # a bird\n  hawk: {symbol: \"H\", moves: \"N\"}\n  crow:\n    # its letter\n    symbol: C\n    moves: \"F\"   # one step\n\
                  setup: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ntests:\n  perft:\n    - 1\n    -   2\n";
    let new = assist::format(text).expect("it can be formatted");
    assert_eq!(new, wanted);
    assert!(assist::format("a: [").is_err());
}

/// The comments of a text: what stands behind `#` at the start of a line, or on a line of its own.
fn comment_lines(text: &str) -> Vec<String> {
    let mut found: Vec<String> =
        text.lines().map(str::trim).filter(|line| line.starts_with('#')).map(str::to_owned).collect();
    found.sort();
    found
}

#[test]
fn formatting_loses_no_comment() {
    let mut random = Random::new(5);
    let count: usize = crate::common::setting("FERZ_MUTANTS", 300) * 4;
    let (mut done, all) = (0, library::all());
    for number in 0..count {
        let mut text = mutate(all[number * 11 % all.len()].text, &mut random).text;
        // Comments at any place.
        let lines: Vec<&str> = text.lines().collect();
        let at = (number * 13) % lines.len();
        let remark = format!("{}# remark {number}", " ".repeat(number % 5));
        text = [&lines[..at], &[remark.as_str()], &lines[at..]].concat().join("\n");
        let Ok(new) = assist::format(&text) else { continue };
        done += 1;
        assert_eq!(comment_lines(&text), comment_lines(&new), "{text}\n---\n{new}");
        assert_eq!(assist::format(&new).as_ref(), Ok(&new), "changed twice:\n{text}\n---\n{new}");
    }
    assert!(done * 10 > count * 7, "only {done} of {count} texts can be formatted");
}

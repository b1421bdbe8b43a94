//! `extends`: what is merged, replaced, removed and not inherited.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use ferz::board::Side;
use ferz::compile::{self, Loaded, Variant};
use ferz::diagnostic::{Code, Style, render_all};
use ferz::fen;
use ferz::rules::Condition;
use ferz::variant::{DiskLoader, Loader, NoFiles, VariantSource};

/// Files in memory.
struct Files(HashMap<PathBuf, String>);

impl Loader for Files {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.get(path).map(|text| text.clone().into_bytes()).ok_or(io::ErrorKind::NotFound.into())
    }

    fn read_below(&self, folder: &Path, path: &Path) -> io::Result<Vec<u8>> {
        self.read(&folder.join(path))
    }
}

fn text(text: &str) -> Loaded {
    let source = VariantSource::Text { name: "test".to_owned(), text: text.to_owned() };
    compile::load(&source, &NoFiles).expect("a text can always be read")
}

fn variant(yaml: &str) -> Variant {
    let loaded = text(yaml);
    let problems = render_all(&loaded.problems, &loaded.sources, Style::Plain);
    loaded.variant.unwrap_or_else(|| panic!("{problems}"))
}

fn codes(loaded: &Loaded) -> Vec<Code> {
    loaded.problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn mappings_are_merged_and_everything_else_is_replaced() {
    let rules =
        variant("name: A\nextends: chess\npieces:\n  knight: {moves: \"NN\"}\n  beast: {symbol: Z, moves: \"AD\"}\n")
            .rules;
    let names: Vec<&str> = rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["pawn", "knight", "bishop", "rook", "queen", "king", "beast"]);
    assert_eq!((rules.pieces[1].symbol[Side::White].as_str(), rules.pieces[1].notation.as_str()), ("N", "NN"));
    let rules = variant("name: A\nextends: chess\nend:\n  - {when: {stuck: always}, result: loss}\n").rules;
    assert_eq!(rules.ends.len(), 1);
    assert!(matches!(rules.ends[0].condition, Condition::Stuck { in_check: None }));
}

#[test]
fn null_removes_and_a_parents_tests_and_pages_are_its_own() {
    let child = variant("name: A\nextends: grand\nend: {repetition: null}\nrules: {must_capture: {must: capture}}\n");
    assert!(!child.rules.ends.iter().any(|end| end.name == "repetition"));
    assert!(child.rules.constraints.must_capture);
    assert!(child.tests.perft.is_empty() && child.rules_pages.is_empty() && child.description.is_none());
}

#[test]
fn alternatives_replace_each_other() {
    let rules = variant(
        "name: A\nextends: grand\nregions: {promotion: {white: rank 10, black: rank 2}}\n\
         end: {checkmate: {when: {extinct: king}}}\n\
         pieces: {pawn: {promotion: {to: {white: queen, black: rook}, mandatory: false}}}\n",
    )
    .rules;
    assert_eq!(rules.regions["promotion"].black.lowest(), rules.geometry.square("a2"));
    assert!(matches!(rules.ends[0].condition, Condition::Extinct { .. }));
    let promotion = rules.pieces[0].promotion.as_ref().unwrap();
    assert_eq!(promotion.choices.black, [rules.piece_named("rook").unwrap()]);
    assert_eq!(promotion.limits.black, [None]);
}

#[test]
fn scalars_keep_their_spelling() {
    let rules = variant(
        "name: 010\nextends: chess\npieces:\n  no: {symbol: Y, moves: \"N\"}\nsetup: ynbqkbnr/8/8/8/8/8/8/YNBQKBNR w - - 0 1\n",
    )
    .rules;
    assert_eq!(rules.title, "010");
    assert!(rules.piece_named("no").is_some());
    assert_eq!(rules.piece_with_symbol("y").map(|(_, side)| side), Some(Side::Black));
}

#[test]
fn regions_are_turned_for_black() {
    let rules = variant(
        "name: A\nextends: chess\nregions:\n  near: {each: a1 b2}\n  both: {each: near except b2}\n  same: near or d4\n",
    )
    .rules;
    let squares = |name: &str, side| {
        let squares = rules.regions[name][side].iter().map(|square| rules.geometry.name(square));
        squares.collect::<Vec<_>>().join(" ")
    };
    assert_eq!((squares("near", Side::White), squares("near", Side::Black)), ("a1 b2".into(), "g7 h8".into()));
    assert_eq!((squares("both", Side::White), squares("both", Side::Black)), ("a1".into(), "h8".into()));
    assert_eq!(squares("same", Side::Black), "d4 g7 h8");
}

#[test]
fn every_value_keeps_the_file_that_wrote_it() {
    let loaded = text("name: A\nextends: grand\npieces:\n  knight: {moves: \"NN\"}\n");
    let rules = &loaded.variant.as_ref().unwrap().rules;
    let source = |name: &str| {
        let span = rules.piece(rules.piece_named(name).unwrap()).source.span.unwrap();
        loaded.sources.name(span.source)
    };
    assert_eq!(source("knight"), "test");
    assert_eq!(source("chancellor"), "variants/large/grand.yaml");
    assert_eq!(source("rook"), "variants/chess/chess.yaml");
}

#[test]
fn files_extend_files_of_their_folder_and_below() {
    let files =
        |texts: &[(&str, &str)]| Files(texts.iter().map(|(path, text)| (path.into(), (*text).to_owned())).collect());
    let load = |files: &Files| compile::load(&VariantSource::File("games/a.yaml".into()), files).unwrap();
    let chain = files(&[
        ("games/a.yaml", "name: A\nextends: base/b.yaml\n"),
        ("games/base/b.yaml", "extends: c.yaml\n"),
        ("games/base/c.yaml", "name: C\nextends: chess\nrules: {must_capture: {must: capture}}\n"),
    ]);
    assert!(load(&chain).variant.unwrap().rules.constraints.must_capture);
    let circle = files(&[("games/a.yaml", "extends: b.yaml\n"), ("games/b.yaml", "extends: ./a.yaml\n")]);
    assert_eq!(codes(&load(&circle)), [Code::ExtendsCycle]);
    let long: Vec<(String, String)> =
        (0..40).map(|i| (format!("games/{i}.yaml"), format!("name: X\nextends: {}.yaml\n", i + 1))).collect();
    let mut long = Files(long.into_iter().map(|(path, text)| (path.into(), text)).collect());
    long.0.insert("games/a.yaml".into(), "extends: 0.yaml\n".to_owned());
    assert_eq!(codes(&load(&long)), [Code::ExtendsCycle]);
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let folder = std::env::temp_dir().join(format!("ferz-extends-{}", std::process::id()));
    let inner = folder.join("inner");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(folder.join("secret.yaml"), "name: Secret\nextends: chess\n").unwrap();
    let absolute = folder.join("secret.yaml").display().to_string();
    let mut parents = vec!["../secret.yaml".to_owned(), absolute, ".".to_owned(), "..".to_owned()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("secret.yaml"), inner.join("link.yaml")).unwrap();
        parents.push("link.yaml".to_owned());
    }
    for parent in parents {
        let path = inner.join("a.yaml");
        std::fs::write(&path, format!("name: A\nextends: \"{parent}\"\n")).unwrap();
        let loaded = compile::load(&VariantSource::File(path), &DiskLoader).unwrap();
        assert_eq!(codes(&loaded), [Code::MissingParent], "{parent}");
        assert_eq!(loaded.sources.ids().count(), 1, "{parent}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn castling_rights_follow_the_rules_of_the_file() {
    let edgy = compile::load(&VariantSource::named("edgy"), &NoFiles).unwrap().variant.unwrap().rules;
    let start = fen::write(&edgy.setup, &edgy);
    assert_eq!(start, "3prnbk/4pppq/P5pb/RP4pn/NP4pr/BP5p/QPPP4/KBNRP3 w KQkq - 0 1");
    let long = edgy.setup.castling[1];
    assert_eq!((edgy.geometry.name(long.from), edgy.geometry.name(long.partner)), ("a1".into(), "a5".into()));
}

/// The page on mixing has each rule file with its description, and no other.
#[test]
fn the_page_on_mixing_lists_the_rule_files() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mixing.md")).unwrap();
    let table = page.split("| file | rule |\n|---|---|\n").nth(1).expect("the table");
    let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
    let row = |file: &ferz::variant::library::BuiltIn| {
        let name = file.name.strip_prefix(ferz::variant::library::RULES).expect("the folder of rule files");
        format!("| `{name}` | {} |", file.description())
    };
    let expected: Vec<String> = ferz::variant::library::rule_files().iter().map(row).collect();
    assert_eq!(rows, expected);
    assert!(rows.len() >= 25);
}

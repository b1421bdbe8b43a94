//! The rule book: every check has a page of one shape, whose example gives the check and whose other example does not, and a
//! file that shows it at work.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common;
use ferz::compile::Loaded;
use ferz::diagnostic::{Code, Diagnostic, Severity, Style, render_all};
use ferz::variant::{DiskLoader, NoFiles, VariantSource, library};

/// What an example in a text cannot show: bytes that are no text, and several files.
const NOT_IN_A_TEXT: &[Code] = &[Code::NotUtf8, Code::ExtendsCycle];

fn load_text(text: &str) -> Loaded {
    ferz::check(&VariantSource::Text { name: "example".to_owned(), text: text.to_owned() }, &NoFiles).unwrap()
}

fn load_file(path: &Path) -> Loaded {
    ferz::check(&VariantSource::File(path.to_owned()), &DiskLoader).unwrap()
}

/// What an example in a language gives: its problems, drawn as well, and whether something came of it.
fn judged(language: &str, text: &str) -> (Vec<Diagnostic>, String, bool) {
    if language == "ini" {
        let import = ferz::fairy::import("example", text.as_bytes());
        let drawn = render_all(&import.problems, &import.sources, Style::Plain);
        return (import.problems, drawn, !import.files.is_empty());
    }
    let loaded = load_text(text);
    let drawn = render_all(&loaded.problems, &loaded.sources, Style::Plain);
    (loaded.problems, drawn, loaded.variant.is_some())
}

/// The blocks of a page: language and text.
fn examples(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').expect("a block has lines")).collect()
}

#[test]
fn every_page_has_the_same_shape() {
    for code in Code::ALL {
        let page = code.page();
        let prose: String = page.split("```").step_by(2).collect();
        let heads: Vec<&str> = prose.lines().filter(|line| line.starts_with('#')).collect();
        let name = format!("# {code}");
        assert_eq!(heads, [&name, "## What it does", "## Why is this bad", "## Example", "## Use instead"], "{code}");
        for section in page.split("\n## ").skip(1) {
            assert!(section.lines().count() > 2, "{code}: an empty section");
        }
        assert_eq!(examples(page).len(), 2, "{code}");
        assert!(code.summary().ends_with('.') && code.summary().len() > 10, "{code}: {}", code.summary());
        assert!(
            page.lines().nth(4).is_some_and(|line| line.starts_with("Reports") || line.starts_with("Warns")),
            "{code}"
        );
    }
}

#[test]
fn every_example_gives_its_check_and_the_other_one_nothing() {
    for code in Code::ALL.iter().filter(|code| !NOT_IN_A_TEXT.contains(code)) {
        let examples = examples(code.page());
        let (wrong, drawn, _) = judged(examples[0].0, examples[0].1);
        let found: Vec<Code> = wrong.iter().map(|problem| problem.code).collect();
        assert!(found.contains(code), "{code}: the example gives {found:?}\n{drawn}");
        let warns = code.page().contains("\nWarns of");
        let severe = wrong.iter().filter(|problem| problem.code == *code);
        assert!(severe.into_iter().all(|problem| (problem.severity == Severity::Warning) == warns), "{code}");
        assert!(!warns || found.iter().all(|found| found == code), "{code}: the example gives {found:?}");
        let (right, drawn, made) = judged(examples[1].0, examples[1].1);
        assert!(made && right.is_empty(), "{code}: the other example\n{drawn}");
    }
}

/// The files below a folder of tests.
fn fixtures(folder: &str) -> BTreeSet<PathBuf> {
    common::files_below(folder, "yaml")
}

#[test]
fn every_check_has_a_file_that_shows_it() {
    let files: Vec<PathBuf> = fixtures("tests/wrong").into_iter().chain(fixtures("tests/warned")).collect();
    let yaml = files.iter().flat_map(|path| load_file(path).problems);
    let ini = common::files_below("tests/fairy/wrong", "ini").into_iter().flat_map(|path| {
        let bytes = std::fs::read(&path).unwrap();
        ferz::fairy::import("example", &bytes).problems
    });
    let found: BTreeSet<Code> = yaml.chain(ini).map(|problem| problem.code).collect();
    let missing: Vec<&Code> = Code::ALL.iter().filter(|code| !found.contains(code)).collect();
    assert!(missing.is_empty(), "no file under tests/wrong or tests/warned gives {missing:?}");
}

#[test]
fn strange_files_are_warned_of() {
    insta::glob!("../warned", "*.yaml", |path| {
        let loaded = load_file(path);
        let drawn = render_all(&loaded.problems, &loaded.sources, Style::Plain);
        assert!(loaded.variant.is_some(), "{}\n{drawn}", path.display());
        let name = path.file_stem().unwrap().to_string_lossy();
        let expected = name.split("__").next().unwrap();
        assert!(loaded.problems.iter().all(|problem| problem.code.name() == expected), "{drawn}");
        assert!(!loaded.problems.is_empty());
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false, filters => vec![(r"[^\s`]*tests/warned/", "")]}, {
            insta::assert_snapshot!(drawn);
        });
    });
}

#[test]
fn no_shipped_variant_is_warned_of() {
    for variant in library::all() {
        let loaded = ferz::check(&VariantSource::BuiltIn(variant.name.to_owned()), &NoFiles).unwrap();
        let drawn = render_all(&loaded.problems, &loaded.sources, Style::Plain);
        assert!(loaded.problems.is_empty(), "{drawn}");
    }
}

#[test]
fn the_printed_rule_book_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/checks.md");
    let printed = std::fs::read_to_string(path).unwrap_or_default();
    for code in Code::ALL {
        let page: String = code
            .page()
            .lines()
            .map(|line| if line.starts_with('#') { format!("#{line}\n") } else { format!("{line}\n") })
            .collect();
        assert!(printed.contains(&page), "{code}: run `ferz explain --all > docs/checks.md`");
    }
    assert_eq!(printed.matches("### What it does").count(), Code::ALL.len());
}

#[test]
fn warnings_that_are_meant_are_not_given() {
    let text = "name: Example\nextends: chess\nregions: {hill: d4}\nallow: [unused-region]";
    assert!(load_text(text).problems.is_empty());
    let loaded = load_text("name: Example\nextends: chess\nregions: {hill: d4}\nallow: [unused-regoin]");
    let codes: Vec<Code> = loaded.problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, [Code::UnusedRegion, Code::BadValue]);
    assert!(loaded.problems[1].help.as_ref().unwrap().contains("unused-region"));
}

/// Pieces without a promotion that only go ahead by their notation, and all that can take them further.
#[test]
fn pieces_that_promote_in_other_ways_are_not_warned_of() {
    let file = |man: &str, rules: &str| {
        format!(
            "name: Men\nboard: {{files: 6, ranks: 6}}\npieces:\n  king: {{symbol: K, moves: \"K\", royal: true}}\n  \
             rook: {{symbol: R, moves: \"R\"}}\n  man: {{symbol: M, {man}}}\nsetup: r1k2r/mmmmmm/6/6/MMMMMM/R1K2R w - - 0 1\n\
             end: {{mate: {{when: {{stuck: in_check}}, result: loss}}}}\n{rules}"
        )
    };
    let warned = |man: &str, rules: &str| {
        let problems = load_text(&file(man, rules)).problems;
        assert!(!problems.iter().any(Diagnostic::is_error), "{man} {rules}: {problems:?}");
        problems.iter().any(|problem| problem.code == Code::NeverPromotes)
    };
    assert!(warned("moves: \"mfWcfF\"", ""));
    assert!(!warned("moves: \"mfWcfF\", promotion: {to: rook, when: capturing}", ""));
    assert!(!warned("moves: \"msW[cfF-fF]\", promotion: {to: rook}", ""));
    assert!(!warned("moves: \"msW\", promotion: {to: rook}, promotion_move: {to: rook, moves: \"fW\"}", ""));
    assert!(!warned("moves: \"mfWcfF\", promotion_move: {to: rook, in_place: true}", ""));
    assert!(!warned("moves: \"mfWcfF\"", "rules: {crown: {after: capture of rook by man, change: mover, into: rook}}"));
    assert!(!warned("moves: \"mfWcfF\"", "rules: {make: {pieces: last mover, moves_only_as: last captured}}"));
}

/// A file that is allowed to be over at the start, and a program that only loads it.
#[test]
fn first_moves_are_made_by_the_check_alone() {
    let text = "name: Example\nextends: chess\nend: {goal: {when: {reached: {piece: king, region: {each: first 4 ranks}}}, result: win}}";
    let codes = |loaded: &Loaded| loaded.problems.iter().map(|problem| problem.code).collect::<Vec<_>>();
    assert_eq!(codes(&load_text(text)), [Code::OverAtStart]);
    assert_eq!(codes(&load_text(&format!("{text}\nallow: [over-at-start]"))), []);
    let source = VariantSource::Text { name: "example".to_owned(), text: text.to_owned() };
    assert_eq!(codes(&ferz::compile::load(&source, &NoFiles).unwrap()), []);
}

//! Whatever a file holds, loading it ends soon, without a panic, and every problem has a place inside of a text.

use std::time::Duration;

use crate::common::stopwatch::Stopwatch;
use ferz::compile;
use ferz::diagnostic::{Style, render_all};
use ferz::variant::{Loader, NoFiles, VariantSource, library};
use proptest::prelude::*;

/// One file of any bytes.
struct OneFile(Vec<u8>);

impl Loader for OneFile {
    fn read(&self, _: &std::path::Path) -> std::io::Result<Vec<u8>> {
        Ok(self.0.clone())
    }

    fn read_below(&self, _: &std::path::Path, path: &std::path::Path) -> std::io::Result<Vec<u8>> {
        self.read(path)
    }
}

fn check(bytes: Vec<u8>) {
    let watch = Stopwatch::start();
    let size = bytes.len();
    let loaded = compile::load(&VariantSource::File("any.yaml".into()), &OneFile(bytes)).expect("it is read");
    for problem in &loaded.problems {
        for span in std::iter::once(problem.span).chain(problem.labels.iter().map(|label| label.span)) {
            assert!(loaded.sources.text(span.source).get(span.range()).is_some(), "{problem:?}");
        }
    }
    assert_eq!(loaded.variant.is_none(), loaded.problems.iter().any(|problem| problem.is_error()));
    if loaded.problems.len() < 50 {
        render_all(&loaded.problems, &loaded.sources, Style::Plain);
    }
    assert!(watch.spent() < Duration::from_secs(20), "{size} bytes took {:?}", watch.spent());
}

/// A text with a few bytes changed, taken out, doubled or put in.
fn mutated(text: &str, edits: &[(u8, u32, u32, u8)]) -> Vec<u8> {
    const WORDS: &[&str] = &[
        ": ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "null",
        "\n",
        "  ",
        "all",
        "99999",
        "é",
        "*a",
        "&a ",
        "#",
        "extends: grand\n",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for (kind, from, length, byte) in edits {
        let from = *from as usize % (bytes.len() + 1);
        let to = (from + *length as usize % 24).min(bytes.len());
        match kind % 5 {
            0 if from < bytes.len() => bytes[from] = *byte,
            1 => drop(bytes.drain(from..to)),
            2 => {
                let part = bytes[from..to].to_vec();
                bytes.splice(from..from, part);
            }
            3 => drop(bytes.splice(from..from, WORDS[*byte as usize % WORDS.len()].bytes())),
            _ => drop(bytes.splice(from..to, [*byte])),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_variant_with_any_few_changes_loads_or_is_refused(
        which in any::<usize>(),
        edits in prop::collection::vec(any::<(u8, u32, u32, u8)>(), 1..6),
    ) {
        let all = library::all();
        check(mutated(all[which % all.len()].text, &edits));
    }

    #[test]
    fn any_bytes_load_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(bytes);
    }

    #[test]
    fn any_position_is_read_or_refused(text in "[rnbqkpRNBQKP0-9/w~+*\\[\\] a-h-]{0,80}") {
        let loaded = compile::load(&VariantSource::BuiltIn("chess".to_owned()), &NoFiles).expect("it is built in");
        let rules = loaded.variant.expect("it is sound").rules;
        if let Ok(setup) = ferz::fen::read(&text, &rules) {
            let written = ferz::fen::write(&setup, &rules);
            prop_assert_eq!(ferz::fen::read(&written, &rules), Ok(setup), "{}", written);
        }
    }
}

/// A vertical tab is text to YAML, and a blank to Unicode.
#[test]
fn a_sign_behind_a_vertical_tab_is_refused_with_its_place() {
    check(vec![11, b'!', 128]);
    check("\u{b}\u{b}!\u{32a}".into());
}

#[test]
fn large_files_cost_no_more_than_their_length() {
    let chess = "name: X\nextends: chess\n";
    let long = |unit: &str, count: usize| unit.repeat(count);
    for text in [
        format!("{chess}description: {}\n", long("x", 900_000)),
        format!("{chess}regions:\n  a: {}\n", long("all ", 200_000)),
        format!("{chess}regions:\n  a: {}\n", long("(", 8_000)),
        format!("{chess}regions:\n  a: a1{}\n", long(" and all", 1_000)),
        format!("{chess}regions:\n{}", (0..40_000).map(|i| format!("  r{i}: r{}\n", i + 1)).collect::<String>()),
        format!(
            "{chess}pieces:\n{}",
            (0..20_000).map(|i| format!("  p{i}: {{symbol: A, moves: \"W\"}}\n")).collect::<String>()
        ),
        format!("{chess}setup: {}\n", long("8/", 400_000)),
        format!("{chess}setup: \"{} w\"\n", long("9", 900_000)),
        format!("{chess}pieces: {{a: {{symbol: A, moves: \"{}\"}}}}\n", long("W", 900_000)),
        format!("{chess}x: {}{}\n", long("[", 100_000), long("]", 100_000)),
        format!("{chess}x: [{}]\n", long("a,", 400_000)),
        long("- ", 500_000),
        long("a: ", 300_000),
        long("? ", 300_000),
        long("\"", 900_000),
        long("&a ", 300_000),
        long("x\n", 500_000),
        long("{a: ", 200_000),
    ] {
        check(text.into_bytes());
    }
    check(vec![b'a'; (1 << 20) + 1]);
    check(vec![0xff; 1 << 20]);
}

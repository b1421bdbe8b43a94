//! A real editor with the language server: Neovim opens files, asks and edits, as `tests/neovim/client.lua` says.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::common::skipped;

/// The report that Neovim writes at the end.
#[derive(Deserialize)]
struct Results {
    cases: Vec<Case>,
    /// Times of answers in the largest shipped file, in milliseconds of the wall clock.
    median: f64,
    longest: f64,
}

#[derive(Deserialize)]
struct Case {
    number: usize,
    kind: String,
    text: String,
    right: bool,
    answer: String,
}

/// The least number of cases that Neovim has to get right.
const CASES: usize = 60;

#[test]
fn neovim_gets_every_case_right() {
    if Command::new("nvim").arg("--version").output().is_err() {
        return skipped("nvim", "Neovim is not installed");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("neovim");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder of the test can be made");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neovim");
    let largest = ferz::library::all().iter().max_by_key(|variant| variant.text.len()).expect("there are variants");
    fs::write(folder.join("largest.txt"), largest.text).expect("the file can be written");
    let output = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-S"])
        .arg(scripts.join("client.lua"))
        .env("FERZ", env!("CARGO_BIN_EXE_ferz"))
        .env("CASES", scripts.join("cases.lua"))
        .env("RESULTS", folder.join("results.json"))
        .env("LARGEST", folder.join("largest.txt"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .current_dir(&folder)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let results = fs::read(folder.join("results.json")).unwrap_or_else(|error| panic!("{error}: {said}"));
    let Results { cases, median, longest } = serde_json::from_slice(&results).expect("JSON");
    let wrong = cases.iter().filter(|case| !case.right);
    let wrong: Vec<String> =
        wrong.map(|case| format!("{} ({}): {:?}\n  {:?}", case.number, case.kind, case.text, case.answer)).collect();
    assert!(wrong.is_empty(), "{}\n{said}", wrong.join("\n"));
    assert!(cases.len() >= CASES, "only {} cases", cases.len());
    for kind in ["diagnostics", "completion", "hover", "definition", "rename", "fix", "format"] {
        assert!(cases.iter().filter(|case| case.kind == kind).count() >= 4, "too few cases of {kind}");
    }
    println!("{} cases; in the largest file: median {median:.1} ms, longest {longest:.1} ms", cases.len());
    // The figures on a quiet machine are in docs/editors.md; here the bound only finds what is far off.
    assert!(median < 5_000.0, "median {median} ms");
}

//! `ferz check --fix` and `--diff`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixes").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder of the test can be made");
    folder
}

fn ferz(folder: &Path, arguments: &[&str]) -> (Output, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ferz")).args(arguments).current_dir(folder).output().expect("it runs");
    let text = String::from_utf8(output.stdout.clone()).expect("the output is text");
    (output, text)
}

const WRONG: &str = "# A game.\nname: A   # its name\nextends: ches\npieces:\n  hawk: {symbol: h, moves: [F?R], royal: no}  # new\n\
                     setup: hnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/HNBQKBNR w - - 0 1\n";

#[test]
fn fixes_are_written_and_comments_stay() {
    let folder = folder("write");
    let file = folder.join("a.yaml");
    std::fs::write(&file, WRONG).expect("the file can be written");
    let (output, text) = ferz(&folder, &["check", "--fix", "a.yaml"]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for line in ["Write `chess`", "Put it in quotes", "Write `H`", "Write `false`", "4 fixes made"] {
        assert!(text.contains(line), "no `{line}` in {text}");
    }
    let fixed = std::fs::read_to_string(&file).expect("the file is there");
    let wanted = WRONG.replace("ches\n", "chess\n").replace("symbol: h, moves: [F?R]", "symbol: H, moves: \"[F?R]\"");
    assert_eq!(fixed, wanted.replace("royal: no", "royal: false"));
    // Nothing is left to fix.
    let (_, text) = ferz(&folder, &["check", "--fix", "a.yaml"]);
    assert!(!text.contains("made"), "{text}");
}

#[test]
fn differences_change_no_file() {
    let folder = folder("diff");
    std::fs::write(folder.join("a.yaml"), WRONG).expect("the file can be written");
    let (_, text) = ferz(&folder, &["check", "--diff", "a.yaml"]);
    assert!(text.starts_with("--- a/a.yaml\n+++ b/a.yaml\n"), "{text}");
    assert!(text.contains("\n-extends: ches\n+extends: chess\n"), "{text}");
    assert_eq!(std::fs::read_to_string(folder.join("a.yaml")).expect("the file is there"), WRONG);
}

#[test]
fn fixes_are_data_and_built_in_variants_are_not_changed() {
    let folder = folder("data");
    std::fs::write(folder.join("a.yaml"), "name: A\nextends: chess\nregoins: {}\n").expect("the file can be written");
    let (output, text) = ferz(&folder, &["check", "--json", "a.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let fix = &report["problems"][0]["fixes"][0];
    assert_eq!((fix["title"].as_str(), fix["sure"].as_bool()), (Some("Write `regions`"), Some(true)));
    let edit = serde_json::json!({"line": 3, "column": 1, "end_line": 3, "end_column": 8, "text": "regions"});
    assert_eq!(fix["edits"][0], edit);
    let (output, _) = ferz(&folder, &["check", "--fix", "chess"]);
    assert_eq!(output.status.code(), Some(2));
}

//! `ferz migrate`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("migrate").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder of the test can be made");
    folder
}

fn ferz(folder: &Path, arguments: &[&str]) -> (Output, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ferz")).args(arguments).current_dir(folder).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is text");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

/// Writes a file, migrates it, and returns the exit code, the new text and the errors.
fn migrated(folder: &Path, text: &str) -> (Option<i32>, String, String) {
    std::fs::write(folder.join("a.yaml"), text).expect("the file can be written");
    let (output, _, errors) = ferz(folder, &["migrate", "a.yaml"]);
    (output.status.code(), std::fs::read_to_string(folder.join("a.yaml")).expect("the file is there"), errors)
}

/// Files of earlier versions. Their `tests:` have the counts of the program that had their keys.
#[test]
fn old_files_have_the_same_moves_as_before() {
    let folder = folder("old");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrated");
    let mut count = 0;
    for entry in std::fs::read_dir(files).expect("there are old files") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let old = std::fs::read_to_string(&path).expect("a text");
        std::fs::write(folder.join(&name), &old).expect("the file can be written");
        assert_eq!(ferz(&folder, &["check", &name]).0.status.code(), Some(1), "{name} has no old key");
        let (output, _, errors) = ferz(&folder, &["migrate", &name]);
        assert!(output.status.success(), "{name}: {errors}");
        let new = std::fs::read_to_string(folder.join(&name)).expect("the file is there");
        let comments = |text: &str| text.matches("# ").count();
        assert_eq!(comments(&old), comments(&new), "{name}:\n{new}");
        for command in ["check", "test"] {
            let (output, text, errors) = ferz(&folder, &[command, &name]);
            assert!(output.status.success(), "{command} {name}: {text}{errors}\n{new}");
        }
        count += 1;
    }
    assert!(count >= 14, "{count} files");
}

/// A key that was switched off goes, even if there is no new form of what it said.
#[test]
fn keys_that_say_nothing_are_left_out() {
    let old = "name: A\nextends: chess\nrules:\n  must_capture: true\n  turns: {refusable: false}\n";
    let new = "name: A\nextends: chess\nrules:\n  must_capture: {must: capture}\n";
    assert_eq!(migrated(&folder("off"), old), (Some(0), new.to_owned(), String::new()));
}

#[test]
fn comments_stay_with_what_they_describe() {
    let old = "name: A # its name\nextends: chess\n# All rules.\nrules:\n  # Duties.\n  must_capture: true # always\n\n  \
               takes:\n    # Far.\n    longest: true\n    # Kings.\n    needs: king # one is enough\n  # Turns.\n  \
               turns: {actions: 2} # two\n# Ends.\nend: {insufficient_material: null}\n";
    let new = "name: A # its name\nextends: chess\n# All rules.\nrules:\n  # Duties.\n  # always\n  must_capture: {must: capture, most: count of captured}\n  # Far.\n  \
               # Kings.\n  # one is enough\n  needs: {forbid: [capture, attack], unless: any own king}\n# Turns.\n# two\nturns: {moves: 2}\n# Ends.\nend: {insufficient_material: null}\n";
    assert_eq!(migrated(&folder("comments"), old), (Some(0), new.to_owned(), String::new()));
}

#[test]
fn rules_get_free_names_and_sections_are_added_to() {
    let folder = folder("names");
    let old = "name: A\nextends: chess\nregions: {on_squares: a1}\nturns: {roll: kind}\nrules: {needs: {forbid: castling}, takes: {needs: king}, \
               relations: {loans: [{to: pawn, from: rook, on: {each: rank 1-3}}]}, turns: {actions: 2}}";
    let (code, new, errors) = migrated(&folder, old);
    assert_eq!(code, Some(0), "{errors}");
    assert!(new.contains("\n  needs_2: {forbid: [capture, attack], unless: any own king}\n"), "{new}");
    assert!(new.contains("regions: {on_squares: a1, on_squares_2: {each: rank 1-3}}\n"), "{new}");
    assert!(new.contains("to: on_squares_2"), "{new}");
    assert!(new.contains("turns: {roll: kind, moves: 2}\n"), "{new}");
    // A child replaces the rule of its parent, as it replaced the key.
    std::fs::write(folder.join("b.yaml"), "name: B\nextends: a.yaml\nrules: {takes: {needs: [king, queen]}}\n")
        .expect("b");
    let (output, ..) = ferz(&folder, &["migrate", "b.yaml"]);
    assert!(output.status.success());
    let child = std::fs::read_to_string(folder.join("b.yaml")).expect("the file is there");
    assert!(
        child.ends_with("rules:\n  needs_2: {forbid: [capture, attack], unless: any own (king or queen)}\n"),
        "{child}"
    );
}

#[test]
fn a_file_without_old_keys_stays_as_it_is() {
    let folder = folder("same");
    for text in
        ["name:  A\nextends: chess   # odd  form\n\n\n", "name: A\nextends: chess", "name: A\r\nextends: chess\r\n"]
    {
        assert_eq!(migrated(&folder, text), (Some(0), text.to_owned(), String::new()));
    }
}

#[test]
fn a_key_without_a_new_form_is_reported_and_the_file_stays() {
    let folder = folder("left");
    let cases = [
        (
            "rules:\n  takes: {needs: king}\n  relations: {owners: {white: rank 1-4, black: rank 5-8}}\n",
            ":5: `owners`: in FENs",
        ),
        ("rules: {takes: {exchanges: true}}\n", ":3: `exchanges`: together with `pieces.*.promotion`"),
        ("rules:\n  turns:\n    grows: 3\n", ":5: `grows`: only turns that grow by one"),
        (
            "rules: {takes: {reborn: [{pieces: pawn}, {pieces: [knight, pawn]}]}}\n",
            "two entries are about the same pieces",
        ),
        ("rules: {takes: {reborn: [{pieces: king}]}}\n", "`reborn`: only pieces that start on one rank"),
        ("rules: {relations: {loans: [{to: king, from: pawn}]}}\n", "`loans`: moves that depend on the past"),
        ("rules: {takes: {needs: null}}\n", "`needs`: it removes a key of the parent"),
        ("rules: {takes: {needs: {}}}\n", "`needs`: its value has a form that the key never had"),
        (
            "turns: {moves: 3}\nrules: {turns: {actions: 2}}\n",
            "`actions`: `turns:` at the left margin already has `moves`",
        ),
        ("rules: {takes: [\n", "it is not YAML"),
    ];
    for (rules, reason) in cases {
        let text = format!("name: A\nextends: chess\n{rules}");
        let (code, new, errors) = migrated(&folder, &text);
        assert_eq!((code, &new), (Some(1), &text), "{errors}");
        assert!(errors.contains(reason) && errors.contains("`a.yaml` is left as it is"), "{errors}");
    }
}

#[test]
fn checks_and_differences_change_no_file() {
    let folder = folder("diff");
    let text = "name: A\nextends: chess\nrules: {takes: {needs: king}}\n";
    std::fs::write(folder.join("a.yaml"), text).expect("the file can be written");
    let (output, printed, _) = ferz(&folder, &["migrate", "--check", "a.yaml"]);
    assert_eq!(
        (output.status.code(), printed.as_str()),
        (Some(1), "a.yaml has old keys: `ferz migrate a.yaml` changes it\n")
    );
    let (output, printed, _) = ferz(&folder, &["migrate", "--diff", "a.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(printed.contains("\n-rules: {takes: {needs: king}}\n+rules:\n+  needs: {forbid: "), "{printed}");
    assert_eq!(std::fs::read_to_string(folder.join("a.yaml")).expect("the file is there"), text);
    for wrong in [["migrate", "chess"], ["migrate", "nowhere.yaml"]] {
        assert_eq!(ferz(&folder, &wrong).0.status.code(), Some(2));
    }
    // The error for an old key names its new form and the command.
    let (_, printed, errors) = ferz(&folder, &["check", "a.yaml"]);
    let all = printed + &errors;
    assert!(all.contains("write `needs: {forbid: [capture, attack], unless: any own king}`"), "{all}");
    assert!(all.contains("`ferz migrate FILE` does it"), "{all}");
}

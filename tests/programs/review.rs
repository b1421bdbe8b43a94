//! `ferz snapshot --review`, by lines of a pipe and by keys on a terminal.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::skipped;

const OLD: &str = "name: Nimble\nextends: chess\npieces: {king: {moves: \"K\"}}\n";

/// A new folder with two variants and their snapshots, whose rules have changed since.
fn changed(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder of the test can be made");
    for file in ["a.yaml", "b.yaml"] {
        fs::write(folder.join(file), OLD).expect("the file can be written");
    }
    assert_eq!(ferz(&folder, &["snapshot", "a.yaml", "b.yaml"], "").0, 0);
    for file in ["a.yaml", "b.yaml"] {
        fs::write(folder.join(file), OLD.replace("\"K\"", "\"KN\"")).expect("the file can be written");
    }
    folder
}

/// Runs the command with an input. Returns its exit code and its output.
fn ferz(folder: &Path, arguments: &[&str], input: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code().expect("it ends by itself"), String::from_utf8(output.stdout).expect("the output is text"))
}

/// The snapshots that have the new rules.
fn accepted(folder: &Path) -> Vec<&'static str> {
    let is_new = |name: &&str| {
        let text = fs::read_to_string(folder.join(format!("snapshots/{name}.snap"))).expect("it is there");
        text.contains("king (K k): KN")
    };
    ["a", "b"].into_iter().filter(is_new).collect()
}

const REVIEW: [&str; 4] = ["snapshot", "--review", "a.yaml", "b.yaml"];

#[test]
fn a_change_is_shown_as_two_boards_with_its_moves() {
    let folder = changed("shown");
    let (code, text) = ferz(&folder, &REVIEW, "s\ns\n");
    assert_eq!((code, accepted(&folder).len()), (1, 0), "{text}");
    let wanted = "\
snapshots/a.snap

rules
- piece king (K k): K
+ piece king (K k): KN
+   Moves or captures with a knight's leap (2 by 1) in any direction.

start
before                  now
8  r n b q k b n r      8  r n b q k b n r
7  p p p p p p p p      7  p p p p p p p p
6  . . . . . . . .      6  . . . . . . . .
5  . . . . . . . .      5  . . . . . . . .
4  . . . . . . . .      4  . . . . . . . .
3  . . . . . . . .      3  . . . * . * . .
2  P P P P P P P P      2  P P P P P P P P
1  R N B Q K B N R      1  R N B Q K B N R
   a b c d e f g h         a b c d e f g h
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
+ king e1: Kd3 Kf3
- perft: 20 400 8902
- UCI: 20 plain
+ perft: 22 484 ";
    assert!(text.starts_with(wanted), "{text}");
    assert!(text.contains("[a]ccept, [r]eject, [s]kip, [A]ccept all, [q]uit? skip\n"), "{text}");
    assert!(text.ends_with("snapshots: 2 different\n"), "{text}");
}

#[test]
fn answers_come_from_a_pipe() {
    let run = |name: &str, input: &str| {
        let folder = changed(name);
        let (code, text) = ferz(&folder, &REVIEW, input);
        let last = text.lines().last().map(str::to_owned).unwrap_or_default();
        (code, accepted(&folder), last)
    };
    let line = |text: &str| text.to_owned();
    assert_eq!(run("both", "a\na\n"), (0, vec!["a", "b"], line("snapshots: 2 written")));
    assert_eq!(run("one", "accept\nreject\n"), (1, vec!["a"], line("snapshots: 1 written, 1 rejected")));
    assert_eq!(run("all", "A\n"), (0, vec!["a", "b"], line("snapshots: 2 written")));
    assert_eq!(run("other", "x\n\nr\na\n"), (1, vec!["b"], line("snapshots: 1 written, 1 rejected")));
    assert_eq!(run("quit", "q\n"), (1, vec![], line("snapshots: 2 different")));
    assert_eq!(run("end", "a\n"), (1, vec!["a"], line("snapshots: 1 written, 1 different")));
}

#[test]
fn nothing_is_asked_with_an_answer_for_all() {
    let folder = changed("reject");
    let (code, text) = ferz(&folder, &[&REVIEW[..], &["--reject"]].concat(), "");
    assert_eq!((code, accepted(&folder).len(), text.contains("ccept")), (1, 0, false), "{text}");
    assert!(text.contains("+ king e1: Kd3 Kf3") && text.ends_with("snapshots: 2 rejected\n"), "{text}");
    let (code, text) = ferz(&folder, &[&REVIEW[..], &["--accept"]].concat(), "");
    assert_eq!((code, accepted(&folder)), (0, vec!["a", "b"]), "{text}");
    assert!(text.contains("+ king e1: Kd3 Kf3") && text.ends_with("snapshots: 2 written\n"), "{text}");
    assert_eq!(ferz(&folder, &REVIEW, ""), (0, "snapshots: 2 as before\n".to_owned()));
    // A rejection without a review says nothing, and a new snapshot is asked for, too.
    assert_eq!(ferz(&folder, &["snapshot", "--reject", "a.yaml"], "").0, 2);
    fs::remove_file(folder.join("snapshots/a.snap")).expect("it is there");
    let (code, text) = ferz(&folder, &REVIEW, "r\n");
    assert_eq!((code, text.starts_with("snapshots/a.snap (new)\n")), (1, true), "{text}");
    assert!(!folder.join("snapshots/a.snap").exists());
}

/// A board may change its size, and moves may vanish from a piece's list.
#[test]
fn boards_of_different_sizes() {
    let folder = changed("sizes");
    let small = |files: usize, moves: &str| {
        let row =
            ["k2", "3", "2K"].map(|row| row.replace('3', &files.to_string()).replace('2', &(files - 1).to_string()));
        format!(
            "name: Small\nboard: {{files: {files}, ranks: 3}}\npieces: {{king: {{symbol: K, moves: \"{moves}\", royal: true}}}}\n\
             setup: {} w - - 0 1\n",
            row.join("/")
        )
    };
    fs::write(folder.join("a.yaml"), small(4, "K")).expect("the file can be written");
    assert_eq!(ferz(&folder, &["snapshot", "--accept", "a.yaml"], "").0, 0);
    fs::write(folder.join("a.yaml"), small(5, "W")).expect("the file can be written");
    let (_, text) = ferz(&folder, &["snapshot", "--review", "a.yaml"], "s\n");
    let wanted = "\
before          now
3  k . . .      3  k . . . .
2  . . * *      2  . . . . *
1  . . * K      1  . . . * K
   a b c d         a b c d e
- k3/4/3K w - - 0 1
+ k4/5/4K w - - 0 1
- king d1: Kc1 Kc2 Kd2
+ king e1: Kd1 Ke2
";
    assert!(text.contains(wanted), "{text}");
}

/// On a terminal, one key is an answer. `script` gives the command a terminal.
#[cfg(target_os = "linux")]
#[test]
fn keys_on_a_terminal() {
    let folder = changed("terminal");
    if Command::new("script").arg("--version").output().is_err() {
        return skipped("script", "there is no `script`, which lends a terminal");
    }
    let line = format!("'{}' snapshot --review a.yaml b.yaml", env!("CARGO_BIN_EXE_ferz"));
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).current_dir(&folder);
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    // No line ends behind the keys. The pipe stays open until the command has ended.
    let mut keys = child.stdin.take().expect("a pipe");
    keys.write_all(b"ra").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    drop(keys);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!((output.status.code(), accepted(&folder)), (Some(1), vec!["b"]), "{text}");
    assert!(text.contains("\u{1b}[32m+ king e1: Kd3 Kf3"), "{text}");
}

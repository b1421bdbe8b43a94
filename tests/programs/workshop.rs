//! Commands that read from a pipe or write files: `ferz play`, `ferz snapshot`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn ferz(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    // Beside the reader, so that neither waits for the other; a program that has ended already does not read.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_game_is_played_from_a_pipe_and_saved_once() {
    let folder = folder("play");
    let lines =
        "e2e4\ne7e5\nNf3\nundo\nKe3\nmoves g1\nflip\nfen\nsave game.pgn\nsave game.pgn\nd2d4\nsave! game.pgn\nquit\n";
    let output = ferz(&folder, &["play", "chess"], lines.as_bytes());
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    for line in [
        "illegal: Ke3: a king has no move from e1 to e3",
        "Ne2 Nf3 Nh3",
        "   h g f e d c b a",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "saved: game.pgn",
        "game.pgn exists: `save! game.pgn` replaces it",
    ] {
        assert!(said.contains(&format!("{line}\n")), "{line} in\n{said}");
    }
    let pgn = fs::read_to_string(folder.join("game.pgn")).unwrap();
    assert!(pgn.contains("[Variant \"chess\"]\n") && pgn.contains("[FEN \"rnbqkbnr/"), "{pgn}");
    assert!(pgn.ends_with("\n1. e4 e5 2. d4 *\n"), "{pgn}");
}

#[test]
fn opponents_play_to_the_end_and_any_bytes_are_answered() {
    let folder = folder("opponents");
    for (variant, opponent) in [("microchess", "simple"), ("chess", "random")] {
        let moves = "go\n".repeat(12);
        let output = ferz(&folder, &["play", variant, "--opponent", opponent, "--seed", "7"], moves.as_bytes());
        assert!(output.status.success());
        let said = text(&output);
        assert!(said.matches("White plays ").count() > 5 || said.contains("the game is over"), "{said}");
        let again = ferz(&folder, &["play", variant, "--opponent", opponent, "--seed", "7"], moves.as_bytes());
        assert_eq!(text(&again), said, "the same seed, the same game");
    }
    let mut bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    bytes.extend(b"\nundo 99999999999999999999\nundo 3\nsave\nsave /no/such/folder/x\nwhy\nmoves z99\n\xff\n");
    let output = ferz(&folder, &["play", "chess"], &bytes);
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn snapshots_are_written_compared_and_replaced() {
    let folder = folder("snapshot");
    let file = folder.join("mine.yaml");
    let write = |moves: &str| {
        let tests = "tests:\n  moves:\n    - {play: [e2e4], from: g8, to: [f6, h6]}\n";
        fs::write(&file, format!("name: Mine\nextends: chess\npieces: {{knight: {{moves: {moves}}}}}\n{tests}"))
            .unwrap();
    };
    let run = |arguments: &[&str]| {
        let output = ferz(&folder, arguments, b"");
        (output.status.code().unwrap(), text(&output))
    };
    write("N");
    assert_eq!(run(&["snapshot", "--check", "mine.yaml"]).0, 1);
    assert!(!folder.join("snapshots").exists(), "--check writes nothing");
    assert_eq!(run(&["snapshot", "mine.yaml", "--fen", "4k3/7p/8/8/8/8/8/N3K3 w - - 0 1"]).0, 0);
    let first = fs::read_to_string(folder.join("snapshots/mine.snap")).unwrap();
    for part in [
        "== start ==",
        "== start after e2e4 ==",
        "4k3/7p/8/8/8/8/8/N3K3 w - - 0 1 ==",
        "knight a1: Nb3 Nc2",
        "perft: 20 400 8902",
    ] {
        assert!(first.contains(part), "{part} in\n{first}");
    }
    assert_eq!(run(&["snapshot", "--check", "mine.yaml"]).0, 0, "what was asked for stays");
    write("NF");
    let (code, said) = run(&["snapshot", "--check", "mine.yaml"]);
    assert_eq!(code, 1);
    for part in ["\n@@ ", "\n-knight a1: Nb3 Nc2\n", "\n+knight a1: Nb2 Nb3 Nc2\n"] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    assert_eq!(run(&["snapshot", "mine.yaml"]).0, 1, "nothing is replaced silently");
    assert_eq!(fs::read_to_string(folder.join("snapshots/mine.snap")).unwrap(), first);
    assert_eq!(run(&["snapshot", "--accept", "mine.yaml"]).0, 0);
    assert_eq!(run(&["snapshot", "--check", "mine.yaml"]), (0, "snapshots: 1 as before\n".to_owned()));
    write("\"Nq\"");
    assert_eq!(run(&["snapshot", "--check", "mine.yaml"]).0, 1);
}

//! Files that are allowed and heavy: an answer in bounded memory, or the place and what would be allowed.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::workshop::folder;

/// How much memory a command may ask the system for, in kilobytes: what it uses is less.
const MEMORY: u32 = 600_000;

/// A variant with pieces of these moves, all of which stand on the board.
fn variant(files: usize, ranks: usize, moves: &[String]) -> String {
    let letter = |index: usize| {
        format!("{}{}", ["", "+"][index / 25 % 2], (b'A' + (index % 25) as u8) as char).replace('K', "Z")
    };
    let symbol = |index: usize| letter(index) + ["", "'"][index / 50 % 2];
    let mut text = format!("name: Heavy\nboard: {{files: {files}, ranks: {ranks}}}\npieces:\n");
    text += "  king: {symbol: K, moves: \"K\", royal: true}\n";
    for (index, moves) in moves.iter().enumerate() {
        let _ = writeln!(text, "  p{index}: {{symbol: \"{}\", moves: \"{moves}\"}}", symbol(index));
    }
    let mut rows: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(index, _)| symbol(index))
        .collect::<Vec<_>>()
        .chunks(files)
        .map(|row| row.concat() + &if row.len() < files { (files - row.len()).to_string() } else { String::new() })
        .collect();
    rows.insert(0, format!("K{}", files - 1));
    let empty = vec![files.to_string(); ranks - 2 * rows.len()];
    let black: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
    rows.reverse();
    let _ = writeln!(text, "castling: none\nsetup: \"{} w - - 0 1\"", [black, empty, rows].concat().join("/"));
    text + "end: [{when: {stuck: in_check}, result: loss}, {when: {stuck: not_in_check}, result: draw}]\n"
}

fn said(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {MEMORY}; exec {} {arguments}", env!("CARGO_BIN_EXE_ferz"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().unwrap();
    let both = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&both).into_owned())
}

#[test]
fn heavy_files_are_answered_or_refused_with_what_is_allowed() {
    let folder = folder("heavy");
    let rich = ["QN", "gQ", "cpRmR", "NNB", "KADR", "[F?R]", "jRjB", "qN", "afsW", "R5B3"];
    let plain = ["FvW", "KD", "vR", "sRbB", "WA", "B5R3", "fWbF", "RF"];
    let mixed = |count: usize| {
        (0..count).map(|at| format!("{}3{}", ["W", "F", "N", "D", "A", "C"][at / 10 % 6], rich[at % 10]))
    };
    let files: Vec<(&str, String)> = vec![
        ("repeated", variant(32, 32, &["mNN".repeat(1_300)])),
        ("again", variant(32, 32, &["aK".repeat(60)])),
        ("kinds", variant(32, 32, &vec!["aK".to_owned(); 60])),
        ("sliders", variant(32, 32, &vec!["mQ".to_owned(); 99])),
        ("rich", variant(32, 32, &mixed(99).collect::<Vec<_>>())),
        (
            "riders",
            variant(
                32,
                32,
                &(0..90).map(|at| format!("N{}B{}W{}", at % 7 + 2, at % 5 + 2, at % 3 + 2)).collect::<Vec<_>>(),
            ),
        ),
        ("tai", variant(25, 25, &mixed(20).chain((0..72).map(|at| plain[at % 8].to_owned())).collect::<Vec<_>>())),
        ("deep", variant(16, 16, &["aaaaK".to_owned()])),
        ("takes", variant(16, 16, &["cacacaQ".to_owned()])),
    ];
    let mut refused = Vec::new();
    for (name, text) in &files {
        std::fs::write(folder.join(format!("{name}.yaml")), text).unwrap();
        for command in ["check", "perft", "moves"] {
            let depth = if command == "perft" { " 1" } else { "" };
            let (code, said) = said(&folder, &format!("{command} {name}.yaml{depth}"));
            match code {
                Some(0) => {}
                Some(1) => {
                    // Either the file is refused with its place, or the answer with the limit and the remedy.
                    let limit = said.contains("error[too-large]") && said.contains("allowed");
                    let spent = said.contains("takes more than 208 MB of memory\nhelp: have fewer kinds of pieces");
                    assert!(limit || spent, "{command} {name}: {said}");
                    refused.push(*name);
                }
                other => panic!("{command} {name}: {other:?}\n{said}"),
            }
        }
    }
    refused.dedup();
    assert_eq!(refused, ["rich", "riders", "takes"]);
}

/// Pieces of several legs, of which a fifth of the squares are full: a king among them that many moves put in check.
fn crowded() -> String {
    let (files, ranks, king) = (22, 30, 5);
    let mut rows = Vec::new();
    for y in 0..ranks {
        let there = |x: usize| (x * x * 7 + y * 13 * (x + 1) + y * y * 5 + x * 3).is_multiple_of(5);
        let own = if y > ranks / 2 { "A" } else { "a" };
        let square = |x: usize| match (x, y) {
            (at, 0) if at == king => "k",
            (3, at) if at + 1 == ranks => "K",
            _ if there(x) => own,
            _ => "1",
        };
        let row: Vec<&str> = (0..files).map(square).collect();
        let runs = row.chunk_by(|a, b| a == b);
        rows.push(runs.map(|run| if run[0] == "1" { run.len().to_string() } else { run.concat() }).collect::<String>());
    }
    format!(
        "name: Crowded\nboard: {{files: {files}, ranks: {ranks}}}\npieces:\n  king: {{symbol: K, moves: K, royal: true}}\n  \
         a: {{symbol: A, moves: caBaR}}\ncastling: none\nsetup: \"{} w - - 0 1\"\n\
         end: [{{when: {{stuck: in_check}}, result: loss}}, {{when: {{stuck: not_in_check}}, result: draw}}]\n",
        rows.join("/")
    )
}

/// Whether a check is mate is known when the first answer is found. All answers of all checks here took 30 s of a release build.
#[test]
fn marks_of_check_are_soon_known_where_many_pieces_go_in_several_legs() {
    let folder = folder("crowded");
    std::fs::write(folder.join("crowded.yaml"), crowded()).unwrap();
    let seconds = if cfg!(debug_assertions) { 60 } else { 6 };
    let script = format!("ulimit -t {seconds}; exec {} moves crowded.yaml", env!("CARGO_BIN_EXE_ferz"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{:?}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    assert!(said.lines().filter(|line| line.ends_with('+')).count() > 100, "{said}");
}

//! Variants that cost as much as the format allows, and what a command says of them within bounds.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The most memory that a command may use, in kilobytes.
const MEMORY: usize = 256 << 10;

/// A board of 32x32 squares on which both sides have so many full rows of pieces with these moves, and rules.
pub(crate) fn crowd(moves: &str, rows: usize, rules: &str, more: &str) -> String {
    let own = ["q".repeat(32).to_uppercase()].into_iter().cycle().take(rows - 1);
    let own: Vec<String> = own.chain([format!("K{}", "Q".repeat(31))]).collect();
    let black: Vec<String> = own.iter().rev().map(|row| row.to_lowercase()).collect();
    let rows = [black, vec!["32".to_owned(); 32 - 2 * rows], own].concat();
    format!(
        "name: Crowd\nboard: {{files: 32, ranks: 32{more}}}\npieces:\n  king: {{symbol: K, moves: K}}\n  \
         q: {{symbol: Q, moves: \"{moves}\"}}\ncastling: none\n{rules}setup: \"{} w - - 0 1\"\n\
         end: [{{when: {{extinct: king}}, result: loss}}]\n",
        rows.join("/")
    )
}

/// The same with so many kings a side, which are royal, and with the ends of such a game.
fn with_royal_kings(text: &str, royal: &str, kings: usize) -> String {
    text.replace("moves: K}", &format!("moves: K, royal: {royal}}}"))
        .replace(&format!("K{}", "Q".repeat(kings - 1)), &"K".repeat(kings))
        .replace(&format!("k{}", "q".repeat(kings - 1)), &"k".repeat(kings))
        .replace(
            "[{when: {extinct: king}, result: loss}]",
            "[{when: {stuck: in_check}, result: loss}, {when: {stuck: not_in_check}, result: draw}]",
        )
}

const TWO_STEPS: &str = "rules: {two_steps: {pieces: q, also_moves: [mcaK, mcabK], told_apart: true}}\n";
const SWAPS: &str = "rules: {swap: {may_replace: move by pieces, choose: enemy pieces, swap: mover, with: chosen}}\n";
const PERSUASION: &str = "rules: {persuasion: {after: [move, drop], flip: (enemy pieces plainly attacked by own pieces) where worth of own pieces jointly attacking it > worth of enemy pieces jointly guarding it, repeat: until nothing changes}, passes_safely: {after: move, require: no passed where before (worth of enemy pieces jointly attacking it) > before (worth of own pieces jointly attacking it)}}\n";

/// Inputs that took too long or too much memory once.
pub(crate) fn section_three() -> Vec<(&'static str, String)> {
    vec![
        ("queens", crowd("Q", 15, "", "")),
        ("swaps", crowd("Q", 15, SWAPS, "")),
        ("steps", crowd("Q", 15, TWO_STEPS, "")),
        ("anywhere", crowd("U", 15, TWO_STEPS, "")),
        ("persuasion", crowd("Q", 15, PERSUASION, "").replace("moves: \"Q\"", "moves: Q, worth: 9")),
        ("worthless", crowd("Q", 15, PERSUASION, "")),
        ("platforms", crowd(&format!("{}K", "mpa".repeat(9)), 12, "", "")),
        ("riders", crowd("QNNAADDCCZZ", 15, "", "")),
        ("torus", crowd("QNNAADDCCZZ", 1, "", ", topology: torus")),
        ("klein", crowd("QNNAADDCCZZ", 1, "", ", topology: klein")),
        ("cannons", crowd("pQpNNpAApDDpCCpZZ", 1, "", ", topology: torus")),
    ]
}

/// Other inputs of the same size: one for each kind of rule that looks at many pieces.
pub(crate) fn others() -> Vec<(&'static str, String)> {
    let royal = |moves: &str, rows: usize, rules: &str| with_royal_kings(&crowd(moves, rows, rules, ""), "true", 1);
    vec![
        ("chains", crowd("mRcK", 15, "rules: {takes: {chains: [{by: q, jumps: F}]}}\n", "")),
        ("freezers", royal("Q", 15, "rules: {frozen: {forbid: [move, attack], when: any enemy q is beside mover}}\n")),
        (
            "blast",
            royal(
                "Q",
                15,
                "rules: {blast: {after: capture, capture: mover or (pieces beside destination)}, shielded: {forbid: check, when: any own royal pieces beside destination}}\n",
            ),
        ),
        ("walls", royal("Q", 6, "rules: {walls: {after: any move, choose: empty, if_none: forbid, build: chosen}}\n")),
        ("two_legs", royal("mKaKaQ", 12, "")),
        (
            "unguarded",
            royal(
                "Q",
                15,
                "rules: {unguarded: {after: capture by q, require: no (enemy pieces except q) attacking mover}}\n",
            ),
        ),
        ("no_checks", royal("QNN", 15, "rules: {no_checks: {after: any move, require: enemy side is not in check}}\n")),
        ("bent", royal("[F?R][W?B]", 15, "")),
        ("drops", royal("Q", 2, "hand: captured\n")),
        (
            "must_mate",
            royal(
                "Q",
                8,
                "rules: {checks: {after: any move, when: enemy side is in check, require: enemy side is mated}}\n",
            ),
        ),
        (
            "flips",
            royal(
                "Q",
                15,
                "rules: {flips: {after: [move, drop], flip: enemy pieces between destination and (own pieces a \"Q\" away from destination through enemy pieces)}}\n",
            ),
        ),
        ("also", dropped_as_any(60)),
    ]
}

/// A side has so many kinds of pieces in hand, and drops each of them as any other.
fn dropped_as_any(kinds: usize) -> String {
    let symbol = |index: usize| {
        let letter = (b'A' + (index % 25) as u8) as char;
        format!("{}{letter}{}", ["", "+"][index / 25 % 2], ["", "'"][index / 50 % 2]).replace('K', "Z")
    };
    let piece = |index: usize| {
        let others: Vec<String> = (0..kinds).filter(|other| *other != index).map(|other| format!("p{other}")).collect();
        format!("  p{index}: {{symbol: \"{}\", moves: W, drop: {{also_as: [{}]}}}}\n", symbol(index), others.join(", "))
    };
    let pieces: String = (0..kinds).map(piece).collect();
    let hand: String = (0..kinds).map(symbol).collect();
    let rows = vec!["32"; 30].join("/");
    format!(
        "name: Also\nboard: {{files: 32, ranks: 32}}\npieces:\n  king: {{symbol: K, moves: K, royal: true}}\n{pieces}castling: none\n\
         hand: captured\nsetup: \"k31/{rows}/K31[{hand}{}] w - - 0 1\"\n\
         end: [{{when: {{stuck: in_check}}, result: loss}}, {{when: {{stuck: not_in_check}}, result: draw}}]\n",
        hand.to_lowercase()
    )
}

/// The most memory that a running program has used, in kilobytes.
pub(crate) fn peak(program: u32) -> Option<usize> {
    let status = std::fs::read_to_string(format!("/proc/{program}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Exit code and all that is said within three seconds of a processor and 256 MB: two where nothing else runs, and half as much again because
/// processors differ. A command that is ended begins again, at most twice: other programs slow a processor down.
pub(crate) fn said(folder: &Path, command: &str) -> (Option<i32>, String) {
    let (code, said, _) = said_with(folder, command, 3);
    (code, said)
}

/// As [`said`], within another number of seconds, and with the memory that the command has used, in kilobytes.
pub(crate) fn said_with(folder: &Path, command: &str, seconds: u32) -> (Option<i32>, String, usize) {
    let seconds = if cfg!(debug_assertions) { 20 * seconds } else { seconds };
    // More is asked for than is used: the room for stacks.
    let script =
        format!("ulimit -d {}; ulimit -t {seconds}; exec {} {command}", 2 * MEMORY, env!("CARGO_BIN_EXE_ferz"));
    let mut tries = (0..3).map(|_| {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &script]).current_dir(folder).stdin(Stdio::null());
        let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let program = child.id();
        let watched = std::thread::spawn(move || {
            let looks = std::iter::from_fn(|| {
                std::thread::sleep(Duration::from_millis(3));
                peak(program)
            });
            looks.last().unwrap_or(0)
        });
        let output = child.wait_with_output().unwrap();
        let used = watched.join().unwrap();
        assert!(used <= MEMORY, "{command}: {} MB", used >> 10);
        let both = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&both).into_owned(), used)
    });
    let first = tries.next().unwrap();
    if first.0.is_some() { first } else { tries.find(|(code, ..)| code.is_some()).unwrap_or(first) }
}

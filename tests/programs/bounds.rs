//! Requests that would take too long or too much memory: they are answered, or given up in time with what was too much.
#![cfg(target_os = "linux")]

use std::io::Cursor;
use std::time::{Duration, Instant};

use ferz::protocol::{Dialect, Options, cecp, run, uci};
use ferz::work;
use serde_json::{Value, json};

use crate::crowds::{crowd, others, said, section_three};
use crate::workshop::folder;

#[test]
fn heavy_positions_are_answered_or_given_up_with_what_was_too_much() {
    let folder = folder("bounds");
    let files = section_three();
    let old = files.len();
    let mut given_up = Vec::new();
    for (index, (name, text)) in files.into_iter().chain(others()).enumerate() {
        std::fs::write(folder.join(format!("{name}.yaml")), text).unwrap();
        let commands = ["check FILE", "moves FILE", "rules render FILE", "perft FILE 1", "show FILE"];
        for command in if index < old { &commands[..] } else { &commands[..3] } {
            let (code, said) = said(&folder, &command.replace("FILE", &format!("{name}.yaml")));
            match code {
                Some(0) => {}
                Some(1) => {
                    assert!(
                        said.contains("too large to answer") && said.contains("\nhelp: "),
                        "{command} {name}: {said}"
                    );
                    given_up.push(name);
                }
                other => panic!("{command} {name}: {other:?}\n{}", said.chars().take(2_000).collect::<String>()),
            }
        }
    }
    given_up.dedup();
    assert!(given_up.contains(&"persuasion"), "{given_up:?}");
    assert!(!given_up.contains(&"queens"), "{given_up:?}");
}

/// Commands that play or count begin with an answer of the same limits.
#[test]
fn all_commands_give_up_what_is_too_large() {
    let folder = folder("bounds-of-commands");
    std::fs::write(folder.join("torus.yaml"), crowd("QNNAADDCCZZ", 15, "", ", topology: klein")).unwrap();
    std::fs::write(folder.join("page.md"), "# Crowd\n\nA queen moves like a rook or a bishop.\n").unwrap();
    for command in [
        "test torus.yaml",
        "bench torus.yaml",
        "snapshot torus.yaml",
        "play torus.yaml --opponent random </dev/null",
        "match --variant torus.yaml --engine random --engine simple --games 2",
        "rules check torus.yaml page.md",
    ] {
        let (code, said) = said(&folder, command);
        assert_eq!(code, Some(1), "{command}: {said}");
        assert!(said.contains("too large to answer") && said.contains("help: "), "{command}: {said}");
    }
}

fn batch(lines: &[Value], options: &Options) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut output = Vec::new();
    run(Cursor::new(input.into_bytes()), &mut output, options).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A variant that was cut short is not kept: the same request with more time gets the whole answer.
#[test]
fn a_variant_that_was_given_up_is_compiled_again() {
    let chess =
        |seconds: f64| json!({"do": "perft", "variant": "tai-shogi", "depth": 1, "limits": {"seconds": seconds}});
    let answers = batch(&[chess(0.01), chess(60.0)], &Options::default());
    assert_eq!(answers[0]["error"]["fault"], "limit");
    let rules = ferz::load("tai-shogi").unwrap();
    assert_eq!(answers[1]["nodes"], rules.start().unwrap().legal_moves().len());
}

#[test]
fn a_hash_table_that_cannot_be_had_is_a_message() {
    let mut output = Vec::new();
    let lines = "memory 60000\nmemory 1\nping 1\nquit\n";
    cecp::run(Cursor::new(lines.as_bytes().to_vec()), &mut output, &[]).unwrap();
    let said = String::from_utf8(output).unwrap();
    let much = ferz::machine_bytes().is_none_or(|bytes| bytes > 60_000 << 20);
    assert!(much || said.contains("there is not enough memory for a table of 60000 MB"), "{said}");
    assert!(said.contains("pong 1"));
    let mut output = Vec::new();
    let lines = "setoption name Hash value 60000\ngo depth 1\n";
    uci::run(Cursor::new(lines.as_bytes().to_vec()), &mut output, Dialect::Uci, &[]).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(much || said.contains("info string the hash table is unchanged: there is not enough memory"), "{said}");
    assert!(said.contains("bestmove "));
}

#[test]
fn threads_are_bounded_by_the_machine() {
    let folder = folder("threads");
    for arguments in [
        "perft chess 3 --threads 60000",
        "batch --jobs 1000",
        "match --engine simple --engine random --concurrency 1000",
    ] {
        let (code, said) = said(&folder, arguments);
        assert_eq!(code, Some(2), "{arguments}: {said}");
        assert!(said.contains("on this machine at most "), "{arguments}: {said}");
    }
}

/// Each shipped game takes less than three fifths of the bound on the moves of a position.
#[test]
fn shipped_games_take_a_small_part_of_what_an_answer_may_cost() {
    for name in ferz::library::names() {
        let (moves, steps) = work::measured(|| {
            let compiled = ferz::load(name).unwrap();
            let mut game = compiled.start().unwrap();
            ferz::written_moves(&mut game).len()
        });
        let most = ferz::cli::bounds::MOST_STEPS / 5 * 3;
        assert!(steps < most, "{name}: {steps} steps for {moves} moves");
    }
}

/// A longer list of moves goes on from the shorter one, and another list from what both share.
#[test]
fn a_position_that_goes_on_from_the_last_one_is_the_same_as_one_told_whole() {
    let board = |lines: &str| {
        let mut output = Vec::new();
        uci::run(Cursor::new(lines.as_bytes().to_vec()), &mut output, Dialect::Uci, &[]).unwrap();
        let said = String::from_utf8(output).unwrap();
        said.lines().rfind(|line| line.starts_with("Fen: ")).unwrap().to_owned()
    };
    let whole = board("position startpos moves e2e4 c7c5 g1f3\nd\n");
    let steps =
        "position startpos moves e2e4\nposition startpos moves e2e4 c7c5\nposition startpos moves e2e4 c7c5 g1f3\nd\n";
    assert_eq!(board(steps), whole);
    let other = "position startpos moves e2e4 e7e5 g1f3 b8c6\nposition startpos moves e2e4 c7c5 g1f3\nd\n";
    assert_eq!(board(other), whole);
    let wrong = "position startpos moves e2e4 e7e6 e4e6\nposition startpos moves e2e4 c7c5 g1f3\nd\n";
    assert_eq!(board(wrong), whole);
    let changed =
        "position startpos moves e2e4\nsetoption name UCI_Variant value shatranj\nposition startpos moves e2e3\nd\n";
    assert_eq!(board(changed), board("setoption name UCI_Variant value shatranj\nposition startpos moves e2e3\nd\n"));
}

/// The last of many moves is read in the time of one.
#[test]
fn a_game_that_goes_on_is_not_played_again() {
    let shuffle = ["b1c3", "b8c6", "c3b1", "c6b8"].into_iter().cycle();
    let mut lines = String::new();
    for plies in 1..=400 {
        let moves: Vec<&str> = shuffle.clone().take(plies).collect();
        lines.push_str(&format!("position startpos moves {}\n", moves.join(" ")));
    }
    let began = Instant::now();
    let mut output = Vec::new();
    uci::run(Cursor::new(lines.into_bytes()), &mut output, Dialect::Uci, &[]).unwrap();
    // Played again from the start each time, these are 80,200 moves, which take several seconds.
    assert!(
        began.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 }),
        "{:?}",
        began.elapsed()
    );
}

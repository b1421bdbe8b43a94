//! `ferz match` and `ferz solve` on the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use ferz::variant::library;

use crate::workshop::{ferz, folder, text};

fn random_match(folder: &Path, more: &[&str]) -> (i32, String, String) {
    let arguments = ["match", "--engine", "name=a random", "--engine", "name=b random", "--variant", "gardner"];
    let output = ferz(folder, &[&arguments[..], more].concat(), b"");
    (output.status.code().unwrap(), text(&output), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_match_is_told_as_json() {
    let folder = folder("match-json");
    let (code, out, error) =
        random_match(&folder, &["--games", "6", "--json", "--sprt", "0,10", "--elo-model", "normalized"]);
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{error}"));
    assert_eq!(code, 0);
    assert_eq!(json["games"].as_array().unwrap().len(), 6);
    assert!(json["games"][0]["number"] == 0 && json["games"][0]["termination"].is_string());
    let players = json["players"].as_array().unwrap();
    let points: f64 = players.iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert_eq!((players.len(), players[1]["name"].as_str(), points), (2, Some("b"), 6.0));
    assert_eq!(players[0]["pairs"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum::<u64>(), 3);
    assert!(players[0]["elo"].get("normalised").is_some() && json["sprt"]["verdict"] == "undecided", "{json}");
    let (code, out, _) = random_match(&folder, &["--games", "2", "--json", "--tc", "soon"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert!(code == 2 && json["error"]["message"].as_str().unwrap().contains("time control"), "{json}");
}

/// The tables of all variants together need more memory than a command may take.
#[test]
fn a_match_may_have_all_variants() {
    let folder = folder("match-all");
    let mut arguments = vec!["match", "--engine", "simple", "--engine", "random", "--games", "2", "--max-plies", "2"];
    let variants: Vec<&str> = library::names().collect();
    assert!(variants.len() > 300);
    arguments.extend(variants.iter().flat_map(|name| ["--variant", *name]));
    let output = ferz(&folder, &arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn three_players_are_told_as_a_table() {
    let folder = folder("match-table");
    let (code, out, error) = random_match(&folder, &["--engine", "name=c simple", "--games", "12"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("player  points  games") && !out.contains('\u{1b}'), "{out}");
    let (_, out, _) = random_match(&folder, &["--engine", "name=c simple", "--games", "4", "--schedule", "gauntlet"]);
    assert!(out.contains("a: ") && !out.contains("b – c") && !out.contains("c – b"), "{out}");
}

/// On a terminal, the table is drawn anew after each game.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_live_table() {
    let folder = folder("match-live");
    let command = format!(
        "{} match --engine 'name=a random' --engine 'name=b random' --variant gardner --games 4",
        env!("CARGO_BIN_EXE_ferz")
    );
    let shown = Command::new("script").args(["-qec", &command, "/dev/null"]).current_dir(&folder).output();
    let Ok(shown) = shown else {
        assert!(!std::env::var("FERZ_NEEDS").unwrap_or_default().contains("script"), "there is no `script`");
        eprintln!("SKIPPED: there is no `script`, which lends a terminal");
        return;
    };
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert_eq!(shown.matches("\u{1b}[4A\u{1b}[J").count(), 3, "{shown:?}");
    assert_eq!(shown.matches("Elo (95 %)").count(), 4, "{shown:?}");
}

#[test]
fn an_engine_solves_positions() {
    let folder = folder("solve");
    let epd = "# mates and moves\n\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"back rank\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - am a1a8 Ke2; id \"not so\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 dm 1;\n\
        7k/8/8/8/8/8/8/R3K1R1 w Q - 0 1 dm 1; id \"too short\";\n";
    fs::write(folder.join("tests.epd"), epd).unwrap();
    let output = ferz(&folder, &["solve", "tests.epd", "--tc", "depth=4", "--json"], b"");
    let json: Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(
        (output.status.code(), json["solved"].as_u64(), json["of"].as_u64()),
        (Some(1), Some(2), Some(4)),
        "{json}"
    );
    let positions = json["positions"].as_array().unwrap();
    let solved: Vec<bool> = positions.iter().map(|position| position["solved"].as_bool().unwrap()).collect();
    assert_eq!(solved, [true, false, true, false], "{json}");
    assert!(
        positions[0]["answer"] == "Ra8#" && positions[2]["mate"] == 1 && positions[2]["name"] == "line 5",
        "{json}"
    );
    let cecp = format!("name=x proto=cecp {} cecp", env!("CARGO_BIN_EXE_ferz"));
    let output = ferz(&folder, &["solve", "tests.epd", "--tc", "depth=4", "--engine", &cecp], b"");
    assert!(text(&output).contains("solved back rank: Ra8#, wanted bm Ra8#"), "{}", text(&output));
    for (line, said) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra9;", "line 1: bm: "),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "the solution is missing"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm soon;", "dm: write a number of moves"),
        ("nonsense bm e4;", "line 1: "),
    ] {
        fs::write(folder.join("wrong.epd"), line).unwrap();
        let output = ferz(&folder, &["solve", "wrong.epd"], b"");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && error.contains(said), "{line}: {error}");
    }
}

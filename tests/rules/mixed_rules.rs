//! Rules in the language of rules, mixed at random on boards of different kinds: the interpreter and the oracle play them alike.
//!
//! `FERZ_MIXED_FILES` says how many files are made, `FERZ_MIXED_POSITIONS` how many positions of each are compared, `FERZ_SEED` which.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{check_all, setting};
use crate::side_by_side::{Depth, Dice, play_games};
use ferz::compile;
use ferz::variant::{NoFiles, VariantSource};
use ferz::work::{self, Limits};

/// Games to which rules are added. The last twelve have rules by older keys.
const BASES: [&str; 24] = [
    "chess",
    "capablanca",
    "shogi",
    "xiangqi",
    "makruk",
    "cylinder",
    "glinski",
    "crazyhouse",
    "grand",
    "minishogi",
    "berolina",
    "torus",
    "alice",
    "andernach",
    "cannibal1",
    "circe",
    "duck",
    "hypnotic",
    "janggi",
    "madhouse",
    "rifle",
    "seirawan",
    "switching",
    "zen",
];

/// Rules that any game can have: each is one line of `rules:`, which may need state.
const RULES: [(&str, &str); 37] = [
    ("contact: {forbid: [move, attack], unless: destination is beside other pieces}", ""),
    ("lonely: {forbid: move, when: destination is beside (other own pieces)}", ""),
    ("support: {pieces: all pieces, moves_only_as: own pieces a \"bW\" away from mover}", ""),
    ("help: {pieces: all pieces, also_moves_as: own pieces beside mover}", ""),
    ("knights: {pieces: pieces on rank 3, also_moves: \"N\"}", ""),
    ("riders: {pieces: pieces on light, moves_only: \"FmR\"}", ""),
    ("far: {pieces: pieces on file a, also_moves_to: empty on rank 4}", ""),
    ("rifle: {pieces: pieces on dark, also_moves: \"cB\", taker: stays}", ""),
    ("blast: {after: capture, remove: [mover, pieces beside mover except royal pieces]}", ""),
    ("turncoat: {after: capture by pieces except royal pieces, flip: mover}", ""),
    ("persuade: {after: quiet move, flip: enemy pieces beside mover except royal pieces}", ""),
    (
        "paralysis: {forbid: [move, attack], when: mover is attacked by (enemy pieces of same kind as mover except royal pieces)}",
        "",
    ),
    ("patrol: {forbid: [capture, attack], unless: mover is guarded}", ""),
    ("safe: {after: move, require: mover is not attacked or enemy side is in check}", ""),
    ("duty: {must: capture}", ""),
    ("most: {must: capture, most: count of captured}", ""),
    ("checkless: {after: any move, require: enemy side is not in check}", ""),
    ("pass: {may_replace: move, when: not in check and count of own pieces > 3}", ""),
    ("trade: {may_replace: move by pieces, choose: own pieces beside mover, swap: mover, with: chosen}", ""),
    ("wall: {after: move, choose: empty beside mover, build: chosen}", ""),
    ("clear: {after: capture, clear: walls beside mover}", ""),
    (
        "shove: {after: quiet move, move: enemy pieces beside mover except royal pieces, to: empty just beyond it from mover}",
        "",
    ),
    (
        "custody: {after: quiet move, capture: enemy pieces between mover and (own pieces a \"D\" away from mover) except royal pieces}",
        "",
    ),
    ("swapped: {after: capture, place: captured, on: origin}", ""),
    ("marked: {after: capture by pieces, mark: mover, as: fed}", "fed: {marks: pieces}"),
    ("fed_moves: {pieces: fed, also_moves: \"D\"}", "fed: {marks: pieces}"),
    ("hungry: {forbid: capture by fed}", "fed: {marks: pieces}"),
    ("counted: {after: capture, add: 1, to: eaten}", "eaten: {counts: game}"),
    ("enough: {forbid: capture, when: eaten >= 3}", "eaten: {counts: game}"),
    ("hoard: {forbid: capture, when: count of pieces in own hand > 2}", ""),
    ("jail: {after: capture, give: captured, to: own jail}", "jail: {keeps: pieces}"),
    ("jailed: {forbid: capture, when: at least 3 (pieces in own jail)}", "jail: {keeps: pieces}"),
    (
        "fuller: {forbid: quiet move, when: count of pawn in own jail > count of pawn in enemy jail + 1}",
        "jail: {keeps: pieces}",
    ),
    ("visited: {after: move, mark: origin, as: burnt}", "burnt: {marks: squares}"),
    ("burnt_out: {forbid: move, when: destination is burnt}", "burnt: {marks: squares}"),
    ("no_return: {forbid: move, when: destination is last origin and mover is last mover}", ""),
    ("joined: {forbid: move, when: own pieces are joined by \"K\"}", ""),
];

/// The most steps for the games of one file.
const MOST_STEPS: u64 = 20_000_000;

/// Schedules of turns: most games have none.
const TURNS: [&str; 6] = ["", "", "", "turns: {moves: 2, first: 1}", "turns: {moves: turn number modulo 3 + 1}", ""];

/// A file with some rules on some game.
fn file(seed: u64) -> (String, String) {
    let mut dice = Dice(seed);
    let base = BASES[dice.below(BASES.len())];
    let mut names: Vec<&str> = Vec::new();
    let (mut rules, mut state) = (String::new(), Vec::new());
    for _ in 0..1 + dice.below(3) {
        let (rule, needs) = RULES[dice.below(RULES.len())];
        if names.contains(&rule) {
            continue;
        }
        names.push(rule);
        rules += &format!("  {rule}\n");
        if !needs.is_empty() && !state.contains(&needs) {
            state.push(needs);
        }
    }
    let turns = TURNS[dice.below(TURNS.len())];
    let declared: String = state.iter().map(|line| format!("  {line}\n")).collect();
    let declared = if state.is_empty() { String::new() } else { format!("state:\n{declared}") };
    (base.to_owned(), format!("name: Mixed {seed}\nextends: {base}\n{declared}{turns}\nrules:\n{rules}"))
}

#[test]
fn mixed_rules_are_played_alike_by_interpreter_and_oracle() {
    let files: u64 = setting("FERZ_MIXED_FILES", 40);
    let wanted: usize = setting("FERZ_MIXED_POSITIONS", 8);
    let first: u64 = setting("FERZ_SEED", 1);
    let offset: u64 = setting("FERZ_MIXED_FIRST", 0);
    let seeds: Vec<u64> = (first * 1_000_000 + offset..).take(files as usize).collect();
    let played = std::sync::atomic::AtomicUsize::new(0);
    check_all(&seeds, |seed| {
        let (_, text) = file(*seed);
        let source = VariantSource::Text { name: format!("mixed-{seed}"), text: text.clone() };
        let loaded = compile::load(&source, &NoFiles).map_err(|error| error.to_string())?;
        // Some rules contradict each other or the game: what is refused says why.
        let Some(variant) = loaded.variant else { return Ok(()) };
        let rules = Arc::new(variant.rules.clone());
        let oracle = ferz::oracle(rules).map_err(|unknown| format!("{text}\n{unknown}"))?;
        let compiled = ferz::game::Compiled::new(variant.rules);
        if compiled.start().is_err() {
            return Ok(());
        }
        // Rules that let a move go on in very many ways are left alone.
        let limits = Limits { steps: Some(MOST_STEPS), ..Limits::default() };
        let agreed = work::within(&limits, || play_games(&compiled, &oracle, Depth::Whole, *seed, wanted).1);
        let Ok(agreed) = agreed else { return Ok(()) };
        played.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        agreed.map_err(|error| format!("{text}\n{error}"))
    });
    let played = played.into_inner();
    assert!(seeds.len() < 10 || played * 2 >= seeds.len(), "only {played} of {} files can be played", seeds.len());
}

/// Keys that are restated beside rules in the language still decide how a FEN is written.
#[test]
fn a_fen_is_read_back_where_older_keys_are_restated() {
    for (base, more) in
        [("magnetic", "end: {bare: {win: no enemy queen}}"), ("seirawan", "end: {bare: {win: no enemy queen}}")]
    {
        let compiled = ferz::load_text(&format!("name: Mixed\nextends: {base}\n{more}")).expect("a sound variant");
        let rules = compiled.rules();
        assert!(rules.translated().is_some(), "{base} has no key to restate");
        let written = ferz::fen::write(&compiled.start().expect("a start").setup(), rules);
        let read = ferz::fen::read(&written, rules).unwrap_or_else(|error| panic!("{base}: {written}: {error:?}"));
        assert_eq!(ferz::fen::write(&read, rules), written);
    }
}

/// A pawn captures in passing as rifles do, without going anywhere, or goes there as the pawn beside it would.
#[test]
fn captures_in_passing_of_pieces_that_stay_have_texts_of_their_own() {
    let text =
        "name: Mixed\nextends: rifle\nrules:\n  help: {pieces: all pieces, also_moves_as: own pieces beside mover}\n";
    let compiled = ferz::load_text(text).expect("a sound variant");
    let fen = "r1bqkbnr/p1ppp1pp/2n5/1pP3p1/2P4R/8/1PPPP1PP/1NBQKBNR w Kkq b6 0 4";
    let setup = ferz::fen::read(fen, compiled.rules()).expect("a position");
    let mut game = compiled.game(&setup).expect("a game");
    let listed = ferz::notation::list(&mut game);
    let texts: BTreeSet<&str> = listed.iter().map(|one| &*one.uci).collect();
    assert_eq!(texts.len(), listed.len());
    assert!(texts.contains("c5b6xb5") && texts.contains("c5b6xb5-c5"), "{texts:?}");
}

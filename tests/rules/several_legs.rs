//! Files made by chance of pieces of several legs, on crowded boards: the tables, which find backwards who may take a royal piece,
//! against the walker, which follows every piece. `FERZ_MADE` sets how many files are played, `FERZ_SEED` which.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{check_all, rank_in_fen, setting};
use crate::walker::play_games;
use ferz::compile;
use ferz::game::Compiled;
use ferz::play::Random;
use ferz::variant::{NoFiles, VariantSource};
use ferz::work;

/// Files that are made if nothing else is said.
const FILES: usize = 10;
/// Positions that are looked at in each of them.
const POSITIONS: usize = 5;

const MOVES: [&str; 39] = [
    "aaK", "caK", "aaQ", "daK", "maK", "cacaQ", "mNN", "aK", "paQ", "gaK", "cmaK", "cpaK", "mafsK", "avsK", "aB",
    "caF", "maR", "acaK", "mcaW", "afsB", "yafsK", "cabK", "mcabK", "mabQ", "dabK", "jaR", "mcaB", "camR3", "dacaW",
    "cafR", "K", "R", "N", "gQ", "mKcaR", "zB", "jD", "jA", "jN",
];
const ROYAL: [&str; 4] = ["royal: true", "royal: true", "royal: last", "royal: {at_most: 1}"];
const FURTHER: [&str; 6] = [
    "",
    "",
    "hand: captured\n",
    "rules: {must_capture: {must: capture}}\n",
    "rules: {no_checks: {after: any move, require: enemy side is not in check}}\n",
    "rules: {pass: {may_replace: move, when: any own pieces and not in check}}\n",
];

fn file(random: &mut Random) -> String {
    let wide = random.below(5) == 0;
    let (files, ranks) = match wide {
        true => (9 + random.below(9), 8 + random.below(8)),
        false => (4 + random.below(5), 4 + random.below(5)),
    };
    let topology = if random.below(5) == 0 { ["cylinder", "torus", "hexagonal"][random.below(3)] } else { "rectangle" };
    let mut text = format!("name: Legs\nboard: {{files: {files}, ranks: {ranks}, topology: {topology}}}\npieces:\n");
    let _ = writeln!(
        text,
        "  king: {{symbol: K, moves: \"{}\", {}}}",
        ["K", "aK", "KcaK"][random.below(3)],
        ROYAL[random.below(4)]
    );
    for letter in ["A", "B", "C", "D"] {
        let mut moves = MOVES[random.below(MOVES.len())].to_owned();
        if random.below(3) == 0 {
            moves += MOVES[random.below(MOVES.len())];
        }
        let more = match random.below(5) {
            0 => ", promotion: {to: [c], zone: last rank}",
            1 => ", blocked_by: [b]",
            _ => "",
        };
        let _ = writeln!(text, "  {}: {{symbol: {letter}, moves: \"{moves}\"{more}}}", letter.to_lowercase());
    }
    text += FURTHER[random.below(FURTHER.len())];
    text +=
        "castling: none\nend: [{when: {stuck: in_check}, result: loss}, {when: {stuck: not_in_check}, result: draw}]\n";
    let crowd = 2 + random.below(5);
    let mut rows = vec![vec!["1"; files]; ranks];
    for row in &mut rows {
        for square in row {
            if random.below(10) < crowd {
                *square = ["A", "B", "C", "D", "a", "b", "c", "d"][random.below(8)];
            }
        }
    }
    rows[random.below(ranks)][random.below(files)] = "K";
    rows[random.below(ranks)][random.below(files)] = "k";
    let rows: Vec<String> = rows.iter().map(|row| rank_in_fen(row)).collect();
    let _ = writeln!(text, "setup: \"{}{} w - - 0 1\"", rows.join("/"), if text.contains("hand:") { "[]" } else { "" });
    text
}

#[test]
fn tables_and_walker_agree_on_pieces_of_several_legs() {
    let (files, seed) = (setting("FERZ_MADE", FILES), setting("FERZ_SEED", 1_u64));
    let numbers: Vec<usize> = (0..files).collect();
    let played = AtomicUsize::new(0);
    check_all(&numbers, |number| {
        let mut random = Random::new(seed.wrapping_mul(1 << 32).wrapping_add(*number as u64));
        // Most positions made by chance have a king in check whose side is not to move.
        for _ in 0..40 {
            let text = file(&mut random);
            let source = VariantSource::Text { name: "legs".to_owned(), text: text.clone() };
            let loaded = compile::load(&source, &NoFiles).map_err(|error| format!("{text}: {error}"))?;
            let Some(compiled) = loaded.variant.map(|variant| Compiled::new(variant.rules)) else { continue };
            if compiled.start().is_err() {
                continue;
            }
            played.fetch_add(1, Ordering::Relaxed);
            return play_games(&compiled, POSITIONS).map(|_| ()).map_err(|failure| format!("{text}\n{failure}"));
        }
        Ok(())
    });
    let played = played.into_inner();
    println!("{played} of {files} files played");
    assert!(played >= files / 2, "too few files could be played: {played}");
}

/// Squares that a leg reaches in several ways are followed once for each heading, so that legs do not multiply the work.
#[test]
fn many_legs_cost_little_more_than_few() {
    let steps = |legs: usize| {
        let moves = format!("{}K", "mpa".repeat(legs));
        let row = "Q".repeat(15);
        let text = format!(
            "name: Platforms\nboard: {{files: 16, ranks: 16}}\npieces:\n  king: {{symbol: K, moves: K}}\n  \
             queen: {{symbol: Q, moves: \"{moves}\"}}\ncastling: none\nsetup: \"k{0}/q{0}/16/16/16/16/16/16/16/16/16/16/16/16/Q{1}/K{1} w - - 0 1\"\n\
             end: [{{when: {{extinct: king}}, result: loss}}]\n",
            row.to_lowercase(),
            row
        );
        let compiled = ferz::load_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let game = compiled.start().expect("a start");
        let (moves, steps) = work::measured(|| game.legal_moves().len());
        assert!(moves > 0);
        steps
    };
    let (few, many) = (steps(2), steps(9));
    // Each front of squares has at most eight headings; following each heading before apart makes this 64.
    assert!(many < 31 * 9 * 10 * 8 * 4, "{few} and {many}");
    assert!(many < 12 * few, "{few} and {many}");
}

//! Files made by chance of rules for which the interpreter has short cuts: moves that are counted unmade, squares that a set may hold at
//! most, pieces that may not move, and captures by two leaps. Each is counted and played beside the oracle.
//!
//! `FERZ_MADE` sets how many files are played, `FERZ_SEED` which.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{check_all, rank_in_fen, setting};
use crate::side_by_side::{Depth, play_games};
use ferz::play::Random;

/// Files that are made if nothing else is said.
const FILES: usize = 60;
/// Positions that are looked at in each of them.
const POSITIONS: usize = 12;

const MOVES: [&str; 8] = ["K", "R", "B", "mKcaW", "cafFfmF", "cafmWmN", "mcaW", "mRcaF"];
const RULES: [&str; 20] = [
    "{pieces: e, also_moves_to: (squares a \"D\" away from mover) except own pieces}",
    "{pieces: b, when: a1 is empty, also_moves_to: (squares a \"R\" away from a1) except own pieces}",
    "{pieces: c on north, also_moves_to: (squares a \"flB\" away from (ne on north)) except own pieces}",
    "{pieces: e, also_moves_to: ((squares a \"brB\" away from ne) or (squares a \"flB\" away from (ne except north))) except own pieces}",
    "{pieces: b, also_moves_to: enemy pieces on north}",
    "{pieces: d, also_moves_to: (enemy pieces where no squares are a \"fW\" away from it) or (empty where no squares are a \"lW\" away from it)}",
    "{pieces: own c, also_moves_to: first of (enemy pieces a \"fR\" away from mover)}",
    "{pieces: d, also_moves_to: empty a \"fN\" away from own pieces}",
    "{after: move by d, build: origin}",
    "{after: move by c, build: squares a \"W\" away from mover}",
    "{forbid: any move, when: moves made > 0, unless: mover is last mover}",
    "{forbid: move by e, unless: mover is last origin}",
    "{forbid: [move by b, attack by b], when: north is not empty, unless: mover is last destination}",
    "{forbid: move by e to north}",
    "{forbid: move}",
    "{after: step onto enemy pieces by (e or b), change: mover, into: captured}",
    "{after: move by e, change: mover, into: b}",
    "{after: capture by c, capture: (pieces beside destination) except king}",
    "{after: any move, capture: (enemy pieces beside mover) except king}",
    "{may_replace: move by d, choose: empty a \"N\" away from mover, move: mover, to: chosen}",
];
const FURTHER: [&str; 3] =
    ["", "  must_capture: {must: capture, when: any own pieces}\n", "  forced: {must: capture}\n"];
const TURNS: [&str; 3] = ["", "", "turns: {moves: 2}\n"];

fn file(random: &mut Random) -> String {
    let (files, ranks) = (4 + random.below(3), 4 + random.below(3));
    let mut text = format!(
        "name: Unmade\nboard: {{files: {files}, ranks: {ranks}}}\nregions:\n  north: {{white: rank {ranks}, black: rank {ranks}}}\npieces:\n"
    );
    let royal = [", royal: true", ""][random.below(2)];
    let _ = writeln!(text, "  king: {{symbol: K, moves: K{royal}}}");
    for letter in ["e", "b", "c", "d"] {
        let moves = MOVES[random.below(MOVES.len())];
        let promotes = letter != "d" && random.below(4) == 0;
        let promotion = if promotes { ", promotion: {to: [d], zone: last rank}" } else { "" };
        let _ = writeln!(text, "  {letter}: {{symbol: {}, moves: \"{moves}\"{promotion}}}", letter.to_uppercase());
    }
    text += TURNS[random.below(TURNS.len())];
    text += "define:\n  ne: (empty a \"frB\" away from mover) where no squares are a \"frF\" away from it\nrules:\n";
    for number in 0..1 + random.below(4) {
        let _ = writeln!(text, "  rule{number}: {}", RULES[random.below(RULES.len())]);
    }
    text += FURTHER[random.below(FURTHER.len())];
    text += "castling: none\nend: [{when: {stuck: always}, result: loss}]\n";
    let mut rows = vec![vec!["1"; files]; ranks];
    for square in rows.iter_mut().flatten() {
        if random.below(5) < 2 {
            *square = ["E", "B", "C", "D", "e", "b", "c", "d"][random.below(8)];
        }
    }
    if random.below(4) == 0 {
        rows[random.below(ranks)][random.below(files)] = "*";
    }
    rows[0][random.below(files)] = "k";
    rows[ranks - 1][random.below(files)] = "K";
    let rows: Vec<String> = rows.iter().map(|row| rank_in_fen(row)).collect();
    let _ = writeln!(text, "setup: \"{} w - - 0 1\"", rows.join("/"));
    text
}

#[test]
fn moves_that_are_not_made_are_counted_and_listed_as_the_oracle_does() {
    let (files, seed) = (setting("FERZ_MADE", FILES), setting("FERZ_SEED", 1_u64));
    let numbers: Vec<usize> = (0..files).collect();
    let played = AtomicUsize::new(0);
    check_all(&numbers, |number| {
        let mut random = Random::new(seed.wrapping_mul(1 << 32).wrapping_add(*number as u64));
        // Many positions made by chance have a king in check whose side is not to move.
        for _ in 0..40 {
            let text = file(&mut random);
            let Ok(compiled) = ferz::load_text(&text) else { continue };
            let (Ok(game), Ok(oracle)) = (compiled.start(), ferz::oracle(compiled.shared_rules())) else { continue };
            played.fetch_add(1, Ordering::Relaxed);
            let wanted = oracle.perft(&oracle.position(&game.setup()), 2);
            if game.perft(2) != wanted {
                return Err(format!("{text}\nperft 2 is {} and not {wanted}", game.perft(2)));
            }
            let (_, agreed) = play_games(&compiled, &oracle, Depth::Whole, seed, POSITIONS);
            return agreed.map_err(|failure| format!("{text}\n{failure}"));
        }
        Ok(())
    });
    let played = played.into_inner();
    println!("{played} of {files} files played");
    assert!(played >= files * 3 / 4, "too few files could be played: {played}");
}

//! Exchanges of places: marks of check and ends are found without a list of all of them, and say the same as the list.

use ferz::San;
use ferz::game::{Compiled, Game};
use ferz::play::Random;
use ferz::work;

/// Games in which pieces change places, with what each says in `swaps`.
const SWAPS: [&str; 9] = [
    "pieces: all, with: all, enemy: true, anywhere: true",
    "pieces: all, with: all, enemy: true",
    "pieces: king, with: all, enemy: true, anywhere: true",
    "pieces: all, with: all, anywhere: true, in_check: false",
    "pieces: all, with: all, anywhere: true, itself: true",
    "pieces: rook, with: king, anywhere: true",
    "pieces: knight, with: all, enemy: true, stands: true",
    "pieces: pawn, with: all, enemy: true, anywhere: true, promotes: true",
    "pieces: king, with: [rook, knight], moves_of: knight",
];

/// Two rooks or queens beside a king in the corner, so that mates are many.
const STARTS: [&str; 3] = [
    "k7/p7/8/8/8/8/4QR2/4K2R w - - 0 1",
    "kn6/1r6/8/8/8/8/1Q2N3/4K2R w - - 0 1",
    "6rk/6pp/8/4N3/8/8/6Q1/K6R w - - 0 1",
];

fn compiled(swaps: &str, more: &str) -> Compiled {
    let text = format!(
        "name: Exchanges\nextends: chess\npieces: {{king: {{royal: true{more}}}}}\nrules: {{relations: {{swaps: [{{{swaps}}}]}}}}\n"
    );
    ferz::load_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares the marks and the end of a position with the moves of the positions after it. Returns how many moves mate.
fn holds(game: &mut Game, said: &str) -> usize {
    let mut mates = 0;
    for made in game.legal_moves() {
        let mut after = game.clone();
        after.play(&made);
        let san = San::of(game, &made);
        let stuck = after.legal_moves().is_empty();
        assert_eq!(san.is_mate(), after.in_check() && stuck, "{said}: {san}");
        assert_eq!(after.end().is_some_and(|end| !end.claim && end.reason.contains("mate")), stuck, "{said}: {san}");
        mates += usize::from(san.is_mate());
    }
    mates
}

#[test]
fn marks_and_ends_say_what_the_list_of_moves_says() {
    let mut mates = 0;
    let mut random = Random::new(7);
    for swaps in SWAPS {
        let compiled = compiled(swaps, "");
        for start in STARTS {
            let setup = ferz::fen::read(start, compiled.rules()).unwrap_or_else(|error| panic!("{}", error.message));
            let Ok(mut game) = compiled.game(&setup) else { continue };
            for ply in 0..6 {
                let said = format!("{swaps}: {start}, ply {ply}");
                mates += holds(&mut game, &said);
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(&moves[random.below(moves.len())]);
            }
        }
    }
    assert!(mates > 5, "{mates}");
}

/// Rows of queens on both sides of a large board, with kings among them.
fn crowd(royal: &str, kings: usize, swaps: &str) -> Compiled {
    let own = format!("{}{}", "K".repeat(kings), "Q".repeat(24 - kings));
    let rows = [vec!["Q".repeat(24); 9], vec![own]].concat();
    let black: Vec<String> = rows.iter().rev().map(|row| row.to_lowercase()).collect();
    let text = format!(
        "name: Crowd\nboard: {{files: 24, ranks: 24}}\npieces:\n  king: {{symbol: K, moves: K, royal: {royal}}}\n  \
         queen: {{symbol: Q, moves: Q}}\ncastling: none\nrules: {{relations: {{swaps: [{{{swaps}}}]}}}}\n\
         setup: \"{} w - - 0 1\"\nend: [{{when: {{stuck: in_check}}, result: loss}}, {{when: {{stuck: not_in_check}}, result: draw}}]\n",
        [black, vec!["24".to_owned(); 4], rows].concat().join("/")
    );
    ferz::load_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A check mark costs a few tries, not all exchanges of the position.
#[test]
fn marks_of_many_exchanges_cost_little() {
    for (royal, kings) in [("true", 1), ("true", 3), ("together", 4)] {
        for swaps in [SWAPS[0], "pieces: queen, with: queen, enemy: true, anywhere: true", SWAPS[4]] {
            let compiled = crowd(royal, kings, swaps);
            let mut game = compiled.start().unwrap();
            let (listed, first) = work::measured(|| game.legal_moves().len() as u64);
            let (texts, all) = work::measured(|| ferz::written_moves(&mut game).len() as u64);
            assert_eq!(texts, listed);
            // An answer that lists all exchanges after each check takes hundreds of times the first list.
            assert!(all < 8 * first.max(10_000), "{royal} {kings} {swaps}: {first} and {all} steps for {listed} moves");
            let (end, steps) = work::measured(|| game.clone().end());
            assert_eq!(end, None);
            assert!(steps < first.max(10_000) / 4, "{royal} {kings} {swaps}: {first} and {steps} steps");
        }
    }
}

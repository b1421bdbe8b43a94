//! Exchanges of places: marks of check and ends say the same as the list of moves.

use ferz::San;
use ferz::game::{Compiled, Game};
use ferz::play::Random;

/// Rules by which pieces change places.
const SWAPS: [&str; 7] = [
    "may_replace: move, choose: enemy pieces, swap: mover, with: chosen",
    "may_replace: move, choose: enemy pieces plainly attacked by mover, swap: mover, with: chosen",
    "may_replace: move by king, choose: enemy pieces, swap: mover, with: chosen",
    "may_replace: move, choose: own pieces, unless: in check, swap: mover, with: chosen",
    "may_replace: move by rook, choose: own king, swap: mover, with: chosen",
    "may_replace: move by pawn, choose: enemy pieces, unless: mover is on last rank, swap: mover, with: chosen",
    "may_replace: move by king, choose: own (rook or knight) a \"N\" away from mover, swap: mover, with: chosen",
];

/// Two rooks or queens beside a king in the corner, so that mates are many.
const STARTS: [&str; 3] = [
    "k7/p7/8/8/8/8/4QR2/4K2R w - - 0 1",
    "kn6/1r6/8/8/8/8/1Q2N3/4K2R w - - 0 1",
    "6rk/6pp/8/4N3/8/8/6Q1/K6R w - - 0 1",
];

fn compiled(swap: &str) -> Compiled {
    let text = format!("name: Exchanges\nextends: chess\nrules: {{swap: {{{swap}}}}}\n");
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
        let compiled = compiled(swaps);
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

//! Variants whose pawns take in passing, and one whose pawns do not though its parent's do.

use crate::common::variant;
use ferz::{fen, notation};

fn takes_in_passing(name: &str, position: &str) -> bool {
    let compiled = variant(name);
    let setup = fen::read(position, compiled.rules()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut game = compiled.game(&setup).unwrap_or_else(|error| panic!("{name}: {error}"));
    notation::list(&mut game).iter().any(|made| made.uci == "e5d6")
}

#[test]
fn nobody_takes_in_passing_where_pawns_do_not() {
    let position = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    assert!(takes_in_passing("atomic", position));
    assert!(!takes_in_passing("nuclear", position));
}

#[test]
fn a_double_step_gives_no_right_that_nobody_has() {
    let compiled = variant("nuclear");
    let mut game = compiled.start().expect("it has a start");
    for uci in ["e2e4", "a7a6", "e4e5", "d7d5"] {
        let made = notation::parse(&mut game, uci).expect("it is legal");
        game.play(&made);
    }
    assert_eq!(fen::write(&game.setup(), game.rules()), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
}

/// `nn`, as in the Interactive Diagram: the move may not jump, and leaves the right behind it whenever it is made. With a single `n`
/// only first moves do.
#[test]
fn a_move_with_two_n_leaves_the_right_whenever_it_is_made() {
    let has_right = |letters: &str, moves: &[&str]| {
        let text = format!("name: Late\nextends: chess\npieces: {{pawn: {{moves: \"fmWfceFfm{letters}D\"}}}}\n");
        let compiled = ferz::load_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut game = compiled.start().expect("it has a start");
        for uci in moves {
            let made = notation::parse(&mut game, uci).unwrap_or_else(|error| panic!("{letters}: {error}"));
            game.play(&made);
        }
        notation::list(&mut game).iter().any(|made| made.uci == "d4e3" || made.uci == "d5e4")
    };
    let first = ["a2a3", "d7d5", "a3a4", "d5d4", "e2e4"];
    let later = ["e2e3", "d7d5", "e3e5", "a7a6"];
    assert!(has_right("nn", &first) && !has_right("n", &first) && has_right("in", &first));
    assert!(has_right("nn", &later[..3]) && !has_right("n", &later[..3]));
    // The right ends with the next move, and a piece on the square between bars the way.
    let text = "name: Late\nextends: chess\npieces: {pawn: {moves: \"fmWfceFfmnnD\"}}\n";
    let compiled = ferz::load_text(text).expect("it is sound");
    let barred = fen::read("4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", compiled.rules()).expect("it is a position");
    let mut game = compiled.game(&barred).expect("it can be played");
    assert!(notation::list(&mut game).iter().all(|made| !made.uci.starts_with("e3e")));
}

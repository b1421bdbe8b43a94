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

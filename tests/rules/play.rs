//! Games that are played: by the opponents, and at random to measure.

use std::time::Duration;

use ferz::bench::{Effort, count, play};
use ferz::load;
use ferz::notation::uci;
use ferz::play::{Opponent, Random};

#[test]
fn the_simple_opponent_takes_what_hangs_and_mates_when_it_can() {
    let chess = load("chess").unwrap();
    let choose = |fen: &str| {
        let mut game = chess.game(&ferz::fen::read(fen, chess.rules()).unwrap()).unwrap();
        let made = Opponent::Simple.choose(&mut game, &mut Random::new(1)).unwrap();
        uci::write(&game, &made)
    };
    assert_eq!(choose("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "e4d5");
    assert_eq!(choose("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8");
    assert_ne!(choose("4k3/8/3p4/2p5/8/8/8/2Q1K3 w - - 0 1"), "c1c5");
}

#[test]
fn the_simple_opponent_knows_that_its_second_move_is_its_own() {
    let variant = load("marseillais").unwrap();
    let start = ferz::fen::read("4k3/8/8/8/3q4/8/8/N3K3 w - - 0 9", variant.rules()).unwrap();
    for seed in 0..8 {
        let made = Opponent::Simple.choose(&mut variant.game(&start).unwrap(), &mut Random::new(seed)).unwrap();
        let text = uci::write(&variant.game(&start).unwrap(), &made);
        assert!(["a1b3", "a1c2"].contains(&text.as_str()), "{text} does not lead to the queen");
    }
}

#[test]
fn a_depth_is_found_and_kept() {
    let mut game = load("chess").unwrap().start().unwrap();
    let counted = count(&mut game, None, Duration::from_millis(20));
    assert!(counted.depth >= 2, "{counted:?}");
    assert_eq!(counted.nodes, game.perft(counted.depth));
    assert!(counted.speed() > 0.0);
}

#[test]
fn a_tree_without_moves_is_counted_too() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let variant = load("chess").unwrap();
    let mut game = variant.game(&ferz::fen::read(mated, variant.rules()).unwrap()).unwrap();
    let counted = count(&mut game, None, Duration::ZERO);
    assert_eq!((counted.depth, counted.nodes), (1, 0));
    let tally = play(&game, Effort::Games(3), 10, &mut |_| unreachable!("there is no move to choose"));
    assert_eq!((tally.games, tally.plies, tally.won), (3, 0, [0, 3]));
    assert_eq!(tally.ends["checkmate"], 3);
}

#[test]
fn long_games_are_given_up() {
    let start = load("chess").unwrap().start().unwrap();
    let tally = play(&start, Effort::Games(2), 3, &mut |_| 0);
    assert_eq!((tally.games, tally.plies, tally.unfinished), (2, 6, 2));
}

//! The helpers for users of the crate (feature `testing`), as a user writes them.

use std::panic::catch_unwind;

#[test]
fn moves_are_compared_by_piece() {
    let chess = ferz::load("chess").unwrap();
    let mut game = chess.game(&ferz::fen::read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", chess.rules()).unwrap()).unwrap();
    ferz::assert_moves!(game, @r"
    king e1: Kd1 Kd2 Ke2 Kf1 Kf2
    pawn a7: a8=B a8=N a8=Q+ a8=R+
    ");
}

#[test]
fn a_variant_is_compared_as_a_whole() {
    let text = ferz::testing::snapshot_of("chess");
    assert!(text.contains("== rules ==\n") && text.contains("perft: 20 400 8902\n"));
    assert!(catch_unwind(|| ferz::testing::snapshot_of("no such variant")).is_err());
}

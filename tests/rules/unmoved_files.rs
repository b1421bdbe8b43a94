//! FENs of games with shuffled starts in which the castling field names the files of unmoved pieces: who may castle.

use crate::common::{Start, variant_960};
use ferz::game::Game;
use ferz::notation;

/// Variant, placement and side, castling field, the castling moves of the side to move, the field as it is written.
const FIELDS: &[(&str, &str, &str, &[&str], &str)] = &[
    // Without the king's file there is no castling, with it there is.
    ("shouse", "4k3/8/8/8/8/8/8/1R2K2R[] w", "BH", &[], "BH"),
    ("shouse", "4k3/8/8/8/8/8/8/1R2K2R[] w", "HBE", &["e1b1", "e1h1"], "HBE"),
    ("shouse", "4k3/8/8/8/8/8/8/1R2K2R[] w", "EB", &["e1b1"], "BE"),
    ("shouse", "r3k1r1/8/8/8/8/8/8/4K3[] b", "aeg", &["e8a8", "e8g8"], "gae"),
    ("shouse", "r3k1r1/8/8/8/8/8/8/4K3[] b", "ag", &[], "ag"),
    ("seirawan", "4k3/8/8/8/8/8/8/1R2K2R[E] w", "BH", &[], "BH"),
    ("seirawan", "4k3/8/8/8/8/8/8/1R2K2R[E] w", "BEH", &["b1e1e", "e1b1", "e1b1e", "e1h1", "e1h1e", "h1e1e"], "HBE"),
    // The other pieces on the first rank have no part in it.
    ("shouse", "4k3/8/8/8/8/8/8/R2K1B1R[] w", "ADF", &["d1a1"], "ADF"),
    // Where nothing is left to come in, account is no longer kept, and files are those of partners.
    ("seirawan", "4k3/8/8/8/8/8/8/1R2K2R[] w", "HB", &["e1b1", "e1h1"], "HB"),
    ("seirawan", "4k3/8/8/8/8/8/8/1R2K2R[e] w", "B", &["e1b1"], "B"),
    // The letters of the rules stay.
    ("seirawan", "4k3/8/8/8/8/8/8/R3K2R[E] w", "KQ", &["a1e1e", "e1a1", "e1a1e", "e1h1", "e1h1e", "h1e1e"], "HAE"),
];

fn game(variant: &str, fen: String) -> (Start, Game) {
    let start = Start { variant: variant.to_owned(), chess960: true, fen };
    let game = start.game(&variant_960(variant, true)).unwrap_or_else(|error| panic!("{}: {error}", start.fen));
    (start, game)
}

#[test]
fn a_king_castles_if_its_file_is_named() {
    for (variant, placement, field, castling, written) in FIELDS {
        let (start, mut game) = game(variant, format!("{placement} {field} - 0 1"));
        assert_eq!(start.written(&mut game), format!("{placement} {written} - 0 1"), "{variant} {field}");
        let mut found: Vec<String> = notation::list(&mut game)
            .into_iter()
            .filter(|made| made.san.starts_with("O-O"))
            .map(|made| made.uci)
            .collect();
        found.sort();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(&found, castling, "{variant} {placement} {field}");
    }
}

#[test]
fn a_position_with_one_king_moved_has_as_many_moves_as_other_programs_find() {
    let fen = "b1rekr1b/1pqp1p1h/p2npnpp/n2p4/1P2P1PP/B1PN2EH/P1QP1P2/2RK1R1B[] b FCDHacfh - 1 17";
    let (start, mut game) = game("shouse", fen.to_owned());
    assert_eq!(game.legal_moves().len(), 31);
    assert_eq!(start.written(&mut game), fen);
}

#[test]
fn a_letter_counts_once() {
    let start = Start { variant: "shouse".into(), chess960: true, fen: "4k3/8/8/8/8/8/8/R3K3[] w AEA - 0 1".into() };
    assert!(start.game(&variant_960("shouse", true)).is_err_and(|error| error.contains("repeats a castling right")));
}

//! Counts of Fairy-Stockfish for all shipped variants that it knows. `FERZ_PERFT_NODES` sets the largest count that is
//! checked.

use crate::common::{setting, suite};

#[test]
fn counts_agree() {
    let limit = setting("FERZ_PERFT_NODES", 2_000_000);
    suite::check(&suite::read("parity/positions.perft"), limit, 1_200);
}

//! Counts that are known from elsewhere. `FERZ_PERFT_NODES` sets the largest count that is checked.

use crate::common::{setting, suite};

#[test]
fn counts_agree() {
    let limit = setting("FERZ_PERFT_NODES", 20_000_000);
    suite::check(&suite::read("known.perft"), limit, 70);
}

//! One snapshot of the moves at the start of each shipped variant: nothing changes there without somebody noticing.

mod common;

use std::fmt::Write as _;

use common::{files_below, variant};
use ferz::{fen, notation};

/// The position and the legal moves, in the order that is part of the contract.
fn start_moves(name: &str) -> String {
    let compiled = variant(name);
    let mut game = compiled.start().unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut text = fen::write(&compiled.rules().setup, compiled.rules()) + "\n";
    for written in notation::list(&mut game) {
        writeln!(text, "{} {}", written.uci, written.san).expect("a string");
    }
    text
}

#[test]
fn moves_at_the_start_stay_the_same() {
    assert!(files_below("variants", "yaml").len() >= 52);
    insta::glob!("../variants", "**/*.yaml", |path| {
        let name = path.file_stem().expect("a file").to_string_lossy();
        insta::with_settings!({description => name.to_string(), omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!("start", start_moves(&name));
        });
    });
}

//! The moves at the start of each shipped variant, one file for each folder of `variants`: nothing changes there without
//! somebody noticing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::{variant, variant_files};
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
    let mut families = BTreeMap::<String, String>::new();
    // The files come in the order of their names.
    for path in variant_files() {
        let name = path.file_stem().expect("a file").to_string_lossy();
        let family = path.parent().and_then(|folder| folder.file_name()).expect("a folder").to_string_lossy();
        let text = families.entry(family.into_owned()).or_default();
        writeln!(text, "== {name} ==\n{}", start_moves(&name)).expect("a string");
    }
    assert!(families.len() >= 10);
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        for (family, text) in families {
            insta::assert_snapshot!(format!("start_{family}"), text);
        }
    });
}

//! Sentences on moves, captures and places in the words of many authors, each with a twin in which one fact is wrong.

use ferz::pages::{self, Options, Verdict};

use crate::common;

/// The verdicts on a text.
fn verdicts(variant: &str, text: &str) -> Vec<Verdict> {
    let compiled = common::variant(variant);
    let report = pages::check("rules.txt", text.as_bytes(), &compiled, &Options::default()).unwrap();
    report.claims.iter().map(|claim| claim.verdict).collect()
}

#[test]
fn true_sentences_are_confirmed_and_their_twins_are_not() {
    let sentences = [
        (
            "breakthrough",
            "It is a game for two people on an 8x8 board.",
            "It is a game for two people on an 9x8 board.",
        ),
        (
            "english-draughts",
            "Only the dark squares of the board are used.",
            "Only the light squares of the board are used.",
        ),
        (
            "english-draughts",
            "On your turn you move one of your men diagonally to a neighbouring empty square.",
            "On your turn you move one of your men sideways to a neighbouring empty square.",
        ),
        (
            "english-draughts",
            "A man captures by jumping over an enemy to the empty square behind it.",
            "A man captures by jumping over an enemy backwards to the empty square behind it.",
        ),
        ("teeko", "The board is empty at the start.", "The board is not empty at the start."),
        (
            "xiangqi",
            "The horse goes one point along a line, then one point diagonally outward.",
            "The horse goes two points along a line, then one point diagonally outward.",
        ),
        ("makruk", "Pawns advance one square, never two.", "Pawns advance three squares, never four."),
    ];
    for (variant, right, wrong) in sentences {
        assert!(verdicts(variant, right).contains(&Verdict::Confirmed), "{variant}: {right}");
        assert!(!verdicts(variant, right).contains(&Verdict::Contradicted), "{variant}: {right}");
        assert!(!verdicts(variant, wrong).contains(&Verdict::Confirmed), "{variant}: {wrong}");
    }
}

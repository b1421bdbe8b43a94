//! Sentences that are wrong in one word: the report names the word with which they would be right.

use ferz::pages::{self, Options, Verdict};

use crate::common;

fn contradictions(variant: &str, text: &str) -> Vec<String> {
    let report =
        pages::check("page.md", text.as_bytes(), &common::variant(variant), &Options::default()).expect("a page");
    let wrong = report.claims.into_iter().filter(|claim| claim.verdict == Verdict::Contradicted);
    wrong.map(|claim| claim.detail).collect()
}

/// A number, a piece, a result, a denial, and a word that no phrase has in its place.
#[test]
fn the_word_that_would_be_right_is_named() {
    let rows = [
        ("3check", "You win if you check the opponent five times.", "`3` instead of `five`"),
        ("3check", "You lose if you check the opponent three times.", "a win instead of a loss"),
        ("xiangqi", "The board counts eight files and ten ranks.", "`9` instead of `eight`"),
        ("xiangqi", "The chariot moves like the bishop in chess.", "instead of `bishop`"),
        ("minishogi", "Dropping two pawns on one file is allowed.", "`no` instead of `two`"),
        ("shatranj", "Everybody castles in shatranj.", "`nobody` instead of `everybody`"),
    ];
    for (variant, text, instead) in rows {
        let found = contradictions(variant, text);
        assert!(found.iter().any(|detail| detail.contains(instead)), "{variant}: {text}: {found:#?}");
    }
}

/// Another word would make these right, too, and they are not wrong.
#[test]
fn what_may_be_true_is_not_corrected() {
    let rows = [
        (
            "seirawan",
            "When castling, a piece may be placed on the initial square of the king or of the rook, but not both.",
        ),
        ("racingkings", "You win the race when your king is the first to arrive on the eighth row."),
        ("wildebeest", "Two new pieces: camel and wildebeest."),
        (
            "chess",
            "Knights leap two squares horizontally and one square vertically, or one horizontally and two vertically.",
        ),
        ("berolina", "On its first move it may go two squares diagonally."),
        ("shogi", "The pawn moves like in orthodox chess (without two squares initial move)."),
    ];
    for (variant, text) in rows {
        assert_eq!(contradictions(variant, text), Vec::<String>::new(), "{variant}: {text}");
    }
}

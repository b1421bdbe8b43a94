//! Sentences that no phrase of the grammar reads: every weighty word must have a part in the claim.

use ferz::pages::{self, Options, Verdict};

/// The verdicts on a sentence, without rules that the page does not mention.
fn verdicts(variant: &str, text: &str) -> Vec<Verdict> {
    let compiled = ferz::load(variant).expect("a shipped variant");
    let report = pages::check("page.txt", text.as_bytes(), &compiled, &Options::default()).expect("a text can be read");
    report.claims.iter().map(|claim| claim.verdict).filter(|verdict| *verdict != Verdict::Silent).collect()
}

fn all(cases: &[(&str, &str)], wanted: Verdict) {
    for (variant, text) in cases {
        let found = verdicts(variant, text);
        assert!(!found.is_empty() && found.iter().all(|verdict| *verdict == wanted), "{variant}: {text}: {found:?}");
    }
}

#[test]
fn words_in_any_order_are_read() {
    all(
        &[
            ("chess", "Half a point each, that is what a wretched stalemate brings."),
            ("chess", "Should somebody run out of moves while not in check: a draw, alas."),
            ("chess", "Eight ranks there are, by eight lovely files."),
            ("xiangqi", "Ten ranks and nine files make up our battlefield."),
            ("capablanca", "Rook, knight, archbishop, bishop, queen, king, bishop, chancellor, knight, rook."),
            ("chess", "Off goes the king from e1 to g1, and the rook hurries from h1 to f1, when they castle."),
            ("racingkings", "Wins, deservedly, whichever king arrives on the eighth rank."),
            ("capablanca", "Think of the archbishop as a bishop and a knight combined."),
            ("chess", "Home rank, from the left: R N B Q K B N R."),
            ("chess", "The crooked jump, two and one, is what a knight has."),
            ("antichess", "Whoever is able to capture must merrily capture."),
            ("crazyhouse", "Into your hand wanders whatever you capture."),
            ("shogi", "Pawns are not merrily parachuted in with mate."),
        ],
        Verdict::Confirmed,
    );
}

#[test]
fn one_word_that_differs_is_found() {
    all(
        &[
            ("chess", "Nine files, by eight ranks."),
            ("xiangqi", "Ten ranks and ten files."),
            ("chess", "When they castle, the king goes from e1 to f1."),
        ],
        Verdict::Contradicted,
    );
}

/// A fragment is read together with the opening of its list or its row.
#[test]
fn what_stands_before_a_fragment_is_part_of_its_clause() {
    let confirmed = |variant: &str, text: &str| verdicts(variant, text).contains(&Verdict::Confirmed);
    assert!(confirmed("chess", "The game is drawn:\n\n- upon wretched stalemate;\n- when everybody goes home.\n"));
    assert!(!confirmed("shatranj", "The game is drawn:\n\n- upon wretched stalemate;\n- when everybody goes home.\n"));
}

/// A condition, a negation, a number or a piece without a part in the claim, or too many unknown words: no verdict.
#[test]
fn a_word_without_a_part_leaves_the_sentence_undecided() {
    let cases = [
        ("chess", "Stalemate, unless the clock has stopped, is a wretched draw."),
        ("chess", "They threw two files away, and two ranks, and sixty squares were left over."),
        ("chess", "Never has a rook been a rook and a knight combined."),
        ("capablanca", "Except in blitz, think of the archbishop as a bishop and a knight combined."),
        ("shogi", "The rook and the bishop promote respectively into a dragon and a horse, which pleases me."),
        ("racingkings", "Wins, in three moves, whichever king arrives on the eighth rank of two boards."),
    ];
    for (variant, text) in cases {
        let found = verdicts(variant, text);
        let decided = |verdict: &Verdict| [Verdict::Confirmed, Verdict::Contradicted].contains(verdict);
        assert!(!found.iter().any(decided), "{variant}: {text}: {found:?}");
    }
}

//! Sentences that no phrase of the grammar reads: every weighty word must have a part in the claim.

use ferz::pages::{self, Language, Options, Verdict};

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

/// Frames over the weighty words: each line is a true sentence and a false one that differs in one weighty word.
const FRAMED: [(&str, &str, &str); 22] = [
    ("duck", "Sadly, neither check nor mate can be found.", "Sadly, both check and mate can be found."),
    ("chess", "You win, hooray, by mating the enemy king.", "You win, hooray, by mating the enemy queen."),
    (
        "extinction",
        "Poor you: if the last king is eaten, you have lost.",
        "Poor you: if the last king is eaten, you have won.",
    ),
    ("3check", "Whoever manages three checks wins.", "Whoever manages four checks wins."),
    ("atomic", "Kings may happily stand side by side.", "Kings may never stand side by side."),
    ("xiangqi", "The generals may never look at each other.", "The generals may gladly look at each other."),
    ("racingkings", "Giving check is strictly forbidden.", "Giving check is gladly permitted."),
    ("antichess", "Grabbing something is obligatory.", "Grabbing something is optional."),
    ("english-draughts", "The longest capture is optional.", "The longest capture is obligatory."),
    ("ataxx", "Foes touching it change their colour.", "Foes attacked by it change their colour."),
    ("benedict", "Foes attacked by it change their colour.", "Foes next to it change their colour."),
    ("crazyhouse", "Anything you grab lands in your pocket.", "Nothing you grab lands in your pocket."),
    (
        "shogi",
        "Pawn paratroopers dropped in with mate are prohibited.",
        "Pawn paratroopers dropped in with mate are allowed.",
    ),
    (
        "shogi",
        "Not more than one unpromoted pawn of yours in each column.",
        "Not more than two unpromoted pawns of yours in each column.",
    ),
    ("horde", "Alone Black can castle, alas.", "Alone White can castle, alas."),
    ("makruk", "Double steps and en passant are abolished.", "Double steps and en passant are retained."),
    ("xiangqi", "The advisors never quit their fortress.", "The chariots never quit their fortress."),
    ("xiangqi", "No elephant ever crosses the water.", "No horse ever crosses the water."),
    (
        "xiangqi",
        "Capturing, the cannon needs one piece to leap over.",
        "Capturing, the cannon needs two pieces to leap over.",
    ),
    (
        "dobutsu",
        "The hen goes to every neighbouring square except diagonally backwards.",
        "The hen goes to every neighbouring square except straight backwards.",
    ),
    ("tablut", "Our wooden field measures nine squares to a side.", "Our wooden field measures ten squares to a side."),
    ("shogi", "Folks have twenty men each.", "Folks have sixteen men each."),
];

#[test]
fn frames_confirm_what_is_true_and_nothing_else() {
    let confirmed = |variant: &str, text: &str| verdicts(variant, text).contains(&Verdict::Confirmed);
    let missed: Vec<&str> =
        FRAMED.iter().filter(|(variant, said, _)| !confirmed(variant, said)).map(|case| case.1).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let wrong: Vec<&str> =
        FRAMED.iter().filter(|(variant, _, said)| confirmed(variant, said)).map(|case| case.2).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A limit that is shorter than that of the rules contradicts them, in English and in German.
#[test]
fn at_most_means_no_farther() {
    let compiled =
        ferz::load_text("name: Short rooks\nextends: chess\npieces: {rook: {moves: R3}}\n").expect("a variant");
    let verdict = |language: Language, text: &str| {
        let options = Options { language, ..Options::default() };
        let report = pages::check("page.txt", text.as_bytes(), &compiled, &options).expect("a text can be read");
        report.claims.into_iter().find(|claim| claim.kind == "moves").map(|claim| claim.verdict)
    };
    let english =
        |count: &str| verdict(Language::English, &format!("The rook moves at most {count} squares orthogonally."));
    let german =
        |count: &str| verdict(Language::German, &format!("Der Turm zieht höchstens {count} Felder weit gerade."));
    assert_eq!([english("two"), english("three")], [Some(Verdict::Contradicted), Some(Verdict::Confirmed)]);
    assert_eq!([german("zwei"), german("drei")], [Some(Verdict::Contradicted), Some(Verdict::Confirmed)]);
}

//! What is claimed by sentences, tables and diagrams, and the verdicts: a sentence that the rules confirm is no longer
//! confirmed once the rules change, and what belongs to another game is not called wrong.

mod common;

use std::time::Duration;

use ferz::game::Compiled;
use ferz::pages::{self, Claim, Options, Report, SideFile, Verdict, endgame};

fn check(name: &str, text: &str, compiled: &Compiled) -> Report {
    let watch = endgame::Unwatched(Duration::from_secs(60));
    let options = Options { watch: &watch, side_file: SideFile::default() };
    pages::check(name, text.as_bytes(), compiled, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The claims of a text, without what the rules have beside it.
fn said(text: &str, compiled: &Compiled) -> Vec<Claim> {
    let report = check("a.txt", text, compiled);
    report.claims.into_iter().filter(|claim| claim.verdict != Verdict::Silent).collect()
}

fn changed(change: &str) -> Compiled {
    let yaml = format!("name: Changed\nextends: chess\n{change}\n");
    ferz::load_text(&yaml).unwrap_or_else(|error| panic!("{change}: {error}"))
}

const COMMON: &str = "pieces: {king: {royal: false}}";

/// Sentences that hold in chess, a change of the rules, and what comes of them then.
const SENTENCES: &[(&str, &str, Verdict)] = &[
    ("You may not expose your own king to check.", COMMON, Verdict::Contradicted),
    ("A player can not remain in check.", COMMON, Verdict::Contradicted),
    ("A player in check must answer the check.", COMMON, Verdict::Contradicted),
    ("The king is in check when it is attacked by an enemy piece.", COMMON, Verdict::Contradicted),
    ("The king cannot be captured.", COMMON, Verdict::Contradicted),
    ("Move the king to a safe square.", "rules: {royal_stays_in_check: true}", Verdict::Contradicted),
    ("Capture the attacker.", COMMON, Verdict::Contradicted),
    ("Block the check.", COMMON, Verdict::Contradicted),
    ("A pinned piece still gives check.", COMMON, Verdict::Contradicted),
    ("White moves first.", "setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", Verdict::Contradicted),
    ("It is not legal to skip a move.", "rules: {pass: always}", Verdict::Contradicted),
    ("Stalemate is a draw.", "end: {stalemate: {result: loss}}", Verdict::Contradicted),
    ("The game is won by checkmating the king.", "end: {checkmate: {result: draw}}", Verdict::Contradicted),
    (
        "The same position occurring three times with the same player to move and the same castling and en passant rights is a draw.",
        "end: {repetition: {when: {repetition: 5}}}",
        Verdict::Contradicted,
    ),
    (
        "50 moves without a capture or a pawn move are a draw.",
        "end: {fifty_moves: {when: {moves_without_progress: 40}}}",
        Verdict::Contradicted,
    ),
    (
        "The rook moves any number of squares horizontally or vertically.",
        "pieces: {rook: {moves: B}}",
        Verdict::Contradicted,
    ),
    ("The king moves one square in any direction.", "pieces: {king: {moves: Q}}", Verdict::Contradicted),
    ("The bishop moves any number of squares diagonally.", "pieces: {bishop: {moves: B3}}", Verdict::Contradicted),
    ("The queen moves any number of squares in any direction.", "pieces: {queen: {moves: mQ}}", Verdict::Incomplete),
    (
        "The knight is the only piece that jumps over other pieces.",
        "pieces: {bishop: {moves: BD}}",
        Verdict::Contradicted,
    ),
    ("Bishops are confined to squares of a single color.", "pieces: {bishop: {moves: BW}}", Verdict::Contradicted),
    (
        "A pawn can be captured en passant only on the next move.",
        "pieces: {pawn: {moves: fmWfcFifmnD}}",
        Verdict::Contradicted,
    ),
    (
        "Pawns can move two squares ahead from their initial position if they are not blocked.",
        "pieces: {pawn: {moves: fmWfceFifmD}}",
        Verdict::Stronger,
    ),
    ("A pawn cannot move backwards.", "pieces: {pawn: {moves: mWfceF}}", Verdict::Contradicted),
    ("Castling is not allowed if the king is in check.", COMMON, Verdict::Stronger),
    ("When castling, the king may not pass through an attacked square.", COMMON, Verdict::Stronger),
    (
        "The king castles by moving two squares towards a rook.",
        "castling: {K: {move: king e1-f1, with: rook h1-e1}}",
        Verdict::Contradicted,
    ),
    (
        "Pawns promote on reaching the last rank.",
        "pieces: {pawn: {promotion: {zone: {each: rank 5}}}}",
        Verdict::Contradicted,
    ),
    (
        "A pawn promotes to a queen, rook, bishop or knight.",
        "pieces: {pawn: {promotion: {to: [queen, rook]}}}",
        Verdict::Contradicted,
    ),
    ("The captured piece is removed from the game.", "hand: captured", Verdict::Contradicted),
    ("The board has 64 squares.", "board: {holes: e5}", Verdict::Contradicted),
    (
        "In pawn moves only one pawn at most can move to a square.",
        "pieces: {pawn: {moves: mWfcF}}",
        Verdict::Contradicted,
    ),
];

#[test]
fn what_is_confirmed_is_asked_of_the_rules() {
    let chess = common::variant("chess");
    let mut wrong = Vec::new();
    for (sentence, change, verdict) in SENTENCES {
        let before = said(sentence, &chess);
        if before.is_empty() || before.iter().any(|claim| claim.verdict != Verdict::Confirmed) {
            wrong.push(format!("{sentence}: {before:#?}"));
            continue;
        }
        let Ok(compiled) = ferz::load_text(&format!("name: Changed\nextends: chess\n{change}\n")) else {
            wrong.push(format!("{change} makes no variant"));
            continue;
        };
        let after = said(sentence, &compiled);
        if !after.iter().any(|claim| claim.verdict == *verdict) {
            wrong.push(format!("{sentence} with {change}: {after:#?}"));
        }
        if after.iter().any(|claim| claim.verdict == Verdict::Contradicted && claim.position.is_none()) {
            wrong.push(format!("{sentence} with {change}: nothing shows it"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sentences that must not be called wrong, as they speak of another piece, another side, or only of a part.
#[test]
fn what_is_not_wrong_is_not_contradicted() {
    let rows = [
        ("atomic", "Pawns become another (non-royal) piece of choice when they promote on the last rank."),
        ("berolina", "Pawns step diagonally and capture by going forward."),
        ("orda", "The Horde cannot castle."),
        ("orda", "The lancer moves like a knight but captures like a rook."),
        ("orda", "As the archer is not colorbound, it is worth more than a bishop."),
        ("knightmate", "Knights that move like a king are called commoners here."),
        ("shako", "The cannon captures by jumping over another piece."),
        ("spartan", "Black cannot castle."),
        ("shatranj", "A stalemate counts as a win, two bare kings are a draw."),
        ("xiangqi", "Perpetual checking is forbidden, and the side that checks loses."),
        ("xiangqi", "Soldiers also move one square sideways beyond the river."),
        ("giveaway", "Stalemate with an equal number of men is a draw."),
        ("dragon", "The dragon moves any number of squares straight or one square diagonally."),
        ("capablanca", "A pawn may promote to an archbishop and a chancellor as well."),
    ];
    for (variant, sentence) in rows {
        let claims = said(sentence, &common::variant(variant));
        let wrong: Vec<&Claim> = claims.iter().filter(|claim| claim.verdict == Verdict::Contradicted).collect();
        assert!(wrong.is_empty(), "{variant}: {wrong:#?}");
    }
}

/// The verdicts of a kind on a line.
fn verdicts(report: &Report, line: usize, kind: &str) -> Vec<Verdict> {
    let claims = report.claims.iter().filter(|claim| claim.line == line && claim.kind == kind);
    claims.map(|claim| claim.verdict).collect()
}

#[test]
fn a_page_on_shuffled_starts() {
    use Verdict::{Confirmed, Contradicted, Incomplete, Suspicious};
    let report = check("lots.pug", &common::test_file("pages/lots.pug"), &common::variant("chess960"));
    for (line, kind, verdict) in [
        (4, "setup", Incomplete),
        (8, "castling conditions", Incomplete),
        (11, "castling", Confirmed),
        (13, "castling", Confirmed),
        (20, "example", Contradicted),
        (24, "diagram", Suspicious),
        (25, "end", Confirmed),
        (28, "stalemate", Confirmed),
        (29, "repetition", Incomplete),
        (30, "n moves", Confirmed),
        (32, "notation", Confirmed),
    ] {
        assert!(verdicts(&report, line, kind).contains(&verdict), "line {line}, {kind}: {report:#?}");
    }
    let counter = report.claims.iter().find(|claim| claim.kind == "castling conditions").unwrap();
    assert!(counter.position.is_some(), "a position shows what the page forgets");
    let twice = report.claims.iter().find(|claim| claim.line == 20 && claim.verdict == Contradicted).unwrap();
    assert!(twice.detail.contains("2 moves of white"), "{twice:#?}");
}

#[test]
fn a_page_on_a_joined_board() {
    use Verdict::{Confirmed, Contradicted, Incomplete, NotCheckable};
    let report = check("round.html", &common::test_file("pages/round.html"), &common::variant("cylinder"));
    for (line, kind, verdict) in [
        (2, "image", NotCheckable),
        (3, "setup", Confirmed),
        (8, "setup", Confirmed),
        (10, "pattern", Contradicted),
        (11, "pattern", Contradicted),
        (12, "pattern", Confirmed),
        (13, "pattern", Confirmed),
        (14, "pattern", Contradicted),
        (16, "betza", Confirmed),
        (17, "betza", Confirmed),
        (18, "colour", Confirmed),
        (20, "first move", Incomplete),
        (20, "promotion", Confirmed),
        (23, "topology", Confirmed),
        (24, "royal", Confirmed),
        (25, "stalemate", Confirmed),
        (26, "castling", Confirmed),
    ] {
        assert!(verdicts(&report, line, kind).contains(&verdict), "line {line}, {kind}: {report:#?}");
    }
}

/// The square that a man came from is not the square on which it is taken.
#[test]
fn the_square_of_a_capture_in_passing() {
    let chess = common::variant("chess");
    let told = |victim: &str| {
        let text =
            format!("For en passant, the White player can move the D5 pawn to E6 and capture the {victim} pawn.");
        said(&text, &chess).iter().map(|claim| claim.verdict).collect::<Vec<_>>()
    };
    assert!(told("E5").contains(&Verdict::Confirmed), "{:?}", told("E5"));
    assert!(told("E7").contains(&Verdict::Suspicious), "{:?}", told("E7"));
    assert!(told("H7").contains(&Verdict::Contradicted), "{:?}", told("H7"));
}

/// On a small cylinder two bishops mate, and a rook does not.
#[test]
fn endgames_on_a_joined_board() {
    let small = "board: {files: 6, ranks: 6, topology: cylinder}\nsetup: rnqkbr/pppppp/6/6/PPPPPP/RNQKBR w - - 0 1\ncastling: none";
    let report = said(
        "Two bishops cannot force checkmate against a bare king.\n\nA single knight cannot force checkmate against a bare king.",
        &changed(small),
    );
    let verdicts: Vec<Verdict> =
        report.iter().filter(|claim| claim.kind == "endgame").map(|claim| claim.verdict).collect();
    assert_eq!(verdicts, [Verdict::Contradicted, Verdict::Confirmed], "{report:#?}");
}

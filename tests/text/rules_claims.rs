//! What is claimed by sentences, tables and diagrams, and the verdicts: a sentence that the rules confirm is no longer
//! confirmed once the rules change, and what belongs to another game is not called wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common;
use ferz::game::Compiled;
use ferz::pages::{self, Claim, Options, Report, Verdict, endgame};

pub fn check(name: &str, text: &str, compiled: &Compiled) -> Report {
    let watch = endgame::Unwatched(Duration::from_secs(60));
    let options = Options { watch: &watch, ..Options::default() };
    pages::check(name, text.as_bytes(), compiled, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The claims of a text, without what the rules have beside it.
pub fn said(text: &str, compiled: &Compiled) -> Vec<Claim> {
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
    (
        "Move the king to a safe square.",
        "rules: {stays: {forbid: move by royal pieces, when: any enemy pieces attacking mover except (pieces on captured)}}",
        Verdict::Contradicted,
    ),
    ("Capture the attacker.", COMMON, Verdict::Contradicted),
    ("Block the check.", COMMON, Verdict::Contradicted),
    ("A pinned piece still gives check.", COMMON, Verdict::Contradicted),
    ("White moves first.", "setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", Verdict::Contradicted),
    (
        "It is not legal to skip a move.",
        "rules: {pass: {may_replace: move, when: any own pieces and not in check}}",
        Verdict::Contradicted,
    ),
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

/// What pages of games with other goals, hands and promotions say, true and false.
const OTHER_GAMES: &[(&str, &str, Verdict)] = {
    use Verdict::{Confirmed, Contradicted, Incomplete};
    &[
        ("giveaway", "Capture is mandatory.", Confirmed),
        ("giveaway", "Captures are not compulsory.", Contradicted),
        ("chess", "Capturing is mandatory.", Contradicted),
        ("giveaway", "The goal is to lose all your pieces.", Confirmed),
        ("giveaway", "The first player to capture all enemy pieces wins.", Contradicted),
        ("giveaway", "The king has no royal status.", Confirmed),
        ("chess", "The king can be captured like any other piece.", Contradicted),
        ("giveaway", "There is no check and no checkmate.", Confirmed),
        ("chess", "There is no check and no checkmate.", Contradicted),
        ("giveaway", "Pawns may promote to king.", Confirmed),
        ("giveaway", "Pawns promote to queen only.", Contradicted),
        ("chess", "Pawns may promote to king.", Contradicted),
        ("3check", "Giving three checks wins the game.", Confirmed),
        ("3check", "The game is won by checking the king for the fifth time.", Contradicted),
        ("chess", "A player who has given three checks wins.", Contradicted),
        ("kingofthehill", "The king that reaches the centre wins.", Confirmed),
        ("kingofthehill", "The game is won by bringing the king to d4, e4, d5 or e5.", Confirmed),
        ("kingofthehill", "A player wins when the king reaches the last rank.", Contradicted),
        ("racingkings", "To win your king must arrive on the 8th rank.", Confirmed),
        ("chess", "The king that reaches the last rank wins.", Contradicted),
        ("atomic", "Each capture is an explosion that removes all surrounding pieces other than pawns.", Confirmed),
        ("atomic", "Each capture is an explosion that removes all surrounding pieces but knights.", Contradicted),
        ("atomic", "The game is won by exploding the king.", Confirmed),
        ("chess", "Each capture causes an explosion.", Contradicted),
        ("crazyhouse", "Captured pieces can be dropped back on the board.", Confirmed),
        ("chess", "Captured pieces can be dropped back on the board.", Contradicted),
        ("crazyhouse", "There are no drops.", Contradicted),
        ("crazyhouse", "Pawns can not be dropped on first or last rank.", Confirmed),
        ("crazyhouse", "Pawns cannot be dropped on the second rank.", Contradicted),
        ("crazyhouse", "Pieces obtained by promotion revert to pawns on capture.", Confirmed),
        ("crazyhouse", "A pawn may not be dropped to give checkmate.", Contradicted),
        ("shogi", "A pawn may not be dropped to give checkmate.", Confirmed),
        ("shogi", "It is forbidden to have more than one pawn in the same file.", Confirmed),
        ("crazyhouse", "It is forbidden to have more than one pawn in the same file.", Contradicted),
        ("shogi", "Pieces cannot be dropped to a location where all their moves would go off board.", Confirmed),
        ("shogi", "The silver promotes to gold.", Confirmed),
        ("shogi", "The silver promotes to rook.", Contradicted),
        ("shogi", "All pieces except the gold and the king can be promoted.", Confirmed),
        ("shogi", "All pieces except the king can be promoted.", Contradicted),
        ("shogi", "Pieces promote at the end of a move into, in or out of the promotion zone.", Confirmed),
        ("shogi", "The promotion zone consists of the last three ranks.", Confirmed),
        ("shogi", "The promotion zone consists of the last two ranks.", Contradicted),
        ("shogi", "The lance moves any number of squares straight forward.", Confirmed),
        ("shogi", "The gold moves one square orthogonally or diagonally forward.", Confirmed),
        ("shogi", "The gold moves one square diagonally or straight forward.", Contradicted),
        ("shogi", "The game is won by capturing the king.", Incomplete),
        ("seirawan", "The player may place a hawk on the square that the piece has just left.", Confirmed),
        ("chess", "The player may place a knight on the square that the piece has just left.", Contradicted),
        ("xiangqi", "The elephant cannot cross the river.", Confirmed),
        ("xiangqi", "The chariot cannot cross the river.", Contradicted),
        ("xiangqi", "The advisor may not leave the palace.", Confirmed),
        ("xiangqi", "The generals may not face each other on a file.", Confirmed),
        ("xiangqi", "The soldier promotes on the last rank.", Contradicted),
        ("xiangqi", "The horse moves one square orthogonally, then one square diagonally.", Confirmed),
        ("xiangqi", "The game is played on a board of 9 files and 10 ranks.", Confirmed),
        ("makruk", "The met moves one square diagonally in any direction.", Confirmed),
        ("makruk", "The met moves one square in any direction.", Contradicted),
        ("makruk", "Pawns promote to met when they reach the 6th rank.", Confirmed),
        ("makruk", "Pawns promote on the eighth rank.", Contradicted),
        ("chess", "The kings start on e1 and e8, and the white queen on d1.", Confirmed),
        ("chess", "The white king starts on d1.", Contradicted),
        ("chess", "The knight jumps in an L shape: two squares in one direction and one to the side.", Confirmed),
        ("dragon", "The dragon moves any number of squares straight or one square diagonally.", Contradicted),
        ("chess", "The knight goes three squares in one direction and one to the side.", Contradicted),
        ("xiangqi", "Soldiers may never move backwards.", Confirmed),
        ("chess", "A rook can never move two squares diagonally.", Confirmed),
        ("chess", "A bishop may never move two squares diagonally.", Contradicted),
        ("chess", "The goal of chess is to checkmate the opponent's king.", Confirmed),
        ("chess", "The queen can move any number of squares along a rank, file, or diagonal.", Confirmed),
        ("chess", "A pawn can be promoted to any other piece (except a king).", Confirmed),
        ("crazyhouse", "Pawns may not be dropped on the 1st or 8th ranks.", Confirmed),
        ("crazyhouse", "Pawns may not be dropped on the 2nd or 7th ranks.", Contradicted),
        ("makruk", "The knight behaves like a chess knight.", Confirmed),
        ("makruk", "There is no possibility of castling.", Confirmed),
        ("shogi", "All pieces can promote.", Contradicted),
        // By the names that other games have for these pieces.
        ("makruk", "The queen moves one square orthogonally.", Contradicted),
        ("minishogi", "Gold general: one square orthogonally or diagonally backward.", Contradicted),
        // Each direction that is named counts.
        ("breakthrough", "A piece may move straight or diagonally, always backward.", Contradicted),
        ("draughts", "A man moves one square diagonally backward.", Contradicted),
        // A remark on another game changes nothing.
        ("makruk", "Stalemate is a win, unlike in shatranj, where it is a loss.", Contradicted),
        ("makruk", "The knight goes three squares straight and one to the side (as in standard chess).", Contradicted),
        ("draughts", "The game is played on a board of 8x8 squares, similar to chess.", Contradicted),
        ("losalamos", "There are no bishops.", Confirmed),
        ("dobutsu", "If a hen is captured, it reverts back to a chick.", Confirmed),
        ("crazyhouse", "Captured pieces cannot be dropped.", Contradicted),
        ("amazons", "The player unable to make a legal move loses the game.", Confirmed),
    ]
};

#[test]
fn what_pages_of_other_games_say() {
    let mut wrong = Vec::new();
    for (variant, sentence, verdict) in OTHER_GAMES {
        let claims = said(sentence, &common::variant(variant));
        let as_told = claims.iter().any(|claim| claim.verdict == *verdict);
        let fits = |claim: &Claim| claim.verdict == *verdict || claim.verdict == Verdict::Confirmed;
        if !as_told || !claims.iter().all(fits) {
            wrong.push(format!("{variant}: {sentence}: {claims:#?}"));
        }
        if claims.iter().any(|claim| claim.verdict == Verdict::Contradicted && claim.position.is_none()) {
            wrong.push(format!("{variant}: {sentence}: nothing shows it"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plain sentences about chess, one a page: nearly all are confirmed, and none is called wrong.
#[test]
fn plain_sentences_about_chess() {
    let chess = common::variant("chess");
    let text = common::test_file("pages/plain.txt");
    let (mut unread, mut wrong) = (Vec::new(), Vec::new());
    for sentence in text.lines() {
        let verdicts: Vec<Verdict> = said(sentence, &chess).iter().map(|claim| claim.verdict).collect();
        if verdicts.contains(&Verdict::Contradicted) {
            wrong.push(sentence);
        } else if !verdicts.contains(&Verdict::Confirmed) {
            unread.push(sentence);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(unread.len() <= 4, "{unread:#?}");
}

/// The same with one fact changed.
#[test]
fn false_sentences_about_chess() {
    let chess = common::variant("chess");
    let sentences = [
        "The rook moves any number of squares diagonally.",
        "The bishop moves two squares orthogonally.",
        "The king moves two squares in any direction.",
        "The knight cannot jump over other pieces.",
        "Pawns capture straight ahead.",
        "Each side has nine pawns.",
        "Kings are on d1 and d8.",
        "The board has 81 squares.",
        "Black moves first.",
        "Stalemate is a loss.",
        "Pawns promote on the seventh rank.",
        "Pawns promote to queen only.",
        "There is no castling.",
        "There is no en passant.",
        "Players may pass.",
        "Captures are mandatory.",
    ];
    let unnoticed = sentences.iter().filter(|sentence| {
        !said(sentence, &chess).iter().any(|claim| claim.verdict == Verdict::Contradicted && claim.position.is_some())
    });
    assert_eq!(unnoticed.collect::<Vec<_>>(), Vec::<&&str>::new());
}

/// In the row of a piece `promotes to` is about that piece.
#[test]
fn remarks_in_the_row_of_a_piece() {
    let row = |name: &str, letter: &str, moves: &str, remark: &str| {
        format!("<tr><td>{name}</td><td>{letter}</td><td>{moves}</td><td>{remark}</td></tr>\n")
    };
    let table = row("Piece", "ID", "Moves", "Remarks")
        + &row("Rook", "R", "R", "Promotes to dragon")
        + &row("Silver", "S", "FfW", "promotes to gold")
        + &row("Bishop", "B", "B", "promotes to gold");
    let report = check("a.html", &format!("<table>{table}</table>"), &common::variant("shogi"));
    use Verdict::{Confirmed, Contradicted};
    for (line, verdict) in [(2, Confirmed), (3, Confirmed), (4, Contradicted)] {
        assert_eq!(verdicts(&report, line, "promotion"), [verdict], "{report:#?}");
    }
}

/// Each condition of a long sentence is claimed on the line of its own words.
#[test]
fn conditions_stand_on_their_own_lines() {
    let text = "<p>Castling is only allowed if all squares\nbetween king and rook are empty, and\nif the king is not in check.</p>";
    let report = check("a.html", text, &common::variant("chess"));
    let lines: Vec<usize> =
        report.claims.iter().filter(|claim| claim.kind == "castling").map(|claim| claim.line).collect();
    assert_eq!(lines, [2, 3], "{report:#?}");
}

/// A line break inside a tag counts, and named characters of pug are read.
#[test]
fn lines_and_characters_of_pages() {
    let chess = common::variant("chess");
    let report = check("a.html", "<td id=\n\"a\" onmouseup=\n\"up()\"></td>\n<p>White moves first.</p>", &chess);
    assert_eq!(verdicts(&report, 4, "turn"), [Verdict::Confirmed], "{report:#?}");
    let report = check("a.pug", "p.\n  Rook (R) &mdash; Moves one square diagonally.", &chess);
    assert_eq!(verdicts(&report, 2, "moves"), [Verdict::Contradicted], "{report:#?}");
}

/// Names that a page gives to the sides also hold for their pieces, and for a later `they`.
#[test]
fn sides_have_names() {
    let orda = common::variant("orda");
    let text = |horde: &str| {
        format!(
            "The Kingdom (white) moves first.\n\nThe Horde (AKA Gold) cannot castle.\n\nAs the Horde's pawns start on the third rank, {horde}."
        )
    };
    for (said, verdict) in [
        ("they cannot move two squares", Verdict::Confirmed),
        ("they may move two squares on their first move", Verdict::Contradicted),
    ] {
        let report = check("a.txt", &text(said), &orda);
        assert_eq!(verdicts(&report, 1, "turn"), [Verdict::Confirmed], "{report:#?}");
        assert_eq!(verdicts(&report, 3, "castling"), [Verdict::Confirmed], "{report:#?}");
        assert_eq!(verdicts(&report, 5, "double step"), [verdict], "{report:#?}");
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
        (20, "example", Contradicted),
        (24, "diagram", Suspicious),
        (25, "end", Confirmed),
        (28, "stalemate", Confirmed),
        (29, "repetition", Confirmed),
        (30, "n moves", Confirmed),
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

/// The square that a piece came from is not the square on which it is taken.
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

/// A question and its answer make a statement.
#[test]
fn questions_with_their_answers() {
    let chess = common::variant("chess");
    let verdicts = |text: &str| said(text, &chess).iter().map(|claim| claim.verdict).collect::<Vec<_>>();
    for (text, verdict) in [
        ("Who moves first? White.", Verdict::Confirmed),
        ("Does en passant exist? Yes.", Verdict::Confirmed),
        ("What about castling? Sorry, no.", Verdict::Contradicted),
    ] {
        assert!(verdicts(text).contains(&verdict), "{text}: {:?}", verdicts(text));
    }
}

/// How moves are written, with examples.
#[test]
fn moves_in_notation() {
    let chess = common::variant("chess");
    let verdicts = |text: &str| said(text, &chess).iter().map(|claim| claim.verdict).collect::<Vec<_>>();
    for (text, verdict) in [
        ("A rook taking something on the f3 square writes: Rxf3.", Verdict::Confirmed),
        ("Thus, 1.e4 means \"pawn from e2 to e4\".", Verdict::Confirmed),
        ("Thus, 1.e4 means \"pawn from e3 to e4\".", Verdict::Contradicted),
    ] {
        assert!(verdicts(text).contains(&verdict), "{text}: {:?}", verdicts(text));
    }
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

/// Sentences in the project's own words on many variants, true and false: a third of them was kept apart from who wrote the
/// grammar, and is counted by itself.
#[test]
fn sentences_in_our_own_words() {
    let text = std::fs::read_to_string("tests/pages/sentences.txt").expect("the sentences are there");
    // Whether it holds, what it says, and whether it was kept apart.
    type Sentences<'t> = Vec<(bool, &'t str, bool)>;
    let mut groups: Vec<(&str, Sentences)> = Vec::new();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(variant) = line.strip_prefix("= ") {
            groups.push((variant, Vec::new()));
        } else if let (Some(sentence), Some((_, group))) = (line.get(2..), groups.last_mut()) {
            group.push((line.starts_with('+'), sentence, count % 3 == 0));
            count += 1;
        }
    }
    // Read rightly, of how many, and called wrong: true ones and false ones, those kept apart last.
    let mut counts = [[0_usize; 3]; 4];
    for (variant, sentences) in &groups {
        let page = sentences.iter().map(|(_, sentence, _)| format!("{sentence}\n\n")).collect::<String>();
        let claims = said(&page, &common::variant(variant));
        for (index, (holds, _, apart)) in sentences.iter().enumerate() {
            let has = |verdict| claims.iter().any(|claim| claim.line == 2 * index + 1 && claim.verdict == verdict);
            let (right, wrong) = match holds {
                true => (has(Verdict::Confirmed), has(Verdict::Contradicted)),
                false => (has(Verdict::Contradicted), has(Verdict::Confirmed)),
            };
            let place = &mut counts[usize::from(!holds) + 2 * usize::from(*apart)];
            place[0] += usize::from(right && !wrong);
            place[1] += 1;
            place[2] += usize::from(wrong && !right);
        }
    }
    let read = |index: usize| 100 * counts[index][0] / counts[index][1];
    assert!(read(0) >= 80 && read(1) >= 70, "{counts:?}");
    assert!(read(2) >= 80 && read(3) >= 66, "kept apart: {counts:?}");
    assert!(counts[0][2] + counts[2][2] <= 8, "true sentences that are called wrong: {counts:?}");
}

/// Sentences of every kind of claim, true and false: every other one was kept apart from who wrote the grammar.
#[test]
fn sentences_by_kind() {
    let text = std::fs::read_to_string("tests/pages/kinds.txt").expect("the sentences are there");
    let mut groups: BTreeMap<&str, Vec<(bool, &str, bool)>> = BTreeMap::new();
    let lines = text.lines().filter(|line| line.starts_with(['+', '-']));
    for (index, line) in lines.enumerate() {
        let (variant, sentence) = line[2..].split_once(": ").expect("a variant and a sentence");
        groups.entry(variant).or_default().push((line.starts_with('+'), sentence, index % 2 == 1));
    }
    // Read rightly, and of how many: true ones and false ones, those kept apart last.
    let mut counts = [[0_usize; 2]; 4];
    for (variant, sentences) in &groups {
        let page = sentences.iter().map(|(_, sentence, _)| format!("{sentence}\n\n")).collect::<String>();
        let claims = said(&page, &common::variant(variant));
        for (index, (holds, _, apart)) in sentences.iter().enumerate() {
            let has = |verdict| claims.iter().any(|claim| claim.line == 2 * index + 1 && claim.verdict == verdict);
            let (right, wrong) = (has(Verdict::Confirmed), has(Verdict::Contradicted));
            let place = &mut counts[usize::from(!holds) + 2 * usize::from(*apart)];
            place[0] += usize::from(if *holds { right && !wrong } else { wrong && !right });
            place[1] += 1;
        }
    }
    let read = counts.map(|[right, all]| 100 * right / all);
    assert!(read[0] >= 85 && read[1] >= 80, "{counts:?}");
    assert!(read[2] >= 78 && read[3] >= 66, "kept apart: {counts:?}");
}

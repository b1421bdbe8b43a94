//! Rules pages: what is found in pages of every format, that generated pages are read back without loss, and that pages
//! go stale when rules change.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common;
use crate::common::stopwatch::Stopwatch;
use ferz::game::Compiled;
use ferz::pages::{self, Claim, Options, Report, SideFile, Verdict, endgame, render};
use ferz::play::Random;
use ferz::variant::library;

fn check(name: &str, text: &[u8], compiled: &Compiled) -> Report {
    let watch = endgame::Unwatched(Duration::from_secs(120));
    let options = Options { watch: &watch, ..Options::default() };
    pages::check(name, text, compiled, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn check_file(name: &str, variant: &str) -> Report {
    check(name, common::test_file(&format!("pages/{name}")).as_bytes(), &common::variant(variant))
}

/// The verdicts on each line.
fn by_line(report: &Report) -> BTreeMap<usize, Vec<Verdict>> {
    let mut lines = BTreeMap::<usize, Vec<Verdict>>::new();
    report.claims.iter().for_each(|claim| lines.entry(claim.line).or_default().push(claim.verdict));
    lines
}

fn with(report: &Report, verdict: Verdict) -> Vec<&Claim> {
    report.claims.iter().filter(|claim| claim.verdict == verdict).collect()
}

#[test]
fn prose_is_held_against_the_rules() {
    let report = check_file("chess.txt", "chess");
    let lines = by_line(&report);
    for line in [2, 3, 4, 5, 6, 7, 8, 10] {
        assert!(lines[&line].iter().all(|verdict| *verdict == Verdict::Confirmed), "line {line}: {report:#?}");
    }
    let wrong: Vec<usize> = with(&report, Verdict::Contradicted).iter().map(|claim| claim.line).collect();
    assert_eq!(wrong, [9, 11, 13], "{report:#?}");
    assert_eq!(lines[&12], [Verdict::Confirmed], "{report:#?}");
    assert!(report.fails(false));
    let bishop = with(&report, Verdict::Contradicted)[0];
    assert!(bishop.position.is_some(), "a contradiction shows a position");
}

#[test]
fn diagrams_are_read_with_marks_and_captions() {
    let report = check_file("diagrams.pug", "chess");
    let lines = by_line(&report);
    assert_eq!(lines[&5], [Verdict::Confirmed; 2], "{report:#?}");
    assert!(lines[&10].contains(&Verdict::Confirmed) && lines[&14].contains(&Verdict::Confirmed));
    assert_eq!(lines[&18], [Verdict::Confirmed]);
    assert_eq!(lines[&22], [Verdict::Contradicted], "the caption's move has not been made: {report:#?}");
    assert_eq!(lines[&25][0], Verdict::Contradicted, "a rank is too short: {report:#?}");
}

#[test]
fn lists_tables_remarks_and_endgames() {
    let report = check_file("tables.html", "chess");
    let find = |words: &str| {
        report.claims.iter().find(|claim| claim.text.contains(words)).unwrap_or_else(|| panic!("{words}: {report:#?}"))
    };
    assert_eq!(find("e0, e7").verdict, Verdict::Confirmed, "ranks are counted from 0");
    assert_eq!(find("d1, d6").verdict, Verdict::Contradicted);
    assert_eq!(find("Rook: WDH").verdict, Verdict::Contradicted, "leaps are no slides");
    assert_eq!(find("Queen: RB").verdict, Verdict::Confirmed);
    assert_eq!(find("Color-bound").verdict, Verdict::Confirmed);
    assert_eq!(find("dests e2").verdict, Verdict::Confirmed);
    assert_eq!(find("state mate").verdict, Verdict::Confirmed);
    assert_eq!(find("perft 20 401").verdict, Verdict::Contradicted);
    assert_eq!(find("(knight)").verdict, Verdict::Confirmed);
    assert_eq!(find("(bishop and bishop)").verdict, Verdict::Confirmed);
}

#[test]
fn a_page_is_written_with_its_findings_in_the_margin() {
    let chess = common::variant("chess");
    let text = b"<h1>Our <i>game</i></h1><script>alert(1)</script>\n<p>The rook moves any number of squares diagonally.</p>\n\
        <table><tr><th>Piece<th>Moves<tr><td>Queen<td>RB</table><img src='http://example.com/a.png'><p onclick='x()'>A &lt;b&gt;";
    let report = check("page.html", text, &chess);
    let marked = render::annotated(&report, text, &chess).unwrap();
    let wrong = with(&report, Verdict::Contradicted)[0];
    assert_eq!(wrong.words.as_deref(), Some("rook moves any number of squares diagonally"), "{wrong:?}");
    assert!(marked.contains("<u>rook moves any number of squares diagonally</u>"), "{marked}");
    assert!(marked.contains(&format!("class=\"finding wrong\" id=\"{}\"", wrong.id)), "{marked}");
    assert!(marked.contains("<svg") && marked.contains("A &lt;b&gt;"), "{marked}");
    // Nothing of the page runs, and nothing is fetched.
    let body = marked.split("</style>").last().unwrap();
    for active in ["<script", "onclick", "<img", "src=", "alert"] {
        assert!(!body.contains(active), "{active}: {body}");
    }
}

#[test]
fn findings_are_graded_by_trust() {
    let chess = common::variant("chess");
    let text = b"Bishops move one square diagonally.\nIf the moon shines, the bishop moves one square diagonally.\n";
    let report = check("page.txt", text, &chess);
    let grades: Vec<pages::Grade> = report.claims.iter().take(2).map(Claim::grade).collect();
    assert_eq!(grades, [pages::Grade::Wrong, pages::Grade::MayDiffer], "{report:#?}");
    assert!(report.fails(false));
    let doubt: Vec<Claim> = report.claims.iter().filter(|claim| claim.line == 2).cloned().collect();
    let doubtful = Report { claims: doubt, ..report };
    assert!(doubtful.fails(true) && !doubtful.fails(false), "doubt fails with --strict alone: {doubtful:#?}");
}

#[test]
fn an_accepted_claim_is_no_failure() {
    let chess = common::variant("chess");
    let page = b"There is no castling.";
    let id = check("a.md", page, &chess)
        .claims
        .iter()
        .find(|claim| claim.verdict == Verdict::Contradicted)
        .unwrap()
        .id
        .clone();
    let side_file = SideFile::parse(&format!("accept: [{id}]")).unwrap();
    let options = Options { side_file, ..Options::default() };
    let report = pages::check("a.md", page, &chess, &options).unwrap();
    assert!(!report.fails(false) && report.fails(true));
    assert!(SideFile::parse("acept: [x]").is_err());
}

/// Every so many of the shipped variants; `FERZ_EVERY=1` takes all, which needs minutes.
fn some_names() -> Vec<&'static str> {
    library::names().step_by(common::setting("FERZ_EVERY", 20)).collect()
}

/// What is written is read back, and only confirmed.
#[test]
fn rendered_pages_are_confirmed() {
    let names = some_names();
    common::check_all(&names, |name| {
        let compiled = common::variant(name);
        for (file, text) in [("a.html", render::html(&compiled, None)), ("a.md", render::markdown(&compiled, None))] {
            let report = check(file, text.as_bytes(), &compiled);
            let odd: Vec<&Claim> = report.claims.iter().filter(|claim| claim.verdict != Verdict::Confirmed).collect();
            if !odd.is_empty() || report.claims.len() < 20 {
                return Err(format!("{name} {file}: {} claims, {odd:#?}", report.claims.len()));
            }
        }
        Ok(())
    });
}

/// Changes of a variant, as what a file that extends it says.
fn mutations(name: &str, compiled: &Compiled) -> Vec<String> {
    let rules = compiled.rules();
    let head = format!("name: {}\nextends: {name}\n", rules.title);
    let mut found = Vec::new();
    for piece in rules.pieces.iter().filter(|piece| !piece.notation.contains('O')) {
        for more in ["A", "D", "mH", "cG"] {
            found.push(format!("{head}pieces: {{{}: {{moves: \"{}{more}\"}}}}\n", piece.name, piece.notation));
        }
    }
    found.extend(rules.ends.iter().map(|end| format!("{head}end: {{{}: null}}\n", end.name)));
    found.push(format!("{head}rules: {{must_capture: {{must: capture}}}}\n"));
    found.push(format!("{head}board: {{topology: cylinder}}\n"));
    found.push(format!("{head}castling: none\n"));
    let start = ferz::fen::write(&rules.setup, rules);
    let fewer = start.replacen('P', "1", 1);
    found.push(format!("{head}setup: {fewer}\n"));
    found.push(format!("{head}end: {{repetition: {{when: {{repetition: 5}}, result: draw}}}}\n"));
    found
}

/// After any change of a variant's file that changes the game, its old page is contradicted, and not by the fingerprint alone.
#[test]
fn changed_rules_contradict_the_page() {
    let budget: usize = common::setting("FERZ_MUTATIONS", 4);
    let names = some_names();
    common::check_all(&names, |name| {
        let compiled = common::variant(name);
        let page = render::html(&compiled, None);
        let before = pages::facts::of(compiled.rules());
        let text = library::get(name).ok_or("no text")?.text;
        let mut all = mutations(name, &compiled);
        let mut random =
            Random::new(name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into())));
        let (mut tried, mut attempts) = (0, 0);
        while tried < budget && attempts < 40 * budget {
            attempts += 1;
            let yaml = match attempts % 3 {
                0 if !all.is_empty() => all.swap_remove(random.below(all.len())),
                _ => crate::common::mutation::mutate(text, &mut random).text,
            };
            // Some changes make no variant, or change nothing.
            let Ok(changed) = ferz::load_text(&yaml) else { continue };
            let after = pages::facts::of(changed.rules());
            if after["fingerprint"] == before["fingerprint"] {
                continue;
            }
            tried += 1;
            let report = check("a.html", page.as_bytes(), &changed);
            let told = with(&report, Verdict::Contradicted);
            if told.iter().all(|claim| claim.text.starts_with("fingerprint")) {
                return Err(format!("{name}: only the fingerprint is contradicted after\n{yaml}"));
            }
        }
        if tried == 0 { Err(format!("{name}: nothing could be changed")) } else { Ok(()) }
    });
}

/// Facts as an earlier version wrote them: what has a name of its own since then is no contradiction.
#[test]
fn pages_of_earlier_versions_stay_readable() {
    let chess = common::variant("chess");
    let mut facts: BTreeMap<String, String> = pages::facts::of(chess.rules());
    facts.retain(|key, _| !key.ends_with(".rule"));
    facts.insert("fingerprint".to_owned(), "0123456789abcdef".to_owned());
    facts.insert("end.checkmate.details".to_owned(), "Stuck { in_check: Some(true) } Loss".to_owned());
    facts.insert("end.checkmate".to_owned(), "0: a side without a move in check has lost".to_owned());
    let page: String = facts.iter().map(|(key, value)| format!("<!-- check: fact {key} = {value} -->\n")).collect();
    let report = check("old.md", page.as_bytes(), &chess);
    assert_eq!(with(&report, Verdict::Contradicted).len(), 0, "{report:#?}");
    assert_eq!(with(&report, Verdict::NotCheckable).len(), 3, "{report:#?}");
    let changed = ferz::load_text(
        "name: Chess\nextends: chess\ncastling: none\nsetup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    )
    .unwrap();
    assert!(check("old.md", page.as_bytes(), &changed).fails(false));
}

/// Nothing that a page stores is a debug text of the program.
#[test]
fn facts_have_stable_names() {
    for name in some_names() {
        for (key, value) in pages::facts::of(common::variant(name).rules()) {
            let debug =
                ["Some(", "PieceId(", " { ", "SquareSet", "Source"].into_iter().find(|mark| value.contains(mark));
            assert!(debug.is_none() || key == "title", "{name}: {key}: {value}");
        }
    }
    let source = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/pages/facts/mod.rs")).unwrap();
    assert!(!source.contains(":?}"), "facts are written with Debug");
}

#[test]
fn blocks_are_written_into_an_authors_page() {
    let chess = common::variant("chess");
    let page = "<p>My words.</p>\n<!-- generated:rules -->old<!-- /generated -->\n<p>More words.</p>";
    let once = render::into_page(page, &chess).unwrap();
    assert!(once.contains("My words.") && once.contains("More words.") && !once.contains("old"));
    assert_eq!(render::into_page(&once, &chess).unwrap(), once, "a second run changes nothing");
    assert!(render::into_page("no blocks", &chess).is_err());
    assert!(
        render::into_page("<!-- generated:nonsense --><!-- /generated -->", &chess).unwrap_err().contains("line 1")
    );
}

/// Five million bytes of anything: an answer or an error, soon.
#[test]
fn large_and_broken_pages_are_answered_soon() {
    let chess = common::variant("chess");
    let many = |text: &str| text.repeat(5_000_000 / text.len()).into_bytes();
    let noise: Vec<u8> =
        (0..5_000_000_u64).map(|index| (index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect();
    let pages = [
        ("a.html", many("<p>The bishop moves two squares on e4, if it can.</p>\n")),
        ("b.html", many("<div>")),
        ("c.html", many("<b><table><tr><td>x")),
        ("d.html", many("<p data-fen='8/8/8/8/8/8/8/8' data-marks='a1'>")),
        ("e.pug", many("p.\n\tThe rook moves.\n")),
        ("f.md", many("> ")),
        ("g.md", many("- a rook moves\n")),
        ("h.txt", many("The king moves one square and ")),
        ("i.html", noise),
    ];
    for (name, text) in pages {
        let watch = Stopwatch::start();
        let _ = pages::check(name, &text, &chess, &Options::default());
        // Test builds are slower than what people use.
        assert!(watch.spent() < Duration::from_secs(8), "{name} took {:?}", watch.spent());
    }
}

/// Boards of hexagons, levels and two boards are drawn as such, and spoken of as such.
#[test]
fn boards_of_other_kinds_are_drawn_and_described() {
    let page = |variant: &str| render::html(&common::variant(variant), None);
    let cases = [
        ("glinski", "It is made of 91 hexagons."),
        ("glinski", "leaps two cells along a line of neighbours and one along the line beside it."),
        ("raumschach", "The board has 5 levels, one above the other, each with 5 files and 5 ranks."),
        ("raumschach", "leaps two squares along one axis and one along another."),
        ("raumschach", "A pawn that reaches the last rank of the last level must become"),
        ("bughouse-pairs", "Each of the two boards has 8 files and 8 ranks."),
        ("bughouse-pairs", "On the one (ranks 1 to 8) White makes the first move"),
        ("bughouse-pairs", "The far king goes from d9"),
        ("bughouse-pairs", "leaps two squares along a rank or file and one to the side."),
        ("chu-shogi", "A player who has nothing left but kings or princes while the opponent has another piece"),
        ("chu-shogi", "The promoted go between moves"),
    ];
    for (variant, sentence) in cases {
        assert!(page(variant).contains(sentence), "{variant}: {sentence}");
    }
    assert_eq!(page("glinski").matches("class=\"cell ").count() % 91, 0, "each board has all its hexagons");
    assert!(!page("glinski").contains("<rect class=\"dark\""), "no squares are drawn");
}

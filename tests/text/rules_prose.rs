//! Rendered pages read back as prose: their words alone, without the facts and checks that they carry.

use std::time::Duration;

use crate::common;
use ferz::compile;
use ferz::game::Compiled;
use ferz::pages::{self, Options, Report, Verdict, endgame, render};
use ferz::variant::{self, NoFiles, VariantSource, library};

/// The games whose pages are read back; the second half was not looked at while the words were chosen.
const SEEN: [&str; 5] = ["chess", "seirawan", "duck", "ataxx", "cylinder"];
const UNSEEN: [&str; 5] = ["makruk", "capablanca", "kingofthehill", "courier", "almost"];

/// The game that a shipped variant extends.
fn parent(name: &str) -> Option<Compiled> {
    let source = VariantSource::named(name);
    let loaded = compile::load(&source, &NoFiles).unwrap();
    let parent = variant::parent(&source, &loaded.tree.unwrap())?;
    compile::load(&parent, &NoFiles).unwrap().variant.map(|parent| Compiled::new(parent.rules))
}

/// What the words of a page are found to say.
fn read_back(name: &str) -> Report {
    let compiled = common::variant(name);
    let parent = parent(name);
    let page = render::Page::new(&compiled).beside(parent.as_ref()).markdown();
    // Comments carry facts; the marks of a page that Ferz wrote would have them looked for.
    let words =
        |line: &&str| !line.trim_start().starts_with("<!--") && !line.contains("data-ferz") && !line.contains("</div>");
    let text: Vec<&str> = page.lines().filter(words).collect();
    let watch = endgame::Unwatched(Duration::ZERO);
    let options = Options { watch: &watch, ..Options::default() };
    pages::check("page.md", text.join("\n").as_bytes(), &compiled, &options).unwrap()
}

#[test]
fn a_rendered_page_is_true_as_prose() {
    for (which, names) in [("seen", &SEEN[..]), ("unseen", &UNSEEN[..])] {
        let (mut confirmed, mut unread) = (0, 0);
        for name in names {
            let report = read_back(name);
            let wrong: Vec<_> = report.claims.iter().filter(|claim| claim.verdict == Verdict::Contradicted).collect();
            assert!(wrong.is_empty(), "{name}: {wrong:#?}");
            confirmed += report.summary.count(Verdict::Confirmed);
            unread += report.summary.count(Verdict::NotUnderstood);
        }
        println!("{which}: {confirmed} claims confirmed, {unread} not understood");
        // The tables of the setup are not read from the words alone.
        assert!(confirmed > 2 * unread, "{which}: {confirmed} claims confirmed, {unread} not understood");
    }
}

/// A sentence that the grammar cannot read is confirmed if Ferz writes it for these rules, and not if it does so for others.
#[test]
fn sentences_of_the_writer_are_confirmed_for_their_own_rules_only() {
    let page = "White moves first, and then the players take turns.\nA captured piece leaves the board.\n";
    let verdict = |name: &str| {
        let report = pages::check("page.txt", page.as_bytes(), &common::variant(name), &Options::default()).unwrap();
        let claim = report.claims.iter().find(|claim| claim.text.starts_with("A captured piece")).unwrap().clone();
        claim.verdict
    };
    assert_eq!(verdict("chess"), Verdict::Confirmed);
    assert_ne!(verdict("crazyhouse"), Verdict::Confirmed);
    assert_ne!(verdict("circe"), Verdict::Confirmed);
}

/// Variants whose pages were once called wrong: names of several words, and a piece that stood behind its verb.
const ONCE_MISREAD: [&str; 4] = ["circular", "fugue", "mesmer", "tenjiku-shogi"];

/// Every so many of the shipped variants; `FERZ_EVERY=1` takes all, which needs minutes.
#[test]
fn no_rendered_page_is_called_wrong() {
    let every = common::setting("FERZ_EVERY", 11);
    let names: Vec<&str> = library::names().step_by(every).chain(ONCE_MISREAD).collect();
    common::check_all(&names, |name| {
        let report = read_back(name);
        let wrong: Vec<_> = report.claims.iter().filter(|claim| claim.verdict == Verdict::Contradicted).collect();
        if wrong.is_empty() { Ok(()) } else { Err(format!("{name}: {wrong:#?}")) }
    });
}

#[test]
fn pages_use_the_names_of_the_sides() {
    let page = render::html(&common::variant("xiangqi"), None);
    let text = page.split("id=\"facts\"").next().unwrap();
    assert!(text.contains("Red moves first") && text.contains("Red chariot"));
    assert!(!text.contains("White "), "a side is called White");
    let page = render::html(&common::variant("chess"), None);
    assert!(page.contains("White moves first"));
}

/// Words of programmers are no words of rules.
#[test]
fn no_page_has_words_of_programmers() {
    let names = ["chess", "janggi", "shogi", "duck", "spartan", "edgy", "benedict", "absorption", "dobutsu", "grand"];
    common::check_all(&names, |name| {
        let page = render::html(&common::variant(name), None);
        let text = page.split("id=\"perft\"").next().unwrap_or_default();
        let body = text.split("</style>").last().unwrap_or_default();
        // What stands between tags.
        let text: String = body.split('<').map(|part| part.split_once('>').map_or(part, |(_, said)| said)).collect();
        for word in [
            "Some(",
            "None",
            " plies",
            "lets ",
            "for the side to move",
            "whatever it is",
            "capture capture",
            "true",
            "_",
        ] {
            if text.contains(word) {
                let at = text.find(word).unwrap_or(0);
                let near: String = text[..at].chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
                return Err(format!("{name}: `{word}` behind {near}"));
            }
        }
        Ok(())
    });
}

/// Pieces come from a hand without end in both games, but only in one do those on the board decide where.
#[test]
fn a_picture_shows_where_a_new_piece_may_be_put() {
    let page = |variant: &str| render::html(&common::variant(variant), None);
    let ataxx = page("ataxx");
    assert!(ataxx.contains("a new piece may be put there: c3 d3 e3 c4 e4 c5 d5 e5"), "{ataxx}");
    assert!(!page("tictactoe").contains("a new piece may be put there:"));
}

#[test]
fn a_file_says_how_its_game_looks() {
    let base = "name: Ford\nextends: chess\nlook: {white: Green, black: Gold, squares: points, gap: 4, diagonals: {each: d1-f3}}\n";
    let ford = ferz::load_text(base).unwrap();
    let page = render::html(&ford, None);
    assert!(page.contains("Green moves first") && page.contains("Gold king"), "the sides have their names");
    assert!(page.contains("class=\"lines\"") && !page.contains("class=\"dark\""), "pieces stand on points");
    // Nothing of it is a rule.
    let chess = pages::facts::of(common::variant("chess").rules());
    let same = pages::facts::of(ferz::load_text(&base.replace("name: Ford", "name: Chess")).unwrap().rules());
    assert_eq!(same["fingerprint"], chess["fingerprint"]);
    let plain = ferz::load_text(&base.replace("points", "plain")).unwrap();
    assert!(render::html(&plain, None).contains("class=\"plain\""));
    let wrong = ferz::load_text(&base.replace("points", "dots")).unwrap_err().to_string();
    assert!(wrong.contains("dots") && wrong.contains("points"), "{wrong}");
    let region = ferz::load_text(&base.replace("{each: d1-f3}", "palace")).unwrap_err().to_string();
    assert!(region.contains("palace"), "{region}");
}

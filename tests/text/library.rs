//! The built-in variants load without a word.

use ferz::compile::{self, shuffle};
use ferz::diagnostic::{Code, Style, render_all};
use ferz::fen;
use ferz::variant::{NoFiles, VariantSource, library};

fn load(name: &str) -> compile::Variant {
    let loaded = compile::load(&VariantSource::BuiltIn(name.to_owned()), &NoFiles).expect("a built-in variant");
    loaded.variant.unwrap_or_else(|| panic!("{name} has errors"))
}

#[test]
fn every_built_in_variant_is_sound_and_its_setup_goes_both_ways() {
    let mut faulty = Vec::new();
    for name in library::names() {
        let loaded = compile::load(&VariantSource::BuiltIn(name.to_owned()), &NoFiles).expect("a built-in variant");
        // A variant may define pieces for positions that it does not begin with.
        if loaded.problems.iter().any(|problem| problem.code != Code::IdlePiece) {
            faulty.push(render_all(&loaded.problems, &loaded.sources, Style::Plain));
        }
    }
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
    for name in library::names() {
        let rules = load(name).rules;
        let text = fen::write(&rules.setup, &rules);
        let again = fen::read(&text, &rules).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        assert_eq!(again, rules.setup, "{name}: {text}");
    }
}

#[test]
fn the_usual_numbers_of_chess960_hold() {
    let rules = load("chess960").rules;
    assert_eq!(shuffle::count(&rules), 960);
    let start = |number| fen::write(&shuffle::start(&rules, number).unwrap(), &rules);
    assert_eq!(start(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    assert_eq!(start(0), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    assert_eq!(start(959), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1");
    assert!(shuffle::start(&rules, 960).is_none());
    let all: std::collections::HashSet<String> = (0..960).map(start).collect();
    assert_eq!(all.len(), 960);
}

#[test]
fn fens_are_read_in_all_their_dialects() {
    let rules = load("chess").rules;
    let again = |text: &str| fen::write(&fen::read(text, &rules).unwrap(), &rules);
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, expected) in [
        (format!("{board} w HAha - 0 1"), format!("{board} w KQkq - 0 1")),
        (format!("{board} w qK - 0 1"), format!("{board} w Kq - 0 1")),
        (format!("{board} b"), format!("{board} b - - 0 1")),
        (format!("{board} b - 5 9"), format!("{board} b - - 5 9")),
        (format!("{board} b 5 9"), format!("{board} b - - 5 9")),
        (format!("{board}[Pnn] w - - 0 1"), format!("{board}[Pnn] w - - 0 1")),
        (format!("{board}/Pnn w - - 0 1"), format!("{board}[Pnn] w - - 0 1")),
        (format!("{board}[-] w - - 0 1"), format!("{board} w - - 0 1")),
    ] {
        assert_eq!(again(&text), expected, "{text}");
    }
    let passed = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2";
    assert_eq!(again(passed), passed);
    assert_eq!(again("4k3/8/8/2pP4/8/8/8/4K3 w - c5c6 0 2"), passed);
    let shuffled = "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1";
    let setup = fen::read_with(shuffled, &rules, true).unwrap();
    assert_eq!(fen::write_with(&setup, &rules, true), shuffled);
    assert!(fen::read(shuffled, &rules).is_err());
}

#[test]
fn faults_of_a_fen_are_placed() {
    let rules = load("chess").rules;
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, place) in [
        (String::new(), 0..0),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w".to_owned(), 9..18),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w".to_owned(), 9..16),
        ("8/8/8 w".to_owned(), 0..5),
        ("8/8/8/8/3x4/8/8/8 w".to_owned(), 9..10),
        (format!("{board} x"), 44..45),
        (format!("{board} w KK - 0 1"), 47..48),
        (format!("{board} w KX - 0 1"), 47..48),
        (format!("{board} w - z9 0 1"), 48..50),
        (format!("{board} w - e3 0 1"), 48..50),
        (format!("{board} w - - 99999 1"), 50..55),
        (format!("{board} w - - 3+3 0 1"), 50..53),
        (format!("{board} w - - 0 1 zzz"), 54..57),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1".to_owned(), 22..23),
        ("4k3/8/8/8/8/8/8/4K3[P w - - 0 1".to_owned(), 19..21),
        ("9/8/8/8/8/8/8/8 w".to_owned(), 0..1),
        ("99999999999999999999999/8/8/8/8/8/8/8 w".to_owned(), 0..23),
    ] {
        let error = fen::read(&text, &rules).expect_err(&text);
        assert_eq!(error.span, place, "{text}: {error}");
    }
}

/// Two kings of a side may castle, one of them with the outermost rook of each side: the letters that are written are read.
#[test]
fn castling_letters_of_files_go_both_ways() {
    let rules = load("chess").rules;
    for field in ["KQ", "K", "Q", "H", "B", "KQkq"] {
        for (white, black) in [("KRNBKBNR", "rnbqkbnr"), ("RKNRKBNR", "krnbkbnr"), ("R1K1K2R", "rk1rk1kr")] {
            let text = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {field} - 0 1");
            let Ok(setup) = fen::read_with(&text, &rules, true) else { continue };
            let written = fen::write_with(&setup, &rules, true);
            let again =
                fen::read_with(&written, &rules, true).unwrap_or_else(|error| panic!("{text}: {written}: {error}"));
            assert_eq!(again.castling, setup.castling, "{text}: {written}");
        }
    }
}

/// Account may be kept of squares that belong to both sides; a FEN names the files of each side's own pieces.
#[test]
fn files_of_unmoved_pieces_are_those_of_their_side() {
    let source = VariantSource::Text {
        name: "unmoved".to_owned(),
        text: "name: Unmoved\nextends: crazyhouse\nrules: {unmoved: last rank}\n".to_owned(),
    };
    let rules = compile::load(&source, &NoFiles).unwrap().variant.unwrap().rules;
    let written = fen::write(&rules.setup, &rules);
    assert_eq!(fen::read(&written, &rules).unwrap().unmoved, rules.setup.unmoved, "{written}");
}

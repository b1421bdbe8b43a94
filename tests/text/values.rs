//! Positions, moves and games as values: what is written is read back, in every shipped variant.

use std::io::{self, BufReader, Read};

use ferz::notation::epd::Operand;
use ferz::notation::list;
use ferz::pgn::{Nag, PgnMove, Reader, Variation, Visitor};
use ferz::{Compiled, Epd, Fen, Game, Move, Outcome, Pgn, San, Side, Step, Uci, library};
use proptest::prelude::*;

fn random(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// A random game with all its moves.
fn played(variant: &Compiled, plies: usize, seed: &mut u64) -> (Game, Vec<Move>) {
    let start = variant.start().unwrap();
    let (mut game, mut moves) = (start.clone(), Vec::new());
    while moves.len() < plies {
        match game.play_any(&mut |count| random(seed) % count) {
            Step::Played(made) => moves.push(made),
            Step::Over(_) => break,
        }
    }
    (start, moves)
}

#[test]
fn every_text_of_every_variant_is_read_back() {
    let mut seed = 7;
    for name in library::names() {
        let variant = ferz::load(name).unwrap();
        let (mut game, moves) = played(&variant, 30, &mut seed);
        for made in moves {
            game.play(&made);
            if random(&mut seed).is_multiple_of(10) {
                read_back(&variant, &mut game, name);
            }
        }
    }
}

fn read_back(variant: &Compiled, game: &mut Game, name: &str) {
    let fen = Fen::of(game);
    assert_eq!(fen.as_str().parse(), Ok(fen.clone()), "{name}");
    // A FEN leaves out unmoved pieces that nobody can make use of.
    assert_eq!(Fen::of_setup(&fen.setup(variant).unwrap(), variant), fen, "{name}");
    assert_eq!(fen.turn(), game.turn());
    let geometry = &variant.rules().geometry;
    assert_eq!(fen.size(), (geometry.files() as u32, geometry.ranks() as u32), "{name}: {fen}");
    let all = list(game);
    // Where there are thousands of moves, a few of them.
    let step = all.len().div_ceil(if all.len() > 200 { 4 } else { 40 }).max(1);
    for written in all.into_iter().step_by(step) {
        let san: San = written.san.parse().unwrap_or_else(|_| panic!("{name}: {}", written.san));
        assert_eq!(san.to_string(), written.san, "{name}");
        assert_eq!(san.to_move(game).as_ref(), Ok(&written.made), "{name}: {fen}: {san}");
        let uci: Uci = written.uci.parse().unwrap_or_else(|_| panic!("{name}: {}", written.uci));
        assert_eq!(uci.to_move(game).as_ref(), Ok(&written.made), "{name}: {fen}: {uci}");
    }
}

#[test]
fn games_of_every_variant_are_read_back() {
    let mut seed = 11;
    for name in library::names() {
        let variant = ferz::load(name).unwrap();
        let (start, moves) = played(&variant, 12, &mut seed);
        let mut pgn = Pgn::of(&start, &moves);
        assert_eq!(pgn.variant(), Some(name));
        decorate(&mut pgn.moves, &mut seed, 2);
        let text = pgn.to_string();
        let read: Pgn = text.parse().unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(read, pgn, "{name}");
        assert_eq!(read.replay(&variant).unwrap(), moves, "{name}\n{text}");
        assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 100), "{text}");
    }
}

/// Says something of some moves.
fn decorate(moves: &mut [PgnMove], seed: &mut u64, depth: usize) {
    let others: Vec<PgnMove> = moves.to_vec();
    for made in moves {
        if random(seed).is_multiple_of(3) {
            made.nags.push(Nag(random(seed) as u8));
        }
        if random(seed).is_multiple_of(3) {
            made.comments
                .push("[%clk 0:00:01.5] a  comment, (with) a [bracket] \\ and a \"quote\" of some length".into());
        }
        if depth > 0 && random(seed).is_multiple_of(3) {
            let mut line = others[..random(seed) % others.len() + 1].to_vec();
            decorate(&mut line, seed, depth - 1);
            made.variations.push(Variation { comments: vec!["or".to_owned()], moves: line });
        }
    }
}

/// The games of a text, as the number of moves or the error.
fn outline(text: &str) -> Vec<String> {
    let games = Reader::new(text.as_bytes()).games();
    games.map(|game| game.map_or_else(|error| error.to_string(), |game| game.moves.len().to_string())).collect()
}

#[test]
fn faults_have_their_place_and_the_next_game_is_read() {
    let next = "\n\n[Event \"next\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
    for (text, error) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. Nf 1-0", "3:13: expected a move in SAN or the result, found `Nf`"),
        ("[Event x]\n[Site \"?\"]\n\n1. e4 *", "1:8: expected the value of the tag in quotes"),
        ("[Event \"x]\n\n1. e4 *", "1:8: the tag is not closed by `\"]`"),
        ("[Event \"x\"]\n\n1. e4 e5) 2. Nf3 *", "3:9: `)` has no opening `(`"),
        ("[Event \"x\"]\n\n1. e4 (1. d4 d5 *", "3:7: the variation is not closed by `)`"),
        ("[Event \"x\"]\n\n1. é e5 {never closed *", "3:4: expected a move in SAN or the result, found `é`"),
        ("[Event \"x\"]\n\n1. é $300 *", "3:4: expected a move in SAN or the result, found `é`"),
        ("[Event \"x\"]\n\n1. e4 {é} $300 *", "3:11: expected a number from 0 to 255 after `$`"),
        ("1. e4 ] *", "1:7: expected a move in SAN or the result, found `]`"),
    ] {
        assert_eq!(outline(&format!("{text}{next}")), [error.to_owned(), "3".to_owned()], "{text}");
    }
}

#[test]
fn what_programs_write_is_read() {
    for (text, moves) in [
        ("", &[][..]),
        ("\u{feff}[Event \"x\"]\r\n\r\n1.e4 e5 2.Nf3 Nc6 1/2\r\n", &["4"]),
        ("1. e4! e5?? 2. Nf3!? ; the rest (of it\nNc6 $10 +- 0-1", &["4"]),
        ("[Event \"a \\\"b\\\" \\\\\"] [Site \"\"s\"\"]\n% escaped {\n\n1. e4 {a\n% no escape?\n} e5 1-0", &["2"]),
        ("[Event \"1\"]\n\n[Event \"2\"]\n\n*", &["0", "0"]),
        ("1. e4 * 1. d4 d5 * 1. c4", &["1", "2", "1"]),
        ("1. e4 (1. d4 d5 1-0) (1. c4 (1. b3) c5) e5 *", &["2"]),
        ("1. 0-0 Z0 -- exd6 e.p. Ng1-f3 e2e4 *", &["6"]),
        ("1. e4 {never closed", &["1:7: the comment is not closed by `}`"]),
    ] {
        assert_eq!(outline(text), moves, "{text}");
    }
    let games = Reader::new(&b"[White \"Andr\xe9\"]\n\n1. e4 *"[..]).games();
    assert_eq!(games.map(|game| game.unwrap().tag("White").unwrap().to_owned()).collect::<Vec<_>>(), ["André"]);
}

#[test]
fn variations_and_moves_can_be_passed_over() {
    let text = "1. e4 (1. d4 (1. c4 oops!) d5) e5 {said} *";
    let games: Vec<_> = Reader::new(text.as_bytes()).games().without_variations().map(Result::unwrap).collect();
    assert_eq!((games.len(), games[0].moves.len(), games[0].moves[1].comments.len()), (1, 2, 1));
    assert!(games[0].moves[0].variations.is_empty());

    struct Names;
    impl Visitor for Names {
        type Game = String;
        fn begin(&mut self) -> String {
            String::new()
        }
        fn tag(&mut self, game: &mut String, name: &str, _: &str) {
            game.push_str(name);
        }
        fn moves(&mut self, _: &mut String) -> std::ops::ControlFlow<()> {
            std::ops::ControlFlow::Break(())
        }
        fn san(&mut self, _: &mut String, san: San) {
            panic!("passed over: {san}");
        }
    }
    let mut reader = Reader::new("[A \"1\"]\n\n1. oops (e4 *)\n*\n\n[B \"2\"]\n\n*".as_bytes());
    assert_eq!(reader.read_game(&mut Names).unwrap().as_deref(), Some("A"));
    assert_eq!(reader.read_game(&mut Names).unwrap().as_deref(), Some("B"));
    assert_eq!(reader.read_game(&mut Names).unwrap(), None);
}

/// The same bytes again and again, and then an error.
struct Endless {
    text: &'static [u8],
    at: usize,
    left: usize,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(1).ok_or_else(|| io::Error::other("unplugged"))?;
        for byte in &mut *into {
            *byte = self.text[self.at % self.text.len()];
            self.at += 1;
        }
        Ok(into.len())
    }
}

#[test]
fn a_stream_is_read_to_its_end_and_an_error_of_the_input_is_the_last() {
    let input = Endless { text: b"[Event \"?\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} 1-0\n\n", at: 0, left: 100 };
    let mut games = Reader::new(BufReader::new(input)).games();
    let read = games.by_ref().take_while(Result::is_ok).count();
    assert!(read > 10_000, "{read}");
    assert!(games.next().is_none());

    // A line without an end is given up, not kept.
    let input = Endless { text: b"e4 ", at: 0, left: 4_000 };
    let errors: Vec<String> =
        Reader::new(BufReader::new(input)).games().map(|game| game.unwrap_err().to_string()).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn results_are_those_of_the_standard() {
    let results: Vec<_> =
        Reader::new("1-0 0-1 1/2-1/2 1/2 *".as_bytes()).games().map(|game| game.unwrap().result).collect();
    let [white, black] = Side::ALL.map(|side| Some(Outcome::Won(side)));
    assert_eq!(results, [white, black, Some(Outcome::Draw), Some(Outcome::Draw), None]);
}

#[test]
fn games_that_cannot_be_played_say_where() {
    let chess = ferz::load("chess").unwrap();
    let fault = |text: &str| text.parse::<Pgn>().unwrap().replay(&chess).unwrap_err().to_string();
    assert_eq!(fault("1. e4 e5 2. Ke3 *"), "ply 3: `Ke3` is not a legal move here");
    assert_eq!(fault("[FEN \"8/8 w\"]\n\n*"), "the game cannot start: 2 ranks, but the board has 8");
    let line: Pgn = "1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1b5 a6 4. Ba4 Nf6 5. 0-0 Be7".parse().unwrap();
    assert_eq!(line.replay(&chess).unwrap().len(), 10);
}

#[test]
fn forms_that_no_variant_has_are_refused() {
    for text in [
        "",
        "8/8 x",
        "8/7 w",
        "8/8[ w",
        "8/8 w - - 99999999999 1",
        "8/8 w - - 0 1 1 1 1",
        "é w",
        "/ w",
        "8/8[1] w",
        "8/8 w KQ! -",
    ] {
        assert!(text.parse::<Fen>().is_err(), "{text}");
    }
    let fen: Fen = "  r3k/5/+R'3K~  b  ".parse().unwrap();
    assert_eq!((fen.as_str(), fen.size(), fen.turn()), ("r3k/5/+R'3K~ b", (5, 3), Side::Black));
    for text in ["", "e", "e2", "@e4", "e2 e4", "abc12d3", "P@", "é2e4"] {
        assert!(text.parse::<Uci>().is_err(), "{text}");
    }
    for text in ["", "Nf", "N f3", "x", "é", "=Q", "1", "(e4)"] {
        assert!(text.parse::<San>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}", moves in "[\\[\\]{}();$!?a-hx1-8NBRQK=+#O0@*/ .\n\"-]{0,120}") {
        for text in [&text, &moves] {
            let _ = (text.parse::<Fen>(), text.parse::<Uci>(), text.parse::<San>());
            for game in Reader::new(text.as_bytes()).games().flatten() {
                let again: Pgn = game.to_string().parse().expect("what is written can be read");
                prop_assert_eq!(game.to_string(), again.to_string());
            }
        }
    }
}

#[test]
fn every_position_of_every_variant_is_an_epd() {
    let mut seed = 11;
    for name in library::names() {
        let variant = ferz::load(name).unwrap();
        let (mut game, moves) = played(&variant, 30, &mut seed);
        for made in moves {
            game.play(&made);
            let mut epd = Epd::of(&mut game);
            let quoted = |text: &str| Operand { text: text.to_owned(), is_quoted: true };
            let word = |text: &str| Operand { text: text.to_owned(), is_quoted: false };
            epd.operations.push(("id".to_owned(), vec![quoted("a \"b\" \\ c;")]));
            epd.operations.push(("c0".to_owned(), vec![word("12"), quoted("")]));
            epd.operations.push(("noop".to_owned(), Vec::new()));
            let text = epd.to_string();
            assert_eq!(text.parse(), Ok(epd), "{name}: {text}");
        }
    }
}

#[test]
fn an_epd_that_is_wrong_says_where() {
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (text, column) in [("8/8 w", 6), ("", 1)] {
        assert_eq!(text.parse::<Epd>().unwrap_err().column, column, "{text}");
    }
    for (operations, column) in [(" id \"open;", 32), (" 9x 5;", 29), (" \"text\";", 29), (" bm e4; ! 3;", 36)] {
        let error = format!("{board}{operations}").parse::<Epd>().unwrap_err();
        assert_eq!(error.column, column, "{operations}: {error}");
    }
    let suite: Epd = format!("{board} ;D1 6 ;D2 30").parse().unwrap();
    assert_eq!(suite.operations.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["D1", "D2"]);
    let counted: Epd = format!("{board} 4 9 bm e4").parse().unwrap();
    assert_eq!((counted.fen.as_str(), counted.operations.len()), ("4k3/8/8/8/8/8/4P3/4K3 w - - 4 9", 1));
    assert!(format!("{board} id \"{}\";", "x".repeat(100_000)).parse::<Epd>().is_err());
}

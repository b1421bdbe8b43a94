//! Moves and games as text: SAN, UCI and PGN.

use ferz::compile;
use ferz::notation::{self, MoveError, list, parse, pgn, uci};
use ferz::variant::{NoFiles, VariantSource};
use ferz::{Compiled, Game, load};

fn start(yaml: &str) -> Game {
    let source = VariantSource::Text { name: "test".to_owned(), text: yaml.to_owned() };
    let loaded = compile::load(&source, &NoFiles).unwrap();
    let rules = loaded.variant.unwrap_or_else(|| panic!("{:?}", loaded.problems)).rules;
    Compiled::new(rules).start().unwrap()
}

fn from_fen(fen: &str) -> Game {
    start(&format!("extends: chess\nname: Test\nsetup: {fen}"))
}

fn texts(game: &mut Game) -> Vec<(String, String)> {
    list(game).into_iter().map(|written| (written.uci, written.san)).collect()
}

fn san(game: &mut Game, uci: &str) -> String {
    list(game).into_iter().find(|written| written.uci == uci).map(|written| written.san).unwrap()
}

#[test]
fn san_says_as_much_of_the_start_as_is_needed() {
    let game = &mut from_fen("1k6/8/8/R7/4Q2Q/8/8/R2K3Q w - - 0 1");
    assert_eq!(san(game, "a1a3"), "R1a3");
    assert_eq!(san(game, "h4e1"), "Qh4e1");
    assert_eq!(san(game, "e4e1"), "Qee1");
    assert_eq!(san(game, "h1e1"), "Q1e1");
    assert_eq!(san(game, "a5b5"), "Rb5+");
}

#[test]
fn a_game_that_is_over_is_named_with_its_end() {
    let game = &mut from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    let error = parse(game, "h8g8").unwrap_err().to_string();
    assert_eq!(error, "`h8g8` cannot be played: the game is over, 1-0 (checkmate)");
}

#[test]
fn pawns_have_no_letter_and_name_their_file_when_they_take() {
    let game = &mut from_fen("3r3k/4P3/8/1pP5/8/8/8/4K3 w - b6 0 1");
    assert_eq!(san(game, "c5b6"), "cxb6");
    assert_eq!(san(game, "e7d8q"), "exd8=Q+");
    assert_eq!(san(game, "e7e8n"), "e8=N");
}

#[test]
fn both_spellings_of_castling_are_read() {
    let game = &mut from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = uci::parse(game, "e1g1").unwrap();
    for text in ["e1h1", "O-O", "0-0", "O-O+"] {
        assert_eq!(parse(game, text), Ok(short), "{text}");
    }
    assert_eq!(san(game, "e1c1"), "O-O-O");
    assert!(matches!(parse(game, "e1e3"), Err(MoveError::Illegal { .. })));
}

#[test]
fn san_is_read_with_some_tolerance() {
    let game = &mut from_fen("3k4/P7/8/8/8/8/8/RN2K1NR w - - 0 1");
    for text in ["Nf3", "Ngf3", "Ng1f3", "Nf3!?", "Nxf3"] {
        assert_eq!(parse(game, text), uci::parse(game, "g1f3"), "{text}");
    }
    for text in ["a8=Q", "a8Q", "a8Q+"] {
        assert_eq!(parse(game, text), uci::parse(game, "a7a8q"), "{text}");
    }
    let error = parse(game, "a7a8").unwrap_err().to_string();
    assert_eq!(error, "`a7a8` is incomplete: write a7a8b or a7a8n or a7a8q or a7a8r");
}

#[test]
fn moves_that_take_other_pieces_are_told_apart() {
    let game = &mut start(
        "name: Lion\nboard: {files: 3, ranks: 3}\npieces: {lion: {symbol: L, moves: 'KcaKcabK'}, piece: {symbol: M, moves: 'W'}}\nsetup: 3/mm1/L2 w - - 0 1\nend: []",
    );
    let texts = texts(game);
    let mut ucis: Vec<&str> = texts.iter().map(|(uci, _)| uci.as_str()).collect();
    let mut sans: Vec<&str> = texts.iter().map(|(_, san)| san.as_str()).collect();
    assert!(ucis.contains(&"a1a2") && ucis.contains(&"a1a2xb2xa2") && ucis.contains(&"a1a1xa2"), "{ucis:?}");
    assert!(ucis.is_sorted());
    ucis.dedup();
    sans.sort_unstable();
    sans.dedup();
    assert_eq!((ucis.len(), sans.len()), (texts.len(), texts.len()));
    for (uci, san) in &texts {
        assert_eq!(parse(game, uci), parse(game, san), "{uci} {san}");
    }
}

#[test]
fn a_castling_that_looks_like_a_step_names_the_partner() {
    let game = &mut start(
        "extends: chess\nname: Test\nsetup: 4k3/8/8/8/8/8/8/4KR2 w K - 0 1\ncastling: {K: {move: king e1-d1, with: rook f1-e1}}",
    );
    let texts: Vec<String> = texts(game).into_iter().map(|(uci, _)| uci).collect();
    assert!(texts.contains(&"e1d1".to_owned()) && texts.contains(&"e1f1".to_owned()), "{texts:?}");
}

#[test]
fn a_game_that_black_begins_is_numbered_so() {
    let chess = load("chess").unwrap();
    let setup = ferz::fen::read("4k3/8/8/8/8/8/8/4K2R b K - 3 17", chess.rules()).unwrap();
    let start = chess.game(&setup).unwrap();
    let (mut game, mut moves) = (start.clone(), Vec::new());
    for text in ["Kd7", "O-O"] {
        let made = notation::parse(&mut game, text).unwrap();
        game.play(&made);
        moves.push(made);
    }
    let text = pgn::write(&start, &moves);
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17\"]"), "{text}");
    assert!(text.ends_with("\n\n17... Kd7 18. O-O *\n"), "{text}");
}

#[test]
fn lines_are_numbered_or_not_and_squares_joined_by_a_dash() {
    let wanted = {
        let mut game = start("extends: chess\nname: Test");
        notation::play_line(&mut game, "e2e4,e7e5,g1f3,b8c6").unwrap();
        game.key()
    };
    for line in
        ["1. e4 e5 2. Nf3 Nc6", "1.e4 e5 2.Nf3 Nc6", "1. e2-e4 1... e7-e5 2. Ng1-f3 Nb8-c6", "e2-e4, e7-e5, Nf3, Nc6"]
    {
        let mut game = start("extends: chess\nname: Test");
        notation::play_line(&mut game, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(game.key(), wanted, "{line}");
    }
    let mut game = start("extends: chess\nname: Test");
    assert!(notation::play_line(&mut game, "1. e4 1e5").is_err());
    assert!(parse(&mut game, "e2-e9").is_err());
}

#[test]
fn a_dash_does_not_make_a_pass_or_a_castling_of_a_text() {
    let game = &mut from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(parse(game, "--").is_err());
    assert_eq!(parse(game, "e1-g1"), Ok(uci::parse(game, "e1g1").unwrap()));
}

//! Games for more than two sides: sides that drop out, positions as FEN, pictures, opponents and games as PGN.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::common::check_all;
use ferz::compile::{self, Variant};
use ferz::diagnostic::Style;
use ferz::fen;
use ferz::play::{Opponent, Random, Round};
use ferz::render::{seats, svg, text};
use ferz::testing::run_by_oracle;
use ferz::variant::{DiskLoader, VariantSource};
use ferz_oracle::{Game, Oracle};

const GAMES: [&str; 5] = ["chaturaji", "four-player-chess", "four-player-partners", "four-player-teams", "isola"];

fn variant(game: &str) -> Variant {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rules-language").join(game).with_extension("yaml");
    let loaded = compile::load_for_oracle(&VariantSource::File(path), &DiskLoader).expect("the file can be read");
    loaded.variant.expect("the file has no errors")
}

fn oracle(game: &str) -> Oracle {
    ferz::oracle(Arc::new(variant(game).rules)).expect("the oracle knows all rules")
}

fn game(oracle: &Oracle, text: &str) -> Game {
    Game::new(oracle, &fen::read(text, oracle.rules()).expect("a position"))
}

/// The names of the sides that have dropped out.
fn out(game: &Game) -> Vec<&str> {
    let players = game.oracle().players().iter().filter(|player| game.position().is_out(**player));
    players.map(|player| game.oracle().name_of(*player)).collect()
}

fn turn(game: &Game) -> &str {
    game.oracle().name_of(game.position().turn)
}

#[test]
fn the_tests_of_the_files_pass() {
    check_all(&GAMES, |game| {
        let (variant, oracle) = (variant(game), oracle(game));
        let outcomes = run_by_oracle(&oracle, &variant, Duration::from_secs(60));
        let faults: Vec<String> = outcomes.into_iter().filter_map(|outcome| Some(outcome.fault?.message)).collect();
        if faults.is_empty() { Ok(()) } else { Err(format!("{game}: {}", faults.join("; "))) }
    });
}

/// Red's queen mates Blue in a corner of the board, and the turn goes to Yellow.
const MATE: &str = "***8***/***3K4***/***8***/14/14/14/14/14/k13/14/Q1R11/***8***/***8***/***3K3k*** w - - 0 1 \
     state:yellow=g13|green=k1";

#[test]
fn a_mated_side_drops_out_and_its_pieces_stay_or_leave() {
    for (name, stays) in [("four-player-chess", true), ("four-player-teams", false)] {
        let oracle = oracle(name);
        let mut game = game(&oracle, MATE);
        assert!(game.play_text("c4b4"), "{name}");
        assert_eq!((out(&game), turn(&game)), (vec!["blue"], "yellow"), "{name}");
        let king = oracle.rules().geometry.square("a6").expect("a square");
        assert_eq!(game.position().at(king).is_some(), stays, "{name}");
        assert!(game.end().is_none(), "{name}");
        let written = fen::write(&game.setup(), oracle.rules());
        assert!(written.contains("to_move=yellow") && written.contains("out=blue"), "{written}");
    }
}

#[test]
fn the_last_side_or_the_last_partners_win() {
    // Green has dropped out before. When Blue does, Red and Yellow are left: partners in one game, enemies in the other.
    let late = format!("{MATE}|out=green");
    let teams = oracle("four-player-teams");
    let mut partners = game(&teams, &late);
    assert!(partners.play_text("c4b4"));
    let end = partners.end().expect("the partners have won");
    let names: Vec<&str> = end.winners.iter().map(|player| teams.name_of(*player)).collect();
    assert_eq!((names, end.reason.as_str()), (vec!["red", "yellow"], "last_side"));
    assert!(partners.moves().is_empty());
    let chess = oracle("four-player-chess");
    let mut enemies = game(&chess, &late);
    assert!(enemies.play_text("c4b4"));
    assert!(enemies.end().is_none());
}

#[test]
fn positions_survive_writing() {
    check_all(&GAMES, |name| {
        let oracle = oracle(name);
        let mut played = Game::new(&oracle, &oracle.rules().setup.clone());
        let mut random = Random::new(3);
        for ply in 0..24 {
            let mut moves = played.moves();
            if moves.is_empty() {
                break;
            }
            let (made, after) = moves.swap_remove(random.below(moves.len()));
            played.play(&made, after);
            let written = fen::write(&played.setup(), oracle.rules());
            let read = fen::read(&written, oracle.rules()).map_err(|error| format!("{name}: {written}: {error}"))?;
            let again = fen::write(&Game::new(&oracle, &read).setup(), oracle.rules());
            if again != written {
                return Err(format!("{name}, ply {ply}: {written} became {again}"));
            }
        }
        Ok(())
    });
}

#[test]
fn counters_of_each_side_are_in_a_fen() {
    let oracle = oracle("chaturaji");
    let mut game = game(&oracle, "4K3/8/8/k2R4/6pk/8/8/3K4 w - - 0 1 state:score=2/0/5/1|yellow=e8|green=g4,h4");
    assert!(game.play_text("d5a5"));
    let written = fen::write(&game.setup(), oracle.rules());
    assert!(written.ends_with("state:score=5/0/5/1|yellow=e8|green=g4,h4|to_move=yellow|out=blue"), "{written}");
    for (text, message) in [
        ("8/8/8/8/8/8/8/K6k w - - 0 1 state:to_move=violet", "there is no side `violet`"),
        ("8/8/8/8/8/8/8/K6k w - - 0 1 state:out=red,violet", "there is no side `violet`"),
        ("8/8/8/8/8/8/8/K6k w - - 0 1 state:score=1/2", "`score` needs a number for each of the 4 sides"),
    ] {
        let error = fen::read(text, oracle.rules()).expect_err("a fault").message;
        assert_eq!(error, message);
    }
}

#[test]
fn pictures_name_all_sides() {
    let oracle = oracle("chaturaji");
    let setup =
        game(&oracle, "bp2KRNB/8/8/8/6pk/8/8/BNRK4 w - - 0 1 state:yellow=e8,f8,g8,h8|green=g4,h4|out=green").setup();
    let board = text::draw(&oracle.rules().geometry, &text::Picture::of_setup(oracle.rules(), &setup), Style::Plain);
    let first = board.lines().next().expect("a line");
    assert_eq!(first, "8  bB bP .  .  yK yR yN yB");
    assert_eq!(seats::legend(oracle.rules(), &setup), "r Red, b Blue (out), y Yellow, g Green (out)\n");
    let picture = svg::position(oracle.rules(), &setup);
    for wanted in ["Red to move", "data-side=\"red\"", "data-side=\"yellow\"", "Green has dropped out"] {
        assert!(picture.contains(wanted), "{wanted}");
    }
    assert!(!picture.contains("White") && !picture.contains("data-side=\"white\""));
}

#[test]
fn the_simple_opponent_takes_what_hangs_for_each_side() {
    let oracle = oracle("chaturaji");
    for (side, made) in [("red", "d5a5"), ("green", "h4g3")] {
        let fen = format!("4K3/8/8/r2R4/6pk/6N1/8/k2K4 w - - 0 1 state:yellow=e8,g3|green=g4,h4|to_move={side}");
        let setup = fen::read(&fen, oracle.rules()).expect("a position");
        for seed in 0..4 {
            let round = Round::new(&oracle, &setup, &[]).expect("no moves");
            assert_eq!(round.hint(&mut Random::new(seed)).as_deref(), Some(made), "{side}");
        }
    }
}

#[test]
fn a_game_is_played_to_its_end_and_written() {
    let oracle = oracle("isola");
    let mut round = Round::new(&oracle, &oracle.rules().setup, &[]).expect("no moves");
    let mut random = Random::new(5);
    while round.answer(Opponent::Random, &mut random).is_some() {}
    let end = round.game().end().expect("one side is left");
    assert_eq!((end.reason.as_str(), end.winners.len()), ("last_side", 1));
    let pgn = round.pgn();
    for wanted in ["[Red \"?\"]", "[Yellow \"?\"]", "[Order \"Red Blue Yellow\"]", " drops out", "1. "] {
        assert!(pgn.contains(wanted), "{wanted}: {pgn}");
    }
    let result = ferz::play::score(&oracle, &end);
    assert!(pgn.contains(&format!("[Result \"{result}\"]")) && pgn.trim_end().ends_with(&result), "{pgn}");
    let moves = round.moves();
    assert_eq!(round.undo(3), 3);
    let again = Round::new(&oracle, &oracle.rules().setup, &moves[..moves.len() - 3]).expect("the same moves");
    assert_eq!((round.turn(), round.legal()), (again.turn(), again.legal()));
}

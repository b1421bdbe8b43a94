//! The oracle, which shares nothing with the interpreter, against the interpreter: moves by the positions that they lead to and by
//! their texts, checks, ends and counts, in random games of every shipped variant.
//!
//! `FERZ_ORACLE_POSITIONS` sets the number of positions, `FERZ_SEED` the games. `FERZ_ORACLE_LOG` names a file that gets a line for each
//! variant: seed, name, positions compared, differences. What stands there is not compared again, so that a long run can be resumed.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Start, check_all, check_by_variant, chosen_variants, reason, rows, same, setting, suite, variant};
use crate::parity_endings::Row as Ending;
use crate::parity_moves::Row as Listed;
use crate::parity_repetition::Row as Cycle;
use crate::side_by_side::{Depth, play_games};
use ferz::notation::uci;
use ferz::rules::{Outcome, Setup};

/// The variants that the oracle knows.
fn known_variants() -> Vec<&'static str> {
    chosen_variants().into_iter().filter(|name| ferz::oracle(variant(name).shared_rules()).is_ok()).collect()
}

/// A file of what has been compared already, if one is named.
struct Log {
    known: BTreeSet<(u64, String)>,
    file: Option<Mutex<std::fs::File>>,
}

impl Log {
    fn open() -> Log {
        let path: String = setting("FERZ_ORACLE_LOG", String::new());
        if path.is_empty() {
            return Log { known: BTreeSet::new(), file: None };
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let row = |line: &str| {
            let mut words = line.split(' ');
            Some((words.next()?.parse().ok()?, words.next()?.to_owned()))
        };
        let file = std::fs::File::options().create(true).append(true).open(&path).expect("the file can be written");
        Log { known: text.lines().filter_map(row).collect(), file: Some(Mutex::new(file)) }
    }

    fn has(&self, seed: u64, name: &str) -> bool {
        self.known.contains(&(seed, name.to_owned()))
    }

    fn add(&self, seed: u64, name: &str, seen: usize, differs: bool) {
        let Some(file) = &self.file else { return };
        let line = format!("{seed} {name} {seen} {}\n", u8::from(differs));
        file.lock().expect("no writer has failed").write_all(line.as_bytes()).expect("the file can be written");
    }
}

#[test]
fn the_oracle_and_the_interpreter_agree_in_random_positions() {
    let names = known_variants();
    let wanted: usize = setting("FERZ_ORACLE_POSITIONS", 700);
    let seed: u64 = setting("FERZ_SEED", 1);
    let each = wanted.div_ceil(names.len());
    let positions = AtomicUsize::new(0);
    let log = Log::open();
    check_all(&names, |name| {
        if log.has(seed, name) {
            return Ok(());
        }
        let compiled = variant(name);
        let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
        let (seen, agreed) = play_games(&compiled, &oracle, Depth::Whole, seed, each);
        positions.fetch_add(seen, Ordering::Relaxed);
        log.add(seed, name, seen, agreed.is_err());
        agreed.map_err(|error| format!("{name}: {error}"))
    });
    println!("{} positions of {} variants", positions.into_inner(), names.len());
}

/// Counts from the start of every variant that the oracle knows.
#[test]
fn the_oracle_counts_the_first_plies_as_the_interpreter_does() {
    let names = known_variants();
    let most: u64 = setting("FERZ_ORACLE_LEAVES", 300);
    check_all(&names, |name| {
        let compiled = variant(name);
        let game = compiled.start().map_err(|error| error.to_string())?;
        let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
        let start = oracle.position(&game.setup());
        for depth in 1..=3 {
            let expected = game.perft(depth);
            if expected > most {
                break;
            }
            same(&format!("{name}: perft {depth}"), &oracle.perft(&start, depth), &expected)?;
        }
        Ok(())
    });
}

/// Counts of Fairy-Stockfish, by the oracle.
#[test]
fn the_oracle_counts_positions_as_another_program_does() {
    let most: u64 = setting("FERZ_ORACLE_LEAVES", 300);
    let names = known_variants();
    let mut positions = suite::read("parity/positions.perft");
    positions.retain(|position| names.contains(&position.start.variant.as_str()));
    let asked: usize = positions.iter().flat_map(|position| &position.counts).filter(|count| count.1 <= most).count();
    assert!(asked > 300, "only {asked} counts have at most {most} leaves");
    check_by_variant(
        &positions,
        |position| &position.start,
        |compiled, position| {
            let game = position.start.game(compiled)?;
            let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
            let start = oracle.position(&game.setup());
            for (depth, nodes) in position.counts.iter().filter(|(_, nodes)| *nodes <= most) {
                same(&format!("{} at depth {depth}", position.id), &oracle.perft(&start, *depth), nodes)?;
            }
            Ok(())
        },
    );
}

/// The position after the only move of a position.
fn after_the_only_move(variant: &str, fen: &str) -> Setup {
    let start = Start { variant: variant.to_owned(), chess960: false, fen: fen.to_owned() };
    let compiled = start.compiled();
    let mut game = start.game(&compiled).expect("it is a position");
    let mut listed = uci::list(&game);
    assert_eq!(listed.len(), 1, "{variant}: {fen}");
    let (_, made) = listed.remove(0);
    game.play(&made);
    game.setup()
}

/// A pass changes nothing, whichever piece stands for it.
#[test]
fn a_pass_is_no_progress() {
    let setup = after_the_only_move("andersanti", "8/8/8/p7/P7/8/8/8 w - - 7 20");
    assert_eq!(setup.halfmoves, 8);
}

/// A pass that the key `pass` allows is no step: rules about steps do not forbid it, and it is made like any other move.
#[test]
fn a_pass_by_key_is_no_step() {
    let file = include_str!("../games/seega.yaml");
    let compiled = ferz::load_text(file).expect("it is a variant");
    let fen = "pp1P1/5/pP1p1/1P1P1/5[PPPPPPPPpppppppp] w - - 0 3";
    let setup = ferz::fen::read_with(fen, compiled.rules(), false).expect("it is a position");
    // The drop captures, so that a further drop would have to capture more men.
    crate::side_by_side::agree_along(&compiled, &setup, &["P@d4", "b2b2"]).unwrap_or_else(|error| panic!("{error}"));
}

/// A piece that promotes by captures makes no progress with a move of two legs that it could take back.
#[test]
fn a_move_of_several_legs_that_can_be_taken_back_is_no_progress() {
    let file = "name: Hooks\nextends: chess\npieces:\n  hook: {symbol: H, moves: RasR, promotion: {zone: all, when: capturing, to: queen}}\n\
                setup: 3rkr2/4p3/8/8/8/8/7P/H3K3 w - - 5 10\n";
    let compiled = ferz::load_text(file).expect("it is a variant");
    let clock = |text: &str| {
        let mut game = compiled.start().expect("it has a start");
        let made = uci::parse(&game, text).expect("it is a move");
        game.play(&made);
        game.setup().halfmoves
    };
    assert_eq!([clock("a1c7"), clock("a1a4"), clock("h2h3")], [6, 6, 0]);
    let setup = compiled.rules().setup.clone();
    crate::side_by_side::agree_along(&compiled, &setup, &["a1c7"]).unwrap_or_else(|error| panic!("{error}"));
}

/// The dice say which pieces move. A promotion counts as a move of the piece that comes of it.
#[test]
fn the_oracle_follows_the_dice() {
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 then:rolled:a1a1:R";
    let start = Start { variant: "dice".to_owned(), chess960: false, fen: start.to_owned() };
    let compiled = start.compiled();
    let game = start.game(&compiled).expect("it is a position");
    let oracle = ferz::oracle(compiled.shared_rules()).expect("it is known");
    let own = ferz_oracle::Game::new(&oracle, &game.setup());
    assert_eq!(oracle.texts(own.position(), &own.moves()), ["a7a8r"]);
}

/// Every so many rows of other programs are asked by default (`FERZ_ORACLE_ROWS`); 1 asks them all.
fn some_of<T>(rows: Vec<T>, start: impl Fn(&T) -> &Start) -> Vec<T> {
    let names = known_variants();
    let step: usize = setting("FERZ_ORACLE_ROWS", 12);
    let known = |row: &T| names.contains(&start(row).variant.as_str());
    rows.into_iter().filter(known).step_by(step.max(1)).collect()
}

/// Move lists of Fairy-Stockfish, by the oracle.
#[test]
fn the_oracle_lists_moves_as_another_program_does() {
    let mut rows = rows::<Listed>("parity/moves.jsonl");
    // Squares that a rule lets the player choose are written in another way than walls.
    rows.retain(|row| !row.uci.iter().any(|text| text.contains(',')));
    let rows = some_of(rows, |row| &row.start);
    assert!(rows.len() >= 40);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
            let game = ferz_oracle::Game::new(&oracle, &row.start.game(compiled)?.setup());
            let mut texts = oracle.texts(game.position(), &game.moves());
            texts.sort();
            let mut expected = row.uci.clone();
            expected.sort();
            same("moves", &texts, &expected)?;
            same("check", &game.in_check(), &row.check)?;
            let over = game.end().is_some_and(|end| !end.claim);
            same("over", &over, &row.end.is_some())
        },
    );
}

/// The result of an end for the side to move.
fn result(game: &ferz_oracle::Game, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "draw",
        Outcome::Won(side) if side == game.setup().turn => "win",
        Outcome::Won(_) => "loss",
    }
}

/// A game of the oracle that starts as a row does.
fn started(compiled: &ferz::game::Compiled, start: &Start) -> Result<ferz_oracle::Game, String> {
    let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
    let setup: Setup = start.game(compiled)?.setup();
    Ok(ferz_oracle::Game::new(&oracle, &setup))
}

/// Ends of games that Fairy-Stockfish has played, by the oracle.
#[test]
fn the_oracle_ends_games_as_another_program_does() {
    let mut rows = rows::<Ending>("parity/endings.jsonl");
    rows.retain(|row| !row.play.iter().any(|text| text.contains(',')));
    let rows = some_of(rows, |row| &row.start);
    assert!(rows.len() >= 20);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let mut game = started(compiled, &row.start)?;
            for text in &row.play {
                same(&format!("legal {text}"), &game.play_text(text), &true)?;
            }
            same("check", &game.in_check(), &row.check)?;
            let end = game.end().ok_or("the game goes on")?;
            if row.kind != "immediate" {
                same("reason", &end.reason.as_str(), &reason(&row.kind))?;
            }
            same("result", &result(&game, end.outcome), &row.result.as_str())
        },
    );
}

/// Cycles of four moves end at the same ply as in Fairy-Stockfish, by the oracle.
#[test]
fn the_oracle_ends_cycles_as_another_program_does() {
    let mut rows = rows::<Cycle>("parity/repetition.jsonl");
    rows.retain(|row| !row.cycle.iter().any(|text| text.contains(',')));
    let rows = some_of(rows, |row| &row.start);
    assert!(rows.len() >= 10);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let mut game = started(compiled, &row.start)?;
            let mut found = None;
            for (ply, text) in (1..=row.plies).zip(row.cycle.iter().cycle()) {
                same(&format!("legal {text} at ply {ply}"), &game.play_text(text), &true)?;
                if let Some(end) = game.end() {
                    found = Some((ply, result(&game, end.outcome).to_owned()));
                    break;
                }
            }
            same("end", &found, &row.end)
        },
    );
}

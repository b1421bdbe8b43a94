//! The games that are written in the language of rules, played by the oracle: counts from other sources, and the files of the same
//! games with older keys, which the interpreter plays.
//!
//! `FERZ_ORACLE_LEAVES` says up to how many leaves are counted, `FERZ_LANGUAGE_POSITIONS` how many random positions of each game are
//! compared, `FERZ_SEED` which. `FERZ_LANGUAGE_GAMES` names the only games to compare.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::{check_all, files_below, same, setting, test_file, variant};
use crate::side_by_side::{Depth, play_games};
use ferz::compile;
use ferz::fen;
use ferz::variant::{DiskLoader, VariantSource};
use ferz_oracle::{Game, Oracle};

/// The oracle of a game, or what is wrong with the file.
fn oracle(game: &str) -> Result<Oracle, String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rules-language").join(game).with_extension("yaml");
    let loaded =
        compile::load_for_oracle(&VariantSource::File(path), &DiskLoader).map_err(|error| error.to_string())?;
    let errors = loaded.problems.iter().filter(|problem| problem.is_error());
    let message = errors.map(|problem| format!("{game}: {}", problem.message)).collect::<Vec<_>>().join("; ");
    let rules = loaded.variant.ok_or(message)?.rules;
    ferz::oracle(Arc::new(rules)).map_err(|unknown| unknown.keys.join(", "))
}

/// The names of all games.
fn games() -> Vec<String> {
    let files = files_below("tests/rules-language", "yaml");
    let names = files.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    names.filter(|name| !name.ends_with("-board")).collect()
}

/// The lines of a table that say something.
fn lines(table: &str) -> Vec<String> {
    test_file(table).lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned).collect()
}

/// A row of the table of counts.
struct Figure {
    game: String,
    fen: String,
    counts: Vec<u64>,
}

fn figures() -> Vec<Figure> {
    let row = |line: String| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        // The state of a position may have the same sign.
        let [game, fen @ .., counts, _] = &columns[..] else { panic!("four columns: {line}") };
        let counts = counts.split_whitespace().map(|count| count.parse().expect("a count")).collect();
        Figure { game: (*game).to_owned(), fen: fen.join("|"), counts }
    };
    lines("rules-language/figures.txt").into_iter().map(row).collect()
}

/// Every game is played, and has counts from elsewhere.
#[test]
fn games_are_played_and_counted() {
    let counted: BTreeSet<String> = figures().into_iter().map(|figure| figure.game).collect();
    let games = games();
    assert_eq!(games.len(), 83);
    check_all(&games, |game| {
        let oracle = oracle(game)?;
        same(&format!("{game} has counts"), &counted.contains(game.as_str()), &true)?;
        let mut played = Game::new(&oracle, &oracle.rules().setup.clone());
        for ply in 0..8 {
            let mut moves = played.moves();
            if moves.is_empty() || played.end().is_some() {
                break;
            }
            let (made, after) = moves.swap_remove(ply * 7 % moves.len());
            played.play(&made, after);
        }
        Ok(())
    });
}

/// The games with concepts that only the oracle follows.
const ONLY_FOR_THE_ORACLE: [&str; 6] =
    ["bughouse", "chaturaji", "four-player-chess", "four-player-partners", "four-player-teams", "isola"];

/// The interpreter and the oracle play the same file alike.
#[test]
fn games_are_played_alike_by_interpreter_and_oracle() {
    let wanted: usize = setting("FERZ_LANGUAGE_POSITIONS", 8);
    let seed: u64 = setting("FERZ_SEED", 1);
    let only: String = setting("FERZ_LANGUAGE_GAMES", String::new());
    let asked = |game: &String| only.is_empty() || only.split(' ').any(|name| name == game);
    let games: Vec<String> = games().into_iter().filter(asked).collect();
    check_all(&games, |game| {
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/rules-language").join(game).with_extension("yaml");
        let loaded = compile::load(&VariantSource::File(path), &DiskLoader).map_err(|error| error.to_string())?;
        let Some(variant) = loaded.variant else {
            let expected = ONLY_FOR_THE_ORACLE.contains(&game.as_str());
            return same(&format!("{game} is refused: {:?}", loaded.problems), &expected, &true);
        };
        same(&format!("{game} is played"), &ONLY_FOR_THE_ORACLE.contains(&game.as_str()), &false)?;
        let compiled = ferz::game::Compiled::new(variant.rules);
        play_games(&compiled, &oracle(game)?, Depth::Whole, seed, wanted).1.map_err(|error| format!("{game}: {error}"))
    });
}

#[test]
fn games_have_the_counts_of_other_sources() {
    let most: u64 = setting("FERZ_ORACLE_LEAVES", 450);
    check_all(&figures(), |figure| {
        let oracle = oracle(&figure.game)?;
        let setup = match figure.fen.is_empty() {
            true => oracle.rules().setup.clone(),
            false => fen::read(&figure.fen, oracle.rules()).map_err(|error| format!("{}: {error:?}", figure.game))?,
        };
        let start = oracle.position(&setup);
        for (depth, expected) in (1..).zip(&figure.counts).filter(|(_, count)| **count <= most) {
            let what = format!("{} {}: perft {depth}", figure.game, figure.fen);
            same(&what, &oracle.perft(&start, depth), expected)?;
        }
        Ok(())
    });
}

#[test]
fn games_agree_with_the_files_that_are_shipped() {
    let wanted: usize = setting("FERZ_LANGUAGE_POSITIONS", 8);
    let most: u64 = setting("FERZ_ORACLE_LEAVES", 450);
    let seed: u64 = setting("FERZ_SEED", 1);
    let rows = lines("rules-language/shipped.txt");
    assert!(rows.len() >= 40);
    let only: String = setting("FERZ_LANGUAGE_GAMES", String::new());
    let asked = |row: &&String| only.is_empty() || only.split(' ').any(|game| row.split(' ').next() == Some(game));
    let rows: Vec<&String> = rows.iter().filter(asked).collect();
    check_all(&rows, |row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [game, shipped, depth] = words[..] else { return Err(format!("three words: {row}")) };
        let depth = match depth {
            "whole" => Depth::Whole,
            "board" => Depth::Board,
            "sides" => Depth::Sides,
            other => return Err(format!("{row}: no depth is called {other}")),
        };
        let (compiled, oracle) = (variant(shipped), oracle(game)?);
        let (start, position) = (compiled.start().map_err(|error| error.to_string())?, oracle.rules().setup.clone());
        for plies in 1..=3 {
            let expected = start.perft(plies);
            if expected > most {
                break;
            }
            same(&format!("{game}: perft {plies}"), &oracle.perft(&oracle.position(&position), plies), &expected)?;
        }
        play_games(&compiled, &oracle, depth, seed, wanted).1.map_err(|error| format!("{game}: {error}"))
    });
}

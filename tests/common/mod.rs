//! What the tests share: built-in variants, rows of test data, and work in parallel.
#![allow(dead_code)] // Each binary uses its part.

pub mod imports;
pub mod mutation;
pub mod stopwatch;
pub mod suite;
pub mod tokens;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ferz::compile;
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::outcome::Ended;
use ferz::rules::{CastlingNotation, Outcome};
use ferz::variant::{NoFiles, VariantSource, library};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A built-in variant.
pub fn variant(name: &str) -> Compiled {
    variant_960(name, false)
}

/// A built-in variant; with `chess960`, castling is written king takes rook.
pub fn variant_960(name: &str, chess960: bool) -> Compiled {
    let loaded = compile::load(&VariantSource::named(name), &NoFiles).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut rules = loaded.variant.unwrap_or_else(|| panic!("{name}: {:?}", loaded.problems)).rules;
    if chess960 {
        rules.castling_notation = CastlingNotation::KingTakesPartner;
    }
    Compiled::new(rules)
}

/// Where a row of test data starts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub struct Start {
    pub variant: String,
    #[serde(default)]
    pub chess960: bool,
    pub fen: String,
}

impl Start {
    pub fn compiled(&self) -> Compiled {
        variant_960(&self.variant, self.chess960)
    }

    pub fn game(&self, compiled: &Compiled) -> Result<Game, String> {
        let setup = fen::read_with(&self.fen, compiled.rules(), self.chess960).map_err(|error| error.to_string())?;
        compiled.game(&setup).map_err(|error| error.to_string())
    }

    /// The FEN of a game that began here.
    pub fn written(&self, game: &mut Game) -> String {
        let setup = game.setup();
        fen::write_with(&setup, game.rules(), self.chess960)
    }
}

/// A file below `tests/`.
pub fn test_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a file of JSON lines.
pub fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let text = test_file(name);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// All files with an ending below a folder of the package.
pub fn files_below(folder: &str, ending: &str) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.insert(path);
            }
        }
    }
    found
}

/// The files of the built-in variants. Rule files are no games.
pub fn variant_files() -> Vec<PathBuf> {
    let all = files_below("variants", "yaml").into_iter();
    all.filter(|path| path.parent().is_none_or(|folder| !folder.ends_with("variants/rules"))).collect()
}

/// A rank as FENs have it, from its squares: `1` is an empty one.
pub fn rank_in_fen(row: &[&str]) -> String {
    let runs = row.chunk_by(|a, b| a == b);
    runs.map(|run| if run[0] == "1" { run.len().to_string() } else { run.concat() }).collect()
}

/// A number from the environment, which makes a test longer or shorter.
pub fn setting<T: FromStr>(name: &str, default: T) -> T {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")),
        Err(_) => default,
    }
}

/// The built-in variants, or those that the environment names (`FERZ_VARIANTS=alice,chess`).
pub fn chosen_variants() -> Vec<&'static str> {
    let wanted: String = setting("FERZ_VARIANTS", String::new());
    library::names().filter(|name| wanted.is_empty() || wanted.split(',').any(|only| only == *name)).collect()
}

/// Says on the terminal that a test, or a part of it, has been skipped.
///
/// # Panics
/// Where `FERZ_NEEDS` lists what is missing.
pub fn skipped(missing: &str, why: &str) {
    let needed = std::env::var("FERZ_NEEDS").unwrap_or_default();
    assert!(!needed.split(',').any(|name| name == missing), "FERZ_NEEDS={needed}, but {why}");
    // Past the harness, which keeps what a passing test prints.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// Checks all rows, on as many threads as the machine has, and lists the failures.
pub fn check_all<T: Sync>(rows: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(failure) = check(row) {
                failures.lock().expect("no thread panics here").push(failure);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().expect("all threads are done");
    failures.sort();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), rows.len(), failures.join("\n"));
}

/// Checks the rows of each variant with the variant compiled once.
pub fn check_by_variant<T: Sync>(
    rows: &[T],
    start: impl Fn(&T) -> &Start + Sync,
    check: impl Fn(&Compiled, &T) -> Result<(), String> + Sync,
) {
    let variants: BTreeSet<(&str, bool)> =
        rows.iter().map(|row| (start(row).variant.as_str(), start(row).chess960)).collect();
    let groups: Vec<(&str, bool)> = variants.into_iter().collect();
    check_all(&groups, |(name, chess960)| {
        let compiled = variant_960(name, *chess960);
        let own = rows.iter().filter(|row| (start(row).variant.as_str(), start(row).chess960) == (*name, *chess960));
        let failures: Vec<String> = own
            .filter_map(|row| check(&compiled, row).err().map(|why| format!("{name} {}: {why}", start(row).fen)))
            .collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    });
}

/// An error that shows both values unless they are equal.
pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}")) }
}

/// What our files call a kind of end in the test data.
pub fn reason(kind: &str) -> &str {
    match kind {
        "no_moves" => "stalemate",
        other => other,
    }
}

/// The result of a game that is over, as the side to move sees it.
pub fn result_for_side_to_move(game: &Game, end: &Ended) -> &'static str {
    match end.outcome {
        Outcome::Draw => "draw",
        Outcome::Won(side) if side == game.turn() => "win",
        Outcome::Won(_) => "loss",
    }
}

//! Instruction counts of fixed perfts and games, held against a committed baseline. Noise cannot change them.
//!
//! `cargo run --release --manifest-path benches/instructions/Cargo.toml` runs every case under valgrind's callgrind,
//! once for each way of indexing, and fails if one needs over 2% more instructions than `baseline.txt` says.
//! `-- --write` writes a new baseline: say in the commit why it went up. `-- NAME…` measures only these cases.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use ferz::game::{Game, MoveList, Position};

/// More than this above the baseline is a failure, in percent.
const ALLOWED: f64 = 2.0;

/// What is counted.
pub enum Work {
    /// The leaves at a depth, and how many there are where that is known.
    Perft(u32),
    /// So many random games.
    Games(u64),
    /// Every leaf of a tree of this depth, each listed, made and taken back through the library.
    Make(u32),
    /// The same tree with a copy of the position for each move.
    Copy(u32),
    /// So many random games of a caller that lists the moves, plays one and asks for the end.
    Play(u64),
}

/// A case: its name, the variant (a built-in name, or a file of this folder), the work.
struct Case {
    name: &'static str,
    variant: &'static str,
    fen: Option<&'static str>,
    work: Work,
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const fn perft(name: &'static str, variant: &'static str, depth: u32) -> Case {
    Case { name, variant, fen: None, work: Work::Perft(depth) }
}

/// What a program spends that uses the library as engines do.
const fn library(name: &'static str, variant: &'static str, work: Work) -> Case {
    Case { name, variant, fen: None, work }
}

const CASES: &[Case] = &[
    perft("chess", "chess", 5),
    Case { name: "kiwipete", variant: "chess", fen: Some(KIWIPETE), work: Work::Perft(4) },
    perft("grand", "grand", 4),
    perft("cylinder", "cylinder", 4),
    perft("two-royal", "spartan", 4),
    perft("cannons", "cannons.yaml", 4),
    perft("hands", "hands.yaml", 4),
    perft("wide", "wide.yaml", 3),
    Case { name: "chess-games", variant: "chess", fen: None, work: Work::Games(40) },
    library("chess-make", "chess", Work::Make(4)),
    library("chess-copy", "chess", Work::Copy(4)),
    library("chess-play", "chess", Work::Play(40)),
    library("house-make", "crazyhouse", Work::Make(4)),
    library("house-copy", "crazyhouse", Work::Copy(4)),
    library("house-play", "crazyhouse", Work::Play(40)),
    library("atomic-make", "atomic", Work::Make(4)),
    library("atomic-copy", "atomic", Work::Copy(4)),
    library("atomic-play", "atomic", Work::Play(40)),
];

/// The ways of indexing, by the name in the baseline and the value of `FERZ_PORTABLE`.
const WAYS: [(&str, bool); 2] = [("pext", false), ("portable", true)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [option, name] = arguments.as_slice()
        && option == "--work"
    {
        work(CASES.iter().find(|case| case.name == name).expect("a case"));
        return ExitCode::SUCCESS;
    }
    match measure(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Does the work of a case; only what `measured` does is counted.
fn work(case: &Case) {
    if std::env::var_os("FERZ_PORTABLE").is_some() {
        ferz::Compiled::all_portable();
    }
    let variant = match case.variant.ends_with(".yaml") {
        true => ferz::load(&folder().join(case.variant).to_string_lossy()),
        false => ferz::load(case.variant),
    };
    let variant = variant.unwrap_or_else(|error| panic!("{}: {error}", case.variant));
    let game = match case.fen {
        None => variant.start().expect("a position"),
        Some(fen) => variant.game(&ferz::fen::read(fen, variant.rules()).expect("a FEN")).expect("a position"),
    };
    let mut subject = Subject { game, position: variant.position(), lists: Vec::new() };
    if !matches!(case.work, Work::Perft(_)) {
        // What is found out once, when it is first needed, is no part of a game, nor is the memory of lists.
        black_box(measured_without_counting(&mut subject, &case.work));
    }
    println!("{}", black_box(ferz_measured(&mut subject, &case.work)));
}

/// What the work begins with.
pub struct Subject<'v> {
    game: Game,
    position: Position<'v>,
    /// A list for each ply.
    lists: Vec<MoveList>,
}

/// The function whose instructions are counted, with all that it calls: callgrind knows it by this name.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "Rust" fn ferz_measured(subject: &mut Subject<'_>, work: &Work) -> u64 {
    measured_without_counting(subject, work)
}

fn measured_without_counting(Subject { game, position, lists }: &mut Subject<'_>, work: &Work) -> u64 {
    let mut seed = 1u64;
    let mut choose = |moves: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % moves
    };
    let plies = if let Work::Make(plies) | Work::Copy(plies) = work { *plies as usize } else { 1 };
    lists.resize_with(plies, MoveList::new);
    match work {
        Work::Perft(depth) => game.perft(*depth),
        Work::Games(games) => (0..*games).map(|_| game.clone().play_out(10_000, &mut choose).plies as u64).sum(),
        Work::Make(_) => make_each(position, lists),
        Work::Copy(_) => copy_each(position, lists),
        Work::Play(games) => (0..*games).map(|_| play(game.clone(), &mut lists[0], &mut choose)).sum(),
    }
}

fn make_each(position: &mut Position<'_>, lists: &mut [MoveList]) -> u64 {
    let Some((list, lists)) = lists.split_first_mut() else { return 1 };
    position.legal_moves(list);
    let mut leaves = 0;
    for made in &*list {
        let undo = position.make(*made);
        leaves += make_each(position, lists);
        position.unmake(undo);
    }
    leaves
}

fn copy_each(position: &Position<'_>, lists: &mut [MoveList]) -> u64 {
    let Some((list, lists)) = lists.split_first_mut() else { return black_box(1) };
    position.legal_moves(list);
    let mut leaves = 0;
    for made in &*list {
        let mut next = position.clone();
        next.play(*made);
        leaves += copy_each(&next, lists);
    }
    leaves
}

/// The plies of a game in which `choose` picks the moves.
fn play(mut game: Game, list: &mut MoveList, choose: &mut impl FnMut(usize) -> usize) -> u64 {
    let mut plies = 0;
    while game.end().is_none() {
        game.list(list);
        if list.is_empty() {
            break;
        }
        game.play(&list[choose(list.len())]);
        plies += 1;
    }
    plies
}

/// Measures, prints and compares; false if something has become dearer.
fn measure(arguments: &[String]) -> Result<bool, String> {
    let write = arguments.iter().any(|argument| argument == "--write");
    let names: Vec<&String> = arguments.iter().filter(|argument| *argument != "--write").collect();
    if let Some(unknown) = names.iter().find(|name| CASES.iter().all(|case| case.name != **name)) {
        return Err(format!("there is no case `{unknown}`"));
    }
    let path = folder().join("baseline.txt");
    let mut baseline = read(&path)?;
    let compiler = compiler()?;
    if let Some(Line::Compiler(made_with)) = baseline.get("compiler")
        && *made_with != compiler
    {
        println!("the baseline was made with {made_with}, this is {compiler}: differences may be the compiler's");
    }
    let mut fine = true;
    println!("{:<14} {:<9} {:>13} {:>13} {:>8}", "case", "indexing", "instructions", "baseline", "change");
    for case in CASES.iter().filter(|case| names.is_empty() || names.iter().any(|name| *name == case.name)) {
        for (way, portable) in WAYS {
            // Making moves and copying positions reads no tables.
            if portable && matches!(case.work, Work::Make(_) | Work::Copy(_) | Work::Play(_)) {
                continue;
            }
            if !portable && !has_bmi2() {
                println!("{:<14} {way:<9} not measured: this processor has no PEXT", case.name);
                continue;
            }
            let found = count(case, portable)?;
            let key = format!("{} {way}", case.name);
            let (before, change) = match baseline.get(&key) {
                Some(Line::Count(before)) => {
                    let change = 100.0 * (found as f64 / *before as f64 - 1.0);
                    fine &= write || change <= ALLOWED;
                    (before.to_string(), format!("{change:+.2}%"))
                }
                _ => ("none".to_owned(), String::new()),
            };
            println!("{:<14} {way:<9} {found:>13} {before:>13} {change:>8}", case.name);
            fine &= write || before != "none";
            baseline.insert(key, Line::Count(found));
        }
    }
    if write {
        baseline.insert("compiler".to_owned(), Line::Compiler(compiler));
        std::fs::write(&path, text(&baseline)).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{} is written", path.display());
    } else if !fine {
        println!("more than {ALLOWED}% above the baseline, or not in it; `-- --write` accepts that");
    }
    Ok(fine)
}

/// A line of the baseline.
enum Line {
    Count(u64),
    Compiler(String),
}

fn read(path: &PathBuf) -> Result<BTreeMap<String, Line>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let line = |line: &str| {
        let (key, value) = line.split_once(" = ")?;
        let value = if key == "compiler" { Line::Compiler(value.to_owned()) } else { Line::Count(value.parse().ok()?) };
        Some((key.to_owned(), value))
    };
    text.lines().map(|one| line(one).ok_or_else(|| format!("{}: what is `{one}`?", path.display()))).collect()
}

fn text(baseline: &BTreeMap<String, Line>) -> String {
    let mut text = String::new();
    for (key, line) in baseline {
        let _ = match line {
            Line::Count(count) => writeln!(text, "{key} = {count}"),
            Line::Compiler(compiler) => writeln!(text, "{key} = {compiler}"),
        };
    }
    text
}

fn compiler() -> Result<String, String> {
    let answer = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned())
}

fn has_bmi2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The instructions of one case.
fn count(case: &Case, portable: bool) -> Result<u64, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=ferz_measured"]);
    valgrind.arg(own).args(["--work", case.name]).env_remove("FERZ_PORTABLE");
    if portable {
        valgrind.env("FERZ_PORTABLE", "1");
    }
    let answer = valgrind.output().map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&answer.stderr);
    let line = said.lines().find_map(|line| line.split_once("Collected : ")).map(|(_, count)| count.trim());
    match line.and_then(|count| count.parse().ok()).filter(|count| *count > 0 && answer.status.success()) {
        Some(count) => Ok(count),
        None => Err(format!("{}: valgrind says\n{said}", case.name)),
    }
}

//! Ferz and its peers, side by side in one run: perft with bulk counting, one thread, start-up excluded.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml -- [--rounds N] [--only WORD]…`
//!
//! In each round every peer counts once, so that all share the machine's good and bad moments. The time of a processor is
//! measured, so that other work on the machine hardly matters. A short count is repeated until it has taken long enough to
//! be timed, and begun when the processor is awake. Fairy-Stockfish is the program that the variable `FAIRY` names, else the
//! one of the path or Debian's (package `fairy-stockfish`); it takes part in every shipped variant that it has.

mod cases;
mod fairy;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cases::Case;
use fairy::Fairy;
use shakmaty::fen::Fen;
use shakmaty::variant::{Atomic, Crazyhouse};
use shakmaty::{CastlingMode, Chess, FromSetup, Position};

/// A count shorter than this is repeated.
const SHORTEST: Duration = Duration::from_millis(100);

/// Before a count that took less than this the last time, the engine counts unmeasured for as long: a processor that has
/// idled while another engine was at work needs a while to wake up, which a long count does not notice.
const WARM_UP: Duration = Duration::from_millis(100);

/// One engine that can count.
struct Peer<'a> {
    name: &'static str,
    count: Box<dyn FnMut() -> u64 + 'a>,
    /// The process that counts, if it is not this one.
    process: Option<u32>,
    times: Vec<f64>,
}

fn main() -> ExitCode {
    let Some((rounds, only)) = arguments() else {
        eprintln!("usage: ferz-peers [--rounds N] [--only WORD]...");
        return ExitCode::from(2);
    };
    let mut fairy = Fairy::start();
    let (cases, skipped) = cases::all(&only, fairy.as_ref());
    println!("Fairy-Stockfish: {}", fairy.as_ref().map_or("not found", Fairy::name));
    println!("rounds: {rounds}; ratio: the peer's median time by that of Ferz\n");
    println!(
        "{:<20} {:>5} {:>12}  {:<16} {:>9} {:>9} {:>7}",
        "position", "depth", "nodes", "engine", "median s", "Mnodes/s", "ratio"
    );
    let (mut ratios, mut differ) = (Vec::new(), Vec::new());
    for case in &cases {
        match run(case, rounds, fairy.as_mut()) {
            Ok(found) => ratios.extend(found),
            Err(message) => differ.push(message),
        }
    }
    println!();
    if !skipped.is_empty() {
        println!("without a peer: {}", skipped.join(", "));
    }
    // One ratio a variant: Kiwipete is not a second chess.
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|(_, ratio)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().min_by(|one, two| one.1.total_cmp(&two.1)).expect("there are some");
        println!(
            "against Fairy-Stockfish, {} variants: geometric mean {mean:.1}, least {:.1} ({})",
            ratios.len(),
            least.1,
            least.0
        );
    }
    differ.iter().for_each(|message| println!("{message}"));
    if differ.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn arguments() -> Option<(usize, Vec<String>)> {
    let (mut rounds, mut only) = (5, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next()?.parse().ok().filter(|rounds| *rounds > 0)?,
            "--only" => only.extend(arguments.next()?.split(',').map(str::to_owned)),
            _ => return None,
        }
    }
    Some((rounds, only))
}

/// Runs a case; gives the ratio to Fairy-Stockfish where it is to enter the mean.
fn run(case: &Case, rounds: usize, fairy: Option<&mut Fairy>) -> Result<Option<(String, f64)>, String> {
    let mut peers = peers(case, fairy);
    for _ in 0..rounds {
        for peer in &mut peers {
            let begun = spent(peer.process);
            if peer.times.last().is_none_or(|time| *time < WARM_UP.as_secs_f64()) {
                while spent(peer.process) - begun < WARM_UP {
                    (peer.count)();
                }
            }
            let (begun, mut counts) = (spent(peer.process), 0);
            while counts == 0 || spent(peer.process) - begun < SHORTEST {
                let nodes = (peer.count)();
                counts += 1;
                if nodes != case.nodes {
                    return Err(format!("{}: {} counts {nodes}, Ferz {}", case.name, peer.name, case.nodes));
                }
            }
            peer.times.push((spent(peer.process) - begun).as_secs_f64() / f64::from(counts));
        }
    }
    let medians: Vec<f64> = peers.iter_mut().map(|peer| median(&mut peer.times)).collect();
    for (peer, median) in peers.iter().zip(&medians) {
        let (speed, ratio) = (case.nodes as f64 / median / 1e6, median / medians[0]);
        println!(
            "{:<20} {:>5} {:>12}  {:<16} {median:>9.4} {speed:>9.1} {ratio:>7.2}",
            case.name, case.depth, case.nodes, peer.name
        );
    }
    let fairy = peers.iter().zip(&medians).find(|(peer, _)| peer.name == FAIRY);
    Ok(fairy.filter(|_| case.name == case.variant).map(|(_, median)| (case.name.clone(), median / medians[0])))
}

/// The time of a processor that this thread or all threads of a process have taken, so that other work on the machine does
/// not count. Where the system does not say, the time of day.
fn spent(process: Option<u32>) -> Duration {
    let threads = match process {
        None => vec![PathBuf::from("/proc/thread-self")],
        Some(id) => {
            let folder = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten();
            folder.flatten().map(|thread| thread.path()).collect()
        }
    };
    let of = |thread: &PathBuf| {
        let text = std::fs::read_to_string(thread.join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    match threads.iter().map(of).sum::<Option<u64>>() {
        Some(nanoseconds) if nanoseconds > 0 => Duration::from_nanos(nanoseconds),
        _ => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
    }
}

const FAIRY: &str = "fairy-stockfish";

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn peers<'a>(case: &'a Case, fairy: Option<&'a mut Fairy>) -> Vec<Peer<'a>> {
    let peer = |name, count| Peer { name, count, process: None, times: Vec::new() };
    let mut peers = vec![peer("ferz", ferz_counter(case))];
    match case.variant.as_str() {
        "chess" => {
            peers.push(peer("shakmaty", shakmaty_counter::<Chess>(case)));
            let board: cozy_chess::Board = case.fen.parse().expect("a FEN");
            peers.push(peer("cozy-chess", Box::new(move || cozy(&board, case.depth))));
        }
        "atomic" => peers.push(peer("shakmaty", shakmaty_counter::<Atomic>(case))),
        "crazyhouse" => peers.push(peer("shakmaty", shakmaty_counter::<Crazyhouse>(case))),
        _ => {}
    }
    if let Some(fairy) = fairy
        && fairy.knows(&case.variant)
    {
        fairy.set_up(&case.variant, &case.fen);
        let process = Some(fairy.process());
        peers.push(Peer { process, ..peer(FAIRY, Box::new(move || fairy.perft(case.depth))) });
    }
    peers
}

fn ferz_counter(case: &Case) -> Box<dyn FnMut() -> u64> {
    let variant = ferz::load(&case.variant).expect("a shipped variant");
    let setup = ferz::fen::read(&case.fen, variant.rules()).expect("a FEN");
    let game = variant.game(&setup).expect("a position");
    let depth = case.depth;
    Box::new(move || game.perft(depth))
}

fn shakmaty_counter<P: Position + FromSetup + Clone + 'static>(case: &Case) -> Box<dyn FnMut() -> u64> {
    let fen: Fen = case.fen.parse().expect("a FEN");
    let position: P = fen.into_position(CastlingMode::Standard).expect("a position");
    let depth = case.depth;
    Box::new(move || shakmaty::perft(&position, depth))
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for one in moves {
                let mut next = board.clone();
                next.play_unchecked(one);
                nodes += cozy(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

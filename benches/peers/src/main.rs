//! Ferz and its peers, side by side in one run: perft with bulk counting, one thread, start-up excluded.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml [ROUNDS]`. Fairy-Stockfish is taken from the variable
//! `FAIRY_STOCKFISH` or from the path (Debian's package `fairy-stockfish`); without it its column stays empty.

mod fairy;

use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// A count that all peers make.
struct Case {
    name: &'static str,
    variant: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
    /// Is it orthodox chess, which the peers for chess alone know too?
    chess: bool,
}

const CASES: [Case; 4] = [
    Case {
        name: "chess, start",
        variant: "chess",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: 119_060_324,
        chess: true,
    },
    Case {
        name: "Kiwipete",
        variant: "chess",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: 193_690_690,
        chess: true,
    },
    Case {
        name: "capablanca, start",
        variant: "capablanca",
        fen: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        depth: 4,
        nodes: 805_128,
        chess: false,
    },
    Case {
        name: "grand, start",
        variant: "grand",
        fen: "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
        depth: 4,
        nodes: 15_921_643,
        chess: false,
    },
];

/// One engine that can count.
struct Peer<'a> {
    name: &'static str,
    count: Box<dyn FnMut() -> u64 + 'a>,
    times: Vec<Duration>,
}

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let mut fairy = fairy::Fairy::start();
    println!("{:<20} {:<16} {:>10} {:>12} {:>8}", "position", "engine", "median s", "Mnodes/s", "ratio");
    for case in &CASES {
        let mut peers = peers(case, fairy.as_mut());
        for _ in 0..rounds {
            for peer in &mut peers {
                let begun = Instant::now();
                let nodes = (peer.count)();
                peer.times.push(begun.elapsed());
                assert_eq!(nodes, case.nodes, "{} counts {}", peer.name, case.name);
            }
        }
        report(case, &mut peers);
    }
}

fn report(case: &Case, peers: &mut [Peer]) {
    let medians: Vec<f64> = peers.iter_mut().map(|peer| median(&mut peer.times)).collect();
    for (peer, median) in peers.iter().zip(&medians) {
        let speed = case.nodes as f64 / median / 1e6;
        println!(
            "{:<20} {:<16} {:>10.3} {:>12.1} {:>8.2}",
            case.name,
            peer.name,
            median,
            speed,
            median / medians[0]
        );
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn peers<'a>(case: &'a Case, fairy: Option<&'a mut fairy::Fairy>) -> Vec<Peer<'a>> {
    let mut peers = vec![Peer { name: "ferz", count: ferz_counter(case), times: Vec::new() }];
    if case.chess {
        let position: Chess =
            case.fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position");
        let count = Box::new(move || shakmaty::perft(&position, case.depth));
        peers.push(Peer { name: "shakmaty", count, times: Vec::new() });
        let board: cozy_chess::Board = case.fen.parse().expect("a FEN");
        peers.push(Peer { name: "cozy-chess", count: Box::new(move || cozy(&board, case.depth)), times: Vec::new() });
    }
    if let Some(fairy) = fairy
        && fairy.select(case.variant)
    {
        let count = Box::new(move || fairy.perft(case.fen, case.depth));
        peers.push(Peer { name: "fairy-stockfish", count, times: Vec::new() });
    }
    peers
}

fn ferz_counter(case: &Case) -> Box<dyn FnMut() -> u64> {
    let variant = ferz::load(case.variant).expect("a shipped variant");
    let setup = variant.read_fen(case.fen).expect("a FEN");
    let mut game = variant.game(&setup).expect("a position");
    let depth = case.depth;
    Box::new(move || game.perft(depth))
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

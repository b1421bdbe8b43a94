//! What a program that lists and makes moves through the library gets, beside shakmaty and cozy-chess, in one run.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml --bin library -- [--rounds N] [ROW…]`
//!
//! Of the rows that are named (`chess`, `"chess games"`, `"ferz make"`), or of all.
//!
//! - **tree**: every leaf of a tree is made, by `make`/`unmake` and by copy; million leaves a second.
//! - **games**: random games: list the moves, choose one, play it, ask for the end; games a second. The peers end games by
//!   mate, stalemate, bare material and fifty moves, Ferz by repetition as well.
//!
//! In each round everybody runs once, so that all share the machine's good and bad moments; medians are printed.

use std::time::Instant;

use ferz::game::{Game, MoveList, Position};
use shakmaty::Chess;
use shakmaty::variant::{Atomic, Crazyhouse};

/// Random games of one run.
const GAMES: u32 = 400;

/// A line of the table.
struct Row<'a> {
    what: &'static str,
    who: &'static str,
    run: Box<dyn FnMut() -> u64 + 'a>,
    speeds: Vec<f64>,
}

fn main() {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut rounds = 7;
    if let Some(at) = wanted.iter().position(|argument| argument == "--rounds") {
        rounds = wanted.get(at + 1).and_then(|rounds| rounds.parse().ok()).expect("a number of rounds");
        wanted.drain(at..at + 2);
    }
    let [chess, house, atomic] = ["chess", "crazyhouse", "atomic"].map(|name| ferz::load(name).expect("it is shipped"));
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut row = |what, who, run| rows.push(Row { what, who, run, speeds: Vec::new() });
    for (what, variant, depth) in [("chess", &chess, 5), ("crazyhouse", &house, 4), ("atomic", &atomic, 4)] {
        let start = variant.position();
        let (mut position, mut room) = (start.clone(), lists(depth));
        row(what, "ferz make", Box::new(move || make_each(&mut position, &mut room)) as Box<dyn FnMut() -> u64>);
        let (position, mut room) = (start, lists(depth));
        row(what, "ferz copy", Box::new(move || copy_each(&position, &mut room)));
        match what {
            "chess" => {
                row(what, "shakmaty", Box::new(move || shakmaty_each(&Chess::default(), depth)));
                row(what, "cozy-chess", Box::new(move || cozy_each(&cozy_chess::Board::default(), depth)));
            }
            "crazyhouse" => row(what, "shakmaty", Box::new(move || shakmaty_each(&Crazyhouse::default(), depth))),
            _ => row(what, "shakmaty", Box::new(move || shakmaty_each(&Atomic::default(), depth))),
        }
    }
    for (what, variant) in [("chess games", &chess), ("crazyhouse games", &house), ("atomic games", &atomic)] {
        let start = variant.start().expect("it can be played");
        let (mut seed, mut list) = (1, MoveList::new());
        row(what, "ferz", Box::new(move || games(|| play(start.clone(), &mut list, &mut seed))));
        let mut seed = 1;
        match what {
            "chess games" => {
                row(what, "shakmaty", Box::new(move || games(|| shakmaty_game(Chess::default(), &mut seed))));
                let mut seed = 1;
                row(what, "cozy-chess", Box::new(move || games(|| cozy_game(&mut seed))));
            }
            "crazyhouse games" => {
                row(what, "shakmaty", Box::new(move || games(|| shakmaty_game(Crazyhouse::default(), &mut seed))));
            }
            _ => row(what, "shakmaty", Box::new(move || games(|| shakmaty_game(Atomic::default(), &mut seed)))),
        }
    }
    let is_wanted = |row: &Row<'_>| wanted.iter().all(|name| row.what == name || row.who == name);
    rows.retain(is_wanted);
    for _ in 0..rounds {
        for row in &mut rows {
            let begun = Instant::now();
            let done = (row.run)();
            row.speeds.push(done as f64 / begun.elapsed().as_secs_f64());
        }
    }
    for row in &mut rows {
        row.speeds.sort_by(f64::total_cmp);
        let median = row.speeds[rounds / 2];
        println!("{:<18} {:<12} {}", row.what, row.who, shown(row.what, median));
    }
}

fn shown(what: &str, speed: f64) -> String {
    if what.ends_with("games") { format!("{speed:>9.0} games/s") } else { format!("{:>9.1} Mleaves/s", speed / 1e6) }
}

/// One list for each ply but the last is not enough: every leaf is made.
fn lists(depth: u32) -> Vec<MoveList> {
    (0..depth).map(|_| MoveList::new()).collect()
}

fn make_each(position: &mut Position<'_>, room: &mut [MoveList]) -> u64 {
    let Some((list, room)) = room.split_first_mut() else { return 1 };
    position.legal_moves(list);
    let mut leaves = 0;
    for made in &*list {
        let undo = position.make(made);
        leaves += make_each(position, room);
        position.unmake(undo);
    }
    leaves
}

fn copy_each(position: &Position<'_>, room: &mut [MoveList]) -> u64 {
    let Some((list, room)) = room.split_first_mut() else { return std::hint::black_box(1) };
    position.legal_moves(list);
    let mut leaves = 0;
    for made in &*list {
        let mut next = position.clone();
        next.play(made);
        leaves += copy_each(&next, room);
    }
    leaves
}

fn shakmaty_each<P: shakmaty::Position + Clone>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return std::hint::black_box(1);
    }
    let after = |made| {
        let mut next = position.clone();
        next.play_unchecked(made);
        shakmaty_each(&next, depth - 1)
    };
    position.legal_moves().into_iter().map(after).sum()
}

fn cozy_each(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return std::hint::black_box(1);
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for made in moves {
            let mut next = board.clone();
            next.play_unchecked(made);
            leaves += cozy_each(&next, depth - 1);
        }
        false
    });
    leaves
}

fn games(mut game: impl FnMut()) -> u64 {
    (0..GAMES).for_each(|_| game());
    u64::from(GAMES)
}

/// A number below `limit`: xorshift64*.
fn random(seed: &mut u64, limit: usize) -> usize {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    (seed.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
}

fn play(mut game: Game, list: &mut MoveList, seed: &mut u64) {
    while game.end().is_none() {
        game.list(list);
        if list.is_empty() {
            return;
        }
        game.play(&list[random(seed, list.len())]);
    }
}

fn shakmaty_game<P: shakmaty::Position>(mut position: P, seed: &mut u64) {
    while position.outcome().is_unknown() && position.halfmoves() < 100 {
        let moves = position.legal_moves();
        position.play_unchecked(moves[random(seed, moves.len())]);
    }
}

fn cozy_game(seed: &mut u64) {
    let mut board = cozy_chess::Board::default();
    let mut list = Vec::with_capacity(256);
    while board.status() == cozy_chess::GameStatus::Ongoing {
        list.clear();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        board.play_unchecked(list[random(seed, list.len())]);
    }
}

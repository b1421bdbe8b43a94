//! What the library's calls cost: `cargo bench`. Every bench checks its own answer.

use divan::{Bencher, black_box, counter::ItemsCount};
use ferz::game::{Compiled, Game, MoveList, Position};
use ferz::interpreter::Move;
use ferz::play::Random;
use ferz::{fen, notation};

fn main() {
    divan::main();
}

fn start(name: &str) -> (Compiled, Game) {
    let variant = ferz::load(name).expect("it is built in");
    let game = variant.start().expect("it has a start");
    (variant, game)
}

/// Leaves a second, counted in bulk.
#[divan::bench(args = [("chess", 4, 197_281), ("crazyhouse", 4, 197_281), ("atomic", 4, 197_326), ("grand", 3, 259_514)])]
fn perft(bencher: Bencher, (name, depth, nodes): (&str, u32, u64)) {
    let (_, game) = start(name);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| assert_eq!(game.perft(black_box(depth)), nodes));
}

/// Makes every leaf of a tree, and takes each move back.
#[divan::bench(args = [("chess", 3, 8_902), ("crazyhouse", 3, 8_902), ("xiangqi", 3, 79_666)])]
fn tree(bencher: Bencher, (name, depth, leaves): (&str, u32, u64)) {
    fn walk(position: &mut Position<'_>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let below = |mv: &Move| {
            let undo = position.make(*mv);
            let leaves = walk(position, depth - 1);
            position.unmake(undo);
            leaves
        };
        moves.iter().map(below).sum()
    }
    let (variant, _) = start(name);
    let mut position = variant.position();
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| assert_eq!(walk(&mut position, depth), leaves));
}

/// A game of random moves by list, choose, play and ask for the end; 200 plies at most.
#[divan::bench(args = ["chess", "crazyhouse", "grand", "xiangqi"])]
fn random_game(bencher: Bencher, name: &str) {
    let (variant, _) = start(name);
    let mut random = Random::new(1);
    bencher.bench_local(|| {
        let mut game = variant.start().expect("it has a start");
        let mut plies = 0;
        while plies < 200 {
            let moves = game.legal_moves();
            if game.end_with(moves.len()).is_some() {
                break;
            }
            game.play(&moves[random.below(moves.len())]);
            plies += 1;
        }
        assert!(plies > 4);
    });
}

/// The moves of a position in both notations.
#[divan::bench(args = ["chess", "shogi"])]
fn written_moves(bencher: Bencher, name: &str) {
    let (_, mut game) = start(name);
    let count = game.legal_moves().len();
    bencher.bench_local(|| assert_eq!(notation::list(&mut game).len(), count));
}

/// A FEN, read and written.
#[divan::bench(args = ["chess", "crazyhouse", "shogi"])]
fn fen_round(bencher: Bencher, name: &str) {
    let (variant, _) = start(name);
    let text = fen::write(&variant.rules().setup, variant.rules());
    bencher.bench(|| {
        let setup = fen::read(black_box(&text), variant.rules()).expect("it is a position");
        assert_eq!(fen::write(&setup, variant.rules()), text);
    });
}

/// From a name to tables.
#[divan::bench(args = ["chess", "crazyhouse", "grand"])]
fn load(name: &str) -> Compiled {
    ferz::load(black_box(name)).expect("it is built in")
}

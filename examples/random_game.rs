//! A game of random moves, as SAN, with its result and the position at the end.
//!
//! `cargo run --example random_game -- [VARIANT [SEED]]`

use std::error::Error;

use ferz::{Fen, Random};

/// The longest game, in plies.
const LONGEST: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = ferz::load(&arguments.next().unwrap_or_else(|| "crazyhouse".to_owned()))?;
    let mut random = Random::new(arguments.next().map_or(Ok(1), |seed| seed.parse())?);
    let mut game = variant.start()?;
    let mut text = Vec::new();
    for _ in 0..LONGEST {
        if game.end().is_some() {
            break;
        }
        let mut moves = ferz::written_moves(&mut game);
        let chosen = moves.swap_remove(random.below(moves.len()));
        text.push(chosen.san);
        game.play(&chosen.made);
    }
    println!("{}", text.join(" "));
    match game.end() {
        Some(end) => println!("{}: {}", end.outcome, end.reason),
        None => println!("unfinished after {LONGEST} plies"),
    }
    println!("{}", Fen::of(&mut game));
    Ok(())
}

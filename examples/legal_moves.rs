//! The legal moves of a position, in both notations, and how many positions lie behind them.
//!
//! `cargo run --example legal_moves -- [VARIANT [FEN]]`

use std::error::Error;

use ferz::Fen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant = ferz::load(&arguments.next().unwrap_or_else(|| "chess".to_owned()))?;
    let mut game = match arguments.next() {
        Some(text) => text.parse::<Fen>()?.game(&variant)?,
        None => variant.start()?,
    };
    for written in ferz::written_moves(&mut game) {
        println!("{:8}{}", written.uci, written.san);
    }
    println!("{} positions after two moves", game.perft(2));
    Ok(())
}

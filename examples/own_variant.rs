//! A variant of one's own: a text becomes rules, or a list of problems that each have their place.

use std::error::Error;

const NIMBLE: &str = "\
name: Nimble kings
extends: chess
pieces:
  king: {moves: KN}
";

fn main() -> Result<(), Box<dyn Error>> {
    let nimble = ferz::load_text(NIMBLE)?;
    println!("{}: {} moves at the start", nimble.rules().title, nimble.start()?.legal_moves().len());
    let mistaken = NIMBLE.replace("KN", "Kn");
    match ferz::load_text(&mistaken) {
        Ok(_) => println!("`Kn` is a notation after all"),
        Err(error) => println!("{error}"),
    }
    Ok(())
}

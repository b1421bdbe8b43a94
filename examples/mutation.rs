//! One-token changes of all shipped variants, and whether `check`, `ferz test` or `ferz snapshot --check` notices.
//!
//! `cargo run --release --example mutation -- [CHANGES [SEED [VARIANT…]]]`

#[path = "../tests/common/mutation.rs"]
mod mutation;

use ferz::variant::library;
use mutation::{Tally, examine};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(40);
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let chosen: Vec<String> = arguments.collect();
    let mut tally = Tally::default();
    for name in library::names().filter(|name| chosen.is_empty() || chosen.iter().any(|wanted| wanted == name)) {
        if let Some(built_in) = library::get(name) {
            tally.add(examine(name, built_in.text, count, seed));
        }
    }
    for (what, list) in [
        ("reported elsewhere", &tally.elsewhere),
        ("proven equivalent: the same compiled rules", &tally.equivalent),
        ("missed", &tally.missed),
    ] {
        println!("# {what}\n{}\n", list.join("\n"));
    }
    print!("{}", tally.summary());
    if !tally.missed.is_empty() {
        std::process::exit(1);
    }
}

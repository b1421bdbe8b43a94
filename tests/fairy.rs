//! Configuration files of Fairy-Stockfish: in, out, and out and in again.

mod common;

use std::fs;
use std::path::Path;

use ferz::compile::{self, Loaded};
use ferz::diagnostic::Code;
use ferz::fairy;
use ferz::variant::{NoFiles, VariantSource, library};
use ferz::{Compiled, Game};

fn built_in(name: &str) -> Loaded {
    compile::load(&VariantSource::BuiltIn(name.to_owned()), &NoFiles).expect("it is there")
}

/// A small generator of numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn names(game: &mut Game) -> Vec<String> {
    let mut names: Vec<String> = ferz::notation::list(game).into_iter().map(|listed| listed.uci).collect();
    names.sort();
    names
}

/// Plays the same random games in two variants and holds the moves against each other.
fn same_games(name: &str, own: &Compiled, other: &Compiled) {
    let mut dice = Dice(name.bytes().fold(7, |seed, byte| seed * 31 + u64::from(byte)));
    let (mut one, mut two) = (own.start().expect("a start"), other.start().expect("a start"));
    for ply in 0..30 {
        let (moves, others) = (names(&mut one), names(&mut two));
        assert_eq!(moves, others, "{name}, ply {ply}: {}", one.fen());
        if moves.is_empty() {
            break;
        }
        let text = &moves[dice.below(moves.len())];
        for game in [&mut one, &mut two] {
            let made = ferz::notation::parse(game, text).expect("it is legal");
            game.play(&made);
        }
    }
}

#[test]
fn what_is_exported_comes_back_the_same() {
    let (mut exported, mut refused) = (0, 0);
    for name in library::names() {
        let loaded = built_in(name);
        let Ok(section) = fairy::export(&loaded, "out-and-in") else {
            refused += 1;
            continue;
        };
        exported += 1;
        let import = fairy::import("exported.ini", section.as_bytes());
        let faults: Vec<String> = import.problems.iter().map(|problem| problem.message.clone()).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{section}");
        let back = ferz::load_text(&import.files[0].text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let own = Compiled::new(loaded.variant.expect("it is sound").rules);
        same_games(name, &own, &back);
    }
    assert!(exported > 180, "{exported} exported, {refused} refused");
}

//! What is counted: the positions and depths that all peers share.

use crate::fairy::Fairy;

/// A count that peers make.
pub struct Case {
    pub name: String,
    pub variant: String,
    pub fen: String,
    pub depth: u32,
    pub nodes: u64,
}

/// A tree of at most so many leaves, so that a slow peer has done within seconds.
const MOST_LEAVES: u64 = 20_000_000;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Variants that shakmaty knows too, as soon as Ferz ships them.
pub const OF_SHAKMATY: [&str; 2] = ["atomic", "crazyhouse"];

/// All cases whose name contains one of the words, and what has been left out.
pub fn all(only: &[String], fairy: Option<&Fairy>) -> (Vec<Case>, Vec<String>) {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|word| name.contains(word.as_str()));
    let mut cases = Vec::new();
    let mut skipped = Vec::new();
    for (name, fen, depth) in [("chess", None, 6), ("chess, Kiwipete", Some(KIWIPETE), 5)] {
        if wanted(name) {
            cases.push(case(name, "chess", fen, Some(depth)));
        }
    }
    for name in ferz::variant::library::names().filter(|name| *name != "chess" && wanted(name)) {
        let known = fairy.is_some_and(|fairy| fairy.knows(name));
        if known || OF_SHAKMATY.contains(&name) {
            cases.push(case(name, name, None, None));
        } else {
            skipped.push(name.to_owned());
        }
    }
    (cases, skipped)
}

fn case(name: &str, variant: &str, fen: Option<&str>, depth: Option<u32>) -> Case {
    let compiled = ferz::load(variant).expect("a shipped variant");
    let setup = match fen {
        None => compiled.rules().setup.clone(),
        Some(fen) => ferz::fen::read(fen, compiled.rules()).expect("a FEN"),
    };
    let game = compiled.game(&setup).expect("a position");
    let fen = ferz::fen::write(&setup, compiled.rules());
    let (mut chosen, mut nodes) = (1, game.perft(1));
    match depth {
        Some(depth) => (chosen, nodes) = (depth, game.perft(depth)),
        None => {
            let mut growth = nodes.max(2);
            while chosen < 20 && nodes.saturating_mul(growth) <= MOST_LEAVES {
                let deeper = game.perft(chosen + 1);
                if deeper == 0 {
                    break;
                }
                growth = (deeper / nodes.max(1)).max(2);
                (chosen, nodes) = (chosen + 1, deeper);
            }
        }
    }
    Case { name: name.to_owned(), variant: variant.to_owned(), fen, depth: chosen, nodes }
}

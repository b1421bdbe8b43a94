//! Sentences for everything that a file states in the language of rules. `show`, rendered pages and their facts use them.

use super::inlined;
use super::rules::{declaration, define, end, rule, sides, turns};
use super::speaker::spoken;
use crate::english::{capitalised, list};
use crate::language::print::decimal;
use crate::rules::Rules;
use crate::rules::tree::{Declaration, Sides, Tree};

/// A sentence, with the name that the file gives to what it states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The name.
    pub name: String,
    /// The sentence. It may have a second one.
    pub text: String,
}

/// The sentences of a file's sections, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The sides, the turns and the worth of pieces.
    pub whole: Vec<String>,
    /// State that a position holds beside pieces on squares.
    pub state: Vec<Said>,
    /// Named sets and conditions, without those that the other sentences say in full.
    pub names: Vec<Said>,
    /// The rules.
    pub rules: Vec<Said>,
    /// The ends of the game.
    pub ends: Vec<Said>,
}

/// All sentences of a tree.
pub fn told(tree: &Tree, rules: &Rules) -> Told {
    let said = |name: &str, text: String| Said { name: name.to_owned(), text };
    let in_full = inlined::are_in_full(tree, rules);
    let tree = &inlined::inlined(tree, &in_full);
    let turns = tree.turns.as_ref().map(|of| turns(of, tree, rules)).unwrap_or_default();
    Told {
        whole: sides(&tree.sides, tree, rules).into_iter().chain(turns).chain(worth(tree, rules)).collect(),
        state: tree.state.iter().map(|held| said(&held.kind.name, held_by(held, tree))).collect(),
        names: tree
            .defines
            .iter()
            .zip(&in_full)
            .filter(|(_, in_full)| !**in_full)
            .map(|(each, _)| said(&each.kind.name, define(each, tree, rules)))
            .collect(),
        rules: tree.rules.iter().map(|each| said(&each.kind.name, rule(each, tree, rules))).collect(),
        ends: tree.ends.iter().map(|each| said(&each.kind.name, end(each, tree, rules))).collect(),
    }
}

/// A declaration in words. Games of more than two sides declare which pieces belong to which side, and which side moves.
fn held_by(held: &Declaration, tree: &Tree) -> String {
    let (name, sides) = (held.kind.name.as_str(), &tree.sides);
    match name {
        _ if sides.order.len() <= 2 => declaration(held),
        Sides::TO_MOVE => "The side to move.".to_owned(),
        Sides::OUT => "The sides that have dropped out.".to_owned(),
        _ if sides.further().any(|side| side == name) => format!("The pieces of {}.", capitalised(name)),
        _ => declaration(held),
    }
}

/// The worth of the pieces as a sentence; `None` if the file gives them none.
fn worth(tree: &Tree, rules: &Rules) -> Option<String> {
    let one = |(piece, worth): &(crate::rules::PieceId, i64)| {
        let name = rules.pieces.get(piece.index()).map_or("piece", |piece| piece.name.as_str());
        format!("{} {}", spoken(name), decimal(*worth))
    };
    let all: Vec<String> = tree.worth.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("The worth of each piece: {}.", list(&all, "and")))
}

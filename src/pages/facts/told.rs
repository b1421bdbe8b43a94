//! Facts about what a file states in the language of rules: for each entry its sentence, and its text as the program
//! writes it.

use crate::board::{BySide, Geometry, SquareSet};
use crate::language::{self, decimal, words};
use crate::pages::moves::names;
use crate::rules::Rules;
use crate::rules::tree::visit::{self as walk, Visitor};
use crate::rules::tree::{Set, SetKind};

/// The squares of both sides.
pub(super) fn both(geometry: &Geometry, squares: &BySide<SquareSet>) -> String {
    format!(
        "{} / {}",
        names(geometry, squares.white & geometry.squares()),
        names(geometry, squares.black & geometry.squares())
    )
}

/// Key of the sentence of a rule.
pub fn rule_key(name: &str) -> String {
    format!("rule.{name}")
}

/// Key of the sentence of an end.
pub fn end_key(name: &str) -> String {
    format!("end.{name}")
}

/// All facts about the tree of a variant. An entry whose order matters has its place before its text.
pub(super) fn add(rules: &Rules, add: &mut dyn FnMut(String, String)) {
    let tree = &rules.tree;
    let told = words::told(tree, rules);
    for (at, said) in told.rules.iter().enumerate() {
        add(rule_key(&said.name), format!("{at}: {}", said.text));
    }
    for (at, said) in told.ends.iter().enumerate() {
        add(end_key(&said.name), format!("{}: {}", place(rules, at), said.text));
    }
    add_texts(rules, add);
}

/// The number of ends that are asked before an end of the tree.
fn place(rules: &Rules, at: usize) -> usize {
    rules.tree.ends.get(at).map_or(at, |end| end.kind.place + at)
}

/// The same facts without the sentences, which depend on the names of the sides too.
pub(super) fn add_texts(rules: &Rules, add: &mut dyn FnMut(String, String)) {
    for (title, entries) in language::entries(&rules.tree, rules) {
        for (at, (name, text)) in entries.into_iter().enumerate() {
            match title {
                "rules" => add(format!("{}.rule", rule_key(&name)), format!("{at}: {text}")),
                "end" => add(format!("{}.rule", end_key(&name)), format!("{}: {text}", place(rules, at))),
                _ => add(format!("{title}.{name}"), text),
            }
        }
    }
    for (piece, worth) in &rules.tree.worth {
        add(format!("piece.{}.worth", rules.piece(*piece).name), decimal(*worth));
    }
    for name in regions(rules) {
        add(format!("region.{name}"), both(&rules.geometry, &rules.regions[&name]));
    }
}

/// Returns `true` for the key of a fact about the tree.
pub(super) fn is_of_tree(rules: &Rules, key: &str) -> bool {
    const SECTIONS: [&str; 6] = ["rule.", "state.", "define.", "turns.", "sides.", "region."];
    let ends = || rules.tree.ends.iter().map(|end| end_key(&end.kind.name));
    let is_end = || ends().any(|end| key.strip_suffix(".rule").unwrap_or(key) == end);
    SECTIONS.iter().any(|section| key.starts_with(section)) || key.ends_with(".worth") || is_end()
}

/// The regions that rules and ends of the tree name, in the order of the file.
pub fn regions(rules: &Rules) -> Vec<String> {
    let mut tree = rules.tree.clone();
    let mut named = Named(Vec::new());
    walk::tree(&mut named, &mut tree);
    rules.regions.keys().filter(|name| named.0.contains(name)).cloned().collect()
}

/// Collects the words of all areas.
struct Named(Vec<String>);

impl Visitor for Named {
    fn set(&mut self, set: &mut Set) {
        match &set.kind {
            SetKind::Area(area) => self.0.push(area.words.clone()),
            _ => walk::in_set(self, set),
        }
    }
}

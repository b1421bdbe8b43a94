//! How a mixture is put together: the order of its files, the pieces of each role, and the order of rules and ends.

use super::lay::RULE_KINDS;
use super::loader::{Loader, VariantSource};
use super::merge;
use super::mix::{Layer, combine};
use super::node::{Node, Problems};
use crate::source::SourceMap;

/// How a mixture is put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The files that are laid over the game, in their order.
    pub laid: Vec<String>,
    /// The roles in rule files, with the names that they stand for.
    pub roles: Vec<(&'static str, String)>,
    /// The entries of `rules:` in their order, each with its file.
    pub rules: Vec<(String, String)>,
    /// The ends in the order in which they are tested, each with its file.
    pub ends: Vec<(String, String)>,
}

impl Order {
    /// The order of a variant's rules; `None` if nothing is laid over a game, or the variant cannot be read.
    pub fn of(source: &VariantSource, loader: &dyn Loader) -> Option<Order> {
        let mut problems = Problems::new();
        let layers = merge::layers(source, loader, &mut SourceMap::default(), &mut problems).ok().flatten()?;
        let tree = combine(&layers, &mut problems)?;
        let laid: Vec<String> = layers.iter().filter(|layer| layer.laid).map(|layer| layer.name.clone()).collect();
        let roles = layers.iter().find_map(|layer| layer.roles.as_ref()).map(|roles| roles.told());
        let (rules, ends) = (entries(&tree, "rules", &layers), entries(&tree, "end", &layers));
        (!laid.is_empty()).then(|| Order { laid, roles: roles.unwrap_or_default(), rules, ends })
    }

    /// The order in lines, for people.
    pub fn lines(&self) -> Vec<String> {
        let listed = |title: &str, entries: &[(String, String)]| {
            let entries: Vec<String> = entries.iter().map(|(name, file)| format!("{name} ({file})")).collect();
            (!entries.is_empty()).then(|| format!("{title}: {}", entries.join(", ")))
        };
        let roles: Vec<String> = self.roles.iter().map(|(role, names)| format!("{role} = {names}")).collect();
        let laid = format!("laid over the game, in this order: {}", self.laid.join(", "));
        let roles = (!roles.is_empty()).then(|| format!("roles: {}", roles.join("; ")));
        let rules = listed("rules, in this order", &self.rules);
        let ends = listed("ends, the first that holds decides", &self.ends);
        std::iter::once(laid).chain(roles).chain(rules).chain(ends).collect()
    }
}

/// The entries of a section in their order, each with the file that has it.
fn entries(tree: &Node, section: &str, layers: &[Layer]) -> Vec<(String, String)> {
    let file = |entry: &super::node::Entry| {
        let layer = layers.iter().find(|layer| layer.root.span.source == entry.key.source);
        layer.map_or_else(String::new, |layer| layer.name.clone())
    };
    let is_told = |entry: &super::node::Entry| {
        entry.value.map().is_some_and(|map| RULE_KINDS.iter().any(|kind| map.contains_key(*kind)))
    };
    let mut all: Vec<_> = tree.get(section).and_then(Node::map).into_iter().flatten().collect();
    if section == "rules" {
        all.sort_by_key(|(_, entry)| !is_told(entry));
    }
    all.into_iter().map(|(name, entry)| (name.clone(), file(entry))).collect()
}

//! Today's keys in the language of rules: which of them are said, for every shipped variant.

use std::collections::BTreeMap;

use crate::common::variant;
use ferz::restate::{Restated, restate};
use ferz::variant::library;

fn said(name: &str) -> Restated {
    restate(variant(name).rules())
}

/// What the language does not say yet: the variants, by key.
#[test]
fn every_key_is_said_or_named() {
    let mut unsaid: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in library::names() {
        for gap in said(name).unsaid {
            let variants = unsaid.entry(gap.key).or_default();
            if !variants.contains(&name) {
                variants.push(name);
            }
        }
    }
    let lines: Vec<String> = unsaid.iter().map(|(key, variants)| format!("{key}: {}", variants.join(" "))).collect();
    insta::assert_snapshot!(lines.join("\n"), @"");
}

/// A variant has a tree exactly if it has rules beyond pieces, board, hands and ends.
#[test]
fn only_rules_make_a_tree() {
    for name in library::names() {
        let compiled = variant(name);
        let rules = compiled.rules();
        let older = rules.constraints == Default::default() && rules.effects.is_empty() && rules.beyond.is_empty();
        let plain = older && rules.tree.is_empty();
        let Restated { tree, unsaid } = restate(rules);
        assert_eq!(tree.is_empty() && unsaid.is_empty(), plain, "{name}");
    }
}

/// Notations that the tree makes up lead somewhere, and areas have squares.
#[test]
fn nodes_are_not_empty() {
    for name in library::names() {
        let tree = format!("{:?}", said(name).tree);
        assert!(!tree.contains("Movement { patterns: [] }"), "{name}: a notation that leads nowhere");
    }
}

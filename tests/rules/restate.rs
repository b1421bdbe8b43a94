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

/// Rules that the generator has faster code for, under names of their own, and whether they are recognised.
const STATED: [(&str, bool); 22] = [
    ("{a: {must: capture}}", true),
    ("{a: {must: capture, when: any own knight}}", false),
    // Only the lengths of chains of jumps are compared by faster code.
    ("{a: {must: capture, most: count of captured}}", false),
    ("{a: {must: drop of (queen or knight)}}", true),
    ("{a: {after: any move, require: enemy side is not in check}}", true),
    ("{a: {after: move, require: enemy side is not in check}}", false),
    ("{b: {may_replace: move, when: any own pieces and not in check}, a: {must: [move, drop]}}", true),
    ("{a: {after: capture, capture: mover or (pieces beside destination)}}", false),
    (
        "{a: {after: capture, capture: mover or (pieces beside destination except (queen or pawn))}, \
         b: {forbid: check, when: any own royal pieces beside destination}}",
        true,
    ),
    ("{a: {after: capture by knight, do: [{remove: pieces on destination}, {build: destination}]}}", true),
    ("{a: {after: [move, drop], flip: enemy pieces beside destination}}", true),
    ("{a: {after: [move, drop], flip: enemy knight beside destination}}", false),
    // The side must capture even if it could only drop otherwise, or the other way round.
    ("{a: {must: drop}, b: {must: capture}}", true),
    ("{a: {must: capture}, b: {must: drop}}", false),
    ("{a: {after: any move, choose: empty, if_none: forbid, build: chosen}}", true),
    ("{a: {after: any move, choose: empty on rank 3-4, if_none: forbid, do: [{clear: walls}, {build: chosen}]}}", true),
    // A drop leaves no square.
    ("{a: {after: any move, choose: empty on origin, if_none: forbid, build: chosen}}", false),
    // The wall may come onto a square that an effect has emptied.
    (
        "{a: {after: any move, choose: empty, if_none: forbid, build: chosen}, b: {after: capture, remove: pieces beside destination}}",
        false,
    ),
    ("{a: {pieces: knight, also_moves: [mcaK, mcabK], told_apart: true}}", true),
    ("{a: {pieces: knight, also_moves: mcaK, told_apart: true}}", false),
    ("{a: {after: capture by king, require: no (enemy pieces except king) attacking mover}}", true),
    ("{a: {after: capture by king, require: no (enemy pieces except queen) attacking mover}}", false),
];

/// Rules are recognised by what they say, and in an order that means the same.
#[test]
fn rules_that_say_what_a_constraint_says_are_recognised() {
    for (rules, recognised) in STATED {
        let text = format!("name: Stated\nextends: crazyhouse\npieces: {{king: {{royal: last}}}}\nrules: {rules}\n");
        let compiled = ferz::load_text(&text).unwrap_or_else(|error| panic!("{rules}: {error}"));
        let found = compiled.rules();
        assert_eq!(found.tree.rules.is_empty(), recognised, "{rules}");
        assert_eq!(found.known.is_empty(), !recognised, "{rules}");
        // The translation gives the rules back, with their names.
        let names = |rules: &[ferz::rules::tree::Rule]| {
            let mut names: Vec<String> = rules.iter().map(|rule| rule.kind.name.clone()).collect();
            names.sort();
            names
        };
        let said = names(&restate(found).tree.rules);
        let all: Vec<String> = said.iter().filter(|name| ["a", "b"].contains(&name.as_str())).cloned().collect();
        assert_eq!(said, all, "{rules}");
        assert_eq!(all.len(), rules.matches(": {").count(), "{rules}");
    }
}

/// Names of sets, areas in several parts and other names of choices say the same.
#[test]
fn rules_with_names_of_their_own_are_recognised() {
    let head = "name: Named\nextends: nocastle\n";
    for text in [
        "define: {shooter: queen or rook}\nrules: {a: {after: capture by shooter, require: no (enemy pieces except shooter) attacking mover}}",
        "rules: {a: {may_replace: move, when: any own pieces and not in check, build: chosen, choose: (empty on (file h or file a or rank 8 or rank 1)) or (empty a \"W\" away from walls)}}",
        "define: {magnet: (mover on (rook or queen)) where not castling}\nrules:\n  \
         pull: {after: move, move: (enemy queen or rook) a \"R\" away from magnet, to: (squares between it and magnet) beside magnet}\n  \
         push: {after: move, move: ((own queen or rook) a \"R\" away from magnet) except magnet, to: empty just beyond it from magnet, repeat: until nothing changes}",
    ] {
        let compiled = ferz::load_text(&format!("{head}{text}\n")).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(compiled.rules().tree.rules.is_empty(), "{text}");
        // The names stay where the rules are shown.
        let tree = restate(compiled.rules()).tree;
        assert_eq!(tree.defines.len(), usize::from(text.starts_with("define")), "{text}");
        assert!(tree.rules.iter().all(|rule| rule.source.span.is_some()), "{text}");
    }
}

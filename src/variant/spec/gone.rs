//! Keys that are gone, each with the rule in the language of rules that says the same.

/// A mapping of `rules`, a key that it had, and an entry of `rules:`, or a section of the file, that takes its place.
const GONE: [(&str, &str, &str); 22] = [
    ("relations", "cells", "cell: {forbid: [move, attack], when: destination is on same cell of 2 as mover}"),
    ("relations", "controllers", "control: {pieces: enemy pieces plainly attacked by own queens, moved_by: both}"),
    ("relations", "exposed", "exposed: {after: any move, require: every own queen is attacked by enemy pieces}"),
    (
        "relations",
        "harmless",
        "exposed: {after: any move, require: every own queen is attacked by (enemy pieces except king)}",
    ),
    (
        "relations",
        "loans",
        "relay: {pieces: rook, also_moves: \"N\", when: any other own knight plainly guarding mover}",
    ),
    (
        "relations",
        "no_check_before",
        "peace: {after: any move, when: turn number <= 2, require: enemy side is not in check}",
    ),
    ("relations", "own_checks", "own_checks: {pieces: pieces, also_checks: royal own pieces}"),
    ("relations", "owners", "owner: {after: any move, flip: (white pieces on rank 5-8) or (black pieces on rank 1-4)}"),
    ("relations", "uncontrolled", "control: {pieces: enemy pieces except king, moved_by: both}"),
    ("takes", "becomes", "becomes: {after: step of enemy pieces by rook, change: mover, into: captured}"),
    ("takes", "bombs", "explode: {may_instead: move by own rook, capture: mover or (pieces beside mover)}"),
    ("takes", "exchanges", "exchange: {after: capture, place: captured, on: origin}"),
    ("takes", "friends", "friends: {pieces: rook, also_moves: \"dR\"}"),
    ("takes", "needs", "needs: {forbid: [capture, attack], unless: any own king}"),
    ("takes", "none_before", "peace: {forbid: capture, when: turn number <= 2}"),
    ("takes", "passing", "passing: {after: move by rook, trail: empty between origin and destination}"),
    ("takes", "reborn", "reborn: {after: capture, place: captured, on: empty on (home of captured)}"),
    ("turns", "actions", "turns: {moves: {white: 2, black: 1}}"),
    (
        "turns",
        "fill",
        "fill: {after: any move, when: turn number modulo 40 = 0, place: cube, on: \
         empty where any squares a \"W\" away from it except (pieces except cube), for: black}",
    ),
    ("turns", "first", "turns: {moves: 2, first: 1}"),
    ("turns", "grows", "turns: {moves: turn number}"),
    ("turns", "until", "turns: {moves: 2, until: enemy side is in check}"),
];

/// The rule that says what a key said, for a key of a mapping that is gone.
pub(in crate::variant) fn said_by(mapping: &str, key: &str) -> Option<&'static str> {
    let mapping = mapping.trim_matches('`');
    GONE.iter().find(|(of, gone, _)| (*of, *gone) == (mapping, key)).map(|(_, _, rule)| *rule)
}

//! The walker against 770 positions whose moves other programs have found.
//!
//! One position a line. A move is its square; `x` and the squares on which something is taken; `e` for en passant; `=`
//! partner `>` where the partner goes, for castling.

use std::collections::BTreeSet;

use ferz::betza::Notation;
use ferz::board::{Geometry, Side, Square, SquareSet, Topology};
use ferz::compile;
use ferz::walker::{self, Content, Context, EnPassant, Occupancy, Walk};
use serde_json::Value;

const VECTORS: &str = include_str!("../betza/vectors.jsonl");

struct Pieces {
    friends: SquareSet,
    enemies: SquareSet,
}

impl Occupancy for Pieces {
    fn content(&self, square: Square) -> Content {
        match (self.friends.contains(square), self.enemies.contains(square)) {
            (false, false) => Content::Empty,
            (friend, _) => Content::PlacedPiece { friend, royal: false },
        }
    }
}

fn text<'a>(vector: &'a Value, key: &str) -> &'a str {
    vector[key].as_str().unwrap_or("")
}

fn geometry(size: &str) -> Geometry {
    let (files, ranks) = size.split_once('x').unwrap();
    Geometry::new(files.parse().unwrap(), ranks.parse().unwrap(), Topology::Rectangle).unwrap()
}

fn squares(geometry: &Geometry, names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| geometry.square(name).unwrap()).collect()
}

fn written(geometry: &Geometry, walk: &Walk) -> String {
    let name = |square: &Square| geometry.name(*square);
    let mut text = name(&walk.to);
    if !walk.captures.is_empty() {
        let captures: Vec<String> = walk.captures.iter().map(name).collect();
        text = format!("{text}x{}", captures.join(","));
    }
    if walk.en_passant {
        text.push('e');
    }
    match &walk.castling {
        Some((partner, to)) => format!("{text}={}>{}", name(partner), name(to)),
        None => text,
    }
}

fn found(vector: &Value) -> Vec<String> {
    let geometry = geometry(text(vector, "board"));
    let set = |key: &str| squares(&geometry, text(vector, key)).into_iter().collect::<SquareSet>();
    let pieces = Pieces { friends: set("friends"), enemies: set("enemies") };
    let partners = set("partners");
    let right = squares(&geometry, text(vector, "ep"));
    let context = Context {
        virgin: vector["virgin"].as_bool().unwrap_or(false),
        en_passant: right.get(1).map(|victim| EnPassant {
            targets: SquareSet::of(right[0]),
            victim: *victim,
            unseen: None,
        }),
        castling_partners: &partners,
    };
    let side = if text(vector, "side") == "white" { Side::White } else { Side::Black };
    let movement = compile::movement(&Notation::parse(text(vector, "piece")).unwrap()).unwrap();
    let from = geometry.square(text(vector, "from")).unwrap();
    let mut moves = Vec::new();
    walker::walk(&movement, &geometry, side, from, &pieces, &context, &mut |_, walk| {
        moves.push(written(&geometry, &walk))
    });
    moves
}

#[test]
fn every_vector_is_answered_exactly() {
    let mut wrong = Vec::new();
    for line in VECTORS.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let moves = found(&vector);
        let expected: BTreeSet<&str> = text(&vector, "moves").split_whitespace().collect();
        let distinct: BTreeSet<&str> = moves.iter().map(String::as_str).collect();
        if distinct != expected || distinct.len() != moves.len() {
            let (lacking, extra): (Vec<_>, Vec<_>) =
                (expected.difference(&distinct).collect(), distinct.difference(&expected).collect());
            wrong.push(format!("{} {}: lacks {lacking:?}, has {extra:?}", vector["id"], vector["piece"]));
        }
    }
    assert_eq!(VECTORS.lines().count(), 770);
    assert!(wrong.is_empty(), "{} of 770 wrong:\n{}", wrong.len(), wrong.join("\n"));
}

//! Effects of a move in addition to moving and capturing: blasts, petrification, changes of side.

use crate::rules::tree::{Block, DeedKind, DeedParts, Layer};
use crate::rules::{Blast, Flips};

use super::book::{Book, effects};
use super::say::*;

/// Adds the effects that follow captures and moves.
pub(super) fn follow(book: &mut Book) {
    let rules = book.rules;
    if let Some(blast) = &rules.effects.blast {
        explode(book, blast);
    }
    if !rules.effects.petrifies.is_empty() {
        let captures = vec![by(deed(DeedKind::Capture), book.kinds(&rules.effects.petrifies))];
        let turns_to_stone = vec![remove(on(pieces(), destination())), build(destination())];
        book.after("petrifies", captures, effects(turns_to_stone));
    }
    if let Some(flips) = rules.effects.flips {
        flip_enemies(book, flips);
    }
}

/// A capture removes the capturing piece and all pieces beside it. Royal pieces beside each other give no check.
fn explode(book: &mut Book, blast: &Blast) {
    let spared: Vec<_> = blast.spares.iter().chain(&blast.immune).copied().collect();
    let around = except(beside(pieces(), destination()), book.kinds(&spared));
    let hit = union(vec![except(mover(), book.kinds(&blast.immune)), around]);
    book.after("blast", vec![deed(DeedKind::Capture)], effects(vec![capture(hit)]));
    let shielded = any(beside(own(royal(pieces())), destination()));
    book.forbid("shielded", vec![deed(DeedKind::Check)], Some(shielded));
}

/// Adds the rule for enemies that change sides.
fn flip_enemies(book: &mut Book, flips: Flips) {
    let comes = |kind| vec![deed(kind)];
    let any_piece = || vec![deed(DeedKind::Move), deed(DeedKind::Drop)];
    let neighbours = || beside(enemy(pieces()), destination());
    let flipping = |book: &mut Book, deeds: Vec<DeedParts>, set| {
        book.after("flips", deeds, effects(vec![flip(set)]));
    };
    match flips {
        Flips::Neighbours => flipping(book, any_piece(), neighbours()),
        Flips::NeighboursWithFriend => {
            flipping(book, comes(DeedKind::Move), neighbours());
            let when = Some(any(beside(own(pieces()), destination())));
            let block = Block { when, ..effects(vec![flip(neighbours())]) };
            book.after("flips_with_friend", comes(DeedKind::Drop), block);
        }
        Flips::Enclosed if book.rules.geometry.topology().is_hexagonal() => {
            book.leave_out("rules/flips", "lines of hexagons")
        }
        Flips::Enclosed => {
            let ends = away_through(own(pieces()), book.notation("Q"), destination(), enemy(pieces()));
            flipping(book, any_piece(), between(enemy(pieces()), destination(), ends));
        }
        Flips::Attacked => {
            // Castling moves two pieces.
            let come = on(own(pieces()), destination());
            flipping(book, any_piece(), attacked(enemy(pieces()), Layer::Bare, come));
        }
    }
}

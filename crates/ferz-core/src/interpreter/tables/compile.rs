//! Compiles rules into tables.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::{PieceId, Rules};

use super::attack_tables::{AttackTables, zones};
use super::attackers;
use super::conditional;
use super::drops;
use super::groups::Groups;
use super::lookup::Indexing;
use super::move_tables::MoveTables;
use super::patterns;
use super::piece::{self, PieceTable, piece_table};
use super::rays::Rays;
use super::reach;
use super::reach_list::List;
use super::sets;
use super::wake::{self, Wake};

/// The tables of a variant.
pub(crate) fn compile<const W: usize>(rules: &Rules, indexing: Indexing) -> (MoveTables<W>, AttackTables<W>) {
    let squares = rules.geometry.len();
    let sets = Rc::new(RefCell::new(sets::Builder::new()));
    let mut reaches = reach::Builder::new(indexing, sets.clone());
    let mut rays = Rays::new(rules);
    let zones = BySide::from_fn(|side| zones(&mut rays, side));
    let mut attacks = attackers::Builder::new((squares, rules.pieces.len()), &zones, sets.clone());
    let mut both = BySide::from_fn(|_| {
        // Allocates for all pieces at once. A list that grows by doubling could be half empty.
        let mut both = List::with_capacity((rules.pieces.len() + 1) * 64 * W);
        both.fill(64 * W);
        both
    });
    let no_captures = patterns::no_captures(rules);
    let mut wakes = BySide { white: Vec::new(), black: Vec::new() };
    let pieces = BySide::from_fn(|side| {
        let both = &mut both[side];
        let table = |piece| piece_table(&mut rays, no_captures, (side, piece), (&mut reaches, both), &mut attacks);
        let (tables, of_side): (Vec<_>, Vec<_>) = rules.piece_ids().map(table).unzip();
        wakes[side] = of_side;
        tables
    });
    let conditional = BySide::from_fn(|side| conditional::tables(&mut rays, side, &mut reaches));
    let sets = Arc::new(sets.take().finish());
    let by = attacks.finish(&sets);
    let mutual = BySide::from_fn(|side| match rules.constraints.no_checks {
        true => rules.piece_ids().filter(|id| by[side].are_mutual(*id)).collect(),
        false => Vec::new(),
    });
    let wakes = wakes.white.into_iter().zip(wakes.black).flat_map(|(white, black)| [white, black]);
    let wakes: Box<[Wake<W>]> = wakes.collect();
    let moves = MoveTables {
        effects: wake::effects(&wakes),
        groups: BySide::from_fn(|side| Groups::of(&pieces[side], &both[side])),
        en_passant_from: BySide::from_fn(|side| piece::en_passant_from(&pieces[side], squares)),
        royal_promoters: BySide::from_fn(|side| royal_promoters(&mut rays, side, &pieces[side])),
        drops: drops::tables(rules),
        gating: drops::gating(rules),
        reaches: reaches.finish(&sets),
        wakes,
        conditional,
        both,
        pieces,
    };
    (moves, AttackTables { by, mutual, zones })
}

/// The pieces that can promote to a royal one, and the squares from which they can do so at once.
fn royal_promoters<const W: usize>(
    rays: &mut Rays<'_>,
    side: Side,
    tables: &[PieceTable<W>],
) -> Vec<(PieceId, Bitboard<W>)> {
    let rules = rays.rules;
    let near = |piece: PieceId| {
        let promotion = tables[piece.index()].promotion.as_ref().filter(|promotion| promotion.royal_choice)?;
        let squares = (0..rules.geometry.len()).map(|index| Square::new(index as u16));
        let arrives = |from: &Square| {
            let zone = promotion.zone_of_moves(*from);
            let all = patterns::rays(rays, side, piece, *from);
            tables[piece.index()].walked.contains(*from)
                || !patterns::conditional_rays(rays, side, piece, *from).is_empty()
                || all.iter().flat_map(|(ray, _)| &ray.cells).any(|cell| zone.contains(cell.square))
        };
        Some((piece, squares.filter(arrives).collect()))
    };
    rules.piece_ids().filter_map(near).collect()
}

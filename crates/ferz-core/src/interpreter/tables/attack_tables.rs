//! Attack tables of both sides.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::{CastlingOrigin, CastlingRule, PieceId};

use super::attack::Attacks;
use super::patterns;
use super::rays::Rays;

/// The tables of attacks of a variant, for boards of at most `64 * W` squares.
#[derive(Debug)]
pub(crate) struct AttackTables<const W: usize> {
    /// The tables of each side.
    pub by: BySide<Attacks<W>>,
    /// Pieces with symmetric attacks: if they attack square B from A, they attack A from B. Filled only if checks are
    /// forbidden.
    pub mutual: BySide<Vec<PieceId>>,
    /// For each square, the squares that matter to a royal piece there: the square itself and its possible
    /// destinations.
    pub zones: BySide<Vec<Bitboard<W>>>,
}

/// For each square, the square itself and all possible destinations of a royal piece there, castling included.
pub(super) fn zones<const W: usize>(rays: &mut Rays<'_>, side: Side) -> Vec<Bitboard<W>> {
    let rules = rays.rules;
    let royal: Vec<PieceId> = rules.piece_ids().filter(|id| rules.piece(*id).royalty.is_ever_royal()).collect();
    let castling = rules.castling.iter().filter(|rule| rule.side == side);
    let castling: Vec<&CastlingRule> = castling.collect();
    if royal.is_empty() {
        return vec![Bitboard::EMPTY; rules.geometry.len()];
    }
    let zone = |index: usize| {
        let from = Square::new(index as u16);
        let mut zone = Bitboard::of(from);
        for piece in &royal {
            let mut all = patterns::rays(rays, side, *piece, from);
            all.extend(patterns::barred_rays(rays, side, *piece, from));
            for (ray, _) in all {
                ray.cells.iter().for_each(|cell| zone.insert(cell.square));
            }
        }
        for rule in castling.iter().filter(|rule| !matches!(rule.from, CastlingOrigin::At(at) if at != from)) {
            zone |= rules.geometry.straight(from, rule.to).resize();
        }
        zone
    };
    (0..rules.geometry.len()).map(zone).collect()
}

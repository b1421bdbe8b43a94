//! Castling as a piece's notation writes it: along the rank, past an unmoved partner at its edge.
//!
//! Attacks on the squares of the way are not tested here.

use crate::board::{Geometry, Side, Square, Step, Topology};
use crate::rules::movement::CastlingLeap;

use super::content::{Content, Context, Occupancy, Walk};

/// Visits the castling moves.
pub(super) fn walk(
    leap: &CastlingLeap,
    (geometry, side, from): (&Geometry, Side, Square),
    board: &dyn Occupancy,
    context: &Context<'_>,
    visit: &mut dyn FnMut(Walk),
) {
    // Castling uses the edges of the rank, even on a board whose edges are joined.
    let flat = geometry.clone().with_topology(Topology::Rectangle);
    for (wanted, files) in [(leap.left, -1), (leap.right, 1)] {
        let files = if side == Side::White { files } else { -files };
        if wanted {
            let rank = to_the_edge(&flat, from, Step::new(files, 0));
            castle(leap, &rank, board, context).into_iter().for_each(&mut *visit);
        }
    }
}

fn to_the_edge(geometry: &Geometry, from: Square, step: Step) -> Vec<Square> {
    let next = |square: &Square| geometry.step(*square, step).map(|landing| landing.square);
    std::iter::successors(next(&from), next).collect()
}

/// Castling along the squares of a rank, if it is possible.
fn castle(leap: &CastlingLeap, rank: &[Square], board: &dyn Occupancy, context: &Context<'_>) -> Option<Walk> {
    let partner = rank.len().checked_sub(1 + usize::from(leap.inset))?;
    let to = usize::from(leap.files).checked_sub(1)?;
    let friend = matches!(board.content(rank[partner]), Content::PlacedPiece { friend: true, .. });
    let unmoved = friend && context.castling_partners.contains(rank[partner]);
    let free = rank[..partner].iter().all(|square| board.content(*square) == Content::Empty);
    if !unmoved || !free || to > partner {
        return None;
    }
    let partner_to = rank[to.checked_sub(1)?];
    Some(Walk { castling: Some((rank[partner], partner_to)), ..Walk::to(rank[to]) })
}

//! `swapped-armies`: see its page in the rule book.

use super::own::setup;
use super::reach::ends;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = setup(root) else { return };
    let geometry = &rules.geometry;
    let ranks = |side: Side| {
        let squares = geometry.squares().iter();
        let own =
            squares.filter(move |square| rules.setup.pieces[square.index()].is_some_and(|placed| placed.side == side));
        own.map(|square| geometry.rank_for(Side::White, square))
    };
    let behind = ranks(Side::White).min() > ranks(Side::Black).max() && ranks(Side::Black).count() > 0;
    if behind && rules.piece_ids().any(|id| only_goes_ahead(rules, id)) {
        let message = "White's pieces stand at the far end of the board, and Black's at the near one";
        let help = "a FEN gives the last rank first, and White's pieces in upper case: exchange the cases";
        problems.push(Diagnostic::warning(Code::SwappedArmies, place, message).help(help));
    }
}

/// Returns `true` if a piece of the setup can move, and each of its moves leads ahead.
fn only_goes_ahead(rules: &Rules, id: PieceId) -> bool {
    let (piece, geometry, side) = (rules.piece(id), &rules.geometry, Side::White);
    let mut moves = 0;
    for from in geometry.squares() {
        let ends = ends(rules, piece, side, from);
        if ends.iter().any(|to| geometry.rank(to) <= geometry.rank(from)) {
            return false;
        }
        moves += ends.count();
    }
    moves > 0 && rules.setup.pieces.iter().flatten().any(|placed| placed.piece == id)
}

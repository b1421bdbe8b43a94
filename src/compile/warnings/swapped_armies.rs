//! `swapped-armies`: see its page in the rule book.

use super::own::setup;
use super::reach::ends;
use crate::board::{Side, Square};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = setup(root) else { return };
    let geometry = &rules.geometry;
    let ranks = |side: Side, id: Option<PieceId>| {
        let placed = move |square: &Square| rules.setup.pieces[square.index()];
        let squares = geometry.squares().iter();
        let own = squares.filter(move |square| {
            placed(square).is_some_and(|placed| placed.side == side && id.is_none_or(|id| placed.piece == id))
        });
        own.map(|square| geometry.rank_for(Side::White, square))
    };
    let behind = |id: Option<PieceId>| {
        ranks(Side::White, id).min() > ranks(Side::Black, id).max() && ranks(Side::Black, id).count() > 0
    };
    let mut ahead = rules.piece_ids().filter(|id| only_goes_ahead(rules, *id));
    if behind(None) && ahead.any(|_| true) {
        let message = "White's pieces stand at the far end of the board, and Black's at the near one";
        let help = "a FEN gives the last rank first, and White's pieces in upper case: exchange the cases";
        problems.push(Diagnostic::warning(Code::SwappedArmies, place, message).help(help));
    } else if let Some(id) = rules.piece_ids().find(|id| behind(Some(*id)) && only_goes_ahead(rules, *id)) {
        let name = &rules.piece(id).name;
        let message = format!("each `{name}` of White stands beyond all those of Black, and only moves ahead");
        let help =
            "a FEN gives the last rank first, and White's pieces in upper case: exchange the cases of these pieces";
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

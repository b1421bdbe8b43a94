//! `swapped-armies`: see its page in the rule book.

use super::army::Army;
use super::own::{key, setup};
use super::reach::ends;
use crate::board::{Side, Square};
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::english;
use crate::rules::{PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    choices(rules, root, problems);
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
        let message = "White's pieces are at the far end of the board, and Black's at the near end";
        let help = "a FEN gives the last rank first, and White's pieces in upper case: exchange the cases";
        problems.push(Diagnostic::warning(Code::SwappedArmies, place, message).help(help));
    } else if let Some(id) = rules.piece_ids().find(|id| behind(Some(*id)) && only_goes_ahead(rules, *id)) {
        let name = &rules.piece(id).name;
        let message = format!("each `{name}` of White only moves forwards, and is already behind all those of Black");
        let help =
            "a FEN gives the last rank first, and White's pieces in upper case: exchange the cases of these pieces";
        problems.push(Diagnostic::warning(Code::SwappedArmies, place, message).help(help));
    } else if let Some(id) = rules.piece_ids().find(|id| stands_behind(rules, *id) && only_goes_ahead(rules, *id)) {
        let name = &rules.piece(id).name;
        let message = format!("each `{name}` only moves forwards, and is directly behind another piece of its side");
        let help = "a FEN gives the last rank first: exchange the two outer ranks of each side";
        problems.push(Diagnostic::warning(Code::SwappedArmies, place, message).help(help));
    }
}

/// Returns `true` if the piece is a pawn (it promotes, and is the most frequent piece of the setup) and a friend of
/// another kind stands on the square ahead of each of them.
fn stands_behind(rules: &Rules, id: PieceId) -> bool {
    let geometry = &rules.geometry;
    let placed = |square: Square| rules.setup.pieces[square.index()];
    let own: Vec<Square> =
        geometry.squares().iter().filter(|square| placed(*square).is_some_and(|other| other.piece == id)).collect();
    let behind = |square: &Square| {
        let Some(piece) = placed(*square) else { return false };
        let rank = geometry.rank(*square);
        let rank = if piece.side == Side::White { Some(rank + 1) } else { rank.checked_sub(1) };
        let ahead = rank.and_then(|rank| geometry.at(geometry.file(*square), rank));
        ahead.and_then(placed).is_some_and(|other| other.side == piece.side && other.piece != id)
    };
    let count = |other: PieceId| rules.setup.pieces.iter().flatten().filter(|placed| placed.piece == other).count();
    let are_most = rules.piece_ids().all(|other| count(other) <= own.len());
    own.len() > 2 && are_most && rules.piece(id).promotion.is_some() && own.iter().all(behind)
}

/// Returns `true` if a piece of the setup has moves, and each of them leads forwards.
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

/// Reports promotions to pieces that only the other side has in the setup.
fn choices(rules: &Rules, root: &Node, problems: &mut Problems) {
    let armies = Army::of_both(rules);
    let had = |side: Side, id: &PieceId| armies[side].pieces[id.index()] > 0;
    for piece in &rules.pieces {
        let Some(promotion) = &piece.promotion else { continue };
        let Some(place) = key(root, &["pieces", &piece.name, "promotion", "to"]) else { continue };
        for side in Side::ALL {
            let (choices, others) = (&promotion.choices[side], &promotion.choices[!side]);
            let foreign = choices.iter().all(|id| !had(side, id) && had(!side, id));
            if choices.is_empty() || choices == others || !foreign {
                continue;
            }
            let names = one_of(choices.iter().map(|id| rules.piece(*id).name.as_str()));
            let (own, enemy) = (english::capitalised(side.name()), english::capitalised((!side).name()));
            let message =
                format!("`{}` of {own} may promote only to {names}, which only {enemy} has at the start", piece.name);
            let help = "exchange the lists of `white` and `black`, or name pieces of the side itself";
            problems.push(Diagnostic::warning(Code::SwappedArmies, place, message).help(help));
        }
    }
}

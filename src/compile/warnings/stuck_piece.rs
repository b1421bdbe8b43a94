//! `stuck-piece`: see its page in the rule book.

use super::own::{key, setup};
use super::reach::{ends, range};
use crate::board::{Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceId, PlacedPiece, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let common = setup(root).or_else(|| key(root, &["board"]));
    if rules.shuffle.is_some() || !rules.beyond.is_empty() || rules.effects.flips.is_some() {
        return;
    }
    for id in rules.piece_ids() {
        declining(rules, root, id, problems);
    }
    // `never-promotes` speaks of pieces that promote.
    let promotes = |id: &PieceId| rules.piece(*id).promotion.is_some() || rules.piece(*id).promotion_move.is_some();
    for id in rules.piece_ids().filter(|id| !promotes(id)) {
        let squares: Vec<String> = stuck(rules, id).into_iter().map(|square| rules.geometry.name(square)).collect();
        let place = common.or_else(|| key(root, &["pieces", &rules.piece(id).name]));
        if let Some(place) = place.filter(|_| !squares.is_empty()) {
            let message = format!("`{}` can never move from {}", rules.piece(id).name, squares.join(", "));
            let help = "put it elsewhere in the setup, or give it a move from there";
            problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
        }
    }
}

/// Squares on which a piece may decline its promotion, and then never moves again.
fn declining(rules: &Rules, root: &Node, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let Some(promotion) = piece.promotion.as_ref().filter(|_| piece.promotion_move.is_none()) else { return };
    let path = |key_name: &'static str| key(root, &["pieces", &piece.name, "promotion", key_name]);
    // `mandatory-outside` speaks of squares that are not in the zone.
    let known = problems.iter().any(|problem| problem.code == Code::MandatoryOutside);
    let Some(place) = path("mandatory").filter(|_| !known) else { return };
    // Where choices may run out, a piece that need not promote can still go there.
    if promotion.limits.white.iter().any(Option::is_some) {
        return;
    }
    let squares = |side: Side| {
        let declined = range(rules, id, side) & promotion.zone[side] & !promotion.mandatory[side];
        declined.iter().filter(|square| ends(rules, piece, side, *square).is_empty()).collect::<SquareSet>()
    };
    let stuck = squares(Side::White);
    if stuck.is_empty() {
        return;
    }
    let names: Vec<String> = stuck.iter().map(|square| rules.geometry.name(square)).collect();
    let message =
        format!("a `{}` of White that does not promote on {} can never move again", piece.name, names.join(", "));
    let help = "make the promotion mandatory there, for example `mandatory: {each: last rank}`";
    problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
}

/// The squares of the setup from which a piece can never move, wherever the other pieces stand. Empty for a piece that
/// has no moves at all.
fn stuck(rules: &Rules, id: PieceId) -> Vec<Square> {
    let placed = |square: &Square| rules.setup.pieces[square.index()].filter(|placed| placed.piece == id);
    let has_no_move =
        |square: &Square, placed: PlacedPiece| ends(rules, rules.piece(id), placed.side, *square).is_empty();
    let squares = rules.geometry.squares();
    let stuck: Vec<Square> =
        squares.iter().filter(|square| placed(square).is_some_and(|piece| has_no_move(square, piece))).collect();
    // A piece without any moves is meant to stand still.
    let moves = !rules.piece(id).movement.patterns.is_empty() || !rules.piece(id).extra.is_empty();
    if moves { stuck } else { Vec::new() }
}

//! `stranded-drop`: see its page in the rule book.

use super::army::Army;
use super::own::{key, own};
use super::reach::ends;
use crate::board::{Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let (Some(hand), true) = (rules.hand, rules.is_plain()) else { return };
    let armies = Army::of_both(rules);
    for id in rules.piece_ids() {
        let piece = rules.piece(id);
        let Some(drop) = &piece.drop else { continue };
        let Some(place) = own(piece.source).or_else(|| key(root, &["hand"])) else { continue };
        for side in Side::ALL {
            let held = armies[side].pieces[id.index()] > armies[side].placed[id.index()];
            if !(held || (hand.fills() && is_captured_as(rules, id))) || hand == HandRule::Unlimited {
                continue;
            }
            let squares = drop.on[side] & piece.confined[side] & rules.geometry.squares();
            let Some((stranded, why)) = stranded(rules, id, side, squares) else { continue };
            let names: Vec<String> = stranded.iter().map(|square| rules.geometry.name(square)).collect();
            let message = format!(
                "`{}` of {} may be dropped on {}, {why}",
                piece.name,
                english::capitalised(side.name()),
                crate::diagnostic::shorten(&names.join(" ")),
            );
            let help = "limit its drops, for example `drop: {on: rank 2-7}`";
            problems.push(Diagnostic::warning(Code::StrandedDrop, place, message).help(help));
            break;
        }
    }
}

/// Returns `true` if a piece that is on the board can go to a hand as this one.
fn is_captured_as(rules: &Rules, id: PieceId) -> bool {
    let on_board = |other: PieceId| rules.setup.pieces.iter().flatten().any(|placed| placed.piece == other);
    rules.piece_ids().any(|other| rules.piece(other).captured_as == id && (other == id || on_board(other)))
        && on_board(id)
}

/// The squares on which a dropped piece is useless, and the reason.
fn stranded(rules: &Rules, id: PieceId, side: Side, squares: SquareSet) -> Option<(SquareSet, &'static str)> {
    let (piece, geometry) = (rules.piece(id), &rules.geometry);
    let rank = |square: Square| geometry.rank_for(side, square);
    let mut moves = geometry
        .squares()
        .iter()
        .flat_map(|from| ends(rules, piece, side, from).iter().map(move |to| (from, to)).collect::<Vec<_>>());
    // A piece that can also move back or sideways, or that can be dropped in another form, is not stranded.
    let goes_back = moves.any(|(from, to)| rank(to) <= rank(from));
    if goes_back || piece.drop.as_ref().is_some_and(|drop| !drop.also_as.is_empty()) {
        return None;
    }
    let dead: SquareSet = squares.iter().filter(|square| ends(rules, piece, side, *square).is_empty()).collect();
    if !dead.is_empty() && dead != squares {
        return Some((dead, "where it has no move"));
    }
    let starts = piece.initial[side].iter().map(rank).min()?;
    let has_first_moves = piece.movement.patterns.iter().any(|pattern| pattern.initial);
    let behind: SquareSet = squares.iter().filter(|square| rank(*square) < starts).collect();
    (has_first_moves && !behind.is_empty()).then_some((behind, "behind the squares from which it starts"))
}

//! `colour-bound`: see its page in the rule book.

use super::own::{OWN, key, moves_of, own};
use super::reach::ends;
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{PieceId, Rules};
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

/// Pieces with moves of more legs are not tested.
const MOST_LEGS: usize = 3;
const MOST_SQUARES: usize = 256;

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    if rules.geometry.len() > MOST_SQUARES {
        return;
    }
    if rules.shuffle.is_some() {
        shuffled(rules, root, problems);
        return;
    }
    // Games such as draughts use the squares of one colour only.
    if same_colour(&rules.geometry, occupied(rules)) {
        return;
    }
    for id in rules.piece_ids() {
        let piece = rules.piece(id);
        let setup = spec.setup.as_ref().map(|phrase| phrase.span).filter(|span| span.source == OWN);
        let moves = own(piece.source).and_then(|_| moves_of(spec, &piece.name));
        let Some(place) = moves.or(setup) else { continue };
        for side in Side::ALL {
            let pieces = squares_of(&rules.setup, side, id);
            if pieces.count() < 2 || !same_colour(&rules.geometry, pieces) || !is_bound(rules, id, side) {
                continue;
            }
            let names: Vec<String> = pieces.iter().map(|square| rules.geometry.name(square)).collect();
            let colour =
                if rules.geometry.is_dark(pieces.iter().next().unwrap_or(Square::new(0))) { "dark" } else { "light" };
            let message = format!(
                "`{}` never leaves squares of one colour, and all of {}'s ({}) stand on {colour} ones",
                piece.name,
                english::capitalised(side.name()),
                names.join(" ")
            );
            let help = "half of the board is out of their reach: put one of them on a square of the other colour";
            problems.push(Diagnostic::warning(Code::ColourBound, place, message).help(help));
        }
    }
}

/// Steps of a shuffle that put all such pieces on squares of one colour.
fn shuffled(rules: &Rules, root: &Node, problems: &mut Problems) {
    let (Some(place), Some(shuffle)) = (key(root, &["shuffle"]), &rules.shuffle) else { return };
    for id in rules.piece_ids() {
        let steps: Vec<_> = shuffle.steps.iter().filter(|step| step.pieces.contains(&id)).collect();
        let pieces: usize = steps.iter().map(|step| step.pieces.iter().filter(|piece| **piece == id).count()).sum();
        let squares: SquareSet = steps.iter().flat_map(|step| step.on).collect();
        if pieces < 2 || !same_colour(&rules.geometry, squares) || !is_bound(rules, id, Side::White) {
            continue;
        }
        let message =
            format!("each shuffled start has all of a side's `{}` on squares of one colour", rules.piece(id).name);
        let help = "put one `on: light` and one `on: dark`";
        problems.push(Diagnostic::warning(Code::ColourBound, place, message).help(help));
    }
}

/// The squares on which pieces of either side stand in the setup.
fn occupied(rules: &Rules) -> SquareSet {
    let squares = |side: Side| rules.piece_ids().map(move |id| squares_of(&rules.setup, side, id));
    Side::ALL.into_iter().flat_map(squares).flatten().collect()
}

fn same_colour(geometry: &Geometry, squares: SquareSet) -> bool {
    let dark = squares.iter().filter(|square| geometry.is_dark(*square)).count() as u32;
    dark == 0 || dark == squares.count()
}

/// Returns `true` if a piece, from any square, stays on squares of one colour and can reach all of them. A piece that
/// reaches fewer squares does not count, nor does a piece that promotes or is confined on purpose.
fn is_bound(rules: &Rules, id: PieceId, side: Side) -> bool {
    let (piece, geometry) = (rules.piece(id), &rules.geometry);
    let kept = !geometry.squares().is_subset(&piece.confined[side]);
    let long = piece.movement.patterns.iter().any(|pattern| pattern.legs().len() > MOST_LEGS);
    if long || kept || piece.promotion.is_some() || rules.hand.is_some() {
        return false;
    }
    let Some(start) = squares_of(&rules.setup, side, id).iter().next() else { return false };
    let (mut waiting, mut seen) = (vec![start], SquareSet::of(start));
    while let Some(from) = waiting.pop() {
        let ends = ends(rules, piece, side, from);
        if ends.iter().any(|to| geometry.is_dark(to) != geometry.is_dark(from)) {
            return false;
        }
        for to in ends & !seen {
            seen.insert(to);
            waiting.push(to);
        }
    }
    let own = geometry.squares().iter().filter(|square| geometry.is_dark(*square) == geometry.is_dark(start));
    seen.count() as usize == own.count()
}

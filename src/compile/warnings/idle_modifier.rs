//! `idle-modifier`: see its page in the rule book.

use super::own::{key, moves_of, own};
use super::reach::{ends, is_light, range, with_patterns};
use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::movement::{Leg, Pattern};
use crate::rules::{Piece, PieceId, Rules};
use crate::source::Span;
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    for id in rules.piece_ids() {
        initial(rules, root, id, problems);
        passing(rules, spec, id, problems);
        further(rules, id, problems);
        unanswered(rules, spec, root, id, problems);
    }
}

/// Reports `initial` squares of a piece that has no first move, or that never stands there.
fn initial(rules: &Rules, root: &Node, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let place = |name: &str| key(root, &["pieces", &piece.name, name]);
    let Some(place) = place("initial").or_else(|| place("initial_until")) else { return };
    if !piece.patterns().any(|pattern| pattern.initial) {
        let message = format!("`{}` has no first moves, so `initial` has no effect", piece.name);
        let help = "mark such moves with `i` in the notation, for example `ifmnD`, or remove the key";
        problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
        return;
    }
    let starts = Side::ALL.map(|side| squares_of(&rules.setup, side, id));
    let none = Side::ALL.into_iter().all(|side| !starts[side.index()].intersects(&piece.initial[side]));
    let elsewhere = rules.shuffle.is_some() || rules.hand.is_some() || !rules.is_plain();
    if none && !elsewhere && starts.iter().any(|squares| !squares.is_empty()) {
        let message = format!("no `{}` of the setup is on a square of `initial`", piece.name);
        let help = "name its squares in the setup, or remove the key: these squares are the default";
        problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
    }
}

/// Reports en passant captures in a game in which no move allows them.
fn passing(rules: &Rules, spec: &Specification, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let Some(place) = moves_of(spec, &piece.name) else { return };
    let takes = piece.patterns().flat_map(Pattern::legs).any(|leg| leg.terms.en_passant);
    let trail = |pattern: &Pattern| pattern.legs().iter().any(|leg| leg.trail);
    aside(rules, id, place, problems);
    let passes = rules.pieces.iter().flat_map(Piece::patterns).any(trail) || !rules.is_plain();
    if takes && !passes {
        let message = format!("`{}` captures en passant, but no move of any piece allows this", piece.name);
        let help = "mark the double step with `n`, for example `ifmnD`, or remove `e` from the notation";
        problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
    }
}

/// Reports en passant captures that never lead to a square that an enemy can pass.
fn aside(rules: &Rules, id: PieceId, place: Span, problems: &mut Problems) {
    let single = |piece: &Piece| piece.patterns().all(|pattern| pattern.legs().len() < 2);
    let plain = rules.is_plain() && rules.effects.flips.is_none() && rules.shuffle.is_none();
    let topology = rules.geometry.topology();
    let flat = !topology.wraps_files() && !topology.wraps_ranks() && !topology.is_hexagonal();
    if !plain
        || !flat
        || rules.hand.is_some()
        || !rules.pieces.iter().all(|piece| single(piece) && is_light(rules, piece))
    {
        return;
    }
    let piece = rules.piece(id);
    let takes = with_patterns(piece, |pattern| pattern.legs().iter().any(|leg| leg.terms.en_passant));
    let passed = BySide::from_fn(|side| passed(rules, side));
    let meets = |side: Side| {
        range(rules, id, side).iter().any(|from| ends(rules, &takes, side, from).intersects(&passed[!side]))
    };
    let any = takes.patterns().next().is_some() && !(passed.white | passed.black).is_empty();
    if any && !Side::ALL.into_iter().any(meets) {
        let message = format!("no en passant capture of `{}` leads to a square that an enemy can pass", piece.name);
        let help = "mark the captures with `e`, as in `fceF`, and the double step with `n`, as in `ifmnD`";
        problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
    }
}

/// Squares that pieces of a side pass with moves that can be answered en passant.
fn passed(rules: &Rules, side: Side) -> SquareSet {
    let geometry = &rules.geometry;
    let mut passed = SquareSet::EMPTY;
    for id in rules.piece_ids() {
        let trails = with_patterns(rules.piece(id), |pattern| pattern.legs().iter().any(|leg| leg.trail));
        if trails.patterns().next().is_none() {
            continue;
        }
        for from in range(rules, id, side) {
            for to in ends(rules, &trails, side, from) {
                passed |= between(geometry, from, to);
            }
        }
    }
    passed
}

/// The squares of the straight way between two squares of a flat board.
fn between(geometry: &Geometry, from: Square, to: Square) -> SquareSet {
    let place = |square: Square| (geometry.file(square) as i32, geometry.rank(square) as i32);
    let ((file, rank), (last_file, last_rank)) = (place(from), place(to));
    let (files, ranks) = (last_file - file, last_rank - rank);
    let steps = (1..=files.abs().max(ranks.abs())).rev().find(|count| files % count == 0 && ranks % count == 0);
    let at = |step: i32, steps: i32| {
        let (file, rank) = (file + files / steps * step, rank + ranks / steps * step);
        geometry.at(usize::try_from(file).ok()?, usize::try_from(rank).ok()?)
    };
    steps.into_iter().flat_map(|steps| (1..steps).filter_map(move |step| at(step, steps))).collect()
}

/// Reports a double step that no piece can answer en passant, in a file that changes the pawns of another game.
fn unanswered(rules: &Rules, spec: &Specification, root: &Node, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let Some(place) = moves_of(spec, &piece.name).filter(|_| root.get("extends").is_some()) else { return };
    let trails = piece.patterns().flat_map(Pattern::legs).any(|leg| leg.trail);
    let takes = |other: &Piece| other.patterns().flat_map(Pattern::legs).any(|leg| leg.terms.en_passant);
    if trails && rules.is_plain() && !rules.pieces.iter().any(takes) {
        let message = format!("`{}` makes double steps, but no piece captures en passant", piece.name);
        let help = "write the capture with `e`, as in `fceF`, or write `allow: [idle-modifier]` if this is intended";
        problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
    }
}

/// Reports further moves (`also:`) from squares on which the piece never stands, or to squares that no such move
/// reaches.
fn further(rules: &Rules, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    if piece.extra.is_empty() || !rules.is_plain() || rules.effects.flips.is_some() {
        return;
    }
    let ranges = Side::ALL.map(|side| range(rules, id, side));
    for (index, extra) in piece.extra.iter().enumerate() {
        // A move that captures only royal pieces is never made, but it keeps enemy royal pieces away from squares.
        let forbids = |pattern: &Pattern| pattern.terms().is_some_and(|terms| terms.royal_only);
        let Some(place) = own(extra.source).filter(|_| !extra.movement.patterns.iter().any(forbids)) else { continue };
        if extra.movement.patterns.iter().all(|pattern| has_already(piece, pattern)) {
            let message = format!("`{}` already has these moves, from every square", piece.name);
            let help = "remove them here or in `moves`";
            problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
            continue;
        }
        let alone = Piece { extra: vec![piece.extra[index].clone()], movement: Default::default(), ..piece.clone() };
        let made = |side: Side| {
            let starts: SquareSet = ranges[side.index()] & extra.from[side];
            starts.iter().any(|from| !ends(rules, &alone, side, from).is_empty())
        };
        if !Side::ALL.into_iter().any(made) && ranges.iter().any(|squares| !squares.is_empty()) {
            let message = format!("`{}` can never make these further moves", piece.name);
            let help = "it never stands on the squares of `from`, or no such move ends on those of `to`";
            problems.push(Diagnostic::warning(Code::IdleModifier, place, message).help(help));
        }
    }
}

/// Returns `true` if the notation of a piece already contains a move, as part of a longer ride or of moves in more
/// directions.
pub(super) fn has_already(piece: &Piece, further: &Pattern) -> bool {
    let Some(leg) = further.single_leg() else { return false };
    let reaches = |range: Option<u8>| range.is_none_or(|most| leg.range.is_some_and(|range| range <= most));
    piece.movement.patterns.iter().filter(|pattern| !pattern.initial || further.initial).any(|pattern| {
        pattern.single_leg().is_some_and(|known| {
            let cut = Leg { headings: leg.headings, kept: leg.kept, range: leg.range, ..known.clone() };
            leg.headings & !known.headings == 0 && reaches(known.range) && cut == *leg
        })
    })
}

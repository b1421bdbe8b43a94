//! `stuck-piece`: see its page in the rule book.

use super::never_promotes::plays_for_mate;
use super::own::{key, own, setup};
use super::reach::{ends, is_light, range, with_patterns};
use super::removal::captures;
use crate::board::{Side, Square, SquareSet};
use crate::compile::drafts::squares_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, Pass, Piece, PieceId, PlacedPiece, PromotionZone, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let common = setup(root).or_else(|| key(root, &["board"]));
    if rules.shuffle.is_some() || !rules.is_plain() || rules.effects.flips.is_some() {
        return;
    }
    for id in rules.piece_ids() {
        declining(rules, root, id, problems);
        stopping(rules, id, problems);
        becoming(rules, id, problems);
    }
    capturing_only(rules, root, problems);
    sideways_only(rules, root, problems);
    // `never-promotes` reports pieces with a promotion.
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

/// Reports squares on which a piece may decline its promotion and can then never move again.
fn declining(rules: &Rules, root: &Node, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let Some(promotion) = piece.promotion.as_ref().filter(|_| piece.promotion_move.is_none()) else { return };
    let path = |key_name: &'static str| key(root, &["pieces", &piece.name, "promotion", key_name]);
    // `mandatory-outside` reports squares outside the zone.
    let known = problems.iter().any(|problem| problem.code == Code::MandatoryOutside);
    let Some(place) = path("mandatory").filter(|_| !known) else { return };
    // If choices can run out, a piece that need not promote can still move there.
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

/// Reports pieces that can only capture, in a game in which other pieces make quiet moves.
fn capturing_only(rules: &Rules, root: &Node, problems: &mut Problems) {
    let quiet = |piece: &Piece| piece.patterns().any(|pattern| pattern.terms().is_none_or(|terms| terms.quiet));
    let becomes = |piece: &Piece| piece.promotion.is_some() || piece.promotion_move.is_some();
    if !plays_for_mate(rules) || !rules.pieces.iter().any(quiet) {
        return;
    }
    for piece in rules.pieces.iter().filter(|piece| captures(piece) && !quiet(piece) && !becomes(piece)) {
        let Some(place) = key(root, &["pieces", &piece.name, "moves"]) else { continue };
        let message = format!("`{}` can only capture: all its moves are marked with `c`", piece.name);
        let help =
            "give it moves without captures (`m…`), as in `mRcpR`, or write `allow: [stuck-piece]` if this is intended";
        problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
    }
}

/// Reports pieces whose moves all stay on one rank.
fn sideways_only(rules: &Rules, root: &Node, problems: &mut Problems) {
    let geometry = &rules.geometry;
    if !plays_for_mate(rules) || geometry.ranks() < 3 || rules.constraints.pass != Pass::Never {
        return;
    }
    for piece in rules.pieces.iter().filter(|piece| piece.promotion.is_none() && piece.promotion_move.is_none()) {
        let Some(place) = key(root, &["pieces", &piece.name, "moves"]).filter(|_| is_light(rules, piece)) else {
            continue;
        };
        let squares = || geometry.squares().iter().map(|from| (from, ends(rules, piece, Side::White, from)));
        let level = squares().all(|(from, ends)| ends.iter().all(|to| geometry.rank(to) == geometry.rank(from)));
        if level && squares().any(|(_, ends)| !ends.is_empty()) {
            let message = format!("`{}` only moves sideways and never leaves its rank", piece.name);
            let help = "give it moves forwards and backwards, or write `allow: [stuck-piece]` if this is intended";
            problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
        }
    }
}

/// Reports a promotion to a piece that has no move from any square of the zone.
fn becoming(rules: &Rules, id: PieceId, problems: &mut Problems) {
    let Some(promotion) = &rules.piece(id).promotion else { return };
    let Some(place) = own(promotion.source).filter(|_| promotion.when == PromotionZone::Arriving) else { return };
    let zone = promotion.zone[Side::White] & rules.geometry.squares();
    let stops = |choice: &&PieceId| {
        let made = rules.piece(**choice);
        let moves = |square: Square| !ends(rules, made, Side::White, square).is_empty();
        made.patterns().next().is_some()
            && is_light(rules, made)
            && made.promotion_move.is_none()
            && !zone.iter().any(moves)
    };
    let kept_out = |choice: &&PieceId| !rules.piece(**choice).confined[Side::White].intersects(&zone);
    if let Some(made) = promotion.choices.white.iter().find(kept_out).filter(|_| !zone.is_empty()) {
        let (name, made) = (&rules.piece(id).name, &rules.piece(*made).name);
        let message = format!("`{name}` never promotes to `{made}`, which may not stand in the promotion zone");
        let help = "name another piece in `to`, or enlarge the region of `confined`";
        problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
        return;
    }
    if let Some(made) = promotion.choices.white.iter().find(stops).filter(|_| !zone.is_empty()) {
        let (name, made) = (&rules.piece(id).name, &rules.piece(*made).name);
        let message = format!("`{name}` may promote to `{made}`, which has no move in the promotion zone");
        let help = "name another piece in `to`, or change the `zone`";
        problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
    }
}

/// Reports squares outside a piece's promotion zone that it can reach and never leave.
fn stopping(rules: &Rules, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let by_move = piece.promotion_move.is_some() || !plays_for_mate(rules);
    let Some(place) = own(piece.source).filter(|_| !by_move) else { return };
    // `never-promotes` reports pieces that only move forwards.
    let known = problems.iter().any(|problem| problem.code == Code::NeverPromotes && problem.span == place);
    let starts = squares_of(&rules.setup, Side::White, id);
    if known || starts.is_empty() || !is_light(rules, piece) || rules.hand.is_some_and(|hand| hand != HandRule::Setup) {
        return;
    }
    let moves = |square: &Square| !ends(rules, piece, Side::White, *square).is_empty();
    let reached = reached_as_itself(rules, piece, starts) & !starts;
    let names: Vec<String> = reached.iter().filter(|to| !moves(to)).map(|to| rules.geometry.name(to)).collect();
    if !names.is_empty() && starts.iter().all(|from| moves(&from)) {
        let squares = crate::diagnostic::shorten(&names.join(" "));
        let message = format!("a `{}` of White that reaches {squares} can never move again", piece.name);
        let help = "give it a move from there (compare the squares of `also`), or a `promotion` there";
        problems.push(Diagnostic::warning(Code::StuckPiece, place, message).help(help));
    }
}

/// The squares that a white piece can reach without promoting. Squares on which it may decline a promotion are left to
/// another check.
fn reached_as_itself(rules: &Rules, piece: &Piece, starts: SquareSet) -> SquareSet {
    let zone = piece.promotion.as_ref().map_or(SquareSet::EMPTY, |promotion| promotion.zone[Side::White]);
    // If only captures promote, the piece can enter the zone by a quiet move.
    let capturing = piece.promotion.as_ref().is_some_and(|promotion| promotion.when == PromotionZone::Capturing);
    let quiet = capturing.then(|| with_patterns(piece, |pattern| pattern.terms().is_none_or(|terms| terms.quiet)));
    let (mut reached, mut open) = (starts, starts);
    while let Some(from) = open.iter().next() {
        open.remove(from);
        let quiet = quiet.as_ref().map_or(SquareSet::EMPTY, |quiet| ends(rules, quiet, Side::White, from));
        let new = ((ends(rules, piece, Side::White, from) & !zone) | quiet) & !reached;
        reached |= new;
        open |= new;
    }
    reached
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
    // A piece without any moves is immobile on purpose.
    let moves = !rules.piece(id).movement.patterns.is_empty() || !rules.piece(id).extra.is_empty();
    if moves { stuck } else { Vec::new() }
}

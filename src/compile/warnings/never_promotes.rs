//! `never-promotes`: see its page in the rule book.

use super::own::{OWN, key, own};
use super::reach::{Reach, ends};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{Condition, Piece, PieceId, Royalty, Rules};
use crate::source::Span;
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, reach: &Reach, problems: &mut Problems) {
    // Special rules may give a piece other moves than its notation, or turn it into another piece.
    if !rules.is_plain() || rules.tree.moves_pieces() {
        return;
    }
    for id in rules.piece_ids() {
        match rules.piece(id).promotion {
            _ if rules.piece(id).promotion_move.is_some() => {}
            Some(_) => {
                barred(rules, root, rules.piece(id), problems);
                promoting(rules, spec, root, reach, id, problems);
            }
            None => stopping(rules, id, problems),
        }
    }
}

/// Reports single pieces of the setup that can never promote, although others of their kind can.
fn promoting(rules: &Rules, spec: &Specification, root: &Node, reach: &Reach, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    for side in Side::ALL {
        let pieces: Vec<_> = reach.pieces.iter().filter(|placed| placed.piece == id && placed.side == side).collect();
        let stopped: Vec<_> = pieces.iter().filter(|placed| !placed.promotes).collect();
        let empty = piece.promotion.as_ref().is_none_or(|promotion| promotion.zone[side].is_empty());
        // Other checks report the case in which no piece can reach the zone.
        let none = stopped.len() == pieces.len();
        let written = zone_of(spec, &piece.name).is_some();
        let has_choice = piece.promotion.as_ref().is_some_and(|promotion| {
            !promotion.choices[side].is_empty() && promotion.limits[side].iter().any(|limit| *limit != Some(0))
        });
        if stopped.is_empty() || empty || (none && written && has_choice) {
            continue;
        }
        let setup = spec.setup.as_ref().map(|phrase| phrase.span).filter(|span| span.source == OWN);
        let changed = setup.filter(|_| !none).or_else(|| key(root, &["board"]));
        let Some(span) = own(piece.source).or(changed) else { continue };
        let squares: Vec<String> =
            stopped.iter().filter_map(|placed| placed.from).map(|square| rules.geometry.name(square)).collect();
        let whose = english::capitalised(side.name());
        let (message, help) = match (has_choice, none) {
            (false, _) => (
                format!("`{}` of {whose} can never promote: it has no permitted choice", piece.name),
                "add a piece to `to`, or raise its `limit`",
            ),
            (true, true) => (
                format!("`{}` of {whose} can never promote: it never reaches its zone", piece.name),
                "name a `zone` that it reaches",
            ),
            (true, false) if squares.is_empty() => (
                format!("a dropped `{}` of {whose} can never promote", piece.name),
                "from there it never reaches its zone: change the squares of `drop`, or the `zone`",
            ),
            (true, false) => (
                format!("`{}` of {whose} on {} can never promote", piece.name, squares.join(" ")),
                "from there it never reaches its zone: change the setup, the moves or the `zone`",
            ),
        };
        problems.push(Diagnostic::warning(Code::NeverPromotes, span, message).help(help));
    }
}

/// Reports a promotion choice whose limit is 0.
fn barred(rules: &Rules, root: &Node, piece: &Piece, problems: &mut Problems) {
    let Some(promotion) = &piece.promotion else { return };
    let choices = promotion.choices.white.iter().zip(&promotion.limits.white);
    let (out, left): (Vec<_>, Vec<_>) = choices.partition(|(_, limit)| **limit == Some(0));
    let path = |name| key(root, &["pieces", &piece.name, "promotion", name]);
    let place = path("limit").or_else(|| path("to"));
    if let (Some(place), Some((choice, _)), false) = (place, out.first(), left.is_empty()) {
        let choice = &rules.piece(**choice).name;
        let message = format!("`{}` never promotes to `{choice}`, because a side may have 0 of them", piece.name);
        let help = "raise the limit, or remove the piece from `to`";
        problems.push(Diagnostic::warning(Code::NeverPromotes, place, message).help(help));
    }
}

/// Reports a piece without promotion whose moves all lead forwards. At the end of the board it can never move again.
fn stopping(rules: &Rules, id: PieceId, problems: &mut Problems) {
    let piece = rules.piece(id);
    let Some(span) = own(piece.source) else { return };
    let (side, geometry) = (Side::White, &rules.geometry);
    if geometry.topology().wraps_ranks() || geometry.len() > 1 << 9 || !plays_for_mate(rules) {
        return;
    }
    if !piece.movement.patterns.iter().any(crate::rules::movement::Pattern::captures) {
        return;
    }
    let mut moves = 0;
    for from in geometry.squares() & piece.confined[side] {
        let ends = ends(rules, piece, side, from);
        if ends.iter().any(|to| geometry.rank(to) <= geometry.rank(from)) {
            return;
        }
        moves += ends.count();
    }
    let on_board = rules.setup.pieces.iter().flatten().any(|placed| placed.piece == id);
    if moves > 0 && on_board {
        let message = format!("`{}` only moves forwards and can never promote: in the end it has no moves", piece.name);
        let help = "give it a `promotion`, or a move backwards or sideways";
        problems.push(Diagnostic::warning(Code::NeverPromotes, span, message).help(help));
    }
}

/// Returns `true` for games of royal pieces. In games about reaching a region or making the last move, pieces that
/// only move forwards are normal.
pub(super) fn plays_for_mate(rules: &Rules) -> bool {
    let royal = rules.pieces.iter().any(|piece| piece.royalty != Royalty::Common);
    royal && !rules.ends.iter().any(|end| matches!(end.condition, Condition::Reached { .. }))
}

/// The place of a piece's promotion zone in the file.
pub(super) fn zone_of(spec: &Specification, piece: &str) -> Option<Span> {
    let pieces = spec.pieces.as_ref()?;
    let (.., found) = pieces.iter().find(|(name, ..)| *name == piece)?;
    found.promotion.as_ref()?.zone.as_ref().map(crate::variant::spec::Area::span)
}

//! `duplicate-symbol` for names in SAN: see its page in the rule book.

use super::own::key;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Piece, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let name = |piece: &Piece| piece.san.clone().unwrap_or_else(|| piece.symbol.white.clone());
    for piece in &rules.pieces {
        let Some(place) = key(root, &["pieces", &piece.name, "san"]).filter(|_| piece.san.is_some()) else { continue };
        let shares = |other: &&Piece| {
            let differs = !other.movement.same_moves(&piece.movement) || other.extra.len() != piece.extra.len();
            !std::ptr::eq(*other, piece) && name(other) == name(piece) && differs
        };
        if let Some(other) = rules.pieces.iter().find(shares) {
            let message = format!(
                "moves of `{}` and of `{}` are both written with `{}` in SAN",
                piece.name,
                other.name,
                name(piece)
            );
            let help = "give one of them another `san`, or write `allow: [duplicate-symbol]` if you intend that";
            problems.push(Diagnostic::warning(Code::DuplicateSymbol, place, message).help(help));
        }
    }
}

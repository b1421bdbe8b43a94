//! Pieces that move by rules in the language of rules.

use crate::rules::tree::{Meaning, RuleKind, Set, SetKind, Tree};
use crate::rules::{PieceId, Rules};

/// Returns `true` if a rule of the tree may let a piece move.
pub fn moves_by_rules(rules: &Rules, piece: PieceId) -> bool {
    let tree = &rules.tree;
    tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::Pieces(moves) => !moves.gains.is_empty() && may_hold(tree, &moves.pieces, piece),
        RuleKind::Instead { deed, .. } => deed.kind.by.as_ref().is_some_and(|by| may_hold(tree, by, piece)),
        _ => false,
    })
}

/// Returns `false` if a set never has a piece of this kind.
fn may_hold(tree: &Tree, set: &Set, piece: PieceId) -> bool {
    match &set.kind {
        SetKind::Kind(kind) => *kind == piece,
        SetKind::Filtered(_, base) | SetKind::Related(base, _) | SetKind::Where(base, _) | SetKind::Except(base, _) => {
            may_hold(tree, base, piece)
        }
        SetKind::Union(parts) => parts.iter().any(|part| may_hold(tree, part, piece)),
        SetKind::Defined(id) => match tree.defines.get(id.index()).map(|define| &define.kind.meaning) {
            Some(Meaning::Set(set)) => may_hold(tree, set, piece),
            _ => true,
        },
        _ => true,
    }
}

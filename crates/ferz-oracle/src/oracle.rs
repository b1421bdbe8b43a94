//! Data that all parts of the oracle share.

use std::sync::{Arc, Mutex};

use ferz_core::board::Side;
use ferz_core::rules::tree::{Declaration, Gain, Held, Rule, RuleKind, Tree};
use ferz_core::rules::{PieceId, Rules};

use crate::reading::{captures_after_moves, remembers};

/// The rules of a variant, ready to be asked.
#[derive(Clone, Debug)]
pub struct Oracle {
    pub(crate) rules: Arc<Rules>,
    pub(crate) tree: Arc<Tree>,
    /// Cached result: whether a single piece beside the royal ones can decide a game.
    pub(crate) decisive: Arc<Mutex<Vec<Decisive>>>,
    /// The marks that make pieces royal: a bit for each declaration of the state.
    pub(crate) royal_marks: u64,
    /// `true` if a rule captures pieces after moves, so that moves attack what they would capture so.
    pub(crate) captures_after_moves: bool,
    /// `true` if a rule lets pieces give check to pieces of their own side.
    pub(crate) gives_further_checks: bool,
    /// `true` if a rule asks how often a position has occurred.
    pub(crate) remembers: bool,
    /// `true` if a side may move pieces that belong to no side.
    pub(crate) shares_neutral_pieces: bool,
}

/// A piece, or `None` for none, and whether it can decide a game beside the royal pieces.
pub(crate) type Decisive = (Option<(PieceId, Side)>, bool);

impl Oracle {
    /// An oracle for a variant. The tree says all that the board, the pieces, castling, hands and the older ends do not say.
    pub fn new(rules: Arc<Rules>, tree: Arc<Tree>) -> Oracle {
        let royal = |declaration: &Declaration| matches!(declaration.kind.kind, Held::PieceMarks { royal: true, .. });
        let marks = tree.state.iter().enumerate().filter(|(_, declaration)| royal(declaration));
        let royal_marks = marks.fold(0, |all, (index, _)| all | 1u64.checked_shl(index as u32).unwrap_or(0));
        let captures_after_moves = tree.rules.iter().any(|rule| captures_after_moves(&tree, rule));
        let checks = |rule: &Rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) => moves.gains.iter().any(|gain| matches!(gain, Gain::Checks(_))),
            _ => false,
        };
        let gives_further_checks = tree.rules.iter().any(checks);
        let shares = |rule: &Rule| matches!(&rule.kind.kind, RuleKind::Pieces(moves) if moves.moved_by.is_some());
        let shares_neutral_pieces = !tree.sides.neutral.is_empty() && tree.rules.iter().any(shares);
        let remembers = remembers(&tree);
        let decisive = Arc::default();
        Oracle {
            rules,
            tree,
            decisive,
            royal_marks,
            captures_after_moves,
            gives_further_checks,
            remembers,
            shares_neutral_pieces,
        }
    }

    /// The concepts of a tree that the oracle cannot play, each with the section of a file that states it.
    pub fn unknown(tree: &Tree) -> Vec<&'static str> {
        let mut unknown = Vec::new();
        if tree.sides.order.len() > Side::ALL.len() || !tree.sides.partners.is_empty() {
            unknown.push("sides (more than two)");
        }
        let holds = |declaration: &Declaration| matches!(declaration.kind.kind, Held::PieceMarks { holds: true, .. });
        if tree.state.iter().any(holds) {
            unknown.push("state (a mark that holds a piece)");
        }
        unknown
    }

    /// Rules of the variant in the language of rules.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

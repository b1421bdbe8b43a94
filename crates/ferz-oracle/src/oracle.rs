//! Data that all parts of the oracle share.

use std::sync::{Arc, Mutex};

use ferz_core::board::Side;
use ferz_core::rules::tree::{Declaration, Held, Moves, Rule, RuleKind, Tree};
use ferz_core::rules::{PieceId, Rules};

use crate::index::Index;
use crate::lines::Lines;
use crate::reach::Reaches;
use crate::reading::remembers;

/// The rules of a variant, prepared for the oracle.
#[derive(Clone, Debug)]
pub struct Oracle {
    pub(crate) rules: Arc<Rules>,
    pub(crate) tree: Arc<Tree>,
    /// Cached results: whether the royal pieces and one other piece suffice to decide a game.
    pub(crate) decisive: Arc<Mutex<Vec<Decisive>>>,
    /// The marks that make pieces royal: a bit for each declaration of the state.
    pub(crate) royal_marks: u64,
    /// The rules of the tree by what they do.
    pub(crate) index: Arc<Index>,
    /// The straight lines that have been followed.
    pub(crate) lines: Lines,
    /// The squares that pieces could reach with some occupancy.
    pub(crate) reaches: Reaches,
    /// `true` if a rule needs the number of occurrences of a position.
    pub(crate) remembers: bool,
    /// `true` if a side may move pieces that belong to no side.
    pub(crate) shares_neutral_pieces: bool,
}

/// A piece (or `None`), and `true` if it and the royal pieces suffice to decide a game.
pub(crate) type Decisive = (Option<(PieceId, Side)>, bool);

impl Oracle {
    /// An oracle for a variant. The tree has all rules beyond the board, the pieces, castling, hands and the older
    /// ends.
    pub fn new(rules: Arc<Rules>, tree: Arc<Tree>) -> Oracle {
        let royal = |declaration: &Declaration| matches!(declaration.kind.kind, Held::PieceMarks { royal: true, .. });
        let marks = tree.state.iter().enumerate().filter(|(_, declaration)| royal(declaration));
        let royal_marks = marks.fold(0, |all, (index, _)| all | 1u64.checked_shl(index as u32).unwrap_or(0));
        let index = Arc::new(Index::new(&tree));
        let shares_neutral_pieces = !tree.sides.neutral.is_empty() && !index.moved_by.is_empty();
        let reaches = Reaches::new(&rules);
        let lines = Lines::new(rules.geometry.len());
        let remembers = remembers(&tree);
        let decisive = Arc::default();
        Oracle { rules, tree, decisive, royal_marks, index, lines, reaches, remembers, shares_neutral_pieces }
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

    /// Some rules of the tree.
    pub(crate) fn listed<'a>(&'a self, rules: &'a [usize]) -> impl Iterator<Item = &'a Rule> {
        rules.iter().map(|index| &self.tree.rules[*index])
    }

    /// The `pieces:` rules among some rules of the tree, with their contents.
    pub(crate) fn of_pieces<'a>(&'a self, rules: &'a [usize]) -> impl Iterator<Item = (&'a Rule, &'a Moves)> {
        self.listed(rules).filter_map(|rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) => Some((rule, &**moves)),
            _ => None,
        })
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

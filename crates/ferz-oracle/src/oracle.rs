//! Data that all parts of the oracle share.

use std::sync::{Arc, Mutex};

use ferz_core::board::{BySide, Square, SquareSet};
use ferz_core::rules::tree::kinds::Coming;
use ferz_core::rules::tree::{Declaration, Held, Moves, Rule, RuleKind, Tree};
use ferz_core::rules::{PieceId, Rules};

use crate::cell::Cell;
use crate::index::Index;
use crate::lines::Lines;
use crate::player::{MOST, Player};
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
    /// The players in the order of turns.
    pub(crate) players: Vec<Player>,
    /// Players whose pieces a setup distinguishes by a mark, each with the index of the mark in the state.
    pub(crate) further: Vec<(usize, Player)>,
    /// The pieces at the start.
    pub(crate) start: Vec<Option<Cell>>,
    /// `true` if a rule needs the number of occurrences of a position.
    pub(crate) remembers: bool,
    /// `true` if a side may move pieces that belong to no side.
    pub(crate) shares_neutral_pieces: bool,
    /// Changes of the material by rules of the file.
    pub(crate) coming: Coming,
}

/// A piece (or `None`), and `true` if it and the royal pieces suffice to decide a game.
pub(crate) type Decisive = (Option<(PieceId, Player)>, bool);

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
        let players = Player::all(&tree.sides);
        let place = |name: &str| tree.state.iter().position(|declaration| declaration.kind.name == name);
        let owner = |name: &str| players.iter().copied().find(|player| tree.sides.order[player.index()] == name);
        let further = tree.sides.further().filter_map(|name| Some((place(name)?, owner(name)?))).collect();
        let start = Vec::new();
        let mut oracle = Oracle {
            coming: rules.tree.coming(),
            rules,
            tree: tree.clone(),
            decisive,
            royal_marks,
            index,
            lines,
            reaches,
            players,
            further,
            start,
            remembers,
            shares_neutral_pieces,
        };
        oracle.start = oracle.position(&oracle.rules.setup).cells;
        oracle
    }

    /// The concepts of a tree that the oracle cannot play, each with the section of a file that states it.
    pub fn unknown(tree: &Tree) -> Vec<&'static str> {
        let mut unknown = Vec::new();
        if tree.sides.order.len() > MOST {
            unknown.push("sides (more than eight)");
        }
        unknown
    }

    /// `true` if positions record whether a side's piece on a square has moved.
    pub(crate) fn keeps_account_of(&self, side: Player, square: Square) -> bool {
        self.rules.unmoved.as_ref().is_some_and(|squares| self.region(side, squares).contains(square))
    }

    /// A region as a side sees it.
    pub(crate) fn region(&self, side: Player, regions: &BySide<SquareSet>) -> SquareSet {
        side.region(regions, &self.rules.geometry)
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

    /// The players, in the order of turns.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The name of a player's side in the file: `red`.
    pub fn name_of(&self, player: Player) -> &str {
        self.tree.sides.order.get(player.index()).map_or("", String::as_str)
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

//! The compiled form of a variant for one board width. Generators, legality and perft read it.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use crate::board::{BySide, Side, Square};
use crate::position::{Cell, Position, SharedCastlings};
use crate::rules::{CastlingRight, HandRule, Memo, PieceId, Rules, Setup};

use super::plan::RulePlan;
use super::tables::{AttackTables, BoardTables, Ends, Indexing, MoveTables, WalkedCourse, compile, walked_courses};
use super::tree::TreeIndex;

/// A variant compiled for boards of at most `64 * W` squares.
#[derive(Debug)]
pub struct Engine<const W: usize> {
    /// The rules from which it was compiled.
    pub rules: Arc<Rules>,
    /// Properties of the rules that move generation reads.
    pub(crate) plan: RulePlan,
    /// Move tables.
    pub(crate) moves: MoveTables<W>,
    /// Tables for attack tests.
    pub(crate) attacks: AttackTables<W>,
    /// The board.
    pub(crate) board: BoardTables<W>,
    /// The rules of the tree, by what they do.
    pub(crate) tree: TreeIndex<W>,
    /// The attacks that have no closed form.
    pub(super) walked: BySide<Vec<WalkedCourse>>,
    /// The castling moves of earlier setups, by their castling rights.
    castlings: Mutex<FxHashMap<Vec<CastlingRight>, SharedCastlings<W>>>,
}

impl<const W: usize> Engine<W> {
    /// `true` if tables can be indexed by PEXT. Larger boards have only one indexing method.
    pub(crate) const KNOWS_PEXT: bool = MoveTables::<W>::KNOWS_PEXT;

    /// `true` if boards of this width can have rules that the tables do not hold. Games with such rules get two words or more, so that
    /// the code for these rules is compiled for two widths, not three: it is half of the interpreter. In WebAssembly, where code is
    /// downloaded, they all get the widest.
    pub(crate) const RULED: bool = if cfg!(target_family = "wasm") { W > 2 } else { W > 1 };

    /// Compiles the rules for the fastest indexing method of the processor, or for the portable one. The board must
    /// have at most `64 * W` squares.
    pub fn new(rules: Arc<Rules>, portable: bool) -> Engine<W> {
        let indexing = if portable || !Self::KNOWS_PEXT { Indexing::Multiply } else { Indexing::detect() };
        let (moves, attacks) = compile(&rules, indexing);
        let plan = RulePlan::of(&rules, &moves, &attacks);
        let walked = walked_courses(&rules, &attacks);
        let (board, tree) = (BoardTables::of(&rules), TreeIndex::of(&rules, &attacks));
        Engine { plan, moves, attacks, board, tree, walked, castlings: Mutex::default(), rules }
    }

    /// The cell of a piece of a side, or of no side if the kind is neutral.
    pub(crate) fn cell_of_kind(&self, piece: PieceId, side: Side) -> Cell {
        let cell = Cell::of(piece, side);
        if self.rules.tree.sides.neutral.contains(&piece) { cell.neutral() } else { cell }
    }

    /// The cell of a piece that has just become `choice`.
    pub(crate) fn promoted_cell(&self, side: Side, piece: PieceId, choice: PieceId) -> Cell {
        let cell = self.cell_of_kind(choice, side);
        let remembers = self.rules.hand.is_some_and(HandRule::fills)
            && self.rules.piece(choice).reverts
            && !self.rules.is_demotion(piece, choice);
        if remembers { cell.promoted() } else { cell }
    }

    /// Returns `true` if a piece that moves from one square to another, and then is of kind `piece`, attacks an enemy
    /// from there.
    pub(crate) fn attacks_from(
        &self,
        position: &Position<W>,
        placed: (Side, PieceId),
        (from, to): (Square, Square),
    ) -> bool {
        if self.plan.no_captures {
            return false;
        }
        let mut occupied = position.occupied();
        occupied.remove(from);
        let ends = Ends { enemies: position.of_side(!placed.0), ..Ends::NONE };
        !self.moves.targets_of(placed, to, &occupied, ends).is_empty()
    }

    /// The position that a setup describes. The caller has checked that it fits the rules.
    pub fn position(&self, setup: &Setup) -> Position<W> {
        let mut position = Position::new(&self.rules, setup, self.shared_castlings(&setup.castling));
        if self.tree.has_state && setup.told.is_none() {
            *position.told_mut() = self.tree.state_at_start(&self.rules.tree);
        }
        position
    }

    /// Removes the memo from a setup if it is the one that follows from the rules.
    pub(crate) fn forget_plain_memo(&self, setup: &mut Setup) {
        let plain = Memo::at_start(&self.rules.beyond.turns, setup.turn, setup.fullmoves);
        setup.memo = setup.memo.filter(|memo| *memo != plain);
        self.tree.forget_plain_state(&self.rules.tree, setup);
    }

    /// The castling moves of a setup with these rights.
    fn shared_castlings(&self, rights: &[CastlingRight]) -> SharedCastlings<W> {
        if self.rules.castling.is_empty() {
            return SharedCastlings::default();
        }
        let Ok(mut known) = self.castlings.lock() else { return SharedCastlings::new(&self.rules, rights) };
        if let Some(castlings) = known.get(rights) {
            return castlings.clone();
        }
        let castlings = SharedCastlings::new(&self.rules, rights);
        if known.len() < SharedCastlings::<W>::MOST_KEPT {
            known.insert(rights.to_vec(), castlings.clone());
        }
        castlings
    }

    /// Memory used by tables, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.moves.reaches.bytes() + self.attacks.by.white.bytes() + self.attacks.by.black.bytes()
    }
}

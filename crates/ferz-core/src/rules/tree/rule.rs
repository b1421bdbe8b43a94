//! Rules: what pieces may do, what a side must do, what follows.

use super::{Block, Condition, Deed, Node, Notation, Number, Set};

/// A named rule with the place of its mapping.
pub type Rule = Node<RuleParts>;

/// A rule.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleParts {
    /// Its name in the file.
    pub name: String,
    /// Kind of rule, with its contents.
    pub kind: RuleKind,
    /// `when:` of `pieces`, `forbid` and `must`; of the others it stands in their block.
    pub when: Option<Condition>,
    /// `unless:` of `pieces`, `forbid` and `must`.
    pub unless: Option<Condition>,
    /// `even_in_check: true`: a move that this rule makes or changes may leave royal pieces attacked.
    pub even_in_check: bool,
    /// The names of all choices of the rule, in order: `chosen` for one without a name.
    pub choices: Vec<String>,
}

/// Kinds of rules.
#[derive(Clone, PartialEq, Debug)]
pub enum RuleKind {
    /// `pieces: S`: changes moves of pieces.
    Pieces(Box<Moves>),
    /// `forbid: DEEDS`: moves of these kinds are illegal. It reads the position before the move. `attack` takes away attacks too.
    Forbid(Vec<Deed>),
    /// `must: DEEDS`: if a legal move is such a deed, all others are illegal. It is tested after safety, in the order
    /// of the file.
    Must {
        /// The deeds.
        deeds: Vec<Deed>,
        /// `most: N`: of these only those with the largest number.
        most: Option<Number>,
    },
    /// `after: DEEDS`: effects that follow a move of these kinds.
    After {
        /// The deeds.
        deeds: Vec<Deed>,
        /// The effects that follow.
        block: Block,
    },
    /// `may_instead: DEED`: in place of a move the side may do this. With `by S` each piece of S is a mover. Without effects
    /// it is a pass.
    Instead {
        /// In place of what: `move`, or `move by S`.
        deed: Deed,
        /// The effects that replace the move.
        block: Block,
    },
}

/// How moves of pieces are changed. Conditions and sets read `mover` as each of the pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct Moves {
    /// The pieces.
    pub pieces: Set,
    /// Moves that the pieces get, in this order.
    pub gains: Vec<Gain>,
    /// `to: S`: the moves that they get end on S only.
    pub to: Option<Set>,
    /// `through: S`: of the moves that they get, only squares of S count as empty on the path.
    pub through: Option<Set>,
    /// `ignores: S`: for these pieces, squares of S are empty. They neither are blocked by what stands there nor attack it.
    pub ignores: Option<Set>,
    /// `skips: S`: steps of these pieces go on over squares of S as if they were not part of the board.
    pub skips: Option<Set>,
    /// `captures: S`: for these pieces, pieces of S are enemies and all others are their own.
    pub captures: Option<Set>,
    /// `told_apart: true`: moves that they get are different moves if they pass different squares.
    pub told_apart: bool,
    /// `taker: stays`, `taker: vanishes`: what becomes of the mover after a capture by these moves.
    pub taker: Taker,
    /// `moved_by: own`: the own side moves them, whichever side they belong to. `both`: either side does. A piece
    /// of another side captures that side's pieces, unless `captures` says which. Captured pieces move as own pieces from the square on
    /// which they were captured.
    pub moved_by: Option<MovedBy>,
}

/// Moves that pieces get.
#[derive(Clone, PartialEq, Debug)]
pub enum Gain {
    /// `also_moves: "N"`: moves of the notation beside their own.
    Also(Notation),
    /// `also_moves_as: S`: the moves of pieces of S beside their own.
    AlsoAs(Set),
    /// `moves_only: "N"`: these in place of their own.
    Only(Notation),
    /// `moves_only_as: S`: the moves of pieces of S in place of their own, if there are any pieces in S.
    OnlyAs(Set),
    /// `also_moves_to: S`: to any square of S: an empty one quietly, an enemy piece as a capture. Promotion as always.
    To(Set),
    /// `also_checks: S`: they give check to royal pieces of S too, whichever side they belong to.
    Checks(Set),
}

/// Fate of a capturing piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Taker {
    /// It goes to where the move ends.
    #[default]
    Goes,
    /// It stays on its square, as if it had not moved: with its castling rights, and without promotion.
    Stays,
    /// It leaves the board.
    Vanishes,
}

/// Which side moves pieces that are not its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovedBy {
    /// The own side, and not the side to which they belong.
    Own,
    /// Every side.
    Both,
}

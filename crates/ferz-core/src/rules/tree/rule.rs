//! Rules: the moves that pieces have, the moves that a side must make, and the effects of moves.

use crate::rules::movement::Pattern;

use super::{Block, Condition, Deed, Node, Notation, Number, Set, SetKind, Word};

/// A named rule with the place of its mapping.
pub type Rule = Node<RuleParts>;

/// A rule.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleParts {
    /// Its name in the file.
    pub name: String,
    /// Kind of rule, with its contents.
    pub kind: RuleKind,
    /// `when:` of `pieces`, `forbid` and `must`. Other kinds of rules have it in their block.
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
    /// `forbid: DEEDS`: moves of these kinds are illegal. It is evaluated in the position before the move. `attack` removes attacks, too.
    Forbid(Vec<Deed>),
    /// `must: DEEDS`: if a legal move is of such a kind, all other moves are illegal. It is tested after the safety of royal pieces, in
    /// the order of the file.
    Must {
        /// The deeds.
        deeds: Vec<Deed>,
        /// `most: N`: of these moves, only those with the largest number are legal.
        most: Option<Number>,
    },
    /// `after: DEEDS`: effects that follow a move of these kinds.
    After {
        /// The deeds.
        deeds: Vec<Deed>,
        /// The effects that follow.
        block: Block,
    },
    /// `may_replace: DEED`: the side may use this rule in place of a move. With `by S`, each piece of S can be the mover. Without
    /// effects, it is a pass.
    Instead {
        /// The move that is replaced: `move`, or `move by S`.
        deed: Deed,
        /// The effects that replace the move.
        block: Block,
    },
}

/// Changes of the moves of pieces. In its conditions and sets, `mover` is each of these pieces in turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Moves {
    /// The pieces.
    pub pieces: Set,
    /// Moves that the pieces get, in this order.
    pub gains: Vec<Gain>,
    /// `to: S`: the added moves may end only on S.
    pub to: Option<Set>,
    /// `through: S`: for the added moves, only squares of S count as empty on the path.
    pub through: Option<Set>,
    /// `ignores: S`: these pieces see squares of S as empty. What stands there neither blocks them nor is attacked by them.
    pub ignores: Option<Set>,
    /// `skips: S`: steps of these pieces go on over squares of S as if they were not part of the board.
    pub skips: Option<Set>,
    /// `captures: S`: for these pieces, pieces of S are enemies and all others are their own.
    pub captures: Option<Set>,
    /// `told_apart: true`: added moves that pass different squares are different moves.
    pub told_apart: bool,
    /// `taker: stays`, `taker: vanishes`: the fate of the mover after a capture by these moves.
    pub taker: Taker,
    /// `moved_by: own`: the own side moves these pieces, whichever side they belong to; `both`: either side does. A piece that is not the
    /// mover's own captures pieces of the side that it belongs to, unless `captures` says otherwise. A captured piece moves as an own
    /// piece from the square on which it was captured.
    pub moved_by: Option<MovedBy>,
}

impl Moves {
    /// Returns `true` if the pieces move as always, and the rule only says what becomes of a capturing one: `moves_only_as: mover` with `taker`.
    pub fn takes_only(&self) -> bool {
        let itself = matches!(&self.gains[..], [Gain::OnlyAs(set)] if set.kind == SetKind::Word(Word::Mover));
        let sees_all = self.ignores.is_none() && self.skips.is_none() && self.captures.is_none();
        let bare = self.to.is_none() && self.through.is_none() && self.moved_by.is_none() && !self.told_apart;
        itself && sees_all && bare && self.taker != Taker::Goes
    }
}

/// Moves that pieces get.
#[derive(Clone, PartialEq, Debug)]
pub enum Gain {
    /// `also_moves: "N"`: moves of the notation, in addition to their own.
    Also(Notation),
    /// `also_moves_as: S`: the moves of the pieces of S, in addition to their own.
    AlsoAs(Set),
    /// `moves_only: "N"`: moves of the notation, in place of their own.
    Only(Notation),
    /// `moves_only_as: S`: the moves of pieces of S in place of their own, if there are any pieces in S.
    OnlyAs(Set),
    /// `also_moves_to: S`: quiet moves to empty squares of S, and captures of enemy pieces there. They promote as usual.
    To(Set),
    /// `also_checks: S`: they give check to royal pieces of S too, whichever side they belong to.
    Checks(Set),
}

impl Gain {
    /// Returns `true` for notations whose moves have at most two legs, the first of two being a single leap.
    pub(super) fn is_of_two_steps(&self) -> bool {
        let short = |pattern: &Pattern| match pattern.legs() {
            [first, _] => !first.slides() && first.skip == 0,
            legs => legs.len() < 2,
        };
        match self {
            Gain::Also(notation) | Gain::Only(notation) => notation.movement.patterns.iter().all(short),
            _ => false,
        }
    }
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

//! Rules that change single moves: other kinds of captures, relations between pieces, turns, levels.

use super::area::Area;
use super::pieces::{Betza, Pieces};
use crate::source::Spanned;
use crate::variant::node::{Named, Node, Phrase, Problems, Read, expect_map, record, words, wrong_word};

record! {
    /// Rules about the capturing piece and the captured pieces.
    "`takes`" pub struct Takes {
        /// Ways in which quiet moves capture. The entries add up.
        "ways" ways: Option<Vec<Way>>,
        /// The pieces that capture by jumping over enemies, and go on jumping as long as they can.
        "chains" chains: Option<Vec<Chain>>,
        /// If `true`, only the chains with the largest number of captures are legal.
        "longest" longest: Option<bool>,
        /// If `true`, pieces are captured only by a kind of mate. After each move, enemies vanish that are attacked
        /// and that no move (captures included) could save. This is repeated until there are none.
        "by_mate" by_mate: Option<bool>,
        /// The pieces that make two steps in one move, and can capture with each. Moves over different middle squares
        /// are different moves, even if the result is the same.
        "two_steps" two_steps: Option<Vec<TwoSteps>>,
        /// Captures of some pieces in addition to those of their notations.
        "strikes" strikes: Option<Vec<Strike>>,
        /// These pieces capture only unguarded enemies: no enemy piece, apart from these pieces themselves, may be
        /// able to recapture.
        "unguarded_only" unguarded_only: Option<Pieces>,
        /// Pairs of pieces that change into each other when they go to a hand. A promoted piece first becomes the piece
        /// that it was before. If each of two boards has its own pieces, this lets a piece that is captured on one
        /// board be dropped on the other.
        "in_hand_as" in_hand_as: Option<Named<Phrase>>,
    }
}

record! {
    /// Captures that pieces make in addition to those of their notations.
    "an entry of `strikes`" pub struct Strike {
        /// The pieces, or `all`.
        "by" by: Pieces,
        /// The enemy pieces that they capture this way, or `all`. Default: all.
        "of" of: Option<Pieces>,
        /// The piece whose captures they borrow. Default: their own captures.
        "moves_of" moves_of: Option<Phrase>,
        /// Fate of the capturing piece: it `goes` to the square (the default), `stays` or `vanishes`.
        "taker" taker: Option<Taker>,
        /// The largest distance, in squares, of the captured piece from the capturing piece, or from another own piece
        /// that is in line with the captured piece, with nothing between. Default: any distance.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        "within" within: Option<Spanned<u16>>,
    }
}

words! {
    /// Fate of a capturing piece.
    pub enum Taker {
        /// It goes to the square of the captured piece.
        Goes = "goes",
        /// It stays where it is.
        Stays = "stays",
        /// It vanishes, too.
        Vanishes = "vanishes",
    }
}

record! {
    /// Pieces that make two steps in one move.
    "an entry of `two_steps`" pub struct TwoSteps {
        /// The pieces, or `all`.
        "by" by: Pieces,
        /// The steps, in Betza notation. They may follow each other in any order. A piece that returns to its square
        /// passes, or captures without moving.
        "steps" steps: Betza,
        /// If `true`, the second step must go straight on, or back.
        "straight" straight: Option<bool>,
    }
}

record! {
    /// Pieces that capture by jumping.
    "an entry of `chains`" pub struct Chain {
        /// The pieces that jump, or `all`.
        "by" by: Pieces,
        /// The jumps, in Betza notation. A leap leads to the piece that is jumped, and the jump goes straight on
        /// behind it. A ride (`B`) leads to a piece at any distance, and ends on any empty square behind it.
        "jumps" jumps: Betza,
        /// The enemy pieces that they capture this way, or `all`. Default: all.
        "of" of: Option<Pieces>,
        /// Squares where a chain ends even if another jump is possible.
        "ends_in" ends_in: Option<Area>,
        /// If `true`, a piece that reaches its promotion zone within a chain promotes there and goes on as the new
        /// piece. Default: it promotes only where its chain ends.
        "promotes_at_once" promotes_at_once: Option<bool>,
    }
}

record! {
    /// A way in which quiet moves capture.
    "an entry of `ways`" pub struct Way {
        /// The pieces that capture this way, or `all`.
        "by" by: Pieces,
        /// The way of capturing.
        "how" how: How,
        /// The enemy pieces that they capture this way, or `all`. Default: all.
        "of" of: Option<Pieces>,
        /// Of `coordination`: the friends that stand at the opposite corner.
        "with" with: Option<Pieces>,
        /// Of `leap`: the largest number of pieces that one move may jump. Default: one.
        "most" most: Option<Spanned<u16>>,
        /// If `true`, only moves along ranks and files capture this way.
        "straight" straight: Option<bool>,
    }
}

words! {
    /// Ways in which a quiet move captures.
    pub enum How {
        /// Captures the enemies on a rank or file between the destination and a friend.
        Custodian = "custodian",
        /// Captures enemies on the square where the rank of the destination crosses the file of a friend, and on the
        /// square where its file crosses the friend's rank.
        Coordination = "coordination",
        /// Captures the enemy behind the piece at the start of its move, in line with the move.
        Withdrawal = "withdrawal",
        /// Captures the enemy in front of the piece at the end of its move, in line with the move.
        Approach = "approach",
        /// Captures the enemies that the piece jumps on its rank, file or diagonal, each with an empty square behind
        /// it. These jumps are added to the moves of the notation.
        Leap = "leap",
    }
}

record! {
    /// Effects of pieces on other pieces that depend on where they stand, such as beside each other.
    "`relations`" pub struct Relations {
        /// The pieces that keep enemies beside them from moving and attacking.
        "freezers" freezers: Option<Vec<Freezer>>,
        /// The pieces that protect friends beside them from enemy freezers.
        "thawers" thawers: Option<Pieces>,
        /// The pieces that no freezer holds.
        "unfrozen" unfrozen: Option<Pieces>,
        /// If `true`, a piece can capture exactly those enemies that could capture it.
        "takes_attackers" takes_attackers: Option<bool>,
        /// The pieces that may change places.
        "swaps" swaps: Option<Vec<Swap>>,
        /// The pieces that may go to any empty square that more friends than enemies attack.
        "guarded" guarded: Option<Vec<Guarded>>,
        /// The worth of pieces, by name. An enemy changes sides after a move if the pieces that attack it are worth
        /// more than those that protect it. This is repeated until nothing changes. Attacks and protection pass
        /// through friends that attack or protect along the same line.
        "persuasion" persuasion: Option<Named<Spanned<u16>>>,
        /// The pieces that may not move to a square where they would change sides by persuasion.
        "wary" wary: Option<Pieces>,
        /// If `true`, steps pass over walls and holes as if these were not there. A leap is then made step by step,
        /// first straight and then diagonally, each to the next square that is not a wall.
        "skips_walls" skips_walls: Option<Spanned<bool>>,
        /// The pieces with a magnetic charge. When one of them has moved, it acts on the next such piece in each
        /// direction of its rank and file: an enemy comes beside it, and a friend goes as far away as it can. A drop
        /// has no such effect.
        "magnets" magnets: Option<Pieces>,
        /// The pieces that protect friends beside them from capture.
        "shields" shields: Option<Vec<Shield>>,
    }
}

record! {
    /// Pieces that protect friends beside them from capture.
    "an entry of `shields`" pub struct Shield {
        /// The pieces.
        "by" by: Pieces,
        /// The friends that cannot be captured. Default: all.
        "of" of: Option<Pieces>,
    }
}

record! {
    /// Pieces that hold adjacent enemies. A held piece can neither move nor attack.
    "an entry of `freezers`" pub struct Freezer {
        /// The pieces.
        "by" by: Pieces,
        /// The enemies that they hold. Default: all.
        "of" of: Option<Pieces>,
    }
}

record! {
    /// Pieces that may change places.
    "an entry of `swaps`" pub struct Swap {
        /// The pieces, or `all`.
        "pieces" pieces: Pieces,
        /// The pieces with which they swap places, or `all`. Friends of the same kind do not swap.
        "with" with: Pieces,
        /// The piece whose moves connect the two squares. Default: the moving piece's own moves.
        "moves_of" moves_of: Option<Phrase>,
        /// If `true`, they swap over any distance, whatever stands between.
        "anywhere" anywhere: Option<bool>,
        /// If `true`, the other piece is an enemy. Default: a friend.
        "enemy" enemy: Option<bool>,
        /// If `false`, a side may not swap while it is in check. Default: `true`.
        "in_check" in_check: Option<bool>,
        /// If `true`, a piece that arrives on a square where its promotion is mandatory promotes. If `false` (the
        /// default), a swap that brings it there is illegal.
        "promotes" promotes: Option<bool>,
        /// If `true`, a piece may swap with itself, which passes the turn. Default: `false`.
        "itself" itself: Option<bool>,
        /// If `true`, the next move may not undo the swap. Default: `false`.
        "stands" stands: Option<Spanned<bool>>,
    }
}

record! {
    /// Moves to guarded squares.
    "`guarded`" pub struct Guarded {
        /// The pieces, or `all`.
        "pieces" pieces: Pieces,
        /// The squares on which the moves may end. Default: all.
        "on" on: Option<Area>,
        /// If `false`, a side may not make them while it is in check. Default: `true`.
        "in_check" in_check: Option<bool>,
        /// If `true`, attacks through friends that attack along the same line count. Default: `false`.
        "through" through: Option<bool>,
    }
}

record! {
    /// The kinds of actions of a turn. Each action is written as a move of its own.
    "`turns`" pub struct Turns {
        /// If set, a side only names the destination of its next move. The other side then chooses one of those
        /// pieces, makes the move with it, and names a destination of its own. The first turn of the game has no move
        /// to make.
        "proposes" proposes: Option<Proposals>,
        /// Two boards on which the sides take turns separately: the one on which White begins, and the one on which
        /// Black begins. Each action of a turn is made on a board on which the side is to move, and the turn ends
        /// when there is none. A royal piece matters only on its own board. A side without a move on one board has no
        /// move on the other.
        "boards" boards: Option<Area>,
    }
}

record! {
    /// Marks for the proposed destination until the move is made.
    "`proposes`" pub struct Proposals {
        /// The piece that marks an empty square.
        "mark" mark: Phrase,
        /// Pieces by name, each with the piece that stands for it while its square is the proposed destination.
        "marked" marked: Named<Phrase>,
    }
}

//! Rules that change single moves: other kinds of captures, relations between pieces, turns, levels.

use super::area::Area;
use super::pieces::{Betza, Pieces};
use crate::source::Spanned;
use crate::variant::node::{Named, Node, Phrase, Problems, Read, expect_map, record};

record! {
    /// Rules about the capturing piece and the captured pieces.
    "`takes`" pub struct Takes {
        /// The pieces that capture by jumping over enemies, and go on jumping as long as they can.
        "chains" chains: Option<Vec<Chain>>,
        /// The pieces that make two steps in one move, and can capture with each. Moves over different middle squares
        /// are different moves, even if the result is the same.
        "two_steps" two_steps: Option<Vec<TwoSteps>>,
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
    /// Effects of pieces on other pieces that depend on where they stand, such as beside each other.
    "`relations`" pub struct Relations {
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

//! Captures by chains of jumps, and pieces that change in hands.

use super::area::Area;
use super::pieces::{Betza, Pieces};
use crate::variant::node::{Named, Node, Phrase, Problems, Read, expect_map, record};

record! {
    /// Rules about the capturing piece and the captured pieces.
    "`takes`" pub struct Takes {
        /// The pieces that capture by jumping over enemies, and go on jumping as long as they can.
        "chains" chains: Option<Vec<Chain>>,
        /// Pairs of pieces that change into each other when they go to a hand. A promoted piece first becomes the piece
        /// that it was before. If each of two boards has its own pieces, this lets a piece that is captured on one
        /// board be dropped on the other.
        "in_hand_as" in_hand_as: Option<Named<Phrase>>,
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

//! Shuffled starts, castling, and rules for all pieces.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::area::Area;
use super::beyond::{Relations, Takes, Turns};
#[cfg(feature = "schema")]
use super::forms;
use super::pieces::{Nothing, Pieces};
use crate::source::Spanned;
use crate::variant::node::{Named, Node, Phrase, Problems, Read, Value, expect_map, record, words, wrong_word};

record! {
    /// How shuffled start positions are made: steps that fill a rank in turn.
    "the shuffle" pub struct Shuffle {
        /// White's rank; Black's pieces stand on the same files of the rank opposite.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
        "rank" rank: Spanned<u32>,
        /// The steps. A position's number is read in mixed radix, the first step being the least significant.
        "place" place: Vec<Place>,
    }
}

record! {
    /// A step of a shuffle.
    #[cfg_attr(feature = "schema", schemars(extend("not" = forms::both("piece", "pieces"), "anyOf" = forms::either("piece", "pieces"))))]
    "a step of the shuffle" pub struct Place {
        /// A piece that takes a free square.
        "piece" piece: Option<Phrase>,
        /// Pieces that take free squares, from left to right in this order.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "pieces" pieces: Option<Vec<Phrase>>,
        /// The squares they may take. Without it: all of the rank.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))]
        "on" on: Option<Phrase>,
    }
}

/// Castling moves.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Castling {
    /// There is no castling.
    None(Nothing),
    /// The moves, by their letter.
    Moves(
        #[cfg_attr(feature = "schema", schemars(extend("propertyNames" = forms::castling_letter(), "maxProperties" = 16)))]
         Named<CastlingMove>,
    ),
}

impl Read for Castling {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => Named::read(node, problems).map(Castling::Moves),
            _ => Nothing::read(node, problems).map(Castling::None),
        }
    }
}

record! {
    /// A castling move.
    "a castling move" pub struct CastlingMove {
        /// Who castles, from where to where: `king e1-g1`, or `king any-g1` for shuffled starts.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::CASTLING)))]
        "move" castler: Phrase,
        /// Its partner: `rook h1-f1`, or `rook right-f1` for the outermost one on that side.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::CASTLING)))]
        "with" with: Phrase,
        /// Does the right arise, too, when both have been dropped on their squares? Without it: no.
        "dropped" dropped: Option<bool>,
        /// The letter, or letters, of rights that are lost when this one is used.
        "ends" ends: Option<Pieces>,
    }
}

record! {
    /// How moves are written.
    "the notation" pub struct Notation {
        /// How castling is written.
        "castling" castling: Option<CastlingWriting>,
    }
}

words! {
    /// How castling is written.
    pub enum CastlingWriting {
        /// As the move of the castling piece: `e1g1`.
        KingMoves = "king moves",
        /// From the castling piece to its partner: `e1h1`.
        KingTakesPartner = "king takes partner",
    }
}

words! {
    /// What sides may hold in hand, to be dropped on the board.
    pub enum Hand {
        /// What the setup gives them, and what they take.
        Captured = "captured",
        /// What the setup gives them, and what they take of their own pieces.
        Own = "own",
        /// What the setup gives them, and their pieces that are taken by either side.
        Returned = "returned",
        /// What the setup gives them.
        Setup = "setup",
        /// As many of every piece as they like.
        Unlimited = "unlimited",
    }
}

record! {
    /// Rules that hold for all pieces.
    "the rules" pub struct General {
        /// Must a side capture when it can?
        "must_capture" must_capture: Option<bool>,
        /// Must a side drop what it has in hand before it moves: `true`, or these pieces?
        "must_drop" must_drop: Option<MustDrop>,
        /// Is giving check illegal?
        "no_checks" no_checks: Option<bool>,
        /// Must a royal piece in check stay where it is, unless it takes the only piece that gives check?
        "royal_stays_in_check" royal_stays_in_check: Option<bool>,
        /// The pieces that may not go on facing those of the other side on a rank or file with nothing between: the side
        /// to move must end it, or pass, which it may do even in check then.
        "face_off" face_off: Option<Pieces>,
        /// When a side may pass. Without it: never.
        "pass" pass: Option<Spanned<Passing>>,
        /// A capture removes the capturing piece, and all around it.
        "blast" blast: Option<Blast>,
        /// The pieces that become a wall when they take.
        "petrifies" petrifies: Option<Pieces>,
        /// Which enemy pieces change sides after a move.
        "flips" flips: Option<Spanned<Flips>>,
        /// The wall that each move puts up.
        "walls" walls: Option<Walls>,
        /// The squares on which account is kept of pieces that have not moved. A FEN names their files beside the castling
        /// rights.
        "unmoved" unmoved: Option<Area>,
        /// The pieces that may come from the hand onto the square that a piece leaves with its first move.
        "gating" gating: Option<Pieces>,
        /// What becomes of the pieces of a capture.
        "takes" takes: Option<Takes>,
        /// What pieces do to each other by where they stand.
        "relations" relations: Option<Relations>,
        /// How many actions a turn has, and which.
        "turns" turns: Option<Turns>,
        /// Two boards drawn on one: each piece with its form on the other board, which it takes on with every move. Pieces of
        /// different boards neither take nor bar each other, and no two stand on the same square. Who moves a piece must be
        /// safe before it has changed boards, too.
        "levels" levels: Option<Named<Phrase>>,
    }
}

/// Which pieces must be dropped: `true` for all, or these.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum MustDrop {
    /// All or none.
    Flat(bool),
    /// These.
    Pieces(Pieces),
}

impl Read for MustDrop {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.text().map(|phrase| phrase.text.as_str()) {
            Some("true" | "false" | "yes" | "no") => bool::read(node, problems).map(MustDrop::Flat),
            _ => Pieces::read(node, problems).map(MustDrop::Pieces),
        }
    }
}

words! {
    /// When a side may pass.
    pub enum Passing {
        /// Never.
        Never = "never",
        /// Always, unless that leaves a royal piece under attack.
        Always = "always",
        /// When it has no other move.
        Stuck = "stuck",
    }
}

record! {
    /// What a capture blows up: the capturing piece, and all on the eight squares around.
    "`blast`" pub struct Blast {
        /// The pieces that stay when they are beside it.
        "spares" spares: Option<Pieces>,
        /// The pieces that stay even when they take.
        "immune" immune: Option<Pieces>,
    }
}

words! {
    /// Which enemy pieces change sides after a move.
    pub enum Flips {
        /// Those in a line between the piece that came and another of its side.
        Enclosed = "enclosed",
        /// Those beside the piece that came.
        Neighbours = "neighbours",
        /// Those beside the piece that came, if it came from the board or to the side of a friend.
        NeighboursWithFriend = "neighbours with friend",
        /// Those that the pieces that came attack.
        Attacked = "attacked",
    }
}

record! {
    /// The wall that each move puts up.
    "`walls`" pub struct Walls {
        /// Where.
        "built" built: Spanned<WallPlace>,
        /// The squares that may become walls. Without it: all.
        "on" on: Option<Area>,
        /// Does a side either move or put up a wall? Without it: both.
        "instead" instead: Option<bool>,
    }
}

words! {
    /// Where a wall comes.
    pub enum WallPlace {
        /// On the square just left.
        Behind = "behind",
        /// On an empty square that the piece that moved could go to.
        Shot = "shot",
        /// On any empty square.
        Anywhere = "anywhere",
        /// On an empty square at an edge or beside a wall.
        Edge = "edge",
        /// The one wall of the board moves to any empty square.
        Moved = "moved",
    }
}

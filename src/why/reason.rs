//! The reasons: one variant of [`Reason`] for each rule that allows or forbids moves.
//!
//! A new rule gets its reason here: an enum variant, a stable name, and the path of its key. Its words are in
//! [`super::words`].

use crate::board::{Side, Square};
use crate::rules::{PieceId, PlacedPiece};
use crate::source::Span;
use crate::walker::Content;

use super::faults::{CrossingFault, GatingFault, WallFault};
use super::view::AtomId;

/// Required content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// No piece.
    Empty,
    /// An enemy that is not royal.
    Enemy,
    /// A royal enemy.
    Royal,
    /// A friend.
    Friend,
    /// No piece, but an enemy that can be captured en passant here.
    EnPassant,
}

impl Need {
    /// The content that the walker has to see there; empty for an en passant target.
    pub fn content(self) -> Content {
        match self {
            Need::Empty | Need::EnPassant => Content::Empty,
            Need::Enemy => Content::PlacedPiece { friend: false, royal: false },
            Need::Royal => Content::PlacedPiece { friend: false, royal: true },
            Need::Friend => Content::PlacedPiece { friend: true, royal: false },
        }
    }
}

/// One rule that allows a move, or stands in its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Allowed: a move of the piece's notation.
    Atom {
        /// The piece.
        placed: PlacedPiece,
        /// The move of the notation.
        by: AtomId,
        /// `true` if the piece has the move only as its first move.
        first: bool,
        /// The captured pieces, with their squares.
        takes: Vec<(Square, PlacedPiece)>,
        /// `true` for an en passant capture.
        en_passant: bool,
    },
    /// Allowed or forbidden by a rule in the language of rules.
    Told {
        /// Its stable name.
        rule: &'static str,
        /// The reason in words.
        message: String,
        /// The place of the part that decides.
        place: Option<Span>,
    },
    /// Allowed: a castling move.
    Castling {
        /// An index into [`Rules::castling`](crate::rules::Rules::castling).
        rule: usize,
    },
    /// Allowed: a drop from the hand.
    Drop {
        /// The dropped piece.
        piece: PieceId,
    },
    /// Allowed: the piece becomes another.
    Promotes {
        /// The piece before promotion.
        piece: PieceId,
        /// The piece after promotion.
        choice: PieceId,
        /// `true` if the promotion is mandatory.
        must: bool,
    },
    /// Allowed: a pass.
    Passes,
    /// Allowed: a promotion as a move of its own.
    MovesToPromote {
        /// The piece before promotion.
        piece: PieceId,
        /// The piece after promotion.
        choice: PieceId,
        /// `true` if the piece stays on its square.
        in_place: bool,
    },
    /// Allowed: a piece enters from the hand behind a piece that moves for the first time.
    Gates {
        /// The piece from the hand.
        piece: PieceId,
        /// The square on which it enters.
        on: Square,
    },
    /// Allowed: a square becomes a wall after the move.
    PutsWall {
        /// The square of the wall.
        on: Square,
    },

    /// The game is over.
    GameOver {
        /// An index into [`Rules::ends`](crate::rules::Rules::ends).
        end: usize,
    },
    /// The square is empty.
    NoPieceThere {
        /// The square.
        square: Square,
    },
    /// It is the other side's piece.
    NotYours {
        /// The square of the piece.
        square: Square,
        /// The piece.
        placed: PlacedPiece,
    },
    /// The side has no such piece that could be meant.
    NoSuchPiece {
        /// The piece.
        piece: PieceId,
        /// The side.
        side: Side,
    },
    /// The piece never has such a move.
    NoSuchMove {
        /// The piece.
        placed: PlacedPiece,
        /// The start square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The content of a square prevents the move.
    Square {
        /// The move.
        by: AtomId,
        /// The square.
        square: Square,
        /// Required content.
        need: Need,
        /// `true` if the move ends on this square.
        ends: bool,
    },
    /// A wall stands on the last square of the move.
    Walled {
        /// The move.
        by: AtomId,
        /// The square.
        square: Square,
        /// The content that the move needs there.
        need: Need,
    },
    /// An enemy cannot be captured en passant, because it has not just passed the square.
    NotPassed {
        /// The move.
        by: AtomId,
        /// The destination.
        square: Square,
        /// The enemy and its square.
        victim: (Square, PlacedPiece),
    },
    /// The turn of a side has more moves.
    TurnGoesOn {
        /// The side.
        side: Side,
    },
    /// The move may not lead to the other board.
    Crossing {
        /// The fault.
        fault: CrossingFault,
    },
    /// The move needs a hurdle on its way, and there is none.
    NoHurdle {
        /// The move.
        by: AtomId,
        /// The squares on which a piece could be the hurdle.
        between: Vec<Square>,
    },
    /// A move is for pieces that have not moved.
    FirstMoveOnly {
        /// The move.
        by: AtomId,
        /// The piece.
        placed: PlacedPiece,
        /// The square of the piece.
        from: Square,
        /// `true` if such a piece begins on this square, but has no first move from there.
        set_up: bool,
    },
    /// Moves of `also:` do not start on this square.
    NotFromHere {
        /// The move.
        by: AtomId,
        /// The square of the piece.
        from: Square,
    },
    /// Moves of `also:` do not end on this square.
    NotToThere {
        /// The move.
        by: AtomId,
        /// The destination.
        to: Square,
    },
    /// The piece may not stand on this square.
    Confined {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// The move exists, but it captures other pieces than the text says.
    OtherCaptures {
        /// The move.
        by: AtomId,
        /// The texts of the moves between these squares.
        ways: Vec<String>,
    },
    /// The piece has to promote there, but the text of the move names no promotion.
    MustPromote {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
        /// The legal choices.
        choices: Vec<PieceId>,
    },
    /// The piece would have to promote there, and no choice is left.
    NoChoiceLeft {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// The piece does not promote in this move.
    NoPromotion {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
        /// The key of the rule that forbids it.
        key: &'static str,
    },
    /// The piece cannot promote to the requested piece.
    NotAChoice {
        /// The piece.
        piece: PieceId,
        /// The requested choice.
        choice: PieceId,
        /// `true` if it is a promotion choice, but the side already has the largest permitted number.
        limited: bool,
    },
    /// The move leaves a royal piece under attack.
    LeavesRoyal {
        /// Where the royal piece stands after the move.
        royal: Square,
        /// The piece.
        placed: PlacedPiece,
        /// The attacking piece and its square.
        attacker: (Square, PlacedPiece),
        /// The attacking move.
        by: AtomId,
        /// `true` if it was attacked before the move.
        already: bool,
    },
    /// The move leaves a royal piece under attack, if the rules of the language are read too.
    RoyalInDanger {
        /// The reason in words.
        message: String,
        /// The kind of the royal piece.
        piece: PieceId,
    },
    /// A royal piece may not castle out of or through an attack.
    CastlesThrough {
        /// An index into [`Rules::castling`](crate::rules::Rules::castling).
        rule: usize,
        /// The attacked square.
        square: Square,
        /// `true` if the piece stands on this square now.
        start: bool,
        /// The attacking piece and its square.
        attacker: (Square, PlacedPiece),
    },
    /// There is no castling right.
    NoCastlingRight {
        /// An index into [`Rules::castling`](crate::rules::Rules::castling).
        rule: usize,
    },
    /// A piece blocks a castling move.
    CastlingBlocked {
        /// An index into [`Rules::castling`](crate::rules::Rules::castling).
        rule: usize,
        /// The square.
        square: Square,
    },
    /// The variant has no castling like this.
    NoCastling,
    /// The piece cannot be captured by this piece.
    SafeFrom {
        /// The captured piece, and its square.
        taken: (Square, PlacedPiece),
        /// The capturing piece.
        by: PieceId,
    },
    /// The move removes a royal piece of its own side.
    LosesRoyal,
    /// A move may not give check.
    GivesCheck,
    /// A drop of the piece may not give check.
    DropChecks {
        /// The piece.
        piece: PieceId,
    },
    /// A royal piece in check has to stay where it is.
    StaysInCheck {
        /// The piece.
        placed: PlacedPiece,
    },
    /// A side that holds some pieces has to drop them first.
    MustDrop {
        /// A drop that is legal.
        instead: String,
    },
    /// Pieces still face each other although the rules forbid it.
    GoesOnFacing,
    /// A side may not pass now.
    MayNotPass,
    /// Each move puts up a wall, and the text does not name a permitted one.
    OtherWall {
        /// Texts of the move with some of the permitted walls.
        ways: Vec<String>,
    },
    /// The move may not put up its wall on the square that the text names.
    WrongWall {
        /// The square; `None` if the board does not have it.
        on: Option<Square>,
        /// The fault.
        fault: WallFault,
    },
    /// No piece of this kind may enter from the hand behind the piece that moves.
    NoGating {
        /// The piece that would enter.
        piece: PieceId,
        /// The square that is left.
        on: Square,
        /// The fault.
        fault: GatingFault,
    },
    /// A piece may not make this promotion as a move of its own.
    NoPromotionMove {
        /// The piece.
        piece: PieceId,
        /// The requested choice.
        choice: PieceId,
        /// The square after the promotion.
        to: Square,
        /// The key of the rule that forbids it.
        key: &'static str,
    },
    /// A chain of captures has to go on.
    ChainGoesOn {
        /// A legal move that goes on.
        instead: String,
    },
    /// A drop lacks the neighbourhood that it requires.
    DropPlace {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// Drops must fill other squares first.
    DropFirst {
        /// The piece.
        piece: PieceId,
    },
    /// A side that can capture must.
    MustCapture {
        /// A capture that is legal.
        instead: String,
    },
    /// The variant has no hands.
    NoHands,
    /// The side holds none of the piece.
    NotInHand {
        /// The piece.
        piece: PieceId,
        /// The side.
        side: Side,
    },
    /// The piece is never dropped.
    NeverDropped {
        /// The piece.
        piece: PieceId,
    },
    /// The piece is not dropped there.
    DropRegion {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// The square of a drop is not empty.
    DropOccupied {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// The side has as many of the piece on the file as it may.
    DropFile {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
        /// The square of one of them.
        other: Square,
        /// The largest permitted number.
        most: u16,
    },
    /// A drop of the piece may not give mate.
    DropMates {
        /// The piece.
        piece: PieceId,
    },
    /// The move leaves a royal piece under an attack that only a special rule makes possible.
    Endangers {
        /// The group of rules below `rules`.
        group: &'static str,
        /// Its key there; empty for the group itself.
        key: &'static str,
    },
    /// A special rule allows or forbids the move.
    Special {
        /// The group of rules below `rules`.
        group: &'static str,
        /// Its key there; empty for the group itself.
        key: &'static str,
    },
    /// No single rule decides.
    Other,
}

impl Reason {
    /// The stable name of the rule, for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Reason::Atom { .. } => "move",
            Reason::Told { rule, .. } => rule,
            Reason::Castling { .. } => "castling",
            Reason::Drop { .. } => "drop",
            Reason::Promotes { .. } => "promotion",
            Reason::Passes => "pass",
            Reason::MovesToPromote { .. } => "promotion-move",
            Reason::Gates { .. } => "gating",
            Reason::PutsWall { .. } => "puts-wall",
            Reason::GameOver { .. } => "game-over",
            Reason::NoPieceThere { .. } | Reason::NoSuchPiece { .. } => "no-piece",
            Reason::NotYours { .. } => "not-your-piece",
            Reason::NoSuchMove { .. } => "no-such-move",
            Reason::Walled { .. } => "wall",
            Reason::NotPassed { .. } => "no-en-passant",
            Reason::TurnGoesOn { .. } => "turn",
            Reason::Crossing { .. } => "levels",
            Reason::Square { need: Need::Empty, ends: true, .. } => "may-not-capture",
            Reason::Square { need: Need::Empty, .. } => "blocked",
            Reason::Square { ends: true, .. } => "captures-only",
            Reason::Square { .. } | Reason::NoHurdle { .. } => "no-hurdle",
            Reason::FirstMoveOnly { .. } => "first-move-only",
            Reason::NotFromHere { .. } | Reason::NotToThere { .. } => "region",
            Reason::Confined { .. } => "confined",
            Reason::OtherCaptures { .. } => "other-captures",
            Reason::MustPromote { .. } => "promotion-mandatory",
            Reason::NoChoiceLeft { .. } => "no-promotion-left",
            Reason::NoPromotion { .. } => "no-promotion",
            Reason::NotAChoice { .. } => "promotion-choice",
            Reason::LeavesRoyal { .. } | Reason::RoyalInDanger { .. } | Reason::Endangers { .. } => "royal-safety",
            Reason::CastlesThrough { .. } => "castling-attacked",
            Reason::NoCastlingRight { .. } => "castling-right",
            Reason::CastlingBlocked { .. } => "castling-blocked",
            Reason::NoCastling => "no-castling",
            Reason::MustCapture { .. } => "must-capture",
            Reason::SafeFrom { .. } => "safe-from",
            Reason::LosesRoyal => "royal-lost",
            Reason::GivesCheck => "gives-check",
            Reason::DropChecks { .. } => "drop-checks",
            Reason::StaysInCheck { .. } => "stays-in-check",
            Reason::MustDrop { .. } => "must-drop",
            Reason::GoesOnFacing => "face-off",
            Reason::MayNotPass => "may-not-pass",
            Reason::OtherWall { .. } | Reason::WrongWall { .. } => "wall",
            Reason::ChainGoesOn { .. } => "chain-goes-on",
            Reason::NoGating { .. } => "no-gating",
            Reason::NoPromotionMove { .. } => "no-promotion-move",
            Reason::DropPlace { .. } => "drop-place",
            Reason::DropFirst { .. } => "drop-first",
            Reason::NoHands => "no-hands",
            Reason::NotInHand { .. } => "not-in-hand",
            Reason::NeverDropped { .. } => "never-dropped",
            Reason::DropRegion { .. } => "drop-region",
            Reason::DropOccupied { .. } => "drop-occupied",
            Reason::DropFile { .. } => "drop-file",
            Reason::DropMates { .. } => "drop-mates",
            Reason::Special { group, .. } => group,
            Reason::Other => "other",
        }
    }
}

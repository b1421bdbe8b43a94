//! Marks, and the signs that stand for them.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::rules::movement::{Between, Course, Hop, Movement, Pattern};
use crate::rules::{PieceId, Rules};

/// A piece whose moves are marked.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// Side of the piece.
    pub side: Side,
    /// Its square.
    pub from: Square,
    /// Its moves, each with the squares on which it may end.
    pub movements: Vec<(&'a Movement, SquareSet)>,
}

impl<'a> Subject<'a> {
    /// A piece without a variant: only its moves are known.
    pub fn bare(movement: &'a Movement, geometry: &'a Geometry, side: Side, from: Square) -> Subject<'a> {
        Subject { geometry, side, from, movements: vec![(movement, geometry.squares())] }
    }

    /// A piece of a variant, with its further moves and the squares on which it may stand.
    pub fn of_piece(rules: &'a Rules, id: PieceId, side: Side, from: Square) -> Subject<'a> {
        let piece = rules.piece(id);
        let confined = piece.confined[side];
        let extra = piece.extra.iter().filter(|extra| extra.from[side].contains(from));
        let extra = extra.map(|extra| (&extra.movement, extra.to[side] & confined));
        let movements = std::iter::once((&piece.movement, confined)).chain(extra).collect();
        Subject { geometry: &rules.geometry, side, from, movements }
    }
}

/// Kinds of moves to a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// The piece moves there when the board is empty.
    Move,
    /// It captures a single enemy there.
    Take,
    /// It moves there as long as it has not moved.
    FirstMove,
    /// It captures there as long as it has not moved.
    FirstTake,
    /// It moves there over another piece.
    HopMove,
    /// It captures there over another piece.
    HopTake,
    /// It captures there if the piece is royal.
    TakeRoyal,
    /// It captures a piece of its own side there.
    TakeFriend,
    /// It captures en passant there.
    EnPassant,
    /// It moves there and captures a piece on another square.
    TakeElsewhere,
    /// It castles there.
    Castle,
    /// A piece there is captured by a move that ends elsewhere.
    Victim,
    /// A piece there keeps it from a leap.
    Block,
    /// It may stay where it is: a pass.
    Pass,
}

impl Kind {
    /// All kinds with their names for programs.
    pub const NAMES: [(Kind, &'static str); 14] = [
        (Kind::Move, "move"),
        (Kind::Take, "take"),
        (Kind::FirstMove, "first-move"),
        (Kind::FirstTake, "first-take"),
        (Kind::HopMove, "hop-move"),
        (Kind::HopTake, "hop-take"),
        (Kind::TakeRoyal, "take-royal"),
        (Kind::TakeFriend, "take-friend"),
        (Kind::EnPassant, "en-passant"),
        (Kind::TakeElsewhere, "take-elsewhere"),
        (Kind::Castle, "castle"),
        (Kind::Victim, "victim"),
        (Kind::Block, "block"),
        (Kind::Pass, "pass"),
    ];

    /// The name for programs.
    pub fn name(self) -> &'static str {
        Kind::NAMES[self as usize].1
    }
}

/// Set of kinds of moves to a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Kinds(u16);

impl Kinds {
    /// Returns `true` if the set contains the kind.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All kinds in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::NAMES.into_iter().map(|(kind, _)| kind).filter(move |kind| self.has(*kind))
    }

    pub(super) fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u16;
    }

    pub(super) fn remove(&mut self, kind: Kind) {
        self.0 &= !(1 << kind as u16);
    }
}

/// How the piece reaches a square. If there are several ways, the first of these counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Manner {
    /// In one leap that nothing can block.
    Leap,
    /// Leap by leap in a line: a piece on the way stops it.
    Slide,
    /// In one leap that a piece on the way blocks.
    Lame,
    /// Over a piece.
    Hop,
    /// In several legs.
    Legs,
}

impl Manner {
    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Manner::Leap => "leap",
            Manner::Slide => "slide",
            Manner::Lame => "lame",
            Manner::Hop => "hop",
            Manner::Legs => "legs",
        }
    }

    pub(super) fn of(pattern: &Pattern) -> Manner {
        match (&pattern.course, pattern.single_leg()) {
            (Course::Legs(_), None) => Manner::Legs,
            (_, Some(leg)) if leg.hop != Hop::None || leg.between == Between::Occupied => Manner::Hop,
            (_, Some(leg)) if leg.between == Between::Empty => Manner::Lame,
            (_, Some(leg)) if leg.slides() => Manner::Slide,
            _ => Manner::Leap,
        }
    }
}

/// A square with the kinds of moves to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// Kinds of moves.
    pub kinds: Kinds,
    /// How the piece reaches the square.
    pub manner: Manner,
}

/// Whether a sign stands for quiet moves, captures, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Moves there or captures there.
    Both,
    /// Moves there without capturing.
    Quiet,
    /// Only captures there.
    Take,
}

/// The condition of a sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// No condition.
    Always,
    /// The piece has not moved yet.
    First,
    /// There is a piece to hop over.
    Hop,
}

/// One sign on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Token {
    /// A move or a capture on the square.
    Plain(Act, Condition),
    /// Another kind: not one of the first six.
    Other(Kind),
}

/// The signs for a square, in the order of the legend.
pub fn tokens(kinds: Kinds) -> Vec<Token> {
    let conditions = [
        (Condition::Always, Kind::Move, Kind::Take),
        (Condition::First, Kind::FirstMove, Kind::FirstTake),
        (Condition::Hop, Kind::HopMove, Kind::HopTake),
    ];
    let plain = conditions.into_iter().filter_map(|(condition, quiet, take)| {
        let act = match (kinds.has(quiet), kinds.has(take)) {
            (true, true) => Act::Both,
            (true, false) => Act::Quiet,
            (false, true) => Act::Take,
            (false, false) => return None,
        };
        Some(Token::Plain(act, condition))
    });
    let other = kinds.iter().filter(|kind| *kind > Kind::HopTake).map(Token::Other);
    plain.chain(other).collect()
}

/// All signs, in the order of the legend.
pub fn all_tokens() -> Vec<Token> {
    let conditions = [Condition::Always, Condition::First, Condition::Hop];
    let plain = conditions
        .into_iter()
        .flat_map(|condition| [Act::Both, Act::Quiet, Act::Take].map(|act| Token::Plain(act, condition)));
    let other = Kind::NAMES.into_iter().map(|(kind, _)| kind).filter(|kind| *kind > Kind::HopTake).map(Token::Other);
    plain.chain(other).collect()
}

impl Token {
    /// Meaning of the sign.
    pub fn meaning(self) -> &'static str {
        match self {
            Token::Plain(Act::Both, Condition::Always) => "moves or captures there",
            Token::Plain(Act::Quiet, Condition::Always) => "moves there without capturing",
            Token::Plain(Act::Take, Condition::Always) => "captures there only",
            Token::Plain(Act::Both, Condition::First) => "moves or captures there as long as it has not moved",
            Token::Plain(Act::Quiet, Condition::First) => "moves there without capturing as long as it has not moved",
            Token::Plain(Act::Take, Condition::First) => "captures there as long as it has not moved",
            Token::Plain(Act::Both, Condition::Hop) => "moves or captures there over a piece",
            Token::Plain(Act::Quiet, Condition::Hop) => "moves there over a piece, without capturing",
            Token::Plain(Act::Take, Condition::Hop) => "captures there over a piece",
            Token::Other(Kind::TakeRoyal) => "captures a royal piece there",
            Token::Other(Kind::TakeFriend) => "captures a piece of its own side there",
            Token::Other(Kind::EnPassant) => "moves there and captures en passant",
            Token::Other(Kind::TakeElsewhere) => "goes there, capturing a piece elsewhere",
            Token::Other(Kind::Castle) => "castles there",
            Token::Other(Kind::Victim) => "a piece there is captured by a move that ends elsewhere",
            Token::Other(Kind::Block) => "a piece there blocks the way",
            Token::Other(_) => "may stay where it is",
        }
    }
}

/// The square nearest to the middle of the board on which a piece may stand.
pub fn middle(rules: &Rules, id: PieceId, side: Side) -> Option<Square> {
    let geometry = &rules.geometry;
    let allowed = rules.piece(id).confined[side] & geometry.squares();
    let away = |square: &Square| {
        let files = (2 * geometry.file(*square)).abs_diff(geometry.files() - 1);
        let ranks = (2 * geometry.rank(*square)).abs_diff(geometry.ranks() - 1);
        files * files + ranks * ranks
    };
    allowed.iter().min_by_key(away).or_else(|| geometry.squares().iter().min_by_key(away))
}

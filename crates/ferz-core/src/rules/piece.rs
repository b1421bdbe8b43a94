//! Pieces: their names, moves, promotions and drops.

use crate::board::{BySide, SquareSet};

use super::movement::Pattern;
use super::{Movement, Source};

/// A piece of a variant: an index into [`Rules::pieces`](super::Rules::pieces).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct PieceId(u8);

impl PieceId {
    /// The largest number of pieces of a variant.
    pub const MAX: usize = 250;

    /// The piece with an index.
    #[inline(always)]
    pub const fn new(index: u8) -> PieceId {
        PieceId(index)
    }

    /// The index, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a piece may be left under attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Royalty {
    /// It may be captured like any other piece.
    #[default]
    Common,
    /// It may never be left under attack. If it is attacked, its side is in check.
    Royal,
    /// If its side has this many of it or fewer, each of them is royal. If it has more, none is.
    Last(u16),
    /// The pieces of a side are royal together: at least one of them must never be left under attack.
    Together,
}

impl Royalty {
    /// Returns `true` if it can ever be royal.
    pub fn is_ever_royal(self) -> bool {
        self != Royalty::Common
    }
}

/// One piece of a variant.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piece {
    /// The name in the file.
    pub name: String,
    /// FEN symbol for each side (`P` and `p`).
    pub symbol: BySide<String>,
    /// The notation as written.
    pub notation: String,
    /// The moves of the notation.
    pub movement: Movement,
    /// Further moves that depend on the square the piece starts from and lands on.
    pub extra: Vec<ExtraMoves>,
    /// Whether it may be left under attack.
    pub royalty: Royalty,
    /// The squares on which the piece counts as unmoved (Betza `i`).
    pub initial: BySide<SquareSet>,
    /// The piece no longer counts as unmoved when one of these enemy pieces stands where it could capture it on an
    /// empty board.
    pub initial_until: Vec<PieceId>,
    /// The squares it may stand on.
    pub confined: BySide<SquareSet>,
    /// Promotion: choices and zone.
    pub promotion: Option<Promotion>,
    /// The special move with which it promotes, apart from its ordinary moves.
    pub promotion_move: Option<PromotionMove>,
    /// The pieces that cannot capture it.
    pub safe_from: Vec<PieceId>,
    /// The pieces, of either side, that it can neither capture nor pass over.
    pub blocked_by: Vec<PieceId>,
    /// SAN symbol, if it differs from the FEN symbol.
    pub san: Option<String>,
    /// The piece that it becomes in a hand when captured.
    pub captured_as: PieceId,
    /// Its form in a hand. If two boards have their own pieces, this is the piece of the other board.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub held_as: PieceId,
    /// `true` if a promoted piece goes to the hand as the piece that it was before.
    pub reverts: bool,
    /// How it may be dropped; `None` if it may not.
    pub drop: Option<DropRule>,
    /// Place in the file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Source,
}

impl Piece {
    /// The patterns of the notation and of the further moves (`also:`).
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let further = self.extra.iter().flat_map(|extra| &extra.movement.patterns);
        self.movement.patterns.iter().chain(further)
    }
}

/// Limits of drops from the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DropRule {
    /// Other pieces as which it may be dropped.
    pub also_as: Vec<PieceId>,
    /// The squares on which the piece may be dropped.
    pub on: BySide<SquareSet>,
    /// Required neighbourhood of the square.
    pub place: DropPlace,
    /// Squares on which the piece must be dropped while one of them is empty, before others.
    pub first: BySide<SquareSet>,
    /// The largest number of these pieces that a side may have on a file after the drop; `None` for any number.
    pub per_file: Option<u16>,
    /// `true` if the drop may give mate.
    pub mate: bool,
    /// `true` if the drop may give check.
    pub check: bool,
}

/// Required neighbourhood of a drop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum DropPlace {
    /// No requirement.
    #[default]
    Free,
    /// Enemy pieces in a line between it and another of its side.
    Enclosing,
    /// One of its side beside it.
    BesideFriend,
    /// No enemy piece beside it on its rank or its file.
    NotBesideEnemy,
    /// On the first rank, or on a square above occupied ones, as in a pile.
    OnPile,
    /// The square where it stops when it is pushed in a straight line from an edge, up to the next piece or the other
    /// edge.
    Pushed,
    /// No other of its kind and side on a square of the same colour.
    OtherColour,
}

/// Moves in addition to those of a piece's notation, limited to some start squares and destinations.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ExtraMoves {
    /// The notation as written.
    pub notation: String,
    /// The moves of the notation.
    pub movement: Movement,
    /// Start squares.
    pub from: BySide<SquareSet>,
    /// Destinations.
    pub to: BySide<SquareSet>,
    /// `true` if the side may make it only when it is not in check.
    pub unless_check: bool,
    /// Place in the file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Source,
}

/// Which moves of a piece can promote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum PromotionZone {
    /// Moves that end in the zone.
    #[default]
    Arriving,
    /// Moves that start or end in the zone.
    Touching,
    /// Captures that end in the zone.
    Capturing,
    /// Moves that enter the zone, and captures that start or end in it.
    Entering,
}

/// Fallback where a promotion is mandatory and no choice is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Fallback {
    /// The move is illegal.
    #[default]
    Forbid,
    /// The piece stays what it is.
    Stay,
}

/// How a piece promotes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Promotion {
    /// The zone.
    pub zone: BySide<SquareSet>,
    /// The moves that can promote.
    pub when: PromotionZone,
    /// The choices, in the file's order.
    pub choices: BySide<Vec<PieceId>>,
    /// For each choice (same order), the largest number that a side may have on the board after the promotion; `None`
    /// for any number.
    pub limits: BySide<Vec<Option<u16>>>,
    /// Destinations on which the piece must promote.
    pub mandatory: BySide<SquareSet>,
    /// `true` if an en passant capture promotes, too.
    pub en_passant: bool,
    /// Squares within the zone on which quiet moves promote, although they do not enter the zone.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "no_squares"))]
    pub within: BySide<SquareSet>,
    /// Fallback where promotion is mandatory and impossible.
    pub fallback: Fallback,
    /// Place in the file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Source,
}

#[cfg(feature = "serde")]
fn no_squares(squares: &BySide<SquareSet>) -> bool {
    squares.white.is_empty() && squares.black.is_empty()
}

/// A promotion as a move of its own: in place, or with a quiet step.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PromotionMove {
    /// Squares on which the piece must stand.
    pub from: BySide<SquareSet>,
    /// `true` if the last such piece of a side may make the move from any square.
    pub last_anywhere: bool,
    /// Promotion choices.
    pub choices: Vec<PieceId>,
    /// The largest number of the new pieces that a side may have on the board after the move.
    pub limit: Option<u16>,
    /// `true` if it may promote without moving.
    pub in_place: bool,
    /// The steps that it may make.
    pub movement: Option<Movement>,
    /// `true` if the new piece must not attack an enemy from there.
    pub peaceful: bool,
}

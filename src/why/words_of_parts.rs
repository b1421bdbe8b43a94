//! The words of reasons about walls, gating, promotions that are moves of their own, and places of drops.

use crate::board::Square;
use crate::rules::{DropPlace, PieceId, PlacedPiece};

use super::faults::{CrossingFault, GatingFault, WallFault};
use super::words::Scene;

impl Scene<'_> {
    pub(super) fn wrong_wall(&self, on: Option<Square>, fault: &WallFault) -> String {
        let on = on.map(|on| self.square(on)).unwrap_or_default();
        let who =
            |placed: &Option<PlacedPiece>| placed.map_or_else(|| "a wall".to_owned(), |placed| self.owned(placed));
        let name = |placed: &PlacedPiece| self.name(placed.piece);
        match fault {
            WallFault::NoSquare(text) => format!("there is no square `{text}` for the wall"),
            WallFault::Occupied(placed) => {
                format!("the wall needs an empty square, but after the move {on} is occupied by {}", who(placed))
            }
            WallFault::Region => format!("no wall may be put up on {on}"),
            WallFault::OutOfReach { placed, from } => {
                let piece = name(placed);
                format!(
                    "the wall must be where the {piece} could go next, but no move of a {piece} leads from {} to {on}",
                    self.square(*from)
                )
            }
            WallFault::Blocked { placed, at, by } => {
                let (piece, at) = (name(placed), self.square(*at));
                format!(
                    "the wall must be where the {piece} could go next, but its way to {on} is blocked on {at} by {}",
                    who(by)
                )
            }
            WallFault::NotBehind { left } => {
                format!("the wall comes on {}, which the piece leaves, and not on {on}", self.square(*left))
            }
            WallFault::Inside => format!("the wall must be at an edge or beside a wall, and {on} is neither"),
            WallFault::Stays => format!("the wall is on {on} already and must move to another square"),
        }
    }

    pub(super) fn crossing(&self, fault: &CrossingFault) -> String {
        match fault {
            CrossingFault::Occupied { to } => {
                let (to, who) = (self.square(*to), self.occupant(*to));
                format!("the move leads to the other board, and there {to} is occupied by {who}")
            }
            CrossingFault::NotThere { at, placed } => {
                let who = self.piece_at((*at, *placed));
                format!("{who} is on the other board, and a piece captures only on its own board")
            }
            CrossingFault::Attacked { royal, placed, attacker } => format!(
                "before it crosses to the other board, the move leaves the {} on {} under attack by {}",
                self.name(placed.piece),
                self.square(*royal),
                self.piece_at(*attacker)
            ),
        }
    }

    pub(super) fn no_gating(&self, piece: PieceId, on: Square, fault: GatingFault) -> String {
        let name = self.name(piece);
        match fault {
            GatingFault::NotListed => format!("a {name} may not enter from the hand behind a piece that moves"),
            GatingFault::NotInHand => format!("no {name} is in hand that could enter on {}", self.square(on)),
            GatingFault::Moved => {
                let (at, who) = (self.square(on), self.occupant(on));
                let squares = self.rules.unmoved.as_ref().map(|squares| squares[self.setup.turn]);
                let squares = squares.iter().flat_map(|squares| squares.iter());
                let names: Vec<String> = squares.map(|square| self.square(square)).collect();
                format!(
                    "a {name} enters from the hand only behind a piece that leaves one of {} for the first time, and \
                     {who} on {at} is not such a piece",
                    names.join(" ")
                )
            }
        }
    }

    pub(super) fn no_promotion_move(&self, (piece, choice): (PieceId, PieceId), to: Square, key: &str) -> String {
        let (name, choice) = (self.name(piece), self.name(choice));
        match key {
            "from" => format!("a {name} may become a {choice} by a move of its own only on certain squares"),
            "limit" => format!("the {name} may not become a {choice}: the side has the largest permitted number"),
            "peaceful" => {
                format!(
                    "the {name} may not become a {choice} on {}: it would attack an enemy or give check",
                    self.square(to)
                )
            }
            "moves" => {
                format!(
                    "a {name} becomes a {choice} only by a move that captures nothing, and {} is occupied",
                    self.square(to)
                )
            }
            "in_place" => format!("a {name} may not become a {choice} without moving"),
            _ => format!("a {name} cannot become a {choice} by a move of its own"),
        }
    }

    pub(super) fn drop_place(&self, piece: PieceId, to: Square) -> String {
        let (name, to) = (self.name(piece), self.square(to));
        match self.rules.piece(piece).drop.as_ref().map(|rule| rule.place) {
            Some(DropPlace::Enclosing) => {
                format!(
                    "a dropped {name} has to enclose enemy pieces between itself and an own piece, and on {to} it encloses none"
                )
            }
            Some(DropPlace::BesideFriend) => {
                format!("a {name} has to be dropped beside an own piece, and none is beside {to}")
            }
            Some(DropPlace::NotBesideEnemy) => {
                format!("a {name} may not be dropped beside an enemy piece, and one is beside {to}")
            }
            Some(DropPlace::OnPile) => {
                format!("a dropped {name} falls to the lowest empty square of its file, and {to} is not that square")
            }
            Some(DropPlace::Pushed) => {
                format!(
                    "a dropped {name} is pushed in from an edge until it meets a piece or an edge, and it cannot stop on {to}"
                )
            }
            Some(DropPlace::OtherColour) => {
                format!(
                    "a {name} has to be dropped on the other colour than the own {name} on the board, and {to} is not of that colour"
                )
            }
            Some(DropPlace::Free) | None => {
                format!("a {name} may not be dropped on {to}: another piece in hand needs the square")
            }
        }
    }
}

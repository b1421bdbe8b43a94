//! Moves in UCI notation.

use ferz_core::board::{Geometry, Square};
use ferz_core::rules::tree::Taker;
use ferz_core::rules::{CastlingNotation, PieceId};
use ferz_core::work;

use crate::deed::{Kind, Move};
use crate::element::Element;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The texts of legal moves, in their order. Two moves never share a text.
    pub fn texts(&self, position: &Position, moves: &[(Move, Position)]) -> Vec<String> {
        let possible =
            if moves.iter().any(|(made, _)| is_castling(made)) { self.possible_moves(position) } else { Vec::new() };
        let plain: Vec<String> =
            moves.iter().map(|(made, _)| self.plain_text(position.turn, made, &possible)).collect();
        let shared =
            |text: &String| work::spend(plain.len() / 8) && plain.iter().filter(|other| *other == text).count() > 1;
        let special = |(made, _): &(Move, Position)| self.what_is_special(made);
        let texts = plain.iter().zip(moves);
        texts.map(|(text, made)| if shared(text) { text.clone() + &special(made) } else { text.clone() }).collect()
    }

    /// The text of a move, without what distinguishes it from other moves.
    fn plain_text(&self, side: Player, made: &Move, possible: &[Move]) -> String {
        let name = |square: Square| self.rules.geometry.name(square);
        if made.kind == Kind::Drop {
            let dropped = made.becomes.unwrap_or(made.piece);
            return self.rules.piece(dropped).symbol[ferz_core::board::Side::White].to_uppercase()
                + "@"
                + &made.via.iter().chain([&made.to]).map(|square| name(*square)).collect::<String>()
                + &self.choices_text(side, made);
        }
        let (from, to) = match made.kind {
            Kind::Castling { partner, .. } if puts_behind(made, partner) => (partner, made.from),
            Kind::Castling { partner, .. } if self.names_partner(made, possible) => (made.from, partner),
            _ => (made.from, made.to),
        };
        let promotion = made.becomes.map(|becomes| self.promotion_text(side, made.piece, becomes));
        let kinds: String = made.kinds.iter().map(|kind| self.promotion_text(side, made.piece, *kind)).collect();
        let via: String = made.via.iter().map(|square| name(*square)).collect();
        name(from) + &via + &name(to) + &promotion.unwrap_or_default() + &kinds + &self.choices_text(side, made)
    }

    /// The player's choices as text: each square after a comma, each kind of piece as a letter.
    fn choices_text(&self, side: Player, made: &Move) -> String {
        let gates = made.choices.iter().any(|one| matches!(one, Element::Held(..)));
        let write = |one: &Element| match one {
            // A piece from the hand enters on the mover's start square by default, so that square is not written.
            Element::On(square) if gates && (*square == made.from || is_castling(made)) => String::new(),
            Element::On(square) | Element::Gone(square, _) => format!(",{}", self.rules.geometry.name(*square)),
            Element::Held(_, _, piece) => self.rules.piece(*piece).symbol[side.seat()].to_lowercase(),
        };
        made.choices.iter().map(write).collect()
    }

    /// `true` if a castling move is written with the square of the partner: because the variant says so, or because
    /// another move of the piece has the same squares.
    fn names_partner(&self, made: &Move, possible: &[Move]) -> bool {
        let alike = |other: &&Move| (other.from, other.to, other.becomes) == (made.from, made.to, made.becomes);
        self.rules.castling_notation == CastlingNotation::KingTakesPartner
            || possible.iter().filter(|other| other.kind != Kind::Drop).filter(alike).count() > 1
    }

    fn promotion_text(&self, side: Player, piece: PieceId, becomes: PieceId) -> String {
        let (before, after) =
            (&self.rules.piece(piece).symbol[side.seat()], &self.rules.piece(becomes).symbol[side.seat()]);
        match (after.strip_prefix('+'), before.strip_prefix('+')) {
            (Some(plain), _) if plain == before => "+".to_owned(),
            (_, Some(plain)) if plain == after => "-".to_owned(),
            _ => after.to_lowercase(),
        }
    }

    /// Text that distinguishes a move from others with the same squares.
    fn what_is_special(&self, made: &Move) -> String {
        let geometry: &Geometry = &self.rules.geometry;
        let mut text = String::new();
        if let Kind::Castling { partner_to, .. } = made.kind {
            text += &(geometry.name(made.to) + &geometry.name(partner_to));
        }
        if let Kind::Instead(id) = made.kind {
            text += &("=".to_owned() + &self.tree.rules[id.index()].kind.name);
        }
        let apart = made.taker != Taker::Goes && made.is_capture();
        if apart || made.captures.iter().any(|square| *square != made.to) {
            made.captures.iter().for_each(|square| text += &("x".to_owned() + &geometry.name(*square)));
        }
        // A capture in passing does not lead to the square of the captured piece.
        if apart && !made.captures.contains(&made.to) {
            text += "-";
            if made.taker == Taker::Stays {
                text += &geometry.name(made.from);
            }
        }
        text
    }
}

fn is_castling(made: &Move) -> bool {
    matches!(made.kind, Kind::Castling { .. })
}

/// `true` if a piece from the hand enters on the square that the castling partner leaves.
fn puts_behind(made: &Move, partner: Square) -> bool {
    made.choices.contains(&Element::On(partner)) && made.choices.iter().any(|one| matches!(one, Element::Held(..)))
}

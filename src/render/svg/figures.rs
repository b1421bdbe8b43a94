//! The pieces of a variant, drawn.

use svg::node::element::Group;

use crate::board::Side;
use crate::render::pictures::{self, Paints, Picture as Drawn, paints};
use crate::render::seats::Seat;
use crate::rules::{PieceId, Royalty, Rules};

use super::canvas::CELL;
use super::glyphs::{self, Figure};

/// How the pieces of a variant are drawn.
pub(super) struct Figures<'a> {
    pub(super) rules: &'a Rules,
    pictures: Vec<Option<Drawn>>,
}

impl<'a> Figures<'a> {
    pub(super) fn of(rules: &'a Rules) -> Figures<'a> {
        Figures { rules, pictures: pictures::of_all(rules) }
    }

    /// A piece in a box of the given size.
    pub(super) fn draw(&self, id: PieceId, side: Side, size: f64) -> Group {
        self.paint(id, (side, paints(&self.rules.look, side)), size)
    }

    /// The same, with other colours than those of the side.
    pub(super) fn paint(&self, id: PieceId, (side, paints): (Side, Paints), size: f64) -> Group {
        let piece = self.rules.piece(id);
        let figure = match &self.pictures[id.index()] {
            Some(picture) => Figure::Picture(picture.clone()),
            None => {
                let royal = piece.royalty == Royalty::Royal;
                Figure::Tile { letters: piece.symbol[side].to_uppercase(), royal }
            }
        };
        glyphs::draw(&figure, side, paints, size)
    }

    /// A piece in the box of a square. A promoted piece has a ring.
    pub(super) fn piece_at(&self, id: PieceId, side: Side, promoted: bool) -> Group {
        ringed(Group::new().add(self.draw(id, side, CELL)), promoted)
    }

    /// The same in a game for more than two sides: with the letter of the side. A piece of a side that has dropped out is
    /// pale.
    pub(super) fn piece_of(&self, id: PieceId, (side, seat): (Side, &Seat), promoted: bool) -> Group {
        let piece = self.paint(id, (side, seat.paints), CELL);
        let piece = if seat.is_out { piece.set("opacity", 0.35) } else { piece };
        ringed(Group::new().add(piece).add(glyphs::badge(seat, (7.5, CELL - 7.5))), promoted)
    }
}

/// A piece in the box of a square, with a ring if it is promoted.
fn ringed(group: Group, promoted: bool) -> Group {
    if !promoted {
        return group;
    }
    let ring = svg::node::element::Circle::new().set("cx", CELL - 8.0).set("cy", 8.0).set("r", 4.0);
    group.add(ring.set("fill", "#ffffff").set("stroke", "#d7191c").set("stroke-width", 2))
}

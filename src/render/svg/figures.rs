//! The pieces of a variant, drawn.

use svg::node::element::Group;

use crate::board::Side;
use crate::render::pictures::{self, Picture as Drawn, paints};
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
        let piece = self.rules.piece(id);
        let figure = match &self.pictures[id.index()] {
            Some(picture) => Figure::Picture(picture.clone()),
            None => {
                let royal = piece.royalty == Royalty::Royal;
                Figure::Tile { letters: piece.symbol[side].to_uppercase(), royal }
            }
        };
        glyphs::draw(&figure, side, paints(&self.rules.look, side), size)
    }

    /// A piece in the box of a square. A promoted piece has a ring.
    pub(super) fn piece_at(&self, id: PieceId, side: Side, promoted: bool) -> Group {
        let group = Group::new().add(self.draw(id, side, CELL));
        if !promoted {
            return group;
        }
        let ring = svg::node::element::Circle::new().set("cx", CELL - 8.0).set("cy", 8.0).set("r", 4.0);
        group.add(ring.set("fill", "#ffffff").set("stroke", "#d7191c").set("stroke-width", 2))
    }
}

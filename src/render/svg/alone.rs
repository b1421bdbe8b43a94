//! Pictures of single pieces, for programs with boards of their own.

use svg::Document;

use crate::board::Side;
use crate::rules::{PieceId, Rules};

use super::figures::Figures;

/// The pieces of a variant, each as a picture of its own.
pub struct Alone<'a>(Figures<'a>);

impl<'a> Alone<'a> {
    /// The pieces of a variant.
    pub fn of(rules: &'a Rules) -> Alone<'a> {
        Alone(Figures::of(rules))
    }

    /// An SVG of one piece, with a side of `size` pixels and without background.
    pub fn draw(&self, id: PieceId, side: Side, size: u32) -> String {
        let (box_size, drawn) = (f64::from(size), self.0.draw(id, side, f64::from(size)));
        let document = Document::new().set("viewBox", format!("0 0 {box_size} {box_size}"));
        format!("{}\n", document.set("width", size).set("height", size).add(drawn))
    }
}

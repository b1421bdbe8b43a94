//! Pictures, tiles and letters as paths: no picture depends on a font.

use svg::node::Blob;
use svg::node::element::{Circle, Group, Path, Rectangle};

use crate::board::Side;
use crate::render::pictures::{self, Paints, Picture};
use crate::render::seats::Seat;

/// The side of the box in which pieces are drawn.
const BOX: f64 = 40.0;

/// The drawing of a piece.
#[derive(Clone, Debug)]
pub(super) enum Figure {
    /// A picture of the catalogue, or the author's own.
    Picture(Picture),
    /// A tile with the letter of the piece; with a crown if it is royal.
    Tile { letters: String, royal: bool },
}

/// The strokes of a letter on a grid of 4 by 6.
fn strokes(letter: char) -> &'static str {
    match letter {
        'A' => "M0 6L2 0L4 6M.8 4H3.2",
        'B' => "M0 0V6H2.3C4.6 6 4.6 3 2.3 3H0M0 0H2.1C4 0 4 3 2.1 3",
        'C' => "M4 1C3-.4 0-.4 0 3C0 6.4 3 6.4 4 5",
        'D' => "M0 0V6H1.5C5 6 5 0 1.5 0Z",
        'E' => "M3.8 0H0V6H3.8M0 3H3",
        'F' => "M3.8 0H0V6M0 3H3",
        'G' => "M4 1C3-.4 0-.4 0 3C0 6.4 3 6.4 4 5V3.2H2.4",
        'H' => "M0 0V6M4 0V6M0 3H4",
        'I' => "M2 0V6M.9 0H3.1M.9 6H3.1",
        'J' => "M3.3 0V4.2C3.3 6.6.4 6.6.2 4.4",
        'K' => "M0 0V6M4 0L0 3.6M1.4 2.4L4 6",
        'L' => "M.2 0V6H3.8",
        'M' => "M0 6V0L2 3.6L4 0V6",
        'N' => "M0 6V0L4 6V0",
        'O' => "M2 0C-.7 0-.7 6 2 6C4.7 6 4.7 0 2 0Z",
        'P' => "M.2 6V0H2.2C4.7 0 4.7 3.4 2.2 3.4H.2",
        'Q' => "M2 0C-.7 0-.7 6 2 6C4.7 6 4.7 0 2 0ZM2.3 4.2L4.1 6.5",
        'R' => "M.2 6V0H2.2C4.7 0 4.7 3.4 2.2 3.4H.2M2 3.4L4 6",
        'S' => "M3.8.9C3-.4.3-.3.3 1.5C.3 3.4 3.9 2.6 3.9 4.5C3.9 6.4.8 6.4.1 5",
        'T' => "M0 0H4M2 0V6",
        'U' => "M0 0V4C0 6.7 4 6.7 4 4V0",
        'V' => "M0 0L2 6L4 0",
        'W' => "M-.3 0L.9 6L2 1.8L3.1 6L4.3 0",
        'X' => "M0 0L4 6M4 0L0 6",
        'Y' => "M0 0L2 3L4 0M2 3V6",
        'Z' => "M0 0H4L0 6H4",
        '+' => "M2 1.4V4.6M.4 3H3.6",
        '\'' => "M2-.3V1.6",
        _ => "M2 2.6V3.4",
    }
}

/// A piece in a box of the given size. The upper left corner is the origin.
pub(super) fn draw(figure: &Figure, side: Side, paints: Paints, size: f64) -> Group {
    let Paints { paper, ink, edge } = paints;
    let group = Group::new().set("transform", format!("scale({:.3})", size / BOX));
    match figure {
        Figure::Picture(picture) => group.add(Blob::new(pictures::markup(picture, side, paints))),
        Figure::Tile { letters, royal } => {
            let tile = Rectangle::new().set("x", 4).set("y", 4).set("width", 32).set("height", 32).set("rx", 7);
            let tile = tile.set("class", "letters").set("fill", paper).set("stroke", edge).set("stroke-width", 1.5);
            let group = group.add(tile).add(lettering(letters, ink, if *royal { 13.5 } else { 10.0 }));
            if *royal { group.add(crown(ink)) } else { group }
        }
    }
}

/// The letter of a side on a disc in its colour, around a centre.
pub(super) fn badge(seat: &Seat, (x, y): (f64, f64)) -> Group {
    let Paints { paper, ink, edge } = seat.paints;
    let disc = Circle::new().set("cx", 0).set("cy", 0).set("r", 6.2).set("fill", paper);
    let letter = seat.letter.to_uppercase();
    // The lettering is centred on a tile of 40 by 40.
    let letter = Group::new().set("transform", "scale(0.4) translate(-20 -20.5)").add(lettering(&letter, ink, 10.0));
    let group = Group::new().set("class", "side").set("transform", format!("translate({x:.1} {y:.1})"));
    group.add(disc.set("stroke", edge).set("stroke-width", 0.8)).add(letter)
}

/// A small crown at the upper edge of a tile.
fn crown(ink: &str) -> Path {
    Path::new().set("d", "M14.5 11.5L13.5 6.5L17 9L20 5.8L23 9L26.5 6.5L25.5 11.5Z").set("fill", ink)
}

/// A text in strokes, centred on a tile.
fn lettering(text: &str, ink: &str, top: f64) -> Group {
    let letters: Vec<char> = text.chars().filter(|c| *c != '~').collect();
    let height = if letters.len() > 1 { 14.0 } else { 34.0 - top - 3.0 };
    let scale: f64 = height / 6.0;
    let advance = 5.6 * scale;
    let width = advance * letters.len() as f64 - 1.6 * scale;
    let squeeze = (27.0 / width).min(1.0);
    let lines = letters.iter().enumerate().map(|(at, letter)| {
        let shift = format!("translate({:.2} 0)", at as f64 * 5.6);
        Path::new().set("d", strokes(*letter)).set("transform", shift)
    });
    let middle = top + (36.0 - 2.0 - top) / 2.0 + if top > 10.0 { 0.5 } else { -2.0 };
    let place = format!(
        "translate({:.2} {:.2}) scale({:.3})",
        20.0 - width * squeeze / 2.0,
        middle - height * squeeze / 2.0,
        scale * squeeze
    );
    let group = Group::new().set("transform", place).set("fill", "none").set("stroke", ink).set("stroke-width", 0.9);
    lines.fold(group.set("stroke-linecap", "round").set("stroke-linejoin", "round"), Group::add)
}

/// Symbol of a piece that has no figure of its own.
pub(super) fn disc(size: f64) -> Group {
    let circle = |radius: f64, fill| {
        Circle::new()
            .set("cx", 20)
            .set("cy", 20)
            .set("r", radius)
            .set("fill", fill)
            .set("stroke", "#111111")
            .set("stroke-width", 1.5)
    };
    Group::new()
        .set("transform", format!("scale({:.3})", size / BOX))
        .add(circle(14.0, "#ffffff"))
        .add(circle(7.0, "#2f2f2f"))
}

//! Boards as inline SVG. All pictures of pages come from [`board`], so that another drawer can take its place.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::rules::{Rules, Setup};

/// What a square is marked with. Each has a shape of its own, not only a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Goes or takes there, and can be stopped on the way.
    Slide,
    /// Goes or takes there whatever stands between.
    Leap,
    /// Goes there without taking.
    Quiet,
    /// Takes there only.
    Capture,
    /// Goes or takes there after passing over a piece.
    Hop,
    /// Goes there without taking, and takes there after passing over a piece.
    QuietOrHop,
    /// Goes there only as long as it has not moved.
    First,
    /// Belongs to a zone.
    Zone,
}

impl Mark {
    /// All marks, in the order of the legend.
    pub const ALL: [Mark; 8] =
        [Mark::Slide, Mark::Leap, Mark::Quiet, Mark::Capture, Mark::Hop, Mark::QuietOrHop, Mark::First, Mark::Zone];

    /// The class in the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Mark::Slide => "slide",
            Mark::Leap => "leap",
            Mark::Quiet => "quiet",
            Mark::Capture => "capture",
            Mark::Hop => "hop",
            Mark::QuietOrHop => "quiet-hop",
            Mark::First => "initial",
            Mark::Zone => "zone",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Mark::Slide => "moves or captures, and a piece between stops it",
            Mark::Leap => "moves or captures, whatever stands between",
            Mark::Quiet => "moves without capturing only",
            Mark::Capture => "captures only",
            Mark::Hop => "moves or captures only over a piece that stands between",
            Mark::QuietOrHop => "moves without capturing, and captures only over a piece that stands between",
            Mark::First => "only as long as it has not moved",
            Mark::Zone => "promotion zone",
        }
    }

    /// The shape, in a square of 40 by 40 around (20, 20).
    pub fn shape(self) -> &'static str {
        match self {
            Mark::Slide => "<circle class=\"mark slide\" cx=\"20\" cy=\"20\" r=\"8\"/>",
            Mark::Leap => "<path class=\"mark leap\" d=\"M20 10 30 20 20 30 10 20Z\"/>",
            Mark::Quiet => "<circle class=\"mark quiet\" cx=\"20\" cy=\"20\" r=\"8\"/>",
            Mark::Capture => "<path class=\"mark capture\" d=\"M11 11 29 29M29 11 11 29\"/>",
            Mark::Hop => "<g class=\"mark hop\"><circle cx=\"20\" cy=\"22\" r=\"7\"/><path d=\"M9 9H31\"/></g>",
            Mark::QuietOrHop => {
                "<g class=\"mark quiet-hop\"><circle cx=\"20\" cy=\"22\" r=\"7\"/><path d=\"M9 9H31\"/></g>"
            }
            Mark::First => "<circle class=\"mark initial\" cx=\"20\" cy=\"20\" r=\"9\"/>",
            Mark::Zone => "<path class=\"mark zone\" d=\"M3 3H37V37H3Z\"/>",
        }
    }
}

/// A board with pieces and marks.
pub fn board(rules: &Rules, setup: &Setup, marks: &BTreeMap<Square, Mark>, title: &str, class: &str) -> String {
    let geometry = &rules.geometry;
    let (width, height) = (geometry.files() * 40 + 24, geometry.ranks() * 40 + 24);
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg class=\"{class}\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">",
        escape(title)
    );
    for square in geometry.squares() {
        let (x, y) = corner(geometry, square);
        let dark = (geometry.file(square) + geometry.rank(square)).is_multiple_of(2);
        let colour = if dark { "dark" } else { "light" };
        let name = geometry.name(square);
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})\" data-square=\"{name}\"><rect class=\"{colour}\" width=\"40\" height=\"40\"/>"
        );
        if setup.walls.contains(square) {
            svg.push_str("<path class=\"wall\" d=\"M4 4H36V36H4Z\"/>");
        }
        if let Some(placed) = setup.pieces[square.index()] {
            let side = placed.side.name();
            let piece = rules.piece(placed.piece);
            let letter = escape(&piece.symbol[placed.side].to_uppercase());
            let _ = write!(
                svg,
                "<g class=\"piece {side}\"><title>{side} {} on {name}</title><circle cx=\"20\" cy=\"20\" r=\"16\"/><text x=\"20\" y=\"26\">{letter}</text></g>",
                escape(&piece.name)
            );
        }
        if let Some(mark) = marks.get(&square) {
            svg.push_str(mark.shape());
        }
        svg.push_str("</g>");
    }
    for region in regions(rules) {
        let _ = write!(svg, "<path class=\"region\" d=\"{}\"/>", outline(geometry, region));
    }
    coordinates(geometry, &mut svg);
    svg.push_str("</svg>");
    svg
}

/// The parts of the board that pieces may not leave: palaces, banks of rivers.
fn regions(rules: &Rules) -> Vec<SquareSet> {
    let all = rules.geometry.squares();
    let mut regions: Vec<SquareSet> = Vec::new();
    for piece in &rules.pieces {
        for region in [piece.confined.white & all, piece.confined.black & all] {
            if !region.is_empty() && region != all && !regions.contains(&region) {
                regions.push(region);
            }
        }
    }
    regions
}

/// The lines between a region and the rest of the board, as a path.
fn outline(geometry: &Geometry, region: SquareSet) -> String {
    let mut path = String::new();
    for square in region {
        let (x, y) = corner(geometry, square);
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let beside = [
            (file.checked_sub(1), Some(rank), format!("M{x} {y}v40")),
            (Some(file + 1), Some(rank), format!("M{} {y}v40", x + 40)),
            (Some(file), rank.checked_sub(1), format!("M{x} {}h40", y + 40)),
            (Some(file), Some(rank + 1), format!("M{x} {y}h40")),
        ];
        for (file, rank, line) in beside {
            let (Some(file), Some(rank)) = (file, rank) else { continue };
            if geometry.at(file, rank).is_some_and(|other| !region.contains(other)) {
                path.push_str(&line);
            }
        }
    }
    path
}

fn corner(geometry: &Geometry, square: Square) -> (usize, usize) {
    (geometry.file(square) * 40 + 24, (geometry.ranks() - 1 - geometry.rank(square)) * 40)
}

fn coordinates(geometry: &Geometry, svg: &mut String) {
    for file in 0..geometry.files() {
        let (x, y) = (file * 40 + 44, geometry.ranks() * 40 + 17);
        let _ = write!(svg, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", geometry.file_name(file));
    }
    for rank in 0..geometry.ranks() {
        let y = (geometry.ranks() - 1 - rank) * 40 + 25;
        let _ = write!(svg, "<text class=\"label\" x=\"11\" y=\"{y}\">{}</text>", rank + 1);
    }
}

/// Marks of one kind.
pub fn marks(squares: SquareSet, mark: Mark) -> BTreeMap<Square, Mark> {
    squares.iter().map(|square| (square, mark)).collect()
}

/// A text inside markup.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The side that a piece is drawn for: the one that has a letter for it.
pub fn side_of(rules: &Rules, piece: crate::rules::PieceId) -> Side {
    if rules.piece(piece).symbol[Side::White].is_empty() { Side::Black } else { Side::White }
}

//! How a position is drawn: the side at the bottom, marked squares, arrows, colours, size.

use svg::node::element::{Circle, Definitions, Group, Line, Polygon, RadialGradient, Rectangle, Stop};

use crate::board::{Side, Square};

use super::canvas::{CELL, Canvas};
use super::colours::{Colour, Colours};

/// The name of the gradient that marks a square in check.
const CHECK: &str = "check";

/// An arrow from one square to another, or a ring if both are the same square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The start of the arrow.
    pub from: Square,
    /// The square to which it points.
    pub to: Square,
    /// Its colour; `None` for the board's own.
    pub colour: Option<Colour>,
}

/// How a position is drawn. By default: White at the bottom, coordinates and legend, nothing marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The side whose ranks are at the bottom.
    pub orientation: Side,
    /// The squares of the last move.
    pub last_move: Vec<Square>,
    /// The square of a royal piece in check.
    pub check: Option<Square>,
    /// Squares with their own colours.
    pub fill: Vec<(Square, Colour)>,
    /// Arrows above the pieces.
    pub arrows: Vec<Arrow>,
    /// The names of the regions that are hatched; `None` for a few that leave the board legible.
    pub regions: Option<Vec<String>>,
    /// The width of the picture in pixels; `None` for its natural width.
    pub size: Option<u32>,
    /// The colours of the board.
    pub colours: Colours,
    /// `true` if the picture has coordinates.
    pub coordinates: bool,
    /// `true` if the picture has a title and explains its pieces and signs.
    pub legend: bool,
}

impl Default for Shown {
    fn default() -> Shown {
        Shown {
            orientation: Side::White,
            last_move: Vec::new(),
            check: None,
            fill: Vec::new(),
            arrows: Vec::new(),
            regions: None,
            size: None,
            colours: Colours::default(),
            coordinates: true,
            legend: true,
        }
    }
}

impl Shown {
    /// Layer below the pieces: the marked squares.
    pub(super) fn below(&self, canvas: &Canvas<'_>) -> Vec<Group> {
        let mut groups = Vec::new();
        for (square, colour) in &self.fill {
            groups.push(Group::new().set("class", "fill").add(patch(canvas, *square, colour.as_str(), 0.6)));
        }
        if !self.last_move.is_empty() {
            let group = Group::new().set("class", "last-move");
            let patches = self.last_move.iter().map(|at| patch(canvas, *at, self.colours.last_move.as_str(), 0.55));
            groups.push(patches.fold(group, Group::add));
        }
        if let Some(square) = self.check {
            groups.push(Group::new().set("class", "check").add(patch(canvas, square, &format!("url(#{CHECK})"), 1.0)));
        }
        groups
    }

    /// Layer above the pieces: the arrows.
    pub(super) fn above(&self, canvas: &Canvas<'_>) -> Option<Group> {
        let arrows = self.arrows.iter().map(|arrow| {
            let colour = arrow.colour.as_ref().unwrap_or(&self.colours.arrow).as_str();
            drawn(canvas, (arrow.from, arrow.to), colour)
        });
        (!self.arrows.is_empty()).then(|| arrows.fold(Group::new().set("class", "arrows"), Group::add))
    }

    /// The gradient of a square in check, if one is marked.
    pub(super) fn define(&self, definitions: Definitions) -> Definitions {
        if self.check.is_none() {
            return definitions;
        }
        let stop = |offset: &str, opacity: f64| {
            let colour = self.colours.check.as_str();
            Stop::new().set("offset", offset).set("stop-color", colour).set("stop-opacity", opacity)
        };
        let stops = [stop("0%", 1.0), stop("50%", 0.8), stop("100%", 0.0)];
        definitions.add(stops.into_iter().fold(RadialGradient::new().set("id", CHECK).set("r", "0.5"), |a, b| a.add(b)))
    }
}

/// A square in a colour.
fn patch(canvas: &Canvas<'_>, square: Square, fill: &str, opacity: f64) -> Rectangle {
    let (x, y) = canvas.corner(square);
    let patch = Rectangle::new().set("x", x).set("y", y).set("width", CELL).set("height", CELL);
    let patch = patch.set("fill", fill).set("data-marked", canvas.geometry.name(square));
    if opacity < 1.0 { patch.set("fill-opacity", opacity) } else { patch }
}

/// An arrow between the middles of two squares, or a ring around one.
fn drawn(canvas: &Canvas<'_>, (from, to): (Square, Square), colour: &str) -> Group {
    let middle = |square: Square| {
        let (x, y) = canvas.corner(square);
        (x + CELL / 2.0, y + CELL / 2.0)
    };
    let name = |square: Square| canvas.geometry.name(square);
    let group = Group::new().set("data-from", name(from)).set("data-to", name(to)).set("opacity", 0.7);
    let ((x, y), (end_x, end_y)) = (middle(from), middle(to));
    if from == to {
        let ring = Circle::new().set("cx", x).set("cy", y).set("r", CELL * 0.45).set("fill", "none");
        return group.add(ring.set("stroke", colour).set("stroke-width", 4));
    }
    let (across, down) = (end_x - x, end_y - y);
    let length = across.hypot(down);
    let (across, down) = (across / length, down / length);
    // The tip stays inside the square. The head is a third of a square long.
    let tip = (end_x - across * CELL * 0.1, end_y - down * CELL * 0.1);
    let neck = (tip.0 - across * CELL * 0.36, tip.1 - down * CELL * 0.36);
    let wing = (-down * CELL * 0.18, across * CELL * 0.18);
    let shaft = Line::new().set("x1", round(x)).set("y1", round(y)).set("x2", round(neck.0)).set("y2", round(neck.1));
    let shaft = shaft.set("stroke", colour).set("stroke-width", 8).set("stroke-linecap", "round");
    let corners = [tip, (neck.0 + wing.0, neck.1 + wing.1), (neck.0 - wing.0, neck.1 - wing.1)];
    let corners = corners.map(|(x, y)| format!("{:.1},{:.1}", x, y));
    group.add(shaft).add(Polygon::new().set("points", corners.join(" ")).set("fill", colour))
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

//! The board of a picture: squares, coordinates, regions, holes, walls, and edges that are joined.

use svg::node::element::{Group, Line, Path, Pattern, Polygon, Rectangle, Text};

use crate::board::{Geometry, Side, Square, SquareSet, Step};
use crate::render::grid;
use crate::render::layout::{Layout, hexagon};
use crate::rules::{Look, Squares};

use super::colours::Colours;

/// The side of a square.
pub(super) const CELL: f64 = 48.0;
/// The space for coordinates.
const MARGIN: f64 = 26.0;
const INK: &str = "#333333";
const SEAM: &str = "#2c5aa0";
/// The tints of regions, each with the direction of its stripes.
const TINTS: [(&str, u16); 8] = [
    ("#3b7dd8", 45),
    ("#a04bb5", 135),
    ("#1f9e89", 90),
    ("#b5651d", 0),
    ("#d0488c", 60),
    ("#6b7a1e", 120),
    ("#4a4fbf", 30),
    ("#7a4a3a", 150),
];

/// A board to draw on.
#[derive(Clone, Debug)]
pub(super) struct Canvas<'a> {
    pub(super) geometry: &'a Geometry,
    /// The left edge of the board itself, right of repeated squares and coordinates.
    left: f64,
    top: f64,
    layout: Layout,
    /// The side at the bottom. For Black, the board is turned by 180 degrees.
    orientation: Side,
    colours: Colours,
    /// How the board is drawn.
    look: Look,
}

impl<'a> Canvas<'a> {
    /// A board whose upper edge is at `top`.
    pub(super) fn new(geometry: &'a Geometry, look: Look, top: f64) -> Canvas<'a> {
        let topology = geometry.topology();
        let repeated = |wraps: bool| if wraps { CELL } else { 0.0 };
        let (left, top) = (MARGIN + repeated(topology.wraps_files()), top + repeated(topology.wraps_ranks()));
        let (orientation, colours) = (Side::White, Colours::default());
        Canvas { geometry, left, top, layout: Layout::of(geometry), orientation, colours, look }
    }

    /// The same board, seen from a side, with other colours.
    pub(super) fn seen_by(self, orientation: Side, colours: Colours) -> Canvas<'a> {
        Canvas { orientation, colours, ..self }
    }

    /// The upper left corner of a square.
    pub(super) fn corner(&self, square: Square) -> (f64, f64) {
        if self.geometry.topology().is_hexagonal() {
            return self.place(self.layout.corner(self.geometry, square));
        }
        self.at(self.geometry.file(square) as i32, self.geometry.rank(square) as i32)
    }

    fn at(&self, file: i32, rank: i32) -> (f64, f64) {
        self.place(Layout::square(self.geometry, file, rank))
    }

    /// The place of a box of the layout in the picture.
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (wide, high) = self.layout.size;
        let (x, y) = match self.orientation {
            Side::White => (x, y),
            Side::Black => (wide - 1.0 - x, high - 1.0 - y),
        };
        (self.left + x * CELL, self.top + y * CELL)
    }

    /// The right and the lower end of the board, with everything that surrounds it.
    pub(super) fn end(&self) -> (f64, f64) {
        let (files, ranks) = self.layout.size;
        let topology = self.geometry.topology();
        let repeated = |wraps: bool| if wraps { CELL } else { 0.0 };
        let right = self.left + files * CELL + repeated(topology.wraps_files());
        (right, self.top + ranks * CELL + repeated(topology.wraps_ranks()) + MARGIN)
    }

    /// The squares beyond joined edges, each with the place where it is repeated.
    pub(super) fn repeated_squares(&self) -> Vec<(Square, (f64, f64))> {
        let geometry = self.geometry;
        let (files, ranks) = (geometry.files() as i32, geometry.ranks() as i32);
        let beyond = |file: i32, rank: i32, step: Step| {
            let inside = geometry.at(file as usize, rank as usize)?;
            let landing = geometry.step(inside, step)?;
            Some((landing.square, self.at(file + i32::from(step.files), rank + i32::from(step.ranks))))
        };
        let sides =
            (0..ranks).flat_map(|rank| [beyond(0, rank, Step::new(-1, 0)), beyond(files - 1, rank, Step::new(1, 0))]);
        let ends =
            (0..files).flat_map(|file| [beyond(file, 0, Step::new(0, -1)), beyond(file, ranks - 1, Step::new(0, 1))]);
        sides.chain(ends).flatten().collect()
    }

    /// The board itself.
    pub(super) fn squares(&self) -> Group {
        let mut group = Group::new().set("class", "board");
        if self.geometry.topology().is_hexagonal() {
            // Missing cells of a hexagonal board are not drawn.
            return self.geometry.squares().iter().fold(group, |group, square| {
                let name = self.geometry.name(square);
                group.add(self.hexagon(square).set("class", "square").set("data-square", name))
            });
        }
        for square in (0..self.geometry.len()).map(|index| Square::new(index as u16)) {
            let place = self.corner(square);
            let name = self.geometry.name(square);
            group = if self.geometry.holes().contains(square) {
                group.add(hole(place).set("class", "hole").set("data-square", name))
            } else {
                group.add(self.cell(square, place).set("class", "square").set("data-square", name))
            };
        }
        if self.look.squares == Squares::Points { group.add(self.lines()) } else { group }
    }

    /// The lines of a board on which pieces stand on points.
    fn lines(&self) -> Path {
        let mut path = String::new();
        for (one, other) in grid::lines(self.geometry, &self.look) {
            let middle = |(x, y): (f64, f64)| format!("{:.1} {:.1}", x + CELL / 2.0, y + CELL / 2.0);
            path += &format!("M{}L{}", middle(self.corner(one)), middle(self.corner(other)));
        }
        let path = Path::new().set("d", path).set("class", "lines");
        path.set("stroke", INK).set("stroke-width", 1.2).set("stroke-linecap", "square").set("fill", "none")
    }

    /// Squares repeated beyond joined edges, with their names. `content` draws the content of a square.
    pub(super) fn repeated(&self, content: &dyn Fn(Square) -> Group) -> Group {
        let mut group = Group::new().set("class", "repeated").set("opacity", 0.4);
        for (square, (x, y)) in self.repeated_squares() {
            let name = label(&self.geometry.name(square), x + 4.0, y + 11.0, 10.0).set("text-anchor", "start");
            let content = content(square).set("transform", format!("translate({x:.1} {y:.1})"));
            group = group
                .add(self.cell(square, (x, y)).set("data-repeats", self.geometry.name(square)))
                .add(content)
                .add(name);
        }
        group
    }

    /// A hexagon. There are three colours, and a bishop stays on one of them.
    fn hexagon(&self, square: Square) -> Polygon {
        let colour = (self.geometry.file(square) + self.geometry.rank(square)) % 3;
        let own = self.look.colour_of(square);
        self.outline(square)
            .set(
                "fill",
                own.unwrap_or([&self.colours.light, &self.colours.middle, &self.colours.dark][colour].as_str()),
            )
            .set("stroke", "#9aa0a6")
            .set("stroke-width", 0.6)
    }

    /// The outline of a hexagon.
    fn outline(&self, square: Square) -> Polygon {
        let (left, top) = self.corner(square);
        let corners = hexagon(self.geometry.topology());
        let points = corners.map(|(x, y)| format!("{:.1},{:.1}", left + x * CELL, top + y * CELL));
        Polygon::new().set("points", points.join(" "))
    }

    fn cell(&self, square: Square, (x, y): (f64, f64)) -> Rectangle {
        let dark = (self.geometry.file(square) + self.geometry.rank(square)).is_multiple_of(2);
        let dark = dark && self.look.squares == Squares::Checked;
        let own = self.look.colour_of(square);
        let edge = if self.look.squares == Squares::Points { "none" } else { "#9aa0a6" };
        rectangle(x, y, CELL, CELL)
            .set("fill", own.unwrap_or(if dark { &self.colours.dark } else { &self.colours.light }.as_str()))
            .set("stroke", edge)
            .set("stroke-width", 0.6)
    }

    /// The frame, dashed where edges are joined.
    pub(super) fn frame(&self) -> Group {
        if self.geometry.topology().is_hexagonal() {
            return Group::new().set("class", "frame");
        }
        let high = self.geometry.ranks_of_a_level();
        // The square in the upper left corner of a level.
        let corner = |level: usize| match self.orientation {
            Side::White => (0, (level * high + high - 1) as i32),
            Side::Black => (self.geometry.files() as i32 - 1, (level * high) as i32),
        };
        let levels = (0..self.geometry.levels()).map(|level| {
            let (file, rank) = corner(level);
            self.at(file, rank)
        });
        levels.fold(Group::new().set("class", "frame"), |group, corner| {
            self.frame_at(corner).into_iter().fold(group, Group::add)
        })
    }

    /// The edges of a board, given its top left corner.
    fn frame_at(&self, (left, top): (f64, f64)) -> Vec<Line> {
        let high = self.geometry.ranks_of_a_level() as f64;
        let (right, bottom) = (left + self.geometry.files() as f64 * CELL, top + high * CELL);
        let topology = self.geometry.topology();
        let edge = |(x1, y1, x2, y2): (f64, f64, f64, f64), joined: bool| {
            let line = Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2);
            match joined {
                true => {
                    line.set("class", "seam").set("stroke", SEAM).set("stroke-width", 3).set("stroke-dasharray", "9 5")
                }
                false => line.set("stroke", INK).set("stroke-width", 1.6).set("stroke-linecap", "square"),
            }
        };
        let sides = [(left, top, left, bottom), (right, top, right, bottom)];
        let ends = [(left, top, right, top), (left, bottom, right, bottom)];
        let sides = sides.map(|side| edge(side, topology.wraps_files()));
        let ends = ends.map(|end| edge(end, topology.wraps_ranks()));
        sides.into_iter().chain(ends).collect()
    }

    /// The names of files below and of ranks beside the board.
    pub(super) fn coordinates(&self) -> Group {
        let mut group = Group::new().set("class", "coordinates");
        if self.geometry.topology().is_hexagonal() || self.geometry.levels() > 1 {
            // Ranks and files of hexagons are oblique, and levels have separate ranks, so each square is labelled
            // with its name.
            return self.geometry.squares().iter().fold(group, |group, square| {
                let (x, y) = self.corner(square);
                group.add(label(&self.geometry.name(square), x + CELL / 2.0, y + CELL - 2.0, 8.0))
            });
        }
        let (_, bottom) = self.end();
        for file in 0..self.geometry.files() {
            let (x, _) = self.at(file as i32, 0);
            group = group.add(label(&self.geometry.file_name(file), x + CELL / 2.0, bottom - 9.0, 13.0));
        }
        for rank in 0..self.geometry.ranks() {
            let (_, y) = self.at(0, rank as i32);
            group = group.add(label(&(rank + 1).to_string(), MARGIN / 2.0, y + CELL / 2.0 + 4.5, 13.0));
        }
        group
    }

    /// A set of squares, shaded.
    pub(super) fn shade(&self, squares: SquareSet, tint: usize, name: &str) -> Group {
        let group = Group::new().set("class", "region").set("data-region", name.to_owned());
        squares.iter().fold(group, |group, square| {
            let (fill, name) = (format!("url(#{})", pattern_id(tint)), self.geometry.name(square));
            if self.geometry.topology().is_hexagonal() {
                return group.add(self.outline(square).set("fill", fill).set("data-shaded", name));
            }
            let (x, y) = self.corner(square);
            group.add(rectangle(x, y, CELL, CELL).set("fill", fill).set("data-shaded", name))
        })
    }

    /// The blocked squares.
    pub(super) fn walls(&self, walls: SquareSet) -> Group {
        walls.iter().filter(|square| !self.geometry.holes().contains(*square)).fold(
            Group::new().set("class", "walls"),
            |group, square| {
                let (x, y) = self.corner(square);
                group.add(wall((x, y)).set("data-square", self.geometry.name(square)))
            },
        )
    }
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

/// A hole.
pub(super) fn hole((x, y): (f64, f64)) -> Group {
    let frame =
        rectangle(x, y, CELL, CELL).set("fill", "#ffffff").set("stroke", "#b0b0b0").set("stroke-dasharray", "3 4");
    let size = CELL - 20.0;
    let cross = format!("M{} {}l{size} {size}m0-{size}l-{size} {size}", x + 10.0, y + 10.0);
    Group::new()
        .add(frame)
        .add(Path::new().set("d", cross).set("stroke", "#c8c8c8").set("stroke-width", 1.5).set("fill", "none"))
}

/// A blocked square.
pub(super) fn wall((x, y): (f64, f64)) -> Group {
    let block = rectangle(x, y, CELL, CELL).set("fill", "#6b625a").set("stroke", INK);
    let third = CELL / 3.0;
    let bricks = format!(
        "M{x} {}h{CELL}M{x} {}h{CELL}M{} {y}v{third}M{} {y}v{third}M{} {}v{third}M{} {}v{third}M{} {}v{third}",
        y + third,
        y + 2.0 * third,
        x + CELL / 4.0,
        x + CELL * 3.0 / 4.0,
        x + CELL / 2.0,
        y + third,
        x + CELL / 4.0,
        y + 2.0 * third,
        x + CELL * 3.0 / 4.0,
        y + 2.0 * third,
    );
    Group::new()
        .add(block)
        .add(Path::new().set("d", bricks).set("stroke", "#d8cfc4").set("stroke-width", 1.6).set("fill", "none"))
}

/// The tint of the region with an index.
pub(super) fn pattern_id(tint: usize) -> String {
    format!("region-{}", tint % TINTS.len())
}

/// The stripes of a tint.
pub(super) fn pattern(tint: usize) -> Pattern {
    let (colour, turn) = TINTS[tint % TINTS.len()];
    let paper = rectangle(0.0, 0.0, 9.0, 9.0).set("fill", colour).set("fill-opacity", 0.22);
    let stripe = rectangle(0.0, 0.0, 2.2, 9.0).set("fill", colour).set("fill-opacity", 0.45);
    let pattern = Pattern::new().set("id", pattern_id(tint)).set("width", 9).set("height", 9);
    pattern
        .set("patternUnits", "userSpaceOnUse")
        .set("patternTransform", format!("rotate({turn})"))
        .add(paper)
        .add(stripe)
}

/// A text centred on a place.
pub(super) fn label(text: &str, x: f64, y: f64, size: f64) -> Text {
    let text = Text::new(printable(text)).set("x", x).set("y", y).set("font-size", size).set("fill", INK);
    text.set("font-family", "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif").set("text-anchor", "middle")
}

/// A text without characters that XML does not allow.
pub(super) fn printable(text: &str) -> String {
    let known = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(known).collect()
}

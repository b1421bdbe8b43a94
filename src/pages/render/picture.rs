//! Boards as inline SVG. All pictures of pages come from one [`Drawer`], so that another can take its place.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::render::grid;
use crate::render::layout::{Layout, hexagon};
use crate::render::pictures::{self, Paints, paints};
use crate::rules::{Look, Piece, PieceId, Rules, Setup, Squares};

use super::{first, prose};

/// Mark on a square. Each has a shape of its own, not only a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Moves or captures there, and can be stopped on the way.
    Slide,
    /// Moves or captures there regardless of the squares between.
    Leap,
    /// Moves there without capturing.
    Quiet,
    /// Captures there only.
    Capture,
    /// Moves or captures there after passing over a piece.
    Hop,
    /// Moves there without capturing, and captures there after passing over a piece.
    QuietOrHop,
    /// Goes there only with a first move.
    First,
    /// A new piece of its kind may be put there.
    New,
    /// Belongs to a zone.
    Zone,
    /// Ends its move there, in an example.
    Goes,
    /// Leaves the board by the move, in an example.
    Taken,
}

impl Mark {
    /// All marks, in the order of the legend.
    pub const ALL: [Mark; 11] = [
        Mark::Slide,
        Mark::Leap,
        Mark::Quiet,
        Mark::Capture,
        Mark::Hop,
        Mark::QuietOrHop,
        Mark::First,
        Mark::New,
        Mark::Zone,
        Mark::Goes,
        Mark::Taken,
    ];

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
            Mark::New => "new",
            Mark::Zone => "zone",
            Mark::Goes => "goes",
            Mark::Taken => "taken",
        }
    }

    /// Its meaning on the pages of a game.
    pub fn meaning(self, rules: &Rules) -> Cow<'static, str> {
        let text = match self {
            Mark::Slide => "moves or captures, unless a piece stands between",
            Mark::Leap => "moves or captures, and jumps over pieces between",
            Mark::Quiet if prose::is_peaceful(rules) => "moves",
            Mark::Quiet => "moves, but does not capture",
            Mark::Capture => "captures only",
            Mark::Hop => "moves or captures only over a piece that stands between",
            Mark::QuietOrHop => "moves if no piece stands between, and captures only over a piece that stands between",
            Mark::First => return prose::polished(rules, &first::in_a_legend(rules)).into(),
            Mark::New => "a new piece may be put there",
            Mark::Zone => "promotion zone",
            Mark::Goes => "where the piece goes",
            Mark::Taken => "leaves the board",
        };
        text.into()
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
            Mark::New => "<path class=\"mark new\" d=\"M20 10V30M10 20H30\"/>",
            Mark::Goes => {
                "<circle class=\"mark goes\" cx=\"20\" cy=\"20\" r=\"11\"/><circle class=\"mark goes\" cx=\"20\" cy=\"20\" r=\"4\"/>"
            }
            Mark::Taken => "<path class=\"mark taken\" d=\"M8 8 32 32M32 8 8 32\"/>",
            Mark::Zone => "<path class=\"mark zone\" d=\"M3 3H37V37H3Z\"/>",
        }
    }
}

/// A picture with descriptions of its content, for readers and for the checker.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Caption of the picture.
    pub title: String,
    /// The square of the piece, if the picture shows the moves of one piece.
    pub from: Option<String>,
    /// The pieces.
    pub setup: Setup,
    /// The marks.
    pub marks: BTreeMap<Square, Mark>,
    /// Description of the picture, square by square, for readers who cannot see it.
    pub words: String,
    /// The same for the checker.
    pub checks: Vec<String>,
}

impl Picture {
    /// The picture in words, below the heading of its piece.
    pub fn caption(&self) -> String {
        match &self.from {
            Some(from) => format!("From {from}: {}", self.words),
            None => format!("{} {}", self.title, self.words),
        }
    }
}

/// Drawer of the boards of a page.
#[derive(Clone, Debug)]
pub struct Drawer<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    pictures: Vec<Option<pictures::Picture>>,
    /// Letters for each piece, drawn if it has no picture.
    labels: Vec<BySide<String>>,
}

impl<'a> Drawer<'a> {
    /// Prepares pictures and letters for the boards of a game.
    pub fn new(rules: &'a Rules) -> Drawer<'a> {
        Drawer { rules, pictures: pictures::of_all(rules), labels: labels(rules) }
    }

    /// A board with pieces and marks.
    pub fn board(&self, setup: &Setup, marks: &BTreeMap<Square, Mark>, title: &str, class: &str) -> String {
        let geometry = &self.rules.geometry;
        let (wide, high) = Layout::of(geometry).size;
        let (width, height) = ((wide * 40.0).ceil() + 28.0, (high * 40.0).ceil() + 28.0);
        let mut svg = String::new();
        let _ = write!(
            svg,
            "<svg class=\"{class}\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">",
            escape(title)
        );
        self.ground(&mut svg);
        for square in geometry.squares() {
            let (x, y) = corner(geometry, square);
            let name = geometry.name(square);
            let _ = write!(svg, "<g transform=\"translate({x} {y})\" data-square=\"{name}\">");
            if let Some(name) = self.rules.look.wall.as_deref().filter(|_| setup.walls.contains(square)) {
                let _ = write!(
                    svg,
                    "<circle class=\"wall\" cx=\"20\" cy=\"20\" r=\"16.5\"/><text class=\"label wall\" x=\"20\" y=\"24\">{}</text>",
                    escape(name)
                );
            } else if setup.walls.contains(square) {
                svg.push_str("<path class=\"wall\" d=\"M2 2H38V38H2ZM2 14H38M2 26H38M14 2V14M27 14V26M14 26V38\"/>");
            }
            if let Some(placed) = setup.pieces[square.index()] {
                self.piece(placed.piece, placed.side, &name, &mut svg);
            }
            match marks.get(&square) {
                // The zone fills its cells.
                Some(Mark::Zone) if geometry.topology().is_hexagonal() => {
                    let _ = write!(svg, "<path class=\"mark zone\" d=\"{}\"/>", hexagon_at(geometry, (0.0, 0.0)));
                }
                Some(mark) => svg.push_str(mark.shape()),
                None => {}
            }
            svg.push_str("</g>");
        }
        seams(geometry, &mut svg);
        coordinates(geometry, &mut svg);
        svg.push_str("</svg>");
        svg
    }

    /// Background of the pieces: squares, or lines that cross on points.
    fn ground(&self, svg: &mut String) {
        let geometry = &self.rules.geometry;
        let look = &self.rules.look;
        if look.squares == Squares::Points {
            let (width, height) = (geometry.files() * 40, geometry.ranks() * 40);
            let _ = write!(
                svg,
                "<rect class=\"paper\" x=\"24\" y=\"4\" width=\"{width}\" height=\"{height}\"/><path class=\"lines\" d=\"{}\"/>",
                lines(self.rules)
            );
            return;
        }
        if geometry.topology().is_hexagonal() {
            for square in geometry.squares() {
                // Cells of hexagons have three colours, and a bishop stays on one of them.
                let colour = ["light", "middle", "dark"][(geometry.file(square) + geometry.rank(square)) % 3];
                let outline = hexagon_at(geometry, corner(geometry, square));
                let own = own_colour(look, square);
                let _ = write!(svg, "<path class=\"cell {colour}\"{own} d=\"{outline}\"/>");
            }
            return;
        }
        for square in geometry.squares() {
            let (x, y) = corner(geometry, square);
            let dark = (geometry.file(square) + geometry.rank(square)).is_multiple_of(2);
            let colour = match (look.squares, dark) {
                (Squares::Checked, true) => "dark",
                (Squares::Checked, false) => "light",
                _ => "plain",
            };
            let own = own_colour(look, square);
            let _ = write!(svg, "<rect class=\"{colour}\"{own} x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\"/>");
        }
        for region in regions(self.rules) {
            let _ = write!(svg, "<path class=\"region\" d=\"{}\"/>", outline(geometry, region));
        }
    }

    fn piece(&self, id: PieceId, side: Side, square: &str, svg: &mut String) {
        let piece = self.rules.piece(id);
        let title = format!("{} on {square}", crate::english::owned(&self.rules.look.sides[side], &piece.name));
        let _ = write!(svg, "<g class=\"piece {}\"><title>{}</title>", side.name(), escape(&title));
        self.figure(id, side, svg);
        svg.push_str("</g>");
    }

    /// A piece by itself, for tables.
    pub fn small(&self, id: PieceId, side: Side) -> String {
        let mut svg =
            "<svg class=\"small\" viewBox=\"0 0 40 40\" width=\"34\" height=\"34\" aria-hidden=\"true\">".to_owned();
        let _ = write!(svg, "<g class=\"piece {}\">", side.name());
        self.figure(id, side, &mut svg);
        svg.push_str("</g></svg>");
        svg
    }

    /// A piece's picture, if it has one; otherwise its letters on a disc or, on plain squares, on a tile that points
    /// forwards.
    fn figure(&self, id: PieceId, side: Side, svg: &mut String) {
        let look = &self.rules.look;
        let drawn = paints(look, side);
        if let Some(picture) = &self.pictures[id.index()] {
            svg.push_str(&pictures::markup(picture, side, drawn));
            return;
        }
        let Paints { paper, ink, edge } = drawn;
        // If there is only one kind of piece, it needs no letter.
        let alone = self.rules.pieces.len() == 1;
        let plain = look.squares == Squares::Plain && !alone;
        let shape = match (plain, side) {
            (true, Side::White) => "<path class=\"body\" d=\"M20 3 31 9 35 37H5L9 9Z\"",
            (true, Side::Black) => "<path class=\"body\" d=\"M20 37 31 31 35 3H5L9 31Z\"",
            (false, _) => "<circle class=\"body\" cx=\"20\" cy=\"20\" r=\"16.5\"",
        };
        let _ = write!(svg, "{shape} fill=\"{paper}\" stroke=\"{edge}\" stroke-width=\"1.4\"/>");
        if alone {
            return;
        }
        let letter = escape(&self.labels[id.index()][side]);
        let turned = if plain && side == Side::Black { " transform=\"rotate(180 20 20)\"" } else { "" };
        let size = if letter.chars().count() > 1 { " class=\"long\"" } else { "" };
        let _ = write!(svg, "<text x=\"20\" y=\"26\" fill=\"{ink}\"{size}{turned}>{letter}</text>");
    }
}

/// The letters of pieces that readers see: the symbol. If the name of a piece does not contain its symbol, the first free letters of its
/// name.
fn labels(rules: &Rules) -> Vec<BySide<String>> {
    let symbol = |piece: &Piece| BySide::from_fn(|side| piece.symbol[side].to_uppercase());
    let fits = |piece: &Piece| {
        let symbol = piece.symbol.white.to_lowercase();
        symbol.chars().count() != 1 || !symbol.is_ascii() || piece.name.to_lowercase().contains(&symbol)
    };
    let mut taken: Vec<String> =
        rules.pieces.iter().filter(|piece| fits(piece)).map(|piece| symbol(piece).white).collect();
    let mut label = |piece: &Piece| {
        let free = |length: usize| piece.name.get(..length).map(str::to_uppercase).filter(|name| !taken.contains(name));
        match (1..3).find_map(free).filter(|_| !fits(piece)) {
            Some(name) => {
                taken.push(name.clone());
                BySide::from_fn(|_| name.clone())
            }
            None => symbol(piece),
        }
    };
    rules.pieces.iter().map(&mut label).collect()
}

/// The lines that cross on the points of a board, as a path.
fn lines(rules: &Rules) -> String {
    let geometry = &rules.geometry;
    let mut path = String::new();
    for (one, other) in grid::lines(geometry, &rules.look) {
        let ((x, y), (to_x, to_y)) = (corner(geometry, one), corner(geometry, other));
        let _ = write!(path, "M{} {}L{} {}", x + 20.0, y + 20.0, to_x + 20.0, to_y + 20.0);
    }
    path
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
            (Some(file + 1), Some(rank), format!("M{} {y}v40", x + 40.0)),
            (Some(file), rank.checked_sub(1), format!("M{x} {}h40", y + 40.0)),
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

/// The upper left corner of the box in which the content of a cell is drawn.
fn corner(geometry: &Geometry, square: Square) -> (f64, f64) {
    let (x, y) = match geometry.topology().is_hexagonal() {
        true => Layout::of(geometry).corner(geometry, square),
        false => Layout::square(geometry, geometry.file(square) as i32, geometry.rank(square) as i32),
    };
    let tenth = |place: f64| (place * 10.0).round() / 10.0;
    (tenth(x * 40.0 + 24.0), tenth(y * 40.0 + 4.0))
}

/// The outline of a hexagon, as a path.
fn hexagon_at(geometry: &Geometry, (left, top): (f64, f64)) -> String {
    let corners = hexagon(geometry.topology());
    let points = corners.map(|(x, y)| format!("{:.1} {:.1}", left + x * 40.0, top + y * 40.0));
    format!("M{}Z", points.join("L"))
}

/// The colour that the author has chosen for a square, as an attribute with a space before it.
fn own_colour(look: &Look, square: Square) -> String {
    look.colour_of(square).map_or_else(String::new, |colour| format!(" style=\"fill:{colour}\""))
}

/// Dashes along edges that are joined.
fn seams(geometry: &Geometry, svg: &mut String) {
    let (width, height) = (geometry.files() * 40, geometry.ranks() * 40);
    if geometry.topology().wraps_files() {
        let _ = write!(svg, "<path class=\"seam\" d=\"M24 4v{height}M{} 4v{height}\"/>", 24 + width);
    }
    if geometry.topology().wraps_ranks() {
        let _ = write!(svg, "<path class=\"seam\" d=\"M24 4h{width}M24 {}h{width}\"/>", 4 + height);
    }
}

fn coordinates(geometry: &Geometry, svg: &mut String) {
    let mut label = |x: f64, y: f64, text: &str| {
        let _ = write!(svg, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{text}</text>");
    };
    if geometry.topology().is_hexagonal() {
        // On hexagons, lines of cells do not all end at one edge, so they cannot be named there.
        for square in geometry.squares() {
            let (x, y) = corner(geometry, square);
            let name = geometry.name(square);
            let _ = write!(svg, "<text class=\"label cell\" x=\"{}\" y=\"{}\">{name}</text>", x + 20.0, y + 38.0);
        }
        return;
    }
    let (levels, high) = (geometry.levels(), geometry.ranks_of_a_level());
    let place = |file: usize, rank: usize| Layout::square(geometry, file as i32, rank as i32);
    for level in 0..levels {
        for file in 0..geometry.files() {
            let (x, y) = place(file, level * high);
            label(x * 40.0 + 44.0, y * 40.0 + 60.0, &geometry.file_name(file));
        }
    }
    for rank in 0..geometry.ranks() {
        let (x, y) = place(0, rank);
        label(x * 40.0 + 11.0, y * 40.0 + 29.0, &(rank + 1).to_string());
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

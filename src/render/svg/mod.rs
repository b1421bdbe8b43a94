//! Pictures as SVG: positions, and moves of a piece.
//!
//! Programs can read a picture back: every square has `data-square`; pieces are groups of class `piece` with `data-piece` and
//! `data-side`; marks are groups of class `mark` with `data-kinds` (the names of [`Kind`](super::marks::Kind)) and
//! `data-manner`.

mod alone;
mod canvas;
mod colours;
mod figures;
mod glyphs;
mod hatched;
mod legend;
mod shown;
mod tokens;

use svg::Document;
use svg::node::element::{Definitions, Group, Rectangle, Title};

use super::marks::{Manner, Mark, Subject, Token, marks, tokens};
use super::pictures::{self, paints};
use super::seats::{self, Seat};
use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::english;
use crate::rules::{Look, PieceId, Rules, Setup};

use canvas::{CELL, Canvas};
use figures::Figures;
use glyphs::Figure;
use legend::{Entry, Legend};

pub use alone::Alone;
pub use colours::{Colour, Colours};
pub use shown::{Arrow, Shown};

/// The space above the board for the title.
const HEAD: f64 = 40.0;
/// The space above a board without a title.
const BARE_HEAD: f64 = 8.0;

/// A position of a variant with its regions, the pieces in hand, and a legend of the pieces.
pub fn position(rules: &Rules, setup: &Setup) -> String {
    position_as(rules, setup, &Shown::default())
}

/// The same, with the options of `shown`: orientation, marked squares and arrows, colours, or only the board.
pub fn position_as(rules: &Rules, setup: &Setup, shown: &Shown) -> String {
    let geometry = &rules.geometry;
    let title = format!("{}: {} to move", rules.title, seats::to_move(rules, setup));
    let mut picture = Picture::shown(geometry, &rules.look, &title, shown.clone());
    picture.shade(rules);
    let walls = setup.walls;
    let placed =
        |square: Square| setup.pieces[square.index()].map(|placed| (placed.piece, placed.side, placed.promoted));
    let figures = Figures::of(rules);
    let all = seats::seats(rules, setup);
    let seat = |square: Square| Some(&all.as_ref()?[seats::owner(rules, setup, square)?]);
    let draw = |square: Square| match (placed(square), seat(square)) {
        (Some((piece, side, promoted)), Some(seat)) => figures.piece_of(piece, (side, seat), promoted),
        (Some((piece, side, promoted)), None) => figures.piece_at(piece, side, promoted),
        (None, _) => Group::new(),
    };
    picture.walls(walls);
    picture.repeat(&draw);
    for square in geometry.squares() {
        if let Some((piece, side, _)) = placed(square) {
            let named = draw(square).set("class", "piece").set("data-piece", rules.piece(piece).name.clone());
            let side = seat(square).map_or_else(|| side.name().to_owned(), |seat| seat.name.to_lowercase());
            picture.place(square, named.set("data-side", side));
        }
    }
    explain_seats(&mut picture, all.as_deref().unwrap_or_default());
    explain_pieces(&mut picture, &figures, (setup, all.as_deref()));
    picture.finish()
}

/// Adds the sides of a game for more than two to the legend.
fn explain_seats(picture: &mut Picture<'_>, seats: &[Seat]) {
    for seat in seats {
        let sample = Group::new().set("transform", "scale(1.7)").add(glyphs::badge(seat, (7.0, 8.0)));
        let out = if seat.is_out { " has dropped out" } else { "" };
        picture.legend.push(Entry::narrow(sample, format!("{}{out}", seat.name)));
    }
}

/// Adds the pieces of a variant, and the pieces in hand, to the legend.
fn explain_pieces(picture: &mut Picture<'_>, figures: &Figures<'_>, (setup, seats): (&Setup, Option<&[Seat]>)) {
    let rules = figures.rules;
    for id in rules.piece_ids() {
        let piece = rules.piece(id);
        let letters = match piece.symbol.white.eq_ignore_ascii_case(&piece.symbol.black) {
            true => piece.symbol.white.clone(),
            false => format!("{}/{}", piece.symbol.white, piece.symbol.black),
        };
        // The moves of some pieces follow from special rules alone.
        let moves = if piece.notation.is_empty() { String::new() } else { format!(": {}", piece.notation) };
        let text = format!("{letters} {}{moves}", piece.name);
        if let Some(seat) = seats.and_then(<[Seat]>::first) {
            picture.legend.push(Entry::narrow(figures.paint(id, (Side::White, seat.paints), 24.0), text));
            continue;
        }
        let both = Side::ALL.map(|side| figures.draw(id, side, 24.0));
        let [white, black] = both;
        let pair = Group::new().add(white).add(Group::new().set("transform", "translate(26 0)").add(black));
        picture.legend.push(Entry::wide(pair, text));
    }
    for side in Side::ALL {
        let held = rules.piece_ids().filter(|id| setup.hands[side][id.index()] > 0);
        let held: Vec<String> =
            held.map(|id| format!("{} x {}", setup.hands[side][id.index()], rules.piece(id).name)).collect();
        if !held.is_empty() {
            picture.legend.push(Entry::text(format!(
                "In {} hand: {}",
                english::possessive(&rules.look.sides[side]),
                held.join(", ")
            )));
        }
    }
}

/// A picture of the moves of a notation, without a variant.
pub fn notation(subject: &Subject<'_>, text: &str) -> String {
    let movement = subject.movements.first().map(|(movement, _)| *movement);
    let placed = match movement.and_then(|movement| pictures::of_movement(movement, subject.geometry.into())) {
        Some(picture) => {
            let paints = paints(&Look::default(), subject.side);
            glyphs::draw(&Figure::Picture(picture), subject.side, paints, CELL)
        }
        None => glyphs::disc(CELL),
    };
    moves(subject, Picture::new(subject.geometry, &Look::default(), text), &placed)
}

/// A picture of the moves of a variant's piece, with the regions that matter to it.
pub fn piece(rules: &Rules, id: PieceId, subject: &Subject<'_>) -> String {
    let piece = rules.piece(id);
    let title = format!("{}: {}, {}", rules.title, piece.name, piece.notation);
    let mut picture = Picture::new(subject.geometry, &rules.look, &title);
    picture.shade(rules);
    let walls = rules.setup.walls;
    picture.walls(walls);
    moves(subject, picture, &Figures::of(rules).piece_at(id, subject.side, false))
}

fn moves(subject: &Subject<'_>, mut picture: Picture<'_>, placed: &Group) -> String {
    let marks = marks(subject);
    let on = |square: Square| marks.iter().find(|mark| mark.square == square);
    let draw = |square: Square| {
        let own = if square == subject.from { Group::new().add(placed.clone()) } else { Group::new() };
        on(square).map_or(own.clone(), |mark| own.add(signs(mark)))
    };
    picture.repeat(&draw);
    picture.place(subject.from, placed.clone().set("class", "piece").set("data-side", subject.side.name()));
    for mark in &marks {
        let kinds: Vec<&str> = mark.kinds.iter().map(super::marks::Kind::name).collect();
        let named = signs(mark).set("class", "mark").set("data-kinds", kinds.join(" "));
        picture.place(mark.square, named.set("data-manner", mark.manner.name()));
    }
    for (token, manner) in legend_tokens(&marks) {
        let sample = Group::new().set("transform", "translate(12 13)").add(tokens::draw(token, manner, 9.0));
        picture.legend.push(Entry::narrow(sample, tokens::meaning(token, manner)));
    }
    picture.finish()
}

/// The signs that occur, each once for each manner that is drawn differently.
fn legend_tokens(marks: &[Mark]) -> Vec<(Token, Manner)> {
    let mut found: Vec<(Token, Manner)> = Vec::new();
    for wanted in super::marks::all_tokens() {
        for mark in marks.iter().filter(|mark| tokens(mark.kinds).contains(&wanted)) {
            let manner = if matches!(wanted, Token::Plain(..)) { mark.manner } else { Manner::Leap };
            if !found.contains(&(wanted, manner)) {
                found.push((wanted, manner));
            }
        }
    }
    found
}

/// The signs of a mark, around the centre of a square. The corner of the square is the origin.
fn signs(mark: &Mark) -> Group {
    use super::marks::Kind::{Block, Pass, Victim};
    let (around, inside): (Vec<Token>, Vec<Token>) =
        tokens(mark.kinds).into_iter().partition(|token| matches!(token, Token::Other(Victim | Block | Pass)));
    let place = |x: f64, y: f64| Group::new().set("transform", format!("translate({:.1} {:.1})", x * CELL, y * CELL));
    let mut group = Group::new();
    for token in &around {
        let (x, y, radius) = match token {
            Token::Other(Block) if !inside.is_empty() => (0.84, 0.84, 6.0),
            Token::Other(Block) => (0.5, 0.5, 8.0),
            _ => (0.5, 0.5, CELL * 0.43),
        };
        group = group.add(place(x, y).add(tokens::draw(*token, mark.manner, radius)));
    }
    let places: &[(f64, f64)] = match inside.len() {
        0 | 1 => &[(0.5, 0.5)],
        2 => &[(0.29, 0.5), (0.71, 0.5)],
        _ => &[(0.29, 0.29), (0.71, 0.29), (0.29, 0.71), (0.71, 0.71), (0.5, 0.5)],
    };
    let radius = if inside.len() < 2 { 11.5 } else { 7.5 };
    for (token, (x, y)) in inside.iter().zip(places.iter().cycle()) {
        group = group.add(place(*x, *y).add(tokens::draw(*token, mark.manner, radius)));
    }
    group
}

/// A picture that is being drawn.
struct Picture<'a> {
    canvas: Canvas<'a>,
    title: String,
    definitions: Definitions,
    below: Vec<Group>,
    above: Vec<Group>,
    legend: Legend,
    shown: Shown,
}

impl<'a> Picture<'a> {
    fn new(geometry: &'a Geometry, look: &Look, title: &str) -> Picture<'a> {
        Picture::shown(geometry, look, title, Shown::default())
    }

    fn shown(geometry: &'a Geometry, look: &Look, title: &str, shown: Shown) -> Picture<'a> {
        let head = if shown.legend { HEAD } else { BARE_HEAD };
        let canvas = Canvas::new(geometry, look.clone(), head).seen_by(shown.orientation, shown.colours.clone());
        let mut below = vec![canvas.squares()];
        below.extend(shown.below(&canvas));
        let (title, definitions) = (canvas::printable(title), shown.define(Definitions::new()));
        Picture { canvas, title, definitions, below, above: Vec::new(), legend: Legend::default(), shown }
    }

    /// Hatches the wanted regions of a variant.
    fn shade(&mut self, rules: &Rules) {
        let wanted = self.shown.regions.clone().unwrap_or_else(|| hatched::few(rules));
        let mut tint = 0;
        let mut add = |picture: &mut Picture<'a>, name: String, squares: SquareSet| {
            picture.definitions = std::mem::take(&mut picture.definitions).add(canvas::pattern(tint));
            picture.below.push(picture.canvas.shade(squares, tint, &name));
            let sample = Rectangle::new().set("x", 2).set("y", 2).set("width", 20).set("height", 20);
            let sample = sample.set("fill", format!("url(#{})", canvas::pattern_id(tint))).set("stroke", "#666666");
            picture.legend.push(Entry::narrow(Group::new().add(sample), format!("region {name}")));
            tint += 1;
        };
        for (name, BySide { white, black }) in rules.regions.iter().filter(|(name, _)| wanted.contains(name)) {
            if white == black {
                add(self, name.clone(), *white);
            } else {
                add(self, format!("{name} ({})", rules.look.sides.white), *white);
                add(self, format!("{name} ({})", rules.look.sides.black), *black);
            }
        }
    }

    fn walls(&mut self, walls: SquareSet) {
        let walls = walls & self.canvas.geometry.squares();
        if !walls.is_empty() {
            self.below.push(self.canvas.walls(walls));
            let sample = Group::new().set("transform", "scale(0.45) translate(3 3)").add(canvas::wall((0.0, 0.0)));
            self.legend.push(Entry::narrow(sample, "a wall: blocked for all pieces".to_owned()));
        }
    }

    /// Draws the content of squares that are repeated beyond joined edges.
    fn repeat(&mut self, content: &dyn Fn(Square) -> Group) {
        if !self.canvas.repeated_squares().is_empty() {
            self.below.push(self.canvas.repeated(content));
        }
    }

    fn place(&mut self, square: Square, content: Group) {
        let (x, y) = self.canvas.corner(square);
        let name = self.canvas.geometry.name(square);
        let shift = Group::new().set("transform", format!("translate({x:.1} {y:.1})"));
        self.above.push(shift.add(content.set("data-square", name)));
    }

    fn finish(mut self) -> String {
        let geometry = self.canvas.geometry;
        let topology = geometry.topology();
        if !geometry.holes().is_empty() && !topology.is_hexagonal() {
            let sample = Group::new().set("transform", "scale(0.45) translate(3 3)").add(canvas::hole((0.0, 0.0)));
            self.legend.push(Entry::narrow(sample, "a hole: no square of the board".to_owned()));
        }
        if topology.wraps_files() || topology.wraps_ranks() {
            let seam = svg::node::element::Line::new().set("x1", 12).set("y1", 1).set("x2", 12).set("y2", 24);
            let seam = seam.set("stroke", "#2c5aa0").set("stroke-width", 3).set("stroke-dasharray", "6 3");
            let text = format!(
                "{topology}: dashed edges are joined; faint squares beyond them repeat those of the other edge"
            );
            self.legend.push(Entry::narrow(Group::new().add(seam), text));
        }
        let (right, bottom) = self.canvas.end();
        let legend_left = right + 18.0;
        let (width, height) = match self.shown.legend {
            true => (legend_left + legend::WIDTH, bottom.max(HEAD + self.legend.height()) + 8.0),
            false => (right + 8.0, bottom),
        };
        // The drawing has a fixed scale. `size` sets only the size at which it is shown.
        let (wide, high) = match self.shown.size {
            Some(size) => (f64::from(size), (f64::from(size) * height / width).round()),
            None => (width, height),
        };
        let mut document = Document::new()
            .set("viewBox", format!("0 0 {width:.0} {height:.0}"))
            .set("width", format!("{wide:.0}"))
            .set("height", format!("{high:.0}"))
            .set("role", "img")
            .add(Title::new(self.title.clone()))
            .add(self.definitions)
            .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#ffffff"));
        for group in self.below {
            document = document.add(group);
        }
        document = document.add(self.canvas.frame());
        if self.shown.coordinates {
            document = document.add(self.canvas.coordinates());
        }
        for group in self.above {
            document = document.add(group);
        }
        if let Some(arrows) = self.shown.above(&self.canvas) {
            document = document.add(arrows);
        }
        if self.shown.legend {
            let title = canvas::label(&self.title, 14.0, 25.0, 17.0).set("text-anchor", "start");
            let legend = self.legend.draw().set("transform", format!("translate({legend_left:.0} {HEAD:.0})"));
            document = document.add(title.set("font-weight", "bold")).add(legend);
        }
        format!("{document}\n")
    }
}

//! The signs of moves as shapes.
//!
//! The colours are those of XBoard: yellow for moves that can be blocked, orange for moves that cannot, green for moves
//! without capture, and red for captures only. Shapes show the same without colours. A circle is a slide, a diamond a
//! leap, a diamond with a dot a leap that can be blocked, and a square a move of several legs. A bar above the sign is
//! a hop. A hollow sign only moves, a cross only captures, and dashes are first moves.

use svg::node::element::{Circle, Group, Path};

use crate::render::marks::{Act, Condition, Kind, Manner, Token};

const RED: &str = "#d7191c";
const GREEN: &str = "#1a9641";
const YELLOW: &str = "#ffd400";
const ORANGE: &str = "#ff8c00";
const BLUE: &str = "#2c5aa0";
const PURPLE: &str = "#8e44ad";
const INK: &str = "#333333";

/// A sign with the given radius around the origin.
pub(super) fn draw(token: Token, manner: Manner, radius: f64) -> Group {
    let group = Group::new().set("transform", format!("scale({:.3})", radius / 10.0));
    match token {
        Token::Plain(act, condition) => plain(group, act, condition, manner),
        Token::Other(kind) => other(group, kind),
    }
}

/// The outline that shows how the piece reaches the square.
fn outline(manner: Manner) -> &'static str {
    match manner {
        Manner::Slide | Manner::Hop => "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0Z",
        Manner::Leap | Manner::Lame => "M0-10.5L10.5 0L0 10.5L-10.5 0Z",
        Manner::Legs => "M-8-8H8V8H-8Z",
    }
}

fn plain(group: Group, act: Act, condition: Condition, manner: Manner) -> Group {
    let (fill, edge) = match act {
        Act::Both if manner == Manner::Leap => (ORANGE, INK),
        Act::Both => (YELLOW, INK),
        Act::Quiet => ("#ffffff", GREEN),
        Act::Take => ("#ffffff", RED),
    };
    let width = if act == Act::Both { 1.8 } else { 3.0 };
    let shape = Path::new().set("d", outline(manner)).set("fill", fill).set("stroke", edge).set("stroke-width", width);
    let shape = if condition == Condition::First { shape.set("stroke-dasharray", "4 2.6") } else { shape };
    let mut group = group.add(shape);
    if act == Act::Take {
        group = group.add(line("M-4-4L4 4M4-4L-4 4", RED, 3.0));
    }
    if manner == Manner::Lame {
        group = group.add(dot(2.2, edge));
    }
    if condition == Condition::Hop || manner == Manner::Hop {
        group = group.add(line("M-10-12.5H10", INK, 3.0));
    }
    group
}

fn other(group: Group, kind: Kind) -> Group {
    match kind {
        Kind::TakeRoyal => group
            .add(line("M-5-2L5 8M5-2L-5 8", RED, 3.0))
            .add(Path::new().set("d", "M-7-5L-8-11L-3.5-8L0-12L3.5-8L8-11L7-5Z").set("fill", RED)),
        Kind::TakeFriend => group.add(ring(9.0, PURPLE)).add(line("M-5 0H5M0-5V5", PURPLE, 3.0)),
        Kind::EnPassant => group.add(line("M-6-6L6 6M6-6L-6 6", RED, 3.0)).add(line("M-9 10H9", RED, 2.0)),
        Kind::TakeElsewhere => group.add(ring(9.0, RED)).add(dot(4.0, RED)),
        Kind::Castle => group.add(line("M-9-3H9M5-7L9-3L5 1M9 5H-9M-5 1L-9 5L-5 9", BLUE, 2.4)),
        Kind::Block => group.add(ring(8.0, INK)),
        Kind::Victim => group.add(line("M-10-4V-10H-4M4-10H10V-4M10 4V10H4M-4 10H-10V4", RED, 2.6)),
        _ => group.add(ring(10.0, GREEN).set("fill", "none").set("stroke-dasharray", "5 2")),
    }
}

fn line(path: &str, colour: &str, width: f64) -> Path {
    let line = Path::new().set("d", path).set("fill", "none").set("stroke", colour).set("stroke-width", width);
    line.set("stroke-linecap", "round").set("stroke-linejoin", "round")
}

fn dot(radius: f64, colour: &str) -> Circle {
    Circle::new().set("r", radius).set("fill", colour)
}

fn ring(radius: f64, colour: &str) -> Circle {
    Circle::new().set("r", radius).set("fill", "#ffffff").set("stroke", colour).set("stroke-width", 2.4)
}

/// Meaning of a sign, with the way in which the piece reaches the square.
pub(super) fn meaning(token: Token, manner: Manner) -> String {
    let way = match (token, manner) {
        (Token::Plain(_, Condition::Hop), _) => "",
        (Token::Plain(..), Manner::Leap) => ", in one leap",
        (Token::Plain(..), Manner::Slide) => ", unless a piece on the way stops it",
        (Token::Plain(..), Manner::Lame) => ", in a leap that a piece on the way blocks",
        (Token::Plain(..), Manner::Hop) => ", over a piece",
        (Token::Plain(..), Manner::Legs) => ", in several legs",
        (Token::Other(_), _) => "",
    };
    format!("{}{way}", token.meaning())
}

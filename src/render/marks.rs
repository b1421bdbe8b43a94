//! A piece's moves as marks on a board, found by asking the walker on board after board.

use std::fmt::Write as _;

use serde::Serialize;

use crate::board::{Geometry, Square, SquareSet, Step};
use crate::diagnostic::Style;
use crate::rules::Movement;

use super::paint;
use super::study::Study;
use super::text::{self, Picture};

/// What a move to a square can be, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Ways(u16);

impl Ways {
    const QUIET: Ways = Ways(1);
    const CAPTURE: Ways = Ways(2);
    const FIRST_QUIET: Ways = Ways(4);
    const FIRST_CAPTURE: Ways = Ways(8);
    const HOP_QUIET: Ways = Ways(16);
    const HOP_CAPTURE: Ways = Ways(32);
    const ON_THE_WAY: Ways = Ways(64);
    const FRIEND: Ways = Ways(128);
    const IN_PLACE: Ways = Ways(256);

    fn has(self, way: Ways) -> bool {
        self.0 & way.0 != 0
    }
}

/// A mark, what it means, and the squares it fits.
struct Mark {
    sign: char,
    meaning: &'static str,
    fits: fn(Ways) -> bool,
}

const fn mark(sign: char, meaning: &'static str, fits: fn(Ways) -> bool) -> Mark {
    Mark { sign, meaning, fits }
}

/// All marks; the first that fits a square is drawn.
const MARKS: [Mark; 13] = [
    mark('●', "moves there or takes there", |ways| ways.has(Ways::QUIET) && ways.has(Ways::CAPTURE)),
    mark('○', "moves there without taking", |ways| {
        ways.has(Ways::QUIET) && !ways.has(Ways::CAPTURE | Ways::HOP_CAPTURE)
    }),
    mark('◐', "moves there, and takes there over a man", |ways| ways.has(Ways::QUIET)),
    mark('◑', "takes there, and moves there over a man", |ways| ways.has(Ways::CAPTURE) && ways.has(Ways::HOP_QUIET)),
    mark('×', "takes there only", |ways| ways.has(Ways::CAPTURE)),
    mark('▲', "moves or takes there as long as it has not moved", |ways| {
        ways.has(Ways::FIRST_QUIET) && ways.has(Ways::FIRST_CAPTURE)
    }),
    mark('△', "moves there without taking as long as it has not moved", |ways| ways.has(Ways::FIRST_QUIET)),
    mark('▽', "takes there as long as it has not moved", |ways| ways.has(Ways::FIRST_CAPTURE)),
    mark('◆', "moves or takes there over a man", |ways| ways.has(Ways::HOP_QUIET) && ways.has(Ways::HOP_CAPTURE)),
    mark('◇', "moves there over a man, without taking", |ways| ways.has(Ways::HOP_QUIET)),
    mark('◈', "takes there over a man", |ways| ways.has(Ways::HOP_CAPTURE)),
    mark('◎', "goes there taking a man elsewhere", |ways| ways.has(Ways::ON_THE_WAY)),
    mark('□', "takes a man there and stays or goes on; or takes a man of its own side", |ways| {
        ways.has(Ways::IN_PLACE | Ways::FRIEND)
    }),
];

impl std::ops::BitOr for Ways {
    type Output = Ways;

    fn bitor(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }
}

/// The moves of a piece of White on an otherwise empty board, with a legend of the marks that occur.
pub fn diagram(movement: &Movement, geometry: &Geometry, from: Square, style: Style) -> String {
    let ways = ways(movement, geometry, from);
    let mark = |square: Square| mark_of(ways[square.index()]);
    let mut picture = Picture::empty(geometry);
    picture.put(from, "■", "1");
    for square in geometry.squares() {
        if let Some(index) = mark(square).filter(|_| square != from) {
            picture.put(square, MARKS[index].sign, colour(index));
        }
    }
    let mut drawn = text::draw(geometry, &picture, style);
    let _ = writeln!(drawn, "\n{} the piece", paint(style, "1", "■"));
    for (index, Mark { sign, meaning, .. }) in MARKS.iter().enumerate() {
        if geometry.squares().iter().any(|square| square != from && mark(square) == Some(index)) {
            let _ = writeln!(drawn, "{} {meaning}", paint(style, colour(index), &sign.to_string()));
        }
    }
    drawn
}

/// Captures red, first moves blue, hops yellow, the rest green.
fn colour(index: usize) -> &'static str {
    match MARKS[index].sign {
        '×' | '◎' | '□' => "31",
        '△' | '▲' | '▽' => "34",
        '◆' | '◇' | '◈' | '◐' | '◑' => "33",
        _ => "32",
    }
}

/// A square that a piece can reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Marked {
    /// The square.
    pub to: String,
    /// The mark in the diagram.
    pub mark: char,
    /// What the mark means.
    pub meaning: &'static str,
}

/// The squares that the piece can reach, as [`diagram`] marks them.
pub fn list(movement: &Movement, geometry: &Geometry, from: Square) -> Vec<Marked> {
    let ways = ways(movement, geometry, from);
    let marked = |square: Square| {
        let Mark { sign, meaning, .. } = MARKS[mark_of(ways[square.index()])?];
        Some(Marked { to: geometry.name(square), mark: sign, meaning })
    };
    geometry.squares().iter().filter(|square| *square != from).filter_map(marked).collect()
}

/// The first mark that fits, as an index into [`MARKS`].
fn mark_of(ways: Ways) -> Option<usize> {
    MARKS.iter().position(|mark| (mark.fits)(ways))
}

/// For each square, what a move there can be.
fn ways(movement: &Movement, geometry: &Geometry, from: Square) -> Vec<Ways> {
    let mut ways = vec![Ways::default(); geometry.len()];
    let alone = Study::new(movement, geometry, from);
    let reached = |study: &Study<'_>| -> SquareSet {
        study.walks().iter().filter(|walk| walk.captures.is_empty()).map(|walk| walk.to).collect()
    };
    let (quiet, first) = (reached(&alone), reached(&Study { virgin: true, ..alone.clone() }));
    for square in geometry.squares() {
        let way = match (quiet.contains(square), first.contains(square)) {
            (true, _) => Ways::QUIET,
            (false, true) => Ways::FIRST_QUIET,
            (false, false) => Ways::default(),
        };
        ways[square.index()] = ways[square.index()] | way;
    }
    for square in geometry.squares().iter().filter(|square| *square != from) {
        with_one_man(&alone, square, first, &mut ways);
        with_a_mount_before(&alone, square, &mut ways);
    }
    ways
}

/// What one man on a square makes possible.
fn with_one_man(alone: &Study<'_>, at: Square, first: SquareSet, ways: &mut [Ways]) {
    let man = SquareSet::of(at);
    let mut add = |square: Square, way: Ways| ways[square.index()] = ways[square.index()] | way;
    let mut takes = false;
    for walk in (Study { enemies: man, ..alone.clone() }).walks() {
        match (walk.captures.contains(&at), walk.to == at) {
            (true, true) => {
                takes = true;
                add(at, Ways::CAPTURE);
            }
            (true, false) if walk.to == alone.from => add(at, Ways::IN_PLACE),
            (true, false) => add(walk.to, Ways::ON_THE_WAY),
            (false, _) if !first.contains(walk.to) => add(walk.to, Ways::HOP_QUIET),
            (false, _) => {}
        }
    }
    let virgin = Study { enemies: man, virgin: true, ..alone.clone() };
    if !takes && virgin.walks().iter().any(|walk| walk.to == at && walk.captures.contains(&at)) {
        add(at, Ways::FIRST_CAPTURE);
    }
    for walk in (Study { friends: man, ..alone.clone() }).walks() {
        if walk.captures.contains(&at) {
            add(at, Ways::FRIEND);
        } else if walk.captures.is_empty() && !first.contains(walk.to) {
            add(walk.to, Ways::HOP_QUIET);
        }
    }
}

/// Whether an enemy on a square can be taken over one other man on the straight line to it.
fn with_a_mount_before(alone: &Study<'_>, at: Square, ways: &mut [Ways]) {
    if ways[at.index()].has(Ways::CAPTURE) {
        return;
    }
    for mount in between(alone.geometry, alone.from, at) {
        let study = Study { friends: SquareSet::of(mount), enemies: SquareSet::of(at), ..alone.clone() };
        if study.walks().iter().any(|walk| walk.to == at && walk.captures.as_slice() == [at]) {
            ways[at.index()] = ways[at.index()] | Ways::HOP_CAPTURE;
            return;
        }
    }
}

/// The squares that divide the straight line from one square to another into equal steps.
fn between(geometry: &Geometry, from: Square, to: Square) -> Vec<Square> {
    let files = geometry.file(to) as i32 - geometry.file(from) as i32;
    let ranks = geometry.rank(to) as i32 - geometry.rank(from) as i32;
    let parts = gcd(files.unsigned_abs(), ranks.unsigned_abs()).max(1) as i32;
    let step = Step::new((files / parts) as i8, (ranks / parts) as i8);
    let mut squares = Vec::new();
    let mut square = from;
    for _ in 1..parts {
        match geometry.step(square, step) {
            Some(landing) => square = landing.square,
            None => break,
        }
        squares.push(square);
    }
    squares
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

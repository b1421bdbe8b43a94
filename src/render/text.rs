//! Boards in a terminal.

use crate::board::{Geometry, Side, Square, Topology};
use crate::diagnostic::Style;
use crate::rules::{Rules, Setup};

use super::{paint, seats};

/// Drawing of each square.
#[derive(Clone, Debug)]
pub struct Picture {
    cells: Vec<Cell>,
}

/// The text of one square and its ANSI colour.
#[derive(Clone, Debug)]
struct Cell {
    text: String,
    colour: &'static str,
}

/// The ANSI code for faint text.
const FAINT: &str = "2";

impl Picture {
    /// A dot on every square; holes stay blank.
    pub fn empty(geometry: &Geometry) -> Picture {
        let holes = geometry.holes();
        let text = |index| if holes.contains(Square::new(index as u16)) { "" } else { "." };
        let cells = (0..geometry.len()).map(|index| Cell { text: text(index).to_owned(), colour: FAINT });
        Picture { cells: cells.collect() }
    }

    /// The pieces and walls of a setup, by their symbols. With more than two sides, each piece has the letter of its side.
    pub fn of_setup(rules: &Rules, setup: &Setup) -> Picture {
        let mut picture = Picture::empty(&rules.geometry);
        for wall in setup.walls {
            picture.put(wall, "#", "7");
        }
        let seats = seats::seats(rules, setup);
        for (index, placed) in setup.pieces.iter().enumerate() {
            let Some(placed) = placed else { continue };
            let square = Square::new(index as u16);
            let promoted = if placed.promoted { "~" } else { "" };
            let symbol = &rules.piece(placed.piece).symbol;
            match &seats {
                Some(seats) => {
                    let seat = seats::owner(rules, setup, square).map(|place| &seats[place]);
                    let letter = seat.map_or("", |seat| seat.letter.as_str());
                    let colour = seat.map_or("1", |seat| if seat.is_out { FAINT } else { seat.ansi });
                    picture.put(square, format!("{letter}{}{promoted}", symbol.white), colour);
                }
                None => {
                    let colour = if placed.side == Side::White { "1" } else { "1;36" };
                    picture.put(square, format!("{}{promoted}", symbol[placed.side]), colour);
                }
            }
        }
        picture
    }

    /// Draws a text on a square, with an ANSI colour.
    pub fn put(&mut self, square: Square, text: impl Into<String>, colour: &'static str) {
        self.cells[square.index()] = Cell { text: text.into(), colour };
    }
}

/// Character at edges that are joined.
pub const JOINED: &str = "~";

/// The board with its coordinates, one line for each rank, with White at the bottom. `~` marks edges that pieces can
/// cross.
pub fn draw(geometry: &Geometry, picture: &Picture, style: Style) -> String {
    draw_for(Side::White, geometry, picture, style)
}

/// The board as a side sees it, with that side at the bottom.
pub fn draw_for(side: Side, geometry: &Geometry, picture: &Picture, style: Style) -> String {
    if geometry.topology().is_hexagonal() {
        return draw_hexagons(side, geometry, picture, style);
    }
    let (mut files, mut ranks): (Vec<usize>, Vec<usize>) =
        ((0..geometry.files()).collect(), (0..geometry.ranks()).rev().collect());
    if side == Side::Black {
        files.reverse();
        ranks.reverse();
    }
    let names: Vec<String> = files.iter().map(|file| geometry.file_name(*file)).collect();
    let texts = picture.cells.iter().map(|cell| cell.text.as_str()).chain(names.iter().map(String::as_str));
    let width = texts.map(|text| text.chars().count()).max().unwrap_or(1);
    let margin = geometry.ranks().to_string().len();
    let (sides, ends) = (geometry.topology().wraps_files(), geometry.topology().wraps_ranks());
    let mut drawn = String::new();
    let end = || {
        let each: Vec<String> = files.iter().map(|_| format!("{JOINED:<width$}")).collect();
        let line = format!("{}{}", " ".repeat(margin + 2), paint(style, FAINT, each.join(" ").trim_end()));
        if ends { line + "\n" } else { String::new() }
    };
    drawn.push_str(&end());
    let high = geometry.ranks_of_a_level();
    for (line, rank) in ranks.into_iter().enumerate() {
        if line > 0 && line.is_multiple_of(high) {
            drawn.push('\n');
        }
        drawn.push_str(&paint(style, FAINT, &format!("{:>margin$}", rank + 1)));
        drawn.push(' ');
        for (index, square) in files.iter().filter_map(|file| geometry.at(*file, rank)).enumerate() {
            let before = if sides && index == 0 { paint(style, FAINT, JOINED) } else { " ".to_owned() };
            drawn.push_str(&before);
            push_cell(&mut drawn, &picture.cells[square.index()], width, style);
        }
        if sides {
            drawn.push_str(&paint(style, FAINT, JOINED));
        }
        end_line(&mut drawn);
    }
    drawn.push_str(&end());
    let files: Vec<String> = names.iter().map(|name| format!("{name:<width$}")).collect();
    drawn.push_str(&" ".repeat(margin + 2));
    drawn.push_str(&paint(style, FAINT, files.join(" ").trim_end()));
    drawn.push('\n');
    drawn
}

/// A board of hexagons. Each line is shifted by half a cell against the next one.
fn draw_hexagons(side: Side, geometry: &Geometry, picture: &Picture, style: Style) -> String {
    let upright = geometry.topology() == Topology::Hexagonal;
    let place = |square: Square| {
        let (file, rank) = (geometry.file(square) as i32, geometry.rank(square) as i32);
        let (right, ahead) = if upright { (file, 2 * rank - file) } else { (2 * file - rank, rank) };
        if side == Side::Black { (-right, -ahead) } else { (right, ahead) }
    };
    let cells: Vec<(Square, (i32, i32))> = geometry.squares().iter().map(|square| (square, place(square))).collect();
    let width = picture.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(1).max(1);
    let left = cells.iter().map(|(_, place)| place.0).min().unwrap_or(0);
    let mut lines: Vec<i32> = cells.iter().map(|(_, place)| place.1).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut drawn = String::new();
    for line in lines.into_iter().rev() {
        let mut row: Vec<&(Square, (i32, i32))> = cells.iter().filter(|(_, place)| place.1 == line).collect();
        row.sort_unstable_by_key(|(_, place)| place.0);
        let mut used = 0;
        for (square, place) in row {
            let start = (place.0 - left) as usize * width.div_ceil(2).max(1) * 2 / if upright { 1 } else { 2 };
            let start = start + (place.0 - left) as usize;
            drawn.extend(std::iter::repeat_n(' ', start.saturating_sub(used)));
            push_cell(&mut drawn, &picture.cells[square.index()], width, style);
            used = start + width;
        }
        end_line(&mut drawn);
    }
    drawn
}

fn push_cell(drawn: &mut String, cell: &Cell, width: usize, style: Style) {
    if cell.text.is_empty() {
        drawn.push(' ');
    } else {
        drawn.push_str(&paint(style, cell.colour, &cell.text));
    }
    let used = cell.text.chars().count().max(1);
    drawn.extend(std::iter::repeat_n(' ', width - used));
}

fn end_line(drawn: &mut String) {
    drawn.truncate(drawn.trim_end_matches(' ').len());
    drawn.push('\n');
}

/// Columns of text, each as wide as its widest entry; the last one runs free.
pub fn columns<const N: usize>(rows: &[[String; N]], indent: usize) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in rows {
        text.push_str(&" ".repeat(indent));
        for (column, entry) in row.iter().enumerate() {
            text.push_str(&format!("{entry:<width$}  ", width = widths[column]));
        }
        end_line(&mut text);
    }
    text
}

/// A text broken into lines of at most `width` characters, at spaces.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

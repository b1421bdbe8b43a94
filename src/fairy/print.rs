//! Prints a draft as YAML in a readable form.

use super::draft::{Field, Item, Map};
use super::reduce::Parent;
use crate::board::{BySide, Geometry, Side, SquareSet};

/// Values that fit into this many characters stand on one line.
const WIDTH: usize = 110;

/// A text as YAML, in quotes if needed.
pub(super) fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " _-+.'/()<>=^$".contains(c);
    let keyword = matches!(text.to_lowercase().as_str(), "null" | "~");
    let edges = text.starts_with(|c: char| c.is_alphanumeric()) && !text.ends_with(' ');
    let symbol = text.len() == 1 && text.starts_with(|c: char| c.is_ascii_alphabetic());
    let form = text.len() == 2 && text.starts_with('+');
    // Some YAML readers take a line with a bracket, such as a FEN with hands, for a list.
    let fen = text.contains('/')
        && text.chars().all(|c| c.is_alphanumeric() || " /[]-+*~".contains(c))
        && edges
        && text.len() <= 1000;
    if symbol || form || fen || edges && !keyword && text.chars().all(plain) { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Prints the keys of a file.
pub(super) struct Printer<'a> {
    /// The board, to name squares.
    pub board: &'a Geometry,
    /// The regions of the parent, which may be named.
    pub parent: &'a Parent<'a>,
    /// The regions of the file itself.
    pub own: Vec<(String, BySide<SquareSet>)>,
    /// `true` if squares must be written in full instead of by region names, as in definitions of regions.
    pub raw: bool,
    /// Comments to be put above keys: path and lines.
    pub comments: Vec<(String, Vec<String>)>,
}

impl Printer<'_> {
    /// All keys.
    pub(super) fn print(&mut self, map: &Map) -> String {
        let mut text = String::new();
        for field in map {
            self.raw = field.key == "regions";
            self.field(&mut text, field, 0, &field.key.clone());
        }
        text
    }

    fn field(&mut self, text: &mut String, field: &Field, indent: usize, path: &str) {
        let margin = " ".repeat(indent);
        let mut comments = Vec::new();
        self.comments.retain(|(at, lines)| {
            let here = at == path;
            if here {
                comments.extend(lines.clone());
            }
            !here
        });
        for line in comments {
            *text += format!("{margin}# {line}").trim_end();
            text.push('\n');
        }
        let inside = self.comments.iter().any(|(at, _)| at.starts_with(&format!("{path}.")));
        let line = format!("{margin}{}: {}", scalar(&field.key), self.flow(&field.item));
        let many = indent == 0 && matches!(field.key.as_str(), "pieces" | "end" | "castling");
        match &field.item {
            Item::Map(map) if !map.is_empty() && (inside || many || line.chars().count() > WIDTH) => {
                *text += &format!("{margin}{}:\n", scalar(&field.key));
                for inner in map {
                    self.field(text, inner, indent + 2, &format!("{path}.{}", inner.key));
                }
            }
            Item::List(items) if line.chars().count() > WIDTH => {
                *text += &format!("{margin}{}:\n", scalar(&field.key));
                for item in items {
                    let flow = self.flow(item);
                    *text += &format!("{margin}  - {flow}\n");
                }
            }
            Item::Area(area) if line.chars().count() > WIDTH => {
                let (white, black) = (self.squares(area.white), self.squares(area.black));
                *text += &format!(
                    "{margin}{}:\n{margin}  white: {}\n{margin}  black: {}\n",
                    scalar(&field.key),
                    scalar(&white),
                    scalar(&black)
                );
            }
            _ => *text += &(line + "\n"),
        }
    }

    /// A value on one line.
    fn flow(&self, item: &Item) -> String {
        match item {
            Item::Nothing | Item::Any => "null".to_owned(),
            Item::Word(text) => in_flow(text),
            Item::Moves(text) => quoted(text),
            Item::Area(area) => self.area(area),
            Item::Pieces(names) => match &names[..] {
                [one] => in_flow(one),
                _ => format!("[{}]", names.iter().map(|name| in_flow(name)).collect::<Vec<_>>().join(", ")),
            },
            Item::List(items) => {
                format!("[{}]", items.iter().map(|item| self.flow(item)).collect::<Vec<_>>().join(", "))
            }
            Item::Map(map) => {
                let fields: Vec<String> =
                    map.iter().map(|field| format!("{}: {}", scalar(&field.key), self.flow(&field.item))).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
    }

    fn name_of(&self, area: &BySide<SquareSet>) -> Option<&str> {
        if self.raw {
            return None;
        }
        let own = self.own.iter().find(|(_, squares)| squares == area).map(|(name, _)| name.as_str());
        own.or_else(|| self.parent.region_like(area))
    }

    fn area(&self, area: &BySide<SquareSet>) -> String {
        if let Some(name) = self.name_of(area) {
            return name.to_owned();
        }
        let turned: SquareSet = area.white.iter().map(|square| self.board.turned(square)).collect();
        if area.white == area.black {
            in_flow(&self.squares(area.white))
        } else if turned == area.black {
            format!("{{each: {}}}", in_flow(&self.seen(area.white)))
        } else {
            format!("{{white: {}, black: {}}}", in_flow(&self.squares(area.white)), in_flow(&self.squares(area.black)))
        }
    }

    /// Squares as White sees them, in words such as `last rank`, if they lie at an edge.
    fn seen(&self, squares: SquareSet) -> String {
        let ranks = self.board.ranks();
        let of = |keep: &dyn Fn(usize) -> bool| -> SquareSet {
            self.board.squares().iter().filter(|square| keep(self.board.rank_for(Side::White, *square))).collect()
        };
        for count in 1..ranks {
            let word = |edge: &str| if count == 1 { format!("{edge} rank") } else { format!("{edge} {count} ranks") };
            if squares == of(&|rank| rank >= ranks - count) {
                return word("last");
            }
            if squares == of(&|rank| rank < count) {
                return word("first");
            }
        }
        self.squares(squares)
    }

    /// Squares by ranks, files, blocks and names, whichever is shortest.
    fn squares(&self, squares: SquareSet) -> String {
        let board = self.board;
        let all = board.squares();
        if squares == all {
            return "all".to_owned();
        }
        let count = squares.iter().count();
        if count == 0 {
            return "none".to_owned();
        }
        let plain = self.parts(squares);
        let rest = all & !squares;
        let except = format!("all except ({})", self.parts(rest));
        if except.len() < plain.len() { except } else { plain }
    }

    fn parts(&self, squares: SquareSet) -> String {
        let board = self.board;
        let mut left = squares;
        let mut parts = Vec::new();
        let ranks: Vec<usize> =
            (0..board.ranks()).filter(|rank| self.has_line(squares, |square| board.rank(square) == *rank)).collect();
        if board.files() > 1 {
            for (first, last) in runs(&ranks) {
                parts.push(span("rank", (first + 1).to_string(), (last + 1).to_string()));
            }
            left = left.iter().filter(|square| !ranks.contains(&board.rank(*square))).collect();
        }
        let files: Vec<usize> =
            (0..board.files()).filter(|file| self.has_line(squares, |square| board.file(square) == *file)).collect();
        if board.ranks() > 1 && !left.iter().count().eq(&0) {
            for (first, last) in runs(&files) {
                parts.push(span("file", board.file_name(first), board.file_name(last)));
            }
            left = left.iter().filter(|square| !files.contains(&board.file(*square))).collect();
        }
        parts.extend(self.blocks(left));
        parts.join(" ")
    }

    fn has_line(&self, squares: SquareSet, on: impl Fn(crate::board::Square) -> bool) -> bool {
        let mut line = self.board.squares().iter().filter(|square| on(*square)).peekable();
        line.peek().is_some() && line.all(|square| squares.contains(square))
    }

    /// Blocks of at least three squares, then single squares.
    fn blocks(&self, squares: SquareSet) -> Vec<String> {
        let board = self.board;
        let mut left = squares;
        let mut parts = Vec::new();
        while let Some(corner) = left.iter().next() {
            let (file, rank) = (board.file(corner), board.rank(corner));
            let has = |file, rank| board.at(file, rank).is_some_and(|square| left.contains(square));
            let mut best = (1, file, rank);
            let mut width = board.files();
            for top in rank..board.ranks() {
                let run = (file..board.files()).take_while(|file| has(*file, top)).count();
                width = width.min(run);
                if width == 0 {
                    break;
                }
                best = best.max((width * (top - rank + 1), file + width - 1, top));
            }
            let (size, right, top) = best;
            let name = |file, rank| board.at(file, rank).map_or_else(String::new, |square| board.name(square));
            if size > 2 {
                parts.push(format!("{}-{}", name(file, rank), name(right, top)));
            } else {
                for rank in rank..=top {
                    parts.extend((file..=right).map(|file| name(file, rank)));
                }
            }
            left = left
                .iter()
                .filter(|square| {
                    !((file..=right).contains(&board.file(*square)) && (rank..=top).contains(&board.rank(*square)))
                })
                .collect();
        }
        parts
    }
}

fn span(word: &str, first: String, last: String) -> String {
    if first == last { format!("{word} {first}") } else { format!("{word} {first}-{last}") }
}

/// Runs of numbers that follow each other.
fn runs(numbers: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// A word inside brackets, where commas and brackets have a meaning.
fn in_flow(text: &str) -> String {
    scalar(text)
}

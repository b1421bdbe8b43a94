//! Roles: the words by which a rule file speaks of the pieces of any game. They are replaced by the names of a game's pieces
//! when the file is laid over the game.

use super::node::{Entry, Map, Node, Phrase, Problems, Value};
use crate::betza::{Headings, Limit, Modifier, Move, Notation, direction};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The role of royal pieces.
const KINGS: &str = "kings";
/// The role of pieces that go forward step by step.
const PAWNS: &str = "pawns";
/// The role of all pieces of the start.
const ARMY: &str = "army";
/// The squares in the middle of the board.
const MIDDLE: &str = "middle";

/// The pieces on White's first rank at the start.
const FIRST_ROW: &str = "first_row";

/// The sections of a rule file whose texts may use roles.
const SECTIONS: &[&str] = &["pieces", "rules", "end", "define", "state", "turns", "regions", "look", "shuffle"];

/// The pieces of a game that have each role.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roles {
    /// The royal pieces. If the game has none, the pieces that are royal in a game that it extends.
    kings: Vec<String>,
    /// The pieces that never move backward, and move one square at a time except in their first move.
    pawns: Vec<String>,
    /// The pieces that stand on the board at the start.
    army: Vec<String>,
    /// The one, two or four squares in the middle of the board, as a region.
    middle: Option<String>,
    /// The kinds of pieces on White's first rank at the start, each with its number. Empty unless they fill the rank.
    first_row: Vec<(String, usize)>,
}

impl Roles {
    /// The roles of a game's pieces: `game` has the merged values, and `files` those of each file that it extends.
    pub fn of<'a>(game: &Node, files: impl Iterator<Item = &'a Node>) -> Roles {
        let names = |root: &Node, is: &dyn Fn(&Node) -> bool| {
            let pieces = root.get("pieces").and_then(Node::map).into_iter().flatten();
            pieces.filter(|(_, piece)| is(&piece.value)).map(|(name, _)| name.clone()).collect::<Vec<String>>()
        };
        let mut kings = names(game, &is_royal);
        if kings.is_empty() {
            let all = names(game, &|_| true);
            kings = files.flat_map(|file| names(file, &is_royal)).filter(|name| all.contains(name)).collect();
            kings.sort();
            kings.dedup();
        }
        let setup = game.get("setup").and_then(Node::text).map_or("", |setup| setup.text.as_str());
        let board = setup.split([' ', '[']).next().unwrap_or_default();
        Roles {
            kings,
            pawns: names(game, &only_advances),
            army: names(game, &|piece| symbols(piece).iter().any(|symbol| stands(board, symbol))),
            middle: game.get("board").and_then(middle),
            first_row: first_row(game, board).unwrap_or_default(),
        }
    }

    /// The roles and the names that they stand for, as text.
    pub fn told(&self) -> Vec<(&'static str, String)> {
        let list = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let middle = self.middle.clone().unwrap_or_else(|| "none".to_owned());
        vec![(KINGS, list(&self.kings)), (PAWNS, list(&self.pawns)), (ARMY, list(&self.army)), (MIDDLE, middle)]
    }

    /// Replaces the roles in a rule file by the names of the pieces.
    pub fn fill(&self, root: &mut Node, problems: &mut Problems) {
        let mut filler = Filler { roles: self, missing: None };
        for section in SECTIONS {
            if let Some(node) = root.entry(section) {
                filler.node(node);
            }
        }
        if let Some((role, place)) = filler.missing {
            let (message, help) = match role {
                KINGS => ("`kings` are the royal pieces, and the game has none", "a royal piece"),
                _ => {
                    ("`first_row` is a first rank full of pieces, and the game does not begin with one", "such a rank")
                }
            };
            let help = format!("mix this file with a game that has {help}");
            problems.push(Diagnostic::error(Code::UnknownPiece, place, message).help(help));
        }
    }

    /// The pieces with a role; `None` if the word is no role of pieces.
    fn pieces(&self, word: &str) -> Option<&[String]> {
        match word {
            KINGS => Some(&self.kings),
            PAWNS => Some(&self.pawns),
            ARMY => Some(&self.army),
            _ => None,
        }
    }

    /// The words of an expression for a role; `None` if the word is not a role.
    fn words(&self, word: &str) -> Option<String> {
        if word == MIDDLE {
            return Some(self.middle.clone().unwrap_or_else(|| "none".to_owned()));
        }
        Some(match self.pieces(word)? {
            [] => "(none)".to_owned(),
            [one] => one.clone(),
            several => format!("({})", several.join(" or ")),
        })
    }
}

/// Walks through the values of a rule file.
struct Filler<'a> {
    roles: &'a Roles,
    /// A role that no piece of the game has, and the place that needs it.
    missing: Option<(&'static str, Span)>,
}

impl Filler<'_> {
    fn node(&mut self, node: &mut Node) {
        match &mut node.value {
            Value::Map(map) => self.map(map),
            Value::List(items) => self.list(items),
            Value::Text(phrase) => self.text(phrase),
            Value::Null | Value::Broken => {}
        }
        if let Some(names) = self.alone(node).filter(|names| names.len() != 1) {
            node.value = Value::List(names);
        }
    }

    /// Replaces a key that is a role by the pieces with that role.
    fn map(&mut self, map: &mut Map) {
        for (key, mut entry) in std::mem::take(map) {
            self.node(&mut entry.value);
            match self.roles.pieces(&key) {
                None => {
                    map.insert(key, entry);
                }
                Some(names) => {
                    self.note(&key, entry.key);
                    let all = names.iter().map(|name| (name.clone(), entry.clone()));
                    map.extend(all);
                }
            }
        }
    }

    fn list(&mut self, items: &mut Vec<Node>) {
        for mut item in std::mem::take(items) {
            match self.alone(&item).or_else(|| self.rows(&item)) {
                Some(nodes) => items.extend(nodes),
                None => {
                    self.node(&mut item);
                    items.push(item);
                }
            }
        }
    }

    /// Expands an item whose value is the role `first_row`: one item for each kind of piece. `None` for other items.
    fn rows(&mut self, item: &Node) -> Option<Vec<Node>> {
        let is_row = |entry: &Entry| entry.value.text().is_some_and(|phrase| phrase.text.trim() == FIRST_ROW);
        let (key, entry) = item.map()?.iter().find(|(_, entry)| is_row(entry))?;
        if self.roles.first_row.is_empty() {
            self.missing.get_or_insert((FIRST_ROW, entry.value.span));
        }
        let of_kind = |(name, count): &(String, usize)| {
            let text = Phrase { text: name.clone(), verbatim: None, ..entry.value.text()?.clone() };
            let name = Node { span: entry.value.span, value: Value::Text(text) };
            let mut item = item.clone();
            item.entry(key)?.value = Value::List(vec![name; *count]);
            Some(item)
        };
        self.roles.first_row.iter().map(of_kind).collect()
    }

    /// The names in place of a text that is nothing but a role.
    fn alone(&mut self, node: &Node) -> Option<Vec<Node>> {
        let phrase = node.text()?;
        let names = self.roles.pieces(phrase.text.trim())?;
        let text = |name: &String| Phrase { text: name.clone(), verbatim: None, ..phrase.clone() };
        let nodes = names.iter().map(|name| Node { span: node.span, value: Value::Text(text(name)) }).collect();
        self.note(phrase.text.trim(), node.span);
        Some(nodes)
    }

    /// Replaces the roles in an expression. Notations stand in quotes and hold no role.
    fn text(&mut self, phrase: &mut Phrase) {
        if self.roles.pieces(phrase.text.trim()).is_some_and(|names| names.len() != 1) {
            return;
        }
        let is_inner = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let mut out = String::new();
        let mut changed = false;
        for part in phrase.text.split_inclusive(|c: char| !is_inner(c)) {
            let word = part.trim_end_matches(|c: char| !is_inner(c));
            match self.roles.words(word) {
                Some(names) => {
                    self.note(word, phrase.span);
                    out += &names;
                    out += &part[word.len()..];
                    changed = true;
                }
                None => out += part,
            }
        }
        if changed {
            (phrase.text, phrase.verbatim) = (out, None);
        }
    }

    fn note(&mut self, role: &str, place: Span) {
        if role == KINGS && self.roles.kings.is_empty() {
            self.missing.get_or_insert((KINGS, place));
        }
    }
}

/// Returns `true` if a piece is royal, always or under a condition.
fn is_royal(piece: &Node) -> bool {
    match piece.get("royal").map(|royal| &royal.value) {
        Some(Value::Text(word)) => !matches!(word.text.as_str(), "false" | "no"),
        Some(Value::Map(_)) => true,
        _ => false,
    }
}

/// Returns `true` if a piece never moves backward, and moves one square at a time except in its first move.
fn only_advances(piece: &Node) -> bool {
    let also = match piece.get("also").map(|also| &also.value) {
        Some(Value::List(more)) => more.iter().filter_map(|more| more.get("moves")).collect(),
        _ => Vec::new(),
    };
    let texts: Vec<&str> =
        piece.get("moves").into_iter().chain(also).filter_map(|moves| Some(moves.text()?.text.as_str())).collect();
    let read: Option<Vec<Notation>> = texts.iter().map(|text| Notation::parse(text).ok()).collect();
    let moves: Vec<Move> = read.into_iter().flatten().flat_map(|notation| notation.moves().to_vec()).collect();
    !moves.is_empty() && moves.iter().all(is_slow_advance)
}

/// Returns `true` if a move leads forward or to the side. Unless it is a first move, it must go exactly one square.
fn is_slow_advance(made: &Move) -> bool {
    /// The headings that lead backward.
    const BACKWARD: Headings = direction::set(&[3, 4, 5]);
    let [leg] = &made.legs[..] else { return false };
    let class = leg.atom.class();
    let headings = match &leg.modifiers.directions[..] {
        [] => class.headings(),
        directions => class.select(directions),
    };
    let is_step = leg.atom.is_slider() && leg.limit() == Limit::Times(1);
    made.bracket.is_none() && headings & BACKWARD == 0 && (is_step || leg.modifiers.has(Modifier::Initial))
}

/// The symbols of a piece of either side, as a FEN writes them.
fn symbols(piece: &Node) -> Vec<String> {
    match piece.get("symbol").map(|symbol| &symbol.value) {
        Some(Value::Text(symbol)) => vec![symbol.text.clone(), symbol.text.to_lowercase()],
        Some(Value::Map(sides)) => {
            let side = |name: &str| Some(sides.get(name)?.value.text()?.text.clone());
            side("white").into_iter().chain(side("black").map(|symbol| symbol.to_lowercase())).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns `true` if a symbol stands on the board of a FEN, not as a part of a longer one.
fn stands(board: &str, symbol: &str) -> bool {
    board.match_indices(symbol).any(|(at, _)| {
        let (before, after) = (&board[..at], &board[at + symbol.len()..]);
        !before.ends_with('+') && !after.starts_with('\'')
    })
}

/// The kinds of pieces on White's first rank, each with its number; `None` unless they fill the rank.
fn first_row(game: &Node, board: &str) -> Option<Vec<(String, usize)>> {
    let pieces = game.get("pieces")?.map()?;
    let mut all: Vec<(&String, String)> = Vec::new();
    for (name, piece) in pieces {
        all.extend(symbols(&piece.value).first().map(|symbol| (name, symbol.clone())));
    }
    // A longer symbol may begin with a shorter one.
    all.sort_by_key(|(_, symbol)| std::cmp::Reverse(symbol.len()));
    let mut row = board.rsplit('/').next()?;
    let mut found: Vec<(String, usize)> = Vec::new();
    while !row.is_empty() {
        let (name, symbol) = all.iter().find(|(_, symbol)| row.starts_with(symbol.as_str()))?;
        match found.iter_mut().find(|(known, _)| known == *name) {
            Some((_, count)) => *count += 1,
            None => found.push(((*name).clone(), 1)),
        }
        row = &row[symbol.len()..];
    }
    let files = game.get("board")?.get("files")?.text()?.text.parse::<usize>().ok()?;
    (found.iter().map(|(_, count)| count).sum::<usize>() == files).then_some(found)
}

/// The squares in the middle of a board; `None` for several boards.
fn middle(board: &Node) -> Option<String> {
    let number = |key: &str| board.get(key).and_then(Node::text).and_then(|text| text.text.parse::<u32>().ok());
    if number("levels").or(number("boards")).is_some_and(|count| count > 1) {
        return None;
    }
    let (files, ranks) = (number("files")?, number("ranks")?);
    let letters = |file: u32| {
        let letter = |at: u32| char::from_u32(u32::from(b'a') + at);
        let first = (file >= 26).then(|| letter(file / 26 - 1)).flatten();
        Some(first.into_iter().chain(letter(file % 26)).collect::<String>())
    };
    let square = |file: u32, rank: u32| Some(format!("{}{}", letters(file)?, rank + 1));
    let (low, high) = (square((files.max(1) - 1) / 2, (ranks.max(1) - 1) / 2)?, square(files / 2, ranks / 2)?);
    Some(if low == high { low } else { format!("{low}-{high}") })
}

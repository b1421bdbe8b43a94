//! Translates the rules of a variant into a section of a configuration file of Fairy-Stockfish.

mod castling;
mod claims;
mod ends;
mod pieces;
mod promotions;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use super::moves::Moves;
use super::table::{self, BUILT_IN, KEYS, Kind, Slot, Topic, Whose};
use crate::board::{BySide, Side, SquareSet, Topology};
use crate::compile::Loaded;
use crate::diagnostic::{Code, Diagnostic};
use crate::fen;
use crate::rules::{PieceId, PromotionZone, Rules, Source};
use crate::source::{SourceId, Span};
use crate::variant::{Node, Problems};

/// Writes a section that Fairy-Stockfish plays like a variant.
///
/// ```
/// use ferz::variant::{NoFiles, VariantSource};
/// let load = |name| ferz::compile::load(&VariantSource::named(name), &NoFiles).unwrap();
/// let section = ferz::fairy::export(&load("berolina"), "mine").unwrap();
/// assert!(section.starts_with("[mine]\n") && section.contains("customPiece1 = p:"));
/// let faults = ferz::fairy::export(&load("cylinder"), "mine").unwrap_err();
/// assert!(faults[0].message.contains("edges"));
/// ```
///
/// # Errors
/// Every rule without a counterpart, with its place. For a variant with errors, only these errors.
pub fn export(loaded: &Loaded, name: &str) -> Result<String, Vec<Diagnostic>> {
    let (Some(variant), Some(tree)) = (&loaded.variant, &loaded.tree) else { return Err(loaded.problems.clone()) };
    let mut exporter = Exporter::new(&variant.rules, tree);
    exporter.run();
    let mut problems = exporter.problems;
    if problems.is_empty() {
        return Ok(exporter.lines.section(name));
    }
    problems.sort_by_key(|problem| problem.span);
    problems.dedup();
    Err(problems)
}

struct Exporter<'a> {
    rules: &'a Rules,
    tree: &'a Node,
    lines: Lines,
    problems: Problems,
    /// The type and the letter of each piece. A promoted form has those of the piece as which it moves.
    types: Vec<(Slot, char)>,
    /// Base form of each promoted form.
    bases: BTreeMap<PieceId, PieceId>,
    /// The moves of each piece that the notation of its type expresses.
    moves: Vec<Moves>,
}

impl<'a> Exporter<'a> {
    fn new(rules: &'a Rules, tree: &'a Node) -> Exporter<'a> {
        let bases = bases(rules);
        Exporter {
            rules,
            tree,
            lines: Lines::default(),
            problems: Problems::new(),
            types: Vec::new(),
            bases,
            moves: Vec::new(),
        }
    }

    fn run(&mut self) {
        self.told();
        self.board();
        self.pieces();
        if !self.problems.is_empty() && self.types.len() < self.rules.pieces.len() {
            return;
        }
        self.unsaid();
        self.first_moves();
        self.promotions();
        self.drops();
        self.castling();
        self.constraints();
        self.effects();
        self.ends();
        self.setup();
    }

    /// Reports that a rule has no counterpart. `path` has the keys that lead to it in the variant's file.
    fn lacks(&mut self, path: &str, message: impl Into<String>) {
        let mut node = self.tree;
        let mut span = Span::new(SourceId(0), 0..1);
        let mut steps = path.split('/');
        let section = steps.next();
        for key in section.into_iter().chain(steps.map(|key| self.rules.name_of(key))) {
            let Some(entry) = node.map().and_then(|map| map.get(key)) else { break };
            span = entry.key;
            node = &entry.value;
        }
        self.problems.push(no_counterpart(span, message));
    }

    /// Reports rules, turns and ends in the language of rules: Fairy-Stockfish's options are keys with fixed meanings.
    fn told(&mut self) {
        let tree = &self.rules.tree;
        let rules = tree.rules.iter().map(|rule| (rule.source, "rules", format!("the rule `{}`", rule.kind.name)));
        let ends = tree.ends.iter().map(|end| (end.source, "end", format!("the end `{}`", end.kind.name)));
        let turns = tree.turns.iter().map(|_| (Source::default(), "turns", "turns of several moves".to_owned()));
        let sides =
            (tree.sides.order.len() > 2).then(|| (Source::default(), "sides", "more than two sides".to_owned()));
        let said: Vec<(Source, &str, String)> = rules.chain(ends).chain(turns).chain(sides).collect();
        for (place, path, what) in said {
            match place.span {
                Some(span) => self.problems.push(no_counterpart(span, what)),
                None => self.lacks(path, what),
            }
        }
    }

    /// Reports rules that the export cannot express yet.
    fn unsaid(&mut self) {
        if self.rules.unmoved.is_some() {
            self.lacks("rules/unmoved", "tracking of unmoved pieces");
        }
        if !self.rules.effects.gating.is_empty() {
            self.lacks("rules/gating", "pieces that enter from the hand behind a first move");
        }
        if !self.rules.constraints.face_off.is_empty() {
            self.lacks("rules/face_off", "kings that must stop facing each other");
        }
        for id in self.rules.piece_ids().collect::<Vec<_>>() {
            let piece = self.rules.piece(id);
            let turns = piece.promotion.as_ref().is_some_and(|promotion| {
                let back = |choice: &PieceId| self.rules.is_demotion(id, *choice);
                promotion.choices.white.iter().chain(&promotion.choices.black).any(back)
            });
            let faults = [
                (piece.promotion_move.is_some(), "promotion_move", "promotions as moves of their own"),
                (turns, "promotion", "pieces that turn back"),
                (
                    !piece.initial_until.is_empty(),
                    "initial_until",
                    "a first move that is lost when an enemy attacks the piece",
                ),
                (piece.extra.iter().any(|extra| extra.unless_check), "also", "moves that are illegal in check"),
                (piece.drop.as_ref().is_some_and(|drop| !drop.also_as.is_empty()), "drop", "drops as another piece"),
                (
                    piece.promotion.as_ref().is_some_and(|promotion| {
                        matches!(promotion.when, PromotionZone::Capturing | PromotionZone::Entering)
                    }),
                    "promotion",
                    "promotion only by captures",
                ),
            ];
            for (odd, key, what) in faults {
                if odd {
                    self.lacks(&self.path(id, key), what);
                }
            }
        }
    }

    fn board(&mut self) {
        let board = &self.rules.geometry;
        let (files, ranks) = (board.files(), board.ranks());
        if board.topology() != Topology::Rectangle {
            self.lacks("board/topology", format!("edges that are joined (a {})", board.topology().name()));
        }
        if files > 12 || ranks > 10 {
            let key = if files > 12 { "board/files" } else { "board/ranks" };
            self.lacks(key, format!("a board of {files}×{ranks} squares: its largest board is 12×10"));
        }
        self.lines.set(Topic::Ranks, ranks.to_string());
        self.lines.set(Topic::Files, files.to_string());
    }

    fn setup(&mut self) {
        let text = fen::write(&self.rules.setup, self.rules);
        // Pieces with the same letter are written in the same way.
        self.lines.set(Topic::Setup, text);
    }

    /// A region in Fairy-Stockfish's syntax.
    fn squares(&self, squares: SquareSet) -> String {
        let board = &self.rules.geometry;
        if squares == SquareSet::EMPTY {
            return "-".to_owned();
        }
        let mut parts = Vec::new();
        let mut left = squares;
        for rank in 0..board.ranks() {
            let line: SquareSet = board.squares().iter().filter(|square| board.rank(*square) == rank).collect();
            if line != SquareSet::EMPTY && line & !squares == SquareSet::EMPTY {
                parts.push(format!("*{}", rank + 1));
                left &= !line;
            }
        }
        parts.extend(left.iter().map(|square| board.name(square)));
        parts.join(" ")
    }

    /// Sets squares for which each side has its own key.
    fn set_squares(&mut self, topic: Topic, squares: BySide<SquareSet>) {
        for side in Side::ALL {
            let text = self.squares(squares[side]);
            self.lines.set_of(topic, side, text);
        }
    }

    fn letter(&self, piece: PieceId) -> char {
        self.types.get(piece.index()).map_or('?', |(_, letter)| *letter)
    }

    /// The letters of pieces, each once.
    fn letters(&self, pieces: &[PieceId]) -> String {
        let letters: BTreeSet<char> = pieces.iter().map(|piece| self.letter(*piece)).collect();
        if letters.is_empty() { "-".to_owned() } else { letters.into_iter().collect() }
    }

    /// Returns `true` if a set holds all pieces that share a type, or none of them.
    fn is_of_types(&self, pieces: &[PieceId]) -> bool {
        self.rules.piece_ids().all(|piece| {
            pieces.contains(&piece) || !pieces.iter().any(|other| self.letter(*other) == self.letter(piece))
        })
    }

    /// Returns `true` if a side has such pieces at the start, on the board or in hand.
    fn side_has(&self, piece: PieceId, side: Side) -> bool {
        let setup = &self.rules.setup;
        let on_board = setup.pieces.iter().flatten().any(|placed| placed.piece == piece && placed.side == side);
        on_board || setup.hands[side].get(piece.index()).is_some_and(|count| *count > 0)
    }

    fn path(&self, piece: PieceId, key: &str) -> String {
        format!("pieces/{}/{key}", self.rules.piece(piece).name)
    }
}

fn no_counterpart(span: Span, what: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::NoCounterpart, span, format!("Fairy-Stockfish has no counterpart for {}", what.into()))
}

/// The promoted forms, each with the only piece that promotes to it and to which it reverts.
fn bases(rules: &Rules) -> BTreeMap<PieceId, PieceId> {
    let mut found = BTreeMap::new();
    for base in rules.piece_ids() {
        let Some(promotion) = &rules.piece(base).promotion else { continue };
        let (white, black) = (&promotion.choices.white, &promotion.choices.black);
        if let ([form], true) = (&white[..], white == black) {
            let own = rules.piece(*form).symbol.white == format!("+{}", rules.piece(base).symbol.white);
            if own {
                found.insert(*form, base);
            }
        }
    }
    found
}

/// Settings that are being collected.
#[derive(Default)]
struct Lines {
    /// Values by topic and side; `None` for both sides.
    values: BTreeMap<(Topic, Option<bool>), String>,
    /// Lines about types, in order.
    types: Vec<(String, String)>,
    /// `true` if the section is based on a built-in variant with unlimited drops.
    free: bool,
}

impl Lines {
    fn set(&mut self, topic: Topic, value: impl Into<String>) {
        self.values.insert((topic, None), value.into());
    }

    fn set_of(&mut self, topic: Topic, side: Side, value: impl Into<String>) {
        self.values.insert((topic, Some(side == Side::White)), value.into());
    }

    fn flag(&mut self, topic: Topic, on: bool) {
        self.set(topic, on.to_string());
    }

    fn get(&self, topic: Topic) -> Option<&str> {
        self.values.get(&(topic, None)).map(String::as_str)
    }

    /// The section: first the board and the types, then the rest in Fairy-Stockfish's order, without default values.
    fn section(&self, name: &str) -> String {
        let mut written: Vec<(String, String)> = Vec::new();
        for key in KEYS.iter().filter(|key| !key.old && !key.inside) {
            let topic = key.topics.last().copied();
            let Some(topic) = topic
                .filter(|_| key.topics.len() == 1 || key.topics[0] == Topic::FirstPromoter && key.topics.len() == 2)
            else {
                continue;
            };
            let side = match key.whose {
                Whose::Both => None,
                Whose::White => Some(true),
                Whose::Black => Some(false),
            };
            if let Some(value) = self.values.get(&(topic, side)) {
                let usual = usual(key.default, &key.kind).is_some_and(|usual| usual == *value);
                if !usual || self.free {
                    written.push((key.name.to_owned(), value.clone()));
                }
            }
        }
        let mut text = String::new();
        let parent = if self.free { free_parent() } else { None };
        match parent {
            Some(parent) => text += &format!("[{name}:{parent}]\n"),
            None => text += &format!("[{name}]\n"),
        }
        let (first, rest): (Vec<_>, Vec<_>) = written.into_iter().partition(|(key, _)| key.starts_with("max"));
        let mut own: Vec<(String, String)> = first.into_iter().chain(self.types.clone()).chain(rest).collect();
        if let Some(parent) = parent {
            own.extend(resets(parent, &own));
        }
        own.iter().for_each(|(key, value)| text += &format!("{key} = {value}\n"));
        text
    }
}

/// The default value of a key, as it would be written.
fn usual(default: &str, kind: &Kind) -> Option<String> {
    match kind {
        Kind::Squares | Kind::Pieces | Kind::Piece | Kind::Text => None,
        Kind::File => super::values::file(default).map(|file| file.to_string()),
        _ => Some(default.to_owned()),
    }
}

/// A built-in variant in which drops are unlimited: there is no key for that.
fn free_parent() -> Option<&'static str> {
    let mut name = None;
    for line in BUILT_IN.lines() {
        if let Some(header) = line.strip_prefix('[') {
            name = header.trim_end_matches(']').split(':').next();
        }
        let key = line.split(" =").next().unwrap_or("");
        if KEYS.iter().any(|row| row.inside && row.name == key) {
            return name;
        }
    }
    None
}

/// Lines that reset the settings of a built-in variant and of its parents.
fn resets(parent: &str, own: &[(String, String)]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut wanted, mut chain) = (Some(parent.to_owned()), Vec::new());
    while let Some(name) = wanted.take() {
        let header = |line: &str| {
            let inside = line.strip_prefix('[')?.trim_end_matches(']');
            let (own, parent) = inside.split_once(':').unwrap_or((inside, ""));
            (own == name).then(|| parent.to_owned())
        };
        let mut lines = BUILT_IN.lines().skip_while(|line| header(line).is_none());
        wanted = lines.next().and_then(header).filter(|parent| !parent.is_empty());
        chain.extend(lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = ")));
    }
    for (key, _) in chain {
        let known = |lines: &[(String, String)]| lines.iter().any(|(own, _)| own == key);
        if known(own) || known(&found) {
            continue;
        }
        if table::type_named(key).is_some() {
            // A letter that is used again needs no reset.
            found.push((key.to_owned(), "-".to_owned()));
        } else if let Some(row) = KEYS.iter().find(|row| row.name == key && !row.inside) {
            let value = match (&row.kind, row.default) {
                (Kind::Squares, "all") => "*1 *2 *3 *4 *5 *6 *7 *8 *9 *10".to_owned(),
                (Kind::Squares, "none") => "-".to_owned(),
                (Kind::Pieces | Kind::Piece, _) => "-".to_owned(),
                (_, default) => default.to_owned(),
            };
            found.push((key.to_owned(), value));
        }
    }
    found
}

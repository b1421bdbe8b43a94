//! The definition of a game, line by line.

use crate::board::{Geometry, Side, Square, SquareSet, Topology};
use crate::compile::Loaded;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, PieceId, Rules};
use crate::source::{SourceId, Span};

use super::also::{Crossing, Own, crossing, own};
use super::castling::{Castling, castling};
use super::ends::{Ends, ends};
use super::moves::translate;
use super::page::{self, Diagram, Look, Parts, SQUARE};
use super::pictures::{self, Images};
use super::promotions::{MayDecline, Promotions, promotions};
use super::report::Report;
use super::shuffle::shuffle;
use super::unsaid;

/// The most files of a board: they are named by single letters.
const MOST_FILES: usize = 26;
/// The most ranks of a board: they are named by two digits.
const MOST_RANKS: usize = 99;

/// Writes a page with an Interactive Diagram of a variant.
///
/// # Errors
/// For a board that the script cannot draw. For a variant with errors, these errors.
pub fn export(loaded: &Loaded, look: &Look) -> Result<Diagram, Vec<Diagnostic>> {
    let (Some(variant), Some(tree)) = (&loaded.variant, &loaded.tree) else { return Err(loaded.problems.clone()) };
    let rules = &variant.rules;
    if let Some(what) = unknown_board(&rules.geometry) {
        let place = tree.map().and_then(|map| map.get("board")).map(|entry| entry.key);
        let place = place.unwrap_or(Span::new(SourceId(0), 0..1));
        return Err(vec![Diagnostic::error(Code::NoCounterpart, place, format!("the diagram cannot draw {what}"))]);
    }
    let mut report = Report::new(tree);
    let images = pictures::images(rules, look, &mut report);
    let mut definition = Definition::new(rules, &mut report);
    definition.head(&images);
    definition.rules();
    let own = definition.pieces(&images, &mut report);
    unsaid::report(rules, &mut report);
    let lines = definition.lines;
    let function = confinement(rules, &own);
    let (missing, unsaid) = report.finish();
    let html = page::html(&Parts { title: &rules.title, function: &function, lines: &lines, missing }, look);
    Ok(Diagram { html, unsaid, pictures: images.files })
}

/// Name of a board that the script cannot draw; `None` if it can draw this one.
fn unknown_board(board: &Geometry) -> Option<String> {
    let topology = board.topology();
    if !matches!(topology, Topology::Rectangle | Topology::Cylinder | Topology::Torus) {
        return Some(format!("{} boards", topology.name()));
    }
    if board.levels() > 1 {
        return Some("several boards".to_owned());
    }
    let large = board.files() > MOST_FILES || board.ranks() > MOST_RANKS;
    large.then(|| format!("a board of {}×{} squares", board.files(), board.ranks()))
}

struct Definition<'a> {
    rules: &'a Rules,
    lines: Vec<String>,
    promotions: Promotions,
    castling: Option<Castling>,
    ends: Ends,
    /// A piece with more moves on the far ranks.
    crossing: Option<Crossing>,
    /// The pieces in the order of their lines.
    order: Vec<PieceId>,
    /// The letters of pieces, by piece.
    letters: Vec<String>,
}

impl<'a> Definition<'a> {
    fn new(rules: &'a Rules, report: &mut Report<'_>) -> Definition<'a> {
        let promotions = promotions(rules, report);
        let crossing = crossing(rules, &promotions);
        let order = order(rules, &promotions, crossing.as_ref());
        let letters = letters(rules, &promotions);
        let ends = ends(rules, report);
        let castling = castling(rules, &ends.royal, report);
        Definition { rules, lines: Vec::new(), promotions, castling, ends, crossing, order, letters }
    }

    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key}={value}"));
    }

    /// The board, and how it is drawn.
    fn head(&mut self, images: &Images) {
        let board = &self.rules.geometry;
        self.set("files", board.files());
        self.set("ranks", board.ranks());
        self.set("firstRank", 1);
        self.set("squareSize", SQUARE);
        let [light, dark] = pictures::colours(self.rules);
        self.set("lightShade", light);
        self.set("darkShade", dark);
        self.set("graphicsDir", &images.folder);
        self.set("whitePrefix", images.prefixes[0]);
        self.set("blackPrefix", images.prefixes[1]);
        self.set("graphicsType", images.kind);
    }

    fn rules(&mut self) {
        let shuffle = shuffle(self.rules, &self.letters);
        // A shuffle applies to both sides alike only in a mirrored position.
        self.set("symmetry", if shuffle.is_some() { "mirror" } else { "none" });
        self.write_promotions();
        if self.rules.hand == Some(HandRule::Captured) {
            self.set("holdingsType", -1);
        }
        if self.castling.as_ref().is_some_and(|castling| castling.mirrored) {
            self.set("castleFlip", 1);
        }
        if let Some(shuffle) = shuffle {
            self.set("shuffle", shuffle);
        }
        self.write_ends();
    }

    fn write_promotions(&mut self) {
        let promotions = self.promotions.clone();
        match promotions {
            Promotions::None => {
                let zone = self.crossing.as_ref().map_or(0, |crossing| crossing.zone);
                self.set("promoZone", zone);
                self.set("maxPromote", usize::from(zone > 0));
                if zone > 0 {
                    self.set("promoChoice", self.free_letter());
                }
            }
            Promotions::Choices { pieces, zone, choices, may_decline, lost } => {
                let own: String = pieces.iter().map(|piece| self.letters[piece.index()].as_str()).collect();
                let stay = match may_decline {
                    MayDecline::Nowhere => String::new(),
                    MayDecline::BeforeTheLastRank => format!("!{own}"),
                    MayDecline::Anywhere => own,
                };
                let mark = if lost { "*" } else { "" };
                let choices = choices.iter().map(|choice| format!("{mark}{}", self.letters[choice.index()]));
                let choices: String = choices.collect();
                self.set("promoZone", zone);
                self.set("maxPromote", pieces.len());
                self.set("promoChoice", stay + &choices);
                if lost {
                    // Captured pieces keep their side.
                    self.set("holdingsType", 1);
                }
            }
            Promotions::Forms { pairs, zone } => {
                self.set("promoZone", zone);
                self.set("maxPromote", pairs.len());
                self.set("promoOffset", self.order.len() - pairs.len());
            }
        }
    }

    fn write_ends(&mut self) {
        let line = |id: &PieceId| self.order.iter().position(|known| known == id).map(|at| at + 1);
        let royal: Vec<usize> = self.ends.royal.iter().filter_map(line).collect();
        // Without this line, the last piece would be royal.
        if royal.is_empty() {
            self.set("royal", 0);
        }
        royal.iter().for_each(|number| self.set("royal", number));
        if !royal.is_empty() {
            // 3: a side loses when it has lost all royal pieces. 0: it loses with the first of them.
            self.set("extinction", if self.ends.each { 0 } else { 3 });
        }
        if self.ends.stalemate_loses {
            self.set("stalemate", "loss");
        }
        if self.ends.bare_loses {
            self.set("baring", 0);
        }
    }

    /// A letter that no piece has.
    fn free_letter(&self) -> String {
        free_letter(&self.letters).unwrap_or_default()
    }

    /// A line for each piece, and one for the squares that are no part of the board. Returns the squares on which each may
    /// stand, in the order of the lines.
    fn pieces(&mut self, images: &Images, report: &mut Report<'_>) -> Vec<Own> {
        let board = &self.rules.geometry;
        let mut zones = Vec::new();
        for id in self.order.clone() {
            let crosses = self.crossing.as_ref().is_some_and(|crossing| crossing.piece == id);
            let own = own(self.rules, id, crosses, report);
            let line = format!(
                "{}:{}:{}:{}:{}{}",
                name(&self.rules.piece(id).name),
                self.letters[id.index()],
                self.moves(id, &own.notation, report),
                images.names[id.index()],
                squares(self.rules, id),
                held(self.rules, id)
            );
            self.lines.push(line);
            zones.push(own);
        }
        if let Some(Crossing { piece: id, notation, .. }) = self.crossing.clone() {
            let (piece, moves) = (self.rules.piece(id), self.moves(id, &notation, report));
            let image = &images.names[id.index()];
            self.lines.push(format!("{} across:{}:{moves}:{image}:", name(&piece.name), self.free_letter()));
            zones.push(Own { notation, zone: piece.confined, strikes_out: false });
        }
        let all: SquareSet = (0..board.len()).map(|index| Square::new(index as u16)).collect();
        let missing = all & (!board.squares() | self.rules.setup.walls);
        if !missing.is_empty() {
            self.lines.push(format!("hole::::{}", list(board, missing)));
        }
        zones
    }

    /// The moves of a piece, with castling, as the script reads them.
    fn moves(&self, id: PieceId, notation: &str, report: &mut Report<'_>) -> String {
        let piece = self.rules.piece(id);
        let mut moves = translate(notation, self.rules.geometry.topology());
        for odd in &moves.odd {
            let what = format!("the move `{odd}` of `{}` in all versions of its script", piece.name);
            report.lacks(&format!("pieces/{}/moves", piece.name), what);
        }
        if let Some(castling) = self.castling.as_ref().filter(|castling| castling.piece == id) {
            if moves.text == "O" {
                moves.text.clear();
            }
            moves.text += &castling.notation;
        }
        moves.text
    }
}

/// The name of a piece. `hole` has a meaning of its own.
fn name(name: &str) -> String {
    let name: String = name.chars().map(|c| if ":=-".contains(c) { ' ' } else { c }).collect();
    if name == "hole" { format!("the {name}") } else { name }
}

/// The pieces in the order that their promotions require.
fn order(rules: &Rules, promotions: &Promotions, crossing: Option<&Crossing>) -> Vec<PieceId> {
    let (first, last): (Vec<PieceId>, Vec<PieceId>) = match promotions {
        Promotions::None => (crossing.map(|crossing| crossing.piece).into_iter().collect(), Vec::new()),
        Promotions::Choices { pieces, .. } => (pieces.clone(), Vec::new()),
        Promotions::Forms { pairs, .. } => pairs.iter().copied().unzip(),
    };
    let others = rules.piece_ids().filter(|id| !first.contains(id) && !last.contains(id));
    first.iter().copied().chain(others).chain(last.iter().copied()).collect()
}

/// The letters of pieces. Pieces that others may become have single letters that differ from all others, because the
/// script looks for them in a text without separators.
fn letters(rules: &Rules, promotions: &Promotions) -> Vec<String> {
    let wanted = |id: PieceId| {
        let symbol = &rules.piece(id).symbol;
        let symbol = if symbol.white.is_empty() { symbol.black.to_uppercase() } else { symbol.white.clone() };
        symbol.chars().filter(|c| c.is_alphanumeric() || "+'".contains(*c)).collect::<String>()
    };
    let chosen: Vec<PieceId> = match promotions {
        Promotions::Choices { pieces, choices, .. } => pieces.iter().chain(choices).copied().collect(),
        _ => Vec::new(),
    };
    let mut letters: Vec<String> = rules.piece_ids().map(wanted).collect();
    for id in rules.piece_ids() {
        let own = letters[id.index()].clone();
        let others = || letters.iter().enumerate().filter(|(at, _)| *at != id.index()).map(|(_, other)| other);
        let clear = match chosen.contains(&id) {
            true => own.chars().count() == 1 && !others().any(|other| *other == own),
            false => !own.is_empty() && !others().any(|other| *other == own),
        };
        if !clear {
            letters[id.index()] = free_letter(&letters).unwrap_or(own);
        }
    }
    letters
}

/// A letter or digit that is not among the letters.
fn free_letter(letters: &[String]) -> Option<String> {
    ('A'..='Z').chain('0'..='9').map(String::from).find(|free| !letters.contains(free))
}

/// The squares of a piece: White's, then an empty entry, then Black's.
fn squares(rules: &Rules, id: PieceId) -> String {
    let of = |side: Side| -> SquareSet {
        let placed = rules.setup.pieces.iter().enumerate();
        let own = placed.filter(|(_, placed)| placed.is_some_and(|placed| placed.piece == id && placed.side == side));
        own.map(|(index, _)| Square::new(index as u16)).collect()
    };
    let [white, black] = Side::ALL.map(of);
    match black.is_empty() {
        true => list(&rules.geometry, white),
        false => format!("{},,{}", list(&rules.geometry, white), list(&rules.geometry, black)),
    }
}

/// The names of squares. Files have letters, and ranks are counted from 1.
fn list(board: &Geometry, squares: SquareSet) -> String {
    let name = |square: Square| format!("{}{}", char::from(b'a' + board.file(square) as u8), board.rank(square) + 1);
    squares.iter().map(name).collect::<Vec<_>>().join(",")
}

/// The number of a piece in both hands, behind a colon; empty if it is in no hand.
fn held(rules: &Rules, id: PieceId) -> String {
    let [white, black] = Side::ALL.map(|side| rules.setup.hands[side].get(id.index()).copied().unwrap_or(0));
    match (white, black) {
        (0, 0) => String::new(),
        (white, black) if white == black => format!(":{white}"),
        (white, black) => format!(":{white},{black}"),
    }
}

/// The function with which the script asks whether a piece may stand on a square; empty if no piece is confined.
fn confinement(rules: &Rules, own: &[Own]) -> String {
    let board = &rules.geometry;
    let (mut zones, mut strikes) = (Vec::new(), Vec::new());
    for (at, own) in own.iter().enumerate() {
        if Side::ALL.into_iter().all(|side| (board.squares() & !own.zone[side]).is_empty()) {
            continue;
        }
        let [white, black] = Side::ALL.map(|side| list(board, board.squares() & own.zone[side]));
        zones.push(format!("    {}: [\",{white},\", \",{black},\"]", at + 1));
        strikes.extend(own.strikes_out.then(|| (at + 1).to_string()));
    }
    if zones.is_empty() {
        return String::new();
    }
    // These pieces may leave their squares to capture a royal piece.
    let strikes = match strikes.is_empty() {
        true => String::new(),
        false => format!(
            "  if ([{}].indexOf(type) >= 0 && royal[board[rank][file] & 511]) return false;\n",
            strikes.join(", ")
        ),
    };
    format!(
        "// Returns true if a piece may not stand on a square. Types are numbered in the order of their lines.\n\
         function BadZone(file, rank, type, colour) {{\n  var zones = {{\n{}\n  }};\n{strikes}  \
         var zone = zones[type];\n  var name = ',' + String.fromCharCode(97 + file) + (rank + 1) + ',';\n  \
         return zone != undefined && zone[colour ? 1 : 0].indexOf(name) < 0;\n}}\n",
        zones.join(",\n")
    )
}

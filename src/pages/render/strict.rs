//! Pages in languages that have a grammar and nothing else: the board, the setup, and how pieces move.
//!
//! The claims are put together as their notes, and the grammar of the language finds the words (`grammar::write`).
//! Nothing here knows a word of a language. Rules without words in the language are left out and reported.

use std::fmt::Write as _;

use maud::html;

use crate::board::{Side, Topology};
use crate::game::Compiled;
use crate::pages::Language;
use crate::pages::grammar::{Choose, Grammar, Said, written};
use crate::pages::moves::names;
use crate::rules::{PieceId, Rules};

use super::first;
use super::html::document;
use super::steps::{self, Steps};

/// A page in another language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The title of the game.
    pub title: String,
    /// The parts of the page: a heading, and its sentences.
    pub parts: Vec<(String, Vec<String>)>,
    /// Rules that were left out because the language has no words for them, in English.
    pub left_out: Vec<String>,
    /// The tag of the language in HTML.
    tag: &'static str,
}

impl Written {
    /// The page as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        for (heading, sentences) in &self.parts {
            let _ = writeln!(out, "\n## {heading}\n");
            sentences.iter().for_each(|sentence| out.push_str(&format!("{sentence}\n")));
        }
        out
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        let body = html! {
            main data-ferz="page" {
                h1 { (self.title) }
                @for (heading, sentences) in &self.parts {
                    section { h2 { (heading) } @for sentence in sentences { p { (sentence) } } }
                }
            }
        };
        document(&self.title, self.tag, "", &body)
    }
}

/// The page of a game in a language. `choose` gets a number of wordings and returns one of them, the plainest being 0.
///
/// ```
/// use ferz::pages::{Language, render};
/// let chess = ferz::load("chess").unwrap();
/// let page = render::in_language(&chess, Language::German, &mut |_| 0).markdown();
/// assert!(page.contains("Der Läufer zieht beliebig weit diagonal."));
/// ```
pub fn in_language(compiled: &Compiled, language: Language, choose: Choose<'_>) -> Written {
    let rules = compiled.rules();
    let grammar = language.grammar();
    let mut page = Page { rules, grammar, choose, parts: Vec::new(), left_out: Vec::new() };
    page.board();
    page.setup();
    rules.piece_ids().for_each(|piece| page.piece(piece));
    page.left_out.sort();
    page.left_out.dedup();
    let Page { parts, left_out, .. } = page;
    let parts = parts.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect();
    Written {
        title: rules.title.clone(),
        parts,
        left_out,
        tag: grammar.manner.list("tag").first().copied().unwrap_or("en"),
    }
}

struct Page<'r, 'c> {
    rules: &'r Rules,
    grammar: &'static Grammar,
    choose: Choose<'c>,
    parts: Vec<(String, Vec<String>)>,
    left_out: Vec<String>,
}

impl Page<'_, '_> {
    fn open(&mut self, heading: String) {
        self.parts.push((heading, Vec::new()));
    }

    /// A heading of the language.
    fn heading(&self, list: &str) -> String {
        self.grammar.manner.list(list).join(" ")
    }

    fn say(&mut self, shape: &str, said: &[Said], what: impl FnOnce() -> String) {
        match written(self.grammar, shape, said, &mut *self.choose) {
            Some(sentence) => self.parts.last_mut().into_iter().for_each(|(_, all)| all.push(sentence.clone())),
            None => self.left_out.push(what()),
        }
    }

    fn board(&mut self) {
        self.open(self.heading("heading_board"));
        let geometry = &self.rules.geometry;
        let whole = geometry.squares().count() as usize == geometry.files() * geometry.ranks();
        if geometry.topology() != Topology::Rectangle || geometry.levels() > 1 || !whole {
            self.left_out.push("the shape of the board".to_owned());
            return;
        }
        let size = [Said::tag("files"), Said::word("number", geometry.files()), Said::word("number", geometry.ranks())];
        self.say("size", &size, || "the size of the board".to_owned());
    }

    /// The name that files have for a piece, if the language has one for it alone.
    fn name(&self, piece: PieceId) -> Option<String> {
        let name = |id: PieceId| self.rules.piece(id).name.to_lowercase();
        let word = |id: PieceId| self.grammar.nouns.piece(&name(id), "").map(str::to_owned);
        let own = word(piece)?;
        let alone = self.rules.piece_ids().filter(|id| word(*id).as_ref() == Some(&own)).count() == 1;
        alone.then(|| name(piece))
    }

    fn setup(&mut self) {
        self.open(self.heading("heading_setup"));
        let rules = self.rules;
        if rules.shuffle.is_some() {
            self.left_out.push("the setup, which is drawn by lot".to_owned());
        }
        let mut counts: [Vec<Said>; 2] = [Vec::new(), Vec::new()];
        for line in super::sections::setup_lines(rules).iter().filter(|_| rules.shuffle.is_none()) {
            let what = || format!("the squares of: {}", line.name);
            let squares = rules.setup.pieces.iter().flatten();
            let count = squares.filter(|placed| placed.piece == line.piece && placed.side == line.side).count();
            let Some(name) = self.name(line.piece) else {
                self.left_out.push(what());
                continue;
            };
            let held = rules.setup.hands[line.side].get(line.piece.index()).copied().unwrap_or(0);
            let count = count + usize::from(held);
            counts[line.side as usize].extend([Said::word("number", count), Said::word("piece", &name)]);
            let side = rules.look.sides[line.side].to_lowercase();
            let mut said =
                vec![Said::tag("who"), Said::word("side", side), Said::word("piece", name), Said::tag("ewho")];
            said.extend(self.squares(line.piece, line.side).into_iter().map(|square| Said::word("square", square)));
            self.say("onsquares", &said, what);
        }
        if counts[0] == counts[1] && !counts[0].is_empty() {
            let [white, _] = counts;
            let said: Vec<Said> = std::iter::once(Said::tag("each")).chain(white).collect();
            self.say("counts", &said, || "the number of pieces".to_owned());
        }
        let side = rules.look.sides[rules.setup.turn].to_lowercase();
        self.say("first", &[Said::word("side", side)], || "the side that begins".to_owned());
    }

    fn squares(&self, piece: PieceId, side: Side) -> Vec<String> {
        let geometry = &self.rules.geometry;
        let placed = geometry.squares().iter().filter(|square| {
            self.rules.setup.pieces[square.index()].is_some_and(|placed| placed.piece == piece && placed.side == side)
        });
        placed.map(|square| names(geometry, crate::board::SquareSet::of(square))).collect()
    }

    fn piece(&mut self, id: PieceId) {
        let piece = self.rules.piece(id);
        let what = |part: &str| format!("the {}: {part}", piece.name);
        let Some(name) = self.name(id) else {
            self.left_out.push(what("it has no name in this language"));
            return;
        };
        self.open(self.grammar.nouns.piece(&name, "").unwrap_or_default().to_owned());
        if !piece.extra.is_empty() {
            self.left_out.push(what("moves that depend on the square"));
        }
        if self.rules.geometry.topology().is_hexagonal() || self.rules.geometry.levels() > 1 {
            self.left_out.push(what("moves on such a board"));
            return;
        }
        let Steps { claims, left_out } = steps::of(&piece.notation);
        left_out.iter().for_each(|part| self.left_out.push(what(part)));
        for claim in claims {
            // Pieces that do not stand at the start where they have first moves never have any.
            if claim.shape == "double" && !first::stands_for_it(self.rules, id) {
                continue;
            }
            let mut said = vec![Said::tag("who"), Said::word("piece", &name), Said::tag("ewho")];
            said.extend(claim.said);
            self.say(claim.shape, &said, || what("moves for which there is no sentence"));
        }
    }
}

//! Pages as HTML: everything in one file, readable without scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::fen;
use crate::game::Compiled;
use crate::pages::facts;
use crate::rules::Rules;

use super::owners::owners;
use super::picture::{Drawer, Mark, Picture};
use super::sections::{self, PieceText};
use super::told::{self, Line, Part};
use super::{closing, glances, prose, scenes};

/// A whole page.
pub fn page(compiled: &Compiled, description: Option<&str>, differences: Option<&Part>) -> String {
    let rules = compiled.rules();
    let sheet = Sheet::new(compiled);
    let body = html! {
        main.row[rules.geometry.levels() > 1] data-ferz="page" {
            h1 { (rules.title) }
            @if let Some(description) = description { p.lead { (description) } }
            @if let Some(part) = differences {
                section data-ferz="differences" id="differences" { h2 { (part.heading) } (lines(&part.lines)) }
            }
            @for name in BLOCKS.into_iter().filter(|name| has_content(rules, name) && !TECHNICAL.contains(name)) {
                (sheet.block(name))
            }
            details.technical {
                summary { "For programmers: letters, notations, counts of moves, and all facts" }
                @for name in TECHNICAL { (sheet.block(name)) }
            }
        }
        script { (PreEscaped(script(rules))) }
    };
    document(&format!("Rules of {}", rules.title), "en", "", &body)
}

/// A document that needs no other file, with the common style and what is added to it.
pub(super) fn document(title: &str, language: &str, style: &str, body: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    markup.into_string()
}

/// The names of the blocks, in the order of a page.
pub const BLOCKS: [&str; 8] = ["setup", "moves", "promotion", "castling", "rules", "pieces", "perft", "facts"];

/// The blocks for programmers. A page folds them together.
const TECHNICAL: [&str; 3] = ["pieces", "perft", "facts"];

/// Returns `true` if a block has anything to say of a game.
pub(super) fn has_content(rules: &Rules, block: &str) -> bool {
    match block {
        "promotion" => rules.pieces.iter().any(|piece| piece.promotion.is_some()),
        "castling" => !rules.castling.is_empty(),
        _ => true,
    }
}

/// One block.
pub fn block(compiled: &Compiled, name: &str) -> Markup {
    Sheet::new(compiled).block(name)
}

/// Data for the blocks of a page.
struct Sheet<'a> {
    compiled: &'a Compiled,
    rules: &'a Rules,
    drawer: Drawer<'a>,
    pieces: Vec<PieceText>,
}

impl<'a> Sheet<'a> {
    fn new(compiled: &'a Compiled) -> Sheet<'a> {
        let rules = compiled.rules();
        Sheet { compiled, rules, drawer: Drawer::new(rules), pieces: sections::pieces(compiled) }
    }

    fn block(&self, name: &str) -> Markup {
        match name {
            "setup" => self.setup(),
            "pieces" => self.piece_table(),
            "moves" => self.moves(),
            "promotion" => self.promotion(),
            "castling" => self.castling(),
            "rules" => self.play(),
            "perft" => self.perft(),
            _ => self.facts(),
        }
    }

    fn figure(&self, shown: &Picture, class: &str) -> Markup {
        let fen = fen::write(&shown.setup, self.rules);
        let svg = self.drawer.board(&shown.setup, &shown.marks, &format!("{} {}", shown.title, shown.words), class);
        html! {
            figure {
                (PreEscaped(svg))
                figcaption data-check=(shown.checks.join(" ;; ")) data-position=(fen) { (shown.title) }
            }
        }
    }

    fn setup(&self) -> Markup {
        let rules = self.rules;
        let start = fen::write(&rules.setup, rules);
        let marks = std::collections::BTreeMap::new();
        let hands = sections::hands(rules);
        html! {
            section data-ferz="setup" id="setup" {
                h2 { "Setup" }
                div.pair {
                    figure {
                        (PreEscaped(self.drawer.board(&rules.setup, &marks, "The position at the start", "start")))
                        figcaption data-check=(format!("start {start}")) {
                            span.scripted hidden { "Click or tap a piece, or press Enter on it, to see where it goes on an empty board." }
                            p.answer role="status" aria-live="polite" {}
                        }
                    }
                    div {
                        @for line in hands { p { (line) } }
                        details open { summary { "Where the pieces stand" }
                            table.plain { tbody { @for line in sections::setup_lines(rules) {
                                tr {
                                    th scope="row" { (PreEscaped(self.drawer.small(line.piece, line.side))) " " (line.name) }
                                    td { (line.squares) }
                                }
                            } } }
                        }
                    }
                }
            }
        }
    }

    /// The pieces with their letters and notations.
    fn piece_table(&self) -> Markup {
        html! {
            section data-ferz="pieces" id="pieces" {
                h2 { "Pieces" }
                div.scroll tabindex="0" role="region" aria-label="Pieces" { table {
                    thead { tr { th scope="col" { "Piece" } th scope="col" { "Letter" } th scope="col" { "Moves (Betza notation)" } } }
                    tbody { @for piece in &self.pieces { tr {
                        th scope="row" { (self.icons(piece)) " " a href=(format!("#{}", anchor(&piece.name))) { (piece.name) } }
                        td { (piece.symbols) }
                        td { code { (piece.notation) } }
                    } } }
                } }
            }
        }
    }

    /// A piece as each side has it.
    fn icons(&self, piece: &PieceText) -> Markup {
        html! { @for side in owners(self.rules, piece.id) { (PreEscaped(self.drawer.small(piece.id, side))) } }
    }

    fn moves(&self) -> Markup {
        let shown = || self.pieces.iter().flat_map(|piece| &piece.pictures).flat_map(|picture| picture.marks.values());
        html! {
            section data-ferz="moves" id="moves" {
                h2 { "How the pieces move" }
                ul.legend { @for mark in Mark::ALL.into_iter().filter(|mark| shown().any(|other| other == mark)) { li {
                    svg viewBox="0 0 40 40" width="24" height="24" aria-hidden="true" { (PreEscaped(mark.shape())) }
                    (mark.meaning(self.rules))
                } } }
                @for piece in &self.pieces {
                    article id=(anchor(&piece.name)) {
                        div.words {
                            h3 { (self.icons(piece)) " " (piece.name) }
                            @for sentence in piece.moves.iter().chain(&piece.remarks) { p { (sentence) } }
                        }
                        div.pictures { @for shown in &piece.pictures { (self.figure(shown, "glance")) } }
                    }
                }
            }
        }
    }

    fn promotion(&self) -> Markup {
        let pictures = sections::promotions(self.rules);
        html! {
            section data-ferz="promotion" id="promotion" {
                h2 { "Promotion" }
                @for sentence in sections::promotion_sentences(self.rules) { p { (sentence) } }
                div.gallery { @for shown in &pictures { (self.figure(shown, "glance")) } }
            }
        }
    }

    fn castling(&self) -> Markup {
        let pairs = sections::castlings(self.compiled);
        html! {
            section data-ferz="castling" id="castling" {
                h2 { "Castling" }
                ul { @for sentence in prose::castling(self.rules) { li { (sentence) } } }
                @for (before, after) in &pairs { div.pair { (self.figure(before, "glance")) (self.figure(after, "glance")) } }
            }
        }
    }

    fn play(&self) -> Markup {
        let ends = closing::ends(self.rules);
        let scenes = scenes::scenes(self.compiled);
        html! {
            section data-ferz="rules" id="rules" {
                h2 { "Play" }
                ul { @for sentence in sections::play(self.compiled) { li { (sentence) } } }
                @for part in told::parts(self.rules) {
                    h2 { (part.heading) }
                    (lines(&part.lines))
                }
                @if !scenes.is_empty() {
                    h2 { "Examples" }
                    @for (before, after) in &scenes { div.pair { (self.figure(before, "glance")) (self.figure(after, "glance")) } }
                }
                @if !ends.is_empty() {
                    h2 { "End of the game" }
                    (lines(&ends))
                }
            }
        }
    }

    fn perft(&self) -> Markup {
        let counts = sections::perft(self.compiled);
        let listed: Vec<String> = counts.iter().map(u64::to_string).collect();
        let check = if listed.is_empty() { String::new() } else { format!("perft {}", listed.join(" ")) };
        html! {
            section data-ferz="perft" id="perft" {
                h2 { "For programmers" }
                p { "The start as a FEN: " code { (fen::write(&self.rules.setup, self.rules)) } }
                p data-check=(check) { (format!("Number of move sequences of {} from the start (perft): {}.", lengths(listed.len()), listed.join(", "))) }
            }
        }
    }

    fn facts(&self) -> Markup {
        html! {
            section data-ferz="facts" id="facts" {
                details {
                    summary { "The rules as a list of facts, for programs" }
                    dl { @for (key, value) in facts::of(self.rules) {
                        // Entries for programs only are hidden.
                        @let technical = facts::is_technical(&key);
                        dt hidden[technical] { (key) } dd hidden[technical] { span data-fact=(key) data-value=(value) { (value) } }
                    } }
                }
            }
        }
    }
}

/// The lengths of counted move sequences: `1, 2, 3 plies`.
pub(super) fn lengths(count: usize) -> String {
    let all: Vec<String> = (1..=count).map(|plies| plies.to_string()).collect();
    format!("{} {}", all.join(", "), if count == 1 { "ply" } else { "plies" })
}

/// Sentences as a list. Each item carries the facts that it states.
fn lines(lines: &[Line]) -> Markup {
    html! {
        ul { @for line in lines {
            @let check = line.check();
            // A finding names the line of the file, so each has one of its own.
            "\n"
            li data-check=[Some(check).filter(|check| !check.is_empty())] {
                @if let Some(name) = &line.name { b { (name.replace('_', " ")) } ": " }
                (with_names(&line.text))
            }
        } }
    }
}

/// A sentence with its names in italics and its notations as code. Backticks stand around both.
fn with_names(text: &str) -> Markup {
    let is_notation = |part: &str| part.contains(|c: char| c.is_ascii_uppercase());
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 0 { (part) }
            @else if is_notation(part) { code { (part) } }
            @else { i { (part.replace('_', " ")) } }
        }
    }
}

fn anchor(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    format!("piece-{}", plain.collect::<String>())
}

/// Data for the script: for each piece of the setup, its moves on an empty board.
fn script(rules: &Rules) -> String {
    let mut reaches = serde_json::Map::new();
    for square in rules.geometry.squares() {
        let Some(placed) = rules.setup.pieces[square.index()] else { continue };
        let reach = glances::reach(rules, placed.piece, placed.side, square);
        let list = |set: crate::board::SquareSet| set.iter().map(|to| rules.geometry.name(to)).collect::<Vec<_>>();
        let both = reach.quiet & reach.capture;
        let value = serde_json::json!({
            "slide": list(both),
            "quiet": list(reach.quiet & !both),
            "capture": list(reach.capture & !both),
            "initial": list(reach.first & !reach.capture),
        });
        reaches.insert(rules.geometry.name(square), value);
    }
    let shapes: serde_json::Map<String, serde_json::Value> = Mark::ALL
        .iter()
        .map(|mark| (mark.class().to_owned(), serde_json::json!([mark.shape(), mark.meaning(rules)])))
        .collect();
    let data = serde_json::json!({ "reach": reaches, "shapes": shapes }).to_string().replace("</", "<\\/");
    format!("const ferz = {data};\n{SCRIPT}")
}

const SCRIPT: &str = include_str!("page.js");
/// Style of all pages.
const STYLE: &str = include_str!("page.css");

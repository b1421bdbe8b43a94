//! Pages as HTML: everything in one file, readable without scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::fen;
use crate::game::Compiled;
use crate::pages::facts;
use crate::pages::moves::Reach;
use crate::rules::Rules;

use super::picture::{Mark, board};
use super::sections::{self, Picture, PieceText};

/// A whole page.
pub fn page(compiled: &Compiled, description: Option<&str>) -> String {
    let rules = compiled.rules();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (rules.title) ": rules" }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                main data-ferz="page" {
                    h1 { (rules.title) }
                    @if let Some(description) = description { p.lead { (description) } }
                    @for name in BLOCKS.into_iter().filter(|name| has_content(rules, name)) { (block(compiled, name)) }
                }
                script { (PreEscaped(script(rules))) }
            }
        }
    };
    markup.into_string()
}

/// The names of the blocks, in the order of a page.
pub const BLOCKS: [&str; 8] = ["setup", "pieces", "moves", "promotion", "castling", "rules", "perft", "facts"];

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
    match name {
        "setup" => setup(compiled),
        "pieces" => pieces(compiled),
        "moves" => moves(compiled),
        "promotion" => promotion(compiled),
        "castling" => castling(compiled),
        "rules" => rules_block(compiled),
        "perft" => perft(compiled),
        _ => facts_block(compiled),
    }
}

fn figure(rules: &Rules, shown: &Picture, class: &str) -> Markup {
    let fen = fen::write(&shown.setup, rules);
    html! {
        figure {
            (PreEscaped(board(rules, &shown.setup, &shown.marks, &format!("{}: {}", shown.title, shown.words), class)))
            figcaption data-check=(shown.checks.join(" ;; ")) data-position=(fen) {
                b { (shown.title) } " " span.squares { (shown.words) }
            }
        }
    }
}

fn setup(compiled: &Compiled) -> Markup {
    let rules = compiled.rules();
    let start = fen::write(&rules.setup, rules);
    let marks = std::collections::BTreeMap::new();
    html! {
        section data-ferz="setup" id="setup" {
            h2 { "Setup" }
            div.pair {
                figure {
                    (PreEscaped(board(rules, &rules.setup, &marks, "The position at the start", "start")))
                    figcaption data-check=(format!("start {start}")) {
                        span.scripted hidden { "Click or tap a piece, or press Enter on it, to see where it goes on an empty board." }
                        p.answer role="status" aria-live="polite" {}
                    }
                }
                div.scroll tabindex="0" role="region" aria-label="Where the pieces stand" {
                    table { caption { "Where the pieces stand" }
                        thead { tr { th scope="col" { "Piece" } th scope="col" { "Squares" } } }
                        tbody { @for (name, squares) in sections::setup_lines(rules) { tr { th scope="row" { (name) } td { (squares) } } } }
                    }
                }
            }
            p { "FEN: " code { (start) } }
        }
    }
}

fn pieces(compiled: &Compiled) -> Markup {
    html! {
        section data-ferz="pieces" id="pieces" {
            h2 { "Pieces" }
            div.scroll tabindex="0" role="region" aria-label="Pieces" { table {
                caption { "Pieces, their letters and their moves" }
                thead { tr { th scope="col" { "Piece" } th scope="col" { "Letters" } th scope="col" { "Betza" } th scope="col" { "Moves and remarks" } } }
                tbody { @for piece in sections::pieces(compiled) { (piece_row(&piece)) } }
            } }
        }
    }
}

fn piece_row(piece: &PieceText) -> Markup {
    html! {
        tr {
            th scope="row" { a href=(format!("#{}", anchor(&piece.name))) { (piece.name) } }
            td { (piece.symbols) }
            td { code { (piece.notation) } }
            td { @for sentence in piece.moves.iter().chain(&piece.remarks) { p { (sentence) } } }
        }
    }
}

fn anchor(name: &str) -> String {
    let plain = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
    format!("piece-{}", plain.collect::<String>())
}

fn moves(compiled: &Compiled) -> Markup {
    let rules = compiled.rules();
    let pieces = sections::pieces(compiled);
    let shown = || pieces.iter().flat_map(|piece| &piece.pictures).flat_map(|picture| picture.marks.values());
    html! {
        section data-ferz="moves" id="moves" {
            h2 { "Moves at a glance" }
            ul.legend { @for mark in Mark::ALL.into_iter().filter(|mark| shown().any(|other| other == mark)) { li {
                svg viewBox="0 0 40 40" width="24" height="24" aria-hidden="true" { (PreEscaped(mark.shape())) }
                (mark.meaning())
            } } }
            div.gallery { @for piece in &pieces {
                article id=(anchor(&piece.name)) {
                    h3 { (piece.name) }
                    @for shown in &piece.pictures { (figure(rules, shown, "glance")) }
                }
            } }
        }
    }
}

fn promotion(compiled: &Compiled) -> Markup {
    let rules = compiled.rules();
    let pictures = sections::promotions(rules);
    html! {
        section data-ferz="promotion" id="promotion" {
            h2 { "Promotion" }
            @if pictures.is_empty() { p { "Nothing promotes." } }
            @for piece in &rules.pieces {
                @if let Some(rule) = &piece.promotion {
                    p { b { (piece.name) } ": " (crate::render::army::promotion_in_words(rules, rule)) }
                }
            }
            div.gallery { @for shown in &pictures { (figure(rules, shown, "glance")) } }
        }
    }
}

fn castling(compiled: &Compiled) -> Markup {
    let rules = compiled.rules();
    let pairs = sections::castlings(compiled);
    html! {
        section data-ferz="castling" id="castling" {
            h2 { "Castling" }
            @if rules.castling.is_empty() { p { "There is no castling." } }
            @for (before, after) in &pairs { div.pair { (figure(rules, before, "glance")) (figure(rules, after, "glance")) } }
        }
    }
}

fn rules_block(compiled: &Compiled) -> Markup {
    html! {
        section data-ferz="rules" id="rules" {
            h2 { "Rules" }
            ul { @for sentence in sections::sentences(compiled.rules()) { li { (sentence) } } }
        }
    }
}

fn perft(compiled: &Compiled) -> Markup {
    let counts = sections::perft(compiled);
    let listed: Vec<String> = counts.iter().map(u64::to_string).collect();
    let check = if listed.is_empty() { String::new() } else { format!("perft {}", listed.join(" ")) };
    html! {
        section data-ferz="perft" id="perft" {
            h2 { "For implementers" }
            p data-check=(check) { "Positions after each number of plies from the start (perft):" }
            table { caption { "Perft from the start" }
                thead { tr { th scope="col" { "Plies" } th scope="col" { "Leaves" } } }
                tbody { @for (index, count) in counts.iter().enumerate() { tr { th scope="row" { (index + 1) } td { (count) } } } }
            }
        }
    }
}

fn facts_block(compiled: &Compiled) -> Markup {
    html! {
        section data-ferz="facts" id="facts" {
            details {
                summary { "The rules as a list of facts (what `ferz rules check` reads)" }
                dl { @for (key, value) in facts::of(compiled.rules()) {
                    // What only programs read is not shown.
                    @let technical = key.ends_with(".details") || key == "fingerprint";
                    dt hidden[technical] { (key) } dd hidden[technical] { span data-fact=(key) data-value=(value) { (value) } }
                } }
            }
        }
    }
}

/// What the script needs: for each piece of the setup, where it goes on an empty board.
fn script(rules: &Rules) -> String {
    let mut reaches = serde_json::Map::new();
    for square in rules.geometry.squares() {
        let Some(placed) = rules.setup.pieces[square.index()] else { continue };
        let reach = Reach::of_piece(rules, placed.piece, placed.side, square);
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
        .map(|mark| (mark.class().to_owned(), serde_json::json!([mark.shape(), mark.meaning()])))
        .collect();
    let data = serde_json::json!({ "reach": reaches, "shapes": shapes }).to_string().replace("</", "<\\/");
    format!("const ferz = {data};\n{SCRIPT}")
}

const SCRIPT: &str = include_str!("page.js");
/// What all pages look like.
pub(super) const STYLE: &str = include_str!("page.css");

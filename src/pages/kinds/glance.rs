//! "Moves at a glance": cells that show a pattern when they are clicked. The pair in the call names a pattern, not a
//! square.

use crate::board::{Side, Topology};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::model::Kind;
use crate::pages::moves::{difference, later_moves, movement_of};

/// What the calls show, for the pieces whose patterns are fixed.
const PATTERNS: &[(i32, i32, &str)] = &[
    (3, 3, "R"),
    (4, 3, "N"),
    (5, 3, "Q"),
    (6, 3, "B"),
    (7, 3, "K"),
    (2, 3, "mfWcfF"),
    (-2, 1, "mfWcfFimfnD"),
    (5, 6, "BN"),
    (5, 4, "RN"),
];

/// The colours of the legend and what they mean.
const COLOURS: [&str; 4] = ["yellow", "orange", "green", "red"];

/// Reads all cells, and the legend beside them.
pub fn find(cx: &mut Context<'_>) -> Vec<usize> {
    let (mut cells, mut done) = (Vec::new(), Vec::new());
    for (index, block) in cx.page.blocks.iter().enumerate() {
        let Kind::Image { source } = &block.kind else { continue };
        let file = source.rsplit('/').next().unwrap_or(source).to_owned();
        if let Some(call) = block.attribute("onmousedown").and_then(call) {
            cells.push((block.line, file, call));
        } else if let Some(colour) = COLOURS.iter().find(|colour| file.starts_with(**colour)) {
            let legend = |at: &usize| {
                let block = cx.page.blocks.get(*at);
                block.is_some_and(|block| matches!(block.kind, Kind::Cell { .. }) && block.text.as_str().len() < 160)
            };
            done.extend((index + 1..index + 4).take_while(legend));
            let said = cx.page.blocks[index + 1..]
                .iter()
                .find(|block| !block.text.is_blank())
                .map(|next| (next.line, next.text.as_str().trim().to_owned()));
            let (line, said) = said.filter(|(_, text)| !text.is_empty()).unwrap_or((block.line, (*colour).to_owned()));
            let finding = Finding::confirmed("the legend of the pictures; the patterns are checked cell by cell");
            cx.claim("pattern", line, &format!("{colour}: {said}"), finding);
        }
    }
    for (line, file, (x, y)) in cells {
        let finding = judge(cx, &file, (x, y));
        cx.claim("pattern", line, &format!("{} at ({x},{y})", file.split('.').next().unwrap_or(&file)), finding);
    }
    done
}

/// The numbers of `down_click(-2,1)`.
fn call(text: &str) -> Option<(i32, i32)> {
    let inner = text.split_once('(')?.1.split_once(')')?.0;
    let (x, y) = inner.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn judge(cx: &Context<'_>, file: &str, (x, y): (i32, i32)) -> Finding {
    let name = file.split('.').next().unwrap_or(file).trim_start_matches("White").trim_start_matches("Black");
    let Some((_, _, notation)) = PATTERNS.iter().find(|(px, py, _)| (*px, *py) == (x, y)) else {
        return special(cx, file, (x, y));
    };
    let (Some(piece), Some(movement)) = (cx.piece(name), movement_of(notation)) else {
        return Finding::not_checkable(format!("the pattern is `{notation}`; the rules have no piece called `{name}`"));
    };
    let geometry = &cx.rules.geometry;
    let flat = geometry.clone().with_topology(Topology::Rectangle);
    let own = &cx.rules.piece(piece).movement;
    let (drawn, later) = (later_moves(&movement), later_moves(own));
    if difference((&drawn, &flat), (&later, geometry), Side::White).is_none() {
        return Finding::confirmed(format!("the pattern `{notation}` is how the {} moves", cx.name(piece)));
    }
    let same_flat = difference((&drawn, &flat), (&later, &flat), Side::White);
    match same_flat {
        None => Finding::contradicted(format!(
            "the picture draws the flat pattern `{notation}`, but the board is a {}: the page contradicts itself, as the rest \
             of it speaks of joined edges",
            geometry.topology().name()
        ))
        .shown(lone(cx, piece)),
        Some(_) => Finding::new(
            Verdict::Suspicious,
            format!("the picture draws `{notation}`; the rules say `{}`", cx.rules.piece(piece).notation),
        ),
    }
}

fn lone(cx: &Context<'_>, piece: crate::rules::PieceId) -> String {
    let geometry = &cx.rules.geometry;
    let from = geometry.at(0, geometry.ranks() / 2).unwrap_or(crate::pages::moves::centre(geometry));
    crate::fen::write(&crate::pages::moves::setup_of(&cx.rules, &[(from, piece, Side::White)], Side::White), &*cx.rules)
}

/// Castling and capturing in passing, of which the picture shows only the outcome.
fn special(cx: &Context<'_>, file: &str, (x, y): (i32, i32)) -> Finding {
    match (x, y) {
        (1, 3) => {
            let passing = has_passing(cx);
            let detail = "the picture shows a capture in passing";
            if passing {
                Finding::confirmed(detail)
            } else {
                Finding::new(Verdict::Suspicious, format!("{detail}; the rules have none"))
            }
        }
        (5, 9) | (8, 9) | (1, -9) => {
            let castles = !cx.rules.castling.is_empty();
            let detail = "the picture shows castling";
            if castles {
                Finding::confirmed(detail)
            } else {
                Finding::new(Verdict::Suspicious, format!("{detail}; the rules have none"))
            }
        }
        _ => Finding::not_checkable(format!("what the picture {file} shows for ({x},{y}) is not known")),
    }
}

/// Can any piece capture in passing, and any be captured so?
pub fn has_passing(cx: &Context<'_>) -> bool {
    let rules = &cx.rules;
    let takes = |piece: &crate::rules::Piece| {
        piece.movement.patterns.iter().any(|pattern| pattern.terms().is_some_and(|terms| terms.en_passant))
    };
    let trails = |piece: &crate::rules::Piece| {
        piece.movement.patterns.iter().any(|pattern| pattern.legs().iter().any(|leg| leg.trail))
    };
    rules.pieces.iter().any(takes) && rules.pieces.iter().any(trails)
}

//! "Moves at a glance": cells that show a pattern when they are clicked. The pair in the call names a pattern, not a
//! square.

use crate::board::{Side, Square, SquareSet, Topology};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::model::Kind;
use crate::pages::moves::{Reach, difference, later_moves, movement_of};
use crate::pages::trial::{self, Trial};
use crate::rules::{CastlingRule, PieceId};

/// Patterns of the calls for pieces whose patterns are fixed.
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
    let (mut cells, mut done, mut legends) = (Vec::new(), Vec::new(), Vec::new());
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
            legends.push((line, *colour, said));
        }
    }
    for (line, colour, said) in legends {
        let words = format!("{colour}: {said}");
        let finding = once(cx, &words, |cx| legend(cx, colour, &said, &cells));
        cx.claim("pattern", line, &words, finding);
    }
    for (line, file, (x, y)) in cells {
        let words = format!("{} at ({x},{y})", file.split('.').next().unwrap_or(&file));
        let finding = once(cx, &words, |cx| judge(cx, &file, (x, y)));
        cx.claim("pattern", line, &words, finding);
    }
    done
}

/// More different cells than these are not looked at.
const MOST: usize = 500;

/// Reuses the result for the same words, if there is one.
fn once(cx: &mut Context<'_>, words: &str, find: impl FnOnce(&mut Context<'_>) -> Finding) -> Finding {
    if let Some(known) = cx.known.cells.get(words) {
        return known.clone();
    }
    if cx.known.cells.len() >= MOST {
        return Finding::not_understood("there are too many different cells: this one has not been looked at");
    }
    let found = find(cx);
    cx.known.cells.insert(words.to_owned(), found.clone());
    found
}

/// Judges whether a colour has the meaning of the legend, and whether the pieces shown have such moves by the rules.
fn legend(cx: &Context<'_>, colour: &str, said: &str, cells: &[(usize, String, (i32, i32))]) -> Finding {
    let text = said.to_lowercase();
    let words: &[&str] = match colour {
        "yellow" => &["slid", "ride", "block"],
        "orange" => &["leap", "jump"],
        "green" => &["non-capture", "without captur", "not captur"],
        _ => &["capture"],
    };
    if !words.iter().any(|word| text.contains(word)) || colour == "red" && text.contains("non-capture") {
        return Finding::contradicted(format!("the pictures use {colour} for something else: {}", words.join(", ")));
    }
    let shown: Vec<PieceId> = cells.iter().filter_map(|(_, file, _)| cx.piece(piece_of(file))).collect();
    let able = |piece: &&PieceId| {
        let piece = **piece;
        let reaches = || {
            let all = cx.rules.geometry.squares();
            all.iter().map(|from| Reach::later_of_piece(&cx.rules, piece, Side::White, from)).collect::<Vec<_>>()
        };
        match colour {
            "yellow" => slides(cx, piece),
            "orange" => crate::pages::judge::movement::jumps_over(cx, piece),
            "green" => reaches().iter().any(|reach| !(reach.quiet & !reach.capture).is_empty()),
            _ => reaches().iter().any(|reach| !(reach.capture & !reach.quiet).is_empty()),
        }
    };
    match shown.iter().find(able) {
        Some(piece) => {
            Finding::confirmed(format!("so the {} moves by the rules", cx.name(*piece))).shown(lone(cx, *piece))
        }
        None if shown.is_empty() => Finding::not_checkable("the legend of pictures that are not there"),
        None => Finding::contradicted("by the rules no piece shown here moves so").shown(lone(cx, shown[0])),
    }
}

/// Returns `true` if a piece on one square of its way can block it.
pub fn slides(cx: &Context<'_>, piece: PieceId) -> bool {
    let from = crate::pages::moves::centre(&cx.rules.geometry);
    let movement = later_moves(&cx.rules.piece(piece).movement);
    let study = crate::render::study::Study::new(&movement, &cx.rules.geometry, from);
    let ends = |friends: SquareSet| {
        let study = crate::render::study::Study { friends, ..study.clone() };
        study.walks().iter().map(|walk| walk.to).collect::<SquareSet>()
    };
    let open = ends(SquareSet::EMPTY);
    open.iter().any(|square| (open & !SquareSet::of(square)) != ends(SquareSet::of(square)))
}

/// `BlackKing` shows a king.
fn piece_of(file: &str) -> &str {
    let stem = file.split('.').next().unwrap_or(file);
    stem.trim_start_matches("White").trim_start_matches("Black")
}

/// The numbers of `down_click(-2,1)`.
fn call(text: &str) -> Option<(i32, i32)> {
    let inner = text.split_once('(')?.1.split_once(')')?.0;
    let (x, y) = inner.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn judge(cx: &mut Context<'_>, file: &str, (x, y): (i32, i32)) -> Finding {
    let name = piece_of(file);
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

fn lone(cx: &Context<'_>, piece: PieceId) -> String {
    let geometry = &cx.rules.geometry;
    let from = geometry.at(0, geometry.ranks() / 2).unwrap_or(crate::pages::moves::centre(geometry));
    crate::fen::write(&crate::pages::moves::setup_of(&cx.rules, &[(from, piece, Side::White)], Side::White), &*cx.rules)
}

/// Castling and en passant captures. The picture shows only their result.
fn special(cx: &mut Context<'_>, file: &str, (x, y): (i32, i32)) -> Finding {
    let (what, fits): (&str, fn(&Context<'_>, &CastlingRule) -> bool) = match (x, y) {
        (1, 3) => {
            let finding = trial::shown(cx, Trial::Passing);
            let detail = format!("the picture shows an en passant capture: {}", finding.detail);
            let verdict = if finding.verdict == Verdict::Contradicted { Verdict::Suspicious } else { finding.verdict };
            return Finding { verdict, detail, ..finding };
        }
        (5, 9) => ("castling by two squares to either side", |cx, rule| length(cx, rule) == Some(2)),
        (8, 9) => ("castling to the side of the last files", |cx, rule| towards_last_file(cx, rule)),
        (1, -9) => ("castling to the side of the first files", |cx, rule| !towards_last_file(cx, rule)),
        _ => return Finding::not_checkable(format!("what the picture {file} shows for ({x},{y}) is not known")),
    };
    let found = cx.rules.castling.iter().find(|rule| fits(cx, rule));
    match found {
        Some(rule) => Finding::confirmed(format!("the picture shows {what}; the rules have it as `{}`", rule.letter)),
        None => Finding::new(Verdict::Suspicious, format!("the picture shows {what}; the rules have none")),
    }
}

/// By how many squares a castling piece moves, if it starts on one square only.
fn length(cx: &Context<'_>, rule: &CastlingRule) -> Option<usize> {
    let from: Square = crate::pages::judge::conditions::at(rule.from)?;
    let geometry = &cx.rules.geometry;
    Some(geometry.file(from).abs_diff(geometry.file(rule.to)) + geometry.rank(from).abs_diff(geometry.rank(rule.to)))
}

fn towards_last_file(cx: &Context<'_>, rule: &CastlingRule) -> bool {
    let geometry = &cx.rules.geometry;
    2 * geometry.file(rule.to) >= geometry.files()
}

//! Claims that say in which directions pieces move, or how far, but not both.

use crate::board::{Side, Square};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::pages::moves::Reach;
use crate::pages::sentence::Topic;
use crate::rules::PieceId;

use super::movement;
use super::told::Told;
use super::ways::{compass, in_ways};

/// `Moves diagonally`: how far is not said.
pub fn towards(
    cx: &mut Context<'_>,
    piece: PieceId,
    notes: &[Note],
    aspect: Option<movement::Aspect>,
    told: &Told<'_>,
) -> Option<Finding> {
    let far = ["any", "step", "number", "leap", "bend", "like", "own"];
    let ways = ["W", "F", "K", "leap", "leap2", "bend", "like", "own", "except"];
    if notes.iter().all(|note| !ways.contains(&note.tag)) {
        return so_far(cx, piece, notes, aspect, told);
    }
    if notes.iter().any(|note| far.contains(&note.tag)) {
        return None;
    }
    let (named, barred) = lines_of(notes);
    let lines = named.iter().fold(0, |all, ways| all | ways);
    let mut found = goes(cx, piece, &in_ways(lines, "R", "B"), aspect, told.has("only"))?;
    // `Straight or diagonally, always backward`: it goes each way that is named.
    for ways in named.iter().filter(|_| named.len() > 1) {
        if found.verdict == Verdict::Confirmed {
            found = goes(cx, piece, &in_ways(*ways, "R", "B"), aspect, false)?;
        }
    }
    let denied = barred != 0 && found.verdict == Verdict::Confirmed;
    // `Straight but not diagonally`: it has no moves in the excepted ways.
    let other = denied.then(|| goes(cx, piece, &in_ways(barred, "R", "B"), aspect, false)).flatten();
    match other.is_some_and(|other| other.verdict == Verdict::Confirmed) {
        true => Some(Finding { verdict: Verdict::Contradicted, ..found }),
        false => Some(found),
    }
}

/// The ways that notes name, word by word, and those that they except, by bit. `Forward` alone is said of slanting moves too.
fn lines_of(notes: &[Note]) -> (Vec<u8>, u8) {
    let straight = notes.iter().any(|note| note.tag == "straight");
    let mut words: Vec<(char, String)> = Vec::new();
    let mut named = None;
    for note in notes {
        match note.tag {
            "W" | "F" | "K" => words.extend(note.tag.chars().next().map(|atom| (atom, String::new()))),
            "except" => named = Some(std::mem::take(&mut words)),
            "f" | "b" | "s" | "v" => {
                if let Some((atom, modifiers)) = words.last_mut() {
                    *atom = if *atom == 'W' && "fb".contains(note.tag) && !straight { 'K' } else { *atom };
                    modifiers.push_str(note.tag);
                }
            }
            _ => {}
        }
    }
    let ways = |words: Vec<(char, String)>| -> Vec<u8> {
        words.into_iter().map(|(atom, modifiers)| compass(atom, &modifiers)).collect()
    };
    match named {
        Some(named) => (ways(named), ways(words).into_iter().fold(0, |all, ways| all | ways)),
        None => (ways(words), 0),
    }
}

/// `Moves one square`, `at most two squares`: how far its moves go, whatever their direction.
fn so_far(
    cx: &mut Context<'_>,
    piece: PieceId,
    notes: &[Note],
    aspect: Option<movement::Aspect>,
    told: &Told<'_>,
) -> Option<Finding> {
    let step = notes.iter().any(|note| note.tag == "step").then_some(1);
    let said: Vec<u32> = notes.iter().filter_map(|note| told.number(note)).chain(step).collect();
    let most = *said.iter().max()?;
    if notes.iter().any(|note| note.tag == "any") {
        return None;
    }
    let geometry = cx.rules.geometry.clone();
    let far = |from: Square, to: Square| {
        let files = geometry.file(from).abs_diff(geometry.file(to));
        files.max(geometry.rank(from).abs_diff(geometry.rank(to))) as u32
    };
    let mut real = std::collections::BTreeSet::new();
    for (from, reach) in movement::every_square(cx, piece).iter() {
        let reach = match aspect {
            Some(movement::Aspect::Taking) => reach.capture,
            Some(movement::Aspect::Going) => reach.quiet,
            None => reach.quiet | reach.capture,
        };
        real.extend(reach.iter().map(|to| far(*from, to)));
    }
    if real.is_empty() || geometry.topology() != crate::board::Topology::Rectangle {
        return None;
    }
    let fits = match told.has("upto") {
        true => real.last() == Some(&most),
        false => real.iter().all(|far| said.contains(far)) && said.iter().all(|far| real.contains(far)),
    };
    let detail = format!("the rules say `{}`", cx.rules.piece(piece).notation);
    let finding = match () {
        () if fits => Finding::confirmed(detail),
        () if real.iter().any(|far| said.contains(far)) => Finding::new(Verdict::Incomplete, detail),
        () => Finding::contradicted(detail),
    };
    Some(finding.shown(movement::lone(cx, piece, None)))
}

/// Confirmed if the piece has a move that a notation has too.
pub fn goes(
    cx: &mut Context<'_>,
    piece: PieceId,
    notation: &str,
    aspect: Option<movement::Aspect>,
    only: bool,
) -> Option<Finding> {
    let movement = crate::pages::moves::movement_of(notation).filter(|_| !notation.is_empty())?;
    let rules = cx.rules.clone();
    let every = movement::every_square(cx, piece);
    // A piece that moves only over other pieces, or along marked lines, has no moves alone on the board.
    if every.iter().all(|(_, real)| real.quiet.is_empty() && real.capture.is_empty()) {
        return None;
    }
    let (mut goes, mut strays) = (false, false);
    for (from, real) in every.iter() {
        let lines = Reach::of(&movement, &rules.geometry, Side::White, *from).quiet;
        let real = match aspect {
            Some(movement::Aspect::Taking) => real.capture,
            Some(movement::Aspect::Going) => real.quiet,
            None => real.quiet | real.capture,
        };
        goes |= real.intersects(&lines);
        strays |= !real.is_subset(&lines);
    }
    let goes = goes && !(only && strays);
    cx.said.insert(Topic::Moves(piece));
    let detail = format!("the rules say `{}`", rules.piece(piece).notation);
    Some(Finding::of(goes, detail).shown(movement::lone(cx, piece, None)))
}

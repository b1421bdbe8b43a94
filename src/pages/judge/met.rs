//! Ends of the game that a condition meets, and the side that a condition is about.

use std::collections::BTreeSet;

use crate::board::Side;
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::rules::{Condition, End, PieceId, Verdict as Result};

use super::told::Told;

/// The ends of the rules that have a condition, with their results for the side that the condition is about.
pub struct Met {
    pub ends: Vec<(usize, Result)>,
    /// The reason why there is no such end, or the ends that the rules have.
    pub detail: String,
    /// A position that shows it.
    pub shown: Option<String>,
    /// A finding that takes the place of the comparison.
    pub instead: Option<Finding>,
}

impl Met {
    pub fn of(ends: Vec<(usize, Result)>, detail: impl Into<String>) -> Met {
        Met { ends, detail: detail.into(), shown: None, instead: None }
    }

    /// The same with the position that shows it.
    pub fn shown(self, position: Option<String>) -> Met {
        Met { shown: position, ..self }
    }

    pub fn none(detail: impl Into<String>) -> Met {
        Met::of(Vec::new(), detail)
    }
}

/// The side that a note behind a tag names, or that alone has the piece of that note.
pub fn named(cx: &Context<'_>, told: &Told<'_>, tag: &'static str) -> Option<Side> {
    let note = told.after(tag).iter().find(|note| ["side", "piece"].contains(&note.tag)).copied()?;
    if note.tag == "side" {
        return told.word(&note)?.side;
    }
    let piece = told.piece(&note)?;
    let [white, black] = Side::ALL.map(|side| !cx.placed(piece, Some(side)).is_empty());
    (white != black).then_some(if white { Side::White } else { Side::Black })
}

/// The side that a condition is about, if the sentence names a side.
pub fn bearer(cx: &Context<'_>, told: &Told<'_>) -> Option<Side> {
    let flipped = |side: Side| if flips(told) % 2 == 1 { !side } else { side };
    // Each name is looked at, so that none counts as left out.
    let [oside, opiece, sside, spiece] = ["oside", "opiece", "sside", "spiece"].map(|tag| named(cx, told, tag));
    oside.or(opiece).or(sside.or(spiece).map(flipped))
}

/// Pieces that a sentence means as a side are no part of its condition.
pub fn pieces_of(told: &Told<'_>) -> Vec<PieceId> {
    let notes = told.notes();
    let side = |at: usize| at > 0 && ["spiece", "rpiece", "opiece"].contains(&notes[at - 1].tag);
    notes.iter().enumerate().filter(|(at, _)| !side(*at)).filter_map(|(_, note)| told.piece(note)).collect()
}

/// How often the condition turns from the side that is spoken of to its opponent. What a side gives, its opponent
/// suffers, but a perpetual check is counted for the side that gives it.
pub fn flips(told: &Told<'_>) -> usize {
    let given = usize::from(told.has("giver") && !told.has("cperp"));
    let turned = told.notes().iter().filter(|note| note.tag == "flip").count();
    // `Checkmate is a win for the side that gives it`: the one who gains is named by what it did.
    if told.has("explicit") { given } else { turned + given }
}

pub fn ends(cx: &Context<'_>, wanted: impl Fn(&Condition) -> bool) -> Vec<(usize, Result)> {
    let all = cx.rules.ends.iter().enumerate();
    all.filter(|(_, end)| wanted(&end.condition)).map(|(index, end)| (index, end.verdict.clone())).collect()
}

/// The pieces that a side has, at the start or in its hand.
pub fn army_of(cx: &Context<'_>, side: Option<Side>) -> BTreeSet<PieceId> {
    let sides = side.map_or(Side::ALL.to_vec(), |side| vec![side]);
    let has = |piece: &PieceId| sides.iter().any(|side| !cx.placed(*piece, Some(*side)).is_empty());
    cx.rules.piece_ids().filter(has).collect()
}

/// The first end that is wanted.
pub fn end_of(cx: &Context<'_>, wanted: impl Fn(&Condition) -> bool) -> Option<End> {
    cx.rules.ends.iter().find(|end| wanted(&end.condition)).cloned()
}

/// Name of a result for the side that an end is about.
pub fn result_name(result: &Result) -> &'static str {
    match result {
        Result::Win => "a win for it",
        Result::Loss => "a loss for it",
        Result::Draw => "a draw",
        Result::Wins(Side::White) => "a win of White",
        Result::Wins(Side::Black) => "a win of Black",
        _ => "a result that depends on the pieces",
    }
}

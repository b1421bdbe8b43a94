//! The judge: what the rules say to a claim that was read. It knows nothing of sentences.

mod ends;
mod goals;
mod moves;
mod special;
mod start;
mod ways;

use std::collections::BTreeSet;

use crate::board::{Side, SquareSet};
use crate::rules::PieceId;

use super::claim::Finding;
use super::context::{Context, Topic, known_moves};
use super::grammar::{Note, Reading, Word};
use super::moves::fen_of;

/// A claim with what it speaks of.
pub struct Told<'t> {
    /// The claim as it was read.
    pub reading: &'t Reading,
    /// The words of its sentence.
    pub words: &'t [Word],
    /// The pieces that it is about.
    pub subjects: Vec<PieceId>,
    /// The line of the claim.
    pub line: usize,
    /// The sentence.
    pub text: &'t str,
    /// Is capturing told apart, here or in what follows?
    pub parted: bool,
}

/// A verdict of a kind.
pub type Judged = (&'static str, Finding);

impl Told<'_> {
    fn notes(&self) -> &[Note] {
        &self.reading.notes
    }

    /// Was this said?
    fn has(&self, tag: &str) -> bool {
        self.notes().iter().any(|note| note.tag == tag)
    }

    /// What was said behind a tag.
    fn after(&self, tag: &str) -> &[Note] {
        let at = self.notes().iter().position(|note| note.tag == tag);
        at.map_or(&[], |at| &self.notes()[at + 1..])
    }

    fn word(&self, note: &Note) -> Option<&Word> {
        self.words.get(note.word?)
    }

    fn piece(&self, note: &Note) -> Option<PieceId> {
        self.word(note).filter(|_| note.tag == "piece")?.piece
    }

    /// The pieces among some notes.
    fn pieces(&self, notes: &[Note]) -> Vec<PieceId> {
        notes.iter().filter_map(|note| self.piece(note)).collect()
    }

    fn number(&self, note: &Note) -> Option<u32> {
        match note.tag {
            "number" => self.word(note)?.number,
            "ordinal" => self.word(note)?.ordinal,
            _ => None,
        }
    }

    fn numbers(&self, tag: &str) -> Vec<u32> {
        self.notes().iter().filter(|note| note.tag == tag).filter_map(|note| self.number(note)).collect()
    }

    /// The side that is named.
    fn side(&self) -> Option<Side> {
        self.notes().iter().filter(|note| note.tag == "side").find_map(|note| self.word(note)?.side)
    }

    /// The notation that a name behind `like` stands for: the rules' own, or what the name means everywhere.
    fn notation(&self, cx: &Context<'_>, note: &Note, everywhere: bool) -> Option<String> {
        let word = self.word(note)?;
        let known = known_moves(&word.text).map(str::to_owned);
        let own = word.piece.map(|piece| cx.rules.piece(piece).notation.clone());
        // Where a piece takes otherwise than it goes, its name stands for what it means elsewhere.
        let divergent = own.as_ref().is_some_and(|own| own.contains(['m', 'c']));
        if everywhere || divergent { known.or(own) } else { own.or(known) }
    }

    /// The squares of White that a zone of ranks names, each rank counted from the side's own.
    fn ranks(&self, cx: &Context<'_>) -> Option<BTreeSet<usize>> {
        let count = cx.rules.geometry.ranks();
        let ordinals: BTreeSet<usize> = self.numbers("ordinal").into_iter().map(|rank| rank as usize).collect();
        let deep = self.after("lastn").first().and_then(|note| self.number(note));
        match (deep, self.has("lastrank")) {
            (Some(deep), _) => Some(((count + 1).saturating_sub(deep as usize)..=count).collect()),
            (None, true) => Some([count].into()),
            (None, false) => Some(ordinals).filter(|ranks| !ranks.is_empty()),
        }
    }
}

/// The ranks that squares lie on, counted from a side's own.
fn ranks_of(cx: &Context<'_>, side: Side, squares: SquareSet) -> BTreeSet<usize> {
    let geometry = &cx.rules.geometry;
    let own = |rank: usize| if side == Side::White { rank + 1 } else { geometry.ranks() - rank };
    (squares & geometry.squares()).iter().map(|square| own(geometry.rank(square))).collect()
}

fn start(cx: &Context<'_>) -> String {
    fen_of(&cx.rules, &cx.rules.setup)
}

fn of(cx: &Context<'_>, holds: bool, detail: impl Into<String>) -> Finding {
    Finding::of(holds, detail).shown(start(cx))
}

/// Numbers in a row.
fn row(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

/// The names of pieces in a row.
fn list(cx: &Context<'_>, pieces: impl IntoIterator<Item = PieceId>) -> String {
    let names: Vec<&str> = pieces.into_iter().map(|piece| cx.name(piece)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The verdicts on a claim; none where the rules do not say enough.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let shape = told.reading.shape;
    let one =
        |kind: &'static str, finding: Option<Finding>| finding.map(|finding| (kind, finding)).into_iter().collect();
    let topic = match shape {
        "castling" | "castlemove" | "castlecond" => Some(Topic::Castling),
        "passing" => Some(Topic::EnPassant),
        "stalemate" | "nostalemate" => Some(Topic::Stalemate),
        "mate" => Some(Topic::Mate),
        "repetition" | "perpetual" => Some(Topic::Repetition),
        "nmoves" => Some(Topic::NoProgress),
        "dead" => Some(Topic::Material),
        "counts" | "onrank" | "onsquares" | "nextto" | "between" => Some(Topic::Setup),
        "hold" | "droprank" | "dropinstead" => Some(Topic::Hand),
        "promote" | "promoteany" | "nopromote" => Some(Topic::Promotion),
        "captureforced" => Some(Topic::MustCapture),
        _ => None,
    };
    let found = match shape {
        "moves" => moves::each_way(cx, told).into_iter().map(|finding| ("moves", finding)).collect(),
        "notway" => one("moves", moves::not_that_way(cx, told)),
        "alike" => one("moves", moves::alike(cx, told)),
        "nomove" => one("moves", moves::no_way_back(cx, told)),
        "hop" => one("jump", moves::hops(cx, told)),
        "asusual" => one("moves", moves::as_usual(cx)),
        "nottake" => one("capture", moves::spares(cx, told)),
        "sidestep" => one("moves", moves::sidestep(cx, told)),
        "gate" => one("gating", special::gates(cx)),
        "jumps" | "onlyjumper" => one("jump", moves::jumps(cx, told)),
        "bound" => one("colour", moves::bound(cx, told)),
        "reached" => one("moves", moves::reached(cx, told)),
        "confined" | "freely" => one("confined", moves::confined(cx, told)),
        "double" => one("double step", moves::first_move(cx, told)),
        "promote" => special::promotes(cx, told),
        "promoteany" => one("promotion", special::promotes_to_all_but(cx, told)),
        "nopromote" => one("promotion", special::never(cx, told)),
        "mustpromote" => one("promotion", special::must(cx, told)),
        "onlypromote" => one("promotion", special::only_these(cx, told)),
        "several" => one("promotion", special::several(cx, told)),
        "allbut" => one("promotion", special::all_but(cx, told)),
        "castling" => one("castling", special::castling(cx, told)),
        "castlemove" => one("castling", special::castling_length(cx, told)),
        "castlecond" => special::castling_conditions(cx, told),
        "passing" => one("en passant", special::passing(cx, told)),
        "droprank" | "dropmate" | "dropfile" | "dropmust" => one("drop", special::drops(cx, told)),
        "hold" | "nodrops" | "dropinstead" | "revert" => one("drop", special::hands(cx, told)),
        "counts" | "none" | "total" | "handcount" => start::counts(cx, told),
        "onrank" | "onfile" | "onsquares" | "samefile" | "corners" => one("setup", start::places(cx, told)),
        "size" | "boardcount" => one("board", start::board(cx, told)),
        "first" | "turns" | "pass" | "mustmove" => one("turn", start::turn(cx, told)),
        "nextto" | "between" => one("setup", goals::neighbours(cx, told)),
        _ => {
            let mut found = ends::judge(cx, told);
            found.extend(goals::judge(cx, told));
            found
        }
    };
    if let Some(topic) = topic.filter(|_| !found.is_empty()) {
        cx.said.insert(topic);
    }
    found
}

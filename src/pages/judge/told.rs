//! A claim with its subject, and sentences that all judges share.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::board::{Side, SquareSet};
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::grammar::{Grammar, Note, Reading, Word};
use crate::pages::moves::fen_of;

use super::conditions;
use crate::rules::PieceId;

/// Notes of a claim that its judge has looked at.
#[derive(Default, Debug)]
pub struct Used(RefCell<BTreeSet<(&'static str, Option<usize>)>>);

impl Used {
    pub fn add(&self, note: &Note) {
        self.0.borrow_mut().insert((note.tag, note.word));
    }

    fn has(&self, note: &Note) -> bool {
        self.0.borrow().contains(&(note.tag, note.word))
    }
}

/// Notes on which a verdict must rest.
const WEIGHTY: [&str; 13] =
    ["piece", "side", "number", "ordinal", "square", "size", "letter", "not", "win", "loss", "draw", "most", "fewest"];

/// A claim with its subject.
pub struct Told<'t> {
    /// The claim as it was read.
    pub reading: &'t Reading,
    /// The words of its sentence.
    pub words: &'t [Word],
    /// The pieces that it is about.
    pub subjects: Vec<PieceId>,
    /// The side whose pieces these are, if an earlier clause said so.
    pub carried: Option<Side>,
    /// The line of the claim.
    pub line: usize,
    /// The sentence.
    pub text: &'t str,
    /// The notes that the judge has looked at.
    pub used: &'t Used,
    /// `true` if captures are described separately, here or in the text that follows.
    pub parted: bool,
    /// `true` if other sentences of the block speak of moves too.
    pub among: bool,
}

/// A verdict of a kind.
pub type Judged = (&'static str, Finding);

impl<'t> Told<'t> {
    /// The same claim with other notes.
    pub fn with<'o>(&self, reading: &'o Reading) -> Told<'o>
    where
        't: 'o,
    {
        let Told { words, carried, line, text, used, parted, among, .. } = *self;
        Told { reading, words, subjects: self.subjects.clone(), carried, line, text, used, parted, among }
    }

    pub fn notes(&self) -> &[Note] {
        &self.reading.notes
    }

    /// Returns `true` if the reading has the tag.
    pub fn has(&self, tag: &'static str) -> bool {
        self.used.add(&Note { tag, word: None });
        let mut notes = self.notes().iter().filter(|note| note.tag == tag);
        notes.by_ref().inspect(|note| self.used.add(note)).count() > 0
    }

    /// A note of weight that the judge has not looked at. A negation has weight if the claim could be made without it.
    pub fn unused(&self, cx: &Context<'_>, polar: bool) -> Option<&'static str> {
        let place = |tag: &str| self.notes().iter().position(|note| note.tag == tag);
        // The reader has looked at the subject.
        let subject = place("who").zip(place("ewho")).map_or(0..0, |(from, to)| from..to);
        let asked = |tag: &'static str| self.used.has(&Note { tag, word: None });
        let answered = |note: &Note| match note.tag {
            "win" => asked("loss"),
            "loss" => asked("win"),
            "most" => asked("fewest"),
            "not" => !polar || asked("allowed") || asked("may"),
            "piece" => self.piece_is_plain(cx, note),
            _ => false,
        };
        let left = self.notes().iter().enumerate().find(|(at, note)| {
            WEIGHTY.contains(&note.tag) && !self.used.has(note) && !subject.contains(at) && !answered(note)
        });
        left.map(|(_, note)| note.tag)
    }

    /// Returns `true` if a piece is the subject, or plays the part that the claim gives to such pieces.
    fn piece_is_plain(&self, cx: &Context<'_>, note: &Note) -> bool {
        let Some(piece) = note.word.and_then(|word| self.words.get(word)?.piece) else { return true };
        let castles = self.reading.shape.starts_with("castle")
            && cx.rules.castling.iter().any(|rule| {
                [rule.from, rule.partner_from]
                    .iter()
                    .filter_map(|from| conditions::at(*from))
                    .any(|square| cx.rules.setup.pieces[square.index()].is_some_and(|placed| placed.piece == piece))
            });
        let plain = self.words.get(note.word.unwrap_or(0)).is_some_and(|word| is_plain(cx.grammar, word));
        let royal = cx.called_royal() == Some(piece) || cx.rules.piece(piece).royalty.is_ever_royal();
        plain || castles || royal || self.subjects.contains(&piece)
    }

    /// The notes after a tag.
    pub fn after(&self, tag: &'static str) -> &[Note] {
        self.has(tag);
        let at = self.notes().iter().position(|note| note.tag == tag);
        at.map_or(&[], |at| &self.notes()[at + 1..])
    }

    pub fn word(&self, note: &Note) -> Option<&Word> {
        self.used.add(note);
        self.words.get(note.word?)
    }

    pub fn piece(&self, note: &Note) -> Option<PieceId> {
        self.word(note).filter(|_| note.tag == "piece")?.piece
    }

    /// The pieces among some notes.
    pub fn pieces(&self, notes: &[Note]) -> Vec<PieceId> {
        notes.iter().filter_map(|note| self.piece(note)).collect()
    }

    pub fn number(&self, note: &Note) -> Option<u32> {
        match note.tag {
            "number" => self.word(note)?.number,
            "ordinal" => self.word(note)?.ordinal,
            _ => None,
        }
    }

    pub fn numbers(&self, tag: &str) -> Vec<u32> {
        self.notes().iter().filter(|note| note.tag == tag).filter_map(|note| self.number(note)).collect()
    }

    /// The side that is named, here or where its pieces were.
    pub fn side(&self) -> Option<Side> {
        let named = self.notes().iter().filter(|note| note.tag == "side").find_map(|note| self.word(note)?.side);
        named.or(self.carried)
    }

    /// The notation that a name behind `like` stands for: the rules' own, or what the name means everywhere.
    pub fn notation(&self, cx: &Context<'_>, note: &Note, everywhere: bool) -> Option<String> {
        let word = self.word(note)?;
        let known = cx.grammar.known_moves(&word.text).map(str::to_owned);
        let own = word.piece.map(|piece| cx.rules.piece(piece).notation.clone());
        // For a piece that captures differently from its quiet moves, its name has the usual meaning.
        let divergent = own.as_ref().is_some_and(|own| own.contains(['m', 'c']));
        // A page may liken the only piece of a game to one of chess.
        let guessed = cx.is_guessed(&word.text);
        if everywhere || divergent || guessed { known.or(own) } else { own.or(known) }
    }

    /// The squares of White that a zone of ranks names, each rank counted from the side's own.
    pub fn ranks(&self, cx: &Context<'_>) -> Option<BTreeSet<usize>> {
        let count = cx.rules.geometry.ranks();
        // `On the 7th rank instead of the 8th`.
        let said = self.notes().iter().take_while(|note| note.tag != "skip");
        let ordinals = said.filter(|note| note.tag == "ordinal").filter_map(|note| self.number(note));
        let ordinals: BTreeSet<usize> = ordinals.map(|rank| rank as usize).collect();
        let counted = self.after("rankn").iter().take_while(|note| note.tag == "number");
        let ordinals =
            ordinals.into_iter().chain(counted.filter_map(|note| self.number(note)).map(|rank| rank as usize));
        let ordinals: BTreeSet<usize> = ordinals.collect();
        let deep = self.after("lastn").first().and_then(|note| self.number(note));
        match (deep, self.has("lastrank")) {
            (Some(deep), _) => Some(((count + 1).saturating_sub(deep as usize)..=count).collect()),
            (None, true) => Some([count].into()),
            (None, false) => Some(ordinals).filter(|ranks| !ranks.is_empty()),
        }
    }
}

/// Returns `true` for `piece`, `stone` and the like: a name that any piece has.
pub fn is_plain(grammar: &Grammar, word: &Word) -> bool {
    grammar.is_any_piece(&word.text)
}

/// The ranks that squares lie on, counted from a side's own.
pub fn ranks_of(cx: &Context<'_>, side: Side, squares: SquareSet) -> BTreeSet<usize> {
    let geometry = &cx.rules.geometry;
    let own = |rank: usize| if side == Side::White { rank + 1 } else { geometry.ranks() - rank };
    (squares & geometry.squares()).iter().map(|square| own(geometry.rank(square))).collect()
}

pub fn start(cx: &Context<'_>) -> String {
    fen_of(&cx.rules, &cx.rules.setup)
}

pub fn of(cx: &Context<'_>, holds: bool, detail: impl Into<String>) -> Finding {
    Finding::of(holds, detail).shown(start(cx))
}

/// Numbers in a row.
pub fn row(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

/// The names of pieces in a row.
pub fn list(cx: &Context<'_>, pieces: impl IntoIterator<Item = PieceId>) -> String {
    let names: Vec<&str> = pieces.into_iter().map(|piece| cx.name(piece)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The squares of all pieces of a side.
pub fn army(cx: &Context<'_>, side: Side) -> SquareSet {
    cx.rules.piece_ids().fold(SquareSet::EMPTY, |all, piece| all | cx.placed(piece, Some(side)))
}

/// The number of moves in a turn of White and of Black; `None` if it changes or a turn may go on.
pub fn moves_of_turns(cx: &Context<'_>) -> Option<[u32; 2]> {
    let turns = cx.rules.tree.turns.as_ref();
    let moves = cx.rules.moves_of_turns().filter(|_| turns.is_none_or(|turns| turns.goes_on.is_none()))?;
    Some([moves.white, moves.black])
}

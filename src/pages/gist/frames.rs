//! Frames: claims that are told by their weighty words alone, as data. `grammar/english/frames.txt` says how they are written.

use std::sync::LazyLock;

use crate::pages::context::Context;
use crate::pages::grammar::Note;
use crate::rules::PieceId;

use super::clause::{Clause, Item, tag};
use super::found::Found;
use super::lexicon::FRAMES;

/// One kind of item, or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Concept(&'static str),
    Piece,
    Royal,
    Promoter,
    Side,
    One,
    Two,
    Count,
    Ordinal,
    Square,
    Size,
    /// A piece of other games.
    Foreign,
    /// A word for a win, a loss or a draw. A clause has words for one of these only.
    Result,
    /// The clause is denied.
    Denied,
    /// The clause is not denied.
    Affirmed,
}

/// Concepts of results, with their notes.
const RESULTS: [(&str, &str); 3] = [("win", "win"), ("lose", "loss"), ("draw", "draw")];

impl Part {
    fn read(word: &'static str) -> Part {
        match word.trim_end_matches('*') {
            "@piece" => Part::Piece,
            "@royal" => Part::Royal,
            "@pawn" => Part::Promoter,
            "@side" => Part::Side,
            "@one" => Part::One,
            "@two" => Part::Two,
            "@count" => Part::Count,
            "@ordinal" => Part::Ordinal,
            "@square" => Part::Square,
            "@size" => Part::Size,
            "@foreign" => Part::Foreign,
            "@result" => Part::Result,
            "denied" => Part::Denied,
            "affirmed" => Part::Affirmed,
            concept => Part::Concept(concept),
        }
    }

    /// `true` if an item may stand in this place.
    fn fits(self, cx: &Context<'_>, item: Item) -> bool {
        match (self, item) {
            (Part::Concept(wanted), Item::Concept(name)) => wanted == name,
            (Part::Result, Item::Concept(name)) => RESULTS.iter().any(|(result, _)| *result == name),
            (Part::Denied | Part::Affirmed, Item::Concept(name)) => Clause::NEGATIONS.contains(&name),
            (Part::Royal, Item::Piece(piece)) => cx.rules.piece(piece).royalty.is_ever_royal(),
            (Part::Promoter, Item::Piece(piece)) => cx.promotes(piece),
            (Part::One, Item::Number(number) | Item::Ordinal(number)) => number == 1,
            (Part::Two, Item::Number(number)) => number == 2,
            (Part::Count, Item::Number(number) | Item::Ordinal(number)) => number > 1,
            (Part::Piece, Item::Piece(_))
            | (Part::Side, Item::Side)
            | (Part::Ordinal, Item::Ordinal(_))
            | (Part::Square, Item::Square)
            | (Part::Size, Item::Size)
            | (Part::Foreign, Item::Foreign) => true,
            _ => false,
        }
    }
}

/// A note that a claim gets from its clause.
enum Mark {
    Tag(&'static str),
    /// The notes of items.
    Items(Part),
    /// A note if the clause is denied.
    Denied(&'static str),
    /// A note if a concept is there.
    If(&'static str, &'static str),
    Result,
    About,
    /// The pieces are the subjects, if there are any.
    Named,
    Promoters,
}

impl Mark {
    fn read(word: &'static str) -> Mark {
        match word {
            "about" => Mark::About,
            "named" => Mark::Named,
            "pawns" => Mark::Promoters,
            "result" => Mark::Result,
            "deny" => Mark::Denied("not"),
            _ if word.starts_with('@') => Mark::Items(Part::read(word)),
            _ => match (word.strip_prefix("deny:"), word.split_once('?')) {
                (Some(note), _) => Mark::Denied(note),
                (_, Some((concept, note))) => Mark::If(concept, note),
                _ => Mark::Tag(word),
            },
        }
    }
}

struct Frame {
    sure: bool,
    claims: Vec<(&'static str, Vec<Mark>)>,
    /// An item of each group is needed.
    needed: Vec<Vec<Part>>,
    allowed: Vec<Part>,
    /// Items that may be there more than once.
    several: Vec<Part>,
    order: Vec<(Part, Part)>,
}

static ALL: LazyLock<Vec<Frame>> = LazyLock::new(|| {
    let lines = FRAMES.lines().filter(|line| !line.starts_with('#'));
    let mut sets: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    let mut frames = Vec::new();
    for (left, right) in lines.filter_map(|line| line.split_once(" = ")) {
        let named = |word: &'static str| match word.strip_prefix('%') {
            Some(name) => sets.iter().find(|(set, _)| *set == name).map_or(Vec::new(), |(_, words)| words.clone()),
            None => vec![word],
        };
        let words = |text: &'static str| text.split_whitespace().flat_map(&named).collect::<Vec<_>>();
        match left.strip_prefix("set ") {
            Some(name) => {
                let all = words(right);
                sets.push((name.trim(), all));
            }
            None => frames.push(Frame::read(left, right, &words)),
        }
    }
    frames
});

impl Frame {
    fn read(left: &'static str, right: &'static str, words: &dyn Fn(&'static str) -> Vec<&'static str>) -> Frame {
        let (items, order) = right.split_once(" : ").unwrap_or((right, ""));
        let (needed, allowed) = items.split_once('/').unwrap_or((items, ""));
        let claim = |text: &'static str| {
            let mut words = text.split_whitespace();
            (words.next().unwrap_or_default(), words.map(Mark::read).collect())
        };
        let all = || words(needed).into_iter().flat_map(|group| group.split('|')).chain(words(allowed));
        Frame {
            sure: !left.starts_with('~'),
            claims: left.trim_start_matches('~').split('&').map(claim).collect(),
            needed: words(needed).into_iter().map(|group| group.split('|').map(Part::read).collect()).collect(),
            allowed: words(allowed).into_iter().map(Part::read).collect(),
            several: all().filter(|word| word.ends_with('*')).map(Part::read).collect(),
            order: words(order)
                .into_iter()
                .filter_map(|pair| pair.split_once('<'))
                .map(|(one, other)| (Part::read(one), Part::read(other)))
                .collect(),
        }
    }

    /// The claims that a clause makes if it fits.
    fn found(&self, cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
        let any = |part: &Part| clause.items.iter().any(|(item, _)| part.fits(cx, *item));
        let denied = clause.is_denied();
        let met = |part: &Part| match part {
            Part::Denied => denied,
            Part::Affirmed => !denied,
            part => any(part),
        };
        if !self.needed.iter().all(|group| group.iter().any(met)) {
            return None;
        }
        let marks = || self.claims.iter().flat_map(|(_, marks)| marks);
        let negates = marks().any(|mark| matches!(mark, Mark::Denied(_)));
        let place = |item: Item| {
            let all = self.needed.iter().flatten().chain(&self.allowed);
            negates && Part::Denied.fits(cx, item) || all.into_iter().any(|part| part.fits(cx, item))
        };
        if !clause.fits(place) || !self.counted(cx, clause) || !self.ordered(cx, clause) {
            return None;
        }
        let results: Vec<&'static str> =
            RESULTS.into_iter().filter(|(concept, _)| clause.has(concept)).map(|(_, note)| note).collect();
        let told = self.needed.iter().flatten().any(|part| *part == Part::Result)
            || marks().any(|m| matches!(m, Mark::Result));
        if told && results.len() != 1 {
            return None;
        }
        let claim = |(shape, marks): &(&'static str, Vec<Mark>)| self.claim(cx, clause, shape, marks, denied, &results);
        self.claims.iter().map(claim).collect()
    }

    fn claim(
        &self,
        cx: &Context<'_>,
        clause: &Clause<'_>,
        shape: &'static str,
        marks: &[Mark],
        denied: bool,
        results: &[&'static str],
    ) -> Option<Found> {
        let (mut notes, mut subjects): (Vec<Note>, Vec<PieceId>) = (Vec::new(), Vec::new());
        for mark in marks {
            match mark {
                Mark::Tag(note) => notes.push(tag(note)),
                Mark::Items(part) => notes.extend(clause.notes(|item| part.fits(cx, item))),
                Mark::Denied(note) => notes.extend(denied.then(|| tag(note))),
                Mark::If(concept, note) => notes.extend(clause.has(concept).then(|| tag(note))),
                Mark::Result => notes.extend(results.iter().map(|note| tag(note))),
                Mark::About | Mark::Named => {
                    subjects = clause.pieces().into_iter().map(|(piece, _)| piece).collect();
                    subjects.dedup();
                    if subjects.is_empty() {
                        subjects.extend(clause.subject);
                    }
                    if subjects.is_empty() && matches!(mark, Mark::About) {
                        return None;
                    }
                }
                Mark::Promoters => {
                    subjects = cx.rules.piece_ids().filter(|piece| cx.promotes(*piece)).take(1).collect();
                }
            }
        }
        Some(Found::Shape { shape, notes, subjects, sure: self.sure })
    }

    /// `true` if no item that may be there once is there twice.
    fn counted(&self, cx: &Context<'_>, clause: &Clause<'_>) -> bool {
        let once = [Part::Piece, Part::Side, Part::Count, Part::Ordinal, Part::Square, Part::Size];
        once.into_iter().all(|part| {
            let allows = |other: &Part| match part {
                Part::Piece => [Part::Piece, Part::Royal, Part::Promoter].contains(other),
                Part::Ordinal => [Part::Ordinal, Part::One].contains(other),
                part => part == *other,
            };
            let mut all: Vec<Item> =
                clause.items.iter().map(|(item, _)| *item).filter(|item| part.fits(cx, *item)).collect();
            all.dedup();
            all.len() < 2 || self.several.iter().any(allows)
        })
    }

    fn ordered(&self, cx: &Context<'_>, clause: &Clause<'_>) -> bool {
        let place = |part: &Part| clause.items.iter().position(|(item, _)| part.fits(cx, *item));
        self.order.iter().all(|(one, other)| match (place(one), place(other)) {
            (Some(one), Some(other)) => one < other,
            _ => true,
        })
    }
}

/// The claims of the first frame that a clause fits.
pub(super) fn frames(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    ALL.iter().find_map(|frame| frame.found(cx, clause))
}

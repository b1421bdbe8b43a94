//! How pieces move: directions, a distance, and pieces that they move like.

use std::ops::Range;

use crate::pages::context::{Context, known_moves};
use crate::pages::judge::movement::Aspect;
use crate::rules::PieceId;

use super::clause::{Clause, Item};
use super::found::Found;

/// Words that a clause about moves may have.
const AROUND: [&str; 33] = [
    "move",
    "capture",
    "square",
    "all",
    "any",
    "combined",
    "diagonal",
    "straight",
    "vertical",
    "sideways",
    "forward",
    "backward",
    "round",
    "far",
    "quietly",
    "piece",
    "time",
    "jump",
    "single",
    "same",
    "usual",
    "game",
    "likeness",
    "knightleap",
    "upto",
    "player",
    "exist",
    "direction",
    "own",
    "over",
    "only",
    "vacant",
    "double",
];

/// More pieces than these are no likeness.
const MOST_LIKE: usize = 2;

/// `A rook goes any distance straight`, `moves like a bishop or a knight`.
pub(super) fn moves(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    let numbered = |wanted: u32| clause.items.iter().any(|(item, _)| *item == Item::Number(wanted));
    // `One or two squares`.
    let both = numbered(1) && (numbered(2) || clause.has("double"));
    let measured = clause.has("upto") || clause.has("jump") || both;
    let plain = |item: Item| match item {
        Item::Piece(_) | Item::Number(1) => true,
        Item::Number(2..=9) | Item::Ordinal(2..=3) | Item::Concept("double") => measured,
        _ => false,
    };
    let denied = clause.has("except") || clause.has("not");
    let around = [
        &AROUND[..],
        if denied && (clause.has("round") || clause.has("direction")) { &["except", "not"] } else { &[] },
    ]
    .concat();
    // `One point diagonally inside the palace`.
    let inside = |piece: PieceId| cx.rules.piece(piece).confined.white != cx.rules.geometry.squares();
    let kept = clause.subject.is_some_and(inside) && clause.has("palace");
    let around = [&around[..], if kept { &["palace", "stay"] } else { &[] }].concat();
    if !clause.is_only(&around, plain) {
        return None;
    }
    let pieces = clause.pieces();
    // The piece that is likened stands first.
    let named = pieces.first().filter(|(_, place)| *place == 0 || clause.items[..*place].iter().all(is_article));
    let (subject, likes) = match (named, clause.subject) {
        (Some((piece, _)), _) => (*piece, &pieces[1..]),
        (None, Some(piece)) => (piece, &pieces[..]),
        (None, None) => return None,
    };
    // `The move of a pawn` likens it to nothing.
    let itself = |(piece, _): &(PieceId, usize)| named.is_none() && *piece == subject;
    let likes: Vec<(PieceId, usize)> = likes.iter().filter(|like| !itself(like)).copied().collect();
    // `Moves forward and captures diagonally` says two things.
    let between = |one: usize, other: usize| clause.items[one.min(other)..one.max(other)].len() > 1;
    if clause.place("move").zip(clause.place("capture")).is_some_and(|(one, other)| between(one, other)) {
        return None;
    }
    let directed = directions(clause)?;
    let likes = likes.iter().map(|(_, place)| alike(cx, clause, *place)).collect::<Option<Vec<_>>>()?;
    if likes.is_empty() && directed.is_empty() || likes.iter().any(String::is_empty) {
        return None;
    }
    // A row of pieces says where they stand or what they are.
    let likened = ["combined", "same", "likeness"].into_iter().any(|name| clause.has(name));
    let likened = likened || clause.has_word("like") || clause.has_word("as");
    // A jump with no length says only that it jumps.
    if clause.has("jump") && likes.is_empty() && directed.is_empty() {
        return None;
    }
    if likes.is_empty() && (clause.has("same") || clause.has("usual") || clause.has("game")) {
        return None;
    }
    if !likes.is_empty() && (!likened || likes.len() > MOST_LIKE) {
        return None;
    }
    let aspect = match (clause.has("capture"), clause.has("move"), clause.has("quietly")) {
        (_, _, true) => Some(Aspect::Going),
        (true, false, _) => Some(Aspect::Taking),
        _ => None,
    };
    let notation = likes.concat() + &directed;
    Some(vec![Found::Moves { piece: subject, notation, aspect }])
}

fn is_article(item: &(Item, usize)) -> bool {
    matches!(item.0, Item::Concept("all" | "any"))
}

/// The usual moves of the piece of an item; its own moves where it has no usual ones.
fn alike(cx: &Context<'_>, clause: &Clause<'_>, place: usize) -> Option<String> {
    let (Item::Piece(piece), at) = clause.items[place] else { return None };
    let own = cx.rules.piece(piece).notation.clone();
    let known = known_moves(&clause.words.get(at)?.text).map(str::to_owned);
    let plain = !own.contains(['m', 'c', 'i']);
    known.or(plain.then_some(own))
}

/// Words that part directions: `diagonally or forward`.
const PARTING: [&str; 4] = ["or", "and", "plus", ","];

/// The notation of the directions and the distance of a clause: empty without a direction, `None` if they are not clear.
fn directions(clause: &Clause<'_>) -> Option<String> {
    if let Some(at) = clause.place("except").or_else(|| clause.place("not")) {
        return all_but(clause, clause.items[at].1);
    }
    let whole = Way::of(clause, 0..usize::MAX);
    if clause.has("knightleap") {
        return (!whole.is_directed() && !whole.far && !whole.one && whole.length.is_none()).then(|| "N".to_owned());
    }
    if !whole.is_directed() {
        return (!whole.far && !whole.one && whole.length.is_none()).then(String::new);
    }
    let mut found = String::new();
    let mut slanted = false;
    for part in clause.parted(&PARTING) {
        let way = Way::of(clause, part);
        if !way.is_directed() {
            continue;
        }
        // `Diagonally forward or backward`: the second word may be meant in the sense of the first.
        let follows = slanted && !way.diagonal && !way.straight && !way.round && !way.one && !way.far;
        let own = way.one || way.far || way.length.is_some();
        let Way { one, far, length, .. } = if own { &way } else { &whole };
        let (one, far, length) = (*one, *far, *length);
        if follows {
            return None;
        }
        slanted = way.diagonal;
        found.push_str(&Way { one, far, length, ..way }.notation()?);
    }
    Some(found)
}

/// `Every direction but diagonally backward`: one step in the eight directions without those behind the exception.
fn all_but(clause: &Clause<'_>, at: usize) -> Option<String> {
    let (all, not) = (Way::of(clause, 0..at), Way::of(clause, at..usize::MAX));
    let directed = all.diagonal || all.straight || !all.towards.is_empty() || all.far;
    // `But backward` may mean one direction or three.
    if !(all.round || clause.has("direction"))
        || directed
        || not.diagonal == not.straight
        || not.round
        || not.far
        || not.length.is_some()
    {
        return None;
    }
    let (letters, atom, rest) = if not.diagonal { ("fb", 'F', "W") } else { ("fbs", 'W', "F") };
    let kept: String = letters.chars().filter(|letter| !not.towards.contains(*letter)).collect();
    let left = if not.towards.is_empty() || kept.is_empty() { String::new() } else { format!("{kept}{atom}") };
    Some(format!("{rest}{left}"))
}

/// The directions and distances of some words.
struct Way {
    one: bool,
    far: bool,
    /// The number of squares, and whether they are jumped.
    length: Option<(u32, bool)>,
    diagonal: bool,
    straight: bool,
    round: bool,
    /// `forward`, `backward`, `vertical` and `sideways`, as letters of a notation.
    towards: String,
}

impl Way {
    fn of(clause: &Clause<'_>, places: Range<usize>) -> Way {
        let items = || clause.items.iter().filter(|(_, at)| places.contains(at)).map(|(item, _)| *item);
        let has = |name: &str| items().any(|item| matches!(item, Item::Concept(other) if other == name));
        let letters = [("forward", "f"), ("backward", "b"), ("vertical", "v"), ("sideways", "s")];
        let number = |item: Item| match item {
            Item::Number(number @ 2..) | Item::Ordinal(number @ 2..) => Some(number),
            _ => None,
        };
        let mut numbers = items().filter_map(number).chain(has("double").then_some(2));
        Way {
            length: numbers.next().filter(|_| numbers.next().is_none()).map(|number| (number, !clause.has("upto"))),
            one: items().any(|item| item == Item::Number(1)) || has("single"),
            far: has("far"),
            diagonal: has("diagonal"),
            straight: has("straight"),
            round: has("round"),
            towards: letters.into_iter().filter(|(name, _)| has(name)).map(|(_, letter)| letter).collect(),
        }
    }

    fn is_directed(&self) -> bool {
        self.diagonal || self.straight || self.round || !self.towards.is_empty()
    }

    fn notation(&self) -> Option<String> {
        let named = |step: &str, slanted: &str| (step.to_owned(), slanted.to_owned(), format!("{step}{slanted}"));
        let (step, slanted, all) = match (self.one, self.far, self.length) {
            (true, false, None) => named("W", "F"),
            (true, false, Some((2, true))) => named("WD", "FA"),
            (false, true, None) => named("R", "B"),
            (false, false, Some((2, true))) => named("D", "A"),
            (false, false, Some((3, true))) => named("H", "G"),
            (_, false, Some((most, false))) => named(&format!("W{most}"), &format!("F{most}")),
            _ => return None,
        };
        let towards = &self.towards;
        let sideways = towards.contains('s');
        Some(match (self.round, self.diagonal, self.straight) {
            (true, both, other) if both == other && towards.is_empty() => all,
            (false, true, true) if towards.is_empty() => all,
            (false, true, false) if !sideways && !towards.contains('v') => format!("{towards}{slanted}"),
            (false, false, true) if !sideways => format!("{towards}{step}"),
            (false, false, false) => format!("{towards}{step}"),
            _ => return None,
        })
    }
}

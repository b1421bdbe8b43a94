//! Pieces that make two steps in one move, and restrictions on trading them.

use crate::board::{Geometry, Square, Step};
use crate::rules::movement::Leap;
use crate::rules::tree::{DeedKind, Gain, Layer, Moves, RelationKind, Taker, Word};
use crate::rules::{Trade, TwoSteps};

use super::book::{Book, effects, moves_of};
use super::say::*;

/// The letters for the eight directions, clockwise from straight ahead.
const LETTERS: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];

/// The same for leaps that go farther one way than the other.
const OBLIQUE: [&str; 8] = ["rf", "fr", "br", "rb", "lb", "bl", "fl", "lf"];

/// The atoms whose eight leaps have the same length, with the letters of their directions.
const ATOMS: [(Leap, char, [&str; 8]); 4] = [
    (Leap::Main(1), 'K', LETTERS),
    (Leap::Oblique { short: 1, long: 2 }, 'N', OBLIQUE),
    (Leap::Oblique { short: 1, long: 3 }, 'C', OBLIQUE),
    (Leap::Oblique { short: 2, long: 3 }, 'Z', OBLIQUE),
];

/// Moves of two steps, each of which may capture.
pub(super) fn step_twice(book: &mut Book) {
    for rule in &book.rules.beyond.takes.two_steps {
        let Some(text) = notation_of(rule, &book.rules.geometry) else {
            book.leave_out("rules/takes/two_steps", "steps of several lengths, or on boards that turn them around");
            continue;
        };
        let gains = text.iter().map(|text| Gain::Also(book.notation(text))).collect();
        let taker = if book.rules.beyond.takes.from_afar { Taker::Stays } else { Taker::Goes };
        let moves = Moves { gains, told_apart: true, taker, ..moves_of(book.kinds(&rule.by)) };
        book.moves("two_steps", moves, None);
    }
}

/// Notations of two steps: one for all directions, or one for each. `None` if the steps are of several lengths, or the second step
/// depends on the board and not on the first.
fn notation_of(rule: &TwoSteps, geometry: &Geometry) -> Option<Vec<String>> {
    // Boards of other shapes do not have eight directions.
    if geometry.topology().is_hexagonal() || geometry.levels() > 1 {
        return None;
    }
    let (headings, letter, letters) = ATOMS.iter().find_map(|(leap, letter, letters)| {
        let heading = |step: &Step| (0..8).find(|heading| leap.step(*heading) == *step);
        Some((rule.steps.iter().map(heading).collect::<Option<Vec<u8>>>()?, *letter, letters))
    })?;
    let everywhere = letter == 'K' && (0..8).all(|heading| headings.contains(&heading));
    let way = |heading: &u8| letters[usize::from(*heading)];
    // Leaps that go farther one way than the other are written in brackets.
    let pair = |first: &u8, second: &str| match letter {
        'K' => format!("{}mca{second}K", way(first)),
        _ => format!("[{}mc{letter}-{second}{letter}]", way(first)),
    };
    match (rule.straight, everywhere) {
        (false, true) => Some(vec!["mcaK".to_owned(), "mcabK".to_owned()]),
        (true, true) => Some(vec!["mcavK".to_owned()]),
        (true, false) if letter == 'K' => {
            let atom = |heading: &u8| if heading.is_multiple_of(2) { 'W' } else { 'F' };
            Some(headings.iter().map(|heading| format!("{}mcav{}", way(heading), atom(heading))).collect())
        }
        (true, false) => Some(headings.iter().flat_map(|one| ["f", "b"].map(|turn| pair(one, turn))).collect()),
        (false, false) if is_upright(geometry, &rule.steps) => {
            let second = |one: &u8, other: &u8| pair(one, LETTERS[usize::from((other + 8 - one) % 8)]);
            Some(headings.iter().flat_map(|one| headings.iter().map(move |other| second(one, other))).collect())
        }
        (false, false) => None,
    }
}

/// `true` if a step in a direction always continues in the same direction on the next square.
fn is_upright(geometry: &Geometry, steps: &[Step]) -> bool {
    let keeps = |square: Square, step: Step| geometry.step(square, step).is_none_or(|landing| landing.onward == step);
    geometry.squares().iter().all(|square| steps.iter().all(|step| keeps(square, *step)))
}

/// Adds restrictions on trading certain pieces for each other.
pub(super) fn keep_from_trading(book: &mut Book) {
    for trade in &book.rules.beyond.relations.trades {
        forbid_answers(book, trade);
        spare_protected(book, trade);
    }
}

/// When a piece of another kind has captured one of them, a piece of another kind may capture one in answer only on the
/// same square.
fn forbid_answers(book: &mut Book, trade: &Trade) {
    let kinds = || book.kinds(&trade.pieces);
    let prey = || enemy(kinds());
    let last = || that_are(word(Word::LastCaptured), own(kinds()));
    let struck = all(vec![any(last()), is_not(word(Word::LastOrigin), kinds())]);
    let elsewhere = any(that(that_are(captured(), prey()), no(on(squares_of(last()), it()))));
    let answers = vec![by(of(deed(DeedKind::Capture), prey()), except(pieces(), kinds()))];
    book.forbid("no_answer", answers, Some(all(vec![struck, elsewhere])));
}

/// The squares on which captured pieces stood.
fn squares_of(set: crate::rules::tree::Set) -> crate::rules::tree::Set {
    on(squares(), set)
}

/// One of the pieces does not capture another that is not beside it and could be recaptured, unless the move also
/// captures a piece that is not among `trifles`.
fn spare_protected(book: &mut Book, trade: &Trade) {
    let kinds = || book.kinds(&trade.pieces);
    let victim = || on(that_are(captured(), enemy(kinds())), destination());
    let others = || except(captured(), on(captured(), destination()));
    let far = no(beside(victim(), origin()));
    let nothing_more = no(except(others(), book.kinds(&trade.trifles)));
    let when = Some(all(vec![any(victim()), far, nothing_more]));
    let guarded = was(any(related(others(), RelationKind::Guarding(Layer::Real, victim()))));
    let safe = all(vec![no(attacking(enemy(pieces()), Layer::Real, mover())), not(guarded)]);
    let deeds = vec![by(of(deed(DeedKind::Capture), enemy(kinds())), kinds())];
    book.after("no_trade", deeds, crate::rules::tree::Block { when, ..effects(vec![require(safe)]) });
}

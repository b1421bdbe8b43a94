//! Pieces that make two steps in one move, and what they may not capture.

use crate::board::Step;
use crate::rules::movement::Leap;
use crate::rules::tree::{DeedKind, Gain, Layer, Moves, RelationKind, Word};
use crate::rules::{Trade, TwoSteps};

use super::book::{Book, effects, moves_of};
use super::say::*;

/// The letters for the eight directions, clockwise from straight ahead.
const LETTERS: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];

/// Moves of two steps, each of which may capture.
pub(super) fn step_twice(book: &mut Book) {
    for rule in &book.rules.beyond.takes.two_steps {
        let Some(text) = notation_of(rule) else {
            book.leave_out("rules/takes/two_steps", "second steps in some directions of the board only");
            continue;
        };
        let gains = text.iter().map(|text| Gain::Also(book.notation(text))).collect();
        let moves = Moves { gains, told_apart: true, ..moves_of(book.kinds(&rule.by)) };
        book.moves("two_steps", moves, None);
    }
}

/// Notations of two steps: one for all directions, or one for each. `None` if the second step depends on the board and not on the first.
fn notation_of(rule: &TwoSteps) -> Option<Vec<String>> {
    let heading = |step: &Step| (0..8).find(|heading| Leap::Main(1).step(*heading) == *step);
    let headings = rule.steps.iter().map(heading).collect::<Option<Vec<u8>>>()?;
    let everywhere = (0..8).all(|heading| headings.contains(&heading));
    match (rule.straight, everywhere) {
        (false, true) => Some(vec!["mcaK".to_owned(), "mcabK".to_owned()]),
        (false, false) => None,
        (true, true) => Some(vec!["mcavK".to_owned()]),
        (true, false) => {
            let atom = |heading: u8| if heading.is_multiple_of(2) { 'W' } else { 'F' };
            let text = |heading: &u8| format!("{}mcav{}", LETTERS[usize::from(*heading)], atom(*heading));
            Some(headings.iter().map(text).collect())
        }
    }
}

/// Pieces that may not be traded for each other as others are.
pub(super) fn keep_from_trading(book: &mut Book) {
    for trade in &book.rules.beyond.relations.trades {
        forbid_answers(book, trade);
        spare_protected(book, trade);
    }
}

/// When another piece has captured one, no other piece captures one in answer, but on the same square.
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

/// One does not capture another that is not beside it and could be recaptured, unless it captures more than trifles with it.
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

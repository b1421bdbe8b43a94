//! Pieces that make two steps in one move.

use crate::board::{Geometry, Square, Step};
use crate::rules::TwoSteps;
use crate::rules::movement::Leap;
use crate::rules::tree::{Gain, Moves};

use super::book::{Book, moves_of};

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
        let moves = Moves { gains, told_apart: true, ..moves_of(book.kinds(&rule.by)) };
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

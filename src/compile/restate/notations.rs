//! Notations that follow from others.

use crate::betza;
use crate::board::Step;
use crate::compile::movement;
use crate::compile::steps::Ground;
use crate::rules::movement::Leap;
use crate::rules::tree::Notation;

/// A notation compiled for a board; `None` if it is invalid.
pub(super) fn written(text: &str, ground: Ground) -> Option<Notation> {
    let notation = betza::Notation::parse(text).ok()?;
    let movement = movement::movement_on(&notation, ground).ok()?;
    Some(Notation { text: text.to_owned(), movement })
}

/// The letters for the eight main directions, clockwise from straight ahead.
const LETTERS: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];

/// A jump that captures the enemy it passes over and ends on the empty square behind it. With `far`, it may cover any
/// distance before and behind the enemy. `None` if the step is not one square in a main direction.
pub(super) fn jump(step: Step, far: bool) -> Option<String> {
    let heading = (0..8).find(|heading| Leap::Main(1).step(*heading) == step)?;
    let atom = match (heading % 2 == 0, far) {
        (true, false) => 'W',
        (true, true) => 'R',
        (false, false) => 'F',
        (false, true) => 'B',
    };
    Some(format!("{}cafm{atom}", LETTERS[usize::from(heading)]))
}

//! Notations that follow from others.

use crate::betza;
use crate::betza::{Join, Letter, Modifier, Modifiers};
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

/// The modifiers for the content of the last square of a move.
const MODES: [Modifier; 4] = [Modifier::Quiet, Modifier::Capture, Modifier::CaptureFriend, Modifier::EnPassant];

/// A notation with changed modes of its moves. `of` returns the new modes, or `None` to leave a move out. Returns
/// `None` if a move may end in several ways.
fn with_modes(text: &str, of: impl Fn(&Modifiers) -> Option<&'static [Modifier]>) -> Option<String> {
    let notation = betza::Notation::parse(text).ok()?;
    let mut found = String::new();
    for piece_move in notation.moves() {
        if piece_move.bracket.is_some() || piece_move.legs.iter().any(|leg| leg.join == Join::Optional) {
            return None;
        }
        let mut piece_move = piece_move.clone();
        let modifiers = &mut piece_move.legs.last_mut()?.modifiers;
        let Some(modes) = of(modifiers) else { continue };
        modifiers.letters.retain(|letter| !MODES.contains(&letter.modifier));
        let letter = |modifier: &Modifier| Letter { modifier: *modifier, span: betza::Span::default() };
        modifiers.letters.extend(modes.iter().map(letter));
        found.push_str(&piece_move.to_string());
    }
    Some(found)
}

fn allows(modifiers: &Modifiers, mode: Modifier) -> bool {
    modifiers.has(mode) || !MODES.iter().any(|mode| modifiers.has(*mode))
}

/// The quiet moves of a notation, also to squares with pieces.
pub(super) fn onto_pieces(text: &str) -> Option<String> {
    with_modes(text, |modifiers| allows(modifiers, Modifier::Quiet).then_some(&[] as &'static [Modifier]))
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

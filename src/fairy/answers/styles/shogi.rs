//! Western notations of shogi. Files are counted from the right and ranks from the top. The start square of a move is
//! written only if another piece of its kind could make the move.

use crate::board::Square;
use crate::interpreter::{Move, MoveKind};

use super::scene::Scene;

/// How ranks are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranks {
    Letters,
    Numbers,
}

/// The author of the notation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `P76`, a drop `B'33`.
    Hosking,
    /// `P-76`, a drop `B*33`.
    Hodges,
}

pub(super) fn write(scene: &Scene<'_>, ranks: Ranks, form: Form) -> String {
    let square = |square: Square| {
        let rank = scene.rank_from_top(square);
        let rank = match ranks {
            Ranks::Letters => ((b'a' + (rank - 1).min(25) as u8) as char).to_string(),
            Ranks::Numbers => rank.to_string(),
        };
        scene.file_from_right(square).to_string() + &rank
    };
    let symbol = |piece| scene.rules().piece(piece).symbol.white.to_uppercase();
    let mut text = symbol(scene.piece());
    if scene.is_drop() {
        text.push(if form == Form::Hosking { '\'' } else { '*' });
        return text + &square(scene.made.to);
    }
    let alike = |other: &Move| symbol(other.piece) == text && other.kind() != MoveKind::Drop;
    let is_rival = |other: &Move| other.to == scene.made.to && other.from != scene.made.from && alike(other);
    let is_clear = !scene.moves.iter().any(is_rival);
    if !is_clear {
        text += &square(scene.made.from);
    }
    let quiet = if form == Form::Hosking && is_clear { "" } else { "-" };
    text + scene.sign(quiet) + &square(scene.made.to) + &promotion(scene)
}

/// `+` for a promotion, `=` if the move could have promoted.
fn promotion(scene: &Scene<'_>) -> String {
    let (rules, made) = (scene.rules(), scene.made);
    let symbol = |piece| &rules.piece(piece).symbol.white;
    let raises = |choice| symbol(choice).starts_with('+') && !symbol(made.piece).starts_with('+');
    match made.promotion() {
        Some(choice) if raises(choice) => "+".to_owned(),
        Some(_) => scene.promotion(),
        None => {
            let could =
                |other: &&Move| (other.from, other.to) == (made.from, made.to) && other.promotion().is_some_and(raises);
            if scene.moves.iter().any(|other| could(&other)) { "=".to_owned() } else { String::new() }
        }
    }
}

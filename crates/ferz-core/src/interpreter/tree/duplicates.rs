//! Moves that are the same as others, and positions with the same state.

use crate::position::Position;

use super::super::moves::{Move, MoveKind};
use super::doing::MoveAndResult;

/// Leaves out moves from `first` on that are the same as others before them: by the same piece between the same squares, with the same
/// choices and the same result.
pub(super) fn remove_duplicates<const W: usize>(found: &mut Vec<MoveAndResult<W>>, first: usize) {
    let mut index = first;
    while index < found.len() {
        let (made, after) = &found[index];
        let stays = made.kind() == MoveKind::StaysAndCaptures;
        let is_same = |(other, result): &MoveAndResult<W>| {
            // A piece that an effect takes off the board may have gone or stayed.
            let plain = |mv: &Move| {
                matches!(mv.kind(), MoveKind::Normal | MoveKind::StaysAndCaptures | MoveKind::VanishesAndCaptures)
            };
            (other.from, other.promotion(), other.picks()) == (made.from, made.promotion(), made.picks())
                && (other.to == made.to || stays && other.kind() == made.kind())
                && (other.kind() == made.kind() || plain(other) && plain(made))
                && result.has_same_pieces(after)
                && result.walls() == after.walls()
                && result.state == after.state
                && same_state(result, after)
        };
        // Only moves of one piece can be alike, and these stand together.
        let from = made.from;
        let alike = found[..index].iter().rev().take_while(|(other, _)| other.from == from).position(is_same);
        match alike {
            Some(back) => {
                // Of several ways to the same result, the one whose captures come first in the order of the board stays.
                let (made, kept) = (found[index].0, &mut found[index - 1 - back].0);
                if *made.captures().squares() < *kept.captures().squares() && made.to == kept.to {
                    *kept = made;
                }
                found.remove(index);
            }
            None => index += 1,
        }
    }
}

/// `true` if the rules of the tree read the same state in two positions, whichever move has led to them.
pub(super) fn same_state<const W: usize>(one: &Position<W>, other: &Position<W>) -> bool {
    match (one.told(), other.told()) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            (&one.marked, &one.counters, &one.kept, one.made)
                == (&other.marked, &other.counters, &other.kept, other.made)
        }
        _ => false,
    }
}

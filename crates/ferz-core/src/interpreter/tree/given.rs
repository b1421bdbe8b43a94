//! Sets to which rules let pieces go and that are the same for all pieces of a side. They are evaluated once for a list of moves.

use smallvec::SmallVec;

use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::tree::{Gain, Layer, RuleKind};

use super::super::engine::Engine;
use super::frame::Frame;

/// Sets that have been evaluated: each with the part of a rule that names it.
pub(super) type Given<'a, const W: usize> = &'a [(&'a Gain, Bitboard<W>)];

/// The squares of a set that has been evaluated.
pub(super) fn given_to<const W: usize>(given: Given<'_, W>, gain: &Gain) -> Option<Bitboard<W>> {
    given.iter().find(|(known, _)| std::ptr::eq(*known, gain)).map(|(_, squares)| *squares)
}

impl<const W: usize> Engine<W> {
    /// Evaluates the sets that all pieces of the side to move share, if there are several such pieces.
    pub(super) fn given(&self, position: &Position<W>, pieces: Bitboard<W>) -> SmallVec<[(&Gain, Bitboard<W>); 4]> {
        let us = position.state.turn;
        let frame = Frame { layer: Layer::Bare, ..Frame::of_side(us) };
        let shared = self.tree.shared_gains.iter().filter(|_| pieces.count() > 1);
        let mut given: SmallVec<[(&Gain, Bitboard<W>); 4]> = SmallVec::new();
        for (rule, at) in shared {
            let RuleKind::Pieces(moves) = &self.rules.tree.rules[*rule].kind.kind else { continue };
            let Some(gain @ Gain::To(set)) = moves.gains.get(*at) else { continue };
            // Rules of one game often name the same set.
            let same = given.iter().find(|(known, _)| *known == gain).map(|(_, squares)| *squares);
            given.push((gain, same.unwrap_or_else(|| self.elements(position, set, &frame).squares())));
        }
        given
    }
}

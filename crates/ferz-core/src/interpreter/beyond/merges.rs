//! Pieces that change by capturing, and pieces that split.

use crate::position::Position;
use crate::rules::{Merge, PieceId};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{AttackSource, Gate, Move, MoveKind};
use super::super::picks::Picks;
use super::super::tables::Ends;

/// How the merge rules treat a capture.
pub(super) enum Merged {
    /// Nothing.
    Not,
    /// The new form of the capturing piece.
    Into(PieceId),
    /// It may not be made.
    Forbidden,
}

impl<const W: usize> Engine<W> {
    /// The form of the capturing piece after a capture. If friends may be captured in order to merge, they may not be
    /// captured otherwise.
    pub(super) fn merged(&self, position: &Position<W>, made: &Move) -> Merged {
        let merges = &self.rules.beyond.takes.merges;
        let us = position.state.turn;
        // A capturing piece that vanishes with its victim does not merge.
        if made.captures.squares().contains(&made.from) {
            return Merged::Not;
        }
        let Some(taken) = made.captures.squares().first().map(|square| position.cell(*square)) else {
            return Merged::Not;
        };
        let (Some(of), friend) = (taken.piece(), taken.side() == us) else { return Merged::Not };
        let fits = |merge: &&Merge| {
            merge.friend == friend
                && merge.by.contains(&made.piece)
                && merge.of.contains(&of)
                && merge.without.iter().all(|piece| position.pieces(us, *piece).is_empty())
        };
        match merges.iter().find(fits) {
            Some(merge) => Merged::Into(merge.to.unwrap_or(of)),
            None if friend && merges.iter().any(|merge| merge.friend) => Merged::Forbidden,
            None => Merged::Not,
        }
    }

    /// Sets the new forms of capturing pieces in some moves.
    pub(super) fn merge(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let mut merged: Vec<Move> = Vec::with_capacity(moves.len());
        for mut made in moves.drain(..) {
            match self.merged(position, &made) {
                Merged::Not => merged.push(made),
                Merged::Forbidden => {}
                Merged::Into(piece) => {
                    if piece != made.piece {
                        made.promotion = Some(piece);
                    }
                    // A pawn that would promote, too, makes one move instead of several.
                    if merged.last() != Some(&made) {
                        merged.push(made);
                    }
                }
            }
        }
        *moves = merged;
    }

    /// The moves by which one part of a piece leaves the other.
    pub(super) fn split_moves(&self, position: &Position<W>, found: &mut Vec<Move>) {
        let us = position.state.turn;
        let takes = &self.rules.beyond.takes;
        let occupied = position.occupied();
        let ends = Ends { empty: self.board.all_squares & !occupied, ..Ends::NONE };
        for split in takes.splits.iter().filter(|split| !split.always) {
            for from in position.pieces(us, split.piece) {
                if takes.splits_in_peace && self.attacks(position, from, !us, AttackSource::Tables) {
                    continue;
                }
                for to in self.moves.counted_targets((us, split.goes), from, &occupied, ends) {
                    found.push(Move {
                        from,
                        to,
                        piece: split.piece,
                        promotion: Some(split.goes),
                        captures: Captures::NONE,
                        kind: MoveKind::Normal,
                        wall: None,
                        gate: Some(Gate { piece: split.stays, on: from }),
                        picks: Picks::NONE,
                    });
                }
            }
        }
    }
}

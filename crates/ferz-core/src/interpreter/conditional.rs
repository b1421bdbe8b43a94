//! Quiet moves that pieces have only in some positions, and of which the generator asks apart.

use smallvec::SmallVec;

use crate::board::Bitboard;
use crate::position::Position;

use super::captures::Captures;
use super::check_info::CheckInfo;
use super::engine::Engine;
use super::moves::{Move, MoveKind};
use super::tables::{Conditional, Ends, Index};

impl<const W: usize> Engine<W> {
    /// The conditional moves of the side to move that none of its other moves in tables is the same as, whatever becomes
    /// of its royal pieces.
    pub(crate) fn conditional_moves<I: Index>(
        &self,
        position: &Position<W>,
        info: &CheckInfo<W>,
    ) -> SmallVec<[Move; 2]> {
        let us = position.state.turn;
        let (occupied, empty) = (position.occupied(), !position.occupied());
        let mut check = (!info.royals.is_empty()).then_some(info.in_check);
        let mut moves = SmallVec::new();
        for Conditional { piece, squares, reaches } in &self.moves.conditional[us] {
            for from in position.pieces(us, *piece) & *squares {
                let mut targets = Bitboard::EMPTY;
                for (conditions, reach) in &reaches[from.index()] {
                    if (!conditions.unmoved || position.state.unmoved.contains(from))
                        && (!conditions.unless_check || !*check.get_or_insert_with(|| self.in_check(position, us)))
                    {
                        targets |= self.moves.reaches.reach::<I>(reach, &occupied) & empty;
                    }
                }
                if targets.is_empty() {
                    continue;
                }
                targets &= !self.moves.targets::<I>((us, *piece), from, &occupied, Ends { empty, ..Ends::NONE });
                moves.extend(targets.iter().map(|to| {
                    let (captures, kind) = (Captures::NONE, MoveKind::Normal);
                    Move { from, to, piece: *piece, promotion: None, captures, kind, wall: None, gate: None }
                }));
            }
        }
        moves
    }
}

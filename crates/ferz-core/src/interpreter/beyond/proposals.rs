//! Turns in two parts: one side names the destination square, and the other side chooses the piece that moves there.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{Memo, PieceId, Proposals};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind, captured};
use super::super::tables::Ends;
use super::passing::Before;

impl<const W: usize> Engine<W> {
    /// The square that the enemy has marked for a move that the side to move has to make with one of its pieces.
    fn proposed_square(&self, position: &Position<W>, proposals: &Proposals) -> Option<Square> {
        let own = position.of_side(position.state.turn);
        let marked = proposals.marked.iter().map(|forms| forms[1]);
        std::iter::once(proposals.mark).chain(marked).find_map(|piece| (position.of_piece(piece) & own).lowest())
    }

    /// The moves of enemy pieces to the marked square, if there is one.
    pub(in super::super) fn proposed_moves(&self, position: &mut Position<W>) -> Option<Vec<Move>> {
        let proposals = self.rules.beyond.turns.proposals.as_ref()?;
        let on = self.proposed_square(position, proposals)?;
        let (us, mut found) = (position.state.turn, Vec::new());
        let taken = position.cell(on).piece().and_then(|piece| proposals.unmarked(piece)).is_some();
        let occupied = if taken { position.occupied() } else { position.occupied() & !Bitboard::of(on) };
        let ends = match taken {
            true => Ends { enemies: Bitboard::of(on), ..Ends::NONE },
            false => Ends { empty: Bitboard::of(on), ..Ends::NONE },
        };
        for from in position.of_side(!us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            if !self.moves.counted_targets((!us, piece), from, &occupied, ends).is_empty() {
                let captures = if taken { captured(position, on) } else { Captures::NONE };
                let kind = MoveKind::Normal;
                let made = Move::new((from, on), piece, Further { kind, ..Further::taking(captures) });
                found.extend(self.promotions_of_side(position, made, !us));
            }
        }
        if !taken {
            self.add_proposed_passing(position, on, &mut found);
        }
        Some(found)
    }

    /// Adds the en passant captures that enemy pieces can make on the marked square.
    fn add_proposed_passing(&self, position: &mut Position<W>, on: Square, found: &mut Vec<Move>) {
        let (mark, us) = (position.mark(), position.state.turn);
        position.set(on, Cell::EMPTY);
        position.state.turn = !us;
        let catchers = self.ep_capturers(position);
        let passing = self.en_passant_captures(position, catchers);
        position.undo(&mark);
        for made in
            passing.into_iter().filter(|made| made.to == on && position.cell(made.captures().squares()[0]).side() == us)
        {
            found.extend(self.promotions_of_side(position, made, !us));
        }
    }

    /// Turns moves into proposals of their destinations. The proposing side does not choose a promotion.
    pub(super) fn turn_into_proposals(&self, position: &Position<W>, proposals: &Proposals, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        moves.retain(|made| {
            let cell = position.cell(made.to);
            let markable =
                cell.is_empty() || cell.side() != us && cell.piece().is_some_and(|of| proposals.marked(of).is_some());
            markable && matches!(made.kind(), MoveKind::Normal | MoveKind::EnPassant) && made.from != made.to
        });
        for made in moves.iter_mut() {
            *made = made.with(|further| {
                further.promotion = None;
                further.captures = Captures::NONE;
                further.kind = MoveKind::Proposal;
            });
        }
        let mut seen = rustc_hash::FxHashSet::default();
        moves.retain(|made| seen.insert(*made));
    }

    /// Marks the destination of a proposal. Earlier en passant rights stay.
    pub(in super::super) fn propose(&self, position: &mut Position<W>, made: &Move) {
        let Some(proposals) = &self.rules.beyond.turns.proposals else { return };
        let them = !position.state.turn;
        let mark = |piece: PieceId| proposals.marked(piece).unwrap_or(piece);
        let marked = position.cell(made.to).piece().map_or(proposals.mark, mark);
        position.set(made.to, Cell::of(marked, them));
        let (passed, passer) = (position.state.passed, position.state.passer);
        self.begin_move(position);
        (position.state.passed, position.state.passer) = (passed, passer);
    }

    /// Ends the turn of a side that has marked a square. A side that has made the enemy's proposed move goes on with
    /// its turn.
    pub(super) fn end_proposed(&self, position: &mut Position<W>, us: Side, made: &Move, prior: &Before<W>) {
        position.state.memo = Memo::default();
        if made.kind() == MoveKind::Proposal {
            return;
        }
        position.state.passed = Bitboard::EMPTY;
        // A mark on an empty square is no piece that is captured.
        let mark = self.rules.beyond.turns.proposals.as_ref().map(|proposals| proposals.mark);
        let capture = prior.taken.is_some_and(|(_, piece)| Some(piece) != mark);
        position.state.halfmoves = prior.state.halfmoves + 1;
        let wake = self.moves.wake(!us, made.piece);
        wake.follow_any(&mut position.state, (made.from, made.to), capture, made.promotion().is_some());
        self.go_on(position, us, Memo::default());
    }
}

//! Making moves.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{HandRule, PieceId};

use super::drops::captured_as;
use super::engine::Engine;
use super::moves::{Move, MoveKind};

impl<const W: usize> Engine<W> {
    /// Makes a move. [`Position::mark`] before and [`Position::undo`] after take it back.
    pub fn apply(&self, position: &mut Position<W>, mv: &Move) {
        if mv.kind() == MoveKind::Normal && self.plan.plain && mv.captures().are_only(mv.to) && mv.from != mv.to {
            return self.apply_simple(position, mv.from, mv.to, mv.piece, mv.promotion());
        }
        if Self::RULED && self.tree.any {
            return self.apply_by_rules(position, mv);
        }
        self.apply_untold(position, mv);
    }

    /// Makes a move without the effects of rules of the tree.
    pub(super) fn apply_untold(&self, position: &mut Position<W>, mv: &Move) {
        let us = position.state.turn;
        let prior = if Self::RULED && self.plan.beyond { Some(self.before_beyond(position, mv)) } else { None };
        let faced = !self.plan.facing.is_empty() && self.face_each_other(position, &self.plan.facing);
        for square in mv.captures().squares().iter() {
            self.remove_piece(position, *square, us);
            position.lose_rights(*square);
            position.state.halfmoves = 0;
        }
        let counted = position.state.halfmoves;
        match mv.kind() {
            MoveKind::Drop => {
                let cell = Cell::of(mv.promotion().unwrap_or(mv.piece), us);
                position.drop_piece((us, mv.piece), mv.to, cell);
                self.begin_move(position);
                self.end_drop(position, mv.to);
            }
            MoveKind::Castling { partner, partner_to } => {
                self.castle(position, mv, partner, partner_to);
            }
            MoveKind::Lifted if Self::RULED => self.go_on_lifted(position, mv),
            MoveKind::Proposal if Self::RULED => self.propose(position, mv),
            MoveKind::Rule(_) | MoveKind::StaysAndCaptures => self.begin_move(position),
            MoveKind::VanishesAndCaptures => {
                position.set(mv.from, Cell::EMPTY);
                position.lose_rights(mv.from);
                self.begin_move(position);
            }
            _ => {
                let promotion =
                    if Self::RULED && self.plan.beyond { self.own_promotion(us, mv) } else { mv.promotion() };
                let taken = mv.captures().squares().contains(&mv.to);
                self.go(position, (mv.from, mv.to), (mv.piece, promotion), taken);
                if matches!(mv.kind(), MoveKind::Through(_)) {
                    // Two steps are no double step, even if they lead to the same square.
                    position.state.passed = Bitboard::EMPTY;
                }
            }
        }
        if mv.is_capture() {
            position.state.halfmoves = counted;
        }
        if !self.plan.plain {
            self.after_move(position, us, mv);
        }
        if Self::RULED
            && let Some(prior) = &prior
        {
            self.after_beyond(position, us, mv, prior);
        }
        if !self.plan.facing.is_empty() {
            position.state.faced = faced && self.face_each_other(position, &self.plan.facing);
        }
    }

    /// Makes the next move of a captured piece, which starts from the square where it was captured.
    fn go_on_lifted(&self, position: &mut Position<W>, made: &Move) {
        let us = position.state.turn;
        position.set(made.to, Cell::of(made.promotion().unwrap_or(made.piece), us));
        position.lose_rights(made.to);
        self.begin_move(position);
        let promotes = made.promotion().is_some();
        let wake = self.moves.wake(us, made.piece);
        wake.follow_any(&mut position.state, (made.from, made.to), made.is_capture(), promotes);
    }

    /// Returns `true` if pieces of the two sides face each other although the rules forbid it.
    pub fn is_face_off(&self, position: &Position<W>) -> bool {
        let pieces = &self.rules.constraints.face_off;
        !pieces.is_empty() && self.face_each_other(position, pieces)
    }

    /// Returns `true` if pieces of the given kinds, one of each side, face each other on a rank or file with nothing
    /// between.
    pub(super) fn face_each_other(&self, position: &Position<W>, pieces: &[PieceId]) -> bool {
        let placed = position.of_pieces(pieces);
        let [white, black] = Side::ALL.map(|side| placed & position.of_side(side));
        self.board.rows.face_each_other(white, black, position.occupied())
    }

    /// Removes a piece from the board. If captured pieces go to a hand, it goes to the hand of `taker`.
    pub(crate) fn remove_piece(&self, position: &mut Position<W>, square: Square, taker: Side) {
        let taken = position.cell(square);
        position.set(square, Cell::EMPTY);
        let Some(rule) = self.rules.hand.filter(|rule| rule.fills()) else { return };
        if let Some(placed) = taken.piece_at() {
            let taker = match rule {
                HandRule::Returned => placed.side,
                // A captured enemy does not go to a hand.
                HandRule::Own if taker != placed.side => return,
                _ => taker,
            };
            let piece = captured_as(&self.rules, placed.piece, placed.side, placed.promoted);
            let piece = self.rules.piece(piece).held_as;
            position.set_hand(taker, piece, position.in_hand(taker, piece) + 1);
        }
    }

    /// Updates the part of the state that only drops change.
    #[inline(always)]
    pub(crate) fn end_drop(&self, position: &mut Position<W>, to: Square) {
        position.state.halfmoves = 0;
        position.state.dropped = Some(to);
        if self.plan.castles {
            position.gain_rights(&self.rules, to);
        }
    }

    fn castle(&self, position: &mut Position<W>, mv: &Move, partner: Square, partner_to: Square) {
        let (mover, other) = (position.cell(mv.from), position.cell(partner));
        position.set(mv.from, Cell::EMPTY);
        position.set(partner, Cell::EMPTY);
        position.set(mv.to, mover);
        position.set(partner_to, other);
        position.lose_rights(mv.from);
        position.lose_rights(partner);
        self.begin_move(position);
        position.castle(mv.from, partner);
    }

    /// Makes a move whose only capture, if any, is the piece on `to`.
    #[inline(always)]
    pub fn apply_simple(
        &self,
        position: &mut Position<W>,
        from: Square,
        to: Square,
        piece: PieceId,
        promotion: Option<PieceId>,
    ) {
        self.go(position, (from, to), (piece, promotion), false);
    }

    /// As [`apply_simple`](Engine::apply_simple). `taken`: the piece on `to` has been captured already.
    #[inline(always)]
    fn go(
        &self,
        position: &mut Position<W>,
        (from, to): (Square, Square),
        (piece, promotion): (PieceId, Option<PieceId>),
        taken: bool,
    ) {
        let us = position.state.turn;
        let mut capture = taken;
        if from != to {
            let mover = promotion
                .map_or(position.cell(from), |choice| self.promoted_cell(position.cell(from).side(), piece, choice));
            capture |= !position.cell(to).is_empty();
            if capture && self.plan.takes_prisoners {
                self.remove_piece(position, to, us);
            }
            position.move_piece(from, to, mover);
            position.lose_rights(from);
            position.lose_rights(to);
        } else if let Some(choice) = promotion {
            position.set(to, self.promoted_cell(us, piece, choice));
        }
        self.begin_move(position);
        self.moves.wake(us, piece).follow_any(&mut position.state, (from, to), capture, promotion.is_some());
    }

    /// Updates the state at the start of any move, whatever the move does.
    #[inline(always)]
    pub(crate) fn begin_move(&self, position: &mut Position<W>) {
        position.state.halfmoves += 1;
        position.state.passed = Bitboard::EMPTY;
        position.state.end_ply();
    }
}

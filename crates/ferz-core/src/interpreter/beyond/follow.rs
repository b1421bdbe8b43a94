//! Actions that must follow in the same turn, and the end of the turn.

use crate::board::{Side, Square};
use crate::position::{Cell, Position, State};
use crate::rules::{Follow, Memo, Pending};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind, captured};
use super::super::reference;
use super::super::tables::Ends;
use super::passing::Before;

impl<const W: usize> Engine<W> {
    /// Decides after an action of `us` whether its turn goes on.
    pub(super) fn end_action(&self, position: &mut Position<W>, us: Side, made: &Move, prior: &Before<W>) {
        let turns = &self.rules.beyond.turns;
        let (before, taken) = (prior.state.memo, prior.taken);
        position.state.memo = Memo::default();
        if turns.proposals.is_some() {
            return self.end_proposed(position, us, made, prior);
        }
        if let Some(boards) = &turns.boards {
            return self.end_action_on_board(position, boards, (us, made), prior);
        }
        if turns.refusable {
            position.state.memo = self.memo_of_refusal(made, prior);
            return;
        }
        let pending = match &turns.follow {
            _ if made.is_pass() => None,
            Some(Follow::AsTaken) => taken.map(|(_, piece)| Memo {
                pending: Pending::Onward,
                piece,
                squares: [made.to, made.from],
                ..Memo::default()
            }),
            Some(Follow::Converted) => taken.map(|(on, piece)| Memo {
                pending: Pending::Lifted,
                piece,
                squares: [on, made.from],
                ..Memo::default()
            }),
            Some(Follow::Replaced(_)) => taken.map(|(on, piece)| Memo {
                pending: Pending::Replaced,
                piece,
                squares: [on, made.from],
                ..Memo::default()
            }),
            Some(Follow::Advance(_))
                if !matches!(before.pending, Pending::Advance | Pending::Promotes)
                    && (us == Side::Black || position.state.fullmoves > 1) =>
            {
                self.advance_of(position, us)
            }
            _ => None,
        };
        if let Some(memo) = pending {
            return self.go_on(position, us, memo);
        }
        if before.pending == Pending::Promotes {
            let State { turn, fullmoves, .. } = prior.state;
            return self.go_on(position, us, Memo::at_start(turns, turn, fullmoves));
        }
        if before.pending == Pending::Advance
            && let Some(memo) = self.promotion_of_advanced(position, us, made)
        {
            position.state.memo = memo;
        }
    }

    /// The memo that makes the side to move advance an enemy piece; `None` if no enemy piece can advance.
    fn advance_of(&self, position: &mut Position<W>, us: Side) -> Option<Memo> {
        let (before, memo) = (position.state, Memo { pending: Pending::Advance, ..Memo::default() });
        (position.state.turn, position.state.memo) = (us, memo);
        let moves = self.pending_moves(position);
        position.state = before;
        (!moves.is_empty()).then_some(memo)
    }

    /// Gives the turn back to a side.
    pub(super) fn go_on(&self, position: &mut Position<W>, us: Side, memo: Memo) {
        position.state.turn = us;
        position.state.fullmoves -= us.index() as u32;
        position.state.memo = memo;
    }

    /// The actions that have to follow the last one.
    pub(super) fn pending_moves(&self, position: &Position<W>) -> Vec<Move> {
        let us = position.state.turn;
        let Memo { pending, piece, squares: [on, _], .. } = position.state.memo;
        let occupied = position.occupied();
        let empty = self.board.all_squares & !occupied;
        let mut found = Vec::new();
        let plain = |from, to, piece, kind| {
            Move::new((from, to), piece, Further { kind, ..Further::taking(captured(position, to)) })
        };
        match pending {
            Pending::Onward => {
                let Some(mover) = position.cell(on).piece() else { return found };
                for to in reference::quiet_ends_of_moved(self, position, (us, piece, on)) {
                    found.extend(self.promotions_of(position, plain(on, to, mover, MoveKind::Normal)));
                }
            }
            Pending::Lifted => {
                let ends = Ends { empty, enemies: position.of_side(!us), ..Ends::NONE };
                for to in self.moves.counted_targets((us, piece), on, &occupied, ends) {
                    found.extend(self.promotions_of(position, plain(on, to, piece, MoveKind::Lifted)));
                }
            }
            Pending::Replaced => {
                let keeps =
                    matches!(&self.rules.beyond.turns.follow, Some(Follow::Replaced(keep)) if keep.contains(&piece));
                let colour = |square: Square| self.board.dark.contains(square) == self.board.dark.contains(on);
                let allowed =
                    self.rules.piece(piece).drop.as_ref().map_or(self.board.all_squares, |drop| drop.on[us].resize());
                for to in (empty & allowed).iter().filter(|square| !keeps || colour(*square)) {
                    let captures = Captures::NONE;
                    found.push(plain(to, to, piece, MoveKind::Drop).with(|further| further.captures = captures));
                }
            }
            Pending::Advance => {
                let Some(Follow::Advance(pieces)) = &self.rules.beyond.turns.follow else { return found };
                for from in position.of_pieces(pieces) & position.of_side(!us) {
                    let Some(piece) = position.cell(from).piece() else { continue };
                    let ahead = crate::board::Step::new(0, if us == Side::Black { 1 } else { -1 });
                    if let Some(landing) = self.rules.geometry.step(from, ahead)
                        && empty.contains(landing.square)
                    {
                        found.push(plain(from, landing.square, piece, MoveKind::Normal));
                    }
                }
            }
            Pending::Promotes => {
                let choices = self.moves.of(us, piece).promotion.iter().flat_map(|promotion| &promotion.choices);
                found.extend(choices.map(|choice| {
                    plain(on, on, piece, MoveKind::Normal).with(|further| {
                        further.promotion = Some(*choice);
                        further.captures = Captures::NONE;
                    })
                }));
            }
            _ => {}
        }
        found
    }

    /// The promotion that is due if an enemy piece of `us` has just been advanced to a square where it promotes.
    fn promotion_of_advanced(&self, position: &Position<W>, us: Side, made: &Move) -> Option<Memo> {
        let piece = position.cell(made.to).piece()?;
        let promotion = self.moves.of(!us, piece).promotion.as_ref()?;
        let promotes = promotion.zone_in(position, made.from).contains(made.to);
        let memo = Memo { pending: Pending::Promotes, piece, squares: [made.to; 2], ..Memo::default() };
        (promotes && !promotion.choices.is_empty()).then_some(memo)
    }

    /// The side of a piece that comes onto the board now.
    pub(in super::super) fn owner_of_drop(&self, position: &Position<W>) -> Side {
        let us = position.state.turn;
        if position.state.memo.pending == Pending::Replaced { !us } else { us }
    }

    /// Makes the next move of a converted piece, which starts from the square where it was captured.
    pub(in super::super) fn go_on_lifted(&self, position: &mut Position<W>, made: &Move) {
        let us = position.state.turn;
        position.set(made.to, Cell::of(made.promotion().unwrap_or(made.piece), us));
        position.lose_rights(made.to);
        self.begin_move(position);
        let promotes = made.promotion().is_some();
        let wake = self.moves.wake(us, made.piece);
        wake.follow_any(&mut position.state, (made.from, made.to), made.is_capture(), promotes);
    }

    /// Returns `true` if the next action must be of a special kind, such as a promotion or putting back a captured
    /// piece.
    pub(super) fn is_pending(&self, position: &Position<W>) -> bool {
        use Pending::{Advance, Lifted, Onward, Promotes, Replaced};
        matches!(position.state.memo.pending, Onward | Lifted | Replaced | Advance | Promotes)
    }

    /// Returns `true` if the next action is not tested for the safety of royal pieces. This holds for the forced
    /// advance of an enemy piece and for the promotion that may follow from it.
    pub(in super::super) fn needs_no_safety_test(&self, position: &Position<W>) -> bool {
        matches!(position.state.memo.pending, Pending::Advance | Pending::Promotes)
    }

    /// Returns `true` if a capture has been made that forms one move with the action after it. Only the position
    /// after that action is judged.
    pub(in super::super) fn is_half_made(&self, position: &Position<W>) -> bool {
        matches!(position.state.memo.pending, Pending::Onward | Pending::Lifted | Pending::Replaced)
    }

    /// Returns `true` if the side that is not to move may be in check: between the two parts of a capture, or because it
    /// was forced to advance a piece.
    pub fn may_leave_check(&self, position: &Position<W>) -> bool {
        self.is_pending(position) || matches!(self.rules.beyond.turns.follow, Some(Follow::Advance(_)))
    }
}

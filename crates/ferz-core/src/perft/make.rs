//! Makes each move of a position in turn.
//!
//! Perft makes nearly all moves only to count what follows. For a plain move, two squares are changed and changed back,
//! without the journal.

use crate::board::{Bitboard, Side, Square};
use crate::interpreter::{Engine, Origin, Set, Sets, Walls};
use crate::position::{Cell, How, Position, Short, State};
use crate::rules::PieceId;

/// An action on the position after each move.
pub(super) trait After<const W: usize> {
    /// Performs the action. It must leave the position unchanged.
    fn visit(&mut self, position: &mut Position<W>);
    /// Called before moves with any effects are made.
    fn effects_follow(&mut self) {}
}

impl<const W: usize, F: FnMut(&mut Position<W>)> After<W> for F {
    #[inline(always)]
    fn visit(&mut self, position: &mut Position<W>) {
        self(position);
    }
}

impl<const W: usize> Engine<W> {
    /// Makes each move of a position in turn, calls `after`, and takes the move back. During the call, the journal
    /// holds all changes of the move.
    pub(super) fn apply_each(&self, position: &mut Position<W>, moves: &Sets<W>, after: &mut impl After<W>) {
        moves.plain().iter().for_each(|set| self.apply_some(position, set, set.targets, after));
        self.apply_singles(position, moves, after);
    }

    /// A faster form of [`apply_each`](Engine::apply_each). The journal may not hold the changes of a move.
    #[inline(always)]
    pub(super) fn make_each(&self, position: &mut Position<W>, moves: &Sets<W>, after: &mut impl After<W>) {
        let before = position.state;
        self.begin_move(position);
        let begun = std::mem::replace(&mut position.state, before);
        for set in moves.plain() {
            match (set.origin, set.walls) {
                (Origin::Hand, _) if self.plan.only_captures_do_more && !self.plan.keeps_account => {
                    self.drop_each(position, set, &begun, after);
                }
                (Origin::At(_) | Origin::Below(_), Walls::None | Walls::Behind)
                    if self.plan.builds_simply || (set.walls == Walls::None && self.plan.only_captures_do_more) =>
                {
                    self.go_each(position, set, &begun, after);
                }
                (Origin::At(from), Walls::WithMoveTo(to)) if self.plan.builds_simply => {
                    self.build_each(position, (from, to), set, after);
                }
                _ => self.apply_some(position, set, set.targets, after),
            }
        }
        if !moves.singles().is_empty() {
            after.effects_follow();
            self.apply_singles(position, moves, after);
        }
    }

    /// Makes each non-promoting move. Handles captures and walls left on the start square, but no other effect. `begun`
    /// is the part of the next state that is the same for all moves.
    #[inline(always)]
    fn go_each(&self, position: &mut Position<W>, set: &Set<W>, begun: &State<W>, after: &mut impl After<W>) {
        let (before, builds) = (position.state, set.walls == Walls::Behind);
        let placed = (before.turn, set.piece);
        let takes_simply = !self.plan.captures_do_more && !self.plan.takes_prisoners && !builds;
        let whole = if takes_simply { Bitboard::EMPTY } else { set.targets & position.pieces_of_both() };
        // Games of few kinds of pieces, in which a move changes nothing but its two squares.
        let inside = self.plan.simple_shapes > 0 && position.has_few() && !builds;
        let theirs = position.of_side(!before.turn);
        for to in set.targets & !whole {
            let Some(from) = set.origin.of(to) else { continue };
            let taken = match inside {
                true if theirs.contains(to) => position.cell_inside(to),
                true => Cell::EMPTY,
                false => position.take(to),
            };
            let byte = if inside { position.byte_inside(set.piece, from) } else { 0 };
            let short = Short { from, to, taken, piece: set.piece, byte, how: How::Simply };
            if inside {
                position.go_inside(before.turn, &short);
            } else {
                position.move_unlogged(placed, (from, to));
            }
            if builds {
                position.toggle_wall(from);
            }
            self.end_move(position, (placed, begun), (from, to), !taken.is_empty());
            after.visit(position);
            if builds {
                position.toggle_wall(from);
            }
            if inside {
                position.go_back_inside(before.turn, &short);
            } else {
                position.go_back(placed, (from, to), taken);
            }
        }
        position.state = before;
        if !whole.is_empty() {
            self.apply_some(position, set, whole, after);
        }
    }

    /// The state after a move that has been made on the board.
    #[inline(always)]
    fn end_move(
        &self,
        position: &mut Position<W>,
        ((us, piece), begun): ((Side, PieceId), &State<W>),
        (from, to): (Square, Square),
        capture: bool,
    ) {
        position.state = *begun;
        // Set once more, so that the compiler sees a constant.
        position.state.turn = !us;
        position.lose_rights_of_both(from, to);
        self.moves.wake(us, piece).follow(&mut position.state, (from, to), capture);
        if self.plan.keeps_account {
            self.note_gone(position, us, (from, to));
        }
    }

    /// Makes each drop of a piece. `begun` is the part of the next state that is the same for all moves.
    fn drop_each(&self, position: &mut Position<W>, set: &Set<W>, begun: &State<W>, after: &mut dyn After<W>) {
        let before = position.state;
        let cell = Cell::of(set.becomes.unwrap_or(set.piece), before.turn);
        let held = position.replace_hand((before.turn, set.piece), |held| held.saturating_sub(1));
        for to in set.targets {
            position.put(to, cell);
            position.state = *begun;
            self.end_drop(position, to);
            after.visit(position);
            position.take(to);
        }
        position.replace_hand((before.turn, set.piece), |_| held);
        position.state = before;
    }

    /// Builds each of the walls that may come with a move.
    fn build_each(
        &self,
        position: &mut Position<W>,
        (from, to): (Square, Square),
        set: &Set<W>,
        after: &mut dyn After<W>,
    ) {
        let mark = position.mark();
        self.apply_simple(position, from, to, set.piece, None);
        self.lift_old_walls(position);
        let gone = position.state;
        for wall in set.targets {
            position.toggle_wall(wall);
            position.lose_rights(wall);
            after.visit(position);
            position.toggle_wall(wall);
            position.state = gone;
        }
        position.undo(&mark);
    }

    /// Makes some of the moves of a set, with all their effects.
    fn apply_some(&self, position: &mut Position<W>, set: &Set<W>, targets: Bitboard<W>, after: &mut dyn After<W>) {
        let mark = position.mark();
        for to in targets {
            self.apply(position, &set.resolve(position, to));
            after.visit(position);
            position.undo(&mark);
        }
    }

    fn apply_singles(&self, position: &mut Position<W>, moves: &Sets<W>, after: &mut dyn After<W>) {
        let mark = position.mark();
        for mv in moves.singles() {
            self.apply(position, mv);
            after.visit(position);
            position.undo(&mark);
        }
    }
}

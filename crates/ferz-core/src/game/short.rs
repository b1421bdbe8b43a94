//! Makes and unmakes plain moves, captures and drops without the journal.

use crate::board::{Side, Square};
use crate::interpreter::{Engine, Move, MoveKind, captured_as};
use crate::position::{Cell, How, Key, Position, Short};
use crate::rules::PieceId;

impl<const W: usize> Engine<W> {
    /// Returns `true` if a move is a plain move or capture that changes only its two squares. It is made and taken back
    /// without the journal, in the shortest way.
    #[inline(always)]
    pub fn goes_simply(&self, mv: &Move) -> bool {
        mv.shape() < self.plan.simple_shapes
    }

    /// A move between two squares, in the position before it. `how`: how it is made.
    #[inline(always)]
    pub fn short(&self, position: &Position<W>, mv: &Move, how: How) -> Short {
        let byte = if how == How::Simply { position.byte_inside(mv.piece, mv.from) } else { 0 };
        Short { from: mv.from, to: mv.to, taken: position.cell(mv.to), piece: mv.piece, byte, how }
    }

    /// The same for a move that [goes simply](Engine::goes_simply), if it is known what it captures.
    #[inline(always)]
    pub fn simple(&self, position: &Position<W>, mv: &Move, taken: Cell) -> Short {
        // A legal move is inside. The compiler is told, so that it omits later remainders of the same kind.
        let (from, to) = (mv.from.within::<W>(), mv.to.within::<W>());
        let piece = PieceId::new((mv.piece.index() % Position::<W>::KINDS_INSIDE) as u8);
        let how = if taken.is_empty() { How::Quietly } else { How::Simply };
        Short { from, to, taken, piece, byte: position.byte_inside(piece, from), how }
    }

    /// Returns `true` if a move is a plain move or capture without further effects, other than on a hand and on the record of unmoved
    /// pieces. It is made and taken back without the journal.
    pub fn goes_in_short(&self, mv: &Move) -> bool {
        self.plan.only_captures_do_more && (mv.is_quiet() || (self.plan.captures_in_short && mv.is_plain()))
    }

    /// Makes a move that [goes simply](Engine::goes_simply), without the journal.
    #[inline(always)]
    pub fn make_simply(&self, position: &mut Position<W>, short: &Short) {
        let (us, capture) = (position.state.turn, !short.taken.is_empty());
        let effect = self.moves.effect((us, short.piece), short.from);
        position.go_inside(us, short);
        position.lose_rights_of_both(short.from, short.to);
        if effect.more {
            return self.follow_further(position, short.piece, (short.from, short.to), capture);
        }
        effect.follow(&mut position.state, short.to, capture);
        position.state.end_ply();
    }

    /// Updates the state for a move that [goes simply](Engine::goes_simply) with more effects than
    /// [`MoveTables::effect`](crate::interpreter::MoveTables::effect) says.
    #[inline(never)]
    fn follow_further(&self, position: &mut Position<W>, piece: PieceId, squares: (Square, Square), capture: bool) {
        let wake = self.moves.wake(position.state.turn, piece);
        self.begin_move(position);
        wake.follow(&mut position.state, squares, capture);
    }

    /// Makes a move that [goes in short](Engine::goes_in_short), without the journal.
    #[inline(never)]
    pub fn make_in_short(&self, position: &mut Position<W>, mv: &Move) -> Short {
        let gone = self.short(position, mv, How::More);
        let (us, squares) = (position.state.turn, (gone.from, gone.to));
        position.go((us, gone.piece), squares, gone.taken);
        position.lose_rights_of_both(gone.from, gone.to);
        self.begin_move(position);
        self.moves.wake(us, gone.piece).follow(&mut position.state, squares, !gone.taken.is_empty());
        if self.plan.takes_prisoners && !gone.taken.is_empty() {
            position.replace_hand((us, self.prisoner(gone.taken)), |held| held.saturating_add(1));
        }
        if self.plan.keeps_account {
            self.note_gone(position, us, (gone.from, gone.to));
        }
        gone
    }

    /// The kind of a captured piece in the hand of the side that captures it.
    fn prisoner(&self, taken: Cell) -> PieceId {
        let piece = taken.piece().unwrap_or(PieceId::new(0));
        captured_as(&self.rules, piece, taken.side(), taken.is_promoted())
    }

    /// Makes a drop without the journal, and returns what takes it back. Returns `None` for other moves, and for drops
    /// with further effects, without making them.
    pub fn drop_in_short(&self, position: &mut Position<W>, mv: &Move) -> Option<Short> {
        let alone = !mv.is_capture() && mv.wall().is_none() && mv.gate().is_none();
        let simple = self.plan.only_captures_do_more && !self.plan.keeps_account;
        if mv.kind() != MoveKind::Drop || !alone || !simple {
            return None;
        }
        let (us, to) = (position.state.turn, mv.to);
        let cell = Cell::of(mv.promotion().unwrap_or(mv.piece), us);
        let held = position.replace_hand((us, mv.piece), |held| held.saturating_sub(1));
        position.put(to, cell);
        self.begin_move(position);
        self.end_drop(position, to);
        Some(Short { from: to, to, taken: cell, piece: mv.piece, byte: 0, how: How::Drop { held: held > 0 } })
    }

    /// The key of the material after a move of a side in short form, from the key before it. `position` is the one after the
    /// move.
    pub fn material_after(&self, position: &Position<W>, key: Key, us: Side, short: &Short) -> Key {
        let Short { from, to, taken, piece, how, .. } = *short;
        if let How::Drop { held } = how {
            let key = key.after_drop(to, position.cell(to));
            let before = position.in_hand(us, piece) + u16::from(held);
            return position.material_key_with_hand(key, (us, piece), before);
        }
        let key = key.after_move(position.cell(to), (from, to), taken);
        if !self.plan.takes_prisoners || taken.is_empty() {
            return key;
        }
        let prisoner = self.prisoner(taken);
        position.material_key_with_hand(key, (us, prisoner), position.in_hand(us, prisoner).saturating_sub(1))
    }

    /// Takes back any move of a side in short form, but for the state.
    #[inline(never)]
    pub fn unmake_in_short(&self, position: &mut Position<W>, us: Side, short: &Short) {
        let Short { from, to, taken, piece, how, .. } = *short;
        if let How::Drop { held } = how {
            position.take(to);
            position.replace_hand((us, piece), |count| count.saturating_add(u16::from(held)));
            return;
        }
        position.go_back((us, piece), (from, to), taken);
        if self.plan.takes_prisoners && !taken.is_empty() {
            position.replace_hand((us, self.prisoner(taken)), |held| held.saturating_sub(1));
        }
    }
}

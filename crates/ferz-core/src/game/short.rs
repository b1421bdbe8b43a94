//! Makes and unmakes plain moves, captures and drops without the journal.

use crate::board::{Side, Square};
use crate::interpreter::{Engine, Move, MoveKind, captured_as};
use crate::position::{Cell, Key, Position};
use crate::rules::PieceId;

/// A move made in short form: its squares, the moved piece and the former content of the destination.
///
/// It is packed into one number, because reading a value soon after writing its parts stalls the processor.
#[derive(Clone, Copy, Debug)]
pub struct Short(u64);

impl Short {
    /// The bit of a move with a journal. No cell has it.
    const WHOLE: u64 = 1 << 63;
    /// The bit of a drop. The cell is that of the dropped piece then.
    const DROP: u64 = 1 << 41;
    /// The bit of a drop of a piece that was in hand.
    const HELD: u64 = 1 << 42;

    /// The move, in the position before it. The move [goes in short](Engine::goes_in_short).
    #[inline(always)]
    pub fn of<const W: usize>(position: &Position<W>, mv: &Move) -> Short {
        let who = Short::who((position.state.turn, mv.piece));
        Short(Short::squares_of(mv) | who | Short::cell(position.cell(mv.to)))
    }

    #[inline(always)]
    fn squares_of(mv: &Move) -> u64 {
        mv.from.index() as u64 | (mv.to.index() as u64) << 16
    }

    #[inline(always)]
    fn who((side, piece): (Side, PieceId)) -> u64 {
        (piece.index() as u64) << 32 | (side.index() as u64) << 40
    }

    #[inline(always)]
    fn cell(cell: Cell) -> u64 {
        u64::from(cell.bits()) << 48
    }

    /// A move that is not in short form. `changes` is the number of changes in the journal before it.
    #[inline(always)]
    pub fn whole(changes: usize) -> Short {
        Short(Short::WHOLE | changes as u64)
    }

    /// Returns `true` for a plain move or capture in short form.
    #[inline(always)]
    pub fn goes(self) -> bool {
        self.0 & (Short::WHOLE | Short::DROP) == 0
    }

    /// Returns `true` for a move that is not in short form.
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.0 & Short::WHOLE != 0
    }

    /// The number of changes in the journal before a move that is not in short form.
    pub fn changes(self) -> usize {
        (self.0 & !Short::WHOLE) as usize
    }

    #[inline(always)]
    fn squares(self) -> (Square, Square) {
        (Square::new(self.0 as u16), Square::new((self.0 >> 16) as u16))
    }

    #[inline(always)]
    fn piece(self) -> (Side, PieceId) {
        let side = if self.0 >> 40 & 1 == 0 { Side::White } else { Side::Black };
        (side, PieceId::new((self.0 >> 32) as u8))
    }

    /// Content of the destination before the move.
    #[inline(always)]
    pub fn taken(self) -> Cell {
        Cell::from_bits((self.0 >> 48) as u16)
    }
}

impl<const W: usize> Engine<W> {
    /// Returns `true` if a move is a plain move or capture without further effects, which is made and taken back
    /// without the journal.
    #[inline(always)]
    pub fn goes_in_short(&self, mv: &Move) -> bool {
        // No branches: nearly all moves go in short.
        let takes_there = mv.captures.is_one(mv.to) & self.plan.captures_in_short;
        let goes = matches!(mv.kind, MoveKind::Normal) & (mv.from != mv.to);
        let alone = mv.promotion.is_none() & mv.wall.is_none() & mv.gate.is_none();
        goes & alone & (mv.captures.is_empty() | takes_there) & self.plan.only_captures_do_more
    }

    /// Makes a move that [goes in short](Engine::goes_in_short), without the journal.
    #[inline(always)]
    pub fn make_in_short(&self, position: &mut Position<W>, short: Short) {
        let ((from, to), (us, piece), taken) = (short.squares(), short.piece(), short.taken());
        position.go((us, piece), (from, to), taken);
        if self.plan.takes_prisoners && !taken.is_empty() {
            position.replace_hand((us, self.prisoner(taken)), |held| held.saturating_add(1));
        }
        position.lose_rights_of_both(from, to);
        self.begin_move(position);
        self.moves.of(us, piece).end_move(&mut position.state, (from, to), !taken.is_empty(), false);
        if self.plan.keeps_account {
            self.note_gone_not_inlined(position, us, (from, to));
        }
    }

    // A separate function, because few variants need it.
    #[inline(never)]
    fn note_gone_not_inlined(&self, position: &mut Position<W>, us: Side, squares: (Square, Square)) {
        self.note_gone(position, us, squares);
    }

    /// Takes back a move that was made by [`make_in_short`](Engine::make_in_short). The caller restores the state of
    /// the position.
    #[inline(always)]
    pub fn unmake_in_short(&self, position: &mut Position<W>, short: Short) {
        position.go_back(short.piece(), short.squares(), short.taken());
        if self.plan.takes_prisoners && !short.taken().is_empty() {
            position.replace_hand((short.piece().0, self.prisoner(short.taken())), |held| held.saturating_sub(1));
        }
    }

    /// The kind of a captured piece in the hand of the side that captures it.
    #[inline(never)]
    pub fn prisoner(&self, taken: Cell) -> PieceId {
        let piece = taken.piece().unwrap_or(PieceId::new(0));
        captured_as(&self.rules, piece, taken.side(), taken.is_promoted())
    }

    /// Makes a drop without the journal, and returns what takes it back. Returns `None` for other moves, and for drops
    /// with further effects, without making them.
    pub fn drop_in_short(&self, position: &mut Position<W>, mv: &Move) -> Option<Short> {
        let alone = mv.captures.is_empty() && mv.wall.is_none() && mv.gate.is_none();
        let simple = self.plan.only_captures_do_more && !self.plan.keeps_account;
        if mv.kind != MoveKind::Drop || !alone || !simple {
            return None;
        }
        let (us, to) = (position.state.turn, mv.to);
        let cell = Cell::of(mv.promotion.unwrap_or(mv.piece), us);
        let held = position.replace_hand((us, mv.piece), |held| held.saturating_sub(1));
        position.put(to, cell);
        self.begin_move(position);
        self.end_drop(position, to);
        let held = if held > 0 { Short::HELD } else { 0 };
        Some(Short(Short::squares_of(mv) | Short::who((us, mv.piece)) | Short::cell(cell) | Short::DROP | held))
    }

    /// The key of the material after a move in short form, from the key before it. `position` is the one after the move.
    pub fn material_after(&self, position: &Position<W>, key: Key, short: Short) -> Key {
        let ((us, piece), (from, to)) = (short.piece(), short.squares());
        if !short.goes() {
            let key = key.after_drop(to, position.cell(to));
            let held = position.in_hand(us, piece) + u16::from(short.0 & Short::HELD != 0);
            return position.material_key_with_hand(key, (us, piece), held);
        }
        let (taken, key) = (short.taken(), key.after_move(position.cell(to), (from, to), short.taken()));
        if !self.plan.takes_prisoners || taken.is_empty() {
            return key;
        }
        let prisoner = self.prisoner(taken);
        position.material_key_with_hand(key, (us, prisoner), position.in_hand(us, prisoner).saturating_sub(1))
    }

    /// Takes back any move in short form, but for the state.
    #[inline(never)]
    pub fn unmake_any_in_short(&self, position: &mut Position<W>, short: Short) {
        if short.goes() {
            return self.unmake_in_short(position, short);
        }
        position.take(short.squares().1);
        let back = u16::from(short.0 & Short::HELD != 0);
        position.replace_hand(short.piece(), |held| held.saturating_add(back));
    }
}

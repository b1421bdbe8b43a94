//! Makes and unmakes plain moves, captures and drops without the journal.

use crate::board::{Side, Square};
use crate::interpreter::{Engine, Move, MoveKind, captured_as};
use crate::position::{Cell, Key, Position};
use crate::rules::PieceId;

/// A move of a piece to another square, with or without a capture there.
#[derive(Clone, Copy, Debug)]
pub struct Gone {
    /// The moved piece.
    placed: (Side, PieceId),
    from: Square,
    to: Square,
    /// Content of the destination before the move.
    taken: Cell,
}

impl Gone {
    /// The move, in the position before it. The move [goes in short](Engine::goes_in_short).
    #[inline(always)]
    pub fn of<const W: usize>(position: &Position<W>, mv: &Move) -> Gone {
        Gone { placed: (position.state.turn, mv.piece), from: mv.from, to: mv.to, taken: position.cell(mv.to) }
    }
}

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
    /// The bit of a move that changes more than its two squares.
    const MORE: u64 = 1 << 43;

    /// A move that changes only its two squares.
    #[inline(always)]
    pub fn simple(gone: Gone) -> Short {
        Short(Short::squares_of(gone.from, gone.to) | Short::who(gone.placed) | Short::cell(gone.taken))
    }

    /// A move that also changes a hand or the record of unmoved pieces.
    pub fn more(gone: Gone) -> Short {
        Short(Short::simple(gone).0 | Short::MORE)
    }

    #[inline(always)]
    fn squares_of(from: Square, to: Square) -> u64 {
        from.index() as u64 | (to.index() as u64) << 16
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

    /// Returns `true` for a move that changes only its two squares.
    #[inline(always)]
    pub fn is_simple(self) -> bool {
        self.0 & (Short::WHOLE | Short::DROP | Short::MORE) == 0
    }

    /// Returns `true` for a move that is not in short form.
    #[inline(always)]
    pub fn is_whole(self) -> bool {
        self.0 & Short::WHOLE != 0
    }

    fn is_drop(self) -> bool {
        self.0 & Short::DROP != 0
    }

    /// The number of changes in the journal before a move that is not in short form.
    pub fn changes(self) -> usize {
        (self.0 & !Short::WHOLE) as usize
    }

    #[inline(always)]
    fn gone(self) -> Gone {
        let side = if self.0 >> 40 & 1 == 0 { Side::White } else { Side::Black };
        Gone {
            placed: (side, PieceId::new((self.0 >> 32) as u8)),
            from: Square::new(self.0 as u16),
            to: Square::new((self.0 >> 16) as u16),
            taken: Cell::from_bits((self.0 >> 48) as u16),
        }
    }
}

impl<const W: usize> Engine<W> {
    /// Returns `true` if a move is a plain move or capture that changes only its two squares. It is made and taken back
    /// without the journal, in the shortest way.
    #[inline(always)]
    pub fn goes_simply(&self, mv: &Move) -> bool {
        self.plan.moves_simply & goes_or_takes(mv, self.plan.captures_simply)
    }

    /// Returns `true` if a move is a plain move or capture without further effects, other than on a hand and on the record of unmoved
    /// pieces. It is made and taken back without the journal.
    pub fn goes_in_short(&self, mv: &Move) -> bool {
        self.plan.only_captures_do_more && goes_or_takes(mv, self.plan.captures_in_short)
    }

    /// Makes a move that [goes simply](Engine::goes_simply), without the journal.
    #[inline(always)]
    pub fn make_simply(&self, position: &mut Position<W>, gone: Gone) {
        let ((us, piece), squares) = (gone.placed, (gone.from, gone.to));
        position.go(gone.placed, squares, gone.taken);
        position.lose_rights_of_both(gone.from, gone.to);
        self.begin_move(position);
        self.moves.wake(us, piece).follow(&mut position.state, squares, !gone.taken.is_empty());
    }

    /// Makes a move that [goes in short](Engine::goes_in_short), without the journal.
    #[inline(never)]
    pub fn make_in_short(&self, position: &mut Position<W>, mv: &Move) -> Short {
        let gone = Gone::of(position, mv);
        self.make_simply(position, gone);
        let us = gone.placed.0;
        if self.plan.takes_prisoners && !gone.taken.is_empty() {
            position.replace_hand((us, self.prisoner(gone.taken)), |held| held.saturating_add(1));
        }
        if self.plan.keeps_account {
            self.note_gone(position, us, (gone.from, gone.to));
        }
        Short::more(gone)
    }

    /// Takes back a move that was made by [`make_simply`](Engine::make_simply). The caller restores the state of
    /// the position.
    #[inline(always)]
    pub fn unmake_simply(&self, position: &mut Position<W>, short: Short) {
        let gone = short.gone();
        position.go_back(gone.placed, (gone.from, gone.to), gone.taken);
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
        let held = if held > 0 { Short::HELD } else { 0 };
        Some(Short(Short::squares_of(to, to) | Short::who((us, mv.piece)) | Short::cell(cell) | Short::DROP | held))
    }

    /// The key of the material after a move in short form, from the key before it. `position` is the one after the move.
    pub fn material_after(&self, position: &Position<W>, key: Key, short: Short) -> Key {
        let Gone { placed: (us, piece), from, to, taken } = short.gone();
        if short.is_drop() {
            let key = key.after_drop(to, position.cell(to));
            let held = position.in_hand(us, piece) + u16::from(short.0 & Short::HELD != 0);
            return position.material_key_with_hand(key, (us, piece), held);
        }
        let key = key.after_move(position.cell(to), (from, to), taken);
        if !self.plan.takes_prisoners || taken.is_empty() {
            return key;
        }
        let prisoner = self.prisoner(taken);
        position.material_key_with_hand(key, (us, prisoner), position.in_hand(us, prisoner).saturating_sub(1))
    }

    /// Takes back any move in short form, but for the state.
    #[inline(never)]
    pub fn unmake_in_short(&self, position: &mut Position<W>, short: Short) {
        let Gone { placed: (us, piece), to, taken, .. } = short.gone();
        if short.is_drop() {
            position.take(to);
            let back = u16::from(short.0 & Short::HELD != 0);
            position.replace_hand((us, piece), |held| held.saturating_add(back));
            return;
        }
        self.unmake_simply(position, short);
        if self.plan.takes_prisoners && !taken.is_empty() {
            position.replace_hand((us, self.prisoner(taken)), |held| held.saturating_sub(1));
        }
    }
}

/// Returns `true` if a piece only goes to another square. If `takes`, it may capture there.
#[inline(always)]
fn goes_or_takes(mv: &Move, takes: bool) -> bool {
    mv.is_quiet() | (takes & mv.is_plain())
}

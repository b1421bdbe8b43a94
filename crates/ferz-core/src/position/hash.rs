//! Hash keys of positions: two positions are the same if their keys are equal.
//!
//! All keys of a position come from this file. Repetition and the hash table of perft use nothing else. A key is the
//! XOR of one number of 128 bits for each element of the position (a piece on a square, pieces in hand, a wall, the
//! side to move, rights). A move changes the key by the changes that its journal lists. Positions do not store keys;
//! they are computed when needed.

use std::hash::{DefaultHasher, Hash, Hasher};

use smallvec::SmallVec;

use super::aside::{Before, Change};
use super::board::WALLS;
use super::key::{Key, Thing, number};
use super::{Cell, Mark, Position, State};
use crate::board::{Side, Square};
use crate::rules::{Memo, PieceId, Told};

impl Key {
    /// The material key after a piece has moved from one square to another and captured the piece there, if any.
    #[inline(always)]
    pub fn after_move(self, mover: Cell, (from, to): (Square, Square), taken: Cell) -> Key {
        let key = self ^ on(from, mover) ^ on(to, mover);
        if taken.is_empty() { key } else { key ^ on(to, taken) }
    }

    /// The material key after a piece has come onto an empty square.
    #[inline(always)]
    pub fn after_drop(self, to: Square, cell: Cell) -> Key {
        self ^ on(to, cell)
    }
}

/// The number of a piece on a square.
#[inline(always)]
fn on(square: Square, cell: Cell) -> Key {
    match cell.row().and_then(|row| PLACED[row].get(square.index())) {
        Some(key) => *key,
        None => number(Thing::PlacedPiece, square.index() as u64, u64::from(cell.0)),
    }
}

/// The numbers of the first kinds of pieces on the first squares, by [`Cell::row`]. Games read them at each ply.
static PLACED: [[Key; 64]; Cell::ROWS] = {
    let mut placed = [[Key(0); 64]; Cell::ROWS];
    let mut place = 0;
    while place < 64 * Cell::ROWS {
        let (row, square) = (place / 64, place % 64);
        placed[row][square] = number(Thing::PlacedPiece, square as u64, Cell::of_row(row).0 as u64);
        place += 1;
    }
    placed
};

/// With more changes than this in one move, the key is computed from the whole position.
const FEW: usize = 64;

impl<const W: usize> Position<W> {
    /// The part of the key that the journal updates: pieces, hands and walls.
    pub fn material_key(&self) -> Key {
        let mut key = Key::default();
        for square in self.pieces_of_both() | self.neutral_pieces() {
            key ^= number(Thing::PlacedPiece, square.index() as u64, u64::from(self.cell(square).0));
        }
        self.board.by_side[WALLS].iter().for_each(|square| key ^= number(Thing::Wall, square.index() as u64, 1));
        for side in Side::ALL {
            for piece in (0..self.castlings.facts().pieces).map(|index| PieceId::new(index as u8)) {
                match self.in_hand(side, piece) {
                    0 => {}
                    count => key ^= number(Thing::Hand, hand(side, piece.index()), u64::from(count)),
                }
            }
        }
        key
    }

    /// The same key, computed from the key at a mark and the changes since then. They must still be in the journal.
    #[inline]
    pub fn material_key_since(&self, key: Key, mark: &Mark<W>) -> Key {
        let changes = self.changes().get(mark.changes()..).unwrap_or(&[]);
        if let [Change::Went { from, to, left, taken }] = changes {
            // The fast path for nearly all moves.
            return key ^ self.difference(&Before::Cell(*from, *left)) ^ self.difference(&Before::Cell(*to, *taken));
        }
        if changes.len() > FEW || changes.iter().any(|change| matches!(change, Change::Replaced)) {
            return self.material_key();
        }
        // If a place has changed several times, the first change has its old content.
        let mut seen: SmallVec<[Before; 8]> = SmallVec::new();
        let mut key = key;
        let mut add = |change: Before| {
            if !seen.iter().any(|earlier| earlier.is_where(&change)) {
                key ^= self.difference(&change);
                seen.push(change);
            }
        };
        for change in changes {
            match *change {
                Change::Went { from, to, left, taken } => {
                    add(Before::Cell(from, left));
                    add(Before::Cell(to, taken));
                }
                Change::Came { to, side, piece, held } => {
                    add(Before::Cell(to, Cell::EMPTY));
                    add(Before::Hand(side, piece, held));
                }
                Change::One(before) => add(before),
                Change::Replaced => {}
            }
        }
        key
    }

    /// The material key after the number of a piece in hand has changed. `before` is the number before.
    pub fn material_key_with_hand(&self, key: Key, (side, piece): (Side, PieceId), before: u16) -> Key {
        key ^ self.difference(&Before::Hand(side, piece, before))
    }

    /// The difference of the key between the old content of a place and its present content.
    #[inline(always)]
    fn difference(&self, change: &Before) -> Key {
        let thing = |thing, place, content: u16| match content {
            0 => Key::default(),
            content => number(thing, place, u64::from(content)),
        };
        match *change {
            Before::Cell(square, old) => {
                let place = square.index() as u64;
                thing(Thing::PlacedPiece, place, old.0) ^ thing(Thing::PlacedPiece, place, self.cell(square).0)
            }
            Before::Hand(side, piece, old) => {
                let place = hand(side, piece.index());
                thing(Thing::Hand, place, old) ^ thing(Thing::Hand, place, self.in_hand(side, piece))
            }
            Before::Wall(square, old) => match old == self.board.by_side[WALLS].contains(square) {
                true => Key::default(),
                false => number(Thing::Wall, square.index() as u64, 1),
            },
        }
    }

    /// The key of the position, given its material key. Positions with the same key have the same pieces, hands, walls,
    /// side to move and rights, and so the same moves now and later. An en passant right counts as long as `capturable`
    /// says that a piece can use it.
    #[inline]
    pub fn key(&self, material: Key, capturable: bool) -> Key {
        // All parts of the state are named, so that a new one is not forgotten here. Clocks never change the legal
        // moves. The square of a drop matters only for the end by a mate with a drop. The kind of the last move
        // matters if it has ended the game, because the same position can also occur without an end.
        let State {
            turn,
            rights,
            passed,
            passer,
            unmoved,
            dropped: _,
            castled,
            faced,
            checks,
            passes,
            halfmoves: _,
            fullmoves: _,
            memo,
        } = &self.state;
        let mut key = material ^ number(Thing::TurnAndRights, turn.index() as u64, (*rights).into());
        if *passes > 0 || checks.white > 0 || checks.black > 0 {
            let counts = u64::from(*passes) << 32 | u64::from(checks.white) << 16 | u64::from(checks.black);
            key ^= number(Thing::Counts, 0, counts);
        }
        if *memo != Memo::default() {
            let Memo { pending, piece, squares: [one, other], white_on } = *memo;
            let squares = u64::from(white_on) << 32 | (one.index() as u64) << 16 | other.index() as u64;
            key ^= number(Thing::Memo, squares, (pending as u64) << 16 | (piece.index() as u64) << 8);
        }
        if *faced || castled.is_some() {
            key ^= number(Thing::Ended, 0, 1);
        }
        unmoved.iter().for_each(|square: Square| key ^= number(Thing::Unmoved, square.index() as u64, 1));
        if let Some(told) = self.told() {
            key ^= key_of(told);
        }
        if capturable {
            passed.iter().for_each(|square: Square| key ^= number(Thing::Passed, square.index() as u64, 1));
            key ^= number(Thing::Passer, passer.index() as u64, 1);
        }
        key
    }
}

impl<const W: usize> Position<W> {
    /// The key of the previous move, if rules read it; zero otherwise. The legal moves depend on it and on the position.
    #[inline]
    pub fn last_move_key(&self) -> Key {
        self.told().map_or(Key::default(), |told| self.key_of_last(told))
    }

    #[cold]
    fn key_of_last(&self, told: &Told) -> Key {
        let Told { last, passed_too, passed_in_turn, .. } = told;
        // Without a previous move, the piece that can be captured en passant is the one that moved last.
        let passer = (!self.state.passed.is_empty()).then_some(self.state.passer);
        let mut hasher = DefaultHasher::new();
        (last, passer, passed_too, passed_in_turn).hash(&mut hasher);
        number(Thing::Last, 0, hasher.finish())
    }
}

/// The part of the key for state that only rules of the tree read. The previous move is left out: it affects only the next move, and a
/// position counts as repeated whatever the previous move was.
#[cold]
fn key_of(told: &Told) -> Key {
    let Told { marked, counters, kept, made, passed_too: _, passed_in_turn: _, last: _, further: _ } = told;
    let mut key = if *made > 0 { number(Thing::Counter, u64::MAX >> 24, u64::from(*made)) } else { Key::default() };
    for (index, square) in marked.iter() {
        key ^= number(Thing::Mark, (index << 16 | square.index()) as u64, 1);
    }
    for (index, values) in counters.iter().enumerate() {
        let counted = values.iter().enumerate().filter(|(_, value)| **value != 0);
        counted.for_each(|(side, value)| key ^= number(Thing::Counter, (index << 1 | side) as u64, *value as u64));
    }
    for (index, pieces) in kept.iter().enumerate() {
        for side in Side::ALL {
            for (place, piece) in pieces[side].iter().enumerate() {
                let place = (index << 17 | place << 1 | side.index()) as u64;
                key ^= number(Thing::Kept, place, piece.index() as u64);
            }
        }
    }
    key
}

fn hand(side: Side, piece: usize) -> u64 {
    (piece * 2 + side.index()) as u64
}

impl Before {
    /// Returns `true` if both changes are of the same place.
    #[inline(always)]
    fn is_where(&self, other: &Before) -> bool {
        match (self, other) {
            (Before::Cell(one, _), Before::Cell(two, _)) | (Before::Wall(one, _), Before::Wall(two, _)) => one == two,
            (Before::Hand(side, piece, _), Before::Hand(other, same, _)) => (side, piece) == (other, same),
            _ => false,
        }
    }
}

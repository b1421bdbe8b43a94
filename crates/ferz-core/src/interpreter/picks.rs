//! Choices that a player makes with a move, beside its squares.

use std::fmt;
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::board::{Side, Square};
use crate::rules::PieceId;
use crate::rules::tree::StateId;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pick {
    /// A square, with what stands there.
    On(Square),
    /// A piece that was captured on this square.
    Captured(Square),
    /// A piece in the hand of a side, or in a store of the state.
    Held(Side, Option<StateId>, PieceId),
    /// A kind of piece.
    Kind(PieceId),
    /// A square on which the piece turns, or from which it goes on without a capture.
    Via(Square),
}

/// The choices of a move, in their order. A small value, so that moves can be copied: most moves have no choice or that of one square;
/// longer rows are each kept once. The two parts are the upper and the lower half of a number, so that a move takes 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Picks([u16; 2]);

/// The number of a row of one square is one more than the square's index. Other rows have numbers from here.
const FIRST_ROW: u32 = 1 << 16;

/// Rows of one square.
static SINGLE: LazyLock<Vec<Pick>> = LazyLock::new(|| (0..1024).map(|index| Pick::On(Square::new(index))).collect());

/// All other rows that have occurred, each stored once.
static ROWS: LazyLock<RwLock<Rows>> = LazyLock::new(RwLock::default);

#[derive(Default)]
struct Rows {
    rows: Vec<&'static [Pick]>,
    numbers: FxHashMap<&'static [Pick], u32>,
}

impl Picks {
    /// No choice.
    pub const NONE: Picks = Picks([0; 2]);

    const fn numbered(number: u32) -> Picks {
        Picks([(number >> 16) as u16, number as u16])
    }

    fn number(self) -> u32 {
        u32::from(self.0[0]) << 16 | u32::from(self.0[1])
    }

    /// Some choices.
    pub fn of(picks: &[Pick]) -> Picks {
        match picks {
            [] => Picks::NONE,
            [Pick::On(square)] if square.index() < SINGLE.len() => Picks::numbered(square.index() as u32 + 1),
            row => Picks::kept(row),
        }
    }

    fn kept(row: &[Pick]) -> Picks {
        if let Some(number) = ROWS.read().unwrap_or_else(PoisonError::into_inner).numbers.get(row) {
            return Picks::numbered(*number);
        }
        let mut rows = ROWS.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = rows.numbers.get(row) {
            return Picks::numbered(*number);
        }
        let (kept, number): (&'static [Pick], u32) = (Box::leak(row.into()), FIRST_ROW + rows.rows.len() as u32);
        rows.rows.push(kept);
        rows.numbers.insert(kept, number);
        Picks::numbered(number)
    }
}

impl Deref for Picks {
    type Target = [Pick];

    fn deref(&self) -> &[Pick] {
        self.row()
    }
}

impl Picks {
    /// The choices as a row that is never freed.
    pub fn row(self) -> &'static [Pick] {
        match self.number() {
            0 => &[],
            number if number < FIRST_ROW => {
                let at = number as usize - 1;
                SINGLE.get(at..=at).unwrap_or_default()
            }
            number => {
                let rows = ROWS.read().unwrap_or_else(PoisonError::into_inner);
                rows.rows.get((number - FIRST_ROW) as usize).copied().unwrap_or_default()
            }
        }
    }
}

impl fmt::Debug for Picks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

//! A list of moves that reuses its memory.

use std::ops::Deref;

use crate::interpreter::{Move, Row, Sets};

/// The number of words of a set of squares on boards of up to 64 squares. In WebAssembly, small boards use the sets of the next larger
/// boards: each width compiles the whole generator again, and the module has to be downloaded.
pub(super) const SMALL: usize = if cfg!(target_family = "wasm") { 2 } else { 1 };

/// The legal moves of a position, in no particular order.
///
/// Reuse one list for many positions to avoid allocations.
#[derive(Clone, Default, Debug)]
pub struct MoveList {
    row: Row,
    room: Room,
}

/// Storage for moves as sets, one for each board width. Only the storage of the game's own width is used.
#[derive(Clone, Default, Debug)]
pub(super) struct Room {
    #[cfg(not(target_family = "wasm"))]
    w1: Sets<1>,
    w2: Sets<2>,
    w16: Sets<16>,
}

/// Storage for the moves of boards of one width.
pub(super) trait HasRoom<const W: usize> {
    /// The storage of this width.
    fn sets(&mut self) -> &mut Sets<W>;
}

macro_rules! has_room {
    ($($width:literal $field:ident),*) => {
        $(impl HasRoom<$width> for Room {
            #[inline(always)]
            fn sets(&mut self) -> &mut Sets<$width> {
                &mut self.$field
            }
        })*
    };
}

has_room!(2 w2, 16 w16);
// In WebAssembly, small boards have sets of two words.
#[cfg(not(target_family = "wasm"))]
has_room!(1 w1);

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.row.clear();
    }

    /// The list of moves to fill, and the storage for sets of moves.
    #[inline(always)]
    pub(super) fn parts(&mut self) -> (&mut Row, &mut Room) {
        self.row.clear();
        (&mut self.row, &mut self.room)
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.row.moves()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

//! A position whose moves are generated.

use crate::position::Position;

/// A position that a generator reads. Only to verify a move does it make changes, which it takes back.
pub(crate) enum Held<'a, const W: usize> {
    /// The generator may change it.
    Own(&'a mut Position<W>),
    /// The generator changes a copy, for which there is room that is used again and again.
    Lent(&'a Position<W>, &'a mut Copied<W>),
}

/// Room for a copy of a position.
pub(crate) type Copied<const W: usize> = Option<Box<Position<W>>>;

impl<const W: usize> Held<'_, W> {
    /// The position.
    #[inline(always)]
    pub fn read(&self) -> &Position<W> {
        match self {
            Held::Own(position) => position,
            Held::Lent(position, _) => position,
        }
    }

    /// Hands over a position that may be changed. Few positions have a move to verify, so a lent one is copied only here.
    #[inline(always)]
    pub fn change<T>(&mut self, work: impl FnOnce(&mut Position<W>) -> T) -> T {
        match self {
            Held::Own(position) => work(position),
            Held::Lent(position, room) => match room {
                Some(copy) => {
                    Position::clone_from(copy, position);
                    work(copy)
                }
                None => work(room.insert(Box::new(position.clone()))),
            },
        }
    }
}

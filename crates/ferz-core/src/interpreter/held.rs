//! A position whose moves are generated.

use crate::position::Position;

use super::spare;

/// A position that a generator reads. Only to verify a move does it make changes, which it takes back.
pub(crate) enum Held<'a, const W: usize> {
    /// The generator may change it.
    Own(&'a mut Position<W>),
    /// The generator changes a copy.
    Lent(&'a Position<W>),
}

impl<const W: usize> Held<'_, W> {
    /// The position.
    #[inline(always)]
    pub fn read(&self) -> &Position<W> {
        match self {
            Held::Own(position) => position,
            Held::Lent(position) => position,
        }
    }

    /// Hands over a position that may be changed. Few positions have a move to verify, so a lent one is copied only here.
    #[inline(always)]
    pub fn change<T>(&mut self, work: impl FnOnce(&mut Position<W>) -> T) -> T {
        match self {
            Held::Own(position) => work(position),
            Held::Lent(position) => {
                let mut copy = copied(position);
                let result = work(&mut copy);
                spare::keep(copy);
                result
            }
        }
    }
}

#[inline(never)]
fn copied<const W: usize>(position: &Position<W>) -> Box<Position<W>> {
    let Some(mut copy) = spare::take::<Position<W>>() else { return Box::new(position.clone()) };
    (*copy).clone_from(position);
    copy
}

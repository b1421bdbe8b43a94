//! One value for each piece of a variant, without memory of its own for most variants, so that a position is copied fast.

use std::ops::{Deref, DerefMut};

/// One value for each piece, by the index of the piece, and maybe default values behind them.
#[derive(Debug)]
pub(super) struct PerPiece<T> {
    few: [T; FEW],
    /// All of them, if there are more than fit.
    many: Option<Box<[T]>>,
}

/// Most variants have no more pieces.
const FEW: usize = 16;

impl<T: Copy + Default> PerPiece<T> {
    /// Default values for so many pieces.
    pub fn new(len: usize) -> PerPiece<T> {
        PerPiece { few: [T::default(); FEW], many: (len > FEW).then(|| vec![T::default(); len].into()) }
    }

    /// The values of a slice.
    pub fn of(values: &[T]) -> PerPiece<T> {
        let mut all = PerPiece::new(values.len());
        all[..values.len()].copy_from_slice(values);
        all
    }
}

impl<T: Copy> Clone for PerPiece<T> {
    #[inline(always)]
    fn clone(&self) -> PerPiece<T> {
        PerPiece { few: self.few, many: self.many.clone() }
    }
}

impl<T> Deref for PerPiece<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        match &self.many {
            None => &self.few,
            Some(many) => many,
        }
    }
}

impl<T> DerefMut for PerPiece<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.many {
            None => &mut self.few,
            Some(many) => many,
        }
    }
}

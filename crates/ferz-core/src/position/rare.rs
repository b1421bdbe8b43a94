//! Boxes that few positions have.

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};

/// A box that few positions have, or nothing. A position is dropped after each move of a caller that copies positions, so the
/// test for nothing is inlined, and the code that frees a box is not.
#[derive(Debug)]
pub(super) struct Rare<T>(ManuallyDrop<Option<Box<T>>>);

impl<T> Rare<T> {
    /// Nothing.
    pub const NONE: Rare<T> = Rare(ManuallyDrop::new(None));
}

impl<T> From<Option<Box<T>>> for Rare<T> {
    #[inline(always)]
    fn from(held: Option<Box<T>>) -> Rare<T> {
        Rare(ManuallyDrop::new(held))
    }
}

impl<T> Deref for Rare<T> {
    type Target = Option<Box<T>>;

    #[inline(always)]
    fn deref(&self) -> &Option<Box<T>> {
        &self.0
    }
}

impl<T> DerefMut for Rare<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Option<Box<T>> {
        &mut self.0
    }
}

impl<T> Drop for Rare<T> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.0.is_some() {
            free(self.0.take());
        }
    }
}

#[cold]
#[inline(never)]
fn free<T>(held: Option<Box<T>>) {
    drop(held);
}

//! Boxes that a thread uses again, so that lists of moves take no memory.

use std::any::Any;
use std::cell::RefCell;

thread_local! {
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// The number of boxes that are kept: more than there are types of them.
const MOST: usize = 8;

/// A box of this type that [`keep`] has stored before, if any.
pub(super) fn take<T: Any>() -> Option<Box<T>> {
    let take = |spare: &mut Vec<Box<dyn Any>>| {
        let place = spare.iter().rposition(|held| held.is::<T>())?;
        spare.swap_remove(place).downcast().ok()
    };
    SPARE.try_with(|spare| take(&mut spare.borrow_mut())).ok().flatten()
}

/// Stores a box for the next call of [`take`] in this thread.
pub(super) fn keep<T: Any>(held: Box<T>) {
    // A thread that ends keeps nothing.
    let _ = SPARE.try_with(|spare| {
        let mut spare = spare.borrow_mut();
        if spare.len() < MOST {
            spare.push(held);
        }
    });
}

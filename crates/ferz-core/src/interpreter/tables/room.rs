//! Functions that test for free memory before a list grows.

use crate::work;

/// Makes room for one more element. Returns `false` if the program may not allocate that much. Large lists grow by an
/// eighth, because doubling would waste memory.
pub(super) fn grow<T>(list: &mut Vec<T>) -> bool {
    grow_by(list, 1)
}

/// Makes room for this number of additional elements. Returns `false` if the program may not allocate that much.
pub(super) fn grow_by<T>(list: &mut Vec<T>, more: usize) -> bool {
    if list.capacity() - list.len() >= more {
        return true;
    }
    let more = more.max(list.len() / 8).max(256);
    let room = work::has_room(more * size_of::<T>());
    if room {
        list.reserve_exact(more);
    }
    room
}

//! Lists that ask whether there is memory before they grow.

use crate::work;

/// Makes room for one thing more; `false` if the program may not hold so much. Large lists grow by an eighth: twice as much room
/// would mostly stay empty.
pub(super) fn grow<T>(list: &mut Vec<T>) -> bool {
    grow_by(list, 1)
}

/// Makes room for so many things more.
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

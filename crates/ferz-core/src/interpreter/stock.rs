//! Lists that moves refer to by number.

use std::hash::Hash;
use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Lists by number, and their numbers. Equal lists have the same number.
///
/// There are two halves. A list that is stored or read moves to the younger half. When that half is full, the older one
/// is freed and the younger one takes its place. So the memory is bounded, and a list stays at least until as many
/// other lists as a half holds have been stored or read.
#[derive(Debug)]
pub(super) struct Stock<T> {
    young: Half<T>,
    old: Half<T>,
    /// The next number to try.
    next: u32,
}

#[derive(Debug)]
struct Half<T> {
    lists: FxHashMap<u32, Arc<[T]>>,
    numbers: FxHashMap<Arc<[T]>, u32>,
    /// The length of all lists together.
    entries: usize,
}

impl<T: Copy + Eq + Hash> Stock<T> {
    /// The largest number of lists of a half, and of entries of all its lists.
    const LISTS: usize = 1 << 18;
    const ENTRIES: usize = 1 << 22;

    /// Numbers are below this one.
    pub(super) const NUMBERS: u32 = (1 << 31) - (1 << 16);

    /// A stock without lists.
    pub(super) fn new() -> Stock<T> {
        Stock { young: Half::new(), old: Half::new(), next: 0 }
    }

    /// The number of a list of the younger half. Lists of the older half are found by [`store`](Stock::store).
    pub(super) fn number(&self, list: &[T]) -> Option<u32> {
        self.young.numbers.get(list).copied()
    }

    /// A list of the younger half. Lists of the older half are found by [`renew`](Stock::renew).
    pub(super) fn list(&self, number: u32) -> Option<Arc<[T]>> {
        self.young.lists.get(&number).cloned()
    }

    /// Stores a list, if it is not stored, and returns its number.
    pub(super) fn store(&mut self, list: &[T]) -> u32 {
        if let Some(number) = self.number(list) {
            return number;
        }
        if let Some((stored, number)) = self.old.numbers.get_key_value(list) {
            let (stored, number) = (stored.clone(), *number);
            self.put(number, stored);
            return number;
        }
        while self.young.lists.contains_key(&self.next) || self.old.lists.contains_key(&self.next) {
            self.next = (self.next + 1) % Self::NUMBERS;
        }
        let number = self.next;
        self.next = (self.next + 1) % Self::NUMBERS;
        self.put(number, list.into());
        number
    }

    /// The list with a number, which then belongs to the younger half. `None` if the list has been freed.
    pub(super) fn renew(&mut self, number: u32) -> Option<Arc<[T]>> {
        if let Some(list) = self.list(number) {
            return Some(list);
        }
        let list = self.old.lists.get(&number)?.clone();
        self.put(number, list.clone());
        Some(list)
    }

    /// Puts a list into the younger half.
    fn put(&mut self, number: u32, list: Arc<[T]>) {
        if self.young.lists.len() >= Self::LISTS || self.young.entries >= Self::ENTRIES {
            self.old = mem::replace(&mut self.young, Half::new());
        }
        self.young.entries += list.len();
        self.young.lists.insert(number, list.clone());
        self.young.numbers.insert(list, number);
    }
}

impl<T> Half<T> {
    fn new() -> Half<T> {
        Half { lists: FxHashMap::default(), numbers: FxHashMap::default(), entries: 0 }
    }
}

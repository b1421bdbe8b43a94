//! The key of a position.

use std::sync::Arc;

/// A key of 128 bits. Two different positions have the same key with a probability of 2^-128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Key(pub u128);

/// The keys of the positions that led to a position, the latest first.
#[derive(Debug)]
pub struct Earlier {
    /// The key of the position.
    pub key: Key,
    /// The position before it.
    pub before: Option<Arc<Earlier>>,
}

impl std::ops::BitXor for Key {
    type Output = Key;

    #[inline(always)]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl std::ops::BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

impl Key {
    /// The key of the position together with a number, such as a depth.
    #[inline(always)]
    pub fn with(self, value: u64) -> Key {
        self ^ number(Thing::Value, 0, value)
    }
}

/// The kinds of elements of a position that have a random number.
#[derive(Clone, Copy)]
pub(super) enum Thing {
    PlacedPiece,
    Hand,
    Wall,
    TurnAndRights,
    Passed,
    Passer,
    Counts,
    Unmoved,
    Ended,
    Value,
    Memo,
    Mark,
    Counter,
    Kept,
    Last,
}

/// The random number of an element, given its place and content: the finaliser of SplitMix64, once for each half.
#[inline(always)]
pub(super) const fn number(thing: Thing, place: u64, content: u64) -> Key {
    let first = scramble((place << 24) ^ content ^ (thing as u64) << 60);
    let second = scramble(first ^ 0x9e37_79b9_7f4a_7c15);
    Key((first as u128) << 64 | second as u128)
}

#[inline(always)]
const fn scramble(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

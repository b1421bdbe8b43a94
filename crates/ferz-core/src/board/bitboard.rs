//! Sets of squares as bits.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::Square;

/// A set of squares of a board of at most `64 * W` squares; bit `i` stands for the square with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize>(pub [u64; W]);

/// A set of squares of any board, for code that need not be fast.
pub type SquareSet = Bitboard<16>;

/// Runs code for each word of a set of `$W` words.
///
/// One and two words are written out. The generator is inlined into a few large functions with thousands of set
/// operations. As loops, which the compiler has to unroll one by one, these took a quarter of the crate's compile time.
/// A macro, because closures are not always inlined.
macro_rules! each_word {
    ($W:ident, $word:ident => $act:block) => {
        match $W {
            1 => {
                let $word = 0;
                $act
            }
            2 => {
                {
                    let $word = 0;
                    $act
                }
                {
                    let $word = 1;
                    $act
                }
            }
            _ => {
                let mut next = 0;
                while next < $W {
                    let $word = next;
                    $act
                    next += 1;
                }
            }
        }
    };
}
pub(crate) use each_word;

/// A set made word by word: see [`each_word`].
macro_rules! by_word {
    ($W:ident, $word:ident => $bits:expr) => {{
        let mut set = Bitboard::<$W>::EMPTY;
        each_word!($W, $word => { set.0[$word] = $bits });
        set
    }};
}

impl<const W: usize> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Bitboard<W> = Bitboard([0; W]);

    /// The set of one square.
    #[inline(always)]
    pub fn of(square: Square) -> Bitboard<W> {
        let mut set = Bitboard::EMPTY;
        set.insert(square);
        set
    }

    /// The set of one square if a condition holds, and else the empty set, without a branch.
    #[inline(always)]
    pub fn of_if(square: Square, condition: bool) -> Bitboard<W> {
        let mut set = Bitboard::EMPTY;
        set.0[square.word::<W>()] = u64::from(condition) << (square.index() % 64);
        set
    }

    /// The squares with an index below `count`.
    pub fn first(count: usize) -> Bitboard<W> {
        let mut set = Bitboard::EMPTY;
        for (word, bits) in set.0.iter_mut().enumerate() {
            let inside = count.saturating_sub(word * 64).min(64);
            *bits = if inside == 64 { u64::MAX } else { (1 << inside) - 1 };
        }
        set
    }

    /// Adds a square.
    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        self.0[square.word::<W>()] |= square.bit();
    }

    /// Removes a square.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0[square.word::<W>()] &= !square.bit();
    }

    /// Adds the square if it is missing, and removes it otherwise.
    #[inline(always)]
    pub fn toggle(&mut self, square: Square) {
        self.0[square.word::<W>()] ^= square.bit();
    }

    /// Returns `true` if the square is in the set.
    #[inline(always)]
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.word::<W>()] & square.bit() != 0
    }

    /// Returns `true` if the set has no square.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let mut all = 0;
        each_word!(W, word => { all |= self.0[word] });
        all == 0
    }

    /// Returns `true` if the sets share a square.
    #[inline(always)]
    pub fn intersects(&self, other: &Bitboard<W>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns `true` if every square of `self` is in `other`.
    #[inline(always)]
    pub fn is_subset(&self, other: &Bitboard<W>) -> bool {
        (*self & !*other).is_empty()
    }

    /// The number of squares.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut total = 0;
        each_word!(W, word => { total += self.0[word].count_ones() });
        total
    }

    /// The number of squares in the set with a lower index than `square`.
    #[inline(always)]
    pub fn count_below(&self, square: Square) -> usize {
        let (whole, below) = (square.index() / 64, (1 << (square.index() % 64)) - 1);
        let lower: Bitboard<W> = by_word!(W, word => match word.cmp(&whole) {
            Ordering::Less => self.0[word],
            Ordering::Equal => self.0[word] & below,
            Ordering::Greater => 0,
        });
        lower.count() as usize
    }

    /// Removes the square with the lowest index and returns it. If the set is empty, it returns any square of the board, without a
    /// branch on small boards.
    #[inline(always)]
    pub(crate) fn next_or_any(&mut self) -> Square {
        let word = match W {
            1 => 0,
            2 => usize::from(self.0[0] == 0),
            _ => self.0.iter().position(|bits| *bits != 0).unwrap_or(0),
        };
        let bits = &mut self.0[word];
        let square = Square::new((word * 64) as u16 + (bits.trailing_zeros() % 64) as u16);
        *bits &= bits.wrapping_sub(1);
        square
    }

    /// The square with the lowest index.
    #[inline(always)]
    pub fn lowest(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The square that has `before` squares of the set below it, in the order of the index.
    #[inline]
    pub fn nth(&self, before: usize) -> Option<Square> {
        let mut left = before as u32;
        for (word, bits) in self.0.iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 && left > 0 {
                bits &= bits - 1;
                left -= 1;
            }
            if bits == 0 {
                continue;
            }
            return Some(Square::new((word * 64) as u16 + bits.trailing_zeros() as u16));
        }
        None
    }

    /// The square with the highest index.
    pub fn highest(&self) -> Option<Square> {
        for (word, bits) in self.0.iter().enumerate().rev() {
            if *bits != 0 {
                return Some(Square::new((word * 64) as u16 + 63 - bits.leading_zeros() as u16));
            }
        }
        None
    }

    /// All squares up to the lowest square of the set, itself included; all squares if the set is empty.
    #[inline(always)]
    #[expect(unused_assignments, reason = "written out for each word; after the last one nothing reads it")]
    pub fn up_to_lowest(&self) -> Bitboard<W> {
        let mut above = false;
        by_word!(W, word => {
            let bits = self.0[word];
            let mask = if above { 0 } else { bits ^ bits.wrapping_sub(1) };
            above |= bits != 0;
            mask
        })
    }

    /// One more than the index of the highest square; 0 if there is none.
    #[inline(always)]
    pub fn span(&self) -> usize {
        let (mut top, mut below) = (self.0[0], 0);
        each_word!(W, word => {
            if word > 0 && self.0[word] != 0 {
                (top, below) = (self.0[word], word * 64);
            }
        });
        below + 64 - top.leading_zeros() as usize
    }

    /// All squares from the highest square of the set on, itself included; all squares if the set is empty.
    #[inline(always)]
    #[expect(unused_assignments, reason = "written out for each word; after the last one nothing reads it")]
    pub fn down_to_highest(&self) -> Bitboard<W> {
        let mut below = false;
        let from_last: Bitboard<W> = by_word!(W, word => {
            let bits = self.0[W - 1 - word];
            let from_highest = if bits == 0 { u64::MAX } else { u64::MAX << (63 - bits.leading_zeros()) };
            let mask = if below { 0 } else { from_highest };
            below |= bits != 0;
            mask
        });
        by_word!(W, word => from_last.0[W - 1 - word])
    }

    /// The same set at another width.
    ///
    /// # Panics
    /// In debug builds, when a square does not fit the new width.
    #[inline]
    pub fn resize<const V: usize>(&self) -> Bitboard<V> {
        debug_assert!(self.0.iter().skip(V).all(|word| *word == 0), "a square does not fit");
        let mut set = Bitboard::EMPTY;
        for (to, from) in set.0.iter_mut().zip(self.0) {
            *to = from;
        }
        set
    }

    /// The set with every index raised by `distance`; squares whose index leaves the width are dropped.
    #[inline(always)]
    pub fn shifted(&self, distance: i32) -> Bitboard<W> {
        if W == 1 {
            let mut set = Bitboard::EMPTY;
            set.0[0] = if distance >= 0 { self.0[0] << (distance & 63) } else { self.0[0] >> (-distance & 63) };
            return set;
        }
        if W == 2 {
            let (whole, far) = (self.joined(), distance.unsigned_abs());
            let moved = if distance >= 0 { whole.checked_shl(far) } else { whole.checked_shr(far) };
            return Bitboard::parted(moved.unwrap_or(0));
        }
        let (words, bits) = (distance.unsigned_abs() as usize / 64, distance.unsigned_abs() % 64);
        let mut set = Bitboard::EMPTY;
        let mut word = words;
        while word < W {
            if distance >= 0 {
                set.0[word] = self.0[word - words] << bits;
                if bits > 0 && word > words {
                    set.0[word] |= self.0[word - words - 1] >> (64 - bits);
                }
            } else {
                let to = word - words;
                set.0[to] = self.0[word] >> bits;
                if bits > 0 && word + 1 < W {
                    set.0[to] |= self.0[word + 1] << (64 - bits);
                }
            }
            word += 1;
        }
        set
    }

    /// Like [`shifted`](Bitboard::shifted), for sets from which no square leaves the width. The result for a square that
    /// would leave it is unspecified.
    #[inline(always)]
    pub fn moved(&self, distance: i32) -> Bitboard<W> {
        match W {
            1 => by_word!(W, word => self.0[word].rotate_left(distance as u32 & 63)),
            2 => Bitboard::parted(self.joined().rotate_left(distance as u32 & 127)),
            _ => self.shifted(distance),
        }
    }

    /// The bits of a set of two words.
    #[inline(always)]
    fn joined(&self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// The set of two words with these bits.
    #[inline(always)]
    fn parted(bits: u128) -> Bitboard<W> {
        by_word!(W, word => (bits >> (64 * word)) as u64)
    }

    /// The squares in order of their index.
    #[inline(always)]
    pub fn iter(&self) -> Squares<W> {
        Squares { set: *self, word: 0, bits: self.0[0] }
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Bitboard::EMPTY
    }
}

impl<const W: usize> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Bitboard::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl<const W: usize> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;

    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        self.iter()
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone)]
pub struct Squares<const W: usize> {
    set: Bitboard<W>,
    word: usize,
    /// Bits of the word that are still to be visited.
    bits: u64,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.bits == 0 {
            match W {
                1 => return None,
                2 if self.word == 1 || self.set.0[1] == 0 => return None,
                2 => (self.word, self.bits) = (1, self.set.0[1]),
                _ => {
                    while self.bits == 0 {
                        self.word += 1;
                        if self.word >= W {
                            return None;
                        }
                        self.bits = self.set.0[self.word];
                    }
                }
            }
        }
        let square = Square::new((self.word * 64) as u16 + self.bits.trailing_zeros() as u16);
        self.bits &= self.bits - 1;
        Some(square)
    }
}

macro_rules! bitwise {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $operator:tt) => {
        impl<const W: usize> $trait for Bitboard<W> {
            type Output = Bitboard<W>;

            #[inline(always)]
            fn $method(self, other: Bitboard<W>) -> Bitboard<W> {
                by_word!(W, word => self.0[word] $operator other.0[word])
            }
        }

        impl<const W: usize> $assign_trait for Bitboard<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard<W>) {
                *self = *self $operator other;
            }
        }
    };
}

bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const W: usize> Not for Bitboard<W> {
    type Output = Bitboard<W>;

    #[inline(always)]
    fn not(self) -> Bitboard<W> {
        by_word!(W, word => !self.0[word])
    }
}

impl<const W: usize> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

#[cfg(feature = "serde")]
impl<const W: usize> serde::Serialize for Bitboard<W> {
    /// A list of squares.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de, const W: usize> serde::Deserialize<'de> for Bitboard<W> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bitboard<W>, D::Error> {
        let mut set = Bitboard::EMPTY;
        for square in Vec::<Square>::deserialize(deserializer)? {
            if square.index() >= W * 64 {
                return Err(serde::de::Error::custom(format!(
                    "there is no square {} in a set of {}",
                    square.index(),
                    W * 64
                )));
            }
            set.insert(square);
        }
        Ok(set)
    }
}

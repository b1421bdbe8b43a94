//! Tables of precomputed target sets, indexed by the occupancy of a few squares.
//!
//! There are two methods to turn an occupancy into an index: the PEXT instruction, if the processor has a fast one,
//! and multiplication with a number found by search (a "magic"). A variant's tables are built for one of them when it
//! is loaded.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::board::{Bitboard, SquareSet, each_word};
use crate::walker::Ray;

/// The largest number of squares on which one table depends, for each board width. A table has two to that power
/// entries, and a few times as many with multiplication, for which more squares make factors harder to find. On the
/// largest boards, tables would not fit into memory.
const fn group_bits(words: usize, indexing: Indexing) -> usize {
    match (words, indexing) {
        (1, Indexing::Pext) => 12,
        (2, Indexing::Pext) => 10,
        (1 | 2, Indexing::Multiply) => 9,
        (4, _) => 7,
        _ => 0,
    }
}

/// Returns `true` if boards of this number of words have tables.
#[inline(always)]
pub(super) const fn has_tables(words: usize) -> bool {
    group_bits(words, Indexing::Multiply) > 0
}

/// The size of all tables of a variant at which no more are built. Built-in variants need a tenth of it.
const MOST_BYTES: usize = 48 << 20;

/// The tables for some rays, and the rays without a table.
pub struct Found<'a, R, const W: usize> {
    /// The tables. The reach is the union of their entries.
    pub tables: Vec<Lookup<W>>,
    /// Rays that no table holds.
    pub left: Vec<&'a R>,
}

/// How an occupancy becomes an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indexing {
    /// The PEXT instruction.
    Pext,
    /// Multiplication; works everywhere.
    Multiply,
}

impl Indexing {
    /// The fastest method on this processor, or the portable method if the program has asked for it.
    pub fn detect() -> Indexing {
        if !PORTABLE.load(Ordering::Relaxed) && has_fast_pext() { Indexing::Pext } else { Indexing::Multiply }
    }
}

/// `true` if the program has asked for tables that work on every processor.
static PORTABLE: AtomicBool = AtomicBool::new(false);

/// Makes all later tables of the program portable.
pub(crate) fn make_portable_tables() {
    PORTABLE.store(true, Ordering::Relaxed);
}

/// Returns `true` if the processor has the instructions for bits that the generator is compiled with, PEXT fast or
/// slow.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_bit_instructions() -> bool {
    is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("avx2")
}

#[cfg(target_arch = "x86_64")]
fn has_fast_pext() -> bool {
    has_bit_instructions() && !has_microcoded_pext()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_fast_pext() -> bool {
    false
}

/// Returns `true` for AMD processors before Zen 3 (family 19h), which need hundreds of cycles for PEXT.
#[cfg(target_arch = "x86_64")]
fn has_microcoded_pext() -> bool {
    let vendor = core::arch::x86_64::__cpuid(0);
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = core::arch::x86_64::__cpuid(1).eax;
    let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
    is_amd && family < 0x19
}

/// An indexing method as a type, so that generators are compiled for each method.
pub(crate) trait Index {
    /// `true` if there is a generator that only counts.
    const COUNTS: bool;

    /// `true` if all code that reads tables is compiled into one function. That takes long to compile, so it is done
    /// only for the fast method on boards of up to 128 squares. In other cases, calls cost little.
    const INLINES: bool;

    /// The index of an occupancy among the entries of a table.
    fn index<const W: usize>(tables: &Tables<W>, lookup: &Lookup<W>, occupied: &Bitboard<W>) -> usize;
}

/// [`Indexing::Pext`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pext;

/// [`Indexing::Multiply`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiply;

impl Index for Pext {
    const COUNTS: bool = true;
    const INLINES: bool = true;

    #[inline(always)]
    #[expect(unused_assignments, reason = "written out for each word; after the last one nothing reads the shift")]
    fn index<const W: usize>(_: &Tables<W>, lookup: &Lookup<W>, occupied: &Bitboard<W>) -> usize {
        let (mut index, mut shift) = (0, 0);
        each_word!(W, word => {
            let mask = lookup.mask.0[word];
            index |= pext(occupied.0[word], mask) << shift;
            shift += mask.count_ones();
        });
        index as usize
    }
}

impl Index for Multiply {
    const COUNTS: bool = false;
    const INLINES: bool = false;

    #[inline(always)]
    fn index<const W: usize>(tables: &Tables<W>, lookup: &Lookup<W>, occupied: &Bitboard<W>) -> usize {
        multiplied(&tables.factors[lookup.factors as usize], &(lookup.mask & *occupied))
    }
}

#[inline(always)]
fn multiplied<const W: usize>(factors: &[Factor; W], pieces: &Bitboard<W>) -> usize {
    let mut index = 0;
    each_word!(W, word => {
        let Factor { factor, down, up } = factors[word];
        index |= pieces.0[word].wrapping_mul(factor) >> (down & 63) << (up & 63);
    });
    index as usize
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn pext(bits: u64, mask: u64) -> u64 {
    // SAFETY: tables are laid out for PEXT, and so this is called, only where `Indexing::detect` has found BMI2.
    unsafe { core::arch::x86_64::_pext_u64(bits, mask) }
}

#[cfg(not(target_arch = "x86_64"))]
fn pext(_: u64, _: u64) -> u64 {
    unreachable!("tables are never laid out for PEXT here")
}

/// One table: the squares on whose occupancy it depends, the indexing method, and the start of its entries.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<const W: usize> {
    mask: Bitboard<W>,
    offset: u32,
    /// With multiplication, the index of the first factor in [`Tables`].
    factors: u32,
}

/// The factor that turns the bits of one word into a part of an index.
#[derive(Clone, Copy, Default, Debug)]
struct Factor {
    factor: u64,
    down: u8,
    up: u8,
}

impl<const W: usize> Default for Lookup<W> {
    /// A table without squares and with one empty entry. Every collection of tables begins with it.
    fn default() -> Self {
        Lookup { mask: Bitboard::EMPTY, offset: 0, factors: 0 }
    }
}

/// All tables of a variant, one after the other.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    entries: Vec<Bitboard<W>>,
    factors: Vec<[Factor; W]>,
    indexing: Indexing,
}

impl<const W: usize> Tables<W> {
    /// The indexing method of the tables.
    #[inline(always)]
    pub fn indexing(&self) -> Indexing {
        self.indexing
    }

    /// The squares that the rays of a table reach, captures included.
    #[inline(always)]
    pub fn reach<I: Index>(&self, lookup: &Lookup<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let index = lookup.offset as usize + I::index(self, lookup, occupied);
        debug_assert!(index < self.entries.len());
        // SAFETY: `Builder::table` and `Lookup::default` are the only makers of a `Lookup`. There are as many entries from
        // `offset` on as there are indices (two to the power of the number of squares in `mask`, or of the bits of all
        // factors), and entries are never removed. (Measured: see docs/performance.md.)
        unsafe { *self.entries.get_unchecked(index) }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.entries.as_slice()) + std::mem::size_of_val(self.factors.as_slice())
    }
}

/// The rays of one table, and the squares on which they depend.
#[derive(Clone, Default, Debug)]
struct Group<'a> {
    rays: Vec<&'a Ray>,
    mask: SquareSet,
}

/// Builds the tables; equal groups of rays are stored once.
pub struct Builder<const W: usize> {
    tables: Tables<W>,
    /// The groups so far, by their first rays.
    known: FxHashMap<Ray, Vec<(Vec<Ray>, Lookup<W>)>>,
    /// The factors found so far, by their masks. `up` is not set yet.
    factors: FxHashMap<u64, Factor>,
}

impl<const W: usize> Builder<W> {
    /// A builder without tables.
    pub fn new(indexing: Indexing) -> Builder<W> {
        let tables = Tables { entries: vec![Bitboard::EMPTY], factors: vec![[Factor::default(); W]], indexing };
        Builder { tables, known: FxHashMap::default(), factors: FxHashMap::default() }
    }

    /// Tables for as many of `rays` as possible. Tables of other pieces are reused if that needs no more tables (a
    /// queen reads those of a rook and a bishop): fewer tables fit the cache better.
    pub fn tables<'a, R: Deref<Target = Ray>>(&mut self, rays: &[&'a R]) -> Found<'a, R, W> {
        // Once the tables have reached their largest size, further rays are followed square by square.
        let full = std::mem::size_of_val(self.tables.entries.as_slice()) > MOST_BYTES;
        let bits = if full { 0 } else { group_bits(W, self.tables.indexing) };
        // A ray that depends on nothing needs no table.
        let (held, left): (Vec<&R>, Vec<&R>) =
            rays.iter().partition(|ray| bits > 0 && ray.depends_on().count() as usize <= bits);
        let mut held: Vec<&Ray> = held.into_iter().map(Deref::deref).collect();
        held.sort_by_key(|ray| ray.cells.first().map(|cell| cell.square));
        let apart = grouped(&held, bits);
        let (mut tables, rest) = if apart.len() > 1 { self.known_of(&held) } else { (Vec::new(), held) };
        let rest = grouped(&rest, bits);
        let groups = if tables.len() + rest.len() > apart.len() {
            tables.clear();
            apart
        } else {
            rest
        };
        tables.extend(groups.iter().map(|group| self.table(group)));
        Found { tables, left }
    }

    /// Existing tables that cover some of the rays, and the rays that are left.
    fn known_of<'a>(&self, rays: &[&'a Ray]) -> (Vec<Lookup<W>>, Vec<&'a Ray>) {
        let (mut tables, mut rest) = (Vec::new(), rays.to_vec());
        loop {
            let known = rest.iter().filter_map(|ray| self.known.get(*ray)).flatten();
            let within = known.filter(|(group, _)| group.iter().all(|ray| rest.contains(&ray)));
            let Some((group, table)) = within.max_by_key(|(group, _)| group.len()) else { return (tables, rest) };
            tables.push(*table);
            rest.retain(|ray| !group.contains(ray));
        }
    }

    fn table(&mut self, Group { rays, mask }: &Group<'_>) -> Lookup<W> {
        let Some(first) = rays.first() else { return Lookup::default() };
        let known = self.known.get(*first).into_iter().flatten();
        if let Some((_, table)) = known.clone().find(|(group, _)| group.iter().eq(rays.iter().copied())) {
            return *table;
        }
        let (mask, reached) = (*mask, reached(*mask, rays));
        // Leaves a gap of a cache line or more. Tables have sizes that are powers of two, so without it their entries
        // would compete for the same cache lines.
        self.tables.entries.resize(self.tables.entries.len() + 8, Bitboard::EMPTY);
        let offset = self.tables.entries.len() as u32;
        let lookup = match self.tables.indexing {
            Indexing::Pext => {
                self.tables.entries.extend_from_slice(&reached);
                Lookup { mask: mask.resize(), offset, factors: 0 }
            }
            Indexing::Multiply => {
                let (factors, bits) = self.factors(mask.resize());
                let lookup = Lookup { mask: mask.resize(), offset, factors: self.tables.factors.len() as u32 };
                self.tables.factors.push(factors);
                self.tables.entries.resize(offset as usize + (1 << bits), Bitboard::EMPTY);
                for (subset, reached) in subsets(lookup.mask).iter().zip(&reached) {
                    self.tables.entries[offset as usize + multiplied(&factors, subset)] = *reached;
                }
                lookup
            }
        };
        let group = rays.iter().copied().cloned().collect();
        self.known.entry(Ray::clone(first)).or_default().push((group, lookup));
        lookup
    }

    /// Factors that map every subset of a mask to a different index, and the number of bits of the index.
    fn factors(&mut self, mask: Bitboard<W>) -> ([Factor; W], u32) {
        let mut used = 0;
        let factors = mask.0.map(|word| {
            let found = *self.factors.entry(word).or_insert_with(|| factor_of(word));
            let factor = Factor { up: used as u8, ..found };
            used += if word == 0 { 0 } else { 64 - u32::from(found.down) };
            factor
        });
        (factors, used)
    }

    /// The finished tables.
    pub fn finish(self) -> Tables<W> {
        self.tables
    }
}

/// Packs rays into groups. Each group depends on at most `bits` squares.
fn grouped<'a>(rays: &[&'a Ray], bits: usize) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for ray in rays {
        let needs = ray.depends_on();
        let place = groups.iter().position(|group| (group.mask | needs).count() as usize <= bits);
        let place = place.unwrap_or_else(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        groups[place].mask |= needs;
        groups[place].rays.push(ray);
    }
    groups
}

/// Reach of the rays for all subsets of a mask, in PEXT order.
fn reached<const W: usize>(mask: SquareSet, rays: &[&Ray]) -> Vec<Bitboard<W>> {
    let mut reached = vec![Bitboard::EMPTY; 1 << mask.count()];
    for ray in rays {
        // The ray depends on few squares of the set: it is followed once for each subset of these.
        let needs = ray.depends_on();
        let by_own: Vec<Bitboard<W>> = subsets(needs.resize()).iter().map(|subset| ray.reach(subset)).collect();
        let mut own = vec![0u32];
        let mut own_bits = 0;
        for square in mask.iter() {
            let bit = u32::from(needs.contains(square)) << own_bits;
            own_bits += u32::from(needs.contains(square));
            own.extend_from_within(..);
            let half = own.len() / 2;
            own[half..].iter_mut().for_each(|index| *index |= bit);
        }
        for (all, index) in reached.iter_mut().zip(own) {
            *all |= by_own[index as usize];
        }
    }
    reached
}

/// All subsets of a set, in the order in which PEXT numbers them.
fn subsets<const W: usize>(mask: Bitboard<W>) -> Vec<Bitboard<W>> {
    let mut subsets = vec![Bitboard::EMPTY];
    for square in mask {
        subsets.extend_from_within(..);
        let half = subsets.len() / 2;
        subsets[half..].iter_mut().for_each(|subset| subset.insert(square));
    }
    subsets
}

/// The factors that the program has found so far, by their masks. A search always ends with the same factor, and takes a third of the
/// time of compiling chess. An editor compiles the same board after each key stroke.
static FOUND: Mutex<FxHashMap<u64, Factor>> = Mutex::new(FxHashMap::with_hasher(FxBuildHasher));
/// The largest number of factors that are kept.
const MOST_FOUND: usize = 16_384;

/// A factor that maps every subset of a mask to a different index, from an earlier search or a new one.
fn factor_of(mask: u64) -> Factor {
    let kept = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(factor) = kept().get(&mask) {
        return *factor;
    }
    let factor = find_factor(mask);
    let mut found = kept();
    if found.len() < MOST_FOUND {
        found.insert(mask, factor);
    }
    factor
}

/// Searches for a factor that maps every subset of a mask to a different index.
fn find_factor(mask: u64) -> Factor {
    if mask == 0 {
        return Factor::default();
    }
    let subsets = subsets(Bitboard([mask]));
    let bits = mask.count_ones();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut taken: Vec<u32> = Vec::new();
    for attempt in 1u32.. {
        // Allows one more index bit after every 4,096 failures, so that the search always succeeds in the end.
        let room = (bits + attempt / 4096).min(bits + 8);
        taken.resize(1 << room, 0);
        let (factor, down) = (sparse(&mut random), 64 - room);
        let fits = subsets.iter().all(|subset| {
            let place = &mut taken[(subset.0[0].wrapping_mul(factor) >> down) as usize];
            std::mem::replace(place, attempt) != attempt
        });
        if fits {
            return Factor { factor, down: down as u8, up: 0 };
        }
    }
    unreachable!("the search goes on until it succeeds")
}

/// A random number with few bits set (xorshift64*, three numbers combined).
fn sparse(state: &mut u64) -> u64 {
    let mut next = || {
        *state ^= *state >> 12;
        *state ^= *state << 25;
        *state ^= *state >> 27;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    next() & next() & next()
}

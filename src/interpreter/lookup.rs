//! Tables of precomputed target sets, indexed by the occupancy of a few squares.
//!
//! Two ways lead from an occupancy to an index: the PEXT instruction where the processor has a fast one, and
//! multiplication with a number found by search (a "magic") everywhere else. A variant's tables are laid out for one of
//! them when it is loaded.

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, Square, SquareSet};

use super::ray::Ray;

/// The most squares that one table depends on, for each board class: a table has two to that power entries, or a few
/// times as many with multiplication. On the largest boards tables would not fit into memory.
const fn group_bits(words: usize) -> usize {
    match words {
        1 | 2 => 10,
        4 => 7,
        _ => 0,
    }
}

/// How the squares that some rays reach are found.
pub struct Found<const W: usize> {
    /// Tables whose entries are united.
    pub united: Vec<Lookup<W>>,
    /// Tables whose entries are intersected, run by run: all runs but the last entry of each have
    /// [`Lookup::joined`] set. The results of the runs are united.
    pub intersected: Vec<Lookup<W>>,
    /// Rays that no table holds.
    pub scanned: Vec<Ray>,
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
    /// The fastest way on this processor. The environment variable `FERZ_PORTABLE` asks for the portable one.
    pub fn detect() -> Indexing {
        if std::env::var_os("FERZ_PORTABLE").is_none() && has_fast_pext() { Indexing::Pext } else { Indexing::Multiply }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_fast_pext() -> bool {
    let all = is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    all && !has_microcoded_pext()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_fast_pext() -> bool {
    false
}

/// AMD processors before Zen 3 (family 19h) have the instruction, but take hundreds of cycles for it.
#[cfg(target_arch = "x86_64")]
fn has_microcoded_pext() -> bool {
    let vendor = core::arch::x86_64::__cpuid(0);
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = core::arch::x86_64::__cpuid(1).eax;
    let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
    is_amd && family < 0x19
}

/// A way from an occupancy to an index, as a type, so that generators are compiled for each.
pub trait Index {
    /// The index of an occupancy among the entries of a table.
    fn index<const W: usize>(lookup: &Lookup<W>, occupied: &Bitboard<W>) -> usize;
}

/// [`Indexing::Pext`].
#[derive(Clone, Copy, Debug)]
pub struct Pext;

/// [`Indexing::Multiply`].
#[derive(Clone, Copy, Debug)]
pub struct Multiply;

impl Index for Pext {
    #[inline(always)]
    fn index<const W: usize>(lookup: &Lookup<W>, occupied: &Bitboard<W>) -> usize {
        let (mut index, mut shift) = (0, 0);
        let mut word = 0;
        while word < W {
            let mask = lookup.mask.0[word];
            index |= pext(occupied.0[word], mask) << shift;
            shift += mask.count_ones();
            word += 1;
        }
        index as usize
    }
}

impl Index for Multiply {
    #[inline(always)]
    fn index<const W: usize>(lookup: &Lookup<W>, occupied: &Bitboard<W>) -> usize {
        let mut sum = 0u64;
        let mut word = 0;
        while word < W {
            sum = sum.wrapping_add((occupied.0[word] & lookup.mask.0[word]).wrapping_mul(lookup.factors[word]));
            word += 1;
        }
        (sum >> lookup.shift) as usize
    }
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

/// One table: the squares whose occupancy it depends on, how that becomes an index, and where its entries start.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<const W: usize> {
    mask: Bitboard<W>,
    factors: [u64; W],
    shift: u32,
    offset: u32,
    /// Is the entry to be intersected with that of the next table?
    pub joined: bool,
}

/// All tables of a variant, one after the other.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    entries: Vec<Bitboard<W>>,
    indexing: Indexing,
}

impl<const W: usize> Tables<W> {
    /// The way of indexing that the tables are laid out for.
    #[inline(always)]
    pub fn indexing(&self) -> Indexing {
        self.indexing
    }

    /// The squares that the rays of a table reach, the landing square of a capture included.
    #[inline(always)]
    pub fn reach<I: Index>(&self, lookup: &Lookup<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let index = lookup.offset as usize + I::index(lookup, occupied);
        debug_assert!(index < self.entries.len());
        // SAFETY: `Builder::table` is the only maker of a `Lookup`. It pushes as many entries from `offset` on as there
        // are indices (two to the power of the number of squares in `mask`, or of `64 - shift`), and entries are never
        // removed. (Measured: see docs/performance.md.)
        unsafe { *self.entries.get_unchecked(index) }
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.entries.as_slice())
    }
}

/// Builds the tables; equal groups of rays are stored once.
pub struct Builder<const W: usize> {
    tables: Tables<W>,
    known: FxHashMap<(SquareSet, Vec<Ray>), Lookup<W>>,
}

impl<const W: usize> Builder<W> {
    /// A builder without tables.
    pub fn new(indexing: Indexing) -> Builder<W> {
        Builder { tables: Tables { entries: Vec::new(), indexing }, known: FxHashMap::default() }
    }

    /// The tables for all of `rays`, as far as they can be had.
    pub fn tables(&mut self, rays: &[Ray]) -> Found<W> {
        let mut found = Found { united: Vec::new(), intersected: Vec::new(), scanned: Vec::new() };
        let mut groups: Vec<(SquareSet, Vec<Ray>)> = Vec::new();
        for ray in rays {
            let needs = ray.depends_on();
            let squares = needs.count() as usize;
            if squares > group_bits(W) {
                match group_bits(W) > 0 && ray.only_needs_gaps() {
                    true => found.intersected.extend(self.split(ray, needs)),
                    false => found.scanned.push(ray.clone()),
                }
                continue;
            }
            match groups.iter_mut().find(|(all, _)| (*all | needs).count() as usize <= group_bits(W)) {
                Some((all, group)) => {
                    *all |= needs;
                    group.push(ray.clone());
                }
                None => groups.push((needs, vec![ray.clone()])),
            }
        }
        found.united.extend(groups.into_iter().map(|(mask, group)| self.table(mask, group)));
        found
    }

    /// Tables for a ray that depends on too many squares for one. Each looks at some of the squares and takes the others
    /// for empty; as the ray needs nothing but empty squares, it reaches what all of them say.
    fn split(&mut self, ray: &Ray, needs: SquareSet) -> Vec<Lookup<W>> {
        let squares: Vec<Square> = needs.iter().collect();
        let parts = squares.len().div_ceil(group_bits(W));
        let chunks = squares.chunks(squares.len().div_ceil(parts));
        let mut tables: Vec<Lookup<W>> =
            chunks.map(|chunk| self.table(chunk.iter().copied().collect(), vec![ray.clone()])).collect();
        let last = tables.len() - 1;
        tables[..last].iter_mut().for_each(|table| table.joined = true);
        tables
    }

    fn table(&mut self, mask: SquareSet, group: Vec<Ray>) -> Lookup<W> {
        let key = (mask, group);
        if let Some(lookup) = self.known.get(&key) {
            return *lookup;
        }
        let group = &key.1;
        let subsets = subsets::<W>(mask.resize());
        let offset = self.tables.entries.len() as u32;
        let lookup = match self.tables.indexing {
            Indexing::Pext => Lookup { mask: mask.resize(), factors: [0; W], shift: 0, offset, joined: false },
            Indexing::Multiply => find_factors(mask.resize(), &subsets, offset),
        };
        let room = match self.tables.indexing {
            Indexing::Pext => subsets.len(),
            Indexing::Multiply => 1 << (64 - lookup.shift),
        };
        self.tables.entries.resize(offset as usize + room, Bitboard::EMPTY);
        for (number, subset) in subsets.iter().enumerate() {
            let mut reached = Bitboard::EMPTY;
            group.iter().for_each(|ray| reached |= ray.reach(subset));
            let index = match self.tables.indexing {
                Indexing::Pext => number,
                Indexing::Multiply => Multiply::index(&lookup, subset),
            };
            self.tables.entries[offset as usize + index] = reached;
        }
        self.known.insert(key, lookup);
        lookup
    }

    /// The finished tables.
    pub fn finish(self) -> Tables<W> {
        self.tables
    }
}

/// All subsets of a set, in the order in which PEXT numbers them.
fn subsets<const W: usize>(mask: Bitboard<W>) -> Vec<Bitboard<W>> {
    let squares: Vec<Square> = mask.iter().collect();
    let bits = |number: usize| squares.iter().enumerate().filter(move |(bit, _)| number >> bit & 1 == 1);
    (0..1usize << squares.len()).map(|number| bits(number).map(|(_, square)| *square).collect()).collect()
}

/// Looks for factors that send every subset to an index of its own.
fn find_factors<const W: usize>(mask: Bitboard<W>, subsets: &[Bitboard<W>], offset: u32) -> Lookup<W> {
    let bits = subsets.len().trailing_zeros().max(1);
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut taken: Vec<u32> = Vec::new();
    for attempt in 1u32.. {
        // One more bit of room for every so many failures: in the end the search always succeeds.
        let shift = 64 - (bits + attempt / 4096).min(bits + 8);
        if attempt % 4096 == 1 || taken.is_empty() {
            taken = vec![0; 1 << (64 - shift)];
        }
        taken.resize(1 << (64 - shift), 0);
        let mut lookup = Lookup { mask, factors: [0; W], shift, offset, joined: false };
        lookup.factors.iter_mut().for_each(|factor| *factor = sparse(&mut random));
        let fits = subsets.iter().all(|subset| {
            let place = &mut taken[Multiply::index(&lookup, subset)];
            std::mem::replace(place, attempt) != attempt
        });
        if fits {
            return lookup;
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

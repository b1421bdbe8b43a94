//! Reach of a piece from a square: constant leaps, table lookups, and rays that are too long for a table.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, Line};
use crate::walker::Ray;
use crate::work;

use super::lookup::{self, Index, Indexing, Lookup, Tables};
use super::patterns::Mode;
use super::rays::SharedRay;

/// Reach of one piece from one square with moves of one mode.
///
/// Almost every piece needs one table at most, so the first one is here and is read in any case, without a branch; a
/// piece without one reads an empty entry.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Reach<const W: usize> {
    /// Reached regardless of other pieces.
    leaps: Bitboard<W>,
    table: Lookup<W>,
    /// Index of the remaining parts in [`Reaches`], counted from 1; 0 if there are none.
    more: u32,
}

impl<const W: usize> Reach<W> {
    /// Returns `true` if one table holds all of it.
    pub fn is_one_table(&self) -> bool {
        self.more == 0
    }
}

/// A second table, and further tables, lines and rays, as ranges of those of [`Reaches`].
#[derive(Clone, Copy, Debug)]
struct More<const W: usize> {
    second: Lookup<W>,
    /// `true` if there is anything but the second table.
    rest: bool,
    tables: (u32, u32),
    rises: (u32, u32),
    falls: (u32, u32),
    lines: (u32, u32),
    scans: (u32, u32),
}

/// All that the pieces of a variant may reach.
#[derive(Clone, Debug)]
pub(crate) struct Reaches<const W: usize> {
    entries: Tables<W>,
    more: Vec<More<W>>,
    tables: Vec<Lookup<W>>,
    /// The squares of slides, each once: which of them a piece has is said by their numbers.
    slides: Vec<Bitboard<W>>,
    /// Slides along which the index rises.
    rises: Vec<u32>,
    /// Slides along which it falls.
    falls: Vec<u32>,
    /// For each span of the pieces in the way of a fall, the squares up to the first of them: see [`upper`].
    upper: Vec<Bitboard<W>>,
    lines: Vec<Arc<Line<W>>>,
    /// Rays with conditions that neither a table nor a line holds.
    scans: Vec<Arc<Ray>>,
}

impl<const W: usize> Reaches<W> {
    /// The squares reached when the squares of `occupied` are, captures included.
    #[inline(always)]
    pub fn reach<I: Index>(&self, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        match I::INLINES {
            true => self.reach_inlined::<I>(reach, occupied),
            false => self.reach_called::<I>(reach, occupied),
        }
    }

    #[inline(never)]
    fn reach_called<I: Index>(&self, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        self.reach_inlined::<I>(reach, occupied)
    }

    #[inline(always)]
    fn reach_inlined<I: Index>(&self, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let reached = self.reach_of_one_table::<I>(reach, occupied);
        match reach.more {
            0 => reached,
            more => reached | self.more::<I>(more, occupied),
        }
    }

    /// As [`reach`](Reaches::reach), of a piece that [needs no more](Reach::is_one_table) than one table.
    #[inline(always)]
    pub fn reach_of_one_table<I: Index>(&self, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        reach.leaps | self.entries.reach::<I>(&reach.table, occupied)
    }

    #[inline(always)]
    fn more<I: Index>(&self, number: u32, occupied: &Bitboard<W>) -> Bitboard<W> {
        let more = &self.more[number as usize - 1];
        let mut reached = self.entries.reach::<I>(&more.second, occupied);
        if !more.rest {
            return reached;
        }
        for table in &self.tables[more.tables.0 as usize..more.tables.1 as usize] {
            reached |= self.entries.reach::<I>(table, occupied);
        }
        match (more.rises, more.falls, more.lines, more.scans) {
            ((_, 0), (_, 0), (_, 0), (_, 0)) => reached,
            // On large boards most pieces need this; on small ones it would only cost time.
            _ if W > 2 => reached | self.far(more, occupied),
            _ => reached | self.far_apart(more, occupied),
        }
    }

    #[inline(never)]
    fn far_apart(&self, more: &More<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        self.far(more, occupied)
    }

    #[inline(always)]
    fn far(&self, more: &More<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut reached = Bitboard::EMPTY;
        for slide in &self.rises[more.rises.0 as usize..more.rises.1 as usize] {
            let squares = &self.slides[*slide as usize];
            reached |= *squares & (*squares & *occupied).up_to_lowest();
        }
        for slide in &self.falls[more.falls.0 as usize..more.falls.1 as usize] {
            let squares = &self.slides[*slide as usize];
            reached |= *squares & self.upper[(*squares & *occupied).span()];
        }
        for line in &self.lines[more.lines.0 as usize..more.lines.1 as usize] {
            reached |= line.reach(occupied);
        }
        for ray in &self.scans[more.scans.0 as usize..more.scans.1 as usize] {
            reached |= ray.reach(occupied);
        }
        reached
    }

    /// The tables, slides, lines and rays beside the first table.
    pub fn parts(&self, reach: &Reach<W>) -> usize {
        let Some(more) = (reach.more as usize).checked_sub(1).and_then(|index| self.more.get(index)) else { return 0 };
        let ranges = [more.tables, more.rises, more.falls, more.lines, more.scans];
        1 + ranges.into_iter().map(|(first, end)| (end - first) as usize).sum::<usize>()
    }

    /// The way of indexing that the tables are laid out for.
    #[inline(always)]
    pub fn indexing(&self) -> Indexing {
        self.entries.indexing()
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.bytes()
            + std::mem::size_of_val(self.more.as_slice())
            + std::mem::size_of_val(self.tables.as_slice())
            + std::mem::size_of_val(self.slides.as_slice())
            + std::mem::size_of_val(self.rises.as_slice())
            + std::mem::size_of_val(self.falls.as_slice())
            + std::mem::size_of_val(self.upper.as_slice())
            + std::mem::size_of_val(self.lines.as_slice())
            + std::mem::size_of_val(self.scans.as_slice())
    }
}

/// Collects what pieces may reach.
pub(crate) struct Builder<const W: usize> {
    entries: lookup::Builder<W>,
    more: Vec<More<W>>,
    tables: Vec<Lookup<W>>,
    slides: Vec<Bitboard<W>>,
    rises: Vec<u32>,
    falls: Vec<u32>,
    lines: Vec<Arc<Line<W>>>,
    scans: Vec<Arc<Ray>>,
    /// How the rays are followed that no table holds, by their numbers.
    far: Vec<Option<Far<W>>>,
    /// Entries for sets of rays that need no table, by the numbers of the rays.
    known: FxHashMap<Vec<usize>, u32>,
}

/// How a ray is followed that no table holds.
#[derive(Clone)]
enum Far<const W: usize> {
    Rise(u32),
    Fall(u32),
    Line(Arc<Line<W>>),
    Scan,
}

impl<const W: usize> Builder<W> {
    /// A collection without anything.
    pub fn new(indexing: Indexing) -> Builder<W> {
        let entries = lookup::Builder::new(indexing);
        let (more, lines, scans, far) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (slides, rises, falls) = (Vec::new(), Vec::new(), Vec::new());
        let known = FxHashMap::default();
        Builder { entries, more, tables: Vec::new(), slides, rises, falls, lines, scans, far, known }
    }

    /// Reach of the rays of one mode.
    pub fn reach(&mut self, rays: &[(SharedRay, Mode)], mode: Mode) -> Reach<W> {
        if !work::spend(rays.len() / 2) {
            return Reach::default();
        }
        let of_mode = rays.iter().filter(|(_, other)| *other == mode).map(|(ray, _)| ray);
        let (free, bound): (Vec<&SharedRay>, Vec<&SharedRay>) = of_mode.partition(|ray| ray.is_free());
        let mut leaps = Bitboard::EMPTY;
        free.iter().for_each(|ray| leaps |= ray.reach(&Bitboard::EMPTY));
        let found = self.entries.tables(&bound);
        let (table, others) = match found.tables.split_first() {
            None => (Lookup::default(), [].as_slice()),
            Some((first, others)) => (*first, others),
        };
        if others.is_empty() && found.left.is_empty() {
            return Reach { leaps, table, more: 0 };
        }
        let numbers: Vec<usize> = match found.tables.is_empty() {
            true => found.left.iter().map(|ray| ray.number()).collect(),
            false => Vec::new(),
        };
        if let Some(more) = self.known.get(&numbers) {
            return Reach { leaps, table, more: *more };
        }
        let (second, others) = match others.split_first() {
            None => (Lookup::default(), [].as_slice()),
            Some((second, others)) => (*second, others),
        };
        let first = self.ends();
        self.tables.extend_from_slice(others);
        for ray in found.left {
            match self.far(ray) {
                Far::Rise(slide) => self.rises.push(slide),
                Far::Fall(slide) => self.falls.push(slide),
                Far::Line(line) => self.lines.push(line),
                Far::Scan => self.scans.push(ray.shared()),
            }
        }
        let last = self.ends();
        // An empty range is 0..0, so that a look at its end tells.
        let [tables, rises, falls, lines, scans] =
            [0, 1, 2, 3, 4].map(|kind| if first[kind] == last[kind] { (0, 0) } else { (first[kind], last[kind]) });
        self.more.push(More { second, rest: first != last, tables, rises, falls, lines, scans });
        let more = self.more.len() as u32;
        if !numbers.is_empty() {
            self.known.insert(numbers, more);
        }
        Reach { leaps, table, more }
    }

    /// How a ray is followed, worked out once.
    fn far(&mut self, ray: &SharedRay) -> Far<W> {
        if let Some(Some(known)) = self.far.get(ray.number()) {
            return known.clone();
        }
        let far = match ray.line().map(|line| line.slide().ok_or(line)) {
            Some(Ok(slide)) => {
                self.slides.push(slide.squares());
                let number = self.slides.len() as u32 - 1;
                if slide.is_rising() { Far::Rise(number) } else { Far::Fall(number) }
            }
            Some(Err(line)) => Far::Line(Arc::new(line)),
            None => Far::Scan,
        };
        if self.far.len() <= ray.number() {
            self.far.resize(ray.number() + 1, None);
        }
        self.far[ray.number()] = Some(far.clone());
        far
    }

    fn ends(&self) -> [u32; 5] {
        let Builder { tables, rises, falls, lines, scans, .. } = self;
        [tables.len(), rises.len(), falls.len(), lines.len(), scans.len()].map(|end| end as u32)
    }

    /// All that was collected.
    pub fn finish(self) -> Reaches<W> {
        let Builder { entries, more, tables, slides, rises, falls, lines, scans, far: _, known: _ } = self;
        let upper = if falls.is_empty() { Vec::new() } else { (0..=64 * W).map(upper).collect() };
        Reaches { entries: entries.finish(), more, tables, slides, rises, falls, upper, lines, scans }
    }
}

/// All squares from the one with the highest index on, given its [`Bitboard::span`]; all squares if there was none.
fn upper<const W: usize>(span: usize) -> Bitboard<W> {
    !Bitboard::first(span.saturating_sub(1))
}

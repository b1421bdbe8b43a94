//! Reach of a piece from a square: constant leaps, table lookups, and rays that are too long for a table.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, Line};
use crate::walker::Ray;
use crate::work;

use super::lookup::{self, Index, Indexing, Lookup, Tables, has_tables};
use super::patterns::Mode;
use super::rays::SharedRay;
use super::sets;

/// Reach of one piece from one square with moves of one mode.
///
/// Almost every piece needs at most one table. So the first table is part of this struct and is always read, without a
/// branch. A piece without a table reads an empty entry.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Reach<const W: usize> {
    /// The squares that are reached regardless of other pieces.
    leaps: Bitboard<W>,
    table: Lookup<W>,
    /// Index of the remaining parts in [`Reaches`], counted from 1; 0 if there are none.
    more: u32,
}

impl<const W: usize> Reach<W> {
    /// The number of the parts besides leaps and the first table; 0 if there are none.
    pub fn more(&self) -> u32 {
        self.more
    }

    /// The form of this reach for boards without tables. The leaps are stored in `sets`.
    pub(super) fn numbered(&self, sets: &mut sets::Builder<W>) -> Numbers {
        Numbers { leaps: sets.number(&self.leaps), more: self.more }
    }
}

/// A reach on a board without tables.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Numbers {
    /// The number of the leaps among the sets of [`Reaches`].
    pub leaps: u32,
    /// The same as in a [`Reach`].
    pub more: u32,
}

/// A second table, and the remaining parts.
#[derive(Clone, Copy, Debug)]
struct More<const W: usize> {
    second: Lookup<W>,
    rest: Rest,
}

/// Further tables, lines and rays, as ranges of those of [`Reaches`].
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// `true` if one of the ranges is not empty.
    any: bool,
    tables: (u32, u32),
    rises: (u32, u32),
    falls: (u32, u32),
    lines: (u32, u32),
    scans: (u32, u32),
}

/// The data of all reaches of a variant's pieces.
#[derive(Clone, Debug)]
pub(crate) struct Reaches<const W: usize> {
    entries: Tables<W>,
    more: Vec<More<W>>,
    /// The remaining parts on boards without tables.
    rests: Vec<Rest>,
    /// The sets of leaps, by their numbers in a [`List`].
    sets: Arc<Vec<Bitboard<W>>>,
    tables: Vec<Lookup<W>>,
    /// The squares of slides, each stored once. `rises` and `falls` refer to them by number.
    slides: Vec<Bitboard<W>>,
    /// Slides along which the index rises.
    rises: Vec<u32>,
    /// Slides along which it falls.
    falls: Vec<u32>,
    /// For each [`Bitboard::span`] of the pieces in the way of a falling slide, the squares from the first of these
    /// pieces on: see [`upper`].
    upper: Vec<Bitboard<W>>,
    lines: Vec<Arc<Line<W>>>,
    /// Rays with conditions that neither a table nor a line holds.
    scans: Vec<Arc<Ray>>,
}

impl<const W: usize> Reaches<W> {
    /// The squares reached with the given occupancy, captures included.
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

    /// The same as [`reach`](Reaches::reach), for a piece that [needs no more](Reach::more) than one table.
    #[inline(always)]
    pub fn reach_of_one_table<I: Index>(&self, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        match has_tables(W) {
            true => reach.leaps | self.entries.reach::<I>(&reach.table, occupied),
            false => reach.leaps,
        }
    }

    /// The same as [`reach`](Reaches::reach), for an entry of a list on boards without tables.
    #[inline(never)]
    pub(super) fn reach_by_number(&self, Numbers { leaps, more }: Numbers, occupied: &Bitboard<W>) -> Bitboard<W> {
        let leaps = &self.sets[leaps as usize];
        match more {
            0 => *leaps,
            more => *leaps | self.far(&self.rests[more as usize - 1], occupied),
        }
    }

    #[inline(always)]
    fn more<I: Index>(&self, number: u32, occupied: &Bitboard<W>) -> Bitboard<W> {
        if !has_tables(W) {
            return self.far_apart(&self.rests[number as usize - 1], occupied);
        }
        let More { second, rest } = &self.more[number as usize - 1];
        let mut reached = self.entries.reach::<I>(second, occupied);
        if !rest.any {
            return reached;
        }
        for table in &self.tables[rest.tables.0 as usize..rest.tables.1 as usize] {
            reached |= self.entries.reach::<I>(table, occupied);
        }
        match (rest.rises, rest.falls, rest.lines, rest.scans) {
            ((_, 0), (_, 0), (_, 0), (_, 0)) => reached,
            // Several parts are rare. A separate function keeps this one short.
            _ => reached | self.far_apart(rest, occupied),
        }
    }

    #[inline(never)]
    fn far_apart(&self, more: &Rest, occupied: &Bitboard<W>) -> Bitboard<W> {
        self.far(more, occupied)
    }

    #[inline(always)]
    fn far(&self, more: &Rest, occupied: &Bitboard<W>) -> Bitboard<W> {
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

    /// The tables, slides, lines and rays beside the first table, of the reach with this [number](List::more).
    pub fn parts(&self, more: u32) -> usize {
        let Some(index) = (more as usize).checked_sub(1) else { return 0 };
        let rest = if has_tables(W) { &self.more[index].rest } else { &self.rests[index] };
        let ranges = [rest.tables, rest.rises, rest.falls, rest.lines, rest.scans];
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
            + std::mem::size_of_val(self.rests.as_slice())
            + std::mem::size_of_val(self.sets.as_slice())
            + std::mem::size_of_val(self.tables.as_slice())
            + std::mem::size_of_val(self.slides.as_slice())
            + std::mem::size_of_val(self.rises.as_slice())
            + std::mem::size_of_val(self.falls.as_slice())
            + std::mem::size_of_val(self.upper.as_slice())
            + std::mem::size_of_val(self.lines.as_slice())
            + std::mem::size_of_val(self.scans.as_slice())
    }
}

/// Collects the reaches of pieces.
pub(crate) struct Builder<const W: usize> {
    entries: lookup::Builder<W>,
    pub(super) sets: Rc<RefCell<sets::Builder<W>>>,
    more: Vec<More<W>>,
    rests: Vec<Rest>,
    tables: Vec<Lookup<W>>,
    slides: Vec<Bitboard<W>>,
    rises: Vec<u32>,
    falls: Vec<u32>,
    lines: Vec<Arc<Line<W>>>,
    scans: Vec<Arc<Ray>>,
    /// For each ray, by its number, how it is followed without a table; `None` if not computed yet.
    far: Vec<Option<Far<W>>>,
    /// Entries for sets of rays that need no table, by the numbers of the rays.
    known: FxHashMap<Box<[u32]>, u32>,
}

/// How a ray without a table is followed.
#[derive(Clone)]
enum Far<const W: usize> {
    Rise(u32),
    Fall(u32),
    Line(Arc<Line<W>>),
    Scan,
}

impl<const W: usize> Builder<W> {
    /// An empty builder. Large sets go to `sets`.
    pub(super) fn new(indexing: Indexing, sets: Rc<RefCell<sets::Builder<W>>>) -> Builder<W> {
        Builder {
            entries: lookup::Builder::new(indexing),
            sets,
            more: Vec::new(),
            rests: Vec::new(),
            tables: Vec::new(),
            slides: Vec::new(),
            rises: Vec::new(),
            falls: Vec::new(),
            lines: Vec::new(),
            scans: Vec::new(),
            far: Vec::new(),
            known: FxHashMap::default(),
        }
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
        let numbers: Box<[u32]> = match found.tables.is_empty() {
            true => found.left.iter().map(|ray| ray.number() as u32).collect(),
            false => Box::default(),
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
        // An empty range is stored as 0..0, so that its end shows that it is empty.
        let [tables, rises, falls, lines, scans] =
            [0, 1, 2, 3, 4].map(|kind| if first[kind] == last[kind] { (0, 0) } else { (first[kind], last[kind]) });
        let rest = Rest { any: first != last, tables, rises, falls, lines, scans };
        let more = match has_tables(W) {
            true => {
                self.more.push(More { second, rest });
                self.more.len() as u32
            }
            false => {
                self.rests.push(rest);
                self.rests.len() as u32
            }
        };
        if !numbers.is_empty() {
            self.known.insert(numbers, more);
        }
        Reach { leaps, table, more }
    }

    /// How a ray is followed. Computed once for each ray.
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

    /// The finished reaches, with the sets that lists refer to.
    pub fn finish(self, sets: &Arc<Vec<Bitboard<W>>>) -> Reaches<W> {
        let Builder { entries, more, rests, tables, slides, rises, falls, lines, scans, sets: _, far: _, known: _ } =
            self;
        let upper = if falls.is_empty() { Vec::new() } else { (0..=64 * W).map(upper).collect() };
        let sets = sets.clone();
        Reaches { entries: entries.finish(), more, rests, sets, tables, slides, rises, falls, upper, lines, scans }
    }
}

/// All squares from the one with the highest index on, given its [`Bitboard::span`]; all squares if there was none.
fn upper<const W: usize>(span: usize) -> Bitboard<W> {
    !Bitboard::first(span.saturating_sub(1))
}

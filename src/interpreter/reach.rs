//! What a man may reach from a square: constant leaps, tables, and what is too long for a table.

use crate::board::Bitboard;

use super::line::{Line, Run};
use super::lookup::{self, Index, Indexing, Lookup, Tables};
use super::patterns::Mode;
use super::ray::Ray;

/// What one man may reach from one square with moves of one mode.
///
/// Almost every man needs one table at most, so the first one is here and is read in any case, without a branch; a man
/// without one reads an empty entry.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Reach<const W: usize> {
    /// Reached whatever else stands on the board.
    leaps: Bitboard<W>,
    table: Lookup<W>,
    /// Where the rays that no table holds stand among those of [`Reaches`], counted from 1; 0 if there are none.
    far: u32,
}

/// Lines and rays, as ranges of those of [`Reaches`].
#[derive(Clone, Copy, Debug)]
struct Far {
    slides: (u32, u32),
    lines: (u32, u32),
    scans: (u32, u32),
}

/// All that the men of a variant may reach.
#[derive(Clone, Debug)]
pub(super) struct Reaches<const W: usize> {
    entries: Tables<W>,
    /// Further tables, by number; the first is not used.
    tables: Vec<Lookup<W>>,
    far: Vec<Far>,
    slides: Vec<Run<W>>,
    lines: Vec<Line<W>>,
    /// Rays with conditions that neither a table nor a line holds.
    scans: Vec<Ray>,
}

impl<const W: usize> Reaches<W> {
    /// The squares reached when the squares of `occupied` are, captures included.
    #[inline(always)]
    pub fn reach<I: Index>(&self, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut reached = reach.leaps | self.entries.reach::<I>(&reach.table, occupied);
        let mut next = reach.table.next;
        while next != 0 {
            let table = &self.tables[next as usize];
            reached |= self.entries.reach::<I>(table, occupied);
            next = table.next;
        }
        match reach.far {
            0 => reached,
            // On large boards it is what most men need; on small ones it would only stand in the way.
            far if W > 2 => reached | self.far(far, occupied),
            far => reached | self.far_apart(far, occupied),
        }
    }

    #[inline(never)]
    fn far_apart(&self, number: u32, occupied: &Bitboard<W>) -> Bitboard<W> {
        self.far(number, occupied)
    }

    #[inline(always)]
    fn far(&self, number: u32, occupied: &Bitboard<W>) -> Bitboard<W> {
        let far = &self.far[number as usize - 1];
        let mut reached = Bitboard::EMPTY;
        for slide in &self.slides[far.slides.0 as usize..far.slides.1 as usize] {
            reached |= slide.reach(occupied);
        }
        for line in &self.lines[far.lines.0 as usize..far.lines.1 as usize] {
            reached |= line.reach(occupied);
        }
        for ray in &self.scans[far.scans.0 as usize..far.scans.1 as usize] {
            reached |= ray.reach(occupied);
        }
        reached
    }

    /// The way of indexing that the tables are laid out for.
    #[inline(always)]
    pub fn indexing(&self) -> Indexing {
        self.entries.indexing()
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.bytes()
            + std::mem::size_of_val(self.far.as_slice())
            + std::mem::size_of_val(self.tables.as_slice())
            + std::mem::size_of_val(self.slides.as_slice())
            + std::mem::size_of_val(self.lines.as_slice())
            + std::mem::size_of_val(self.scans.as_slice())
    }
}

/// Collects what men may reach.
pub(super) struct Builder<const W: usize> {
    entries: lookup::Builder<W>,
    tables: Vec<Lookup<W>>,
    far: Vec<Far>,
    slides: Vec<Run<W>>,
    lines: Vec<Line<W>>,
    scans: Vec<Ray>,
}

impl<const W: usize> Builder<W> {
    /// A collection without anything.
    pub fn new(indexing: Indexing) -> Builder<W> {
        let entries = lookup::Builder::new(indexing);
        let (far, slides, lines, scans) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Builder { entries, far, tables: vec![Lookup::default()], slides, lines, scans }
    }

    /// What the rays of one mode reach.
    pub fn reach(&mut self, rays: &[(Ray, Mode)], mode: Mode) -> Reach<W> {
        let of_mode = rays.iter().filter(|(_, other)| *other == mode).map(|(ray, _)| ray);
        let (free, bound): (Vec<&Ray>, Vec<&Ray>) = of_mode.partition(|ray| ray.depends_on().is_empty());
        let mut leaps = Bitboard::EMPTY;
        free.iter().for_each(|ray| leaps |= ray.reach(&Bitboard::EMPTY));
        let found = self.entries.tables(&bound);
        let mut table = Lookup::default();
        for (number, mut found) in found.tables.into_iter().enumerate() {
            if number > 0 {
                found.next = self.tables.len() as u32;
                self.tables.push(table);
            }
            table = found;
        }
        if found.left.is_empty() {
            return Reach { leaps, table, far: 0 };
        }
        let ends = |all: &Builder<W>| [all.slides.len(), all.lines.len(), all.scans.len()].map(|end| end as u32);
        let first = ends(self);
        for ray in found.left {
            match Line::of(ray).map(|line| line.slide().ok_or(line)) {
                Some(Ok(slide)) => self.slides.push(slide),
                Some(Err(line)) => self.lines.push(line),
                None => self.scans.push(ray.clone()),
            }
        }
        let last = ends(self);
        let [slides, lines, scans] = [0, 1, 2].map(|kind| (first[kind], last[kind]));
        self.far.push(Far { slides, lines, scans });
        Reach { leaps, table, far: self.far.len() as u32 }
    }

    /// All that was collected.
    pub fn finish(self) -> Reaches<W> {
        let Builder { entries, tables, far, slides, lines, scans } = self;
        Reaches { entries: entries.finish(), tables, far, slides, lines, scans }
    }
}

//! Collects the attacks of all pieces, one piece after the other.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::PieceId;
use crate::walker::{self, Ray};
use crate::work;

use super::attack::{Attacks, Condition, ConditionalAttacks, Path, Shared};
use super::patterns::Mode;
use super::rays::SharedRay;
use super::room::{grow, grow_by};
use super::sets;
use super::sources::Collected;

/// The largest number of numbers of rays that are kept to find pieces that capture alike: they take 16 MB while a variant is compiled.
const MOST_REPEATED: usize = 4 << 20;

/// The number of the path without conditions.
const ALWAYS: u32 = 0;

/// The condition under which a ray attacks a square.
#[derive(Clone, Copy)]
enum Verdict {
    /// A path, by its number.
    Path(u32),
    /// A path with further conditions, by its number in `conditions`: some squares must also be occupied.
    Conditional(u32),
    /// A condition that no table can express: only the walker can test it.
    Walker,
}

/// For each ray, by its number, the squares that it attacks; `None` if not computed yet.
type Attacked = Vec<Option<Rc<[(Square, Verdict)]>>>;

/// A run of slots, and all squares on their paths.
#[derive(Clone, Copy)]
struct Slots {
    first: u32,
    count: u32,
    screens: u32,
}

/// The attackers of a square of one kind, as numbers of sets; `screens` is the number of a set of the builder.
#[derive(Clone, Copy)]
struct Kept {
    leaps: u32,
    rays: u32,
    screens: u32,
    first: u32,
}

/// The attacks of a piece, for other pieces that capture along the same rays: attackers by target, and whether a path needs a hurdle.
#[derive(Clone)]
struct Repeated {
    kept: Rc<[Kept]>,
    hurdles: bool,
}

/// Collects the attacks of both sides. The attacks of a ray and their conditions are computed once for all pieces
/// that have it.
pub struct Builder<'z, const W: usize> {
    squares: usize,
    zones: &'z BySide<Vec<Bitboard<W>>>,
    attacks: BySide<Attacks<W>>,
    /// `true` if any attack of a side needs a hurdle.
    hurdles: BySide<bool>,
    /// For each target square, the squares from which the present piece attacks it, with the numbers of the paths.
    found: Vec<Vec<(Square, u32)>>,
    /// For each square, the squares from which the present piece attacks it with some occupancy.
    touched: Vec<Bitboard<W>>,
    /// For each target square, the attackers of the present kind, and the number of their set in `screens`. The list is used
    /// again for each kind.
    collected: Vec<(Collected<W>, u32)>,
    /// The attacks of pieces of either side on large boards, by the numbers of their rays. Many pieces of these games capture alike. Only as
    /// many are kept as fit in `room`.
    repeated: FxHashMap<Box<[u32]>, Repeated>,
    /// How many numbers of rays `repeated` may still hold.
    room: usize,
    /// The numbers of the rays of the present piece, if its attacks can be repeated.
    present: Option<Box<[u32]>>,
    /// The attacks of the present piece, if another one has the same.
    again: Option<Repeated>,
    /// `true` if an attack of the present piece needs a hurdle.
    hurdle: bool,
    /// All paths. A path that is the same in both directions is stored once.
    paths: Vec<Path<W>>,
    /// For each path, another one between the same squares; 0 if there is none.
    next: Vec<u32>,
    /// For each pair of squares, at index `lower * squares + higher`, one of the paths between them.
    between: Vec<u32>,
    /// The conditions of attacks that a path cannot express.
    conditions: Vec<Condition<W>>,
    attacked: Attacked,
    /// The same for rays that end before barrier pieces. All of these have conditions that a path cannot express.
    barred: Attacked,
    /// The ranges of the copied paths, by the numbers of the paths, for attacks with several paths.
    runs: FxHashMap<SmallVec<[u32; 2]>, [u32; 2]>,
    slots: Vec<[u32; 2]>,
    /// The runs of slots, by their hash.
    known: FxHashMap<u64, SmallVec<[Slots; 1]>>,
    screens: Vec<Bitboard<W>>,
    sets: Rc<RefCell<sets::Builder<W>>>,
}

impl<'z, const W: usize> Builder<'z, W> {
    /// An empty builder. `zones` has, for each square, the squares that matter to a royal piece there. Large sets go to
    /// `sets`.
    pub fn new(
        (squares, pieces): (usize, usize),
        zones: &'z BySide<Vec<Bitboard<W>>>,
        sets: Rc<RefCell<sets::Builder<W>>>,
    ) -> Builder<'z, W> {
        Builder {
            squares,
            zones,
            attacks: BySide::from_fn(|side| Attacks::none(side, squares, pieces)),
            hurdles: BySide::from_fn(|_| false),
            found: vec![Vec::new(); squares],
            touched: vec![Bitboard::EMPTY; squares],
            collected: Vec::new(),
            repeated: FxHashMap::default(),
            room: MOST_REPEATED,
            present: None,
            again: None,
            hurdle: false,
            paths: vec![Path { between: Bitboard::EMPTY, hurdles: 0 }],
            next: vec![0],
            between: vec![0; squares * squares],
            conditions: Vec::new(),
            attacked: Vec::new(),
            barred: Vec::new(),
            runs: FxHashMap::default(),
            slots: Vec::new(),
            known: FxHashMap::default(),
            screens: vec![Bitboard::EMPTY],
            sets,
        }
    }

    /// The number of a path from an attacker's square to a target.
    fn number(&mut self, (from, target): (Square, Square), path: Path<W>) -> u32 {
        if path == self.paths[ALWAYS as usize] {
            return ALWAYS;
        }
        let pair = from.index().min(target.index()) * self.squares + from.index().max(target.index());
        let first = self.between[pair];
        let mut number = first;
        while number != 0 {
            if self.paths[number as usize] == path {
                return number;
            }
            number = self.next[number as usize];
        }
        self.between[pair] = self.push(path, first);
        self.between[pair]
    }

    fn push(&mut self, path: Path<W>, next: u32) -> u32 {
        if !grow(&mut self.paths) || !grow(&mut self.next) {
            return ALWAYS;
        }
        self.paths.push(path);
        self.next.push(next);
        self.paths.len() as u32 - 1
    }

    /// The squares that a ray from a square attacks, with their conditions.
    fn attacked(&mut self, from: Square, ray: &Ray) -> Rc<[(Square, Verdict)]> {
        let mut attacked = Vec::new();
        for (target, path) in ray.paths() {
            let verdict = match path {
                None => Verdict::Walker,
                Some(path) if path.full.is_empty() => Verdict::Path(self.number((from, target), plain(&path))),
                Some(path) => self.condition(&path),
            };
            attacked.push((target, verdict));
        }
        attacked.into()
    }

    fn condition(&mut self, path: &walker::Path) -> Verdict {
        let (full, hurdle) = (path.full.resize(), path.hurdle.resize());
        if !grow(&mut self.conditions) {
            return Verdict::Walker;
        }
        self.conditions.push(Condition { path: plain(path), full, hurdle });
        Verdict::Conditional(self.conditions.len() as u32 - 1)
    }

    /// The entry of a ray in a list of known results.
    fn known<'k>(known: &'k mut Attacked, ray: &SharedRay) -> &'k mut Option<Rc<[(Square, Verdict)]>> {
        if known.len() <= ray.number() {
            known.resize(ray.number() + 1, None);
        }
        &mut known[ray.number()]
    }

    /// Adds the captures that a piece can make along rays from each square.
    pub fn add(&mut self, placed: (Side, PieceId), rays: &[Vec<(SharedRay, Mode)>]) {
        self.present = sets::Builder::<W>::USED.then(|| Self::numbers(rays));
        self.again = self.present.as_ref().and_then(|present| self.repeated.get(present)).cloned();
        if self.again.is_some() {
            return;
        }
        for (from, rays) in rays.iter().enumerate() {
            if !work::spend(rays.len() / 4) {
                return;
            }
            let from = Square::new(from as u16);
            rays.iter().filter(|(_, mode)| mode.takes()).for_each(|(ray, _)| self.add_ray(placed, from, ray));
        }
    }

    /// The numbers of all rays along which captures are made, apart by square.
    fn numbers(rays: &[Vec<(SharedRay, Mode)>]) -> Box<[u32]> {
        let of_square = |rays: &Vec<(SharedRay, Mode)>| {
            let takes: SmallVec<[u32; 16]> =
                rays.iter().filter(|(_, mode)| mode.takes()).map(|(ray, _)| ray.number() as u32).collect();
            takes.into_iter().chain([u32::MAX])
        };
        rays.iter().flat_map(of_square).collect()
    }

    fn add_ray(&mut self, placed: (Side, PieceId), from: Square, ray: &SharedRay) {
        if !work::spend(ray.cells.len()) {
            return;
        }
        let attacked = match Self::known(&mut self.attacked, ray) {
            Some(known) => known.clone(),
            None => {
                if !work::spend(3 * ray.cells.len()) {
                    return;
                }
                let attacked = self.attacked(from, ray);
                *Self::known(&mut self.attacked, ray) = Some(attacked.clone());
                attacked
            }
        };
        for (target, verdict) in &*attacked {
            match *verdict {
                Verdict::Path(number) => {
                    self.found[target.index()].push((from, number));
                    self.hurdle |= self.paths[number as usize].hurdles > 0;
                    continue;
                }
                Verdict::Conditional(number) => self.conditional(placed, &[]).add(*target, (from, number)),
                Verdict::Walker => self.add_walker_only(placed),
            }
            self.touched[target.index()].insert(from);
            self.present = None;
        }
    }

    /// The conditional attacks of a piece that barrier pieces of certain kinds block.
    fn conditional(&mut self, (side, piece): (Side, PieceId), by: &[PieceId]) -> &mut ConditionalAttacks<W> {
        let all = &mut self.attacks[side].conditional;
        let known = all.iter().position(|conditional| conditional.piece == piece);
        let index = known.unwrap_or_else(|| {
            all.push(ConditionalAttacks::new(piece, by, self.squares));
            all.len() - 1
        });
        &mut all[index]
    }

    /// Adds the captures that a piece can make from each square along rays that end before barrier pieces.
    pub fn add_barred(&mut self, placed: (Side, PieceId), by: &[PieceId], rays: &[Vec<(SharedRay, Mode)>]) {
        for (from, rays) in rays.iter().enumerate() {
            let from = Square::new(from as u16);
            for (ray, _) in rays.iter().filter(|(_, mode)| mode.takes()) {
                let attacked = match Self::known(&mut self.barred, ray) {
                    Some(known) => known.clone(),
                    None => {
                        let mut condition =
                            |path: Option<_>| path.map_or(Verdict::Walker, |path| self.condition(&path));
                        let attacked: Rc<[_]> = ray.paths().map(|(to, path)| (to, condition(path))).collect();
                        *Self::known(&mut self.barred, ray) = Some(attacked.clone());
                        attacked
                    }
                };
                for (target, verdict) in &*attacked {
                    self.touched[target.index()].insert(from);
                    match *verdict {
                        Verdict::Conditional(number) => self.conditional(placed, by).add(*target, (from, number)),
                        _ => self.add_walker_only(placed),
                    }
                }
            }
        }
    }

    /// Records that a piece has attacks without a closed form.
    pub fn add_walker_only(&mut self, (side, piece): (Side, PieceId)) {
        let all = &mut self.attacks[side].walker_only;
        if !all.contains(&piece) {
            all.push(piece);
        }
    }

    /// Finishes a piece after all its captures have been added. The collected form needs much memory, so it is kept
    /// for one piece only.
    pub fn finish_piece(&mut self, (side, piece): (Side, PieceId)) {
        let mut collected = std::mem::take(&mut self.collected);
        collected.clear();
        let (again, present) = (self.again.take(), self.present.take());
        match &again {
            Some(again) => {
                self.hurdle = again.hurdles;
                collected.extend(again.kept.iter().map(|kept| self.unpacked(kept)));
            }
            None => collected.extend((0..self.squares).map_while(|target| self.collect(target))),
        }
        if work::is_stopped() {
            return;
        }
        for (touched, collected) in self.touched.iter_mut().zip(&collected) {
            *touched |= collected.0.leaps | collected.0.rays;
        }
        for (target, (found, _)) in collected.iter().enumerate() {
            if !work::spend(4 + W / 4) {
                return;
            }
            let mut zone_attackers = Bitboard::EMPTY;
            for square in self.zones[!side][target] {
                zone_attackers |= self.touched[square.index()];
            }
            let found = Collected { zone_attackers, ..*found };
            self.attacks[side].set_sources((target, piece), found, &mut self.sets.borrow_mut());
        }
        if let Some(present) = present.filter(|present| again.is_none() && present.len() <= self.room) {
            self.room -= present.len();
            let kept = collected.iter().map(|(found, screens)| self.packed(found, *screens)).collect();
            self.repeated.insert(present, Repeated { kept, hurdles: self.hurdle });
        }
        self.hurdles[side] |= std::mem::take(&mut self.hurdle);
        self.touched.fill(Bitboard::EMPTY);
        self.collected = collected;
    }

    /// The attackers of a target of the present kind; `None` if the work has been stopped.
    fn collect(&mut self, target: usize) -> Option<(Collected<W>, u32)> {
        let mut found = std::mem::take(&mut self.found[target]);
        found.sort_unstable();
        found.dedup();
        let mut leaps = Bitboard::EMPTY;
        found.iter().filter(|(_, number)| *number == ALWAYS).for_each(|(from, _)| leaps.insert(*from));
        if !leaps.is_empty() {
            found.retain(|(from, _)| !leaps.contains(*from));
        }
        let mut rays = Bitboard::EMPTY;
        found.iter().for_each(|(from, _)| rays.insert(*from));
        let (first, number) = self.slots_of(&found);
        found.clear();
        self.found[target] = found;
        let screens = self.screens[number as usize];
        let collected = Collected { zone_attackers: Bitboard::EMPTY, leaps, rays, first, screens };
        (!work::is_stopped()).then_some((collected, number))
    }

    fn packed(&self, found: &Collected<W>, screens: u32) -> Kept {
        let mut sets = self.sets.borrow_mut();
        Kept { leaps: sets.number(&found.leaps), rays: sets.number(&found.rays), screens, first: found.first }
    }

    fn unpacked(&self, kept: &Kept) -> (Collected<W>, u32) {
        let sets = self.sets.borrow();
        let [leaps, rays] = [kept.leaps, kept.rays].map(|number| sets.of_number(number));
        let screens = self.screens[kept.screens as usize];
        (Collected { zone_attackers: Bitboard::EMPTY, leaps, rays, first: kept.first, screens }, kept.screens)
    }

    /// Start of the slots of some attackers with their paths, and the number of the set of the squares of all these paths.
    fn slots_of(&mut self, found: &[(Square, u32)]) -> (u32, u32) {
        if found.is_empty() {
            return (0, 0);
        }
        let first = self.slots.len();
        if !grow_by(&mut self.slots, found.len()) {
            return (0, 0);
        }
        for run in found.chunk_by(|a, b| a.0 == b.0) {
            let slot = match run {
                [(_, number)] => [*number, number + 1],
                several => self.run_of(several),
            };
            self.slots.push(slot);
        }
        let hash = self.slots[first..].iter().flatten().fold(0_u64, |hash, number| {
            (hash ^ u64::from(*number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        let count = self.slots.len() - first;
        let same = |slots: &&Slots| {
            slots.count as usize == count && self.slots[slots.first as usize..][..count] == self.slots[first..]
        };
        if let Some(known) = self.known.get(&hash).and_then(|known| known.iter().find(same)).copied() {
            self.slots.truncate(first);
            return (known.first, known.screens);
        }
        let mut screens = Bitboard::EMPTY;
        for [first, end] in &self.slots[first..] {
            self.paths[*first as usize..*end as usize].iter().for_each(|path| screens |= path.between);
        }
        self.screens.push(screens);
        let slots = Slots { first: first as u32, count: count as u32, screens: self.screens.len() as u32 - 1 };
        self.known.entry(hash).or_default().push(slots);
        (slots.first, slots.screens)
    }

    /// The range of the paths of an attack with several paths. They are copied so that they follow each other.
    fn run_of(&mut self, run: &[(Square, u32)]) -> [u32; 2] {
        let numbers: SmallVec<[u32; 2]> = run.iter().map(|(_, number)| *number).collect();
        if let Some(known) = self.runs.get(&numbers) {
            return *known;
        }
        let first = self.paths.len() as u32;
        for number in &numbers {
            self.push(self.paths[*number as usize], 0);
        }
        self.runs.insert(numbers, [first, self.paths.len() as u32]);
        [first, self.paths.len() as u32]
    }

    /// The finished attacks.
    pub fn finish(self, sets: &Arc<Vec<Bitboard<W>>>) -> BySide<Attacks<W>> {
        let Builder { attacks: BySide { white, black }, hurdles, mut slots, mut paths, mut conditions, .. } = self;
        // The lists are not copied: on large boards, paths take most of the memory.
        slots.shrink_to_fit();
        paths.shrink_to_fit();
        conditions.shrink_to_fit();
        let (slots, paths, conditions) = (Arc::new(slots), Arc::new(paths), Arc::new(conditions));
        let shared = Shared { slots, paths, sets: sets.clone(), conditions };
        BySide { white: white.finish(&shared, hurdles.white), black: black.finish(&shared, hurdles.black) }
    }
}

fn plain<const W: usize>(path: &walker::Path) -> Path<W> {
    Path { between: path.between.resize(), hurdles: u32::from(path.hurdles) }
}

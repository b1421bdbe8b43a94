//! Variants compiled once and kept, for all that answer requests.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, SystemTime};

use rustc_hash::FxHashMap;

use crate::compile::{self, Loaded, Variant};
use crate::game::Compiled;
use crate::machine;
use crate::rules::CastlingNotation;
use crate::variant::{DiskLoader, Loader, NoFiles, VariantSource};
use crate::work::{self, Limits, Stopped};

use super::fields::{Fault, Refusal};
use super::limits::Budget;

/// Limits for stored variants of the library and of files: their number, and their bytes together.
const NAMED: Bounds = Bounds { most: 512, heaviest: 24 << 20 };
/// The same for variants whose text is in the request: a client may send a new text each time.
const TEXTS: Bounds = Bounds { most: 64, heaviest: 8 << 20 };
/// Rough memory of a variant beside its tables and its text.
const OVERHEAD: usize = 64 << 10;
/// The bytes from which on variants are forgotten before a further one is compiled.
const ROOM: usize = 64 << 20;
/// The bytes from which on a variant waits for the requests that work with others before it is compiled.
const FULL: usize = 96 << 20;
/// The bytes that a variant may take in any case while others are worked with.
const SMALL: usize = 16 << 20;
/// How long one that waits for another sleeps between two looks.
const PAUSE: Duration = Duration::from_millis(1);

/// The variants used lately.
pub(super) struct Store {
    shelves: Mutex<Shelves>,
    /// Held while a variant is compiled: two heavy ones at once could take more memory than there is.
    building: Mutex<()>,
    /// How many requests work with a variant.
    held: AtomicUsize,
    /// `true` if several requests are worked on at the same time.
    shared: bool,
}

struct Shelves {
    named: Cache,
    texts: Cache,
}

/// How much is kept. The variant used last is kept even if it alone is too heavy.
#[derive(Clone, Copy)]
struct Bounds {
    most: usize,
    heaviest: usize,
}

/// Variants of one origin.
struct Cache {
    bounds: Bounds,
    kept: FxHashMap<Key, Kept>,
    weight: usize,
    clock: u64,
}

/// Key of a variant in the store, as a request names it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The name, the path or the YAML text.
    pub text: String,
    /// Whether it is a text.
    pub is_yaml: bool,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
}

/// A variant, or why there is none.
struct Kept {
    compiled: Result<Arc<Compiled>, Refusal>,
    files: Vec<Stamp>,
    weight: usize,
    used: u64,
}

/// A file as it was when it was read.
#[derive(PartialEq, Eq)]
struct Stamp {
    path: PathBuf,
    state: Option<(SystemTime, u64)>,
}

impl Stamp {
    fn new(path: PathBuf) -> Stamp {
        let state = std::fs::metadata(&path).and_then(|data| Ok((data.modified()?, data.len()))).ok();
        Stamp { path, state }
    }

    fn is_current(&self) -> bool {
        Stamp::new(self.path.clone()) == *self
    }
}

impl Default for Shelves {
    fn default() -> Shelves {
        Shelves { named: Cache::new(NAMED), texts: Cache::new(TEXTS) }
    }
}

impl Shelves {
    fn of(&mut self, key: &Key) -> &mut Cache {
        if key.is_yaml { &mut self.texts } else { &mut self.named }
    }
}

impl Store {
    /// A store without variants, for so many requests at the same time.
    pub(super) fn new(jobs: usize) -> Store {
        let (shelves, building, held) = (Mutex::default(), Mutex::default(), AtomicUsize::new(0));
        Store { shelves, building, held, shared: jobs > 1 }
    }

    /// The variant with a key, compiled now or kept. [`release`](Store::release) has to follow once the request is answered.
    pub(super) fn compiled(&self, key: &Key, budget: &Budget) -> Result<Arc<Compiled>, Refusal> {
        let known = self.known(key);
        known.unwrap_or_else(|| self.build(key, budget))
    }

    /// The variant kept under a key, held for a request, so that it is not forgotten in between.
    fn known(&self, key: &Key) -> Option<Result<Arc<Compiled>, Refusal>> {
        let mut shelves = self.shelves();
        let known = shelves.of(key).known(key)?;
        Some(known.inspect(|_| self.count()))
    }

    /// Counts a request that works with a variant.
    fn count(&self) {
        self.held.fetch_add(1, Ordering::Relaxed);
    }

    /// Says that a request no longer works with a variant.
    pub(super) fn release(&self) {
        self.held.fetch_sub(1, Ordering::Relaxed);
    }

    /// Lets a request compile a variant of its own while the guard lives, as soon as no other one is compiled and there is room.
    pub(super) fn own(&self, budget: &Budget) -> Result<MutexGuard<'_, ()>, Refusal> {
        let building = self.building(budget)?;
        self.make_room(budget)?;
        Ok(building)
    }

    /// Does work for a request beside others: `None` if it takes more memory than there is for each.
    pub(super) fn within_share<T>(&self, budget: &Budget, work: impl FnOnce() -> T) -> Result<Option<T>, Refusal> {
        let most = FULL.max(machine::used() + SMALL);
        let limits = Limits { bytes: self.shared.then_some(most), ..Limits::default() };
        let done = work::within(&limits, work);
        machine::give_back();
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Stopped::Bytes(_)) if self.shared => Ok(None),
            Err(stopped) => Err(budget.refusal(stopped)),
        }
    }

    /// Waits until no request works with a variant, and forgets all variants.
    pub(super) fn wait_for_others(&self, budget: &Budget) -> Result<(), Refusal> {
        while !self.forget_all() {
            pause(budget)?;
        }
        machine::give_back();
        Ok(())
    }

    /// Forgets all variants, unless a request works with one. Returns `true` if none does.
    fn forget_all(&self) -> bool {
        let mut shelves = self.shelves();
        let idle = self.held.load(Ordering::Relaxed) == 0;
        if idle {
            *shelves = Shelves::default();
        }
        idle
    }

    /// Waits until no variant is compiled.
    fn building(&self, budget: &Budget) -> Result<MutexGuard<'_, ()>, Refusal> {
        loop {
            match self.building.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(guard)) => return Ok(guard.into_inner()),
                Err(TryLockError::WouldBlock) => pause(budget)?,
            }
        }
    }

    /// Forgets all variants.
    pub(super) fn clear(&self) {
        *self.shelves() = Shelves::default();
    }

    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compiles a variant, as soon as no other one is compiled and there is room.
    fn build(&self, key: &Key, budget: &Budget) -> Result<Arc<Compiled>, Refusal> {
        let _building = self.building(budget)?;
        // Another request may have asked for the same.
        if let Some(known) = self.known(key) {
            return known;
        }
        self.make_room(budget)?;
        let kept = match self.within_share(budget, || compile_anew(key))? {
            Some(kept) => kept,
            None => {
                self.wait_for_others(budget)?;
                compile_anew(key)
            }
        };
        machine::give_back();
        budget.go_on()?;
        // Counted before the guard goes, so that no other request compiles a variant in between.
        let compiled = kept.compiled.clone().inspect(|_| self.count());
        // A variant that was cut short is not kept.
        if !work::is_stopped() {
            self.shelves().of(key).keep(key, kept);
        }
        compiled
    }

    /// Forgets variants, and waits for requests that work with others, until there is room for a further one.
    fn make_room(&self, budget: &Budget) -> Result<(), Refusal> {
        while machine::used() > ROOM {
            let mut shelves = self.shelves();
            let Shelves { named, texts } = &mut *shelves;
            let forgets = named.forget_oldest() | texts.forget_oldest();
            drop(shelves);
            if forgets {
                continue;
            }
            if self.held.load(Ordering::Relaxed) == 0 || machine::used() <= FULL {
                return Ok(());
            }
            pause(budget)?;
        }
        Ok(())
    }
}

/// Sleeps for a moment, unless the request has to be given up.
fn pause(budget: &Budget) -> Result<(), Refusal> {
    budget.go_on()?;
    std::thread::sleep(PAUSE);
    Ok(())
}

impl Cache {
    fn new(bounds: Bounds) -> Cache {
        Cache { bounds, kept: FxHashMap::default(), weight: 0, clock: 0 }
    }

    /// The variant kept under a key; `None` if there is none, or one of its files has changed.
    fn known(&mut self, key: &Key) -> Option<Result<Arc<Compiled>, Refusal>> {
        self.clock += 1;
        let kept = self.kept.get_mut(key)?;
        if kept.files.iter().all(Stamp::is_current) {
            kept.used = self.clock;
            return Some(kept.compiled.clone());
        }
        self.forget(key);
        None
    }

    fn keep(&mut self, key: &Key, kept: Kept) {
        if kept.compiled.is_err() && !key.is_yaml {
            // A file may be put right between two requests, or one that it extends.
            return;
        }
        self.weight += kept.weight;
        let Bounds { most, heaviest } = self.bounds;
        while !self.kept.is_empty() && (self.kept.len() >= most || self.weight > heaviest) {
            self.forget_oldest();
        }
        self.kept.insert(key.clone(), Kept { used: self.clock, ..kept });
    }

    /// Forgets the variant that has not been used for the longest time; returns `true` if there was one.
    fn forget_oldest(&mut self) -> bool {
        let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone());
        oldest.iter().for_each(|key| self.forget(key));
        oldest.is_some()
    }

    fn forget(&mut self, key: &Key) {
        if let Some(kept) = self.kept.remove(key) {
            self.weight -= kept.weight;
        }
    }
}

fn compile_anew(key: &Key) -> Kept {
    let (compiled, files) = match load(key, compile::load) {
        Err(refusal) => (Err(refusal), Vec::new()),
        Ok(loaded) => {
            let written = loaded.sources.ids().filter(|id| !loaded.sources.is_built_in(*id));
            let names = written.map(|id| PathBuf::from(loaded.sources.name(id)));
            let files = if key.is_yaml { Vec::new() } else { names.map(Stamp::new).collect() };
            (ready(loaded, key.chess960), files)
        }
    };
    let tables = compiled.as_ref().map_or(0, |compiled| compiled.table_bytes());
    Kept { compiled, files, weight: OVERHEAD + 2 * key.text.len() + tables, used: 0 }
}

/// The variant ready to play, or the first error of its text.
fn ready(loaded: Loaded, chess960: bool) -> Result<Arc<Compiled>, Refusal> {
    let Some(Variant { mut rules, .. }) = loaded.variant else {
        let first = loaded.problems.iter().find(|problem| problem.is_error());
        return Err(match first.map(|problem| problem.record(&loaded.sources)) {
            None => Refusal::new("the variant cannot be used").of(Fault::Variant),
            Some(record) => {
                let help = record.help.map(|help| format!(" ({help})")).unwrap_or_default();
                let message = format!("{}{help}", record.message);
                Refusal { fault: Fault::Variant, message, line: Some(record.line), column: Some(record.column) }
            }
        });
    };
    if chess960 {
        rules.castling_notation = CastlingNotation::KingTakesPartner;
    }
    if !work::look() {
        return Err(Refusal::new("given up").of(Fault::Limit));
    }
    Ok(Arc::new(Compiled::new(rules)))
}

/// How a variant is read: [`compile::load`], or with a look at its first moves.
pub(super) type Reader = fn(&VariantSource, &dyn Loader) -> Result<Loaded, compile::LoadError>;

/// Reads the variant with a key.
pub(super) fn load(key: &Key, read: Reader) -> Result<Loaded, Refusal> {
    let loaded = match key.is_yaml {
        true => read(&VariantSource::Text { name: "yaml".to_owned(), text: key.text.clone() }, &NoFiles),
        false => read(&VariantSource::named(&key.text), &DiskLoader),
    };
    loaded.map_err(|error| Refusal::new(error.to_string()).of(Fault::Variant))
}

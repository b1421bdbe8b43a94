//! A cache of compiled variants for all threads that answer requests.

use std::io;
use std::path::{Path, PathBuf};
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
/// The same for variants whose text is in the request, because a client may send a new text each time.
const TEXTS: Bounds = Bounds { most: 64, heaviest: 8 << 20 };
/// The approximate memory of a variant, without its tables and its text.
const OVERHEAD: usize = 64 << 10;
/// If the program holds at least this many bytes, variants are removed before another one is compiled.
const ROOM: usize = 64 << 20;
/// If the program holds at least this many bytes, a variant is compiled only after the requests that use others.
const FULL: usize = 96 << 20;
/// The number of bytes that a variant may always take while others are in use.
const SMALL: usize = 16 << 20;
/// The sleep between two tests while a request waits.
const PAUSE: Duration = Duration::from_millis(1);

/// The recently used variants.
pub(super) struct Store {
    shelves: Mutex<Shelves>,
    /// Locked while a variant is compiled, because two large ones at once could need too much memory.
    building: Mutex<()>,
    /// The number of requests that use a variant.
    held: AtomicUsize,
    /// `true` if several requests are worked on at the same time.
    shared: bool,
}

struct Shelves {
    named: Cache,
    texts: Cache,
}

/// The limits of a cache. The last used variant is kept even if it is too large.
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
    /// Texts that a YAML text may extend, by their names.
    pub files: Vec<(String, String)>,
    /// `true` if it is a YAML text.
    pub is_yaml: bool,
    /// `true` if castling is written as in Chess960.
    pub chess960: bool,
}

impl Key {
    /// Where the variant is read from.
    pub(super) fn source(&self) -> VariantSource {
        match self.is_yaml {
            true if self.files.is_empty() => VariantSource::Text { name: "yaml".to_owned(), text: self.text.clone() },
            true => VariantSource::File(PathBuf::from("yaml")),
            false => VariantSource::named(&self.text),
        }
    }

    /// The bytes of the texts.
    fn bytes(&self) -> usize {
        self.text.len() + self.files.iter().map(|(_, text)| text.len()).sum::<usize>()
    }
}

/// A variant, or the refusal for it.
struct Kept {
    compiled: Result<Arc<Compiled>, Refusal>,
    files: Vec<Stamp>,
    weight: usize,
    used: u64,
}

/// The state of a file when it was read.
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
    /// An empty store, for this number of simultaneous requests.
    pub(super) fn new(jobs: usize) -> Store {
        let (shelves, building, held) = (Mutex::default(), Mutex::default(), AtomicUsize::new(0));
        Store { shelves, building, held, shared: jobs > 1 }
    }

    /// The variant with a key, from the cache or newly compiled. [`release`](Store::release) has to follow once the
    /// request is answered.
    pub(super) fn compiled(&self, key: &Key, budget: &Budget) -> Result<Arc<Compiled>, Refusal> {
        let known = self.known(key);
        known.unwrap_or_else(|| self.build(key, budget))
    }

    /// The cached variant with a key. It is held for a request, so that it stays in the cache.
    fn known(&self, key: &Key) -> Option<Result<Arc<Compiled>, Refusal>> {
        let mut shelves = self.shelves();
        let known = shelves.of(key).known(key)?;
        Some(known.inspect(|_| self.count()))
    }

    /// The cached variant with a key, for a session that answers one request after the other. Nothing else can remove it meanwhile, so that
    /// it need not be held.
    pub(super) fn alone(&self, key: &Key) -> Option<Arc<Compiled>> {
        if self.shared {
            return None;
        }
        self.shelves().of(key).known(key)?.ok()
    }

    /// Counts a request that uses a variant.
    fn count(&self) {
        self.held.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the use of a variant by a request.
    pub(super) fn release(&self) {
        self.held.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits until no other variant is compiled and there is room. While the returned guard lives, the request may
    /// compile its own variant.
    pub(super) fn own(&self, budget: &Budget) -> Result<MutexGuard<'_, ()>, Refusal> {
        let building = self.building(budget)?;
        self.make_room(budget)?;
        Ok(building)
    }

    /// Does work for a request while others run. Returns `None` if the work needs more than its share of memory.
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

    /// Waits until no request uses a variant, and removes all variants.
    pub(super) fn wait_for_others(&self, budget: &Budget) -> Result<(), Refusal> {
        while !self.forget_all() {
            pause(budget)?;
        }
        machine::give_back();
        Ok(())
    }

    /// Removes all variants, unless a request uses one. Returns `true` if no request does.
    fn forget_all(&self) -> bool {
        let mut shelves = self.shelves();
        let idle = self.held.load(Ordering::Relaxed) == 0;
        if idle {
            *shelves = Shelves::default();
        }
        idle
    }

    /// Waits until no other request compiles a variant.
    fn building(&self, budget: &Budget) -> Result<MutexGuard<'_, ()>, Refusal> {
        loop {
            match self.building.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(guard)) => return Ok(guard.into_inner()),
                Err(TryLockError::WouldBlock) => pause(budget)?,
            }
        }
    }

    /// Removes all variants.
    pub(super) fn clear(&self) {
        *self.shelves() = Shelves::default();
    }

    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compiles a variant, as soon as no other one is compiled and there is room.
    fn build(&self, key: &Key, budget: &Budget) -> Result<Arc<Compiled>, Refusal> {
        let _building = self.building(budget)?;
        // Another request may have compiled the same variant meanwhile.
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
        // Counted before the guard is dropped, so that no other request compiles a variant in between.
        let compiled = kept.compiled.clone().inspect(|_| self.count());
        // A variant whose compilation was stopped is not cached.
        if !work::is_stopped() {
            self.shelves().of(key).keep(key, kept);
        }
        compiled
    }

    /// Removes variants, and waits for requests that use others, until there is room for another one.
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

    /// The cached variant with a key; `None` if there is none, or if one of its files has changed.
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
            // An error in a file is not cached, because the file or its parent may be corrected before the next
            // request.
            return;
        }
        self.weight += kept.weight;
        let Bounds { most, heaviest } = self.bounds;
        while !self.kept.is_empty() && (self.kept.len() >= most || self.weight > heaviest) {
            self.forget_oldest();
        }
        self.kept.insert(key.clone(), Kept { used: self.clock, ..kept });
    }

    /// Removes the least recently used variant. Returns `true` if there was one.
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
    Kept { compiled, files, weight: OVERHEAD + 2 * key.bytes() + tables, used: 0 }
}

/// The variant ready to play, or the first error of its text.
fn ready(loaded: Loaded, chess960: bool) -> Result<Arc<Compiled>, Refusal> {
    let Some(Variant { mut rules, .. }) = loaded.variant else {
        let first = loaded.problems.iter().find(|problem| problem.is_error());
        return Err(match first.map(|problem| problem.record(&loaded.sources)) {
            None => Refusal::new("the variant cannot be used").of(Fault::Variant),
            Some(record) => Refusal::of_record(record),
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

/// The texts of a request as files of one folder.
impl Loader for Key {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.to_str().unwrap_or_default();
        let found = self.files.iter().find(|(known, _)| known == name).map(|(_, text)| text);
        let own = (name == "yaml").then_some(&self.text);
        let missing = || io::Error::new(io::ErrorKind::NotFound, "the request has no such text");
        found.or(own).map(|text| text.clone().into_bytes()).ok_or_else(missing)
    }

    fn read_below(&self, folder: &Path, path: &Path) -> io::Result<Vec<u8>> {
        self.read(&folder.join(path))
    }
}

/// A function that reads a variant: [`compile::load`], or one that also tests the first moves.
pub(super) type Reader = fn(&VariantSource, &dyn Loader) -> Result<Loaded, compile::LoadError>;

/// Reads the variant with a key.
pub(super) fn load(key: &Key, read: Reader) -> Result<Loaded, Refusal> {
    let loaded = match key.is_yaml {
        true if key.files.is_empty() => read(&key.source(), &NoFiles),
        true => read(&key.source(), key),
        false => read(&key.source(), &DiskLoader),
    };
    loaded.map_err(|error| Refusal::new(error.to_string()).of(Fault::Variant))
}

//! Variants compiled once and kept, and the positions that requests ask for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Value;

use crate::compile::{self, Loaded, Variant, shuffle};
use crate::diagnostic::{Record, shorten};
use crate::fen::{self, ParseFenError};
use crate::game::{Compiled, Game};
use crate::notation;
use crate::rules::{CastlingNotation, Rules, Setup};
use crate::variant::{DiskLoader, Loader, NoFiles, VariantSource, library};

use super::fields::{Fault, Fields, Refusal};
use super::limits::Budget;

/// How many variants of the library and of files are kept, and how many bytes they may take together.
const NAMED: Bounds = Bounds { most: 512, heaviest: 24 << 20 };
/// The same for variants whose text stands in the request: a client may well send a new one each time.
const TEXTS: Bounds = Bounds { most: 64, heaviest: 8 << 20 };
/// What a variant takes beside its tables and its text, roughly.
const OVERHEAD: usize = 64 << 10;

/// The variants used lately.
pub(super) struct Variants {
    /// Whether a variant may be a path.
    paths: bool,
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

/// What a request calls a variant.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    text: String,
    is_yaml: bool,
    chess960: bool,
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

/// All problems of a variant.
#[derive(Debug, Serialize)]
pub(super) struct Problems {
    problems: Vec<Record>,
}

impl Variants {
    /// None yet. Without `paths`, a variant is a built-in name or a text.
    pub(super) fn new(paths: bool) -> Variants {
        Variants { paths, named: Cache::new(NAMED), texts: Cache::new(TEXTS) }
    }

    /// The game that a request speaks of, after its moves have been played.
    pub(super) fn game(&mut self, fields: Fields<'_>, budget: &Budget<'_>) -> Result<Game, Refusal> {
        let (compiled, setup) = self.start(fields)?;
        let game = compiled.game(&setup);
        let mut game = game.map_err(|error| Refusal::new(error.to_string()).of(Fault::Position))?;
        for (index, text) in fields.texts("play")?.into_iter().enumerate() {
            budget.go_on()?;
            let refused = |error| Refusal::new(format!("`play`, move {}: {error}", index + 1)).of(Fault::Move);
            let made = notation::parse(&mut game, text).map_err(refused)?;
            game.play(&made);
        }
        Ok(game)
    }

    /// The variant that a request speaks of, and the position before its moves.
    pub(super) fn start(&mut self, fields: Fields<'_>) -> Result<(Arc<Compiled>, Setup), Refusal> {
        let chess960 = fields.flag("chess960")?;
        let key = self.key(fields, chess960)?;
        let compiled = if key.is_yaml { self.texts.compiled(key) } else { self.named.compiled(key) }?;
        let rules = compiled.rules();
        let setup = match (fields.text("fen")?, fields.number("start")?) {
            (Some(_), Some(_)) => return Err(Refusal::new("`fen` and `start` exclude each other")),
            (Some(text), None) => fen::read_with(text, rules, chess960).map_err(|error| fault_in_fen(text, &error))?,
            (None, Some(number)) => shuffled(rules, number)?,
            (None, None) => rules.setup.clone(),
        };
        Ok((compiled, setup))
    }

    /// All problems of the variant that a request speaks of.
    pub(super) fn check(&mut self, fields: Fields<'_>) -> Result<Problems, Refusal> {
        let loaded = load(&self.key(fields, false)?, crate::load::check)?;
        Ok(Problems { problems: loaded.problems.iter().map(|problem| problem.record(&loaded.sources)).collect() })
    }

    fn key(&self, fields: Fields<'_>, chess960: bool) -> Result<Key, Refusal> {
        match fields.value("variant") {
            None => Err(Refusal::new("`variant` is missing")),
            Some(Value::String(name))
                if !self.paths && matches!(VariantSource::named(name), VariantSource::File(_)) =>
            {
                let near =
                    library::nearest_name(name).map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
                let message = format!("`{}` is no built-in variant, and files are not read here{near}", shorten(name));
                Err(Refusal::new(message).of(Fault::Variant))
            }
            Some(Value::String(name)) => Ok(Key { text: name.clone(), is_yaml: false, chess960 }),
            Some(Value::Object(object)) => {
                Fields(object).only("variant", &["yaml"])?;
                Ok(Key {
                    text: Fields(object).need_text("yaml").map_err(|refusal| refusal.within("variant"))?.to_owned(),
                    is_yaml: true,
                    chess960,
                })
            }
            Some(_) => Err(Refusal::new("`variant` must be a name, a path or {\"yaml\": …}")),
        }
    }
}

impl Cache {
    fn new(bounds: Bounds) -> Cache {
        Cache { bounds, kept: FxHashMap::default(), weight: 0, clock: 0 }
    }

    fn compiled(&mut self, key: Key) -> Result<Arc<Compiled>, Refusal> {
        self.clock += 1;
        if let Some(kept) = self.kept.get_mut(&key) {
            if kept.files.iter().all(Stamp::is_current) {
                kept.used = self.clock;
                return kept.compiled.clone();
            }
            self.forget(&key);
        }
        let kept = compile_anew(&key, self.clock);
        let compiled = kept.compiled.clone();
        if compiled.is_err() && !key.is_yaml {
            // A file may be put right between two requests, or one that it extends.
            return compiled;
        }
        self.weight += kept.weight;
        let Bounds { most, heaviest } = self.bounds;
        while !self.kept.is_empty() && (self.kept.len() >= most || self.weight > heaviest) {
            self.forget_oldest();
        }
        self.kept.insert(key, kept);
        compiled
    }

    fn forget_oldest(&mut self) {
        let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone());
        if let Some(key) = oldest {
            self.forget(&key);
        }
    }

    fn forget(&mut self, key: &Key) {
        if let Some(kept) = self.kept.remove(key) {
            self.weight -= kept.weight;
        }
    }
}

fn compile_anew(key: &Key, used: u64) -> Kept {
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
    Kept { compiled, files, weight: OVERHEAD + 2 * key.text.len() + tables, used }
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
    Ok(Arc::new(Compiled::new(rules)))
}

/// How a variant is read: [`compile::load`], or with a look at its first moves.
type Reader = fn(&VariantSource, &dyn Loader) -> Result<Loaded, compile::LoadError>;

fn load(key: &Key, read: Reader) -> Result<Loaded, Refusal> {
    let loaded = match key.is_yaml {
        true => read(&VariantSource::Text { name: "yaml".to_owned(), text: key.text.clone() }, &NoFiles),
        false => read(&VariantSource::named(&key.text), &DiskLoader),
    };
    loaded.map_err(|error| Refusal::new(error.to_string()).of(Fault::Variant))
}

fn fault_in_fen(text: &str, error: &ParseFenError) -> Refusal {
    let help = error.help.iter().map(|help| format!(" ({help})")).collect::<String>();
    let column = text.get(..error.span.start).unwrap_or(text).chars().count() + 1;
    Refusal::at(format!("{}{help}", error.message), column).of(Fault::Position)
}

fn shuffled(rules: &Rules, number: u64) -> Result<Setup, Refusal> {
    let last = shuffle::count(rules) - 1;
    let message = || format!("`start`: there is no start position {number}, only 0 to {last}");
    shuffle::start(rules, number).ok_or_else(|| Refusal::new(message()).of(Fault::Position))
}

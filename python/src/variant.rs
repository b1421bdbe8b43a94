//! Variants for Python.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use ferz::compile::{self, Loaded};
use ferz::diagnostic::{Style, render_all};
use ferz::rules::CastlingNotation;
use ferz::search::Searcher;
use ferz::variant::{DiskLoader, Loader, NoFiles, VariantSource, library};
use ferz::{Compiled, fen};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

use crate::actions::Actions;
use crate::diagnostic::{Diagnostic, diagnostics, fen_error, variant_error};

/// A function and its arguments, with which another process rebuilds a value.
pub(crate) type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// A variant, ready to play. `ferz.load` and `ferz.load_text` make one.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Variant {
    pub(crate) inner: Arc<Inner>,
}

/// A variant with the texts from which it was read.
pub(crate) struct Inner {
    pub compiled: Compiled,
    pub loaded: Loaded,
    /// The source that the user named, so that another process can load it too.
    pub source: VariantSource,
    /// The numbers of moves, computed on first use.
    actions: OnceLock<Arc<Actions>>,
    /// An engine for static evaluations, created on first use.
    evaluator: OnceLock<Mutex<Searcher>>,
}

/// Variants in use. Unpickled values share them, because loading a variant takes far longer than finding it here.
static IN_USE: Mutex<Vec<Weak<Inner>>> = Mutex::new(Vec::new());

/// A variant in use for which `wanted` is true.
fn in_use(wanted: impl Fn(&Variant) -> bool) -> Option<Variant> {
    let mut known = IN_USE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.retain(|inner| inner.strong_count() > 0);
    known.iter().filter_map(Weak::upgrade).map(|inner| Variant { inner }).find(wanted)
}

/// Content of a pickle: the texts of a variant and of the files that it extends, by their names.
struct Kept(Vec<(String, String)>);

impl Kept {
    fn text(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let name = path.display().to_string();
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}

impl Loader for Kept {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        self.text(path)
    }

    fn read_below(&self, folder: &Path, path: &Path) -> std::io::Result<Vec<u8>> {
        self.text(&folder.join(path))
    }
}

impl Inner {
    pub fn description(&self) -> Option<&str> {
        self.loaded.variant.as_ref().and_then(|variant| variant.description.as_deref())
    }
}

/// Loads a variant: a built-in name (`"chess"`), a title (`"Grand Chess"`), or a path to a YAML file.
///
/// Raises `VariantError`, which has all problems as `diagnostics`.
#[pyfunction]
pub fn load(py: Python<'_>, name_or_path: &str) -> PyResult<Variant> {
    Variant::new(py, VariantSource::named(name_or_path), &DiskLoader)
}

/// Loads a variant from the text of a YAML file. It may extend built-in variants, and reads no file.
#[pyfunction]
pub fn load_text(py: Python<'_>, yaml: &str) -> PyResult<Variant> {
    Variant::new(py, text_source(yaml), &NoFiles)
}

/// All problems of a variant, warnings among them: of a name or path, or of a text if `text` is given.
#[pyfunction]
#[pyo3(signature = (name_or_path=None, *, text=None))]
pub fn check(py: Python<'_>, name_or_path: Option<&str>, text: Option<&str>) -> PyResult<Vec<Diagnostic>> {
    let loaded = match (name_or_path, text) {
        (Some(name), None) => py.detach(|| ferz::check(&VariantSource::named(name), &DiskLoader)),
        (None, Some(text)) => py.detach(|| ferz::check(&text_source(text), &NoFiles)),
        _ => return Err(PyValueError::new_err("either a name or path, or `text=`")),
    };
    let loaded = loaded.map_err(|error| variant_error(py, error.to_string(), Vec::new()))?;
    Ok(diagnostics(&loaded.problems, &loaded.sources))
}

/// The names of the built-in variants, sorted.
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    library::names().collect()
}

/// Turns a variants.ini of Fairy-Stockfish into variant files: a dictionary from names to YAML texts.
///
/// Settings that have no counterpart are left out and named in a comment of the file. Each problem that `ferz import
/// fairy` reports is a `UserWarning` with its place, including problems that keep a section from becoming a file.
#[pyfunction]
pub fn import_ini(py: Python<'_>, text: &str) -> PyResult<std::collections::BTreeMap<String, String>> {
    let imported = py.detach(|| ferz::import_ini("variants.ini", text.as_bytes()));
    for problem in &imported.problems {
        let drawn = render_all(std::slice::from_ref(problem), &imported.sources, Style::Plain);
        let message = std::ffi::CString::new(drawn.trim_end().replace('\0', "\u{fffd}"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    let stem = |file: &str| file.strip_suffix(".yaml").unwrap_or(file).to_owned();
    Ok(imported.files.into_iter().map(|file| (stem(&file.file), file.text)).collect())
}

/// A section of a variants.ini of Fairy-Stockfish with the rules of a variant; raises `VariantError` if it has none.
#[pyfunction]
pub fn export_ini(py: Python<'_>, variant: &Variant, name: &str) -> PyResult<String> {
    let loaded = &variant.inner.loaded;
    let refused = |problems: Vec<ferz::Diagnostic>| {
        let message = render_all(&problems, &loaded.sources, Style::Plain);
        variant_error(py, message, diagnostics(&problems, &loaded.sources))
    };
    ferz::export_ini(loaded, name).map_err(refused)
}

/// The source for a text.
fn text_source(text: &str) -> VariantSource {
    VariantSource::Text { name: "variant".to_owned(), text: text.to_owned() }
}

impl Variant {
    fn new(py: Python<'_>, source: VariantSource, loader: &(dyn Loader + Sync)) -> PyResult<Variant> {
        if let VariantSource::BuiltIn(_) = &source
            && let Some(found) = in_use(|known| known.inner.source == source)
        {
            return Ok(found);
        }
        let loaded = py.detach(|| compile::load(&source, loader));
        let loaded = loaded.map_err(|error| variant_error(py, error.to_string(), Vec::new()))?;
        let Some(variant) = &loaded.variant else {
            let problems = diagnostics(&loaded.problems, &loaded.sources);
            let message = render_all(&loaded.problems, &loaded.sources, Style::Plain);
            return Err(variant_error(py, message, problems));
        };
        let rules = variant.rules.clone();
        let compiled = py.detach(|| Compiled::new(rules));
        let (actions, evaluator) = (OnceLock::new(), OnceLock::new());
        let inner = Arc::new(Inner { compiled, loaded, source, actions, evaluator });
        IN_USE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(Arc::downgrade(&inner));
        Ok(Variant { inner })
    }

    /// Rebuilds a variant that another process has read from files, given all texts by their names.
    pub(crate) fn of_texts(py: Python<'_>, name: &str, texts: Vec<(String, String)>) -> PyResult<Variant> {
        let source = VariantSource::File(PathBuf::from(name));
        match in_use(|known| known.inner.source == source && known.texts() == texts) {
            Some(found) => Ok(found),
            None => Variant::new(py, source, &Kept(texts)),
        }
    }

    /// The texts from which the variant was read, without built-in ones.
    pub(crate) fn texts(&self) -> Vec<(String, String)> {
        let sources = &self.inner.loaded.sources;
        let own = sources.ids().filter(|id| !sources.is_built_in(*id));
        own.map(|id| (sources.name(id).to_owned(), sources.text(id).to_owned())).collect()
    }

    /// Returns `true` if both have the same name and were read from the same texts, so that all their rules are equal.
    pub(crate) fn is_same(&self, other: &Variant) -> bool {
        let texts = |variant: &Variant| variant.texts().into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let id = |variant: &Variant| variant.compiled().rules().id.clone();
        Arc::ptr_eq(&self.inner, &other.inner) || (id(self) == id(other) && texts(self) == texts(other))
    }

    /// Static evaluation of a position of the variant for the side to move.
    pub(crate) fn evaluate(&self, game: &ferz::Game) -> i32 {
        let new = || Mutex::new(Searcher::new(self.compiled().rules(), 1));
        let searcher = self.inner.evaluator.get_or_init(new);
        searcher.lock().unwrap_or_else(std::sync::PoisonError::into_inner).evaluate(game)
    }

    /// The position that a setup describes, even one in which the side not to move is in check.
    pub(crate) fn of_setup(&self, setup: &ferz::Setup) -> PyResult<ferz::Game> {
        self.compiled().game_unchecked(setup).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// A setup as a text without loss, for pickles.
    pub(crate) fn keep_setup(setup: &ferz::Setup) -> PyResult<String> {
        serde_json::to_string(setup).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The game of a setup that was stored by `keep_setup`.
    pub(crate) fn kept_setup(&self, text: &str) -> PyResult<ferz::Game> {
        let refused = |why: &str| PyValueError::new_err(format!("the pickled position cannot be used: {why}"));
        let setup: ferz::Setup = serde_json::from_str(text).map_err(|error| refused(&error.to_string()))?;
        let rules = self.compiled().rules();
        let pieces = setup.pieces.iter().flatten();
        let fits = setup.pieces.len() == rules.geometry.len()
            && ferz::Side::ALL.iter().all(|side| setup.hands[*side].len() == rules.pieces.len())
            && pieces.into_iter().all(|placed| placed.piece.index() < rules.pieces.len())
            && setup.castling.iter().all(|right| usize::from(right.rule) < rules.castling.len());
        if !fits {
            return Err(refused("it belongs to another variant"));
        }
        self.of_setup(&setup)
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.inner.compiled
    }

    /// The numbers of moves.
    pub(crate) fn actions(&self) -> &Arc<Actions> {
        self.inner.actions.get_or_init(|| Arc::new(Actions::new(self.compiled().rules())))
    }

    /// A game from a FEN, from a numbered start, or from the variant's own start.
    pub(crate) fn begin(&self, py: Python<'_>, fen: Option<&str>, start: Option<u64>) -> PyResult<ferz::Game> {
        let compiled = self.compiled();
        let rules = compiled.rules();
        let refused = |error: ferz::PositionError| PyValueError::new_err(error.to_string());
        match (fen, start) {
            (Some(_), Some(_)) => Err(PyValueError::new_err("`fen` and `start` exclude each other")),
            (Some(text), None) => {
                let chess960 = rules.castling_notation == CastlingNotation::KingTakesPartner;
                let setup = fen::read_with(text, rules, chess960).map_err(|error| fen_error(py, text, &error))?;
                ferz::missing_royal(rules, &setup).map_or(Ok(()), |message| Err(PyValueError::new_err(message)))?;
                compiled.game(&setup).map_err(refused)
            }
            (None, Some(number)) => {
                let setup = ferz::shuffle::start(rules, number).ok_or_else(|| {
                    let last = ferz::shuffle::count(rules) - 1;
                    PyValueError::new_err(format!("there is no start position {number}, only 0 to {last}"))
                })?;
                compiled.game(&setup).map_err(refused)
            }
            (None, None) => compiled.start().map_err(refused),
        }
    }
}

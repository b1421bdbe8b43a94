//! Variants for Python.

use std::sync::{Arc, OnceLock};

use ferz::compile::{self, Loaded};
use ferz::diagnostic::{Style, render_all};
use ferz::rules::{CastlingNotation, Royalty};
use ferz::variant::{DiskLoader, Loader, NoFiles, VariantSource, library};
use ferz::{Compiled, Side, fen};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::actions::Actions;
use crate::diagnostic::{Diagnostic, diagnostics, fen_error, variant_error};
use crate::game::Game;
use crate::position::{Position, Reduced};

/// A variant, ready to play. `ferz.load` and `ferz.load_text` make one.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub struct Variant {
    pub(crate) inner: Arc<Inner>,
}

/// A variant with the texts that it comes from.
pub(crate) struct Inner {
    pub compiled: Compiled,
    pub loaded: Loaded,
    /// As it was asked for, so that another process can load it too.
    source: (String, bool),
    /// The numbers of moves, if anybody has asked for them.
    actions: OnceLock<Arc<Actions>>,
}

impl Inner {
    fn description(&self) -> Option<&str> {
        self.loaded.variant.as_ref().and_then(|variant| variant.description.as_deref())
    }
}

/// A kind of piece.
#[pyclass(frozen, module = "ferz", get_all)]
#[derive(Clone)]
pub struct PieceType {
    /// The name, as the file has it.
    name: String,
    /// White's symbol.
    symbol: String,
    /// Black's symbol.
    black_symbol: String,
    /// How it moves, in Betza notation.
    moves: String,
    /// `True` if it is royal, at least now and then.
    royal: bool,
}

#[pymethods]
impl PieceType {
    fn __repr__(&self) -> String {
        format!("<PieceType {} {} {}>", self.name, self.symbol, self.moves)
    }
}

/// Loads a variant: a built-in name (`"chess"`), a title (`"Grand Chess"`), or a path to a YAML file.
///
/// Raises `VariantError`, which has all problems as `diagnostics`.
#[pyfunction]
pub fn load(py: Python<'_>, name_or_path: &str) -> PyResult<Variant> {
    Variant::new(py, name_or_path, false)
}

/// Loads a variant from the text of a YAML file. It may extend built-in variants, and reads no file.
#[pyfunction]
pub fn load_text(py: Python<'_>, yaml: &str) -> PyResult<Variant> {
    Variant::new(py, yaml, true)
}

/// All problems of a variant, warnings among them: of a name or path, or of a text if `text` is given.
#[pyfunction]
#[pyo3(signature = (name_or_path=None, *, text=None))]
pub fn check(py: Python<'_>, name_or_path: Option<&str>, text: Option<&str>) -> PyResult<Vec<Diagnostic>> {
    let (source, is_text) = match (name_or_path, text) {
        (Some(name), None) => (name, false),
        (None, Some(text)) => (text, true),
        _ => return Err(PyValueError::new_err("either a name or path, or `text=`")),
    };
    let loaded = py.detach(|| read(source, is_text, ferz::check));
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
/// What cannot be said is left out and named in a comment of the file.
#[pyfunction]
pub fn import_ini(text: &str) -> std::collections::BTreeMap<String, String> {
    let imported = ferz::import_ini("variants.ini", text.as_bytes());
    let stem = |file: &str| file.strip_suffix(".yaml").unwrap_or(file).to_owned();
    imported.files.into_iter().map(|file| (stem(&file.file), file.text)).collect()
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

/// How a variant is read: [`compile::load`], or with a look at its first moves.
type Reader = fn(&VariantSource, &dyn Loader) -> Result<Loaded, compile::LoadError>;

fn read(source: &str, is_text: bool, read: Reader) -> Result<Loaded, compile::LoadError> {
    match is_text {
        true => read(&VariantSource::Text { name: "variant".to_owned(), text: source.to_owned() }, &NoFiles),
        false => read(&VariantSource::named(source), &DiskLoader),
    }
}

impl Variant {
    pub(crate) fn new(py: Python<'_>, source: &str, is_text: bool) -> PyResult<Variant> {
        let loaded = py.detach(|| read(source, is_text, compile::load));
        let loaded = loaded.map_err(|error| variant_error(py, error.to_string(), Vec::new()))?;
        let Some(variant) = &loaded.variant else {
            let problems = diagnostics(&loaded.problems, &loaded.sources);
            let message = render_all(&loaded.problems, &loaded.sources, Style::Plain);
            return Err(variant_error(py, message, problems));
        };
        let rules = variant.rules.clone();
        let compiled = py.detach(|| Compiled::new(rules));
        let source = (source.to_owned(), is_text);
        Ok(Variant { inner: Arc::new(Inner { compiled, loaded, source, actions: OnceLock::new() }) })
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

#[pymethods]
impl Variant {
    /// What programs call it: its built-in name, or the stem of its file.
    #[getter]
    fn id(&self) -> &str {
        &self.compiled().rules().id
    }

    /// What people call it.
    #[getter]
    fn title(&self) -> &str {
        &self.compiled().rules().title
    }

    /// What kind of game it is, if the file says so.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.inner.description()
    }

    /// The problems with which it can be played.
    #[getter]
    fn warnings(&self) -> Vec<Diagnostic> {
        diagnostics(&self.inner.loaded.problems, &self.inner.loaded.sources)
    }

    /// Files of the board.
    #[getter]
    fn files(&self) -> usize {
        self.compiled().rules().geometry.files()
    }

    /// Ranks of the board.
    #[getter]
    fn ranks(&self) -> usize {
        self.compiled().rules().geometry.ranks()
    }

    /// The names of all squares.
    #[getter]
    fn squares(&self) -> Vec<String> {
        let geometry = &self.compiled().rules().geometry;
        geometry.squares().iter().map(|square| geometry.name(square)).collect()
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> Vec<PieceType> {
        let pieces = self.compiled().rules().pieces.iter();
        let kind = |piece: &ferz::Piece| PieceType {
            name: piece.name.clone(),
            symbol: piece.symbol[Side::White].clone(),
            black_symbol: piece.symbol[Side::Black].clone(),
            moves: piece.notation.clone(),
            royal: piece.royalty != Royalty::Common,
        };
        pieces.map(kind).collect()
    }

    /// The FEN of the start position.
    #[getter]
    fn start_fen(&self) -> String {
        let rules = self.compiled().rules();
        fen::write(&rules.setup, rules)
    }

    /// How many start positions it has: 1 unless it shuffles.
    #[getter]
    fn starts(&self) -> u64 {
        ferz::shuffle::count(self.compiled().rules())
    }

    /// The ends of the game, as the file calls them.
    #[getter]
    fn ends(&self) -> Vec<String> {
        self.compiled().rules().ends.iter().map(|end| end.name.clone()).collect()
    }

    /// A game: from the start, from a FEN, or from the start position with a number.
    #[pyo3(signature = (fen=None, *, start=None))]
    fn game(&self, py: Python<'_>, fen: Option<&str>, start: Option<u64>) -> PyResult<Game> {
        Ok(Game::new(self.begin(py, fen, start)?, self.clone()))
    }

    /// A position: the start, that of a FEN, or the start position with a number.
    #[pyo3(signature = (fen=None, *, start=None))]
    fn position(&self, py: Python<'_>, fen: Option<&str>, start: Option<u64>) -> PyResult<Position> {
        Ok(Position::new(self.begin(py, fen, start)?, self.clone()))
    }

    /// The games of a PGN text, played in this variant.
    fn games_from_pgn(&self, text: &str) -> PyResult<Vec<Game>> {
        crate::game::from_pgn(self, text)
    }

    /// A rules page with pictures, as `"html"` or `"markdown"`.
    #[pyo3(signature = (format="html"))]
    fn rules_page(&self, format: &str) -> PyResult<String> {
        let description = self.inner.description();
        match format {
            "html" => Ok(ferz::rules_page(self.compiled(), description)),
            "markdown" => Ok(ferz::rules_page_markdown(self.compiled(), description)),
            _ => Err(PyValueError::new_err("`format` is \"html\" or \"markdown\"")),
        }
    }

    /// The start position as SVG.
    fn svg(&self) -> String {
        let rules = self.compiled().rules();
        ferz::svg(rules, &rules.setup)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The number of sequences of `depth` legal moves from the start.
    #[pyo3(signature = (depth, *, threads=1, hash=0))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
        crate::perft(py, &self.begin(py, None, None)?, depth, threads, hash)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String,)>> {
        let (source, is_text) = &self.inner.source;
        let loader = if *is_text { "load_text" } else { "load" };
        Ok((py.import("ferz")?.getattr(loader)?, (source.clone(),)))
    }

    fn __repr__(&self) -> String {
        format!("<Variant {}>", self.id())
    }
}

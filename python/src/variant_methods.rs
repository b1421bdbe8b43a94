//! The methods of variants for Python. They create games and positions. These import the type of variants, so the
//! methods are in a file of their own.

use std::hash::{Hash, Hasher};

use ferz::rules::Royalty;
use ferz::variant::VariantSource;
use ferz::{Side, fen};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::diagnostic::{Diagnostic, diagnostics};
use crate::game::Game;
use crate::position::Position;
use crate::shared;
use crate::values::PieceType;
use crate::variant::{Reduced, Variant};

#[pymethods]
impl Variant {
    /// Its id for programs: its built-in name, or the stem of its file.
    #[getter]
    fn id(&self) -> &str {
        &self.compiled().rules().id
    }

    /// Its title for people.
    #[getter]
    fn title(&self) -> &str {
        &self.compiled().rules().title
    }

    /// Description of the game, if the file has one.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.inner.description()
    }

    /// The warnings of the file. (A variant with errors cannot be loaded.)
    #[getter]
    fn warnings(&self) -> Vec<Diagnostic> {
        diagnostics(&self.inner.loaded.problems, &self.inner.loaded.sources)
    }

    /// The number of files of the board.
    #[getter]
    fn files(&self) -> usize {
        self.compiled().rules().geometry.files()
    }

    /// The number of ranks of the board.
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

    /// The number of start positions: 1, unless the variant shuffles them.
    #[getter]
    fn starts(&self) -> u64 {
        ferz::shuffle::count(self.compiled().rules())
    }

    /// The names of the ends of the game, as the file has them.
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
    fn games_from_pgn(&self, py: Python<'_>, text: &str) -> PyResult<Vec<Game>> {
        crate::game::from_pgn(py, self, text)
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

    /// The start position as SVG; the keywords are those of `Position.svg`.
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let rules = self.compiled().rules();
        shared::picture(rules, &rules.setup, options)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// The position of an EPD, and its operations: a number, a text, a list of them, or `None` for each.
    fn position_from_epd(&self, py: Python<'_>, text: &str) -> PyResult<(Position, Py<PyDict>)> {
        let (fen, operations) = crate::epd::read(py, text)?;
        Ok((self.position(py, Some(&fen), None)?, operations))
    }

    /// The number of sequences of `depth` legal moves from the start.
    #[pyo3(signature = (depth, *, threads=1, hash=0))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
        shared::perft(py, &self.begin(py, None, None)?, depth, threads, hash)
    }

    fn __eq__(&self, other: &Variant) -> bool {
        self.is_same(other)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.compiled().rules().id.hash(&mut hasher);
        self.texts().iter().for_each(|(_, text)| text.hash(&mut hasher));
        hasher.finish()
    }

    /// Rebuilds a pickled variant from the texts of its files, given by their names.
    #[staticmethod]
    fn _again(py: Python<'_>, name: &str, texts: Vec<(String, String)>) -> PyResult<Variant> {
        Variant::of_texts(py, name, texts)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        let package = py.import("ferz")?;
        match &self.inner.source {
            VariantSource::BuiltIn(name) | VariantSource::Mixed(name) => {
                Ok((package.getattr("load")?, (name,).into_pyobject(py)?))
            }
            VariantSource::Text { text, .. } => Ok((package.getattr("load_text")?, (text,).into_pyobject(py)?)),
            VariantSource::File(path) => {
                let again = py.get_type::<Variant>().getattr("_again")?;
                Ok((again, (path.display().to_string(), self.texts()).into_pyobject(py)?))
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<Variant {}>", self.id())
    }
}

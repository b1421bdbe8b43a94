//! Games in PGN with comments and variations, for `ferz.pgn`.

use std::io::{self, BufRead, Read};

use ferz::Pgn;
use ferz::pgn::{Nag, PgnMove, Reader, Variation, Visitor};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::diagnostic::pgn_error;

/// Number of characters of a line that are requested from Python at once.
const PIECE: usize = 1 << 16;
/// The deepest nesting of variations, as in the reader.
const DEEPEST: usize = 100;

/// A text, or an object with a method `readline`: a file, a socket, an archive.
enum Input {
    Text(io::Cursor<String>),
    Lines { readline: Py<PyAny>, held: Vec<u8>, at: usize },
}

impl Read for Input {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(room)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Input::Text(text) => text.fill_buf(),
            Input::Lines { readline, held, at } => {
                if *at == held.len() {
                    let line = Python::attach(|py| next_line(readline.bind(py)))?;
                    (*held, *at) = (line, 0);
                }
                Ok(&held[*at..])
            }
        }
    }

    fn consume(&mut self, count: usize) {
        match self {
            Input::Text(text) => text.consume(count),
            Input::Lines { at, .. } => *at += count,
        }
    }
}

fn next_line(readline: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let line = readline.call1((PIECE,))?;
    if let Ok(text) = line.cast::<PyString>() {
        return Ok(text.to_str()?.as_bytes().to_vec());
    }
    match line.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => Err(PyTypeError::new_err("`readline` gives a text or bytes")),
    }
}

/// Reads games one after the other, and stores only one of them. Use `ferz.pgn.read`.
#[pyclass(module = "ferz")]
pub struct PgnReader {
    /// `None` while a game is being read.
    reader: Option<Reader<Input>>,
    variations: bool,
}

/// A game for Python: tags, comments before the first move, moves, result.
type Game<'py> = (Vec<(String, String)>, Vec<String>, Bound<'py, PyList>, String);

#[pymethods]
impl PgnReader {
    #[new]
    #[pyo3(signature = (source, *, variations=true))]
    fn new(source: &Bound<'_, PyAny>, variations: bool) -> PyResult<PgnReader> {
        let input = match source.cast::<PyString>() {
            Ok(text) => Input::Text(io::Cursor::new(text.to_str()?.to_owned())),
            Err(_) => Input::Lines { readline: source.getattr("readline")?.unbind(), held: Vec::new(), at: 0 },
        };
        Ok(PgnReader { reader: Some(Reader::new(input)), variations })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next game. Raises `PgnError` for a game with an error; the next call then reads the game after it.
    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Game<'py>>> {
        let Some(reader) = self.reader.take() else { return Ok(None) };
        let mut games = reader.games();
        if !self.variations {
            games = games.without_variations();
        }
        let next = games.next();
        self.reader = Some(games.into_reader());
        match next {
            None => Ok(None),
            Some(Ok(game)) => Ok(Some(told(py, game)?)),
            Some(Err(error)) => Err(match error.input {
                Some(input) => {
                    self.reader = None;
                    input.into()
                }
                None => pgn_error(py, &error),
            }),
        }
    }

    /// Skips the next game, and returns its tags; `None` at the end. The fastest way through a large file.
    fn tags<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        let found = reader.read_game(&mut Tags);
        let Some(tags) = found.map_err(|error| pgn_error(py, &error))? else { return Ok(None) };
        let told = PyDict::new(py);
        for (name, value) in tags.into_iter().rev() {
            told.set_item(name, value)?;
        }
        Ok(Some(told))
    }
}

/// Collects only the tags.
struct Tags;

impl Visitor for Tags {
    type Game = Vec<(String, String)>;

    fn begin(&mut self) -> Self::Game {
        Vec::new()
    }

    fn tag(&mut self, game: &mut Self::Game, name: &str, value: &str) {
        game.push((name.to_owned(), value.to_owned()));
    }

    fn moves(&mut self, _: &mut Self::Game) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Break(())
    }
}

fn told(py: Python<'_>, game: Pgn) -> PyResult<Game<'_>> {
    let result = game.result.map_or_else(|| "*".to_owned(), |result| result.to_string());
    Ok((game.tags, game.comments, moves(py, game.moves)?, result))
}

/// Moves, each with its SAN, its NAGs, its comments and its variations.
fn moves(py: Python<'_>, moves: Vec<PgnMove>) -> PyResult<Bound<'_, PyList>> {
    let told = PyList::empty(py);
    for PgnMove { san, nags, comments, variations } in moves {
        let nags: Vec<u16> = nags.iter().map(|nag| u16::from(nag.0)).collect();
        let lines = PyList::empty(py);
        for Variation { comments, moves } in variations {
            lines.append((comments, self::moves(py, moves)?))?;
        }
        told.append((san.to_string(), nags, comments, lines))?;
    }
    Ok(told)
}

/// A move as Python passes it.
type Written<'py> = (String, Vec<u8>, Vec<String>, Vec<(Vec<String>, Vec<Bound<'py, PyAny>>)>);

/// Refuses the name of a tag that no reader of PGN would accept.
pub(crate) fn check_tag(name: &str) -> PyResult<()> {
    let is_sound = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let message = || format!("the name of a tag has only letters, digits and `_`, unlike `{name}`");
    if is_sound { Ok(()) } else { Err(PyValueError::new_err(message())) }
}

/// Writes a game as PGN. Use `ferz.pgn.Record`.
#[pyfunction]
pub fn write_pgn(
    tags: Vec<(String, String)>,
    comments: Vec<String>,
    moves: Vec<Bound<'_, PyAny>>,
    result: &str,
) -> PyResult<String> {
    let result = match result {
        "*" => None,
        result => {
            let outcomes = ferz::Side::ALL.map(ferz::Outcome::Won).into_iter().chain([ferz::Outcome::Draw]);
            let found = outcomes.into_iter().find(|outcome| outcome.to_string() == result);
            Some(found.ok_or_else(|| PyValueError::new_err("a result is \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\""))?)
        }
    };
    tags.iter().try_for_each(|(name, _)| check_tag(name))?;
    Ok(Pgn { tags, comments, moves: read_moves(moves, 0)?, result }.to_string())
}

fn read_moves(moves: Vec<Bound<'_, PyAny>>, depth: usize) -> PyResult<Vec<PgnMove>> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("variations are nested more than {DEEPEST} deep")));
    }
    let mut read = Vec::with_capacity(moves.len());
    for made in moves {
        let (text, nags, comments, lines): Written<'_> = made.extract()?;
        let san = text
            .parse()
            .map_err(|_| PyValueError::new_err(format!("`{text}` does not have the form of a move in SAN")))?;
        let mut variations = Vec::with_capacity(lines.len());
        for (comments, moves) in lines {
            variations.push(Variation { comments, moves: read_moves(moves, depth + 1)? });
        }
        read.push(PgnMove { san, nags: nags.into_iter().map(Nag).collect(), comments, variations });
    }
    Ok(read)
}

//! Lines that a person writes to `ferz play`: what its two kinds of games share.

use std::io::{self, BufRead};
use std::path::Path;

use super::common::Failure;
use super::files::{self, Replace};

/// The largest length of a line. Longer lines are cut.
const LONGEST: u64 = 1 << 16;

/// The largest time, in seconds, for a move of an opponent.
pub(super) const SECONDS: u64 = 60;

/// Text of the help command.
pub(super) const HELP: &str = "\
moves: e2e4 or SAN; moves [SQUARE], hint, why MOVE, go, undo [N], flip, board, fen, pgn,
save FILE, save! FILE (replaces it), help, quit
";

/// The consequence of a command.
#[derive(PartialEq, Eq)]
pub(super) enum Next {
    Line,
    Quit,
}

/// The next line; `None` at the end of the input. A line that is too long is cut, and a line that is not valid text
/// becomes an unknown command.
pub(super) fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Writes a game to a file, and returns the answer for the player. An existing file is kept unless it is to be replaced.
pub(super) fn save(file: &str, pgn: &str, replace: bool) -> Result<String, Failure> {
    if file.is_empty() {
        return Ok("save takes the name of a file".to_owned());
    }
    if !replace && Path::new(file).exists() {
        return Ok(format!("{file} exists: `save! {file}` replaces it"));
    }
    let replace = if replace { Replace::Any } else { Replace::None };
    match files::write(Path::new(file), pgn, replace) {
        Ok(()) => Ok(format!("saved: {file}")),
        Err(Failure::Usage(message)) => Ok(message),
        Err(failure) => Err(failure),
    }
}

/// The number of moves that `undo` takes back, by default one; `None` if the text is no number.
pub(super) fn count(text: &str) -> Option<usize> {
    if text.is_empty() { Some(1) } else { text.parse().ok() }
}

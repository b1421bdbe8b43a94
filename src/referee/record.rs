//! The games of a match as PGN, written one by one, so that a match that is cut off can go on where it was.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use crate::notation::pgn;

use super::game::Played;
use super::pairing::Pairing;

/// What is kept of a game that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The number of the game, from 0.
    pub number: usize,
    /// Who played White and Black, and the variant.
    pub white: String,
    /// Black.
    pub black: String,
    /// The variant's name.
    pub variant: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it is over.
    pub reason: String,
    /// What kind of end it was.
    pub termination: String,
}

impl Finished {
    /// White's half points: 0, 1 or 2.
    pub fn half_points(&self) -> u64 {
        match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }
}

/// A game as PGN.
pub(super) fn game(pairing: &Pairing<'_>, played: &Played, control: &str) -> (Finished, String) {
    let finished = Finished {
        number: pairing.number,
        white: pairing.white.name.clone(),
        black: pairing.black.name.clone(),
        variant: pairing.variant.name.clone(),
        result: played.outcome.to_string(),
        reason: played.reason.clone(),
        termination: played.termination.name().to_owned(),
    };
    let written = pgn::write(&played.start, &played.moves);
    let (head, body) = written.split_once("\n\n").unwrap_or(("", &written));
    let fen = head.lines().find(|line| line.starts_with("[FEN "));
    let mut text = String::new();
    let round = (finished.number + 1).to_string();
    for (name, value) in [
        ("Event", "ferz match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", &finished.white),
        ("Black", &finished.black),
        ("Result", &finished.result),
        ("Variant", &finished.variant),
        ("TimeControl", control),
        ("Termination", &finished.termination),
    ] {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    if let Some(fen) = fen {
        text.push_str(&format!("[SetUp \"1\"]\n{fen}\n"));
    }
    let moves = body.trim_end();
    let moves = moves.rsplit_once(char::is_whitespace).map_or("", |(moves, _)| moves);
    let reason = finished.reason.replace(['{', '}'], "");
    let space = if moves.is_empty() { "" } else { "\n" };
    text.push_str(&format!("\n{moves}{space}{{{reason}}} {}\n\n", finished.result));
    (finished, text)
}

/// How each game begins.
const BEGINNING: &[u8] = b"[Event \"";

/// The file of a match.
#[derive(Debug)]
pub struct Record {
    file: File,
}

impl Record {
    /// Begins a new file.
    ///
    /// # Errors
    /// When there is one already, or it cannot be written.
    pub fn create(path: &Path) -> io::Result<Record> {
        Ok(Record { file: OpenOptions::new().write(true).create_new(true).open(path)? })
    }

    /// Goes on with a file: gives the games that stand in it. What was cut off in the middle of a game is struck out.
    ///
    /// # Errors
    /// When it cannot be read or written, or holds anything but games.
    pub fn resume(path: &Path) -> io::Result<(Record, Vec<Finished>)> {
        let refused = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidData, why));
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return refused("only plain files are read");
        }
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let (games, whole) = finished(&text);
        // A game that was cut off begins as all do, however little of it there is.
        let rest = &text.as_bytes()[whole..];
        if rest.iter().zip(BEGINNING).any(|(there, wanted)| there != wanted) {
            return refused("it holds something else than the games of a match");
        }
        file.set_len(whole as u64)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
        Ok((Record { file }, games))
    }

    pub(super) fn add(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

/// The whole games of a text, and how many bytes they take.
pub fn finished(text: &str) -> (Vec<Finished>, usize) {
    let (mut games, mut whole, mut at) = (Vec::new(), 0, 0);
    let mut blocks = text.split_inclusive("\n\n");
    while let (Some(head), Some(body)) = (blocks.next(), blocks.next()) {
        at += head.len() + body.len();
        if !body.ends_with("\n\n") {
            break;
        }
        let Some(game) = read(head, body) else { break };
        games.push(game);
        whole = at;
    }
    (games, whole)
}

fn read(head: &str, body: &str) -> Option<Finished> {
    let tag = |name: &str| {
        let begin = format!("[{name} \"");
        let line = head.lines().find_map(|line| line.strip_prefix(&begin)?.strip_suffix("\"]"))?;
        Some(line.replace("\\\"", "\"").replace("\\\\", "\\"))
    };
    let reason = body.rsplit_once('{').and_then(|(_, rest)| rest.split_once('}')).map_or("", |(reason, _)| reason);
    Some(Finished {
        number: tag("Round")?.parse::<usize>().ok()?.checked_sub(1)?,
        white: tag("White")?,
        black: tag("Black")?,
        variant: tag("Variant")?,
        result: tag("Result")?,
        reason: reason.to_owned(),
        termination: tag("Termination")?,
    })
}

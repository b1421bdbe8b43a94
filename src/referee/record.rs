//! The games of a match as PGN. They are written one by one, so that an interrupted match can be resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::notation::pgn;

use super::game::Played;
use super::pairing::Pairing;
use super::scan::{EVENT, Entry, Scanned, scan};

/// Record of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Finished {
    /// The number of the game, from 0.
    pub number: usize,
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The variant's name.
    pub variant: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The reason of the end.
    pub reason: String,
    /// Kind of end.
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
        ("Event", EVENT),
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
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
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

/// The number of attempts to lock the file, and the pause between them.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The file of a match. Complete games are appended to it, and only one match at a time holds its lock.
#[derive(Debug)]
pub struct Record {
    file: File,
    is_locked: bool,
    /// Text to write before the next game. It closes a game that was cut off. Without it, the next game would be read
    /// as a part of that game.
    closing: String,
    /// `true` if writing the last game failed, so that a part of it may be in the file.
    torn: bool,
}

impl Record {
    /// Creates a new file.
    ///
    /// # Errors
    /// When the file exists, or cannot be written.
    pub fn create(path: &Path) -> io::Result<Record> {
        Record::of(OpenOptions::new().read(true).append(true).create_new(true).open(path)?)
    }

    /// Resumes a file. Returns the games in it. The file is kept, and games are appended.
    ///
    /// # Errors
    /// When it cannot be read or written, when another match writes to it, or when it contains anything other
    /// than games of a match.
    pub fn resume(path: &Path) -> io::Result<(Record, Vec<Entry>)> {
        let refused = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidData, why));
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return refused("only plain files are read");
        }
        let mut record = Record::of(OpenOptions::new().read(true).append(true).create(true).open(path)?)?;
        let found = record.scan()?;
        if !found.is_of_a_match() {
            return refused("it contains other text than the games of a match");
        }
        Ok((record, found.entries))
    }

    /// Returns `true` if the file is locked against other matches. Some file systems have no locks.
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    fn of(file: File) -> io::Result<Record> {
        let mut attempts = 1..ATTEMPTS;
        let is_locked = loop {
            match file.try_lock() {
                Ok(()) => break true,
                // A program that is just being started holds the locks of its parent for a moment.
                Err(TryLockError::WouldBlock) if attempts.next().is_some() => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another match writes to it"));
                }
                Err(TryLockError::Error(_)) => break false,
            }
        };
        Ok(Record { file, is_locked, closing: String::new(), torn: false })
    }

    fn scan(&mut self) -> io::Result<Scanned> {
        self.file.seek(SeekFrom::Start(0))?;
        let found = scan(BufReader::new(&self.file))?;
        self.closing.clone_from(&found.closing);
        Ok(found)
    }

    /// Appends a game and flushes it to the disk.
    pub(super) fn add(&mut self, text: &str) -> io::Result<()> {
        if self.torn {
            self.scan()?;
        }
        self.torn = true;
        let whole = std::mem::take(&mut self.closing) + text;
        self.file.write_all(whole.as_bytes())?;
        self.torn = false;
        match self.file.sync_data() {
            Err(error) if !matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => {
                Err(error)
            }
            _ => Ok(()),
        }
    }
}

//! The question of a review, answered by a key on a terminal, or by lines of a pipe.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::process::{Command, Stdio};

use crate::cli::common::{Failure, Terminal};

/// A decision about a changed snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Answer {
    /// Replace the snapshot.
    Accept,
    /// Keep the snapshot: the variant has to change.
    Reject,
    /// Decide later.
    Skip,
}

/// Asks what to do about one snapshot after the other.
pub(in crate::cli) struct Prompt {
    /// The answer for all further snapshots.
    always: Option<Answer>,
}

const QUESTION: &str = "[a]ccept, [r]eject, [s]kip, [A]ccept all, [q]uit? ";

impl Prompt {
    /// A prompt; with an answer for all snapshots, it asks nothing.
    pub(in crate::cli) fn new(always: Option<Answer>) -> Prompt {
        Prompt { always }
    }

    /// Asks until there is an answer.
    pub(in crate::cli) fn ask(&mut self, terminal: &mut Terminal) -> Result<Answer, Failure> {
        if let Some(answer) = self.always {
            return Ok(answer);
        }
        terminal.print(QUESTION)?;
        terminal.flush()?;
        loop {
            let answer = match key()? {
                Some('a' | 'y') => Answer::Accept,
                Some('r' | 'n') => Answer::Reject,
                Some('s' | ' ') => Answer::Skip,
                Some('A') => *self.always.insert(Answer::Accept),
                None | Some('q') => *self.always.insert(Answer::Skip),
                Some(_) => continue,
            };
            let word = match answer {
                Answer::Accept => "accept",
                Answer::Reject => "reject",
                Answer::Skip => "skip",
            };
            terminal.print(&format!("{word}\n\n"))?;
            return Ok(answer);
        }
    }
}

/// The next key, or the first character of the next line of a pipe. `None` at the end of the input, and if the user cancels.
fn key() -> Result<Option<char>, Failure> {
    if let Some(_keys) = Keys::of_terminal() {
        let mut byte = [0];
        let read = io::stdin().lock().read(&mut byte)?;
        // Control-C, control-D and Escape.
        let cancels = matches!(byte, [3 | 4 | 27]);
        return Ok((read > 0 && !cancels).then(|| byte[0] as char));
    }
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim_start().chars().next().unwrap_or('?')))
}

/// A terminal that sends each key at once, until this value is dropped.
struct Keys {
    /// The settings that the terminal had before.
    before: String,
}

impl Keys {
    /// `None` if standard input is no terminal, or its settings cannot be changed. Then an answer is a line.
    fn of_terminal() -> Option<Keys> {
        if !io::stdin().is_terminal() {
            return None;
        }
        let before = stty(&["-g"])?.trim().to_owned();
        stty(&["-icanon", "-echo", "-isig", "min", "1", "time", "0"])?;
        Some(Keys { before })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // If this fails, the terminal is gone.
        let _ = stty(&[&self.before]);
    }
}

/// Runs `stty` for the terminal of standard input.
fn stty(arguments: &[&str]) -> Option<String> {
    let output = Command::new("stty").args(arguments).stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

//! A playing program: a child process with pipes, which may crash, hang, or write endlessly.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::diagnostic::suggest;

use super::player::Fault;

/// The longest line that is read, in bytes. Longer lines are cut.
const LONGEST: u64 = 1 << 16;
/// The largest number of unread lines. A program that writes more has to wait.
const WAITING: usize = 256;

/// The time for an answer after the program's time has run out.
pub(super) const GRACE: Duration = Duration::from_millis(1500);

/// Output of a program, or its end.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line, with its time of arrival.
    Line(String, Instant),
    /// The program has closed its output.
    Gone,
    /// No output until the time was over.
    Nothing,
}

/// A running program. Dropping this value ends it.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    say: Sender<String>,
    heard: Receiver<(String, Instant)>,
}

impl Program {
    /// Starts a command.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(command: &[String]) -> io::Result<Program> {
        let (program, arguments) = command.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (say, said) = channel::<String>();
        let (hear, heard) = sync_channel(WAITING);
        // A separate thread writes, so that a program that does not read cannot block the referee.
        thread::spawn(move || {
            let Some(mut input) = input else { return };
            for line in said {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        thread::spawn(move || {
            let Some(output) = output else { return };
            let mut output = BufReader::new(output);
            while let Some(line) = next_line(&mut output) {
                if hear.send((line, Instant::now())).is_err() {
                    return;
                }
            }
        });
        Ok(Program { child, say, heard })
    }

    /// Sends a line.
    pub(super) fn say(&self, line: &str) {
        // If the program has ended, the next read reports it.
        let _ = self.say.send(format!("{line}\n"));
    }

    /// The next output of the program.
    pub(super) fn hear(&self, until: Instant) -> Heard {
        match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok((line, at)) => Heard::Line(line, at),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// Drops all output so far.
    pub(super) fn drain(&self) {
        while self.heard.try_recv().is_ok() {}
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A program that has been told to quit gets time to exit by itself.
        let patience = Instant::now() + Duration::from_millis(200);
        self.say("quit");
        while Instant::now() < patience {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            self.drain();
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next line of an output, without its end; `None` at the end of the output.
fn next_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') && read as u64 == LONGEST {
        output.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// Returns an error for an option that the program does not have.
pub(super) fn known_option(name: &str, known: &[&str]) -> Result<(), Fault> {
    if known.iter().any(|other| other.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    let near = suggest(name, known.iter().copied()).map(|near| format!(": {near}")).unwrap_or_default();
    Err(Fault::Start(format!("it has no option `{name}`{near}")))
}

//! Answers that several threads find, written in the order of the requests.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, PoisonError};

/// How far an answer may be ahead of the oldest one that is missing: so much is kept.
pub const AHEAD: usize = 256;

/// Where answers are handed in.
pub struct Order<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    output: W,
    /// The number of the answer that is written next.
    next: usize,
    ready: BTreeMap<usize, Vec<u8>>,
    /// Why nothing can be written any more.
    closed: Option<io::ErrorKind>,
}

impl<W: Write> Order<W> {
    /// Nothing is written yet.
    pub fn new(output: W) -> Order<W> {
        let state = State { output, next: 0, ready: BTreeMap::new(), closed: None };
        Order { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Hands in the answer with a number, counted from 0. It is written as soon as those before it are. Waits if it is far
    /// ahead of them.
    ///
    /// # Errors
    /// When writing fails, here or earlier.
    pub fn put(&self, number: usize, answer: Vec<u8>) -> io::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while number >= state.next + AHEAD && state.closed.is_none() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(kind) = state.closed {
            return Err(kind.into());
        }
        state.ready.insert(number, answer);
        let written = state.write_ready();
        state.closed = written.as_ref().err().map(io::Error::kind);
        drop(state);
        self.changed.notify_all();
        written
    }
}

impl<W: Write> State<W> {
    fn write_ready(&mut self) -> io::Result<()> {
        let mut any = false;
        while let Some(answer) = self.ready.remove(&self.next) {
            self.output.write_all(&answer)?;
            self.next += 1;
            any = true;
        }
        if any { self.output.flush() } else { Ok(()) }
    }
}

//! Answers that several threads find, written in the order of the requests.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The largest distance of an answer from the oldest missing one. Answers up to this distance are stored.
pub const AHEAD: usize = 256;

/// Collects answers and writes them in order.
pub struct Order<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    /// `None` while a thread is writing.
    output: Option<W>,
    /// The number of the answer that is written next.
    next: usize,
    /// The number of written answers.
    written: usize,
    ready: BTreeMap<usize, Vec<u8>>,
    /// The number of threads that wait for other answers.
    waiting: usize,
    /// The error after which nothing can be written.
    closed: Option<io::ErrorKind>,
}

impl<W: Write> Order<W> {
    /// Nothing is written yet.
    pub fn new(output: W) -> Order<W> {
        let state =
            State { output: Some(output), next: 0, written: 0, ready: BTreeMap::new(), waiting: 0, closed: None };
        Order { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Hands in the answer with a number, counted from 0. It is written as soon as all earlier answers are. If
    /// another thread is writing, that thread writes this answer too. Waits if the answer is far ahead of the others.
    ///
    /// # Errors
    /// When writing fails, here or earlier.
    pub fn put(&self, number: usize, answer: Vec<u8>) -> io::Result<()> {
        let mut state = self.lock();
        while number >= state.written + AHEAD && state.closed.is_none() {
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        if let Some(kind) = state.closed {
            return Err(kind.into());
        }
        state.ready.insert(number, answer);
        let Some(mut output) = state.output.take() else { return Ok(()) };
        loop {
            let answers = state.take_ready();
            if answers.is_empty() || state.closed.is_some() {
                state.output = Some(output);
                return Ok(());
            }
            let taken = state.next;
            drop(state);
            let written = output.write_all(&answers).and_then(|()| output.flush());
            state = self.lock();
            state.closed = written.as_ref().err().map(io::Error::kind);
            state.written = taken;
            if state.waiting > 0 {
                self.changed.notify_all();
            }
            written?;
        }
    }

    /// Writes a line about the progress of the request with a number, if all earlier answers are written. Otherwise the
    /// line is dropped: it would be stale when its turn comes. An error of writing is reported by the next answer.
    pub fn tell(&self, number: usize, line: &[u8]) {
        let mut state = self.lock();
        if state.next != number || state.closed.is_some() {
            return;
        }
        if let Some(output) = &mut state.output {
            let written = output.write_all(line).and_then(|()| output.flush());
            state.closed = written.err().map(|error| error.kind());
            if state.closed.is_some() {
                self.changed.notify_all();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W> State<W> {
    /// The answers that can be written now, in order.
    fn take_ready(&mut self) -> Vec<u8> {
        let mut answers = self.ready.remove(&self.next).unwrap_or_default();
        if answers.is_empty() {
            return answers;
        }
        self.next += 1;
        while let Some(answer) = self.ready.remove(&self.next) {
            answers.extend(answer);
            self.next += 1;
        }
        answers
    }
}

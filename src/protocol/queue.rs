//! Waiting requests. A separate thread reads them ahead, so that a request can cancel one that is being worked on. The
//! amount that is read ahead is limited.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::lines::{Line, Lines};
use super::request::Request;

/// The largest number of requests to read ahead.
const MOST: usize = 1_024;
/// The largest number of bytes of requests to read ahead. A single request may be larger.
const HEAVIEST: usize = 4 << 20;

/// Data shared by the reading thread and the answering threads.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Arc<Request>>,
    bytes: usize,
    /// The request that each answering thread is working on.
    running: Vec<Option<Arc<Request>>>,
    /// Number of requests taken by threads.
    taken: usize,
    /// The end of the input: its error, if there was one.
    end: Option<io::Result<()>>,
    /// `true` if no thread takes requests any more.
    abandoned: bool,
}

/// The requests of an input, in order.
pub(super) struct Queue(Arc<Shared>);

impl Queue {
    /// Starts reading requests for the given number of answering threads.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn read(input: impl Read + Send + 'static, workers: usize) -> io::Result<Queue> {
        let shared = Arc::new(Shared::default());
        shared.lock().running = vec![None; workers];
        let reader = shared.clone();
        std::thread::Builder::new().name("requests".to_owned()).spawn(move || reader.read(input))?;
        Ok(Queue(shared))
    }

    /// Waits for the next request, and returns it with its number; `None` at the end of the input. The
    /// worker's previous request is then finished.
    ///
    /// # Errors
    /// The error of reading, reported once.
    pub(super) fn next(&self, worker: usize) -> io::Result<Option<(usize, Arc<Request>)>> {
        let mut state = self.0.lock();
        state.running[worker] = None;
        loop {
            if state.abandoned {
                return Ok(None);
            }
            if let Some(request) = state.waiting.pop_front() {
                state.bytes -= request.line.as_ref().map_or(0, Vec::len);
                state.running[worker] = Some(request.clone());
                state.taken += 1;
                // Reading resumes when half of the queue is free, so that the threads do not alternate too often.
                if state.waiting.len() == MOST / 2 || state.waiting.is_empty() {
                    self.0.changed.notify_all();
                }
                return Ok(Some((state.taken - 1, request)));
            }
            if let Some(end) = &mut state.end {
                return std::mem::replace(end, Ok(())).map(|()| None);
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the session: no more requests are taken.
    pub(super) fn abandon(&self) {
        self.0.lock().abandoned = true;
        self.0.changed.notify_all();
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.abandon();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, input: impl Read) {
        let mut lines = Lines::new(input);
        let end = loop {
            let line = match lines.next_line() {
                Ok(Some(Line::Bytes(line))) if line.trim_ascii().is_empty() => continue,
                Ok(Some(Line::Bytes(line))) => Some(line.to_vec()),
                Ok(Some(Line::TooLong)) => None,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            if !self.enter(line) {
                return;
            }
        };
        self.lock().end = Some(end);
        self.changed.notify_all();
    }

    /// Appends a request as soon as there is room. Returns `false` if the session has ended.
    fn enter(&self, line: Option<Vec<u8>>) -> bool {
        let wanted = line.as_deref().and_then(cancels);
        let mut state = self.lock();
        let full = |state: &State| state.waiting.len() >= MOST || state.bytes >= HEAVIEST;
        while full(&state) && !state.abandoned {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let reached = wanted.map_or(0, |id| state.cancel(&id));
        state.bytes += line.as_ref().map_or(0, Vec::len);
        state.waiting.push_back(Arc::new(Request { line, cancelled: Arc::default(), reached }));
        if state.waiting.len() == 1 {
            self.changed.notify_all();
        }
        !state.abandoned
    }
}

impl State {
    /// Cancels the requests with an id that are not answered yet. Returns their number.
    fn cancel(&self, id: &Value) -> usize {
        let open = self.running.iter().flatten().chain(&self.waiting);
        let own =
            open.filter(|request| request.line.as_deref().and_then(|line| field(line, "id")).as_ref() == Some(id));
        own.map(|request| request.cancelled.store(true, Ordering::Relaxed)).count()
    }
}

/// The id in a request to cancel; `None` for other requests.
fn cancels(line: &[u8]) -> Option<Value> {
    // Most requests do not cancel. Only a line that contains the word is parsed twice.
    let word = b"\"cancel\"";
    line.windows(word.len()).any(|part| part == word).then_some(())?;
    (field(line, "do")? == "cancel").then(|| field(line, "request")).flatten()
}

fn field(line: &[u8], key: &str) -> Option<Value> {
    serde_json::from_slice::<serde_json::Map<String, Value>>(line).ok()?.remove(key)
}

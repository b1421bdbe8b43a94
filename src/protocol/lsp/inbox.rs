//! Messages that wait for their turn. A thread reads ahead, so that cancelling a request reaches it while it is answered.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::wire;

/// How many messages are read ahead.
const MOST: usize = 256;

/// A message, with the flag that cancels it.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// The message.
    pub value: Value,
    /// Whether a later message has cancelled this one.
    pub cancelled: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Message>,
    /// The request that is being answered.
    running: Option<Message>,
    /// The flag that stops work which no request has asked for.
    background: Option<Arc<AtomicBool>>,
    ended: bool,
    /// The fault that ended the input.
    fault: Option<String>,
}

/// The next thing to do.
pub(super) enum Turn {
    /// Handle a message.
    Message(Message),
    /// Do work that no request has asked for; it stops when the flag is set, because a message is there.
    Background(Arc<AtomicBool>),
    /// The input has ended, with an error if there was one.
    End(Option<String>),
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// The messages of an input, in order.
#[derive(Clone)]
pub(super) struct Inbox(Arc<Shared>);

impl Inbox {
    /// Starts to read an input.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn open(input: impl Read + Send + 'static) -> std::io::Result<Inbox> {
        let inbox = Inbox(Arc::default());
        let reader = inbox.clone();
        std::thread::Builder::new().name("messages".to_owned()).spawn(move || reader.fill(input))?;
        Ok(inbox)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fill(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        loop {
            match wire::read(&mut input) {
                Ok(Some(value)) => self.enter(value),
                end => {
                    let mut state = self.lock();
                    state.ended = true;
                    state.fault = end.err().map(|error| error.to_string());
                    state.stop_background();
                    self.0.changed.notify_all();
                    return;
                }
            }
        }
    }

    fn enter(&self, value: Value) {
        let mut state = self.lock();
        if value["method"] == "$/cancelRequest" {
            state.cancel(&value["params"]["id"]);
            return;
        }
        while state.waiting.len() >= MOST {
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.stop_background();
        state.waiting.push_back(Message { value, cancelled: Arc::default() });
        self.0.changed.notify_all();
    }

    /// The next thing to do. `idle` says that there is work which no request has asked for.
    pub(super) fn next(&self, idle: bool) -> Turn {
        let mut state = self.lock();
        state.running = None;
        state.background = None;
        loop {
            if let Some(message) = state.waiting.pop_front() {
                state.running = Some(message.clone());
                self.0.changed.notify_all();
                return Turn::Message(message);
            }
            if idle {
                let flag = Arc::<AtomicBool>::default();
                state.background = Some(flag.clone());
                return Turn::Background(flag);
            }
            if state.ended {
                return Turn::End(state.fault.take());
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    fn cancel(&self, id: &Value) {
        let open = self.waiting.iter().chain(&self.running);
        for message in open.filter(|message| !id.is_null() && message.value["id"] == *id) {
            message.cancelled.store(true, Ordering::Relaxed);
        }
    }

    fn stop_background(&self) {
        if let Some(flag) = &self.background {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

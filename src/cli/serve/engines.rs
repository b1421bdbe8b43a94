//! Threads that answer the requests of docs/batch.md.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::Frame;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::protocol::{Options, Request, Session};

/// The most engines. A page has two.
const MOST: usize = 8;
/// The most requests that wait for one engine.
const WAITING: usize = 64;
/// The stack of an engine.
const STACK: usize = 64 << 20;

/// The engines of all pages, each known by the name that its page has given it. The one that was used last is the last.
#[derive(Default)]
pub(super) struct Engines(Mutex<Vec<(String, SyncSender<Job>)>>);

/// A request, and where its answer goes.
struct Job {
    request: Request,
    lines: UnboundedSender<Vec<u8>>,
}

/// The lines of an answer, as the body of a response.
struct Lines {
    lines: UnboundedReceiver<Vec<u8>>,
    cancelled: Arc<AtomicBool>,
}

impl Engines {
    /// Lets the engine with a name answer a request. `None` if too many requests wait for it.
    pub(super) fn ask(&self, name: &str, line: &[u8]) -> Option<Body> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (to, lines) = unbounded_channel();
        let job = Job { request: Request::new(line, cancelled.clone()), lines: to };
        self.of(name).try_send(job).ok()?;
        Some(Body::new(Lines { lines, cancelled }))
    }

    /// The engine with a name, which is started if it does not run. If there are too many, the least recently used one is dropped.
    fn of(&self, name: &str) -> SyncSender<Job> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|(other, _)| other == name).map(|at| all.remove(at));
        let engine = known.unwrap_or_else(|| (name.to_owned(), start()));
        if all.len() >= MOST {
            all.remove(0);
        }
        let jobs = engine.1.clone();
        all.push(engine);
        jobs
    }
}

/// Starts a thread. It ends when its engine is dropped.
fn start() -> SyncSender<Job> {
    let (jobs, waiting) = sync_channel::<Job>(WAITING);
    let work = move || {
        let mut session = Session::new(Options { paths: false, ..Options::default() });
        for Job { request, lines } in waiting {
            let mut answer = Vec::new();
            // A client that has gone away needs no answer.
            session.answer(&request, &mut |line| drop(lines.send(line.to_vec())), &mut answer);
            let _ = lines.send(answer);
        }
    };
    // Without a thread, the requests are dropped, and the client gets an empty answer.
    let _ = std::thread::Builder::new().stack_size(STACK).spawn(work);
    jobs
}

impl http_body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.get_mut().lines.poll_recv(context);
        next.map(|line| line.map(|line| Ok(Frame::data(line.into()))))
    }
}

/// Ends the work on a request whose client is gone or has received all lines.
impl Drop for Lines {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

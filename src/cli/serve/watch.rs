//! Tells pages which files of the folder other programs have changed.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body::Frame;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::folder::{Folder, Listed};

/// The time between two looks at the folder.
const PAUSE: Duration = Duration::from_millis(700);
/// The largest number of pages that receive events.
const MOST: usize = 32;

/// The pages that listen.
#[derive(Default)]
pub(super) struct Watchers(Mutex<Vec<UnboundedSender<Vec<u8>>>>);

/// The events for one page.
struct Events(UnboundedReceiver<Vec<u8>>);

impl Watchers {
    /// A stream of events for a page. If there are too many, the oldest one is closed.
    pub(super) fn listen(&self) -> Body {
        let (to, events) = unbounded_channel();
        let _ = to.send(b": ferz\n\n".to_vec());
        let mut all = self.lock();
        if all.len() >= MOST {
            all.remove(0);
        }
        all.push(to);
        Body::new(Events(events))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<UnboundedSender<Vec<u8>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, name: &str) {
        let event = format!("data: {}\n\n", json!({"name": name})).into_bytes();
        self.lock().retain(|page| page.send(event.clone()).is_ok());
    }

    /// Forgets pages that are gone. Returns `true` if some are left.
    fn is_needed(&self) -> bool {
        let mut all = self.lock();
        all.retain(|page| !page.is_closed());
        !all.is_empty()
    }
}

/// Looks at the folder for as long as the program runs.
pub(super) fn watch(folder: Arc<Folder>, watchers: Arc<Watchers>) {
    let work = move || {
        let mut known: Option<HashMap<String, Listed>> = None;
        loop {
            std::thread::sleep(PAUSE);
            if !watchers.is_needed() {
                known = None;
                continue;
            }
            let now: HashMap<String, Listed> =
                folder.list().into_iter().map(|file| (file.name.clone(), file)).collect();
            if let Some(known) = &known {
                now.values()
                    .filter(|file| known.get(&file.name) != Some(file))
                    .for_each(|file| watchers.tell(&file.name));
            }
            known = Some(now);
        }
    };
    // Without a thread, pages learn of changes when they save.
    let _ = std::thread::Builder::new().spawn(work);
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.get_mut().0.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event.into()))))
    }
}

//! The session: messages in, answers and problems out.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use super::answers::{self, Refusal};
use super::inbox::{Inbox, Message, Turn};
use super::session::Session;
use super::{changes, shapes, wire};
use crate::work::{self, Limits, Stopped};

/// The most steps of the generator for one answer.
const MOST_STEPS: u64 = 16_000_000;
/// The most bytes that the program may hold for an answer.
const MOST_BYTES: usize = 208 << 20;
/// The codes of the protocol for a cancelled request, for one that was given up, and for one before `initialize`.
const CANCELLED: i64 = -32800;
const GIVEN_UP: i64 = -32803;
const NOT_READY: i64 = -32002;

/// Settings of a session.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder for copies of built-in variants, which editors open when a definition is in one.
    pub copies: Option<PathBuf>,
}

/// Answers an editor until it ends the session. Returns `true` if the editor has asked for the end.
///
/// # Errors
/// When reading or writing fails.
pub fn run(input: impl Read + Send + 'static, output: impl Write, options: &Options) -> io::Result<bool> {
    let inbox = Inbox::open(input)?;
    let session = Session { copies: options.copies.clone(), ..Session::default() };
    let mut server = Server { session, output, ready: false, closing: false };
    loop {
        let idle = server.ready && server.session.next_dirty().is_some();
        match inbox.next(idle) {
            Turn::Message(message) if message.value["method"] == "exit" => return Ok(server.closing),
            Turn::Message(message) => server.handle(&message)?,
            Turn::Background(stop) => server.check_one(stop)?,
            Turn::End(None) => return Ok(server.closing),
            Turn::End(Some(fault)) => return Err(io::Error::new(io::ErrorKind::InvalidData, fault)),
        }
    }
}

struct Server<W> {
    session: Session,
    output: W,
    ready: bool,
    closing: bool,
}

impl<W: Write> Server<W> {
    fn handle(&mut self, message: &Message) -> io::Result<()> {
        let value = &message.value;
        let Some(method) = value["method"].as_str() else {
            // A reply to a request of the server. This server sends none.
            return if value.is_null() {
                self.refuse(&Value::Null, -32700, "this message is not JSON")
            } else {
                Ok(())
            };
        };
        let params = &value["params"];
        match value.get("id") {
            Some(id) => self.request(id, method, params, &message.cancelled),
            None => self.note(method, params),
        }
    }

    fn request(&mut self, id: &Value, method: &str, params: &Value, cancelled: &Arc<AtomicBool>) -> io::Result<()> {
        let answer = match method {
            "initialize" => {
                self.session.roots = answers::roots(params);
                self.ready = true;
                let about = json!({"name": "ferz", "version": env!("CARGO_PKG_VERSION")});
                Ok(json!({"capabilities": shapes::capabilities(), "serverInfo": about}))
            }
            "shutdown" => {
                self.closing = true;
                Ok(Value::Null)
            }
            _ if !self.ready => Err((NOT_READY, "the session has not begun: send `initialize` first".to_owned())),
            _ => self.bounded(method, params, cancelled),
        };
        match answer {
            Ok(result) => wire::write(&mut self.output, &json!({"jsonrpc": "2.0", "id": id, "result": result})),
            Err((code, message)) => self.refuse(id, code, &message),
        }
    }

    /// Answers a request within limits on time and memory.
    fn bounded(&self, method: &str, params: &Value, cancelled: &Arc<AtomicBool>) -> Result<Value, Refusal> {
        let answer = || answers::answer(&self.session, method, params);
        work::within(&limits(cancelled.clone()), answer).unwrap_or_else(|stopped| {
            let code = if stopped == Stopped::Cancelled { CANCELLED } else { GIVEN_UP };
            Err((code, format!("given up: {stopped}")))
        })
    }

    fn refuse(&mut self, id: &Value, code: i64, message: &str) -> io::Result<()> {
        let error = json!({"code": code, "message": message});
        wire::write(&mut self.output, &json!({"jsonrpc": "2.0", "id": id, "error": error}))
    }

    fn note(&mut self, method: &str, params: &Value) -> io::Result<()> {
        let document = &params["textDocument"];
        let uri = document["uri"].as_str().unwrap_or_default().to_owned();
        let version = document["version"].as_i64().unwrap_or_default();
        match method {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or_default().to_owned();
                self.session.put(&uri, text, version);
            }
            "textDocument/didChange" => {
                if let Some(open) = self.session.open.get_mut(&uri) {
                    changes::make(&mut open.text, &params["contentChanges"]);
                    open.version = version;
                    self.session.touch();
                }
            }
            "textDocument/didClose" => {
                self.session.open.remove(&uri);
                self.session.touch();
                self.publish(&uri, &Value::Null, &json!([]))?;
            }
            "workspace/didChangeWatchedFiles" | "textDocument/didSave" => self.session.touch(),
            _ => {}
        }
        Ok(())
    }

    /// Checks one of the texts that have changed, unless a message comes in between.
    fn check_one(&mut self, stop: Arc<AtomicBool>) -> io::Result<()> {
        let Some(uri) = self.session.next_dirty() else { return Ok(()) };
        let checked = work::within(&limits(stop), || self.session.check(&uri));
        if matches!(checked, Err(Stopped::Cancelled)) {
            return Ok(());
        }
        let Some(open) = self.session.open.get_mut(&uri) else { return Ok(()) };
        open.dirty = false;
        let found = checked.ok().flatten().unwrap_or_default();
        let shown = found.0.iter().map(|problem| shapes::problem(problem, &uri, &open.text, &found.1)).collect();
        open.problems = Rc::new(found);
        let version = json!(open.version);
        self.publish(&uri, &version, &shown)
    }

    fn publish(&mut self, uri: &str, version: &Value, problems: &Value) -> io::Result<()> {
        let mut params = json!({"uri": uri, "diagnostics": problems});
        if !version.is_null() {
            params["version"] = version.clone();
        }
        let message = json!({"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params});
        wire::write(&mut self.output, &message)
    }
}

fn limits(cancelled: Arc<AtomicBool>) -> Limits {
    Limits { steps: Some(MOST_STEPS), deadline: None, cancelled: Some(cancelled), bytes: Some(MOST_BYTES) }
}

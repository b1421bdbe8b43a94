//! The session of `ferz batch`: reads requests and writes answers.

use std::io::{self, Read, Write};
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::diagnostic::{shorten, suggest};
use crate::machine;

use super::fields::{Fault, Fields, Refusal, raw_id};
use super::limits::{Budget, Limits};
use super::order::Order;
use super::queue::{Queue, Request};
use super::store::Store;
use super::variants::Variants;
use super::{oracle, piece, verbs};
use crate::work;

/// The largest depth of a perft count.
const DEEPEST: u64 = 64;

/// Options of a whole session.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// `true` if a variant may be a path. Otherwise no file is read at all.
    pub paths: bool,
    /// The largest limits that a request may set.
    pub most: Limits,
    /// The number of requests that are answered at the same time.
    pub jobs: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { paths: true, most: Limits::MOST, jobs: 1 }
    }
}

/// Reads requests until the input ends, and answers each. Every answer is written at once. Stops without an error if
/// the output is closed.
///
/// # Errors
/// When reading or writing fails.
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send, options: &Options) -> io::Result<()> {
    match converse(input, output, options) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse(input: impl Read + Send + 'static, output: impl Write + Send, options: &Options) -> io::Result<()> {
    let jobs = options.jobs.max(1);
    if jobs > 1 {
        machine::share_memory();
    }
    let requests = Queue::read(input, jobs)?;
    let order = Order::new(output);
    let store = Arc::new(Store::new(jobs));
    let work = |worker: usize| {
        let result = answer_all(worker, &requests, &order, (&store, options));
        if result.is_err() {
            requests.abandon();
        }
        result
    };
    let work = &work;
    std::thread::scope(|scope| {
        let start = |worker| {
            let thread = std::thread::Builder::new().name("answers".to_owned()).stack_size(STACK);
            thread.spawn_scoped(scope, move || work(worker))
        };
        let others: Vec<_> = (1..jobs).map(start).collect::<io::Result<_>>().inspect_err(|_| requests.abandon())?;

        others.into_iter().fold(work(0), |result, other| {
            // A panic in one request is caught where the request is answered.
            result.and(other.join().unwrap_or(Ok(())))
        })
    })
}

/// The stack of a thread that answers.
const STACK: usize = 64 << 20;

/// Answers one request after the other.
fn answer_all(
    worker: usize,
    requests: &Queue,
    order: &Order<impl Write>,
    (store, options): (&Arc<Store>, &Options),
) -> io::Result<()> {
    let variants = Variants::new(options.paths, store.clone());
    let mut session = Session { variants, store: store.clone(), options: *options };
    while let Some((number, request)) = requests.next(worker)? {
        let mut answer = Vec::new();
        session.answer(&request, &mut answer);
        order.put(number, answer)?;
    }
    Ok(())
}

/// Data that is kept between requests.
struct Session {
    variants: Variants,
    store: Arc<Store>,
    options: Options,
}

/// The body of an answer, as JSON without the braces of the object around it.
type Body = Vec<u8>;

/// The fields that every request may have.
const EVERYWHERE: [&str; 3] = ["id", "do", "limits"];
/// The fields that describe a position.
const POSITION: [&str; 5] = ["variant", "fen", "start", "chess960", "play"];
/// The verbs of requests, with the further fields of each.
const VERBS: [(&str, &[&str]); 9] = [
    ("moves", &["from", "oracle"]),
    ("perft", &["depth", "oracle"]),
    ("status", &["oracle"]),
    ("play", &["oracle"]),
    ("view", &["side"]),
    ("rolls", &[]),
    ("piece", &piece::FIELDS),
    ("check", &["variant"]),
    ("cancel", &["request"]),
];

impl Session {
    /// Appends the answer to a request.
    fn answer(&mut self, request: &Request, answer: &mut Vec<u8>) {
        let refused =
            |answer: &mut Vec<u8>, refusal: Refusal| write_answer(answer, b"null", Err(refusal.of(Fault::Json)));
        let Some(line) = &request.line else {
            return refused(answer, Refusal::new("line too long"));
        };
        let value: Value = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(error) => return refused(answer, not_json(&error)),
        };
        let Some(fields) = value.as_object() else {
            return refused(answer, Refusal::new("a request must be an object"));
        };
        let result = self.guarded(Fields(fields), request);
        write_answer(answer, raw_id(line).unwrap_or(b"null"), result);
    }

    /// The answer to a request. A panic of the program becomes an error answer.
    fn guarded(&mut self, fields: Fields<'_>, request: &Request) -> Result<Body, Refusal> {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.dispatch(fields, request)));
        self.variants.release();
        machine::give_back();
        result.unwrap_or_else(|_| {
            self.store.clear();
            Err(Refusal::new("internal error: this is a bug in ferz, please report it").of(Fault::Internal))
        })
    }

    fn dispatch(&mut self, fields: Fields<'_>, request: &Request) -> Result<Body, Refusal> {
        let verb = verb(fields)?;
        let mut budget =
            Budget::new(Limits::of(fields, self.options.most)?, request.cancelled.clone(), self.options.jobs > 1);
        budget.go_on()?;
        let answered = work::within(&budget.of_work(), || self.answer_verb((verb, fields), request, &mut budget));
        machine::give_back();
        answered.unwrap_or_else(|stopped| Err(budget.refusal(stopped)))
    }

    /// The answer to a request. It is incomplete if the work was stopped.
    fn answer_verb(
        &mut self,
        (verb, fields): (&str, Fields<'_>),
        request: &Request,
        budget: &mut Budget,
    ) -> Result<Body, Refusal> {
        match verb {
            "piece" => return body(&piece::answer(fields)?),
            "check" => return body(&self.variants.check(fields, budget)?),
            "cancel" if fields.value("request").is_none() => return Err(Refusal::new("`request` is missing")),
            "cancel" => return body(&verbs::Cancelled { cancelled: request.reached }),
            "play" if fields.value("play").is_none() => return Err(Refusal::new("`play` is missing")),
            _ => {}
        }
        let depth = depth(fields)?;
        if fields.flag("oracle")? {
            let game = oracle::game(self.variants.start(fields, budget)?, fields, budget)?;
            return match verb {
                "moves" => body(&oracle::moves(&game, fields)?),
                "perft" => body(&oracle::perft(&game, need(depth)?, budget)?),
                _ => body(&oracle::status(&game, fields.flag("chess960")?)),
            };
        }
        let game = &mut self.variants.game(fields, budget)?;
        match verb {
            "moves" => body(&verbs::moves(game, fields, budget)?),
            "perft" => body(&verbs::perft(game, need(depth)?, budget)?),
            "view" => body(&verbs::view(game, fields)?),
            "rolls" => body(&verbs::rolls(game, budget)?),
            _ => body(&verbs::status(game, fields.flag("chess960")?)),
        }
    }
}

/// The verb of a request. Refuses an unknown verb and unknown fields.
fn verb(fields: Fields<'_>) -> Result<&'static str, Refusal> {
    let word = fields.need_text("do")?;
    let Some((verb, own)) = VERBS.iter().find(|(verb, _)| *verb == word) else {
        let help = suggest(word, VERBS.iter().map(|(verb, _)| *verb)).unwrap_or_default();
        return Err(Refusal::new(format!("`do`: there is no request `{}`: {help}", shorten(word))));
    };
    let of_positions = !matches!(*verb, "piece" | "check" | "cancel");
    let shared = EVERYWHERE.iter().chain(POSITION.iter().filter(|_| of_positions));
    fields.only(verb, &shared.chain(*own).copied().collect::<Vec<_>>())?;
    Ok(verb)
}

fn depth(fields: Fields<'_>) -> Result<Option<u32>, Refusal> {
    match fields.number("depth")? {
        Some(depth) if depth > DEEPEST => Err(Refusal::new(format!("`depth` must be at most {DEEPEST}, not {depth}"))),
        depth => Ok(depth.map(|depth| depth as u32)),
    }
}

fn need(depth: Option<u32>) -> Result<u32, Refusal> {
    depth.ok_or_else(|| Refusal::new("`depth` is missing"))
}

fn body(answer: &impl Serialize) -> Result<Body, Refusal> {
    let mut written = Written(Vec::new());
    serde_json::to_writer(&mut written, answer).map_err(|error| Refusal::new(error.to_string()))?;
    Ok(written.0)
}

/// An answer that is being written. Writing counts as [work], because a list of many moves takes long.
struct Written(Vec<u8>);

impl Write for Written {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if !work::spend(1 + part.len() / 16) {
            return Err(io::Error::other("stopped"));
        }
        self.0.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn not_json(error: &serde_json::Error) -> Refusal {
    let message = error.to_string();
    let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    Refusal::at(format!("this line is not JSON: {what}"), error.column())
}

/// Appends `{"id":…,"ok":…,…}` and the end of the line.
fn write_answer(answer: &mut Vec<u8>, id: &[u8], result: Result<Body, Refusal>) {
    answer.extend_from_slice(b"{\"id\":");
    answer.extend_from_slice(id);
    match result {
        Ok(body) => {
            answer.extend_from_slice(b",\"ok\":true,");
            answer.extend_from_slice(&body[1..]);
        }
        Err(refusal) => {
            answer.extend_from_slice(b",\"ok\":false,\"error\":");
            // A refusal is two numbers and a text: it can always be written.
            answer.extend(serde_json::to_vec(&refusal).unwrap_or_default());
            answer.push(b'}');
        }
    }
    answer.push(b'\n');
}

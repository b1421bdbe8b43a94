//! A session: what is kept between requests, and the answer to each.

use std::sync::Arc;

use serde_json::Value;

use crate::machine;
use crate::work;

use super::body::{Body, body};
use super::fields::{Fault, Fields, Refusal, raw_id};
use super::kept::Games;
use super::limits::{Budget, Limits};
use super::options::Options;
use super::played::Played;
use super::request::{About, Request, Tell, verb};
use super::store::Store;
use super::variants::Variants;
use super::{about, aid, line, oracle, page, peer, piece, preview, put, reasons, think, verbs};

/// `true` if this build has the verbs about Fairy-Stockfish.
const FAIRY: bool = cfg!(feature = "batch-fairy");
/// The largest depth of a perft count.
const DEEPEST: u64 = 64;

/// A session that answers one request after the other.
///
/// ```
/// use ferz::protocol::{Options, Request, Session};
///
/// let mut session = Session::new(Options { paths: false, ..Options::default() });
/// let request = Request::new(br#"{"do": "perft", "variant": "chess", "depth": 2}"#, Default::default());
/// let mut answer = Vec::new();
/// session.answer(&request, &mut |_| {}, &mut answer);
/// assert_eq!(answer, b"{\"id\":null,\"ok\":true,\"nodes\":400}\n");
/// ```
pub struct Session {
    variants: Variants,
    games: Games,
    store: Arc<Store>,
    options: Options,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Session {
    /// A session that shares nothing with others.
    pub fn new(options: Options) -> Session {
        Session::sharing(Arc::new(Store::new(options.jobs.max(1))), options)
    }

    /// A session that shares its compiled variants with others.
    pub(super) fn sharing(store: Arc<Store>, options: Options) -> Session {
        Session { variants: Variants::new(options.paths, store.clone()), games: Games::default(), store, options }
    }

    /// Appends the answer to a request, with the end of the line. Lines about the progress of a long request go to
    /// `tell` while it is worked on, if the request asks for them.
    pub fn answer(&mut self, request: &Request, tell: &mut dyn FnMut(&[u8]), answer: &mut Vec<u8>) {
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
        let id = if fields.contains_key("id") { raw_id(line) } else { None }.unwrap_or(b"null");
        let mut news = |body: &[u8]| tell(&[b"{\"id\":", id, b",\"progress\":", body, b"}\n"].concat());
        let result = self.guarded(Fields(fields), request, &mut news);
        write_answer(answer, id, result);
    }

    /// The answer to a request. A panic of the program becomes an error answer.
    fn guarded(&mut self, fields: Fields<'_>, request: &Request, tell: Tell<'_>) -> Result<Body, Refusal> {
        let dispatch = || self.dispatch(fields, request, tell);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(dispatch));
        self.variants.release();
        machine::give_back();
        result.unwrap_or_else(|_| {
            self.store.clear();
            self.games = Games::default();
            Err(Refusal::new("internal error: this is a bug in ferz, please report it").of(Fault::Internal))
        })
    }

    fn dispatch(&mut self, fields: Fields<'_>, request: &Request, tell: Tell<'_>) -> Result<Body, Refusal> {
        let verb = verb(fields)?;
        let mut budget =
            Budget::new(Limits::of(fields, self.options.most)?, request.cancelled.clone(), self.options.jobs > 1);
        budget.go_on()?;
        self.games.make_room(fields.number("game")?);
        let answered = work::within(&budget.of_work(), || match verb.about {
            About::Position => self.of_position((verb.name, fields), &mut budget, tell),
            About::Other => self.of_other((verb.name, fields), request, &budget),
        });
        machine::give_back();
        answered.unwrap_or_else(|stopped| Err(budget.refusal(stopped)))
    }

    /// The answer to a request that is not about a position. It is incomplete if the work was stopped.
    fn of_other(
        &mut self,
        (verb, fields): (&str, Fields<'_>),
        request: &Request,
        budget: &Budget,
    ) -> Result<Body, Refusal> {
        match verb {
            "piece" => body(&piece::answer(fields)?),
            "check" if fields.flag("fixes")? => body(&self.variants.of_text(fields, budget, aid::problems)?),
            "assist" => body(&self.variants.of_text(fields, budget, |key, _| aid::answer(key, fields))?),
            "preview" => self.variants.of_text(fields, budget, |key, _| preview::preview(key, fields)),
            "version" => body(&about::version()),
            "source" => body(&about::source(fields)?),
            "check" => body(&self.variants.check(fields, budget)?),
            "cancel" if fields.value("request").is_none() => Err(Refusal::new("`request` is missing")),
            "cancel" => body(&verbs::Cancelled { cancelled: request.reached }),
            "close" => body(&self.games.close(fields)?),
            "variants" => body(&about::variants()),
            "about" => body(&about::about(self.variants.compiled(fields, budget)?.rules(), fields)?),
            "page" => {
                let description = self.variants.loaded(fields, budget)?.variant.and_then(|variant| variant.description);
                body(&page::write(&*self.variants.compiled(fields, budget)?, description.as_deref(), fields)?)
            }
            "check_page" => body(&page::check(&*self.variants.compiled(fields, budget)?, fields)?),
            "read_pgn" => body(&line::read_pgn(fields)?),
            // Small modules leave out the verbs about Fairy-Stockfish. The guard stands at each arm, so that the compiler drops its code.
            "fairy_fen" if FAIRY => body(&peer::fen(&*self.variants.compiled(fields, budget)?, fields)?),
            "fairy_variants" if FAIRY => body(&peer::variants()),
            "import" if FAIRY => body(&about::import(fields)?),
            "export" if FAIRY => body(&about::export(&self.variants.loaded(fields, budget)?, fields)?),
            _ => Err(page::left_out(verb)),
        }
    }

    /// The answer to a request about a position. It is incomplete if the work was stopped.
    fn of_position(
        &mut self,
        (verb, fields): (&str, Fields<'_>),
        budget: &mut Budget,
        tell: Tell<'_>,
    ) -> Result<Body, Refusal> {
        if verb == "play" && fields.value("play").is_none() {
            return Err(Refusal::new("`play` is missing"));
        }
        let depth = depth(fields)?;
        if fields.flag("oracle")? {
            return self.of_oracle((verb, fields), depth, budget);
        }
        if fields.value("game").is_none() {
            let mut played = self.variants.played(fields, budget)?;
            if verb == "open" {
                let status = verbs::status(&mut played.game, played.key.chess960);
                return body(&self.games.open(played, status, self.options.jobs)?);
            }
            return about_played(&mut played, (verb, fields), depth, budget, tell);
        }
        let mut kept = self.games.take(fields)?;
        let answered = match kept.moved(fields, budget) {
            Err(refusal) => Err(refusal),
            Ok(()) if fields.value("play").is_none() && verb != "open" => {
                about_played(&mut kept.played, (verb, fields), depth, budget, tell)
            }
            Ok(()) => {
                let mut played = kept.played.clone();
                played.play(fields, budget).and_then(|()| match verb {
                    "open" => {
                        let status = verbs::status(&mut played.game, played.key.chess960);
                        body(&self.games.open(played, status, self.options.jobs)?)
                    }
                    _ => about_played(&mut played, (verb, fields), depth, budget, tell),
                })
            }
        };
        self.games.put_back(kept);
        answered
    }

    /// The answer of the oracle.
    fn of_oracle(
        &mut self,
        (verb, fields): (&str, Fields<'_>),
        depth: Option<u32>,
        budget: &mut Budget,
    ) -> Result<Body, Refusal> {
        if fields.value("game").is_some() {
            return Err(Refusal::new("the oracle keeps no games: name the variant and the moves"));
        }
        let (_, compiled, setup) = self.variants.start(fields, budget)?;
        let game = oracle::game((compiled, setup), fields, budget)?;
        match verb {
            "moves" => body(&oracle::moves(&game, fields)?),
            "perft" => body(&oracle::perft(&game, need(depth)?, budget)?),
            _ => body(&oracle::status(&game, fields.flag("chess960")?)),
        }
    }
}

/// The answer about a position.
fn about_played(
    played: &mut Played,
    (verb, fields): (&str, Fields<'_>),
    depth: Option<u32>,
    budget: &mut Budget,
    tell: Tell<'_>,
) -> Result<Body, Refusal> {
    let chess960 = played.key.chess960;
    match verb {
        "moves" => body(&verbs::moves(played, fields, budget)?),
        "perft" => body(&verbs::perft(&mut played.game, need(depth)?, budget)?),
        "view" => body(&verbs::view(&played.game, fields, chess960)?),
        "rolls" => body(&verbs::rolls(&played.game, budget)?),
        "board" => body(&about::board(&played.game.setup(), played.game.rules())),
        "put" => body(&put::put(&played.game, fields, chess960)?),
        "line" => body(&line::line(played, budget)?),
        "pgn" => body(&line::pgn(played, fields)?),
        "why" => body(&reasons::why(played, fields)?),
        "svg" => body(&page::svg(&played.game, fields)?),
        "fairy" if FAIRY => body(&peer::answer(played, fields)?),
        "fairy" => Err(page::left_out(verb)),
        "search" => body(&think::search(played, depth, fields, budget, tell)?),
        _ => body(&verbs::status(&mut played.game, chess960)),
    }
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

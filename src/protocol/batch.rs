//! The conversation: lines in, answers out.

use std::io::{self, BufWriter, Read, Write};

use serde::Serialize;
use serde_json::Value;

use super::fields::{Fields, Refusal, raw_id};
use super::lines::{Line, Lines};
use super::variants::Variants;
use super::{piece, verbs};

/// How deep a count may go.
const DEEPEST: u64 = 64;

/// Reads requests until the input ends, and answers each. Answers are sent whenever the input pauses. If nobody reads
/// the answers any more, it stops without an error.
///
/// # Errors
/// When reading or writing fails.
pub fn run(input: impl Read, output: impl Write) -> io::Result<()> {
    match converse(input, output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut session = Session::default();
    let mut answer = Vec::new();
    loop {
        answer.clear();
        match lines.next(|| output.flush())? {
            None => return output.flush(),
            Some(Line::Bytes(line)) if line.trim_ascii().is_empty() => continue,
            Some(Line::Bytes(line)) => session.answer(line, &mut answer),
            Some(Line::TooLong) => write_answer(&mut answer, b"null", Err(Refusal::new("line too long"))),
        }
        output.write_all(&answer)?;
    }
}

/// What is kept between requests.
#[derive(Default)]
struct Session {
    variants: Variants,
}

/// The body of an answer, as JSON without the braces of the object around it.
type Body = Vec<u8>;

impl Session {
    /// Appends the answer to a line.
    fn answer(&mut self, line: &[u8], answer: &mut Vec<u8>) {
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return write_answer(answer, b"null", Err(not_json(&error))),
        };
        let Some(fields) = request.as_object() else {
            return write_answer(answer, b"null", Err(Refusal::new("a request must be an object")));
        };
        let id = raw_id(line).filter(|_| fields.contains_key("id")).unwrap_or(b"null");
        write_answer(answer, id, self.guarded(Fields(fields)));
    }

    /// The answer to a request, even if the program itself is at fault.
    fn guarded(&mut self, fields: Fields<'_>) -> Result<Body, Refusal> {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.dispatch(fields)));
        result.unwrap_or_else(|_| {
            self.variants = Variants::default();
            Err(Refusal::new("internal error: this is a fault of ferz, please report it"))
        })
    }

    fn dispatch(&mut self, fields: Fields<'_>) -> Result<Body, Refusal> {
        match fields.need_text("do")? {
            "moves" => body(&verbs::moves(&mut self.variants.game(fields)?, fields)?),
            "perft" => body(&verbs::perft(&mut self.variants.game(fields)?, depth(fields)?)),
            "status" => body(&verbs::status(&mut self.variants.game(fields)?, fields.flag("chess960")?)),
            "play" if fields.value("play").is_none() => Err(Refusal::new("`play` is missing")),
            "play" => body(&verbs::status(&mut self.variants.game(fields)?, fields.flag("chess960")?)),
            "piece" => body(&piece::answer(fields)?),
            "check" => body(&self.variants.check(fields)?),
            other => Err(Refusal::new(format!(
                "`{other}` is no verb: there are moves, perft, status, play, piece and check"
            ))),
        }
    }
}

fn depth(fields: Fields<'_>) -> Result<u32, Refusal> {
    let depth = fields.number("depth")?.ok_or_else(|| Refusal::new("`depth` is missing"))?;
    if depth > DEEPEST {
        return Err(Refusal::new(format!("`depth` must be at most {DEEPEST}, not {depth}")));
    }
    Ok(depth as u32)
}

fn body(answer: &impl Serialize) -> Result<Body, Refusal> {
    serde_json::to_vec(answer).map_err(|error| Refusal::new(error.to_string()))
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

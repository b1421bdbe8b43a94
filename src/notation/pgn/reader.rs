//! Reads games one after the other.

use std::io::BufRead;
use std::ops::ControlFlow;

use crate::board::Side;
use crate::notation::text::San;
use crate::rules::Outcome;

use super::error::PgnError;
use super::lines::Lines;
use super::value::Nag;
use super::visitor::Visitor;

/// The longest game, in bytes.
const LONGEST: usize = 64 << 20;

/// The deepest nesting of variations.
const DEEPEST: usize = 100;

/// Reads games from a stream. It holds one line at a time.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    /// `true` if the input has failed or has ended.
    over: bool,
}

/// State of the game that is being read.
struct Reading<'a, V: Visitor> {
    visitor: &'a mut V,
    game: V::Game,
    /// The number of open variations.
    depth: usize,
    /// The depth outside the variation that is skipped; 0 if all moves are skipped.
    passed: Option<usize>,
    /// The start of the open comment, and its text.
    comment: Option<(PgnError, String)>,
    /// The start of the outermost open variation.
    variation: Option<PgnError>,
    bytes: usize,
    /// The first error. After it, nothing is reported to the visitor, but the reader still searches for the end of the
    /// game.
    fault: Option<PgnError>,
}

impl<V: Visitor> Reading<'_, V> {
    fn tells(&self) -> bool {
        self.fault.is_none() && self.passed.is_none()
    }

    fn fail(&mut self, error: PgnError) {
        self.fault.get_or_insert(error);
    }

    fn san(&mut self, san: San) {
        self.visitor.san(&mut self.game, san);
    }

    fn begin_variation(&mut self, place: PgnError) {
        self.depth += 1;
        if self.depth == 1 {
            self.variation = Some(place);
        } else if self.depth > DEEPEST {
            let message = format!("variations are nested more than {DEEPEST} deep");
            self.fail(PgnError { message, ..place });
        }
        if self.tells() && self.visitor.begin_variation(&mut self.game).is_break() {
            self.passed = Some(self.depth);
        }
    }

    fn end_variation(&mut self, place: PgnError) {
        if self.depth == 0 {
            return self.fail(place);
        }
        if self.passed == Some(self.depth) {
            self.passed = None;
        } else if self.tells() {
            self.visitor.end_variation(&mut self.game);
        }
        self.depth -= 1;
    }

    fn end_comment(&mut self) {
        if let Some((_, text)) = self.comment.take()
            && self.tells()
        {
            self.visitor.comment(&mut self.game, text.trim());
        }
    }

    fn finish(mut self) -> Result<V::Game, PgnError> {
        if let Some((place, _)) = self.comment.take() {
            self.fail(place);
        }
        if let Some(place) = self.variation.take().filter(|_| self.depth > 0) {
            self.fail(place);
        }
        self.fault.map_or(Ok(self.game), Err)
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads games from here on.
    pub fn new(input: R) -> Reader<R> {
        Reader { lines: Lines::new(input), over: false }
    }

    /// Reads one game and reports its parts to `visitor`; `None` at the end of the input.
    ///
    /// # Errors
    /// When the game has a fault; the next call reads the next game. When the input fails; there are no more games
    /// then.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<Option<V::Game>, PgnError> {
        if !self.find_game()? {
            return Ok(None);
        }
        let game = visitor.begin();
        let (comment, variation, fault) = (None, None, None);
        let mut reading = Reading { visitor, game, depth: 0, passed: None, comment, variation, bytes: 0, fault };
        self.tags(&mut reading)?;
        if reading.fault.is_none() && reading.visitor.moves(&mut reading.game).is_break() {
            reading.passed = Some(0);
        }
        self.moves(&mut reading)?;
        reading.finish().map(Some)
    }

    /// Goes to the next line.
    fn advance(&mut self) -> Result<bool, PgnError> {
        if self.over {
            return Ok(false);
        }
        match self.lines.advance() {
            Ok(found) => {
                self.over = !found;
                Ok(found)
            }
            Err(error) => {
                self.over = error.input.is_some();
                Err(error)
            }
        }
    }

    /// Goes to the start of the next game. Returns `false` if there is none.
    fn find_game(&mut self) -> Result<bool, PgnError> {
        loop {
            let rest = self.lines.rest();
            let blank = rest.len() - rest.trim_ascii_start().len();
            if blank < rest.len() && !(self.lines.at == 0 && rest.starts_with('%')) {
                self.lines.at += blank;
                return Ok(true);
            }
            if !self.advance()? {
                return Ok(false);
            }
        }
    }

    fn tags<V: Visitor>(&mut self, reading: &mut Reading<'_, V>) -> Result<(), PgnError> {
        loop {
            let rest = self.lines.rest();
            let blank = rest.len() - rest.trim_ascii_start().len();
            let rest = &rest[blank..];
            if rest.is_empty() {
                // A blank line ends the tags.
                if self.lines.line.trim_ascii().is_empty() || !self.advance()? {
                    return Ok(());
                }
                continue;
            }
            if !rest.starts_with('[') {
                return Ok(());
            }
            match tag(rest) {
                Ok((name, value, length)) => {
                    if reading.tells() {
                        reading.visitor.tag(&mut reading.game, name, &value);
                    }
                    self.lines.at += blank + length;
                }
                Err((at, message)) => {
                    reading.fail(self.lines.error(self.lines.at + blank + at, message));
                    self.lines.at = self.lines.line.len();
                }
            }
        }
    }

    fn moves<V: Visitor>(&mut self, reading: &mut Reading<'_, V>) -> Result<(), PgnError> {
        loop {
            if self.lines.at == 0 && self.begins_another(reading) {
                return Ok(());
            }
            let escaped = self.lines.at == 0 && self.lines.line.starts_with('%');
            if !escaped && self.line(reading).is_break() {
                return Ok(());
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) if error.input.is_some() => return Err(error),
                Err(error) => reading.fail(error),
            }
            reading.bytes += self.lines.line.len();
            if reading.bytes > LONGEST {
                reading.fail(self.lines.error(0, "the game is too long"));
            }
        }
    }

    /// Returns `true` if another game begins with the line: with a tag, or, inside a comment, with a tag after a blank
    /// line.
    fn begins_another<V: Visitor>(&self, reading: &Reading<'_, V>) -> bool {
        let line = &self.lines.line;
        line.starts_with('[') && (reading.comment.is_none() || self.lines.after_blank) && tag(line).is_ok()
    }

    /// Reads the rest of a line. Breaks after a result.
    fn line<V: Visitor>(&mut self, reading: &mut Reading<'_, V>) -> ControlFlow<()> {
        loop {
            if reading.comment.is_some() && !self.comment(reading) {
                return ControlFlow::Continue(());
            }
            let rest = self.lines.rest();
            let trimmed = rest.trim_ascii_start();
            self.lines.at += rest.len() - trimmed.len();
            let Some(first) = self.lines.rest().chars().next() else { return ControlFlow::Continue(()) };
            let here = |message: &str| self.lines.error(self.lines.at, message);
            match first {
                '{' => reading.comment = Some((here("the comment is not closed by `}`"), String::new())),
                '(' => reading.begin_variation(here("the variation is not closed by `)`")),
                ')' => reading.end_variation(here("`)` has no opening `(`")),
                ';' => {
                    if reading.tells() {
                        reading.visitor.comment(&mut reading.game, self.lines.rest()[1..].trim());
                    }
                    return ControlFlow::Continue(());
                }
                '.' => {}
                _ => {
                    self.word(reading)?;
                    continue;
                }
            }
            self.lines.at += 1;
        }
    }

    /// Reads the rest of a comment. Returns `false` if it continues on the next line.
    fn comment<V: Visitor>(&mut self, reading: &mut Reading<'_, V>) -> bool {
        let tells = reading.tells();
        let Some((_, text)) = &mut reading.comment else { return true };
        let rest = self.lines.rest();
        let end = rest.find('}');
        if tells {
            text.push_str(&rest[..end.unwrap_or(rest.len())]);
            text.push(' ');
        }
        self.lines.at += end.map_or(rest.len(), |at| at + 1);
        if end.is_some() {
            reading.end_comment();
        }
        end.is_some()
    }

    /// Reads a word: a number, a move, a sign or the result. Breaks after a result.
    fn word<V: Visitor>(&mut self, reading: &mut Reading<'_, V>) -> ControlFlow<()> {
        let rest = self.lines.rest();
        let word = match rest.chars().next() {
            Some('!' | '?') => &rest[..rest.len() - rest.trim_start_matches(['!', '?']).len()],
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '!' | '?');
                let first = rest.chars().next().map_or(0, char::len_utf8);
                &rest[..rest[first..].find(ends).map_or(rest.len(), |at| at + first)]
            }
        };
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = if numbered.starts_with('.') { numbered.trim_start_matches('.') } else { word };
        let place = self.lines.at + word.len() - bare.len();
        let end = self.lines.at + word.len();
        if let Some(result) = result(bare) {
            self.lines.at = end;
            // Some programs write a result after a variation, too.
            if reading.depth > 0 {
                return ControlFlow::Continue(());
            }
            if reading.tells() {
                reading.visitor.result(&mut reading.game, result);
            }
            return ControlFlow::Break(());
        }
        if reading.tells() {
            match element(bare) {
                Element::Move(san) => reading.san(san),
                Element::Nag(nag) => reading.visitor.nag(&mut reading.game, nag),
                Element::Nothing => {}
                Element::Fault(at, message) => reading.fail(self.lines.error(place + at, message)),
            }
        }
        self.lines.at = end;
        ControlFlow::Continue(())
    }
}

/// A word between moves.
enum Element {
    Move(San),
    Nag(Nag),
    Nothing,
    Fault(usize, String),
}

fn element(word: &str) -> Element {
    if let Some(number) = word.strip_prefix('$') {
        let nag = number.parse().map(|number| Element::Nag(Nag(number)));
        return nag.unwrap_or_else(|_| Element::Fault(0, "expected a number from 0 to 255 after `$`".to_owned()));
    }
    if word.starts_with(['!', '?']) {
        return Nag::of_suffix(word).map_or(Element::Nothing, Element::Nag);
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) || word == "e.p." {
        return Element::Nothing;
    }
    let word = if word == "Z0" { "--" } else { word };
    // Signs such as `+-` and `=` assess the position.
    if word != "--" && !word.contains(|c: char| c.is_alphanumeric() || matches!(c, '[' | ']' | '{' | '}')) {
        return Element::Nothing;
    }
    match word.parse() {
        Ok(san) => Element::Move(san),
        Err(_) => {
            let shown = crate::diagnostic::shorten(word);
            Element::Fault(0, format!("expected a move in SAN or the result, found `{shown}`"))
        }
    }
}

/// The result that a word stands for; `None` if it is not a result, and `Some(None)` for `*`.
fn result(word: &str) -> Option<Option<Outcome>> {
    match word {
        "*" => Some(None),
        "1-0" => Some(Some(Outcome::Won(Side::White))),
        "0-1" => Some(Some(Outcome::Won(Side::Black))),
        "1/2-1/2" | "1/2" => Some(Some(Outcome::Draw)),
        _ => None,
    }
}

/// Reads a tag: name, value and length of the text; or the place and the message of an error.
pub(crate) fn tag(text: &str) -> Result<(&str, String, usize), (usize, &'static str)> {
    let inner = text.strip_prefix('[').ok_or((0, "expected `[`"))?;
    let name = inner.trim_ascii_start();
    let at = text.len() - name.len();
    let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    let (name, rest) = name.split_at(length);
    if name.is_empty() {
        return Err((at, "expected the name of a tag"));
    }
    let quoted = rest.trim_ascii_start();
    let at = text.len() - quoted.len();
    let value = quoted.strip_prefix('"').ok_or((at, "expected the value of the tag in quotes"))?;
    let end = closing_quote(value).ok_or((at, "the tag is not closed by `\"]`"))?;
    let behind = value[end + 1..].trim_ascii_start();
    let length = text.len() - behind.len() + 1;
    Ok((name, unescape(&value[..end]), length))
}

/// The place of the quote that ends a value: the first quote before a bracket.
fn closing_quote(value: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'"' if !escaped && value[at + 1..].trim_ascii_start().starts_with(']') => return Some(at),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

/// A value without the backslashes before quotes and backslashes.
fn unescape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next_if(|next| matches!(next, '"' | '\\')).unwrap_or(c)),
            _ => value.push(c),
        }
    }
    value
}

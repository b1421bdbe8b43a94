//! Reads pages in languages that have a grammar and nothing else: sentence by sentence, and each wholly or not at all.
//!
//! Nothing here knows a word of a language. What is not read by the grammar is reported as not understood; it is never guessed.

use std::collections::BTreeSet;

use crate::board::Side;
use crate::rules::PieceId;

use super::claim::{Finding, Verdict};
use super::context::Context;
use super::grammar::{self, Budget, Grammar, Names, Reading, Row, Word};
use super::judge::{self, Told, Used, movement};
use super::model::{Block, Kind};
use super::moves::fen_of;

/// The largest number of steps for one page.
const MOST_STEPS: usize = 3_000_000;

/// The largest amount of text that is read, in bytes.
const MOST_TEXT: usize = 300_000;

/// Senses of words that sentences about movement and the setup have.
const ABOUT_RULES: [&str; 7] = ["move", "jump", "jumpover", "capture", "stand", "diagonal", "board"];

struct PageNames<'c, 'a>(&'c Context<'a>);

impl Names for PageNames<'_, '_> {
    fn piece(&self, name: &str) -> Option<PieceId> {
        self.0.piece(name)
    }

    fn side(&self, name: &str) -> Option<Side> {
        let sides = &self.0.rules.look.sides;
        let own = |name: &str| Side::ALL.into_iter().find(|side| sides[*side].eq_ignore_ascii_case(name));
        own(name).or_else(|| own(self.0.grammar.nouns.side_named(name)?))
    }

    fn lettered(&self, _: &str) -> Option<String> {
        None
    }

    fn is_foreign(&self, name: &str) -> bool {
        self.0.is_foreign(name)
    }

    fn game(&self, _: &str, _: bool) -> Option<bool> {
        None
    }
}

/// State that is carried from sentence to sentence.
struct Running {
    /// The pieces that were named last: by the heading, or by a sentence of the same block.
    topic: Vec<PieceId>,
    steps: Budget,
}

/// Reads the whole page.
pub fn find_all(cx: &mut Context<'_>) {
    let mut running = Running { topic: Vec::new(), steps: Budget::new(MOST_STEPS) };
    let mut left = MOST_TEXT;
    let page = cx.page;
    for block in &page.blocks {
        let text = block.text.as_str();
        match block.kind {
            Kind::Heading(_) => running.topic = named_in(cx, text),
            Kind::Diagram | Kind::Remark | Kind::Image { .. } => {}
            _ if text.len() > left => {
                let finding = Finding::not_understood("the page is too long: the text from here on has not been read");
                cx.claim("page", block.line, "(the rest of the page)", finding);
                break;
            }
            _ => {
                left -= text.len();
                self::block(cx, block, &mut running);
            }
        }
    }
    movement::finish(cx);
    cx.claims.sort_by_key(|claim| claim.line);
}

/// The pieces that a heading names.
fn named_in(cx: &Context<'_>, heading: &str) -> Vec<PieceId> {
    let row = grammar::row(heading, cx.grammar, &PageNames(cx));
    let pieces: BTreeSet<PieceId> = row.words.iter().filter_map(|word| word.piece).collect();
    pieces.into_iter().collect()
}

fn block(cx: &mut Context<'_>, block: &Block, running: &mut Running) {
    let text = block.text.as_str();
    let ranges = block.text.sentences_with(cx.grammar.manner.list("abbreviations"));
    let rows: Vec<Row> = ranges.iter().map(|at| grammar::row(&text[at.clone()], cx.grammar, &PageNames(cx))).collect();
    let heading = running.topic.clone();
    let mut unread = Vec::new();
    for (at, range) in ranges.iter().enumerate() {
        let others = || rows.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, row)| &row.words);
        let has = |word: &Word, senses: &[&str]| senses.iter().any(|sense| cx.grammar.has_sense(word, sense));
        let around = Around {
            text: &text[range.clone()],
            line: block.text.line(range.start),
            parted: rows[at..].iter().flat_map(|row| &row.words).any(|word| has(word, &["captures", "of_captures"])),
            among: others().any(|word| has(word, &["move", "jump", "captures"])),
        };
        if !sentence(cx, &rows[at], &around, running) {
            unread.push(running.topic.first().copied());
        }
    }
    movement::settle(cx, &unread);
    running.topic = heading;
}

/// A sentence with what is around it.
struct Around<'t> {
    text: &'t str,
    line: usize,
    parted: bool,
    among: bool,
}

/// Returns `true` if a word may change what its sentence says.
fn weighs(grammar: &Grammar, word: &Word) -> bool {
    !grammar.is_light(word) || grammar.is_hedge(word) || grammar.has_sense(word, "changes")
}

/// Judges a sentence; returns `false` if it is about rules and was not read.
fn sentence(cx: &mut Context<'_>, row: &Row, around: &Around<'_>, running: &mut Running) -> bool {
    let grammar = cx.grammar;
    let words = &row.words;
    let readings = grammar::readings(grammar, words, &mut running.steps);
    let read = |at: usize| readings.iter().any(|reading| reading.words.contains(&at));
    // `Läufer: …`: a label that names the piece of what follows.
    let label = matches!(words.as_slice(), [name, colon, ..] if name.piece.is_some() && colon.text == ":");
    let open = (usize::from(label)..words.len()).find(|at| !read(*at) && weighs(grammar, &words[*at]));
    if label && !read(0) {
        running.topic = words[0].piece.into_iter().collect();
    }
    let asks = around.text.trim_end().ends_with('?');
    let bracketed = row.brackets.iter().any(|bracket| bracket.words.iter().any(|word| weighs(grammar, word)));
    let claims = || readings.iter().filter(|reading| reading.is_claim());
    if asks || open.is_some() || bracketed || claims().next().is_none() {
        let about = words.iter().any(|word| ABOUT_RULES.iter().any(|sense| grammar.has_sense(word, sense)));
        let named = words.iter().any(|word| word.piece.is_some());
        if !asks && (about || named) {
            let detail = match open.filter(|_| claims().next().is_some()) {
                Some(at) => format!("not all of it is understood: `{}`", words[at].text),
                None => "no rule that the checker knows how to read".to_owned(),
            };
            cx.claim("prose", around.line, around.text, Finding::not_understood(detail));
        }
        return !about && !named;
    }
    let mut whole = true;
    for reading in claims() {
        whole &= claim(cx, words, reading, around, running);
    }
    whole
}

/// Judges a claim; returns `false` if no verdict was found.
fn claim(cx: &mut Context<'_>, words: &[Word], reading: &Reading, around: &Around<'_>, running: &mut Running) -> bool {
    let grammar = cx.grammar;
    let named = subject(words, reading);
    if !named.is_empty() {
        running.topic = named.iter().filter_map(|at| words[*at].piece).collect();
    }
    let side = words[reading.words.clone()].iter().find_map(|word| word.side);
    let used = Used::default();
    let told = Told {
        reading,
        words,
        subjects: running.topic.clone(),
        carried: side,
        line: around.line,
        text: around.text,
        used: &used,
        parted: around.parted,
        among: around.among,
    };
    let twins = grammar::twins(grammar, words, reading, &mut running.steps);
    let conditional = words.iter().any(|word| grammar.has_sense(word, "condition"));
    let start = fen_of(&cx.rules, &cx.rules.setup);
    let judged = judge::judge(cx, &told);
    let found = !judged.is_empty();
    for (kind, finding) in judged {
        let untraced = twins.untraced.map(|at| words[at].text.as_str());
        let passed = untraced.or_else(|| told.unused(cx, twins.polar));
        let finding = match (finding.verdict, passed) {
            (Verdict::Confirmed, Some(word)) => finding.in_part(word),
            (Verdict::Contradicted, _) if untraced.is_some() => finding.doubted("a part of it was not compared"),
            _ => finding,
        };
        cx.claim(kind, around.line, around.text, finding.proved(conditional, start.clone()));
    }
    if !found {
        let finding = Finding::not_understood("it was read, but the rules do not say enough to decide it");
        cx.claim("prose", around.line, around.text, finding);
    }
    found
}

/// The words that name the subject of a claim.
fn subject(words: &[Word], reading: &Reading) -> Vec<usize> {
    let place = |tag: &str| reading.notes.iter().position(|note| note.tag == tag);
    let (Some(from), Some(to)) = (place("who"), place("ewho")) else { return Vec::new() };
    let notes = reading.notes.get(from..to).unwrap_or_default().iter();
    notes
        .filter(|note| note.tag == "piece")
        .filter_map(|note| note.word)
        .filter(|at| words[*at].piece.is_some())
        .collect()
}

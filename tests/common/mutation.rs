//! Random changes of one token in variant files, and whether anybody notices: `check` by a problem, `ferz test` by a
//! failing test, `ferz snapshot --check` by a difference. What nobody notices has to be proven to change nothing.
#![allow(dead_code)] // The test and the example use their parts.

use std::fmt::Write as _;

use ferz::compile::{self, Loaded, Variant};
use ferz::play::Random;
use ferz::rules::Rules;
use ferz::testing;
use ferz::variant::{NoFiles, VariantSource};

/// What is changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Key,
    Letter,
    Digit,
    Square,
    Atom,
    Modifier,
    DeletedLine,
}

/// A changed file.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub kind: Kind,
    pub text: String,
    /// The line, from 1, and the columns of the token, from 1, the last one excluded.
    pub line: usize,
    pub columns: (usize, usize),
    /// The line before and after.
    pub shown: (String, String),
}

/// Who noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `check` has a new problem.
    Reported {
        /// Whether one of them is on the changed line (of a deleted line: beside it).
        on_line: bool,
        /// Whether the caret of one stands on the changed token.
        on_token: bool,
    },
    /// A test of the file fails, or the snapshot differs.
    Shown,
    /// The compiled rules are the same.
    Equivalent,
    /// Nobody, although the rules differ.
    Missed,
}

/// The part of a line that is no comment.
fn code(line: &str) -> &str {
    let mut quoted = None;
    for (at, c) in line.char_indices() {
        match (c, quoted) {
            ('#', None) if at == 0 || line[..at].ends_with(' ') => return &line[..at],
            ('"' | '\'', None) => quoted = Some(c),
            (c, Some(quote)) if c == quote => quoted = None,
            _ => {}
        }
    }
    line
}

/// The runs of bytes in which one token of a kind stands.
fn tokens(text: &str, kind: Kind) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = code(line.trim_end());
        let bytes = code.as_bytes();
        let word = |at: usize| bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_';
        let words = || {
            let mut runs: Vec<(usize, usize)> = Vec::new();
            for at in (0..bytes.len()).filter(|at| word(*at)) {
                match runs.last_mut() {
                    Some(run) if run.1 == at => run.1 += 1,
                    _ => runs.push((at, at + 1)),
                }
            }
            runs
        };
        let notation = |at: usize| {
            let key = code[..at].rfind("moves:");
            key.is_some_and(|key| code[key..at].matches(['"', '\'']).count() == 1)
        };
        let each = |wanted: &dyn Fn(usize) -> bool| -> Vec<(usize, usize)> {
            (0..bytes.len()).filter(|at| wanted(*at)).map(|at| (at, at + 1)).collect()
        };
        let runs = match kind {
            Kind::Key => words().into_iter().filter(|run| bytes.get(run.1) == Some(&b':')).collect(),
            Kind::Letter => each(&|at| bytes[at].is_ascii_alphabetic() && !notation(at)),
            Kind::Digit => each(&|at| bytes[at].is_ascii_digit()),
            Kind::Square => {
                let square = |run: &(usize, usize)| {
                    let (letters, digits) = code[run.0..run.1].split_at(1);
                    letters.starts_with(|c: char| c.is_ascii_lowercase())
                        && !digits.is_empty()
                        && digits.bytes().all(|byte| byte.is_ascii_digit())
                };
                words().into_iter().filter(square).collect()
            }
            Kind::Atom => each(&|at| bytes[at].is_ascii_uppercase() && notation(at)),
            Kind::Modifier => each(&|at| bytes[at].is_ascii_lowercase() && notation(at)),
            Kind::DeletedLine if code.trim().is_empty() => Vec::new(),
            Kind::DeletedLine => vec![(0, line.len())],
        };
        found.extend(runs.into_iter().map(|(from, to)| (start + from, start + to)));
        start += line.len();
    }
    found
}

fn replacement(kind: Kind, old: &str, keys: &[String], random: &mut Random) -> String {
    let one_of = |random: &mut Random, letters: &str| {
        let letters: Vec<char> = letters.chars().collect();
        letters[random.below(letters.len())].to_string()
    };
    match kind {
        Kind::Key if random.below(2) == 0 => keys[random.below(keys.len())].clone(),
        Kind::Key => {
            let at = random.below(old.len());
            let letter = one_of(random, "abcdefghijklmnopqrstuvwxyz_");
            format!("{}{letter}{}", &old[..at], &old[at + 1..])
        }
        Kind::Letter if old.chars().all(char::is_uppercase) => one_of(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        Kind::Letter => one_of(random, "abcdefghijklmnopqrstuvwxyz"),
        Kind::Digit => one_of(random, "0123456789"),
        Kind::Square => one_of(random, "abcdefghij") + &one_of(random, "123456789"),
        Kind::Atom => one_of(random, "WFDNAHCZGKQRBU"),
        Kind::Modifier => one_of(random, "fblrvsmcdeinjgpoyqt") + "",
        Kind::DeletedLine => String::new(),
    }
}

const KINDS: [Kind; 7] =
    [Kind::Key, Kind::Letter, Kind::Digit, Kind::Square, Kind::Atom, Kind::Modifier, Kind::DeletedLine];

/// A change of one token; the kinds that a file has are equally likely.
pub fn mutate(text: &str, random: &mut Random) -> Mutant {
    let keys: Vec<String> = tokens(text, Kind::Key).into_iter().map(|(from, to)| text[from..to].to_owned()).collect();
    loop {
        let kind = KINDS[random.below(KINDS.len())];
        let places = tokens(text, kind);
        if places.is_empty() {
            continue;
        }
        let (from, to) = places[random.below(places.len())];
        let new = replacement(kind, &text[from..to], &keys, random);
        if new == text[from..to] {
            continue;
        }
        let line_start = text[..from].rfind('\n').map_or(0, |at| at + 1);
        let line_of = |text: &str| text[line_start..].lines().next().unwrap_or("").to_owned();
        let changed = format!("{}{new}{}", &text[..from], &text[to..]);
        let column = text[line_start..from].chars().count() + 1;
        return Mutant {
            kind,
            line: text[..from].matches('\n').count() + 1,
            columns: (column, column + new.chars().count().max(1)),
            shown: (line_of(text), if kind == Kind::DeletedLine { String::new() } else { line_of(&changed) }),
            text: changed,
        };
    }
}

/// A file as it was.
pub struct Original {
    pub text: String,
    loaded: Loaded,
    words: String,
    snapshot: String,
}

fn load(name: &str, text: &str) -> Loaded {
    let source = VariantSource::Text { name: name.to_owned(), text: text.to_owned() };
    compile::load(&source, &NoFiles).expect("a text can be read")
}

fn words(variant: &Variant) -> String {
    let title = &variant.rules.title;
    format!("{title}\n{:?}\n{}", variant.description, testing::in_words(&variant.rules))
}

impl Original {
    pub fn new(name: &str, text: &str) -> Original {
        let loaded = load(name, text);
        let variant = loaded.variant.as_ref().unwrap_or_else(|| panic!("{name}: {:?}", loaded.problems));
        let snapshot = testing::snapshot(variant, &testing::places(variant));
        Original { text: text.to_owned(), words: words(variant), snapshot, loaded }
    }

    /// Finds out who notices.
    pub fn judge(&self, name: &str, mutant: &Mutant) -> Verdict {
        let loaded = load(name, &mutant.text);
        let known: Vec<&str> = self.loaded.problems.iter().map(|problem| problem.message.as_str()).collect();
        let fresh = loaded.problems.iter().filter(|problem| !known.contains(&problem.message.as_str()));
        let places: Vec<_> = fresh
            .flat_map(|problem| {
                let labels = problem.labels.iter().map(|label| label.span);
                std::iter::once(problem.span).chain(labels).collect::<Vec<_>>()
            })
            .filter(|span| span.source.0 == 0)
            .collect();
        if loaded.variant.is_none() || !places.is_empty() {
            let deleted = mutant.kind == Kind::DeletedLine;
            let lines = |span: &ferz::source::Span| {
                let end = ferz::source::Span { start: span.end.saturating_sub(1).max(span.start), ..*span };
                (loaded.sources.line_column(*span), loaded.sources.line_column(end))
            };
            let on_line = places.iter().map(lines).any(|(from, to)| {
                (from.line..=to.line).contains(&mutant.line) || (deleted && from.line + 1 == mutant.line)
            });
            let on_token = deleted && on_line
                || places.iter().map(lines).any(|(from, to)| {
                    let starts = (from.line, from.column) < (mutant.line, mutant.columns.1);
                    starts && (to.line, to.column) >= (mutant.line, mutant.columns.0)
                });
            return Verdict::Reported { on_line, on_token };
        }
        let (Some(before), Some(after)) = (&self.loaded.variant, &loaded.variant) else { return Verdict::Missed };
        if words(after) != self.words
            || testing::run(after).iter().any(|outcome| outcome.fault.is_some())
            || testing::snapshot(after, &testing::places(after)) != self.snapshot
        {
            return Verdict::Shown;
        }
        if meaning(&before.rules) == meaning(&after.rules) { Verdict::Equivalent } else { Verdict::Missed }
    }
}

/// Compiled rules without the places at which they are written and without their spelling.
fn meaning(rules: &Rules) -> String {
    let mut rules = rules.clone();
    rules.title.clear();
    for piece in &mut rules.pieces {
        piece.notation.clear();
        let movements =
            std::iter::once(&mut piece.movement).chain(piece.extra.iter_mut().map(|extra| &mut extra.movement));
        movements.flat_map(|movement| &mut movement.patterns).for_each(|pattern| pattern.span = 0..0);
    }
    let text = format!("{rules:?}");
    let mut parts = text.split("source: Source {");
    let mut out = parts.next().unwrap_or("").to_owned();
    // `span: Some(Span {…}) }` or `span: None }`.
    for part in parts {
        let mut depth = 1;
        let end = part.find(|c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        out.push_str(&part[end.map_or(0, |end| end + 1)..]);
    }
    out
}

/// What came of all mutants.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub reported: usize,
    pub on_line: usize,
    /// Of those that leave a token to stand on, and those on which a caret stands on it.
    pub with_token: usize,
    pub on_token: usize,
    pub shown: usize,
    pub equivalent: Vec<String>,
    pub missed: Vec<String>,
    /// Reported, but not with a caret on the token.
    pub elsewhere: Vec<String>,
}

impl Tally {
    pub fn total(&self) -> usize {
        self.reported + self.shown + self.equivalent.len() + self.missed.len()
    }

    pub fn add(&mut self, other: Tally) {
        self.reported += other.reported;
        self.on_line += other.on_line;
        self.with_token += other.with_token;
        self.on_token += other.on_token;
        self.shown += other.shown;
        self.equivalent.extend(other.equivalent);
        self.missed.extend(other.missed);
        self.elsewhere.extend(other.elsewhere);
    }

    pub fn summary(&self) -> String {
        let mut text = String::new();
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let noticed = self.reported + self.shown;
        let _ = writeln!(text, "mutations: {}", self.total());
        let _ = writeln!(
            text,
            "reported by check: {} (on the line {:.1} %, caret on the token, where one is left, {:.1} %)",
            self.reported,
            percent(self.on_line, self.reported),
            percent(self.on_token, self.with_token)
        );
        let _ = writeln!(text, "shown by test or snapshot: {}", self.shown);
        let _ = writeln!(text, "the same rules: {}", self.equivalent.len());
        let _ = writeln!(text, "missed: {}", self.missed.len());
        let _ = writeln!(text, "noticed: {:.2} %", percent(noticed, noticed + self.missed.len()));
        text
    }
}

/// Changes a file `count` times.
pub fn examine(name: &str, text: &str, count: usize, seed: u64) -> Tally {
    let original = Original::new(name, text);
    let mut random = Random::new(name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into())));
    let mut tally = Tally::default();
    for _ in 0..count {
        let mutant = mutate(&original.text, &mut random);
        let (before, after) = &mutant.shown;
        let line = format!("{name}:{} {:?}\n  - {}\n  + {}", mutant.line, mutant.kind, before.trim(), after.trim());
        match original.judge(name, &mutant) {
            Verdict::Reported { on_line, on_token } => {
                tally.reported += 1;
                tally.on_line += usize::from(on_line);
                let left = mutant.kind != Kind::DeletedLine;
                tally.with_token += usize::from(left);
                tally.on_token += usize::from(left && on_token);
                if !on_token {
                    tally.elsewhere.push(line);
                }
            }
            Verdict::Shown => tally.shown += 1,
            Verdict::Equivalent => tally.equivalent.push(line),
            Verdict::Missed => tally.missed.push(line),
        }
    }
    tally
}

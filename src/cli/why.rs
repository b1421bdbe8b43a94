//! `ferz why`.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use super::common::{Failure, Position, Terminal, Verdict, load};
use super::told::{self, Told};
use crate::board::Geometry;
use crate::diagnostic::{self, Statement};
use crate::source::{SourceMap, Span};
use crate::why;

/// Show the rule that allows or forbids a move, with its line in the file.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
The exit code is 0 for a legal move and 1 for an illegal one.

Examples:
  $ ferz why chess e2e4
  $ ferz why chess Rxa7
  $ ferz why chess --play e2e4,e7e5 O-O
  $ ferz why my-variant.yaml --fen '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' a7a8 --json")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// The move, in UCI notation or in SAN
    #[arg(value_name = "MOVE")]
    made: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// An answer as programs read it.
#[derive(Debug, Serialize)]
struct Record {
    r#move: String,
    legal: bool,
    reasons: Vec<Reason>,
}

/// A reason as programs read it.
#[derive(Debug, Serialize)]
struct Reason {
    rule: &'static str,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    excerpt: Option<String>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    if let Some(told) = told::open(&arguments.position, terminal)? {
        return of_oracle(arguments, &told, terminal);
    }
    let mut game = arguments.position.game(terminal)?;
    let loaded = load(&arguments.position.variant)?;
    let answer = why::explain(&mut game, arguments.made.trim()).map_err(|error| Failure::Input(error.to_string()))?;
    let rules = game.shared_rules();
    let place = |note: &why::Note| loaded.tree.as_ref().and_then(|tree| why::place(&note.reason, &rules, tree));
    let notes = answer.notes.iter();
    let notes = notes.map(|note| Line { rule: note.reason.rule(), message: note.message.clone(), span: place(note) });
    let said = Said { text: answer.text.clone(), legal: answer.legal, lines: notes.collect() };
    print(&said, arguments.json, &loaded.sources, terminal)
}

/// The answer for a variant that only the oracle can play.
fn of_oracle(arguments: &Arguments, told: &Told, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let (game, text) = (told.game()?, arguments.made.trim());
    if !is_uci(text, &told.rules.geometry) {
        let message =
            format!("`{text}` does not have the form of a move; the oracle reads UCI notation, such as `e2e4`");
        return Err(Failure::Input(message));
    }
    let answer = why::explain_told(game.oracle(), game.position(), text);
    let line = |told: why::Told| Line { rule: told.rule, message: told.message, span: told.span };
    let said =
        Said { text: text.to_owned(), legal: answer.legal, lines: answer.reasons.into_iter().map(line).collect() };
    print(&said, arguments.json, &told.loaded.sources, terminal)
}

/// Returns `true` if a text starts with two squares, or with a drop.
pub(super) fn is_uci(text: &str, board: &Geometry) -> bool {
    if let Some((_, square)) = text.split_once('@') {
        let square = square.split_once(',').map_or(square, |(square, _)| square);
        return board.square(square).is_some();
    }
    let ends = |from: usize| (from + 2..=text.len().min(from + 4)).filter(|end| text.is_char_boundary(*end));
    let squares = |from: usize| ends(from).filter(move |end| board.square(&text[from..*end]).is_some());
    squares(0).any(|middle| squares(middle).next().is_some())
}

/// An answer with its places in files.
struct Said {
    text: String,
    legal: bool,
    lines: Vec<Line>,
}

/// A reason with its place in a file.
struct Line {
    rule: &'static str,
    message: String,
    span: Option<Span>,
}

fn print(said: &Said, json: bool, sources: &SourceMap, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    if json {
        terminal.print_json(&record(said, sources))?;
    } else {
        terminal.print(&diagnostic::render_statements(&statements(said), sources, terminal.style))?;
        terminal.print(&where_to_read(&said.lines, sources))?;
    }
    Ok(if said.legal { Verdict::Fine } else { Verdict::Problems })
}

/// A note on how to read the built-in files that the answer names.
fn where_to_read(lines: &[Line], sources: &SourceMap) -> String {
    let shown: BTreeSet<&str> = lines
        .iter()
        .filter_map(|line| line.span)
        .map(|span| span.source)
        .filter(|id| sources.is_built_in(*id))
        .map(|id| sources.name(id))
        .collect();
    let stem = |path: &str| Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    shown
        .into_iter()
        .map(|path| format!("{path} is built in: `ferz show {} --source` prints it\n", stem(path)))
        .collect()
}

fn statements(said: &Said) -> Vec<Statement> {
    let heading = if said.legal { "legal" } else { "illegal" };
    let statement = |(index, line): (usize, &Line)| match index {
        0 => Statement {
            heading,
            good: said.legal,
            message: format!("{}: {}", said.text, line.message),
            span: line.span,
        },
        // A line that was shown before is not shown again.
        _ => Statement {
            heading: "and",
            good: said.legal,
            message: line.message.clone(),
            span: line.span.filter(|_| said.lines[index - 1].span != line.span),
        },
    };
    said.lines.iter().enumerate().map(statement).collect()
}

fn record(said: &Said, sources: &SourceMap) -> Record {
    let reason = |line: &Line| {
        let place = line.span.map(|span| sources.line_column(span));
        Reason {
            rule: line.rule,
            message: line.message.clone(),
            file: line.span.map(|span| sources.name(span.source).to_owned()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            excerpt: line.span.map(|span| sources.snippet(span).to_owned()),
        }
    };
    Record { r#move: said.text.clone(), legal: said.legal, reasons: said.lines.iter().map(reason).collect() }
}

//! `ferz why`.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use super::common::{Failure, Position, Terminal, Verdict, load};
use crate::diagnostic::{self, Statement};
use crate::source::{SourceMap, Span};
use crate::why::{self, Answer};

/// Say which rule allows a move, or which one forbids it, with the line of the file.
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
    let mut game = arguments.position.game(terminal)?;
    let loaded = load(&arguments.position.variant)?;
    let answer = why::explain(&mut game, arguments.made.trim()).map_err(|error| Failure::Input(error.to_string()))?;
    let rules = game.shared_rules();
    let places: Vec<Option<Span>> = answer
        .notes
        .iter()
        .map(|note| loaded.tree.as_ref().and_then(|tree| why::place(&note.reason, &rules, tree)))
        .collect();
    if arguments.json {
        terminal.print_json(&record(&answer, &places, &loaded.sources))?;
    } else {
        let statements = statements(&answer, &places);
        terminal.print(&diagnostic::render_statements(&statements, &loaded.sources, terminal.style))?;
        terminal.print(&where_to_read(&places, &loaded.sources))?;
    }
    Ok(if answer.legal { Verdict::Fine } else { Verdict::Problems })
}

/// How to read the files of the library that have been named, which lie in the program.
fn where_to_read(places: &[Option<Span>], sources: &SourceMap) -> String {
    let shown: BTreeSet<&str> = places
        .iter()
        .flatten()
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

fn statements(answer: &Answer, places: &[Option<Span>]) -> Vec<Statement> {
    let heading = if answer.legal { "legal" } else { "illegal" };
    let statement = |(index, (note, span)): (usize, (&why::Note, &Option<Span>))| match index {
        0 => Statement {
            heading,
            good: answer.legal,
            message: format!("{}: {}", answer.text, note.message),
            span: *span,
        },
        // The same line need not be shown again.
        _ => Statement {
            heading: "and",
            good: answer.legal,
            message: note.message.clone(),
            span: span.filter(|_| places[index - 1] != *span),
        },
    };
    answer.notes.iter().zip(places).enumerate().map(statement).collect()
}

fn record(answer: &Answer, places: &[Option<Span>], sources: &SourceMap) -> Record {
    let reason = |(note, span): (&why::Note, &Option<Span>)| {
        let place = span.map(|span| sources.line_column(span));
        Reason {
            rule: note.reason.rule(),
            message: note.message.clone(),
            file: span.map(|span| sources.name(span.source).to_owned()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            excerpt: span.map(|span| sources.snippet(span).to_owned()),
        }
    };
    Record {
        r#move: answer.text.clone(),
        legal: answer.legal,
        reasons: answer.notes.iter().zip(places).map(reason).collect(),
    }
}

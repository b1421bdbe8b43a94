//! The command line: one file for each subcommand. This module prints results and contains no rules.
//!
//! Exit codes: 0 fine, 1 the input has problems or a check failed, 2 wrong usage or an I/O error.

mod batch;
mod bench;
pub mod bounds;
mod cecp;
pub mod check;
mod common;
mod completions;
mod explain;
mod export;
mod failure;
mod files;
mod fix;
mod fmt;
mod import;
mod lines;
mod list;
mod lsp;
mod man;
pub mod mark;
mod migrate;
mod mix;
mod moves;
pub mod new;
mod parts;
mod perft;
mod piece;
mod play;
pub mod report;
mod review;
mod rules;
mod schema;
mod seats;
mod serve;
mod show;
mod snapshot;
mod solve;
mod test;
mod told;
mod uci;
mod verify;
pub mod versus;
mod why;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use serde::Serialize;

use crate::diagnostic::Record;
use crate::game::Compiled;

use bounds::{bounded, bounded_page};
use common::{Failure, Terminal, Verdict};

use crate::protocol::Dialect;

/// Turns a chess variant written as a YAML file into a working rules engine.
#[derive(Debug, Parser)]
#[command(
    name = "ferz",
    version,
    about,
    max_term_width = 100,
    after_help = "\
VARIANT is the name of a built-in variant (see `ferz list`) or a path to a YAML file.
Exit codes: 0 fine, 1 the input has problems or a check failed, 2 wrong usage or an I/O error."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Arguments),
    New(new::Arguments),
    Mix(mix::Arguments),
    Check(check::Arguments),
    Verify(verify::Arguments),
    Show(show::Arguments),
    Piece(piece::Arguments),
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Test(test::Arguments),
    Snapshot(snapshot::Arguments),
    Play(play::Arguments),
    Why(why::Arguments),
    Rules(rules::Arguments),
    Batch(batch::Arguments),
    Uci(uci::Arguments),
    Cecp(cecp::Arguments),
    #[command(name = "match")]
    Versus(versus::Arguments),
    Solve(solve::Arguments),
    #[command(hide = true)]
    Usi(uci::Arguments),
    #[command(hide = true)]
    Ucci(uci::Arguments),
    Serve(serve::Arguments),
    Schema(schema::Arguments),
    Explain(explain::Arguments),
    Import(import::Arguments),
    Export(export::Arguments),
    Fmt(fmt::Arguments),
    Migrate(migrate::Arguments),
    Lsp(lsp::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// The stack of the thread that does the work.
const STACK: usize = 64 << 20;

/// Runs the command line and returns the exit code. It catches every panic: the program reports it and ends with code
/// 2.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|fault| {
        eprintln!("ferz: internal error: {fault}");
        eprintln!("ferz: this is a bug in ferz, not in your input; please report it with the command line");
    }));
    if std::env::var_os("FERZ_PORTABLE").is_some() {
        Compiled::all_portable();
    }
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(2),
        Err(error) => {
            eprintln!("ferz: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to standard output and is no error; clap distinguishes the two. A closed pipe is not
            // reported.
            let _ = error.print();
            if error.use_stderr() && wants_json() {
                let text = error.render().to_string();
                let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
                let _ = Terminal::new().print_json(&Failed::new(message, Vec::new()));
            }
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let mut terminal = Terminal::new();
    let result = dispatch(arguments.command, &mut terminal).and_then(|verdict| {
        terminal.flush()?;
        Ok(verdict)
    });
    match result {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Problems) => ExitCode::from(1),
        Err(failure) => report(failure, &mut terminal),
    }
}

fn dispatch(command: Command, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    match command {
        Command::List(arguments) => list::run(&arguments, terminal),
        Command::New(arguments) => new::run(&arguments, terminal),
        Command::Mix(arguments) => mix::run(&arguments, terminal),
        Command::Check(arguments) => check::run(&arguments, terminal),
        Command::Verify(arguments) => verify::run(&arguments, terminal),
        Command::Show(arguments) => bounded(|| show::run(&arguments, terminal)),
        Command::Piece(arguments) => bounded(|| piece::run(&arguments, terminal)),
        Command::Moves(arguments) => bounded(|| moves::run(&arguments, terminal)),
        Command::Perft(arguments) => perft::run(&arguments, terminal),
        Command::Bench(arguments) => bench::run(&arguments, terminal),
        Command::Test(arguments) => test::run(&arguments, terminal),
        Command::Play(arguments) => play::run(&arguments, terminal),
        Command::Snapshot(arguments) => snapshot::run(&arguments, terminal),
        Command::Why(arguments) => bounded(|| why::run(&arguments, terminal)),
        Command::Rules(arguments) => rules::run(&arguments, terminal),
        Command::Batch(arguments) => batch::run(&arguments, terminal),
        Command::Versus(arguments) => versus::run(&arguments, terminal),
        Command::Solve(arguments) => solve::run(&arguments, terminal),
        Command::Cecp(arguments) => cecp::run(&arguments, terminal),
        Command::Uci(arguments) => uci::run(Dialect::Uci, &arguments, terminal),
        Command::Usi(arguments) => uci::run(Dialect::Usi, &arguments, terminal),
        Command::Ucci(arguments) => uci::run(Dialect::Ucci, &arguments, terminal),
        Command::Serve(arguments) => serve::run(&arguments, terminal),
        Command::Schema(arguments) => schema::run(&arguments, terminal),
        Command::Explain(arguments) => explain::run(&arguments, terminal),
        Command::Import(arguments) => import::run(&arguments, terminal),
        Command::Export(arguments) => bounded_page(|| export::run(&arguments, terminal)),
        Command::Fmt(arguments) => fmt::run(&arguments, terminal),
        Command::Migrate(arguments) => migrate::run(&arguments, terminal),
        Command::Lsp(arguments) => lsp::run(&arguments, terminal),
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command(), terminal),
        Command::Man(arguments) => man::run(&arguments, Arguments::command(), terminal),
    }
}

/// Reports a failure on standard error, after the output so far.
fn report(failure: Failure, terminal: &mut Terminal) -> ExitCode {
    let _ = terminal.flush();
    let (message, problems, code) = match failure {
        Failure::Io(error) => (error.to_string(), Vec::new(), 2),
        Failure::Usage(message) => (message, Vec::new(), 2),
        Failure::Input(message) => (message, Vec::new(), 1),
        Failure::Diagnostics(text, problems) => {
            terminal.complain(&text);
            ("the variant has errors".to_owned(), problems, 1)
        }
        Failure::Reported => return ExitCode::from(2),
    };
    if problems.is_empty() {
        terminal.complain(&format!("error: {message}\n"));
    }
    if wants_json() {
        // If standard output itself fails, this cannot be written there either.
        let _ = terminal.print_json(&Failed::new(message, problems)).and_then(|()| terminal.flush());
    }
    ExitCode::from(code)
}

/// Returns `true` if the command line asks for JSON. It reads the raw words, because the command line may be invalid.
fn wants_json() -> bool {
    std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json")
}

/// JSON output in place of an answer.
#[derive(Debug, Serialize)]
struct Failed {
    error: Error,
}

/// Description of the error.
#[derive(Debug, Serialize)]
struct Error {
    message: String,
    /// The errors of a variant file, if they are the cause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Record>,
}

impl Failed {
    fn new(message: String, problems: Vec<Record>) -> Failed {
        Failed { error: Error { message, problems } }
    }
}

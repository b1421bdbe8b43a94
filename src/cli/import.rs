//! `ferz import`.

use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::common::{Failure, Terminal, Verdict};
use super::files::{self, Replace};
use crate::diagnostic::{self, Record};
use crate::fairy;

/// Turn another program's variants into variant files.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    from: From,
}

#[derive(Debug, clap::Subcommand)]
enum From {
    Fairy(Fairy),
}

/// Turn each section of a variants.ini of Fairy-Stockfish into a variant file.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
What is wrong in the file, and what has no counterpart in Ferz, is reported with its line; then the exit code is 1. A
section is written as far as Ferz has its rules. docs/fairy-stockfish.md shows what becomes of each setting.

Examples:
  $ ferz import fairy variants.ini                 # writes NAME.yaml for each section into this folder
  $ ferz import fairy variants.ini --out mine
  $ ferz import fairy variants.ini --dry-run       # only says what it would do")]
struct Fairy {
    /// The configuration file; `-` is standard input
    #[arg(value_name = "FILE.ini")]
    file: String,
    /// The folder for the variant files; it is created if needed
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    out: String,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Write nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON: the files with their texts, and the problems
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    files: Vec<File<'a>>,
    problems: Vec<Record>,
}

#[derive(Serialize)]
struct File<'a> {
    section: &'a str,
    file: String,
    text: &'a str,
}

pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    match &arguments.from {
        From::Fairy(arguments) => fairy(arguments, terminal),
    }
}

fn fairy(arguments: &Fairy, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let name = if arguments.file == "-" { "standard input" } else { &arguments.file };
    let import = fairy::import(name, &read(&arguments.file)?);
    let paths: Vec<_> = import.files.iter().map(|file| Path::new(&arguments.out).join(&file.file)).collect();
    let verdict = match import.problems.iter().any(diagnostic::Diagnostic::is_error) {
        true => Verdict::Problems,
        false => Verdict::Fine,
    };
    if !arguments.dry_run && !import.files.is_empty() {
        let texts = import.files.iter().map(|file| file.text.as_str());
        let files: Vec<_> = paths.iter().cloned().zip(texts).collect();
        // An imported file may have been edited by hand since.
        let replace = if arguments.force { Replace::Any } else { Replace::None };
        files::write_all(Path::new(&arguments.out), &files, replace)?;
    }
    if arguments.json {
        let files = import.files.iter().zip(&paths).map(|(file, path)| File {
            section: &file.section,
            file: path.display().to_string(),
            text: &file.text,
        });
        let problems = import.problems.iter().map(|problem| problem.record(&import.sources)).collect();
        terminal.print_json(&Answer { files: files.collect(), problems })?;
        return Ok(verdict);
    }
    terminal.flush()?;
    terminal.complain(&diagnostic::render_all(&import.problems, &import.sources, terminal.error_style));
    let verb = if arguments.dry_run { "would write" } else { "wrote" };
    let what = match import.files.len() {
        1 => "1 variant file".to_owned(),
        number => format!("{number} variant files"),
    };
    terminal.print(&format!("{verb} {what} to {}\n", arguments.out))?;
    Ok(verdict)
}

fn read(file: &str) -> Result<Vec<u8>, Failure> {
    if file != "-" {
        return files::read(Path::new(file));
    }
    let mut bytes = Vec::new();
    std::io::stdin().take(fairy::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

//! `ferz fmt`.

use std::io::Read as _;
use std::path::Path;

use super::common::{Failure, Terminal, Verdict};
use super::files::{self, Replace};
use super::fix::difference;
use crate::assist;
use crate::variant::VariantSource;

/// The longest text that is read from standard input, in bytes.
const LONGEST: u64 = 16 << 20;

/// Put variant files into their usual form: order of keys, spaces, indentation, quotes.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Comments, names in their order and tables on one line each stay. A file whose form cannot be changed safely is left as it is and
reported.

Examples:
  $ ferz fmt my-variant.yaml
  $ ferz fmt --check variants/*/*.yaml     # exit code 1 if a file would change
  $ ferz fmt --diff my-variant.yaml
  $ ferz fmt - < my-variant.yaml           # to standard output")]
pub(super) struct Arguments {
    #[command(flatten)]
    rewriting: Rewriting,
}

/// Arguments of commands that rewrite variant files in place.
#[derive(Debug, clap::Args)]
pub(super) struct Rewriting {
    /// The files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<String>,
    /// Change nothing, and name the files that would change
    #[arg(long)]
    check: bool,
    /// Change nothing, and show the changes
    #[arg(long, conflicts_with = "check")]
    diff: bool,
}

/// How a command that rewrites files speaks of them.
pub(super) struct Wording {
    /// What is said of a file that would change, behind its name.
    pub(super) would: &'static str,
    /// The command that changes it.
    pub(super) command: &'static str,
    /// The word for what was done.
    pub(super) done: &'static str,
}

impl Rewriting {
    /// Writes the new text of a file where the arguments ask for it. There is a problem if a file only would change.
    pub(super) fn put(
        &self,
        (file, old, new): (&str, &str, &str),
        wording: &Wording,
        terminal: &mut Terminal,
    ) -> Result<Verdict, Failure> {
        let dry = self.check || self.diff;
        if file == "-" && !dry {
            terminal.print(new)?;
            return Ok(Verdict::Fine);
        }
        if new == old {
            return Ok(Verdict::Fine);
        }
        let (path, Wording { would, command, done }) = (Path::new(file), wording);
        if self.diff {
            terminal.print(&difference(path, old, new))?;
        } else if self.check {
            terminal.print(&format!("{file} {would}: `ferz {command} {file}` changes it\n"))?;
        } else {
            files::write(path, new, Replace::Any)?;
            terminal.print(&format!("{done} {file}\n"))?;
        }
        Ok(if dry { Verdict::Problems } else { Verdict::Fine })
    }
}

const WORDING: Wording = Wording { would: "is not in its usual form", command: "fmt", done: "formatted" };

/// Runs the subcommand. A file that cannot be formatted does not keep the others from it.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Fine;
    for file in &arguments.rewriting.files {
        let text = text_of(file)?;
        let new = match assist::format(&text) {
            Ok(new) => new,
            Err(why) => {
                terminal.complain(&format!("error: `{file}` is left as it is: {why}\n"));
                verdict = Verdict::Problems;
                continue;
            }
        };
        if arguments.rewriting.put((file, &text, &new), &WORDING, terminal)? == Verdict::Problems {
            verdict = Verdict::Problems;
        }
    }
    Ok(verdict)
}

/// The text of a file, or of standard input.
pub(super) fn text_of(file: &str) -> Result<String, Failure> {
    if file == "-" {
        let mut text = String::new();
        std::io::stdin().take(LONGEST).read_to_string(&mut text)?;
        return Ok(text);
    }
    if matches!(VariantSource::named(file), VariantSource::BuiltIn(_)) {
        return Err(Failure::Usage(format!("`{file}` is a built-in variant: only files can be changed")));
    }
    files::read_text(Path::new(file))
}

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
    /// The files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Change nothing, and name the files that would change
    #[arg(long)]
    check: bool,
    /// Change nothing, and show the changes
    #[arg(long, conflicts_with = "check")]
    diff: bool,
}

/// Runs the subcommand. A file that cannot be formatted does not keep the others from it.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Fine;
    for file in &arguments.files {
        let text = text_of(file)?;
        let new = match assist::format(&text) {
            Ok(new) => new,
            Err(why) => {
                terminal.complain(&format!("error: `{file}` is left as it is: {why}\n"));
                verdict = Verdict::Problems;
                continue;
            }
        };
        if file == "-" && !arguments.check && !arguments.diff {
            terminal.print(&new)?;
        } else if new != text {
            one(arguments, Path::new(file), &text, &new, terminal)?;
            if arguments.check || arguments.diff {
                verdict = Verdict::Problems;
            }
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

fn one(arguments: &Arguments, path: &Path, old: &str, new: &str, terminal: &mut Terminal) -> Result<(), Failure> {
    let shown = path.display();
    if arguments.diff {
        return terminal.print(&difference(path, old, new));
    }
    if arguments.check {
        return terminal.print(&format!("{shown} is not in its usual form: `ferz fmt {shown}` changes it\n"));
    }
    files::write(path, new, Replace::Any)?;
    terminal.print(&format!("formatted {shown}\n"))
}

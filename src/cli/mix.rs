//! `ferz mix`.

use std::path::Path;

use super::common::{Failure, Terminal, Verdict, check, variant_of};
use super::files::{self, Replace};
use crate::render::text::columns;
use crate::variant::mixture::{self, Part};
use crate::variant::order::Order;
use crate::variant::{DiskLoader, VariantSource, library};

/// Mix a game with rule files or other variants, and say in which order the rules apply.
///
/// Without names it lists the rule files.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz mix                                       # all rule files
  $ ferz mix capablanca atomic crazyhouse          # the order of rules and ends, and the roles
  $ ferz mix capablanca atomic crazyhouse -o mine.yaml
  $ ferz moves capablanca+atomic+crazyhouse        # without a file")]
pub(super) struct Arguments {
    /// The game, then the rule files and variants to lay over it
    #[arg(value_name = "VARIANT")]
    names: Vec<String>,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let word = arguments.names.join("+");
    match &arguments.names[..] {
        [] => return list(terminal),
        [only] => {
            let message =
                format!("`{only}` alone is no mixture\nhelp: name a rule file behind it; `ferz mix` lists them");
            return Err(Failure::Usage(message));
        }
        _ => {}
    }
    let Some(parts) = mixture::parts(&word) else {
        let game = &arguments.names[0];
        let near = library::nearest_name(game).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        let message =
            format!("`{game}` is neither a built-in variant nor a file\nhelp: {near}`ferz list` shows all variants");
        return Err(Failure::Usage(message));
    };
    let title = variant_of(check(&word)?, terminal)?.rules.title;
    let text = match arguments.output.as_deref() {
        Some(file) => Some(mixture::text(&below(parts, file)?)),
        None => None,
    };
    match (arguments.output.as_deref(), text) {
        (Some("-"), Some(text)) => {
            terminal.print(&text)?;
            return Ok(Verdict::Fine);
        }
        (Some(file), Some(text)) => {
            let replace = if arguments.force { Replace::Any } else { Replace::None };
            files::write(Path::new(file), &text, replace)?;
            terminal.print(&format!("{file}: {title}\n"))?;
        }
        _ => terminal.print(&format!("{word}: {title}\n"))?,
    }
    order(&word, terminal)?;
    Ok(Verdict::Fine)
}

/// Prints the decisions of a mixture. Other variants have none.
pub(super) fn order(word: &str, terminal: &mut Terminal) -> Result<(), Failure> {
    let source = VariantSource::named(word);
    let order = if matches!(source, VariantSource::BuiltIn(_)) { None } else { Order::of(&source, &DiskLoader) };
    for line in order.iter().flat_map(Order::lines) {
        terminal.print(&format!("{line}\n"))?;
    }
    Ok(())
}

/// The rule files with their descriptions.
fn list(terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let row = |file: &library::BuiltIn| [file.name.to_owned(), file.description().to_owned()];
    terminal.print(&columns(&library::rule_files().iter().map(row).collect::<Vec<_>>(), 0))?;
    Ok(Verdict::Fine)
}

/// The parts with paths relative to the folder of the new file.
fn below(parts: Vec<Part>, file: &str) -> Result<Vec<Part>, Failure> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let moved = |part: Part| match part.is_file {
        false => Ok(part),
        true => match Path::new(&part.name).strip_prefix(folder) {
            Ok(path) => Ok(Part { name: path.display().to_string(), ..part }),
            Err(_) => {
                let message = format!(
                    "{file}: a file can only extend files in its own folder or below, and {} is not",
                    part.name
                );
                Err(Failure::Usage(message))
            }
        },
    };
    parts.into_iter().map(moved).collect()
}

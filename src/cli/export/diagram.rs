//! `ferz export diagram`.

use std::path::{Path, PathBuf};

use super::super::common::{Failure, Terminal, Verdict, diagnostics, load, variant_file};
use super::super::files::{self, Replace};
use super::super::mark::{Comment, Mark};
use crate::diagnostic;
use crate::diagram::{self, Diagram, Look};

/// Write a page with an Interactive Diagram, which the script of chessvariants.com plays.
///
/// A rule that a diagram cannot express is reported with its place in the variant's file and listed on the page; then the
/// exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
docs/diagrams.md shows what becomes of each rule.

Examples:
  $ ferz export diagram grand > grand.html
  $ ferz export diagram my-variant.yaml -o my-variant.html --pictures")]
pub(super) struct Arguments {
    /// The variant: a built-in name or a path to a YAML file
    variant: String,
    /// Write to FILE
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Write pictures of the pieces into a folder beside FILE, instead of naming those of the site
    #[arg(long, requires = "output")]
    pictures: bool,
    /// The address of the script, if it is not the one of the site
    #[arg(long, value_name = "URL")]
    script: Option<String>,
    /// Overwrite files that this command has not written
    #[arg(long)]
    force: bool,
}

const MARK: Mark = Mark { command: "export diagram", comment: Comment::Markup };

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let output = arguments.output.as_deref().map(Path::new);
    let stem = output.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let folder = stem.filter(|_| arguments.pictures).map(|stem| format!("{stem}-pieces"));
    let loaded = load(&arguments.variant)?;
    let look = Look { folder: folder.clone(), script: arguments.script.clone() };
    let diagram = match diagram::export(&loaded, &look) {
        Ok(diagram) => diagram,
        Err(problems) => return Err(diagnostics(problems, &loaded.sources, terminal)),
    };
    match output {
        None => terminal.print(&diagram.html)?,
        Some(output) => {
            files::spare_inputs(output, variant_file(&arguments.variant).as_deref())?;
            files::write_marked(output, &diagram.html, MARK, arguments.force)?;
            if let Some(folder) = folder {
                write_pictures(&output.with_file_name(folder), &diagram, arguments.force)?;
            }
        }
    }
    terminal.flush()?;
    terminal.complain(&diagnostic::render_all(&diagram.unsaid, &loaded.sources, terminal.error_style));
    Ok(if diagram.unsaid.is_empty() { Verdict::Fine } else { Verdict::Problems })
}

fn write_pictures(folder: &Path, diagram: &Diagram, force: bool) -> Result<(), Failure> {
    let stamped: Vec<(PathBuf, String)> =
        diagram.pictures.iter().map(|(name, text)| (folder.join(name), MARK.stamped(text))).collect();
    let files: Vec<(PathBuf, &str)> = stamped.iter().map(|(path, text)| (path.clone(), text.as_str())).collect();
    files::write_all(folder, &files, Replace::own(force, MARK))
}

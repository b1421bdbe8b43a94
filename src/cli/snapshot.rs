//! `ferz snapshot`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};

use super::bounds::{self, patient};
use super::common::{Failure, Terminal, Verdict, load, variant_of};
use super::files::{self, Replace};
use super::review::{self, Answer, Prompt};
use crate::compile::Variant;
use crate::diagnostic::Style;
use crate::render::paint;
use crate::testing::{self, Place};

/// Write snapshots of variants, or compare them with earlier ones.
///
/// Each variant gets one text: its rules in words, and the board, the moves by piece and perft to depth 3 for the
/// start, for the positions of its tests and for those given with --fen. New snapshots are written. A changed one is
/// shown, and kept until --accept replaces it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
The snapshot of `my-variant.yaml` is `snapshots/my-variant.snap`. Positions once asked for stay in it.

Examples:
  $ ferz snapshot my-variant.yaml
  $ ferz snapshot my-variant.yaml --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
  $ ferz snapshot --check *.yaml
  $ ferz snapshot --review *.yaml                   # one change after the other, with boards
  $ ferz snapshot --accept my-variant.yaml")]
pub(super) struct Arguments {
    /// The files, or names of built-in variants
    #[arg(value_name = "VARIANT", required = true)]
    variants: Vec<String>,
    /// The folder of the snapshots
    #[arg(long, value_name = "DIR", default_value = "snapshots")]
    dir: PathBuf,
    /// Add a position to the snapshot (of a single variant)
    #[arg(long, value_name = "FEN")]
    fen: Vec<String>,
    /// Write nothing, and fail if a snapshot differs or is missing
    #[arg(long, conflicts_with_all = ["accept", "review", "reject"])]
    check: bool,
    /// Show each change as two boards with the moves that vanished and appeared, and ask whether to accept it
    #[arg(long)]
    review: bool,
    /// Replace snapshots that differ; with --review, without asking
    #[arg(long)]
    accept: bool,
    /// With --review: keep snapshots that differ, without asking
    #[arg(long, requires = "review", conflicts_with = "accept")]
    reject: bool,
}

impl Arguments {
    /// The prompt of a review, if one is wanted.
    fn prompt(&self) -> Option<Prompt> {
        let always = match (self.accept, self.reject) {
            (true, _) => Some(Answer::Accept),
            (_, true) => Some(Answer::Reject),
            _ => None,
        };
        self.review.then(|| Prompt::new(always))
    }
}

/// The time limit for one snapshot, in seconds.
const SECONDS: u64 = 60;

/// Result for one variant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Same,
    Written,
    Rejected,
    Differs,
    Missing,
    Faulty,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let (targets, mut prompt) = (targets(arguments)?, arguments.prompt());
    let mut outcomes = Vec::new();
    for (path, variant) in &targets {
        match one(arguments, (variant, path), prompt.as_mut(), terminal) {
            Ok(outcome) => outcomes.push(outcome),
            // If a file has errors, the other files are still compared.
            Err(Failure::Diagnostics(text, _)) => {
                terminal.complain(&text);
                outcomes.push(Outcome::Faulty);
            }
            Err(failure) => return Err(failure),
        }
    }
    let count = |wanted: Outcome| outcomes.iter().filter(|outcome| **outcome == wanted).count();
    let (same, written) = (count(Outcome::Same), count(Outcome::Written));
    let (differ, missing) = (count(Outcome::Differs), count(Outcome::Missing));
    let rejected = count(Outcome::Rejected);
    let faulty = count(Outcome::Faulty);
    let parts = [
        (same, "as before"),
        (written, "written"),
        (rejected, "rejected"),
        (differ, "different"),
        (missing, "missing"),
        (faulty, "with errors"),
    ];
    let parts = parts.iter().filter(|(number, _)| *number > 0).map(|(number, word)| format!("{number} {word}"));
    terminal.print(&format!("snapshots: {}\n", parts.collect::<Vec<_>>().join(", ")))?;
    if differ + missing + rejected + faulty == 0 {
        return Ok(Verdict::Fine);
    }
    if differ + missing > 0 && !arguments.review {
        terminal.print("if the change is intended: ferz snapshot --accept\n")?;
    }
    Ok(Verdict::Problems)
}

/// The variants by the file of their snapshot. Two variants in one file would overwrite each other.
fn targets(arguments: &Arguments) -> Result<BTreeMap<PathBuf, &str>, Failure> {
    let mut targets = BTreeMap::new();
    for variant in &arguments.variants {
        if let Some(other) = targets.insert(path_of(variant, &arguments.dir), variant.as_str()) {
            let message = format!("`{other}` and `{variant}` would have the same snapshot: use --dir");
            return Err(Failure::Usage(message));
        }
    }
    if !arguments.fen.is_empty() && targets.len() > 1 {
        return Err(Failure::Usage("--fen goes with a single variant".to_owned()));
    }
    Ok(targets)
}

/// The file of a variant's snapshot in a folder.
pub(super) fn path_of(variant: &str, folder: &Path) -> PathBuf {
    let mut name = Path::new(variant).file_stem().map_or_else(|| variant.into(), ToOwned::to_owned);
    name.push(".snap");
    folder.join(name)
}

/// The snapshot of a variant, as it was and as it is now.
pub(super) struct Compared {
    /// The text in the file; `None` if there is no file.
    pub before: Option<String>,
    /// The text that the variant has now.
    pub now: String,
}

/// Compares a variant with its snapshot. Positions once asked for stay in it; `fens` are added.
pub(super) fn compare(variant: &Variant, path: &Path, fens: &[String]) -> Result<Compared, Failure> {
    let before = match path.exists() {
        true => Some(files::read_text(path)?.replace("\r\n", "\n")),
        false => None,
    };
    let mut places = testing::places(variant);
    let asked = before.iter().flat_map(|text| Place::asked_in(text));
    for place in asked.chain(fens.iter().map(Place::asked)) {
        if !places.iter().any(|other| other.fen == place.fen && other.play.is_empty()) {
            places.push(place);
        }
    }
    for fen in fens {
        crate::fen::read(fen, &variant.rules).map_err(|error| Failure::Input(format!("--fen: {error}")))?;
    }
    // Fails now if the game is too large for one answer. The counts below have more time.
    drop(bounds::compiled(variant.rules.clone())?);
    let now = patient(SECONDS, || Ok(testing::snapshot(variant, &places)))?;
    Ok(Compared { before, now })
}

fn one(
    arguments: &Arguments,
    (name, path): (&str, &Path),
    prompt: Option<&mut Prompt>,
    terminal: &mut Terminal,
) -> Result<Outcome, Failure> {
    let variant = variant_of(load(name)?, terminal)?;
    let Compared { before, now } = compare(&variant, path, &arguments.fen)?;
    if before.as_deref() == Some(&now) {
        return Ok(Outcome::Same);
    }
    if let Some(prompt) = prompt {
        return reviewed(path, (before.as_deref(), &now), prompt, terminal);
    }
    if let Some(before) = &before {
        terminal.print(&diff(path, before, &now, terminal.style))?;
    }
    match (before, arguments.check) {
        (None, true) => {
            terminal.print(&format!("{}: missing\n", path.display()))?;
            Ok(Outcome::Missing)
        }
        (Some(_), _) if !arguments.accept => Ok(Outcome::Differs),
        _ => write(path, &now, terminal),
    }
}

fn write(path: &Path, now: &str, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    files::write_all(folder, &[(path.to_owned(), now)], Replace::Like(is_snapshot))?;
    terminal.print(&format!("{}: written\n", path.display()))?;
    Ok(Outcome::Written)
}

/// Shows what changed in a snapshot, and asks what to do about it.
fn reviewed(
    path: &Path,
    (before, now): (Option<&str>, &str),
    prompt: &mut Prompt,
    terminal: &mut Terminal,
) -> Result<Outcome, Failure> {
    let note = if before.is_none() { " (new)" } else { "" };
    let title = paint(terminal.style, "1;36", &format!("{}{note}", path.display()));
    terminal.print(&format!("{title}\n\n{}", review::shown(before.unwrap_or_default(), now, terminal.style)))?;
    match (prompt.ask(terminal)?, before) {
        (Answer::Accept, _) => write(path, now, terminal),
        (Answer::Reject, _) => Ok(Outcome::Rejected),
        (Answer::Skip, Some(_)) => Ok(Outcome::Differs),
        (Answer::Skip, None) => Ok(Outcome::Missing),
    }
}

/// Returns `true` if a text is a snapshot that this command has written.
fn is_snapshot(text: &str) -> bool {
    text.contains("\n== rules ==\n")
}

/// A unified diff.
fn diff(path: &Path, before: &str, now: &str, style: Style) -> String {
    let diff = TextDiff::from_lines(before, now);
    let name = path.display();
    let mut out = format!("--- {name}\n+++ {name} (now)\n");
    for hunk in diff.unified_diff().context_radius(2).iter_hunks() {
        out += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            let (sign, code) = match change.tag() {
                ChangeTag::Delete => ('-', "31"),
                ChangeTag::Insert => ('+', "32"),
                ChangeTag::Equal => (' ', ""),
            };
            let line = format!("{sign}{}", change.value().trim_end_matches('\n'));
            out += &match style {
                Style::Coloured if !code.is_empty() => format!("\u{1b}[{code}m{line}\u{1b}[0m\n"),
                _ => format!("{line}\n"),
            };
        }
    }
    out
}

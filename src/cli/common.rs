//! Shared code of the subcommands: opening variants and positions, and printing.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::bounds::bounded;
pub(super) use super::failure::Failure;
use super::files;
use super::mark::{Comment, Mark};
use crate::compile::{self, LoadError, Loaded, Variant, shuffle};
use crate::diagnostic::{self, Diagnostic, Style};
use crate::fen;
use crate::game::{Compiled, Game};
use crate::load::missing_royal;
use crate::notation;
use crate::rules::{CastlingNotation, Rules, Setup};
use crate::source::SourceMap;
use crate::variant::{DiskLoader, VariantSource, library};
use crate::work;

/// The result of a subcommand that did its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Exit code 0.
    Fine,
    /// Exit code 1.
    Problems,
}

/// Standard output and standard error, with their styles.
pub(super) struct Terminal {
    out: io::BufWriter<anstream::AutoStream<io::Stdout>>,
    /// The style of standard output: with or without colours.
    pub style: Style,
    /// The style of standard error.
    pub error_style: Style,
}

impl Terminal {
    /// Standard output and standard error.
    pub(super) fn new() -> Terminal {
        let coloured = |choice| match choice {
            anstream::ColorChoice::Never => Style::Plain,
            _ => Style::Coloured,
        };
        Terminal {
            out: io::BufWriter::new(anstream::AutoStream::auto(io::stdout())),
            style: coloured(anstream::AutoStream::choice(&io::stdout())),
            error_style: coloured(anstream::AutoStream::choice(&io::stderr())),
        }
    }

    /// Prints a text. If the pipe of standard output is closed, the command goes on without printing, because its
    /// exit code still matters.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Failure> {
        // If a limit stopped the work, the answer is incomplete and is not printed.
        if work::is_stopped() {
            return Ok(());
        }
        unless_closed(self.out.write_all(text.as_bytes()))
    }

    /// Prints a text that ends with a line break, and adds one if it has none.
    pub(super) fn print_line(&mut self, text: &str) -> Result<(), Failure> {
        self.print(text)?;
        if text.ends_with('\n') { Ok(()) } else { self.print("\n") }
    }

    /// Prints a value as indented JSON.
    pub(super) fn print_json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(|error| Failure::Io(error.into()))?;
        self.print(&text)?;
        self.print("\n")
    }

    /// Prints a text on standard error.
    pub(super) fn complain(&mut self, text: &str) {
        // If even this fails, there is no way left to report it.
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    /// Flushes standard output.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        unless_closed(self.out.flush())
    }
}

fn unless_closed(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Io(error)),
        _ => Ok(()),
    }
}

/// The destination of a picture.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Drawing {
    /// Draw an SVG picture: to FILE, or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "json")]
    svg: Option<String>,
    /// Draw an SVG picture to FILE
    #[arg(short, value_name = "FILE", conflicts_with_all = ["json", "svg"])]
    output: Option<String>,
    /// Overwrite a file even if it is not such a picture
    #[arg(long)]
    force: bool,
}

impl Drawing {
    /// Returns `true` if a picture is wanted.
    pub(super) fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.output.is_some()
    }

    /// Writes the picture to its destination. `input` is the variant file, which must not be overwritten.
    pub(super) fn send(&self, picture: &str, input: Option<&Path>, terminal: &mut Terminal) -> Result<(), Failure> {
        const MARK: Mark = Mark { command: "show", comment: Comment::Markup };
        match self.output.as_deref().or(self.svg.as_deref()) {
            None | Some("-") => terminal.print(picture),
            Some(_) if work::is_stopped() => Ok(()),
            Some(file) => {
                files::spare_inputs(Path::new(file), input)?;
                files::write_marked(Path::new(file), picture, MARK, self.force)
            }
        }
    }
}

/// The files that a graphical program names. It may pass an empty word if it names none.
///
/// # Errors
/// At the first file that cannot be opened. Without the file, the engine would play another game than the user
/// wants.
pub(super) fn named_files(words: &[OsString]) -> Result<Vec<PathBuf>, Failure> {
    let paths = words.iter().filter(|word| !word.is_empty()).map(PathBuf::from);
    let opened = |path: PathBuf| match std::fs::File::open(&path) {
        Ok(_) => Ok(path),
        Err(error) => Err(Failure::Usage(format!("cannot read `{}`: {error}", path.display()))),
    };
    paths.map(opened).collect()
}

/// The side named by a word on the command line.
pub(super) fn side(word: &str) -> Result<crate::board::Side, String> {
    let known = crate::board::Side::ALL.into_iter().find(|side| side.name() == word);
    known.ok_or_else(|| "there are `white` and `black`".to_owned())
}

/// Returns `true` if standard error is a terminal.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// The file of a variant; `None` for a built-in name.
pub(super) fn variant_file(name: &str) -> Option<PathBuf> {
    match VariantSource::named(name) {
        VariantSource::File(path) => Some(path),
        _ => None,
    }
}

/// A variant with all its problems.
///
/// # Errors
/// When it cannot be read at all.
pub(super) fn load(name: &str) -> Result<Loaded, Failure> {
    let load = || compile::load(&VariantSource::named(name), &DiskLoader);
    bounded(|| load().map_err(|error| Failure::Usage(unreadable(&error))))
}

/// The game that a variant extends; `None` if there is none that can be played.
pub(super) fn parent(name: &str, loaded: &Loaded) -> Option<Compiled> {
    let source = crate::variant::parent(&VariantSource::named(name), loaded.tree.as_ref()?)?;
    let parent = compile::load(&source, &DiskLoader).ok()?.variant?;
    Some(Compiled::new(parent.rules))
}

/// A variant with all its problems, even if only the oracle can play it.
///
/// # Errors
/// When it cannot be read at all.
pub(super) fn load_told(name: &str) -> Result<Loaded, Failure> {
    let load = || compile::load_for_oracle(&VariantSource::named(name), &DiskLoader);
    bounded(|| load().map_err(|error| Failure::Usage(unreadable(&error))))
}

/// A variant with all its problems. Its first moves are checked, too.
///
/// # Errors
/// When it cannot be read at all.
pub(super) fn check(name: &str) -> Result<Loaded, Failure> {
    let check = || crate::load::check(&VariantSource::named(name), &DiskLoader);
    bounded(|| check().map_err(|error| Failure::Usage(unreadable(&error))))
}

/// The message for a word that is neither a built-in variant nor a file. The user may have meant either.
fn unreadable(error: &LoadError) -> String {
    let rule = error.name.strip_prefix("rules/").unwrap_or(&error.name);
    if library::rule_files().iter().any(|file| file.name == rule) {
        let help = format!("help: mix it with a game, as in `chess+{rule}`");
        return format!("`{}` is a rule file, which is not a game of its own\n{help}", error.name);
    }
    let missing = error.error.kind() == io::ErrorKind::NotFound && !error.name.contains(['/', '\\', '.']);
    if !missing {
        return error.to_string();
    }
    let near = error.suggestion.iter().map(|near| format!("did you mean `{near}`? ")).collect::<String>();
    format!("`{}` is neither a built-in variant nor a file\nhelp: {near}`ferz list` shows all variants", error.name)
}

/// The rules of a variant. Warnings are not printed here.
pub(super) fn rules(name: &str, terminal: &Terminal) -> Result<Rules, Failure> {
    variant_of(load(name)?, terminal).map(|variant| variant.rules)
}

/// The variant, unless it has errors.
pub(super) fn variant_of(loaded: Loaded, terminal: &Terminal) -> Result<Variant, Failure> {
    loaded.variant.ok_or_else(|| diagnostics(loaded.problems, &loaded.sources, terminal))
}

/// The failure for the errors among problems.
pub(super) fn diagnostics(problems: Vec<Diagnostic>, sources: &SourceMap, terminal: &Terminal) -> Failure {
    let errors: Vec<Diagnostic> = problems.into_iter().filter(Diagnostic::is_error).collect();
    let records = errors.iter().map(|problem| problem.record(sources)).collect();
    Failure::Diagnostics(diagnostic::render_all(&errors, sources, terminal.error_style), records)
}

/// A variant and a position of it.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Position {
    /// The variant: a built-in name or a path to a YAML file
    pub variant: String,
    /// The position, instead of the variant's own setup
    #[arg(long, value_name = "FEN", conflicts_with = "start")]
    pub fen: Option<String>,
    /// The shuffled start position with this number
    #[arg(long, value_name = "N")]
    pub start: Option<u64>,
    /// Castling letters of the FEN are files, and castling is written king takes rook
    #[arg(long)]
    pub chess960: bool,
    /// Moves to play first, in UCI notation or SAN, separated by commas or blanks
    #[arg(long, value_name = "MOVES")]
    pub play: Vec<String>,
}

impl Position {
    /// The rules of the variant.
    pub(super) fn rules(&self, terminal: &Terminal) -> Result<Rules, Failure> {
        let mut rules = rules(&self.variant, terminal)?;
        if self.chess960 {
            rules.castling_notation = CastlingNotation::KingTakesPartner;
        }
        Ok(rules)
    }

    /// The setup that the position starts from.
    pub(super) fn setup(&self, rules: &Rules) -> Result<Setup, Failure> {
        match (&self.fen, self.start) {
            (Some(fen), _) => {
                fen::read_with(fen, rules, self.chess960).map_err(|error| Failure::Input(point_into(fen, &error)))
            }
            (None, Some(number)) => shuffle::start(rules, number).ok_or_else(|| no_start(rules, number)),
            (None, None) => Ok(rules.setup.clone()),
        }
    }

    /// The rules, and the setup that the position starts from.
    pub(super) fn parts(&self, terminal: &Terminal) -> Result<(Rules, Setup), Failure> {
        let rules = self.rules(terminal)?;
        let setup = self.setup(&rules)?;
        Ok((rules, setup))
    }

    /// The texts of the moves to play, split at commas and blanks. A move with a wall is split, too, and is joined
    /// later.
    pub(super) fn moves(&self) -> Vec<&str> {
        let parts = self.play.iter().flat_map(|moves| moves.split(|c: char| c == ',' || c.is_whitespace()));
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// The game after the moves have been played.
    pub(super) fn game(&self, terminal: &Terminal) -> Result<Game, Failure> {
        self.game_from(terminal, |compiled, setup| {
            let missing = self.fen.as_ref().and_then(|_| missing_royal(compiled.rules(), setup));
            missing.map_or(Ok(()), |message| Err(Failure::Input(message)))?;
            compiled.game(setup).map_err(|error| Failure::Input(error.to_string()))
        })
    }

    /// The same, even if the side that is not to move is in check, because a picture may show such a position.
    pub(super) fn diagram(&self, terminal: &Terminal) -> Result<Game, Failure> {
        self.game_from(terminal, |compiled, setup| {
            compiled.game_unchecked(setup).map_err(|error| Failure::Input(error.to_string()))
        })
    }

    fn game_from(
        &self,
        terminal: &Terminal,
        begin: impl Fn(&Compiled, &Setup) -> Result<Game, Failure>,
    ) -> Result<Game, Failure> {
        let rules = self.rules(terminal)?;
        let setup = self.setup(&rules)?;
        bounded(|| {
            let mut game = begin(&Compiled::new(rules), &setup)?;
            notation::play_line(&mut game, &self.play.join(" ")).map_err(|error| Failure::Input(error.to_string()))?;
            Ok(game)
        })
    }
}

/// The message of a FEN error with the FEN and a caret below the fault.
fn point_into(fen: &str, error: &fen::ParseFenError) -> String {
    let help = error.help.iter().map(|help| format!("\nhelp: {help}")).collect::<String>();
    let caret = " ".repeat(fen[..error.span.start].chars().count());
    format!("{}\n  {fen}\n  {caret}^{help}", error.message)
}

fn no_start(rules: &Rules, number: u64) -> Failure {
    let last = shuffle::count(rules) - 1;
    Failure::Usage(format!("--start: there is no start position {number}, only 0 to {last}"))
}

//! `ferz rules`: compares a rules page, which describes a game for people, with a variant, and writes such pages.

mod draft;
pub(super) mod screen;

use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::bounds::{self, bounded_page};
use super::common::{Failure, Terminal, Verdict, is_watched, load, parent, rules, variant_file, variant_of};
use super::files::{self, Replace};
use super::mark::{Comment, Mark};
use super::report::{self, Case, Format};
use crate::game::Compiled;
use crate::pages::render::Page;
use crate::pages::{self, Language, Options, Report, SideFile, endgame};
use crate::work;

/// Compare rules pages with a variant, or write one.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckArguments),
    Draft(draft::Arguments),
    Render(RenderArguments),
}

/// Show which sentences, tables and diagrams of rules pages are right, wrong or incomplete.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Pages are HTML, pug, Markdown or plain text. VARIANT and PAGE may change places.
Exit codes: 0 nothing is contradicted, 1 something is (with --strict: or incomplete, silent, or in doubt), 2 wrong usage or an
I/O error.

Examples:
  $ ferz rules check grand grand.html
  $ ferz rules check grand grand.html --html report.html
  $ ferz rules check my-variant.yaml rules.md --strict --json
  $ ferz rules check --language german chess regeln.md")]
struct CheckArguments {
    /// The variant: a built-in name or a path to a YAML file
    variant: String,
    /// The pages
    #[arg(value_name = "PAGE", required = true)]
    pages: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    output_format: Format,
    /// Treat incomplete claims, and rules that the page never mentions, as failures too
    #[arg(long)]
    strict: bool,
    /// Leave out confirmed claims
    #[arg(long, short)]
    quiet: bool,
    /// Show every claim, in the order of the page
    #[arg(long, conflicts_with_all = ["json", "output_format"])]
    all: bool,
    /// Write the page with its findings in the margin, for a browser
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Overwrite a file that this command has not written
    #[arg(long, requires = "html")]
    force: bool,
    /// A YAML file beside the page: `accept:` with ids of claims, `checks:` for lines that cannot be read
    #[arg(long, value_name = "FILE")]
    accept: Option<String>,
    /// Time limit for solving an endgame that the page mentions
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    solve: u64,
    /// The language of the pages: english or german (sentences on movement and the setup)
    #[arg(long, value_name = "LANGUAGE", default_value = "english", value_parser = language, conflicts_with = "html")]
    language: Language,
}

/// The language that an option names.
fn language(name: &str) -> Result<Language, String> {
    let names = Language::ALL.map(Language::name);
    Language::named(name).ok_or_else(|| format!("the languages are {}", names.join(" and ")))
}

/// Write a rules page: setup, pieces, moves, promotion, castling, ends.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
With --into, the blocks of an author's own page are written anew: what stands between
<!-- generated:pieces --> and <!-- /generated -->. There are setup, pieces, moves, promotion, castling, rules, perft and
facts.

Examples:
  $ ferz rules render grand -o grand.html
  $ ferz rules render grand --format markdown
  $ ferz rules render grand --format markdown --language german
  $ ferz rules render grand --into my-page.html --check")]
struct RenderArguments {
    /// The variant: a built-in name or a path to a YAML file
    variant: String,
    /// The format of the page
    #[arg(long, value_enum, default_value_t = PageFormat::Html, conflicts_with = "into")]
    format: PageFormat,
    /// Write the page to FILE instead of standard output
    #[arg(long, short, value_name = "FILE", conflicts_with = "into")]
    output: Option<String>,
    /// Replace the blocks of this page
    #[arg(long, value_name = "PAGE")]
    into: Option<String>,
    /// With --into or -o: change nothing, and fail if the page is out of date
    #[arg(long)]
    check: bool,
    /// Overwrite a file that this command has not written
    #[arg(long)]
    force: bool,
    /// The language of the page: english or german (the board, the setup, and how pieces move)
    #[arg(long, value_name = "LANGUAGE", default_value = "english", value_parser = language, conflicts_with = "into")]
    language: Language,
}

const PAGE: Mark = Mark { command: "rules render", comment: Comment::Markup };
const REPORT: Mark = Mark { command: "rules check", comment: Comment::Markup };

/// How a page is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PageFormat {
    /// HTML in one file
    Html,
    /// Markdown
    Markdown,
}

fn render(arguments: &RenderArguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let read = |path: &str| files::read_text(Path::new(path));
    let marked = |text: String| if arguments.output.is_some() { PAGE.stamped(&text) } else { text };
    let mut left_out = Vec::new();
    let (target, text) = bounded_page(|| {
        let loaded = load(&arguments.variant)?;
        let parent = parent(&arguments.variant, &loaded);
        let variant = variant_of(loaded, terminal)?;
        let compiled = Compiled::new(variant.rules);
        if arguments.language != Language::English {
            let page = pages::render::in_language(&compiled, arguments.language, &mut |_| 0);
            let text = match arguments.format {
                PageFormat::Html => page.html(),
                PageFormat::Markdown => page.markdown(),
            };
            left_out = page.left_out;
            return Ok((arguments.output.as_ref(), marked(text)));
        }
        let page = Page::new(&compiled).described(variant.description.as_deref()).beside(parent.as_ref());
        if work::is_stopped() {
            // The tables are incomplete. `bounded_page` reports the exceeded limit.
            return Err(Failure::Input(String::new()));
        }
        match (&arguments.into, arguments.format) {
            (Some(page), _) => {
                let text = pages::render::into_page(&read(page)?, &compiled);
                Ok((Some(page), text.map_err(|error| Failure::Input(format!("{page}: {error}")))?))
            }
            (None, PageFormat::Html) => Ok((arguments.output.as_ref(), marked(page.html()))),
            (None, PageFormat::Markdown) => Ok((arguments.output.as_ref(), marked(page.markdown()))),
        }
    })?;
    if !left_out.is_empty() {
        let language = crate::english::capitalised(arguments.language.name());
        terminal.complain(&format!(
            "note: left out, as there are no words for it in {language}: {}\n",
            left_out.join("; ")
        ));
    }
    match target {
        None if arguments.check => Err(Failure::Usage("--check needs --into PAGE or -o FILE".to_owned())),
        None => terminal.print(&text).map(|()| Verdict::Fine),
        Some(path) if arguments.check => {
            let stale = read(path)? != text;
            let word = if stale { "out of date: run the command without --check" } else { "up to date" };
            terminal.print(&format!("{path}: {word}\n"))?;
            Ok(if stale { Verdict::Problems } else { Verdict::Fine })
        }
        Some(path) => {
            // With --into, the page is the author's own, and only its blocks are replaced.
            let replace = Replace::own(arguments.force || arguments.into.is_some(), PAGE);
            files::spare_inputs(Path::new(path), variant_file(&arguments.variant).as_deref())?;
            files::write(Path::new(path), &text, replace)?;
            terminal.print(&format!("{path}: written\n"))?;
            Ok(Verdict::Fine)
        }
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    match &arguments.command {
        Command::Check(arguments) => check(arguments, terminal),
        Command::Draft(arguments) => draft::run(arguments, terminal),
        Command::Render(arguments) => render(arguments, terminal),
    }
}

fn check(arguments: &CheckArguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let (variant, pages) = in_order(arguments);
    if arguments.html.is_some() && pages.len() > 1 {
        return Err(Failure::Usage("--html takes one page".to_owned()));
    }
    if let Some(output) = &arguments.html {
        let inputs = pages.iter().chain(&arguments.accept).map(PathBuf::from).chain(variant_file(&variant));
        inputs.into_iter().try_for_each(|input| files::spare_inputs(Path::new(output), [input.as_path()]))?;
    }
    let compiled = bounds::compiled(rules(&variant, terminal)?)?;
    let side_file = side_file(arguments.accept.as_deref())?;
    let watch = Watch::new(arguments.solve);
    let mut reports = Vec::new();
    for page in &pages {
        let (bytes, report) = compared(page, (&variant, &compiled), (side_file.clone(), arguments.language), &watch)?;
        if let Some(path) = &arguments.html {
            let marked = pages::render::annotated(&report, &bytes, &compiled);
            let marked = marked.map_err(|error| Failure::Input(format!("{page}: {error}")))?;
            files::write_marked(Path::new(path), &marked, REPORT, arguments.force)?;
        }
        reports.push(report);
    }
    let fails = reports.iter().any(|report| report.fails(arguments.strict));
    let format = if arguments.json { Format::Json } else { arguments.output_format };
    let cases = reports.iter().map(|report| Case::of_page(&variant, report, arguments.strict)).collect::<Vec<_>>();
    match (format, reports.as_slice()) {
        _ if report::print(format, &cases, terminal)? => {}
        (Format::Json, [report]) => terminal.print_json(report)?,
        (Format::Json, several) => terminal.print_json(&several)?,
        (_, several) => {
            let show = if arguments.all { screen::all } else { screen::graded };
            several.iter().try_for_each(|report| terminal.print(&show(report, arguments.quiet)))?;
        }
    }
    Ok(if fails { Verdict::Problems } else { Verdict::Fine })
}

/// Compares a page with a variant, given by its name and its tables. Returns the bytes of the page, too.
pub(super) fn compared(
    page: &str,
    (variant, compiled): (&str, &Compiled),
    (side_file, language): (SideFile, Language),
    watch: &Watch,
) -> Result<(Vec<u8>, Report), Failure> {
    let bytes = files::read(Path::new(page))?;
    let report = pages::check(page, &bytes, compiled, &Options { watch, side_file, language });
    watch.bar.finish_and_clear();
    let mut report = report.map_err(|error| Failure::Input(format!("{page}: {error}")))?;
    variant.clone_into(&mut report.variant);
    Ok((bytes, report))
}

/// The variant and the pages. `ferz rules check PAGE VARIANT` is accepted too, if only that order makes sense.
fn in_order(arguments: &CheckArguments) -> (String, Vec<String>) {
    let is_page = |name: &str| {
        [".html", ".htm", ".pug", ".md", ".txt"].iter().any(|ending| name.to_lowercase().ends_with(ending))
    };
    if let ([last], true) = (arguments.pages.as_slice(), is_page(&arguments.variant))
        && !is_page(last)
    {
        return (last.clone(), vec![arguments.variant.clone()]);
    }
    (arguments.variant.clone(), arguments.pages.clone())
}

/// The author's file beside a page.
pub(super) fn side_file(path: Option<&str>) -> Result<SideFile, Failure> {
    let Some(path) = path else { return Ok(SideFile::default()) };
    let text = files::read_text(Path::new(path))?;
    SideFile::parse(&text).map_err(|error| Failure::Input(format!("{path}: {error}")))
}

/// Shows the progress of solving an endgame on a terminal.
pub(super) struct Watch {
    limit: Duration,
    bar: ProgressBar,
}

impl Watch {
    /// A watch with a time limit in seconds for each endgame.
    pub(super) fn new(seconds: u64) -> Watch {
        Watch { limit: Duration::from_secs(seconds), bar: bar() }
    }
}

fn bar() -> ProgressBar {
    if !is_watched() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(1_000);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent}%") {
        bar.set_style(style);
    }
    bar
}

impl endgame::Watch for Watch {
    fn progress(&self, what: &str, done: f64) {
        self.bar.set_message(format!("solving {what}"));
        self.bar.set_position((done * 1_000.0) as u64);
    }

    fn limit(&self) -> Duration {
        self.limit
    }
}

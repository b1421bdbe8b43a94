//! The command line of `ferz verify`.

use std::path::PathBuf;

use crate::cli::report::Format;

/// Check, test and compare all variants of a folder: files, tests, snapshots and rules pages.
///
/// The variant files in the folder and below are checked and their tests are run. They are compared with their
/// snapshots, if there is a folder of snapshots, and with the rules pages that they name in `rules_pages`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
A rules page stands beside the variant file, or below its folder. If there is a file `NAME.accept.yaml` beside a page
`NAME.html`, it has the claims that the author accepts (see `ferz rules check --accept`).
Exit codes: 0 everything is right (there may be warnings), 1 something is wrong, 2 wrong usage or an I/O error.

Examples:
  $ ferz verify
  $ ferz verify variants --output-format github          # annotations in a GitHub workflow
  $ ferz verify --output-format junit > results.xml      # for dashboards of test results
  $ ferz verify --output-format sarif > ferz.sarif       # for code scanning")]
pub(in crate::cli) struct Arguments {
    /// The folder
    #[arg(value_name = "DIR", default_value = ".")]
    pub(super) folder: PathBuf,
    /// Print JSON
    #[arg(long, conflicts_with = "output_format")]
    pub(super) json: bool,
    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) output_format: Format,
    /// The folder of the snapshots (by default `snapshots` in DIR)
    #[arg(long, value_name = "DIR")]
    pub(super) snapshots: Option<PathBuf>,
    /// Treat incomplete claims of pages, and rules that a page never mentions, as failures too
    #[arg(long)]
    pub(super) strict: bool,
    /// The time limit for one test, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) seconds: u64,
    /// Time limit for solving an endgame that a page mentions
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(super) solve: u64,
}

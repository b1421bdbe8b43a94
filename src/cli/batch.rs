//! `ferz batch`.

use super::bounds::jobs;
use super::common::{Failure, Terminal, Verdict};
use crate::protocol::{self, Limits, Options};

/// Answer requests of other programs: JSON Lines in, JSON Lines out.
///
/// One request a line, one answer a line, in order. A bad line gets an error answer, and the next one is read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = r#"Requests:
  {"id": 1, "do": "moves", "variant": V, "fen": F?, "play": [M, …]?, "chess960": false?, "start": N?, "from": SQ?}
  {"id": 2, "do": "perft", "variant": V, …, "depth": 4}
  {"id": 3, "do": "status", "variant": V, …}
  {"id": 4, "do": "play", "variant": V, "play": ["e2e4", "e7e5"]}
  {"id": 5, "do": "piece", "betza": "N", "board": "8x8", "from": "e4", "occupied": {"f6": "enemy"}}
  {"id": 6, "do": "check", "variant": {"yaml": "name: …"}}
  {"id": 7, "do": "cancel", "request": 2}
V is a name, a path, or {"yaml": "…"}. Each may have "limits": {"seconds": 10, "nodes": 10000000000}.
docs/batch.md describes every request, answer and error.

Do not let strangers send requests without --no-paths: a variant may be the path of any file that you can read.

Examples:
  $ echo '{"id":1,"do":"perft","variant":"chess","depth":3}' | ferz batch
  {"id":1,"ok":true,"nodes":8902}"#)]
pub(super) struct Arguments {
    /// Read no files: variants are built-in names and texts
    #[arg(long)]
    no_paths: bool,
    /// The number of requests to answer at the same time; the answers stay in order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = jobs)]
    jobs: u16,
    /// The largest number of seconds that a request may set in its "limits"
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_seconds: Option<f64>,
    /// The largest number of nodes that a request may set in its "limits"
    #[arg(long, value_name = "NODES")]
    max_nodes: Option<u64>,
}

fn seconds(word: &str) -> Result<f64, String> {
    let number = word.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= Limits::MOST.seconds);
    number.ok_or_else(|| format!("a number above 0 and at most {} is needed", Limits::MOST.seconds))
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, _: &mut Terminal) -> Result<Verdict, Failure> {
    let most = Limits {
        seconds: arguments.max_seconds.unwrap_or(Limits::MOST.seconds),
        nodes: arguments.max_nodes.unwrap_or(Limits::MOST.nodes),
    };
    let options = Options { paths: !arguments.no_paths, most, jobs: usize::from(arguments.jobs) };
    protocol::run(std::io::stdin(), std::io::stdout(), &options)?;
    Ok(Verdict::Fine)
}

//! `ferz batch`.

use super::common::{Failure, Terminal, Verdict};
use crate::protocol;

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
V is a name, a path, or {"yaml": "…"}.

Examples:
  $ echo '{"id":1,"do":"perft","variant":"chess","depth":3}' | ferz batch
  {"id":1,"ok":true,"nodes":8902}"#)]
pub(super) struct Arguments {}

/// Runs the subcommand.
pub(super) fn run(_: &Arguments, _: &mut Terminal) -> Result<Verdict, Failure> {
    protocol::run(std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(Verdict::Fine)
}

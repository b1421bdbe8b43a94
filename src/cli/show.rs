//! `ferz show`.

use serde::Serialize;

use super::Verdict;
use super::common::{Failure, Position, Terminal};
use crate::fen;
use crate::render::{army, text};
use crate::rules::{Royalty, Rules, Setup};

/// Draw the board and say what each piece does.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz show grand
  $ ferz show chess960 --start 518
  $ ferz show my-variant.yaml --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A variant as programs read it.
#[derive(Debug, Serialize)]
struct Shown<'a> {
    title: &'a str,
    files: usize,
    ranks: usize,
    topology: &'static str,
    fen: String,
    pieces: Vec<Piece<'a>>,
}

/// A piece as programs read it.
#[derive(Debug, Serialize)]
struct Piece<'a> {
    name: &'a str,
    white: &'a str,
    black: &'a str,
    betza: &'a str,
    royal: bool,
    explanation: Vec<String>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let mut game = arguments.position.diagram(terminal)?;
    let (rules, setup) = (game.rules().clone(), game.setup());
    if arguments.json {
        terminal.print_json(&shown(&rules, &setup))?;
        return Ok(Verdict::Fine);
    }
    let geometry = &rules.geometry;
    let board = text::draw(geometry, &text::Picture::of_setup(&rules, &setup), terminal.style);
    let heading =
        format!("{} ({}x{} {})\n\n", rules.title, geometry.files(), geometry.ranks(), geometry.topology().name());
    terminal.print(&heading)?;
    terminal.print(&board)?;
    terminal.print(&format!("\n{}\n", fen::write(&setup, &*rules)))?;
    terminal.print(&army::describe(&rules, terminal.style))?;
    Ok(Verdict::Fine)
}

fn shown<'a>(rules: &'a Rules, setup: &Setup) -> Shown<'a> {
    let piece = |piece: &'a crate::rules::Piece| Piece {
        name: &piece.name,
        white: &piece.symbol.white,
        black: &piece.symbol.black,
        betza: &piece.notation,
        royal: piece.royalty == Royalty::Royal,
        explanation: army::explain(&piece.notation),
    };
    Shown {
        title: &rules.title,
        files: rules.geometry.files(),
        ranks: rules.geometry.ranks(),
        topology: rules.geometry.topology().name(),
        fen: fen::write(setup, rules),
        pieces: rules.pieces.iter().map(piece).collect(),
    }
}

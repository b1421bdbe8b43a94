//! `ferz piece`.

use serde::Serialize;

use super::common::{Drawing, Failure, Terminal, Verdict, side};
use crate::betza::{self, Notation, Warning};
use crate::board::{Geometry, Side};
use crate::compile::movement;
use crate::protocol;
use crate::render::marks::{self, Marked, Subject};
use crate::render::{svg, text};

/// Explain a Betza notation in words and draw its moves.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz piece N
  $ ferz piece fmWfceFifmnD --board 8x8 --from e2
  $ ferz piece mRcpR
  $ ferz piece B --topology torus --board 8x8
  $ ferz piece nN --board 7x7 --svg horse.svg")]
pub(super) struct Arguments {
    /// The notation
    betza: String,
    /// The board: files x ranks, or files x ranks x levels
    #[arg(long, value_name = "FILESxRANKS", default_value = "11x11")]
    board: String,
    /// How the edges of the board are joined: rectangle, cylinder, torus, moebius, klein, tube, hexagonal or "hexagonal
    /// ranks"
    #[arg(long, default_value = "rectangle")]
    topology: String,
    /// The square of the piece; by default in the middle
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// The side of the piece: white, or black, which sees the board turned by 180 degrees
    #[arg(long, default_value = "white", value_parser = side)]
    side: Side,
    #[command(flatten)]
    drawing: Drawing,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Explanations are broken into lines of this length.
const WIDTH: usize = 100;

/// A piece as programs read it.
#[derive(Debug, Serialize)]
struct Shown {
    betza: String,
    canonical: String,
    explanation: Vec<String>,
    warnings: Vec<String>,
    board: String,
    topology: &'static str,
    from: String,
    moves: Vec<Marked>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let geometry = protocol::parse_board(&arguments.board, &arguments.topology).map_err(Failure::Usage)?;
    let from = from(arguments, &geometry)?;
    let notation = Notation::parse(&arguments.betza).map_err(|error| {
        let help = error.help.iter().map(|help| format!("\nhelp: {help}")).collect::<String>();
        point_into(&arguments.betza, error.column, &format!("{}{help}", error.message))
    })?;
    let movement = movement::movement_on(&notation, (&geometry).into())
        .map_err(|error| point_into(&arguments.betza, error.column, &error.message))?;
    let explanation = betza::explain_on(&notation, betza::Compass::of(&geometry));
    let subject = Subject::bare(&movement, &geometry, arguments.side, from);
    if arguments.drawing.is_wanted() {
        warn(&notation, terminal);
        arguments.drawing.send(&svg::notation(&subject, &arguments.betza), None, terminal)?;
        return Ok(Verdict::Fine);
    }
    if arguments.json {
        terminal.print_json(&Shown {
            betza: arguments.betza.clone(),
            canonical: notation.to_string(),
            explanation,
            warnings: notation.warnings().iter().map(Warning::to_string).collect(),
            board: format!("{}x{}", geometry.files(), geometry.ranks()),
            topology: geometry.topology().name(),
            from: geometry.name(from),
            moves: marks::list(&subject),
        })?;
        return Ok(Verdict::Fine);
    }
    warn(&notation, terminal);
    terminal.print(&format!("{notation}\n"))?;
    for line in explanation.iter().flat_map(|sentence| text::wrap(sentence, WIDTH)) {
        terminal.print(&format!("  {line}\n"))?;
    }
    terminal.print("\n")?;
    terminal.print(&marks::diagram(&subject, terminal.style))?;
    Ok(Verdict::Fine)
}

fn from(arguments: &Arguments, geometry: &Geometry) -> Result<crate::board::Square, Failure> {
    let square = match &arguments.from {
        Some(name) => geometry.square(name),
        None => geometry.at(geometry.files() / 2, geometry.ranks() / 2),
    };
    let name = arguments.from.as_deref().unwrap_or_default();
    square.ok_or_else(|| Failure::Usage(format!("--from: the board has no square `{name}`")))
}

/// Warns of notations that are allowed but probably not intended.
fn warn(notation: &Notation, terminal: &mut Terminal) {
    for warning in notation.warnings() {
        let caret = " ".repeat(warning.column);
        let width = notation.text()[warning.span.clone()].chars().count().max(1);
        let text = format!("warning: {}\n  {}\n  {caret}{}\n", warning.message, notation.text(), "^".repeat(width));
        terminal.complain(&text);
    }
}

/// The failure for an error in a notation, with a caret below it.
fn point_into(betza: &str, column: usize, message: &str) -> Failure {
    Failure::Input(format!("{message}\n  {betza}\n  {}^", " ".repeat(column)))
}

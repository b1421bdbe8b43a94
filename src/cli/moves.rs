//! `ferz moves`.

use super::common::{Failure, Position, Terminal, Verdict};
use super::told::{self, Told};
use crate::game::Game;
use crate::protocol;
use crate::render::text;

/// List the legal moves, in UCI notation and SAN, sorted.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz moves grand
  $ ferz moves chess --play e2e4,e7e5 --from g1
  $ ferz moves chess --fen '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' --json")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// List only the moves from this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<String>,
    /// List the possible results of the dice before the next move, each with its moves
    #[arg(long, conflicts_with = "from")]
    rolls: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    if let Some(told) = told::open(&arguments.position, terminal)? {
        return of_oracle(arguments, &told, terminal);
    }
    let mut game = arguments.position.game(terminal)?;
    let from = match &arguments.from {
        None => None,
        Some(name) => Some(
            game.rules()
                .geometry
                .square(name)
                .ok_or_else(|| Failure::Usage(format!("--from: the board has no square `{name}`")))?,
        ),
    };
    if arguments.rolls {
        return rolls(&game, arguments.json, terminal);
    }
    print(&protocol::Moves::of(&mut game, from), arguments.json, terminal)
}

/// The moves that the oracle finds, in UCI notation only.
fn of_oracle(arguments: &Arguments, told: &Told, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let game = told.game()?;
    let moves = game.moves();
    let texts = game.oracle().texts(game.position(), &moves);
    let from = |text: &String| arguments.from.as_ref().is_none_or(|from| text.starts_with(from.as_str()));
    let mut moves: Vec<protocol::Texts> =
        texts.into_iter().filter(from).map(|uci| protocol::Texts { san: uci.clone(), uci }).collect();
    moves.sort_by(|one, other| one.uci.cmp(&other.uci));
    let end = protocol::end_told(&game);
    let moves = protocol::Moves { moves, check: game.in_check(), end };
    print(&moves, arguments.json, terminal)
}

fn print(moves: &protocol::Moves, json: bool, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    if json {
        terminal.print_json(moves)?;
        return Ok(Verdict::Fine);
    }
    let row = |written: &protocol::Texts| match written.uci == written.san {
        true => [written.uci.clone(), String::new()],
        false => [written.uci.clone(), written.san.clone()],
    };
    let rows: Vec<[String; 2]> = moves.moves.iter().map(row).collect();
    terminal.print(&text::columns(&rows, 0))?;
    if moves.check {
        terminal.print("check\n")?;
    }
    if let Some(end) = &moves.end {
        terminal.print(&format!("end: {} ({})\n", end.result, end.reason))?;
    }
    Ok(Verdict::Fine)
}

/// The outcomes of dice, each with its moves.
fn rolls(game: &Game, json: bool, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let rolls = protocol::Rolls::of(game);
    if json {
        terminal.print_json(&rolls)?;
        return Ok(Verdict::Fine);
    }
    let rows: Vec<[String; 2]> = rolls.rolls.iter().map(|roll| [roll.piece.clone(), roll.moves.join(" ")]).collect();
    terminal.print(&text::columns(&rows, 0))?;
    Ok(Verdict::Fine)
}

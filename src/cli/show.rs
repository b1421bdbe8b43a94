//! `ferz show`.

use serde::Serialize;

use super::common::{Drawing, Failure, Position, Terminal, Verdict, load, load_told, side, variant_file, variant_of};
use super::{mix, told};
use crate::board::Side;
use crate::diagnostic::suggest;
use crate::fen;
use crate::language;
use crate::render::marks::{self, Subject};
use crate::render::{army, seats, svg, text, told as told_rules};
use crate::restate;
use crate::rules::{Royalty, Rules, Setup};

/// Draw the board and describe each piece, or draw the moves of one piece.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  $ ferz show grand
  $ ferz show chess960 --start 518
  $ ferz show my-variant.yaml --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
  $ ferz show my-variant.yaml --svg board.svg
  $ ferz show cylinder --piece bishop --from b2
  $ ferz show grand --source > my-grand.yaml
  $ ferz show circe --rules")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// Draw only the moves of this piece
    #[arg(long, value_name = "NAME", conflicts_with_all = ["json", "fen", "start", "play"])]
    piece: Option<String>,
    /// The square of the piece; by default near the middle
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    from: Option<String>,
    /// The side of the piece: white or black
    #[arg(long, default_value = "white", value_parser = side, requires = "piece")]
    side: Side,
    /// Show only what this side sees, if the variant hides something: white or black
    #[arg(long, value_name = "SIDE", value_parser = side, conflicts_with = "piece")]
    view: Option<Side>,
    #[command(flatten)]
    drawing: Drawing,
    /// The regions that a picture hatches: names, all or none; by default a few that leave the board legible
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["json", "piece"])]
    regions: Option<Vec<String>>,
    /// Print the file of a built-in variant unchanged
    #[arg(long, conflicts_with_all = ["json", "fen", "start", "play", "piece", "svg", "output"])]
    source: bool,
    /// Print the special rules in the language of rules, each below a comment in English
    #[arg(long, conflicts_with_all = ["json", "fen", "start", "play", "piece", "svg", "output", "source"])]
    rules: bool,
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
    if arguments.source {
        return source(&arguments.position.variant, terminal);
    }
    if arguments.rules {
        return rules_as_text(&arguments.position.variant, terminal);
    }
    if let Some(name) = &arguments.piece {
        return piece(arguments, name, terminal);
    }
    let input = variant_file(&arguments.position.variant);
    let (rules, setup) = match told::open(&arguments.position, terminal)? {
        Some(told) => (told.rules.clone(), told.setup()?),
        None => {
            let game = arguments.position.diagram(terminal)?;
            let setup = arguments.view.map_or_else(|| game.setup(), |side| game.view(side));
            (game.shared_rules(), setup)
        }
    };
    if arguments.json {
        terminal.print_json(&shown(&rules, &setup))?;
        return Ok(Verdict::Fine);
    }
    if arguments.drawing.is_wanted() {
        let regions = arguments.regions.as_deref().map(|names| regions(&rules, names)).transpose()?;
        let picture = svg::position_as(&rules, &setup, &svg::Shown { regions, ..svg::Shown::default() });
        arguments.drawing.send(&picture, input.as_deref(), terminal)?;
        return Ok(Verdict::Fine);
    }
    let geometry = &rules.geometry;
    let board = text::draw(geometry, &text::Picture::of_setup(&rules, &setup), terminal.style);
    let levels = if geometry.levels() > 1 { format!("x{}", geometry.levels()) } else { String::new() };
    let (files, ranks) = (geometry.files(), geometry.ranks_of_a_level());
    let heading = format!("{} ({files}x{ranks}{levels} {})\n\n", rules.title, geometry.topology().name());
    terminal.print(&heading)?;
    terminal.print(&board)?;
    terminal.print(&seats::legend(&rules, &setup))?;
    terminal.print(&format!("\n{}\n", fen::write(&setup, &*rules)))?;
    terminal.print(&army::describe(&rules, terminal.style))?;
    terminal.print(&told_rules::describe(&rules, terminal.style))?;
    mix::order(&arguments.position.variant, terminal)?;
    Ok(Verdict::Fine)
}

/// The regions with these names, `all` or `none`.
fn regions(rules: &Rules, names: &[String]) -> Result<Vec<String>, Failure> {
    let known = || rules.regions.keys().map(String::as_str);
    match names {
        [word] if word == "all" => return Ok(known().map(str::to_owned).collect()),
        [word] if word == "none" => return Ok(Vec::new()),
        _ => {}
    }
    if let Some(name) = names.iter().find(|name| !rules.regions.contains_key(*name)) {
        let help = suggest(name, known()).map(|help| format!(" ({help})")).unwrap_or_default();
        return Err(Failure::Usage(format!("{} has no region `{name}`{help}", rules.title)));
    }
    Ok(names.to_vec())
}

/// The special rules of a variant, written in the language of rules.
fn rules_as_text(name: &str, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let rules = variant_of(load_told(name)?, terminal)?.rules;
    let restated = restate::restate(&rules);
    let text = language::annotated(&restated.tree, &rules);
    for unsaid in &restated.unsaid {
        let key = unsaid.key.replace('/', ": ");
        terminal.print(&format!("# The language cannot express `{key}` yet: {}.\n", unsaid.why))?;
    }
    if text.is_empty() && restated.unsaid.is_empty() {
        let title = &rules.title;
        terminal
            .print(&format!("# {title} has no rules beyond its board, pieces, castling, hands and older ends.\n"))?;
    }
    terminal.print(&text)?;
    Ok(Verdict::Fine)
}

/// The text of a variant's own file.
fn source(name: &str, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let loaded = load(name)?;
    let own = loaded.sources.ids().next().map(|id| loaded.sources.text(id).to_owned());
    terminal.print(&own.unwrap_or_default())?;
    Ok(Verdict::Fine)
}

/// The moves of one piece.
fn piece(arguments: &Arguments, name: &str, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let input = variant_file(&arguments.position.variant);
    let rules = match told::open(&arguments.position, terminal)? {
        Some(told) => told.rules,
        None => std::sync::Arc::new(arguments.position.rules(terminal)?),
    };
    let id = rules.piece_named(name).ok_or_else(|| {
        let help = suggest(name, rules.pieces.iter().map(|piece| piece.name.as_str()));
        Failure::Usage(format!("--piece: there is no piece `{name}`: {}", help.unwrap_or_default()))
    })?;
    let from = match &arguments.from {
        None => marks::middle(&rules, id, arguments.side),
        Some(name) => rules.geometry.square(name),
    };
    let wanted = arguments.from.as_deref().unwrap_or_default();
    let from = from.ok_or_else(|| Failure::Usage(format!("--from: the board has no square `{wanted}`")))?;
    let subject = Subject::of_piece(&rules, id, arguments.side, from);
    if arguments.drawing.is_wanted() {
        arguments.drawing.send(&svg::piece(&rules, id, &subject), input.as_deref(), terminal)?;
        return Ok(Verdict::Fine);
    }
    terminal.print(&army::describe_one(&rules, id, terminal.style))?;
    terminal.print("\n")?;
    terminal.print(&marks::diagram(&subject, terminal.style))?;
    Ok(Verdict::Fine)
}

fn shown<'a>(rules: &'a Rules, setup: &Setup) -> Shown<'a> {
    let piece = |piece: &'a crate::rules::Piece| Piece {
        name: &piece.name,
        white: &piece.symbol.white,
        black: &piece.symbol.black,
        betza: &piece.notation,
        royal: piece.royalty == Royalty::Royal,
        explanation: army::explain(rules, &piece.notation),
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

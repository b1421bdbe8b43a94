//! `ferz play`.

use std::io::{self, IsTerminal};

use super::bounds::{bounded, patient};
use super::common::{Failure, Position, Terminal, Verdict};
use super::lines::{self, HELP, Next, SECONDS, read_line};
use super::{seats, told};
use crate::board::{BySide, Side};
use crate::english;
use crate::fen;
use crate::notation;
use crate::play::{Opponent, Random, Table};
use crate::render::text;
use crate::rules::tree::{Declaration, Tree};
use crate::why;

/// Play a variant in the terminal, to try out rules.
///
/// Reads moves and commands line by line, also from a pipe.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Commands:
  e2e4, Nf3, O-O, …  play a move, in UCI notation or in SAN
  moves [SQUARE]     the legal moves, or those from a square
  hint               a move of the simple opponent, not played
  why MOVE           which rule allows or forbids a move
  go                 let the opponent move for the side to move
  undo [N]           take back a move, or several
  flip               turn the board
  board              draw the board
  fen                the position as a FEN
  pgn                the game as PGN
  save FILE          write the game as PGN; `save! FILE` replaces a file
  help               this list
  quit               end (so does the end of the input)

Examples:
  $ ferz play chess --opponent simple
  $ printf 'e2e4\\nundo\\nd2d4\\npgn\\n' | ferz play chess")]
pub(super) struct Arguments {
    #[command(flatten)]
    position: Position,
    /// The player of the other side
    #[arg(long, value_enum, default_value_t = Against::Yourself)]
    opponent: Against,
    /// The sides that the opponent plays: `black` (the default), `white` or `all`. In a game for more than two sides, their
    /// names with commas between them, or `all`; by default all but the first
    #[arg(long, value_name = "SIDES")]
    opponent_plays: Option<String>,
    /// The same seed gives the same opponent; without a seed, each game is different
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Against {
    /// You play both sides
    #[value(name = "nobody")]
    Yourself,
    /// Any legal move
    Random,
    /// Two plies deep, counting material
    Simple,
}

/// The most moves that opponents make one after the other.
const MOST_ANSWERS: usize = 1000;

/// A game at the terminal.
struct Session<'a> {
    table: Table,
    seen_by: Side,
    opponent: Option<Opponent>,
    /// `true` for each side that the opponent plays.
    automatic: BySide<bool>,
    random: Random,
    terminal: &'a mut Terminal,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let opponent = match arguments.opponent {
        Against::Yourself => None,
        Against::Random => Some(Opponent::Random),
        Against::Simple => Some(Opponent::Simple),
    };
    let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = arguments.seed.unwrap_or_else(|| clock().map_or(0, |time| time.as_nanos() as u64));
    let random = Random::new(seed);
    if let Some(told) = told::open(&arguments.position, terminal)? {
        return seats::run(&told, (opponent, arguments.opponent_plays.as_deref()), random, terminal);
    }
    let automatic = automatic(arguments.opponent_plays.as_deref())?;
    let game = arguments.position.game(terminal)?;
    // Fails now if generating the moves takes too long. Later calls, for example an opponent's, have more time.
    bounded(|| Ok(game.legal_moves()))?;
    let seen_by = if opponent.is_some() && automatic.white && !automatic.black { Side::Black } else { Side::White };
    let mut session = Session { table: Table::new(game), seen_by, opponent, automatic, random, terminal };
    patient(SECONDS, || session.begin())?;
    let stdin = io::stdin();
    let watched = stdin.is_terminal();
    let mut input = stdin.lock();
    loop {
        if watched {
            session.terminal.print("> ")?;
        }
        session.terminal.flush()?;
        let Some(line) = read_line(&mut input)? else { return Ok(Verdict::Fine) };
        let line = line.trim();
        // An opponent searches many positions, so it gets more time. Other commands are about one position.
        let thinks = session.opponent.is_some() || matches!(line, "go" | "hint");
        let next = if thinks { patient(SECONDS, || session.obey(line)) } else { bounded(|| session.obey(line)) };
        if next? == Next::Quit {
            return Ok(Verdict::Fine);
        }
    }
}

/// The sides that the opponent plays in a game for two.
fn automatic(sides: Option<&str>) -> Result<BySide<bool>, Failure> {
    match sides {
        None | Some("black") => Ok(BySide { white: false, black: true }),
        Some("white") => Ok(BySide { white: true, black: false }),
        Some("all") => Ok(BySide { white: true, black: true }),
        Some(word) => {
            let message = format!("--opponent-plays: there is no side `{word}`: write `white`, `black` or `all`");
            Err(Failure::Usage(message))
        }
    }
}

impl Session<'_> {
    fn begin(&mut self) -> Result<(), Failure> {
        let rules = self.table.game().shared_rules();
        self.terminal.print(&format!("{}\n", rules.title))?;
        self.board()?;
        self.let_opponent_move()?;
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<Next, Failure> {
        self.terminal.print_line(text)?;
        Ok(Next::Line)
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(Next::Line),
            "quit" | "exit" => Ok(Next::Quit),
            "help" | "?" => self.say(HELP),
            "board" => self.board(),
            "flip" => {
                self.seen_by = !self.seen_by;
                self.board()
            }
            "fen" => {
                let game = self.table.game();
                let (setup, rules) = (game.setup(), game.shared_rules());
                self.say(&fen::write(&setup, &*rules))
            }
            "pgn" => self.say(&self.table.pgn()),
            "moves" => self.moves(rest),
            "hint" => self.hint(),
            "why" => self.why(rest),
            "go" => self.go(),
            "undo" => self.undo(rest),
            "save" => self.save(rest, false),
            "save!" => self.save(rest, true),
            _ => self.play(line),
        }
    }

    fn board(&mut self) -> Result<Next, Failure> {
        let game = self.table.game();
        let (rules, setup) = (game.shared_rules(), game.setup());
        let picture = text::Picture::of_setup(&rules, &setup);
        let board = text::draw_for(self.seen_by, &rules.geometry, &picture, self.terminal.style);
        let (hands, marks) = (hands(&rules, &setup), marks(game.tree(), &rules, &setup));
        let state = self.state();
        self.say(&format!("{board}{hands}{marks}{state}\n"))
    }

    /// The side to move, or the result of the game, in words.
    fn state(&mut self) -> String {
        let game = self.table.game();
        let check = if game.in_check() { ", in check" } else { "" };
        let turn = english::capitalised(game.turn().name());
        let stuck = game.legal_moves().is_empty();
        match game.end() {
            None if stuck => format!("{turn} has no legal move{check}, and no end covers this"),
            Some(end) if stuck || !end.claim => format!("the game is over: {} ({})", end.outcome, end.reason),
            Some(end) => format!("{turn} to move{check}; it may be called {} ({})", end.outcome, end.reason),
            None => format!("{turn} to move{check}"),
        }
    }

    /// Returns `true` if the game is over. If there is no legal move, an end that a player may claim ends the game
    /// too.
    fn is_over(&mut self) -> bool {
        let game = self.table.game();
        game.legal_moves().is_empty() || game.end().is_some_and(|end| !end.claim)
    }

    fn play(&mut self, text: &str) -> Result<Next, Failure> {
        match self.table.play(text) {
            Ok(san) => {
                self.say(&san)?;
                self.board()?;
                self.let_opponent_move()?;
                Ok(Next::Line)
            }
            Err(notation::MoveError::Illegal { .. } | notation::MoveError::NoMoves { .. }) => self.why(text),
            Err(error) => self.say(&error.to_string()),
        }
    }

    /// Lets the opponent move while it is its turn.
    fn let_opponent_move(&mut self) -> Result<(), Failure> {
        let Some(opponent) = self.opponent else { return Ok(()) };
        for _ in 0..MOST_ANSWERS {
            if !self.automatic[self.table.game().turn()] || self.is_over() {
                break;
            }
            self.answer(opponent)?;
        }
        Ok(())
    }

    fn answer(&mut self, opponent: Opponent) -> Result<Next, Failure> {
        let side = english::capitalised(self.table.game().turn().name());
        match self.table.answer(opponent, &mut self.random) {
            Some(san) => {
                self.say(&format!("{side} plays {san}"))?;
                self.board()
            }
            None => self.say("there is no legal move"),
        }
    }

    fn go(&mut self) -> Result<Next, Failure> {
        self.answer(self.opponent.unwrap_or(Opponent::Simple))?;
        self.let_opponent_move()?;
        Ok(Next::Line)
    }

    fn hint(&mut self) -> Result<Next, Failure> {
        let mut random = self.random.clone();
        let game = self.table.game();
        let Some(made) = Opponent::Simple.choose(game, &mut random) else { return self.say("there is no legal move") };
        let (uci, san) = (notation::uci::write(game, &made), notation::san::write(game, &made));
        self.say(&format!("{uci} ({san})"))
    }

    fn moves(&mut self, from: &str) -> Result<Next, Failure> {
        let game = self.table.game();
        let square = game.rules().geometry.square(from);
        if !from.is_empty() && square.is_none() {
            return self.say(&format!("there is no square `{from}`"));
        }
        let written = notation::list(game);
        let wanted = written.iter().filter(|written| square.is_none_or(|square| written.made.from == square));
        let texts: Vec<&str> = wanted.map(|written| written.san.as_str()).collect();
        let text = if texts.is_empty() { "no legal moves".to_owned() } else { texts.join(" ") };
        let lines = text::wrap(&text, 76).join("\n");
        self.say(&lines)
    }

    fn why(&mut self, text: &str) -> Result<Next, Failure> {
        match why::explain(self.table.game(), text) {
            Ok(answer) => {
                let verdict = if answer.legal { "legal" } else { "illegal" };
                let reasons: Vec<&str> = answer.notes.iter().map(|note| note.message.as_str()).collect();
                self.say(&format!("{verdict}: {}: {}", answer.text, reasons.join("; ")))
            }
            Err(error) => self.say(&format!("{error}; `help` lists the commands")),
        }
    }

    /// Takes back the given number of moves, by default one. Against an opponent, goes back to the player's own move.
    fn undo(&mut self, count: &str) -> Result<Next, Failure> {
        let Some(count) = lines::count(count) else { return self.say("undo takes a number") };
        for _ in 0..count {
            if !self.table.undo() {
                return self.say("there is no move to take back");
            }
            let has_own = !(self.automatic.white && self.automatic.black);
            while self.opponent.is_some() && has_own && self.automatic[self.table.game().turn()] {
                if !self.table.undo() {
                    break;
                }
            }
        }
        self.board()?;
        self.let_opponent_move()?;
        Ok(Next::Line)
    }

    fn save(&mut self, file: &str, replace: bool) -> Result<Next, Failure> {
        let answer = lines::save(file, &self.table.pgn(), replace)?;
        self.say(&answer)
    }
}

/// The pieces in hand of both sides, if the variant has hands.
fn hands(rules: &crate::rules::Rules, setup: &crate::rules::Setup) -> String {
    let hand = |side: Side| {
        let held = rules.piece_ids().filter(|id| setup.hands[side][id.index()] > 0);
        let text =
            |id: crate::rules::PieceId| format!(" {}x{}", setup.hands[side][id.index()], rules.piece(id).symbol[side]);
        let texts: String = held.map(text).collect();
        format!(
            "{}'s hand:{}\n",
            rules.look.sides[side].to_lowercase(),
            if texts.is_empty() { " empty" } else { &texts }
        )
    };
    if rules.hand.is_some() { Side::ALL.map(hand).concat() } else { String::new() }
}

/// The squares with marks of `state:`, which the board does not show.
fn marks(tree: &Tree, rules: &crate::rules::Rules, setup: &crate::rules::Setup) -> String {
    let Some(told) = &setup.told else { return String::new() };
    let line = |(index, held): (usize, &Declaration)| {
        let marked = told.marked.iter().filter(|(mark, _)| *mark == index);
        let squares: Vec<String> = marked.map(|(_, square)| rules.geometry.name(square)).collect();
        if squares.is_empty() { String::new() } else { format!("{}: {}\n", held.kind.name, squares.join(" ")) }
    };
    tree.state.iter().enumerate().map(line).collect()
}

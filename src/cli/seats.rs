//! `ferz play` for variants that only the oracle plays, such as games for more than two sides.

use std::io::{self, IsTerminal};

use super::bounds::patient;
use super::common::{Failure, Terminal, Verdict};
use super::lines::{self, HELP, Next, SECONDS, read_line};
use super::told::Told;
use crate::board::Side;
use crate::fen;
use crate::play::{Opponent, Random, Round};
use crate::render::{seats, text};
use crate::why;

/// The most moves that opponents make one after the other.
const MOST_ANSWERS: usize = 1000;

/// A game at the terminal. Any of its sides may be played by the opponent.
pub(super) struct Seats<'a> {
    round: Round,
    seen_by: Side,
    opponent: Option<Opponent>,
    /// For each side, in the order of turns: `true` if the opponent plays it.
    automatic: Vec<bool>,
    random: Random,
    terminal: &'a mut Terminal,
}

/// Plays a game.
pub(super) fn run(
    told: &Told,
    (opponent, sides): (Option<Opponent>, Option<&str>),
    random: Random,
    terminal: &mut Terminal,
) -> Result<Verdict, Failure> {
    if told.rules.tree.turns.as_ref().is_some_and(|turns| turns.roll) {
        return Err(Failure::Input(
            "`ferz play` cannot throw the dice of a game that only the oracle plays".to_owned(),
        ));
    }
    let names = &told.rules.tree.sides.order;
    let automatic = automatic(names, sides)?;
    let round = patient(SECONDS, || told.round())?;
    let mut session = Seats { round, seen_by: Side::White, opponent, automatic, random, terminal };
    session.begin()?;
    let stdin = io::stdin();
    let (watched, mut input) = (stdin.is_terminal(), stdin.lock());
    loop {
        if watched {
            session.terminal.print("> ")?;
        }
        session.terminal.flush()?;
        let Some(line) = read_line(&mut input)? else { return Ok(Verdict::Fine) };
        let line = line.trim();
        if session.obey(line)? == Next::Quit {
            return Ok(Verdict::Fine);
        }
    }
}

/// The sides that the opponent plays: the named ones, `all`, or by default all but the first.
fn automatic(names: &[String], wanted: Option<&str>) -> Result<Vec<bool>, Failure> {
    let Some(wanted) = wanted else { return Ok((0..names.len()).map(|place| place > 0).collect()) };
    if wanted == "all" {
        return Ok(vec![true; names.len()]);
    }
    let wanted: Vec<&str> = wanted.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if let Some(unknown) = wanted.iter().find(|wanted| !names.iter().any(|name| name == *wanted)) {
        let message = format!("--opponent-plays: there is no side `{unknown}`: the sides are {}", names.join(", "));
        return Err(Failure::Usage(message));
    }
    Ok(names.iter().map(|name| wanted.contains(&name.as_str())).collect())
}

impl Seats<'_> {
    fn begin(&mut self) -> Result<(), Failure> {
        let title = self.round.game().oracle().rules().title.clone();
        self.terminal.print(&format!("{title}\n"))?;
        self.board()?;
        self.let_opponents_move()
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
                let game = self.round.game();
                let fen = fen::write(&game.setup(), game.oracle().rules());
                self.say(&fen)
            }
            "pgn" => {
                let pgn = self.round.pgn();
                self.say(&pgn)
            }
            "moves" => self.moves(rest),
            "hint" => {
                let mut random = self.random.clone();
                let hint = patient(SECONDS, || Ok(self.round.hint(&mut random)))?;
                self.say(hint.as_deref().unwrap_or("there is no legal move"))
            }
            "why" => self.why(rest),
            "go" => {
                self.answer(self.opponent.unwrap_or(Opponent::Simple))?;
                self.board()?;
                self.let_opponents_move()?;
                Ok(Next::Line)
            }
            "undo" => self.undo(rest),
            "save" | "save!" => self.save(rest, word == "save!"),
            _ => self.play(line),
        }
    }

    fn board(&mut self) -> Result<Next, Failure> {
        let game = self.round.game();
        let (rules, setup) = (game.oracle().rules(), game.setup());
        let picture = text::Picture::of_setup(rules, &setup);
        let board = text::draw_for(self.seen_by, &rules.geometry, &picture, self.terminal.style);
        let legend = seats::legend(rules, &setup);
        let state = self.state();
        self.say(&format!("{board}{legend}{state}\n"))
    }

    /// The side to move, or the result of the game, in words.
    fn state(&self) -> String {
        let game = self.round.game();
        let turn = self.round.name(self.round.turn());
        let check = if game.in_check() { ", in check" } else { "" };
        let stuck = game.moves().is_empty();
        match game.end() {
            None if stuck => format!("{turn} has no legal move{check}, and no end covers this"),
            Some(end) if stuck || !end.claim => {
                format!("the game is over: {} ({})", self.round.result(&end), end.reason)
            }
            Some(end) => {
                format!("{turn} to move{check}; it may be called {} ({})", self.round.result(&end), end.reason)
            }
            None => format!("{turn} to move{check}"),
        }
    }

    /// Returns `true` if the game is over: by an end, or because there is no legal move.
    fn is_over(&self) -> bool {
        let game = self.round.game();
        game.end().is_some_and(|end| !end.claim) || game.moves().is_empty()
    }

    fn play(&mut self, text: &str) -> Result<Next, Failure> {
        let played = patient(SECONDS, || Ok(self.round.play(text)))?;
        let Some(out) = played else { return self.why(text) };
        self.report(&out)?;
        self.board()?;
        self.let_opponents_move()?;
        Ok(Next::Line)
    }

    /// Says which sides have dropped out.
    fn report(&mut self, out: &[ferz_oracle::Player]) -> Result<(), Failure> {
        for side in out {
            let name = self.round.name(*side);
            self.say(&format!("{name} drops out"))?;
        }
        Ok(())
    }

    /// Lets the opponent move while it plays the side to move. The board is drawn after its last move.
    fn let_opponents_move(&mut self) -> Result<(), Failure> {
        let Some(opponent) = self.opponent else { return Ok(()) };
        let mut answers = 0;
        // Without a person, a draw that may be called is called.
        let calls = !self.automatic.contains(&false);
        let is_over = |seats: &Self| seats.is_over() || (calls && seats.round.game().end().is_some());
        while answers < MOST_ANSWERS && self.automatic[self.round.turn().index()] && !is_over(self) {
            self.answer(opponent)?;
            self.terminal.flush()?;
            answers += 1;
        }
        if answers > 0 {
            self.board()?;
        }
        Ok(())
    }

    fn answer(&mut self, opponent: Opponent) -> Result<Next, Failure> {
        let side = self.round.name(self.round.turn());
        let answer = patient(SECONDS, || Ok(self.round.answer(opponent, &mut self.random)))?;
        let Some((text, out)) = answer else { return self.say("there is no legal move") };
        self.say(&format!("{side} plays {text}"))?;
        self.report(&out)?;
        Ok(Next::Line)
    }

    fn moves(&mut self, from: &str) -> Result<Next, Failure> {
        let square = self.round.game().oracle().rules().geometry.square(from);
        if !from.is_empty() && square.is_none() {
            return self.say(&format!("there is no square `{from}`"));
        }
        let legal = self.round.legal();
        let of_square = |text: &&String| {
            text.strip_prefix(from).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let texts: Vec<String> = legal.iter().filter(of_square).cloned().collect();
        let text = if texts.is_empty() { "no legal moves".to_owned() } else { texts.join(" ") };
        self.say(&text::wrap(&text, 76).join("\n"))
    }

    fn why(&mut self, text: &str) -> Result<Next, Failure> {
        let game = self.round.game();
        if !super::why::is_uci(text, &game.oracle().rules().geometry) {
            return self
                .say(&format!("`{text}` is no move in UCI notation, such as `e2e4`; `help` lists the commands"));
        }
        let answer = patient(SECONDS, || Ok(why::explain_told(game.oracle(), game.position(), text)))?;
        let verdict = if answer.legal { "legal" } else { "illegal" };
        let reasons: Vec<&str> = answer.reasons.iter().map(|told| told.message.as_str()).collect();
        self.say(&format!("{verdict}: {text}: {}", reasons.join("; ")))
    }

    /// Takes back the given number of moves, by default one. Against an opponent, goes back to the player's own move.
    fn undo(&mut self, count: &str) -> Result<Next, Failure> {
        let Some(count) = lines::count(count) else { return self.say("undo takes a number") };
        let plays = |side: ferz_oracle::Player| self.opponent.is_some() && self.automatic[side.index()];
        let has_own = self.opponent.is_none() || self.automatic.contains(&false);
        let (mut back, mut own) = (0, 0);
        while own < count {
            let Some(side) = self.round.mover(back) else { break };
            back += 1;
            own += usize::from(!has_own || !plays(side));
        }
        if own < count {
            return self.say("there is no move to take back");
        }
        patient(SECONDS, || Ok(self.round.undo(back)))?;
        self.board()
    }

    fn save(&mut self, file: &str, replace: bool) -> Result<Next, Failure> {
        let answer = lines::save(file, &self.round.pgn(), replace)?;
        self.say(&answer)
    }
}

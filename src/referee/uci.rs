//! A program that speaks UCI, as a player.

use std::time::{Duration, Instant};

use crate::board::Side;
use crate::game::Game;
use crate::rules::CastlingNotation;
use crate::search::Score;

use super::player::{Answer, Claim, Clocks, Control, Fault, Player, Stand, late};
use super::program::{GRACE, Heard, Program, known_option};
use super::variant::Variant;

/// A program, started on first use.
pub(super) struct Uci {
    command: Vec<String>,
    options: Vec<(String, String)>,
    patience: Duration,
    running: Option<Running>,
}

/// The running program.
struct Running {
    program: Program,
    /// The program's own name.
    name: String,
    /// The lines that describe its options.
    options: Vec<String>,
    /// The variant that it was told to play.
    variant: Option<String>,
    /// The last score that it reported.
    score: Option<Score>,
}

impl Uci {
    pub(super) fn new(command: Vec<String>, options: Vec<(String, String)>, patience: Duration) -> Uci {
        Uci { command, options, patience, running: None }
    }

    fn start(&mut self) -> Result<&mut Running, Fault> {
        if self.running.is_none() {
            let cannot =
                |error: std::io::Error| Fault::Start(format!("cannot start `{}`: {error}", self.command.join(" ")));
            let program = Program::start(&self.command).map_err(cannot)?;
            let mut running = Running { program, name: String::new(), options: Vec::new(), variant: None, score: None };
            running.greet(Instant::now() + self.patience)?;
            for (name, value) in &self.options {
                running.check_option(name)?;
                running.program.say(&format!("setoption name {name} value {value}"));
            }
            self.running = Some(running);
        }
        self.running.as_mut().ok_or(Fault::Crash)
    }
}

impl Running {
    fn greet(&mut self, until: Instant) -> Result<(), Fault> {
        self.program.say("uci");
        loop {
            match self.program.hear(until) {
                Heard::Line(line, _) if line == "uciok" => return Ok(()),
                Heard::Line(line, _) => {
                    if let Some(name) = line.strip_prefix("id name ") {
                        name.clone_into(&mut self.name);
                    } else if line.starts_with("option ") {
                        self.options.push(line);
                    }
                }
                Heard::Gone => return Err(Fault::Start("it ended before it said `uciok`".to_owned())),
                Heard::Nothing => return Err(Fault::Start("it does not say `uciok`".to_owned())),
            }
        }
    }

    /// Returns an error for an option that the program does not have.
    fn check_option(&self, name: &str) -> Result<(), Fault> {
        let names = self.options.iter().filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next());
        known_option(name, &names.collect::<Vec<_>>())
    }

    fn option(&self, name: &str) -> Option<&str> {
        let begin = format!("option name {name} type ");
        self.options.iter().map(String::as_str).find(|line| line.starts_with(&begin))
    }

    /// Tells the program to play a variant.
    fn play(&mut self, variant: &Variant) -> Result<(), Fault> {
        if self.variant.as_deref() == Some(&variant.name) {
            return Ok(());
        }
        let knows = |line: &str| line.split(" var ").skip(1).any(|name| name.trim() == variant.name);
        let known = self.option("UCI_Variant").is_some_and(knows);
        let has_none = self.option("UCI_Variant").is_none() && variant.is_orthodox();
        if !known && !has_none {
            self.teach(variant)?;
        }
        if !has_none {
            self.program.say(&format!("setoption name UCI_Variant value {}", variant.name));
        }
        if self.option("UCI_Chess960").is_some() {
            let chess960 = variant.compiled.rules().castling_notation == CastlingNotation::KingTakesPartner;
            self.program.say(&format!("setoption name UCI_Chess960 value {chess960}"));
        }
        self.variant = Some(variant.name.clone());
        Ok(())
    }

    /// Passes the program a file that describes an unknown variant.
    fn teach(&self, variant: &Variant) -> Result<(), Fault> {
        let unknown = |why: &str| Fault::Start(format!("it does not know the variant `{}`{why}", variant.name));
        if self.option("VariantPath").is_none() {
            return Err(unknown(""));
        }
        let path = match (&variant.file, self.name.starts_with("Ferz")) {
            (Some(path), true) => path.clone(),
            _ => variant.as_ini().map_err(|why| unknown(&format!(", and {why}")))?,
        };
        self.program.say(&format!("setoption name VariantPath value {}", path.display()));
        Ok(())
    }

    /// Waits until the program has processed all commands.
    fn is_ready(&mut self, until: Instant) -> Result<(), Fault> {
        self.program.say("isready");
        loop {
            match self.program.hear(until) {
                Heard::Line(line, _) if line == "readyok" => return Ok(()),
                Heard::Line(..) => {}
                Heard::Gone => return Err(Fault::Crash),
                Heard::Nothing => return Err(Fault::Hang),
            }
        }
    }
}

impl Player for Uci {
    fn begin(&mut self, variant: &Variant, _: Option<&str>, _: Control) -> Result<(), Fault> {
        let patience = self.patience;
        let begun = self.start().and_then(|running| {
            running.play(variant)?;
            running.program.say("ucinewgame");
            running.is_ready(Instant::now() + patience)
        });
        if begun.is_err() {
            self.running = None;
        }
        begun
    }

    fn choose(&mut self, _: &mut Game, stand: Stand<'_>) -> Result<(Answer, Duration), Fault> {
        let Some(running) = &mut self.running else { return Err(Fault::Crash) };
        let answer = running.choose(stand);
        if answer.as_ref().is_err_and(|fault| *fault != Fault::Time) {
            self.running = None;
        }
        answer
    }

    fn end(&mut self, _: &str) {}

    fn score(&self) -> Option<Score> {
        self.running.as_ref()?.score
    }
}

/// The score in a line about a search; `None` if it is about another line than the best one.
pub fn score(line: &str) -> Option<Score> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let behind = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    if words.first() != Some(&"info") || behind("multipv").is_some_and(|rest| rest.first() != Some(&"1")) {
        return None;
    }
    match behind("score")? {
        ["cp", value, ..] => value.parse().ok().map(Score::Centipawns),
        ["mate", value, ..] => value.parse().ok().map(Score::Mate),
        _ => None,
    }
}

impl Running {
    fn choose(&mut self, stand: Stand<'_>) -> Result<(Answer, Duration), Fault> {
        let mut position =
            stand.fen.map_or_else(|| "position startpos".to_owned(), |fen| format!("position fen {fen}"));
        if !stand.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&stand.moves.join(" "));
        }
        self.program.drain();
        self.score = None;
        self.program.say(&position);
        let began = Instant::now();
        self.program.say(&go(&stand));
        match self.best_move(stand.until) {
            Ok((answer, at)) => Ok((answer, at.saturating_duration_since(began))),
            Err(Fault::Hang) => {
                // A program that answers `stop` stays in the match.
                self.program.say("stop");
                let answers = self.best_move(Instant::now() + GRACE).is_ok();
                Err(late(stand.clocks.control, answers))
            }
            Err(fault) => Err(fault),
        }
    }

    fn best_move(&mut self, until: Instant) -> Result<(Answer, Instant), Fault> {
        loop {
            match self.program.hear(until) {
                Heard::Line(line, at) => {
                    let mut words = line.split_whitespace();
                    if words.next() == Some("bestmove") {
                        return Ok((answer(words.next().unwrap_or_default()), at));
                    }
                    self.score = score(&line).or(self.score);
                    if Instant::now() > until {
                        return Err(Fault::Hang);
                    }
                }
                Heard::Gone => return Err(Fault::Crash),
                Heard::Nothing => return Err(Fault::Hang),
            }
        }
    }
}

fn answer(word: &str) -> Answer {
    match word {
        "(none)" | "0000" | "none" => Answer::Claim(Claim::NoMove),
        "resign" => Answer::Resign,
        word => Answer::Move(word.to_owned()),
    }
}

fn go(stand: &Stand<'_>) -> String {
    let Clocks { control, own, other, moves } = stand.clocks;
    let white = stand.turn == Side::White;
    match control {
        Control::PerMove(time) => format!("go movetime {}", time.as_millis()),
        Control::Nodes(nodes) => format!("go nodes {nodes}"),
        Control::Depth(depth) => format!("go depth {depth}"),
        Control::Clock { increment, .. } => {
            let (wtime, btime) = if white { (own, other) } else { (other, own) };
            let (wtime, btime, increment) = (wtime.as_millis(), btime.as_millis(), increment.as_millis());
            let togo = moves.map(|moves| format!(" movestogo {moves}")).unwrap_or_default();
            format!("go wtime {wtime} btime {btime} winc {increment} binc {increment}{togo}")
        }
    }
}

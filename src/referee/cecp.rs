//! A program that speaks the protocol of XBoard, as a player.

use std::time::{Duration, Instant};

use crate::board::Side;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{Coordinates, uci};
use crate::rules::Outcome;

use super::player::{Answer, Claim, Control, Fault, Player, Stand, late};
use super::program::{GRACE, Heard, Program, known_option};
use super::variant::Variant;

/// A program, started on first use.
pub(super) struct Cecp {
    command: Vec<String>,
    options: Vec<(String, String)>,
    patience: Duration,
    running: Option<Running>,
}

/// The running program.
struct Running {
    program: Program,
    /// The features that it has sent.
    features: Vec<(String, String)>,
    pings: u32,
    /// The number of moves of the game that it has received.
    told: usize,
    /// `true` if it is not in force mode, so that it moves by itself.
    plays: bool,
}

impl Cecp {
    pub(super) fn new(command: Vec<String>, options: Vec<(String, String)>, patience: Duration) -> Cecp {
        Cecp { command, options, patience, running: None }
    }

    fn start(&mut self) -> Result<&mut Running, Fault> {
        if self.running.is_none() {
            let cannot =
                |error: std::io::Error| Fault::Start(format!("cannot start `{}`: {error}", self.command.join(" ")));
            let program = Program::start(&self.command).map_err(cannot)?;
            let mut running = Running { program, features: Vec::new(), pings: 0, told: 0, plays: false };
            running.greet(Instant::now() + self.patience)?;
            for (name, value) in &self.options {
                running.check_option(name)?;
                running.program.say(&format!("option {name}={value}"));
            }
            self.running = Some(running);
        }
        self.running.as_mut().ok_or(Fault::Crash)
    }
}

/// A pass, as XBoard writes it.
const PASS: &str = "@@@@";
/// Time for a program to send its features, unless it asks for more.
const FEATURES: Duration = Duration::from_secs(10);

impl Running {
    fn greet(&mut self, patience: Instant) -> Result<(), Fault> {
        self.program.say("xboard\nprotover 2");
        let mut until = (Instant::now() + FEATURES).min(patience);
        loop {
            match self.program.hear(until) {
                Heard::Line(line, _) => {
                    let Some(rest) = line.strip_prefix("feature ") else { continue };
                    for (name, value) in features(rest) {
                        match (name.as_str(), value.as_str()) {
                            ("done", "1") => return Ok(()),
                            ("done", _) => until = patience,
                            _ => self.program.say(&format!("accepted {name}")),
                        }
                        self.features.push((name, value));
                    }
                }
                Heard::Gone => return Err(Fault::Start("it ended before it sent its features".to_owned())),
                // Old programs send no features.
                Heard::Nothing if until < patience => return Ok(()),
                Heard::Nothing => return Err(Fault::Start("it does not send `done=1` after its features".to_owned())),
            }
        }
    }

    /// Returns an error for an option that the program does not have.
    fn check_option(&self, name: &str) -> Result<(), Fault> {
        let options = self.features.iter().filter(|(feature, _)| feature == "option");
        let names = options.map(|(_, value)| value.split(" -").next().unwrap_or_default().trim());
        known_option(name, &names.collect::<Vec<_>>())
    }

    fn feature(&self, name: &str) -> Option<&str> {
        self.features.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn begin(&mut self, variant: &Variant, fen: Option<&str>, control: Control) -> Result<(), Fault> {
        self.program.say("new");
        if !variant.is_orthodox() {
            let name = self.name_of(variant)?;
            self.program.say(&format!("variant {name}"));
        }
        self.program.say("force\neasy\nnopost");
        self.program.say(&limits(control));
        if let Some(fen) = fen {
            if self.feature("setboard") != Some("1") {
                return Err(Fault::Start("it cannot set up a position".to_owned()));
            }
            self.program.say(&format!("setboard {fen}"));
        }
        self.told = 0;
        self.plays = false;
        Ok(())
    }

    /// The program's name for a variant. A program that does not know the variant gets its file, if it takes files.
    fn name_of(&self, variant: &Variant) -> Result<String, Fault> {
        let known = self.feature("variants").unwrap_or_default();
        if known.split(',').any(|name| name.trim() == variant.name) {
            return Ok(variant.name.clone());
        }
        let takes_files =
            self.features.iter().any(|(name, value)| name == "option" && value.starts_with("VariantPath "));
        if !takes_files {
            return Err(Fault::Start(format!("it does not know the variant `{}`", variant.name)));
        }
        let ferz = self.feature("myname").is_some_and(|name| name.starts_with("Ferz"));
        let path = match (&variant.file, ferz) {
            (Some(path), true) => path.clone(),
            _ => variant.as_ini().map_err(Fault::Start)?,
        };
        self.program.say(&format!("option VariantPath={}", path.display()));
        Ok(variant.name.clone())
    }

    fn is_ready(&mut self, until: Instant) -> Result<(), Fault> {
        if self.feature("ping") != Some("1") {
            return Ok(());
        }
        self.pings += 1;
        self.program.say(&format!("ping {}", self.pings));
        let wanted = format!("pong {}", self.pings);
        loop {
            match self.program.hear(until) {
                Heard::Line(line, _) if line == wanted => return Ok(()),
                Heard::Line(..) => {}
                Heard::Gone => return Err(Fault::Crash),
                Heard::Nothing => return Err(Fault::Hang),
            }
        }
    }

    fn choose(&mut self, game: &mut Game, stand: Stand<'_>) -> Result<(Answer, Duration), Fault> {
        let squares = Coordinates::of_xboard(&game.rules().geometry);
        let prefix = if self.feature("usermove") == Some("1") { "usermove " } else { "" };
        let say_clocks = |running: &Running| {
            if matches!(stand.clocks.control, Control::Clock { .. }) {
                let centis = |time: Duration| time.as_millis() / 10;
                let (own, other) = (centis(stand.clocks.own), centis(stand.clocks.other));
                running.program.say(&format!("time {own}\notim {other}"));
            }
        };
        // In a turn of several moves, the program continues by itself, so it may already have answered.
        let goes_on = self.plays && self.told == stand.moves.len();
        if !goes_on {
            self.program.drain();
        }
        let mut began = Instant::now();
        let new: Vec<String> =
            stand.moves[self.told..].iter().map(|mv| squares.written(mv, &game.rules().geometry)).collect();
        for (index, mv) in new.iter().enumerate() {
            if self.plays && index + 1 == new.len() {
                say_clocks(self);
                began = Instant::now();
            }
            self.program.say(&format!("{prefix}{mv}"));
        }
        if !self.plays {
            say_clocks(self);
            began = Instant::now();
            self.program.say("go");
            self.plays = true;
        }
        self.told = stand.moves.len();
        let answered = match self.answer(stand.until) {
            Err(Fault::Hang) => {
                self.program.say("?");
                let answers = self.answer(Instant::now() + GRACE).is_ok();
                return Err(late(stand.clocks.control, answers));
            }
            answered => answered,
        };
        let (answer, at) = answered?;
        let answer = match answer {
            Answer::Move(text) => {
                self.told += 1;
                Answer::Move(understood(game, &text, squares))
            }
            other => other,
        };
        Ok((answer, at.saturating_duration_since(began)))
    }

    fn answer(&self, until: Instant) -> Result<(Answer, Instant), Fault> {
        loop {
            match self.program.hear(until) {
                Heard::Line(line, at) => {
                    if let Some(answer) = answer(&line) {
                        return Ok((answer, at));
                    }
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

/// The answer in a line; `None` if the line contains none.
pub fn answer(line: &str) -> Option<Answer> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some(match word {
        "move" => Answer::Move(rest.trim().to_owned()),
        "resign" => Answer::Resign,
        "1-0" => Answer::Claim(Claim::Over(Outcome::Won(Side::White))),
        "0-1" => Answer::Claim(Claim::Over(Outcome::Won(Side::Black))),
        "1/2-1/2" => Answer::Claim(Claim::Over(Outcome::Draw)),
        "Illegal" if rest.starts_with("move") => Answer::Claim(Claim::Illegal),
        _ => return None,
    })
}

/// A move of the program in UCI notation; the unchanged text if it is not a legal move.
fn understood(game: &mut Game, text: &str, squares: Coordinates) -> String {
    let rules = game.shared_rules();
    let listed = uci::list(game);
    let is = |(uci, mv): &&(String, Move)| match text {
        PASS => mv.is_pass(),
        text => squares.written(uci, &rules.geometry) == text,
    };
    let spelt = listed.iter().find(is);
    match spelt {
        Some((uci, _)) => uci.clone(),
        None => match crate::notation::san::parse(game, text) {
            Ok(mv) => uci::write(game, &mv),
            Err(_) => text.to_owned(),
        },
    }
}

/// The commands for a time control.
pub fn limits(control: Control) -> String {
    match control {
        Control::Depth(depth) => format!("level 0 1440 0\nsd {depth}"),
        // There is no common command for this.
        Control::Nodes(nodes) => format!("level 0 1440 0\nnps 0\nsn {nodes}"),
        Control::PerMove(time) => format!("st {}", time.as_secs_f64()),
        Control::Clock { base, increment, moves } => {
            let seconds = base.as_secs();
            format!("level {} {}:{:02} {}", moves.unwrap_or(0), seconds / 60, seconds % 60, increment.as_secs_f64())
        }
    }
}

/// The features of a line: `name=value`, values in quotes or not.
pub fn features(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, next) = match quote {
            Some(quote) => after[1..].split_once(quote).unwrap_or((&after[1..], "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name.trim().to_owned(), value.to_owned()));
        rest = next.trim_start();
    }
    found
}

impl Player for Cecp {
    fn begin(&mut self, variant: &Variant, fen: Option<&str>, control: Control) -> Result<(), Fault> {
        let patience = self.patience;
        let begun = self.start().and_then(|running| {
            running.begin(variant, fen, control)?;
            running.is_ready(Instant::now() + patience)
        });
        if begun.is_err() {
            self.running = None;
        }
        begun
    }

    fn choose(&mut self, game: &mut Game, stand: Stand<'_>) -> Result<(Answer, Duration), Fault> {
        let Some(running) = &mut self.running else { return Err(Fault::Crash) };
        let answer = running.choose(game, stand);
        if answer.as_ref().is_err_and(|fault| *fault != Fault::Time) {
            self.running = None;
        }
        answer
    }

    fn end(&mut self, result: &str) {
        if let Some(running) = &self.running {
            running.program.say(&format!("force\nresult {result}"));
        }
    }
}

//! The engine in the protocol of XBoard (CECP, version 2).

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use super::dialect::Dialect;
use super::greeting;
use super::seat::{Done, Event, Outcome as Answer, Seat};
use super::strength::Strength;
use crate::board::Side;
use crate::english;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{Coordinates, san, uci};
use crate::rules::Outcome;
use crate::search::{Found, Info, Limits, Score, Signals, Time};

/// Time lost in communication with the other program.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Largest number of lines that a search reports (MultiPV).
const MOST_LINES: usize = 256;
/// The largest number of moves to show of a line.
const SHOWN: usize = 16;
/// The largest hash table, in megabytes.
const LARGEST: usize = 65_536;

/// Plays by the protocol until the input ends or says `quit`.
///
/// # Errors
/// When no variant can be played or no thread started. A closed output is no error.
pub fn run(input: impl Read + Send + 'static, output: impl Write, files: &[PathBuf]) -> io::Result<()> {
    let seat = Seat::new(input, output, Dialect::Uci.first_variant())?;
    let mut engine = Engine {
        seat,
        plays: Some(Side::Black),
        analyses: false,
        ponders: false,
        posts: false,
        thinks: Thinks::Nothing,
        clock: Clock::default(),
        hint: None,
    };
    for message in files.iter().flat_map(|path| engine.seat.catalog.add(path.clone())).collect::<Vec<_>>() {
        engine.error(&message)?;
    }
    match engine.converse() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

struct Engine<W> {
    seat: Seat<W>,
    /// The side for which the engine moves; `None` in force mode.
    plays: Option<Side>,
    analyses: bool,
    ponders: bool,
    /// `true` if the other program wants to see the thinking output.
    posts: bool,
    thinks: Thinks,
    clock: Clock,
    /// The move that the engine expects from its opponent.
    hint: Option<Move>,
}

/// Purpose of the running search.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Thinks {
    Nothing,
    /// The engine plays the result.
    ToMove,
    /// The engine shows the result.
    ToAnalyse,
    /// The engine ponders: it searches the position after this expected move of the other side.
    Ahead(Move),
}

/// The time control and the remaining times.
#[derive(Default)]
struct Clock {
    own: Option<Duration>,
    increment: Duration,
    /// The number of moves from one time control to the next.
    moves: u32,
    exactly: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The number of lines that a search reports.
    lines: usize,
    strength: Strength,
}

/// `true` if the session is over.
type Over = bool;

impl<W: Write> Engine<W> {
    fn converse(mut self) -> io::Result<()> {
        let mut ending = false;
        while let Some(event) = self.seat.next() {
            match event {
                Event::Line(line, _) => {
                    if self.line(line.trim())? {
                        break;
                    }
                }
                Event::End => ending = true,
                Event::Info(info, root) => self.info(&info, &root)?,
                Event::Below(mv, leaves) => self.seat.say(&format!("{mv}: {leaves}"))?,
                Event::Done(done) => self.done(*done)?,
            }
            if ending && (!self.seat.is_searching() || self.thinks != Thinks::ToMove) {
                break;
            }
        }
        self.seat.abandon();
        Ok(())
    }

    fn line(&mut self, line: &str) -> io::Result<Over> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "draw"
            | "otim" | "bk" | "hover" | "put" | "cores" | "egtpath" | "nps" | "partner" | "ptell" | "." | "black"
            | "white" | "pause" | "resume" | "exclude" | "include" | "setscore" => {}
            "quit" => return Ok(true),
            "protover" => self.features()?,
            "ping" => {
                self.seat.prepare();
                self.seat.say(&format!("pong {rest}"))?;
            }
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "hard" => self.ponders = true,
            "easy" => {
                self.ponders = false;
                if matches!(self.thinks, Thinks::Ahead(_)) {
                    self.quiet();
                }
            }
            "level" | "st" | "sd" | "sn" | "time" => self.clock.take(command, rest),
            "memory" => {
                let hash = rest.parse().unwrap_or(16).clamp(1, LARGEST);
                if let Err(error) = self.seat.set_hash(hash) {
                    self.error(&format!("the hash table is unchanged: {error}"))?;
                }
            }
            "?" => {
                if self.thinks == Thinks::ToMove {
                    self.seat.stop();
                }
            }
            "hint" => self.tell_hint()?,
            "lift" => self.highlight(rest)?,
            "perft" => {
                self.quiet();
                self.seat.count(rest.parse().unwrap_or(1).min(64));
            }
            _ => self.change(command, rest)?,
        }
        Ok(false)
    }

    /// Handles commands that change the game. A running search ends.
    fn change(&mut self, command: &str, rest: &str) -> io::Result<()> {
        if command == "usermove" || self.is_move(command) {
            return self.user_move(if command == "usermove" { rest } else { command });
        }
        match command {
            "new" => self.new_game()?,
            "variant" => self.variant(rest)?,
            "force" | "result" => {
                self.quiet();
                self.plays = None;
            }
            "playother" => {
                self.quiet();
                let turn = self.seat.game().turn();
                self.plays = Some(!turn);
            }
            "go" => {
                self.quiet();
                let turn = self.seat.game().turn();
                self.plays = Some(turn);
                self.think()?;
            }
            "setboard" => self.set_board(rest)?,
            "undo" => self.take_back(1)?,
            "remove" => self.take_back(2)?,
            "analyze" => {
                self.analyses = true;
                self.analyse();
            }
            "exit" => {
                self.quiet();
                self.analyses = false;
            }
            "option" => self.option(rest)?,
            _ => self.seat.say(&format!("Error (unknown command): {}", shortened(command)))?,
        }
        Ok(())
    }

    /// Ends the running search, and drops its output.
    fn quiet(&mut self) {
        self.seat.abandon();
        self.thinks = Thinks::Nothing;
    }

    fn features(&mut self) -> io::Result<()> {
        let text = format!(
            "feature done=0\nfeature myname=\"Ferz {}\" setboard=1 usermove=1 time=1 ping=1 memory=1 smp=0 colors=0 \
             draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 playother=1 name=0 san=0 highlight=1\n\
             {}\nfeature option=\"VariantPath -file \"\nfeature option=\"MultiPV -spin 1 1 {MOST_LINES}\"\n\
             {}\nfeature done=1",
            env!("CARGO_PKG_VERSION"),
            self.variants(),
            Strength::features()
        );
        self.seat.say(&text)
    }

    /// The feature that names all variants.
    fn variants(&self) -> String {
        let first = Dialect::Uci.first_variant();
        let names = self.seat.catalog.names();
        let mut variants = vec!["normal".to_owned()];
        variants.extend(names.into_iter().filter(|name| name != "normal"));
        variants.retain(|name| name != first || first == "normal");
        variants.push(first.to_owned());
        // XBoard has its own names for some variants, and offers only listed names.
        let others = greeting::xboard_names().filter(|name| !variants.iter().any(|known| known == name));
        variants.extend(others.map(str::to_owned).collect::<Vec<_>>());
        format!("feature variants=\"{}\"", variants.join(","))
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.quiet();
        self.seat.forget();
        self.analyses = false;
        self.hint = None;
        self.clock.depth = None;
        self.clock.nodes = None;
        self.change_variant(Dialect::Uci.first_variant())?;
        let turn = self.seat.game().turn();
        self.plays = Some(!turn);
        Ok(())
    }

    fn variant(&mut self, rest: &str) -> io::Result<()> {
        self.quiet();
        let name = rest.split_whitespace().next().unwrap_or_default();
        if !self.change_variant(name)? {
            return Ok(());
        }
        for line in greeting::setup(name, self.seat.compiled()) {
            self.seat.say(&line)?;
        }
        Ok(())
    }

    /// Changes the variant. Returns `true` on success.
    fn change_variant(&mut self, name: &str) -> io::Result<bool> {
        if self.seat.variant == name {
            let set = self.seat.set_up(None);
            return set.map_or_else(|message| self.error(&message), |()| Ok(())).map(|()| true);
        }
        match self.seat.change_variant(name, false) {
            Ok(()) => Ok(true),
            Err(message) => self.error(&message).map(|()| false),
        }
    }

    fn error(&mut self, message: &str) -> io::Result<()> {
        self.seat.say(&format!("tellusererror {}", message.lines().next().unwrap_or_default()))
    }

    fn option(&mut self, rest: &str) -> io::Result<()> {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let number = value.trim().parse::<usize>().ok();
        match name.trim() {
            "MultiPV" => self.clock.lines = number.unwrap_or(1).clamp(1, MOST_LINES),
            "VariantPath" => {
                for message in self.seat.catalog.add_all(value.trim()) {
                    self.error(&message)?;
                }
                let variants = self.variants();
                self.seat.say(&variants)?;
            }
            name => self.clock.strength.set(name, value),
        }
        Ok(())
    }

    fn set_board(&mut self, fen: &str) -> io::Result<()> {
        self.quiet();
        // After a pass, XBoard sends the new position. The game then continues.
        if self.is_passed(fen) {
            return Ok(());
        }
        match self.seat.set_up(Some(fen)) {
            Err(_) => self.seat.say("tellusererror Illegal position"),
            Ok(()) => self.go_on(),
        }
    }

    /// Makes a pass if it leads to the position of the FEN. Returns `true` in this case.
    fn is_passed(&mut self, fen: &str) -> bool {
        let game = self.seat.game();
        let Some(pass) = game.legal_moves().into_iter().find(Move::is_pass) else { return false };
        let mut next = game.clone();
        next.play(&pass);
        let rules = next.shared_rules();
        let Ok(setup) = crate::fen::read(fen, &*rules) else { return false };
        let reached = next.setup();
        let same = (&setup.pieces, &setup.hands, setup.turn) == (&reached.pieces, &reached.hands, reached.turn);
        if same {
            self.seat.play(&pass);
        }
        same
    }

    fn take_back(&mut self, moves: usize) -> io::Result<()> {
        self.quiet();
        for _ in 0..moves {
            self.seat.undo();
        }
        if self.analyses {
            self.analyse();
        }
        Ok(())
    }

    fn squares(&self) -> Coordinates {
        Coordinates::of_xboard(&self.seat.compiled().rules().geometry)
    }

    fn written(&self, game: &mut Game, mv: &Move) -> String {
        if mv.is_pass() {
            return "@@@@".to_owned();
        }
        self.squares().written(&uci::write(game, mv), &game.shared_rules().geometry)
    }

    fn read(&self, game: &mut Game, text: &str) -> Option<Move> {
        if text == "@@@@" {
            return game.legal_moves().into_iter().find(Move::is_pass);
        }
        let (squares, rules) = (self.squares(), game.shared_rules());
        let found = uci::list(game).into_iter().find(|(uci, _)| squares.written(uci, &rules.geometry) == text);
        found.map(|(_, mv)| mv).or_else(|| {
            let plain = (squares == Coordinates::FromOne).then(|| uci::parse(game, text).ok()).flatten();
            plain.or_else(|| san::parse(game, text).ok())
        })
    }

    /// Returns `true` if a word without a command before it is a move.
    fn is_move(&mut self, word: &str) -> bool {
        let mut game = self.seat.game().clone();
        if let Thinks::Ahead(_) = self.thinks {
            return word.chars().any(|c| c.is_ascii_digit());
        }
        self.read(&mut game, word).is_some()
    }

    fn user_move(&mut self, text: &str) -> io::Result<()> {
        let mut game = self.seat.game().clone();
        let Some(mv) = self.read(&mut game, text) else {
            return self.seat.say(&format!("Illegal move: {}", shortened(text)));
        };
        if self.thinks == Thinks::Ahead(mv) {
            // The search has the position that is now on the board.
            self.seat.play(&mv);
            self.thinks = Thinks::ToMove;
            self.seat.hit();
            return Ok(());
        }
        self.quiet();
        self.seat.play(&mv);
        self.go_on()
    }

    /// Called after a change of the position: analyses it, moves, or reports the end of the game.
    fn go_on(&mut self) -> io::Result<()> {
        if self.analyses {
            self.analyse();
        } else if self.plays == Some(self.seat.game().turn()) {
            self.think()?;
        }
        Ok(())
    }

    fn analyse(&mut self) {
        self.quiet();
        self.thinks = Thinks::ToAnalyse;
        self.seat.search(Limits { infinite: true, lines: self.clock.lines, ..Limits::default() }, Signals::default());
    }

    /// Searches for a move to play, unless the game is over.
    fn think(&mut self) -> io::Result<()> {
        if self.over()? {
            return Ok(());
        }
        self.thinks = Thinks::ToMove;
        let limits = self.clock.limits(self.seat.played());
        self.seat.search(limits, Signals::default());
        Ok(())
    }

    /// Reports the result if the game is over. Returns `true` in this case.
    fn over(&mut self) -> io::Result<bool> {
        let game = self.seat.game();
        let (end, moves) = (game.end(), game.legal_moves().len());
        let Some(end) = end else { return Ok(moves == 0) };
        let result = match end.outcome {
            Outcome::Won(side) => {
                format!("{} {{{} wins by {}}}", end.outcome, english::capitalised(side.name()), end.reason)
            }
            Outcome::Draw => format!("{} {{Draw by {}}}", end.outcome, end.reason),
        };
        self.seat.say(&result)?;
        Ok(true)
    }

    fn info(&mut self, info: &Info, root: &Game) -> io::Result<()> {
        if !self.posts && self.thinks != Thinks::ToAnalyse {
            return Ok(());
        }
        // A forced mate is 100,000 and the number of moves.
        let score = match info.score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) if moves > 0 => 100_000 + moves,
            Score::Mate(moves) => -100_000 + moves,
        };
        let centis = info.time.as_millis() / 10;
        let mut text = format!("{} {score} {centis} {}", info.depth, info.nodes);
        let mut game = root.clone();
        for mv in info.line.iter().take(SHOWN) {
            text.push(' ');
            text.push_str(&self.written(&mut game, mv));
            game.play(mv);
        }
        self.seat.say(&text)
    }

    fn done(&mut self, done: Done) -> io::Result<()> {
        match done.outcome {
            Answer::Counted(leaves) => self.seat.say(&format!("Nodes searched: {leaves}")),
            Answer::Found(found) if self.thinks == Thinks::ToMove => self.answer(found),
            Answer::Found(_) => Ok(()),
        }
    }

    fn answer(&mut self, found: Found) -> io::Result<()> {
        self.thinks = Thinks::Nothing;
        let Some(mv) = found.best else { return Ok(()) };
        let mut game = self.seat.game().clone();
        let text = self.written(&mut game, &mv);
        self.seat.say(&format!("move {text}"))?;
        self.seat.play(&mv);
        self.hint = found.reply;
        if self.over()? {
            return Ok(());
        }
        // A turn may have more than one move.
        if self.plays == Some(self.seat.game().turn()) {
            return self.think();
        }
        self.ponder();
        Ok(())
    }

    /// Searches on the opponent's time, if pondering is on.
    fn ponder(&mut self) {
        let Some(reply) = self.hint.filter(|_| self.ponders) else { return };
        if !self.seat.game().legal_moves().contains(&reply) {
            return;
        }
        let limits = self.clock.limits(self.seat.played());
        self.seat.play(&reply);
        self.seat.search(limits, Signals::pondering());
        self.seat.undo();
        self.thinks = Thinks::Ahead(reply);
    }

    fn tell_hint(&mut self) -> io::Result<()> {
        let Some(mv) = self.hint else { return Ok(()) };
        let mut game = self.seat.game().clone();
        if !game.legal_moves().contains(&mv) {
            return Ok(());
        }
        let text = self.written(&mut game, &mv);
        self.seat.say(&format!("Hint: {text}"))
    }

    /// Sends the destinations of the piece on a square, as a FEN of colours.
    fn highlight(&mut self, square: &str) -> io::Result<()> {
        let squares = self.squares();
        let game = self.seat.game().clone();
        let rules = game.shared_rules();
        let geometry = &rules.geometry;
        let mut marks = vec![None; geometry.len()];
        for mv in game.legal_moves() {
            let named = squares.written(&geometry.name(mv.from), geometry);
            if named != square || mv.is_pass() || mv.kind() == crate::interpreter::MoveKind::Drop {
                continue;
            }
            let mark = match (mv.promotion(), mv.is_capture()) {
                (Some(_), _) => 'M',
                (None, true) => 'R',
                (None, false) => 'Y',
            };
            let old = marks[mv.to.index()];
            marks[mv.to.index()] = Some(if old == Some('M') { 'M' } else { mark });
        }
        let ranks: Vec<String> = (0..geometry.ranks())
            .rev()
            .map(|rank| coloured(&marks[rank * geometry.files()..][..geometry.files()]))
            .collect();
        self.seat.say(&format!("highlight {}", ranks.join("/")))
    }
}

/// A rank of a FEN of colours.
fn coloured(marks: &[Option<char>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for mark in marks.iter().chain([&Some('.')]) {
        match mark {
            None => empty += 1,
            Some(mark) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(*mark);
            }
        }
    }
    text.pop();
    text
}

impl Clock {
    fn take(&mut self, command: &str, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let seconds = |word: Option<&&str>| {
            let seconds: f64 = word.and_then(|word| word.parse().ok()).unwrap_or(0.0);
            Duration::from_secs_f64(if seconds.is_finite() { seconds.clamp(0.0, 1e7) } else { 0.0 })
        };
        match command {
            "level" => {
                self.moves = words.first().and_then(|word| word.parse().ok()).unwrap_or(0);
                self.own = words.get(1).map(|word| minutes(word));
                self.increment = seconds(words.get(2));
                self.exactly = None;
            }
            "st" => {
                self.exactly = Some(seconds(words.first()));
                self.own = None;
            }
            "sd" => self.depth = words.first().and_then(|word| word.parse().ok()),
            "sn" => self.nodes = words.first().and_then(|word| word.parse().ok()),
            _ => {
                let centis = words.first().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
                if self.own.is_some() {
                    self.own = Some(Duration::from_millis(centis.clamp(0, 1 << 40) as u64 * 10));
                }
            }
        }
    }

    /// Limits of the search for a move. `played` is the number of plies played so far.
    fn limits(&self, played: usize) -> Limits {
        let left = self.own.filter(|_| self.exactly.is_none());
        let moves = (self.moves > 0).then(|| self.moves - (played / 2) as u32 % self.moves);
        let time = match (self.exactly, left) {
            (Some(time), _) => Some(Time::exactly(time, OVERHEAD)),
            (None, Some(left)) => Some(Time::share(left, self.increment, moves, OVERHEAD)),
            (None, None) if self.depth.is_none() && self.nodes.is_none() => {
                Some(Time::exactly(Duration::from_secs(1), OVERHEAD))
            }
            (None, None) => None,
        };
        let skill = self.strength.skill();
        Limits { depth: self.depth, nodes: self.nodes, time, lines: self.lines, skill, ..Limits::default() }
    }
}

/// Reads a time of the `level` command: minutes, or minutes and seconds.
fn minutes(text: &str) -> Duration {
    let number = |text: &str| text.parse::<u64>().unwrap_or(0).min(1 << 20);
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    Duration::from_secs(number(minutes) * 60 + number(seconds))
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

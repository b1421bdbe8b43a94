//! The engine in UCI and its relatives.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use super::dialect::Dialect;
use super::greeting;
use super::seat::{Done, Event, Outcome, Seat};
use super::strength::Strength;
use crate::board::Side;
use crate::fen;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{Coordinates, uci};
use crate::search::{Info, Limits, Score, Signals, Time};

/// The largest number of moves to show of a line.
const SHOWN: usize = 16;
/// Time lost in communication with the other program, unless it sets another value.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Largest number of lines that a search reports (MultiPV).
const MOST_LINES: usize = 256;
/// The largest hash table, in megabytes.
const LARGEST: usize = 65_536;

/// Plays by the protocol until the input ends or says `quit`. An unknown line gets an error message.
///
/// # Errors
/// When no variant can be played or no thread started. A closed output is no error.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    dialect: Dialect,
    files: &[PathBuf],
) -> io::Result<()> {
    let seat = Seat::new(input, output, dialect.first_variant())?;
    let mut engine = Engine {
        seat,
        dialect,
        overhead: OVERHEAD,
        in_seconds: false,
        told: Told::default(),
        lines: 1,
        strength: Strength::default(),
        shows_odds: false,
    };
    for message in files.iter().flat_map(|path| engine.seat.catalog.add(path.clone())).collect::<Vec<_>>() {
        engine.note(&message)?;
    }
    match engine.converse() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

struct Engine<W> {
    seat: Seat<W>,
    dialect: Dialect,
    overhead: Duration,
    /// `true` if times of UCCI are in whole seconds.
    in_seconds: bool,
    /// The start and the moves of the last `position`.
    told: Told,
    /// The number of lines that a search reports.
    lines: usize,
    strength: Strength,
    /// `true` if the chances of win, draw and loss are shown with the score.
    shows_odds: bool,
}

/// A start position and the moves played from there.
#[derive(Default)]
struct Told {
    start: String,
    moves: Vec<String>,
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
                Event::End => {
                    ending = true;
                    self.seat.stop_if_endless();
                }
                Event::Info(info, root) => self.info(&info, &root)?,
                Event::Below(mv, leaves) => self.below(&mv, leaves)?,
                Event::Done(done) => self.done(*done)?,
            }
            if ending && !self.seat.is_searching() {
                break;
            }
        }
        self.seat.abandon();
        Ok(())
    }

    fn line(&mut self, line: &str) -> io::Result<Over> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((command, rest)) = words.split_first() else { return Ok(false) };
        match *command {
            "quit" => return Ok(true),
            "uci" | "usi" | "ucci" => self.greet(command)?,
            "isready" => {
                self.seat.prepare();
                self.seat.say("readyok")?;
            }
            "setoption" => self.set_option(rest)?,
            "ucinewgame" | "usinewgame" | "uccinewgame" => self.seat.forget(),
            "position" => self.position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.seat.stop(),
            "ponderhit" => self.seat.hit(),
            "gameover" | "debug" | "register" | "banmoves" => {}
            "d" => self.display()?,
            "eval" => {
                let worth = self.seat.evaluate();
                self.seat.say(&format!("info string evaluation {worth}"))?;
            }
            _ if command.starts_with('#') => {}
            _ => self.note(&format!("unknown command: {}", shortened(line)))?,
        }
        Ok(false)
    }

    /// Sends a note that is not an answer of the protocol.
    fn note(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            self.seat.say(&format!("info string {line}"))?;
        }
        Ok(())
    }

    fn greet(&mut self, command: &str) -> io::Result<()> {
        let dialect = Dialect::greeted(command).unwrap_or(self.dialect);
        if dialect != self.dialect {
            self.dialect = dialect;
            self.told = Told::default();
            if let Err(message) = self.seat.change_variant(dialect.first_variant(), false) {
                self.note(&message)?;
            }
        }
        let mut text = format!("id name Ferz {}\nid author the authors of Ferz\n", env!("CARGO_PKG_VERSION"));
        for (name, kind) in self.options() {
            let name = self.dialect.option_name(name);
            let label = if self.dialect == Dialect::Ucci { "" } else { "name " };
            text.push_str(&format!("option {label}{name} type {kind}\n"));
        }
        text.push_str(command);
        text.push_str("ok");
        self.seat.say(&text)
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let names = self.seat.catalog.names();
        let variants: String = names.iter().map(|name| format!(" var {name}")).collect();
        let mut options = vec![
            ("Threads", "spin default 1 min 1 max 1".to_owned()),
            ("Hash", format!("spin default 16 min 1 max {LARGEST}")),
            ("Clear Hash", "button".to_owned()),
            ("Ponder", "check default false".to_owned()),
            ("Move Overhead", format!("spin default {} min 0 max 5000", OVERHEAD.as_millis())),
            ("MultiPV", format!("spin default 1 min 1 max {MOST_LINES}")),
            ("UCI_ShowWDL", "check default false".to_owned()),
            ("UCI_Chess960", "check default false".to_owned()),
            ("UCI_Variant", format!("combo default {}{variants}", self.dialect.first_variant())),
            ("UCI_AnalyseMode", "check default false".to_owned()),
            ("VariantPath", "string default <empty>".to_owned()),
            ("usemillisec", "check default true".to_owned()),
        ];
        options.extend(Strength::options());
        options
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let (name, value) = match self.dialect {
            Dialect::Ucci => {
                (words.first().copied().unwrap_or_default().to_owned(), words.get(1..).unwrap_or_default())
            }
            _ => {
                let words = words.strip_prefix(&["name"]).unwrap_or(words);
                let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
                (words[..at].join(" "), words.get(at + 1..).unwrap_or_default())
            }
        };
        let value = value.join(" ");
        let known = self.options().into_iter().map(|(option, _)| option).find(|option| {
            option.eq_ignore_ascii_case(&name) || self.dialect.option_name(option).eq_ignore_ascii_case(&name)
        });
        match known {
            None => self.seat.say(&format!("No such option: {}", shortened(&name))),
            Some(option) => self.set(option, &value),
        }
    }

    fn set(&mut self, option: &str, value: &str) -> io::Result<()> {
        let number = value.parse::<usize>().ok();
        match option {
            "Hash" => {
                if let Err(error) = self.seat.set_hash(number.unwrap_or(16).clamp(1, LARGEST)) {
                    self.note(&format!("the hash table is unchanged: {error}"))?;
                }
            }
            "Clear Hash" => self.seat.forget(),
            "Move Overhead" => self.overhead = number.map_or(OVERHEAD, |ms| Duration::from_millis(ms.min(5000) as u64)),
            "MultiPV" => self.lines = number.unwrap_or(1).clamp(1, MOST_LINES),
            "UCI_ShowWDL" => self.shows_odds = value.eq_ignore_ascii_case("true"),
            "usemillisec" => self.in_seconds = value.eq_ignore_ascii_case("false"),
            "UCI_Chess960" => {
                let variant = self.seat.variant.clone();
                self.change(&variant, value.eq_ignore_ascii_case("true"))?;
            }
            "UCI_Variant" if self.change(value, self.seat.chess960)? => {
                let text = greeting::info(value, self.seat.compiled());
                text.map_or(Ok(()), |text| self.seat.say(&text))?;
            }
            "VariantPath" if value != "<empty>" => {
                for message in self.seat.catalog.add_all(value) {
                    self.note(&message)?;
                }
            }
            _ => self.strength.set(option, value),
        }
        Ok(())
    }

    /// Changes the variant. Returns `true` on success.
    fn change(&mut self, variant: &str, chess960: bool) -> io::Result<bool> {
        self.told = Told::default();
        match self.seat.change_variant(variant, chess960) {
            Ok(()) => Ok(true),
            Err(message) => self.note(&message).map(|()| false),
        }
    }

    fn position(&mut self, words: &[&str]) -> io::Result<()> {
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = (words[..at].join(" "), words.get(at + 1..).unwrap_or_default());
        let told = std::mem::take(&mut self.told);
        if told.start == start && !start.is_empty() {
            return self.go_on(told, moves);
        }
        let set = match words[..at].split_first() {
            Some((&"startpos", _)) => self.seat.set_up(None),
            Some((&"fen" | &"sfen", fen)) => self.seat.set_up(Some(&self.dialect.fen(fen))),
            _ => Err("a position is `startpos`, or `fen` and a FEN".to_owned()),
        };
        if let Err(message) = set {
            return self.note(&format!("the position is unchanged: {message}"));
        }
        self.go_on(Told { start, moves: Vec::new() }, moves)
    }

    /// Continues from the last position: equal moves stay, and others are taken back.
    fn go_on(&mut self, mut told: Told, moves: &[&str]) -> io::Result<()> {
        let same = told.moves.iter().zip(moves).take_while(|(one, other)| one == *other).count();
        while told.moves.len() > same {
            told.moves.pop();
            self.seat.undo();
        }
        let mut wrong = None;
        for text in &moves[same..] {
            let Some(mv) = self.read(text) else {
                wrong = Some(text);
                break;
            };
            self.seat.play(&mv);
            told.moves.push((*text).to_owned());
        }
        self.told = told;
        match wrong {
            None => Ok(()),
            Some(text) => {
                self.note(&format!("{} is not a legal move: it and the moves after it are ignored", shortened(text)))
            }
        }
    }

    fn coordinates(&self) -> Coordinates {
        self.dialect.coordinates(&self.seat.compiled().rules().geometry)
    }

    /// The legal move with a text; `None` if there is none.
    fn read(&mut self, text: &str) -> Option<Move> {
        let coordinates = self.coordinates();
        let game = self.seat.game();
        if coordinates == Coordinates::FromOne {
            return uci::parse(game, text).ok();
        }
        let rules = game.shared_rules();
        let listed = uci::list(game).into_iter();
        listed
            .map(|(uci, mv)| (coordinates.written(&uci, &rules.geometry), mv))
            .find(|(own, _)| own == text)
            .map(|it| it.1)
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let mut asked = Asked::default();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let number = words.get(at + 1).and_then(|word| word.parse::<i64>().ok());
            match *word {
                "searchmoves" => {
                    for text in &words[at + 1..] {
                        asked.only.extend(self.read(text));
                    }
                    break;
                }
                "infinite" => asked.infinite = true,
                "ponder" => asked.ponder = true,
                "perft" => {
                    self.seat.count(number.unwrap_or(1).clamp(0, 64) as u32);
                    return Ok(());
                }
                word => {
                    if let Some(number) = number {
                        asked.take(word, number.max(0) as u64);
                    }
                }
            }
            at += 1;
        }
        let (limits, ponder) = (self.limits(&asked), asked.ponder);
        self.seat.search(limits, if ponder { Signals::pondering() } else { Signals::default() });
        Ok(())
    }

    fn limits(&mut self, asked: &Asked) -> Limits {
        let turn = self.seat.game().turn();
        let unit = if self.in_seconds && self.dialect == Dialect::Ucci { 1000 } else { 1 };
        let ms = |time: Option<u64>| time.map(|time| Duration::from_millis(time.min(1 << 40) * unit));
        // In USI, Black moves first.
        let white = (turn == Side::White) != (self.dialect == Dialect::Usi);
        let (left, increment) = if white { (asked.wtime, asked.winc) } else { (asked.btime, asked.binc) };
        let left = ms(asked.time.or(left));
        let increment = ms(asked.increment.or(increment)).unwrap_or_default();
        let overhead = self.overhead;
        let time = match (ms(asked.movetime), left, ms(asked.byoyomi)) {
            (Some(time), _, _) => Some(Time::exactly(time, overhead)),
            (None, Some(left), Some(byoyomi)) if left.is_zero() => Some(Time::byoyomi(byoyomi, overhead)),
            (None, None, Some(byoyomi)) => Some(Time::byoyomi(byoyomi, overhead)),
            (None, Some(left), byoyomi) => {
                Some(Time::share(left, increment + byoyomi.unwrap_or_default(), asked.movestogo, overhead))
            }
            (None, None, None) => None,
        };
        let depth = asked.depth.map(|depth| depth.min(1 << 20) as u32);
        let mate = asked.mate.map(|moves| moves.min(1 << 10) as u32);
        let limited = time.is_some() || depth.is_some() || asked.nodes.is_some() || mate.is_some();
        Limits {
            depth,
            nodes: asked.nodes,
            time,
            mate,
            lines: self.lines,
            skill: self.strength.skill(),
            only: asked.only.clone(),
            infinite: asked.infinite || !limited,
            ..Limits::default()
        }
    }

    fn written(&self, game: &mut Game, mv: &Move) -> String {
        self.coordinates().written(&uci::write(game, mv), &game.shared_rules().geometry)
    }

    fn info(&mut self, info: &Info, root: &Game) -> io::Result<()> {
        let score = match info.score {
            Score::Centipawns(score) => format!("cp {score}"),
            Score::Mate(moves) => format!("mate {moves}"),
        };
        let [win, draw, loss] = info.score.odds();
        let odds = if self.shows_odds { format!(" wdl {win} {draw} {loss}") } else { String::new() };
        let ms = info.time.as_millis();
        let speed = (info.nodes as f64 / info.time.as_secs_f64().max(1e-6)) as u64;
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {score}{odds} nodes {} nps {speed} hashfull {} tbhits 0 time {ms} pv",
            info.depth, info.longest, info.rank, info.nodes, info.hashfull
        );
        let mut game = root.clone();
        for mv in info.line.iter().take(SHOWN) {
            text.push(' ');
            text.push_str(&self.written(&mut game, mv));
            game.play(mv);
        }
        self.seat.say(&text)
    }

    fn below(&mut self, mv: &str, leaves: u64) -> io::Result<()> {
        let mv = self.coordinates().written(mv, &self.seat.compiled().rules().geometry);
        self.seat.say(&format!("{mv}: {leaves}"))
    }

    fn done(&mut self, done: Done) -> io::Result<()> {
        let found = match done.outcome {
            Outcome::Counted(leaves) => return self.seat.say(&format!("\nNodes searched: {leaves}\n")),
            Outcome::Found(found) => found,
        };
        let Some(best) = found.best else {
            return match self.dialect {
                Dialect::Uci => self.seat.say("bestmove (none)"),
                Dialect::Usi => self.seat.say("bestmove resign"),
                Dialect::Ucci => self.seat.say("nobestmove"),
            };
        };
        let mut game = Game::clone(&done.root);
        let mut text = format!("bestmove {}", self.written(&mut game, &best));
        if let Some(reply) = found.reply {
            game.play(&best);
            text.push_str(&format!(" ponder {}", self.written(&mut game, &reply)));
        }
        self.seat.say(&text)
    }

    fn display(&mut self) -> io::Result<()> {
        let chess960 = self.seat.chess960;
        let game = self.seat.game();
        let fen = fen::write_with(&game.setup(), game.rules(), chess960);
        let legal: Vec<String> = uci::list(game).into_iter().map(|(text, _)| text).collect();
        self.seat.say(&format!("Fen: {fen}\nLegal moves: {}", legal.join(" ")))
    }
}

/// Arguments of `go`.
#[derive(Default)]
struct Asked {
    wtime: Option<u64>,
    btime: Option<u64>,
    winc: Option<u64>,
    binc: Option<u64>,
    time: Option<u64>,
    increment: Option<u64>,
    byoyomi: Option<u64>,
    movestogo: Option<u32>,
    movetime: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u64>,
    only: Vec<Move>,
    infinite: bool,
    ponder: bool,
}

impl Asked {
    fn take(&mut self, word: &str, number: u64) {
        match word {
            "wtime" => self.wtime = Some(number),
            "btime" => self.btime = Some(number),
            "winc" => self.winc = Some(number),
            "binc" => self.binc = Some(number),
            "time" => self.time = Some(number),
            "increment" => self.increment = Some(number),
            "byoyomi" => self.byoyomi = Some(number),
            "movestogo" => self.movestogo = Some(number.clamp(1, 1000) as u32),
            "movetime" => self.movetime = Some(number),
            "depth" => self.depth = Some(number),
            "nodes" => self.nodes = Some(number),
            "mate" => self.mate = Some(number),
            _ => {}
        }
    }
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    let short: String = text.chars().take(60).filter(|c| !c.is_control()).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

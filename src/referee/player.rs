//! Players: programs, and the built-in opponents.

use std::time::{Duration, Instant};

use crate::board::Side;
use crate::game::Game;
use crate::play::{Opponent, Random};
use crate::rules::Outcome;
use crate::search::Score;

use super::variant::Variant;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// A clock: the time at the beginning, what each move adds, and for how many moves the time is given (for the whole game,
    /// if that is not said).
    Clock {
        /// At the beginning, and again after each control.
        base: Duration,
        /// Added after each move.
        increment: Duration,
        /// The number of moves from one control to the next.
        moves: Option<u32>,
    },
    /// So much for each move.
    PerMove(Duration),
    /// A number of positions to look at; the clock does not count.
    Nodes(u64),
    /// A depth; the clock does not count.
    Depth(u32),
}

impl Control {
    /// Returns `true` if a clock runs while a player thinks.
    pub fn is_timed(self) -> bool {
        matches!(self, Control::Clock { .. } | Control::PerMove(_))
    }
}

impl std::fmt::Display for Control {
    /// As a PGN says it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Control::Clock { base, increment, moves } => {
                let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
                write!(f, "{moves}{}", base.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Control::PerMove(time) => write!(f, "1/{}", time.as_secs_f64()),
            Control::Nodes(_) | Control::Depth(_) => f.write_str("-"),
        }
    }
}

/// The clocks before a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    pub control: Control,
    /// Remaining time of the side to move.
    pub own: Duration,
    pub other: Duration,
    /// Moves to the next control.
    pub moves: Option<u32>,
}

/// Where a game stands for a player.
#[derive(Clone, Copy)]
pub(super) struct Stand<'a> {
    /// The FEN that the game began with; none for the variant's own start.
    pub fen: Option<&'a str>,
    /// The moves since, in UCI notation.
    pub moves: &'a [String],
    pub turn: Side,
    pub clocks: Clocks,
    /// When waiting for an answer has no sense any more.
    pub until: Instant,
}

/// Answer of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move in UCI notation.
    Move(String),
    /// The game is given up.
    Resign,
    /// The game is said to be over.
    Claim(Claim),
}

/// Claim of a player about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It has ended so.
    Over(Outcome),
    /// There is no move.
    NoMove,
    /// The other side's last move was illegal.
    Illegal,
}

/// Why a player has not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program is gone.
    Crash,
    /// The time is over; it answered too late or, asked to, at once.
    Time,
    /// The time is over, and it says nothing any more.
    Late,
    /// It says nothing any more, in a game without a clock or before one.
    Hang,
    /// It cannot begin a game.
    Start(String),
}

/// A player.
pub(super) trait Player {
    /// Makes ready for a game.
    fn begin(&mut self, variant: &Variant, fen: Option<&str>, control: Control) -> Result<(), Fault>;
    /// Chooses a move; gives the time that it took.
    fn choose(&mut self, game: &mut Game, stand: Stand<'_>) -> Result<(Answer, Duration), Fault>;
    /// Is told how the game has ended.
    fn end(&mut self, result: &str);
    /// Score of the position by the player's last search, if it has reported one.
    fn score(&self) -> Option<Score> {
        None
    }
}

/// The fault of a player that did not answer in time. `answers` is `true` if it answers when it is told to stop.
pub(super) fn late(control: Control, answers: bool) -> Fault {
    match (control.is_timed(), answers) {
        (false, _) => Fault::Hang,
        (true, true) => Fault::Time,
        (true, false) => Fault::Late,
    }
}

/// An opponent that is built in.
pub(super) struct BuiltIn {
    opponent: Opponent,
    random: Random,
}

impl BuiltIn {
    pub(super) fn new(opponent: Opponent, seed: u64) -> BuiltIn {
        BuiltIn { opponent, random: Random::new(seed) }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &Variant, _: Option<&str>, _: Control) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &mut Game, _: Stand<'_>) -> Result<(Answer, Duration), Fault> {
        let answer = match self.opponent.choose(game, &mut self.random) {
            Some(mv) => Answer::Move(crate::notation::uci::write(game, &mv)),
            None => Answer::Claim(Claim::NoMove),
        };
        // It has no clock: what it takes depends on the machine alone.
        Ok((answer, Duration::ZERO))
    }

    fn end(&mut self, _: &str) {}
}

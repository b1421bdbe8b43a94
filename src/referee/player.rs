//! Players: programs, and the built-in opponents.

use std::time::{Duration, Instant};

use crate::board::Side;
use crate::game::Game;
use crate::play::{Opponent, Random};
use crate::rules::Outcome;
use crate::search::Score;

use super::variant::Variant;

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// A clock: the base time, the increment, and the number of moves for which the base time is given (by default the
    /// whole game).
    Clock {
        /// The time at the start, and again after each time control.
        base: Duration,
        /// Added after each move.
        increment: Duration,
        /// The number of moves from one control to the next.
        moves: Option<u32>,
    },
    /// A fixed time for each move.
    PerMove(Duration),
    /// A number of nodes, without a clock.
    Nodes(u64),
    /// A depth, without a clock.
    Depth(u32),
}

impl Control {
    /// Returns `true` if a clock runs while a player thinks.
    pub fn is_timed(self) -> bool {
        matches!(self, Control::Clock { .. } | Control::PerMove(_))
    }
}

impl std::fmt::Display for Control {
    /// Writes the value of the PGN tag.
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

/// The state of a game, for a player.
#[derive(Clone, Copy)]
pub(super) struct Stand<'a> {
    /// The FEN of the start; `None` for the variant's own start.
    pub fen: Option<&'a str>,
    /// The moves since then, in UCI notation.
    pub moves: &'a [String],
    pub turn: Side,
    pub clocks: Clocks,
    /// The time after which the referee stops waiting for an answer.
    pub until: Instant,
}

/// Answer of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move in UCI notation.
    Move(String),
    /// The player resigns.
    Resign,
    /// The player claims that the game is over.
    Claim(Claim),
}

/// Claim of a player about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The game has ended with this result.
    Over(Outcome),
    /// There is no legal move.
    NoMove,
    /// The other side's last move was illegal.
    Illegal,
}

/// The fault of a player that has not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program has crashed.
    Crash,
    /// The time has run out. The program answered too late, or when it was told to stop.
    Time,
    /// The time has run out, and the program no longer answers.
    Late,
    /// The program no longer answers, in a game without a clock or before a game.
    Hang,
    /// The program cannot start a game.
    Start(String),
}

/// A player.
pub(super) trait Player {
    /// Prepares for a game.
    fn begin(&mut self, variant: &Variant, fen: Option<&str>, control: Control) -> Result<(), Fault>;
    /// Chooses a move. Returns also the time that it took.
    fn choose(&mut self, game: &mut Game, stand: Stand<'_>) -> Result<(Answer, Duration), Fault>;
    /// Receives the result of the game.
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

/// A built-in opponent.
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
        // Built-in opponents have no clock, because their time depends only on the machine.
        Ok((answer, Duration::ZERO))
    }

    fn end(&mut self, _: &str) {}
}

//! Positions to solve: a player gets each position, and its move is compared with the operations.

use std::time::{Duration, Instant};

use crate::fen;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::epd::ParseEpdError;
use crate::notation::{self, Epd, san};
use crate::search::Score;

use super::contest::player;
use super::game::Clock;
use super::pairing::Contestant;
use super::player::{Answer, Clocks, Fault, Player, Stand};
use super::variant::Variant;

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name: the operation `id`, or its line.
    pub name: String,
    fen: String,
    start: Game,
    /// The moves that solve it (`bm`); empty if every move may.
    best: Vec<Move>,
    /// The moves that do not (`am`).
    avoided: Vec<Move>,
    /// The number of moves within which it is a win (`dm`).
    mate: Option<i32>,
    /// The expected answer as written.
    wanted: String,
}

/// A player's answer to a problem.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Solution {
    /// The problem.
    pub name: String,
    /// The expected answer.
    pub wanted: String,
    /// The player's answer: its move in SAN, or the reason why there is none.
    pub answer: String,
    /// The number of moves within which it sees a win.
    pub mate: Option<i32>,
    /// `true` if the answer solves the problem.
    pub solved: bool,
    /// The time of the answer, in milliseconds.
    pub ms: u64,
}

impl Problem {
    /// Reads a line of EPD with `bm`, `am` or `dm`; `number` is its line.
    ///
    /// # Errors
    /// When the position or a move cannot be read, or when there is no such operation.
    pub fn read(variant: &Variant, line: &str, number: usize) -> Result<Problem, String> {
        let at = |error: String| format!("line {number}: {error}");
        let epd: Epd = line.parse().map_err(|error: ParseEpdError| at(error.to_string()))?;
        let setup = fen::read_with(&epd.fen, variant.compiled.rules(), variant.chess960());
        let start = variant.compiled.game(&setup.map_err(|error| at(error.message))?);
        let start = start.map_err(|error| at(error.to_string()))?;
        let operands = |name: &str| -> Vec<String> {
            let found = epd.operation(name).unwrap_or_default().iter();
            found.map(|operand| operand.text.clone()).collect()
        };
        let moves = |name: &str| -> Result<Vec<Move>, String> {
            let mut game = start.clone();
            let read = |text: &String| notation::parse(&mut game, text).map_err(|error| at(format!("{name}: {error}")));
            operands(name).iter().map(read).collect()
        };
        let (best, avoided) = (moves("bm")?, moves("am")?);
        let mate = operands("dm").first().map(|text| text.parse::<i32>().ok().filter(|moves| *moves > 0));
        let mate = mate.map(|moves| moves.ok_or_else(|| at("dm: write a number of moves".to_owned()))).transpose()?;
        if best.is_empty() && avoided.is_empty() && mate.is_none() {
            return Err(at("the solution is missing: write `bm`, `am` or `dm`".to_owned()));
        }
        let operations = ["bm", "am", "dm"].iter().filter(|name| !operands(name).is_empty());
        let wanted: Vec<String> = operations.map(|name| format!("{name} {}", operands(name).join(" "))).collect();
        let name = operands("id").first().cloned().unwrap_or_else(|| format!("line {number}"));
        Ok(Problem { name, fen: epd.fen, start, best, avoided, mate, wanted: wanted.join("; ") })
    }

    /// Returns `true` if a move solves the problem. If no move is given, a mate of the right length counts.
    fn is_solved_by(&self, mv: &Move, mate: Option<i32>) -> bool {
        let named = self.best.is_empty() || self.best.contains(mv);
        let wins = self.mate.is_none_or(|most| mate.is_some_and(|moves| (1..=most).contains(&moves)));
        named && !self.avoided.contains(mv) && (wins || !self.best.is_empty())
    }
}

/// Lets a player solve problems one after the other. Each solution is passed to `watch`, and the run stops when it
/// returns `false`.
///
/// # Errors
/// When the player cannot be started.
pub fn solve(
    contestant: &Contestant,
    variant: &Variant,
    problems: &[Problem],
    (margin, patience): (Duration, Duration),
    watch: &mut dyn FnMut(Solution) -> bool,
) -> Result<(), String> {
    let mut solver = player(contestant, patience, 0);
    for problem in problems {
        if let Err(Fault::Start(why)) = solver.begin(variant, Some(&problem.fen), contestant.control) {
            return Err(format!("{}: {why}", contestant.name));
        }
        let began = Instant::now();
        let (answer, mate, solved) = asked(solver.as_mut(), contestant, problem, (margin, patience));
        let ms = began.elapsed().as_millis() as u64;
        let (name, wanted) = (problem.name.clone(), problem.wanted.clone());
        if !watch(Solution { name, wanted, answer, mate, solved, ms }) {
            break;
        }
    }
    Ok(())
}

fn asked(
    solver: &mut dyn Player,
    contestant: &Contestant,
    problem: &Problem,
    (margin, patience): (Duration, Duration),
) -> (String, Option<i32>, bool) {
    let mut game = problem.start.clone();
    let clock = Clock::new(contestant.control);
    let most = if contestant.control.is_timed() { clock.left + margin } else { patience };
    let (control, own, moves) = (contestant.control, clock.left, clock.togo());
    let stand = Stand {
        fen: Some(&problem.fen),
        moves: &[],
        turn: game.turn(),
        clocks: Clocks { control, own, other: own, moves },
        until: Instant::now() + most,
    };
    let answer = match solver.choose(&mut game, stand) {
        Ok((Answer::Move(text), _)) => text,
        Ok((Answer::Resign, _)) => return ("gives up".to_owned(), None, false),
        Ok((Answer::Claim(_), _)) => return ("says that the game is over".to_owned(), None, false),
        Err(Fault::Start(why)) => return (why, None, false),
        Err(Fault::Crash) => return ("crashes".to_owned(), None, false),
        Err(Fault::Hang) => return ("hangs".to_owned(), None, false),
        Err(Fault::Time | Fault::Late) => return ("too late".to_owned(), None, false),
    };
    let Ok(mv) = notation::parse(&mut game, &answer) else {
        return (format!("{answer}, which is illegal"), None, false);
    };
    let mate = match solver.score() {
        Some(Score::Mate(moves)) if moves > 0 => Some(moves),
        _ => None,
    };
    (san::write(&mut game, &mv), mate, problem.is_solved_by(&mv, mate))
}

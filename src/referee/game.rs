//! One game. The rules decide about every move and every end, and the referee measures the time.

use std::time::{Duration, Instant};

use crate::board::Side;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::uci;
use crate::rules::Outcome;

use super::openings::Opening;
use super::player::{Answer, Claim, Clocks, Control, Fault, Player, Stand};
use super::variant::Variant;

/// Limits of each game of a match: time controls and length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    /// The time controls of White and Black.
    pub controls: [Control; 2],
    /// The time by which an answer may be late.
    pub margin: Duration,
    /// The time that an answer may take without a clock.
    pub patience: Duration,
    /// The number of plies after which a game is drawn.
    pub longest: usize,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub start: Game,
    pub moves: Vec<Move>,
    /// The result; `None` if the game could not be played and neither player is at fault.
    pub outcome: Outcome,
    /// The reason of the end.
    pub reason: String,
    pub termination: Termination,
}

/// Kind of end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// By the rules, or by resignation.
    Normal,
    /// On time.
    TimeForfeit,
    /// By an illegal move or a false claim.
    RulesInfraction,
    /// By a program that crashed, hung or could not begin.
    Abandoned,
    /// By the referee, for its length.
    Adjudication,
}

impl Termination {
    /// The value of the PGN tag.
    pub fn name(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::TimeForfeit => "time forfeit",
            Termination::RulesInfraction => "rules infraction",
            Termination::Abandoned => "abandoned",
            Termination::Adjudication => "adjudication",
        }
    }
}

/// The result of a game, its reason, and the kind of end.
type Decision = (Outcome, String, Termination);

/// The clock of a side.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: Control,
    /// Remaining time.
    pub left: Duration,
    moves: u32,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(control: Control) -> Clock {
        let left = match control {
            Control::Clock { base, .. } => base,
            Control::PerMove(time) => time,
            Control::Nodes(_) | Control::Depth(_) => Duration::ZERO,
        };
        Clock { control, left, moves: 0 }
    }

    /// The time that an answer may take; `None` without a clock.
    fn limit(&self) -> Option<Duration> {
        match self.control {
            Control::Clock { .. } | Control::PerMove(_) => Some(self.left),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Moves to the next control.
    pub fn togo(&self) -> Option<u32> {
        match self.control {
            Control::Clock { moves: Some(moves), .. } => Some(moves - self.moves % moves),
            _ => None,
        }
    }

    /// Stops the clock after a move that took this long. Returns `true` unless the time has run out.
    pub fn press(&mut self, spent: Duration, margin: Duration) -> bool {
        let Some(limit) = self.limit() else { return true };
        if spent > limit + margin {
            return false;
        }
        self.moves += 1;
        if let Control::Clock { base, increment, moves } = self.control {
            self.left = self.left.saturating_sub(spent) + increment;
            if moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
                self.left += base;
            }
        }
        true
    }
}

/// A game in progress.
struct Table<'a> {
    variant: &'a Variant,
    conditions: Conditions,
    fen: Option<String>,
    game: Game,
    texts: Vec<String>,
    moves: Vec<Move>,
    clocks: [Clock; 2],
}

/// Plays a game; the players are White and Black.
pub(super) fn play(
    variant: &Variant,
    opening: &Opening,
    players: &mut [&mut dyn Player; 2],
    conditions: Conditions,
) -> Played {
    let mut table = Table {
        variant,
        conditions,
        fen: opening.fen.clone(),
        game: opening.start.clone(),
        texts: Vec::new(),
        moves: Vec::new(),
        clocks: conditions.controls.map(Clock::new),
    };
    for mv in &opening.moves {
        table.push(mv);
    }
    let (outcome, reason, termination) = table.begin(players).unwrap_or_else(|| table.play_on(players));
    let result = format!("{outcome} {{{reason}}}");
    players.iter_mut().for_each(|player| player.end(&result));
    Played { start: opening.start.clone(), moves: table.moves, outcome, reason, termination }
}

impl Table<'_> {
    /// Prepares the players. A player that is not ready loses.
    fn begin(&mut self, players: &mut [&mut dyn Player; 2]) -> Option<Decision> {
        for side in Side::ALL {
            let control = self.conditions.controls[side.index()];
            if let Err(fault) = players[side.index()].begin(self.variant, self.fen.as_deref(), control) {
                return Some(fault_of(side, &fault));
            }
        }
        None
    }

    fn play_on(&mut self, players: &mut [&mut dyn Player; 2]) -> Decision {
        loop {
            let listed = uci::list(&self.game);
            if let Some(end) = self.game.end_with(listed.len()) {
                return (end.outcome, end.reason.to_string(), Termination::Normal);
            }
            if listed.is_empty() {
                return (Outcome::Draw, "no legal move, and no end for this".to_owned(), Termination::Adjudication);
            }
            if self.moves.len() >= self.conditions.longest {
                return (Outcome::Draw, "too long".to_owned(), Termination::Adjudication);
            }
            if let Some(decision) = self.turn(players, &listed) {
                return decision;
            }
        }
    }

    /// Plays one move of the side to move, or decides the game.
    fn turn(&mut self, players: &mut [&mut dyn Player; 2], listed: &[(String, Move)]) -> Option<Decision> {
        let side = self.game.turn();
        let clock = self.clocks[side.index()];
        let patience = clock.limit().map_or(self.conditions.patience, |limit| limit + self.conditions.margin);
        let stand = Stand {
            fen: self.fen.as_deref(),
            moves: &self.texts,
            turn: side,
            clocks: Clocks {
                control: clock.control,
                own: clock.left,
                other: self.clocks[(!side).index()].left,
                moves: clock.togo(),
            },
            until: Instant::now() + patience,
        };
        let mut shown = self.game.clone();
        let (answer, spent) = match players[side.index()].choose(&mut shown, stand) {
            Ok(answered) => answered,
            Err(fault) => return Some(fault_of(side, &fault)),
        };
        if !self.clocks[side.index()].press(spent, self.conditions.margin) {
            return Some(fault_of(side, &Fault::Time));
        }
        let name = side.name();
        let lost = |reason: String| Some((Outcome::Won(!side), reason, Termination::RulesInfraction));
        match answer {
            Answer::Move(text) => match found(listed, &text, &mut self.game) {
                Some(mv) => {
                    self.push(&mv);
                    None
                }
                None => lost(format!("{name} plays {}, which is illegal", shown_text(&text))),
            },
            Answer::Resign => Some((Outcome::Won(!side), format!("{name} resigns"), Termination::Normal)),
            Answer::Claim(Claim::Over(outcome)) if outcome == Outcome::Won(!side) => {
                Some((outcome, format!("{name} gives up"), Termination::Normal))
            }
            Answer::Claim(Claim::Over(outcome)) => lost(format!("{name} claims {outcome}, which is false")),
            Answer::Claim(Claim::NoMove) => lost(format!("{name} says that there is no move, which is false")),
            Answer::Claim(Claim::Illegal) => lost(format!("{name} calls a legal move illegal")),
        }
    }

    fn push(&mut self, mv: &Move) {
        self.texts.push(uci::write(&self.game, mv));
        self.game.play(mv);
        self.moves.push(*mv);
    }
}

/// The legal move with a text, castling in either way of writing it.
fn found(listed: &[(String, Move)], text: &str, game: &mut Game) -> Option<Move> {
    match listed.iter().find(|(known, _)| known == text) {
        Some((_, mv)) => Some(*mv),
        None => uci::parse(game, text).ok(),
    }
}

/// The decision of a game after a fault of a side.
fn fault_of(side: Side, fault: &Fault) -> Decision {
    let name = side.name();
    let (reason, termination) = match fault {
        Fault::Crash => (format!("{name} crashes"), Termination::Abandoned),
        Fault::Hang => (format!("{name} hangs"), Termination::Abandoned),
        Fault::Late => (format!("{name} loses on time and hangs"), Termination::TimeForfeit),
        Fault::Time => (format!("{name} loses on time"), Termination::TimeForfeit),
        Fault::Start(why) => (format!("{name} cannot begin: {why}"), Termination::Abandoned),
    };
    (Outcome::Won(!side), reason, termination)
}

/// Text from a program, made safe to show.
fn shown_text(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '{' | '}')).take(20).collect()
}

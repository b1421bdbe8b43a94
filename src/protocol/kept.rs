//! Games that a session keeps between requests, so that a client need not send all moves again.

use std::collections::VecDeque;

use serde::Serialize;

use crate::fairy::answers::Origins;
use crate::game::Game;
use crate::machine;
use crate::work;

use super::fields::{Fault, Fields, Refusal};
use super::limits::Budget;
use super::played::{Played, refused};
use super::verbs::Status;

/// The largest number of kept games. The least recently used one is forgotten.
const MOST: usize = 64;
/// If the program holds more than this many bytes, games are forgotten until it holds less.
const ROOM: usize = 64 << 20;
/// The number of earlier positions that are kept with a game, so that moves are taken back quickly.
const TRAIL: usize = 8;

/// The kept games of a session.
#[derive(Default)]
pub(super) struct Games {
    kept: Vec<Kept>,
    /// The number of games that have been opened.
    opened: u64,
    /// Counts the uses of games.
    clock: u64,
}

/// A kept game.
pub(super) struct Kept {
    number: u64,
    used: u64,
    pub played: Played,
    /// The positions before the last moves.
    trail: VecDeque<(Game, Option<Origins>)>,
    /// `false` if the work on a request was stopped, so that the position may be damaged and has to be computed again.
    sound: bool,
}

/// The answer to `open`.
#[derive(Serialize)]
pub(super) struct Opened {
    game: u64,
    #[serde(flatten)]
    status: Status,
}

/// The answer to `close`.
#[derive(Serialize)]
pub(super) struct Closed {
    closed: bool,
}

impl Games {
    /// Keeps a game under a new number.
    pub(super) fn open(&mut self, played: Played, status: Status, jobs: usize) -> Result<Opened, Refusal> {
        if jobs > 1 {
            return Err(Refusal::new("games are kept only in a session with one job"));
        }
        if self.kept.len() >= MOST {
            self.forget_oldest(None);
        }
        self.opened += 1;
        let number = self.opened;
        self.put_back(Kept { number, used: 0, played, trail: VecDeque::new(), sound: true });
        Ok(Opened { game: number, status })
    }

    /// Takes the game of a request out of the session.
    pub(super) fn take(&mut self, fields: Fields<'_>) -> Result<Kept, Refusal> {
        for other in ["variant", "fen", "start", "chess960", "fairy"] {
            if fields.value(other).is_some() {
                return Err(Refusal::new(format!("`game` and `{other}` exclude each other")));
            }
        }
        let number = number(fields)?;
        let unknown = || Refusal::new(format!("there is no game {number}: open it again")).of(Fault::Game);
        let at = self.kept.iter().position(|kept| kept.number == number).ok_or_else(unknown)?;
        Ok(self.kept.swap_remove(at))
    }

    /// Returns a game to the session after a request.
    pub(super) fn put_back(&mut self, mut kept: Kept) {
        kept.sound &= !work::is_stopped();
        self.clock += 1;
        kept.used = self.clock;
        self.kept.push(kept);
    }

    /// Forgets the game of a request.
    pub(super) fn close(&mut self, fields: Fields<'_>) -> Result<Closed, Refusal> {
        let number = number(fields)?;
        let before = self.kept.len();
        self.kept.retain(|kept| kept.number != number);
        Ok(Closed { closed: self.kept.len() < before })
    }

    /// Forgets games if the program holds much memory, except the one that is about to be used.
    pub(super) fn make_room(&mut self, used: Option<u64>) {
        while machine::used() > ROOM && self.forget_oldest(used) {}
    }

    /// Forgets the least recently used game. Returns `true` if there was one.
    fn forget_oldest(&mut self, except: Option<u64>) -> bool {
        let others = self.kept.iter().enumerate().filter(|(_, kept)| Some(kept.number) != except);
        let oldest = others.min_by_key(|(_, kept)| kept.used).map(|(at, _)| at);
        oldest.map(|at| self.kept.swap_remove(at)).is_some()
    }
}

/// The number of the game of a request.
fn number(fields: Fields<'_>) -> Result<u64, Refusal> {
    fields.number("game")?.ok_or_else(|| Refusal::new("`game` is missing"))
}

impl Kept {
    /// Takes back and plays moves, as the fields `pop` and `push` say. If this fails, the game stays as it was.
    pub(super) fn moved(&mut self, fields: Fields<'_>, budget: &Budget) -> Result<(), Refusal> {
        if !self.sound {
            self.replay(budget)?;
        }
        let (pop, push) = (fields.number("pop")?.unwrap_or(0), fields.texts("push")?);
        let most = self.played.moves.len();
        let pop = usize::try_from(pop).ok().filter(|pop| *pop <= most);
        let pop = pop.ok_or_else(|| Refusal::new(format!("`pop`: the game has {most} moves to take back")))?;
        // Moves that are taken back and followed by a wrong move have to be played again.
        let before = (pop > 0 && !push.is_empty()).then(|| self.played.moves.clone());
        self.pop(pop, budget)?;
        let kept = self.played.moves.len();
        let pushed = push.into_iter().enumerate().try_for_each(|(index, text)| self.push((index, text), budget));
        if pushed.is_err() {
            match before {
                Some(moves) => (self.played.moves, self.sound) = (moves, false),
                None => self.pop(self.played.moves.len() - kept, budget)?,
            }
        }
        pushed
    }

    fn push(&mut self, (index, text): (usize, &str), budget: &Budget) -> Result<(), Refusal> {
        budget.go_on()?;
        let before = (self.played.game.clone(), self.played.origins.clone());
        self.played.enter(text).map_err(|error| refused("push", index, &error))?;
        if self.trail.len() == TRAIL {
            self.trail.pop_front();
        }
        self.trail.push_back(before);
        Ok(())
    }

    fn pop(&mut self, count: usize, budget: &Budget) -> Result<(), Refusal> {
        if count == 0 {
            return Ok(());
        }
        let left = self.played.moves.len() - count;
        self.played.moves.truncate(left);
        self.played.listed.clear();
        match self.trail.len().checked_sub(count).and_then(|at| self.trail.drain(at..).next()) {
            Some((game, origins)) => (self.played.game, self.played.origins) = (game, origins),
            None => self.replay(budget)?,
        }
        Ok(())
    }

    /// Computes the position again from the start and the moves.
    fn replay(&mut self, budget: &Budget) -> Result<(), Refusal> {
        self.sound = false;
        self.trail.clear();
        self.played.listed.clear();
        self.played.game = self.played.start()?;
        self.played.origins = self.played.origins.take().map(|_| Origins::default());
        for index in 0..self.played.moves.len() {
            budget.go_on()?;
            let made = self.played.moves[index];
            self.played.go(&made);
        }
        self.sound = true;
        Ok(())
    }
}

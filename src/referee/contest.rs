//! Matches: plans the games, and plays several of them at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use super::cecp::Cecp;
use super::game::{self, Conditions, Played, Termination};
use super::openings::Openings;
use super::pairing::{Contestant, Kind, Pairing, Schedule};
use super::player::{BuiltIn, Fault, Player};
use super::record::{self, Finished, Record};
use super::scan::Entry;
use super::sprt::Sprt;
use super::uci::Uci;
use super::variant::{Listed, Variant};

/// A match.
#[derive(Debug)]
pub struct Match {
    /// The contestants, two or more.
    pub contestants: Vec<Contestant>,
    /// The variants, one or more, which are played in turn.
    pub variants: Vec<Listed>,
    /// The openings.
    pub openings: Openings,
    /// The total number of games.
    pub games: usize,
    /// The number of games at the same time.
    pub concurrency: usize,
    /// The time by which an answer may be late.
    pub margin: Duration,
    /// The time that a program may take for actions without a clock.
    pub patience: Duration,
    /// The number of plies after which a game is drawn.
    pub longest: usize,
    /// Pairs that play each other.
    pub schedule: Schedule,
    /// Statistical test of the match; only for two contestants.
    pub sprt: Option<Sprt>,
}

impl Match {
    /// The game with a number. Each opening is played with both colours; contestants change before variants, and variants
    /// before openings.
    fn pairing(&self, number: usize) -> Pairing<'_> {
        let count = self.contestants.len();
        let pairs = self.schedule.pairs(count);
        let round = number / 2;
        let (first, second) = pairs[round % pairs.len()];
        let round = round / pairs.len();
        let (white, black) = if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        Pairing {
            number,
            white: &self.contestants[white],
            black: &self.contestants[black],
            variant: &self.variants[round % self.variants.len()],
            opening: round / self.variants.len(),
        }
    }

    /// The games of a file that count as played, and warnings about the others. The others stay in the file and are
    /// played again.
    ///
    /// # Errors
    /// When a readable game does not belong to this match.
    pub fn played(&self, entries: &[Entry]) -> Result<(Vec<Finished>, Vec<String>), String> {
        let (mut games, mut notes): (BTreeMap<usize, Finished>, Vec<String>) = (BTreeMap::new(), Vec::new());
        for entry in entries {
            let mut note = |what: &str| notes.push(format!("line {}: {what}", entry.line));
            match self.recognise(entry)? {
                Err(why) => note(&why),
                Ok(game) if games.contains_key(&game.number) => {
                    note(&format!("game {} occurs twice; the first one counts", game.number + 1));
                }
                Ok(game) => {
                    games.insert(game.number, game);
                }
            }
        }
        Ok((games.into_values().collect(), notes))
    }

    /// The game of an entry, or the reason why it does not count.
    fn recognise(&self, entry: &Entry) -> Result<Result<Finished, String>, String> {
        let Some(number) = entry.number() else {
            return Ok(Err("a game without a readable `Round` does not count".to_owned()));
        };
        let Some(result) = entry.result() else {
            return Ok(Err(format!("game {} is incomplete; it is played again", number + 1)));
        };
        let pairing = self.pairing(number);
        let planned =
            [("White", &pairing.white.name), ("Black", &pairing.black.name), ("Variant", &pairing.variant.name)];
        let others: Vec<_> =
            planned.iter().filter(|(tag, name)| entry.tag(tag).is_some_and(|found| found != *name)).collect();
        // One of the names may be damaged.
        if number >= self.games || others.len() > usize::from(entry.is_damaged) {
            let why = format!("game {} of the file does not belong to this match", number + 1);
            let told = format!("line {}: {why}", entry.line);
            return if entry.is_damaged { Ok(Err(why)) } else { Err(told) };
        }
        Ok(Ok(Finished {
            number,
            white: pairing.white.name.clone(),
            black: pairing.black.name.clone(),
            variant: pairing.variant.name.clone(),
            result: result.to_owned(),
            reason: entry.reason.trim().to_owned(),
            termination: entry.tag("Termination").unwrap_or(Termination::Normal.name()).to_owned(),
        }))
    }

    /// Returns an error if a played game does not belong to this match.
    fn check(&self, finished: &Finished) -> Result<(), String> {
        let pairing = self.pairing(finished.number);
        let planned = (&pairing.white.name, &pairing.black.name, &pairing.variant.name);
        if finished.number < self.games && planned == (&finished.white, &finished.black, &finished.variant) {
            return Ok(());
        }
        Err(format!("game {} of the file does not belong to this match", finished.number + 1))
    }

    /// Plays the games that have not been played yet. Each finished game is added to the record and passed to `watch`.
    /// The match stops when `watch` returns `false`.
    ///
    /// # Errors
    /// When a game of the record does not belong to this match, a contestant cannot be started, an opening
    /// cannot be read, or the record cannot be written.
    pub fn run(
        &self,
        record: Option<&mut Record>,
        before: &[Finished],
        watch: &mut dyn FnMut(&Finished) -> bool,
    ) -> io::Result<()> {
        before.iter().try_for_each(|finished| self.check(finished).map_err(io::Error::other))?;
        let done: BTreeSet<usize> = before.iter().map(|finished| finished.number).collect();
        let left: Vec<usize> = (0..self.games).filter(|number| !done.contains(number)).collect();
        if !left.is_empty() {
            self.try_openings(&left)?;
            self.try_all()?;
        }
        self.play_all(&left, record, watch)
    }

    /// Reads all openings once for each of their variants before the match, so that none of them stops it later.
    fn try_openings(&self, left: &[usize]) -> io::Result<()> {
        let mut tried = BTreeSet::new();
        for pairing in left.iter().map(|number| self.pairing(*number)) {
            let line = pairing.opening.checked_rem(self.openings.lines.len());
            if let Some(line) = line
                && tried.insert((line, &pairing.variant.name))
            {
                let variant = pairing.variant.load().map_err(io::Error::other)?;
                self.openings.get(&variant, line).map_err(io::Error::other)?;
            }
        }
        Ok(())
    }

    /// Starts each program once for each variant.
    fn try_all(&self) -> io::Result<()> {
        let programs = |contestant: &&Contestant| !matches!(contestant.kind, Kind::BuiltIn(_));
        for contestant in self.contestants.iter().filter(programs) {
            let mut player = self.player(contestant, 0);
            for variant in &self.variants {
                let variant = variant.load().map_err(io::Error::other)?;
                if let Err(Fault::Start(why)) = player.begin(&variant, None, contestant.control) {
                    return Err(io::Error::other(format!("{}: {why}", contestant.name)));
                }
            }
        }
        Ok(())
    }

    fn play_all(
        &self,
        left: &[usize],
        mut record: Option<&mut Record>,
        watch: &mut dyn FnMut(&Finished) -> bool,
    ) -> io::Result<()> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, results) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, left.len().max(1)) {
                let sender = sender.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || self.work(left, next, stop, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            for played in results {
                let kept = played.and_then(|(finished, text): (Finished, String)| {
                    record.as_deref_mut().map_or(Ok(()), |record| record.add(&text))?;
                    Ok(finished)
                });
                match kept {
                    Ok(finished) if watch(&finished) => {}
                    Ok(_) => stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        result = Err(error);
                    }
                }
            }
            result
        })
    }

    /// Plays one game after another.
    fn work(
        &self,
        left: &[usize],
        next: &AtomicUsize,
        stop: &AtomicBool,
        results: &Sender<io::Result<(Finished, String)>>,
    ) {
        let mut players: BTreeMap<String, Box<dyn Player>> = BTreeMap::new();
        let mut loaded: Option<(&Listed, Variant)> = None;
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = left.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let pairing = self.pairing(*number);
            // The other game of the opening is often the next one.
            let kept = loaded.take().filter(|(listed, _)| std::ptr::eq(*listed, pairing.variant));
            let variant = kept.map_or_else(|| pairing.variant.load(), |(_, variant)| Ok(variant));
            let result = variant.map_err(io::Error::other).and_then(|variant| {
                let (_, variant) = loaded.insert((pairing.variant, variant));
                let played = self.play(&pairing, variant, &mut players)?;
                Ok(record::game(&pairing, &played, &pairing.white.control.to_string()))
            });
            if results.send(result).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        pairing: &Pairing<'_>,
        variant: &Variant,
        players: &mut BTreeMap<String, Box<dyn Player>>,
    ) -> io::Result<Played> {
        let opening = self.openings.get(variant, pairing.opening).map_err(io::Error::other)?;
        let mut take = |contestant: &Contestant| {
            let kept = players.remove(&contestant.name).filter(|_| !matches!(contestant.kind, Kind::BuiltIn(_)));
            kept.unwrap_or_else(|| self.player(contestant, pairing.number as u64))
        };
        let (mut white, mut black) = (take(pairing.white), take(pairing.black));
        let conditions = Conditions {
            controls: [pairing.white.control, pairing.black.control],
            margin: self.margin,
            patience: self.patience,
            longest: self.longest,
        };
        let played = game::play(variant, &opening, &mut [white.as_mut(), black.as_mut()], conditions);
        players.insert(pairing.white.name.clone(), white);
        players.insert(pairing.black.name.clone(), black);
        Ok(played)
    }

    fn player(&self, contestant: &Contestant, seed: u64) -> Box<dyn Player> {
        player(contestant, self.patience, self.openings.seed.wrapping_add(seed))
    }
}

/// The player of a contestant. A program is started when it begins a game.
pub(super) fn player(contestant: &Contestant, patience: Duration, seed: u64) -> Box<dyn Player> {
    match contestant.kind.clone() {
        Kind::Uci(command, options) => Box::new(Uci::new(command, options, patience)),
        Kind::Cecp(command, options) => Box::new(Cecp::new(command, options, patience)),
        Kind::BuiltIn(opponent) => Box::new(BuiltIn::new(opponent, seed)),
    }
}

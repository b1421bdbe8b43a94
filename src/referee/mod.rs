//! Matches of engines in any variant: a referee who judges every move, every end and every clock.
//!
//! Players are programs that speak UCI or the protocol of XBoard, and the opponents that are built in. A program that crashes,
//! hangs, plays an illegal move, makes a false claim or oversteps its time loses that game, and is started anew for the next.

mod cecp;
mod game;
mod openings;
mod player;
mod program;
mod record;
mod stats;
mod uci;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::compile::{self, Loaded};
use crate::fairy;
use crate::game::Compiled;
use crate::play::Opponent;
use crate::protocol::Dialect;
use crate::rules::CastlingNotation;
use crate::variant::{DiskLoader, VariantSource};

pub use game::Termination;
pub use openings::{Opening, Openings};
pub use player::{Control, Fault};
pub use record::{Finished, Record};
pub use stats::{Elo, Sprt, Tally, Verdict};

use game::{Conditions, Played};
use player::{BuiltIn, Player};

/// A variant that is played.
#[derive(Debug)]
pub struct Variant {
    /// What programs call it.
    pub name: String,
    /// Its file, if it is none of the library.
    pub file: Option<PathBuf>,
    compiled: Arc<Compiled>,
    loaded: Loaded,
    ini: OnceLock<Result<PathBuf, String>>,
}

impl Variant {
    /// The variant with a built-in name or in a file.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn load(word: &str) -> Result<Variant, String> {
        let source = VariantSource::named(word);
        let loaded = compile::load(&source, &DiskLoader).map_err(|error| error.to_string())?;
        let Some(variant) = &loaded.variant else {
            return Err(format!("`{word}` has errors: see `ferz check {word}`"));
        };
        let compiled = Arc::new(Compiled::new(variant.rules.clone()));
        let (name, file) = match &source {
            VariantSource::File(path) => {
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                let full = path.canonicalize().unwrap_or_else(|_| path.clone());
                (stem.unwrap_or_else(|| word.to_owned()), Some(full))
            }
            _ => (word.to_owned(), None),
        };
        Ok(Variant { name, file, compiled, loaded, ini: OnceLock::new() })
    }

    /// The compiled rules.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    fn chess960(&self) -> bool {
        self.compiled.rules().castling_notation == CastlingNotation::KingTakesPartner
    }

    /// Returns `true` for what programs play that know no variants.
    fn is_orthodox(&self) -> bool {
        self.file.is_none() && self.name == Dialect::Uci.first_variant()
    }

    /// A configuration file of Fairy-Stockfish that says the same.
    fn as_ini(&self) -> Result<PathBuf, String> {
        let write = || {
            let text = fairy::export(&self.loaded, &self.name)
                .map_err(|problems| problems.first().map_or_else(String::new, |problem| problem.message.clone()))?;
            let path = std::env::temp_dir().join(format!("ferz-match-{}-{}.ini", std::process::id(), self.name));
            std::fs::write(&path, text).map_err(|error| error.to_string())?;
            Ok(path)
        };
        self.ini.get_or_init(write).clone()
    }
}

impl Drop for Variant {
    fn drop(&mut self) {
        if let Some(Ok(path)) = self.ini.get() {
            // A file that stays behind in the folder for such files does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Who takes part.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What it is called; no two have the same name.
    pub name: String,
    /// How it is reached.
    pub kind: Kind,
    /// The time it has.
    pub control: Control,
}

/// How a player is reached.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A program that speaks UCI: the words of its command, and options to set.
    Uci(Vec<String>, Vec<(String, String)>),
    /// A program that speaks the protocol of XBoard.
    Cecp(Vec<String>, Vec<(String, String)>),
    /// An opponent that is built in.
    BuiltIn(Opponent),
}

/// A match.
#[derive(Debug)]
pub struct Match {
    /// Two or more.
    pub contestants: Vec<Contestant>,
    /// One or more, in turn.
    pub variants: Vec<Variant>,
    /// Where games begin.
    pub openings: Openings,
    /// How many games are played in all.
    pub games: usize,
    /// How many at the same time.
    pub concurrency: usize,
    /// How much later than its time an answer may come.
    pub margin: Duration,
    /// How long a program may take for what has no clock.
    pub patience: Duration,
    /// A game of so many plies is drawn.
    pub longest: usize,
    /// What is tested; only of two contestants.
    pub sprt: Option<Sprt>,
}

/// A game that is to be played.
pub(crate) struct Pairing<'a> {
    number: usize,
    white: &'a Contestant,
    black: &'a Contestant,
    variant: &'a Variant,
    opening: usize,
}

impl Match {
    /// The game with a number. Each opening is played with both colours; contestants change before variants, and variants
    /// before openings.
    fn pairing(&self, number: usize) -> Pairing<'_> {
        let count = self.contestants.len();
        let pairs: Vec<(usize, usize)> =
            (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect();
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

    /// Returns an error if a game that has been played is not one of this match.
    fn check(&self, finished: &Finished) -> Result<(), String> {
        let pairing = self.pairing(finished.number);
        let planned = (&pairing.white.name, &pairing.black.name, &pairing.variant.name);
        if finished.number < self.games && planned == (&finished.white, &finished.black, &finished.variant) {
            return Ok(());
        }
        Err(format!("game {} of the file is none of this match", finished.number + 1))
    }

    /// Plays the games that have not been played yet. Each game that ends is added to the record and shown to `watch`, which
    /// says whether the match goes on.
    ///
    /// # Errors
    /// When a game of the record is none of this match, a contestant cannot even be started once, an opening cannot be read,
    /// or the record cannot be written.
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
            self.try_all()?;
        }
        self.play_all(&left, record, watch)
    }

    /// Starts each contestant once for each variant.
    fn try_all(&self) -> io::Result<()> {
        for contestant in &self.contestants {
            let mut player = self.player(contestant, 0);
            for variant in &self.variants {
                if let Err(Fault::Start(why)) = player.begin(variant, None, contestant.control) {
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
        while !stop.load(Ordering::Relaxed) {
            let Some(number) = left.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let pairing = self.pairing(*number);
            let result = self.play(&pairing, &mut players).map(|played| {
                let control = control_text(pairing.white.control);
                record::game(&pairing, &played, &control)
            });
            if results.send(result).is_err() {
                return;
            }
        }
    }

    fn play(&self, pairing: &Pairing<'_>, players: &mut BTreeMap<String, Box<dyn Player>>) -> io::Result<Played> {
        let opening = self.openings.get(pairing.variant, pairing.opening).map_err(io::Error::other)?;
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
        let played = game::play(pairing.variant, &opening, &mut [white.as_mut(), black.as_mut()], conditions);
        players.insert(pairing.white.name.clone(), white);
        players.insert(pairing.black.name.clone(), black);
        Ok(played)
    }

    fn player(&self, contestant: &Contestant, seed: u64) -> Box<dyn Player> {
        match contestant.kind.clone() {
            Kind::Uci(command, options) => Box::new(uci::Uci::new(command, options, self.patience)),
            Kind::Cecp(command, options) => Box::new(cecp::Cecp::new(command, options, self.patience)),
            Kind::BuiltIn(opponent) => Box::new(BuiltIn::new(opponent, self.openings.seed.wrapping_add(seed))),
        }
    }
}

/// A time control as a PGN says it.
fn control_text(control: Control) -> String {
    match control {
        Control::Clock { base, increment, moves } => {
            let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let increment = if increment.is_zero() { String::new() } else { format!("+{}", increment.as_secs_f64()) };
            format!("{moves}{}{increment}", base.as_secs_f64())
        }
        Control::PerMove(time) => format!("1/{}", time.as_secs_f64()),
        Control::Nodes(_) | Control::Depth(_) => "-".to_owned(),
    }
}

/// What the first of two contestants has scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games with the same opening, by the half points that they gave.
    pub pairs: [u64; 5],
}

impl Score {
    /// What a contestant has scored in games of a match between two.
    pub fn of(name: &str, games: &[Finished]) -> Score {
        let mut score = Score::default();
        let mut halves: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        for game in games {
            let own = if game.white == name { game.half_points() } else { 2 - game.half_points() };
            match own {
                2 => score.wins += 1,
                1 => score.draws += 1,
                _ => score.losses += 1,
            }
            halves.entry(game.number / 2).or_default().push(own);
        }
        for pair in halves.values().filter(|pair| pair.len() == 2) {
            score.pairs[(pair[0] + pair[1]) as usize] += 1;
        }
        score
    }

    /// What tells most of it: pairs if all games belong to whole ones, else games.
    pub fn tally(&self) -> Tally {
        let games = self.wins + self.draws + self.losses;
        match self.pairs.iter().sum::<u64>() * 2 == games {
            true => Tally::of_pairs(self.pairs),
            false => Tally::of_games(self.losses, self.draws, self.wins),
        }
    }
}

//! Shared parts of the engine protocols: a game, a search that runs beside the session, and the queue of events from
//! both.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::catalog::Catalog;
use super::lines::{Line, Lines};
use crate::fen;
use crate::game::{Compiled, Game};
use crate::interpreter::Move;
use crate::load::missing_royal;
use crate::machine::Instant;
use crate::notation::uci;
use crate::perft::NoRoom;
use crate::position::Key;
use crate::search::{Found, Info, Limits, Searcher, Signals};

/// The stack of a search.
const STACK: usize = 32 << 20;
/// The largest number of waiting events.
const WAITING: usize = 64;
/// The hash table at the beginning, in megabytes.
const HASH: usize = 16;

/// Event for an engine.
pub(super) enum Event {
    /// A line of the other program, with its time of arrival. Bytes that are not UTF-8 are replaced.
    Line(String, Instant),
    /// The other program has closed its output.
    End,
    /// The search of a position has finished an iteration.
    Info(Box<Info>, Arc<Game>),
    /// A partial result of a count: a move, and the number of leaf nodes below it.
    Below(String, u64),
    /// The search is over.
    Done(Box<Done>),
}

/// Result of a search, and what can be reused.
pub(super) struct Done {
    searcher: Option<Searcher>,
    /// The position that it began with.
    pub root: Arc<Game>,
    /// The result; for a count, the number of leaf nodes.
    pub outcome: Outcome,
}

/// The answer of a search.
pub(super) enum Outcome {
    Found(Found),
    Counted(u64),
}

/// An engine in a session.
pub(super) struct Seat<W> {
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    waiting: VecDeque<Event>,
    /// When the line that is being handled arrived. The time of a search is counted from there.
    arrived: Instant,
    out: W,
    pub catalog: Catalog,
    /// The name of the variant.
    pub variant: String,
    pub chess960: bool,
    compiled: Arc<Compiled>,
    /// The positions of the game, the present one last.
    games: Vec<Game>,
    keys: Vec<Key>,
    moves: Vec<Move>,
    hash: usize,
    searcher: Option<Searcher>,
    running: Option<Arc<Signals>>,
    /// `true` if the running search goes on until it is stopped.
    endless: bool,
    /// `true` if a count is running. It is finished before anything else is done.
    counting: bool,
}

impl<W: Write> Seat<W> {
    /// An engine that reads from an input.
    ///
    /// # Errors
    /// When no thread can be started, or the first variant cannot be played.
    pub(super) fn new(input: impl Read + Send + 'static, out: W, variant: &str) -> io::Result<Seat<W>> {
        let (sender, events) = sync_channel(WAITING);
        let catalog = Catalog::default();
        let compiled = Arc::new(catalog.load(variant, false).map_err(io::Error::other)?);
        let game = compiled.start().map_err(io::Error::other)?;
        let listener = sender.clone();
        std::thread::Builder::new().name("listener".to_owned()).spawn(move || listen(input, &listener))?;
        let mut seat = Seat {
            sender,
            events,
            waiting: VecDeque::new(),
            arrived: Instant::now(),
            out,
            catalog,
            variant: variant.to_owned(),
            chess960: false,
            compiled,
            games: Vec::new(),
            keys: Vec::new(),
            moves: Vec::new(),
            hash: HASH,
            searcher: None,
            running: None,
            endless: false,
            counting: false,
        };
        seat.begin(game);
        Ok(seat)
    }

    /// The next event; `None` if there will be none.
    pub(super) fn next(&mut self) -> Option<Event> {
        let event = match self.waiting.pop_front() {
            // Its data was stored when it arrived.
            Some(event) => event,
            None => {
                let event = self.events.recv().ok()?;
                self.noticed(event)
            }
        };
        if let Event::Line(_, at) = &event {
            self.arrived = *at;
        }
        Some(event)
    }

    /// Stores the data that a search leaves.
    fn noticed(&mut self, mut event: Event) -> Event {
        if let Event::Done(done) = &mut event {
            self.running = None;
            self.searcher = self.searcher.take().or(done.searcher.take());
        }
        event
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the output is closed.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    /// The present position.
    pub(super) fn game(&mut self) -> &mut Game {
        let last = self.games.len() - 1;
        &mut self.games[last]
    }

    /// The number of moves played.
    pub(super) fn played(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns `true` if a search is running.
    pub(super) fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Plays another variant, from its start.
    ///
    /// # Errors
    /// When it cannot be played. Nothing changes then.
    pub(super) fn change_variant(&mut self, name: &str, chess960: bool) -> Result<(), String> {
        let compiled = Arc::new(self.catalog.load(name, chess960)?);
        let game = compiled.start().map_err(|error| error.to_string())?;
        self.settle();
        self.compiled = compiled;
        self.variant = name.to_owned();
        self.chess960 = chess960;
        self.searcher = None;
        self.begin(game);
        Ok(())
    }

    /// Begins a game with a FEN, or with the variant's own start.
    ///
    /// # Errors
    /// When it cannot be played. Nothing changes then.
    pub(super) fn set_up(&mut self, fen: Option<&str>) -> Result<(), String> {
        let game = match fen {
            None => self.compiled.start(),
            Some(text) => {
                let rules = self.compiled.rules();
                let setup = fen::read_with(text, rules, self.chess960).map_err(|error| error.message)?;
                missing_royal(rules, &setup).map_or(Ok(()), Err)?;
                self.compiled.game(&setup)
            }
        };
        self.begin(game.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn begin(&mut self, game: Game) {
        self.keys = vec![game.key()];
        self.games = vec![game];
        self.moves.clear();
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: &Move) {
        let mut next = self.game().clone();
        next.play(mv);
        self.keys.push(next.key());
        self.games.push(next);
        self.moves.push(*mv);
    }

    /// Takes the last move back; returns `true` if there was one.
    pub(super) fn undo(&mut self) -> bool {
        let was_there = self.moves.pop().is_some();
        if was_there {
            self.games.pop();
            self.keys.pop();
        }
        was_there
    }

    /// Sets the size of the hash table, in megabytes.
    ///
    /// # Errors
    /// When there is not enough memory. The size then stays unchanged.
    pub(super) fn set_hash(&mut self, megabytes: usize) -> Result<(), NoRoom> {
        self.settle();
        match &mut self.searcher {
            Some(searcher) => searcher.resize(megabytes)?,
            None => Searcher::try_size(megabytes)?,
        }
        self.hash = megabytes;
        Ok(())
    }

    /// Clears the data of earlier searches.
    pub(super) fn forget(&mut self) {
        self.settle();
        if let Some(searcher) = &mut self.searcher {
            searcher.forget();
        }
    }

    /// Prepares the search data of the variant, so that this does not use time of the game.
    pub(super) fn prepare(&mut self) {
        if self.running.is_none() && self.searcher.is_none() {
            self.searcher = Some(self.take_searcher());
        }
    }

    fn take_searcher(&mut self) -> Searcher {
        let new = || Searcher::new(self.compiled.rules(), self.hash);
        self.searcher.take().unwrap_or_else(new)
    }

    /// Static evaluation of the current position for the side to move.
    pub(super) fn evaluate(&mut self) -> i32 {
        self.settle();
        let searcher = self.take_searcher();
        let worth = searcher.evaluate(self.game());
        self.searcher = Some(searcher);
        worth
    }

    /// Starts a search of the present position. A running search is stopped first.
    pub(super) fn search(&mut self, limits: Limits, signals: Signals) {
        self.settle();
        let limits = Limits { since: Some(self.arrived), ..limits };
        let mut searcher = self.take_searcher();
        let (game, past) = (Arc::new(self.game().clone()), self.keys[..self.keys.len() - 1].to_vec());
        let rules = game.shared_rules();
        let hash = self.hash;
        self.endless = limits.infinite || signals.is_pondering();
        self.counting = false;
        self.start(signals, move |signals, sender| {
            let search = || {
                let mut report = |info: &Info| {
                    if sender.send(Event::Info(Box::new(info.clone()), game.clone())).is_err() {
                        signals.stop();
                    }
                };
                searcher.search(&game, &past, &limits, signals, &mut report)
            };
            let found = catch_unwind(AssertUnwindSafe(search));
            match found {
                Ok(found) => Done { searcher: Some(searcher), root: game, outcome: Outcome::Found(found) },
                Err(_) => {
                    // If the search panics, any legal move is played, so that the game is not lost.
                    let best = Game::clone(&game).legal_moves().into_iter().next();
                    let found = Found { best, ..Found::default() };
                    Done { searcher: Some(Searcher::new(&rules, hash)), root: game, outcome: Outcome::Found(found) }
                }
            }
        });
    }

    /// Starts a count of the leaves below each move.
    pub(super) fn count(&mut self, depth: u32) {
        self.settle();
        let game = self.game().clone();
        self.endless = false;
        self.counting = true;
        self.start(Signals::default(), move |signals, sender| {
            let mut total = 0;
            for (text, mv) in if depth == 0 { Vec::new() } else { uci::list(&game) } {
                let below = leaves(&game, &mv, depth - 1, signals);
                total += below;
                if signals.is_stopped() || sender.send(Event::Below(text, below)).is_err() {
                    break;
                }
            }
            Done { searcher: None, root: Arc::new(game), outcome: Outcome::Counted(total.max(u64::from(depth == 0))) }
        });
    }

    fn start(&mut self, signals: Signals, work: impl FnOnce(&Signals, &SyncSender<Event>) -> Done + Send + 'static) {
        let signals = Arc::new(signals);
        let (shared, sender) = (signals.clone(), self.sender.clone());
        let work = move || {
            let done = work(&shared, &sender);
            // If the receiver is gone, no answer is needed.
            let _ = sender.send(Event::Done(Box::new(done)));
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        if thread.is_ok() {
            self.running = Some(signals);
        }
    }

    /// Tells the running search to answer now.
    pub(super) fn stop(&self) {
        if let Some(signals) = &self.running {
            signals.stop();
        }
    }

    /// Tells the running search to answer now, if it would otherwise never end.
    pub(super) fn stop_if_endless(&self) {
        if self.endless {
            self.stop();
        }
    }

    /// Tells the running search that the expected move has been played (`ponderhit`).
    pub(super) fn hit(&self) {
        if let Some(signals) = &self.running {
            signals.hit();
        }
    }

    /// Stops the running search, if there is one, and waits for its end. Its output is still processed afterwards. A
    /// count is stopped only if the other program stops it meanwhile, because an incomplete count is useless.
    pub(super) fn settle(&mut self) {
        if !self.counting {
            self.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        while self.running.is_some() {
            let Ok(event) = self.events.recv() else { return };
            if let Event::Line(line, _) = &event
                && ["stop", "quit"].contains(&line.trim())
            {
                self.stop();
            }
            let event = self.noticed(event);
            self.waiting.push_back(event);
        }
    }

    /// Stops the running search, if there is one, and drops its output.
    pub(super) fn abandon(&mut self) {
        self.stop();
        self.wait();
        self.waiting.retain(|event| matches!(event, Event::Line(..) | Event::End));
    }
}

/// The number of leaves below a move; too few if the count is stopped.
fn leaves(game: &Game, mv: &Move, depth: u32, signals: &Signals) -> u64 {
    /// Counts of at most this depth are not interrupted.
    const SHORT: u32 = 3;
    let mut next = game.clone();
    next.play(mv);
    if depth <= SHORT {
        return next.perft(depth);
    }
    let moves = next.legal_moves();
    moves.iter().take_while(|_| !signals.is_stopped()).map(|mv| leaves(&next, mv, depth - 1, signals)).sum()
}

/// Passes on the lines of an input.
fn listen(input: impl Read, sender: &SyncSender<Event>) {
    let mut lines = Lines::new(input);
    loop {
        let event = match lines.next_line() {
            Ok(Some(Line::Bytes(bytes))) => Event::Line(String::from_utf8_lossy(bytes).into_owned(), Instant::now()),
            Ok(Some(Line::TooLong)) => continue,
            Ok(None) | Err(_) => Event::End,
        };
        let over = matches!(event, Event::End);
        if sender.send(event).is_err() || over {
            return;
        }
    }
}

//! Many games at once, for learning: actions by number, masks of legal ones, boards as planes.

use std::sync::Arc;

use ferz::{MoveList, Outcome, Outline, Side};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::actions::Actions;
use crate::variant::Variant;

/// Many games at once. Use `ferz.batch.Games`, which holds the arrays that this one fills.
#[pyclass(module = "ferz")]
pub struct Batch {
    variant: Variant,
    actions: Arc<Actions>,
    start: ferz::Game,
    seats: Vec<Seat>,
    pool: Option<rayon::ThreadPool>,
    rules: Terms,
}

/// How games begin and when they are cut off.
#[derive(Clone, Copy)]
struct Terms {
    longest: u32,
    shuffle: u64,
    /// Whether a game that is over begins anew by itself.
    renew: bool,
}

/// A game of a batch.
struct Seat {
    game: ferz::Game,
    /// The action of each legal move.
    numbers: Vec<u32>,
    /// The moves, in the same order, where their squares do not tell them apart; else none.
    moves: Vec<ferz::Move>,
    /// Which of them is to be made.
    next: usize,
    plies: u32,
    random: Random,
}

/// A stream of random numbers (SplitMix64).
#[derive(Clone, Copy)]
struct Random(u64);

impl Random {
    /// The stream of the game with a number.
    fn new(seed: u64, game: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ game.wrapping_mul(0x9e6c_63d0_876a_68de))
    }

    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}

/// What became of a game in a step.
#[derive(Clone, Copy, Default)]
struct Outcomes {
    /// For White: 1, 0 or -1.
    reward: f32,
    over: bool,
    cut: bool,
}

/// Room that a thread uses again and again.
#[derive(Default)]
struct Room {
    outlines: Vec<Outline>,
    list: MoveList,
}

impl Seat {
    /// Lists the moves; gives how the game has ended, if it has.
    fn look(&mut self, actions: &Actions, room: &mut Room, longest: u32) -> Outcomes {
        let end = self.game.outline(&mut room.outlines);
        let reward = match end.as_ref().map(|end| end.outcome) {
            Some(Outcome::Won(Side::White)) => 1.0,
            Some(Outcome::Won(Side::Black)) => -1.0,
            _ => 0.0,
        };
        let over = end.is_some() || room.outlines.is_empty();
        self.numbers.clear();
        if over || self.plies >= longest {
            return Outcomes { reward, over, cut: !over };
        }
        actions.of_game(&mut self.game, &room.outlines, &mut room.list, &mut self.numbers);
        self.moves.clear();
        self.moves.extend_from_slice(&room.list);
        Outcomes { reward, over, cut: false }
    }

    /// The move that is to be made.
    fn made(&mut self) -> Option<ferz::Move> {
        match self.moves.get(self.next) {
            Some(made) => Some(*made),
            None => self.game.numbered(self.next),
        }
    }

    /// Begins anew.
    fn begin(&mut self, start: &ferz::Game, variant: &Variant, actions: &Actions, room: &mut Room, terms: Terms) {
        let shuffled = (terms.shuffle > 1).then(|| self.random.below(terms.shuffle.min(1 << 32) as usize) as u64);
        let compiled = variant.compiled();
        let setup = shuffled.and_then(|number| ferz::shuffle::start(compiled.rules(), number));
        self.game = setup.and_then(|setup| compiled.game(&setup).ok()).unwrap_or_else(|| start.clone());
        self.plies = 0;
        self.look(actions, room, u32::MAX);
    }
}

/// The arrays that a step fills, a part of them.
struct Part<'a> {
    seats: &'a mut [Seat],
    masks: &'a mut [u8],
    rewards: &'a mut [f32],
    over: &'a mut [u8],
    cut: &'a mut [u8],
    turns: &'a mut [u8],
}

/// The items of an array of Python's, to be written.
fn items<T: Element>(buffer: &mut PyBuffer<T>, count: usize) -> PyResult<&mut [T]> {
    if buffer.readonly() || !buffer.is_c_contiguous() || buffer.item_count() != count {
        return Err(PyValueError::new_err(format!("the array must be writable, in one piece, of {count} items")));
    }
    // SAFETY: the buffer is in one piece, writable, of so many items of this type, and is kept while the slice is used. The
    // arrays belong to one batch, which a step has borrowed for itself.
    Ok(unsafe { std::slice::from_raw_parts_mut(buffer.buf_ptr().cast::<T>(), count) })
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (variant, count, *, seed=0, max_plies=1024, threads=1, shuffle=false, auto_reset=true, fen=None))]
    #[expect(clippy::too_many_arguments)] // They are Python's keywords.
    fn new(
        py: Python<'_>,
        variant: &Variant,
        count: usize,
        seed: u64,
        max_plies: u32,
        threads: usize,
        shuffle: bool,
        auto_reset: bool,
        fen: Option<&str>,
    ) -> PyResult<Batch> {
        let start = variant.begin(py, fen, None)?;
        let rules = variant.compiled().rules();
        let actions = variant.actions().clone();
        let starts = if shuffle && fen.is_none() { ferz::shuffle::count(rules) } else { 1 };
        let terms = Terms { longest: max_plies.max(1), shuffle: starts, renew: auto_reset };
        let pool = match threads {
            1 => None,
            threads => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|error| PyValueError::new_err(error.to_string()))?)
            }
        };
        let mut room = Room::default();
        let seats = (0..count as u64).map(|number| {
            let random = Random::new(seed, number);
            let mut seat =
                Seat { game: start.clone(), numbers: Vec::new(), moves: Vec::new(), next: 0, plies: 0, random };
            seat.begin(&start, variant, &actions, &mut room, terms);
            seat
        });
        let seats = seats.collect();
        Ok(Batch { variant: variant.clone(), actions, start, seats, pool, rules: terms })
    }

    /// How many actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Each action in words.
    fn action_names(&self) -> Vec<String> {
        self.actions.names(self.variant.compiled().rules())
    }

    /// How many planes a board has.
    #[getter]
    fn plane_count(&self) -> usize {
        planes(self.variant.compiled().rules())
    }

    /// What each plane shows.
    fn plane_names(&self) -> Vec<String> {
        let rules = self.variant.compiled().rules();
        let of = |what: &'static str| {
            let sides = Side::ALL.into_iter();
            sides.flat_map(move |side| {
                rules.pieces.iter().map(move |piece| format!("{} {}{what}", side.name(), piece.name))
            })
        };
        let hands = of(" in hand").filter(|_| has_hands(rules));
        of("").chain(hands).chain(["walls", "black to move"].map(str::to_owned)).collect()
    }

    /// Makes an action in each game, and begins those anew that are over. Fills the arrays: masks of legal actions, rewards
    /// for White, whether the game was over, whether it was cut off, and who is to move (1 for Black).
    #[expect(clippy::too_many_arguments)] // One for each array.
    fn step(
        &mut self,
        py: Python<'_>,
        mut chosen: PyBuffer<i64>,
        mut masks: PyBuffer<u8>,
        mut rewards: PyBuffer<f32>,
        mut over: PyBuffer<u8>,
        mut cut: PyBuffer<u8>,
        mut turns: PyBuffer<u8>,
    ) -> PyResult<()> {
        let (count, wide) = (self.seats.len(), self.actions.len());
        let chosen = &*items(&mut chosen, count)?;
        for (game, (seat, number)) in self.seats.iter_mut().zip(chosen).enumerate() {
            let wanted = u32::try_from(*number).ok();
            let at = wanted.and_then(|wanted| place(&seat.numbers, wanted));
            let illegal = || PyIndexError::new_err(format!("action {number} is not legal in game {game}"));
            seat.next = at.ok_or_else(illegal)?;
        }
        let (masks, rewards) = (items(&mut masks, count * wide)?, items(&mut rewards, count)?);
        let (over, cut, turns) = (items(&mut over, count)?, items(&mut cut, count)?, items(&mut turns, count)?);
        let (variant, actions, start, terms) = (&self.variant, &*self.actions, &self.start, self.rules);
        let size = self.pool.as_ref().map_or(count, |pool| count.div_ceil(4 * pool.current_num_threads())).max(1);
        let parts = self.seats.chunks_mut(size).zip(masks.chunks_mut(size * wide));
        let parts = parts.zip(rewards.chunks_mut(size)).zip(over.chunks_mut(size)).zip(cut.chunks_mut(size));
        let parts = parts.zip(turns.chunks_mut(size)).map(|(((((seats, masks), rewards), over), cut), turns)| Part {
            seats,
            masks,
            rewards,
            over,
            cut,
            turns,
        });
        let parts: Vec<Part<'_>> = parts.collect();
        let run = |part: Part<'_>| part.run(wide, start, variant, actions, terms);
        let pool = self.pool.as_ref();
        py.detach(|| match pool {
            None => parts.into_iter().for_each(run),
            Some(pool) => pool.install(|| parts.into_par_iter().for_each(run)),
        });
        Ok(())
    }

    /// Fills the mask of legal actions and who is to move, for all games as they stand.
    fn masks(&self, mut masks: PyBuffer<u8>, mut turns: PyBuffer<u8>) -> PyResult<()> {
        let wide = self.actions.len();
        let (masks, turns) = (items(&mut masks, self.seats.len() * wide)?, items(&mut turns, self.seats.len())?);
        masks.fill(0);
        for (game, seat) in self.seats.iter().enumerate() {
            seat.numbers.iter().for_each(|number| masks[game * wide + *number as usize] = 1);
            turns[game] = u8::from(seat.game.turn() == Side::Black);
        }
        Ok(())
    }

    /// Fills the array with a legal action of each game, drawn by lot.
    fn sample(&mut self, mut chosen: PyBuffer<i64>) -> PyResult<()> {
        let chosen = items(&mut chosen, self.seats.len())?;
        for (seat, cell) in self.seats.iter_mut().zip(chosen) {
            let at = seat.random.below(seat.numbers.len());
            *cell = seat.numbers.get(at).map_or(-1, |number| i64::from(*number));
        }
        Ok(())
    }

    /// Fills the boards as planes: games, planes, ranks (the first is White's), files.
    fn observe(&self, py: Python<'_>, mut boards: PyBuffer<u8>) -> PyResult<()> {
        let rules = self.variant.compiled().rules();
        let (squares, pieces) = (rules.geometry.len(), rules.pieces.len());
        let wide = planes(rules) * squares;
        let boards = items(&mut boards, self.seats.len() * wide)?;
        let hands = has_hands(rules);
        let fill = |(seat, board): (&Seat, &mut [u8])| {
            board.fill(0);
            seat.game.each_piece(&mut |square, placed| {
                board[(placed.side.index() * pieces + placed.piece.index()) * squares + square.index()] = 1;
            });
            let mut plane = 2 * pieces;
            if hands {
                for (side, piece) in
                    Side::ALL.into_iter().flat_map(|side| rules.piece_ids().map(move |piece| (side, piece)))
                {
                    let held = seat.game.in_hand(side, piece).min(u16::from(u8::MAX)) as u8;
                    board[plane * squares..][..squares].fill(held);
                    plane += 1;
                }
            }
            if rules.effects.walls.is_some() || !rules.effects.petrifies.is_empty() || !rules.setup.walls.is_empty() {
                seat.game.setup().walls.iter().for_each(|square| board[plane * squares + square.index()] = 1);
            }
            board[(plane + 1) * squares..].fill(u8::from(seat.game.turn() == Side::Black));
        };
        let pool = self.pool.as_ref();
        py.detach(|| match pool {
            None => self.seats.iter().zip(boards.chunks_mut(wide)).for_each(fill),
            Some(pool) => pool.install(|| self.seats.par_iter().zip(boards.par_chunks_mut(wide)).for_each(fill)),
        });
        Ok(())
    }

    /// The FEN of a game.
    fn fen(&self, game: usize) -> PyResult<String> {
        Ok(crate::position::fen(&self.seat(game)?.game))
    }

    /// The legal moves of a game, in UCI notation, each with its action.
    fn legal_moves(&self, game: usize) -> PyResult<Vec<(String, u32)>> {
        let seat = self.seat(game)?;
        let mut game = seat.game.clone();
        let listed = ferz::notation::uci::list(&game);
        let moves = match seat.moves.is_empty() {
            true => (0..seat.numbers.len()).filter_map(|number| game.numbered(number)).collect(),
            false => seat.moves.clone(),
        };
        let number = |made: &ferz::Move| seat.numbers.get(moves.iter().position(|other| other == made)?);
        Ok(listed.into_iter().filter_map(|(text, made)| Some((text, *number(&made)?))).collect())
    }

    /// The number of plies played in a game.
    fn plies(&self, game: usize) -> PyResult<u32> {
        Ok(self.seat(game)?.plies)
    }

    fn __len__(&self) -> usize {
        self.seats.len()
    }
}

impl Batch {
    fn seat(&self, game: usize) -> PyResult<&Seat> {
        self.seats.get(game).ok_or_else(|| PyIndexError::new_err(format!("there is no game {game}")))
    }
}

/// Writes a value to all numbers of a mask. A plain loop: closures of iterators would be calls.
#[inline]
fn mark(mask: &mut [u8], numbers: &[u32], value: u8) {
    for number in numbers {
        mask[*number as usize] = value;
    }
}

/// Where a number stands.
#[inline]
fn place(numbers: &[u32], wanted: u32) -> Option<usize> {
    for (at, number) in numbers.iter().enumerate() {
        if *number == wanted {
            return Some(at);
        }
    }
    None
}

impl Part<'_> {
    fn run(self, wide: usize, start: &ferz::Game, variant: &Variant, actions: &Actions, terms: Terms) {
        let mut room = Room::default();
        for (index, seat) in self.seats.iter_mut().enumerate() {
            let Some(made) = seat.made() else { continue };
            let mask = &mut self.masks[index * wide..(index + 1) * wide];
            mark(mask, &seat.numbers, 0);
            seat.game.play(&made);
            seat.plies += 1;
            let outcome = seat.look(actions, &mut room, terms.longest);
            if terms.renew && (outcome.over || outcome.cut) {
                seat.begin(start, variant, actions, &mut room, terms);
            }
            mark(mask, &seat.numbers, 1);
            self.rewards[index] = outcome.reward;
            self.over[index] = u8::from(outcome.over);
            self.cut[index] = u8::from(outcome.cut);
            self.turns[index] = u8::from(seat.game.turn() == Side::Black);
        }
    }
}

fn has_hands(rules: &ferz::Rules) -> bool {
    rules.hand.is_some() || !rules.effects.gating.is_empty()
}

fn planes(rules: &ferz::Rules) -> usize {
    rules.pieces.len() * if has_hands(rules) { 4 } else { 2 } + 2
}

/// Plays games by chance, without the GIL, and adds up what becomes of them: `games`, `white`, `black`, `draws`, `unfinished`,
/// `plies`, `moves` (legal moves over all positions) and `ends` (how often each).
#[pyfunction]
#[pyo3(signature = (variant, games, *, seed=0, max_plies=10_000, threads=1))]
pub fn random_games<'py>(
    py: Python<'py>,
    variant: &Variant,
    games: u64,
    seed: u64,
    max_plies: usize,
    threads: usize,
) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
    let start = variant.begin(py, None, None)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let parts = pool.current_num_threads() as u64 * 4;
    let tally = py.detach(|| {
        let part = |part: u64| {
            let (first, last) = (games * part / parts, games * (part + 1) / parts);
            Tally::of(&start, first..last, seed, max_plies)
        };
        pool.install(|| (0..parts).into_par_iter().map(part).reduce(Tally::default, Tally::with))
    });
    let told = pyo3::types::PyDict::new(py);
    told.set_item("games", games)?;
    told.set_item("white", tally.white)?;
    told.set_item("black", tally.black)?;
    told.set_item("draws", tally.draws)?;
    told.set_item("unfinished", tally.unfinished)?;
    told.set_item("plies", tally.plies)?;
    told.set_item("moves", tally.moves)?;
    told.set_item("ends", tally.ends)?;
    Ok(told)
}

/// What became of games.
#[derive(Default)]
struct Tally {
    white: u64,
    black: u64,
    draws: u64,
    unfinished: u64,
    plies: u64,
    moves: u64,
    ends: std::collections::BTreeMap<String, u64>,
}

impl Tally {
    fn of(start: &ferz::Game, games: std::ops::Range<u64>, seed: u64, longest: usize) -> Tally {
        let mut tally = Tally::default();
        for number in games {
            let (mut random, mut moves) = (Random::new(seed, number), 0);
            let played = start.clone().play_out(longest, &mut |count| {
                moves += count as u64;
                random.below(count)
            });
            tally.plies += played.plies as u64;
            tally.moves += moves;
            match played.end.as_ref().map(|end| end.outcome) {
                Some(Outcome::Won(Side::White)) => tally.white += 1,
                Some(Outcome::Won(Side::Black)) => tally.black += 1,
                Some(Outcome::Draw) => tally.draws += 1,
                None => tally.unfinished += 1,
            }
            if let Some(end) = played.end {
                *tally.ends.entry(end.reason).or_default() += 1;
            }
        }
        tally
    }

    fn with(mut self, other: Tally) -> Tally {
        self.white += other.white;
        self.black += other.black;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        self.moves += other.moves;
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        self
    }
}

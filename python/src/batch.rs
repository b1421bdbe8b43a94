//! Many games at once, for machine learning: numbered actions, masks of legal actions, boards as planes.

use std::sync::{Arc, OnceLock};

use ferz::{MoveList, Outcome, Outline, Side};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::actions::Actions;
use crate::factors::Factors;
use crate::random::Random;
use crate::variant::Variant;

/// Many games at once. Use `ferz.batch.Games`, which holds the arrays that this class fills.
#[pyclass(module = "ferz")]
pub struct Batch {
    variant: Variant,
    actions: Arc<Actions>,
    start: ferz::Game,
    seats: Vec<Seat>,
    pool: Option<rayon::ThreadPool>,
    rules: Terms,
    factors: OnceLock<Factors>,
}

/// The start of the games, and the ply at which they are cut off.
#[derive(Clone, Copy)]
struct Terms {
    longest: u32,
    shuffle: u64,
    /// `true` if a game that is over is restarted automatically.
    renew: bool,
}

/// A game of a batch.
struct Seat {
    game: ferz::Game,
    /// The action of each legal move.
    numbers: Vec<u32>,
    /// The moves, in the same order, if their squares do not identify them; otherwise empty.
    moves: Vec<ferz::Move>,
    /// The moves in outline, in the same order, if their squares identify them; otherwise empty.
    outlines: Vec<Outline>,
    /// The index of the move to make.
    next: usize,
    plies: u32,
    random: Random,
}

/// Results of the games in a step.
#[derive(Clone, Copy, Default)]
struct Outcomes {
    /// The reward for White: 1, 0 or -1.
    reward: f32,
    over: bool,
    cut: bool,
}

/// The approximate number of bytes of a game, in addition to those for each square.
const GAME: usize = 4_096;
const SQUARE: usize = 16;

/// Memory that a thread reuses.
#[derive(Default)]
struct Room {
    outlines: Vec<Outline>,
    list: MoveList,
}

impl Seat {
    /// Lists the moves. Returns the end of the game, if it is over.
    fn look(&mut self, actions: &Actions, room: &mut Room, longest: u32) -> Outcomes {
        let plain = actions.are_plain();
        let end = match plain {
            true => actions.of_plain_game(&mut self.game, &mut self.outlines, &mut room.list, &mut self.numbers),
            false => self.game.outline(&mut room.outlines),
        };
        let reward = match end.as_ref().map(|end| end.outcome) {
            Some(Outcome::Won(Side::White)) => 1.0,
            Some(Outcome::Won(Side::Black)) => -1.0,
            _ => 0.0,
        };
        let moves = if plain { self.outlines.len() } else { room.outlines.len() };
        let over = end.is_some() || moves == 0;
        if over || self.plies >= longest {
            self.numbers.clear();
            return Outcomes { reward, over, cut: !over };
        }
        if plain {
            return Outcomes { reward, over, cut: false };
        }
        actions.of_game(&mut self.game, &room.outlines, &mut room.list, &mut self.numbers);
        self.moves.clear();
        self.moves.extend_from_slice(&room.list);
        Outcomes { reward, over, cut: false }
    }

    /// The move to make.
    fn made(&mut self) -> Option<ferz::Move> {
        if let Some(made) = self.moves.get(self.next) {
            return Some(*made);
        }
        let going = self.outlines.get(self.next).and_then(|outline| self.game.going(*outline));
        going.or_else(|| self.game.numbered(self.next))
    }

    /// Restarts the game.
    fn begin(&mut self, start: &ferz::Game, variant: &Variant, actions: &Actions, room: &mut Room, terms: Terms) {
        let shuffled = (terms.shuffle > 1).then(|| self.random.below(terms.shuffle.min(1 << 32) as usize) as u64);
        let compiled = variant.compiled();
        let setup = shuffled.and_then(|number| ferz::shuffle::start(compiled.rules(), number));
        self.game = setup.and_then(|setup| compiled.game(&setup).ok()).unwrap_or_else(|| start.clone());
        self.plies = 0;
        self.look(actions, room, u32::MAX);
    }
}

/// The part of the arrays that a thread fills in a step.
struct Part<'a> {
    seats: &'a mut [Seat],
    /// `None` if masks are not needed.
    masks: Option<&'a mut [u8]>,
    rewards: &'a mut [f32],
    over: &'a mut [u8],
    cut: &'a mut [u8],
    turns: &'a mut [u8],
}

/// The items of a Python array, for writing.
fn items<T: Element>(buffer: &mut PyBuffer<T>, count: usize) -> PyResult<&mut [T]> {
    if buffer.readonly() || !buffer.is_c_contiguous() || buffer.item_count() != count {
        return Err(PyValueError::new_err(format!("the array must be writable and contiguous, with {count} items")));
    }
    // SAFETY: the buffer is contiguous, writable, has this number of items of this type, and lives while the slice is
    // used. The arrays belong to one batch, which the step has borrowed exclusively.
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
            threads => Some(crate::shared::pool(threads)?),
        };
        let most = ferz::machine_bytes().map_or(usize::MAX, |bytes| bytes / (GAME + SQUARE * rules.geometry.len()));
        if count > most {
            let message = format!("count: there is memory for at most {most} games, not {count}");
            return Err(PyValueError::new_err(message));
        }
        let mut room = Room::default();
        let seats = (0..count as u64).map(|number| {
            let random = Random::new(seed, number);
            let mut seat = Seat {
                game: start.clone(),
                numbers: Vec::new(),
                moves: Vec::new(),
                outlines: Vec::new(),
                next: 0,
                plies: 0,
                random,
            };
            seat.begin(&start, variant, &actions, &mut room, terms);
            seat
        });
        let seats = seats.collect();
        Ok(Batch { variant: variant.clone(), actions, start, seats, pool, rules: terms, factors: OnceLock::new() })
    }

    /// The number of actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Each action in words.
    fn action_names(&self) -> Vec<String> {
        self.actions.names(self.variant.compiled().rules())
    }

    /// The number of planes of a board.
    #[getter]
    fn plane_count(&self) -> usize {
        planes(self.variant.compiled().rules())
    }

    /// Meaning of each plane.
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

    /// Makes an action in each game and restarts finished games. Fills the arrays: masks of legal actions (unless
    /// `None`), rewards for White, whether the game was over, whether it was cut off, and the side to move (1 for
    /// Black).
    #[expect(clippy::too_many_arguments)] // One for each array.
    fn step(
        &mut self,
        py: Python<'_>,
        mut chosen: PyBuffer<i64>,
        mut masks: Option<PyBuffer<u8>>,
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
        let masks = masks.as_mut().map(|masks| items(masks, count * wide)).transpose()?;
        let rewards = items(&mut rewards, count)?;
        let (over, cut, turns) = (items(&mut over, count)?, items(&mut cut, count)?, items(&mut turns, count)?);
        let (variant, actions, start, terms) = (&self.variant, &*self.actions, &self.start, self.rules);
        let size = self.pool.as_ref().map_or(count, |pool| count.div_ceil(4 * pool.current_num_threads())).max(1);
        let mut masks = masks.map(|masks| masks.chunks_mut((size * wide).max(1)));
        let seats = self.seats.chunks_mut(size);
        let parts = seats.map(|seats| (seats, masks.as_mut().and_then(Iterator::next)));
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

    /// Fills the masks of legal actions and the sides to move of all games.
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

    /// Fills the side to move of each game (1 for Black).
    fn turns(&self, mut turns: PyBuffer<u8>) -> PyResult<()> {
        let turns = items(&mut turns, self.seats.len())?;
        self.seats.iter().zip(turns).for_each(|(seat, cell)| *cell = u8::from(seat.game.turn() == Side::Black));
        Ok(())
    }

    /// Fills the index at which the legal actions of each game begin in a list of all legal actions, and the end of the
    /// list. Returns the length of the list.
    fn offsets(&self, mut offsets: PyBuffer<i64>) -> PyResult<usize> {
        let offsets = items(&mut offsets, self.seats.len() + 1)?;
        let mut total = 0;
        for (seat, cell) in self.seats.iter().zip(offsets.iter_mut()) {
            *cell = total as i64;
            total += seat.numbers.len();
        }
        offsets[self.seats.len()] = total as i64;
        Ok(total)
    }

    /// Fills the legal actions of all games, one game after the other.
    fn legal_actions(&self, mut numbers: PyBuffer<i64>) -> PyResult<()> {
        let total = self.seats.iter().map(|seat| seat.numbers.len()).sum();
        let all = self.seats.iter().flat_map(|seat| &seat.numbers);
        items(&mut numbers, total)?.iter_mut().zip(all).for_each(|(cell, number)| *cell = i64::from(*number));
        Ok(())
    }

    /// The numbers of starts, ends and choices of actions in three parts.
    fn factor_sizes(&self) -> [u32; 3] {
        self.factors().sizes()
    }

    /// Fills the three parts of each action.
    fn split(&self, mut numbers: PyBuffer<i64>, mut parts: PyBuffer<i64>) -> PyResult<()> {
        let count = numbers.item_count();
        let (numbers, parts) = (&*items(&mut numbers, count)?, items(&mut parts, 3 * count)?);
        for (number, cells) in numbers.iter().zip(parts.chunks_exact_mut(3)) {
            let found = u32::try_from(*number).ok().and_then(|number| self.factors().of(number));
            let found = found.ok_or_else(|| PyIndexError::new_err(format!("there is no action {number}")))?;
            cells.copy_from_slice(&found.map(i64::from));
        }
        Ok(())
    }

    /// Fills the action of each triple of parts; -1 if there is none.
    fn join(&self, mut parts: PyBuffer<i64>, mut numbers: PyBuffer<i64>) -> PyResult<()> {
        let count = numbers.item_count();
        let (parts, numbers) = (&*items(&mut parts, 3 * count)?, items(&mut numbers, count)?);
        for (cells, cell) in parts.chunks_exact(3).zip(numbers) {
            let triple: Option<Vec<u32>> = cells.iter().map(|part| u32::try_from(*part).ok()).collect();
            let number = triple.and_then(|parts| self.factors().number(&self.actions, [parts[0], parts[1], parts[2]]));
            *cell = number.map_or(-1, i64::from);
        }
        Ok(())
    }

    /// Fills the array with a random legal action of each game.
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
        Ok(crate::shared::fen(&self.seat(game)?.game))
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
    /// The parts of actions, computed on first use.
    fn factors(&self) -> &Factors {
        self.factors.get_or_init(|| Factors::new(self.variant.compiled().rules(), &self.actions))
    }

    fn seat(&self, game: usize) -> PyResult<&Seat> {
        self.seats.get(game).ok_or_else(|| PyIndexError::new_err(format!("there is no game {game}")))
    }
}

/// Writes a value to the entries of a mask with these numbers. A plain loop, because closures of iterators would not be
/// inlined.
#[inline]
fn mark(mask: &mut [u8], numbers: &[u32], value: u8) {
    for number in numbers {
        mask[*number as usize] = value;
    }
}

/// The index of a number; `None` if it is missing.
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
    fn run(mut self, wide: usize, start: &ferz::Game, variant: &Variant, actions: &Actions, terms: Terms) {
        let mut room = Room::default();
        for (index, seat) in self.seats.iter_mut().enumerate() {
            let Some(made) = seat.made() else { continue };
            let mut mask = self.masks.as_mut().map(|masks| &mut masks[index * wide..(index + 1) * wide]);
            if let Some(mask) = &mut mask {
                mark(mask, &seat.numbers, 0);
            }
            seat.game.play(&made);
            seat.plies += 1;
            let outcome = seat.look(actions, &mut room, terms.longest);
            if terms.renew && (outcome.over || outcome.cut) {
                seat.begin(start, variant, actions, &mut room, terms);
            }
            if let Some(mask) = &mut mask {
                mark(mask, &seat.numbers, 1);
            }
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

//! Choice of the indexing method for the lookup tables.
//!
//! Code that reads tables is a [`Task`], compiled once for each indexing method. Its `run`, and all that it calls, is
//! inlined into the function with `#[target_feature]`, so that it is compiled with these features too. Only boards of
//! up to 128 squares have the PEXT method, and only the PEXT method has a generator that counts. Otherwise moves are
//! kept in sets, and the sets are counted.

use crate::board::Bitboard;
use crate::position::Position;

use super::check_info::CheckInfo;
use super::engine::Engine;
use super::generate::RoyalPiece;
use super::held::Held;
use super::moves::{Count, Move, Outline, Sink, Wanted};
use super::row::Row;
use super::royal_danger::RoyalDanger;
use super::sets::Sets;
#[cfg(target_arch = "x86_64")]
use super::tables::Pext;
use super::tables::{Ends, Index, Indexing, Multiply};
use super::verify::Known;

/// Work that reads tables.
pub(crate) trait Task<const W: usize> {
    /// Result of the task.
    type Output;

    /// Runs the task. Must be `#[inline(always)]`.
    fn run<I: Index>(self, engine: &Engine<W>) -> Self::Output;
}

/// Task that emits all moves.
struct Gather<'a, 'p, const W: usize, S> {
    held: &'a mut Held<'p, W>,
    wanted: Wanted,
    sink: &'a mut S,
}

impl<const W: usize, S: Sink<W>> Task<W> for Gather<'_, '_, W, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) {
        if !S::COUNTS || I::COUNTS {
            engine.generate::<I, S>(self.held, self.wanted, self.sink);
        }
    }
}

/// Task that lists the moves of sets one by one. It reads no table, but uses the same bit instructions.
struct Listing<'a, const W: usize> {
    position: &'a Position<W>,
    sets: &'a Sets<W>,
    row: &'a mut Row,
}

impl<const W: usize> Task<W> for Listing<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<I: Index>(self, _: &Engine<W>) {
        self.sets.list(self.position, self.row);
    }
}

/// Task that lists the moves of sets in outline.
struct Outlining<'a, const W: usize> {
    sets: &'a Sets<W>,
    outlines: &'a mut Vec<Outline>,
}

impl<const W: usize> Task<W> for Outlining<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<I: Index>(self, _: &Engine<W>) {
        self.sets.outline(self.outlines);
    }
}

/// Task that emits the moves of a position in which some must be verified.
struct Verified<'a, const W: usize, S> {
    position: &'a mut Position<W>,
    wanted: Wanted,
    info: &'a CheckInfo<W>,
    sink: &'a mut S,
}

impl<const W: usize, S: Sink<W>> Task<W> for Verified<'_, W, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) {
        if !S::COUNTS || I::COUNTS {
            engine.generate_verified::<I, S>(self.position, self.wanted, self.info, self.sink);
        }
    }
}

/// Task that emits the moves of pieces with walls, in games without other special rules. Returns the pieces whose moves
/// have not been emitted.
struct Walled<'a, const W: usize, S> {
    position: &'a Position<W>,
    known: (Ends<W>, &'a CheckInfo<W>),
    sink: &'a mut S,
}

impl<const W: usize, S: Sink<W>> Task<W> for Walled<'_, W, S> {
    type Output = Bitboard<W>;

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) -> Bitboard<W> {
        if S::COUNTS && !I::COUNTS {
            return Bitboard::EMPTY;
        }
        engine.generate_walled::<I, S>(self.position, self.known, self.sink)
    }
}

/// Task that emits the moves of a royal piece.
struct OfRoyal<'a, const W: usize, S> {
    position: &'a Position<W>,
    ends: Ends<W>,
    royal: RoyalPiece<'a, W>,
    sink: &'a mut S,
}

impl<const W: usize, S: Sink<W>> Task<W> for OfRoyal<'_, W, S> {
    type Output = RoyalDanger<W>;

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) -> RoyalDanger<W> {
        if S::COUNTS && !I::COUNTS {
            return RoyalDanger::default();
        }
        engine.generate_royal::<I, S>(self.position, self.ends, self.royal, self.sink)
    }
}

/// Task that emits the moves of some pieces to given squares, as far as king safety permits.
struct OfPieces<'a, const W: usize, S> {
    position: &'a Position<W>,
    chosen: (Bitboard<W>, Ends<W>),
    info: &'a CheckInfo<W>,
    sink: &'a mut S,
}

impl<const W: usize, S: Sink<W>> Task<W> for OfPieces<'_, W, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Index>(self, engine: &Engine<W>) {
        if !S::COUNTS || I::COUNTS {
            engine.generate_common::<I, S>(self.position, self.chosen, self.info, self.sink);
        }
    }
}

impl<const W: usize> Engine<W> {
    /// Runs a task with the indexing method of the tables.
    #[inline(always)]
    pub(crate) fn dispatch<T: Task<W>>(&self, task: T) -> T::Output {
        match self.moves.indexing() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
            Indexing::Pext if Self::KNOWS_PEXT => unsafe { self.run_with_pext(task) },
            _ => self.run_with_multiply(task),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    fn run_with_pext<T: Task<W>>(&self, task: T) -> T::Output {
        task.run::<Pext>(self)
    }

    #[inline(never)]
    fn run_with_multiply<T: Task<W>>(&self, task: T) -> T::Output {
        task.run::<Multiply>(self)
    }

    /// Returns `true` if there is a generator that counts: see the [module](self).
    #[inline(always)]
    pub(super) fn counts(&self) -> bool {
        cfg!(target_arch = "x86_64") && Self::KNOWS_PEXT && self.moves.indexing() == Indexing::Pext
    }

    /// All legal moves, in no particular order. The position is changed during the call, and restored.
    pub fn legal_moves(&self, position: &mut Position<W>) -> Vec<Move> {
        let mut sets = Sets::default();
        self.legal_sets(position, &mut sets);
        sets.into_moves(position)
    }

    /// The same as [`legal_moves`](Engine::legal_moves), but replaces the contents of `sets` and reuses their memory.
    #[inline(always)]
    pub fn legal_sets(&self, position: &mut Position<W>, sets: &mut Sets<W>) {
        sets.clear();
        self.gather(&mut Held::Own(position), sets);
    }

    /// The same for a position that must not be changed. It is copied only if a move has to be verified.
    #[inline(always)]
    pub fn legal_sets_of(&self, position: &Position<W>, sets: &mut Sets<W>) {
        sets.clear();
        self.gather(&mut Held::Lent(position), sets);
    }

    /// Replaces the contents of `sets` with moves among which are all legal captures. Returns `true` if it holds no other
    /// moves.
    pub fn capture_sets(&self, position: &Position<W>, sets: &mut Sets<W>) -> bool {
        let plan = &self.plan;
        let conditional = !self.moves.conditional[position.state.turn].is_empty();
        if plan.obliges || plan.beyond || plan.only_walls || conditional {
            self.legal_sets_of(position, sets);
            return false;
        }
        sets.clear();
        self.dispatch(Gather { held: &mut Held::Lent(position), wanted: Wanted::Captures, sink: sets });
        true
    }

    /// Adds the moves of sets one by one to a list, in the position that they belong to.
    #[inline(always)]
    pub fn list(&self, position: &Position<W>, sets: &Sets<W>, row: &mut Row) {
        self.dispatch(Listing { position, sets, row });
    }

    /// Adds the moves of sets in outline to a list.
    #[inline(always)]
    pub fn outline(&self, sets: &Sets<W>, outlines: &mut Vec<Outline>) {
        self.dispatch(Outlining { sets, outlines });
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self, position: &mut Position<W>) -> u64 {
        if self.counts() {
            let mut count = Count::default();
            self.gather(&mut Held::Own(position), &mut count);
            return count.0;
        }
        let mut sets = Sets::default();
        self.gather(&mut Held::Own(position), &mut sets);
        sets.len() as u64
    }

    /// Hands all legal moves to an empty sink.
    #[inline(always)]
    fn gather<S: Sink<W>>(&self, held: &mut Held<'_, W>, sink: &mut S) {
        match self.plan.obliges {
            false => self.dispatch(Gather { held, wanted: Wanted::All, sink }),
            true => self.gather_obliged(held, sink),
        }
    }

    #[inline(never)]
    fn gather_obliged<S: Sink<W>>(&self, held: &mut Held<'_, W>, sink: &mut S) {
        for wanted in self.obligations(held.read()) {
            match wanted {
                Wanted::Pass => held.change(|position| {
                    let pass = self.pass(position);
                    pass.into_iter().for_each(|pass| self.emit_if_legal(position, pass, Known::default(), sink));
                }),
                _ => self.dispatch(Gather { held, wanted, sink }),
            }
            if !sink.is_empty() {
                return;
            }
        }
    }

    /// Emits the moves of a position in which some must be verified.
    #[inline(never)]
    pub(crate) fn emit_verified<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        info: &CheckInfo<W>,
        sink: &mut S,
    ) {
        self.dispatch(Verified { position, wanted, info, sink });
    }

    /// Emits the moves of pieces with walls, in games without other special rules. Returns the pieces left.
    #[inline(never)]
    pub(crate) fn emit_walled<S: Sink<W>>(
        &self,
        position: &Position<W>,
        known: (Ends<W>, &CheckInfo<W>),
        sink: &mut S,
    ) -> Bitboard<W> {
        self.dispatch(Walled { position, known, sink })
    }

    /// Emits the moves of some pieces to given squares, as far as the royal pieces stay safe.
    pub(crate) fn emit_pieces<S: Sink<W>>(
        &self,
        position: &Position<W>,
        chosen: (Bitboard<W>, Ends<W>),
        info: &CheckInfo<W>,
        sink: &mut S,
    ) {
        if !chosen.0.is_empty() && !chosen.1.is_empty() {
            self.dispatch(OfPieces { position, chosen, info, sink });
        }
    }

    /// Emits the moves of a royal piece. Returns the danger found on the squares around it.
    pub(crate) fn emit_royal<S: Sink<W>>(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        royal: RoyalPiece<'_, W>,
        sink: &mut S,
    ) -> RoyalDanger<W> {
        self.dispatch(OfRoyal { position, ends, royal, sink })
    }
}

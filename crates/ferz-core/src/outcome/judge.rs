//! Compiled form of a variant's ends, kept beside the engine.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::board::{BySide, Side, Square};
use crate::interpreter::Engine;
use crate::position::Position;
use crate::rules::{Condition, End, PieceId, Royalty, Rules};

use super::shapes::Shape;
use super::triggers::{self, Trigger};

/// An engine that knows when games of its variant are over.
#[derive(Debug)]
pub struct Judge<const W: usize> {
    engine: Engine<W>,
    /// Ends among [`Rules::ends`] that can end a game at once, each with a quick necessary condition.
    at_once: Vec<(usize, Trigger<W>)>,
    /// The shapes of [`Rules::ends`].
    shapes: Vec<Shape<W>>,
    /// The names of the ends, by [`Ended::index`](super::Ended::index).
    names: Vec<Arc<str>>,
    pub(super) least: Least,
    squares: usize,
    /// The kinds of pieces that are always royal.
    pub(super) royals: Vec<PieceId>,
    /// The other kinds of pieces that can promote.
    pub(super) promoters: Vec<PieceId>,
    /// Cached result of the material test, by piece and side of the one non-royal piece; the last entry is for royal pieces alone. 0 is unknown,
    /// 1 is no, 2 is yes.
    material: Vec<AtomicU8>,
    /// Cached facts about a piece of each side and kind on each square, as numbers; 0 is unknown.
    known_pieces: BySide<Vec<AtomicU8>>,
}

/// The least numbers with which one of the ends can hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    /// Occurrences of the position.
    pub occurrences: usize,
    /// Plies without progress.
    pub plies: u32,
    /// `true` if there is an end by insufficient material.
    pub material: bool,
    /// `true` if there are other ends that a position with moves can have.
    pub more: bool,
}

impl Least {
    fn of(ends: &[End]) -> Least {
        let mut least = Least { occurrences: usize::MAX, plies: u32::MAX, material: false, more: false };
        for end in ends {
            match &end.condition {
                Condition::Stuck { .. }
                | Condition::MatedByDrop { .. }
                | Condition::MatedBy { .. }
                | Condition::MatedWithout { .. } => {}
                Condition::Repetition { times } | Condition::PerpetualCheck { times } => {
                    least.occurrences = least.occurrences.min(usize::from(*times));
                }
                Condition::NoProgress { plies, .. } => least.plies = least.plies.min(u32::from(*plies)),
                Condition::InsufficientMaterial => least.material = true,
                _ => least.more = true,
            }
        }
        least
    }
}

impl<const W: usize> Deref for Judge<W> {
    type Target = Engine<W>;

    #[inline(always)]
    fn deref(&self) -> &Engine<W> {
        &self.engine
    }
}

impl<const W: usize> Judge<W> {
    /// Compiles the rules: see [`Engine::new`].
    pub fn new(rules: Arc<Rules>, portable: bool) -> Judge<W> {
        let unknown = |count: usize| (0..count).map(|_| AtomicU8::new(0)).collect();
        let (squares, pieces) = (rules.geometry.len(), rules.pieces.len());
        let named = rules.ends.iter().map(|end| end.name.as_str());
        let names = named.chain(rules.tree.ends.iter().map(|end| end.kind.name.as_str()));
        let is_royal = |id: &PieceId| rules.piece(*id).royalty == Royalty::Royal;
        let (royals, others): (Vec<PieceId>, Vec<PieceId>) = rules.piece_ids().partition(is_royal);
        Judge {
            at_once: triggers::of_rules(&rules),
            shapes: rules.ends.iter().map(|end| Shape::of(&rules.geometry, end)).collect(),
            names: names.map(Arc::from).collect(),
            least: Least::of(&rules.ends),
            squares,
            royals,
            promoters: others.into_iter().filter(|id| rules.piece(*id).promotion.is_some()).collect(),
            material: unknown(2 * pieces + 1),
            known_pieces: BySide::from_fn(|_| unknown(pieces * squares)),
            engine: Engine::new(rules, portable),
        }
    }

    /// Returns `true` if an end depends on the pieces that give mate.
    pub(crate) fn reads_checkers(&self) -> bool {
        let reads = |end: &End| matches!(end.condition, Condition::MatedBy { .. } | Condition::MatedWithout { .. });
        self.rules.ends.iter().any(reads)
    }

    /// The name of an end, by [`Ended::index`](super::Ended::index).
    pub(super) fn name(&self, end: usize) -> Arc<str> {
        self.names[end].clone()
    }

    /// The shape of one of [`Rules::ends`].
    pub(super) fn shape(&self, end: usize) -> &Shape<W> {
        &self.shapes[end]
    }

    /// Returns `true` if `holds` is true of an end that can end a game at once, given its index in [`Rules::ends`].
    /// Ends whose trigger does not hold are skipped.
    #[inline(always)]
    pub(super) fn any_at_once(&self, position: &Position<W>, holds: impl Fn(usize) -> bool) -> bool {
        for (index, trigger) in &self.at_once {
            if trigger.holds(position, &self.shapes[*index]) && holds(*index) {
                return true;
            }
        }
        false
    }

    /// Cached result of the material test for one non-royal piece or none. Calls `find` the first time.
    pub(super) fn cached_material(&self, placed: Option<(PieceId, Side)>, find: impl Fn(&Self) -> bool) -> bool {
        let place = placed.map_or(2 * self.rules.pieces.len(), |(piece, side)| 2 * piece.index() + side.index());
        let known = &self.material[place];
        if known.load(Ordering::Relaxed) == 0 {
            known.store(1 + u8::from(find(self)), Ordering::Relaxed);
        }
        known.load(Ordering::Relaxed) == 2
    }

    /// The cached number, other than 0, of a piece on a square. Calls `find` the first time.
    pub(super) fn cached_number(&self, placed: (Side, PieceId), square: Square, find: impl FnOnce() -> u8) -> u8 {
        let place = &self.known_pieces[placed.0][placed.1.index() * self.squares + square.index()];
        match place.load(Ordering::Relaxed) {
            0 => {
                let found = find();
                place.store(found, Ordering::Relaxed);
                found
            }
            known => known,
        }
    }
}

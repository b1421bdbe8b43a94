//! The castling moves of a game, which depend on the rules and on the start position.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::{CastlingOrigin, CastlingRight, CastlingRule, Condition, HandRule, Rules};

/// A castling move of a game, with the squares that matter for it.
#[derive(Clone, Copy, Debug)]
pub struct Castling<const W: usize> {
    /// The castling rule, and the start squares of the two pieces.
    pub right: CastlingRight,
    /// The side that castles.
    pub side: Side,
    /// Destination of the castling piece.
    pub to: Square,
    /// Destination of its partner.
    pub partner_to: Square,
    /// The squares that must be empty.
    pub way: Bitboard<W>,
    /// The squares that a royal piece passes, with its destination and without its start.
    pub path: Bitboard<W>,
    /// The rights that this castling ends, in addition to those that end because the pieces move.
    pub ends: u16,
    /// `true` if this castling ends the game.
    pub decides: bool,
}

/// The castling moves of a game, which depend on where it started.
#[derive(Debug)]
pub struct Castlings<const W: usize> {
    /// The moves; a bit of [`State::rights`](super::State::rights) stands for each.
    pub(super) moves: Vec<Castling<W>>,
    /// For each square, the rights that are lost when a piece leaves it or is captured on it.
    pub(super) lost: [[u16; 64]; W],
    /// The squares at which some right is lost.
    pub(super) concerned: Bitboard<W>,
    /// The rights of each side.
    pub(super) of_side: BySide<u16>,
}

/// The castling moves of a game, shared by its positions.
///
/// For the first start positions, they are never freed, so that copying a position needs no reference count. After
/// [`MOST_KEPT`](SharedCastlings::MOST_KEPT) start positions, they are counted.
#[derive(Clone, Debug)]
pub enum SharedCastlings<const W: usize> {
    /// Never freed.
    Kept(Facts, &'static Castlings<W>),
    /// Freed with the last position.
    Counted(Facts, Arc<Castlings<W>>),
}

/// Small facts about a position, which fill a gap in the enum.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// How many squares the board has.
    pub(super) squares: u16,
    /// How many kinds of pieces the variant has.
    pub(super) pieces: u16,
    /// The same if no piece counts as promoted, else 0.
    pub(super) unpromoted: u8,
    /// `true` if changes are logged so that they can be undone.
    pub(super) logs: bool,
}

static KEPT: AtomicUsize = AtomicUsize::new(0);

impl<const W: usize> SharedCastlings<W> {
    /// The number of start positions of all variants whose castling moves are never freed.
    pub const MOST_KEPT: usize = 4096;

    const NONE: &'static Castlings<W> = &Castlings {
        moves: Vec::new(),
        lost: [[0; 64]; W],
        concerned: Bitboard::EMPTY,
        of_side: BySide { white: 0, black: 0 },
    };

    /// Castling moves of a setup.
    pub fn new(rules: &Rules, rights: &[CastlingRight]) -> SharedCastlings<W> {
        let castlings = Castlings::new(rules, rights);
        if KEPT.fetch_add(1, Ordering::Relaxed) < SharedCastlings::<W>::MOST_KEPT {
            return SharedCastlings::Kept(Facts::default(), Box::leak(Box::new(castlings)));
        }
        // Stops the counter, so that it cannot overflow and begin again.
        KEPT.store(SharedCastlings::<W>::MOST_KEPT, Ordering::Relaxed);
        SharedCastlings::Counted(Facts::default(), Arc::new(castlings))
    }
}

impl<const W: usize> SharedCastlings<W> {
    /// The same castling moves, for a position of a game that logs its changes.
    pub(super) fn for_game(mut self, rules: &Rules) -> SharedCastlings<W> {
        let (squares, pieces) = (rules.geometry.len() as u16, rules.pieces.len());
        let unpromoted = if rules.hand.is_some_and(HandRule::fills) { 0 } else { pieces as u8 };
        *self.facts_mut() = Facts { squares, pieces: pieces as u16, unpromoted, logs: true };
        self
    }

    #[inline(always)]
    pub(super) fn facts(&self) -> &Facts {
        let (SharedCastlings::Kept(facts, _) | SharedCastlings::Counted(facts, _)) = self;
        facts
    }

    #[inline(always)]
    pub(super) fn facts_mut(&mut self) -> &mut Facts {
        let (SharedCastlings::Kept(facts, _) | SharedCastlings::Counted(facts, _)) = self;
        facts
    }
}

impl<const W: usize> Default for SharedCastlings<W> {
    /// No castling moves.
    fn default() -> SharedCastlings<W> {
        SharedCastlings::Kept(Facts::default(), Self::NONE)
    }
}

impl<const W: usize> Deref for SharedCastlings<W> {
    type Target = Castlings<W>;

    #[inline(always)]
    fn deref(&self) -> &Castlings<W> {
        match self {
            SharedCastlings::Kept(_, castlings) => castlings,
            SharedCastlings::Counted(_, castlings) => castlings,
        }
    }
}

/// The largest number of castling moves in one game.
pub const MAX_CASTLINGS: usize = 16;

impl<const W: usize> Castlings<W> {
    /// The rights that are lost when a piece leaves a square or is captured on it.
    #[inline(always)]
    pub(super) fn lost_at(&self, square: Square) -> u16 {
        self.lost.as_flattened()[square.index() % (64 * W)]
    }

    /// The castling moves with these rights, followed by those whose right may still arise.
    pub(super) fn new(rules: &Rules, rights: &[CastlingRight]) -> Castlings<W> {
        let geometry = &rules.geometry;
        let mut lost = [[0; 64]; W];
        let mut concerned = Bitboard::EMPTY;
        let restored = rules.unmoved.is_some() && !rules.tree.is_empty();
        let arising = |(index, rule): (usize, &CastlingRule)| match (rule.from, rule.partner_from) {
            (CastlingOrigin::At(from), CastlingOrigin::At(partner)) if rule.dropped || restored => {
                Some(CastlingRight { rule: index as u8, from, partner })
            }
            _ => None,
        };
        let arising = rules.castling.iter().enumerate().filter_map(arising).filter(|right| !rights.contains(right));
        let all: Vec<CastlingRight> = rights.iter().copied().chain(arising).take(MAX_CASTLINGS).collect();
        let ended_by = |rule: &CastlingRule| {
            let ended = |right: &CastlingRight| rule.ends.contains(&rules.castling[right.rule as usize].letter);
            let bits = all.iter().enumerate().filter(|(_, right)| ended(right));
            bits.fold(0, |bits, (bit, _)| bits | 1 << bit)
        };
        let decides = |letter: char| {
            let mut ends = rules.ends.iter();
            ends.any(|end| matches!(&end.condition, Condition::Castled { letters } if letters.contains(&letter)))
        };
        let moves = all.iter().enumerate().map(|(bit, right)| {
            for square in [right.from, right.partner] {
                lost.as_flattened_mut()[square.index()] |= 1 << bit;
                concerned.insert(square);
            }
            let rule = &rules.castling[right.rule as usize];
            let path = geometry.straight(right.from, rule.to);
            let mut way = path | geometry.straight(right.partner, rule.partner_to);
            way.remove(right.from);
            way.remove(right.partner);
            Castling {
                right: *right,
                side: rule.side,
                to: rule.to,
                partner_to: rule.partner_to,
                way: way.resize(),
                path: path.resize(),
                ends: ended_by(rule),
                decides: decides(rule.letter),
            }
        });
        let moves: Vec<Castling<W>> = moves.collect();
        let of = |side| {
            let bits = moves.iter().enumerate().filter(|(_, castling)| castling.side == side);
            bits.fold(0, |bits, (bit, _)| bits | 1 << bit)
        };
        let of_side = BySide::from_fn(of);
        Castlings { moves, lost, concerned, of_side }
    }
}

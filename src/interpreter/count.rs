//! Counting the moves of a game in which legality is that of orthodox chess: one royal man a side, who may not be left
//! under attack, and nothing but tables, hands, castling and captures in passing has a say.
//!
//! Nearly all positions of a perft are only counted, and what a position costs before any man is asked tells. So this
//! way asks nothing that such rules never need, and leaves checks, which are few, to the generator for all games.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::{Pass, PieceId};

use super::careful::Adds;
use super::danger::Danger;
use super::ends::{Ends, Wanted};
use super::engine::Engine;
use super::legality::{Guard, Masks};
use super::lookup::Index;
use super::moves::Count;

/// What is known of an orthodox game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orthodox {
    /// The royal piece.
    royal: PieceId,
    /// Does it take as it moves?
    simple: bool,
}

/// What the attacks on the royal man of the side to move, who is in no check, mean for the others.
struct Pins<const W: usize> {
    /// The enemies that could attack him, or a square to which he could go.
    near: Bitboard<W>,
    /// The common men who may not go everywhere.
    pinned: Bitboard<W>,
    /// Where all others may land.
    landing: Bitboard<W>,
}

impl<const W: usize> Engine<W> {
    /// Is there a way to count for orthodox games? On large boards what a position costs beside its men hardly tells.
    const KNOWS_ORTHODOX_GAMES: bool = W <= 2;

    /// What is known of the game if it is orthodox. The engine is complete but for the answer.
    pub(super) fn find_orthodox(&self) -> Option<Orthodox> {
        let royal = self.sole_royal.filter(|_| Self::KNOWS_ORTHODOX_GAMES)?;
        let asks_more = self.features.careful != Adds::Never
            || self.features.blasts
            || self.features.only_walls
            || self.has_moves_apart()
            || !self.bound.is_empty()
            || self.rules.castling.iter().any(|rule| rule.movers != [royal])
            || self.rules.constraints.pass == Pass::Stuck;
        let by_tables = |side| {
            let tables = self.table(side, royal).promotion.is_none() && self.groups[side].barred.is_empty();
            tables && self.attacks[side].has_closed_form()
        };
        let simple = |side| self.table(side, royal).divergent.is_none();
        let orthodox = !asks_more && Side::ALL.into_iter().all(by_tables);
        orthodox.then(|| Orthodox { royal, simple: Side::ALL.into_iter().all(simple) })
    }

    /// The number of legal moves, where it can be found in short.
    #[inline(always)]
    pub(super) fn count_in_short<I: Index>(&self, position: &mut Position<W>, wanted: Wanted) -> Option<u64> {
        if Self::KNOWS_FREE_GAMES && self.features.free {
            let mut count = Count::default();
            self.generate_freely::<I, Count>(position, wanted, &mut count);
            return Some(count.0);
        }
        match wanted {
            Wanted::All => self.count_orthodox::<I>(position),
            Wanted::Captures => None,
        }
    }

    /// The number of legal moves in an orthodox game; `None` if there is a check, or not the one royal man.
    #[inline(always)]
    fn count_orthodox<I: Index>(&self, position: &mut Position<W>) -> Option<u64> {
        let us = position.state.turn;
        let Orthodox { royal: piece, simple } = self.orthodox?;
        let royal_set = position.men(us, piece);
        let royal = royal_set.lowest().filter(|_| royal_set.count() == 1)?;
        let Pins { near, pinned, landing } = self.pins(position, royal)?;
        let ends = self.ends(position, Wanted::All);
        let men = self.men_who_move(position) & !royal_set & !pinned;
        let mut count = Count::default();
        self.generate_unhindered::<I, Count>(position, (men, ends.within(landing)), &mut count);
        // Not the sink itself, of which references are handed out below: a number of its own stays in a register.
        let mut total = count.0;
        if !pinned.is_empty() {
            total += self.count_pinned(position, royal, (pinned, ends));
        }
        let mut danger = Danger::default();
        let targets = match simple {
            true => self.both::<I>((us, piece), royal, &position.occupied()) & (ends.empty | ends.enemies),
            false => self.targets::<I>((us, piece), royal, &position.occupied(), ends),
        };
        total += u64::from(self.safe_for_royal::<I>(position, royal, targets, near, &mut danger).count());
        let catchers = self.men_near_passed(position);
        if !catchers.is_empty() {
            let mut count = Count::default();
            self.generate_en_passant(position, catchers, &Guard::Masks { royal, check: false }, &mut count);
            total += count.0;
        }
        let (rights, occupied) = (position.rights_of(us), position.occupied());
        for castling in position.castlings_of(rights) {
            if !castling.way.intersects(&occupied) {
                total += u64::from(self.castling_is_safe::<I>(position, castling, near, &mut danger));
            }
        }
        if !self.drops.is_empty() {
            let mut count = Count::default();
            self.generate_drops(position, landing, &mut count);
            total += count.0;
        }
        Some(total)
    }

    /// The attacks on the royal man; `None` if one of them is a check.
    #[inline(always)]
    fn pins(&self, position: &Position<W>, royal: Square) -> Option<Pins<W>> {
        let us = position.state.turn;
        let (own, enemies, occupied) = (position.of_side(us), position.of_side(!us), position.occupied());
        let attacks = &self.attacks[!us];
        let mut pins = Pins { near: Bitboard::EMPTY, pinned: Bitboard::EMPTY, landing: !Bitboard::EMPTY };
        let all_sources = attacks.sources(royal);
        // A loop of its own without a branch: mostly nobody is in line with him.
        let mut aiming = Bitboard::EMPTY;
        for (sources, men) in all_sources.iter().zip(position.by_piece()) {
            let men = *men & enemies & sources.near;
            pins.near |= men;
            aiming |= men & sources.aims;
        }
        for from in aiming {
            let sources = &all_sources[position.cell(from).piece()?.index()];
            if !sources.rays.contains(from) {
                return None;
            }
            for path in attacks.paths(sources, from) {
                let blockers = path.between & occupied;
                let count = blockers.count();
                if count == path.hurdles {
                    return None;
                }
                if count == path.hurdles + 1 {
                    pins.pinned |= blockers & own;
                } else if count + 1 == path.hurdles {
                    pins.pinned |= blockers & own;
                    pins.landing &= !(path.between & !occupied);
                }
            }
        }
        Some(pins)
    }

    /// The number of moves of men who may not go everywhere.
    #[inline(never)]
    fn count_pinned(&self, position: &Position<W>, royal: Square, (pinned, ends): (Bitboard<W>, Ends<W>)) -> u64 {
        let mut masks = Masks::without_royal();
        self.add_royal(position, royal, &mut masks);
        self.count_men(position, (pinned, ends), &masks)
    }
}

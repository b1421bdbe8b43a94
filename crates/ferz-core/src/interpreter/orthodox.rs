//! The moves of games in which legality is that of orthodox chess: one royal piece a side, who may not be left under attack,
//! and nothing but tables, hands, castling and captures in passing has a say.
//!
//! What a position costs before any piece is asked tells in perft and in random games. So this way asks nothing that such
//! rules never need, and leaves positions with a check, which are few, to the generator for all games.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;

use super::engine::Engine;
use super::generate::RoyalPiece;
use super::legality::{Guard, Pins};
use super::mobility::Mobility;
use super::moves::{Count, Sink, Wanted};
use super::plan::Applies;
use super::tables::{Ends, Index};

impl<const W: usize> Engine<W> {
    /// Is there a way for orthodox games? On large boards what a position costs beside its pieces hardly tells.
    pub(crate) const KNOWS_ORTHODOX_GAMES: bool = W <= 2;

    /// The number of legal moves, where it can be found in short. `known` are moves that may be there still.
    #[inline(always)]
    pub(crate) fn count_in_short<I: Index>(&self, position: &mut Position<W>, known: &Mobility<W>) -> Option<u64> {
        if Self::KNOWS_FREE_GAMES && self.plan.free {
            let mut count = Count::default();
            self.generate_freely::<I, Count>(position, Wanted::All, known, &mut count);
            return Some(count.0);
        }
        if Self::KNOWS_ORTHODOX_GAMES { self.count_orthodox::<I>(position, known) } else { None }
    }

    /// The number of legal moves in an orthodox game; `None` if there is a check, or not the one royal piece.
    #[inline(always)]
    fn count_orthodox<I: Index>(&self, position: &mut Position<W>, known: &Mobility<W>) -> Option<u64> {
        let us = position.state.turn;
        let Pins { piece, royal, near, aiming, pinned, landing, .. } = self.pins_if_orthodox(position)?;
        let (pieces, ends) = self.pieces_and_ends(position, pinned | Bitboard::of(royal));
        let mut count = Count::default();
        self.generate_unhindered::<I, Count>(position, (pieces, ends.within(landing)), known, &mut count);
        // Not the sink itself, of which references are handed out below: a number of its own stays in a register.
        let mut total = count.0;
        if !pinned.is_empty() {
            let mut count = Count::default();
            self.pour_pinned(position, (royal, aiming), (pinned, ends), &mut count);
            total += count.0;
        }
        let targets = self.moves.targets::<I>((us, piece), royal, &position.occupied(), ends);
        let (safe, danger) = self.safe_for_royal::<I>(position, royal, targets, near);
        total += u64::from(safe.count());
        let guard = Guard::Masks { royal, check: false };
        let catchers = self.pieces_near_passed(position);
        if !catchers.is_empty() {
            let mut count = Count::default();
            self.generate_en_passant(position, catchers, &guard, &mut count);
            total += count.0;
        }
        let (rights, occupied) = (position.rights_of(us), position.occupied());
        if self.plan.blasts && rights != 0 {
            let mut count = Count::default();
            self.generate_castling(position, &guard, danger, &mut count);
            total += count.0;
        } else {
            for castling in position.castlings_of(rights) {
                if !castling.way.intersects(&occupied) {
                    total += u64::from(self.castling_is_safe(position, castling, danger));
                }
            }
        }
        if !self.moves.drops.is_empty() {
            let mut count = Count::default();
            self.generate_drops(position, landing, &mut count);
            total += count.0;
        }
        Some(total)
    }

    /// Returns `true` if the side to move has a legal move. Nearly always one of the first pieces shows it.
    pub fn can_move(&self, position: &Position<W>) -> bool {
        if let Some(pins) = self.pins_if_orthodox(position) {
            let (pieces, ends) = self.pieces_and_ends(position, pins.pinned | Bitboard::of(pins.royal));
            let (ends, occupied) = (ends.within(pins.landing), position.occupied());
            let goes = |from: Square| {
                let piece = position.cell(from).piece();
                piece.is_some_and(|piece| {
                    !self.moves.targets_of((position.state.turn, piece), from, &occupied, ends).is_empty()
                })
            };
            if pieces.into_iter().any(goes) {
                return true;
            }
        }
        self.count_moves(&mut position.clone()) > 0
    }

    /// Pours the legal moves in an orthodox game, unless there is a check, or not the one royal piece.
    #[inline(always)]
    pub(crate) fn generate_orthodox<I: Index, S: Sink<W>>(&self, position: &mut Position<W>, sink: &mut S) -> bool {
        let Some(pins) = self.pins_if_orthodox(position) else { return false };
        let Pins { royal, near, aiming, pinned, landing, .. } = pins;
        let (pieces, ends) = self.pieces_and_ends(position, pinned | Bitboard::of(royal));
        self.generate_unhindered::<I, S>(position, (pieces, ends.within(landing)), &Mobility::UNKNOWN, sink);
        if !pinned.is_empty() {
            self.pour_pinned(position, (royal, aiming), (pinned, ends), sink);
        }
        let placed = RoyalPiece { square: royal, near, silence: None };
        let danger = self.generate_royal::<I, S>(position, ends, placed, sink);
        let guard = Guard::Masks { royal, check: false };
        self.generate_specials::<I, S>(position, Wanted::All, &guard, danger, sink);
        if !self.moves.drops.is_empty() {
            self.generate_drops(position, landing, sink);
        }
        true
    }

    /// The pieces of the side to move, but for some, and where moves may end. Some pieces may never move: that costs a look at
    /// each of their pieces, and asking for them a look at each position.
    #[inline(always)]
    fn pieces_and_ends(&self, position: &Position<W>, without: Bitboard<W>) -> (Bitboard<W>, Ends<W>) {
        let us = position.state.turn;
        let royal_targets = if self.plan.hunts_royals { self.royal_pieces(position, !us) } else { Bitboard::EMPTY };
        let (empty, enemies) = (!position.occupied(), position.of_side(!us));
        (position.of_side(us) & !without, Ends { empty, enemies, royal_targets })
    }

    /// The attacks on the one royal piece of the side to move; `None` if there is not one, or a check, or if more than them
    /// has a say.
    #[inline(always)]
    fn pins_if_orthodox(&self, position: &Position<W>) -> Option<Pins<W>> {
        let piece = self.plan.sole_royal.filter(|_| Self::KNOWS_ORTHODOX_GAMES && self.plan.settled)?;
        let (careful, blasts) =
            (self.plan.applies != Applies::Never || !self.rules.constraints.must_drop.is_empty(), self.plan.blasts);
        if careful && !blasts && self.needs_care(position) {
            return None;
        }
        let pieces = position.pieces(position.state.turn, piece);
        let royal = pieces.lowest().filter(|_| pieces.count() == 1)?;
        let pins = self.pins(position, (piece, royal))?;
        (!(careful && blasts) || self.blasts_miss_royal(position, piece, &pins)).then_some(pins)
    }

    /// Is nobody whose capture could matter to the royal piece, who stands in no check, where captures blow up?
    #[inline(never)]
    fn blasts_miss_royal(&self, position: &Position<W>, piece: PieceId, pins: &Pins<W>) -> bool {
        let us = position.state.turn;
        let zone = self.attacks.zones[us][pins.royal.index()] | Bitboard::of(pins.royal);
        // Beside his like a royal piece is safe from all others.
        let shielded = || position.pieces(!us, piece).intersects(&self.board.surroundings.beside_all(zone));
        pins.pinned.is_empty() && self.blasts_miss(position, pins.royal, pins.aligned) && !shielded()
    }

    /// Pours the moves of pieces that may not go everywhere.
    #[inline(never)]
    fn pour_pinned<S: Sink<W>>(
        &self,
        position: &Position<W>,
        aim: (Square, Bitboard<W>),
        (pinned, ends): (Bitboard<W>, Ends<W>),
        sink: &mut S,
    ) {
        for from in pinned {
            let Some(piece) = position.cell(from).piece() else { continue };
            let ends = ends.within(self.landing_of_pinned(position, aim, from));
            let targets = self.moves.targets_of((position.state.turn, piece), from, &position.occupied(), ends);
            self.pour(position, (from, piece), targets, sink);
        }
    }
}

//! Moves that the masks do not settle: where rules ask for more than safe royal men, or moves do more than going and
//! taking. A variant pays only for the rules it has, and in a position only for the moves that such a rule can touch:
//! all others are poured as in any other game.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::{Pass, Royalty, Rules, WallPlace};

use super::danger::Danger;
use super::engine::Engine;
use super::generate::{Ends, Wanted};
use super::legality::{Guard, Masks};
use super::lookup::Multiply;
use super::moves::{List, Move, MoveKind, Sink};
use super::reference;

/// Which moves of a variant have to be looked at, whatever the masks say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Care {
    /// All, each made and taken back.
    all: bool,
    /// All, for the checks they give.
    checks: bool,
    /// Captures by common men.
    captures: bool,
    /// Moves of royal men.
    royal: bool,
    /// Drops.
    drops: bool,
    /// All, for the walls that come with them.
    walls: bool,
}

impl Care {
    /// What the rules ask for; `None` if they ask for nothing.
    pub(super) fn of(rules: &Rules) -> Option<Care> {
        let (constraints, effects) = (&rules.constraints, &rules.effects);
        let any = |of: fn(Royalty) -> bool| rules.pieces.iter().any(|piece| of(piece.royalty));
        let royals = any(Royalty::is_ever_royal);
        let quiet_drops =
            rules.hand.is_some() && rules.pieces.iter().flat_map(|piece| &piece.drop).any(|drop| !drop.check);
        let blast = effects.blast.is_some() && royals;
        let loses_royals = blast || (!effects.petrifies.is_empty() && royals);
        let some_safe = rules.pieces.iter().any(|piece| !piece.safe_from.is_empty());
        let walls = effects.walls.as_ref();
        let asks = constraints.no_checks || quiet_drops || some_safe || constraints.royal_stays_in_check;
        let tangled = walls.is_some_and(|walls| walls.built == WallPlace::Moved || loses_royals || asks);
        let care = Care {
            all: royals
                && (effects.flips.is_some()
                    || tangled
                    || (loses_royals && any(|royalty| royalty == Royalty::Together))),
            checks: constraints.no_checks,
            captures: blast || some_safe,
            royal: constraints.royal_stays_in_check || loses_royals || some_safe,
            drops: quiet_drops,
            walls: walls.is_some_and(|walls| !walls.instead),
        };
        let others = walls.is_some()
            || !constraints.must_drop.is_empty()
            || !constraints.face_off.is_empty()
            || constraints.pass != Pass::Never
            || !effects.gating.is_empty()
            || rules.pieces.iter().any(|piece| piece.promotion_move.is_some());
        (care != Care::default() || others).then_some(care)
    }
}

/// What goes through without a look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<const W: usize> {
    /// These common men, as far as their moves end as `ends` says.
    pub men: Bitboard<W>,
    /// Where.
    pub ends: Ends<W>,
    /// The moves of the royal man.
    pub royal: bool,
    /// En passant, castling and what is walked.
    pub specials: bool,
    /// Drops on these squares.
    pub drops: Bitboard<W>,
}

thread_local! {
    /// A list of moves that has been used, so that not every position asks for memory.
    static SPARE: Cell<Vec<Move>> = const { Cell::new(Vec::new()) };
}

fn spare() -> List {
    let mut moves = SPARE.take();
    moves.clear();
    List(moves)
}

impl<const W: usize> Engine<W> {
    /// Must every move be made and looked at?
    pub(super) fn needs_every_look(&self, position: &Position<W>) -> bool {
        self.care.is_some_and(|care| care.all) || self.is_face_off(position)
    }

    /// Does the side to move hold men that it has to drop before it does anything else?
    pub(super) fn is_obliged_to_drop(&self, position: &Position<W>) -> bool {
        let held = |piece| position.in_hand(position.state.turn, piece) > 0;
        self.rules.constraints.must_drop.iter().any(|piece| held(*piece))
    }

    /// The men that may leave another behind when they move.
    fn gateable(&self, position: &Position<W>) -> Bitboard<W> {
        let us = position.state.turn;
        match self.rules.effects.gating.iter().any(|piece| position.in_hand(us, *piece) > 0) {
            true => position.state.unmoved & position.of_side(us),
            false => Bitboard::EMPTY,
        }
    }

    /// What goes through without a look in a position in which not everything does.
    pub(super) fn plan(&self, position: &Position<W>, guard: &Guard<W>, masks: &Masks<W>, ends: Ends<W>) -> Plan<W> {
        let care = self.care.unwrap_or_default();
        let nothing = care.checks || care.walls;
        let (gateable, clear) = (self.gateable(position), !masks.doubt);
        let men = position.of_side(position.state.turn) & !masks.royal_set() & clear & !gateable;
        let free = ends.within(clear);
        Plan {
            men: if nothing { Bitboard::EMPTY } else { men },
            ends: if care.captures { Ends { empty: free.empty, ..Ends::NONE } } else { free },
            royal: !nothing
                && !care.royal
                && !gateable.intersects(&masks.royal_set())
                && !matches!(guard, Guard::Several { .. }),
            specials: !nothing && !care.captures && gateable.is_empty(),
            drops: if nothing || care.drops { Bitboard::EMPTY } else { clear },
        }
    }

    /// Drops that have to come before anything else. Were there none that is legal, `false`.
    pub(super) fn generate_obliged<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        landing: Bitboard<W>,
        sink: &mut S,
    ) -> bool {
        let mut found = false;
        for table in self.drops.iter().filter(|table| self.rules.constraints.must_drop.contains(&table.piece)) {
            let squares = self.safe_drops(position, table, landing);
            found |= !squares.is_empty();
            sink.drops(table.form(), squares);
        }
        found
    }

    /// May drops that have to come before anything else end wherever the masks say?
    pub(super) fn obliged_drops_are_free(&self) -> bool {
        let nothing = self.care.is_some_and(|care| care.checks || care.walls || care.all);
        !nothing && self.drops.iter().all(|table| table.check)
    }

    /// The moves that a plan leaves, each looked at.
    pub(super) fn generate_with_looks<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        (masks, plan): (&Masks<W>, &Plan<W>),
        sink: &mut S,
    ) {
        let care = self.care.unwrap_or_default();
        let ends = self.ends(position, wanted);
        if self.is_everything(position, wanted, masks, plan) {
            return;
        }
        let checked =
            (care.checks || care.drops || self.promotes_by_moves) && self.in_check(position, !position.state.turn);
        let quiet = Ends { empty: ends.empty, ..Ends::NONE };
        let captures = Ends { empty: Bitboard::EMPTY, ..ends };
        let rest = position.of_side(position.state.turn) & !masks.royal_set() & !plan.men;
        let free = Masks::without_royal();
        let rest = if S::COUNTS { self.count_at_once(position, ends, (masks, plan), rest, sink) } else { rest };
        let mut list = spare();
        let men = |position: &Position<W>, ends: Ends<W>, masks: &Masks<W>, list: &mut List| {
            self.list_men(position, (rest, ends), masks, list);
            self.list_men(position, (plan.men, ends.without(&plan.ends)), masks, list);
        };
        // First what the masks know to be safe, and of which something else is asked.
        let masked = masks.doubt.is_empty() && !care.walls;
        let captures_masked = masked && !self.blasts;
        if masked {
            men(position, quiet, masks, &mut list);
        }
        if captures_masked {
            men(position, captures, masks, &mut list);
        }
        let drops = !self.drops.is_empty() && wanted == Wanted::All;
        if drops && masked {
            self.generate_drops(position, masks.sets().0 & !plan.drops, &mut list);
        }
        let safe = list.0.len();
        if !masked {
            men(position, quiet, &free, &mut list);
        }
        if !captures_masked {
            men(position, captures, &free, &mut list);
        }
        if !plan.royal {
            self.list_men(position, (masks.royal_set(), ends), &free, &mut list);
        }
        if !plan.specials {
            self.generate_specials::<Multiply, _>(position, wanted, (&Guard::Free, Bitboard::EMPTY), Danger::default(), &mut list);
        }
        if drops && !masked {
            self.generate_drops(position, !plan.drops, &mut list);
        }
        if wanted == Wanted::All {
            if self.promotes_by_moves {
                list.0.extend(reference::promotion_moves(self, position));
            }
            if self.rules.constraints.pass == Pass::Always || self.builds_instead() {
                list.0.extend(self.pass(position));
            }
        }
        for (index, made) in list.0.drain(..).enumerate() {
            self.pour_with_look(position, made, (index < safe, checked), sink);
        }
        SPARE.set(list.0);
    }

    /// Does a plan leave nothing to look at?
    fn is_everything(&self, position: &Position<W>, wanted: Wanted, masks: &Masks<W>, plan: &Plan<W>) -> bool {
        let men = position.of_side(position.state.turn) & !masks.royal_set();
        let adds = self.promotes_by_moves || self.rules.constraints.pass == Pass::Always || self.builds_instead();
        plan.men == men
            && plan.royal
            && plan.specials
            && self.ends(position, wanted).without(&plan.ends).is_empty()
            && (self.drops.is_empty() || plan.drops == !Bitboard::EMPTY)
            && !(adds && wanted == Wanted::All)
    }

    /// Counts the moves of men that a plan leaves and that can be counted man by man; gives back the others.
    fn count_at_once<S: Sink<W>>(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        (masks, plan): (&Masks<W>, &Plan<W>),
        men: Bitboard<W>,
        sink: &mut S,
    ) -> Bitboard<W> {
        let care = self.care.unwrap_or_default();
        let us = position.state.turn;
        let effects = &self.rules.effects;
        let mut left = men;
        if care.walls && !self.any_royals() && !self.blasts && effects.flips.is_none() && !care.captures {
            let occupied = position.occupied();
            for from in men {
                let Some(piece) = position.cell(from).piece() else { continue };
                let table = self.table(us, piece);
                if table.promotion.is_none() && table.barred.is_empty() && !effects.petrifies.contains(&piece) {
                    let targets = self.targets_of((us, piece), from, &occupied, ends);
                    sink.number(self.count_walls(position, from, targets));
                    left.remove(from);
                }
            }
        } else if care.checks && masks.doubt.is_empty() && self.attacks[us].need_gaps_only {
            let gateable = self.gateable(position);
            left = (men & gateable) | self.count_silent(position, ends, masks, men & !gateable, sink);
        } else if !care.walls && !care.checks && plan.ends == ends {
            for from in men & self.gateable(position) & !masks.doubt {
                let mut gates = SmallVec::new();
                self.add_gates(position, from, &mut gates);
                sink.number(self.count_men(position, (Bitboard::of(from), ends), masks) * (gates.len() as u64 + 1));
                left.remove(from);
            }
        }
        left
    }

    /// Counts the moves of men that give no check, piece by piece; gives back the men that may uncover one.
    fn count_silent<S: Sink<W>>(
        &self,
        position: &Position<W>,
        ends: Ends<W>,
        masks: &Masks<W>,
        men: Bitboard<W>,
        sink: &mut S,
    ) -> Bitboard<W> {
        let us = position.state.turn;
        let royals = self.royal_squares(position, !us);
        let (attacks, occupied) = (&self.attacks[us], position.occupied());
        let settled = royals == self.royal_men(position, !us) && self.together.is_empty();
        if !attacks.has_closed_form() || !settled || self.in_check(position, !us) {
            return men;
        }
        let mut screens = Bitboard::EMPTY;
        royals.iter().for_each(|royal| screens |= attacks.screens(royal));
        let mut left = men & screens;
        for piece in self.rules.piece_ids() {
            let own = men & !screens & position.of_piece(piece);
            if own.is_empty() {
                continue;
            }
            if self.table(us, piece).promotion.is_some() {
                left |= own;
                continue;
            }
            let mut checking = royals;
            for royal in royals {
                checking |= attacks.open_sources(royal, piece, &occupied);
            }
            sink.number(self.count_men(position, (own, ends.within(!checking)), masks));
        }
        left
    }

    /// Pours a move with all that comes with it, if it is legal. `safe`: does it leave no royal man in danger?
    /// `checked`: is the other side in check already?
    pub(super) fn pour_with_look<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        made: Move,
        (safe, checked): (bool, bool),
        sink: &mut S,
    ) {
        if self.builds_with(&made) {
            let walls = self.legal_walls(position, &made);
            return match S::COUNTS {
                true => sink.number(u64::from(walls.count())),
                false => walls.iter().for_each(|wall| sink.single(position, Move { wall: Some(wall), ..made.clone() })),
            };
        }
        if !self.passes_look(position, &made, (safe, checked)) {
            return;
        }
        let gates = self.gates(position, &made);
        if S::COUNTS {
            return sink.number(gates.len() as u64 + 1);
        }
        for gate in gates {
            sink.single(position, Move { gate: Some(gate), ..made.clone() });
        }
        sink.single(position, made);
    }

    /// The walls that may come with a move.
    fn legal_walls(&self, position: &mut Position<W>, made: &Move) -> Bitboard<W> {
        let walls = self.wall_squares(position, made);
        let us = position.state.turn;
        if !self.any_royals() || walls.is_empty() {
            return walls;
        }
        let may_not_stay = made.stays() && self.in_check(position, us);
        if may_not_stay || !self.castling_path_is_safe(position, made, Engine::attacks) {
            return Bitboard::EMPTY;
        }
        if !self.attacks[!us].has_closed_form() || !self.together.is_empty() {
            let safe = |wall: &_| self.is_safe(position, &Move { wall: Some(*wall), ..made.clone() });
            return walls.iter().filter(safe).collect();
        }
        // A wall is one more man that comes from outside.
        let mark = position.mark();
        self.apply(position, made);
        let mut masks = Masks::without_royal();
        self.royal_squares(position, us).iter().for_each(|royal| self.add_attacks(position, us, royal, &mut masks));
        position.undo(&mark);
        walls & masks.sets().0
    }

    /// Is a move legal that the men can make?
    fn passes_look(&self, position: &mut Position<W>, made: &Move, (safe, checked): (bool, bool)) -> bool {
        let us = position.state.turn;
        if self.takes_immune(position, made) || (made.stays() && self.in_check(position, us)) {
            return false;
        }
        if self.rules.constraints.royal_stays_in_check && !self.royal_may_leave(position, made, Engine::attacks) {
            return false;
        }
        if !safe && !self.is_safe_in_short(position, made).unwrap_or_else(|| self.is_safe(position, made)) {
            return false;
        }
        !self.must_not_check(made)
            || !self
                .checks_in_short(position, made, checked)
                .unwrap_or_else(|| self.checks(position, made, Engine::attacks))
    }

    /// As [`is_safe`](Engine::is_safe), without making the move; `None` where that is not so easily said.
    fn is_safe_in_short(&self, position: &Position<W>, made: &Move) -> Option<bool> {
        let us = position.state.turn;
        let ours = self.royal_men(position, us);
        let plain =
            made.kind == MoveKind::Normal && made.from != made.to && made.captures.iter().all(|s| *s == made.to);
        let common = |piece| !self.table(us, piece).royal;
        let changes = self.rules.effects.flips.is_some() || made.wall.is_some();
        if !plain || changes || !common(made.piece) || !made.promotion.is_none_or(common) {
            return None;
        }
        if !self.attacks[!us].has_closed_form() || !self.together.is_empty() || ours != self.royal_squares(position, us)
        {
            return None;
        }
        let mut gone = Bitboard::of(made.to);
        let mut occupied = (position.occupied() | gone) & !Bitboard::of(made.from);
        if self.blasts {
            let theirs = self.royal_men(position, !us);
            if theirs != self.royal_squares(position, !us) {
                return None;
            }
            if made.is_capture() {
                gone = self.blasted(position, made);
                if gone.intersects(&ours) {
                    return Some(false);
                }
                if gone.intersects(&theirs) {
                    return Some(true);
                }
                occupied &= !gone;
                if self.stays_after_capture(made) {
                    occupied.insert(made.to);
                }
            }
        }
        let in_danger = |royal: Square| {
            let shielded = self.blasts && self.is_shielded(position, us, royal);
            !shielded && self.attacks[!us].is_attacked(position, royal, &occupied, &gone)
        };
        Some(!ours.iter().any(in_danger))
    }

    /// As [`checks`](Engine::checks), without making the move; `None` where that is not so easily said.
    fn checks_in_short(&self, position: &Position<W>, made: &Move, checked: bool) -> Option<bool> {
        let us = position.state.turn;
        let plain = match made.kind {
            MoveKind::Normal => made.from != made.to && made.captures.iter().all(|square| *square == made.to),
            MoveKind::Drop => true,
            _ => false,
        };
        let effects = &self.rules.effects;
        let changes = effects.flips.is_some() || self.blasts || !effects.petrifies.is_empty();
        let taken = position.cell(made.to).piece();
        let royal_taken = made.is_capture() && taken.is_some_and(|piece| self.table(!us, piece).royal);
        if !plain || changes || royal_taken || made.wall.is_some() || !self.together.is_empty() {
            return None;
        }
        let attacks = &self.attacks[us];
        if !attacks.has_closed_form() {
            return None;
        }
        let mut gone = Bitboard::EMPTY;
        let mut occupied = position.occupied();
        if made.kind == MoveKind::Normal {
            gone.insert(made.from);
            occupied.remove(made.from);
        }
        occupied.insert(made.to);
        let piece = made.promotion.unwrap_or(made.piece);
        let royals = self.royal_squares(position, !us);
        // Who has not given check before gives one only when squares on his way change.
        let touches = |royal| {
            let screens = attacks.screens(royal);
            checked || screens.contains(made.to) || screens.contains(made.from)
        };
        let in_check = |royal| {
            attacks.attacks_from(royal, (piece, made.to), &occupied)
                || (touches(royal) && attacks.is_attacked(position, royal, &occupied, &gone))
        };
        Some(royals.iter().any(in_check))
    }
}

//! Moves that the masks do not settle: where rules ask for more than safe royal pieces, or moves do more than going and
//! taking. A variant pays only for the rules it has, and in a position only for the moves that such a rule can touch:
//! all others are poured as in any other game.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Castling, Position};
use crate::rules::{Pass, PieceId};

use super::danger::Danger;
use super::engine::Engine;
use super::legality::{Guard, Masks};
use super::moves::{Sink, Wanted};
use super::plan::Applies;
use super::reference;
use super::sets::Sets;
use super::silence::Silence;
use super::tables::{Ends, Multiply};

/// What goes through without a look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<const W: usize> {
    /// These common pieces, as far as their moves end as `ends` says.
    pub pieces: Bitboard<W>,
    /// Where.
    pub ends: Ends<W>,
    /// Where the moves of the royal piece end.
    pub royal: Ends<W>,
    /// En passant, castling and what is walked.
    pub specials: bool,
    /// Drops on these squares.
    pub drops: Bitboard<W>,
    /// The pieces behind whom others may come from the hand and whose moves are only counted: each counts several times.
    pub gateable: Bitboard<W>,
}

/// Where moves end that a plan leaves.
struct Left<const W: usize> {
    /// Those of its pieces.
    pieces: Ends<W>,
    /// Those of the royal pieces.
    royal: Ends<W>,
}

impl<const W: usize> Engine<W> {
    /// Do rules that the masks do not know of have a say in the position?
    #[inline(always)]
    pub(crate) fn needs_care(&self, position: &Position<W>) -> bool {
        match self.plan.applies {
            _ if !self.rules.constraints.must_drop.is_empty() && self.is_obliged_to_drop(position) => true,
            Applies::Never => false,
            Applies::WithHands => !self.gateable(position).is_empty(),
            Applies::Always => true,
        }
    }

    /// Do walls come with all moves of a side, of which no blast or other rule asks anything, and no royal piece anything but
    /// that he is safe without the wall?
    pub(crate) fn walls_are_free(&self, us: Side) -> bool {
        let free = self.plan.special.walls && !self.plan.special.immune;
        let attacks = &self.attacks.by[!us];
        let settled = attacks.need_gaps_only && attacks.has_closed_form() && !self.lifts_walls();
        let harmless = !self.plan.any_royals() || settled;
        free && harmless && !self.plan.blasts && self.rules.effects.flips.is_none()
    }

    /// Must every move be made and looked at?
    pub(crate) fn needs_every_look(&self, position: &Position<W>) -> bool {
        self.plan.special.all || self.is_face_off(position)
    }

    /// Does the side to move hold pieces that it has to drop before it does anything else?
    pub(crate) fn is_obliged_to_drop(&self, position: &Position<W>) -> bool {
        let held = |piece| position.in_hand(position.state.turn, piece) > 0;
        self.rules.constraints.must_drop.iter().any(|piece| held(*piece))
    }

    /// The pieces that may leave another behind when they move.
    fn gateable(&self, position: &Position<W>) -> Bitboard<W> {
        let us = position.state.turn;
        match self.moves.gating.iter().any(|(piece, _)| position.in_hand(us, *piece) > 0) {
            true => position.state.unmoved & position.of_side(us),
            false => Bitboard::EMPTY,
        }
    }

    /// Is the way of a castling free?
    fn can_castle(&self, position: &Position<W>) -> bool {
        let occupied = position.occupied();
        let us = position.state.turn;
        let free = |castling: &Castling<W>| castling.side == us && !castling.way.intersects(&occupied);
        position.rights_of(us) != 0 && position.castlings().any(free)
    }

    /// Is check forbidden?
    pub(crate) fn needs_silence(&self) -> bool {
        self.plan.special.checks
    }

    /// What goes through without a look in a position in which not everything does.
    #[inline(always)]
    pub(crate) fn plan(
        &self,
        position: &Position<W>,
        (guard, masks, silence): (&Guard<W>, &Masks<W>, Option<&Silence<W>>),
        (ends, counts): (Ends<W>, bool),
    ) -> Plan<W> {
        let care = &self.plan.special;
        let (quiet, us) = (ends.quiet(), position.state.turn);
        let nothing = (care.checks && silence.is_none()) || care.walls;
        let (gateable, clear) = (self.gateable(position), !masks.doubt);
        // Of moves that are only counted it is enough to know how many others may come behind, if these may give check.
        let counted = if counts && !care.checks { gateable } else { Bitboard::EMPTY };
        let apart = gateable & !counted;
        let mut pieces = position.of_side(us) & !masks.royal_set() & clear & !apart;
        let mut taken = !Bitboard::EMPTY;
        if care.blasts {
            taken = self.harmless_blasts(position, masks);
            pieces &= !masks.sets().1;
        }
        let free = Ends { empty: ends.empty, enemies: ends.enemies & taken, royal_targets: ends.royal_targets & taken };
        let by_themselves = || {
            let settled = !self.plan.blasts && masks.doubt.is_empty() && self.attacks.by[!us].has_closed_form();
            settled && silence.is_none()
        };
        let royal = match guard {
            Guard::Several { together: true, .. } => Ends::NONE,
            Guard::Several { .. } if !by_themselves() => Ends::NONE,
            _ if nothing || apart.intersects(&masks.royal_set()) => Ends::NONE,
            _ if care.royal_stays && masks.check => Ends::NONE,
            _ if care.royal_captures => quiet,
            _ => ends,
        };
        let no_specials = || {
            let catchers = self.pieces_near_passed(position);
            !self.plan.untabled && catchers.is_empty() && !self.can_castle(position)
        };
        let must_stay = care.royal_stays && masks.check;
        let minded = nothing || care.checks || care.immune || must_stay || !gateable.is_empty();
        Plan {
            pieces: if nothing { Bitboard::EMPTY } else { pieces },
            ends: free.within(clear),
            royal,
            specials: !minded || no_specials(),
            drops: if nothing || care.checks || care.drops { Bitboard::EMPTY } else { clear },
            gateable: counted,
        }
    }

    /// Some squares without those of pieces that the piece on a square may not take.
    #[inline]
    pub(crate) fn sparing(&self, position: &Position<W>, taker: Square, ends: Ends<W>) -> Ends<W> {
        let bound = |(piece, _): &&(PieceId, Vec<PieceId>)| position.of_piece(*piece).contains(taker);
        match self.plan.capture_limits.iter().find(bound) {
            Some((_, safe)) => ends.without_captures(position.of_pieces(safe)),
            None => ends,
        }
    }

    /// Of the pieces of a plan, those of one of the pieces that may not take some others, by its number, or after these all
    /// that are left; and where their moves may end. They are struck out.
    #[inline(always)]
    pub(crate) fn group_of_plan(
        &self,
        position: &Position<W>,
        number: usize,
        (pieces, ends): (&mut Bitboard<W>, Ends<W>),
    ) -> (Bitboard<W>, Ends<W>) {
        let Some((piece, safe)) = self.plan.capture_limits.get(number) else { return (std::mem::take(pieces), ends) };
        let bound = *pieces & position.of_piece(*piece);
        *pieces &= !bound;
        (bound, ends.without_captures(position.of_pieces(safe)))
    }

    /// Is there nobody whom a piece of the side to move could take so that the blast would hit the one royal piece of it, or
    /// anybody on the squares on which an attack on him is blocked or made?
    #[inline(always)]
    pub(crate) fn blasts_miss(&self, position: &Position<W>, royal: Square, aligned: Bitboard<W>) -> bool {
        let us = position.state.turn;
        let around = match aligned.is_empty() {
            true => self.board.surroundings.beside[royal.index()],
            false => aligned | self.board.surroundings.beside_all(aligned | Bitboard::of(royal)),
        };
        !position.of_side(!us).intersects(&(around | self.attacks.zones[us][royal.index()]))
    }

    /// Do the masks tell where a blast could matter to the royal pieces?
    fn blasts_are_settled(&self, position: &Position<W>, masks: &Masks<W>) -> bool {
        let us = position.state.turn;
        let conditional = !self.attacks.by[!us].conditional.is_empty();
        !masks.check && !conditional && masks.royal_set() == self.royal_pieces(position, us)
    }

    /// Where captures blow up: squares on which one can blow up no royal piece of its own side, nor anybody in line with one.
    /// Of such a capture only that a piece leaves his square matters to the royal piece. A piece that may not leave it could still
    /// blow up the royal piece of the other side: he is looked at.
    fn harmless_blasts(&self, position: &Position<W>, masks: &Masks<W>) -> Bitboard<W> {
        if !self.blasts_are_settled(position, masks) {
            return Bitboard::EMPTY;
        }
        let spared = masks.aligned | masks.royal_set();
        !(spared | self.board.surroundings.beside_all(spared))
    }

    /// Drops that have to come before anything else. Were there none that is legal, `false`.
    #[inline(always)]
    pub(crate) fn generate_obliged<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        landing: Bitboard<W>,
        sink: &mut S,
    ) -> bool {
        let mut found = false;
        for table in self.moves.drops.iter().filter(|table| self.rules.constraints.must_drop.contains(&table.piece)) {
            let squares = self.safe_drops(position, table, landing);
            found |= !squares.is_empty();
            sink.drops(table.form(), squares);
        }
        found
    }

    /// May drops that have to come before anything else end wherever the masks say?
    pub(crate) fn obliged_drops_are_free(&self) -> bool {
        let special = &self.plan.special;
        let nothing = special.checks || special.walls || special.all;
        !nothing && self.moves.drops.iter().all(|table| table.check)
    }

    /// The moves that a plan leaves, each looked at.
    pub(crate) fn generate_with_looks<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        (masks, plan): (&Masks<W>, &Plan<W>),
        sink: &mut S,
    ) {
        let care = &self.plan.special;
        let passes = wanted == Wanted::All && self.rules.constraints.pass == Pass::Always;
        // Who passes changes nothing, and may do it if he is not in check.
        let free_pass = passes && !care.checks && !care.walls && !self.plan.builds_instead;
        if free_pass
            && !masks.check
            && let Some(made) = self.pass(position)
        {
            if S::COUNTS { sink.number(1) } else { sink.single(position, made) }
        }
        let other_pass = (passes && !free_pass) || (wanted == Wanted::All && self.plan.builds_instead);
        let promotes = wanted == Wanted::All && self.plan.promotes_by_moves;
        let ends = self.ends(position, wanted);
        let left = self.left(position, ends, (masks, plan));
        if !other_pass && !promotes && self.is_everything(position, (masks, plan), &left) {
            return;
        }
        let checked =
            (care.checks || care.drops || self.plan.promotes_by_moves) && self.in_check(position, !position.state.turn);
        let quiet = ends.quiet();
        let captures = Ends { empty: Bitboard::EMPTY, ..ends };
        let rest = position.of_side(position.state.turn) & !masks.royal_set() & !plan.pieces;
        let free = Masks::without_royal();
        let rest = match care.walls {
            true => rest & self.pour_walled(position, (ends, masks), sink),
            false => rest,
        };
        // Those that the masks know to be safe, and those that are made to see.
        let (mut safe, mut open) = (Sets::default(), Sets::default());
        let pieces = |position: &Position<W>, ends: Ends<W>, masks: &Masks<W>, sets: &mut Sets<W>| {
            self.pour_pieces(position, (rest, ends), masks, sets);
            self.pour_pieces(position, (plan.pieces, left.pieces.and(&ends)), masks, sets);
        };
        // First what the masks know to be safe, and of which something else is asked.
        let masked = masks.doubt.is_empty() && !care.walls;
        let captures_masked = masked && !self.plan.blasts;
        if masked {
            pieces(position, quiet, masks, &mut safe);
        }
        if captures_masked {
            pieces(position, captures, masks, &mut safe);
        }
        let drops = !self.moves.drops.is_empty() && wanted == Wanted::All;
        if drops && masked {
            self.generate_drops(position, masks.sets().0 & !plan.drops, &mut safe);
        }
        if !masked {
            pieces(position, quiet, &free, &mut open);
        }
        if !captures_masked {
            pieces(position, captures, &free, &mut open);
        }
        self.pour_pieces(position, (masks.royal_set(), left.royal), &free, &mut open);
        if !plan.specials {
            self.generate_specials::<Multiply, _>(position, wanted, &Guard::Free, Danger::default(), &mut open);
        }
        if drops && !masked {
            self.generate_drops(position, !plan.drops, &mut open);
        }
        for made in safe.into_moves(position) {
            self.pour_with_look(position, made, (true, checked), sink);
        }
        let mut open = open.into_moves(position);
        if promotes {
            open.extend(reference::promotion_moves(self, position));
        }
        if other_pass {
            let pass = self.pass(position);
            open.extend(pass.filter(|made| !self.pour_walls_instead(position, made, masks, sink)));
        }
        for made in open {
            self.pour_with_look(position, made, (false, checked), sink);
        }
    }

    /// Where moves end that a plan leaves.
    fn left(&self, position: &Position<W>, ends: Ends<W>, (masks, plan): (&Masks<W>, &Plan<W>)) -> Left<W> {
        let us = position.state.turn;
        let mut zone = Bitboard::EMPTY;
        masks.royal_set().iter().for_each(|royal| zone |= self.attacks.zones[us][royal.index()]);
        Left { pieces: ends.without(&plan.ends), royal: ends.without(&plan.royal).within(zone) }
    }

    /// Does a plan leave nobody to look at?
    fn is_everything(&self, position: &Position<W>, (masks, plan): (&Masks<W>, &Plan<W>), left: &Left<W>) -> bool {
        let pieces = position.of_side(position.state.turn) & !masks.royal_set();
        plan.pieces == pieces
            && plan.specials
            && left.royal.is_empty()
            && left.pieces.is_empty()
            && (self.moves.drops.is_empty() || plan.drops == !Bitboard::EMPTY)
    }
}

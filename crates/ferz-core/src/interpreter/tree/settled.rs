//! Moves that are counted without being made, because nothing that follows them can make them illegal or leave the player a choice.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::tree::Set;
use crate::work;

use super::super::check_info::CheckInfo;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind, Sink, Wanted};
use super::candidates::Candidate;
use super::doing::MoveAndResult;
use super::duplicates::remove_duplicates;
use super::frame::Frame;
use super::settling::Watcher;
use super::tabled::Tabled;

/// The moves that need not be made in a position.
pub(super) struct Settled<'a, const W: usize> {
    /// The squares from which quiet moves need not be made.
    quiet: Bitboard<W>,
    /// The squares from which captures need not be made.
    capturing: Bitboard<W>,
    /// Destinations of quiet moves that have to be made, and of such captures.
    made_to: [Bitboard<W>; 2],
    /// The squares from which rules forbid quiet moves.
    quiet_forbidden: Bitboard<W>,
    /// The squares from which rules forbid captures.
    captures_forbidden: Bitboard<W>,
    /// For each square, the destinations of its piece after which effects may capture. Empty if effects capture nothing, or if nothing is
    /// known about it.
    aimed: Vec<Bitboard<W>>,
    /// The masks that keep the royal pieces safe, if the tables know them.
    info: Option<&'a CheckInfo<W>>,
    /// How deep conditions about legal moves are nested.
    depth: u8,
}

impl<const W: usize> Settled<'_, W> {
    /// `true` if all moves have to be made.
    fn is_empty(&self) -> bool {
        (self.quiet | self.capturing).is_empty()
    }
}

/// A legal move.
enum Found {
    Unmade(Move),
    /// The index of a move that has been made.
    Made(usize),
}

impl<const W: usize> Engine<W> {
    /// The number of legal moves.
    pub(crate) fn count_by_rules(&self, position: &Position<W>) -> u64 {
        let tabled = self.tabled(position);
        let (touched, bound) = self.count_touched(position, tabled.as_ref());
        touched + tabled.filter(|_| !bound).map_or(0, |tabled| self.count_untouched(position, &tabled))
    }

    /// The number of legal moves that rules may affect, and `true` if an obligation forbids all others.
    fn count_touched(&self, position: &Position<W>, tabled: Option<&Tabled<W>>) -> (u64, bool) {
        let settled = self.settled_by_duties(position, tabled);
        let candidates = self.candidates_beside(position, tabled, 0);
        let again = if settled.is_empty() { Vec::new() } else { repeated(&candidates, self.rules.geometry.len()) };
        let is_settled = |candidate: &Candidate<W>| {
            self.is_settled(&settled, candidate) && !again.contains(&(candidate.mv.from, candidate.mv.to))
        };
        let (mut found, mut captures): (Vec<MoveAndResult<W>>, u64) = (Vec::new(), 0);
        let mut quiet: Vec<&Candidate<W>> = Vec::new();
        for candidate in &candidates {
            match (is_settled(candidate), candidate.mv.is_capture()) {
                (true, true) => captures += u64::from(self.is_legal_unmade(position, candidate, &settled)),
                (true, false) => quiet.push(candidate),
                (false, _) => {
                    let first = found.len();
                    self.complete(position, candidate, (None, 0), &mut found);
                    remove_duplicates(&mut found, first);
                }
            }
            if work::is_stopped() {
                return (0, false);
            }
        }
        let offers = match self.unmade_offers(position, 0) {
            Some(offers) => offers.len(),
            None => {
                self.add_all_offers(position, 0, &mut found);
                0
            }
        };
        let (found, bound) = self.bound_by_duties(position, found, 0);
        match (captures > 0 && !self.tree.duties.is_empty(), bound) {
            (true, false) => return (captures, true),
            (true, true) | (false, true) => return (captures + found.len() as u64, true),
            (false, false) => {}
        }
        let legal = quiet.into_iter().filter(|candidate| self.is_legal_unmade(position, candidate, &settled)).count();
        (captures + (found.len() + offers + legal) as u64, false)
    }

    /// Passes on the wanted legal moves that rules may affect, where no obligation of the tree chooses among them. Moves that need not be
    /// made are not made.
    pub(super) fn emit_touched<S: Sink<W>>(
        &self,
        position: &Position<W>,
        tabled: Option<&Tabled<W>>,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let settled = self.settled_by_duties(position, tabled);
        let mut candidates = self.candidates_beside(position, tabled, 0);
        // Only further steps add captures to a move.
        if wanted == Wanted::Captures && self.tree.goes_on.is_empty() {
            candidates.retain(|candidate| candidate.mv.is_capture());
        }
        let again = if settled.is_empty() { Vec::new() } else { repeated(&candidates, self.rules.geometry.len()) };
        let is_settled = |candidate: &Candidate<W>| {
            self.is_settled(&settled, candidate) && !again.contains(&(candidate.mv.from, candidate.mv.to))
        };
        let (mut found, mut moves): (Vec<MoveAndResult<W>>, Vec<Found>) = (Vec::new(), Vec::new());
        for candidate in &candidates {
            if is_settled(candidate) {
                let legal = || self.is_legal_unmade(position, candidate, &settled);
                if self.is_wanted(&candidate.mv, wanted) && legal() {
                    moves.push(Found::Unmade(candidate.mv));
                }
            } else {
                let first = found.len();
                self.complete(position, candidate, (None, 0), &mut found);
                remove_duplicates(&mut found, first);
                moves.extend((first..found.len()).map(Found::Made));
            }
            if work::is_stopped() {
                return;
            }
        }
        match self.unmade_offers(position, 0) {
            Some(offers) => moves.extend(offers.into_iter().map(Found::Unmade)),
            None => {
                let first = found.len();
                self.add_all_offers(position, 0, &mut found);
                moves.extend((first..found.len()).map(Found::Made));
            }
        }
        let as_move = |one: &Found| match one {
            Found::Unmade(mv) => *mv,
            Found::Made(index) => found[*index].0,
        };
        for mv in moves.iter().map(as_move).filter(|mv| self.is_wanted(mv, wanted)) {
            sink.single(position, mv);
        }
    }

    /// The moves that need not be made in a position to know which obligations they fulfil.
    fn settled_by_duties<'a>(&self, position: &Position<W>, tabled: Option<&'a Tabled<W>>) -> Settled<'a, W> {
        let settling = &self.tree.settling;
        let all = |open: bool| if open { !Bitboard::EMPTY } else { Bitboard::EMPTY };
        self.settled(position, (all(settling.quiet_is_free), all(settling.captures_are_alike)), (tabled, 0))
    }

    /// Among the quiet moves and the captures from some squares, those that need not be made in a position.
    pub(super) fn settled<'a>(
        &self,
        position: &Position<W>,
        (quiet, capturing): (Bitboard<W>, Bitboard<W>),
        (tabled, depth): (Option<&'a Tabled<W>>, u8),
    ) -> Settled<'a, W> {
        let settling = &self.tree.settling;
        let info = tabled.filter(|_| !self.tree.untouched.spares_royals).map(|tabled| &tabled.info);
        let unclear = self.plan.promotes_by_moves || self.rules.constraints.no_checks || self.plan.changes_others;
        let (quiet, capturing) = if unclear { (Bitboard::EMPTY, Bitboard::EMPTY) } else { (quiet, capturing) };
        let (mut quiet_forbidden, mut captures_forbidden) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let none = Settled {
            quiet: Bitboard::EMPTY,
            capturing: Bitboard::EMPTY,
            made_to: [Bitboard::EMPTY; 2],
            quiet_forbidden,
            captures_forbidden,
            aimed: Vec::new(),
            info,
            depth,
        };
        let mut settled = Settled { quiet, capturing, ..none };
        if settled.is_empty() {
            return settled;
        }
        if !settling.aimed.is_empty() {
            if self.has_walls(position) {
                settled.quiet = Bitboard::EMPTY;
                settled.capturing = Bitboard::EMPTY;
                return settled;
            }
            settled.aimed = self.tree.aims.aimed(&settling.aimed, position, self.rules.geometry.len());
        }
        for meddler in &settling.meddlers {
            let watched = self.watched(position, meddler);
            if let Some(to) = meddler.to.as_ref().filter(|_| meddler.from.is_none()) {
                let squares = |set: &Set| self.plain_squares(position, &set.kind, position.state.turn);
                let ends = to.iter().map(squares).fold(Bitboard::EMPTY, |all, some| all | some) & watched;
                settled.made_to[1] |= ends;
                if !meddler.captures {
                    settled.made_to[0] |= ends;
                }
                continue;
            }
            settled.capturing &= !watched;
            if !meddler.captures {
                settled.quiet &= !watched;
            }
        }
        for rule in &settling.forbids {
            let watched = self.watched(position, rule);
            captures_forbidden |= watched;
            if !rule.captures {
                quiet_forbidden |= watched;
            }
        }
        Settled { quiet_forbidden, captures_forbidden, ..settled }
    }

    /// The squares from which a rule may matter for moves.
    fn watched(&self, position: &Position<W>, watcher: &Watcher) -> Bitboard<W> {
        let frame = Frame { layer: watcher.layer, ..Frame::of_side(position.state.turn) };
        if !self.all_hold(position, &watcher.needs, &frame) {
            return Bitboard::EMPTY;
        }
        let squares = |set| self.elements(position, set, &frame).squares();
        watcher
            .from
            .as_ref()
            .map_or(!Bitboard::EMPTY, |sets| sets.iter().map(squares).fold(Bitboard::EMPTY, |all, some| all | some))
    }

    /// `true` if a candidate becomes at most one move, which is legal if it is permitted and leaves the royal pieces safe.
    pub(super) fn is_settled(&self, settled: &Settled<'_, W>, candidate: &Candidate<W>) -> bool {
        let mv = &candidate.mv;
        let steps = matches!(mv.kind(), MoveKind::Normal | MoveKind::StaysAndCaptures);
        let plain = steps && mv.from != mv.to && mv.gate().is_none() && !candidate.promotes;
        let promotes = || self.promotes_later() && self.rules.piece(mv.piece).promotion.is_some();
        let may_capture = || settled.aimed.get(mv.from.index()).is_some_and(|aimed| aimed.contains(mv.to));
        plain
            && match *mv.captures().squares() {
                [] => settled.quiet.contains(mv.from) && !settled.made_to[0].contains(mv.to),
                [square] => {
                    square == mv.to && settled.capturing.contains(mv.from) && !settled.made_to[1].contains(mv.to)
                }
                _ => false,
            }
            && !promotes()
            && !may_capture()
    }

    /// `true` if a settled candidate is legal.
    pub(super) fn is_legal_unmade(
        &self,
        position: &Position<W>,
        candidate: &Candidate<W>,
        settled: &Settled<'_, W>,
    ) -> bool {
        let made = candidate.mv.with(|further| further.promotion = None);
        if !work::spend(1) || self.takes_immune(position, &made) {
            return false;
        }
        let forbidden = if made.is_capture() { &settled.captures_forbidden } else { &settled.quiet_forbidden };
        if forbidden.contains(made.from) {
            let mut frame = self.frame_of(position, &made);
            (frame.before, frame.depth) = (None, settled.depth);
            if self.forbids(position, &mut frame, self.decided_for(&made)) {
                return false;
            }
        }
        if !self.tree.settling.royals {
            return true;
        }
        let goes = made.kind() == MoveKind::Normal;
        match settled.info.filter(|info| goes && !info.royals.contains(made.from)) {
            Some(info) => self.landing(position, info, made.from).contains(made.to),
            None => self.leaves_royals_safe(position, &self.base_made(position, candidate), [0; 2]),
        }
    }
}

/// The start squares and destinations that several candidates with the same promotion share.
fn repeated<const W: usize>(candidates: &[Candidate<W>], squares: usize) -> Vec<(Square, Square)> {
    let mut seen = vec![Bitboard::<W>::EMPTY; squares];
    let mut again = Vec::new();
    for (index, Candidate { mv, .. }) in candidates.iter().enumerate() {
        let Some(seen) = seen.get_mut(mv.from.index()) else { continue };
        let same = |other: &Candidate<W>| {
            (other.mv.from, other.mv.to, other.mv.promotion()) == (mv.from, mv.to, mv.promotion())
        };
        if seen.contains(mv.to) && candidates[..index].iter().any(same) {
            again.push((mv.from, mv.to));
        }
        seen.insert(mv.to);
    }
    again
}

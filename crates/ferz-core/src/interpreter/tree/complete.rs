//! From a candidate to the positions to which it leads: one for each promotion and each way in which the player may choose.

use std::cell::LazyCell;

use smallvec::{SmallVec, smallvec};

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Earlier, Position};
use crate::rules::tree::{Deed, RuleKind};
use crate::rules::{LastMove, Memo, Pending, PieceId, Royalty, Stood};
use crate::work;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{AttackSource, Further, Gate, Move, MoveKind, Sink, Wanted};
use super::super::picks::{Pick, Picks};
use super::candidates::Candidate;
use super::doing::{Doing, MoveAndResult, Ongoing};
use super::duplicates::remove_duplicates;
use super::element::{Body, body_of};
use super::frame::{Event, Frame};
use super::tabled::Tabled;

/// The steps of work that a move counts as when it is made.
const COPY: usize = 8;

impl<const W: usize> Engine<W> {
    /// Passes on the legal moves that are wanted.
    #[inline(never)]
    pub(in super::super) fn emit_by_rules<S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        let tabled = if wanted == Wanted::ObligedDrops { None } else { self.tabled(position) };
        let tabled = tabled.as_ref();
        if self.tree.duties.is_empty() {
            if wanted == Wanted::All
                && let Some(tabled) = tabled
            {
                self.emit_untouched(position, tabled, sink);
            }
            return self.emit_touched(position, tabled, wanted, sink);
        }
        let (moves, bound) = self.touched_and_bound(position, tabled);
        if wanted == Wanted::All
            && !bound
            && let Some(tabled) = tabled
        {
            self.emit_untouched(position, tabled, sink);
        }
        for (mv, _) in moves {
            if self.is_wanted(&mv, wanted) {
                sink.single(position, mv);
            }
        }
    }

    /// `true` if there are rules in the language, or keys that are played as such rules.
    #[inline(always)]
    pub(crate) fn has_told_rules(&self) -> bool {
        self.tree.any
    }

    /// `true` if [`legal_moves_and_results`](Engine::legal_moves_and_results) has all legal moves.
    #[inline(always)]
    pub(crate) fn leads_by_rules(&self) -> bool {
        self.tree.any && !self.plan.obliges
    }

    /// The legal moves, each with the position to which it leads. `depth` is the number of conditions about legal moves inside which this
    /// one is evaluated.
    pub(crate) fn legal_moves_and_results(&self, position: &Position<W>, depth: u8) -> Vec<MoveAndResult<W>> {
        let found = self.touched(position, None, depth);
        self.fulfilling_duties(position, found, depth)
    }

    /// Makes a legal move, with all its effects.
    #[inline(never)]
    pub(in super::super) fn apply_by_rules(&self, position: &mut Position<W>, mv: &Move) {
        if let Some(after) = self.position_after(position, mv) {
            position.replace_all(after);
        }
    }

    /// The position after a legal move. `None` if the move is not legal.
    fn position_after(&self, position: &Position<W>, mv: &Move) -> Option<Position<W>> {
        let script = mv.picks();
        let mut found = Vec::new();
        match mv.kind() {
            MoveKind::Rule(index) => self.offered(position, usize::from(index), (Some(mv), 0), &mut found),
            _ => {
                let candidate = self.candidate_for(position, mv)?;
                self.complete(position, &candidate, (Some(&script), 0), &mut found);
            }
        }
        found.into_iter().find(|(other, _)| other == mv).map(|(_, after)| *after)
    }

    /// The candidate that becomes a move.
    fn candidate_for(&self, position: &Position<W>, mv: &Move) -> Option<Candidate<W>> {
        let goes_on = self.promotes_later();
        let known = self.tree.lends.is_empty()
            && self.tree.ignores.is_empty()
            && self.tree.prey.is_empty()
            && self.tree.moved_by.is_empty();
        if self.passes_by_key(mv) || known && !goes_on && !self.plan.promotes_by_moves {
            return Some(Candidate {
                mv: mv.with(|further| further.picks = Picks::NONE),
                trail: None,
                promotes: false,
            });
        }
        let same = |candidate: &Candidate<W>| {
            let other = &candidate.mv;
            let begins = match goes_on {
                // Later steps add captures, and change the destination.
                true => mv.captures().squares().starts_with(&other.captures().squares()),
                false => other.captures() == mv.captures() && other.to == mv.to && other.promotion() == mv.promotion(),
            };
            other.from == mv.from && other.kind() == mv.kind() && other.piece == mv.piece && begins
        };
        let mut all = self.candidates(position).into_iter().filter(same);
        if !goes_on {
            return all.next();
        }
        // Several first steps may look alike, so they are tried until one leads to the move.
        let leads = |candidate: &Candidate<W>| {
            let mut found = Vec::new();
            self.complete(position, candidate, (Some(&mv.picks()), 0), &mut found);
            found.iter().any(|(other, _)| other == mv)
        };
        all.find(leads)
    }

    /// The moves that are legal if obligations are ignored. Moves that the tables decide are left out.
    pub(super) fn touched(
        &self,
        position: &Position<W>,
        tabled: Option<&Tabled<W>>,
        depth: u8,
    ) -> Vec<MoveAndResult<W>> {
        let mut found = Vec::new();
        for candidate in self.candidates_beside(position, tabled, depth) {
            let first = found.len();
            self.complete(position, &candidate, (None, depth), &mut found);
            remove_duplicates(&mut found, first);
            if work::is_stopped() {
                return Vec::new();
            }
        }
        self.add_all_offers(position, depth, &mut found);
        found
    }

    /// `true` if a side has no legal move.
    pub(in super::super) fn has_no_told_move(&self, position: &Position<W>, depth: u8) -> bool {
        let tabled = self.tabled(position);
        if tabled.as_ref().is_some_and(|tabled| self.count_untouched(position, tabled) > 0) {
            return false;
        }
        let everywhere = (!Bitboard::EMPTY, !Bitboard::EMPTY);
        let settled = LazyCell::new(|| self.settled(position, everywhere, (tabled.as_ref(), depth)));
        let mut found = Vec::new();
        let leads_on = |candidate: &Candidate<W>| {
            if self.is_settled(&settled, candidate) {
                return self.is_legal_unmade(position, candidate, &settled);
            }
            self.complete(position, candidate, (None, depth), &mut found);
            !found.is_empty()
        };
        if self.any_open_candidate(position, depth, leads_on) {
            return false;
        }
        // An obligation applies only if it can be met, so it always leaves a legal move.
        !self.tree.offers.iter().any(|index| {
            self.offered(position, *index, (None, depth), &mut found);
            !found.is_empty()
        })
    }

    /// The words of a move in the position before it.
    pub(super) fn frame_of<'a>(&self, position: &'a Position<W>, made: &Move) -> Frame<'a, W> {
        let mut frame: Frame<'a, W> = Frame::of_side(position.state.turn);
        match made.kind() {
            MoveKind::Drop => frame.destination.push(made.to),
            MoveKind::Castling { partner, partner_to } => {
                frame.origin.extend([made.from, partner]);
                frame.destination.extend([made.to, partner_to]);
            }
            MoveKind::Rule(_) => {
                frame.origin.push(made.from);
                frame.destination.extend(made.picks().iter().filter_map(|pick| match pick {
                    Pick::On(square) | Pick::Captured(square) => Some(*square),
                    _ => None,
                }));
            }
            _ => {
                frame.origin.push(made.from);
                frame.destination.push(made.to);
            }
        }
        let body = |square: &Square| Some((*square, self.body_on(position, *square)?));
        frame.captured.extend(made.captures().squares().iter().filter_map(body));
        frame.mover.set((!matches!(made.kind(), MoveKind::Drop | MoveKind::Lifted)).then_some(made.from));
        frame.before = Some(position);
        frame.made = Some(*made);
        frame
    }

    /// The words of a move that has been made. Effects may have captured more than the move itself.
    pub(super) fn frame_after<'a>(&self, before: &'a Position<W>, made: &Move, after: &Position<W>) -> Frame<'a, W> {
        let mut frame = self.frame_of(before, made);
        if let Some(told) = after.told() {
            let body = |stood: &Stood| Some((stood.square, body_of(stood.piece?, stood.marks)));
            frame.captured = told.last.captured.iter().filter_map(body).collect();
        }
        frame
    }

    /// Adds the moves that a candidate becomes, with its promotions, choices and effects. With a script, only the choices of the script
    /// are made.
    pub(super) fn complete(
        &self,
        position: &Position<W>,
        candidate: &Candidate<W>,
        (script, depth): (Option<&Picks>, u8),
        found: &mut Vec<MoveAndResult<W>>,
    ) {
        let (us, made) = (position.state.turn, candidate.mv.with(|further| further.promotion = None));
        if !work::spend(COPY + W) || self.takes_immune(position, &made) {
            return;
        }
        if made.stays() && self.in_check(position, us) {
            return;
        }
        if matches!(made.kind(), MoveKind::Castling { .. }) && !self.castles_behind_told_walls(&made) {
            let mut working = position.unlogged_copy();
            if !self.castling_path_is_safe(&mut working, &made, AttackSource::Tables) {
                return;
            }
        }
        let mut frame = self.frame_of(position, &made);
        frame.depth = depth;
        if self.is_forbidden_beside(position, &mut frame, self.decided_for(&made)) {
            return;
        }
        let after = self.base_made(position, candidate);
        let tested = self.tree.settling.royals_first && candidate.mv.promotion().is_none() && !self.promotes_later();
        if tested && !self.leaves_royals_safe(position, &after, [0; 2]) {
            return;
        }
        frame.mover.set(match made.kind() {
            MoveKind::Drop => Some(made.to),
            _ if made.from != made.to && !after.cell(made.to).is_empty() => Some(made.to),
            _ => (!after.cell(made.from).is_empty()).then_some(made.from),
        });
        let picks = script.map(|picks| &**picks);
        let mut start = Doing::new(after, frame);
        (start.script, start.royals_tested) = (picks, tested);
        start.route.extend(made.captures().squares().iter().copied());
        let promoted = match self.promotes_later() && !self.passes_by_key(&made) {
            true => {
                let stepped = self.followed(smallvec![start], Event::Step);
                let gone_on =
                    work::or_empty(|| stepped.into_iter().flat_map(|doing| self.gone_on(doing, true)).collect());
                self.promoted(position, gone_on, candidate)
            }
            false => {
                start.becomes = candidate.mv.promotion();
                match start.becomes.is_some() && made.kind() != MoveKind::Drop {
                    true => self.followed(smallvec![start], Event::Promotion),
                    false => smallvec![start],
                }
            }
        };
        for doing in self.followed(promoted, Event::Move) {
            found.extend(self.finished(position, &candidate.mv, doing));
        }
    }

    /// The position after the move of the pieces alone: without further steps, effects and the end of the turn.
    pub(super) fn base_made(&self, position: &Position<W>, candidate: &Candidate<W>) -> Box<Position<W>> {
        let mv = &candidate.mv;
        let mut after = position.boxed_copy();
        self.apply_untold(&mut after, mv);
        (after.state.turn, after.state.fullmoves) = (position.state.turn, position.state.fullmoves);
        if let Some(trail) = candidate.trail {
            after.state.passed = trail;
            if !trail.is_empty() {
                after.state.passer = mv.to;
            }
        }
        if position.told().is_some_and(|told| told.passed_too.is_some()) {
            after.told_mut().passed_too = None;
        }
        if !self.tree.piece_marks.is_empty() {
            self.carry_marks(position, mv, &mut after);
        }
        after
    }

    /// Moves the marks of pieces to their new squares.
    fn carry_marks(&self, before: &Position<W>, mv: &Move, after: &mut Position<W>) {
        let went: SmallVec<[(Square, Square); 2]> = match mv.kind() {
            MoveKind::Drop | MoveKind::Lifted | MoveKind::Rule(_) | MoveKind::StaysAndCaptures => SmallVec::new(),
            MoveKind::VanishesAndCaptures => {
                self.set_marks(after, mv.from, 0);
                SmallVec::new()
            }
            MoveKind::Castling { partner, partner_to } => {
                SmallVec::from_slice(&[(mv.from, mv.to), (partner, partner_to)])
            }
            _ => SmallVec::from_slice(&[(mv.from, mv.to)]),
        };
        let gone = mv.captures().into_iter().filter(|square| after.cell(*square).is_empty() || *square == mv.to);
        gone.collect::<Vec<_>>().into_iter().for_each(|square| self.set_marks(after, square, 0));
        went.iter().filter(|(from, to)| from != to).for_each(|(from, _)| self.set_marks(after, *from, 0));
        for (from, to) in went {
            let marks = self.marks_on(before, from);
            self.set_marks(after, to, marks);
        }
    }

    /// Each move with each of its promotions.
    fn promoted<'a>(&self, position: &Position<W>, all: Ongoing<'a, W>, candidate: &Candidate<W>) -> Ongoing<'a, W> {
        let made = &candidate.mv;
        let mut found = Ongoing::new();
        for doing in all {
            let mover = doing.frame.mover().map(|square| (square, doing.position.cell(square)));
            let moves = !matches!(made.kind(), MoveKind::Drop | MoveKind::Rule(_));
            let before = position.cell(made.from);
            let owner = if before.is_empty() || before.is_neutral() { position.state.turn } else { before.side() };
            let is_owned = |cell: Cell| cell.is_neutral() || cell.side() == owner;
            let unchanged = moves && mover.is_some_and(|(_, cell)| cell.piece() == Some(made.piece) && is_owned(cell));
            let stays = made.is_capture() && doing.frame.mover() == Some(made.from) && made.to != made.from;
            let Some((square, _)) = mover.filter(|_| unchanged && !stays) else {
                found.push(doing);
                continue;
            };
            let choices: SmallVec<[Option<PieceId>; 6]> = match candidate.promotes {
                true => SmallVec::from_slice(&[made.promotion()]),
                false => {
                    let captures = Captures::of(&doing.route);
                    let all = self.promotions_of_side(
                        position,
                        made.ending_on(square).with(|further| further.captures = captures),
                        owner,
                    );
                    all.into_iter().map(|mv| mv.promotion()).collect()
                }
            };
            let mut rest = Some(doing);
            for (left, choice) in (0..choices.len()).rev().zip(choices) {
                let Some(doing) = (if left == 0 { rest.take() } else { rest.clone() }) else { break };
                let mut next = doing;
                next.becomes = choice;
                match choice {
                    Some(choice) => {
                        self.promote(&mut next.position, (square, owner), (made.piece, choice));
                        found.extend(self.followed(smallvec![next], Event::Promotion));
                    }
                    None => found.push(next),
                }
            }
        }
        found
    }

    /// Promotes the piece on a square.
    fn promote(
        &self,
        position: &mut Position<W>,
        (square, side): (Square, Side),
        (piece, becomes): (PieceId, PieceId),
    ) {
        let marks = self.marks_on(position, square);
        let cell = self.promoted_cell(side, piece, becomes);
        self.put_body(position, square, Body { cell, marks });
        position.state.passed = Bitboard::EMPTY;
        if self.moves.wake(side, piece).makes_progress((square, square), true) {
            position.state.halfmoves = 0;
        }
    }

    /// Applies the rules of the tree that follow an event, in their order.
    pub(super) fn followed<'a>(&self, start: Ongoing<'a, W>, event: Event) -> Ongoing<'a, W> {
        let mut all = start;
        for follower in self.tree.follows.iter().filter(|follower| follower.event == event) {
            let rule = &self.rules.tree.rules[follower.rule];
            let RuleKind::After { deeds, block } = &rule.kind.kind else { continue };
            all.iter_mut().for_each(|doing| doing.frame.event = event);
            if follower.direct {
                all.retain(|doing| !self.is_followed(doing, deeds) || self.run_rule_directly(rule, block, doing));
                continue;
            }
            if !all.iter().any(|doing| self.is_followed(doing, deeds)) {
                continue;
            }
            let mut next = Ongoing::new();
            for doing in all {
                match self.is_followed(&doing, deeds) {
                    true => self.run_rule(rule, block, doing, &mut next),
                    false => next.push(doing),
                }
            }
            all = next;
        }
        all
    }

    /// `true` if effects follow a move of these kinds.
    pub(super) fn is_followed(&self, doing: &Doing<'_, W>, deeds: &[Deed]) -> bool {
        let Some(made) = doing.frame.made else { return false };
        if made.promotion() == doing.becomes {
            return deeds.iter().any(|deed| self.is_deed(&doing.position, deed, &doing.frame));
        }
        let frame = Frame { made: Some(made.with(|further| further.promotion = doing.becomes)), ..doing.frame.clone() };
        deeds.iter().any(|deed| self.is_deed(&doing.position, deed, &frame))
    }

    /// The move and the position after it, if the move is legal.
    pub(super) fn finished(
        &self,
        before: &Position<W>,
        made: &Move,
        doing: Box<Doing<'_, W>>,
    ) -> Option<MoveAndResult<W>> {
        let us = before.state.turn;
        let mut doing = doing;
        let mut after = doing.position;
        for square in &doing.blocking_captured {
            after.set_wall(*square, false);
        }
        let tested = doing.exempt || doing.royals_tested && doing.becomes.is_none();
        if !tested && !self.leaves_royals_safe(before, &after, doing.lost) {
            return None;
        }
        if self.castles_behind_told_walls(made) {
            let mut working = before.unlogged_copy();
            let built = after.bare_walls() & !before.pieces_of_both();
            for square in before.bare_walls() ^ built {
                working.set_wall(square, built.contains(square));
            }
            if !self.castling_path_is_safe(&mut working, made, AttackSource::Tables) {
                return None;
            }
        }
        let goes_on = doing.route.len() > made.captures().squares().len() || !doing.quiet_stops.is_empty();
        let via = made.picks().row().iter().copied().chain(doing.quiet_stops.iter().map(|square| Pick::Via(*square)));
        let kinds = doing.kinds.iter().map(|kind| Pick::Kind(*kind));
        let picks: SmallVec<[Pick; 4]> = via.chain(kinds).chain(doing.choices.iter().copied()).collect();
        let picks = Picks::of(&picks);
        // A piece that has left the board is named by the square to which its last step led.
        let last = doing.frame.mover().or_else(|| doing.frame.destination.first().copied().filter(|_| goes_on));
        let to = last.filter(|_| goes_on).unwrap_or(made.to);
        // A piece that a move by a rule leaves behind belongs to the name of the move as well.
        let left = || after.cell(made.from).piece().map(|piece| Gate { piece, on: made.from });
        let further = Further {
            promotion: if made.kind() == MoveKind::Drop { made.promotion() } else { doing.becomes },
            gate: if is_rule(made) && to != made.from { left() } else { made.gate() },
            captures: match goes_on {
                true => Captures::of(&doing.route),
                false => made.captures(),
            },
            picks,
            ..made.further()
        };
        let made = Move::new((made.from, to), made.piece, further);
        if self.tree.has_state {
            after.told_mut().last = self.last_of(before, &doing.frame, &doing.choices);
        }
        if self.tree.remembers {
            let (key, earlier) = (self.whole_key(before), before.earlier().cloned());
            after.set_earlier(Some(std::sync::Arc::new(Earlier { key, before: earlier })));
        }
        if after.state.memo.pending == Pending::Rolled {
            after.state.memo = Memo { white_on: after.state.memo.white_on, ..Memo::default() };
        }
        let passes = self.plan.counts_passes && self.is_told_pass(&made) && after.has_same_pieces(before);
        after.state.passes = if passes { before.state.passes.saturating_add(1) } else { 0 };
        (doing.frame.made, doing.frame.event) = (Some(made), Event::Turn);
        let mut after = self.turn_over(before, after, &mut doing.frame)?;
        self.note_checks(before, &mut after);
        if !self.may_check_so(&made, before, &after, us) {
            return None;
        }
        Some((made, after))
    }

    /// `true` if the walls that come and go with a castling move count when its way is tested. They do for a piece that is royal only as
    /// one of the last of its kind.
    fn castles_behind_told_walls(&self, made: &Move) -> bool {
        matches!(made.kind(), MoveKind::Castling { .. })
            && matches!(self.rules.piece(made.piece).royalty, Royalty::Last(_))
    }

    /// Updates the counts of checks and the notes on facing pieces when a move is done.
    fn note_checks(&self, before: &Position<W>, after: &mut Position<W>) {
        let us = before.state.turn;
        if self.plan.counts_checks && self.in_check(after, !us) {
            let left = &mut after.state.checks[us];
            *left = left.saturating_sub(1);
        }
        if !self.plan.facing.is_empty() {
            let faces = |position: &Position<W>| self.face_each_other(position, &self.plan.facing);
            after.state.faced = faces(before) && faces(after);
        }
    }

    /// `false` if a move gives check or mate although it must not.
    fn may_check_so(&self, made: &Move, before: &Position<W>, after: &Position<W>, us: Side) -> bool {
        let gives_check = || self.in_check(after, !us);
        if made.kind() == MoveKind::Drop
            && let Some(rule) = &self.rules.piece(made.piece).drop
            && (!rule.check || !rule.mate)
        {
            return !gives_check() || (rule.check && !self.has_no_told_move(after, 1));
        }
        !self.must_not_check(before, made) || !gives_check()
    }

    /// The words of a move that the next position stores.
    pub(super) fn last_of(&self, before: &Position<W>, frame: &Frame<'_, W>, choices: &[Pick]) -> LastMove {
        let as_it_was = |square: Square| match self.body_on(before, square) {
            Some(body) => body.stood_on(square),
            None => Stood { square, piece: None, marks: 0 },
        };
        let chosen = choices.iter().filter_map(|pick| match pick {
            Pick::On(square) | Pick::Captured(square) => Some(as_it_was(*square)),
            _ => None,
        });
        LastMove {
            mover: frame.mover(),
            origin: frame.origin.iter().copied().map(as_it_was).collect(),
            destination: frame.destination.clone(),
            captured: frame.captured.iter().map(|(square, body)| body.stood_on(*square)).collect(),
            chosen: chosen.collect(),
        }
    }

    /// `true` if a move neither loses a royal piece of its side nor leaves one attacked. If the move removes a royal piece of the
    /// enemy, its own royal pieces may be left attacked.
    pub(super) fn leaves_royals_safe(&self, before: &Position<W>, after: &Position<W>, lost: [u8; 2]) -> bool {
        let us = before.state.turn;
        let has_lost = |side: Side| {
            (lost[side.index()] > 0 || self.plan.royals_can_vanish)
                && self.royal_pieces(after, side).count() < self.royal_squares(before, side).count()
        };
        if has_lost(us) {
            return false;
        }
        has_lost(!us) || !self.in_check(after, us)
    }
}

fn is_rule(made: &Move) -> bool {
    matches!(made.kind(), MoveKind::Rule(_))
}

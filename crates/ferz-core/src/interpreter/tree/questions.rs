//! Conditions about the moves that a side could make.

use std::cell::LazyCell;

use smallvec::smallvec;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::rules::movement::{Course, Pattern};
use crate::rules::tree::{Condition, Deed, DeedKind, Layer, Rule, RuleKind, State};

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::attacks::Threat;
use super::bounds::{Bounds, Now};
use super::candidates::Candidate;
use super::doing::{Doing, MoveAndResult, Ongoing};
use super::frame::{Event, Frame};
use super::numbers::made;
use super::viewer::Viewer;

/// The deepest nesting of conditions about legal moves. Example: a check must be mate, and may be answered by a check that must be mate.
const MOST_QUESTIONS: u8 = 5;

impl<const W: usize> Engine<W> {
    /// `true` if a side is in a state. In an end, only the side to move can be without moves, because it is not the other side's turn.
    /// For the test whether an end cuts the game, a side without moves does not count.
    pub(super) fn is_in_state(&self, position: &Position<W>, side: Side, state: State, frame: &Frame<'_, W>) -> bool {
        let in_end = frame.event == Event::End;
        let is_asked = frame.event != Event::Cut && (!in_end || side == position.state.turn);
        if state != State::InCheck && !is_asked {
            return false;
        }
        // Conditions about legal moves could be nested without end. From this depth on, every check counts as mate.
        let deep = frame.depth >= MOST_QUESTIONS;
        let stuck = || deep || self.has_no_told_move(&turned(position, side), frame.depth + 1);
        match state {
            State::InCheck if frame.layer == Layer::Real => self.in_check(position, side),
            State::InCheck => self.is_checked_in_layer(position, side, frame.layer),
            State::Mated => self.in_check(position, side) && stuck(),
            State::Stuck => stuck(),
            // No side drops out of a game of two sides.
            State::Out => false,
        }
    }

    /// `true` if a side would have a legal move of a kind if it had the turn. After a move, the own side continues its turn.
    pub(super) fn can(&self, position: &Position<W>, side: Side, deed: &Deed, frame: &Frame<'_, W>) -> bool {
        if frame.depth >= MOST_QUESTIONS {
            return false;
        }
        let mut turned = turned(position, side);
        let follows = frame.own == side && frame.event != Event::Offer;
        if let Some(before) = frame.before.filter(|_| follows && self.tree.has_state) {
            let last = self.last_of(before, frame, &[]);
            let told = turned.told_mut();
            (told.made, told.last) = (made(before).saturating_add(1), last);
        }
        let depth = frame.depth + 1;
        let moves = match (self.is_bound(&turned, depth), deed.kind.kind) {
            (Some(false), DeedKind::Rule(id)) => {
                let mut offered = Vec::new();
                self.offered(&turned, id.index(), (None, depth), &mut offered);
                offered
            }
            (None | Some(true), _) | (_, DeedKind::Any | DeedKind::Pass) => {
                self.legal_moves_and_results(&turned, depth)
            }
            _ => return self.can_soon(&turned, deed, depth),
        };
        moves.iter().any(|(mv, after)| self.is_deed(after, deed, &self.frame_after(&turned, mv, after)))
    }

    /// `true` if an obligation makes other moves illegal; `None` if only a list of all moves can tell. Obligations to make a move by a rule
    /// need the moves of that rule alone.
    fn is_bound(&self, position: &Position<W>, depth: u8) -> Option<bool> {
        let asked = Frame { depth, ..Frame::of_side(position.state.turn) };
        for rule in self.listed(&self.tree.duties) {
            let RuleKind::Must { deeds, .. } = &rule.kind.kind else { continue };
            if !self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &asked) {
                continue;
            }
            for deed in deeds {
                let DeedKind::Rule(id) = deed.kind.kind else { return None };
                let mut offered = Vec::new();
                self.offered(position, id.index(), (None, depth), &mut offered);
                let fits =
                    |(mv, after): &MoveAndResult<W>| self.is_deed(after, deed, &self.frame_after(position, mv, after));
                if offered.iter().any(fits) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// The same as `can`, if no obligation makes moves illegal: the first move of the kind decides.
    fn can_soon(&self, position: &Position<W>, deed: &Deed, depth: u8) -> bool {
        let may_be = |candidate: &Candidate<W>| match (deed.kind.kind, candidate.mv.kind()) {
            (DeedKind::Drop, kind) => kind == MoveKind::Drop,
            (DeedKind::Move, kind) => kind != MoveKind::Drop,
            (DeedKind::Castling, kind) => matches!(kind, MoveKind::Castling { .. }),
            _ => true,
        };
        let parts = &deed.kind;
        let restricted = parts.quiet
            || parts.first
            || [&parts.of, &parts.by, &parts.from, &parts.to].iter().any(|set| set.is_some());
        let any_move = parts.kind == DeedKind::Move && !restricted;
        let everywhere = || (!Bitboard::EMPTY, !Bitboard::EMPTY);
        let settled = LazyCell::new(|| self.settled(position, everywhere(), (None, depth)));
        let mut found = Vec::new();
        self.any_open_candidate(position, depth, |candidate| {
            found.clear();
            if !may_be(candidate) {
                return false;
            }
            if any_move && self.is_settled(&settled, candidate) {
                return self.is_legal_unmade(position, candidate, &settled);
            }
            self.complete(position, candidate, (None, depth), &mut found);
            found.iter().any(|(mv, after)| self.is_deed(after, deed, &self.frame_after(position, mv, after)))
        })
    }

    /// `true` if a condition held after each own move of a side since the position first occurred.
    pub(super) fn always(&self, position: &Position<W>, side: Side, inner: &Condition, frame: &Frame<'_, W>) -> bool {
        let Some(story) = frame.story else { return false };
        let _ = position;
        let Some((now, _)) = story.positions.last() else { return false };
        let Some(first) = story.positions.iter().position(|(key, _)| key == now) else { return false };
        let own = || story.positions[first + 1..].iter().filter(|(_, after)| after.state.turn != side);
        let asked = Frame::of_side(side);
        own().next().is_some() && own().all(|(_, after)| self.holds(after, inner, &asked))
    }

    /// `true` if a piece can use the right to capture en passant. Of the `forbid` rules, only those about every move are tested.
    pub(in super::super) fn can_pass_by_rules(&self, position: &Position<W>) -> bool {
        let passer = position.state.passer;
        let own = position.of_side(position.state.turn);
        // A mark on the square is a piece of the side to move, which moves pieces of the other side.
        let open = |to: Square| !position.occupied().contains(to) || own.contains(to) && !self.tree.prey.is_empty();
        self.any_candidate(position, |candidate| {
            let mv = &candidate.mv;
            takes_in_passing(position, mv)
                && mv.captures().squares().contains(&passer)
                && open(mv.to)
                && !self.is_forbidden_like_all_moves(position, candidate)
        })
    }

    /// `true` if a `forbid` rule about every move, such as `forbid: move`, applies to this one.
    fn is_forbidden_like_all_moves(&self, position: &Position<W>, candidate: &Candidate<W>) -> bool {
        let frame = self.frame_of(position, &candidate.mv);
        let is_any = |deed: &Deed| {
            let parts = &deed.kind;
            let said = [&parts.of, &parts.by, &parts.from, &parts.to];
            parts.kind == DeedKind::Move && !parts.quiet && !parts.first && said.iter().all(|set| set.is_none())
        };
        self.listed(&self.tree.forbids).any(|rule| {
            let RuleKind::Forbid(deeds) = &rule.kind.kind else { return false };
            deeds.iter().all(is_any)
                && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame)
        })
    }

    /// `true` if a piece is attacked and no move of its side can save it. Castling does not count as a rescue.
    pub(super) fn is_lost(&self, position: &Position<W>, at: Square, depth: u8) -> bool {
        let cell = position.cell(at);
        let side = cell.side();
        let attacked =
            |position: &Position<W>, at| self.is_attacked_by_rules(position, at, !side, (Threat::Capture, depth));
        if cell.is_empty() || !attacked(position, at) {
            return false;
        }
        let mut turned = turned(position, side);
        turned.state.passed = Bitboard::EMPTY;
        let helps = |candidate: &Candidate<W>| {
            let mv = &candidate.mv;
            if matches!(mv.kind(), MoveKind::Castling { .. }) || self.takes_immune(&turned, mv) {
                return false;
            }
            let after = self.base_made(&turned, candidate);
            let now = if mv.from == at && mv.kind() != MoveKind::Drop { mv.to } else { at };
            !after.cell(now).is_empty() && !attacked(&after, now)
        };
        !self.any_candidate(&turned, helps)
    }

    /// `true` if an effect of a piece's move would capture the piece on a square.
    pub(super) fn captures_by_effect(&self, position: &Position<W>, viewer: Viewer, target: Square, depth: u8) -> bool {
        if position.cell(target).is_empty() {
            return false;
        }
        // Attacks by effects must not depend on themselves, so attacks in the text of the rule are those of the notations.
        let frame = Frame::of_piece(viewer.side, viewer.from, Layer::Bare);
        let from = super::element::Element::On(viewer.from);
        let by = |deed: &Deed| deed.kind.by.as_ref().is_none_or(|by| self.lies_in(position, by, from, &frame));
        let captures = |rule: &Rule| matches!(&rule.kind.kind, RuleKind::After { deeds, .. } if deeds.iter().any(by));
        let (victim, walls) = (position.cell(target).piece(), self.has_walls(position));
        let mut ends = Bitboard::EMPTY;
        for rule in &self.tree.captures_after {
            let aimed = match victim.filter(|_| !walls) {
                Some(victim) => self.tree.aims.ends(*rule, viewer, (target, victim)),
                None => !Bitboard::EMPTY,
            };
            if !aimed.is_subset(&ends) && captures(&self.rules.tree.rules[*rule]) {
                ends |= aimed;
            }
        }
        let may_hit =
            |ends| victim.is_none_or(|victim| walls || self.may_hit(position, viewer, (target, victim), ends));
        let ends = if ends.is_empty() { ends } else { self.ends_among(position, viewer, ends) };
        if ends.is_empty() || !may_hit(ends) {
            return false;
        }
        let rules: Vec<&Rule> = self.listed(&self.tree.captures_after).filter(|rule| captures(rule)).collect();
        let mut turned = turned(position, viewer.side);
        turned.state.passed = Bitboard::EMPTY;
        let walks = self.walks_to(&turned, viewer, false, (ends, &[]));
        walks.iter().filter(|walked| ends.contains(walked.walk.to)).any(|walked| {
            let candidate = super::candidates::candidate_of(viewer, walked);
            let mut frame = self.frame_of(&turned, &candidate.mv);
            (frame.layer, frame.depth) = (Layer::Bare, depth);
            let mut asked = frame.clone();
            frame.mover.set(Some(candidate.mv.to));
            let after = self.base_made(&turned, &candidate);
            let mut all: Ongoing<'_, W> = smallvec![Doing::new(after, frame)];
            for rule in &rules {
                let RuleKind::After { deeds, block } = &rule.kind.kind else { continue };
                let mut next = Ongoing::new();
                for doing in all {
                    match self.is_followed(&doing, deeds) {
                        true => self.run_rule(rule, block, doing, &mut next),
                        false => next.push(doing),
                    }
                }
                all = next;
            }
            let hits = |doing: &Doing<'_, W>| doing.frame.captured.iter().any(|(square, _)| *square == target);
            all.iter().any(|doing| hits(doing)) && !self.is_forbidden(&turned, &mut asked)
        })
    }
}

impl<const W: usize> Engine<W> {
    /// `false` if effects after moves of a piece to some squares capture nothing on a square, judging by where pieces stand.
    fn may_hit(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        (target, victim): (Square, PieceId),
        ends: Bitboard<W>,
    ) -> bool {
        // Castling moves another piece as well.
        let piece = self.rules.piece(viewer.piece);
        let castles = |pattern: &Pattern| matches!(pattern.course, Course::Castling(_));
        if self.plan.castles || piece.movement.patterns.iter().any(castles) {
            return true;
        }
        let promotes = piece.promotion.is_some() || piece.promotion_move.is_some();
        let index = &self.tree;
        let bounds = Bounds {
            geometry: &self.rules.geometry,
            tree: &self.rules.tree,
            notations: &index.notations,
            all: self.board.all_squares,
            own: viewer.side,
            mover: ends,
            origin: Bitboard::of(viewer.from),
            lines: &index.lines,
            rows: &index.rows,
            now: Some(Now { position, mover: Some(viewer.piece).filter(|_| !promotes) }),
        };
        index.captures_after.iter().any(|rule| match index.aims.sets(*rule, viewer, (target, victim)) {
            Some(mut sets) => sets.any(|set| bounds.squares(set).contains(target)),
            None => true,
        })
    }
}

/// `true` for a capture en passant. A rule can leave the taker where it stands, or take it off the board.
fn takes_in_passing<const W: usize>(position: &Position<W>, mv: &Move) -> bool {
    match mv.kind() {
        MoveKind::EnPassant => true,
        MoveKind::StaysAndCaptures | MoveKind::VanishesAndCaptures => position.state.passed.contains(mv.to),
        _ => false,
    }
}

/// The position with another side to move.
fn turned<const W: usize>(position: &Position<W>, side: Side) -> Position<W> {
    let mut turned = position.unlogged_copy();
    turned.state.turn = side;
    if !turned.state.passed.is_empty() && turned.cell(turned.state.passer).is_of(side) {
        turned.state.passed = Bitboard::EMPTY;
    }
    turned
}

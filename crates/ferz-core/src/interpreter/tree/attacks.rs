//! Attacks by the rules of the tree, in layers: each reads only the one below.

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::PieceId;
use crate::rules::tree::{DeedKind, Gain, Layer, Moves, Rule, RuleKind};
use crate::work;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move};
use super::super::reference;
use super::element::{Body, Element, Elements};
use super::frame::Frame;
use super::viewer::Viewer;

/// The purpose of a test for attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Threat {
    /// A capture.
    Capture,
    /// A check.
    Check,
}

impl<const W: usize> Engine<W> {
    /// `true` if a side gives check on a square, or would if a royal piece stood there.
    pub(in super::super) fn checks_by_rules(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        self.is_attacked_by_rules(position, target, by, (Threat::Check, 0))
    }

    /// The pieces that attack a square and that a side may move.
    pub(crate) fn attackers_by_rules(&self, position: &Position<W>, target: Square, by: Side) -> Bitboard<W> {
        let real = (Layer::Real, Threat::Capture, 0);
        let attacks = |from: &Square| self.attacks_by_rules(position, (by, *from), target, real);
        let own = self.could_take(position, (by, target), position.of_side(by), Layer::Real);
        let own = own.iter().filter(attacks).collect();
        if self.tree.moved_by.is_empty() {
            return own;
        }
        let neutral: Bitboard<W> = self.neutral_for(position, by).iter().filter(attacks).collect();
        let others = self.lent_to(position, by, position.of_side(!by));
        let takes = |from: &Square| {
            let Some(piece) = position.cell(*from).piece() else { return false };
            let viewer = Viewer { mover: by, side: !by, piece, from: *from };
            self.walks(position, viewer, false).iter().any(|walked| walked.walk.captures.contains(&target))
        };
        own | neutral | others.iter().filter(takes).collect()
    }

    /// `true` if a side attacks a square.
    pub(super) fn is_attacked_by_rules(
        &self,
        position: &Position<W>,
        target: Square,
        by: Side,
        (threat, depth): (Threat, u8),
    ) -> bool {
        let index = &self.tree;
        let attacks = |from, side| self.attacks_by_rules(position, (side, from), target, (Layer::Real, threat, depth));
        // If no rule removes attacks, the tables decide about all pieces that attack by their notation alone.
        let affected = match index.captures_after.is_empty() {
            true => self.affected(position, by),
            false => position.of_side(by),
        };
        let plainly = affected != position.of_side(by) && self.is_attacked(position, target, by, &affected);
        if plainly && index.forbids_attacks.is_empty() {
            return true;
        }
        let asked = if plainly { position.of_side(by) } else { affected };
        let could = |side, among| self.could_take(position, (side, target), among, Layer::Real);
        could(by, asked).iter().any(|from| attacks(from, by))
            || (threat == Threat::Check
                && !index.checks.is_empty()
                && self
                    .also_checking(position, !by, target, could(!by, self.concerned(position, !by, &index.checks)))
                    .iter()
                    .any(|from| attacks(from, !by)))
            || (index.shares_neutral_pieces && self.neutral_for(position, by).iter().any(|from| attacks(from, by)))
    }

    /// `true` if a side is in check by the attacks of a layer: for rules on which the attacks of the layers above depend.
    pub(super) fn is_checked_in_layer(&self, position: &Position<W>, side: Side, layer: Layer) -> bool {
        let told = self.tables_tell(layer);
        let attacked = |target: Square| {
            if told {
                return !self.attackers_by_tables(position, !side, target).is_empty();
            }
            let attacks = |from| self.attacks_by_rules(position, (!side, from), target, (layer, Threat::Check, 0));
            position.of_side(!side).iter().any(attacks)
        };
        let together = self.royal_together(position, side);
        self.royal_squares(position, side).iter().any(attacked) || !together.is_empty() && together.iter().all(attacked)
    }

    /// The pieces of a side that may be affected by some rules.
    fn concerned(&self, position: &Position<W>, side: Side, rules: &[usize]) -> Bitboard<W> {
        let pieces = rules.iter().map(|rule| self.tree.concerns[*rule].among(position, side));
        pieces.fold(Bitboard::EMPTY, |all, some| all | some)
    }

    /// The pieces of a side whose captures rules may change. Rules that only remove captures are left out.
    fn affected(&self, position: &Position<W>, by: Side) -> Bitboard<W> {
        let index = &self.tree;
        // Only the pieces that could capture on the square are tested then.
        if index.ignores.is_empty() {
            return self.concerned(position, by, &index.lends_captures);
        }
        let own = position.of_side(by);
        let mut affected = Bitboard::EMPTY;
        for rule in index.lends_captures.iter().chain(&index.ignores) {
            let RuleKind::Pieces(moves) = &self.rules.tree.rules[*rule].kind.kind else { continue };
            if index.asks_each[*rule] {
                affected |= index.concerns[*rule].among(position, by);
                continue;
            }
            let frame = Frame::of_side(by);
            let frame = Frame { layer: Layer::Bare, ..frame };
            affected |= self.elements(position, &moves.pieces, &frame).on & own;
        }
        affected
    }

    /// The pieces among `among`, all of one side, that could capture on a square by their notation or by a rule. The others need no test.
    pub(super) fn could_take(
        &self,
        position: &Position<W>,
        (side, target): (Side, Square),
        among: Bitboard<W>,
        layer: Layer,
    ) -> Bitboard<W> {
        let (index, attacks) = (&self.tree, &self.attacks.by[side]);
        let beyond_lines = !index.ignores.is_empty() || layer == Layer::Joint;
        if beyond_lines || !attacks.has_closed_form() {
            return among;
        }
        let mut could = attacks.attackers(position, target, &position.occupied(), among);
        let lent = !index.lends_captures.is_empty() || !index.captures_after.is_empty();
        if layer == Layer::Bare || !lent {
            return could;
        }
        let (mut of_any_kind, walls) = (None, self.has_walls(position));
        if !index.captures_after.is_empty() {
            match index.aims.takers(&index.captures_after, position, (side, target)).filter(|_| !walls) {
                Some(takers) => could |= takers & among,
                None => return among,
            }
        }
        if let Some(lent) = index.reaching.among(position, (side, target), among, walls) {
            return could | lent;
        }
        for rule in &index.lends_captures {
            let concerned = index.concerns[*rule].among(position, side) & among;
            if index.reaching.answers(*rule) {
                could |= self.answered_by(position, target, concerned);
                continue;
            }
            could |= match index.reaching.origins(*rule, side, target, walls) {
                Some(origins) => concerned & origins,
                None if index.lends_kinds_only => {
                    let origins = |kind| attacks.sources(target, kind).xray_attackers();
                    let all = || self.rules.piece_ids().map(origins).fold(Bitboard::EMPTY, |all, some| all | some);
                    concerned & *of_any_kind.get_or_insert_with(all)
                }
                None => concerned,
            };
        }
        could
    }

    /// `true` if there are walls on the board.
    pub(super) fn has_walls(&self, position: &Position<W>) -> bool {
        position.bare_walls().intersects(&self.board.all_squares)
    }

    /// `true` if the piece on a square could capture an enemy royal piece on another as a piece of `side`, if it had the move.
    pub(super) fn attacks_by_rules(
        &self,
        position: &Position<W>,
        (side, from): (Side, Square),
        target: Square,
        (layer, threat, depth): (Layer, Threat, u8),
    ) -> bool {
        let Some(piece) = position.cell(from).piece() else { return false };
        if from == target || !work::spend(2) {
            return false;
        }
        if layer == Layer::Joint {
            return self.joint_attackers(position, side, target).contains(from);
        }
        let viewer = Viewer { mover: side, side, piece, from };
        let ignored = self.ignored(position, viewer);
        if ignored.contains(target) && !position.cell(target).is_empty() {
            return false;
        }
        let lends: &[usize] = if layer == Layer::Bare { &[] } else { &self.tree.lends_captures };
        let mut found = match lends.is_empty() && ignored.is_empty() {
            true => self.captures_by_notation(position, (side, piece, from), target),
            false if ignored.is_empty() && !self.takes_as_any_kind(position, (side, from), target) => false,
            false => self.captures_by_ways(position, viewer, (target, ignored), lends),
        };
        if !found && layer != Layer::Bare && !self.tree.captures_after.is_empty() {
            found = self.captures_by_effect(position, viewer, target, depth);
        }
        found
            && (layer != Layer::Real
                || !self.is_forbidden_attack(position, (side, piece, from), target, (threat, depth)))
    }

    /// `true` if a piece could capture an enemy royal piece on a square by its notation.
    fn captures_by_notation(
        &self,
        position: &Position<W>,
        (side, piece, from): (Side, PieceId, Square),
        target: Square,
    ) -> bool {
        let attacks = &self.attacks.by[side];
        match attacks.has_closed_form() {
            true => attacks.attacks_from(target, (piece, from), &position.occupied()),
            false => reference::takes(self, position, (side, piece, from), target),
        }
    }

    /// A cheap test: `false` if rules lend only the moves of kinds of pieces, and no kind could capture from `from` on `target`.
    fn takes_as_any_kind(&self, position: &Position<W>, (side, from): (Side, Square), target: Square) -> bool {
        let attacks = &self.attacks.by[side];
        if !self.tree.lends_kinds_only || !attacks.has_closed_form() {
            return true;
        }
        let occupied = position.occupied();
        self.rules.piece_ids().any(|kind| attacks.attacks_from(target, (kind, from), &occupied))
    }

    /// `true` if the tables know all attacks of a layer.
    pub(super) fn tables_tell(&self, layer: Layer) -> bool {
        self.tree.tells(layer)
    }

    /// The pieces of a side that attack a square by the tables.
    pub(super) fn attackers_by_tables(&self, position: &Position<W>, side: Side, target: Square) -> Bitboard<W> {
        let among = position.of_side(side) & !Bitboard::of(target);
        self.attacks.by[side].attackers(position, target, &position.occupied(), among)
    }

    /// As `joint_attackers`, by the tables.
    fn joint_attackers_by_tables(&self, position: &Position<W>, side: Side, target: Square) -> Bitboard<W> {
        let own = position.of_side(side) & !Bitboard::of(target);
        let (mut seen, mut occupied) = (Bitboard::EMPTY, position.occupied());
        loop {
            if !work::spend(1 + 2 * W) {
                return seen;
            }
            let fresh = self.attacks.by[side].attackers(position, target, &occupied, own & !seen);
            if fresh.is_empty() {
                return seen;
            }
            seen |= fresh;
            let rides =
                |square: &Square| position.cell(*square).piece().is_some_and(|one| self.tree.rides[one.index()]);
            let riders: Bitboard<W> = fresh.iter().filter(rides).collect();
            if riders.is_empty() {
                return seen;
            }
            occupied &= !riders;
        }
    }

    /// The pieces of a side that attack a square, including x-ray attacks through other attackers that move along lines.
    pub(super) fn joint_attackers(&self, position: &Position<W>, side: Side, target: Square) -> Bitboard<W> {
        if self.tables_tell(Layer::Bare) {
            return self.joint_attackers_by_tables(position, side, target);
        }
        let (mut seen, mut without) = (Bitboard::EMPTY, position.unlogged_copy());
        loop {
            let others = position.of_side(side) & !seen;
            if !work::spend(1 + others.count() as usize) {
                return seen;
            }
            let bare = (Layer::Bare, Threat::Capture, 0);
            let attacks = |from: &Square| self.attacks_by_rules(&without, (side, *from), target, bare);
            let fresh: SmallVec<[Square; 8]> = others.iter().filter(attacks).collect();
            if fresh.is_empty() {
                return seen;
            }
            for square in fresh {
                seen.insert(square);
                let piece = position.cell(square).piece();
                if piece.is_some_and(|piece| self.tree.rides[piece.index()]) {
                    without.set(square, Cell::EMPTY);
                }
            }
        }
    }

    /// Among some pieces of a side, those that a rule lets give check to a piece on a square, whichever side it belongs to.
    fn also_checking(&self, position: &Position<W>, side: Side, target: Square, among: Bitboard<W>) -> Bitboard<W> {
        let checks = |moves: &Moves, frame: &Frame<'_, W>| {
            let on_target = |set| self.lies_in(position, set, Element::On(target), frame);
            moves.gains.iter().any(|gain| matches!(gain, Gain::Checks(set) if on_target(set)))
        };
        let mut found = Bitboard::EMPTY;
        for index in &self.tree.checks {
            let rule = &self.rules.tree.rules[*index];
            let RuleKind::Pieces(moves) = &rule.kind.kind else { continue };
            let asked = self.tree.concerns[*index].among(position, side) & among & !found;
            if asked.is_empty() {
                continue;
            }
            let frame = Frame::of_side(side);
            found |= if self.tree.asks_each[*index] {
                let fits = |from: &Square| {
                    let frame = Frame::of_piece(side, *from, Layer::Real);
                    checks(moves, &frame) && self.concerns(position, (rule, moves), *from, &frame)
                };
                asked.iter().filter(fits).collect()
            } else if checks(moves, &frame)
                && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame)
            {
                self.among(position, Elements::on(asked), &moves.pieces, &frame).on
            } else {
                Bitboard::EMPTY
            };
        }
        found
    }

    /// `true` if a rule forbids a piece to attack a square.
    fn is_forbidden_attack(
        &self,
        position: &Position<W>,
        (side, piece, from): (Side, PieceId, Square),
        target: Square,
        (threat, depth): (Threat, u8),
    ) -> bool {
        if self.tree.forbids_attacks.is_empty() {
            return false;
        }
        let there = self.body_on(position, target).filter(|victim| !victim.cell.is_of(side));
        let victim = there.or_else(|| self.some_royal(!side));
        let made = Move::new((from, target), piece, Further::taking(Captures::one(target)));
        let mut frame = Frame::of_piece(side, from, Layer::Lent);
        frame.destination.push(target);
        frame.captured.extend(victim.map(|victim| (target, victim)));
        (frame.made, frame.depth) = (Some(made), depth);
        let forbids = |rule: &Rule| {
            let RuleKind::Forbid(deeds) = &rule.kind.kind else { return false };
            let taken = |kind| kind == DeedKind::Attack || (kind == DeedKind::Check && threat == Threat::Check);
            // For an attack, only the attack itself is tested. The other parts of the deed do not matter.
            let mut attacks = deeds.iter().filter(|deed| taken(deed.kind.kind));
            attacks.any(|deed| self.is_deed_of(position, (deed, DeedKind::Attack), &frame))
                && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame)
        };
        self.listed(&self.tree.forbids_attacks).any(forbids)
    }

    /// A royal piece of a side, for tests with a hypothetical piece on an empty square.
    fn some_royal(&self, side: Side) -> Option<Body> {
        let royal = self.rules.piece_ids().find(|id| self.rules.piece(*id).royalty.is_ever_royal());
        royal.map(|piece| Body::plain(piece, side))
    }

    /// The pieces of neither side that a side may move.
    fn neutral_for(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        self.lent_to(position, side, position.neutral_pieces())
    }

    /// The pieces among `pieces` that rules let a side move.
    fn lent_to(&self, position: &Position<W>, side: Side, pieces: Bitboard<W>) -> Bitboard<W> {
        let may_move = |square: &Square| {
            let frame = Frame::of_piece(side, *square, Layer::Bare);
            self.of_pieces(&self.tree.moved_by).any(|rule| self.concerns(position, rule, *square, &frame))
        };
        pieces.iter().filter(may_move).collect()
    }
}

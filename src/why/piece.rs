//! Reasons why a piece may not move from one square to another.

use crate::board::{Side, Square, Step};
use crate::interpreter::{Move, MoveKind};
use crate::notation::san;
use crate::rules::movement::Course;
use crate::rules::{Fallback, Pass, PieceId, PlacedPiece, PromotionZone};

use super::faults::GatingFault;
use super::legal::counts;
use super::levels::seen_by;
use super::obstacles::obstacles;
use super::reason::{Need, Reason};
use super::view::{Atom, View, atoms};
use super::{Case, Request};

impl Case<'_> {
    /// The rules that forbid a move from one square to another.
    pub(super) fn refuse_piece(
        &mut self,
        (from, to): (Square, Square),
        promotion: Option<PieceId>,
        captures: Option<&[Square]>,
    ) -> Vec<Reason> {
        let us = self.setup.turn;
        let placed = match self.setup.pieces[from.index()] {
            None => return vec![Reason::NoPieceThere { square: from }],
            Some(placed) if placed.side != us => return self.refuse_others_piece(from, placed),
            Some(placed) => placed,
        };
        let goes = |made: &&Move| {
            let partner = matches!(made.kind(), MoveKind::Castling { partner, .. } if partner == to);
            made.kind() != MoveKind::Drop && made.from == from && (made.to == to || partner)
        };
        let candidates: Vec<Move> = self.pseudo.iter().filter(goes).cloned().collect();
        if candidates.is_empty() {
            if let Some(reason) = self.refuse_promotion_move(placed.piece, (from, to), promotion) {
                return vec![reason];
            }
            return self.refuse_course(placed.piece, (from, to));
        }
        let same: Vec<&Move> = candidates.iter().filter(|made| made.promotion() == promotion).collect();
        let Some(first) = same.first() else {
            let gating = self.refuse_gating(&candidates, from, promotion);
            let by_move = || self.refuse_known_promotion_move(placed.piece, (from, to), promotion);
            if let Some(reason) = gating.or_else(by_move) {
                return vec![reason];
            }
            return self.refuse_promotion(&candidates, (from, to), promotion).into_iter().collect();
        };
        let taking = |made: &&&Move| captures.is_none_or(|squares| *squares == *made.captures().squares());
        let Some(made) = same.iter().find(taking).map(|made| **made) else {
            let ways = self.legal.iter().filter(|written| same.contains(&&written.made));
            let ways = ways.map(|written| written.uci.clone()).collect();
            let by = super::legal::grounds(&self.setup, self.game.rules(), first).first().and_then(Reason::atom);
            return by.map(|by| Reason::OtherCaptures { by, ways }).into_iter().collect();
        };
        self.refuse_pseudo(&made)
    }

    /// The reasons against a move of the other side's piece.
    fn refuse_others_piece(&self, square: Square, placed: PlacedPiece) -> Vec<Reason> {
        let goes_on = self.setup.told.as_ref().is_some_and(|told| told.made > 0);
        let still = goes_on.then_some(Reason::TurnGoesOn { side: self.setup.turn });
        std::iter::once(Reason::NotYours { square, placed }).chain(still).collect()
    }

    /// A piece of the other side that fits a text and could move to a square.
    fn others_piece(&self, fitting: &[Square], to: Square) -> Option<(Square, PlacedPiece)> {
        let rules = self.game.rules();
        let view = View { rules, setup: &self.setup, side: !self.setup.turn, changes: &[] };
        let free = |piece: PieceId, from: Square| {
            let mut all = atoms(rules, piece).into_iter();
            all.any(|atom| obstacles(&view, &atom, (from, to), None).is_some_and(|reasons| reasons.is_empty()))
        };
        let placed = fitting.iter().filter_map(|from| Some((*from, self.setup.pieces[from.index()]?)));
        placed.into_iter().find(|(from, placed)| placed.side == view.side && free(placed.piece, *from))
    }

    /// The rules that forbid a move to a square by a piece of some kinds. Explains the piece that comes closest to
    /// having the move.
    pub(super) fn refuse_someone(
        &mut self,
        pieces: &[PieceId],
        start: (Option<usize>, Option<usize>),
        to: Square,
        promotion: Option<PieceId>,
    ) -> Vec<Reason> {
        let us = self.setup.turn;
        let geometry = self.game.rules().geometry.clone();
        let meant = |square: &Square| {
            let placed = self.setup.pieces[square.index()];
            placed.is_some_and(|placed| pieces.contains(&placed.piece))
                && start.0.is_none_or(|file| geometry.file(*square) == file)
                && start.1.is_none_or(|rank| geometry.rank(*square) == rank)
        };
        let fitting: Vec<Square> = geometry.squares().iter().filter(meant).collect();
        let is_own = |from: &Square| self.setup.pieces[from.index()].is_some_and(|placed| placed.side == us);
        let own: Vec<Square> = fitting.iter().copied().filter(is_own).collect();
        let refusals = own.into_iter().map(|from| (from, self.refuse_piece((from, to), promotion, None)));
        // Among pieces without such a move, the one of the same file is meant.
        let cost = |(from, reasons): &(Square, Vec<Reason>)| {
            let [file, rank] =
                [geometry.file(*from).abs_diff(geometry.file(to)), geometry.rank(*from).abs_diff(geometry.rank(to))];
            match reasons.first() {
                Some(Reason::NoSuchMove { .. }) | None => (usize::MAX, file, rank),
                _ => (reasons.len(), file, rank),
            }
        };
        let nearest = refusals.collect::<Vec<_>>().into_iter().min_by_key(cost);
        // A text without a letter names a pawn of this file.
        let names = |from: Square| {
            pieces.iter().all(|piece| san::is_pawn(self.game.rules(), *piece))
                && geometry.file(from) == geometry.file(to)
        };
        let explains = |(from, reasons): &(Square, Vec<Reason>)| {
            names(*from) || !matches!(reasons.first(), Some(Reason::NoSuchMove { .. }) | None)
        };
        let others = || self.others_piece(&fitting, to).map(|(from, placed)| self.refuse_others_piece(from, placed));
        let reasons = |(_, reasons): (Square, Vec<Reason>)| reasons;
        let explained = nearest.clone().filter(explains).map(reasons).or_else(others).or(nearest.map(reasons));
        explained.unwrap_or_else(|| vec![Reason::NoSuchPiece { piece: pieces[0], side: us }])
    }

    /// The reason why the piece of the hand that a text names may not enter behind a piece that moves. `None` if the text
    /// means a promotion.
    fn refuse_gating(&self, candidates: &[Move], on: Square, wanted: Option<PieceId>) -> Option<Reason> {
        let rules = self.game.rules();
        let piece = wanted.filter(|_| candidates.iter().all(|made| made.promotion().is_none()))?;
        let us = self.setup.turn;
        let leaves_first = || {
            let placed = self.setup.pieces[on.index()];
            let recorded = rules.unmoved.as_ref().is_some_and(|squares| squares[us].contains(on));
            placed.is_some() && recorded && self.setup.unmoved.contains(on)
        };
        let fault = match () {
            () if rules.effects.gating.is_empty() => return None,
            () if !rules.effects.gating.contains(&piece) => GatingFault::NotListed,
            () if self.setup.hands[us][piece.index()] == 0 => GatingFault::NotInHand,
            () if !leaves_first() => GatingFault::Moved,
            () => return None,
        };
        Some(Reason::NoGating { piece, on, fault })
    }

    /// The reason why a piece may not make a promotion that is a move of its own; `None` if the text means another move.
    fn refuse_promotion_move(
        &self,
        piece: PieceId,
        (from, to): (Square, Square),
        wanted: Option<PieceId>,
    ) -> Option<Reason> {
        let rules = self.game.rules();
        let (rule, choice) = (rules.piece(piece).promotion_move.as_ref()?, wanted?);
        let us = self.setup.turn;
        let count = |piece: PieceId| {
            self.setup.pieces.iter().flatten().filter(|placed| placed.side == us && placed.piece == piece).count()
        };
        let key = match () {
            () if !rule.choices.contains(&choice) => "to",
            () if from == to && !rule.in_place => "in_place",
            () if !rule.from[us].contains(from) && (!rule.last_anywhere || count(piece) != 1) => "from",
            () if rule.limit.is_some_and(|most| count(choice) >= usize::from(most)) => "limit",
            () if from == to && rule.peaceful => "peaceful",
            () if from != to && self.setup.pieces[to.index()].is_some() => "moves",
            () => return None,
        };
        Some(Reason::NoPromotionMove { piece, choice, to, key })
    }

    /// The same for a move that the piece has without a promotion, if the piece has such a promotion.
    fn refuse_known_promotion_move(
        &self,
        piece: PieceId,
        squares: (Square, Square),
        wanted: Option<PieceId>,
    ) -> Option<Reason> {
        let rule = self.game.rules().piece(piece).promotion_move.as_ref()?;
        let known = wanted.filter(|choice| rule.choices.contains(choice))?;
        self.refuse_promotion_move(piece, squares, Some(known))
    }

    /// The reasons why none of a piece's moves leads to the destination.
    fn refuse_course(&mut self, piece: PieceId, (from, to): (Square, Square)) -> Vec<Reason> {
        let rules = self.game.shared_rules();
        let side: Side = self.setup.turn;
        if let Some(reasons) = self.castling_between(from, to) {
            return reasons;
        }
        let seen = seen_by(&rules, &self.setup, piece);
        let view = View { rules: &rules, setup: &seen, side, changes: &[] };
        let all = atoms(&rules, piece);
        let ways = all.iter().filter_map(|atom| obstacles(&view, atom, (from, to), self.setup.en_passant));
        // A move that can capture what stands on the destination is the one that is meant.
        let cannot_end = |reason: &Reason| matches!(reason, Reason::Square { need: Need::Empty, ends: true, .. });
        match ways.min_by_key(|reasons| (reasons.len(), reasons.iter().any(cannot_end))) {
            None if from == to && rules.constraints.pass != Pass::Never => vec![Reason::MayNotPass],
            None => {
                let placed = self.setup.pieces[from.index()];
                if let Some(reason) = self.refuse_capture(piece, (from, to)) {
                    return vec![reason];
                }
                let none = placed.map(|placed| Reason::NoSuchMove { placed, from, to });
                none.into_iter().chain(self.no_castling_between(from, to)).collect()
            }
            Some(reasons) if reasons.is_empty() => {
                let crossing = self.crosses_to_occupied(piece, to).or_else(|| self.takes_guarded(piece, to));
                crossing.or_else(|| self.no_choice_left(piece, (from, to))).into_iter().collect()
            }
            Some(reasons) => {
                let across = self.captures_across(piece, &reasons);
                across.map_or_else(|| self.with_details(reasons), |reason| vec![reason])
            }
        }
    }

    /// The same reasons, with walls named as such, and with the piece that cannot be captured en passant.
    fn with_details(&self, reasons: Vec<Reason>) -> Vec<Reason> {
        let is_wall = |at: Square| self.setup.pieces[at.index()].is_none() && self.setup.walls.contains(at);
        let passing = reasons.iter().find_map(|reason| self.not_passed(reason));
        let named = reasons.into_iter().map(|reason| match reason {
            Reason::Square { by, square, need, ends: true } if is_wall(square) => Reason::Walled { by, square, need },
            other => other,
        });
        named.chain(passing).collect()
    }

    /// The reason, if a move that can also capture en passant ends on an empty square that an enemy beside could have passed.
    fn not_passed(&self, reason: &Reason) -> Option<Reason> {
        let Reason::Square { by, square, need: Need::Enemy | Need::EnPassant, ends: true } = reason else {
            return None;
        };
        let rules = self.game.rules();
        let passes = |placed: &PlacedPiece| {
            let mut all = atoms(rules, placed.piece).into_iter();
            placed.side != self.setup.turn && all.any(|atom| captures_in_passing(&atom))
        };
        let by_passing = atoms(rules, by.piece).into_iter().any(|atom| atom.id == *by && captures_in_passing(&atom));
        let is_free = self.setup.pieces[square.index()].is_none() && !self.setup.walls.contains(*square);
        let beyond = Step::new(0, if self.setup.turn == Side::White { -1 } else { 1 });
        let at = rules.geometry.step(*square, beyond).filter(|_| by_passing && is_free)?.square;
        let placed = self.setup.pieces[at.index()].filter(passes)?;
        Some(Reason::NotPassed { by: *by, square: *square, victim: (at, placed) })
    }

    /// The reason, if the piece could move there but would have to promote and has no choice left.
    fn no_choice_left(&self, piece: PieceId, (from, to): (Square, Square)) -> Option<Reason> {
        let promotion = self.game.rules().piece(piece).promotion.as_ref()?;
        let must = promotion.mandatory[self.setup.turn].contains(to) && promotion.fallback == Fallback::Forbid;
        (must && counts(promotion, &self.setup, from, to)).then_some(Reason::NoChoiceLeft { piece, to })
    }

    /// The reason why a piece that can move there cannot promote to the requested piece.
    fn refuse_promotion(
        &self,
        candidates: &[Move],
        (from, to): (Square, Square),
        wanted: Option<PieceId>,
    ) -> Option<Reason> {
        let piece = candidates[0].piece;
        let choices: Vec<PieceId> = candidates.iter().filter_map(|made| made.promotion()).collect();
        let promotion = self.game.rules().piece(piece).promotion.as_ref();
        Some(match (wanted, promotion) {
            (None, _) => Reason::MustPromote { piece, to, choices },
            (Some(_), None) => Reason::NoPromotion { piece, to, key: "zone" },
            (Some(_), Some(rule)) if !counts(rule, &self.setup, from, to) => {
                Reason::NoPromotion { piece, to, key: "zone" }
            }
            (Some(_), Some(rule))
                if rule.when == PromotionZone::Capturing && !candidates.iter().any(Move::is_capture) =>
            {
                Reason::NoPromotion { piece, to, key: "when" }
            }
            (Some(choice), Some(rule)) => {
                let us = self.setup.turn;
                let count = self
                    .setup
                    .pieces
                    .iter()
                    .flatten()
                    .filter(|placed| placed.side == us && placed.piece == choice)
                    .count();
                let at = rule.choices[us].iter().position(|other| *other == choice);
                let limited = at.is_some_and(|at| rule.limits[us][at].is_some_and(|most| count >= usize::from(most)));
                // Another rule forbids a choice of the list that is not limited.
                if at.is_some() && !limited {
                    return None;
                }
                Reason::NotAChoice { piece, choice, limited }
            }
        })
    }

    /// The rules that forbid `O-O` or `O-O-O`.
    pub(super) fn refuse_castling_text(&mut self, long: bool) -> Vec<Reason> {
        match self.castling_meant(long) {
            None => vec![Reason::NoCastling],
            Some(rule) => self.refuse_castling(rule),
        }
    }
}

impl Request {
    /// The two squares of the text, if it names both.
    pub fn squares(&self) -> Option<(Square, Square)> {
        match self {
            Request::Go { from, to, .. } => Some((*from, *to)),
            _ => None,
        }
    }
}

/// Returns `true` if a move of a notation can capture en passant.
fn captures_in_passing(atom: &Atom<'_>) -> bool {
    match &atom.pattern.course {
        Course::Legs(legs) => legs.iter().any(|leg| leg.terms.en_passant),
        Course::Anywhere(terms) => terms.en_passant,
        Course::Castling(_) => false,
    }
}

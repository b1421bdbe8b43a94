//! Makes moves. Every move gives a new position.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::tree::{Layer, Taker};
use ferz_core::rules::{Condition, EnPassant, HandRule, PieceId};

use crate::attack::Threat;
use crate::cell::Cell;
use crate::deed::{Kind, Move};
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The position after a move, without its promotion and the effects of rules. The turn is not over.
    pub(crate) fn made(&self, position: &Position, made: &Move) -> Position {
        let side = position.turn;
        let mut after = position.clone();
        let progress = made.is_capture() || made.kind == Kind::Drop || self.is_progress(position, made);
        (after.passed, after.passed_too) = (None, None);
        after.dropped = None;
        after.castled = None;
        for square in &made.captures {
            self.capture(&mut after, *square, side);
        }
        match made.kind {
            Kind::Drop => {
                let piece = made.becomes.unwrap_or(made.piece);
                after.add_to_hand(side, made.piece, -1);
                after.put(made.to, Some(Cell::new(piece, side)));
                after.dropped = Some(made.to);
                self.gain_rights_by_drop(&mut after, made.to);
            }
            Kind::Castling { partner, partner_to } => self.castle(&mut after, made, (partner, partner_to)),
            Kind::Step | Kind::EnPassant | Kind::Promoting => self.go(&mut after, made),
            Kind::Returning => {
                after.put(made.to, Some(Cell::new(made.piece, side)));
                lose_rights(&mut after, made.to);
                leave_trail(&mut after, made);
            }
            Kind::Instead(_) => {}
        }
        self.forget_unmoved(&mut after, side, made);
        after.halfmoves = if progress { 0 } else { after.halfmoves.saturating_add(1) };
        after
    }

    /// Updates the counts of checks and the record of facing pieces after a move and its effects.
    pub(crate) fn note_checks(&self, before: &Position, after: &mut Position) {
        let side = before.turn;
        let counted = self.rules.ends.iter().any(|end| matches!(end.condition, Condition::Checks { .. }));
        if counted && self.in_check(after, !side) {
            after.checks_left[side] = after.checks_left[side].saturating_sub(1);
        }
        let facing = self.rules.ends.iter().find_map(|end| match &end.condition {
            Condition::Facing { pieces } => Some(pieces),
            _ => None,
        });
        after.faced =
            facing.is_some_and(|pieces| self.face_each_other(before, pieces) && self.face_each_other(after, pieces));
    }

    /// `true` if pieces of both sides stand on a rank or file with nothing between.
    pub(crate) fn face_each_other(&self, position: &Position, pieces: &[PieceId]) -> bool {
        position.of_side(Player::WHITE).filter(|(_, placed)| pieces.contains(&placed.piece)).any(|(from, _)| {
            crate::moves::ORTHOGONAL.iter().any(|step| {
                let line = self.line(from, *step);
                let first = line.into_iter().find(|square| !position.is_empty(*square));
                let met = first.and_then(|square| position.at(square));
                met.is_some_and(|met| met.side == Player::BLACK && pieces.contains(&met.piece))
            })
        })
    }

    /// Removes a captured piece from the board. In games with hands, it goes to a hand.
    pub(crate) fn capture(&self, after: &mut Position, square: Square, by: Player) {
        let Some(captured) = after.at(square) else { return };
        after.put(square, None);
        lose_rights(after, square);
        if let Some(owner) = self.rules.hand.and_then(|hand| owner_of_captured(hand, captured, by)) {
            after.add_to_hand(owner, self.kind_in_hand(captured), 1);
        }
    }

    /// The kind of piece as which a captured piece goes to a hand.
    pub(crate) fn kind_in_hand(&self, captured: Cell) -> PieceId {
        let gives = |id: &PieceId| {
            let promotion = self.rules.piece(*id).promotion.as_ref();
            promotion.is_some_and(|promotion| promotion.choices[captured.side.seat()].contains(&captured.piece))
        };
        let before = if captured.promoted { self.rules.piece_ids().find(gives) } else { None };
        self.rules.piece(before.unwrap_or(self.rules.piece(captured.piece).captured_as)).held_as
    }

    /// Moves a piece from its square to another, and promotes it.
    fn go(&self, after: &mut Position, made: &Move) {
        let Some(mover) = after.at(made.from) else { return };
        match made.taker {
            Taker::Stays if made.is_capture() => return,
            Taker::Vanishes if made.is_capture() => {
                after.put(made.from, None);
                lose_rights(after, made.from);
                return;
            }
            _ => {}
        }
        if made.from != made.to {
            after.put(made.from, None);
            lose_rights(after, made.from);
            lose_rights(after, made.to);
        }
        after.put(made.to, Some(mover));
        leave_trail(after, made);
    }

    /// Promotes the piece on a square by a move.
    pub(crate) fn promote(&self, after: &mut Position, square: Square, made: &Move, becomes: PieceId) {
        let Some(mover) = after.at(square) else { return };
        let promoted = self.remembers_promotion(made.piece, becomes);
        let neutral = self.tree.sides.neutral.contains(&becomes);
        after.put(square, Some(Cell { piece: becomes, promoted, neutral, ..mover }));
        after.passed = None;
        if self.is_progress_by_promotion(mover.side, made.piece) {
            after.halfmoves = 0;
        }
    }

    /// `true` if a promoted piece goes to a hand as the piece that it was before.
    fn remembers_promotion(&self, before: PieceId, after: PieceId) -> bool {
        let fills = self.rules.hand.is_some_and(HandRule::fills);
        fills && self.rules.piece(after).reverts && !self.rules.is_demotion(before, after)
    }

    fn castle(&self, after: &mut Position, made: &Move, (partner, partner_to): (Square, Square)) {
        let right = self.right_of(after, made).copied();
        let (mover, other) = (after.at(made.from), after.at(partner));
        after.put(made.from, None);
        after.put(partner, None);
        after.put(made.to, mover);
        after.put(partner_to, other);
        lose_rights(after, made.from);
        lose_rights(after, partner);
        let Some(rule) = right.map(|right| &self.rules.castling[usize::from(right.rule)]) else { return };
        let ended = |letter: char| rule.ends.contains(&letter);
        after.castling.retain(|right| !ended(self.rules.castling[usize::from(right.rule)].letter));
        let decides = self
            .rules
            .ends
            .iter()
            .any(|end| matches!(&end.condition, Condition::Castled { letters } if letters.contains(&rule.letter)));
        after.castled = right.filter(|_| decides).map(|right| right.rule);
    }

    /// Gives the castling rights that arise when both pieces have been dropped on their squares.
    fn gain_rights_by_drop(&self, after: &mut Position, square: Square) {
        for (index, rule) in self.rules.castling.iter().enumerate().filter(|(_, rule)| rule.dropped) {
            use ferz_core::rules::CastlingOrigin::At;
            let (At(from), At(partner)) = (rule.from, rule.partner_from) else { continue };
            let stands = |at: Square, pieces: &[PieceId]| {
                after
                    .at(at)
                    .is_some_and(|placed| placed.side == Player::of(rule.side) && pieces.contains(&placed.piece))
            };
            let right = ferz_core::rules::CastlingRight { rule: index as u8, from, partner };
            let concerns = square == from || square == partner;
            if concerns
                && stands(from, &rule.movers)
                && stands(partner, &rule.partners)
                && !after.castling.contains(&right)
            {
                after.castling.push(right);
            }
        }
    }

    /// Updates the record of unmoved pieces after a move.
    fn forget_unmoved(&self, after: &mut Position, side: Player, made: &Move) {
        if self.rules.unmoved.is_none() {
            return;
        }
        let stays = matches!(made.kind, Kind::Instead(_)) || (made.taker == Taker::Stays && made.is_capture());
        let ends = if stays { [None; 2] } else { [Some(made.from), Some(made.to)] };
        for square in made.captures.iter().chain(ends.iter().flatten()) {
            after.unmoved.remove(*square);
        }
        if let Kind::Castling { partner, .. } = made.kind {
            after.unmoved.remove(partner);
        }
        if let Some(mover) = after.at(made.to) {
            let waiting: Vec<Square> = after
                .of_other_sides(side)
                .filter(|(_, placed)| self.rules.piece(placed.piece).initial_until.contains(&mover.piece))
                .map(|(square, _)| square)
                .collect();
            for square in waiting {
                let in_reach =
                    || self.reaches.of(&self.rules, mover.piece, mover.side, made.to).captures.contains(square);
                if in_reach()
                    && self.attacks(&self.alone(after), mover, made.to, square, (Layer::Bare, Threat::Capture))
                {
                    after.unmoved.remove(square);
                }
            }
        }
        after.unmoved &= after.pieces().map(|(square, _)| square).collect();
    }

    /// The same position without any piece or wall.
    fn alone(&self, position: &Position) -> Position {
        let cells = vec![None; position.cells.len()];
        let (walls, unmoved) = (SquareSet::EMPTY, self.rules.geometry.squares());
        Position { cells, walls, unmoved, ..position.without_passers() }
    }

    /// `true` if a non-capturing move resets the count of moves without progress, as a pawn move does in chess.
    fn is_progress(&self, position: &Position, made: &Move) -> bool {
        let moves = !matches!(made.kind, Kind::Castling { .. } | Kind::Instead(_)) && !made.is_pass();
        moves && self.resets_count(made.piece) && !self.comes_back(position, made)
    }

    /// `true` if an effect moves a piece to a square that it could also reach by its own move, but from which it could
    /// not move back.
    pub(crate) fn advances(&self, position: &Position, (from, to): (Square, Square), piece: PieceId) -> bool {
        let side = position.at(from).map_or(position.turn, |mover| mover.side);
        let (alone, placed) = (self.alone(position), Cell::new(piece, side));
        self.resets_count(piece)
            && self.goes_alone(&alone, placed, (from, to))
            && !self.goes_alone(&alone, placed, (to, from))
    }

    /// `true` if moves of a piece count as progress when they cannot be reversed.
    fn resets_count(&self, piece: PieceId) -> bool {
        let by_rule = self.rules.ends.iter().find_map(|end| match &end.condition {
            Condition::NoProgress { reset_by, .. } => Some(reset_by.contains(&piece)),
            _ => None,
        });
        by_rule.unwrap_or_else(|| self.rules.promotes_for_good(piece))
    }

    /// `true` if a piece could reverse its move by one of its own moves. Borrowed moves do not count.
    fn comes_back(&self, position: &Position, made: &Move) -> bool {
        let side = position.at(made.from).map_or(position.turn, |mover| mover.side);
        let side = if made.kind == Kind::Returning { position.turn } else { side };
        let placed = Cell::new(made.piece, side);
        let reached = |from, to| self.reaches.of(&self.rules, made.piece, side, from).all.contains(to);
        if !reached(made.from, made.to) || !reached(made.to, made.from) {
            return false;
        }
        let alone = self.alone(position);
        self.goes_alone(&alone, placed, (made.from, made.to)) && self.goes_alone(&alone, placed, (made.to, made.from))
    }

    /// `true` if a piece can move from one square to another on an empty board by its own moves.
    fn goes_alone(&self, alone: &Position, placed: Cell, (from, to): (Square, Square)) -> bool {
        let ways = self.own_ways(alone, placed, placed.piece, from);
        self.ends_by(alone, &ways, placed, from).contains(to)
    }

    /// `true` if a promotion resets the count: it does unless the piece can promote back.
    fn is_progress_by_promotion(&self, side: Player, piece: PieceId) -> bool {
        let becomes = |one: PieceId, other: &PieceId| {
            self.rules.piece(one).promotion.as_ref().is_some_and(|rule| rule.choices[side.seat()].contains(other))
        };
        let promotion = self.rules.piece(piece).promotion.as_ref();
        !promotion.is_some_and(|rule| rule.choices[side.seat()].iter().any(|choice| becomes(*choice, &piece)))
    }
}

/// The side to whose hand a captured piece goes.
pub(crate) fn owner_of_captured(hand: HandRule, captured: Cell, by: Player) -> Option<Player> {
    match hand {
        HandRule::Captured => Some(by),
        HandRule::Own => (captured.side == by).then_some(by),
        HandRule::Returned => Some(captured.side),
        HandRule::Setup | HandRule::Unlimited => None,
    }
}

/// Removes the castling rights that end when the content of a square changes.
pub(crate) fn lose_rights(position: &mut Position, square: Square) {
    position.castling.retain(|right| right.from != square && right.partner != square);
}

/// Notes the squares on which the piece that has moved can be captured en passant.
fn leave_trail(after: &mut Position, made: &Move) {
    let targets: SquareSet = made.trail.iter().copied().collect();
    if !targets.is_empty() {
        after.passed = Some(EnPassant { targets, victim: made.to });
    }
}

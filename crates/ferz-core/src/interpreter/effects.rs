//! Side effects of moves: blasts, petrification, changes of side, walls and check counts.

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{Blast, Flips, Pass};

use super::captures::Captures;
use super::engine::Engine;
use super::moves::{Further, Gate, Move, MoveKind};
use super::tables::Ends;

impl<const W: usize> Engine<W> {
    /// Applies the side effects of a move of `us` that has been made.
    pub(crate) fn after_move(&self, position: &mut Position<W>, us: Side, mv: &Move) {
        let effects = &self.rules.effects;
        if mv.is_capture() {
            self.after_capture(position, mv);
        }
        if let Some(flips) = effects.flips
            && !mv.is_pass()
        {
            self.flip(position, us, mv, flips);
        }
        if let Some(square) = mv.wall() {
            self.lift_old_walls(position);
            position.set_wall(square, true);
            position.lose_rights(square);
        }
        if self.rules.unmoved.is_some() {
            self.note_moved(position, us, mv);
        }
        if let Some(gate) = mv.gate() {
            position.set(gate.on, Cell::of(gate.piece, us));
            position.set_hand(us, gate.piece, position.in_hand(us, gate.piece).saturating_sub(1));
        }
        if self.plan.counts_checks && !self.tree.any && self.in_check(position, position.state.turn) {
            let left = &mut position.state.checks[us];
            *left = left.saturating_sub(1);
        }
        let passes = self.plan.counts_passes && mv.is_pass();
        position.state.passes = if passes { position.state.passes.saturating_add(1) } else { 0 };
    }

    /// Updates the record of unmoved pieces after a move.
    fn note_moved(&self, position: &mut Position<W>, us: Side, mv: &Move) {
        let unmoved = &mut position.state.unmoved;
        mv.captures().squares().iter().for_each(|square| unmoved.remove(*square));
        if let MoveKind::Castling { partner, .. } = mv.kind() {
            unmoved.remove(partner);
        }
        if !matches!(mv.kind(), MoveKind::Rule(_) | MoveKind::StaysAndCaptures) {
            self.note_gone(position, us, (mv.from, mv.to));
        }
        // A blast leaves no piece on its squares, so none there is unmoved.
        position.state.unmoved &= position.pieces_of_both();
    }

    /// Updates the record of unmoved pieces when a piece of `us` has moved from one square to another.
    #[inline(always)]
    pub(crate) fn note_gone(&self, position: &mut Position<W>, us: Side, (from, to): (Square, Square)) {
        position.state.unmoved.remove(from);
        position.state.unmoved.remove(to);
        for other in &self.plan.unmoved_until_attacked {
            let enemies = position.state.unmoved & position.pieces(!us, *other);
            if let Some(piece) = position.cell(to).piece()
                && self.rules.piece(*other).initial_until.contains(&piece)
            {
                position.state.unmoved &= !(enemies & self.moves.reached_on_empty_board((us, piece), to));
            }
        }
    }

    /// The pieces that may enter from the hand with a move of the side to move, with their squares.
    pub(crate) fn gates(&self, position: &Position<W>, mv: &Move) -> SmallVec<[Gate; 4]> {
        let mut gates = SmallVec::new();
        // A wall and a gated piece cannot both enter on the square left.
        if self.moves.gating.is_empty() || mv.kind() == MoveKind::Drop || mv.is_pass() || mv.wall().is_some() {
            return gates;
        }
        let (partner, partner_to) = match mv.kind() {
            MoveKind::Castling { partner, partner_to } => (Some(partner), partner_to),
            _ => (None, mv.to),
        };
        for on in std::iter::once(mv.from).chain(partner).filter(|on| *on != mv.to && *on != partner_to) {
            self.add_gates(position, on, &mut gates);
        }
        gates
    }

    /// Adds the pieces that may enter from the hand on a square when the piece there moves.
    pub(crate) fn add_gates(&self, position: &Position<W>, on: Square, gates: &mut SmallVec<[Gate; 4]>) {
        if !position.state.unmoved.contains(on) {
            return;
        }
        let us = position.state.turn;
        for (piece, squares) in &self.moves.gating {
            if position.in_hand(us, *piece) > 0 && squares[us].contains(on) {
                gates.push(Gate { piece: *piece, on });
            }
        }
    }

    /// Unmoved pieces, grouped by the number of ways in which they can leave their squares: alone, or with each of
    /// the pieces that may enter from the hand.
    pub(crate) fn by_gates(&self, position: &Position<W>, pieces: Bitboard<W>) -> SmallVec<[(u64, Bitboard<W>); 2]> {
        let us = position.state.turn;
        let mut groups: SmallVec<[(u64, Bitboard<W>); 2]> = SmallVec::new();
        // Usually every piece in hand may enter behind each of them.
        let (mut ways, mut even) = (1, true);
        for (piece, on) in &self.moves.gating {
            if position.in_hand(us, *piece) > 0 {
                ways += 1;
                even &= pieces.is_subset(&on[us]);
            }
        }
        if even {
            groups.push((ways, pieces));
            return groups;
        }
        groups.push((1, pieces));
        for (_, on) in self.moves.gating.iter().filter(|(piece, _)| position.in_hand(us, *piece) > 0) {
            for index in 0..groups.len() {
                let (ways, pieces) = groups[index];
                groups[index] = (ways + 1, pieces & on[us]);
                groups.push((ways, pieces & !on[us]));
            }
        }
        groups.retain(|(_, pieces)| !pieces.is_empty());
        groups
    }

    /// Number of ways in which unmoved pieces can leave their squares: with or without each piece that may enter from
    /// the hand.
    pub(crate) fn ways(&self, position: &Position<W>, placed: Bitboard<W>) -> u64 {
        self.by_gates(position, placed).iter().map(|(ways, _)| ways).sum()
    }

    fn after_capture(&self, position: &mut Position<W>, mv: &Move) {
        let effects = &self.rules.effects;
        let stone = effects.petrifies.contains(&mv.piece);
        if effects.blast.is_some() {
            for square in self.hit(position, mv) {
                let side = position.cell(square).side();
                self.remove_piece(position, square, !side);
                position.lose_rights(square);
            }
        }
        if stone {
            position.set(mv.to, Cell::EMPTY);
            position.set_wall(mv.to, true);
        }
    }

    /// The pieces that a capture blows up, in the position after it.
    fn hit(&self, position: &Position<W>, mv: &Move) -> Bitboard<W> {
        let mut hit = self.blast_around(position, mv.to) | Bitboard::of(mv.to);
        if mv.kind() == MoveKind::StaysAndCaptures {
            hit.insert(mv.from);
        }
        let immune = self.rules.effects.blast.iter().flat_map(|blast| &blast.immune);
        immune.for_each(|piece| hit &= !position.of_piece(*piece));
        hit
    }

    /// The pieces around a square that a capture there blows up.
    pub(crate) fn blast_around(&self, position: &Position<W>, to: Square) -> Bitboard<W> {
        let Some(blast) = &self.rules.effects.blast else { return Bitboard::EMPTY };
        let mut hit = self.board.surroundings.beside[to.index()] & position.pieces_of_both();
        blast.spares.iter().chain(&blast.immune).for_each(|piece| hit &= !position.of_piece(*piece));
        hit
    }

    /// Returns `true` if, in games with blasts, the square of a capture is occupied after it: by the capturing piece
    /// or by a wall.
    pub(crate) fn stays_after_capture(&self, mv: &Move) -> bool {
        let effects = &self.rules.effects;
        let immune = |blast: &Blast| blast.immune.contains(&mv.promotion().unwrap_or(mv.piece));
        effects.petrifies.contains(&mv.piece) || effects.blast.as_ref().is_some_and(immune)
    }

    /// The enemy pieces that change sides after a piece of `us` has arrived on a square.
    fn flipped(
        &self,
        position: &Position<W>,
        us: Side,
        (to, from): (Square, Option<Square>),
        flips: Flips,
    ) -> Bitboard<W> {
        let (own, enemies) = (position.of_side(us), position.of_side(!us));
        let beside = self.board.surroundings.beside[to.index()];
        match flips {
            Flips::Neighbours => beside & enemies,
            Flips::NeighboursWithFriend if from.is_some() || beside.intersects(&own) => beside & enemies,
            Flips::NeighboursWithFriend => Bitboard::EMPTY,
            Flips::Enclosed => self.board.surroundings.enclosed(to, &own, &enemies),
            Flips::Attacked => self.attacked_from(position, us, to, enemies),
        }
    }

    /// The enemies that the piece of `us` on a square attacks.
    fn attacked_from(&self, position: &Position<W>, us: Side, from: Square, enemies: Bitboard<W>) -> Bitboard<W> {
        let Some(piece) = position.cell(from).piece() else { return Bitboard::EMPTY };
        self.moves.counted_targets((us, piece), from, &position.occupied(), Ends { enemies, ..Ends::NONE })
    }

    fn flip(&self, position: &mut Position<W>, us: Side, mv: &Move, flips: Flips) {
        let from = (mv.from != mv.to).then_some(mv.from);
        let mut flipped = self.flipped(position, us, (mv.to, from), flips);
        if let (MoveKind::Castling { partner_to, .. }, Flips::Attacked) = (mv.kind(), flips) {
            flipped |= self.flipped(position, us, (partner_to, from), flips);
        }
        for square in flipped {
            if let Some(piece) = position.cell(square).piece() {
                position.set(square, Cell::of(piece, us));
                position.lose_rights(square);
                position.state.unmoved.remove(square);
            }
        }
    }

    /// Returns `true` if a side may pass, or build instead of moving, even if it has other moves.
    pub(crate) fn may_always_pass(&self) -> bool {
        self.rules.constraints.pass == Pass::Always || self.plan.builds_instead
    }

    /// A move that changes nothing. Its square is that of the first royal piece. If there is no royal piece, or if
    /// walls replace moves, it is that of the first piece. `None` if the side has no piece.
    pub(crate) fn pass(&self, position: &Position<W>) -> Option<Move> {
        let own = position.of_side(position.state.turn);
        let mut royal = Bitboard::EMPTY;
        if !self.plan.builds_instead {
            for (piece, _) in &self.plan.royals {
                royal |= own & position.of_piece(*piece);
            }
        }
        let square = royal.lowest().or_else(|| own.lowest())?;
        let (piece, captures) = (position.cell(square).piece()?, Captures::NONE);
        let kind = MoveKind::Normal;
        Some(Move::new((square, square), piece, Further { kind, ..Further::taking(captures) }))
    }
}

//! Moves that no table holds: en passant, castling, and moves that the walker finds.

use smallvec::SmallVec;

use crate::board::Bitboard;
use crate::position::{Castling, Position};

use super::captures::Captures;
use super::check_info::CheckInfo;
use super::engine::Engine;
use super::held::Held;
use super::moves::{AttackSource, Further, Move, MoveKind, Sink, Wanted};
use super::reference;
use super::royal_danger::RoyalDanger;
use super::tables::{Conditional, Ends, Index};

impl<const W: usize> Engine<W> {
    #[inline(always)]
    pub(crate) fn generate_specials<I: Index, S: Sink<W>>(
        &self,
        held: &mut Held<'_, W>,
        wanted: Wanted,
        (info, danger): (&CheckInfo<W>, RoyalDanger<W>),
        sink: &mut S,
    ) {
        let capturers = self.ep_capturers(held.read());
        if !capturers.is_empty() {
            held.change(|position| self.generate_en_passant(position, capturers, info, sink));
        }
        if self.plan.castles && wanted == Wanted::All {
            self.generate_castling(held, (info, danger), sink);
        }
        let us = held.read().state.turn;
        if self.plan.walks || !self.moves.conditional[us].is_empty() {
            held.change(|position| self.generate_untabled::<I>(position, wanted, info, sink));
        }
    }

    pub(crate) fn generate_en_passant(
        &self,
        position: &mut Position<W>,
        capturers: Bitboard<W>,
        info: &CheckInfo<W>,
        sink: &mut impl Sink<W>,
    ) {
        let mut captures = self.en_passant_captures(position, capturers);
        if !self.plan.capture_limits.is_empty() {
            captures.retain(|mv| !self.takes_immune(position, mv));
        }
        for mv in captures {
            self.emit_if_safe(position, info, mv, sink);
        }
    }

    /// Pieces of the side to move that stand where a piece could capture en passant. There are nearly always none.
    #[inline(always)]
    pub(crate) fn ep_capturers(&self, position: &Position<W>) -> Bitboard<W> {
        let mut near = Bitboard::EMPTY;
        if !position.state.passed.is_empty() {
            let us = position.state.turn;
            for square in position.state.passed {
                near |= self.moves.en_passant_from[us][square.index()];
            }
            near &= position.of_side(us);
        }
        near
    }

    /// Pseudo-legal en passant captures of some pieces of the side to move.
    pub(crate) fn en_passant_captures(&self, position: &Position<W>, pieces: Bitboard<W>) -> SmallVec<[Move; 2]> {
        let mut found = SmallVec::new();
        let us = position.state.turn;
        let passed = position.state.passed & !position.occupied();
        for from in pieces {
            let Some(piece) = position.cell(from).piece() else { continue };
            let Some(reach) = self.moves.of(us, piece).en_passant.get(from.index()) else { continue };
            let mut reached = reach.leaps;
            for ray in &reach.rays {
                reached |= ray.reach(&position.occupied());
            }
            for to in reached & passed {
                found.push(Move::new(
                    (from, to),
                    piece,
                    Further { kind: MoveKind::EnPassant, ..Further::taking(Captures::one(position.state.passer)) },
                ));
            }
        }
        found
    }

    #[inline(always)]
    pub(crate) fn generate_castling<S: Sink<W>>(
        &self,
        held: &mut Held<'_, W>,
        (info, danger): (&CheckInfo<W>, RoyalDanger<W>),
        sink: &mut S,
    ) {
        let us = held.read().state.turn;
        let occupied = held.read().occupied();
        let mut rights = held.read().rights_of(us);
        while rights != 0 {
            let index = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let position = held.read();
            let Some(castling) = position.castling(index) else { continue };
            if castling.way.intersects(&occupied) {
                continue;
            }
            let quick = info.royals == Bitboard::of(castling.right.from)
                && self.attacks.by[!us].has_closed_form()
                && !self.plan.blasts;
            let legal = match castling_move(position, castling) {
                _ if info.asks_nothing() => true,
                _ if quick => !info.in_check && self.castling_is_safe(position, castling, danger),
                Some(mv) => held.change(|position| self.is_safe(position, &mv, AttackSource::Tables)),
                None => false,
            };
            let position = held.read();
            if !legal {
                continue;
            }
            if S::COUNTS {
                sink.number(1);
            } else if let Some(mv) = position.castling(index).and_then(|castling| castling_move(position, castling)) {
                sink.single(position, mv);
            }
        }
    }

    /// Castling moves whose squares are empty, attacked or not.
    pub(crate) fn castlings(&self, position: &Position<W>) -> Vec<Move> {
        let us = position.state.turn;
        let occupied = position.occupied();
        let ready = position.castlings().filter(|castling| castling.side == us && !castling.way.intersects(&occupied));
        ready.filter_map(|castling| castling_move(position, castling)).collect()
    }

    /// The moves that pieces have only in some positions, and moves that the walker finds.
    #[inline(never)]
    fn generate_untabled<I: Index>(
        &self,
        position: &mut Position<W>,
        wanted: Wanted,
        info: &CheckInfo<W>,
        sink: &mut impl Sink<W>,
    ) {
        let mut moves: SmallVec<[Move; 2]> = SmallVec::new();
        if wanted == Wanted::All {
            moves = self.conditional_moves::<I>(position, info);
        }
        if self.plan.walks {
            let mut walked = reference::walked_moves(self, position);
            walked.retain(|mv| (wanted == Wanted::All || mv.is_capture()) && !moves.contains(mv));
            moves.extend(walked);
        }
        for mv in moves {
            self.emit_if_safe(position, info, mv, sink);
        }
    }

    /// Pseudo-legal conditional moves of the side to move that its other table moves do not contain.
    pub(crate) fn conditional_moves<I: Index>(
        &self,
        position: &Position<W>,
        info: &CheckInfo<W>,
    ) -> SmallVec<[Move; 2]> {
        let us = position.state.turn;
        let (occupied, empty) = (position.occupied(), !position.occupied());
        let mut check = (!info.royals.is_empty()).then_some(info.in_check);
        let mut moves = SmallVec::new();
        for Conditional { piece, squares, reaches } in &self.moves.conditional[us] {
            for from in position.pieces(us, *piece) & *squares {
                let mut targets = Bitboard::EMPTY;
                for (conditions, reach) in &reaches[from.index()] {
                    if (!conditions.unmoved || position.state.unmoved.contains(from))
                        && (!conditions.unless_check || !*check.get_or_insert_with(|| self.in_check(position, us)))
                    {
                        targets |= self.moves.reaches.reach::<I>(reach, &occupied) & empty;
                    }
                }
                if targets.is_empty() {
                    continue;
                }
                targets &= !self.moves.targets::<I>((us, *piece), from, &occupied, Ends { empty, ..Ends::NONE });
                moves.extend(targets.iter().map(|to| Move::new((from, to), *piece, Further::NONE)));
            }
        }
        moves
    }

    /// Returns `true` if the tables contain the move.
    pub(crate) fn is_in_tables(&self, position: &Position<W>, mv: &Move) -> bool {
        let plain = mv.captures().are_only(mv.to);
        let normal = mv.kind() == MoveKind::Normal && plain && mv.to != mv.from;
        let (placed, ends) = ((position.state.turn, mv.piece), self.ends(position, Wanted::All));
        normal && self.moves.gives(position, placed, (mv.from, mv.to), ends)
    }
}

/// The move for a castling rule; `None` if no piece stands on its square.
#[inline(always)]
fn castling_move<const W: usize>(position: &Position<W>, castling: &Castling<W>) -> Option<Move> {
    let kind = MoveKind::Castling { partner: castling.right.partner, partner_to: castling.partner_to };
    let piece = position.cell(castling.right.from).piece()?;
    let (from, to) = (castling.right.from, castling.to);
    Some(Move::new((from, to), piece, Further::of_kind(kind)))
}

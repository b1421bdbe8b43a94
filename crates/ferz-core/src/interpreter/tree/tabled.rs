//! Moves that the tables alone decide, because no rule can affect them.

use crate::board::Bitboard;
use crate::position::Position;

use super::super::check_info::CheckInfo;
use super::super::engine::Engine;
use super::super::generate::RoyalPiece;
use super::super::held::Held;
use super::super::moves::{Count, Move, Sink, Wanted};
use super::super::royal_danger::RoyalDanger;
use super::super::sets::Sets;
use super::super::tables::{Ends, Multiply};
use super::doing::MoveAndResult;
use super::frame::Frame;

/// A position in which the tables decide the moves that no rule can affect.
pub(super) struct Tabled<const W: usize> {
    pub info: CheckInfo<W>,
    /// The pieces whose quiet moves no rule can affect.
    pieces: Bitboard<W>,
}

impl<const W: usize> Engine<W> {
    /// The part of a position that the tables decide. `None` if they decide nothing.
    pub(super) fn tabled(&self, position: &Position<W>) -> Option<Tabled<W>> {
        let untouched = &self.tree.untouched;
        if !untouched.quiet {
            return None;
        }
        let info = self.check_info(position);
        if !info.must_verify.is_empty() {
            return None;
        }
        let mut movable = self.movable(position).plain & self.pieces_who_move(position);
        if untouched.spares_royals {
            // Outside check, the mask excludes squares where a piece would become the screen of a hopper.
            if info.in_check || self.board.all_squares.intersects(&!info.check_mask) {
                return None;
            }
            movable &= !(info.pinned | info.royals);
        }
        let pieces = self.untouched_pieces(position, movable);
        if pieces.is_empty() {
            return None;
        }
        Some(Tabled { info, pieces })
    }

    /// Among some pieces of the side to move, those whose quiet moves no rule can affect in this position.
    pub(super) fn untouched_pieces(&self, position: &Position<W>, own: Bitboard<W>) -> Bitboard<W> {
        let (untouched, us) = (&self.tree.untouched, position.state.turn);
        let mut pieces = own & !position.of_pieces(&untouched.except);
        for rule in &untouched.at_times {
            let frame = Frame { layer: rule.layer, ..Frame::of_side(us) };
            if pieces.is_empty() || !self.all_hold(position, &rule.needs.position, &frame) {
                continue;
            }
            let concerned = rule.by.as_ref().map_or(pieces, |by| pieces & position.of_pieces(by));
            if rule.needs.mover.is_empty() {
                pieces &= !concerned;
                continue;
            }
            for square in concerned {
                if self.all_hold(position, &rule.needs.mover, &Frame::of_piece(us, square, rule.layer)) {
                    pieces.remove(square);
                }
            }
        }
        pieces
    }

    /// Passes on the legal moves that no rule can affect.
    pub(super) fn emit_untouched<S: Sink<W>>(&self, position: &Position<W>, tabled: &Tabled<W>, sink: &mut S) {
        let Tabled { info, pieces } = tabled;
        let ends = Ends { empty: !position.occupied(), ..Ends::NONE };
        self.emit_pieces(position, (*pieces & !info.royals, ends), info, sink);
        for royal in info.royals & *pieces {
            let ends = self.ends_of_royal(position, info, royal, ends);
            let placed = RoyalPiece { square: royal, zone_attackers: info.zone_attackers, avoidance: None };
            self.emit_royal(position, ends, placed, sink);
        }
    }

    /// The number of legal moves that no rule can affect.
    pub(super) fn count_untouched(&self, position: &Position<W>, tabled: &Tabled<W>) -> u64 {
        if self.counts() {
            let mut count = Count::default();
            self.emit_untouched(position, tabled, &mut count);
            return count.0;
        }
        let mut sets = Sets::default();
        self.emit_untouched(position, tabled, &mut sets);
        sets.len() as u64
    }

    /// The moves that pieces can make by their notations: all of them, or those that rules may affect. Castling and other special moves of
    /// all pieces of the side are among them.
    pub(super) fn moves_by_notation(
        &self,
        position: &Position<W>,
        own: Bitboard<W>,
        tabled: Option<&Tabled<W>>,
    ) -> Vec<Move> {
        let us = position.state.turn;
        let (mut sets, nothing_known) = (Sets::default(), CheckInfo::of(us, Bitboard::EMPTY));
        let ends = self.ends(position, Wanted::All);
        let own = own & position.of_side(us);
        let touched = tabled.map_or(own, |tabled| own & !tabled.pieces);
        if !touched.is_empty() {
            self.emit_pieces(position, (touched, ends), &nothing_known, &mut sets);
        }
        let untouched = own & !touched;
        if !untouched.is_empty() {
            let ends = Ends { empty: Bitboard::EMPTY, ..ends };
            self.emit_pieces(position, (untouched, ends), &nothing_known, &mut sets);
        }
        let specials = (&nothing_known, RoyalDanger::default());
        self.generate_specials::<Multiply, _>(&mut Held::Lent(position), Wanted::All, specials, &mut sets);
        sets.into_moves(position)
    }

    /// The legal moves that rules may affect, and `true` if an obligation forbids all others.
    pub(super) fn touched_and_bound(
        &self,
        position: &Position<W>,
        tabled: Option<&Tabled<W>>,
    ) -> (Vec<MoveAndResult<W>>, bool) {
        let touched = self.touched(position, tabled, 0);
        self.bound_by_duties(position, touched, 0)
    }
}

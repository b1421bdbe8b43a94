//! Tests whether a side has a legal move. The search stops at the first one.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::work;

use super::check_info::CheckInfo;
use super::engine::Engine;
use super::moves::{AttackSource, Move, Wanted};
use super::reference::{self, Which};
use super::sets::Sets;
use super::verify::Known;

impl<const W: usize> Engine<W> {
    /// Returns `true` if the side to move has a legal move. Nearly always one of the first pieces has one.
    pub fn can_move(&self, position: &Position<W>) -> bool {
        if self.plan.settled && !self.special_rules_apply(position) {
            let info = self.check_info(position);
            let (us, occupied) = (position.state.turn, position.occupied());
            let ends = self.ends(position, Wanted::All).within(info.check_mask);
            let goes = |from: Square| {
                let piece = position.cell(from).piece();
                piece.is_some_and(|piece| !self.moves.targets_of((us, piece), from, &occupied, ends).is_empty())
            };
            let pieces = position.of_side(us) & !(info.pinned | info.royals);
            if info.must_verify.is_empty() && pieces.into_iter().any(goes) {
                return true;
            }
        }
        if Self::RULED && self.leads_by_rules() {
            return !self.has_no_told_move(position, 0);
        }
        let mut position = position.clone();
        (self.plan.walks && self.a_piece_can_move(&mut position))
            || self.spend_on_list(&position) && self.count_moves(&mut position) > 0
    }

    /// Counts the cost of a list of the side's moves as [work]. It matters only for far-reaching pieces on large
    /// boards.
    #[inline]
    pub fn spend_on_list(&self, position: &Position<W>) -> bool {
        W <= 2 || self.spend_on_far_pieces(position)
    }

    #[inline(never)]
    fn spend_on_far_pieces(&self, position: &Position<W>) -> bool {
        let us = position.state.turn;
        let parts = |from: Square| position.cell(from).piece().map_or(0, |piece| self.moves.parts((us, piece), from));
        work::spend(position.of_side(us).iter().map(parts).sum::<usize>() * W / 16)
    }

    /// Returns `true` as soon as a piece of the side to move with a legal move is found, because walking all pieces
    /// takes long. Does not test drops, and does not test games with special rules.
    fn a_piece_can_move(&self, position: &mut Position<W>) -> bool {
        if Self::RULED && self.plan.beyond || self.rules.effects.walls.is_some() {
            return false;
        }
        let us = position.state.turn;
        let all_verified = self.plan.special.all || self.is_face_off(position);
        let info = if all_verified { CheckInfo::unknown(us) } else { self.check_info(position) };
        let pieces = position.of_side(us);
        // In check, most answers are moves of the king, or of a piece that can block or uncover the attack. So these
        // pieces are tried first.
        let first = info.royals & pieces;
        let second = pieces & info.evasions & !first;
        let mut all: Vec<Square> = Vec::with_capacity(pieces.count() as usize);
        [first, second, pieces & !(first | second)].into_iter().for_each(|part| all.extend(part));
        all.iter().any(|from| self.goes_by_tables(position, *from, &info))
            || all.iter().any(|from| self.goes_by_walking(position, *from, &info))
    }

    /// Returns `true` if the piece on a square has a legal move that a table holds.
    fn goes_by_tables(&self, position: &mut Position<W>, from: Square, info: &CheckInfo<W>) -> bool {
        let nothing_known = CheckInfo::of(position.state.turn, Bitboard::EMPTY);
        let (piece, ends, mut sets) = (Bitboard::of(from), self.ends(position, Wanted::All), Sets::default());
        self.emit_pieces(position, (piece, ends), &nothing_known, &mut sets);
        let moves = sets.into_moves(position);
        moves.iter().any(|mv| self.is_legal_beside(position, mv, info))
    }

    /// Returns `true` if the piece on a square has a legal move that no table holds.
    fn goes_by_walking(&self, position: &mut Position<W>, from: Square, info: &CheckInfo<W>) -> bool {
        let walked = reference::moves(self, position, Bitboard::of(from), Which::WithoutTable);
        let moves: Vec<Move> = walked.into_iter().flat_map(|mv| self.promotions_of(position, mv)).collect();
        moves.iter().any(|mv| self.is_legal_beside(position, mv, info))
    }

    /// Returns `true` if a move is legal, given the known restrictions.
    fn is_legal_beside(&self, position: &mut Position<W>, mv: &Move, info: &CheckInfo<W>) -> bool {
        let known = Known { spares_walked: info.spares_walked(mv), ..Known::default() };
        info.may_evade(mv) && self.verify(position, mv, known, AttackSource::Tables)
    }
}

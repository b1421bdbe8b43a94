//! The moves that pieces can make where rules beyond the tables have a say.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::{Memo, Pending, Relations};
use crate::work;

use super::super::check_info::CheckInfo;
use super::super::engine::Engine;
use super::super::held::Held;
use super::super::moves::{AttackSource, Further, Sink, Wanted};
use super::super::moves::{Move, MoveKind, captured};
use super::super::reference;
use super::super::royal_danger::RoyalDanger;
use super::super::sets::Sets;
use super::super::tables::Ends;
use super::super::tables::Multiply;
use super::super::verify::Known;
use super::swaps::Exchanges;

impl<const W: usize> Engine<W> {
    /// Hands on the legal moves that are wanted, each verified.
    #[inline(never)]
    pub(crate) fn emit_beyond<S: Sink<W>>(&self, position: &mut Position<W>, wanted: Wanted, sink: &mut S) {
        if self.tree.any {
            return self.emit_by_rules(position, wanted, sink);
        }
        let pass = if wanted == Wanted::All && self.may_always_pass() { self.pass(position) } else { None };
        let moves = self.unverified_beyond(position);
        if self.rules.beyond.turns.boards.is_some() {
            let built: Vec<Move> = moves.iter().flat_map(|mv| self.with_walls(position, *mv)).collect();
            let legal = |mv: &Move| self.verify(position, mv, Known::default(), AttackSource::Tables);
            let legal: Vec<Move> = built.into_iter().filter(legal).collect();
            if !self.board_without_moves(position, &legal).is_empty() {
                return;
            }
        }
        for mv in moves.into_iter().chain(pass) {
            if !work::spend(1) {
                return;
            }
            if self.is_wanted(&mv, wanted) {
                self.emit_if_legal(position, mv, Known::default(), sink);
            }
        }
    }

    /// All moves that pieces can make, whether or not they leave a royal piece under attack.
    pub(super) fn unverified_beyond(&self, position: &mut Position<W>) -> Vec<Move> {
        let drops = self.drops(position).collect();
        self.unverified_with(position, drops)
    }

    /// `true` if there is a legal move, found without a look at all of them: there can be far more exchanges of places than
    /// other moves, so these come last, and first of them those with an attacker of a royal piece, then those of an attacked one.
    /// `None` if that is no shorter, or if moves are legal or not because of others.
    pub(in super::super) fn can_move_beyond(&self, position: &mut Position<W>) -> Option<bool> {
        let beyond = &self.rules.beyond;
        let depends = self.plan.obliges || beyond.turns.boards.is_some();
        if beyond.relations.swaps.is_empty() || depends || self.rules.effects.walls.is_some() {
            return None;
        }
        if self.can_answer_by_exchange(position) {
            return Some(true);
        }
        let us = position.state.turn;
        let drops = self.drops(position).collect();
        let moves = self.moves_of_tables(position, drops);
        let (left, pass) = (position.of_side(us), if self.may_always_pass() { self.pass(position) } else { None });
        let all = self.moves_beyond_with(position, moves.clone(), Exchanges::Some(Bitboard::EMPTY, Bitboard::EMPTY));
        let royals = self.royal_pieces(position, us);
        let (first, rest): (Vec<&Move>, Vec<&Move>) = all.iter().partition(|made| royals.contains(made.from));
        let can = self.is_any_legal(position, first.into_iter().chain(rest))
            || self.can_exchange(position, &moves, left)
            || pass.is_some_and(|pass| self.is_any_legal(position, [&pass]));
        Some(can)
    }

    /// Returns `true` if an exchange answers a check: with an attacker, or by the attacked royal piece. A caller that looks for
    /// any legal move tries this first, because it is quick.
    fn can_answer_by_exchange(&self, position: &mut Position<W>) -> bool {
        let (us, info) = (position.state.turn, self.check_info(position));
        if !info.in_check {
            return false;
        }
        let attackers = Exchanges::Some(Bitboard::EMPTY, info.check_mask & position.of_side(!us));
        let all = self.moves_beyond_with(position, Vec::new(), attackers);
        let royals = self.royal_pieces(position, us);
        self.is_any_legal(position, &all) || royals.iter().any(|royal| self.can_exchange_attacked(position, royal))
    }

    /// Returns `true` if a royal piece on a square is attacked and may change places.
    fn can_exchange_attacked(&self, position: &mut Position<W>, royal: Square) -> bool {
        if !self.attacks(position, royal, !position.state.turn, AttackSource::Tables) {
            return false;
        }
        let all = self.moves_beyond_with(position, Vec::new(), Exchanges::Some(Bitboard::of(royal), Bitboard::EMPTY));
        let own = all.iter().filter(|made| made.from == royal);
        // Enemies stand around the piece, so that the other end of the board is safer.
        let is_low = royal.index() < self.rules.geometry.len() / 2;
        if is_low { self.is_any_legal(position, own.rev()) } else { self.is_any_legal(position, own) }
    }

    /// Returns `true` if a piece on one of some squares may change places. The squares are tried in groups of growing size.
    fn can_exchange(&self, position: &mut Position<W>, moves: &[Move], mut left: Bitboard<W>) -> bool {
        let mut share = 1;
        while !left.is_empty() && !work::is_stopped() {
            let some: Bitboard<W> = left.iter().take(share).collect();
            let all = self.moves_beyond_with(position, moves.to_vec(), Exchanges::Some(some, Bitboard::EMPTY));
            if self.is_any_legal(position, &all) {
                return true;
            }
            left &= !some;
            share *= 4;
        }
        false
    }

    /// Returns `true` if one of some moves is legal.
    fn is_any_legal<'m>(&self, position: &mut Position<W>, moves: impl IntoIterator<Item = &'m Move>) -> bool {
        moves.into_iter().any(|made| self.verify(position, made, Known::default(), AttackSource::Tables))
    }

    /// All moves that pieces can make, with some of the drops.
    fn unverified_with(&self, position: &mut Position<W>, drops: Vec<Move>) -> Vec<Move> {
        let moves = self.moves_of_tables(position, drops);
        self.moves_beyond(position, moves)
    }

    /// The moves that pieces could make without rules beyond the tables.
    pub(in super::super) fn moves_of_tables(&self, position: &mut Position<W>, drops: Vec<Move>) -> Vec<Move> {
        let us = position.state.turn;
        let (mut sets, nothing_known) = (Sets::default(), CheckInfo::of(us, Bitboard::EMPTY));
        let ends = self.ends(position, Wanted::All);
        self.emit_pieces(position, (position.of_side(us), ends), &nothing_known, &mut sets);
        self.generate_specials::<Multiply, _>(
            &mut Held::Own(position),
            Wanted::All,
            (&nothing_known, RoyalDanger::default()),
            &mut sets,
        );
        let mut moves = sets.into_moves(position);
        moves.extend(drops);
        moves.extend(reference::promotion_moves(self, position));
        moves
    }

    /// The moves that pieces can make, made from those that they could make without rules beyond the tables.
    pub(crate) fn moves_beyond(&self, position: &mut Position<W>, moves: Vec<Move>) -> Vec<Move> {
        self.moves_beyond_with(position, moves, Exchanges::All)
    }

    /// The same, with some of the exchanges of places.
    fn moves_beyond_with(
        &self,
        position: &mut Position<W>,
        mut moves: Vec<Move>,
        exchanges: Exchanges<W>,
    ) -> Vec<Move> {
        if let Some(due) = self.proposed_moves(position) {
            return due;
        }
        let beyond = &self.rules.beyond;
        if beyond.relations.skips_walls {
            self.fold_moves(position, &mut moves);
        }
        self.settle_passing(position, &mut moves);
        if !beyond.levels.forms.is_empty() {
            self.move_on_levels(position, &mut moves);
        }
        if !beyond.takes.ways.is_empty() {
            self.take_by_ways(position, &mut moves);
        }
        if !beyond.takes.strikes.is_empty() {
            self.strikes(position, &mut moves);
        }
        if !beyond.takes.chains.is_empty() {
            self.chains(position, &mut moves);
        }
        if !beyond.takes.two_steps.is_empty() {
            self.two_step_moves(position, &mut moves);
        }
        self.relate(position, &beyond.relations, exchanges, &mut moves);
        self.spare_shielded(position, &mut moves);
        if beyond.takes.by_mate {
            moves.retain(|made| !made.is_capture());
        }
        if !beyond.relations.magnets.is_empty() {
            self.promote_pushed(position, &mut moves);
        }
        if let Some(proposals) = &beyond.turns.proposals {
            self.turn_into_proposals(position, proposals, &mut moves);
        }
        if beyond.turns.boards.is_some() {
            let squares = self.squares_to_move_on(position, position.state.turn);
            moves.retain(|made| squares.contains(made.from));
        }
        moves
    }

    /// Removes the moves that relations forbid, and adds those that they allow.
    fn relate(
        &self,
        position: &mut Position<W>,
        relations: &Relations,
        exchanges: Exchanges<W>,
        moves: &mut Vec<Move>,
    ) {
        let us = position.state.turn;
        if *relations == Relations::default() {
            return;
        }
        if relations.takes_attackers {
            self.take_attackers(position, moves);
        }
        if !relations.guarded.is_empty() {
            // A royal piece that may not castle to a square may still go there.
            moves.retain(|made| self.castling_path_is_safe(position, made, AttackSource::Tables));
            self.guarded_moves(position, moves);
        }
        if !relations.swaps.is_empty() {
            self.swap_moves(position, exchanges, moves);
        }
        let held = self.held(position, us);
        moves.retain(|made| made.kind() == MoveKind::Drop || !held.contains(made.from));
    }

    /// Lets pieces capture exactly their attackers.
    fn take_attackers(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        moves.retain(|made| !made.is_capture());
        for from in position.of_side(us) {
            if !work::spend(1) {
                return;
            }
            let Some(piece) = position.cell(from).piece() else { continue };
            for to in position.of_side(!us).iter().filter(|other| self.sees(position, *other, from)) {
                let made = Move::new((from, to), piece, Further::taking(captured(position, to)));
                moves.extend(self.promotions_of(position, made));
            }
        }
    }

    /// Corrects en passant captures. Removes captures of friends and adds captures of a piece that passed with an
    /// earlier action. Removes quiet moves to the same square if ending there captures.
    fn settle_passing(&self, position: &mut Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        // A piece or a wall may have come onto the square since.
        let (occupied, own) = (position.occupied(), position.of_side(us));
        moves.retain(|made| {
            made.kind() != MoveKind::EnPassant
                || !occupied.contains(made.to) && made.captures().squares().iter().all(|square| !own.contains(*square))
        });
        let Memo { pending, squares: [passed, passer], .. } = position.state.memo;
        let takes_passer = passed != passer && position.of_side(!us).contains(passer) && !occupied.contains(passed);
        if pending == Pending::None && takes_passer {
            let before = position.state;
            position.state.passed = Bitboard::of(passed);
            position.state.passer = passer;
            let catchers = self.ep_capturers(position);
            for made in self.en_passant_captures(position, catchers) {
                moves.extend(self.promotions_of(position, made));
            }
            position.state = before;
        }
    }

    /// Moves on the board on which each piece stands, to squares that are empty on both.
    fn move_on_levels(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        moves.retain(|made| made.kind() != MoveKind::Normal);
        let empty = self.board.all_squares & !position.occupied();
        for from in position.of_side(us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            let others = self.on_other_level(position, piece);
            let ends = Ends { empty, enemies: position.of_side(!us) & !others, royal_targets: Bitboard::EMPTY };
            for to in self.moves.counted_targets((us, piece), from, &(position.occupied() & !others), ends) {
                let made = Move::new((from, to), piece, Further::taking(captured(position, to)));
                moves.extend(self.promotions_of(position, made));
            }
        }
    }

    /// Leaves out the exchange that undoes the last one.
    pub(super) fn keep_swapped(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        if let Memo { pending: Pending::Undo, squares: [one, other], .. } = position.state.memo {
            let undoes = |made: &Move| {
                made.kind() == MoveKind::Swap
                    && ([made.from, made.to] == [one, other] || [made.to, made.from] == [one, other])
            };
            moves.retain(|made| !undoes(made));
        }
    }
}

//! The moves that pieces can make where rules beyond the tables have a say.

use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::{Memo, Pending};
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
    pub(crate) fn moves_beyond(&self, position: &mut Position<W>, mut moves: Vec<Move>) -> Vec<Move> {
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
        if !beyond.takes.chains.is_empty() {
            self.chains(position, &mut moves);
        }
        if !beyond.takes.two_steps.is_empty() {
            self.two_step_moves(position, &mut moves);
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
}

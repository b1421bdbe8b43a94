//! Walls that come with moves, or in their place.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::WallPlace;

use super::engine::Engine;
use super::generate::Ends;
use super::legality::Masks;
use super::moves::{Move, MoveKind, Sink, captured};

impl<const W: usize> Engine<W> {
    /// Pours the moves of men with which walls come, where no other rule has a say; gives back the men that are left.
    pub(super) fn generate_walled<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        ends: Ends<W>,
        sink: &mut S,
    ) -> Bitboard<W> {
        let (effects, us) = (&self.rules.effects, position.state.turn);
        let mut left = position.of_side(us);
        if !self.walls_are_free() {
            return left;
        }
        let occupied = position.occupied();
        for from in left {
            let Some(piece) = position.cell(from).piece() else { continue };
            let table = self.table(us, piece);
            if table.promotion.is_some() || !table.barred.is_empty() || effects.petrifies.contains(&piece) {
                continue;
            }
            left.remove(from);
            let targets = self.targets_of((us, piece), from, &occupied, ends);
            if S::COUNTS {
                sink.number(self.count_walls(position, from, targets));
                continue;
            }
            for to in targets {
                let (captures, kind) = (captured(position, to), MoveKind::Normal);
                let made = Move { from, to, piece, promotion: None, captures, kind, wall: None, gate: None };
                for wall in self.wall_squares(position, &made) {
                    let captures = captured(position, to);
                    let (promotion, gate) = (None, None);
                    sink.single(position, Move { from, to, piece, promotion, captures, kind, wall: Some(wall), gate });
                }
            }
        }
        left
    }

    /// The walls that may come with a move.
    pub(super) fn legal_walls(&self, position: &mut Position<W>, made: &Move) -> Bitboard<W> {
        let walls = self.wall_squares(position, made);
        let us = position.state.turn;
        if !self.any_royals() || walls.is_empty() {
            return walls;
        }
        let may_not_stay = made.stays() && self.in_check(position, us);
        if may_not_stay || !self.castling_path_is_safe(position, made, Engine::attacks) {
            return Bitboard::EMPTY;
        }
        if !self.attacks[!us].has_closed_form() || !self.together.is_empty() {
            let safe = |wall: &_| self.is_safe(position, &Move { wall: Some(*wall), ..made.clone() });
            return walls.iter().filter(safe).collect();
        }
        // A wall is one more man that comes from outside.
        let (mark, royals) = (position.mark(), self.royal_counts(position));
        self.apply(position, made);
        let free = match self.decided_by_losses(position, us, royals) {
            Some(true) => !Bitboard::EMPTY,
            Some(false) => Bitboard::EMPTY,
            None => {
                self.lift_old_walls(position);
                let mut masks = Masks::without_royal();
                for royal in self.royal_squares(position, us) {
                    self.add_attacks(position, us, royal, &mut masks);
                }
                masks.sets().0
            }
        };
        position.undo(&mark);
        walls & free
    }

    /// Takes away the walls that moves have built, where each comes in place of the last.
    pub(super) fn lift_old_walls(&self, position: &mut Position<W>) {
        if self.rules.effects.walls.as_ref().is_some_and(|walls| walls.built == WallPlace::Moved) {
            for wall in position.walls() & !self.holes {
                position.set_wall(wall, false);
            }
        }
    }

    /// The squares on which a wall may come with a move of the side to move; of a game without walls, none.
    pub(super) fn wall_squares(&self, position: &mut Position<W>, made: &Move) -> Bitboard<W> {
        let Some(walls) = &self.rules.effects.walls else { return Bitboard::EMPTY };
        let us = position.state.turn;
        let plain = made.kind == MoveKind::Normal && made.captures.iter().all(|square| *square == made.to);
        let (empty, occupied) = if plain && !self.changes_more(made) {
            let mut occupied = position.occupied();
            occupied.remove(made.from);
            occupied.insert(made.to);
            (!occupied, occupied)
        } else {
            self.empty_after(position, made)
        };
        let allowed = match walls.built {
            WallPlace::Behind => Bitboard::of(made.from),
            WallPlace::Shot => {
                let shooter = (us, made.promotion.unwrap_or(made.piece));
                self.targets_of(shooter, made.to, &occupied, Ends { empty: !occupied, ..Ends::NONE })
            }
            _ => self.wall_area(position),
        };
        allowed & empty & self.all_squares & self.wall_region[us]
    }

    /// Does a move change more squares than those on which it starts and ends?
    fn changes_more(&self, made: &Move) -> bool {
        let effects = &self.rules.effects;
        let by_capture = effects.blast.is_some() || effects.petrifies.contains(&made.piece);
        effects.flips.is_some() || (by_capture && made.is_capture())
    }

    /// Where walls may come as far as that hangs on no move, if the square is empty then.
    fn wall_area(&self, position: &Position<W>) -> Bitboard<W> {
        match self.rules.effects.walls.as_ref().map(|walls| walls.built) {
            Some(WallPlace::Anywhere | WallPlace::Moved) => self.all_squares,
            Some(WallPlace::Edge) => {
                let old = position.walls() & !self.holes;
                self.surroundings.edge | self.surroundings.beside_orthogonally(old)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The number of moves of a man to some squares, each with each of the walls that may come with it, in a game without
    /// royal men and with no other effects. The man becomes nothing else.
    pub(super) fn count_walls(&self, position: &Position<W>, from: Square, targets: Bitboard<W>) -> u64 {
        let us = position.state.turn;
        let (Some(walls), Some(piece)) = (&self.rules.effects.walls, position.cell(from).piece()) else { return 0 };
        let region = self.wall_region[us];
        let (men, count) = (position.occupied(), u64::from(targets.count()));
        let behind = u64::from(region.contains(from));
        match walls.built {
            WallPlace::Behind => count * behind,
            WallPlace::Shot => {
                let mut occupied = men;
                occupied.remove(from);
                let ends = Ends { empty: !occupied & region, ..Ends::NONE };
                let shots = |to| u64::from(self.targets_of((us, piece), to, &occupied, ends).count());
                targets.iter().map(shots).sum()
            }
            _ => {
                let area = self.wall_area(position) & region;
                let free = area & !men;
                count * (u64::from(free.count()) + u64::from(area.contains(from))) - u64::from((targets & free).count())
            }
        }
    }

    /// The squares on which a wall may come after a move of any kind, and those that are occupied then. Fairy-Stockfish
    /// keeps walls off the squares of men that the move takes or blows up, too.
    fn empty_after(&self, position: &mut Position<W>, made: &Move) -> (Bitboard<W>, Bitboard<W>) {
        let mut empty = self.all_squares & !position.occupied();
        let mark = position.mark();
        if !made.is_pass() {
            empty.insert(made.from);
            empty.remove(made.to);
            self.apply(position, made);
            if made.kind == MoveKind::EnPassant {
                made.captures.iter().for_each(|square| empty.insert(*square));
            }
            if let MoveKind::Castling { partner, .. } = made.kind {
                empty.insert(partner);
                empty &= !position.occupied();
            }
        }
        let occupied = position.occupied();
        position.undo(&mark);
        (empty, occupied)
    }
}

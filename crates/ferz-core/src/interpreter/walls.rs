//! Walls that come with moves, or in their place.

use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::{PieceId, WallPlace};

use super::check_info::CheckInfo;
use super::engine::Engine;
use super::moves::{AttackSource, Move, MoveKind, Sink};
use super::tables::{Ends, Index, PromotionTable};

impl<const W: usize> Engine<W> {
    /// Emits the moves of common pieces with walls, in games without other special rules. Returns the pieces left. If
    /// attacks need empty squares only, a wall cannot endanger a royal piece that is safe without it. Pinned pieces
    /// are left, because a wall might make their moves legal.
    #[inline(always)]
    pub(crate) fn generate_walled<I: Index, S: Sink<W>>(
        &self,
        position: &Position<W>,
        (ends, info): (Ends<W>, &CheckInfo<W>),
        sink: &mut S,
    ) -> Bitboard<W> {
        let us = position.state.turn;
        let pieces = position.of_side(us) & !info.royals;
        let Some(walls) = self.rules.effects.walls.as_ref().filter(|_| self.walls_are_free(us)) else { return pieces };
        let (occupied, area) = (position.occupied(), self.wall_area(position) & self.board.wall_region[us]);
        let free = area & !occupied;
        let mut left = Bitboard::EMPTY;
        for from in pieces {
            let Some(piece) = position.cell(from).piece() else { continue };
            let behind = Bitboard::of(from);
            if walls.built == WallPlace::Behind && !self.board.wall_region[us].contains(from) {
                continue;
            }
            let targets = self.moves.targets::<I>((us, piece), from, &occupied, ends);
            if self.leaves_more_than_walls((us, piece), targets)
                || !targets.is_subset(&self.landing(position, info, from))
            {
                left.insert(from);
                continue;
            }
            if walls.built == WallPlace::Behind {
                sink.walls_behind(position, (from, piece), targets);
                continue;
            }
            if walls.built == WallPlace::Shot {
                let occupied = occupied & !behind;
                for to in targets {
                    let occupied = occupied | Bitboard::of(to);
                    let ends = Ends { empty: !occupied & self.board.wall_region[us], ..Ends::NONE };
                    let shots = self.moves.targets::<I>((us, piece), to, &occupied, ends);
                    sink.walls(position, (from, to, piece), shots);
                }
                continue;
            }
            let squares = free | (area & behind);
            if S::COUNTS {
                sink.number(
                    u64::from(targets.count()) * u64::from(squares.count()) - u64::from((targets & squares).count()),
                );
            } else {
                for to in targets {
                    sink.walls(position, (from, to, piece), squares & !Bitboard::of(to));
                }
            }
        }
        left
    }

    /// Emits the walls that replace a move, if attacks in closed form decide their legality. A wall then acts like a
    /// dropped piece. Returns `false` if other attacks matter.
    pub(crate) fn emit_walls_instead<S: Sink<W>>(
        &self,
        position: &mut Position<W>,
        pass: &Move,
        info: &CheckInfo<W>,
        sink: &mut S,
    ) -> bool {
        let attacks = &self.attacks.by[!position.state.turn];
        let settled = attacks.has_closed_form() && info.must_verify.is_empty() && self.plan.duple_royals.is_empty();
        if !self.builds_with(pass) || !settled || self.lifts_walls() {
            return false;
        }
        let squares = if info.in_check { Bitboard::EMPTY } else { self.wall_squares(position, pass) & info.check_mask };
        if S::COUNTS {
            sink.number(u64::from(squares.count()));
        } else {
            squares.iter().for_each(|wall| sink.single(position, pass.with(|further| further.wall = Some(wall))));
        }
        true
    }

    /// Returns `true` if a new wall replaces the old one.
    pub(crate) fn lifts_walls(&self) -> bool {
        self.rules.effects.walls.as_ref().is_some_and(|walls| walls.built == WallPlace::Moved)
    }

    /// Returns `true` if moves of a piece to the targets could have other effects than moving, capturing and leaving a
    /// wall, or if the piece has other moves.
    fn leaves_more_than_walls(&self, (us, piece): (Side, PieceId), targets: Bitboard<W>) -> bool {
        let table = self.moves.of(us, piece);
        let promotes = |promotion: &PromotionTable<W>| promotion.touching || targets.intersects(&promotion.zone);
        table.promotion.as_ref().is_some_and(promotes)
            || !table.barred.is_empty()
            || self.rules.effects.petrifies.contains(&piece)
    }

    /// The walls that may come with a move.
    pub(crate) fn legal_walls(&self, position: &mut Position<W>, mv: &Move) -> Bitboard<W> {
        let walls = self.wall_squares(position, mv);
        let us = position.state.turn;
        if !self.plan.any_royals() || walls.is_empty() {
            return walls;
        }
        let may_not_stay = mv.stays() && self.in_check(position, us);
        let each = self.castles_behind_walls(mv);
        if may_not_stay || (!each && !self.castling_path_is_safe(position, mv, AttackSource::Tables)) {
            return Bitboard::EMPTY;
        }
        if each || !self.attacks.by[!us].has_closed_form() || !self.plan.duple_royals.is_empty() {
            let safe =
                |wall: &_| self.is_safe(position, &mv.with(|further| further.wall = Some(*wall)), AttackSource::Tables);
            return walls.iter().filter(safe).collect();
        }
        // A wall acts like a dropped piece.
        let (mark, royals) = (position.mark(), self.royal_counts(position));
        self.apply(position, mv);
        let free = match self.decided_by_losses(position, us, royals) {
            Some(true) => !Bitboard::EMPTY,
            Some(false) => Bitboard::EMPTY,
            None => {
                self.lift_old_walls(position);
                self.check_info_of(position, us, self.royal_squares(position, us)).check_mask
            }
        };
        position.undo(&mark);
        walls & free
    }

    /// Removes the old wall, if a new wall replaces it.
    pub(crate) fn lift_old_walls(&self, position: &mut Position<W>) {
        if self.lifts_walls() {
            for wall in position.walls() & !self.board.holes {
                position.set_wall(wall, false);
            }
        }
    }

    /// The squares on which a move may put up a wall; none in a game without walls.
    pub(crate) fn wall_squares(&self, position: &mut Position<W>, mv: &Move) -> Bitboard<W> {
        let Some(walls) = &self.rules.effects.walls else { return Bitboard::EMPTY };
        let us = position.state.turn;
        let plain = mv.kind() == MoveKind::Normal && mv.captures().are_only(mv.to);
        let (empty, occupied) = if plain && !self.changes_more(mv) {
            let mut occupied = position.occupied();
            occupied.remove(mv.from);
            occupied.insert(mv.to);
            (!occupied, occupied)
        } else {
            self.empty_after(position, mv)
        };
        let allowed = match walls.built {
            WallPlace::Behind => Bitboard::of(mv.from),
            WallPlace::Shot => {
                let shooter = (us, mv.promotion().unwrap_or(mv.piece));
                self.moves.counted_targets(shooter, mv.to, &occupied, Ends { empty: !occupied, ..Ends::NONE })
            }
            _ => self.wall_area(position),
        };
        allowed & empty & self.board.all_squares & self.board.wall_region[us]
    }

    /// Returns `true` if a move changes more squares than those on which it starts and ends.
    fn changes_more(&self, mv: &Move) -> bool {
        let effects = &self.rules.effects;
        let by_capture = self.plan.blasts || effects.petrifies.contains(&mv.piece);
        effects.flips.is_some() || (by_capture && mv.is_capture())
    }

    /// Squares that may get a wall if they are empty after the move.
    fn wall_area(&self, position: &Position<W>) -> Bitboard<W> {
        match self.rules.effects.walls.as_ref().map(|walls| walls.built) {
            Some(WallPlace::Anywhere | WallPlace::Moved) => self.board.all_squares,
            Some(WallPlace::Edge) => {
                let old = position.walls() & !self.board.holes;
                self.board.surroundings.edge | self.board.surroundings.beside_orthogonally(old)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares on which a wall may be put up after a move, and the squares that are then occupied. Like
    /// Fairy-Stockfish, it keeps walls off the squares of pieces that the move captures or blows up.
    fn empty_after(&self, position: &mut Position<W>, mv: &Move) -> (Bitboard<W>, Bitboard<W>) {
        let mut empty = self.board.all_squares & !position.occupied();
        let mark = position.mark();
        if !mv.is_pass() {
            empty.insert(mv.from);
            empty.remove(mv.to);
            self.apply(position, mv);
            if mv.kind() == MoveKind::EnPassant {
                mv.captures().squares().iter().for_each(|square| empty.insert(*square));
            }
            if let MoveKind::Castling { partner, .. } = mv.kind() {
                empty.insert(partner);
            }
            // A castling partner, or the capturing piece under a converted piece that moves on, may stand on the
            // start square.
            empty &= !position.occupied();
        }
        let occupied = position.occupied();
        position.undo(&mark);
        (empty, occupied)
    }
}

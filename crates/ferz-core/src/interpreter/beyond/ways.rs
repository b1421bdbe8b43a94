//! Quiet moves that take: by closing in, by going away, by jumping.

use smallvec::SmallVec;

use crate::board::{AROUND, Bitboard, Geometry, Side, Square, Step};
use crate::position::Position;
use crate::rules::{How, PieceId, Way};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::tables::Ends;

/// The squares on which a move takes.
type Taken = SmallVec<[Square; 8]>;

/// The next square in a direction.
fn next(geometry: &Geometry, square: Square, step: Step) -> Option<Square> {
    geometry.step(square, step).map(|landing| landing.square)
}

impl<const W: usize> Engine<W> {
    /// Adds what quiet moves of the side to move take, and the moves that jump.
    pub(super) fn take_by_ways(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        if !self.rules.beyond.takes.single_way.is_empty() {
            self.take_by_single_ways(position, moves);
        }
        for made in moves.iter_mut().filter(|made| made.captures.is_empty() && made.kind == MoveKind::Normal) {
            let taken = self.taken_by_ways(position, us, made.piece, (made.from, made.to));
            made.captures = Captures::of(&taken).unwrap_or(Captures::NONE);
        }
        for from in position.of_side(us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            self.jumps(position, us, (piece, from), &mut |to, jumped| {
                let mut taken = jumped.clone();
                taken.extend(self.taken_by_ways(position, us, piece, (from, to)));
                if let Some(captures) = Captures::of(&taken) {
                    let kind = MoveKind::Normal;
                    moves.push(Move { from, to, piece, promotion: None, captures, kind, wall: None, gate: None });
                }
            });
        }
    }

    /// Lets quiet moves of pieces that take in one way only take in one of theirs, each way with a move of its own.
    fn take_by_single_ways(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let (takes, all) = (&self.rules.beyond.takes, std::mem::take(moves));
        for made in all {
            let single = takes.single_way.contains(&made.piece);
            if !single || made.is_capture() || made.kind != MoveKind::Normal {
                moves.push(made);
                continue;
            }
            let before = moves.len();
            for way in takes.ways.iter().filter(|way| way.by.contains(&made.piece)) {
                let mut taken = Taken::new();
                self.taken_by_way(position, us, way, (made.from, made.to), &mut taken);
                let captures = Captures::of(&taken).filter(|_| !taken.is_empty());
                moves.extend(captures.map(|captures| Move { captures, ..made }));
            }
            if moves.len() == before {
                moves.push(made);
            }
        }
    }

    /// Could a piece of `by` take on a square with a quiet move?
    pub(super) fn attacks_by_ways(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        let Some(of) = position.cell(target).piece() else { return false };
        let ways = &self.rules.beyond.takes.ways;
        let held = self.held(position, by);
        let occupied = position.occupied();
        let empty = self.board.all_squares & !occupied;
        ways.iter().filter(|way| way.of.contains(&of)).flat_map(|way| &way.by).any(|piece| {
            (position.pieces(by, *piece) & !held).iter().any(|from| {
                let ends = Ends { empty, ..Ends::NONE };
                let targets = self.moves.targets_of((by, *piece), from, &occupied, ends);
                if targets.iter().any(|to| self.taken_by_ways(position, by, *piece, (from, to)).contains(&target)) {
                    return true;
                }
                let mut found = false;
                self.jumps(position, by, (*piece, from), &mut |_, jumped| found |= jumped.contains(&target));
                found
            })
        })
    }

    /// The enemies that a quiet move of a piece takes without jumping.
    fn taken_by_ways(&self, position: &Position<W>, us: Side, piece: PieceId, (from, to): (Square, Square)) -> Taken {
        let mut taken = Taken::new();
        for way in self.rules.beyond.takes.ways.iter().filter(|way| way.by.contains(&piece)) {
            self.taken_by_way(position, us, way, (from, to), &mut taken);
        }
        taken
    }

    fn taken_by_way(
        &self,
        position: &Position<W>,
        us: Side,
        way: &Way,
        (from, to): (Square, Square),
        taken: &mut Taken,
    ) {
        let geometry = &self.rules.geometry;
        let (files, ranks) = (
            geometry.file(to) as i32 - geometry.file(from) as i32,
            geometry.rank(to) as i32 - geometry.rank(from) as i32,
        );
        if way.straight && files != 0 && ranks != 0 {
            return;
        }
        let mut enemies = position.of_side(!us) & position.of_pieces(&way.of) & !self.shielded(position, !us);
        taken.iter().for_each(|square| enemies.remove(*square));
        let friend = |square: Square| square != from && position.of_side(us).contains(square);
        match &way.how {
            How::Custodian => {
                for step in AROUND.into_iter().step_by(2) {
                    if let Some(beside) = next(geometry, to, step)
                        && enemies.contains(beside)
                        && next(geometry, beside, step).is_some_and(friend)
                    {
                        taken.push(beside);
                    }
                }
            }
            How::Coordination(partners) => {
                for partner in position.of_pieces(partners) & position.of_side(us) {
                    let corners =
                        [(geometry.file(to), geometry.rank(partner)), (geometry.file(partner), geometry.rank(to))];
                    for (file, rank) in corners {
                        if let Some(corner) = geometry.at(file, rank).filter(|corner| enemies.contains(*corner))
                            && !taken.contains(&corner)
                        {
                            taken.push(corner);
                        }
                    }
                }
            }
            How::Withdrawal | How::Approach => {
                let (x, y) = (files.signum() as i8, ranks.signum() as i8);
                let (square, step) = match way.how {
                    How::Withdrawal => (from, Step::new(-x, -y)),
                    _ => (to, Step::new(x, y)),
                };
                let behind = next(geometry, square, step).filter(|behind| enemies.contains(*behind));
                taken.extend(behind);
            }
            How::Leap(_) => {}
        }
    }

    /// The jumps of a piece on a square: where they end, and over which enemies.
    fn jumps(
        &self,
        position: &Position<W>,
        us: Side,
        (piece, from): (PieceId, Square),
        found: &mut impl FnMut(Square, &Taken),
    ) {
        let ways = self.rules.beyond.takes.ways.iter().filter(|way| way.by.contains(&piece));
        for way in ways {
            let How::Leap(most) = way.how else { continue };
            let enemies = position.of_side(!us) & position.of_pieces(&way.of) & !self.shielded(position, !us);
            for step in AROUND {
                self.jumps_along(position, (from, step, usize::from(most)), &enemies, found);
            }
        }
    }

    fn jumps_along(
        &self,
        position: &Position<W>,
        (from, step, most): (Square, Step, usize),
        enemies: &Bitboard<W>,
        found: &mut impl FnMut(Square, &Taken),
    ) {
        let (geometry, occupied) = (&self.rules.geometry, position.occupied());
        let (mut at, mut taken) = (from, Taken::new());
        while let Some(square) = next(geometry, at, step) {
            if !occupied.contains(square) {
                at = square;
                if !taken.is_empty() {
                    found(at, &taken);
                }
                continue;
            }
            let beyond = next(geometry, square, step).filter(|beyond| !occupied.contains(*beyond));
            let Some(beyond) = beyond.filter(|_| enemies.contains(square) && taken.len() < most) else { return };
            taken.push(square);
            at = beyond;
            found(at, &taken);
        }
    }
}

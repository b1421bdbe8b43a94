//! Quiet moves that take: by closing in, by going away, by jumping.

use smallvec::SmallVec;

use crate::board::{AROUND, Bitboard, Geometry, Side, Square, Step, Topology};
use crate::position::Position;
use crate::rules::{How, PieceId, Way};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};
use super::super::tables::Ends;

/// The squares of the pieces that a move captures.
type Taken = SmallVec<[Square; 8]>;

/// The direction that has the same signs as the vector from one square to another.
fn leaning(geometry: &Geometry, from: Square, to: Square) -> Option<usize> {
    let files = geometry.file(to) as i32 - geometry.file(from) as i32;
    let ranks = geometry.rank(to) as i32 - geometry.rank(from) as i32;
    let step = Step::new(files.signum() as i8, ranks.signum() as i8);
    AROUND.iter().position(|other| *other == step)
}

/// The direction in which one square lies in line with another on a plane board.
fn direction(geometry: &Geometry, from: Square, to: Square) -> Option<usize> {
    let files = geometry.file(to).abs_diff(geometry.file(from));
    let ranks = geometry.rank(to).abs_diff(geometry.rank(from));
    (files == 0 || ranks == 0 || files == ranks).then(|| leaning(geometry, from, to)).flatten()
}

impl<const W: usize> Engine<W> {
    /// Adds captures to quiet moves of the side to move, and adds the moves that jump.
    pub(super) fn take_by_ways(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        for made in moves.iter_mut().filter(|made| made.captures().is_empty() && made.kind() == MoveKind::Normal) {
            let taken = self.taken_by_ways(position, us, made.piece, (made.from, made.to));
            *made = made.with(|further| further.captures = Captures::of(&taken));
        }
        // Several ways may lead over the same pieces to the same square.
        let leaps = self.rules.beyond.takes.ways.iter().filter(|way| matches!(way.how, How::Leap(_)));
        let several = leaps.count() > 1;
        for from in position.of_side(us) {
            let Some(piece) = position.cell(from).piece() else { continue };
            self.jumps(position, us, (piece, from), &mut |to, jumped| {
                let mut taken = jumped.clone();
                taken.extend(self.taken_by_ways(position, us, piece, (from, to)));
                let made = Move::new((from, to), piece, Further::taking(Captures::of(&taken)));
                if !(several && moves.contains(&made)) {
                    moves.push(made);
                }
            });
        }
    }

    /// Returns `true` if a piece of `by` could capture on a square with a move that ends elsewhere.
    pub(super) fn attacks_by_ways(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        let Some(of) = position.cell(target).piece() else { return false };
        let held = self.held(position, by);
        let ways = self.rules.beyond.takes.ways.iter().filter(|way| way.of.contains(&of));
        ways.into_iter().any(|way| {
            let takers = position.of_pieces(&way.by) & position.of_side(by) & !held;
            match way.how {
                _ if takers.is_empty() => false,
                How::Leap(most) => self.is_jumped(position, (way, takers), (target, by, usize::from(most))),
                _ => self.is_taken_by_way(position, way, takers, (target, by)),
            }
        })
    }

    /// Returns `true` if one of the pieces can jump over the piece on a square.
    fn is_jumped(
        &self,
        position: &Position<W>,
        (way, takers): (&Way, Bitboard<W>),
        (target, by, most): (Square, Side, usize),
    ) -> bool {
        let enemies = position.of_side(!by) & position.of_pieces(&way.of) & !self.shielded(position, !by);
        let plane = matches!(self.rules.geometry.topology(), Topology::Rectangle);
        takers.iter().any(|from| {
            let towards = direction(&self.rules.geometry, from, target);
            (0..8).filter(|way| !plane || towards == Some(*way)).any(|way| {
                let mut found = false;
                self.jumps_along(position, (from, way, most), &enemies, &mut |_, taken| {
                    found |= taken.contains(&target);
                });
                found
            })
        })
    }

    /// Returns `true` if a quiet move of one of the pieces captures the piece on a square.
    fn is_taken_by_way(
        &self,
        position: &Position<W>,
        way: &Way,
        takers: Bitboard<W>,
        (target, by): (Square, Side),
    ) -> bool {
        let (occupied, surroundings) = (position.occupied(), &self.board.surroundings);
        let own = position.of_side(by);
        let mut ends = self.board.all_squares & !occupied;
        let mut takers = takers;
        match &way.how {
            How::Custodian => {
                let friend = |direction| surroundings.next(target, direction).is_some_and(|next| own.contains(next));
                let opposite = (0..8).step_by(2).filter(|direction| friend(*direction));
                ends &= opposite.filter_map(|direction| surroundings.next(target, direction + 4)).collect();
            }
            How::Coordination(partners) => {
                let geometry = &self.rules.geometry;
                let (file, rank) = (geometry.file(target), geometry.rank(target));
                let aligned = |on: Square| geometry.file(on) == file || geometry.rank(on) == rank;
                if !(position.of_pieces(partners) & own).iter().any(aligned) {
                    return false;
                }
            }
            How::Withdrawal => takers &= surroundings.beside[target.index()],
            How::Approach => ends &= surroundings.beside[target.index()],
            How::Leap(_) => {}
        }
        if ends.is_empty() {
            return false;
        }
        takers.iter().any(|from| {
            let Some(piece) = position.cell(from).piece() else { return false };
            let targets = self.moves.counted_targets((by, piece), from, &occupied, Ends { empty: ends, ..Ends::NONE });
            targets.iter().any(|to| {
                let mut taken = Taken::new();
                self.taken_by_way(position, by, way, (from, to), &mut taken);
                taken.contains(&target)
            })
        })
    }

    /// The enemies that a quiet move of a piece captures without jumping.
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
        let (geometry, surroundings) = (&self.rules.geometry, &self.board.surroundings);
        let straight = geometry.file(to) == geometry.file(from) || geometry.rank(to) == geometry.rank(from);
        if way.straight && !straight {
            return;
        }
        let mut enemies = position.of_side(!us) & position.of_pieces(&way.of) & !self.shielded(position, !us);
        taken.iter().for_each(|square| enemies.remove(*square));
        let friend = |square: Square| square != from && position.of_side(us).contains(square);
        match &way.how {
            How::Custodian => {
                for direction in (0..8).step_by(2) {
                    if let Some(beside) = surroundings.next(to, direction)
                        && enemies.contains(beside)
                        && surroundings.next(beside, direction).is_some_and(friend)
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
                let Some(direction) = leaning(geometry, from, to) else { return };
                let behind = match way.how {
                    How::Withdrawal => surroundings.next(from, direction + 4),
                    _ => surroundings.next(to, direction),
                };
                taken.extend(behind.filter(|behind| enemies.contains(*behind)));
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
            for direction in 0..8 {
                self.jumps_along(position, (from, direction, usize::from(most)), &enemies, found);
            }
        }
    }

    fn jumps_along(
        &self,
        position: &Position<W>,
        (from, direction, most): (Square, usize, usize),
        enemies: &Bitboard<W>,
        found: &mut impl FnMut(Square, &Taken),
    ) {
        let occupied = position.occupied();
        let next = |square: Square| self.board.surroundings.next(square, direction);
        let (mut at, mut taken) = (from, Taken::new());
        while let Some(square) = next(at) {
            if !occupied.contains(square) {
                at = square;
                if !taken.is_empty() {
                    found(at, &taken);
                }
                continue;
            }
            let beyond = next(square).filter(|beyond| !occupied.contains(*beyond));
            let Some(beyond) = beyond.filter(|_| enemies.contains(square) && taken.len() < most) else { return };
            taken.push(square);
            at = beyond;
            found(at, &taken);
        }
    }
}

//! Pieces that jump enemies and take them, again and again as long as they can.

use smallvec::SmallVec;

use crate::board::{Side, Square, Step};
use crate::position::Position;
use crate::rules::{Jumps, PieceId};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};

/// What has been jumped, in order. It stays on the board until the move is made.
type Jumped = SmallVec<[Square; Captures::MAX]>;

/// A piece of a side with its rule, on the square where it starts.
struct Jumper<'a> {
    chain: &'a Jumps,
    us: Side,
    start: Square,
    /// How many jumps may still be tried.
    left: u32,
}

/// The most jumps that are tried for a piece: no piece of a playable game comes near it.
const MOST_JUMPS: u32 = 1 << 16;

impl<const W: usize> Engine<W> {
    /// Adds the chains of jumps of the side to move, each to its end. Of those to the same square over the same pieces one
    /// is made.
    pub(super) fn chains(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let mut found = Vec::new();
        for start in position.of_side(us) {
            let Some(piece) = position.cell(start).piece() else { continue };
            for chain in self.rules.beyond.takes.chains.iter().filter(|chain| chain.by.contains(&piece)) {
                let mut jumper = Jumper { chain, us, start, left: MOST_JUMPS };
                self.jump_on(position, &mut jumper, (start, &Jumped::new()), &mut |to, jumped| {
                    Self::push_chain((start, to, piece), jumped, &mut found);
                });
            }
        }
        if self.rules.beyond.takes.longest {
            let most = found.iter().map(|(made, _): &(Move, Jumped)| made.captures.len()).max().unwrap_or(0);
            found.retain(|(made, _)| made.captures.len() == most);
            // Other captures are as long as they are.
            moves.retain(|made| !made.is_capture() || made.captures.len() >= most);
        }
        for (made, _) in found {
            moves.extend(self.promotions_of(position, made));
        }
    }

    fn push_chain((from, to, piece): (Square, Square, PieceId), jumped: &Jumped, found: &mut Vec<(Move, Jumped)>) {
        let Some(captures) = Captures::of(jumped) else { return };
        let mut sorted = jumped.clone();
        sorted.sort_unstable();
        let known =
            |(made, other): &(Move, Jumped)| (made.from, made.to, made.piece) == (from, to, piece) && *other == sorted;
        if !found.iter().any(known) {
            let kind = MoveKind::Normal;
            found.push((Move { from, to, piece, promotion: None, captures, kind, wall: None, gate: None }, sorted));
        }
    }

    /// Could a piece of `by` that jumps take on a square?
    pub(super) fn attacks_by_chains(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        let held = self.held(position, by);
        self.rules.beyond.takes.chains.iter().any(|chain| {
            (position.of_pieces(&chain.by) & position.of_side(by) & !held).iter().any(|start| {
                let (mut jumper, mut takes) = (Jumper { chain, us: by, start, left: MOST_JUMPS }, false);
                let mut note = |_, jumped: &Jumped| takes |= jumped.contains(&target);
                self.jump_on(position, &mut jumper, (start, &Jumped::new()), &mut note);
                takes
            })
        })
    }

    /// Goes on with a chain from a square; hands on where it ends, if it has taken anything and cannot go on.
    fn jump_on(
        &self,
        position: &Position<W>,
        jumper: &mut Jumper<'_>,
        (at, jumped): (Square, &Jumped),
        found: &mut dyn FnMut(Square, &Jumped),
    ) {
        let jumps = self.jumps_from(position, jumper, (at, jumped));
        if jumps.is_empty() && !jumped.is_empty() {
            return found(at, jumped);
        }
        for (victim, ends) in jumps {
            let mut longer = jumped.clone();
            longer.push(victim);
            let goes_on = |end: &&Square| !self.jumps_from(position, jumper, (**end, &longer)).is_empty();
            let on: SmallVec<[Square; 8]> = ends.iter().filter(goes_on).copied().collect();
            // Where a jump may end on several squares, those from which it goes on are preferred.
            for end in if on.is_empty() { ends } else { on } {
                if jumper.left == 0 {
                    return;
                }
                jumper.left -= 1;
                self.jump_on(position, jumper, (end, &longer), found);
            }
        }
    }

    /// The pieces that can be jumped from a square, each with the squares on which the jump may end.
    fn jumps_from(
        &self,
        position: &Position<W>,
        jumper: &Jumper<'_>,
        (at, jumped): (Square, &Jumped),
    ) -> SmallVec<[(Square, SmallVec<[Square; 8]>); 4]> {
        let mut jumps = SmallVec::new();
        if !jumped.is_empty() && jumper.chain.ends_in[jumper.us].contains(at) {
            return jumps;
        }
        for (step, far) in &jumper.chain.jumps {
            let step = if jumper.us == Side::White { *step } else { step.reversed() };
            let jump = self.jump_along(position, jumper, (at, step, *far));
            jumps.extend(jump.filter(|(victim, _)| !jumped.contains(victim)));
        }
        jumps
    }

    /// The first piece in a direction, if it is one that may be jumped, and where the jump may end.
    fn jump_along(
        &self,
        position: &Position<W>,
        jumper: &Jumper<'_>,
        (at, step, far): (Square, Step, bool),
    ) -> Option<(Square, SmallVec<[Square; 8]>)> {
        let free = |square: Square| square == jumper.start || !position.occupied().contains(square);
        let next = |(square, step): (Square, Step)| {
            self.rules.geometry.step(square, step).map(|landing| (landing.square, landing.onward))
        };
        let mut ahead = next((at, step))?;
        while far && free(ahead.0) && ahead.0 != at {
            ahead = next(ahead)?;
        }
        let victim = ahead.0;
        let cell = position.cell(victim);
        if free(victim) || cell.side() == jumper.us || !jumper.chain.of.contains(&cell.piece()?) {
            return None;
        }
        let mut ends: SmallVec<[Square; 8]> = SmallVec::new();
        let mut behind = next(ahead);
        // A line that leads round a joined board comes back to where it was.
        while let Some(place) = behind.filter(|(square, _)| free(*square) && !ends.contains(square)) {
            ends.push(place.0);
            behind = if far { next(place) } else { None };
        }
        (!ends.is_empty()).then_some((victim, ends))
    }
}

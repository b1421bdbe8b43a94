//! Pieces that capture by jumping, and jump on as long as they can.
//!
//! A chain is followed from state to state. A state is the jumping piece, its square, and the jumped pieces. Each
//! state is visited once, and each end is one move. There may still be very many of them, so the search counts its
//! steps with [`work::spend`].

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square, Step};
use crate::position::Position;
use crate::rules::{Jumps, PieceId};
use crate::work;

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{Further, Move};

/// Squares of the jumped pieces, in order. These pieces stay on the board until the move is made.
type Jumped = SmallVec<[Square; Captures::MAX]>;

/// The steps that are counted for one state: looking for jumps in all directions.
const STEPS: usize = 16;

/// A piece of a side, on the square where it starts.
struct Jumper {
    us: Side,
    piece: PieceId,
    start: Square,
    /// `true` if it promotes within a chain.
    promotes: bool,
}

/// A chain on its way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// Index of the rule by which the piece jumps. `None` if the promoted piece cannot jump.
    rule: Option<usize>,
    piece: PieceId,
    at: Square,
    jumped: Jumped,
}

impl State {
    /// The same for all orders in which the same pieces were jumped.
    fn key(&self) -> State {
        let mut key = self.clone();
        key.jumped.sort_unstable();
        key
    }
}

impl<const W: usize> Engine<W> {
    /// Adds the chains of jumps of the side to move, each to its end. Of those to the same square over the same pieces one
    /// is made.
    pub(super) fn chains(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let us = position.state.turn;
        let mut found = Vec::new();
        for start in position.of_side(us) {
            let Some(piece) = position.cell(start).piece() else { continue };
            let jumper = self.jumper((us, piece, start));
            // Two rules may give a piece the same chain.
            let mut known = FxHashSet::default();
            self.each_chain_end(position, &jumper, &mut |end| {
                let State { piece, at, jumped, .. } = end.key();
                if known.insert((piece, at, jumped)) {
                    found.push(self.chain_as_move(&jumper, end));
                }
            });
        }
        if self.rules.beyond.takes.longest {
            let most = found.iter().map(|made| made.captures().squares().len()).max().unwrap_or(0);
            found.retain(|made| made.captures().squares().len() == most);
            // Other captures are as long as they are.
            moves.retain(|made| !made.is_capture() || made.captures().squares().len() >= most);
        }
        for made in found {
            match self.jumper((us, made.piece, made.from)).promotes {
                true => moves.push(made),
                false => moves.extend(self.promotions_of(position, made)),
            }
        }
    }

    fn jumper(&self, (us, piece, start): (Side, PieceId, Square)) -> Jumper {
        let chains = &self.rules.beyond.takes.chains;
        let promotes = chains.iter().any(|chain| chain.promotes_at_once && chain.by.contains(&piece));
        Jumper { us, piece, start, promotes }
    }

    fn chain_as_move(&self, jumper: &Jumper, end: &State) -> Move {
        Move::new(
            (jumper.start, end.at),
            jumper.piece,
            Further {
                promotion: (end.piece != jumper.piece).then_some(end.piece),
                ..Further::taking(Captures::of(&end.jumped))
            },
        )
    }

    /// Returns `true` if a jumping piece of `by` could capture on a square.
    pub(super) fn attacks_by_chains(&self, position: &Position<W>, target: Square, by: Side) -> bool {
        let mut jumping = Bitboard::EMPTY;
        self.rules.beyond.takes.chains.iter().for_each(|chain| jumping |= position.of_pieces(&chain.by));
        (jumping & position.of_side(by)).iter().any(|start| {
            let Some(piece) = position.cell(start).piece() else { return false };
            let jumper = self.jumper((by, piece, start));
            let mut waiting = self.beginnings(&jumper);
            self.could_jump(position, &jumper, target)
                && self.search_chains(position, &jumper, &mut waiting, &mut |state, _| state.jumped.contains(&target))
        })
    }

    /// Returns `true` if a piece could jump over a square if it were allowed to jump the same piece repeatedly. This
    /// needs few states, and usually shows that a square is not attacked.
    fn could_jump(&self, position: &Position<W>, jumper: &Jumper, target: Square) -> bool {
        let mut waiting = self.beginnings(jumper);
        let mut seen = FxHashSet::default();
        while let Some(state) = waiting.pop() {
            if state.jumped.contains(&target) {
                return true;
            }
            if !work::spend(STEPS) {
                return false;
            }
            for next in self.jumps_on(position, jumper, &State { jumped: Jumped::new(), ..state.clone() }, false) {
                if seen.insert((next.rule, next.piece, next.at, next.jumped.contains(&target))) {
                    waiting.push(next);
                }
            }
        }
        false
    }

    /// Visits each state in which a chain ends: after at least one capture, and without a further jump.
    fn each_chain_end(&self, position: &Position<W>, jumper: &Jumper, visit: &mut dyn FnMut(&State)) {
        let mut waiting = self.beginnings(jumper);
        self.search_chains(position, jumper, &mut waiting, &mut |state, ends| {
            if ends && !state.jumped.is_empty() {
                visit(state);
            }
            false
        });
    }

    /// The chains that a piece can begin, one for each of its rules.
    fn beginnings(&self, jumper: &Jumper) -> Vec<State> {
        let begin = |rule| State { rule: Some(rule), piece: jumper.piece, at: jumper.start, jumped: Jumped::new() };
        self.rules_of_jumps(jumper.piece).map(begin).collect()
    }

    /// The numbers of the rules by which a piece jumps.
    fn rules_of_jumps(&self, piece: PieceId) -> impl Iterator<Item = usize> {
        let chains = self.rules.beyond.takes.chains.iter().enumerate();
        chains.filter(move |(_, chain)| chain.by.contains(&piece)).map(|(rule, _)| rule)
    }

    /// Follows chains, each state once, until `visit` returns `true`; then returns `true`. `visit` gets each state,
    /// and whether its chain ends there.
    fn search_chains(
        &self,
        position: &Position<W>,
        jumper: &Jumper,
        waiting: &mut Vec<State>,
        visit: &mut dyn FnMut(&State, bool) -> bool,
    ) -> bool {
        let mut seen = FxHashSet::default();
        while let Some(state) = waiting.pop() {
            if !work::spend(STEPS) {
                return false;
            }
            if !state.jumped.is_empty() && !seen.insert(state.key()) {
                continue;
            }
            let next = self.jumps_on(position, jumper, &state, true);
            if visit(&state, next.is_empty()) {
                return true;
            }
            waiting.extend(next.into_iter().rev());
        }
        false
    }

    /// The states to which one more jump leads. If `prefers` is set and a jump may end on several squares, only squares
    /// from which the piece can jump again are kept. If there is no such square, all are kept.
    fn jumps_on(&self, position: &Position<W>, jumper: &Jumper, state: &State, prefers: bool) -> Vec<State> {
        let mut all = Vec::new();
        for (victim, ends) in self.jumps_from(position, jumper, state) {
            let mut jumped = state.jumped.clone();
            jumped.push(victim);
            let first = all.len();
            for end in ends {
                self.land(position, jumper, (state, end, &jumped), &mut all);
            }
            let goes_on = |next: &State| !self.jumps_from(position, jumper, next).is_empty();
            let landed = &all[first..];
            if prefers && landed.iter().any(|next| next.at != landed[0].at) {
                let on: SmallVec<[Square; 8]> =
                    landed.iter().filter(|next| goes_on(next)).map(|next| next.at).collect();
                if !on.is_empty() {
                    let mut index = 0;
                    all.retain(|next| {
                        index += 1;
                        index <= first || on.contains(&next.at)
                    });
                }
            }
        }
        all
    }

    /// Adds the states in which a jump ends on a square: one, or as many as there are pieces to become there.
    fn land(
        &self,
        position: &Position<W>,
        jumper: &Jumper,
        (state, at, jumped): (&State, Square, &Jumped),
        found: &mut Vec<State>,
    ) {
        let stays = || State { at, jumped: jumped.clone(), ..*state };
        let Some(victim) = jumped.last().filter(|_| jumper.promotes && state.piece == jumper.piece) else {
            return found.push(stays());
        };
        let last = State { at, jumped: Jumped::from_slice(&[*victim]), ..*state };
        let made = self.chain_as_move(jumper, &last);
        for made in self.promotions_of(position, made) {
            let Some(piece) = made.promotion() else {
                found.push(stays());
                continue;
            };
            let become_piece = |rule| State { rule, piece, at, jumped: jumped.clone() };
            let before = found.len();
            found.extend(self.rules_of_jumps(piece).map(|rule| become_piece(Some(rule))));
            if found.len() == before {
                found.push(become_piece(None));
            }
        }
    }

    /// The pieces that can be jumped in a state, each with the squares on which the jump may end.
    fn jumps_from(
        &self,
        position: &Position<W>,
        jumper: &Jumper,
        state: &State,
    ) -> SmallVec<[(Square, SmallVec<[Square; 8]>); 4]> {
        let mut jumps = SmallVec::new();
        let Some(chain) = state.rule.map(|rule| &self.rules.beyond.takes.chains[rule]) else { return jumps };
        if !state.jumped.is_empty() && chain.ends_in[jumper.us].contains(state.at) {
            return jumps;
        }
        for (step, far) in &chain.jumps {
            let step = if jumper.us == Side::White { *step } else { step.reversed() };
            let jump = self.jump_along(position, (jumper, chain), (state.at, step, *far));
            jumps.extend(jump.filter(|(victim, _)| !state.jumped.contains(victim)));
        }
        jumps
    }

    /// The first piece in a direction, if it is one that may be jumped, and where the jump may end.
    fn jump_along(
        &self,
        position: &Position<W>,
        (jumper, chain): (&Jumper, &Jumps),
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
        if free(victim) || cell.side() == jumper.us || !chain.of.contains(&cell.piece()?) {
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

//! Moves by `instead` rules, and the obligations of a side.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::rules::tree::{Deed, EffectKind, Layer, RuleKind};
use crate::work;

use super::super::engine::Engine;
use super::super::moves::{Further, Move, MoveKind};
use super::super::picks::Pick;
use super::doing::{Doing, MoveAndResult};
use super::duplicates::same_state;
use super::element::Element;
use super::frame::{Event, Frame};

/// Offers from which on those with the same squares are looked up.
const LONG: usize = 32;

impl<const W: usize> Engine<W> {
    /// Adds the moves of all `instead` rules, each once.
    pub(super) fn add_all_offers(&self, position: &Position<W>, depth: u8, found: &mut Vec<MoveAndResult<W>>) {
        self.tree.offers.iter().for_each(|index| self.add_offers(position, *index, depth, found));
    }

    /// Adds the moves of an `instead` rule, each once.
    fn add_offers(&self, position: &Position<W>, index: usize, depth: u8, found: &mut Vec<MoveAndResult<W>>) {
        let mut offered = Vec::new();
        self.offered(position, index, (None, depth), &mut offered);
        let swaps = self
            .block_of_offer(index)
            .is_some_and(|block| block.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Swap(..))));
        if work::is_stopped() {
            return;
        }
        // Moves that are the same have the same squares, so each is compared with few others.
        let mut alike: FxHashMap<SmallVec<[Square; 8]>, SmallVec<[usize; 4]>> = FxHashMap::default();
        let is_long = offered.len() > LONG;
        for (at, (known, _)) in found.iter().enumerate().filter(|_| is_long) {
            alike.entry(squares_of_offer(known)).or_default().push(at);
        }
        for (made, after) in offered {
            if is_long && !work::spend(1) {
                return;
            }
            // If two pieces change places, it is the same move whichever of them counts as the mover.
            let is_same = |known: &MoveAndResult<W>| {
                (swaps || known.0.from == made.from) && is_same_offer(known, (&made, &after))
            };
            if is_long {
                let same = alike.entry(squares_of_offer(&made)).or_default();
                if same.iter().any(|at| is_same(&found[*at])) {
                    continue;
                }
                same.push(found.len());
            } else if found.iter().any(is_same) {
                continue;
            }
            found.push((made, after));
        }
    }

    /// Applies an `instead` rule, once for each way in which the player may choose. For a known move, only its choices are made.
    pub(super) fn offered(
        &self,
        position: &Position<W>,
        index: usize,
        (known, depth): (Option<&Move>, u8),
        found: &mut Vec<MoveAndResult<W>>,
    ) {
        let rule = &self.rules.tree.rules[index];
        let RuleKind::Instead { deed, block } = &rule.kind.kind else { return };
        let Some(start) = self.start_of_offer(position, index, depth) else { return };
        // A move in progress of which only copies are changed serves for all movers.
        let mut first: Option<Box<Doing<'_, W>>> = None;
        for mover in self.pieces_of_offer(position, deed) {
            let frame = self.frame_of_offer(position, (index, mover), depth);
            let Some(made) = frame.made else { continue };
            if known.is_some_and(|known| known.from != made.from) {
                continue;
            }
            let asked = frame.clone();
            let script = known.map(|known| known.picks().row());
            let mut doing = match first.take() {
                Some(doing) => doing,
                None => Doing::new(start.clone(), frame.clone()),
            };
            doing.frame = frame;
            doing.frame.event = Event::Offer;
            (doing.exempt, doing.script) = (rule.kind.even_in_check, script);
            let mut done = match block.choices.is_empty() || block.is_direct() {
                true => self.run(block, doing, false),
                false => {
                    let done = self.run_choosing(block, &doing, false);
                    first = Some(doing);
                    done.unwrap_or_default()
                }
            };
            // A `forbid` rule may depend on the choices. It reads the position before the move.
            done.retain(|doing| {
                let (chosen, destination) = (doing.frame.chosen.clone(), doing.frame.destination.clone());
                !self.is_forbidden(position, &mut Frame { chosen, destination, ..asked.clone() })
            });
            for doing in self.followed(done, Event::Move) {
                found.extend(self.finished(position, &made, doing));
            }
        }
    }

    /// The position in which the effects of an `instead` rule begin. `None` if the position alone rules the moves of the rule out.
    pub(super) fn start_of_offer(&self, position: &Position<W>, index: usize, depth: u8) -> Option<Box<Position<W>>> {
        let us = position.state.turn;
        let asked = Frame { depth, before: Some(position), event: Event::Offer, ..Frame::of_side(us) };
        let applies = |position: &Position<W>| self.all_hold(position, &self.tree.needs[index], &asked);
        // Of what the start changes, conditions read only the rights to capture en passant.
        let passes = !position.state.passed.is_empty() || position.told().is_some_and(|told| told.passed_too.is_some());
        if !passes && !applies(position) {
            return None;
        }
        let start = offered_from(position);
        (!passes || applies(&start)).then_some(start)
    }

    /// The pieces that can make the moves of an `instead` rule; `[None]` if the rule names no piece.
    pub(super) fn pieces_of_offer(&self, position: &Position<W>, deed: &Deed) -> SmallVec<[Option<Square>; 16]> {
        let us = position.state.turn;
        let Some(set) = &deed.kind.by else { return SmallVec::from_slice(&[None]) };
        let fits = |square: &Square| {
            let frame = Frame::of_piece(us, *square, Layer::Real);
            self.lies_in(position, set, Element::On(*square), &frame)
        };
        position.of_side(us).iter().filter(fits).map(Some).collect()
    }

    /// The words of a move by an `instead` rule before its choices.
    pub(super) fn frame_of_offer<'a>(
        &self,
        position: &'a Position<W>,
        (index, mover): (usize, Option<Square>),
        depth: u8,
    ) -> Frame<'a, W> {
        let us = position.state.turn;
        let royal = || self.royal_pieces(position, us).lowest();
        let stand = mover.or_else(royal).or_else(|| position.of_side(us).lowest());
        // A side without pieces can still use a rule that needs no piece. The move is written with the first square.
        let from = stand.unwrap_or(Square::new(0));
        let piece = stand.and_then(|square| position.cell(square).piece()).unwrap_or(PieceId::new(0));
        let made = Move::new((from, from), piece, Further::of_kind(MoveKind::Rule(index as u16)));
        let mut frame: Frame<'a, W> = Frame::of_side(us);
        frame.mover.set(mover);
        frame.origin.extend(mover);
        (frame.before, frame.made, frame.depth) = (Some(position), Some(made), depth);
        frame
    }

    /// The legal moves that fulfil an obligation of the side.
    pub(super) fn fulfilling_duties(
        &self,
        position: &Position<W>,
        moves: Vec<MoveAndResult<W>>,
        depth: u8,
    ) -> Vec<MoveAndResult<W>> {
        self.bound_by_duties(position, moves, depth).0
    }

    /// The same, and `true` if an obligation applies, so that all other moves are illegal.
    pub(super) fn bound_by_duties(
        &self,
        position: &Position<W>,
        mut moves: Vec<MoveAndResult<W>>,
        depth: u8,
    ) -> (Vec<MoveAndResult<W>>, bool) {
        let mut bound = false;
        for rule in self.listed(&self.tree.duties) {
            let RuleKind::Must { deeds, most } = &rule.kind.kind else { continue };
            let mut frame: Frame<'_, W> = Frame::of_side(position.state.turn);
            frame.depth = depth;
            if !self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame) {
                continue;
            }
            let asked = |made: &Move, after: &Position<W>| self.frame_after(position, made, after);
            let is_duty = |(made, after): &MoveAndResult<W>| {
                let frame = asked(made, after);
                deeds.iter().any(|deed| self.is_deed(after, deed, &frame))
            };
            if !moves.iter().any(is_duty) {
                continue;
            }
            bound = true;
            moves.retain(is_duty);
            if let Some(most) = most {
                let number = |(made, after): &MoveAndResult<W>| self.number(after, most, &asked(made, after));
                let largest = moves.iter().map(number).max();
                moves.retain(|one| Some(number(one)) == largest);
            }
        }
        (moves, bound)
    }
}

/// The position in which the effects of a rule begin that is used in place of a move.
fn offered_from<const W: usize>(position: &Position<W>) -> Box<Position<W>> {
    let mut after = position.boxed_copy();
    // A move by a rule keeps en passant rights from an earlier move of the same turn.
    if super::numbers::made(position) == 0 {
        after.state.passed = Bitboard::EMPTY;
    }
    if position.told().is_some_and(|told| told.passed_too.is_some()) {
        after.told_mut().passed_too = None;
    }
    (after.state.dropped, after.state.castled) = (None, None);
    after.state.halfmoves = after.state.halfmoves.saturating_add(1);
    after
}

/// The square of a move by a rule and those that the player has chosen, in the order of the board.
pub(super) fn squares_of_offer(made: &Move) -> SmallVec<[Square; 8]> {
    let chosen = made.picks().row().iter().filter_map(|pick| match pick {
        Pick::On(square) | Pick::Captured(square) => Some(*square),
        _ => None,
    });
    let mut squares: SmallVec<[Square; 8]> = chosen.chain([made.from]).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// `true` if two moves by rules are the same move: they change the same squares in the same way, and only the order of the choices
/// differs.
fn is_same_offer<const W: usize>(known: &MoveAndResult<W>, (made, after): (&Move, &Position<W>)) -> bool {
    let kinds = |made: &Move| -> SmallVec<[PieceId; 4]> {
        let kinds = made.picks().row().iter().filter_map(|pick| match pick {
            Pick::Kind(kind) => Some(*kind),
            _ => None,
        });
        kinds.collect()
    };
    // Each offer is compared with all before it, and the boards of most differ.
    matches!(known.0.kind(), MoveKind::Rule(_))
        && known.1.has_same_pieces(after)
        && kinds(&known.0) == kinds(made)
        && squares_of_offer(&known.0) == squares_of_offer(made)
        && known.1.walls() == after.walls()
        && known.1.state == after.state
        && same_state(&known.1, after)
        && known.1.hands() == after.hands()
}

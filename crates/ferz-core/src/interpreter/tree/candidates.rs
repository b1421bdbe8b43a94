//! The moves that pieces can make, before rules have forbidden or changed any.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::rules::tree::{Layer, MovedBy, Taker};

use super::super::captures::Captures;
use super::super::engine::Engine;
use super::super::moves::{AttackSource, Further, Move, MoveKind};
use super::super::reference;
use super::element::Element;
use super::frame::{Event, Frame};
use super::given::Given;
use super::tabled::Tabled;
use super::viewer::Viewer;
use super::ways::Walked;

/// A move that a piece can make.
#[derive(Clone, Debug)]
pub(super) struct Candidate<const W: usize> {
    pub mv: Move,
    /// The squares on which the piece can be captured en passant, if the tables do not know them.
    pub trail: Option<Bitboard<W>>,
    /// `true` for a special promotion move (`promotion_move`).
    pub promotes: bool,
}

impl<const W: usize> Candidate<W> {
    fn of(mv: Move) -> Candidate<W> {
        Candidate { mv, trail: None, promotes: false }
    }
}

/// The pieces that the side to move may move.
pub(super) struct Movable<const W: usize> {
    /// Its own, with the moves of the tables.
    pub plain: Bitboard<W>,
    /// Pieces whose moves rules change, or that are not its own.
    changed: Bitboard<W>,
}

impl<const W: usize> Engine<W> {
    /// The moves that pieces of the side to move can make: by their notations and by rules that change these, by castling, from the
    /// hand, and to promote. If moves go on in steps, they come without promotion.
    pub(super) fn candidates(&self, position: &Position<W>) -> Vec<Candidate<W>> {
        self.candidates_beside(position, None, 0)
    }

    /// The same, without the moves that the tables decide.
    pub(super) fn candidates_beside(
        &self,
        position: &Position<W>,
        tabled: Option<&Tabled<W>>,
        depth: u8,
    ) -> Vec<Candidate<W>> {
        let movable = self.not_forbidden(position, depth);
        let mut all = self.plain_candidates(position, &movable, tabled);
        self.add_changed(position, &movable, &mut all);
        group_by_origin(&mut all, self.board.all_squares);
        all
    }

    /// `true` if a candidate that is not forbidden passes a test. Moves that rules change are searched only if no other move passes it.
    pub(super) fn any_open_candidate(
        &self,
        position: &Position<W>,
        depth: u8,
        fits: impl FnMut(&Candidate<W>) -> bool,
    ) -> bool {
        let movable = self.not_forbidden(position, depth);
        self.any_candidate_of(position, &movable, fits)
    }

    /// `true` if a candidate passes a test, even one that rules forbid.
    pub(super) fn any_candidate(&self, position: &Position<W>, fits: impl FnMut(&Candidate<W>) -> bool) -> bool {
        self.any_candidate_of(position, &self.movable(position), fits)
    }

    fn any_candidate_of(
        &self,
        position: &Position<W>,
        movable: &Movable<W>,
        mut fits: impl FnMut(&Candidate<W>) -> bool,
    ) -> bool {
        let mut all = self.plain_candidates(position, movable, None);
        let plain = all.len();
        all.iter().any(&mut fits) || {
            self.add_changed(position, movable, &mut all);
            all.iter().skip(plain).any(fits)
        }
    }

    /// The pieces that may be moved, without those that rules forbid to move at all.
    fn not_forbidden(&self, position: &Position<W>, depth: u8) -> Movable<W> {
        if self.tree.still.is_empty() {
            return self.movable(position);
        }
        if self.tree.moved_by.is_empty() {
            let own = position.of_side(position.state.turn);
            return self.movable_among(position, self.not_still(position, own, depth));
        }
        let movable = self.movable(position);
        let open = self.not_still(position, movable.plain | movable.changed, depth);
        Movable { plain: movable.plain & open, changed: movable.changed & open }
    }

    /// Moves by notations that no rule changes, castling, drops, and moves to promote.
    fn plain_candidates(
        &self,
        position: &Position<W>,
        movable: &Movable<W>,
        tabled: Option<&Tabled<W>>,
    ) -> Vec<Candidate<W>> {
        let us = position.state.turn;
        let drops: Vec<Move> = self.drops(position).collect();
        let mut found = self.moves_by_notation(position, movable.plain, tabled);
        if movable.plain != position.of_side(us) {
            let castles = |mv: &Move| matches!(mv.kind(), MoveKind::Castling { .. });
            found.retain(|mv| movable.plain.contains(mv.from) || castles(mv));
        }
        self.add_second_passers(position, &mut found);
        // A side that moves pieces of the other side can give the right to capture its own pawns en passant.
        let own = position.of_side(us);
        found.retain(|mv| {
            mv.kind() != MoveKind::EnPassant || mv.captures().squares().iter().all(|square| !own.contains(*square))
        });
        let promoting = match self.plan.promotes_by_moves {
            true => reference::promotion_moves(self, position),
            false => Vec::new(),
        };
        found.retain(|mv| !promoting.contains(mv));
        if self.promotes_later() {
            strip_promotions(&mut found);
        }
        let mut all: Vec<Candidate<W>> = found.into_iter().map(Candidate::of).collect();
        all.extend(drops.into_iter().map(Candidate::of));
        all.extend(promoting.into_iter().map(|mv| Candidate { promotes: true, ..Candidate::of(mv) }));
        if !self.tree.takers.is_empty() {
            self.take_from_afar(position, &mut all);
        }
        all
    }

    /// Lets capturing pieces stay where they are, or leave the board, as rules say. They do not promote then.
    fn take_from_afar(&self, position: &Position<W>, all: &mut Vec<Candidate<W>>) {
        let us = position.state.turn;
        let mut seen = FxHashSet::default();
        all.retain_mut(|candidate| {
            let mv = candidate.mv;
            let steps = matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant | MoveKind::Through(_));
            if !mv.is_capture() || !steps {
                return true;
            }
            let frame = Frame::of_piece(us, mv.from, Layer::Bare);
            let rules = self.about(&self.tree.takers, Viewer { mover: us, side: us, piece: mv.piece, from: mv.from });
            let last = rules.filter(|(rule, moves)| self.concerns(position, (rule, moves), mv.from, &frame)).last();
            let Some((_, moves)) = last else { return true };
            candidate.mv = mv.with(|further| {
                further.promotion = None;
                further.kind = kind_of_taker(moves.taker);
            });
            seen.insert(candidate.mv)
        });
    }

    /// Adds the moves of pieces whose moves rules change. None of the moves before them is taken away.
    fn add_changed(&self, position: &Position<W>, movable: &Movable<W>, all: &mut Vec<Candidate<W>>) {
        let us = position.state.turn;
        if !movable.changed.is_empty() {
            let in_check = self.in_check(position, us);
            let given = self.given(position, movable.changed);
            for from in movable.changed {
                let (Some(piece), cell) = (position.cell(from).piece(), position.cell(from)) else { continue };
                let side = if cell.is_neutral() { us } else { cell.side() };
                // An enemy piece that may be moved has other friends.
                let given = if side == us { &given[..] } else { &[] };
                self.add_walked(position, Viewer { mover: us, side, piece, from }, (in_check, given), all);
            }
            self.leave_to_special_moves(position, all);
        }
        if !self.tree.moved_by.is_empty() {
            self.add_returning(position, all);
        }
    }

    /// `true` if a move promotes only after steps that rules may add to it.
    pub(super) fn promotes_later(&self) -> bool {
        !self.tree.goes_on.is_empty() || self.tree.follows.iter().any(|follower| follower.event == Event::Step)
    }

    /// The pieces that the side to move may move.
    pub(super) fn movable(&self, position: &Position<W>) -> Movable<W> {
        self.movable_among(position, position.of_side(position.state.turn))
    }

    /// The same, with only some of its own pieces.
    fn movable_among(&self, position: &Position<W>, own: Bitboard<W>) -> Movable<W> {
        let us = position.state.turn;
        let index = &self.tree;
        let (mut plain, mut changed) = (own, Bitboard::EMPTY);
        if !index.moved_by.is_empty() {
            let moved_by = |own, square: Square, wanted: &[MovedBy]| {
                let frame = Frame::of_piece(own, square, Layer::Real);
                self.of_pieces(&index.moved_by).any(|(rule, moves)| {
                    moves.moved_by.is_some_and(|by| wanted.contains(&by))
                        && self.concerns(position, (rule, moves), square, &frame)
                })
            };
            for square in self.standing(position) {
                match plain.contains(square) {
                    true if moved_by(!us, square, &[MovedBy::Own]) => plain.remove(square),
                    false if moved_by(us, square, &[MovedBy::Own, MovedBy::Both]) => changed.insert(square),
                    _ => {}
                }
            }
        }
        if !(index.lends.is_empty() && index.ignores.is_empty() && index.prey.is_empty()) {
            let own = self.changed_by_rules(position, us, plain);
            changed |= own;
            plain &= !own;
        }
        Movable { plain, changed }
    }

    /// Adds the moves of one piece, with their promotions.
    fn add_walked(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        (in_check, given): (bool, Given<'_, W>),
        all: &mut Vec<Candidate<W>>,
    ) {
        for walked in self.walks_to(position, viewer, in_check, (!Bitboard::EMPTY, given)) {
            let candidate = candidate_of(viewer, &walked);
            if self.promotes_later()
                || matches!(candidate.mv.kind(), MoveKind::StaysAndCaptures | MoveKind::VanishesAndCaptures)
            {
                all.push(candidate);
                continue;
            }
            for mv in self.promotions_of_side(position, candidate.mv, viewer.side) {
                let trail = candidate.trail.filter(|_| mv.promotion().is_none()).or(Some(Bitboard::EMPTY));
                all.push(Candidate { mv, trail, promotes: false });
            }
        }
    }

    /// Removes lent moves with the same destination as a castling or en passant move of the piece.
    fn leave_to_special_moves(&self, position: &Position<W>, all: &mut Vec<Candidate<W>>) {
        if self.tree.lends.is_empty() {
            return;
        }
        let mut working = position.unlogged_copy();
        let mut special: SmallVec<[(Square, Square, PieceId); 4]> = SmallVec::new();
        for candidate in all.iter() {
            let mv = &candidate.mv;
            let counts = match mv.kind() {
                MoveKind::EnPassant => true,
                MoveKind::Castling { .. } => self.castling_path_is_safe(&mut working, mv, AttackSource::Tables),
                _ => false,
            };
            if counts {
                special.push((mv.from, mv.to, mv.piece));
            }
        }
        for (from, to, piece) in special {
            let side = position.cell(from).side();
            let own = self.own_ends(position, Viewer { mover: side, side, piece, from });
            let is_lent = |mv: &Move| {
                let steps = matches!(mv.kind(), MoveKind::Normal | MoveKind::StaysAndCaptures);
                steps && (mv.from, mv.to) == (from, to) && !own.contains(to)
            };
            all.retain(|candidate| candidate.mv.is_capture() || !is_lent(&candidate.mv));
        }
    }

    /// Adds captures en passant of a piece that passed with the move before the last, where both belong to one turn.
    fn add_second_passers(&self, position: &Position<W>, moves: &mut Vec<Move>) {
        let Some(passed) = position.told().and_then(|told| told.passed_too) else { return };
        let mut working = position.unlogged_copy();
        (working.state.passed, working.state.passer) = (passed.targets.resize(), passed.victim);
        let catchers = self.ep_capturers(&working);
        let captures = self.en_passant_captures(&working, catchers);
        moves.extend(captures.into_iter().flat_map(|mv| self.promotions_of(position, mv)));
    }

    /// Adds moves of captured pieces that the side to move may move from where they were captured.
    fn add_returning(&self, position: &Position<W>, all: &mut Vec<Candidate<W>>) {
        let us = position.state.turn;
        let frame = Frame::of_side(us);
        for (rule, moves) in self.of_pieces(&self.tree.moved_by) {
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            if !self.applies(position, conditions, &frame) {
                continue;
            }
            for one in self.elements(position, &moves.pieces, &frame).iter() {
                let Element::Gone(from, body) = one else { continue };
                let Some(piece) = body.cell.piece() else { continue };
                let first = all.len();
                self.add_walked(position, Viewer { mover: us, side: us, piece, from }, (false, &[]), all);
                let lift = |mv: Move| mv.with(|further| further.kind = MoveKind::Lifted);
                all[first..].iter_mut().for_each(|candidate| candidate.mv = lift(candidate.mv));
            }
        }
    }
}

/// Puts the moves of each piece together. Captures by two leaps come after the moves of all pieces, and with the captures of effects they may
/// lead to the same position as another move of their piece.
fn group_by_origin<const W: usize>(all: &mut [Candidate<W>], squares: Bitboard<W>) {
    let mut left = squares;
    let mut current = None;
    // Moves of other kinds are never the same as another move.
    let plain =
        |mv: &Move| matches!(mv.kind(), MoveKind::Normal | MoveKind::StaysAndCaptures | MoveKind::VanishesAndCaptures);
    let is_grouped = all.iter().all(|candidate| {
        let from = candidate.mv.from;
        if current == Some(from) || !plain(&candidate.mv) {
            return true;
        }
        current = Some(from);
        let fresh = left.contains(from);
        left.remove(from);
        fresh
    });
    if !is_grouped {
        all.sort_by_key(|candidate| candidate.mv.from);
    }
}

/// Keeps each move once, without its promotion choice.
fn strip_promotions(moves: &mut Vec<Move>) {
    if moves.iter().all(|mv| mv.promotion().is_none()) {
        return;
    }
    let mut seen = FxHashSet::default();
    moves.iter_mut().for_each(|mv| *mv = mv.with(|further| further.promotion = None));
    moves.retain(|mv| seen.insert(*mv));
}

/// The kind of a capture, by what becomes of the capturing piece.
fn kind_of_taker(taker: Taker) -> MoveKind {
    match taker {
        Taker::Goes => MoveKind::Normal,
        Taker::Stays => MoveKind::StaysAndCaptures,
        Taker::Vanishes => MoveKind::VanishesAndCaptures,
    }
}

/// A move of a piece as a candidate, without promotion.
pub(super) fn candidate_of<const W: usize>(viewer: Viewer, walked: &Walked) -> Candidate<W> {
    let walk = &walked.walk;
    let kind = match (walked.taker, walked.via) {
        (Taker::Goes, Some(via)) => MoveKind::Through(via),
        (Taker::Goes, None) if walk.en_passant => MoveKind::EnPassant,
        (taker, _) => kind_of_taker(taker),
    };
    let captures = Captures::of(&walk.captures);
    let (from, to, piece) = (viewer.from, walk.to, viewer.piece);
    let mv = Move::new((from, to), piece, Further { kind, ..Further::taking(captures) });
    Candidate { mv, trail: Some(walk.trail.iter().copied().collect()), promotes: false }
}

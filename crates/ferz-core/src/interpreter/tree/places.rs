//! Effects that bring pieces to other places.

use crate::board::{Bitboard, Square};
use crate::position::{Cell, Position};
use crate::rules::tree::{Placed, Set, Whose};
use crate::rules::{HandRule, PieceId};

use super::super::engine::Engine;
use super::super::tables::Ends;
use super::doing::Doing;
use super::effects::forget_mover;
use super::element::{Body, Element};
use super::viewer::side_of;

impl<const W: usize> Engine<W> {
    /// Removes an element from the board, or from a hand or store.
    pub(super) fn take(&self, doing: &mut Doing<'_, W>, element: Element) {
        match element {
            Element::On(square) => {
                if let Some(body) = self.body_on(&doing.position, square) {
                    self.note_loss(doing, body);
                    self.clear_square(&mut doing.position, square);
                    doing.position.lose_rights(square);
                    doing.position.state.unmoved.remove(square);
                    forget_mover(doing, square);
                }
            }
            Element::Held(side, None, piece) => {
                let held = doing.position.in_hand(side, piece).saturating_sub(1);
                doing.position.set_hand(side, piece, held);
            }
            Element::Held(side, Some(id), piece) => {
                if let Some(kept) = doing.position.told_mut().kept.get_mut(id.index())
                    && let Some(place) = kept[side].iter().position(|kept| *kept == piece)
                {
                    kept[side].remove(place);
                }
            }
            Element::Gone(square, body) => self.leave_hand(doing, (square, body)),
        }
    }

    /// Takes a piece that the move has captured out of the hand to which it went.
    fn leave_hand(&self, doing: &mut Doing<'_, W>, (square, body): (Square, Body)) {
        let (own, side) = (doing.frame.own, body.cell.side());
        let owner = match self.rules.hand {
            Some(HandRule::Captured) => Some(own),
            Some(HandRule::Own) => (side == own).then_some(own),
            Some(HandRule::Returned) => Some(side),
            _ => None,
        };
        let owner = owner.filter(|_| doing.frame.captured.contains(&(square, body)));
        if let (Some(owner), Some(piece)) = (owner, self.kind_in_hand(body)) {
            let held = doing.position.in_hand(owner, piece).saturating_sub(1);
            doing.position.set_hand(owner, piece, held);
        }
    }

    /// Notes that an effect has removed a royal piece from the board.
    pub(super) fn note_loss(&self, doing: &mut Doing<'_, W>, body: Body) {
        let Some(piece) = body.cell.piece() else { return };
        let marked = self.tree.royal_marks.iter().any(|index| body.marks & super::sets::bit(*index) != 0);
        let royal = self.rules.piece(piece).royalty.is_ever_royal() || marked;
        if royal && !body.cell.is_neutral() {
            doing.lost[body.cell.side().index()] += 1;
        }
    }

    /// The first square of a set, with an element as `it`. `None` if a wall blocks it.
    fn target(&self, doing: &Doing<'_, W>, to: &Set, it: Element) -> Option<Square> {
        let elements = doing.frame.about(it, |frame| self.elements(&doing.position, to, frame));
        let first = elements.iter().find_map(|one| one.square());
        first.filter(|square| has_room(&doing.position, *square))
    }

    /// `move: S, to: T`, in the order of the board. A piece in whose way another one stands that still has to move lets that one go
    /// first.
    pub(super) fn move_all(&self, doing: &mut Doing<'_, W>, set: &Set, to: &Set) {
        let mut waiting: Vec<Element> = self.elements(&doing.position, set, &doing.frame).iter().collect();
        waiting.reverse();
        while let Some(element) = waiting.pop() {
            let mut line = Line { to, waiting: &mut waiting, left: Vec::new(), carried: Vec::new() };
            self.move_behind(doing, element, &mut line);
            for carried in line.carried {
                self.arrive(doing, carried);
            }
        }
    }

    /// Moves a piece, after those in its way.
    fn move_behind(&self, doing: &mut Doing<'_, W>, element: Element, line: &mut Line<'_>) {
        let Some(target) = self.target(doing, line.to, element) else { return };
        if let Some(place) = line.waiting.iter().position(|other| *other == Element::On(target)) {
            let first = line.waiting.remove(place);
            line.left.push(element);
            self.move_behind(doing, first, line);
            line.left.pop();
        }
        let Some(body) = self.body_of(&doing.position, element) else { return };
        if doing.is_instead()
            && let (Element::On(from), Some(piece)) = (element, body.cell.piece())
            && self.advances(&doing.position, (from, target), piece)
        {
            doing.position.state.halfmoves = 0;
        }
        let was_mover = element.square().is_some() && element.square() == doing.frame.mover();
        self.take(doing, element);
        let carried = Carried { body, target, was_mover };
        match line.left.contains(&Element::On(target)) {
            // The pieces go round in a circle.
            true => line.carried.push(carried),
            false => self.arrive(doing, carried),
        }
    }

    /// Puts a piece that an effect moves on its square. A piece that stands there is removed.
    fn arrive(&self, doing: &mut Doing<'_, W>, Carried { body, target, was_mover }: Carried) {
        self.make_way(doing, target);
        self.put_body(&mut doing.position, target, body);
        if was_mover {
            self.restore(&mut doing.position, target);
            doing.frame.mover.set(Some(target));
        }
    }

    /// Removes the piece on a square to which an effect brings another one.
    fn make_way(&self, doing: &mut Doing<'_, W>, target: Square) {
        if let Some(body) = self.body_on(&doing.position, target) {
            self.note_loss(doing, body);
        }
        doing.position.state.unmoved.remove(target);
        doing.position.lose_rights(target);
    }

    /// `place: K, on: T`.
    pub(super) fn place(&self, doing: &mut Doing<'_, W>, what: &Placed, on: &Set, whose: Option<Whose>) {
        let side = whose.and_then(|whose| side_of(whose, doing.frame.own));
        match what {
            Placed::Kind(piece) => {
                let cell = match side {
                    Some(side) => Cell::of(*piece, side),
                    None => self.cell_of_kind(*piece, doing.frame.own),
                };
                let squares = self.elements(&doing.position, on, &doing.frame).squares().into_iter();
                for square in squares.filter(|square| has_room(&doing.position, *square)).collect::<Bitboard<W>>() {
                    self.make_way(doing, square);
                    self.put_body(&mut doing.position, square, Body { cell, marks: 0 });
                }
            }
            Placed::Piece(set) => {
                for element in self.elements(&doing.position, set, &doing.frame).iter() {
                    let Some(target) = self.target(doing, on, element) else { continue };
                    let Some(body) = self.body_of(&doing.position, element) else { continue };
                    self.take(doing, element);
                    // A piece that comes back to where it was captured only undoes the capture, except in the turn of the capture.
                    let comes = match element {
                        Element::On(_) => false,
                        Element::Gone(from, _) => from != target || super::numbers::made(&doing.position) > 0,
                        Element::Held(..) => true,
                    };
                    if doing.is_instead() && comes {
                        doing.position.state.halfmoves = 0;
                    }
                    let cell = match (side, body.cell.piece()) {
                        (Some(side), Some(piece)) => {
                            let cell = Cell::of(piece, side);
                            if body.cell.is_promoted() && side == body.cell.side() { cell.promoted() } else { cell }
                        }
                        _ => body.cell,
                    };
                    self.make_way(doing, target);
                    self.put_body(&mut doing.position, target, Body { cell, ..body });
                    let gone = |from, body| doing.frame.captured.contains(&(from, body));
                    if matches!(element, Element::Gone(from, body) if gone(from, body)) {
                        self.restore(&mut doing.position, target);
                    }
                }
            }
        }
    }

    /// `swap: S, with: T`.
    pub(super) fn swap_all(&self, doing: &mut Doing<'_, W>, set: &Set, with: &Set) {
        for element in self.elements(&doing.position, set, &doing.frame).iter() {
            let (Some(one), Some(other)) = (element.square(), self.target(doing, with, element)) else { continue };
            let bodies = (self.body_on(&doing.position, one), self.body_on(&doing.position, other));
            for (square, body) in [(one, bodies.1), (other, bodies.0)] {
                match body {
                    Some(body) => self.put_body(&mut doing.position, square, body),
                    None => self.clear_square(&mut doing.position, square),
                }
                doing.position.lose_rights(square);
                doing.position.state.unmoved.remove(square);
            }
            if doing.frame.mover() == Some(one) {
                doing.frame.mover.set(Some(other));
            } else if doing.frame.mover() == Some(other) {
                doing.frame.mover.set(Some(one));
            }
        }
    }

    /// If an effect brings a piece to a square on which unmoved pieces are tracked, the piece counts as unmoved there, and may castle
    /// again.
    fn restore(&self, position: &mut Position<W>, square: Square) {
        let Some(placed) = position.cell(square).piece_at() else { return };
        if self.rules.keeps_account_of(placed.side, square) {
            position.state.unmoved.insert(square);
            position.gain_rights_of_unmoved(&self.rules, square);
        }
    }

    /// `true` if an effect in place of a move brings a piece to a square to which it could go itself, but not back.
    fn advances(&self, position: &Position<W>, (from, to): (Square, Square), piece: PieceId) -> bool {
        let side = position.cell(from).side();
        let ends = Ends { empty: self.board.all_squares, ..Ends::NONE };
        let goes = |from, to| self.moves.counted_targets((side, piece), from, &Bitboard::EMPTY, ends).contains(to);
        self.moves.wake(side, piece).makes_progress((from, to), false) && goes(from, to) && !goes(to, from)
    }
}

/// The pieces that one effect moves, while one of them moves.
struct Line<'a> {
    /// Where they go.
    to: &'a Set,
    /// The pieces that have not moved yet, the next one last.
    waiting: &'a mut Vec<Element>,
    /// The pieces that have let others go first.
    left: Vec<Element>,
    /// The pieces that go to the square of one that has let them go first.
    carried: Vec<Carried>,
}

/// A piece that has left its square.
struct Carried {
    body: Body,
    target: Square,
    /// `true` if it is the piece that the move has moved.
    was_mover: bool,
}

/// `true` if no wall blocks a square.
fn has_room<const W: usize>(position: &Position<W>, square: Square) -> bool {
    !position.cell(square).is_empty() || !position.walls().contains(square)
}

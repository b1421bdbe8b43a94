//! The context in which expressions are evaluated.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::board::{Side, Square};
use crate::position::{Key, Position};
use crate::rules::tree::Layer;

use super::super::moves::Move;
use super::element::{Body, Element};

/// The occasion on which a rule or a condition is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Before or after a whole move.
    Move,
    /// Before the effects of a move by a `may_replace` rule.
    Offer,
    /// After a step of a move.
    Step,
    /// After the promotion of a move.
    Promotion,
    /// At the end of a turn.
    Turn,
    /// In an end of the game.
    End,
    /// In an end of the game, for the test whether the end leaves no legal moves.
    Cut,
}

/// The positions of a game since the last move that cannot be undone, where an end reads them.
#[derive(Debug)]
pub struct Story<'a, const W: usize> {
    /// Each position with its key, the present one last.
    pub positions: &'a [(Key, Position<W>)],
}

impl<const W: usize> Clone for Story<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const W: usize> Copy for Story<'_, W> {}

/// The words of a move, the sides, and the position before the move.
#[derive(Debug)]
pub(super) struct Frame<'a, const W: usize> {
    /// The own side.
    pub own: Side,
    /// The square of the mover as it is now. Like `it`, it changes for one question.
    pub mover: Cell<Option<Square>>,
    pub origin: SmallVec<[Square; 2]>,
    pub destination: SmallVec<[Square; 2]>,
    pub captured: SmallVec<[(Square, Body); 2]>,
    /// The chosen elements, by choice of the rule.
    pub chosen: SmallVec<[Option<Element>; 2]>,
    /// The element for which a condition is evaluated. It changes while the rest of the frame stays, so that no frame is copied for it.
    pub(super) it: Cell<Option<Element>>,
    /// The highest layer of attacks that may be read.
    pub layer: Layer,
    /// The position before the move.
    pub before: Option<&'a Position<W>>,
    /// The move.
    pub made: Option<Move>,
    /// The occasion.
    pub event: Event,
    /// The positions of the game. `None` where no game is played.
    pub story: Option<Story<'a, W>>,
    /// How deep conditions about legal moves are nested.
    pub depth: u8,
}

// Written by hand: the lists are copied as blocks. The clone of a `SmallVec` visits each element.
impl<const W: usize> Clone for Frame<'_, W> {
    #[inline]
    fn clone(&self) -> Self {
        Frame {
            origin: SmallVec::from_slice(&self.origin),
            destination: SmallVec::from_slice(&self.destination),
            captured: SmallVec::from_slice(&self.captured),
            chosen: SmallVec::from_slice(&self.chosen),
            it: self.it.clone(),
            mover: self.mover.clone(),
            ..*self
        }
    }
}

impl<const W: usize> Frame<'_, W> {
    /// A frame without a move.
    pub fn of_side(own: Side) -> Frame<'static, W> {
        Frame {
            own,
            mover: Cell::new(None),
            origin: SmallVec::new(),
            destination: SmallVec::new(),
            captured: SmallVec::new(),
            chosen: SmallVec::new(),
            it: Cell::new(None),
            layer: Layer::Real,
            before: None,
            made: None,
            event: Event::Move,
            story: None,
            depth: 0,
        }
    }

    /// A frame in which a piece is the mover, before it has moved.
    pub fn of_piece(own: Side, square: Square, layer: Layer) -> Frame<'static, W> {
        let mut frame = Frame::of_side(own);
        frame.mover.set(Some(square));
        frame.origin.push(square);
        frame.layer = layer;
        frame
    }
}

impl<'a, const W: usize> Frame<'a, W> {
    /// The square of the mover as it is now.
    pub fn mover(&self) -> Option<Square> {
        self.mover.get()
    }

    /// The answer to a question with the mover on another square.
    pub fn with_mover<T>(&self, mover: Option<Square>, question: impl FnOnce(&Self) -> T) -> T {
        let now = self.mover.replace(mover);
        let answer = question(self);
        self.mover.set(now);
        answer
    }

    /// The element for which a condition is evaluated.
    pub fn it(&self) -> Option<Element> {
        self.it.get()
    }

    /// The answer to a question about an element.
    pub fn about<T>(&self, it: Element, question: impl FnOnce(&Self) -> T) -> T {
        let outer = self.it.replace(Some(it));
        let answer = question(self);
        self.it.set(outer);
        answer
    }

    /// Notes that the effects of a move by a rule begin: from now on, conditions are read after that move.
    pub fn begin(&mut self) {
        if self.event == Event::Offer {
            self.event = Event::Move;
        }
    }

    /// The frame of the position before the move.
    pub fn earlier(&self) -> Frame<'a, W> {
        Frame { mover: Cell::new(self.origin.first().copied()), before: None, ..self.clone() }
    }
}

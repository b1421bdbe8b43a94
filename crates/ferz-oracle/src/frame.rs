//! The context in which expressions are evaluated: the own side, the squares and pieces that words such as `mover` and
//! `captured` stand for, and the position before the move.

use ferz_core::board::Square;
use ferz_core::rules::tree::Layer;

use crate::cell::Cell;
use crate::deed::Move;
use crate::element::Element;
use crate::player::Player;
use crate::position::Position;

/// The context of an expression: the words of a move, and the sides.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'a> {
    /// The own side.
    pub own: Player,
    /// The square of the mover as it is now.
    pub mover: Option<Square>,
    pub origin: Vec<Square>,
    pub destination: Vec<Square>,
    pub captured: Vec<(Square, Cell)>,
    /// The chosen elements, by choice of the rule.
    pub chosen: Vec<Option<Element>>,
    pub it: Option<Element>,
    /// The highest layer of attacks that may be read.
    pub layer: Layer,
    /// The position before the move.
    pub before: Option<&'a Position>,
    /// The move.
    pub made: Option<&'a Move>,
    /// The occasion on which the expression is evaluated.
    pub event: Event,
    /// The positions of the game that count for repetition. `None` where no game is played.
    pub past: Option<&'a [Position]>,
}

/// The occasion on which a rule or a condition is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
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

impl Frame<'_> {
    /// A frame without a move.
    pub(crate) fn of_side(own: Player) -> Frame<'static> {
        Frame {
            own,
            mover: None,
            origin: Vec::new(),
            destination: Vec::new(),
            captured: Vec::new(),
            chosen: Vec::new(),
            it: None,
            layer: Layer::Real,
            before: None,
            made: None,
            event: Event::Move,
            past: None,
        }
    }

    /// Notes that the effects of a move by a rule begin: from now on, conditions are read after that move.
    pub(crate) fn begin(&mut self) {
        if self.event == Event::Offer {
            self.event = Event::Move;
        }
    }
}

/// The frame of the position before the move.
pub(crate) fn earlier<'a>(frame: &Frame<'a>) -> Frame<'a> {
    Frame { mover: frame.origin.first().copied(), before: None, ..frame.clone() }
}

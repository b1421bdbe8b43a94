//! A move that is being made.

use smallvec::SmallVec;

use crate::board::{Side, Square};
use crate::position::{Cell, Position};
use crate::rules::PieceId;

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::super::picks::Pick;
use super::element::{Body, Element};
use super::frame::Frame;
use super::sets::bit;

/// A legal move with the position to which it leads.
pub(crate) type MoveAndResult<const W: usize> = (Move, Box<Position<W>>);

/// Moves in progress, one for each way in which the player may choose; mostly only one. They are handed on from rule to rule, in boxes
/// because they are large.
pub(super) type Ongoing<'a, const W: usize> = SmallVec<[Box<Doing<'a, W>>; 2]>;

/// A move in progress: the position so far, and the words of the move.
#[derive(Debug)]
pub(super) struct Doing<'a, const W: usize> {
    pub position: Box<Position<W>>,
    pub frame: Frame<'a, W>,
    /// New form of the mover after promotion.
    pub becomes: Option<PieceId>,
    /// The squares on which the steps of the move have captured, in order.
    pub route: SmallVec<[Square; 4]>,
    /// The squares from which steps have gone on without a capture, in order.
    pub quiet_stops: SmallVec<[Square; 2]>,
    /// The player's choices, in order.
    pub choices: SmallVec<[Pick; 2]>,
    /// The kinds that the player has chosen.
    pub kinds: SmallVec<[PieceId; 1]>,
    /// The squares of captured pieces that still block until the move is over.
    pub blocking_captured: SmallVec<[Square; 2]>,
    /// How many royal pieces of White and of Black effects have taken off the board.
    pub lost: [u8; 2],
    /// `true` if the move may leave royal pieces attacked.
    pub exempt: bool,
    /// `true` if the royal pieces were found to be safe before the effects, which do not change that.
    pub royals_tested: bool,
    /// The choices to make, where the move is known. Others are not tried.
    pub script: Option<&'a [Pick]>,
}

// Written by hand, as the clone of `Frame`.
impl<const W: usize> Clone for Doing<'_, W> {
    fn clone(&self) -> Self {
        self.at(self.position.clone())
    }
}

impl<'a, const W: usize> Doing<'a, W> {
    /// The same move in progress, with another position.
    pub fn at(&self, position: Box<Position<W>>) -> Doing<'a, W> {
        Doing {
            position,
            frame: self.frame.clone(),
            route: SmallVec::from_slice(&self.route),
            quiet_stops: SmallVec::from_slice(&self.quiet_stops),
            choices: SmallVec::from_slice(&self.choices),
            kinds: SmallVec::from_slice(&self.kinds),
            blocking_captured: SmallVec::from_slice(&self.blocking_captured),
            ..*self
        }
    }

    /// A move that has been made, before anything that follows it.
    pub fn new(position: Box<Position<W>>, frame: Frame<'a, W>) -> Box<Doing<'a, W>> {
        Box::new(Doing {
            position,
            frame,
            becomes: None,
            route: SmallVec::new(),
            quiet_stops: SmallVec::new(),
            choices: SmallVec::new(),
            kinds: SmallVec::new(),
            blocking_captured: SmallVec::new(),
            lost: [0; 2],
            exempt: false,
            royals_tested: false,
            script: None,
        })
    }

    /// `true` if a rule offers this in place of a move.
    pub fn is_instead(&self) -> bool {
        self.frame.made.is_some_and(|made| matches!(made.kind(), MoveKind::Rule(_)))
    }

    /// The next choice of the script. `None` without a script.
    pub fn next_choice(&self) -> Option<Option<Pick>> {
        let script = self.script?;
        let mut choices = script.iter().filter(|pick| !matches!(pick, Pick::Kind(_) | Pick::Via(_)));
        Some(choices.nth(self.choices.len()).copied())
    }

    /// The same, of kinds of pieces.
    pub fn next_kind(&self) -> Option<Option<PieceId>> {
        let script = self.script?;
        let mut kinds = script.iter().filter_map(|pick| match pick {
            Pick::Kind(kind) => Some(*kind),
            _ => None,
        });
        Some(kinds.nth(self.kinds.len()))
    }
}

/// The choice of an element.
pub(super) fn pick_of(element: Element) -> Pick {
    match element {
        Element::On(square) => Pick::On(square),
        Element::Gone(square, _) => Pick::Captured(square),
        Element::Held(side, store, piece) => Pick::Held(side, store, piece),
    }
}

impl<const W: usize> Engine<W> {
    /// Puts a piece with its marks on a square, in place of what is there.
    pub(super) fn put_body(&self, position: &mut Position<W>, square: Square, body: Body) {
        position.set(square, body.cell);
        self.set_marks(position, square, body.marks);
    }

    /// Empties a square.
    pub(super) fn clear_square(&self, position: &mut Position<W>, square: Square) {
        position.set(square, Cell::EMPTY);
        self.set_marks(position, square, 0);
    }

    /// Gives the piece on a square its marks.
    pub(super) fn set_marks(&self, position: &mut Position<W>, square: Square, marks: u64) {
        if self.tree.piece_marks.is_empty() {
            return;
        }
        let told = position.told_mut();
        for index in &self.tree.piece_marks {
            match marks & bit(*index) != 0 {
                true => told.marked.insert(*index, square),
                false => told.marked.remove(*index, square),
            }
        }
    }

    /// The kind of piece as which a captured piece goes to a hand.
    pub(super) fn kind_in_hand(&self, body: Body) -> Option<PieceId> {
        let (piece, side) = (body.cell.piece()?, body.cell.side());
        let piece = super::super::drops::captured_as(&self.rules, piece, side, body.cell.is_promoted());
        Some(self.rules.piece(piece).held_as)
    }

    /// Removes a captured piece, into a hand where the game has hands that fill.
    pub(super) fn capture_on(&self, position: &mut Position<W>, square: Square, by: Side) {
        self.remove_piece(position, square, by);
        self.set_marks(position, square, 0);
        position.lose_rights(square);
    }
}

//! A move that is being made.

use ferz_core::board::Square;
use ferz_core::rules::PieceId;

use crate::deed::Kind;
use crate::element::Element;
use crate::frame::Frame;
use crate::player::MOST;
use crate::position::Position;

/// A move in progress: the position so far, and the words of the move.
#[derive(Clone)]
pub(crate) struct Doing<'a> {
    pub position: Position,
    pub frame: Frame<'a>,
    /// New form of the mover after promotion.
    pub becomes: Option<PieceId>,
    /// The squares on which the steps of the move have captured, in order.
    pub route: Vec<Square>,
    /// The squares from which the move has gone on without a capture, in order.
    pub quiet_stops: Vec<Square>,
    /// The player's choices, in order.
    pub choices: Vec<Element>,
    /// The kinds that the player has chosen.
    pub kinds: Vec<PieceId>,
    /// The squares of captured pieces that still block until the move is over.
    pub blocking_captured: Vec<Square>,
    /// The numbers of royal pieces of each player that effects have removed.
    pub lost: [usize; MOST],
    /// `true` if the move may leave royal pieces attacked.
    pub exempt: bool,
}

impl<'a> Doing<'a> {
    /// A move that has been made, before anything that follows it.
    pub(crate) fn new(position: Position, frame: Frame<'a>) -> Doing<'a> {
        Doing {
            position,
            frame,
            becomes: None,
            route: Vec::new(),
            quiet_stops: Vec::new(),
            choices: Vec::new(),
            kinds: Vec::new(),
            blocking_captured: Vec::new(),
            lost: [0; MOST],
            exempt: false,
        }
    }

    /// `true` if a `may_replace` rule replaces the move.
    pub(crate) fn is_instead(&self) -> bool {
        self.frame.made.is_some_and(|made| matches!(made.kind, Kind::Instead(_)))
    }
}

//! Results that are needed repeatedly on a long page and are computed once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::{Square, SquareSet};
use crate::rules::{PieceId, PlacedPiece, Rules, Setup};

use super::claim::Finding;
use super::endgame::Answer;
use super::moves::Reach;

/// Subjects of trials in made-up positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trial {
    /// A royal piece that is attacked is in check.
    Check,
    /// No move may leave it attacked.
    Exposed,
    /// Check has to be answered.
    Answer,
    /// It may go away.
    Flight,
    /// The attacker may be captured.
    Taking,
    /// A piece may come between.
    Blocking,
    /// An attacker that may not move gives check all the same.
    Pinned,
    /// A piece that has just passed a square may be captured there.
    Passing,
    /// That right is lost a move later.
    Late,
    /// The sides move in turn.
    Turns,
    /// How a game ends in which a royal piece is mated.
    Mate,
    /// How one ends in which a side has no move and is not in check.
    Stalemate,
    /// A piece that may not move, as nothing is left for it to become, gives check all the same.
    Unpromotable,
}

/// The page's conditions for castling.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Neither has moved.
    pub unmoved: bool,
    /// Nothing stands between the two.
    pub between: bool,
    /// The squares where they end are free.
    pub ends_free: bool,
    /// The castling piece is not attacked where it stands.
    pub not_in_check: bool,
    /// It passes no attacked square.
    pub not_through: bool,
    /// It does not end on an attacked square.
    pub not_into: bool,
}

impl Conditions {
    /// Asks for these too.
    pub fn add(&mut self, more: Conditions) {
        self.unmoved |= more.unmoved;
        self.between |= more.between;
        self.ends_free |= more.ends_free;
        self.not_in_check |= more.not_in_check;
        self.not_through |= more.not_through;
        self.not_into |= more.not_into;
    }
}

/// A position with a right to castle, and what holds in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position.
    pub setup: Setup,
    /// The conditions that hold.
    pub holds: Conditions,
    /// `true` if the partner is under attack.
    pub partner_attacked: bool,
    /// `true` if the partner passes an attacked square.
    pub partner_passes: bool,
    /// `true` if castling is legal.
    pub legal: bool,
}

/// Result of comparing a notation with a piece.
#[derive(Clone, Debug)]
pub struct Compared {
    /// A square from which it does not go, without capturing, where the notation goes, and these squares.
    pub quiet: Option<(Square, SquareSet)>,
    /// The same for captures.
    pub capture: Option<(Square, SquareSet)>,
    /// A square from which it goes where the notation does not, and these squares.
    pub further: Option<(Square, SquareSet)>,
    /// A square from which it goes, without capturing, where the notation does not.
    pub more_quiet: Option<(Square, SquareSet)>,
    /// The same for captures.
    pub more_capture: Option<(Square, SquareSet)>,
    /// One from which it goes on where the notation stops after a step.
    pub beyond: Option<(Square, SquareSet)>,
}

/// Positions that show how captures are made. Each is the first of its kind.
#[derive(Clone, Default, Debug)]
pub struct Sampled {
    /// The side to move may capture, and may do something else.
    pub free: Option<Setup>,
    /// The side to move can only capture.
    pub forced: Option<Setup>,
    /// The number of positions in which it can only capture.
    pub forced_count: usize,
    /// One move makes several captures.
    pub chain: Option<Setup>,
    /// A series of captures may end early.
    pub stops: Option<Setup>,
    /// The side to move may choose between captures.
    pub choice: Option<Setup>,
    /// It may choose between captures of different numbers of pieces.
    pub uneven: Option<Setup>,
    /// It may move a piece of the enemy.
    pub foreign: Option<Setup>,
    /// It has pieces, and no move.
    pub stuck: Option<Setup>,
    /// The number of positions.
    pub count: usize,
}

/// Results for earlier sentences with the same words.
#[derive(Clone, Default, Debug)]
pub struct Known {
    /// Results of trials.
    pub trials: HashMap<Trial, Finding>,
    /// Results of random play.
    pub sampled: Option<Arc<Sampled>>,
    /// Castling with one more piece on every square.
    pub castling: Option<Vec<Case>>,
    /// The page's conditions for castling, and the line and words of the first.
    pub asked: Option<(usize, String, Conditions)>,
    /// Which notation a piece has the moves of, or where it does not.
    pub moves: HashMap<(PieceId, String), Compared>,
    /// Where a piece goes from every square.
    pub reach: HashMap<PieceId, Arc<Vec<(Square, Reach)>>>,
    /// The pieces that can pass over pieces.
    pub jumpers: Option<Vec<PieceId>>,
    /// Whether a piece stays on squares of one colour.
    pub bound: HashMap<PieceId, bool>,
    /// Notations in tables of pieces.
    pub notations: HashMap<(PieceId, String), (Finding, Option<Finding>)>,
    /// Cells and legends of moves at a glance.
    pub cells: HashMap<String, Finding>,
    /// Endgames, by army.
    pub endgames: HashMap<Vec<PieceId>, Answer>,
    /// How long endgames have been solved.
    pub solving: std::time::Duration,
    /// The rules of games that the page refers to.
    pub games: HashMap<&'static str, Option<Arc<Rules>>>,
    /// How many leaves have been counted.
    pub leaves: u64,
    /// The pieces of all shuffled starts.
    pub starts: Option<Arc<Vec<Vec<Option<PlacedPiece>>>>>,
    /// Letters of diagrams that have been looked for in vain, and how often.
    pub odd_letters: HashMap<char, u8>,
}

//! How games end.

use crate::board::{BySide, Side, SquareSet};

use super::{PieceId, Source};

/// The result for the side that a condition is about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Verdict {
    /// The side that the condition is about wins.
    Win,
    /// The side that the condition is about loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// This side wins, whichever side the condition is about.
    Wins(Side),
    /// The side with more pieces on the board wins.
    MostPieces,
    /// The side with fewer pieces on the board wins.
    FewestPieces,
    /// The side with more points on the board wins.
    Points {
        /// The points of a piece, by piece.
        points: Vec<u16>,
        /// Half points that Black gets for moving second.
        black_half_points: u16,
    },
}

/// The result of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A side has won.
    Won(Side),
    /// Neither side has won.
    Draw,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Won(Side::White) => "1-0",
            Outcome::Won(Side::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Outcome {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let known = [Outcome::Won(Side::White), Outcome::Won(Side::Black), Outcome::Draw];
        let found = known.into_iter().find(|outcome| outcome.to_string() == *text);
        found.ok_or_else(|| serde::de::Error::custom("expected `1-0`, `0-1` or `1/2-1/2`"))
    }
}

/// Pieces that have to stand in a region.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reached {
    /// The pieces that count.
    pub pieces: Vec<PieceId>,
    /// The region.
    pub region: BySide<SquareSet>,
    /// The number of pieces that must stand there.
    pub count: u16,
    /// `true` if one of them must be safe there.
    pub safe: bool,
    /// `true` if one is enough when the region is full.
    pub or_full: bool,
    /// The moment of the test.
    pub seen: Seen,
    /// The side that may still reach its region in answer.
    pub answer_of: Option<Side>,
}

/// When a region counts as reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Seen {
    /// When the side has just moved. Result for that side.
    Moved,
    /// When it is the side's turn again. Result for that side.
    Kept,
    /// When both sides have reached it. Result for the side to move.
    Both,
}

/// A kind of line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Line {
    /// Ranks.
    Rank,
    /// Files.
    File,
    /// Diagonals, in both directions.
    Diagonal,
}

/// A chain of neighbouring pieces between two regions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Chain {
    /// The pieces that count.
    pub pieces: Vec<PieceId>,
    /// One end.
    pub from: BySide<SquareSet>,
    /// The other end.
    pub to: BySide<SquareSet>,
    /// The lines along which pieces are neighbours.
    pub along: Vec<Line>,
}

/// Definition of a chase: a move attacks an unprotected piece that the same piece did not attack before.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Chase {
    /// The number of occurrences of the position, this one included.
    pub times: u16,
    /// The pieces that chase.
    pub by: Vec<PieceId>,
    /// For each piece, the squares on which it cannot be chased.
    pub spares: Vec<BySide<SquareSet>>,
    /// Worth of each piece. A piece that is worth more than its attacker is chased even if it is protected.
    pub worth: Vec<u16>,
}

/// A number of moves within which a side must give mate while certain pieces are left.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stage {
    /// The largest number of pieces of the side that counts (the side that may be mated).
    pub pieces: Option<u16>,
    /// Pieces that neither side may have.
    pub without: Vec<PieceId>,
    /// The smallest number of each piece that the other side must have.
    pub against: Vec<(PieceId, u16)>,
    /// The number of moves; 0 if there is no count.
    pub moves: u16,
    /// `true` if a new count starts when a side reaches the stage, at the number of pieces on the board.
    pub anew: bool,
}

/// Condition that ends a game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Condition {
    /// The side to move has no legal move and is (or is not, or either) in check. Result for the side to move.
    Stuck {
        /// `Some(true)` for in check, `Some(false)` for not in check, `None` for either.
        in_check: Option<bool>,
    },
    /// Pieces stand in a region: see [`Reached`].
    Reached(Box<Reached>),
    /// A side has no more than a number of the pieces left. Result for that side.
    Extinct {
        /// The pieces counted; in `any` mode one kind at a time.
        pieces: Vec<PieceId>,
        /// `true` if it is enough that one kind is down to the number; `false` if all kinds are counted together.
        any: bool,
        /// The number of pieces at or below which the game ends.
        at_most: u16,
        /// The smallest number of the pieces that the opponent must have.
        opponent_at_least: u16,
        /// `true` if the game goes on while the side is to move and the opponent has exactly `opponent_at_least`
        /// pieces, so that the side can still capture one.
        may_answer: bool,
    },
    /// The side that has just moved has at least this many of the pieces in a row. Result for that side.
    InARow {
        /// The pieces that count.
        pieces: Vec<PieceId>,
        /// The number of pieces.
        count: u16,
        /// The lines that count.
        along: Vec<Line>,
        /// `true` if there may be gaps.
        gaps: bool,
    },
    /// Pieces of the side that has just moved fill a square block. Result for that side.
    Block {
        /// The pieces that count.
        pieces: Vec<PieceId>,
        /// The length of its sides.
        size: u16,
    },
    /// A chain of pieces of the side that has just moved joins two regions. Result for that side.
    Connected(Box<Chain>),
    /// A side has given check this many times. Result for that side.
    Checks {
        /// The number of checks.
        times: u16,
    },
    /// A side has just castled by the right with one of these letters. Result for that side.
    Castled {
        /// The letters, of both sides.
        letters: Vec<char>,
    },
    /// A side has lost all rights with these letters. Result for that side.
    NoRight {
        /// The letters of both sides. The condition never holds for a side that has no such letter.
        letters: Vec<char>,
    },
    /// Pieces of the two sides face each other on a rank or file with nothing between, and did so before the last move.
    /// Result for the side to move.
    Facing {
        /// The pieces.
        pieces: Vec<PieceId>,
    },
    /// No square is empty. Result for the side to move.
    FullBoard,
    /// This many passes were made in a row. Result for the side to move.
    Passes {
        /// The number of passes.
        times: u16,
    },
    /// The position has occurred this many times, with the same side to move and the same rights. Result for the side
    /// to move.
    Repetition {
        /// The number of occurrences, this one included.
        times: u16,
    },
    /// The position has occurred this many times. Since its first occurrence, only one side has given check with every
    /// move. Result for that side.
    PerpetualCheck {
        /// The number of occurrences, this one included.
        times: u16,
    },
    /// The position has occurred this many times. Since its first occurrence, only one side has chased the same piece
    /// with every move. Result for that side.
    PerpetualChase(Box<Chase>),
    /// A side has moved one piece back and forth. Result for that side.
    BackAndForth {
        /// The number of such moves in a row, including the one that brought the piece there.
        moves: u16,
        /// The pieces whose moves count.
        pieces: Vec<PieceId>,
    },
    /// A side had to give mate within a number of moves and has not done so. Result for the side to move.
    Countdown {
        /// The stages. The first one that fits the side that counts applies.
        stages: Vec<Stage>,
    },
    /// The last move was a drop of one of the pieces, and the side to move is mated. Result for the side to move.
    MatedByDrop {
        /// The pieces.
        pieces: Vec<PieceId>,
    },
    /// The side to move is mated, and only pieces of these kinds give check. Result for the side to move.
    MatedBy {
        /// The pieces.
        pieces: Vec<PieceId>,
    },
    /// The side to move is mated, and none of these pieces gave check in the unbroken series of checks that led to
    /// the mate. Result for the side to move.
    MatedWithout {
        /// The pieces.
        pieces: Vec<PieceId>,
    },
    /// This many plies without a capture or a move of one of the pieces. Result for the side to move.
    NoProgress {
        /// The number of plies (two for each full move).
        plies: u16,
        /// The pieces whose moves start the count anew.
        reset_by: Vec<PieceId>,
    },
    /// Neither side has the pieces to reach mate by any sequence of moves. Result for the side to move.
    InsufficientMaterial,
}

impl Condition {
    /// The key of the condition in a variant file, which is also its name in descriptions of rules.
    pub fn name(&self) -> &'static str {
        match self {
            Condition::Stuck { .. } => "stuck",
            Condition::Reached(_) => "reached",
            Condition::Extinct { .. } => "extinct",
            Condition::InARow { .. } => "in_a_row",
            Condition::Block { .. } => "block",
            Condition::Connected(_) => "connected",
            Condition::Checks { .. } => "checks",
            Condition::Castled { .. } => "castled",
            Condition::NoRight { .. } => "rights_lost",
            Condition::Facing { .. } => "facing",
            Condition::FullBoard => "full_board",
            Condition::Passes { .. } => "passes",
            Condition::Repetition { .. } => "repetition",
            Condition::PerpetualCheck { .. } => "perpetual_check",
            Condition::PerpetualChase(_) => "perpetual_chase",
            Condition::BackAndForth { .. } => "back_and_forth",
            Condition::Countdown { .. } => "countdown",
            Condition::MatedByDrop { .. } => "mated_by_drop",
            Condition::MatedBy { .. } => "mated_by",
            Condition::MatedWithout { .. } => "mated_without",
            Condition::NoProgress { .. } => "moves_without_progress",
            Condition::InsufficientMaterial => "insufficient_material",
        }
    }

    /// Returns `true` if this ends a game at once, by the position alone.
    pub fn is_at_once(&self) -> bool {
        matches!(
            self,
            Condition::Reached { .. }
                | Condition::Extinct { .. }
                | Condition::InARow { .. }
                | Condition::Block { .. }
                | Condition::Connected(_)
                | Condition::Checks { .. }
                | Condition::FullBoard
                | Condition::Castled { .. }
                | Condition::NoRight { .. }
                | Condition::Facing { .. }
                | Condition::Passes { .. }
        )
    }

    /// Returns `true` if this is an end that a player may claim, so that the game could go on. Such ends never cut a
    /// perft tree.
    pub fn is_claim(&self) -> bool {
        matches!(
            self,
            Condition::Repetition { .. }
                | Condition::PerpetualCheck { .. }
                | Condition::PerpetualChase(_)
                | Condition::BackAndForth { .. }
                | Condition::Countdown { .. }
                | Condition::NoProgress { .. }
                | Condition::InsufficientMaterial
        )
    }
}

/// One end of the game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct End {
    /// Name in the file, such as `checkmate`.
    pub name: String,
    /// The condition.
    pub condition: Condition,
    /// Result for the side that the condition is about.
    pub verdict: Verdict,
    /// `true` if players at a board have to claim the end. Only texts for people read it.
    pub claimed: bool,
    /// The part of a point that a draw is worth for the opponent of the side that the condition is about; `None` for half a point.
    /// Only texts for people read it.
    pub score: Option<Share>,
    /// Place in the file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Source,
}

/// A part of a point, such as 3/4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Share {
    /// The number above the line, at most `whole`.
    pub part: u16,
    /// The number below the line, at least 1.
    pub whole: u16,
}

impl Share {
    /// The rest of the point: 1/4 of 3/4.
    #[must_use]
    pub fn rest(self) -> Share {
        Share { part: self.whole - self.part, whole: self.whole }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.whole)
    }
}

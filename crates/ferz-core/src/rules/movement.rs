//! How pieces move: compiled notations.
//!
//! Headings are numbered clockwise from straight ahead as the owner of the piece sees it: of the eight main directions 0
//! is ahead and 1 ahead to the right; of the eight oblique ones 0 is the first to the right of ahead. Sets of headings
//! are bits of a byte.

use std::ops::Range;

use crate::board::Step;

/// All moves of a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Movement {
    /// The patterns in the order of the notation. If the last legs of a move are optional, there is one pattern for
    /// each number of legs.
    pub patterns: Vec<Pattern>,
}

impl Movement {
    /// The same moves as few patterns: patterns that differ only in their headings are joined, and places are dropped.
    /// `WF` and `K` become equal.
    #[must_use]
    pub fn merged(&self) -> Movement {
        let mut patterns: Vec<Pattern> = Vec::new();
        for pattern in &self.patterns {
            let mut pattern = Pattern { span: 0..0, ..pattern.clone() };
            let headings = pattern.first_headings().map(|headings| std::mem::replace(headings, 0)).unwrap_or(0);
            let same = |known: &&mut Pattern| {
                let mut known = Pattern::clone(known);
                known.first_headings().into_iter().for_each(|headings| *headings = 0);
                known == pattern
            };
            match patterns.iter_mut().find(same) {
                Some(known) => known.first_headings().into_iter().for_each(|known| *known |= headings),
                None => {
                    pattern.first_headings().into_iter().for_each(|own| *own = headings);
                    patterns.push(pattern);
                }
            }
        }
        Movement { patterns }
    }

    /// Returns `true` if these are the same moves, however they are written.
    pub fn same_moves(&self, other: &Movement) -> bool {
        let (own, other) = (self.merged(), other.merged());
        own.patterns.len() == other.patterns.len() && own.patterns.iter().all(|p| other.patterns.contains(p))
    }
}

/// One kind of move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pattern {
    /// The legs of the move, or another way to move.
    pub course: Course,
    /// `true` if the piece has the move only while it has not moved.
    pub initial: bool,
    /// Place in the notation, in bytes.
    pub span: Range<usize>,
}

/// The legs of a move, or another way to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Course {
    /// Leg by leg; never empty.
    Legs(Vec<Leg>),
    /// A move to any square of the board.
    Anywhere(Terms),
    /// Castling with an unmoved partner on the same rank.
    Castling(CastlingLeap),
}

impl Pattern {
    /// The legs; empty for other kinds of moves.
    pub fn legs(&self) -> &[Leg] {
        match &self.course {
            Course::Legs(legs) => legs,
            _ => &[],
        }
    }

    /// The pattern as the notation of a set, if a leg passes over friends only: then the sides of the pieces on the way count, and the last
    /// leg captures pieces of either side. `None` for all other patterns.
    #[must_use]
    pub fn over_friends(&self) -> Option<Pattern> {
        if !self.legs().iter().any(|leg| leg.terms.platform == Platform::Friend) {
            return None;
        }
        let mut pattern = self.clone();
        if let Course::Legs(legs) = &mut pattern.course
            && let Some(Leg { terms, .. }) = legs.last_mut()
        {
            (terms.enemy, terms.friend) = (terms.enemy || terms.friend, terms.enemy || terms.friend);
        }
        Some(pattern)
    }

    /// The headings of the first leg; `None` if the move has no legs.
    fn first_headings(&mut self) -> Option<&mut u8> {
        match &mut self.course {
            Course::Legs(legs) => legs.first_mut().map(|leg| &mut leg.headings),
            _ => None,
        }
    }

    /// The only leg; `None` if there are more legs, or none.
    pub fn single_leg(&self) -> Option<&Leg> {
        match self.legs() {
            [leg] => Some(leg),
            _ => None,
        }
    }

    /// Permitted actions on the destination square; `None` for castling.
    pub fn terms(&self) -> Option<&Terms> {
        match &self.course {
            Course::Legs(legs) => legs.last().map(|leg| &leg.terms),
            Course::Anywhere(terms) => Some(terms),
            Course::Castling(_) => None,
        }
    }

    /// Returns `true` if the move is a single leap (lame or not) that moves or captures, and does nothing else.
    pub fn is_single_leap(&self) -> bool {
        self.single_leg().is_some_and(|leg| {
            let plain = (leg.skip, leg.hop, leg.bend, leg.wrap) == (0, Hop::None, Bend::Straight, Wrap::None);
            let Terms { en_passant, royal_only, spares_royal, .. } = leg.terms;
            let terms = !(en_passant || royal_only || spares_royal);
            plain && terms && !leg.slides() && leg.between != Between::Occupied && !matches!(leg.leap, Leap::Exact(_))
        })
    }

    /// Returns `true` if the move can capture an enemy by moving onto its square, on the way or at the end.
    pub fn takes_enemies(&self) -> bool {
        self.legs().iter().any(|leg| leg.terms.enemy)
    }

    /// Returns `true` if the move can capture anything, on its way or at its end.
    pub fn captures(&self) -> bool {
        self.captures_on_the_way() || self.terms().is_some_and(Terms::captures)
    }

    /// Returns `true` if the move can capture on a square that is not its destination.
    pub fn captures_on_the_way(&self) -> bool {
        self.legs().split_last().is_some_and(|(_, before)| before.iter().any(|leg| leg.terms.captures()))
    }
}

/// One leg of a move: a leap made once or several times.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Leg {
    /// The leap.
    pub leap: Leap,
    /// The headings. For the first leg they are as the owner sees them. For later legs they are turns from the heading
    /// of the leg before.
    pub headings: u8,
    /// The headings, as the owner sees them, that remain permitted after turning.
    pub kept: u8,
    /// The largest number of leaps; `None` for any number.
    pub range: Option<u8>,
    /// The number of leaps at the beginning that pass over any piece, and on which the leg cannot end.
    pub skip: u8,
    /// Condition on the squares inside a leap.
    pub between: Between,
    /// Whether the leg must pass over a piece (a hurdle).
    pub hop: Hop,
    /// How the ride turns.
    pub bend: Bend,
    /// `true` if the leg must be as long as the last sliding leg before it.
    pub as_far: bool,
    /// Edges that are joined for this leg.
    pub wrap: Wrap,
    /// `true` if the squares passed become en passant targets.
    pub trail: bool,
    /// Permitted content of the last square of the leg.
    pub terms: Terms,
}

impl Leg {
    /// The headings of a first leg as steps, as White sees them.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        headings(self.headings & self.kept).map(|heading| self.leap.step(heading))
    }

    /// Returns `true` if the leg can be longer than one leap.
    pub fn slides(&self) -> bool {
        self.range != Some(1)
    }
}

/// The headings of a set, in order.
pub fn headings(set: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |heading| set & 1 << heading != 0)
}

/// The shape of a leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Leap {
    /// This number of squares in one of the eight main directions.
    Main(u8),
    /// An oblique leap, such as a knight's: fewer squares along one axis and more along the other.
    Oblique {
        /// The smaller number.
        short: u8,
        /// The larger number.
        long: u8,
    },
    /// This step as White sees it, whatever the heading. Used on boards that do not have eight directions.
    Exact(Step),
}

impl Leap {
    /// The number of king steps: the largest of the distances in files, ranks and levels.
    pub fn length(self) -> u8 {
        match self {
            Leap::Main(squares) => squares,
            Leap::Oblique { long, .. } => long,
            Leap::Exact(step) => {
                [step.files, step.ranks, step.levels].map(i8::unsigned_abs).into_iter().max().unwrap_or(0)
            }
        }
    }

    /// The leap in a direction, as White sees it. Only the remainder of the heading by 8 counts.
    pub fn step(self, heading: u8) -> Step {
        let (ahead, right) = match self {
            Leap::Main(squares) => {
                let squares = squares as i8;
                (squares, if heading.is_multiple_of(2) { 0 } else { squares })
            }
            Leap::Oblique { short, long } => {
                let (short, long) = (short as i8, long as i8);
                if heading.is_multiple_of(2) { (long, short) } else { (short, long) }
            }
            Leap::Exact(step) => return step,
        };
        Step::new(right, ahead).turned(heading % 8 / 2)
    }
}

/// Condition on the squares inside a leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Between {
    /// May be anything.
    #[default]
    Anything,
    /// Must be empty: the leap is lame.
    Empty,
    /// Must be occupied: there must be a piece to jump.
    Occupied,
}

/// Whether a leg must pass over a piece (a hurdle).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Hop {
    /// No hurdle: the leg stops at the first piece.
    #[default]
    None,
    /// Exactly one hurdle. Behind it the leg goes on as a slide.
    Over,
    /// Exactly one hurdle. The leg ends on the square directly behind it.
    Next,
}

/// How a ride turns from leap to leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Bend {
    /// Not at all.
    #[default]
    Straight,
    /// By this number of headings, alternately to the right and to the left.
    Crooked(u8),
    /// By this number of headings, always to the same side.
    Circular(u8),
}

/// Edges that are joined for a leg, in addition to those that the board joins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Wrap {
    /// None.
    #[default]
    None,
    /// The first and the last file.
    Files,
    /// The first and the last file, and the first and the last rank.
    FilesAndRanks,
}

/// Permitted content of the last square of a leg, and what the move does with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Terms {
    /// The leg may end on an empty square.
    pub quiet: bool,
    /// The leg may end on an enemy, which is captured.
    pub enemy: bool,
    /// The leg may end on a friend, which is captured.
    pub friend: bool,
    /// An empty square that an enemy has just passed; that enemy is captured en passant.
    pub en_passant: bool,
    /// `true` if only royal pieces can be captured.
    pub royal_only: bool,
    /// `true` if royal pieces cannot be captured.
    pub spares_royal: bool,
    /// Pieces on which the leg may end without capturing them. Only for legs before the last one.
    pub platform: Platform,
}

impl Terms {
    /// Returns `true` if captures are possible.
    pub fn captures(&self) -> bool {
        self.enemy || self.friend || self.en_passant
    }
}

/// Pieces on which a leg may end without capturing them, so that the next leg starts there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Platform {
    /// None.
    #[default]
    None,
    /// Any piece, or a wall.
    Any,
    /// Friends only.
    Friend,
}

/// Castling: the king moves along its rank towards an unmoved partner, and the partner moves to the inner side of the
/// king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CastlingLeap {
    /// `true` if the king castles towards the owner's left.
    pub left: bool,
    /// `true` if the king castles towards the owner's right.
    pub right: bool,
    /// The number of files that the king moves.
    pub files: u8,
    /// The partner's distance from the edge, in squares.
    pub inset: u8,
}

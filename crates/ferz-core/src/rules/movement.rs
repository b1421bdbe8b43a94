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
    /// The moves in the order of the notation. A notation with optional legs gives one pattern for each way to end.
    pub patterns: Vec<Pattern>,
}

impl Movement {
    /// The same moves with as few patterns as their headings allow, and without places: `WF` and `K` become equal.
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
    /// How it goes.
    pub course: Course,
    /// `true` if the piece has the move only while it has not moved.
    pub initial: bool,
    /// Place in the notation, in bytes.
    pub span: Range<usize>,
}

/// How a move goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Course {
    /// Leg by leg; never empty.
    Legs(Vec<Leg>),
    /// To any square of the board.
    Anywhere(Terms),
    /// Past an unmoved partner on the same rank.
    Castling(CastlingLeap),
}

impl Pattern {
    /// The legs; none for the other courses.
    pub fn legs(&self) -> &[Leg] {
        match &self.course {
            Course::Legs(legs) => legs,
            _ => &[],
        }
    }

    /// The headings of a move that starts with a leg.
    fn first_headings(&mut self) -> Option<&mut u8> {
        match &mut self.course {
            Course::Legs(legs) => legs.first_mut().map(|leg| &mut leg.headings),
            _ => None,
        }
    }

    /// The leg of a move that has only one.
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

    /// Returns `true` if it is one plain leap to an empty square or a capture. The squares inside the leap may be
    /// ignored, or may have to be empty.
    pub fn is_single_leap(&self) -> bool {
        self.single_leg().is_some_and(|leg| {
            let plain = (leg.skip, leg.hop, leg.bend, leg.wrap) == (0, Hop::None, Bend::Straight, Wrap::None);
            let Terms { en_passant, royal_only, spares_royal, .. } = leg.terms;
            let terms = !(en_passant || royal_only || spares_royal);
            plain && terms && !leg.slides() && leg.between != Between::Occupied && !matches!(leg.leap, Leap::Exact(_))
        })
    }

    /// Returns `true` if the move can capture an enemy on its square, on the way or at the end.
    pub fn takes_enemies(&self) -> bool {
        self.legs().iter().any(|leg| leg.terms.enemy)
    }

    /// Returns `true` if the move can capture anything, on its way or at its end.
    pub fn captures(&self) -> bool {
        let on_the_way = self.legs().iter().any(|leg| leg.terms.captures());
        on_the_way || self.terms().is_some_and(Terms::captures)
    }
}

/// One leg of a move: a leap made once or several times.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Leg {
    /// The leap.
    pub leap: Leap,
    /// The headings. On a first leg as the owner sees them; on later ones turns from the heading of the leg before.
    pub headings: u8,
    /// The headings as the owner sees them that the leg may have after turning.
    pub kept: u8,
    /// The most leaps; `None` for any number.
    pub range: Option<u8>,
    /// Number of leaps at the beginning that pass over anything and cannot be the last.
    pub skip: u8,
    /// Condition on the squares inside a leap.
    pub between: Between,
    /// Which piece the leg must pass over.
    pub hop: Hop,
    /// How the ride turns.
    pub bend: Bend,
    /// `true` if the leg must be as long as the last sliding leg before it.
    pub as_far: bool,
    /// Which edges the leg steps over.
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

    /// Returns `true` if it is more than one leap long.
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
    /// So many squares in one of the eight main directions.
    Main(u8),
    /// So many squares one way and more of them the other way.
    Oblique {
        /// The smaller number.
        short: u8,
        /// The larger number.
        long: u8,
    },
    /// This step as White sees it, whatever the heading: where there are not eight directions.
    Exact(Step),
}

impl Leap {
    /// By how many files, ranks or levels it goes, whichever are most.
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
    /// Anything.
    #[default]
    Anything,
    /// Empty: the leap is lame.
    Empty,
    /// Occupied: there must be something to jump.
    Occupied,
}

/// Which piece a leg must pass over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Hop {
    /// None: it stops at the first.
    #[default]
    None,
    /// Exactly one; behind it the leg goes on as a slide.
    Over,
    /// Exactly one, and the leg ends on the square behind it.
    Next,
}

/// How a ride turns from leap to leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Bend {
    /// Not at all.
    #[default]
    Straight,
    /// By so many headings, to the right and to the left in turn.
    Crooked(u8),
    /// By so many headings, always to the same side.
    Circular(u8),
}

/// Which edges are joined for a leg, on top of what the board says.
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
    /// An empty square.
    pub quiet: bool,
    /// An enemy, which is captured.
    pub enemy: bool,
    /// A friend, which is captured.
    pub friend: bool,
    /// An empty square that an enemy has just passed; that enemy is captured en passant.
    pub en_passant: bool,
    /// `true` if only royal pieces can be captured.
    pub royal_only: bool,
    /// `true` if royal pieces cannot be captured.
    pub spares_royal: bool,
    /// A piece that is left alone; only before the last leg.
    pub platform: Platform,
}

impl Terms {
    /// Returns `true` if captures are possible.
    pub fn captures(&self) -> bool {
        self.enemy || self.friend || self.en_passant
    }
}

/// Which pieces may be passed over at the end of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Platform {
    /// None.
    #[default]
    None,
    /// Any; a wall will do too.
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
    /// How many files the king goes.
    pub files: u8,
    /// How many squares from the edge the partner stands.
    pub inset: u8,
}

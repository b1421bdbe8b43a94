//! Notations inside rules, as lines: where each leads from each square.

use crate::board::{Bitboard, BySide, Geometry, Line, Side, Square};
use crate::rules::movement::{Between, Hop, Movement, Pattern, Terms};
use crate::rules::tree::Notation;
use crate::walker;

/// The moves of a notation whose patterns are all lines that only pieces in the way stop.
#[derive(Debug)]
pub(super) struct NotationLines<const W: usize> {
    /// The notation as written: two of the same text are the same.
    text: String,
    patterns: Vec<PatternLines<W>>,
}

/// The lines of one pattern.
#[derive(Debug)]
struct PatternLines<const W: usize> {
    terms: Terms,
    /// `true` if only a piece that has not moved goes so.
    initial: bool,
    /// The lines from each square.
    lines: BySide<Vec<Box<[Line<W>]>>>,
}

/// The squares that a notation sees on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<const W: usize> {
    /// The squares that stop a line.
    pub blocked: Bitboard<W>,
    /// The squares on which a quiet move may end.
    pub empty: Bitboard<W>,
    /// The squares on which a capture of an enemy may end.
    pub enemies: Bitboard<W>,
    /// The squares on which a capture of an own piece may end.
    pub friends: Bitboard<W>,
}

impl<const W: usize> NotationLines<W> {
    /// The lines of a notation. `None` if a pattern of it is no plain line.
    pub fn of(notation: &Notation, geometry: &Geometry) -> Option<NotationLines<W>> {
        NotationLines::of_movement(&notation.text, &notation.movement, geometry)
    }

    /// The same, for the notation of a piece.
    pub fn of_movement(text: &str, movement: &Movement, geometry: &Geometry) -> Option<NotationLines<W>> {
        let patterns = movement.patterns.iter().map(|pattern| PatternLines::of(pattern, geometry));
        Some(NotationLines { text: text.to_owned(), patterns: patterns.collect::<Option<_>>()? })
    }

    /// `true` for the lines of a notation.
    pub fn is(&self, notation: &Notation) -> bool {
        self.text == notation.text
    }

    /// The squares to which the notation leads.
    pub fn ends(&self, (side, from): (Side, Square), virgin: bool, ground: &Ground<W>) -> Bitboard<W> {
        let mut ends = Bitboard::EMPTY;
        for pattern in self.patterns.iter().filter(|pattern| virgin || !pattern.initial) {
            let mut allowed = Bitboard::EMPTY;
            for (term, squares) in [
                (pattern.terms.quiet, ground.empty),
                (pattern.terms.enemy, ground.enemies),
                (pattern.terms.friend, ground.friends),
            ] {
                if term {
                    allowed |= squares;
                }
            }
            for line in &pattern.lines[side][from.index()] {
                ends |= line.reach(&ground.blocked) & allowed;
            }
        }
        ends
    }

    /// The squares to which the notation leads if nothing stands in the way.
    pub fn on_open_board(&self, (side, from): (Side, Square)) -> Bitboard<W> {
        let (nothing, all) = (Bitboard::EMPTY, !Bitboard::EMPTY);
        self.ends((side, from), true, &Ground { blocked: nothing, empty: all, enemies: all, friends: all })
    }

    /// The squares on which the notation could capture an enemy, if nothing stood in the way.
    pub fn captures_on_open_board(&self, (side, from): (Side, Square)) -> Bitboard<W> {
        let (nothing, all) = (Bitboard::EMPTY, !Bitboard::EMPTY);
        let ground = Ground { blocked: nothing, empty: nothing, enemies: all, friends: nothing };
        self.ends((side, from), true, &ground)
    }
}

impl<const W: usize> PatternLines<W> {
    fn of(pattern: &Pattern, geometry: &Geometry) -> Option<PatternLines<W>> {
        let leg = pattern.single_leg()?;
        let terms = leg.terms;
        let plain = Terms { quiet: terms.quiet, enemy: terms.enemy, friend: terms.friend, ..Terms::default() };
        if leg.hop != Hop::None || leg.skip > 0 || leg.between != Between::Anything || leg.trail || terms != plain {
            return None;
        }
        let from = |side: Side, square: usize| {
            let lines = walker::lines(pattern, geometry, side, Square::new(square as u16)).unwrap_or_default();
            let squares = lines.iter().map(|line| line.steps.iter().map(|step| step.square).collect::<Vec<_>>());
            squares.filter(|squares| !squares.is_empty()).map(|squares| Line::along(&squares)).collect()
        };
        let lines = BySide::from_fn(|side| (0..geometry.len()).map(|square| from(side, square)).collect());
        Some(PatternLines { terms, initial: pattern.initial, lines })
    }
}

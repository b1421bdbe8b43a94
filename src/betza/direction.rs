//! Direction letters: their groups, and the headings that they select.
//!
//! Headings are numbered clockwise from straight ahead. For the eight main directions 0 is ahead and 1 ahead to the
//! right; for oblique leaps 0 is the one just to the right of ahead, and so on round.

use crate::board::Geometry;

use super::ast::{Direction, Group, Span, Toward};
use super::atom::Class;
use super::error::Fault;

/// A set of headings: bit `i` stands for heading `i`.
pub type Headings = u8;

/// All eight headings.
pub const ALL: Headings = 0xff;
/// Along ranks and files.
pub const ORTHOGONAL: Headings = set(&[0, 2, 4, 6]);
/// Along diagonals.
pub const DIAGONAL: Headings = set(&[1, 3, 5, 7]);

/// The kinds of directions that a board has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compass {
    /// Eight main directions, and eight between them.
    Squares,
    /// Directions of hexagons.
    Hexagons,
    /// Directions of boards one above the other.
    Levels,
}

impl Compass {
    /// The directions of a board.
    pub fn of(geometry: &Geometry) -> Compass {
        match geometry.topology().is_hexagonal() {
            true => Compass::Hexagons,
            false if geometry.leads_between_levels() => Compass::Levels,
            false => Compass::Squares,
        }
    }
}

/// The set of some headings.
pub const fn set(headings: &[u8]) -> Headings {
    let (mut bits, mut index) = (0, 0);
    while index < headings.len() {
        bits |= 1 << headings[index];
        index += 1;
    }
    bits
}

/// The set turned clockwise by a number of headings.
pub fn turned(headings: Headings, by: u8) -> Headings {
    headings.rotate_left(u32::from(by % 8))
}

impl Class {
    /// The headings of a leg without direction letters.
    pub fn headings(self) -> Headings {
        match self {
            Class::Orthogonal => ORTHOGONAL,
            Class::Diagonal => DIAGONAL,
            Class::Oblique | Class::King => ALL,
        }
    }

    /// The headings that groups of letters select together.
    pub fn select(self, directions: &[Direction]) -> Headings {
        directions.iter().fold(0, |all, direction| all | self.select_group(direction.group))
    }

    fn select_group(self, group: Group) -> Headings {
        match (self, group) {
            (_, Group::Alone(toward)) => self.alone(toward),
            (_, Group::Chiral { left }) => set(if left { &[1, 3, 5, 7] } else { &[0, 2, 4, 6] }),
            (Class::Diagonal, Group::Pair(a, b)) => self.alone(a) & self.alone(b),
            (Class::Diagonal | Class::Orthogonal, Group::Half(toward)) => self.alone(toward),
            (Class::Oblique, Group::Half(toward)) => turned(set(&[6, 7, 0, 1]), ahead_to(toward)),
            (Class::King, Group::Half(toward)) => turned(set(&[7, 0, 1]), ahead_to(toward)),
            (Class::Oblique, Group::Pair(half, long)) => self.alone(long) & Class::Oblique.side(half),
            (Class::King | Class::Orthogonal, Group::Pair(a, b)) => {
                DIAGONAL & Class::King.side(a) & Class::King.side(b)
            }
        }
    }

    fn alone(self, toward: Toward) -> Headings {
        match toward {
            Toward::Vertical => self.alone(Toward::Forward) | self.alone(Toward::Back),
            Toward::Sideways => self.alone(Toward::Left) | self.alone(Toward::Right),
            _ => turned(
                match self {
                    Class::Orthogonal | Class::King => set(&[0]),
                    Class::Diagonal => set(&[7, 1]),
                    Class::Oblique => set(&[7, 0]),
                },
                ahead_to(toward),
            ),
        }
    }

    /// The headings that lead partly in a direction.
    fn side(self, toward: Toward) -> Headings {
        match toward {
            Toward::Vertical => self.side(Toward::Forward) | self.side(Toward::Back),
            Toward::Sideways => self.side(Toward::Left) | self.side(Toward::Right),
            _ if self == Class::Oblique => turned(set(&[6, 7, 0, 1]), ahead_to(toward)),
            _ => turned(set(&[7, 0, 1]), ahead_to(toward)),
        }
    }

    /// Returns `true` if two different letters form a pair.
    pub(super) fn pairs(self, first: Toward, second: Toward) -> bool {
        let crossed = first.is_vertical() != second.is_vertical();
        match self {
            Class::Orthogonal => false,
            Class::Diagonal => crossed,
            Class::Oblique | Class::King => crossed && !first.is_double(),
        }
    }
}

/// The number of headings from straight ahead to a direction.
fn ahead_to(toward: Toward) -> u8 {
    match toward {
        Toward::Forward | Toward::Vertical => 0,
        Toward::Right | Toward::Sideways => 2,
        Toward::Back => 4,
        Toward::Left => 6,
    }
}

/// Groups of direction letters for boards without eight directions: a vertical and a horizontal letter form a pair if
/// they are adjacent, as with diagonal atoms.
pub fn paired(directions: &[Direction]) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut rest = directions;
    while let [direction, after @ ..] = rest {
        let single = |direction: &Direction| match direction.group {
            Group::Alone(to) if direction.span.end - direction.span.start == 1 => Some(to),
            _ => None,
        };
        let pair = single(direction).zip(after.first().and_then(single));
        match pair.filter(|(one, other)| one.is_vertical() != other.is_vertical()) {
            Some((one, other)) => {
                groups.push(Group::Pair(one, other));
                rest = &after[1..];
            }
            None => {
                groups.push(direction.group);
                rest = after;
            }
        }
    }
    groups
}

/// One letter of a run of direction letters.
pub(super) type Placed = (char, Span);

/// Splits a run of direction letters (and `h`) into groups.
pub(super) fn groups(class: Class, atom: &str, run: &[Placed]) -> Result<Vec<Direction>, Fault> {
    let mut groups = Vec::new();
    let mut rest = run;
    while let Some((letter, span)) = rest.first() {
        let (group, letters) = match Toward::from_letter(*letter) {
            Some(toward) => group_from(class, atom, toward, rest)?,
            None => (chiral(class, atom, rest)?, 2),
        };
        groups.push(Direction { group, span: span.to(rest[letters - 1].1) });
        rest = &rest[letters..];
    }
    Ok(groups)
}

fn group_from(class: Class, atom: &str, toward: Toward, run: &[Placed]) -> Result<(Group, usize), Fault> {
    let letter = |index: usize| run.get(index).map(|placed| placed.0);
    if letter(1) == Some('h') {
        return half(class, atom, toward, run[1].1).map(|group| (group, 2));
    }
    // A letter before `h` belongs to it.
    let next = letter(1).and_then(Toward::from_letter).filter(|_| letter(2) != Some('h'));
    Ok(match next {
        Some(next) if next == toward => (Group::Alone(toward), 2),
        Some(next) if class.pairs(toward, next) => (Group::Pair(toward, next), 2),
        _ => (Group::Alone(toward), 1),
    })
}

fn half(class: Class, atom: &str, toward: Toward, h: Span) -> Result<Group, Fault> {
    if class == Class::Orthogonal {
        return Err(Fault::new(h, format!("`h` has no meaning on orthogonal atom `{atom}`")));
    }
    if toward.is_double() {
        return Err(
            Fault::new(h, format!("`h` cannot follow `{}`", toward.letter())).help("write `fh`, `bh`, `lh` or `rh`")
        );
    }
    Ok(Group::Half(toward))
}

fn chiral(class: Class, atom: &str, run: &[Placed]) -> Result<Group, Fault> {
    let h = run[0].1;
    let Some((next, end)) = run.get(1).copied().filter(|next| next.0 != 'h') else {
        let message = "`h` needs a direction beside it (`fh`, `bh`, `lh`, `rh`, `hl`, `hr`)";
        return Err(Fault::new(h, message));
    };
    match next {
        _ if class == Class::Orthogonal => {
            Err(Fault::new(h, format!("`h` has no meaning on orthogonal atom `{atom}`")))
        }
        'l' | 'r' if class == Class::Oblique => Ok(Group::Chiral { left: next == 'l' }),
        'l' | 'r' => Err(Fault::new(h.to(end), format!("`h{next}` only applies to oblique atoms"))
            .help(format!("for the half on that side write `{next}h`"))),
        'f' | 'b' => Err(Fault::new(h.to(end), format!("`h{next}` is not a direction; did you mean `{next}h`"))),
        _ => Err(Fault::new(h.to(end), format!("`h{next}` is not a direction")).help("write `fh`, `bh`, `lh` or `rh`")),
    }
}

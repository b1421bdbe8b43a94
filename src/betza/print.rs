//! Writes a tree as canonical text: modifiers in the order that XBoard reads, ranges as numbers.

use std::fmt::{self, Display, Formatter, Write};

use super::Notation;
use super::ast::{Atom, Direction, Group, Join, Leg, Limit, Modifier, Modifiers, Move, Reach, Suffix, Toward};
use super::atom::Class;

impl Display for Notation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.moves().iter().try_for_each(|piece_move| write!(f, "{piece_move}"))
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.bracket {
            Some(before) => {
                write(f, before, self.last().atom.class())?;
                f.write_char('[')?;
                for (index, leg) in self.legs.iter().enumerate() {
                    f.write_str(joint(leg))?;
                    write(f, &leg.modifiers, self.class(index))?;
                    leap(f, leg)?;
                }
                f.write_char(']')
            }
            None => {
                for (index, leg) in self.legs.iter().enumerate() {
                    f.write_str(joint(leg))?;
                    write(f, &leg.modifiers, self.class(index))?;
                }
                leap(f, self.last())
            }
        }
    }
}

fn joint(leg: &Leg) -> &'static str {
    match leg.join {
        Join::Start => "",
        Join::Again => "a",
        Join::Mandatory => "-",
        Join::Optional => "?",
    }
}

fn leap(f: &mut Formatter<'_>, leg: &Leg) -> fmt::Result {
    write!(f, "{}", leg.atom)?;
    leg.range.iter().try_for_each(|range| write!(f, "{range}"))
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char(self.base.letter())?;
        self.suffixes.iter().try_for_each(|suffix| f.write_char(if *suffix == Suffix::X { 'X' } else { 'Y' }))
    }
}

impl Display for Reach {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.limit {
            Limit::Times(times) => write!(f, "{times}"),
            Limit::Unlimited => f.write_char('0'),
            Limit::Middle => f.write_char('*'),
        }
    }
}

/// Writes the modifiers of a leg whose direction letters follow the rules of a class.
fn write(f: &mut Formatter<'_>, modifiers: &Modifiers, class: Class) -> fmt::Result {
    if modifiers.has(Modifier::Initial) {
        write!(f, "{}", Modifier::Initial)?;
    }
    directions(f, &modifiers.directions, class)?;
    for letter in modifiers.letters.iter().filter(|letter| letter.modifier != Modifier::Initial) {
        write!(f, "{}", letter.modifier)?;
    }
    let Some(repeated) = &modifiers.repeated else { return Ok(()) };
    f.write_char('(')?;
    for (index, leg) in repeated.legs.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { "a" })?;
        write(f, leg, Class::King)?;
    }
    f.write_char(')')?;
    write(f, &repeated.after, Class::King)
}

fn directions(f: &mut Formatter<'_>, directions: &[Direction], class: Class) -> fmt::Result {
    for (index, direction) in directions.iter().enumerate() {
        match direction.group {
            Group::Alone(toward) => {
                f.write_char(toward.letter())?;
                if directions.get(index + 1).is_some_and(|next| joins(class, toward, next.group)) {
                    f.write_char(toward.letter())?;
                }
            }
            Group::Pair(first, second) => {
                f.write_char(first.letter())?;
                f.write_char(second.letter())?;
            }
            Group::Half(toward) => {
                f.write_char(toward.letter())?;
                f.write_char('h')?;
            }
            Group::Chiral { left } => f.write_str(if left { "hl" } else { "hr" })?,
        }
    }
    Ok(())
}

/// Returns `true` if a single letter would be read as part of the next group.
fn joins(class: Class, toward: Toward, next: Group) -> bool {
    match next {
        Group::Alone(first) | Group::Pair(first, _) => {
            class.pairs(toward, first) || (class != Class::Orthogonal && toward == first)
        }
        // The letter before `h` belongs to that group.
        Group::Half(_) | Group::Chiral { .. } => false,
    }
}

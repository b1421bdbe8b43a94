//! What atoms and directions mean where cells are hexagons.
//!
//! A cell has six neighbours (`W`) and between each two of them the nearest cell that is no neighbour (`F`): twelve directions.
//! An oblique leap of the squares is as many steps of both kinds, one beside the other: `N` is a step of `W` and one of `F`.

use crate::betza::{Atom, Base, Class, Direction, Group, Modifier, Move, Notation, ParseError, Toward};
use crate::board::{Step, Topology};
use crate::rules::movement::{Course, Leap, Pattern};

/// The neighbours, clockwise; the first is ahead of White where files stand upright.
const NEIGHBOURS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The patterns of a move, each with one step in place of a leap and its headings.
///
/// # Errors
/// What has no meaning on such a board.
pub(super) fn spread(
    notation: &Notation,
    piece_move: &Move,
    patterns: Vec<Pattern>,
    topology: Topology,
) -> Result<Vec<Pattern>, ParseError> {
    let written = &piece_move.legs[0];
    if written.atom.base == Base::U {
        return Ok(patterns);
    }
    refuse(notation, piece_move)?;
    let steps = chosen(&written.atom, &written.modifiers.directions, topology);
    let with = |pattern: &Pattern, step: &Step| {
        let mut pattern = pattern.clone();
        if let Course::Legs(legs) = &mut pattern.course {
            for leg in legs {
                leg.leap = Leap::Exact { files: step.files, ranks: step.ranks };
                (leg.headings, leg.kept) = (1, 1);
            }
        }
        pattern
    };
    Ok(patterns.iter().flat_map(|pattern| steps.iter().map(|step| with(pattern, step))).collect())
}

fn refuse(notation: &Notation, piece_move: &Move) -> Result<(), ParseError> {
    let leg = &piece_move.legs[0];
    let span = piece_move.span.range();
    if piece_move.legs.len() > 1 || piece_move.bracket.is_some() || leg.atom.base == Base::O {
        return Err(notation.error(span, "on hexagons a move has one leg, and castling belongs to the game definition"));
    }
    let bent = [Modifier::Crooked, Modifier::Circular, Modifier::Wrap];
    if let Some(letter) = leg.modifiers.letters.iter().find(|letter| bent.contains(&letter.modifier)) {
        let message = format!("the modifier `{}` has no meaning on hexagons", letter.modifier);
        return Err(notation.error(letter.span.range(), message));
    }
    if let Some(direction) = leg.modifiers.directions.iter().find(|direction| direction.is_chiral()) {
        return Err(notation.error(direction.span.range(), "every second direction has no meaning on hexagons"));
    }
    let looks_between = [Modifier::Lame, Modifier::Jump].iter().any(|letter| leg.modifiers.has(*letter));
    if looks_between && leg.atom.class() != Class::Orthogonal && !leg.atom.is_slider() {
        return Err(notation.error(span, "on hexagons only leaps along lines of neighbours can be lame or must jump"));
    }
    Ok(())
}

/// The steps of an atom in all directions.
fn steps(atom: &Atom) -> Vec<Step> {
    let neighbour = |index: usize| NEIGHBOURS[index % 6];
    // Beside each other: a neighbour, and the cell between it and the next.
    let sum = |index: usize, straight: i8, aside: i8, turned: usize| {
        let (near, next) = (neighbour(index), neighbour(index + 1));
        let along = neighbour(index + turned);
        let part = |near: i8, next: i8, along: i8| straight * along + aside * (near + next);
        Step::new(part(near.0, next.0, along.0), part(near.1, next.1, along.1))
    };
    let all = |straight: i8, aside: i8, turned: usize| (0..6).map(move |index| sum(index, straight, aside, turned));
    let Some(leap) = atom.leap() else { return all(1, 0, 0).chain(all(0, 1, 0)).collect() };
    let (aside, straight) = (leap.short as i8, (leap.long - leap.short) as i8);
    match (straight, aside) {
        (0, _) | (_, 0) => all(straight, aside, 0).collect(),
        _ => all(straight, aside, 0).chain(all(straight, aside, 1)).collect(),
    }
}

/// How far a step leads ahead and to the right, each in a unit of its own.
fn place(step: Step, topology: Topology) -> (i32, i32) {
    let (files, ranks) = (i32::from(step.files), i32::from(step.ranks));
    match topology {
        Topology::HexagonalRanks => (ranks, 2 * files - ranks),
        _ => (2 * ranks - files, files),
    }
}

/// How far a step leads in a direction.
fn toward(step: Step, toward: Toward, topology: Topology) -> i32 {
    let (ahead, right) = place(step, topology);
    match toward {
        Toward::Forward => ahead,
        Toward::Back => -ahead,
        Toward::Right => right,
        Toward::Left => -right,
        Toward::Vertical => ahead.abs(),
        Toward::Sideways => right.abs(),
    }
}

/// The steps of an atom that its direction letters leave.
fn chosen(atom: &Atom, directions: &[Direction], topology: Topology) -> Vec<Step> {
    let mut all = steps(atom);
    if directions.is_empty() {
        return all;
    }
    let groups = paired(directions);
    let farthest = |to: Toward| all.iter().map(|step| toward(*step, to, topology)).max().unwrap_or(0);
    let has = |step: Step, to: Toward| toward(step, to, topology) > 0;
    let is_in = |step: Step, group: &Group| match group {
        Group::Alone(to) => has(step, *to) && toward(step, *to, topology) == farthest(*to),
        Group::Pair(one, other) => has(step, *one) && has(step, *other),
        Group::Half(to) => has(step, *to),
        Group::Chiral { .. } => false,
    };
    let kept: Vec<bool> = all.iter().map(|step| groups.iter().any(|group| is_in(*step, group))).collect();
    let mut kept = kept.into_iter();
    all.retain(|_| kept.next().unwrap_or(false));
    all
}

/// A letter along the files and one across them belong together if they stand beside each other, as with diagonal atoms.
fn paired(directions: &[Direction]) -> Vec<Group> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str, topology: Topology) -> Vec<(i8, i8)> {
        let notation = Notation::parse(text).unwrap();
        let leg = &notation.moves()[0].legs[0];
        let mut ends: Vec<(i8, i8)> = chosen(&leg.atom, &leg.modifiers.directions, topology)
            .into_iter()
            .map(|step| (step.files, step.ranks))
            .collect();
        ends.sort_unstable();
        ends
    }

    #[test]
    fn atoms_have_six_or_twelve_directions() {
        for (text, count) in [("W", 6), ("F", 6), ("K", 12), ("N", 12), ("D", 6), ("C", 12), ("Q", 12)] {
            let ends = ends(text, Topology::Hexagonal);
            assert_eq!(ends.len(), count, "{text}");
            assert!(ends.iter().all(|(x, y)| ends.contains(&(-x, -y))), "{text}");
        }
        let knight = ends("N", Topology::Hexagonal);
        assert!([(1, 3), (2, 3), (3, 2), (3, 1), (2, -1), (1, -2)].iter().all(|end| knight.contains(end)));
    }

    #[test]
    fn letters_select_by_place() {
        use Topology::{Hexagonal, HexagonalRanks};
        assert_eq!(ends("fW", Hexagonal), [(0, 1)]);
        assert_eq!(ends("fsW", Hexagonal), [(-1, 0), (1, 1)]);
        assert_eq!(ends("fhK", Hexagonal).len(), 5);
        assert_eq!(ends("fF", Hexagonal), [(-1, 1), (1, 2)]);
        assert_eq!(ends("rF", Hexagonal), [(2, 1)]);
        assert_eq!(ends("fW", HexagonalRanks), [(0, 1), (1, 1)]);
        assert_eq!(ends("frW", HexagonalRanks), [(1, 1)]);
        assert_eq!(ends("fF", HexagonalRanks), [(1, 2)]);
        assert_eq!(ends("fsF", HexagonalRanks), [(-1, 1), (2, 1)]);
        assert_eq!(ends("sW", HexagonalRanks), [(-1, 0), (1, 0)]);
    }
}

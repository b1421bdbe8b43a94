//! Meaning of atoms and directions on boards that do not have eight directions: on hexagons, and on levels.
//!
//! A hexagon has six neighbours (`W`). Between each two of these directions lies the nearest cell that is not a
//! neighbour (`F`). So there are twelve directions. An oblique leap combines steps in adjacent directions of both
//! kinds: `N` is one step of `W` and one of `F`.
//!
//! On levels, a leap goes along two of the three axes. `T` goes along all three.

use crate::betza::{Atom, Base, Class, Direction, Group, Modifier, Move, Notation, ParseError, Toward, paired};
use crate::board::{Geometry, Step, Topology};
use crate::rules::movement::{Course, Leap, Pattern};

/// Properties of a board that determine its directions.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The way edges are joined, and the shape of cells.
    pub topology: Topology,
    /// The number of boards, one above the other.
    pub levels: usize,
}

impl Ground {
    /// A board of squares.
    pub const FLAT: Ground = Ground { topology: Topology::Rectangle, levels: 1 };

    /// Returns `true` if there are eight directions.
    pub fn is_flat(self) -> bool {
        self.levels == 1 && !self.topology.is_hexagonal()
    }
}

impl From<&Geometry> for Ground {
    fn from(geometry: &Geometry) -> Ground {
        let levels = if geometry.leads_between_levels() { geometry.levels() } else { 1 };
        Ground { topology: geometry.topology(), levels }
    }
}

/// The neighbours, clockwise. In vertical files, the first one is straight ahead of White.
const NEIGHBOURS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The patterns of a move, each with one step in place of a leap and its headings.
///
/// # Errors
/// When the notation has no meaning on such a board.
pub(super) fn spread(
    notation: &Notation,
    piece_move: &Move,
    patterns: Vec<Pattern>,
    ground: Ground,
) -> Result<Vec<Pattern>, ParseError> {
    let written = &piece_move.legs[0];
    if written.atom.base == Base::U {
        return Ok(patterns);
    }
    refuse(notation, piece_move, ground)?;
    let steps = chosen(&written.atom, &written.modifiers.directions, ground);
    let with = |pattern: &Pattern, step: &Step| {
        let mut pattern = pattern.clone();
        if let Course::Legs(legs) = &mut pattern.course {
            for leg in legs {
                leg.leap = Leap::Exact(*step);
                (leg.headings, leg.kept) = (1, 1);
            }
        }
        pattern
    };
    Ok(patterns.iter().flat_map(|pattern| steps.iter().map(|step| with(pattern, step))).collect())
}

fn refuse(notation: &Notation, piece_move: &Move, ground: Ground) -> Result<(), ParseError> {
    let leg = &piece_move.legs[0];
    let span = piece_move.span.range();
    let place = if ground.levels > 1 { "levels" } else { "hexagons" };
    if piece_move.legs.len() > 1 || piece_move.bracket.is_some() || leg.atom.base == Base::O {
        let message = format!("on {place} a move has only one leg, and castling belongs under the key `castling`");
        return Err(notation.error(span, message));
    }
    let bent = [Modifier::Crooked, Modifier::Circular, Modifier::Wrap];
    if let Some(letter) = leg.modifiers.letters.iter().find(|letter| bent.contains(&letter.modifier)) {
        let message = format!("the modifier `{}` has no meaning on {place}", letter.modifier);
        return Err(notation.error(letter.span.range(), message));
    }
    if let Some(direction) = leg.modifiers.directions.iter().find(|direction| direction.is_chiral()) {
        let message = format!("every second direction has no meaning on {place}");
        return Err(notation.error(direction.span.range(), message));
    }
    let looks_between = [Modifier::Lame, Modifier::Jump].iter().any(|letter| leg.modifiers.has(*letter));
    let along = ground.levels == 1 && leg.atom.class() == Class::Orthogonal;
    if looks_between && !along && !leg.atom.is_slider() {
        let message = "on a board without eight directions, only leaps along lines can be lame or need a hurdle";
        return Err(notation.error(span, message));
    }
    Ok(())
}

/// The steps of an atom in all directions.
fn steps(atom: &Atom, ground: Ground) -> Vec<Step> {
    match ground.levels {
        1 => steps_on_hexagons(atom),
        _ => steps_on_levels(atom),
    }
}

fn steps_on_hexagons(atom: &Atom) -> Vec<Step> {
    let neighbour = |index: usize| NEIGHBOURS[index % 6];
    // A neighbour, and the cell between it and the next neighbour: adjacent directions.
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

fn steps_on_levels(atom: &Atom) -> Vec<Step> {
    let leaps: Vec<[i8; 3]> = match (atom.base, atom.leap()) {
        (_, Some(leap)) => vec![[0, leap.short as i8, leap.long as i8]],
        (Base::T, None) => vec![[1, 1, 1]],
        _ => vec![[0, 0, 1], [0, 1, 1], [1, 1, 1]],
    };
    let axes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let signs = |bits: i8| [0, 1, 2].map(|axis| if bits & 1 << axis == 0 { 1 } else { -1 });
    let turned = |leap: &[i8; 3], [x, y, z]: [usize; 3]| [leap[x], leap[y], leap[z]];
    let mut steps: Vec<Step> = leaps
        .iter()
        .flat_map(|leap| axes.map(|order| turned(leap, order)))
        .flat_map(|leap| (0..8).map(signs).map(move |[x, y, z]| Step::new(x * leap[0], y * leap[1]).up(z * leap[2])))
        .collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The distances that a step covers ahead and to the right. The units of the two differ, so only distances in the same
/// direction can be compared. With levels, both distances are reduced to their signs, and up counts as ahead.
fn place(step: Step, ground: Ground) -> (i32, i32) {
    let (files, ranks) = (i32::from(step.files), i32::from(step.ranks));
    match ground.topology {
        _ if ground.levels > 1 => {
            let (ahead, up) = (step.ranks.signum(), step.levels.signum());
            (i32::from((ahead + up).signum()), files.signum())
        }
        Topology::HexagonalRanks => (ranks, 2 * files - ranks),
        _ => (2 * ranks - files, files),
    }
}

/// The distance that a step covers in a direction.
fn toward(step: Step, toward: Toward, ground: Ground) -> i32 {
    let (ahead, right) = place(step, ground);
    match toward {
        Toward::Forward => ahead,
        Toward::Back => -ahead,
        Toward::Right => right,
        Toward::Left => -right,
        Toward::Vertical => ahead.abs(),
        Toward::Sideways => right.abs(),
    }
}

/// The steps of an atom that its direction letters select.
pub fn chosen(atom: &Atom, directions: &[Direction], ground: Ground) -> Vec<Step> {
    let mut all = steps(atom, ground);
    if directions.is_empty() {
        return all;
    }
    let groups = paired(directions);
    let farthest: Vec<i32> = groups
        .iter()
        .map(|group| match group {
            Group::Alone(to) => all.iter().map(|step| toward(*step, *to, ground)).max().unwrap_or(0),
            _ => 0,
        })
        .collect();
    let has = |step: Step, to: Toward| toward(step, to, ground) > 0;
    let is_in = |step: Step, (group, farthest): (&Group, &i32)| match group {
        Group::Alone(to) => has(step, *to) && toward(step, *to, ground) == *farthest,
        Group::Pair(one, other) => has(step, *one) && has(step, *other),
        Group::Half(to) => has(step, *to),
        Group::Chiral { .. } => false,
    };
    all.retain(|step| groups.iter().zip(&farthest).any(|group| is_in(*step, group)));
    all
}

//! Moves as a combination of simpler moves.

use crate::betza::Notation;
use crate::compile::{Ground, movement};
use crate::rules::Movement;
use crate::rules::movement::{Course, Leap, Pattern};

/// The largest number of parts of a picture.
const MOST: usize = 3;

/// A pattern with one heading.
type Ray = Pattern;

/// The moves of a notation; `None` if the board has no such moves.
pub(super) fn movement_of(notation: &str, ground: Ground) -> Option<Movement> {
    Notation::parse(notation).and_then(|notation| movement::movement_on(&notation, ground)).ok()
}

/// Splits moves into moves with a single heading.
fn rays(movement: &Movement) -> Vec<Ray> {
    let mut rays = Vec::new();
    for pattern in &movement.patterns {
        let headings = pattern.legs().first().map_or(1, |leg| leg.headings);
        for heading in (0..8).filter(|heading| headings & 1 << heading != 0) {
            let mut single = Pattern { span: 0..0, ..pattern.clone() };
            if let Course::Legs(legs) = &mut single.course {
                legs.iter_mut().take(1).for_each(|leg| leg.headings = 1 << heading);
            }
            if !rays.contains(&single) {
                rays.push(single);
            }
        }
    }
    rays
}

/// The rays with which a piece moves to empty squares (or captures). Each is written as a ray that does both.
fn acting(rays: &[Ray], captures: bool) -> Vec<Ray> {
    let mut found = Vec::new();
    for ray in rays {
        let mut ray = ray.clone();
        let Course::Legs(legs) = &mut ray.course else { continue };
        let Some(last) = legs.last_mut() else { continue };
        if if captures { last.terms.enemy } else { last.terms.quiet } {
            (last.terms.quiet, last.terms.enemy) = (true, true);
            found.push(ray);
        }
    }
    found
}

/// Simple moves, each with its picture.
pub(super) struct Atoms(Vec<(&'static str, Vec<Ray>)>);

impl Atoms {
    /// The pictures of a list, without those whose notation has no moves on the board.
    pub(super) fn new(list: &[(&'static str, &str)], ground: Ground) -> Atoms {
        let known = |(name, notation): &(&'static str, &str)| Some((*name, rays(&movement_of(notation, ground)?)));
        Atoms(list.iter().filter_map(known).filter(|(_, rays)| !rays.is_empty()).collect())
    }

    /// The pictures whose moves together are exactly `wanted`; `None` if no pictures fit, or too many are needed.
    fn cover(&self, wanted: &[Ray]) -> Option<Vec<&'static str>> {
        let mut left: Vec<&Ray> = wanted.iter().collect();
        let mut found = Vec::new();
        for (name, rays) in &self.0 {
            let fits = rays.iter().all(|ray| wanted.contains(ray)) && rays.iter().any(|ray| left.contains(&ray));
            if fits {
                left.retain(|ray| !rays.contains(ray));
                found.push(*name);
            }
        }
        (left.is_empty() && !found.is_empty() && found.len() <= MOST).then_some(found)
    }

    /// The picture of a combination of moves, or of a piece that moves in one way and captures in another.
    pub(super) fn compose(&self, movement: &Movement) -> Option<String> {
        let rays = rays(movement);
        if let Some(found) = self.cover(&rays) {
            return Some(found.join("+"));
        }
        let goes = self.cover(&acting(&rays, false)).filter(|found| found.len() == 1)?;
        let takes = self.cover(&acting(&rays, true)).filter(|found| found.len() == 1)?;
        (goes != takes).then(|| format!("{}>{}", goes[0], takes[0]))
    }
}

/// Returns `true` if both movements have a leap of the same shape in the same direction.
pub(super) fn share_a_leap(one: &Movement, other: &Movement) -> bool {
    let leaps = |movement: &Movement| -> Vec<(Leap, u8)> {
        let legs = movement.patterns.iter().filter_map(|pattern| pattern.legs().first());
        legs.map(|leg| (leg.leap, leg.headings)).collect()
    };
    let others = leaps(other);
    leaps(one).iter().any(|(leap, headings)| others.iter().any(|(other, turns)| leap == other && headings & turns != 0))
}

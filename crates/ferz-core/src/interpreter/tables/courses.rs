//! Courses of captures that give attacks without a closed form.

use crate::board::BySide;
use crate::rules::movement::{Course, Pattern};
use crate::rules::{PieceId, Rules};

use super::attack_tables::AttackTables;
use super::held::movements;
use super::patterns::reach_of;

/// A course of captures that gives attacks without a closed form.
#[derive(Clone, Debug)]
pub(crate) struct WalkedCourse {
    /// The legs of the moves.
    pub course: Course,
    /// The pieces that have these moves.
    pub pieces: Vec<PieceId>,
    /// Largest distance of its captures, in king steps.
    pub farthest: usize,
}

/// The courses of the pieces of each side that have attacks without a closed form, each once.
pub(crate) fn walked_courses<const W: usize>(rules: &Rules, attacks: &AttackTables<W>) -> BySide<Vec<WalkedCourse>> {
    BySide::from_fn(|side| {
        let mut all: Vec<WalkedCourse> = Vec::new();
        for piece in &attacks.by[side].walker_only {
            let patterns = movements(rules.piece(*piece)).flat_map(|(movement, _)| &movement.patterns);
            for pattern in patterns.filter(|pattern| may_take(pattern)) {
                match all.iter_mut().find(|known| known.course == pattern.course) {
                    Some(known) if known.pieces.contains(piece) => {}
                    Some(known) => known.pieces.push(*piece),
                    None => all.push(WalkedCourse {
                        course: pattern.course.clone(),
                        pieces: vec![*piece],
                        farthest: reach_of(pattern, &rules.geometry),
                    }),
                }
            }
        }
        all
    })
}

fn may_take(pattern: &Pattern) -> bool {
    pattern.takes_enemies() || pattern.terms().is_some_and(|terms| terms.enemy)
}

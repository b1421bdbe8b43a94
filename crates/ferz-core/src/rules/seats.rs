//! The sides of a game for more than two, as a setup stores them.

use crate::board::{Side, Square};

use super::Setup;
use super::tree::{PlayerId, Sides, Tree};

impl Setup {
    /// The side of the piece on a square. `None` if the square has no piece, or a neutral one.
    pub fn owner(&self, square: Square, tree: &Tree) -> Option<PlayerId> {
        let placed = self.pieces.get(square.index()).copied().flatten()?;
        let sides = &tree.sides;
        if sides.neutral.contains(&placed.piece) {
            return None;
        }
        let written = sides.written();
        let has_mark = |name: &str| {
            let place = place_of(name, tree)?;
            self.told.as_ref().filter(|told| told.marked.contains(place, square))
        };
        let mut further = sides.order.iter().enumerate().filter(|(place, _)| !written.contains(place));
        let marked = further.find(|(_, name)| has_mark(name).is_some()).map(|(place, _)| place);
        Some(PlayerId(marked.unwrap_or(written[placed.side.index()]) as u16))
    }

    /// The side to move.
    pub fn to_move(&self, tree: &Tree) -> PlayerId {
        match tree.sides.order.len() {
            0..=2 => PlayerId(u16::from(self.turn == Side::Black)),
            sides => {
                let number = self.counter_of_sides(Sides::TO_MOVE, tree);
                PlayerId(number.clamp(0, sides as i64 - 1) as u16)
            }
        }
    }

    /// `true` if a side has dropped out.
    pub fn is_out(&self, side: PlayerId, tree: &Tree) -> bool {
        tree.sides.order.len() > 2 && self.counter_of_sides(Sides::OUT, tree) >> side.index() & 1 == 1
    }

    fn counter_of_sides(&self, name: &str, tree: &Tree) -> i64 {
        let counters = place_of(name, tree).and_then(|place| self.told.as_ref()?.counters.get(place));
        counters.map_or(0, |counters| counters[0] / 1000)
    }
}

fn place_of(name: &str, tree: &Tree) -> Option<usize> {
    tree.state.iter().position(|declaration| declaration.kind.name == name)
}

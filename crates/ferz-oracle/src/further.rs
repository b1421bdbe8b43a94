//! Players beyond White and Black: how a setup stores their pieces and their turn.

use ferz_core::board::{BySide, Side, SquareSet};
use ferz_core::rules::Told;
use ferz_core::rules::tree::{Sides, StateId};

use crate::oracle::Oracle;
use crate::player::{MOST, Player};
use crate::position::Position;
use crate::sets::bit;

impl Oracle {
    /// The player whose pieces a setup stores as those of a side.
    pub(crate) fn written(&self, side: Side) -> Player {
        self.players[self.tree.sides.written()[side.index()]]
    }

    /// The player whose pieces have a mark.
    pub(crate) fn owner_by_mark(&self, id: StateId) -> Option<Player> {
        self.further.iter().find(|(place, _)| *place == id.index()).map(|(_, player)| *player)
    }

    /// The values of a counter of each side: White's, Black's, and 0 for further players.
    pub(crate) fn by_side(&self, white: i64, black: i64) -> [i64; MOST] {
        let (mut values, [first, second]) = ([0; MOST], self.tree.sides.written());
        (values[first], values[second]) = (white, black);
        values
    }

    /// The place of the counter that says who is to move, in games of more than two players.
    fn to_move_counter(&self) -> Option<usize> {
        let more = self.players.len() > 2;
        self.tree.state.iter().position(|declaration| more && declaration.kind.name == Sides::TO_MOVE)
    }

    /// Gives pieces with the mark of a further player to that player, and the turn to the player that the setup names.
    pub(crate) fn hand_out(&self, position: &mut Position) {
        for cell in position.cells.iter_mut().flatten() {
            for (place, player) in &self.further {
                let mark = bit(StateId(*place as u16));
                if cell.marks & mark != 0 {
                    (cell.side, cell.marks) = (*player, cell.marks & !mark);
                }
            }
        }
        if let Some(place) = self.to_move_counter() {
            let number = std::mem::take(&mut position.counters[place])[0] / 1000;
            position.turn = self.players[number.clamp(0, self.players.len() as i64 - 1) as usize];
        }
    }

    /// The state with which a setup stores more than two players. `None` in games of two.
    pub(crate) fn told(&self, position: &Position) -> Option<Box<Told>> {
        let place = self.to_move_counter()?;
        let (mut marked, mut counters) = (vec![SquareSet::EMPTY; self.tree.state.len()], Vec::new());
        for (place, player) in &self.further {
            marked[*place] = position.of_side(*player).map(|(square, _)| square).collect();
        }
        counters.resize(self.tree.state.len(), [0; 2]);
        counters[place] = [1000 * position.turn.index() as i64, 0];
        let kept = vec![BySide { white: Vec::new(), black: Vec::new() }; self.tree.state.len()];
        Some(Box::new(Told { marked, counters, kept, ..Told::default() }))
    }
}

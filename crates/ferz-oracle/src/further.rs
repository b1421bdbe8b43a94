//! Players beyond White and Black: how a setup stores their pieces and their turn.

use ferz_core::board::Side;
use ferz_core::rules::Told;
use ferz_core::rules::tree::{Held, Sides, StateId};

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

    /// The values of a counter of each side: White's, Black's, and for further players the same if it is one value, or else 0.
    pub(crate) fn by_side(&self, white: i64, black: i64) -> [i64; MOST] {
        let others = if white == black { white } else { 0 };
        let (mut values, [first, second]) = ([others; MOST], self.tree.sides.written());
        (values[first], values[second]) = (white, black);
        values
    }

    /// The place of a counter that games of more than two players have: who is to move, or who has dropped out.
    fn counter_of_sides(&self, name: &str) -> Option<usize> {
        let more = self.players.len() > 2;
        self.tree.state.iter().position(|declaration| more && declaration.kind.name == name)
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
        if let Some(place) = self.counter_of_sides(Sides::TO_MOVE) {
            let number = std::mem::take(&mut position.counters[place])[0] / 1000;
            position.turn = self.players[number.clamp(0, self.players.len() as i64 - 1) as usize];
        }
        if let Some(place) = self.counter_of_sides(Sides::OUT) {
            let all = (1u16 << self.players.len()) - 1;
            let bits = std::mem::take(&mut position.counters[place])[0] / 1000;
            position.out = (bits & i64::from(all)) as u8;
            if position.is_out(position.turn) {
                position.turn = position.next(position.turn);
            }
        }
    }

    /// Copies the value of a counter from a setup.
    pub(crate) fn remember_counter(&self, position: &mut Position, told: &Told, index: usize) {
        let [white, black] = told.counters.get(index).copied().unwrap_or_default();
        let mut values = self.by_side(white, black);
        if matches!(self.tree.state[index].kind.kind, Held::GameCounter(_)) {
            values[0] = white;
        }
        let further = told.further.get(index).into_iter().flatten();
        for (player, value) in self.further_players().zip(further) {
            values[player.index()] = *value;
        }
        position.counters[index] = values;
    }

    /// The players whose pieces a setup does not store as those of White or Black.
    fn further_players(&self) -> impl Iterator<Item = Player> + '_ {
        let written = self.tree.sides.written();
        self.players.iter().copied().filter(move |player| !written.contains(&player.index()))
    }

    /// The state with which a setup stores more than two players. `None` in games of two.
    pub(crate) fn told(&self, position: &Position) -> Option<Box<Told>> {
        let place = self.counter_of_sides(Sides::TO_MOVE)?;
        let marks = |index: usize| {
            let bit = bit(StateId(index as u16));
            let owner = self.further.iter().find(|(place, _)| *place == index).map(|(_, player)| *player);
            match owner {
                Some(player) => position.of_side(player).map(|(square, _)| square).collect(),
                None => position.marked[index] | position.standing(|cell| cell.marks & bit != 0),
            }
        };
        let written = self.tree.sides.written();
        let indices = || 0..self.tree.state.len();
        let is_of_game = |index: usize| matches!(self.tree.state[index].kind.kind, Held::GameCounter(_));
        let pair = |index: usize| match is_of_game(index) {
            true => [position.counters[index][0], 0],
            false => written.map(|player| position.counters[index][player]),
        };
        let further = |index: usize| -> Vec<i64> {
            let values = self.further_players().map(|player| position.counters[index][player.index()]);
            if is_of_game(index) { Vec::new() } else { values.collect() }
        };
        let mut counters: Vec<[i64; 2]> = indices().map(pair).collect();
        counters[place] = [1000 * position.turn.index() as i64, 0];
        if let Some(place) = self.counter_of_sides(Sides::OUT) {
            counters[place] = [1000 * i64::from(position.out), 0];
        }
        let stores = self.tree.empty_stores().into_iter().enumerate();
        let kept = stores.map(|(index, _)| position.kept[index].sides(written)).collect();
        Some(Box::new(Told {
            marked: indices().map(marks).collect(),
            counters: counters.into(),
            further: indices().map(further).collect(),
            kept,
            made: position.made,
            ..Told::default()
        }))
    }
}

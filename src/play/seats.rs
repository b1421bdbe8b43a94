//! A simple opponent for games that only the oracle plays, such as games for more than two sides.

use ferz_oracle::{Game, Move, Oracle, Player, Position};

use super::opponent::{Opponent, Random, WON, values};
use crate::work;

/// A move with the position that it leads to.
pub(super) type Made = (Move, Position);

/// So many moves, the best ones after one ply, are searched one ply deeper.
const WIDE: usize = 24;

/// A legal move, by its place among the legal moves. `None` if there is none.
pub(super) fn choose(opponent: Opponent, game: &Game, moves: &[Made], random: &mut Random) -> Option<usize> {
    if moves.is_empty() || opponent == Opponent::Random {
        return (!moves.is_empty()).then(|| random.below(moves.len()));
    }
    let judge = Judge { game, oracle: game.oracle(), values: values(game.oracle().rules()) };
    let us = game.position().turn;
    let mut order: Vec<(i64, usize)> = Vec::with_capacity(moves.len());
    for (place, made) in moves.iter().enumerate() {
        order.push((judge.at_once(made, us), place));
    }
    // Equal moves in random order, so that none is searched only because it is generated first.
    let mut key = || random.below(1 << 30);
    let mut keyed: Vec<(i64, usize, usize)> = order.into_iter().map(|(worth, place)| (-worth, key(), place)).collect();
    keyed.sort_unstable();
    keyed.truncate(WIDE);
    let deep = keyed.into_iter().map(|(_, key, place)| (judge.after_answer(&moves[place], us), key, place));
    deep.max().map(|(_, _, place)| place)
}

/// Values positions of a game for each of its sides.
struct Judge<'a> {
    game: &'a Game,
    oracle: &'a Oracle,
    values: Vec<i64>,
}

impl Judge<'_> {
    /// The value of a move for a side, without an answer.
    fn at_once(&self, (_, after): &Made, side: Player) -> i64 {
        self.decided(after, side).unwrap_or_else(|| self.gain(after, side))
    }

    /// The value of a move for a side after the answer that is best for the side that makes it. Of equal answers, the one
    /// that is worst for the first side counts.
    fn after_answer(&self, made: &Made, us: Player) -> i64 {
        let (_, after) = made;
        if let Some(worth) = self.decided(after, us) {
            return worth;
        }
        let answers = self.oracle.moves(after);
        if answers.is_empty() || work::is_stopped() {
            return self.without_answer(made, us);
        }
        let them = after.turn;
        let pair = |answer: &Made| (self.at_once(answer, them), -self.at_once(answer, us));
        answers.iter().map(pair).max().map_or(0, |(_, ours)| -ours)
    }

    /// The value of a move after which no move is possible.
    fn without_answer(&self, (made, after): &Made, us: Player) -> i64 {
        let mut game = self.game.clone();
        game.play(made, after.clone());
        game.end().map_or(0, |end| value(&end.winners, us))
    }

    /// The value of a position in which the game is over or the side has dropped out.
    fn decided(&self, position: &Position, side: Player) -> Option<i64> {
        if let Some(winners) = self.oracle.ended_at_once(position) {
            return Some(value(&winners, side));
        }
        position.is_out(side).then_some(-WON)
    }

    /// The material of a side and its partners, as often as there are other sides, without the material of the others.
    fn gain(&self, position: &Position, side: Player) -> i64 {
        let players = self.oracle.players();
        let friends = |player: &Player| *player == side || player.is_partner(side);
        let enemies = players.iter().filter(|player| !friends(player) && !position.is_out(**player)).count();
        let on_board = position.pieces().filter(|(_, cell)| !cell.neutral && !position.is_idle(*cell));
        let board = on_board.map(|(_, cell)| (cell.side, self.values[cell.piece.index()]));
        let held = players.iter().flat_map(|player| {
            let hand = self.oracle.rules().piece_ids();
            hand.map(|piece| (*player, i64::from(position.held(*player, piece)) * self.values[piece.index()]))
        });
        let worth = |(owner, value): (Player, i64)| if friends(&owner) { value * enemies as i64 } else { -value };
        board.chain(held).map(worth).sum()
    }
}

fn value(winners: &[Player], side: Player) -> i64 {
    match winners.is_empty() {
        true => 0,
        false if winners.contains(&side) => WON,
        false => -WON,
    }
}

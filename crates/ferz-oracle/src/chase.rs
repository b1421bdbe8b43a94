//! Chases: moves that threaten to capture an unprotected piece.

use ferz_core::board::SquareSet;
use ferz_core::rules::Chase;

use crate::cell::Cell;
use crate::deed::Move;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The squares of the pieces that a move chases. A threat is new if the capture was not possible before the move,
    /// or if the piece was protected then and its protector can no longer recapture.
    pub(crate) fn chased(&self, chase: &Chase, before: &Position, made: &Move, after: &Position) -> SquareSet {
        let side = before.turn;
        let (earlier, now, theirs) = (with_turn(before, side), with_turn(after, side), with_turn(after, !side));
        let known = self.plain_captures(&earlier);
        let worth = |cell: Cell| chase.worth[cell.piece.index()];
        let mut chased = SquareSet::EMPTY;
        for taking in self.plain_captures(&now) {
            let (Some(hunter), Some(hunted)) = (now.at(taking.from), now.at(taking.to)) else { continue };
            let spared = chase.spares[hunted.piece.index()][(!side).seat()].contains(taking.to);
            if !chase.by.contains(&hunter.piece) || spared {
                continue;
            }
            let stood = if taking.from == made.to { made.from } else { taking.from };
            let same = known.iter().find(|known| known.from == stood && known.to == taking.to);
            let is_new = match same {
                None => true,
                Some(known) => self.is_protected(&earlier, known) && self.is_held(&now, &taking),
            };
            if !is_new {
                continue;
            }
            let answers = |back: &Move| back.from == taking.to && back.to == taking.from;
            let mutual = hunted.piece == hunter.piece && self.plain_captures(&theirs).iter().any(answers);
            if worth(hunted) > worth(hunter) || (!mutual && !self.is_protected(&now, &taking)) {
                chased.insert(taking.to);
            }
        }
        chased
    }

    /// The legal captures of the side to move that capture only the piece on their destination.
    fn plain_captures(&self, position: &Position) -> Vec<Move> {
        let moves = self.legal_moves(position).into_iter().map(|(made, _)| made);
        moves.filter(|made| made.captures == [made.to]).collect()
    }

    /// `true` if the other side could recapture.
    fn is_protected(&self, position: &Position, taking: &Move) -> bool {
        let Some(after) = self.after(position, taking) else { return false };
        self.plain_captures(&after).iter().any(|back| back.to == taking.to)
    }

    /// `true` if a piece of the other side attacks the square of a capture but may not recapture there.
    fn is_held(&self, position: &Position, taking: &Move) -> bool {
        let Some(after) = self.after(position, taking) else { return false };
        self.possible_moves(&after).iter().any(|back| back.captures == [taking.to])
            && !self.plain_captures(&after).iter().any(|back| back.to == taking.to)
    }

    fn after(&self, position: &Position, made: &Move) -> Option<Position> {
        let moves = self.legal_moves(position).into_iter();
        moves.filter(|(other, _)| other == made).map(|(_, after)| after).next()
    }

    /// `true` if a side has chased the same piece with each of its moves, even if the piece has moved. The rows are
    /// the positions before and after each move, with the move.
    pub(crate) fn is_chased_throughout(
        &self,
        chase: &Chase,
        moves: &[(&Position, &Move, &Position)],
        side: Player,
    ) -> bool {
        let mut hunted: Option<SquareSet> = None;
        for (before, made, after) in moves {
            if before.turn == side {
                let now = self.chased(chase, before, made, after);
                hunted = Some(hunted.map_or(now, |hunted| hunted & now));
            } else if let Some(squares) = &mut hunted
                && squares.contains(made.from)
            {
                squares.remove(made.from);
                squares.insert(made.to);
            }
        }
        hunted.is_some_and(|squares| !squares.is_empty())
    }
}

/// The position with another side to move, without en passant rights.
fn with_turn(position: &Position, turn: Player) -> Position {
    Position { turn, ..position.without_passers() }
}

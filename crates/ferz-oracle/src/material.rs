//! Positions in which neither side can win any more.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::{Condition, PieceId, Royalty, Setup, Verdict};

use crate::cell::Cell;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;
use crate::walk::{Scene, Seen, walks};

impl Oracle {
    /// `true` if no arrangement of the pieces on the board is a decisive end. The test covers positions with one royal
    /// piece for each side and at most one other piece, and positions in which all other pieces stay on squares of one
    /// colour.
    pub fn has_insufficient_material(&self, position: &Position) -> bool {
        if self.players.len() > 2 {
            return false;
        }
        let royal = |placed: Cell| self.rules.piece(placed.piece).royalty == Royalty::Royal;
        let royals = |side| position.of_side(side).filter(|(_, placed)| royal(*placed)).count();
        let others: Vec<(Square, Cell)> = position.pieces().filter(|(_, placed)| !royal(*placed)).collect();
        if others.iter().any(|(_, placed)| self.rules.piece(placed.piece).promotion.is_some()) {
            return false;
        }
        if royals(Player::WHITE) != 1 || royals(Player::BLACK) != 1 {
            return false;
        }
        // Rules may move pieces to squares of the other colour, and make pieces of other kinds.
        if others.len() > 1 && (self.coming.moves_pieces || !self.stay_on_one_colour(&others)) {
            return false;
        }
        // A single piece may be enough if squares are blocked, or if marks forbid moves.
        if (self.coming.limits_by_state || !position.walls.is_empty()) && !others.is_empty() {
            return false;
        }
        let kinds = if others.is_empty() { &self.coming.placed } else { &self.coming.made };
        let of_both = |kind: &PieceId| Player::BOTH.map(|side| Cell::new(*kind, side));
        if kinds.iter().flat_map(of_both).any(|cell| self.is_decisive_somewhere(Some(cell))) {
            return false;
        }
        match others.is_empty() {
            true => !self.is_decisive_somewhere(None),
            false => others.iter().all(|(_, placed)| !self.is_decisive_somewhere(Some(*placed))),
        }
    }

    /// `true` if all the squares that the pieces can ever reach have one colour.
    fn stay_on_one_colour(&self, pieces: &[(Square, Cell)]) -> bool {
        let squares = pieces.iter().flat_map(|(square, placed)| self.ever_reached(*placed, *square));
        let mut colours: Vec<usize> = squares.map(|square| self.colour(square)).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.len() <= 1
    }

    /// The squares that a piece can reach from a square by any number of moves and captures, on an otherwise empty
    /// board.
    fn ever_reached(&self, placed: Cell, start: Square) -> Vec<Square> {
        let piece = self.rules.piece(placed.piece);
        let (mut known, mut open) = (SquareSet::of(start), vec![start]);
        while let Some(from) = open.pop() {
            let extra = piece.extra.iter().filter(|extra| self.region(placed.side, &extra.from).contains(from));
            let confined = self.region(placed.side, &piece.confined);
            let all = std::iter::once((&piece.movement, confined))
                .chain(extra.map(|extra| (&extra.movement, confined & self.region(placed.side, &extra.to))));
            let everywhere = |full: bool| {
                move |square: Square| match full && square != from {
                    true => Seen::Piece { friend: false, royal: false },
                    false => Seen::Empty,
                }
            };
            for (movement, ends) in all {
                for pattern in movement.patterns.iter().filter(|pattern| !pattern.initial) {
                    for full in [false, true] {
                        let seen = everywhere(full);
                        let scene = Scene::plain(&self.rules.geometry, &seen);
                        for walk in walks(pattern, &scene, placed.side, from) {
                            if ends.contains(walk.to) && !known.contains(walk.to) {
                                known.insert(walk.to);
                                open.push(walk.to);
                            }
                        }
                    }
                }
            }
        }
        known.iter().collect()
    }

    /// `true` if there is an arrangement of the royal pieces and one other in which a side without moves has lost or won.
    fn is_decisive_somewhere(&self, other: Option<Cell>) -> bool {
        let key = other.map(|other| (other.piece, other.side));
        if let Ok(known) = self.decisive.lock()
            && let Some((_, decisive)) = known.iter().find(|(known, _)| *known == key)
        {
            return *decisive;
        }
        let royals: Vec<PieceId> =
            self.rules.piece_ids().filter(|id| self.rules.piece(*id).royalty == Royalty::Royal).collect();
        let empty = self.position(&Setup::empty(self.rules.geometry.len(), self.rules.pieces.len()));
        let pairs = royals.iter().flat_map(|white| royals.iter().map(move |black| [*white, *black]));
        let found = pairs.into_iter().any(|[white, black]| {
            let mut pieces = vec![(white, Player::WHITE), (black, Player::BLACK)];
            pieces.extend(other.map(|other| (other.piece, other.side)));
            self.some_arrangement(&empty, &pieces)
        });
        if let Ok(mut known) = self.decisive.lock() {
            known.push((key, found));
        }
        found
    }

    fn some_arrangement(&self, position: &Position, pieces: &[(PieceId, Player)]) -> bool {
        let Some(((piece, side), rest)) = pieces.split_first() else {
            return Player::BOTH.into_iter().any(|turn| self.is_decisive(&Position { turn, ..position.clone() }));
        };
        let allowed = self.region(*side, &self.rules.piece(*piece).confined) & self.rules.geometry.squares();
        allowed.iter().filter(|square| position.is_empty(*square)).any(|square| {
            let mut next = position.clone();
            next.put(square, Some(Cell::new(*piece, *side)));
            self.some_arrangement(&next, rest)
        })
    }

    /// `true` if the side to move has no move and the game is not a draw, and if the position can occur in a game.
    fn is_decisive(&self, position: &Position) -> bool {
        let check = self.in_check(position, position.turn);
        let ends = self.rules.ends.iter().filter(|end| end.verdict != Verdict::Draw).any(|end| match end.condition {
            Condition::Stuck { in_check } => in_check.is_none_or(|wanted| wanted == check),
            _ => false,
        });
        ends && !self.in_check(position, !position.turn) && self.legal_moves(position).is_empty()
    }
}

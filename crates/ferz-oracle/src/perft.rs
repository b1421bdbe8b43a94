//! Perft, and positions as setups.

use ferz_core::board::Side;
use ferz_core::rules::tree::{DeedKind, DeedParts, RuleKind};
use ferz_core::rules::{EnPassant, PlacedPiece, Setup};

use crate::cell::Cell;
use crate::deed::{Kind, Move};
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The position that a setup describes.
    pub fn position(&self, setup: &Setup) -> Position {
        let sides = &self.tree.sides;
        let mut position = Position::new(setup, (&sides.neutral, &self.players, sides.written()));
        self.declare(&mut position);
        if let Some(told) = &setup.told {
            self.remember(&mut position, told);
        }
        self.hand_out(&mut position);
        if self.tree.turns.as_ref().is_some_and(|turns| turns.boards.is_some()) {
            position.to_move = self.to_move(setup);
        }
        position
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(position);
        match depth {
            1 => moves.len() as u64,
            _ => moves.iter().map(|(_, after)| self.perft(after, depth - 1)).sum(),
        }
    }

    /// The en passant right, if a piece can use it and no rule forbids all such moves. A piece that ignores other
    /// pieces may not end on the square of one of them.
    pub(crate) fn usable(&self, position: &Position) -> Option<EnPassant> {
        let passed = position.passed?;
        let stands = |square| position.at(square);
        // The square may hold the mark of a proposed destination. It belongs to the side to move, which moves pieces of
        // the other side.
        let open = |square| stands(square).is_none_or(|mark| mark.is_of(position.turn) && !self.index.prey.is_empty());
        let uses = |made: &Move| {
            made.kind == Kind::EnPassant
                && made.captures.contains(&passed.victim)
                && open(made.to)
                && !self.is_forbidden_like_all_moves(position, made)
        };
        self.possible_moves(position).iter().any(uses).then_some(passed)
    }

    /// `true` if a rule that forbids every kind of move applies to this one.
    fn is_forbidden_like_all_moves(&self, position: &Position, made: &Move) -> bool {
        let frame = self.frame_of(position, made);
        self.listed(&self.index.forbids).any(|rule| {
            let RuleKind::Forbid(deeds) = &rule.kind.kind else { return false };
            deeds.iter().all(|deed| is_any_move(&deed.kind))
                && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame)
        })
    }

    /// The same number as [`perft`](Oracle::perft), unless `count` fails. `count` is called with the leaf nodes as
    /// they are counted.
    ///
    /// # Errors
    /// Those of `count`.
    pub fn perft_while<E>(
        &self,
        position: &Position,
        depth: u32,
        count: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<u64, E> {
        if depth == 0 {
            return Ok(1);
        }
        let moves = self.moves(position);
        if depth == 1 {
            count(moves.len() as u64)?;
            return Ok(moves.len() as u64);
        }
        count(0)?;
        let mut total = 0;
        for (_, after) in &moves {
            total += self.perft_while(after, depth - 1, count)?;
        }
        Ok(total)
    }

    /// The side whose letters a FEN uses for the pieces of a player.
    fn letter_of(&self, player: Player) -> Side {
        match self.tree.sides.written() {
            [_, second] if second == player.index() => Side::Black,
            [first, _] if first == player.index() => Side::White,
            _ if player.index().is_multiple_of(2) => Side::White,
            _ => Side::Black,
        }
    }

    /// The position as a setup. An en passant right that no piece can use is left out.
    pub fn setup(&self, position: &Position) -> Setup {
        // Neutral pieces are written as pieces of White.
        let side = |cell: Cell| if cell.neutral { Side::White } else { self.letter_of(cell.side) };
        let placed = |cell: Cell| PlacedPiece { piece: cell.piece, side: side(cell), promoted: cell.promoted };
        let mut castling = position.castling.clone();
        castling.sort_unstable();
        let written = self.tree.sides.written();
        Setup {
            pieces: position.cells.iter().map(|cell| cell.map(placed)).collect(),
            walls: position.walls,
            hands: position.hands.sides(written),
            turn: self.letter_of(position.turn),
            castling,
            unmoved: position.unmoved,
            en_passant: self.usable(position),
            checks: position.checks_left.sides(written),
            count: position.count,
            halfmoves: position.halfmoves,
            fullmoves: position.fullmoves,
            memo: None,
            told: self.told(position),
        }
    }
}

/// `true` if a deed is a move of any piece to any square.
fn is_any_move(deed: &DeedParts) -> bool {
    let said = [&deed.of, &deed.by, &deed.from, &deed.to];
    deed.kind == DeedKind::Move && !deed.quiet && !deed.first && said.iter().all(|set| set.is_none())
}

//! Restrictions on trading certain pieces for each other, such as lions in Chu Shogi.

use crate::board::{Bitboard, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{Memo, Pending, Trade};

use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};

impl<const W: usize> Engine<W> {
    /// Returns `true` if the rules for trades let the side to move make a move.
    pub(super) fn trades_allow(&self, position: &Position<W>, made: &Move) -> bool {
        self.rules.beyond.relations.trades.iter().all(|trade| self.trade_allows(position, trade, made))
    }

    fn trade_allows(&self, position: &Position<W>, trade: &Trade, made: &Move) -> bool {
        let them = !position.state.turn;
        let prey = position.of_pieces(&trade.pieces) & position.of_side(them);
        let mut taken = made.captures().into_iter().filter(|square| prey.contains(*square));
        if !trade.pieces.contains(&made.piece) {
            let Memo { pending, piece, squares: [square, _], .. } = position.state.memo;
            let struck = pending == Pending::Struck && (self.trades_alone() || trade.pieces.contains(&piece));
            return !struck || taken.all(|taken| taken == square);
        }
        let beside = self.board.surroundings.beside[made.from.index()];
        taken.all(|square| {
            beside.contains(square)
                || self.takes_more_than_trifles(position, trade, (made, square))
                || !self.is_protected(position, them, made, square)
        })
    }

    /// Returns `true` if a move captures another valuable piece in addition to the one on a square.
    fn takes_more_than_trifles(&self, position: &Position<W>, trade: &Trade, (made, prey): (&Move, Square)) -> bool {
        let counts =
            |square: &Square| position.cell(*square).piece().is_some_and(|piece| !trade.trifles.contains(&piece));
        made.captures().squares().iter().any(|square| *square != prey && counts(square))
    }

    /// Returns `true` if `by` could recapture on a square. The capturing piece has left its square, and the square
    /// that it passed is empty. A piece captured on the way still counts as a protector.
    fn is_protected(&self, position: &Position<W>, by: Side, made: &Move, square: Square) -> bool {
        let mut occupied = position.occupied();
        occupied.remove(made.from);
        if let MoveKind::Through(through) = made.kind() {
            occupied.remove(through);
        }
        let mut after = position.clone();
        let mover = after.cell(made.from);
        made.captures().squares().iter().chain([&made.from]).for_each(|square| after.set(*square, Cell::EMPTY));
        after.set(made.to, mover);
        let attacks = &self.attacks.by[by];
        let gone = Bitboard::of(square) | self.held(&after, by);
        attacks.is_attacked(position, square, &occupied, &gone)
            || (!attacks.walker_only.is_empty() && self.attacks_by_walker_only(position, square, by, &gone))
            || self.attacks_by_relations(&after, square, by)
    }

    /// Returns `true` if there is only one group of pieces with limited trades.
    fn trades_alone(&self) -> bool {
        self.rules.beyond.relations.trades.len() == 1
    }

    /// The memo after a capture by another piece: the square on which a piece of this kind may be captured next.
    pub(super) fn struck(&self, us: Side, made: &Move, cells: &[Cell]) -> Memo {
        let struck = self.rules.beyond.relations.trades.iter().find_map(|trade| {
            if trade.pieces.contains(&made.piece) {
                return None;
            }
            let fits =
                |cell: &Cell| cell.side() != us && cell.piece().is_some_and(|piece| trade.pieces.contains(&piece));
            let captures = made.captures().squares();
            let mut taken = captures.iter().zip(cells).filter(|(_, cell)| fits(cell));
            taken.next_back().map(|(square, cell)| (*square, cell.piece()))
        });
        let Some((square, piece)) = struck else { return Memo::default() };
        let memo = Memo { pending: Pending::Struck, squares: [square; 2], ..Memo::default() };
        // With several groups, the captured piece identifies the group.
        match piece.filter(|_| !self.trades_alone()) {
            Some(piece) => Memo { piece, ..memo },
            None => memo,
        }
    }
}

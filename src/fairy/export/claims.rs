//! Ends that depend on the history of a game: counted moves, perpetual chase, moving back and forth. Fairy-Stockfish
//! has one fixed form of each.

use super::super::squares;
use super::super::table::{CHASES, COUNTS, Counted, MATES, Mating, Slot, Topic};
use super::Exporter;
use crate::board::{BySide, Side, SquareSet};
use crate::rules::{Chase, Condition, End, PieceId, Royalty, Stage, Verdict};

impl Exporter<'_> {
    /// Exports `back_and_forth`. Fairy-Stockfish applies this rule with five moves, to pieces that can reach the
    /// squares of the enemy's king.
    pub(super) fn back_and_forth(&mut self, moves: u16, pieces: &[PieceId], verdict: &Verdict, path: &str) {
        self.lines.flag(Topic::MoveRepetition, true);
        self.expect(verdict, &Verdict::Loss, path);
        let squares = |piece: PieceId, side| self.rules.piece(piece).confined[side];
        let royal = self.rules.piece_ids().find(|piece| self.rules.piece(*piece).royalty == Royalty::Royal);
        let near = |piece: &PieceId| {
            royal.is_some_and(|royal| squares(*piece, Side::White).intersects(&squares(royal, Side::Black)))
        };
        let known: Vec<PieceId> = self.rules.piece_ids().filter(near).collect();
        if moves != 5 || known != pieces {
            self.lacks(
                path,
                "moving back and forth, except five times with pieces that can reach the squares of the enemy's king",
            );
        }
    }

    /// Exports a chase. In Fairy-Stockfish, the chasing types and their values are fixed.
    pub(super) fn chase(&mut self, chase: &Chase, verdict: &Verdict, path: &str) {
        let geometry = &self.rules.geometry;
        let rank = self.lines.get(Topic::BeyondRank).and_then(|rank| rank.parse().ok()).unwrap_or(1);
        let beyond = squares::ranks_from(geometry, rank);
        let repeats = |end: &End| matches!(end.condition, Condition::Repetition { times } if times == chase.times);
        let all = geometry.squares();
        let fits = |piece: PieceId| {
            let known = CHASES.iter().find(|row| row.slot == self.slot(piece));
            let spares: &BySide<SquareSet> = &chase.spares[piece.index()];
            let spared = |side: Side| match known {
                None => spares[side] == all,
                Some(row) if row.spared => spares[side] == all & !beyond[side],
                Some(_) => spares[side].is_empty(),
            };
            chase.by.contains(&piece) == known.is_some_and(|row| row.chases)
                && chase.worth[piece.index()] == known.map_or(0, |row| row.worth)
                && Side::ALL.into_iter().all(spared)
        };
        let known = self.rules.piece_ids().all(fits) && self.rules.ends.iter().any(repeats);
        self.lines.set(Topic::Chasing, "axf");
        self.expect(verdict, &Verdict::Loss, path);
        if !known {
            self.lacks(
                path,
                "perpetual chases other than those of its built-in table of pieces and number of repetitions",
            );
        }
    }

    /// Exports a restriction of mates. Fairy-Stockfish has a single rule of this kind, for fixed types.
    pub(super) fn mated(
        &mut self,
        pieces: &[PieceId],
        named: fn(&Mating) -> bool,
        (verdict, wanted): (&Verdict, &Verdict),
        path: &str,
    ) {
        self.lines.flag(Topic::RestrictedMate, true);
        self.expect(verdict, wanted, path);
        let known = |piece: PieceId| MATES.iter().any(|row| row.slot == self.slot(piece) && named(row));
        let fits = |piece: PieceId| pieces.contains(&piece) == known(piece);
        if !self.rules.piece_ids().all(fits) {
            self.lacks(path, "rules about mating pieces other than its built-in one");
        }
    }

    /// Exports a countdown. Fairy-Stockfish has three fixed tables of counts.
    pub(super) fn countdown(&mut self, stages: &[Stage], verdict: &Verdict, path: &str) {
        self.expect(verdict, &Verdict::Draw, path);
        let word = COUNTS.iter().map(|row| row.word).find(|word| self.stages_of(word) == stages);
        let written = word.and_then(|word| Topic::MoveLimits.word_for(word));
        match written {
            Some(written) => self.lines.set(Topic::MoveLimits, written),
            None => self.lacks(path, "counts of moves other than its built-in tables"),
        }
    }

    /// The stages of one of Fairy-Stockfish's counts with the pieces of this variant.
    fn stages_of(&self, word: &str) -> Vec<Stage> {
        let piece = |slot: Slot| self.rules.piece_ids().find(|piece| self.slot(*piece) == slot);
        let known = |row: &&Counted| row.word == word && row.against.is_none_or(|(slot, _)| piece(slot).is_some());
        let stage = |row: &Counted| Stage {
            pieces: row.pieces,
            without: row.without.and_then(piece).into_iter().collect(),
            against: row.against.and_then(|(slot, least)| Some((piece(slot)?, least))).into_iter().collect(),
            moves: row.moves,
            anew: row.anew,
        };
        COUNTS.iter().filter(known).map(stage).collect()
    }
}

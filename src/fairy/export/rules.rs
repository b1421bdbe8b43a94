//! Rules for all moves.

use super::super::table::{Role, Topic, piece_type};
use super::Exporter;
use crate::board::BySide;
use crate::rules::{Flips, Levels, Pass, PieceId, Relations, Royalty, Takes, Turns, WallPlace};

impl Exporter<'_> {
    pub(super) fn constraints(&mut self) {
        let rules = self.rules.constraints.clone();
        self.lines.flag(Topic::MustCapture, rules.must_capture);
        self.lines.flag(Topic::Checking, !rules.no_checks);
        self.lines.flag(Topic::RoyalStays, rules.royal_stays_in_check);
        let royal = self.rules.pieces.iter().any(|piece| piece.royalty == Royalty::Royal);
        if rules.no_checks && !royal {
            self.lacks("rules/no_checks", "forbidden checks against a piece that is not always royal");
        }
        if !rules.must_drop.is_empty() {
            self.lines.flag(Topic::MustDrop, true);
            if rules.must_drop.len() < self.rules.pieces.len() {
                match rules.must_drop[..] {
                    [only] => {
                        let letter = self.letter(only).to_ascii_lowercase();
                        self.lines.set(Topic::MustDropKind, letter.to_string());
                    }
                    _ => self.lacks("rules/must_drop", "compulsory drops of several but not all pieces"),
                }
            }
        }
        match rules.pass {
            Pass::Never => {}
            Pass::Always => self.lines.flag(Topic::Pass, true),
            Pass::Stuck => self.lines.flag(Topic::PassStuck, true),
        }
    }

    pub(super) fn effects(&mut self) {
        let effects = self.rules.effects.clone();
        let ids: Vec<PieceId> = self.rules.piece_ids().collect();
        if let Some(blast) = &effects.blast {
            self.lines.flag(Topic::Blast, true);
            let usual =
                |id: &PieceId| piece_type(self.types[id.index()].0).is_some_and(|kind| kind.role == Role::Stepper);
            if ids.iter().any(|id| usual(id) != blast.spares.contains(id)) {
                self.lacks("rules/blast", "a blast that spares other pieces than the usual pawn");
            }
            if !blast.immune.is_empty() {
                self.set_pieces(Topic::BlastImmune, &blast.immune, "rules/blast");
            }
            if self.rules.pieces.iter().any(|piece| piece.royalty == Royalty::Royal) {
                self.lacks("rules/blast", "blasts together with a piece that is always royal");
            }
        }
        if !effects.petrifies.is_empty() {
            self.set_pieces(Topic::Petrifies, &effects.petrifies, "rules/petrifies");
            let pseudo =
                self.rules.pieces.iter().any(|piece| matches!(piece.royalty, Royalty::Last(_) | Royalty::Together));
            if effects.blast.is_some() && pseudo {
                self.lacks("rules/petrifies", "walls that shield a royal piece from an attack that a blast opens");
            }
        }
        let immune: Vec<PieceId> =
            ids.iter().copied().filter(|id| !self.rules.piece(*id).safe_from.is_empty()).collect();
        if !immune.is_empty() {
            for id in &immune {
                let letter = self.letter(*id);
                let like: Vec<PieceId> = ids.iter().copied().filter(|other| self.letter(*other) == letter).collect();
                if self.rules.piece(*id).safe_from != like {
                    self.lacks(
                        &format!("pieces/{}/safe_from", self.rules.piece(*id).name),
                        "a piece that is safe from other kinds than its own",
                    );
                }
            }
            self.set_pieces(Topic::MutuallyImmune, &immune, "pieces");
        }
        let beyond = &self.rules.beyond;
        let unknown = [
            ("takes", "captures of another kind", beyond.takes != Takes::default()),
            ("relations", "relations between pieces", beyond.relations != Relations::default()),
            ("turns", "turns of several actions", beyond.turns != Turns::default()),
            ("levels", "several boards", beyond.levels != Levels::default()),
        ];
        for (key, what, _) in unknown.into_iter().filter(|(.., there)| *there) {
            self.lacks(&format!("rules/{key}"), what);
        }
        let royal = |of: &dyn Fn(Royalty) -> bool| self.rules.pieces.iter().any(|piece| of(piece.royalty));
        let (royals, always_royal) = (royal(&Royalty::is_ever_royal), royal(&|royalty| royalty == Royalty::Royal));
        // Fairy-Stockfish searches for answers to a check before it flips pieces.
        if effects.flips.is_some() && royals {
            self.lacks("rules/flips", "pieces that change sides and so may parry a check");
        }
        if effects.flips == Some(Flips::Attacked) {
            self.lacks("rules/flips", "pieces that change sides when they are attacked");
        } else if let Some(flips) = effects.flips {
            self.word(
                Topic::Flips,
                match flips {
                    Flips::Enclosed => "enclosed",
                    Flips::Neighbours => "neighbours",
                    Flips::NeighboursWithFriend => "neighbours_with_friend",
                    Flips::Attacked => "attacked",
                },
            );
        }
        let Some(walls) = effects.walls else { return };
        // In check, Fairy-Stockfish generates only moves that interpose or capture. For pieces that are royal at times,
        // it also considers the wall.
        if always_royal {
            self.lacks("rules/walls", "walls that may parry a check of a piece that is always royal");
        }
        if effects.blast.is_some() && self.moves.iter().any(|own| own.values().any(|terms| terms.passing)) {
            self.lacks("rules/walls", "walls next to blasts of en passant captures, as in Ferz");
        }
        self.word(
            Topic::Walls,
            match walls.built {
                WallPlace::Behind => "behind",
                WallPlace::Shot => "shot",
                WallPlace::Anywhere => "anywhere",
                WallPlace::Edge => "edge",
                WallPlace::Moved => "moved",
            },
        );
        self.lines.flag(Topic::WallInstead, walls.instead);
        let all = self.rules.geometry.squares();
        if walls.on != (BySide { white: all, black: all }) {
            self.set_squares(Topic::WallRegion, walls.on);
        }
        if self.rules.hand.is_some() {
            self.lacks("rules/walls", "walls together with drops");
        }
    }

    /// Sets a list of pieces; pieces that share a type must all be in it.
    pub(super) fn set_pieces(&mut self, topic: Topic, pieces: &[PieceId], path: &str) {
        if !self.is_of_types(pieces) {
            self.lacks(path, "a rule for only one of two pieces with the same moves");
        }
        let letters = self.letters(pieces).to_ascii_lowercase();
        self.lines.set(topic, letters);
    }
}

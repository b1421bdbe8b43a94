//! Compiled rules: plain immutable data that the interpreter consumes.
//!
//! This module has no logic beyond accessors and knows neither YAML nor text. Every rule keeps a [`Source`], so that
//! any answer can name the file and line of the rule.

pub mod beyond;
pub mod castling;
pub mod constraint;
pub mod ending;
mod groups;
pub mod levels;
pub mod look;
pub mod memo;
pub mod movement;
pub mod origin;
pub mod piece;
pub mod rebirth;
pub mod relation;
pub mod setup;
pub mod takes;
pub mod tree;
pub mod turns;
pub mod ways;

use indexmap::IndexMap;

use crate::board::{BySide, Geometry, Side, Square, SquareSet};

pub use beyond::Beyond;
pub use castling::{CastlingNotation, CastlingOrigin, CastlingRule};
pub use constraint::{Blast, Constraints, Effects, Flips, Pass, WallPlace, Walls};
pub use ending::{Chain, Chase, Condition, End, Line, Outcome, Reached, Seen, Stage, Verdict};
pub use levels::Levels;
pub use look::{Look, Sight, Squares, Style};
pub use memo::{Memo, Pending};
pub use movement::Movement;
pub use origin::Source;
pub use piece::{
    DropPlace, DropRule, ExtraMoves, Fallback, Piece, PieceId, Promotion, PromotionMove, PromotionZone, Royalty,
};
pub use rebirth::{Rebirth, RebirthOn, Same};
pub use relation::{Freezer, Guarded, Loan, Paralysis, Relations, Room, Shield, Swap, Trade};
pub use setup::{CastlingRight, Count, EnPassant, LastMove, PlacedPiece, Setup, Shuffle, ShuffleStep, Stood, Told};
pub use takes::{Jumps, Merge, Split, Strike, Taker, Takes, TwoSteps};
pub use tree::Tree;
pub use turns::{Fill, Follow, Proposals, Turns};
pub use ways::{How, Way};

/// All rules of one variant.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Id of the variant for programs: its name in a library, or the stem of its file name.
    pub id: String,
    /// The variant's name, as its file gives it.
    pub title: String,
    /// How the game is shown.
    pub look: Look,
    /// The board.
    pub geometry: Geometry,
    /// The pieces in the file's order; a [`PieceId`] is an index into it.
    pub pieces: Vec<Piece>,
    /// The named regions.
    pub regions: IndexMap<String, BySide<SquareSet>>,
    /// The position at the start of a game.
    pub setup: Setup,
    /// The numbering of shuffled start positions, if the variant has them.
    pub shuffle: Option<Shuffle>,
    /// All castling moves, of both sides.
    pub castling: Vec<CastlingRule>,
    /// Captured pieces that sides hold in hand; `None` in a game without hands.
    pub hand: Option<HandRule>,
    /// How castling is written.
    pub castling_notation: CastlingNotation,
    /// The squares on which unmoved pieces are tracked; `None` if a piece counts as unmoved by its square alone.
    pub unmoved: Option<BySide<SquareSet>>,
    /// Obligations and prohibitions of a side.
    pub constraints: Constraints,
    /// Effects of a move beside moving, capturing and promoting.
    pub effects: Effects,
    /// Rules for which the generator has to make every move and test the result.
    pub beyond: Beyond,
    /// Rules that the file states in the language of rules.
    pub tree: tree::Tree,
    /// The older keys of the file, if they have been restated as rules of the tree; `None` if they stand in `constraints`,
    /// `effects` and `beyond`. Explanations of moves name them.
    pub restated: Option<Box<RestatedKeys>>,
    /// The ends of the game in the file's order: the first that holds decides.
    pub ends: Vec<End>,
}

/// Older keys of a file that have been restated as rules of its tree.
#[derive(Clone, Debug)]
pub struct RestatedKeys {
    /// How many rules of the tree the file itself states. The restated keys follow them.
    pub own: usize,
    /// Obligations and prohibitions of a side.
    pub constraints: Constraints,
    /// Effects of a move.
    pub effects: Effects,
    /// Further rules.
    pub beyond: Beyond,
}

impl Rules {
    /// How many rules of the tree the file itself states. The others are restated keys, and follow them.
    pub fn own_tree_rules(&self) -> usize {
        self.restated.as_ref().map_or(self.tree.rules.len(), |restated| restated.own)
    }

    /// The older keys about effects that the file states, even if they have been restated as rules of the tree.
    pub fn stated_effects(&self) -> &Effects {
        self.restated.as_ref().map_or(&self.effects, |restated| &restated.effects)
    }

    /// The further older keys that the file states, even if they have been restated as rules of the tree.
    pub fn stated_beyond(&self) -> &Beyond {
        self.restated.as_ref().map_or(&self.beyond, |restated| &restated.beyond)
    }

    /// Returns `true` if the position records whether the piece of a side on a square has moved.
    pub fn keeps_account_of(&self, side: Side, square: Square) -> bool {
        self.unmoved.as_ref().is_some_and(|squares| squares[side].contains(square))
    }

    /// A concept that the interpreter does not follow, and only the oracle does, with its place. `None` if it follows all. Beside rules
    /// in the language, the interpreter follows only some of the older keys.
    pub fn not_followed(&self) -> Option<(&'static str, Source)> {
        if self.tree.is_empty() {
            return None;
        }
        let (constraints, effects) = (&self.constraints, &self.effects);
        let older = [
            ("`walls` beside rules in the language", effects.walls.is_some()),
            ("`gating` beside rules in the language", !effects.gating.is_empty()),
            ("`no_checks` beside rules in the language", constraints.no_checks),
            ("`royal_stays_in_check` beside rules in the language", constraints.royal_stays_in_check),
            ("`face_off` beside rules in the language", !constraints.face_off.is_empty()),
            ("`pass: always` beside rules in the language", constraints.pass == Pass::Always),
            ("`takes` beside rules in the language", self.beyond.takes != Takes::default()),
            ("`relations` beside rules in the language", self.beyond.relations != Relations::default()),
            ("`turns` under `rules:` beside rules in the language", self.beyond.turns != Turns::default()),
            ("`levels` beside rules in the language", self.beyond.levels != Levels::default()),
        ];
        let ignored = older.into_iter().find(|(_, there)| *there).map(|(key, _)| (key, Source::default()));
        self.tree.not_followed().or(ignored)
    }

    /// The name of an end, by its index: those of the [tree](tree::Tree::ends) are counted after the others.
    pub fn end_name(&self, index: usize) -> &str {
        let told = || self.tree.ends.get(index.wrapping_sub(self.ends.len())).map(|end| end.kind.name.as_str());
        self.ends.get(index).map(|end| end.name.as_str()).or_else(told).unwrap_or_default()
    }

    /// The piece with an id.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The ids of all pieces, in the file's order.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(|index| PieceId::new(index as u8))
    }

    /// The piece with a name.
    pub fn piece_named(&self, name: &str) -> Option<PieceId> {
        self.piece_ids().find(|id| self.piece(*id).name == name)
    }

    /// Returns `true` if a piece has a promotion that lasts: a capture does not turn the new piece back into this one.
    pub fn promotes_for_good(&self, id: PieceId) -> bool {
        let choices = self.piece(id).promotion.iter().flat_map(|promotion| &promotion.choices.white);
        choices.into_iter().any(|choice| self.piece(*choice).captured_as != id && !self.is_demotion(id, *choice))
    }

    /// Returns `true` if `choice` is the form that `id` takes in a hand, so that becoming it undoes a promotion.
    pub fn is_demotion(&self, id: PieceId, choice: PieceId) -> bool {
        choice != id && self.piece(id).captured_as == choice
    }

    /// The piece and the side that a FEN symbol stands for.
    pub fn piece_with_symbol(&self, symbol: &str) -> Option<(PieceId, Side)> {
        self.piece_ids().find_map(|id| {
            Side::ALL.into_iter().find(|side| self.piece(id).symbol[*side] == symbol).map(|side| (id, side))
        })
    }
}

/// Captured pieces that sides hold in hand, in addition to the pieces of the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum HandRule {
    /// The pieces that they capture.
    Captured,
    /// Their own pieces that they capture.
    Own,
    /// Their own pieces that either side captures.
    Returned,
    /// Nothing.
    Setup,
    /// Any number of every piece.
    Unlimited,
}

impl HandRule {
    /// Returns `true` if captured pieces go to a hand.
    pub fn fills(self) -> bool {
        matches!(self, HandRule::Captured | HandRule::Own | HandRule::Returned)
    }
}

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
pub mod marked;
mod memo;
pub mod movement;
pub mod origin;
pub mod piece;
pub mod relation;
pub mod seats;
mod setup;
mod tabled;
pub mod takes;
pub mod tree;
pub mod turns;

use indexmap::IndexMap;

use crate::board::{BySide, Geometry, Side, Square, SquareSet};

pub use beyond::Beyond;
pub use castling::{CastlingNotation, CastlingOrigin, CastlingRule};
pub use constraint::{Blast, Constraints, Effects, Flips, Pass, WallPlace, Walls};
pub use ending::{Chain, Chase, Condition, End, Line, Outcome, Reached, Seen, Share, Stage, Verdict};
pub use levels::Levels;
pub use look::{Look, Sight, Squares, Style};
pub use marked::Marked;
pub use memo::{Memo, Pending};
pub use movement::Movement;
pub use origin::Source;
pub use piece::{
    DropPlace, DropRule, ExtraMoves, Fallback, Piece, PieceId, Promotion, PromotionMove, PromotionZone, Royalty,
};
pub use relation::Relations;
pub use setup::{CastlingRight, Count, EnPassant, LastMove, PlacedPiece, Setup, Shuffle, ShuffleStep, Stood, Told};
pub use takes::{Jumps, Takes, TwoSteps};
pub use tree::Tree;
pub use turns::{Proposals, Turns};

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
    /// Rules of the file that are played as constraints and effects, and therefore are not in the tree.
    pub known: Vec<Known>,
    /// Translates the older keys into rules of the tree. The compiler of files sets it, because a translation reads notations.
    pub translate: Translate,
    /// The ends of the game in the file's order: the first that holds decides.
    pub ends: Vec<End>,
}

/// A rule in the language that is played as a constraint or an effect, because it says the same.
#[derive(Clone, Debug)]
pub struct Known {
    /// The name that the rule has in a translation, such as `must_capture`.
    pub key: String,
    /// The rule as the file states it.
    pub rule: tree::Rule,
}

/// Translates the older keys of a variant into rules of the tree, after those that the file states itself. Returns `None` if the
/// interpreter plays the keys as they stand, or if the tree cannot express them.
pub type Translate = fn(&Rules) -> Option<Tree>;

impl Rules {
    /// The rules in the form that the interpreter plays; `None` if it plays them as they stand.
    pub fn translated(&self) -> Option<Rules> {
        let tree = (self.translate)(self)?;
        let (constraints, effects, beyond) = Default::default();
        Some(Rules { constraints, effects, beyond, tree, translate: |_| None, ..self.clone() })
    }

    /// The rule of the file that is played as a constraint or an effect with this usual name.
    pub fn known(&self, key: &str) -> Option<&tree::Rule> {
        self.known.iter().find(|known| known.key == key).map(|known| &known.rule)
    }

    /// The name in the file of an entry of `rules:` with a usual name.
    pub fn name_of<'a>(&'a self, key: &'a str) -> &'a str {
        self.known(key).map_or(key, |rule| &rule.kind.name)
    }

    /// Returns `true` if a turn has one move, and no rule gives pieces other moves than their notations, or does more after a move than the
    /// keys `blast`, `flips`, `walls` and their like. Rules in the language that only forbid or demand moves are plain.
    pub fn is_plain(&self) -> bool {
        self.beyond.is_empty() && self.tree.turns.is_none() && self.tree.only_restricts()
    }

    /// The number of moves in a turn of each side, if it is the same in all turns but perhaps the first, as in `turns: {moves: 2}`.
    pub fn moves_of_turns(&self) -> Option<BySide<u32>> {
        let Some(turns) = &self.tree.turns else { return Some(BySide { white: 1, black: 1 }) };
        let number = |number: &tree::Number| match number.kind {
            tree::NumberKind::Constant(thousandths) => u32::try_from(thousandths / 1000).ok(),
            _ => None,
        };
        Some(BySide { white: number(&turns.moves.white)?, black: number(&turns.moves.black)? })
    }

    /// Returns `true` if the position records whether the piece of a side on a square has moved.
    pub fn keeps_account_of(&self, side: Side, square: Square) -> bool {
        self.unmoved.as_ref().is_some_and(|squares| squares[side].contains(square))
    }

    /// A concept that the interpreter does not follow, and only the oracle does, with its place. `None` if it follows all.
    pub fn not_followed(&self) -> Option<(&'static str, Source)> {
        match (self.translate)(self) {
            Some(tree) => tree.not_followed(),
            None => self.not_followed_as_stated(),
        }
    }

    /// The same for rules that are not translated. Beside rules in the language, the interpreter follows only some of the older keys.
    pub fn not_followed_as_stated(&self) -> Option<(&'static str, Source)> {
        if self.has_only_tables() {
            return None;
        }
        let (constraints, effects) = (&self.constraints, &self.effects);
        let older = [
            ("walls beside other rules", effects.walls.is_some()),
            ("gating beside other rules", !effects.gating.is_empty()),
            ("forbidden checks beside other rules", constraints.no_checks),
            ("royal pieces that stay in check beside other rules", constraints.royal_stays_in_check),
            (
                "compulsory captures beside effects that capture",
                constraints.must_capture && self.tree.captures_by_effects(),
            ),
            ("pieces that must not face each other beside other rules", !constraints.face_off.is_empty()),
            ("passes beside other rules", constraints.pass == Pass::Always),
            ("`takes` beside rules in the language", self.beyond.takes != Takes::default()),
            ("relations of pieces beside other rules", self.beyond.relations != Relations::default()),
            (
                "boards with separate turns, or destinations that the other side names, beside other rules",
                self.beyond.turns != Turns::default(),
            ),
            ("pieces that change boards beside other rules", self.beyond.levels != Levels::default()),
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

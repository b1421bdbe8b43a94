//! Reads the positions in a variant file, before the rules are complete.

use std::borrow::Cow;

use crate::board::{BySide, Geometry, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::fen::{self, Lexicon};
use crate::rules::{CastlingNotation, CastlingRule, PieceId, Setup, Tree};
use crate::variant::node::{Phrase, Problems};

/// Data for reading positions before the rules are complete.
pub(super) struct Words {
    pub(super) geometry: Geometry,
    pub(super) symbols: Vec<BySide<String>>,
    pub(super) names: Vec<String>,
    pub(super) castling: Vec<CastlingRule>,
    /// `true` if all castling moves were read without errors. If not, castling rights are not checked.
    pub(super) castling_is_sound: bool,
    /// The rules in the language, whose state a position may have.
    pub(super) tree: Tree,
    pub(super) hand: bool,
    pub(super) checks: Option<u16>,
    pub(super) counts_down: bool,
    pub(super) notation: CastlingNotation,
    pub(super) unmoved: Option<BySide<SquareSet>>,
}

impl Lexicon for Words {
    fn tree(&self) -> Option<&Tree> {
        (!self.tree.is_empty()).then_some(&self.tree)
    }

    fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    fn pieces(&self) -> usize {
        self.symbols.len()
    }

    fn symbol(&self, piece: PieceId) -> &BySide<String> {
        &self.symbols[piece.index()]
    }

    fn piece_name(&self, piece: PieceId) -> &str {
        &self.names[piece.index()]
    }

    fn castling(&self) -> &[CastlingRule] {
        &self.castling
    }

    fn has_hands(&self) -> bool {
        self.hand
    }

    fn checks(&self) -> Option<u16> {
        self.checks
    }

    fn counts_down(&self) -> bool {
        self.counts_down
    }

    fn castling_notation(&self) -> CastlingNotation {
        self.notation
    }

    fn unmoved(&self) -> Option<&BySide<SquareSet>> {
        self.unmoved.as_ref()
    }

    fn gates_need_hand(&self) -> bool {
        // Rules that let pieces in are recognised only after the setup has been read.
        false
    }
}

/// Reads a position of a file.
pub(super) fn read_fen(phrase: &Phrase, words: &Words, what: &str, problems: &mut Problems) -> Option<Setup> {
    let text = if words.castling_is_sound { Cow::from(&phrase.text) } else { without_castling(&phrase.text) };
    match fen::read(&text, words) {
        Ok(setup) => Some(setup),
        Err(error) => {
            let mut problem =
                Diagnostic::error(Code::BadFen, phrase.at(error.span), format!("{what}: {}", error.message));
            problem.help = error.help;
            problems.push(problem);
            None
        }
    }
}

/// The text of a position with its castling rights replaced by `-`.
fn without_castling(text: &str) -> Cow<'_, str> {
    let Some(field) = text.split_ascii_whitespace().nth(2) else { return Cow::from(text) };
    let start = field.as_ptr() as usize - text.as_ptr() as usize;
    let blank = format!("{:<1$}", "-", field.len());
    Cow::from(format!("{}{blank}{}", &text[..start], &text[start + field.len()..]))
}

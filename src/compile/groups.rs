//! Groups of pieces.

use super::Compiler;
use crate::rules::PieceId;
use crate::source::Span;
use crate::variant::spec::Pieces;

impl Compiler<'_> {
    pub(super) fn listed(&mut self, pieces: &Pieces) -> Vec<PieceId> {
        let span = pieces.phrases().first().map_or(Span::new(crate::source::SourceId(0), 0..0), |phrase| phrase.span);
        self.group(pieces, span)
    }

    pub(super) fn listed_or_none(&mut self, pieces: Option<&Pieces>) -> Vec<PieceId> {
        pieces.map_or_else(Vec::new, |pieces| self.listed(pieces))
    }
}

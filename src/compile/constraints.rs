//! Rules for all moves.

use super::{Compiler, both};
use crate::rules::{Effects, PieceId, WallPlace, Walls};
use crate::source::Span;
use crate::variant::spec::{self, Pieces};

impl Compiler<'_> {
    /// Walls and gating. Other effects of moves, and all constraints, are [recognised](super::recognise) in the language.
    pub(super) fn effects(&mut self) -> Effects {
        let Some(rules) = &self.spec.rules else { return Effects::default() };
        Effects {
            walls: rules.walls.as_ref().map(|walls| Walls {
                built: match walls.built.value {
                    spec::WallPlace::Behind => WallPlace::Behind,
                    spec::WallPlace::Shot => WallPlace::Shot,
                    spec::WallPlace::Anywhere => WallPlace::Anywhere,
                    spec::WallPlace::Edge => WallPlace::Edge,
                    spec::WallPlace::Moved => WallPlace::Moved,
                },
                on: match &walls.on {
                    Some(area) => self.areas.area(area, self.problems).unwrap_or_default(),
                    None => both(self.geometry.squares()),
                },
                instead: walls.instead.unwrap_or(false),
            }),
            gating: self.listed_or_none(rules.gating.as_ref()),
            ..Effects::default()
        }
    }

    pub(super) fn listed(&mut self, pieces: &Pieces) -> Vec<PieceId> {
        let span = pieces.phrases().first().map_or(Span::new(crate::source::SourceId(0), 0..0), |phrase| phrase.span);
        self.group(pieces, span)
    }

    pub(super) fn listed_or_none(&mut self, pieces: Option<&Pieces>) -> Vec<PieceId> {
        pieces.map_or_else(Vec::new, |pieces| self.listed(pieces))
    }
}

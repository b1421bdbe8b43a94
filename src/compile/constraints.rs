//! Rules for all moves.

use super::{Compiler, both};
use crate::rules::{Blast, Constraints, Effects, Flips, Pass, PieceId, WallPlace, Walls};
use crate::source::Span;
use crate::variant::spec::{self, MustDrop, Passing, Pieces};

impl Compiler<'_> {
    /// Obligations and prohibitions of a side.
    pub(super) fn constraints(&mut self) -> Constraints {
        let Some(rules) = &self.spec.rules else { return Constraints::default() };
        Constraints {
            must_capture: rules.must_capture.unwrap_or(false),
            must_drop: match &rules.must_drop {
                None | Some(MustDrop::Flat(false)) => Vec::new(),
                Some(MustDrop::Flat(true)) => self.names.all(),
                Some(MustDrop::Pieces(pieces)) => self.listed(pieces),
            },
            no_checks: rules.no_checks.unwrap_or(false),
            royal_stays_in_check: rules.royal_stays_in_check.unwrap_or(false),
            face_off: self.listed_or_none(rules.face_off.as_ref()),
            pass: match rules.pass.as_ref().map(|pass| pass.value) {
                None | Some(Passing::Never) => Pass::Never,
                Some(Passing::Always) => Pass::Always,
                Some(Passing::Stuck) => Pass::Stuck,
            },
        }
    }

    /// Effects of a move beside moving, capturing and promoting.
    pub(super) fn effects(&mut self) -> Effects {
        let Some(rules) = &self.spec.rules else { return Effects::default() };
        Effects {
            blast: rules.blast.as_ref().map(|blast| Blast {
                spares: self.listed_or_none(blast.spares.as_ref()),
                immune: self.listed_or_none(blast.immune.as_ref()),
            }),
            petrifies: self.listed_or_none(rules.petrifies.as_ref()),
            flips: rules.flips.as_ref().map(|flips| match flips.value {
                spec::Flips::Enclosed => Flips::Enclosed,
                spec::Flips::Neighbours => Flips::Neighbours,
                spec::Flips::NeighboursWithFriend => Flips::NeighboursWithFriend,
                spec::Flips::Attacked => Flips::Attacked,
            }),
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

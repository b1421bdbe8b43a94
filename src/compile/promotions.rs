//! Promotions.

use super::drafts::squares_of;
use super::{Compiler, both, written};
use crate::board::{BySide, Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::english;
use crate::rules::{Fallback, PieceId, Promotion, PromotionZone, Setup};
use crate::source::Span;
use crate::variant::spec::{self, Area, Choices, Mandatory, Otherwise, When};

impl Compiler<'_> {
    /// A promotion; `place` is where the piece is defined.
    pub(super) fn promotion(&mut self, spec: &spec::Promotion, place: Span, setup: Option<&Setup>) -> Promotion {
        let when = match spec.when {
            Some(When::Touching) => PromotionZone::Touching,
            Some(When::Capturing) => PromotionZone::Capturing,
            Some(When::Entering) => PromotionZone::Entering,
            Some(When::Arriving) | None => PromotionZone::Arriving,
        };
        let zone = self.zone(spec.zone.as_ref(), place);
        let choices = self.choices(&spec.to.value, spec.to.span);
        let limits = self.limits(spec, &choices, setup);
        let everywhere = match when {
            PromotionZone::Arriving | PromotionZone::Capturing => zone,
            PromotionZone::Touching | PromotionZone::Entering => both(self.geometry.squares()),
        };
        let mandatory = match &spec.mandatory {
            None | Some(Mandatory::Flat(true)) => everywhere,
            Some(Mandatory::Flat(false)) => both(SquareSet::EMPTY),
            Some(Mandatory::In(area)) => self.areas.area(area, self.problems).unwrap_or_default(),
        };
        let fallback = match spec.otherwise {
            Some(Otherwise::Stay) => Fallback::Stay,
            Some(Otherwise::Forbid) | None => Fallback::Forbid,
        };
        let en_passant = spec.en_passant.unwrap_or(true);
        if let Some(area) = spec.within.as_ref().filter(|_| when != PromotionZone::Entering) {
            let message = "`within` needs `when: entering`";
            self.error(Code::BadValue, area.span(), message);
        }
        let within = self.area_or(spec.within.as_ref(), SquareSet::EMPTY);
        Promotion { within, zone, when, choices, limits, mandatory, en_passant, fallback, source: written(place) }
    }

    /// The zone; without one in the file, the last rank as each side sees it.
    fn zone(&mut self, area: Option<&Area>, place: Span) -> BySide<SquareSet> {
        let Some(area) = area else {
            let last = self.geometry.ranks() - 1;
            let geometry = self.geometry.clone();
            return BySide::from_fn(|side| {
                geometry.squares().iter().filter(|square| geometry.rank_for(side, *square) == last).collect()
            });
        };
        let Some(zone) = self.areas.area(area, self.problems) else { return both(SquareSet::EMPTY) };
        for side in Side::ALL.into_iter().filter(|side| zone[*side].is_empty()) {
            let message = format!("the promotion zone has no square for {}", english::capitalised(side.name()));
            self.problems
                .push(Diagnostic::warning(Code::EmptyZone, area.span(), message).label(place, "of this piece"));
        }
        zone
    }

    fn choices(&mut self, choices: &Choices, at: Span) -> BySide<Vec<PieceId>> {
        match choices {
            Choices::Pieces(pieces) => {
                let ids = self.group(pieces, at);
                BySide { white: ids.clone(), black: ids }
            }
            Choices::Captured(captured) => {
                let ids = self.group(&captured.captured, at);
                BySide { white: ids.clone(), black: ids }
            }
            Choices::Sides(sides) => {
                BySide { white: self.group(&sides.white, at), black: self.group(&sides.black, at) }
            }
        }
    }

    /// For each choice, the largest number that a side may have; `None` for any number.
    fn limits(
        &mut self,
        spec: &spec::Promotion,
        choices: &BySide<Vec<PieceId>>,
        setup: Option<&Setup>,
    ) -> BySide<Vec<Option<u16>>> {
        let mut written = Vec::new();
        for (name, at, limit) in spec.limit.iter().flat_map(|limits| limits.iter()) {
            match self.names.get(name) {
                None => self.problems.push(self.names.unknown(name, at)),
                Some(id) if choices.white.contains(&id) || choices.black.contains(&id) => {
                    written.push((id, limit.value))
                }
                Some(_) => {
                    let known = choices.white.iter().filter_map(|id| self.names.ids.get_index(id.index()));
                    let help = format!("choices: {}", one_of(known.map(|(name, _)| *name)));
                    let message = format!("`{name}` has a limit but is not a choice of this promotion");
                    self.problems.push(Diagnostic::error(Code::BadPromotion, at, message).help(help));
                }
            }
        }
        let captured = matches!(spec.to.value, Choices::Captured(_));
        BySide::from_fn(|side| {
            let limit = |id: &PieceId| {
                let own = written.iter().find(|(piece, _)| piece == id).map(|(_, limit)| *limit);
                let start = || setup.map(|setup| squares_of(setup, side, *id).count() as u16);
                own.or_else(|| if captured { start() } else { None })
            };
            choices[side].iter().map(limit).collect()
        })
    }
}

//! Promotions: promoted forms of pieces, and their zones.

use std::collections::BTreeMap;

use super::super::draft::{Item, Map, field, unless, word};
use super::super::table::{Role, Slot, Topic};
use super::forms::{promoted, promotes};
use super::{Describer, Form, list};
use crate::board::{BySide, Side, SquareSet, Step};

impl Describer<'_> {
    pub(super) fn promotion(&mut self, form: Form, piece: &mut Map) {
        let map = match form.base {
            Some(base) => self.turning_back(form, base),
            None => self.promotion_of(form),
        };
        piece.push(unless(map.is_none(), "promotion", map.map_or(Item::Nothing, Item::Map)));
    }

    /// Promotion of a promoted piece back to its base form, on the squares of all promotions.
    fn turning_back(&mut self, form: Form, base: Slot) -> Option<Map> {
        if !self.settings.flag(Topic::Demotion) {
            return None;
        }
        let zone = self.area(Topic::Promotion);
        if zone == BySide::default() {
            return None;
        }
        let captures = self.settings.flag(Topic::PromotionByCapture);
        if captures && zone != self.all() {
            self.lacks(Topic::PromotionByCapture, "promotion by captures that start in the zone");
        }
        let mandatory = self.mandatory(form, false, zone);
        let forced = matches!(&mandatory, Some(Item::Word(word)) if word == "true");
        let when = if captures { "capturing" } else { "touching" };
        Some(vec![
            unless(zone == self.last_ranks(1), "zone", Item::Area(zone)),
            field("when", word(when)),
            field("to", list([self.names.of(Form { kind: base, base: None }).to_owned()])),
            unless(forced, "mandatory", mandatory.unwrap_or(word("false"))),
        ])
    }

    fn promotion_of(&mut self, form: Form) -> Option<Map> {
        let settings = self.settings;
        let slot = form.kind;
        let becomes = promoted(settings, slot);
        let choices = BySide::from_fn(|side| match promotes(settings, slot, side) {
            true => self.choices(side),
            false => Vec::new(),
        });
        let chooses = !choices.white.is_empty() || !choices.black.is_empty();
        let stepper = self.role(slot) == Role::Stepper;
        if becomes.is_none() && !chooses {
            return self.barred(form);
        }
        let zone = self.zone(form, chooses && becomes.is_none());
        if zone == BySide::default() {
            return None;
        }
        // Pawns of Fairy-Stockfish's oldest kind promote on the square on which they arrive.
        let arriving = stepper || becomes.is_none();
        if chooses && becomes.is_some() && !stepper {
            self.lacks_of(slot, "a piece with both a choice of promotions and a promoted form");
        }
        let mut names: BySide<Vec<Slot>> = choices;
        if let (Some(kind), false) = (becomes, chooses) {
            names = BySide { white: vec![kind], black: vec![kind] };
        }
        let (to, limit) = self.targets(slot, becomes, &names);
        let mandatory = self.mandatory(form, arriving, zone);
        let passing = !self.takes_passing_inside(form, zone);
        let limited = !limit.is_empty();
        let forced = matches!(&mandatory, Some(Item::Word(word)) if word == "true");
        let captures = settings.flag(Topic::PromotionByCapture) && becomes.is_some();
        let when = match (captures, arriving) {
            (true, _) => "capturing",
            (false, true) => "arriving",
            (false, false) => "touching",
        };
        let mut map = vec![
            unless(zone == self.last_ranks(1), "zone", Item::Area(zone)),
            unless(when == "arriving", "when", word(when)),
            field("to", to),
            unless(!limited, "limit", if limited { Item::Map(limit) } else { Item::Nothing }),
        ];
        map.push(unless(forced, "mandatory", mandatory.unwrap_or(word("false"))));
        map.push(unless(passing, "en_passant", word(passing)));
        let stays = limited && forced && !arriving;
        map.push(unless(!stays, "otherwise", word(if stays { "stay" } else { "forbid" })));
        if captures && zone != self.all() {
            self.lacks(Topic::PromotionByCapture, "promotion by captures that start in the zone");
        }
        Some(map)
    }

    /// Reports that, in Fairy-Stockfish, a piece that captures en passant in the zone does not promote.
    fn takes_passing_inside(&mut self, form: Form, zone: BySide<SquareSet>) -> bool {
        let takes = Side::ALL.into_iter().any(|side| self.settings.kinds(Topic::Passers, side) & 1 << form.kind != 0);
        if !(takes || self.role(form.kind) == Role::Stepper) || !self.leaves_trail() {
            return false;
        }
        let (from, passing) = (self.area(Topic::DoubleStep), self.area(Topic::Passing));
        Side::ALL.into_iter().any(|side| {
            let enemy = if side == Side::White { Step::new(0, -1) } else { Step::new(0, 1) };
            from[!side]
                .iter()
                .filter_map(|square| self.board.step(square, enemy))
                .any(|passed| zone[side].contains(passed.square) && passing[side].contains(passed.square))
        })
    }

    /// The choices of a side, in the order of the file.
    fn choices(&self, side: Side) -> Vec<Slot> {
        let kinds = self.settings.kinds(Topic::Choices, side);
        let mut slots = self.settings.members(kinds);
        // The strongest pieces come first.
        slots.reverse();
        slots
    }

    fn zone(&self, form: Form, sides: bool) -> BySide<SquareSet> {
        let zone = self.area(Topic::Promotion);
        BySide::from_fn(|side| {
            let has = !sides || promotes(self.settings, form.kind, side) || !self.start.side_has(form.kind, side);
            if has { zone[side] } else { SquareSet::EMPTY }
        })
    }

    fn targets(&mut self, slot: Slot, becomes: Option<Slot>, names: &BySide<Vec<Slot>>) -> (Item, Map) {
        let single = becomes.filter(|_| names.white.len() <= 1);
        if let Some(kind) = single {
            let name = self.names.of(Form { kind, base: Some(slot) }).to_owned();
            let limit = self
                .settings
                .limits
                .get(&kind)
                .filter(|limit| **limit > 0)
                .map(|limit| field(name.clone(), word(limit)));
            return (list([name]), limit.into_iter().collect());
        }
        let name = |kind: &Slot| self.names.of(Form { kind: *kind, base: None }).to_owned();
        let mut of = BySide::from_fn(|side| names[side].iter().map(name).collect::<Vec<_>>());
        // For a side without such pieces, the choices do not matter.
        let mut names = names.clone();
        for side in Side::ALL {
            if of[side].is_empty() || !self.start.side_has(slot, side) && !self.settings.flag(Topic::ToHand) {
                of[side] = of[!side].clone();
                names[side] = names[!side].clone();
            }
        }
        let limits: BTreeMap<Slot, u16> = self
            .settings
            .limits
            .iter()
            .map(|(slot, limit)| (*slot, *limit))
            .filter(|(slot, limit)| *limit > 0 && (names.white.contains(slot) || names.black.contains(slot)))
            .collect();
        let kinds: Vec<Slot> = names.white.iter().chain(&names.black).copied().collect();
        let as_setup = |kind: &Slot| {
            limits.get(kind).is_some_and(|limit| {
                Side::ALL.into_iter().all(|side| self.start.count(*kind, side) == usize::from(*limit))
            })
        };
        if !limits.is_empty() && of.white == of.black && kinds.iter().all(as_setup) {
            return (Item::Map(vec![field("captured", list(of.white))]), Map::new());
        }
        let limit = limits.iter().map(|(slot, limit)| field(name(slot), word(limit))).collect();
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort();
            names
        };
        let to = if sorted(&of.white) == sorted(&of.black) {
            list(of.white)
        } else {
            Item::Map(vec![field("white", list(of.white)), field("black", list(of.black))])
        };
        (to, limit)
    }

    /// The squares on which promotion is mandatory; `None` for no square.
    fn mandatory(&mut self, form: Form, arriving: bool, zone: BySide<SquareSet>) -> Option<Item> {
        let rule = if arriving { Topic::MandatoryChoice } else { Topic::MandatoryPromotion };
        if self.settings.flag(rule) {
            return Some(word("true"));
        }
        if !self.settings.flag(Topic::NoDeadEnds) {
            return None;
        }
        let dead = self.dead_ends(form.kind);
        if BySide::from_fn(|side| (dead[side] & !zone[side]).iter().next().is_some()) != BySide::default() {
            // Squares behind the piece do not matter, because it never reaches them.
            self.check_dead_ends(form, zone);
        }
        let within = BySide::from_fn(|side| dead[side] & zone[side]);
        (within != BySide::default()).then_some(Item::Area(within))
    }

    /// Reports squares that a piece may not enter because it could never move again and cannot promote there.
    fn check_dead_ends(&mut self, form: Form, zone: BySide<SquareSet>) {
        if self.reaches_dead_ends(form, zone) {
            self.lacks(
                Topic::NoDeadEnds,
                "squares that a piece may not enter because it could never leave them, and on which it does not promote",
            );
        }
    }

    fn reaches_dead_ends(&mut self, form: Form, zone: BySide<SquareSet>) -> bool {
        let dead = self.dead_ends(form.kind);
        let own = self.moves_of(form.kind);
        Side::ALL.into_iter().any(|side| {
            self.board.squares().iter().any(|from| {
                own.keys().any(|leap| {
                    let step = Step::new(leap.files, leap.ranks);
                    let step = if side == Side::White { step } else { step.reversed() };
                    let landing = self.board.step(from, step).map(|landing| landing.square);
                    landing.is_some_and(|square| dead[side].contains(square) && !zone[side].contains(square))
                })
            })
        })
    }

    /// Squares that a piece attacks but may not enter: because it must promote and has no choice, or because it could
    /// never move again.
    fn barred(&mut self, form: Form) -> Option<Map> {
        if form.base.is_some() {
            return None;
        }
        let mut zone = BySide::default();
        if self.settings.flag(Topic::MandatoryChoice) {
            let own = self.area(Topic::Promotion);
            zone = BySide::from_fn(
                |side| if promotes(self.settings, form.kind, side) { own[side] } else { SquareSet::EMPTY },
            );
        }
        if self.settings.flag(Topic::NoDeadEnds) && self.reaches_dead_ends(form, zone) {
            let dead = self.dead_ends(form.kind);
            zone = BySide::from_fn(|side| zone[side] | dead[side]);
        }
        if zone == BySide::default() {
            return None;
        }
        let other = self.forms.iter().find(|other| other.base.is_none() && other.kind != form.kind);
        let Some(other) = other.map(|other| self.names.of(*other).to_owned()) else {
            self.lacks(Topic::Choices, "a piece that must promote but has no choice, and so cannot enter the zone");
            return None;
        };
        Some(vec![
            unless(zone == self.last_ranks(1), "zone", Item::Area(zone)),
            field("to", list([other.clone()])),
            field("limit", Item::Map(vec![field(other, word(0))])),
        ])
    }
}

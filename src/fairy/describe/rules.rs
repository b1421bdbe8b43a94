//! Rules for all moves.

use super::super::draft::{Item, Map, field, unless, word};
use super::super::table::{ROYAL, Role, Topic};
use super::{Describer, Form, list};
use crate::board::Side;

impl Describer<'_> {
    pub(super) fn rules(&mut self) -> Map {
        self.lacking();
        let flag = |describer: &Self, topic, key: &str| {
            let on = describer.settings.flag(topic);
            unless(!on, key, word(on))
        };
        let mut map = vec![flag(self, Topic::MustCapture, "must_capture")];
        map.push(self.must_drop());
        let silent = !self.settings.flag(Topic::Checking) && self.forms.iter().any(|form| form.kind == ROYAL);
        map.push(unless(!silent, "no_checks", word(silent)));
        map.push(flag(self, Topic::RoyalStays, "royal_stays_in_check"));
        let facing = if self.settings.flag(Topic::FacingDraws) { self.pieces_of(&[ROYAL]) } else { Vec::new() };
        map.push(unless(facing.is_empty(), "face_off", list(facing)));
        map.push(self.pass());
        map.push(self.blast());
        let petrifies = self.members(Topic::Petrifies);
        map.push(unless(petrifies.is_empty(), "petrifies", list(self.pieces_of(&petrifies))));
        let flips = self.settings.word(Topic::Flips).replace('_', " ");
        // The same holds for the export: Fairy-Stockfish searches for answers to a check before it flips pieces.
        if !flips.is_empty() && self.has_royal() {
            self.lacks(Topic::Flips, "pieces that change sides and so may parry a check");
        }
        map.push(unless(flips.is_empty(), "flips", word(flips)));
        map.push(self.walls());
        map
    }

    fn must_drop(&self) -> super::super::draft::Field {
        let settings = self.settings;
        if !settings.flag(Topic::MustDrop) || !settings.flag(Topic::Drops) {
            return unless(true, "must_drop", word("false"));
        }
        let item = match settings.kind(Topic::MustDropKind, Side::White) {
            0 => word("true"),
            kind => list(self.pieces_of(&[kind])),
        };
        field("must_drop", item)
    }

    fn pass(&mut self) -> super::super::draft::Field {
        let of = |topic| (self.settings.flag_of(topic, Side::White), self.settings.flag_of(topic, Side::Black));
        let (always, stuck) = (of(Topic::Pass), of(Topic::PassStuck));
        if stuck.0 != stuck.1 {
            self.lacks(Topic::PassStuck, "passing by one side only");
        } else if always.0 != always.1 && !stuck.0 {
            self.lacks(Topic::Pass, "passing by one side only");
        }
        let when = if stuck.0 || stuck.1 {
            "stuck"
        } else if always.0 || always.1 {
            "always"
        } else {
            "never"
        };
        unless(when == "never", "pass", word(when))
    }

    fn blast(&mut self) -> super::super::draft::Field {
        if !self.settings.flag(Topic::Blast) {
            return unless(true, "blast", Item::Nothing);
        }
        let spared: Vec<String> = {
            let steppers: Vec<Form> =
                self.forms.iter().copied().filter(|form| self.role(form.kind) == Role::Stepper).collect();
            steppers.into_iter().map(|form| self.names.of(form).to_owned()).collect()
        };
        let immune = self.members(Topic::BlastImmune);
        if self.forms.iter().any(|form| form.kind == ROYAL) {
            self.lacks(
                Topic::Blast,
                "a king that is always royal, together with blasts: use an extinction rule instead",
            );
        }
        let immune = self.pieces_of(&immune);
        field(
            "blast",
            Item::Map(vec![
                unless(spared.is_empty(), "spares", list(spared)),
                unless(immune.is_empty(), "immune", list(immune)),
            ]),
        )
    }

    fn walls(&mut self) -> super::super::draft::Field {
        let built = self.settings.word(Topic::Walls);
        if built.is_empty() {
            return unless(true, "walls", Item::Nothing);
        }
        if self.settings.flag(Topic::Drops) {
            self.lacks(Topic::Walls, "walls together with drops");
        }
        if self.settings.flag(Topic::Blast) && self.leaves_trail() {
            self.lacks(Topic::Walls, "walls next to blasts of en passant captures");
        }
        if self.forms.iter().any(|form| form.kind == ROYAL) {
            self.lacks(Topic::Walls, "walls that may parry a check of a piece that is always royal");
        }
        let on = self.area(Topic::WallRegion);
        let instead = self.settings.flag(Topic::WallInstead);
        field(
            "walls",
            Item::Map(vec![
                field("built", word(built)),
                unless(on == self.all(), "on", Item::Area(on)),
                unless(!instead, "instead", word(instead)),
            ]),
        )
    }

    /// Reports rules that a variant file cannot express.
    fn lacking(&mut self) {
        let flags: &[(Topic, &str)] = &[
            (Topic::Gating, "gating or leaping rights of single pieces"),
            (Topic::GatingDrops, "pieces that enter behind a first move"),
            (Topic::FirstLeaps, "first-move leaps with rights in the FEN"),
            (Topic::PetrifiesBlast, "blasts that leave walls"),
            (Topic::PromotionInPlace, "promotion in place, or in one step of the new piece"),
        ];
        for (topic, what) in flags {
            if self.settings.flag(*topic) {
                self.lacks(*topic, *what);
            }
        }
        if self.settings.word(Topic::DropPlace) == "never_reached"
            || self.settings.word(Topic::Flips) == "never_reached"
        {
            self.lacks(Topic::DropPlace, "this word, here");
        }
        match self.settings.word(Topic::DropPlace) {
            "pushed_from_an_edge" => self.lacks(
                Topic::DropPlace,
                "drops that are pushed in from above and from the right up to the farthest square, as in Fairy-Stockfish",
            ),
            "enclosing" if self.start.has_walls() => {
                self.lacks(
                    Topic::DropPlace,
                    "rows that enclose pieces across walls, as in Fairy-Stockfish",
                );
            }
            _ => {}
        }
        let blasted = self.settings.flag(Topic::Blast) && self.settings.flag(Topic::PseudoRoyal);
        if blasted && !self.members(Topic::Petrifies).is_empty() {
            self.lacks(Topic::Petrifies, "a blast whose wall does not shield a royal piece, as in Fairy-Stockfish");
        }
    }
}

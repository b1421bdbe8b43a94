//! Ends that depend on the history of a game: counted moves, perpetual chase, moving back and forth.

use super::super::draft::{Item, Map, field, unless, word};
use super::super::squares;
use super::super::table::{CHASES, COUNTS, Chased, MATES, Mating, ROYAL, Slot, Topic};
use super::ends::end;
use super::{Describer, list};
use crate::board::{BySide, Side};

impl Describer<'_> {
    pub(super) fn claims_of_the_past(&mut self, ends: &mut Map, times: i64) {
        if self.settings.flag(Topic::MoveRepetition) {
            ends.push(end("to_and_fro", "back_and_forth", self.to_and_fro(), word("loss")));
        }
        if !self.settings.word(Topic::Chasing).is_empty() && self.has_checks() {
            ends.push(end("perpetual_chase", "perpetual_chase", self.chase(times), word("loss")));
        }
    }

    pub(super) fn counted(&mut self, ends: &mut Map) {
        let stages = self.stages();
        if !stages.is_empty() {
            ends.push(end("counted_out", "countdown", Item::List(stages), word("draw")));
        }
    }

    /// Adds ends for mates that do not win, or that need a check by certain pieces. They come before mate itself.
    pub(super) fn restricted_mates(&self, ends: &mut Map) {
        if !self.settings.flag(Topic::RestrictedMate) {
            return;
        }
        let pieces = |wanted: fn(&Mating) -> bool| {
            let slots: Vec<Slot> = MATES.iter().filter(|row| wanted(row)).map(|row| row.slot).collect();
            list(self.pieces_of(&slots))
        };
        ends.push(end("mated_by", "mated_by", pieces(|row| row.is_none), word("win")));
        ends.push(end("mated_without", "mated_without", pieces(|row| row.is_needed), word("draw")));
    }

    /// Moving back and forth. Fairy-Stockfish forbids it to pieces that can reach the squares of the enemy's king.
    fn to_and_fro(&self) -> Item {
        let of = |slot: Slot, side| {
            let confined = self.settings.confined.get(&slot);
            confined.map_or(self.board.squares(), |squares| self.confinement(squares)[side])
        };
        let near = |slot: Slot| of(slot, Side::White).intersects(&of(ROYAL, Side::Black));
        let mut slots: Vec<Slot> = self.forms.iter().map(|form| form.kind).filter(|slot| near(*slot)).collect();
        slots.dedup();
        Item::Map(vec![field("moves", word(5)), field("pieces", list(self.pieces_of(&slots)))])
    }

    fn chase(&self, times: i64) -> Item {
        let known: Vec<(&Chased, String)> = CHASES
            .iter()
            .flat_map(|row| self.pieces_of(&[row.slot]).into_iter().map(move |name| (row, name)))
            .collect();
        let named = |wanted: fn(&Chased) -> bool| {
            list(known.iter().filter(|(row, _)| wanted(row)).map(|(_, name)| name.clone()))
        };
        let rank = self.settings.number(Topic::BeyondRank) as usize;
        let beyond = squares::ranks_from(&self.board, rank);
        let behind = BySide::from_fn(|side| self.board.squares() & !beyond[side]);
        let spared = known.iter().filter(|(row, _)| row.spared && rank > 1);
        let spares: Map = spared.map(|(_, name)| field(name, Item::Area(behind))).collect();
        let worth: Map =
            known.iter().filter(|(row, _)| row.worth > 0).map(|(row, name)| field(name, word(row.worth))).collect();
        Item::Map(vec![
            field("times", word(times)),
            field("by", named(|row| row.chases)),
            field("of", named(|_| true)),
            unless(spares.is_empty(), "spares", Item::Map(spares)),
            field("worth", Item::Map(worth)),
        ])
    }

    fn stages(&self) -> Vec<Item> {
        let counted = self.settings.word(Topic::MoveLimits);
        let one = |slot: Slot| self.pieces_of(&[slot]).into_iter().next();
        let mut stages = Vec::new();
        for row in COUNTS.iter().filter(|row| row.word == counted) {
            let against = row.against.map(|(slot, least)| (one(slot), least));
            if matches!(against, Some((None, _))) {
                continue;
            }
            let without = row.without.and_then(one);
            let against: Option<(String, u16)> = against.and_then(|(name, least)| Some((name?, least)));
            stages.push(Item::Map(vec![
                unless(row.pieces.is_none(), "pieces", word(row.pieces.unwrap_or(0))),
                unless(without.is_none(), "without", word(without.unwrap_or_default())),
                match against {
                    Some((name, least)) => field("against", Item::Map(vec![field(&name, word(least))])),
                    None => unless(true, "against", Item::Nothing),
                },
                field("moves", word(row.moves)),
                unless(!row.anew, "anew", word(true)),
            ]));
        }
        stages
    }
}

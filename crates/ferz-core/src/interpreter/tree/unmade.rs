//! Moves by `instead` rules that are listed without being made, because nothing that follows them can make them illegal.

use crate::position::Position;
use crate::rules::tree::{Choice, RuleKind};

use super::super::engine::Engine;
use super::super::moves::Move;
use super::super::picks::{Pick, Picks};
use super::doing::pick_of;
use super::frame::{Event, Frame};
use super::instead::squares_of_offer;

/// A choice of the player in a move that is not made.
struct Choosing<'a, 'p, const W: usize> {
    /// The position in which the effects begin, and the one before the move.
    start: &'p Position<W>,
    position: &'p Position<W>,
    index: usize,
    frame: Frame<'a, W>,
    picks: Vec<Pick>,
}

impl<const W: usize> Engine<W> {
    /// The moves by `instead` rules, in the order of the rules. `None` if some of them have to be made: to know whether they are legal, or
    /// because two of them may be the same.
    pub(super) fn unmade_offers(&self, position: &Position<W>, depth: u8) -> Option<Vec<Move>> {
        if !self.tree.settling.offers {
            return None;
        }
        let mut found = Vec::new();
        for index in &self.tree.offers {
            let RuleKind::Instead { deed, block } = &self.rules.tree.rules[*index].kind.kind else { continue };
            let Some(start) = self.start_of_offer(position, *index, depth) else { continue };
            for mover in self.pieces_of_offer(position, deed) {
                let mut frame = self.frame_of_offer(position, (*index, mover), depth);
                frame.event = Event::Offer;
                let mut choosing = Choosing { start: &start, position, index: *index, frame, picks: Vec::new() };
                self.choose_unmade(&mut choosing, &block.choices, &mut found);
            }
        }
        let mut names: Vec<_> = found.iter().map(|made| (made.from, squares_of_offer(made))).collect();
        names.sort_unstable();
        let differ = names.windows(2).all(|pair| pair[0] != pair[1]);
        differ.then_some(found)
    }

    /// Adds a move for each way to make the choices that are left.
    fn choose_unmade(&self, choosing: &mut Choosing<'_, '_, W>, left: &[Choice], found: &mut Vec<Move>) {
        let Some((choice, left)) = left.split_first() else { return self.add_unmade(choosing, found) };
        let (destinations, chosen) = (choosing.frame.destination.len(), choosing.frame.chosen.clone());
        for element in self.elements(choosing.start, &choice.from, &choosing.frame).iter() {
            let place = choice.id.index();
            if choosing.frame.chosen.len() <= place {
                choosing.frame.chosen.resize(place + 1, None);
            }
            choosing.frame.chosen[place] = Some(element);
            choosing.frame.destination.extend(element.square());
            choosing.picks.push(pick_of(element));
            self.choose_unmade(choosing, left, found);
            choosing.picks.pop();
            choosing.frame.destination.truncate(destinations);
        }
        choosing.frame.chosen = chosen;
    }

    /// Adds the move with all its choices, if its rule applies and no other rule forbids it.
    fn add_unmade(&self, choosing: &mut Choosing<'_, '_, W>, found: &mut Vec<Move>) {
        let RuleKind::Instead { block, .. } = &self.rules.tree.rules[choosing.index].kind.kind else { return };
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        if !self.applies(choosing.start, conditions, &choosing.frame) {
            return;
        }
        choosing.frame.event = Event::Move;
        let forbidden = self.is_forbidden(choosing.position, &mut choosing.frame);
        choosing.frame.event = Event::Offer;
        let made = choosing.frame.made.filter(|_| !forbidden);
        found.extend(made.map(|made| made.with(|further| further.picks = Picks::of(&choosing.picks))));
    }
}

//! Ends of the game in the language of rules.

use crate::board::Side;
use crate::position::Position;
use crate::rules::tree::TreeEnd;

use super::super::engine::Engine;
use super::frame::{Event, Frame, Story};

impl<const W: usize> Engine<W> {
    /// The side for which an end in the language of rules holds. The side that has just moved is tested first.
    pub(crate) fn side_of_told_end(
        &self,
        position: &Position<W>,
        end: &TreeEnd,
        story: Option<Story<'_, W>>,
    ) -> Option<Side> {
        self.side_of_end(position, end, story, Event::End)
    }

    /// `true` if an end in the language of rules has ended the game at once, whatever moves the side to move has.
    pub(crate) fn is_cut_by_told_end(&self, position: &Position<W>) -> bool {
        let ends = &self.rules.tree.ends;
        self.tree.cuts.iter().any(|index| self.side_of_end(position, &ends[*index], None, Event::Cut).is_some())
    }

    fn side_of_end(
        &self,
        position: &Position<W>,
        end: &TreeEnd,
        story: Option<Story<'_, W>>,
        event: Event,
    ) -> Option<Side> {
        let turn = position.state.turn;
        let asked = |side: &Side| end.kind.whose.is_none_or(|whose| whose.index() == side.index());
        let holds = |side: &Side| {
            let mut frame: Frame<'_, W> = Frame::of_side(*side);
            (frame.event, frame.story) = (event, story);
            self.holds(position, &end.kind.condition, &frame)
        };
        [!turn, turn].into_iter().filter(asked).find(holds)
    }

    /// `true` if an end in the language of rules, by its index, is claimed: it reads earlier positions.
    pub(crate) fn is_told_claim(&self, index: usize) -> bool {
        self.tree.claims.contains(&index)
    }

    /// `true` if an end in the language of rules may end a game at once.
    #[inline(always)]
    pub(crate) fn has_told_cuts(&self) -> bool {
        !self.tree.cuts.is_empty()
    }

    /// `true` if an end in the language of rules reads earlier positions.
    pub(crate) fn claims_told_ends(&self) -> bool {
        !self.tree.claims.is_empty()
    }
}

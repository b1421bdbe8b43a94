//! Rules that no table answers: what they change is worked out move by move.

use super::PieceId;
use super::levels::Levels;
use super::relation::Relations;
use super::takes::Takes;
use super::turns::Turns;

/// Rules for which every move is changed, made and looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Beyond {
    /// What becomes of the pieces of a capture.
    pub takes: Takes,
    /// What pieces do to each other by where they stand.
    pub relations: Relations,
    /// How many actions a turn has, and which.
    pub turns: Turns,
    /// The boards on which the pieces stand, drawn on one.
    pub levels: Levels,
}

impl Beyond {
    /// Returns `true` if there are no such rules.
    pub fn is_empty(&self) -> bool {
        *self == Beyond::default()
    }

    /// The pieces that come about from a piece, or whose moves are lent, by these rules.
    pub fn made_of(&self, piece: PieceId) -> Vec<PieceId> {
        let merges = self.takes.merges.iter().filter(|merge| merge.by.contains(&piece)).filter_map(|merge| merge.to);
        let splits = self.takes.splits.iter().filter(|split| split.piece == piece);
        let parts = splits.flat_map(|split| [split.goes, split.stays]);
        let lent = self.relations.loans.iter().filter_map(|loan| loan.moves);
        let strikes = self.takes.strikes.iter().filter_map(|strike| strike.moves);
        let swaps = self.relations.swaps.iter().filter_map(|swap| swap.moves);
        let opened = self.turns.opening.iter().flatten().filter(|forms| forms[0] == piece).map(|forms| forms[1]);
        let proposals = self.turns.proposals.iter();
        let marks = proposals.flat_map(|proposals| [Some(proposals.mark), proposals.marked(piece)]).flatten();
        let laden = self.relations.handovers.iter().filter(|forms| forms.contains(&piece)).flatten().copied();
        let parts = parts.chain(laden).chain(marks).chain(opened).chain(self.turns.fill.map(|fill| fill.with));
        let reborn =
            self.takes.reborn.iter().filter(|rebirth| rebirth.pieces.contains(&piece)).filter_map(|rebirth| rebirth.to);
        let held = Some(self.takes.held_as(piece)).filter(|held| *held != piece);
        merges
            .chain(parts)
            .chain(reborn)
            .chain(lent)
            .chain(strikes)
            .chain(swaps)
            .chain(self.levels.other(piece))
            .chain(held)
            .collect()
    }

    /// Returns `true` if these rules speak of one of two pieces and not of the other.
    pub fn tells_apart(&self, one: PieceId, other: PieceId) -> bool {
        let alone = |pieces: &[PieceId]| pieces.contains(&one) != pieces.contains(&other);
        let relations = &self.relations;
        let lists = [
            &relations.thawers,
            &relations.unfrozen,
            &relations.controllers,
            &relations.uncontrolled,
            &relations.exposed,
            &relations.harmless,
            &relations.magnets,
            &relations.wary,
            &self.takes.passing,
            &self.takes.needs,
            &self.takes.bombs,
            &self.takes.friends,
            &self.takes.single_way,
        ];
        lists.into_iter().any(|pieces| alone(pieces))
            || self.takes.ways.iter().any(|way| alone(&way.by) || alone(&way.of))
            || self.takes.chains.iter().any(|chain| alone(&chain.by) || alone(&chain.of))
            || self
                .takes
                .merges
                .iter()
                .any(|merge| alone(&merge.by) || alone(&merge.of) || merge.to.is_some_and(|to| alone(&[to])))
            || self
                .takes
                .splits
                .iter()
                .any(|split| alone(&[split.piece]) || alone(&[split.goes]) || alone(&[split.stays]))
            || self
                .takes
                .reborn
                .iter()
                .any(|rebirth| alone(&rebirth.pieces) || rebirth.to.is_some_and(|to| alone(&[to])))
            || self.takes.strikes.iter().any(|strike| alone(&strike.by) || alone(&strike.of))
            || self.takes.two_steps.iter().any(|rule| alone(&rule.by))
            || self.takes.in_hand_as.iter().any(|pair| pair.contains(&one) || pair.contains(&other))
            || relations.trades.iter().any(|trade| alone(&trade.pieces) || alone(&trade.trifles))
            || relations.shields.iter().any(|shield| alone(&shield.by) || alone(&shield.of))
            || relations.handovers.iter().any(|forms| alone(&forms[..1]) || alone(&forms[1..]))
            || relations.freezers.iter().any(|freezer| alone(&freezer.by) || alone(&freezer.of))
            || relations.loans.iter().any(|loan| alone(&loan.to) || alone(&loan.from))
            || relations.swaps.iter().any(|swap| alone(&swap.pieces) || alone(&swap.with))
            || relations.guarded.iter().any(|guarded| alone(&guarded.pieces))
            || self.turns.opening.iter().flatten().any(|forms| alone(&forms[..1]) || alone(&forms[1..]))
            || self.turns.proposals.iter().any(|proposals| {
                alone(&[proposals.mark])
                    || proposals.marked.iter().any(|forms| alone(&forms[..1]) || alone(&forms[1..]))
            })
            || self.turns.fill.is_some_and(|fill| alone(&[fill.with]))
            || self.levels.forms.iter().any(|forms| forms.contains(&one) || forms.contains(&other))
    }
}

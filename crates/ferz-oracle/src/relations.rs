//! Relations of the language of rules: attacks, lines, likeness, steps.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::movement::Pattern;
use ferz_core::rules::tree::{Layer, Likeness, Notation, Relation, RelationKind, Set};

use crate::attack::Threat;
use crate::cell::Cell;
use crate::element::{Element, Elements};
use crate::frame::Frame;
use crate::moves::AROUND;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;
use crate::walk::{Scene, Seen, walks};

impl Oracle {
    /// The test whether an element stands in a relation. `all` are the elements of the set to which the relation
    /// belongs. The sets of the relation are evaluated once, even if many elements are tested.
    pub(crate) fn related<'s>(
        &'s self,
        position: &'s Position,
        relation: &'s Relation,
        all: &Elements,
        frame: &'s Frame<'_>,
    ) -> Box<dyn Fn(Element) -> bool + 's> {
        let of = |set: &Set| self.elements(position, set, frame);
        let places = |set: &Set| of(set).squares();
        let layer = |layer: &Layer| lower(*layer, frame.layer);
        match &relation.kind {
            RelationKind::Beside(set) => {
                on(places(set).iter().flat_map(|square| self.beside(square, &AROUND)).collect())
            }
            RelationKind::On(set) => on(places(set)),
            RelationKind::Attacked(depth, by) => {
                self.aimed_at(position, by.as_ref().map(places), (layer(depth), false))
            }
            RelationKind::Guarded(depth, by) => self.aimed_at(position, by.as_ref().map(places), (layer(depth), true)),
            RelationKind::Attacking(depth, set) => self.aiming_at(position, of(set), (layer(depth), false)),
            RelationKind::Guarding(depth, set) => self.aiming_at(position, of(set), (layer(depth), true)),
            RelationKind::Reached(set) => {
                on(places(set).iter().flat_map(|from| self.ends_from(position, from, frame.layer)).collect())
            }
            RelationKind::Same(likeness, set) => {
                let others = of(set);
                Box::new(move |one| others.iter().any(|other| self.is_alike(position, *likeness, one, other)))
            }
            RelationKind::Between(a, b) => on(of_pairs((places(a), places(b)), |a, b| self.pair(a, b).between)),
            RelationKind::Beyond { just, of, from } => {
                let behind = |of, from| {
                    let pair = self.pair(from, of);
                    if *just { pair.just_beyond } else { pair.beyond }
                };
                on(of_pairs((places(of), places(from)), behind))
            }
            RelationKind::OnLine(a, b) => on(of_pairs((places(a), places(b)), |a, b| self.whole_line(a, b))),
            RelationKind::Away { by, from, through } => {
                let through = through.as_ref().map(places);
                let leads = |start: Element| self.leads_to(position, by, start, through.as_ref(), frame);
                on(of(from).iter().map(leads).fold(SquareSet::EMPTY, |all, some| all | some))
            }
            RelationKind::Joined { to, by } => {
                let joined = self.joined(position, all, of(to).iter().collect(), by, frame);
                Box::new(move |one| joined.contains(one))
            }
            RelationKind::In(..) => Box::new(|one| matches!(one, Element::Held(..))),
            RelationKind::Lost => Box::new(|one| one.square().is_some_and(|at| self.is_lost(position, at))),
            RelationKind::That { not, within } => {
                Box::new(move |one| self.lies_in(position, within, one, frame) != *not)
            }
        }
    }

    fn aimed_at<'s>(
        &'s self,
        position: &'s Position,
        by: Option<SquareSet>,
        how: (Layer, bool),
    ) -> Box<dyn Fn(Element) -> bool + 's> {
        Box::new(move |one| one.square().is_some_and(|at| self.is_aimed_at(position, one, at, by.as_ref(), how)))
    }

    fn aiming_at<'s>(
        &'s self,
        position: &'s Position,
        of: Elements,
        how: (Layer, bool),
    ) -> Box<dyn Fn(Element) -> bool + 's> {
        Box::new(move |one| self.aims_at(position, one.square(), &of, how))
    }

    /// `true` if a piece attacks a place of another side. With `guards`, `true` if it guards a place of its own side.
    fn is_aimed_at(
        &self,
        position: &Position,
        one: Element,
        at: Square,
        by: Option<&SquareSet>,
        (layer, guards): (Layer, bool),
    ) -> bool {
        let there = self.cell_of(position, one);
        let counts = |attacker: Cell| there.is_none_or(|there| aims(attacker, there, guards));
        let attackers = position.pieces().filter(|(from, _)| by.is_none_or(|by| by.contains(*from)));
        attackers.into_iter().any(|(from, attacker)| {
            counts(attacker) && self.attacks(position, attacker, from, at, (layer, Threat::Capture))
        })
    }

    /// `true` if the piece on a square attacks (or guards) one of the elements.
    fn aims_at(&self, position: &Position, at: Option<Square>, of: &Elements, (layer, guards): (Layer, bool)) -> bool {
        let Some((from, attacker)) = at.and_then(|at| Some((at, position.at(at)?))) else { return false };
        of.iter().any(|one| {
            let there = self.cell_of(position, one);
            let counts = there.is_none_or(|there| aims(attacker, there, guards));
            counts
                && one.square().is_some_and(|to| self.attacks(position, attacker, from, to, (layer, Threat::Capture)))
        })
    }

    /// The pieces that jointly attack one of some elements, or guard one.
    pub(crate) fn aiming_jointly(&self, position: &Position, of: &Elements, guards: bool) -> SquareSet {
        let mut aiming = SquareSet::EMPTY;
        for one in of.iter() {
            let (Some(at), there) = (one.square(), self.cell_of(position, one)) else { continue };
            let counts = |side: &Player| there.is_none_or(|there| (*side == there.side) == guards);
            for side in self.players.iter().copied().filter(counts) {
                aiming |= self.joint_attackers(position, side, at);
            }
        }
        aiming
    }

    /// The squares on which a move of the piece on a square could end, with or without a capture.
    fn ends_from(&self, position: &Position, from: Square, layer: Layer) -> Vec<Square> {
        let Some(cell) = position.at(from) else { return Vec::new() };
        if layer == Layer::Bare {
            let ways = self.own_ways(position, cell, cell.piece, from);
            return self.ends_by(position, &ways, cell, from).iter().collect();
        }
        self.walks_of(position, cell, from, false).into_iter().map(|walk| walk.to).collect()
    }

    fn is_alike(&self, position: &Position, likeness: Likeness, one: Element, other: Element) -> bool {
        let geometry = &self.rules.geometry;
        let by = |look: &dyn Fn(Square) -> usize| match (one.square(), other.square()) {
            (Some(one), Some(other)) => look(one) == look(other),
            _ => false,
        };
        let cells = (self.cell_of(position, one), self.cell_of(position, other));
        match (likeness, cells) {
            (Likeness::File, _) => by(&|square| geometry.file(square)),
            (Likeness::Rank, _) => by(&|square| geometry.rank(square)),
            (Likeness::Colour, _) => by(&|square| self.colour(square)),
            (Likeness::Kind, (Some(one), Some(other))) => one.piece == other.piece,
            (Likeness::Side, (Some(one), Some(other))) => one.side == other.side && one.neutral == other.neutral,
            (Likeness::Kind | Likeness::Side, _) => false,
            (Likeness::Board, _) => by(&|square| geometry.rank(square) / geometry.ranks_of_a_level()),
            (Likeness::Cell(size), _) => {
                let size = usize::from(size.max(1));
                by(&|square| geometry.file(square) / size + geometry.files() * (geometry.rank(square) / size))
            }
        }
    }

    /// All squares of the straight line through two squares.
    fn whole_line(&self, a: Square, b: Square) -> SquareSet {
        let (there, back) = (self.pair(a, b), self.pair(b, a));
        SquareSet::of(a) | SquareSet::of(b) | there.between | there.beyond | back.beyond
    }

    /// The squares to which a notation leads from an element.
    fn leads_to(
        &self,
        position: &Position,
        by: &Notation,
        start: Element,
        through: Option<&SquareSet>,
        frame: &Frame<'_>,
    ) -> SquareSet {
        let Some(from) = start.square() else { return SquareSet::EMPTY };
        let side = self.cell_of(position, start).filter(|cell| !cell.neutral).map_or(frame.own, |cell| cell.side);
        let unmoved = self.is_unmoved(position, from);
        let led_to = |pattern: &Pattern, is_friend: &dyn Fn(Option<&Cell>) -> bool| {
            let seen = |square: Square| match (through, position.at(square)) {
                (Some(through), _) if through.contains(square) => Seen::Empty,
                (None, None) if position.walls.contains(square) => Seen::Wall,
                (None, None) => Seen::Empty,
                (_, cell) => Seen::Piece {
                    friend: is_friend(cell.as_ref()),
                    royal: cell.is_some_and(|cell| self.rules.piece(cell.piece).royalty.is_ever_royal()),
                },
            };
            let scene = Scene::plain(&self.rules.geometry, &seen);
            walks(pattern, &scene, side, from).into_iter().map(|walk| walk.to).collect::<SquareSet>()
        };
        let patterns = by.movement.patterns.iter().filter(|pattern| unmoved || !pattern.initial);
        let ends = patterns.map(|pattern| match pattern.over_friends() {
            Some(pattern) => led_to(&pattern, &|cell| cell.is_some_and(|cell| !cell.neutral && cell.side == side)),
            None => led_to(pattern, &|_| false) | led_to(pattern, &|_| true),
        });
        ends.fold(SquareSet::EMPTY, |all, ends| all | ends)
    }

    /// The elements that can be reached from `start` by steps of a notation, from element to element.
    pub(crate) fn joined(
        &self,
        position: &Position,
        all: &Elements,
        start: Vec<Element>,
        by: &Notation,
        frame: &Frame<'_>,
    ) -> Elements {
        let (mut known, mut open): (Elements, Vec<Element>) = (start.iter().copied().collect(), start);
        while let Some(one) = open.pop() {
            let near = self.leads_to(position, by, one, None, frame);
            for next in all.iter().filter(|next| next.square().is_some_and(|square| near.contains(square))) {
                if known.insert(next) {
                    open.push(next);
                }
            }
        }
        known
    }

    /// The smallest number of king's steps between a square of one set and a square of the other, on an empty board.
    pub(crate) fn distance(&self, from: &SquareSet, to: &SquareSet) -> Option<usize> {
        let (mut known, mut edge): (SquareSet, Vec<Square>) = (*from, from.iter().collect());
        for steps in 0..=self.rules.geometry.len() {
            if edge.iter().any(|square| to.contains(*square)) {
                return Some(steps);
            }
            let mut next: Vec<Square> = edge.iter().flat_map(|square| self.beside(*square, &AROUND)).collect();
            next.retain(|square| {
                let fresh = !known.contains(*square);
                known.insert(*square);
                fresh
            });
            edge = next;
        }
        None
    }
}

/// `true` if a piece may attack another one (or, with `guards`, guard it), judging by their sides. A neutral piece does
/// neither.
fn aims(attacker: Cell, there: Cell, guards: bool) -> bool {
    let same = !there.neutral && attacker.side == there.side;
    !attacker.neutral && same == guards
}

/// The union of the squares of all pairs.
fn of_pairs((a, b): (SquareSet, SquareSet), squares: impl Fn(Square, Square) -> SquareSet) -> SquareSet {
    let pairs = a.iter().flat_map(|one| b.iter().map(move |other| (one, other)));
    pairs.fold(SquareSet::EMPTY, |all, (a, b)| all | squares(a, b))
}

/// A test whether an element is on one of the squares.
fn on<'s>(squares: SquareSet) -> Box<dyn Fn(Element) -> bool + 's> {
    Box::new(move |one| one.square().is_some_and(|at| squares.contains(at)))
}

/// The lower of two layers.
pub(crate) fn lower(one: Layer, other: Layer) -> Layer {
    match (one, other) {
        (Layer::Joint, _) | (_, Layer::Joint) => Layer::Joint,
        (Layer::Bare, _) | (_, Layer::Bare) => Layer::Bare,
        (Layer::Lent, _) | (_, Layer::Lent) => Layer::Lent,
        (Layer::Real, Layer::Real) => Layer::Real,
    }
}

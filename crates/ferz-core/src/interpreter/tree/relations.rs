//! Relations of elements to sets.

use std::ops::Range;

use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::movement::Pattern;
use crate::rules::tree::{Layer, Likeness, Notation, Relation, RelationKind, Set};
use crate::walker::{self, Content, Context, Occupancy};

use super::super::engine::Engine;
use super::attacks::Threat;
use super::element::{Body, Element, Elements};
use super::frame::Frame;
use super::lines::of_pairs;
use super::notations::Ground;
use super::viewer::Viewer;

/// A relation whose own sets have been read: a test of elements.
pub(super) enum Test<'s, const W: usize> {
    /// Elements on these squares stand in the relation.
    On(Bitboard<W>),
    /// The same, and also the elements off the board that pass a test.
    Placed(Bitboard<W>, Box<dyn Fn(Element) -> bool + 's>),
    /// Elements that pass this test do.
    By(Box<dyn Fn(Element) -> bool + 's>),
}

impl<const W: usize> Test<'_, W> {
    /// `true` if an element stands in the relation.
    pub fn holds(&self, element: Element) -> bool {
        match self {
            Test::On(squares) => element.square().is_some_and(|square| squares.contains(square)),
            Test::Placed(squares, test) => match element {
                Element::On(square) => squares.contains(square),
                other => test(other),
            },
            Test::By(test) => test(element),
        }
    }

    /// The elements that stand in the relation.
    pub fn keep(&self, all: Elements<W>) -> Elements<W> {
        match self {
            Test::On(squares) => all.within(*squares, |one| self.holds(one)),
            Test::Placed(squares, test) => all.within(*squares, test),
            Test::By(test) => all.filtered(test),
        }
    }
}

/// The board as a notation sees it on its way: with pieces of either side, and squares that count as empty.
struct Way<'a, const W: usize> {
    position: &'a Position<W>,
    /// The pieces that count as friends.
    friends: Bitboard<W>,
    through: Option<Bitboard<W>>,
}

impl<const W: usize> Occupancy for Way<'_, W> {
    fn content(&self, square: Square) -> Content {
        let piece = Content::PlacedPiece { friend: self.friends.contains(square), royal: false };
        match self.through {
            Some(through) if through.contains(square) => Content::Empty,
            Some(_) => piece,
            None if !self.position.cell(square).is_empty() => piece,
            None if self.position.walls().contains(square) => Content::Wall,
            None => Content::Empty,
        }
    }
}

impl<const W: usize> Engine<W> {
    /// The test whether an element stands in a relation. `all` are the elements of the set to which the relation belongs.
    pub(super) fn related<'s>(
        &'s self,
        position: &'s Position<W>,
        relation: &'s Relation,
        all: &Elements<W>,
        frame: &'s Frame<'_, W>,
    ) -> Test<'s, W> {
        let of = |set: &Set| self.elements(position, set, frame);
        let places = |set: &Set| of(set).squares();
        let layer = |layer: &Layer| lower(*layer, frame.layer);
        match &relation.kind {
            RelationKind::Beside(set) => Test::On(self.beside_any(places(set))),
            RelationKind::On(set) => Test::On(places(set)),
            RelationKind::Attacked(depth, by) => {
                self.aimed_at(position, by.as_ref().map(places), (layer(depth), false), frame.depth)
            }
            RelationKind::Guarded(depth, by) => {
                self.aimed_at(position, by.as_ref().map(places), (layer(depth), true), frame.depth)
            }
            RelationKind::Attacking(depth, set) => {
                self.aiming_at(position, of(set), (layer(depth), false), frame.depth)
            }
            RelationKind::Guarding(depth, set) => self.aiming_at(position, of(set), (layer(depth), true), frame.depth),
            RelationKind::Reached(set) => {
                let ends = |from| self.ends_from(position, from, frame.layer);
                Test::On(places(set).iter().map(ends).fold(Bitboard::EMPTY, |all, some| all | some))
            }
            RelationKind::Same(likeness, set) => self.alike(position, *likeness, of(set)),
            RelationKind::Between(a, b) => Test::On(of_pairs((places(a), places(b)), |a, b| self.pair(a, b).between)),
            RelationKind::Beyond { just, of, from } => {
                let behind = |of, from| {
                    let pair = self.pair(from, of);
                    if *just { pair.just_beyond } else { pair.beyond }
                };
                Test::On(of_pairs((places(of), places(from)), behind))
            }
            RelationKind::OnLine(a, b) => Test::On(of_pairs((places(a), places(b)), |a, b| self.whole_line(a, b))),
            RelationKind::Away { by, from, through } => {
                let through = through.as_ref().map(places);
                let leads = |start: Element| self.leads_to(position, by, start, through, frame.own);
                Test::On(of(from).iter().map(leads).fold(Bitboard::EMPTY, |all, some| all | some))
            }
            RelationKind::Joined { to, by } => {
                let joined = self.joined(position, all, of(to), by, frame.own);
                Test::By(Box::new(move |one| joined.contains(one)))
            }
            RelationKind::In(..) => Test::By(Box::new(|one| matches!(one, Element::Held(..)))),
            RelationKind::Lost => {
                Test::By(Box::new(|one| one.square().is_some_and(|at| self.is_lost(position, at, frame.depth))))
            }
            RelationKind::That { not, within } => {
                Test::By(Box::new(move |one| self.lies_in(position, within, one, frame) != *not))
            }
        }
    }

    /// The squares on the straight lines from one square through another.
    pub(super) fn pair(&self, from: Square, to: Square) -> &super::lines::Pair<W> {
        self.tree.lines.pair(&self.rules.geometry, from, to)
    }

    /// The squares on which a move of the piece on a square could end, with or without a capture.
    fn ends_from(&self, position: &Position<W>, from: Square, layer: Layer) -> Bitboard<W> {
        let cell = position.cell(from);
        let Some(piece) = cell.piece() else { return Bitboard::EMPTY };
        let (mover, side) = (cell.side(), cell.side());
        let viewer = Viewer { mover, side, piece, from };
        if layer == Layer::Bare {
            return self.own_ends(position, viewer);
        }
        let walks = self.walks(position, viewer, false);
        walks.into_iter().map(|walked| walked.walk.to).collect()
    }

    pub(super) fn beside_any(&self, squares: Bitboard<W>) -> Bitboard<W> {
        squares.iter().fold(Bitboard::EMPTY, |all, square| all | self.tree.beside[square.index()])
    }

    fn aimed_at<'s>(
        &'s self,
        position: &'s Position<W>,
        by: Option<Bitboard<W>>,
        how: (Layer, bool),
        depth: u8,
    ) -> Test<'s, W> {
        let attackers = by.unwrap_or(Bitboard::EMPTY | !Bitboard::EMPTY) & position.pieces_of_both();
        Test::By(Box::new(move |one| {
            one.square().is_some_and(|at| self.is_aimed_at(position, (one, at), attackers, (how, depth)))
        }))
    }

    fn aiming_at<'s>(
        &'s self,
        position: &'s Position<W>,
        of: Elements<W>,
        how: (Layer, bool),
        depth: u8,
    ) -> Test<'s, W> {
        let (layer, guards) = how;
        if !self.tables_tell(layer) {
            return Test::By(Box::new(move |one| self.aims_at(position, one.square(), &of, (how, depth))));
        }
        let mut aiming = Bitboard::EMPTY;
        for one in of.iter() {
            let Some(at) = one.square() else { continue };
            for side in self.who_may_aim(position, one, guards) {
                aiming |= self.attackers_by_tables(position, side, at);
            }
        }
        Test::On(aiming)
    }

    /// The sides whose pieces may attack an element (or, with `guards`, guard it).
    pub(super) fn who_may_aim(
        &self,
        position: &Position<W>,
        one: Element,
        guards: bool,
    ) -> impl Iterator<Item = Side> + use<W> {
        let there = self.body_of(position, one);
        let same = move |side: Side, there: Body| !there.cell.is_neutral() && side == there.cell.side();
        Side::ALL.into_iter().filter(move |side| there.is_none_or(|there| same(*side, there) == guards))
    }

    /// `true` if one of some pieces attacks a place of another side. With `guards`, `true` if it guards a place of its own side.
    fn is_aimed_at(
        &self,
        position: &Position<W>,
        (one, at): (Element, Square),
        attackers: Bitboard<W>,
        ((layer, guards), depth): ((Layer, bool), u8),
    ) -> bool {
        if self.tables_tell(layer) {
            let aims = |side| self.attackers_by_tables(position, side, at).intersects(&attackers);
            return self.who_may_aim(position, one, guards).any(aims);
        }
        let there = self.body_of(position, one);
        let counts = |attacker: Body| there.is_none_or(|there| aims(attacker, there, guards));
        let could = |side| self.could_take(position, (side, at), attackers & position.of_side(side), layer);
        let attackers = could(Side::White) | could(Side::Black);
        attackers.iter().any(|from| {
            self.body_on(position, from).is_some_and(counts)
                && self.attacks_by_rules(
                    position,
                    (position.cell(from).side(), from),
                    at,
                    (layer, Threat::Capture, depth),
                )
        })
    }

    /// `true` if the piece on a square attacks (or guards) one of some elements.
    fn aims_at(
        &self,
        position: &Position<W>,
        at: Option<Square>,
        of: &Elements<W>,
        ((layer, guards), depth): ((Layer, bool), u8),
    ) -> bool {
        let Some((from, attacker)) = at.and_then(|at| Some((at, self.body_on(position, at)?))) else { return false };
        of.iter().any(|one| {
            let there = self.body_of(position, one);
            let counts = there.is_none_or(|there| aims(attacker, there, guards));
            let placed = (attacker.cell.side(), from);
            counts
                && one
                    .square()
                    .is_some_and(|to| self.attacks_by_rules(position, placed, to, (layer, Threat::Capture, depth)))
        })
    }

    /// The pieces that jointly attack one of some elements, or guard one.
    pub(super) fn aiming_jointly(&self, position: &Position<W>, of: &Elements<W>, guards: bool) -> Bitboard<W> {
        let mut aiming = Bitboard::EMPTY;
        for one in of.iter() {
            let (Some(at), there) = (one.square(), self.body_of(position, one)) else { continue };
            let counts = |side: &Side| there.is_none_or(|there| (*side == there.cell.side()) == guards);
            for side in Side::ALL.into_iter().filter(counts) {
                aiming |= self.joint_attackers(position, side, at);
            }
        }
        aiming
    }

    /// The elements that share a property with one of some others.
    fn alike<'s>(&'s self, position: &'s Position<W>, likeness: Likeness, others: Elements<W>) -> Test<'s, W> {
        let geometry = &self.rules.geometry;
        if let (Likeness::File | Likeness::Rank | Likeness::Cell(_), Some(only)) = (likeness, only_one(&others)) {
            return Test::On(self.around(only, likeness));
        }
        let by = |look: &dyn Fn(Square) -> usize| {
            let wanted: Vec<usize> = others.squares().iter().map(look).collect();
            Test::On(self.board.all_squares.iter().filter(|square| wanted.contains(&look(*square))).collect())
        };
        match likeness {
            Likeness::File => by(&|square| geometry.file(square)),
            Likeness::Rank => by(&|square| geometry.rank(square)),
            Likeness::Colour => by(&|square| usize::from(self.board.dark.contains(square))),
            Likeness::Board => by(&|square| geometry.rank(square) / geometry.ranks_of_a_level()),
            Likeness::Cell(size) => {
                let size = usize::from(size.max(1));
                by(&|square| geometry.file(square) / size + geometry.files() * (geometry.rank(square) / size))
            }
            Likeness::Kind | Likeness::Side => {
                let squares = |other: Body| match (likeness, other.cell.piece()) {
                    (Likeness::Kind, piece) => piece.map_or(Bitboard::EMPTY, |piece| position.of_piece(piece)),
                    _ if other.cell.is_neutral() => position.neutral_pieces(),
                    _ => position.of_side(other.cell.side()),
                };
                let bodies: SmallVec<[Body; 8]> =
                    others.iter().filter_map(|other| self.body_of(position, other)).collect();
                let placed = bodies.iter().fold(Bitboard::EMPTY, |all, body| all | squares(*body));
                let test = move |one| {
                    let Some(one) = self.body_of(position, one) else { return false };
                    bodies.iter().any(|other| match likeness {
                        Likeness::Kind => one.cell.piece() == other.cell.piece(),
                        _ => one.cell.side() == other.cell.side() && one.cell.is_neutral() == other.cell.is_neutral(),
                    })
                };
                Test::Placed(placed, Box::new(test))
            }
        }
    }

    /// The squares on the same file or rank as a square, or in the same cell.
    pub(super) fn around(&self, square: Square, likeness: Likeness) -> Bitboard<W> {
        let geometry = &self.rules.geometry;
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        let (files, ranks) = match likeness {
            Likeness::File => return self.tree.rows.files[file],
            Likeness::Cell(size) => (cell(file, size, geometry.files()), cell(rank, size, geometry.ranks())),
            _ => return self.tree.rows.ranks[rank],
        };
        let all = ranks.flat_map(|rank| files.clone().filter_map(move |file| geometry.at(file, rank)));
        all.collect::<Bitboard<W>>() & self.board.all_squares
    }

    /// All squares of the straight line through two squares.
    pub(super) fn whole_line(&self, a: Square, b: Square) -> Bitboard<W> {
        let (there, back) = (self.pair(a, b), self.pair(b, a));
        Bitboard::of(a) | Bitboard::of(b) | there.between | there.beyond | back.beyond
    }

    /// The squares to which a notation leads from an element.
    pub(super) fn leads_to(
        &self,
        position: &Position<W>,
        by: &Notation,
        start: Element,
        through: Option<Bitboard<W>>,
        own: Side,
    ) -> Bitboard<W> {
        let Some(from) = start.square() else { return Bitboard::EMPTY };
        let body = self.body_of(position, start).filter(|body| !body.cell.is_neutral());
        let side = body.map_or(own, |body| body.cell.side());
        let virgin = self.is_unmoved(position, from);
        if let Some(lines) = self.tree.notations.iter().find(|lines| lines.is(by)) {
            return lines.ends((side, from), virgin, &self.ground(position, through));
        }
        let context = Context { virgin, en_passant: None, castling_partners: &crate::board::SquareSet::EMPTY };
        let mut found = Bitboard::EMPTY;
        let mut walk = |pattern: &Pattern, friends: Bitboard<W>| {
            let way = Way { position, friends, through };
            walker::walk_pattern(pattern, &self.rules.geometry, side, from, &way, &context, &mut |walk| {
                found.insert(walk.to);
            });
        };
        for pattern in &by.movement.patterns {
            match pattern.over_friends() {
                Some(pattern) => walk(&pattern, position.of_side(side)),
                None => [Bitboard::EMPTY, self.board.all_squares].into_iter().for_each(|all| walk(pattern, all)),
            }
        }
        found
    }

    /// The board as a notation of a rule sees it, which may capture pieces of either side.
    fn ground(&self, position: &Position<W>, through: Option<Bitboard<W>>) -> Ground<W> {
        let all = self.board.all_squares;
        let (blocked, empty, pieces) = match through {
            Some(through) => (all & !through, through & all, all & !through),
            None => (position.occupied(), all & !position.occupied(), self.standing(position)),
        };
        Ground { blocked, empty, enemies: pieces, friends: pieces }
    }

    /// The elements to which steps of a notation lead from some of them.
    pub(super) fn joined(
        &self,
        position: &Position<W>,
        all: &Elements<W>,
        start: Elements<W>,
        by: &Notation,
        own: Side,
    ) -> Elements<W> {
        let mut open: Vec<Element> = start.iter().collect();
        let mut known = start;
        while let Some(one) = open.pop() {
            let near = self.leads_to(position, by, one, None, own);
            for next in all.iter().filter(|next| next.square().is_some_and(|square| near.contains(square))) {
                if !known.contains(next) {
                    known.insert(next);
                    open.push(next);
                }
            }
        }
        known
    }

    /// The smallest number of king's steps from one set of squares to another on an empty board.
    pub(super) fn distance(&self, from: Bitboard<W>, to: Bitboard<W>) -> Option<usize> {
        if let (1, 1, Some(from), Some(to)) = (from.count(), to.count(), from.lowest(), to.lowest())
            && let Some(steps) = self.tree.distances.between(&self.tree.beside, from, to)
        {
            return steps;
        }
        let (mut known, mut edge) = (from, from);
        for steps in 0..=self.rules.geometry.len() {
            if edge.intersects(&to) {
                return Some(steps);
            }
            edge = self.beside_any(edge) & !known;
            if edge.is_empty() {
                return None;
            }
            known |= edge;
        }
        None
    }
}

/// The files or ranks of a cell with this file or rank, on a board with `most` of them.
fn cell(at: usize, size: u16, most: usize) -> Range<usize> {
    let size = usize::from(size.max(1));
    let first = at / size * size;
    first..(first + size).min(most)
}

/// The square of a set of one element.
fn only_one<const W: usize>(all: &Elements<W>) -> Option<Square> {
    match all.others.as_slice() {
        [] if all.on.count() == 1 => all.on.lowest(),
        [one] if all.on.is_empty() => one.square(),
        _ => None,
    }
}

/// `true` if a piece may attack another one (or, with `guards`, guard it), judging by their sides. A neutral piece does neither.
fn aims(attacker: Body, there: Body, guards: bool) -> bool {
    let same = !there.cell.is_neutral() && attacker.cell.side() == there.cell.side();
    !attacker.cell.is_neutral() && same == guards
}

/// The lower of two layers.
pub(super) fn lower(one: Layer, other: Layer) -> Layer {
    match (one, other) {
        (Layer::Joint, _) | (_, Layer::Joint) => Layer::Joint,
        (Layer::Bare, _) | (_, Layer::Bare) => Layer::Bare,
        (Layer::Lent, _) | (_, Layer::Lent) => Layer::Lent,
        (Layer::Real, Layer::Real) => Layer::Real,
    }
}

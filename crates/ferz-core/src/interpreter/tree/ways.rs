//! Moves of a piece by its notation, changed by rules about the pieces.

use smallvec::{SmallVec, smallvec};

use crate::board::{Bitboard, Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::PieceId;
use crate::rules::movement::{Course, Pattern, headings};
use crate::rules::tree::{Gain, Layer, Moves, Notation, Rule, RuleKind, Taker};
use crate::walker::{self, Content, Context, EnPassant, Occupancy, Walk};

use super::super::engine::Engine;
use super::frame::Frame;
use super::given::{Given, given_to};
use super::notations::{Ground, NotationLines};
use super::numbers::made;
use super::viewer::Viewer;

/// One way of a piece to move from a square.
#[derive(Clone)]
pub(super) struct Way<'a, const W: usize> {
    path: Path<'a, W>,
    /// The squares on which it may end.
    ends: Bitboard<W>,
    /// `true` if the side may only move so while it is not in check.
    unless_check: bool,
    /// The only squares that count as empty on the path; `None` for the squares that are really empty.
    through: Option<Bitboard<W>>,
    /// Fate of a piece that captures this way.
    taker: Taker,
    /// `true` if moves by way of different squares are different moves.
    told_apart: bool,
}

/// How a way leads to its ends.
#[derive(Clone, Copy)]
enum Path<'a, const W: usize> {
    /// By a notation.
    Pattern(&'a Pattern),
    /// By a notation of a rule that is plain lines.
    Lines(&'a NotationLines<W>),
    /// Directly to any square of `ends`.
    Straight,
}

/// A move of a piece as the board allows it.
#[derive(Clone, Debug)]
pub(super) struct Walked {
    pub walk: Walk,
    pub taker: Taker,
    /// The square between two steps, if it tells the move apart from others.
    pub via: Option<Square>,
}

/// The board as a piece sees it.
struct Sight<'a, const W: usize> {
    engine: &'a Engine<W>,
    position: &'a Position<W>,
    viewer: Viewer,
    /// Squares that count as empty.
    ignored: Bitboard<W>,
    /// The squares of its enemies, if a rule says which they are.
    prey: Option<Bitboard<W>>,
    /// A square that counts as holding a royal enemy.
    bait: Option<Square>,
    /// The only squares that count as empty; `None` for the squares that are really empty.
    through: Option<Bitboard<W>>,
}

impl<const W: usize> Sight<'_, W> {
    fn there(&self, square: Square) -> Content {
        let cell = self.position.cell(square);
        match cell.piece() {
            Some(piece) if self.engine.rules.piece(self.viewer.piece).blocked_by.contains(&piece) => Content::Barrier,
            Some(piece) => Content::PlacedPiece {
                friend: match self.prey {
                    Some(prey) => !prey.contains(square),
                    None => cell.is_of(self.viewer.mover),
                },
                royal: self.engine.rules.piece(piece).royalty.is_ever_royal(),
            },
            None if self.position.walls().contains(square) => Content::Wall,
            None => Content::Empty,
        }
    }
}

impl<const W: usize> Occupancy for Sight<'_, W> {
    fn content(&self, square: Square) -> Content {
        if self.bait == Some(square) {
            return Content::PlacedPiece { friend: false, royal: true };
        }
        match self.through {
            Some(through) if through.contains(square) => Content::Empty,
            Some(_) => Content::PlacedPiece { friend: false, royal: false },
            None if self.ignored.contains(square) => Content::Empty,
            None => self.there(square),
        }
    }
}

impl<'a, const W: usize> Way<'a, W> {
    fn by(pattern: &'a Pattern, ends: Bitboard<W>) -> Way<'a, W> {
        let (path, taker) = (Path::Pattern(pattern), Taker::Goes);
        Way { path, ends, unless_check: false, through: None, taker, told_apart: false }
    }

    /// `true` if only a piece that has not moved has the way.
    fn is_first(&self) -> bool {
        matches!(self.path, Path::Pattern(pattern) if pattern.initial)
    }

    /// `true` if enemies can be captured this way.
    fn captures(&self) -> bool {
        match self.path {
            Path::Straight | Path::Lines(_) => true,
            Path::Pattern(pattern) => pattern.takes_enemies() || (pattern.legs().is_empty() && pattern.captures()),
        }
    }
}

type Ways<'a, const W: usize> = SmallVec<[Way<'a, W>; 8]>;

impl<const W: usize> Engine<W> {
    /// Rules of the tree that change moves of pieces, with what they say.
    pub(super) fn of_pieces<'a>(&'a self, rules: &'a [usize]) -> impl Iterator<Item = (&'a Rule, &'a Moves)> {
        self.listed(rules).filter_map(|rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) => Some((rule, &**moves)),
            _ => None,
        })
    }

    /// The same, of rules that may concern a piece.
    pub(super) fn about<'a, 'r>(
        &'a self,
        rules: &'r [usize],
        viewer: Viewer,
    ) -> impl Iterator<Item = (&'a Rule, &'a Moves)> + use<'a, 'r, W> {
        let open = rules.iter().filter(move |rule| self.tree.concerns[**rule].may_be(viewer));
        open.filter_map(|rule| {
            let rule = &self.rules.tree.rules[*rule];
            match &rule.kind.kind {
                RuleKind::Pieces(moves) => Some((rule, &**moves)),
                _ => None,
            }
        })
    }

    /// `true` if a rule about pieces applies to the piece on a square.
    pub(super) fn concerns(
        &self,
        position: &Position<W>,
        (rule, moves): (&Rule, &Moves),
        square: Square,
        frame: &Frame<'_, W>,
    ) -> bool {
        self.lies_in(position, &moves.pieces, super::element::Element::On(square), frame)
            && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), frame)
    }

    /// The ways that a piece has on a square by the notation of a kind.
    fn own_ways<'a>(&'a self, position: &Position<W>, viewer: Viewer, kind: PieceId) -> Ways<'a, W> {
        let (piece, side, from) = (self.rules.piece(kind), viewer.side, viewer.from);
        let unmoved = piece.initial[side].contains(from)
            && (!self.rules.keeps_account_of(side, from) || position.state.unmoved.contains(from));
        let confined: Bitboard<W> = piece.confined[side].resize();
        let mut ways: Ways<'a, W> = piece.movement.patterns.iter().map(|pattern| Way::by(pattern, confined)).collect();
        for extra in piece.extra.iter().filter(|extra| extra.from[side].contains(from)) {
            let ends = confined & extra.to[side].resize();
            let way = |pattern| Way { unless_check: extra.unless_check, ..Way::by(pattern, ends) };
            ways.extend(extra.movement.patterns.iter().map(way));
        }
        ways.retain(|way| unmoved || !way.is_first());
        ways
    }

    /// The ways that a piece has on a square, changed by rules that lend moves. `rules` are those that matter.
    fn lent_ways<'a>(
        &'a self,
        position: &Position<W>,
        viewer: Viewer,
        (rules, given): (&'a [usize], Given<'_, W>),
    ) -> Ways<'a, W> {
        let mut ways = self.own_ways(position, viewer, viewer.piece);
        if rules.is_empty() {
            return ways;
        }
        for (rule, moves) in self.about(rules, viewer) {
            let frame = Frame::of_piece(viewer.reads(moves), viewer.from, Layer::Bare);
            if self.concerns(position, (rule, moves), viewer.from, &frame) {
                for gain in &moves.gains {
                    self.add_gain(position, viewer, (moves, gain, given), &frame, &mut ways);
                }
            }
        }
        ways
    }

    /// Adds the ways that a rule gives to a piece, or puts them in place of its own.
    fn add_gain<'a>(
        &'a self,
        position: &Position<W>,
        viewer: Viewer,
        (moves, gain, given): (&'a Moves, &'a Gain, Given<'_, W>),
        frame: &Frame<'_, W>,
        ways: &mut Ways<'a, W>,
    ) {
        let places = |set| self.elements(position, set, frame).squares();
        let confined: Bitboard<W> = self.rules.piece(viewer.piece).confined[viewer.side].resize();
        let ends = moves.to.as_ref().map_or(self.board.all_squares, places) & confined;
        let through = moves.through.as_ref().map(places);
        let (taker, told_apart) = (moves.taker, moves.told_apart);
        let lent = |way: Way<'a, W>| Way { ends: way.ends & ends, through, taker, told_apart, ..way };
        let of_notation = |notation: &'a Notation| -> Ways<'a, W> {
            let plain = !told_apart && self.rules.piece(viewer.piece).blocked_by.is_empty();
            if let Some(lines) = self.tree.notations.iter().find(|lines| plain && lines.is(notation)) {
                let (path, unless_check) = (Path::Lines(lines), false);
                return smallvec![Way { path, ends, unless_check, through, taker, told_apart }];
            }
            let unmoved = self.is_unmoved(position, viewer.from);
            let patterns = notation.movement.patterns.iter().filter(|pattern| unmoved || !pattern.initial);
            patterns.map(|pattern| lent(Way::by(pattern, self.board.all_squares))).collect()
        };
        match gain {
            Gain::Also(notation) => ways.extend(of_notation(notation)),
            Gain::AlsoAs(set) => {
                let lent = self.ways_of_kinds(position, viewer, (set, frame)).into_iter().map(lent);
                ways.extend(lent);
            }
            Gain::Only(notation) => *ways = of_notation(notation),
            Gain::OnlyAs(set) => {
                if !self.elements(position, set, frame).is_empty() {
                    *ways = self.ways_of_kinds(position, viewer, (set, frame)).into_iter().map(lent).collect();
                }
            }
            Gain::To(set) => {
                let ends = ends & given_to(given, gain).unwrap_or_else(|| places(set));
                let (path, taker) = (Path::Straight, moves.taker);
                ways.push(Way { path, ends, unless_check: false, through: None, taker, told_apart: false });
            }
            Gain::Checks(_) => {}
        }
    }

    /// The ways of all kinds of pieces in a set.
    fn ways_of_kinds<'a>(
        &'a self,
        position: &Position<W>,
        viewer: Viewer,
        (set, frame): (&crate::rules::tree::Set, &Frame<'_, W>),
    ) -> Ways<'a, W> {
        let elements = self.elements(position, set, frame);
        let bodies = elements.iter().filter_map(|one| self.body_of(position, one));
        let mut kinds: SmallVec<[PieceId; 8]> = bodies.filter_map(|body| body.cell.piece()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        // A piece that continues its turn with the moves of another piece counts as moved.
        let last = position.told().and_then(|told| told.last.mover);
        let moved = made(position) > 0 && last == Some(viewer.from);
        let all = kinds.into_iter().flat_map(|kind| self.own_ways(position, viewer, kind));
        all.filter(|way| !(moved && way.is_first())).collect()
    }

    /// The squares whose pieces a piece does not see.
    pub(super) fn ignored(&self, position: &Position<W>, viewer: Viewer) -> Bitboard<W> {
        let mut ignored = Bitboard::EMPTY;
        for (rule, moves) in self.about(&self.tree.ignores, viewer) {
            let Some(set) = &moves.ignores else { continue };
            let frame = Frame::of_piece(viewer.reads(moves), viewer.from, Layer::Bare);
            if self.concerns(position, (rule, moves), viewer.from, &frame) {
                ignored |= self.elements(position, set, &frame).squares();
            }
        }
        ignored
    }

    /// The squares whose pieces are the enemies of a piece, if a rule says so.
    fn prey(&self, position: &Position<W>, viewer: Viewer) -> Option<Bitboard<W>> {
        self.about(&self.tree.prey, viewer).find_map(|(rule, moves)| {
            let set = moves.captures.as_ref()?;
            let frame = Frame::of_piece(viewer.reads(moves), viewer.from, Layer::Bare);
            let concerns = self.concerns(position, (rule, moves), viewer.from, &frame);
            concerns.then(|| self.elements(position, set, &frame).squares())
        })
    }

    /// The own pieces of a side, among some, whose moves rules of the tree can change.
    pub(super) fn changed_by_rules(&self, position: &Position<W>, side: Side, own: Bitboard<W>) -> Bitboard<W> {
        let index = &self.tree;
        let mut changed = Bitboard::EMPTY;
        for number in index.lends.iter().chain(&index.ignores).chain(&index.prey) {
            let rule = &self.rules.tree.rules[*number];
            let RuleKind::Pieces(moves) = &rule.kind.kind else { continue };
            let left = own & !changed & index.concerns[*number].among(position, side);
            if left.is_empty() {
                continue;
            }
            if index.asks_each[*number] {
                let concerned = |square: &Square| {
                    let frame = Frame::of_piece(side, *square, Layer::Bare);
                    self.concerns(position, (rule, moves), *square, &frame)
                };
                changed |= left.iter().filter(concerned).collect();
                continue;
            }
            let frame = Frame { layer: Layer::Bare, ..Frame::of_side(side) };
            if self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame) {
                changed |= self.elements(position, &moves.pieces, &frame).on & left;
            }
        }
        changed
    }

    /// The moves of a piece. If the side to move moves an enemy piece, pieces of the side to move block it.
    pub(super) fn walks(&self, position: &Position<W>, viewer: Viewer, in_check: bool) -> Vec<Walked> {
        self.walks_to(position, viewer, in_check, (!Bitboard::EMPTY, &[]))
    }

    /// The same for a caller that needs only moves to some squares. The list may hold other moves as well.
    pub(super) fn walks_to(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        in_check: bool,
        (wanted, given): (Bitboard<W>, Given<'_, W>),
    ) -> Vec<Walked> {
        let prey = self.prey(position, viewer);
        let ignored = self.ignored(position, viewer);
        if prey.is_none()
            && let Some(found) = self.walks_by_tables(position, viewer, (ignored, wanted, given))
        {
            return found;
        }
        let sight = Sight { engine: self, position, viewer, ignored, prey, bait: None, through: None };
        let victim_counts = |victim: Square| match prey.is_some() || viewer.side != viewer.mover {
            true => !position.cell(victim).is_of(viewer.side),
            false => viewer.side == position.state.turn,
        };
        let right = position.en_passant().filter(|right| victim_counts(right.victim));
        let passed = right.map(|right| EnPassant {
            // A piece can be captured en passant even by a piece that ignores it, or that has other enemies by a rule.
            unseen: (sight.ignored.contains(right.victim) || prey.is_some()).then(|| match sight.there(right.victim) {
                Content::PlacedPiece { royal, .. } if prey.is_some() => Content::PlacedPiece { friend: false, royal },
                seen => seen,
            }),
            ..right.into()
        });
        let mut found: Vec<Walked> = Vec::new();
        for way in self.lent_ways(position, viewer, (&self.tree.lends, given)) {
            if !(way.unless_check && in_check) {
                self.walk_way(&way, &sight, passed, &mut |walked| add(&mut found, walked));
            }
        }
        found
    }

    /// The squares on which moves of a piece by its own notation end.
    pub(super) fn own_ends(&self, position: &Position<W>, viewer: Viewer) -> Bitboard<W> {
        let (ignored, prey, bait, through) = (Bitboard::EMPTY, None, None, None);
        let sight = Sight { engine: self, position, viewer, ignored, prey, bait, through };
        let mut ends = Bitboard::EMPTY;
        for way in self.own_ways(position, viewer, viewer.piece) {
            self.walk_way(&way, &sight, None, &mut |walked| ends.insert(walked.walk.to));
        }
        ends
    }

    /// `true` if a piece could capture a royal enemy on a square. `lends` are the rules that lend moves to it.
    pub(super) fn captures_by_ways(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        (target, ignored): (Square, Bitboard<W>),
        lends: &[usize],
    ) -> bool {
        if let Some(captures) = self.captures_by_tables(position, viewer, (target, ignored), lends) {
            return captures;
        }
        let (bait, through) = (Some(target), None);
        let sight = Sight { engine: self, position, viewer, ignored, prey: None, bait, through };
        let mut found = false;
        for way in self.lent_ways(position, viewer, (lends, &[])).iter().filter(|way| way.captures()) {
            let way = Way { told_apart: false, ..way.clone() };
            self.walk_way(&way, &sight, None, &mut |walked| found |= walked.walk.captures.contains(&target));
            if found {
                return true;
            }
        }
        false
    }

    /// The moves by one way.
    fn walk_way(
        &self,
        way: &Way<'_, W>,
        sight: &Sight<'_, W>,
        en_passant: Option<EnPassant>,
        visit: &mut dyn FnMut(Walked),
    ) {
        let viewer = sight.viewer;
        let mut hand_on_by = |walk: Walk, via: Option<Square>| {
            if way.ends.contains(walk.to) {
                let taker = if walk.captures.is_empty() { Taker::Goes } else { way.taker };
                visit(Walked { walk, taker, via });
            }
        };
        if let Path::Pattern(pattern) = way.path
            && let ([first, _], true) = (pattern.legs(), way.told_apart)
        {
            let context = Context { virgin: true, en_passant, castling_partners: &SquareSet::EMPTY };
            for heading in headings(first.headings & first.kept) {
                let (pattern, via) = self.first_step(pattern, viewer, heading);
                let mut hand_on = |walk: Walk| hand_on_by(walk, via);
                let (geometry, side, from) = (&self.rules.geometry, viewer.side, viewer.from);
                walker::walk_pattern(&pattern, geometry, side, from, sight, &context, &mut hand_on);
            }
            return;
        }
        let mut hand_on = |walk: Walk| hand_on_by(walk, None);
        let pattern = match way.path {
            Path::Straight => {
                let ends = way.ends & !Bitboard::of(viewer.from);
                ends.iter().filter_map(|to| straight(to, sight.content(to))).for_each(hand_on);
                return;
            }
            Path::Lines(lines) => {
                let virgin = self.is_unmoved(sight.position, viewer.from);
                let ends = lines.ends((viewer.side, viewer.from), virgin, &self.ground_seen(sight, way.through));
                let walk = |to: Square| match sight.content(to) {
                    Content::Empty => a_walk(to, &[]),
                    _ => a_walk(to, &[to]),
                };
                return (ends & !Bitboard::of(viewer.from)).iter().map(walk).for_each(hand_on);
            }
            Path::Pattern(pattern) => pattern,
        };
        // First moves have been left out where the piece has moved.
        let context = Context { virgin: true, en_passant, castling_partners: &SquareSet::EMPTY };
        let geometry = &self.rules.geometry;
        match way.through {
            None => walker::walk_pattern(pattern, geometry, viewer.side, viewer.from, sight, &context, &mut hand_on),
            Some(_) => {
                let on_the_way = Sight { through: way.through, bait: None, ..*sight };
                let open = ending_anywhere(pattern);
                walker::walk_pattern(&open, geometry, viewer.side, viewer.from, &on_the_way, &context, &mut |walk| {
                    if let Some(walk) = as_it_stands(pattern, walk.to, sight.content(walk.to)) {
                        hand_on(walk);
                    }
                });
            }
        }
    }
}

impl<const W: usize> Engine<W> {
    /// The board as a piece sees it on its way, if no piece is a barrier to it. With `through`, only squares of `through` count as empty on
    /// the path.
    fn ground_seen(&self, sight: &Sight<'_, W>, through: Option<Bitboard<W>>) -> Ground<W> {
        let (position, all) = (sight.position, self.board.all_squares);
        let bait = sight.bait.map_or(Bitboard::EMPTY, Bitboard::of);
        let blocked = position.occupied() & !sight.ignored | bait;
        let pieces = self.standing(position) & !sight.ignored;
        let friends = match sight.prey {
            Some(prey) => pieces & !prey,
            None => pieces & position.of_side(sight.viewer.mover),
        };
        let (enemies, friends) = (pieces & !friends | bait, friends & !bait);
        let blocked_on_way = through.map_or(blocked, |through| all & !through);
        Ground { blocked: blocked_on_way, empty: all & !blocked, enemies, friends }
    }

    /// A pattern with only one heading for its first leg, a single leap, and the square to which that leads.
    fn first_step(&self, pattern: &Pattern, viewer: Viewer, heading: u8) -> (Pattern, Option<Square>) {
        let mut pattern = pattern.clone();
        let Course::Legs(legs) = &mut pattern.course else { return (pattern, None) };
        legs[0].headings = 1 << heading;
        let ahead = legs[0].leap.step(heading);
        let step = if viewer.side == Side::White { ahead } else { ahead.reversed() };
        let landing = self.rules.geometry.step(viewer.from, step);
        (pattern, landing.map(|landing| landing.square))
    }
}

/// Adds a move unless it is there already: moves that end on the same square with the same captures are one.
fn add(found: &mut Vec<Walked>, walked: Walked) {
    let sorted = |walk: &Walk| {
        let mut squares = walk.captures.clone();
        squares.sort_unstable();
        squares
    };
    let same = |known: &&mut Walked| {
        let (one, other) = (&known.walk, &walked.walk);
        (one.to, one.en_passant, known.taker, known.via) == (other.to, other.en_passant, walked.taker, walked.via)
            && sorted(one) == sorted(other)
    };
    match found.iter_mut().find(same) {
        Some(known) => known.walk.trail.extend(walked.walk.trail),
        None => found.push(walked),
    }
}

pub(super) fn a_walk(to: Square, captures: &[Square]) -> Walk {
    Walk { to, captures: SmallVec::from_slice(captures), en_passant: false, trail: SmallVec::new(), castling: None }
}

/// The direct move to a square.
fn straight(to: Square, there: Content) -> Option<Walk> {
    match there {
        Content::Empty => Some(a_walk(to, &[])),
        Content::PlacedPiece { friend: false, .. } => Some(a_walk(to, &[to])),
        _ => None,
    }
}

/// The pattern without conditions on its last square, which the real board decides.
fn ending_anywhere(pattern: &Pattern) -> Pattern {
    let mut open = pattern.clone();
    let terms = match &mut open.course {
        Course::Legs(legs) => legs.last_mut().map(|leg| &mut leg.terms),
        Course::Anywhere(terms) => Some(terms),
        Course::Castling(_) => None,
    };
    if let Some(terms) = terms {
        (terms.quiet, terms.enemy, terms.royal_only) = (true, true, false);
    }
    open
}

/// The move to a square, for ways whose `through` differs from the empty squares.
fn as_it_stands(pattern: &Pattern, to: Square, there: Content) -> Option<Walk> {
    let terms = pattern.terms()?;
    match there {
        Content::Empty if terms.quiet => Some(a_walk(to, &[])),
        Content::PlacedPiece { friend: false, .. } if terms.enemy => Some(a_walk(to, &[to])),
        Content::PlacedPiece { friend: true, .. } if terms.friend => Some(a_walk(to, &[to])),
        _ => None,
    }
}

//! Attacked squares, and royal pieces in check.
//!
//! Attacks come in three layers. Each layer reads only the one below: first the moves of the notations, then the
//! moves lent by rules and captures that follow moves, last the moves that rules forbid, which are removed.

use ferz_core::board::{Side, Square, SquareSet};
use ferz_core::rules::movement::Pattern;
use ferz_core::rules::tree::{DeedKind, Gain, Layer, Moves, RuleKind, Taker};
use ferz_core::rules::{Movement, Piece, PieceId, Royalty};

use crate::deed::{Kind, Move};
use crate::element::Element;
use crate::frame::Frame;
use crate::oracle::Oracle;
use crate::position::{Cell, Position};
use crate::walk::{Scene, Seen, Walk, walks};

/// One way of a piece to move from a square.
#[derive(Clone)]
pub(crate) struct Way<'a> {
    pub path: Path<'a>,
    /// The squares on which it may end.
    pub ends: SquareSet,
    /// `true` if the side may only move so while it is not in check.
    pub unless_check: bool,
    /// The squares that count as empty on the way, and no others do. `None` for the empty squares.
    pub through: Option<SquareSet>,
    /// Fate of a piece that captures this way.
    pub taker: Taker,
}

/// How a way leads to its ends.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    /// By a notation.
    Pattern(&'a Pattern),
    /// At once to any square of its ends.
    Straight,
}

/// For what an attack is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threat {
    /// A capture.
    Capture,
    /// A check.
    Check,
}

impl Oracle {
    /// The ways that a piece of a kind has on a square by its notation.
    fn own_ways<'a>(&'a self, position: &Position, placed: Cell, kind: PieceId, from: Square) -> Vec<Way<'a>> {
        let piece: &Piece = self.rules.piece(kind);
        let side = placed.side;
        let unmoved = piece.initial[side].contains(from)
            && (!self.rules.keeps_account_of(side, from) || position.unmoved.contains(from));
        let confined = piece.confined[side];
        let extra = piece.extra.iter().filter(|extra| extra.from[side].contains(from));
        let all = std::iter::once((&piece.movement, confined, false))
            .chain(extra.map(|extra| (&extra.movement, confined & extra.to[side], extra.unless_check)));
        let each = all.flat_map(|(movement, ends, unless_check)| {
            let way = move |pattern| Way {
                path: Path::Pattern(pattern),
                ends,
                unless_check,
                through: None,
                taker: Taker::Goes,
            };
            movement.patterns.iter().map(way)
        });
        each.filter(|way| unmoved || !way.is_first()).collect()
    }

    /// The ways that a piece has on a square, changed by rules that lend moves.
    pub(crate) fn lent_ways<'a>(&'a self, position: &Position, placed: Cell, from: Square) -> Vec<Way<'a>> {
        let mut ways = self.own_ways(position, placed, placed.piece, from);
        for rule in &self.tree.rules {
            let RuleKind::Pieces(moves) = &rule.kind.kind else { continue };
            let frame =
                Frame { mover: Some(from), origin: vec![from], layer: Layer::Bare, ..Frame::of_side(placed.side) };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            if moves.gains.is_empty()
                || !self.lies_in(position, &moves.pieces, Element::On(from), &frame)
                || !self.applies(position, conditions, &frame)
            {
                continue;
            }
            for gain in &moves.gains {
                self.add_gain(position, (placed, from), (moves, gain), &frame, &mut ways);
            }
        }
        ways
    }

    /// Adds the ways that a rule gives to a piece, or puts them in place of its own.
    fn add_gain<'a>(
        &'a self,
        position: &Position,
        (placed, from): (Cell, Square),
        (moves, gain): (&'a Moves, &'a Gain),
        frame: &Frame<'_>,
        ways: &mut Vec<Way<'a>>,
    ) {
        let places =
            |set| -> SquareSet { self.elements(position, set, frame).iter().filter_map(|one| one.square()).collect() };
        let confined = self.rules.piece(placed.piece).confined[placed.side];
        let ends = moves.to.as_ref().map_or(self.rules.geometry.squares(), places) & confined;
        let through = moves.through.as_ref().map(places);
        let lent = |way: Way<'a>| Way { ends: way.ends & ends, through, taker: moves.taker, ..way };
        let of_notation = |movement: &'a Movement| -> Vec<Way<'a>> {
            let unmoved = self.is_unmoved(position, from);
            let patterns = movement.patterns.iter().filter(|pattern| unmoved || !pattern.initial);
            let way = |pattern| Way {
                path: Path::Pattern(pattern),
                ends: self.rules.geometry.squares(),
                unless_check: false,
                through: None,
                taker: Taker::Goes,
            };
            patterns.map(way).map(lent).collect()
        };
        let of_kinds = |set| -> Vec<Way<'a>> {
            let elements = self.elements(position, set, frame);
            let mut kinds: Vec<PieceId> =
                elements.iter().filter_map(|one| self.cell_of(position, *one)).map(|cell| cell.piece).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let all = kinds.into_iter().flat_map(|kind| self.own_ways(position, placed, kind, from));
            all.map(lent).collect()
        };
        match gain {
            Gain::Also(notation) => ways.extend(of_notation(&notation.movement)),
            Gain::AlsoAs(set) => ways.extend(of_kinds(set)),
            Gain::Only(notation) => *ways = of_notation(&notation.movement),
            Gain::OnlyAs(set) => {
                if !self.elements(position, set, frame).is_empty() {
                    *ways = of_kinds(set);
                }
            }
            Gain::To(set) => {
                let ends = ends & places(set);
                let (path, unless_check) = (Path::Straight, false);
                ways.push(Way { path, ends, unless_check, through: None, taker: moves.taker });
            }
        }
    }

    /// A square as seen by a piece.
    pub(crate) fn seen(&self, position: &Position, viewer: Cell, square: Square) -> Seen {
        match position.at(square) {
            Some(there) if self.rules.piece(viewer.piece).blocked_by.contains(&there.piece) => Seen::Barrier,
            Some(there) => Seen::Piece {
                friend: !there.neutral && there.side == viewer.side,
                royal: self.rules.piece(there.piece).royalty.is_ever_royal(),
            },
            None if position.walls.contains(square) => Seen::Wall,
            None => Seen::Empty,
        }
    }

    /// The moves that the notation of a piece and the rules that lend moves allow.
    pub(crate) fn walks_of(&self, position: &Position, placed: Cell, from: Square, in_check: bool) -> Vec<Walk> {
        let ways = self.lent_ways(position, placed, from);
        let ways: Vec<Way<'_>> = ways.into_iter().filter(|way| !(way.unless_check && in_check)).collect();
        let passed = position.passed.filter(|_| placed.side == position.turn);
        let passed = passed.map(|passed| (passed.targets, passed.victim));
        let seen = |square| self.seen(position, placed, square);
        self.walks_by(&ways, (placed.side, from), &seen, passed)
    }

    /// The same for a piece that the other side moves: what belongs to that side blocks it, and it captures pieces of its own.
    pub(crate) fn walks_for(
        &self,
        position: &Position,
        mover: Side,
        placed: Cell,
        from: Square,
        in_check: bool,
    ) -> Vec<Walk> {
        if placed.neutral || placed.side == mover {
            return self.walks_of(position, placed, from, in_check);
        }
        let ways = self.lent_ways(position, placed, from);
        let ways: Vec<Way<'_>> = ways.into_iter().filter(|way| !(way.unless_check && in_check)).collect();
        let viewer = Cell { side: mover, ..placed };
        let seen = |square| self.seen(position, viewer, square);
        self.walks_by(&ways, (placed.side, from), &seen, None)
    }

    /// The moves by some ways, each once.
    fn walks_by(
        &self,
        ways: &[Way<'_>],
        (side, from): (Side, Square),
        seen: &dyn Fn(Square) -> Seen,
        en_passant: Option<(SquareSet, Square)>,
    ) -> Vec<Walk> {
        let mut found: Vec<Walk> = Vec::new();
        for way in ways {
            for walk in self.walks_by_way(way, (side, from), seen, en_passant) {
                match found.iter_mut().find(|known| is_same_move(known, &walk)) {
                    Some(known) => known.trail.extend(walk.trail),
                    None => found.push(walk),
                }
            }
        }
        found
    }

    fn walks_by_way(
        &self,
        way: &Way<'_>,
        (side, from): (Side, Square),
        seen: &dyn Fn(Square) -> Seen,
        en_passant: Option<(SquareSet, Square)>,
    ) -> Vec<Walk> {
        let geometry = &self.rules.geometry;
        let mut found = match (way.path, way.through) {
            (Path::Straight, _) => {
                way.ends.iter().filter(|to| *to != from).filter_map(|to| straight(to, seen(to))).collect()
            }
            (Path::Pattern(pattern), None) => walks(pattern, &Scene { geometry, seen, en_passant }, side, from),
            (Path::Pattern(pattern), Some(through)) => {
                let on_the_way = |square: Square| match through.contains(square) {
                    true => Seen::Empty,
                    false => Seen::Piece { friend: false, royal: false },
                };
                let scene = Scene { geometry, seen: &on_the_way, en_passant: None };
                let all = walks(pattern, &scene, side, from).into_iter();
                all.filter_map(|walk| as_it_stands(pattern, walk.to, seen(walk.to))).collect()
            }
        };
        found.retain(|walk| way.ends.contains(walk.to));
        found.iter_mut().for_each(|walk| walk.taker = if walk.captures.is_empty() { Taker::Goes } else { way.taker });
        found
    }

    /// `true` if a piece could capture an enemy royal piece on a square, if it had the move.
    pub(crate) fn attacks(
        &self,
        position: &Position,
        placed: Cell,
        from: Square,
        target: Square,
        (layer, threat): (Layer, Threat),
    ) -> bool {
        if from == target {
            return false;
        }
        let ways = match layer {
            Layer::Bare => self.own_ways(position, placed, placed.piece, from),
            Layer::Lent | Layer::Real => self.lent_ways(position, placed, from),
        };
        let seen = |square| match square == target {
            true => Seen::Piece { friend: false, royal: true },
            false => self.seen(position, placed, square),
        };
        let mut found = ways.iter().filter(|way| way.captures()).any(|way| {
            let walks = self.walks_by_way(way, (placed.side, from), &seen, None);
            walks.iter().any(|walk| walk.captures.contains(&target))
        });
        if !found && layer != Layer::Bare && self.captures_after_moves {
            found = self.captures_by_effect(position, (placed, from), target);
        }
        found && (layer != Layer::Real || !self.is_forbidden_attack(position, (placed, from), target, threat))
    }

    /// `true` if a rule forbids a piece to attack a square.
    fn is_forbidden_attack(
        &self,
        position: &Position,
        (placed, from): (Cell, Square),
        target: Square,
        threat: Threat,
    ) -> bool {
        let forbids = self.tree.rules.iter().filter_map(|rule| match &rule.kind.kind {
            RuleKind::Forbid(deeds) => Some((rule, deeds)),
            _ => None,
        });
        let attacks = |kind| kind == DeedKind::Attack || (kind == DeedKind::Check && threat == Threat::Check);
        let mut forbids = forbids.filter(|(_, deeds)| deeds.iter().any(|deed| attacks(deed.kind.kind))).peekable();
        if forbids.peek().is_none() {
            return false;
        }
        let victim =
            position.at(target).filter(|victim| !victim.is_of(placed.side)).or_else(|| self.some_royal(!placed.side));
        let made = Move { captures: vec![target], ..Move::new(Kind::Step, (from, target), placed.piece) };
        let frame = Frame {
            mover: Some(from),
            origin: vec![from],
            destination: vec![target],
            captured: victim.into_iter().map(|victim| (target, victim)).collect(),
            layer: Layer::Lent,
            made: Some(&made),
            ..Frame::of_side(placed.side)
        };
        forbids.any(|(rule, deeds)| {
            let attack = |deed: &ferz_core::rules::tree::Deed| {
                // In an attack, only the attack itself is tested, whatever the deed is elsewhere.
                let mut asked = deed.clone();
                asked.kind.kind = DeedKind::Attack;
                attacks(deed.kind.kind) && self.is_deed(position, &asked, &frame)
            };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            deeds.iter().any(attack) && self.applies(position, conditions, &frame)
        })
    }

    /// A royal piece of a side, to be thought on an empty square.
    fn some_royal(&self, side: Side) -> Option<Cell> {
        let mut kinds = self.rules.piece_ids();
        let royal = kinds.find(|id| self.rules.piece(*id).royalty.is_ever_royal());
        royal.map(|piece| Cell::new(piece, side))
    }

    /// `true` if a side attacks a square.
    pub(crate) fn is_attacked(&self, position: &Position, target: Square, by: Side, threat: Threat) -> bool {
        position.of_side(by).any(|(from, placed)| self.attacks(position, placed, from, target, (Layer::Real, threat)))
    }

    /// Squares of the royal pieces of a side that must all be safe.
    pub(crate) fn royals(&self, position: &Position, side: Side) -> Vec<Square> {
        let is_royal = |placed: Cell| match self.rules.piece(placed.piece).royalty {
            Royalty::Common => self.royal_marks & placed.marks != 0,
            Royalty::Royal => true,
            Royalty::Last(most) => position.count(side, placed.piece) <= usize::from(most),
            Royalty::Together => position.count(side, placed.piece) == 1,
        };
        position.of_side(side).filter(|(_, placed)| is_royal(*placed)).map(|(square, _)| square).collect()
    }

    /// The squares of the pieces of a side that are royal now or would be if there were fewer of them.
    pub(crate) fn royal_kinds(&self, position: &Position, side: Side) -> Vec<Square> {
        let ever = |placed: Cell| {
            self.rules.piece(placed.piece).royalty.is_ever_royal() || self.royal_marks & placed.marks != 0
        };
        position.of_side(side).filter(|(_, placed)| ever(*placed)).map(|(square, _)| square).collect()
    }

    /// Squares of the jointly royal pieces of a side: one must be safe.
    pub(crate) fn together(&self, position: &Position, side: Side) -> Vec<Square> {
        let together = |placed: Cell| self.rules.piece(placed.piece).royalty == Royalty::Together;
        position.of_side(side).filter(|(_, placed)| together(*placed)).map(|(square, _)| square).collect()
    }

    /// `true` if a royal piece of a side is attacked, or if all of its jointly royal pieces are.
    pub fn in_check(&self, position: &Position, side: Side) -> bool {
        let attacked = |square: &Square| self.is_attacked(position, *square, !side, Threat::Check);
        let group = self.together(position, side);
        self.royals(position, side).iter().any(attacked) || (!group.is_empty() && group.iter().all(attacked))
    }
}

impl Way<'_> {
    /// `true` if only a piece that has not moved has the way.
    fn is_first(&self) -> bool {
        matches!(self.path, Path::Pattern(pattern) if pattern.initial)
    }

    /// `true` if enemies can be captured so.
    fn captures(&self) -> bool {
        match self.path {
            Path::Straight => true,
            Path::Pattern(pattern) => pattern.takes_enemies() || (pattern.legs().is_empty() && pattern.captures()),
        }
    }
}

fn a_walk(to: Square, captures: Vec<Square>) -> Walk {
    Walk { to, captures, en_passant: false, trail: Vec::new(), taker: Taker::Goes }
}

/// The move at once to a square.
fn straight(to: Square, there: Seen) -> Option<Walk> {
    match there {
        Seen::Empty => Some(a_walk(to, Vec::new())),
        Seen::Piece { friend: false, .. } => Some(a_walk(to, vec![to])),
        _ => None,
    }
}

/// The move to a square by a way on which other squares than the empty ones count as empty.
fn as_it_stands(pattern: &Pattern, to: Square, there: Seen) -> Option<Walk> {
    let terms = pattern.terms()?;
    match there {
        Seen::Empty if terms.quiet => Some(a_walk(to, Vec::new())),
        Seen::Piece { friend: false, .. } if terms.enemy => Some(a_walk(to, vec![to])),
        Seen::Piece { friend: true, .. } if terms.friend => Some(a_walk(to, vec![to])),
        _ => None,
    }
}

/// `true` if two ways to move are one move: they end on the same square with the same captures.
fn is_same_move(one: &Walk, other: &Walk) -> bool {
    let sorted = |walk: &Walk| {
        let mut squares = walk.captures.clone();
        squares.sort_unstable();
        squares
    };
    one.to == other.to && one.en_passant == other.en_passant && one.taker == other.taker && sorted(one) == sorted(other)
}

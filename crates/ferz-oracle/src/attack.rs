//! Attacked squares, and royal pieces in check.
//!
//! Attacks come in three layers. Each layer reads only the one below. The first layer has the moves of notations. The
//! second adds moves that rules lend, and captures that follow moves. The third removes moves that rules forbid.

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::movement::Pattern;
use ferz_core::rules::tree::{DeedKind, Dropouts, Gain, Layer, Moves, RuleKind, Taker};
use ferz_core::rules::{EnPassant, Movement, Piece, PieceId, Royalty};
use ferz_core::work;

use crate::cell::Cell;
use crate::deed::{Kind, Move};
use crate::element::Element;
use crate::frame::Frame;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;
use crate::reading::can_capture;
use crate::walk::{Passed, Scene, Seen, Walk, a_walk, as_it_stands, ending_anywhere, walks};

/// One way of a piece to move from a square.
#[derive(Clone)]
pub(crate) struct Way<'a> {
    pub path: Path<'a>,
    /// The squares on which it may end.
    pub ends: SquareSet,
    /// `true` if the side may only move so while it is not in check.
    pub unless_check: bool,
    /// The squares that count as empty on the way; all others count as occupied. `None` for the squares that are really
    /// empty.
    pub through: Option<SquareSet>,
    /// Fate of a piece that captures this way.
    pub taker: Taker,
    /// The squares over which steps go on as if they were not there.
    pub skips: SquareSet,
    /// `true` if moves that pass different squares are different moves.
    pub told_apart: bool,
}

/// How a way leads to its ends.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    /// By a notation.
    Pattern(&'a Pattern),
    /// Directly to any square of `ends`.
    Straight,
}

/// The kind of attack that is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threat {
    /// A capture.
    Capture,
    /// A check.
    Check,
}

impl Oracle {
    /// The ways of a piece on a square by its notation.
    pub(crate) fn own_ways<'a>(
        &'a self,
        position: &Position,
        placed: Cell,
        kind: PieceId,
        from: Square,
    ) -> Vec<Way<'a>> {
        let piece: &Piece = self.rules.piece(kind);
        let side = placed.side;
        let unmoved = self.region(side, &piece.initial).contains(from)
            && (!self.keeps_account_of(side, from) || position.unmoved.contains(from));
        let confined = self.region(side, &piece.confined);
        let extra = piece.extra.iter().filter(|extra| self.region(side, &extra.from).contains(from));
        let all = std::iter::once((&piece.movement, confined, false))
            .chain(extra.map(|extra| (&extra.movement, confined & self.region(side, &extra.to), extra.unless_check)));
        let each = all.flat_map(|(movement, ends, unless_check)| {
            let way = move |pattern| Way {
                path: Path::Pattern(pattern),
                ends,
                unless_check,
                through: None,
                taker: Taker::Goes,
                skips: SquareSet::EMPTY,
                told_apart: false,
            };
            movement.patterns.iter().map(way)
        });
        each.filter(|way| unmoved || !way.is_first()).collect()
    }

    /// The ways that a piece has on a square, changed by rules that lend moves. A rule that says which side moves the
    /// piece is read by that side. `captures`: only ways that capture matter.
    pub(crate) fn lent_ways<'a>(
        &'a self,
        position: &Position,
        (mover, placed): (Player, Cell),
        from: Square,
        captures: bool,
    ) -> Vec<Way<'a>> {
        let mut ways = self.own_ways(position, placed, placed.piece, from);
        let rules = if captures { &self.index.lends_captures } else { &self.index.lends };
        if rules.is_empty() {
            return ways;
        }
        for (rule, moves) in self.of_pieces(rules) {
            let own = if moves.moved_by.is_some() { mover } else { placed.side };
            let frame = Frame { mover: Some(from), origin: vec![from], layer: Layer::Bare, ..Frame::of_side(own) };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            if !self.lies_in(position, &moves.pieces, Element::On(from), &frame)
                || !self.applies(position, conditions, &frame)
            {
                continue;
            }
            if let Some(skips) = &moves.skips {
                let squares = self.elements(position, skips, &frame).squares();
                ways.iter_mut().for_each(|way| way.skips = squares);
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
        let places = |set| self.elements(position, set, frame).squares();
        let confined = self.region(placed.side, &self.rules.piece(placed.piece).confined);
        let ends = moves.to.as_ref().map_or(self.rules.geometry.squares(), places) & confined;
        let through = moves.through.as_ref().map(places);
        let lent = |way: Way<'a>| Way {
            ends: way.ends & ends,
            through,
            taker: moves.taker,
            told_apart: moves.told_apart,
            ..way
        };
        let of_notation = |movement: &'a Movement| -> Vec<Way<'a>> {
            let unmoved = self.is_unmoved(position, from);
            let patterns = movement.patterns.iter().filter(|pattern| unmoved || !pattern.initial);
            let way = |pattern| Way {
                path: Path::Pattern(pattern),
                ends: self.rules.geometry.squares(),
                unless_check: false,
                through: None,
                taker: Taker::Goes,
                skips: SquareSet::EMPTY,
                told_apart: false,
            };
            patterns.map(way).map(lent).collect()
        };
        let of_kinds = |set| -> Vec<Way<'a>> {
            let elements = self.elements(position, set, frame);
            let mut kinds: Vec<PieceId> =
                elements.iter().filter_map(|one| self.cell_of(position, one)).map(|cell| cell.piece).collect();
            kinds.sort_unstable();
            kinds.dedup();
            // A piece that continues its turn with the moves of another piece counts as moved.
            let moved = position.made > 0 && position.last.mover == Some(from);
            let all = kinds.into_iter().flat_map(|kind| self.own_ways(position, placed, kind, from));
            all.filter(|way| !(moved && way.is_first())).map(lent).collect()
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
                let (taker, skips, told_apart) = (moves.taker, SquareSet::EMPTY, false);
                ways.push(Way { path, ends, unless_check, through: None, taker, skips, told_apart });
            }
            Gain::Checks(_) => {}
        }
    }

    /// The squares whose pieces a piece does not see.
    pub(crate) fn ignored(&self, position: &Position, mover: Player, placed: Cell, from: Square) -> SquareSet {
        let mut ignored = SquareSet::EMPTY;
        for (rule, moves) in self.of_pieces(&self.index.ignores) {
            let Some(set) = &moves.ignores else { continue };
            let own = if moves.moved_by.is_some() { mover } else { placed.side };
            let frame = Frame { mover: Some(from), origin: vec![from], layer: Layer::Bare, ..Frame::of_side(own) };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            if self.lies_in(position, &moves.pieces, Element::On(from), &frame)
                && self.applies(position, conditions, &frame)
            {
                ignored |= self.elements(position, set, &frame).squares();
            }
        }
        ignored
    }

    /// The squares whose pieces are the enemies of a piece, if a rule says so.
    fn prey(&self, position: &Position, own: Player, placed: Cell, from: Square) -> Option<SquareSet> {
        self.of_pieces(&self.index.prey).find_map(|(rule, moves)| {
            let set = moves.captures.as_ref()?;
            // The rule is read by the side that moves the piece.
            let own = if moves.moved_by.is_some() { own } else { placed.side };
            let frame = Frame { mover: Some(from), origin: vec![from], layer: Layer::Bare, ..Frame::of_side(own) };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            let applies = self.lies_in(position, &moves.pieces, Element::On(from), &frame)
                && self.applies(position, conditions, &frame);
            applies.then(|| self.elements(position, set, &frame).squares())
        })
    }

    /// The content of a square as a piece sees it. Squares that the piece ignores are empty for it.
    pub(crate) fn seen(&self, position: &Position, (viewer, ignored): (Cell, &SquareSet), square: Square) -> Seen {
        match position.at(square).filter(|_| !ignored.contains(square)) {
            Some(there) if self.tree.sides.dropouts == Dropouts::Block && position.is_idle(there) => Seen::Wall,
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
        let ways = self.lent_ways(position, (placed.side, placed), from, false);
        let ways: Vec<Way<'_>> = ways.into_iter().filter(|way| !(way.unless_check && in_check)).collect();
        let ignored = self.ignored(position, placed.side, placed, from);
        // A piece can be captured en passant even by a piece that ignores it.
        let victim = |square| self.seen(position, (placed, &SquareSet::EMPTY), square);
        let passers = position.passers().filter(|_| placed.side == position.turn);
        let passed: Vec<_> = passers.map(|passed| (passed.targets, passed.victim, victim(passed.victim))).collect();
        let seen = |square| self.seen(position, (placed, &ignored), square);
        self.walks_by(&ways, (placed.side, from), &seen, &passed)
    }

    /// The same for a piece that `mover` moves, even if it belongs to another side. Pieces of `mover` block it, and it
    /// captures pieces of its own side.
    pub(crate) fn walks_for(
        &self,
        position: &Position,
        mover: Player,
        placed: Cell,
        from: Square,
        in_check: bool,
    ) -> Vec<Walk> {
        let prey = self.prey(position, mover, placed, from);
        if prey.is_none() && placed.neutral {
            // A neutral piece moves as a piece of the side that moves it.
            return self.walks_of(position, Cell { side: mover, neutral: false, ..placed }, from, in_check);
        }
        if prey.is_none() && placed.side == mover {
            return self.walks_of(position, placed, from, in_check);
        }
        let ways = self.lent_ways(position, (mover, placed), from, false);
        let ways: Vec<Way<'_>> = ways.into_iter().filter(|way| !(way.unless_check && in_check)).collect();
        let viewer = Cell { side: mover, ..placed };
        let ignored = self.ignored(position, mover, placed, from);
        let seen = |square| match (self.seen(position, (viewer, &ignored), square), &prey) {
            (Seen::Piece { royal, .. }, Some(prey)) => Seen::Piece { friend: !prey.contains(square), royal },
            (seen, _) => seen,
        };
        let enemy = |passed: &EnPassant| position.at(passed.victim).is_some_and(|victim| victim.side != placed.side);
        let passers = position.passers().filter(enemy);
        let victim = |square| match (seen(square), &prey) {
            // A piece that can be captured en passant is an enemy whatever the rule says.
            (Seen::Piece { royal, .. }, Some(_)) => Seen::Piece { friend: false, royal },
            (seen, _) => seen,
        };
        let passed: Vec<_> = passers.map(|passed| (passed.targets, passed.victim, victim(passed.victim))).collect();
        self.walks_by(&ways, (placed.side, from), &seen, &passed)
    }

    /// The destinations of some ways of a piece.
    pub(crate) fn ends_by(&self, position: &Position, ways: &[Way<'_>], placed: Cell, from: Square) -> SquareSet {
        let nothing = SquareSet::EMPTY;
        let seen = |square| self.seen(position, (placed, &nothing), square);
        self.walks_by(ways, (placed.side, from), &seen, &[]).into_iter().map(|walk| walk.to).collect()
    }

    /// The moves by some ways, each once.
    fn walks_by(
        &self,
        ways: &[Way<'_>],
        (side, from): (Player, Square),
        seen: &dyn Fn(Square) -> Seen,
        passed: &[Passed],
    ) -> Vec<Walk> {
        let mut found: Vec<Walk> = Vec::new();
        let mut rights = passed.iter().copied();
        let (first, others) = (rights.next(), rights);
        for way in ways {
            let further = others.clone().flat_map(|right| {
                let walks = self.walks_by_way(way, (side, from), seen, Some(right));
                walks.into_iter().filter(|walk| walk.en_passant)
            });
            for walk in self.walks_by_way(way, (side, from), seen, first).into_iter().chain(further) {
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
        (side, from): (Player, Square),
        seen: &dyn Fn(Square) -> Seen,
        en_passant: Option<Passed>,
    ) -> Vec<Walk> {
        let geometry = &self.rules.geometry;
        let mut found = match (way.path, way.through) {
            (Path::Straight, _) => {
                way.ends.iter().filter(|to| *to != from).filter_map(|to| straight(to, seen(to))).collect()
            }
            (Path::Pattern(pattern), None) => {
                let (skips, told_apart) = (way.skips, way.told_apart);
                walks(pattern, &Scene { geometry, seen, en_passant, skips, told_apart }, side, from)
            }
            (Path::Pattern(pattern), Some(through)) => {
                let on_the_way = |square: Square| match through.contains(square) {
                    true => Seen::Empty,
                    false => Seen::Piece { friend: false, royal: false },
                };
                let scene = Scene::plain(geometry, &on_the_way);
                let all = walks(&ending_anywhere(pattern), &scene, side, from).into_iter();
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
        if from == target || !work::spend(2) || position.is_idle(placed) {
            return false;
        }
        let ignored = self.ignored(position, placed.side, placed, from);
        if ignored.contains(target) && position.at(target).is_some() {
            return false;
        }
        let own_only = layer == Layer::Bare || self.index.lends_captures.is_empty();
        let captures_after = layer != Layer::Bare && !self.index.captures_after.is_empty();
        let in_reach = || self.reaches.of(&self.rules, placed.piece, placed.side, from).captures.contains(target);
        if layer != Layer::Joint && own_only && !captures_after && !in_reach() {
            return false;
        }
        if layer == Layer::Joint {
            return self.joint_attackers(position, placed.side, target).contains(from);
        }
        let ways = match layer {
            Layer::Bare | Layer::Joint => self.own_ways(position, placed, placed.piece, from),
            Layer::Lent | Layer::Real => self.lent_ways(position, (placed.side, placed), from, true),
        };
        let seen = |square| match square == target {
            true => Seen::Piece { friend: false, royal: true },
            false => self.seen(position, (placed, &ignored), square),
        };
        let mut found = (!own_only || in_reach())
            && ways.iter().filter(|way| way.captures()).any(|way| {
                let walks = self.walks_by_way(way, (placed.side, from), &seen, None);
                walks.iter().any(|walk| walk.captures.contains(&target))
            });
        if !found && captures_after {
            found = self.captures_by_effect(position, (placed, from), target);
        }
        found && (layer != Layer::Real || !self.is_forbidden_attack(position, (placed, from), target, threat))
    }

    /// The pieces of a side that attack a square, directly or through other such pieces that attack it along the same
    /// line.
    pub(crate) fn joint_attackers(&self, position: &Position, side: Player, target: Square) -> SquareSet {
        let bare = (Layer::Bare, Threat::Capture);
        let (mut seen, mut without) = (SquareSet::EMPTY, position.clone());
        loop {
            let others = position.of_side(side).filter(|(square, _)| !seen.contains(*square));
            let fresh: Vec<(Square, Cell)> =
                others.filter(|(square, cell)| self.attacks(&without, *cell, *square, target, bare)).collect();
            if fresh.is_empty() {
                return seen;
            }
            for (square, cell) in fresh {
                seen.insert(square);
                if self.rides(cell) {
                    without.put(square, None);
                }
            }
        }
    }

    /// `true` if a piece captures along lines.
    fn rides(&self, placed: Cell) -> bool {
        let piece = self.rules.piece(placed.piece);
        let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
        let slides = |pattern: &Pattern| pattern.single_leg().is_some_and(|leg| leg.slides() && leg.terms.enemy);
        movements.flat_map(|movement| &movement.patterns).any(slides)
    }

    /// `true` if a rule makes a piece give check to the piece on a square, whichever side that belongs to.
    fn also_checks(&self, position: &Position, (placed, from): (Cell, Square), target: Square) -> bool {
        self.of_pieces(&self.index.checks).any(|(rule, moves)| {
            let frame = Frame { mover: Some(from), origin: vec![from], ..Frame::of_side(placed.side) };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            let holds = |gain: &Gain| {
                let Gain::Checks(set) = gain else { return false };
                self.lies_in(position, &moves.pieces, Element::On(from), &frame)
                    && self.lies_in(position, set, Element::On(target), &frame)
                    && self.applies(position, conditions, &frame)
            };
            moves.gains.iter().any(holds)
        })
    }

    /// `true` if a rule forbids a piece to attack a square.
    fn is_forbidden_attack(
        &self,
        position: &Position,
        (placed, from): (Cell, Square),
        target: Square,
        threat: Threat,
    ) -> bool {
        if self.index.forbids_attacks.is_empty() {
            return false;
        }
        let forbids = self.listed(&self.index.forbids_attacks).filter_map(|rule| match &rule.kind.kind {
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
                // For attacks, only the attack itself is tested. The kind of the deed does not matter.
                let mut asked = deed.clone();
                asked.kind.kind = DeedKind::Attack;
                attacks(deed.kind.kind) && self.is_deed(position, &asked, &frame)
            };
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            deeds.iter().any(attack) && self.applies(position, conditions, &frame)
        })
    }

    /// A royal piece of a side, for tests with a hypothetical piece on an empty square.
    fn some_royal(&self, side: Player) -> Option<Cell> {
        let mut kinds = self.rules.piece_ids();
        let royal = kinds.find(|id| self.rules.piece(*id).royalty.is_ever_royal());
        royal.map(|piece| Cell::new(piece, side))
    }

    /// `true` if a side attacks a square.
    pub(crate) fn is_attacked(&self, position: &Position, target: Square, by: Player, threat: Threat) -> bool {
        let attacks = |from, placed| self.attacks(position, placed, from, target, (Layer::Real, threat));
        position.of_side(by).any(|(from, placed)| attacks(from, placed))
            || (threat == Threat::Check
                && !self.index.checks.is_empty()
                && position
                    .of_other_sides(by)
                    .any(|(from, placed)| self.also_checks(position, (placed, from), target) && attacks(from, placed)))
            || (self.shares_neutral_pieces
                && self.neutral_for(position, by).into_iter().any(|(from, placed)| attacks(from, placed)))
    }

    /// The pieces without a side that a side may move, as pieces of that side.
    fn neutral_for(&self, position: &Position, side: Player) -> Vec<(Square, Cell)> {
        let frame =
            |square| Frame { mover: Some(square), origin: vec![square], layer: Layer::Bare, ..Frame::of_side(side) };
        let may_move = |square: Square| {
            self.of_pieces(&self.index.moved_by).any(|(rule, moves)| {
                let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
                self.lies_in(position, &moves.pieces, Element::On(square), &frame(square))
                    && self.applies(position, conditions, &frame(square))
            })
        };
        let neutral = position.pieces().filter(|(square, cell)| cell.neutral && may_move(*square));
        neutral.map(|(square, cell)| (square, Cell { side, neutral: false, ..cell })).collect()
    }

    /// Squares of the royal pieces of a side that must all be safe.
    pub(crate) fn royals(&self, position: &Position, side: Player) -> Vec<Square> {
        let is_royal = |placed: Cell| match self.rules.piece(placed.piece).royalty {
            Royalty::Common => self.royal_marks & placed.marks != 0,
            Royalty::Royal => true,
            Royalty::Last(most) => position.count(side, placed.piece) <= usize::from(most),
            Royalty::Together => position.count(side, placed.piece) == 1,
        };
        self.royal_where(position, side, is_royal)
    }

    /// The squares of the pieces of a side that are royal now or would be if there were fewer of them.
    pub(crate) fn royal_kinds(&self, position: &Position, side: Player) -> Vec<Square> {
        let ever = |placed: Cell| {
            self.rules.piece(placed.piece).royalty.is_ever_royal() || self.royal_marks & placed.marks != 0
        };
        self.royal_where(position, side, ever)
    }

    /// Squares of the jointly royal pieces of a side: one must be safe.
    pub(crate) fn together(&self, position: &Position, side: Player) -> Vec<Square> {
        let together = |placed: Cell| self.rules.piece(placed.piece).royalty == Royalty::Together;
        self.royal_where(position, side, together)
    }

    /// The squares of the pieces of a side that pass a test. A side that has dropped out has no royal pieces.
    fn royal_where(&self, position: &Position, side: Player, test: impl Fn(Cell) -> bool) -> Vec<Square> {
        let own = position.of_side(side).filter(|_| !position.is_out(side));
        own.filter(|(_, placed)| test(*placed)).map(|(square, _)| square).collect()
    }

    /// The first attacked royal piece of a side, and the pieces that attack it; `None` if no royal piece is attacked.
    pub fn checkers(&self, position: &Position, side: Player) -> Option<(Square, Vec<(Square, Cell)>)> {
        let royals = self.royals(position, side).into_iter().chain(self.together(position, side));
        let attackers = |square: Square| {
            let attacks = |(from, placed): &(Square, Cell)| {
                self.attacks(position, *placed, *from, square, (Layer::Real, Threat::Check))
            };
            position.of_other_sides(side).filter(attacks).collect::<Vec<_>>()
        };
        royals.map(|square| (square, attackers(square))).find(|(_, attackers)| !attackers.is_empty())
    }

    /// `true` if a royal piece of a side is attacked, or if all of its jointly royal pieces are.
    pub fn in_check(&self, position: &Position, side: Player) -> bool {
        let attacked = |square: &Square| self.is_threatened(position, *square, side, Threat::Check);
        let group = self.together(position, side);
        self.royals(position, side).iter().any(attacked) || (!group.is_empty() && group.iter().all(attacked))
    }
}

impl Way<'_> {
    /// `true` if only a piece that has not moved has the way.
    fn is_first(&self) -> bool {
        matches!(self.path, Path::Pattern(pattern) if pattern.initial)
    }

    /// `true` if enemies can be captured this way.
    fn captures(&self) -> bool {
        match self.path {
            Path::Straight => true,
            Path::Pattern(pattern) => can_capture(pattern),
        }
    }
}

/// The direct move to a square.
fn straight(to: Square, there: Seen) -> Option<Walk> {
    match there {
        Seen::Empty => Some(a_walk(to, Vec::new())),
        Seen::Piece { friend: false, .. } => Some(a_walk(to, vec![to])),
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
    let kind = |walk: &Walk| (walk.to, walk.en_passant, walk.taker);
    kind(one) == kind(other) && one.via == other.via && sorted(one) == sorted(other)
}

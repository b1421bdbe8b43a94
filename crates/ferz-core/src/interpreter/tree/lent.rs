//! Moves of pieces that move like kinds of pieces or along plain lines. The tables know these moves.

use smallvec::{SmallVec, smallvec};

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::tree::{Gain, Layer, Moves, Notation, Set, Taker};
use crate::rules::{PieceId, Told};

use super::super::engine::Engine;
use super::super::tables::Ends;
use super::element::Element;
use super::frame::Frame;
use super::given::{Given, given_to};
use super::notations::{Ground, NotationLines};
use super::numbers::made;
use super::viewer::Viewer;
use super::ways::{Walked, a_walk};

/// One way of a piece to move.
#[derive(Clone)]
struct Lent<'a, const W: usize> {
    path: Path<'a, W>,
    /// The squares on which it may end.
    ends: Bitboard<W>,
    /// The only squares that count as empty on the path; `None` for the squares that are really empty.
    through: Option<Bitboard<W>>,
    /// Fate of a piece that captures this way.
    taker: Taker,
}

#[derive(Clone, Copy)]
enum Path<'a, const W: usize> {
    /// As a kind of piece.
    Kind(PieceId),
    /// Along lines.
    Lines(&'a NotationLines<W>),
    /// Directly to any square of `ends`.
    Straight,
}

type Ways<'a, const W: usize> = SmallVec<[Lent<'a, W>; 4]>;

impl<const W: usize> Engine<W> {
    /// The same as `walks`, by the tables, to some squares. `None` if a move of the piece uses or gives a right to capture en passant, or is
    /// neither the move of a kind of piece nor along plain lines.
    pub(super) fn walks_by_tables(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        (ignored, wanted, given): (Bitboard<W>, Bitboard<W>, Given<'_, W>),
    ) -> Option<Vec<Walked>> {
        let ways = self.ways_by_tables(position, viewer, given)?;
        let ground = self.ground_of(position, viewer, ignored);
        let mut found: Vec<Walked> = Vec::new();
        let mut seen: SmallVec<[(Taker, Bitboard<W>); 2]> = SmallVec::new();
        for way in &ways {
            let mut targets = self.targets_of_way(position, viewer, way, &ground) & wanted;
            targets.remove(viewer.from);
            for to in targets {
                let captures: &[Square] = if ground.blocked.contains(to) { &[to] } else { &[] };
                let taker = if captures.is_empty() { Taker::Goes } else { way.taker };
                if !seen.iter().any(|(other, squares)| *other == taker && squares.contains(to)) {
                    found.push(Walked { walk: a_walk(to, captures), taker, via: None });
                }
                match seen.iter_mut().find(|(other, _)| *other == taker) {
                    Some((_, squares)) => squares.insert(to),
                    None => seen.push((taker, Bitboard::of(to))),
                }
            }
        }
        ways.iter().for_each(|way| self.add_jumps(viewer, way, &ground, &mut found));
        found.sort_by_key(|walked| walked.walk.to);
        Some(found)
    }

    /// The ways by which a piece moves. `None` if the tables do not hold all of them.
    fn ways_by_tables(&self, position: &Position<W>, viewer: Viewer, given: Given<'_, W>) -> Option<Ways<'_, W>> {
        if viewer.side != viewer.mover || goes_on(position, viewer.from) {
            return None;
        }
        // Its own moves come first, unless a rule puts others in their place.
        let keeps_own = !self.about(&self.tree.lends, viewer).any(|(_, moves)| replaces(moves));
        if keeps_own && !self.tables_hold(position, viewer, viewer.piece) {
            return None;
        }
        let ways = self.lent_by_tables(position, viewer, &self.tree.lends, (None, given))?;
        let is_known = |way: &Lent<'_, W>| match way.path {
            Path::Kind(kind) => self.tables_hold(position, viewer, kind),
            Path::Lines(_) | Path::Straight => true,
        };
        ways.iter().all(is_known).then_some(ways)
    }

    /// The way by which a piece moves to which rules lend no moves. `None` if the tables do not hold all of its moves.
    fn own_way(&self, position: &Position<W>, viewer: Viewer) -> Option<Ways<'_, W>> {
        let holds = viewer.side == viewer.mover
            && !goes_on(position, viewer.from)
            && self.tables_hold(position, viewer, viewer.piece);
        let (path, ends) = (Path::Kind(viewer.piece), self.board.all_squares);
        holds.then(|| smallvec![Lent { path, ends, through: None, taker: Taker::Goes }])
    }

    /// The squares among some that the piece on a square plainly attacks, or all of them if the tables do not hold its moves.
    pub(super) fn answered_by(&self, position: &Position<W>, from: Square, among: Bitboard<W>) -> Bitboard<W> {
        let cell = position.cell(from);
        let Some(piece) = cell.piece() else { return Bitboard::EMPTY };
        let viewer = Viewer { mover: cell.side(), side: cell.side(), piece, from };
        if cell.is_neutral() || !self.tables_hold(position, viewer, piece) {
            return among;
        }
        let ends = Ends { enemies: among, ..Ends::NONE };
        self.moves.counted_targets((cell.side(), piece), from, &position.occupied(), ends)
    }

    /// The squares among some to which a piece may move: by the tables, or all of them if the tables do not hold its moves.
    pub(super) fn ends_among(&self, position: &Position<W>, viewer: Viewer, wanted: Bitboard<W>) -> Bitboard<W> {
        if !self.tree.prey.is_empty() {
            return wanted;
        }
        let by_tables = match self.about(&self.tree.lends, viewer).next() {
            Some(_) => self.ways_by_tables(position, viewer, &[]),
            None => self.own_way(position, viewer),
        };
        let Some(ways) = by_tables else { return wanted };
        if ways
            .iter()
            .any(|way| matches!(way.path, Path::Kind(kind) if self.moves.of(viewer.side, kind).jumps.is_some()))
        {
            return wanted;
        }
        let ground = self.ground_of(position, viewer, self.ignored(position, viewer));
        let ends = ways.iter().map(|way| self.targets_of_way(position, viewer, way, &ground));
        ends.fold(Bitboard::EMPTY, |all, ends| all | ends) & wanted
    }

    /// Adds the jumps over enemies of a piece that moves as a kind of piece, each once.
    fn add_jumps(&self, viewer: Viewer, way: &Lent<'_, W>, ground: &Ground<W>, found: &mut Vec<Walked>) {
        let Path::Kind(kind) = way.path else { return };
        let Some(jumps) = &self.moves.of(viewer.side, kind).jumps else { return };
        for (over, to) in &jumps[viewer.from.index()] {
            if !ground.enemies.contains(*over) || !ground.empty.contains(*to) || !way.ends.contains(*to) {
                continue;
            }
            let walked = Walked { walk: a_walk(*to, &[*over]), taker: way.taker, via: None };
            let same = |known: &Walked| {
                known.walk.to == *to && known.walk.captures == walked.walk.captures && known.taker == walked.taker
            };
            if !found.iter().any(same) {
                found.push(walked);
            }
        }
    }

    /// `true` if the tables hold all moves of a kind from a square.
    fn tables_hold(&self, position: &Position<W>, viewer: Viewer, kind: PieceId) -> bool {
        let (side, from) = (viewer.side, viewer.from);
        let (table, piece) = (self.moves.of(side, kind), self.rules.piece(kind));
        let jumps = table.jumps.is_some() && self.rules.piece(viewer.piece).blocked_by.is_empty();
        let passes = !position.state.passed.is_empty();
        let conditional = self.rules.unmoved.is_some() && piece.initial[side].contains(from);
        !(conditional
            || table.walked.contains(from) && !jumps
            || !table.barred.is_empty()
            || table.royal_captures.is_some() && self.tree.has_royal_marks()
            || self.moves.wake(side, kind).leaves_trail_from(from)
            || (passes && !table.en_passant.is_empty())
            || piece.extra.iter().any(|extra| extra.unless_check))
    }

    /// The board as a piece sees it.
    fn ground_of(&self, position: &Position<W>, viewer: Viewer, ignored: Bitboard<W>) -> Ground<W> {
        let (blocked, all) = (position.occupied() & !ignored, self.board.all_squares);
        let friends = position.of_side(viewer.side) & !ignored;
        let enemies = self.standing(position) & !position.of_side(viewer.side) & !ignored;
        Ground { blocked, empty: all & !blocked, enemies, friends }
    }

    /// The board for moves with `through`: on their path, the squares of `through` count as empty and all others as blocked.
    fn ground_through(&self, ground: Ground<W>, through: Option<Bitboard<W>>) -> Ground<W> {
        Ground { blocked: through.map_or(ground.blocked, |through| self.board.all_squares & !through), ..ground }
    }

    fn targets_of_way(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        way: &Lent<'_, W>,
        ground: &Ground<W>,
    ) -> Bitboard<W> {
        let targets = match way.path {
            Path::Kind(kind) => {
                // If no notation of a piece captures, the tables do not distinguish captures from other moves.
                let enemies = if self.plan.no_captures { Bitboard::EMPTY } else { ground.enemies };
                let royal_targets = match self.plan.hunts_royals {
                    true => enemies & self.royal_pieces(position, !viewer.side),
                    false => Bitboard::EMPTY,
                };
                let ends = Ends { empty: ground.empty, enemies, royal_targets };
                self.moves.counted_targets((viewer.side, kind), viewer.from, &ground.blocked, ends)
            }
            Path::Lines(lines) => {
                let ground = self.ground_through(*ground, way.through);
                lines.ends((viewer.side, viewer.from), self.is_unmoved(position, viewer.from), &ground)
            }
            Path::Straight => ground.empty | ground.enemies,
        };
        targets & way.ends
    }

    /// As `captures_by_ways`, where pieces move as others or by plain lines. `None` where that is not so.
    pub(super) fn captures_by_tables(
        &self,
        position: &Position<W>,
        viewer: Viewer,
        (target, ignored): (Square, Bitboard<W>),
        lends: &[usize],
    ) -> Option<bool> {
        let attacks = &self.attacks.by[viewer.side];
        if !attacks.has_closed_form() {
            return None;
        }
        let occupied = position.occupied() & !ignored;
        let ground = Ground {
            blocked: occupied,
            empty: Bitboard::EMPTY,
            enemies: Bitboard::of(target),
            friends: Bitboard::EMPTY,
        };
        // Of rules that only add moves, only those matter whose moves could lead to the target.
        let open: SmallVec<[usize; 8]> = match self.about(lends, viewer).any(|(_, moves)| replaces(moves)) {
            true => SmallVec::from_slice(lends),
            false if attacks.attacks_from(target, (viewer.piece, viewer.from), &occupied) => return Some(true),
            false => {
                let walls = self.has_walls(position);
                let origins = |rule| self.tree.reaching.origins(rule, viewer.side, target, walls);
                let may_reach = |rule| origins(rule).is_none_or(|origins| origins.contains(viewer.from));
                let may_take = |rule: &usize| may_reach(*rule) && self.may_take(*rule, viewer, &ground);
                let open: SmallVec<[usize; 8]> = lends.iter().copied().filter(may_take).collect();
                if open.is_empty() {
                    return Some(false);
                }
                open
            }
        };
        let ways = self.lent_by_tables(position, viewer, &open, (Some(target), &[]))?;
        let place = (viewer.side, viewer.from);
        let takes = |way: &Lent<'_, W>| match way.path {
            Path::Kind(kind) => attacks.attacks_from(target, (kind, viewer.from), &occupied),
            Path::Lines(lines) => {
                let ground = self.ground_through(ground, way.through);
                !lines.ends(place, self.is_unmoved(position, viewer.from), &ground).is_empty()
            }
            Path::Straight => true,
        };
        Some(ways.iter().any(|way| way.ends.contains(target) && takes(way)))
    }

    /// `false` if no move that a rule adds leads to an enemy, whatever its conditions are.
    fn may_take(&self, rule: usize, viewer: Viewer, ground: &Ground<W>) -> bool {
        let mut moves = self.about(std::slice::from_ref(&rule), viewer).map(|(_, moves)| moves);
        moves.any(|moves| {
            moves.gains.iter().any(|gain| match gain {
                Gain::Also(notation) => match self.path_of(viewer, notation, true) {
                    Some(Path::Lines(lines)) => {
                        // If squares with pieces may be passed, any of them may be passed.
                        let blocked = if moves.through.is_some() { Bitboard::EMPTY } else { ground.blocked };
                        let ground = Ground { blocked, ..*ground };
                        !lines.ends((viewer.side, viewer.from), true, &ground).is_empty()
                    }
                    _ => true,
                },
                Gain::Checks(_) => false,
                _ => true,
            })
        })
    }

    /// The ways by which a piece moves; with `only`, at least those that may end there. `None` if a rule gives it moves of another form.
    fn lent_by_tables<'a>(
        &'a self,
        position: &Position<W>,
        viewer: Viewer,
        rules: &[usize],
        (only, given): (Option<Square>, Given<'_, W>),
    ) -> Option<Ways<'a, W>> {
        let all = self.board.all_squares;
        let own = Lent { path: Path::Kind(viewer.piece), ends: all, through: None, taker: Taker::Goes };
        let mut ways: Ways<'a, W> = SmallVec::from_iter([own]);
        for (rule, moves) in self.about(rules, viewer) {
            let frame = Frame::of_piece(viewer.reads(moves), viewer.from, Layer::Bare);
            if !self.concerns(position, (rule, moves), viewer.from, &frame) {
                continue;
            }
            if moves.skips.is_some() {
                return None;
            }
            for gain in &moves.gains {
                self.add_lent(position, viewer, (moves, gain), (only, given), &frame, &mut ways)?;
            }
        }
        Some(ways)
    }

    /// Adds the moves that a rule gives to a piece, or puts them in place of its own.
    fn add_lent<'a>(
        &'a self,
        position: &Position<W>,
        viewer: Viewer,
        (moves, gain): (&'a Moves, &'a Gain),
        (only, given): (Option<Square>, Given<'_, W>),
        frame: &Frame<'_, W>,
        ways: &mut Ways<'a, W>,
    ) -> Option<()> {
        let places = |set: &Set| self.elements(position, set, frame).squares();
        let confined: Bitboard<W> = self.rules.piece(viewer.piece).confined[viewer.side].resize();
        let through = moves.through.as_ref().map(places);
        if through.is_some() && !matches!(gain, Gain::Also(_) | Gain::Only(_) | Gain::Checks(_)) {
            return None;
        }
        let path = match gain {
            Gain::Also(notation) | Gain::Only(notation) => Some(self.path_of(viewer, notation, through.is_some())?),
            _ => None,
        };
        // Only where the lines lead, the set is asked for.
        let reached = match path {
            Some(Path::Lines(lines)) => {
                let (all, blocked) = (!Bitboard::EMPTY, through.map_or(Bitboard::EMPTY, |through| !through));
                let ground = Ground { blocked, empty: all, enemies: all, friends: all };
                lines.ends((viewer.side, viewer.from), true, &ground)
            }
            _ => self.board.all_squares,
        };
        let ends =
            moves.to.as_ref().map_or(reached, |set| self.squares_among(position, reached, set, frame)) & confined;
        let way = |path| Lent { path, ends, through, taker: moves.taker };
        let kinds = |set: &Set| -> Ways<'a, W> {
            let elements = self.elements(position, set, frame);
            let bodies = elements.iter().filter_map(|one| self.body_of(position, one));
            let mut kinds: SmallVec<[PieceId; 4]> = bodies.filter_map(|body| body.cell.piece()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.into_iter().map(|kind| way(Path::Kind(kind))).collect()
        };
        match gain {
            Gain::Also(_) => ways.extend(path.map(way)),
            Gain::Only(_) => *ways = path.map(way).into_iter().collect(),
            Gain::AlsoAs(set) => ways.extend(kinds(set)),
            Gain::OnlyAs(set) => {
                if !self.elements(position, set, frame).is_empty() {
                    *ways = kinds(set);
                }
            }
            Gain::To(set) => {
                let there = match only {
                    Some(only) if !self.lies_in(position, set, Element::On(only), frame) => return Some(()),
                    Some(only) => Bitboard::of(only),
                    None => given_to(given, gain).unwrap_or_else(|| places(set)),
                };
                ways.push(Lent { ends: ends & there, ..way(Path::Straight) });
            }
            Gain::Checks(_) => {}
        }
        Some(())
    }

    /// How the tables know a notation: as that of a kind of piece, or as lines. `None` if they do not know it.
    fn path_of(&self, viewer: Viewer, notation: &Notation, through: bool) -> Option<Path<'_, W>> {
        let all = self.board.all_squares;
        let moves_so = |kind: &PieceId| {
            let piece = self.rules.piece(*kind);
            let free = piece.extra.is_empty() && piece.confined[viewer.side].resize() == all;
            free && piece.movement.patterns == notation.movement.patterns
        };
        if !through && moves_so(&viewer.piece) {
            return Some(Path::Kind(viewer.piece));
        }
        if let Some(lines) = self.tree.notations.iter().find(|lines| lines.is(notation)) {
            return Some(Path::Lines(lines));
        }
        let twin = || self.rules.piece_ids().find(moves_so).map(Path::Kind);
        (!through).then(twin).flatten()
    }
}

/// `true` within a turn if the piece on a square has moved in it, or if a right to capture en passant waits for the end of the turn.
fn goes_on<const W: usize>(position: &Position<W>, from: Square) -> bool {
    let waits = |told: &Told| told.passed_too.is_some() || told.passed_in_turn.is_some();
    made(position) > 0 && position.told().is_some_and(|told| told.last.mover == Some(from) || waits(told))
}

/// `true` if moves come in place of a piece's own.
fn replaces(moves: &Moves) -> bool {
    moves.gains.iter().any(|gain| matches!(gain, Gain::Only(_) | Gain::OnlyAs(_)))
}

//! The squares on which effects after a move could capture, judging by the text of a rule and the geometry of the board alone.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::Position;
use crate::rules::tree::{Adjective, Block, Deed, EffectKind, Meaning, RuleKind, Set, SetKind, Tree, Whose};
use crate::rules::{PieceId, Rules};

use super::bounds::Bounds;
use super::lines::Lines;
use super::notations::NotationLines;
use super::untouched::kinds;
use super::viewer::Viewer;

/// On larger boards the sets would take more memory than the tests that they save are worth.
const MOST_SQUARES: usize = 128;

/// For each rule, its captures after moves. `None` for a rule about which nothing is known.
#[derive(Debug, Default)]
pub(super) struct Aims<const W: usize>(Vec<Option<Vec<Aim<W>>>>);

/// The notations of the tree that are plain lines, and the lines of the board.
type Known<'a, const W: usize> = (&'a [NotationLines<W>], &'a Lines<W>);

/// One effect that captures.
#[derive(Debug)]
struct Aim<const W: usize> {
    /// The kinds of pieces that it captures. `None` for all kinds.
    kinds: Option<Vec<PieceId>>,
    /// `true` if it captures only enemies of the mover.
    enemies: bool,
    /// The kinds of pieces whose moves it follows. `None` for all kinds.
    by: Option<Vec<PieceId>>,
    /// The squares from which a move may lead to a capture on a square, by side and captured square.
    starts: BySide<Vec<Bitboard<W>>>,
    /// The squares to which it may lead.
    ends: BySide<Vec<Bitboard<W>>>,
}

impl<const W: usize> Aims<W> {
    /// Reads the rules that capture after moves. If one of them does more than capture, it could change what the others capture.
    pub fn of(rules: &Rules, capturing: &[usize], known: Known<'_, W>) -> Aims<W> {
        let mut aims = Aims::default();
        if rules.geometry.len() > MOST_SQUARES {
            return aims;
        }
        aims.0.resize_with(rules.tree.rules.len(), || None);
        for number in capturing {
            let mut sets = Vec::new();
            let RuleKind::After { deeds, block } = &rules.tree.rules[*number].kind.kind else { continue };
            if !add_captures(block, &mut sets) {
                return Aims::default();
            }
            aims.0[*number] = Some(sets.into_iter().map(|set| Aim::of(rules, known, (deeds, set))).collect());
        }
        aims
    }

    /// The squares to which a move of a piece has to lead so that effects of a rule could capture a piece on a square, on a board without
    /// walls.
    pub fn ends(&self, rule: usize, viewer: Viewer, (target, victim): (Square, PieceId)) -> Bitboard<W> {
        let Some(Some(aims)) = self.0.get(rule) else { return !Bitboard::EMPTY };
        let side = viewer.side;
        let hits = |aim: &&Aim<W>| {
            aim.kinds.as_ref().is_none_or(|kinds| kinds.contains(&victim))
                && aim.starts[side][target.index()].contains(viewer.from)
        };
        aims.iter().filter(hits).fold(Bitboard::EMPTY, |all, aim| all | aim.ends[side][target.index()])
    }

    /// `true` if a rule captures only enemies of the mover, and it is known where.
    pub fn are_of_enemies(&self, rule: usize) -> bool {
        self.0.get(rule).and_then(|aims| aims.as_ref()).is_some_and(|aims| aims.iter().all(|aim| aim.enemies))
    }

    /// For each square with a piece of the side to move, the squares to which a move of that piece could lead so that effects of some rules
    /// capture. The rules capture [only enemies](Aims::are_of_enemies), and there are no walls on the board.
    pub fn aimed(&self, rules: &[usize], position: &Position<W>, squares: usize) -> Vec<Bitboard<W>> {
        let side = position.state.turn;
        let mut aimed = vec![Bitboard::EMPTY; squares];
        for aim in rules.iter().filter_map(|rule| self.0.get(*rule)?.as_ref()).flatten() {
            let of_kinds = |kinds: &Option<Vec<PieceId>>| {
                kinds.as_ref().map_or(!Bitboard::EMPTY, |kinds| position.of_pieces(kinds))
            };
            let movers = position.of_side(side) & of_kinds(&aim.by);
            for target in position.of_side(!side) & of_kinds(&aim.kinds) {
                for from in aim.starts[side][target.index()] & movers {
                    aimed[from.index()] |= aim.ends[side][target.index()];
                }
            }
        }
        aimed
    }
}

/// `true` if a set holds only enemies of the mover.
fn holds_enemies(tree: &Tree, set: &Set) -> bool {
    match &set.kind {
        SetKind::Filtered(Adjective::Of(Whose::Enemy), _) => true,
        SetKind::Filtered(_, inner)
        | SetKind::Related(inner, _)
        | SetKind::Where(inner, _)
        | SetKind::Except(inner, _) => holds_enemies(tree, inner),
        SetKind::Union(sets) => sets.iter().all(|set| holds_enemies(tree, set)),
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => holds_enemies(tree, set),
            Meaning::Condition(_) => false,
        },
        _ => false,
    }
}

/// The kinds of pieces that make moves of some kinds. `None` if any may.
fn movers(tree: &Tree, deeds: &[Deed]) -> Option<Vec<PieceId>> {
    let of = |deed: &Deed| kinds(tree, deed.kind.by.as_ref()?);
    let all: Option<Vec<Vec<PieceId>>> = deeds.iter().map(of).collect();
    Some(all?.concat())
}

impl<const W: usize> Aim<W> {
    fn of(rules: &Rules, (notations, lines): Known<'_, W>, (deeds, set): (&[Deed], &Set)) -> Aim<W> {
        let all: Bitboard<W> = rules.geometry.squares().resize();
        let bounds = |own: Side, mover, origin| Bounds {
            geometry: &rules.geometry,
            tree: &rules.tree,
            notations,
            all,
            own,
            mover,
            origin,
            lines,
        };
        let by_target = |hit: &dyn Fn(Square) -> Bitboard<W>| {
            let mut places = vec![Bitboard::EMPTY; rules.geometry.len()];
            for square in all {
                hit(square).iter().for_each(|target| places[target.index()].insert(square));
            }
            places
        };
        let starts = |side| by_target(&|from| bounds(side, all, Bitboard::of(from)).squares(set));
        let ends = |side| by_target(&|to| bounds(side, Bitboard::of(to), all).squares(set));
        Aim {
            kinds: kinds(&rules.tree, set),
            enemies: holds_enemies(&rules.tree, set),
            by: movers(&rules.tree, deeds),
            starts: BySide::from_fn(starts),
            ends: BySide::from_fn(ends),
        }
    }
}

/// Adds the sets that a block captures. Returns `false` if the block does anything else to pieces.
fn add_captures<'t>(block: &'t Block, sets: &mut Vec<&'t Set>) -> bool {
    block.effects.iter().all(|effect| match &effect.kind {
        EffectKind::Capture(set) => {
            sets.push(set);
            true
        }
        EffectKind::May(block) | EffectKind::Block(block) => add_captures(block, sets),
        EffectKind::Require(_) => true,
        _ => false,
    })
}

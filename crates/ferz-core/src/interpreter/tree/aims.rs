//! The squares on which effects after a move could capture, judging by the text of a rule and the geometry of the board alone.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::Position;
use crate::rules::tree::{
    Adjective, Block, Choice, Deed, EffectKind, Meaning, RuleKind, Set, SetKind, Tree, Whose, Word,
};
use crate::rules::{PieceId, Rules};

use super::bounds::Bounds;
use super::lines::{Lines, Rows};
use super::notations::NotationLines;
use super::open_board::OpenBoard;
use super::untouched::kinds;
use super::viewer::Viewer;

/// On larger boards the sets would take more memory than the tests that they save are worth.
const MOST_SQUARES: usize = 128;

/// For each rule, its captures after moves. `None` for a rule about which nothing is known.
#[derive(Debug, Default)]
pub(super) struct Aims<const W: usize>(Vec<Option<Vec<Aim<W>>>>);

/// The notations of the tree that are plain lines, and the lines and rows of the board.
pub(super) type Known<'a, const W: usize> = (&'a [NotationLines<W>], &'a Lines<W>, &'a Rows<W>);

/// One effect that captures.
#[derive(Debug)]
struct Aim<const W: usize> {
    /// The pieces that it captures.
    set: Set,
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
        let open = OpenBoard::of(rules);
        for number in capturing {
            let mut sets = Vec::new();
            let RuleKind::After { deeds, block } = &rules.tree.rules[*number].kind.kind else { continue };
            if !add_captures(block, &[], &mut sets) {
                return Aims::default();
            }
            aims.0[*number] = Some(sets.into_iter().map(|set| Aim::of(rules, (known, &open), (deeds, set))).collect());
        }
        aims
    }

    /// The squares to which a move of a piece has to lead so that effects of a rule could capture a piece on a square, on a board without
    /// walls.
    pub fn ends(&self, rule: usize, viewer: Viewer, (target, victim): (Square, PieceId)) -> Bitboard<W> {
        let Some(Some(aims)) = self.0.get(rule) else { return !Bitboard::EMPTY };
        let hits = aims.iter().filter(|aim| aim.may_hit(viewer, (target, victim)));
        hits.fold(Bitboard::EMPTY, |all, aim| all | aim.ends[viewer.side][target.index()])
    }

    /// The pieces of a side whose moves may lead to a capture of a piece by effects of some rules, on a board without walls. `None` if a
    /// rule is not known.
    pub fn takers(
        &self,
        rules: &[usize],
        position: &Position<W>,
        (side, target): (Side, Square),
    ) -> Option<Bitboard<W>> {
        let Some(victim) = position.cell(target).piece() else { return Some(Bitboard::EMPTY) };
        let mut takers = Bitboard::EMPTY;
        for rule in rules {
            for aim in self.0.get(*rule)?.as_ref()? {
                if aim.kinds.as_ref().is_none_or(|kinds| kinds.contains(&victim)) {
                    takers |= aim.starts[side][target.index()] & aim.movers(position);
                }
            }
        }
        Some(takers & position.of_side(side))
    }

    /// The sets that effects of a rule capture after a move of a piece and that may hold a victim on a square. `None` for a rule that is
    /// not known.
    pub fn sets(
        &self,
        rule: usize,
        viewer: Viewer,
        (target, victim): (Square, PieceId),
    ) -> Option<impl Iterator<Item = &Set>> {
        let aims = self.0.get(rule)?.as_ref()?;
        let hits = aims.iter().filter(move |aim| aim.may_hit(viewer, (target, victim)));
        Some(hits.map(|aim| &aim.set))
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
            let victims = aim.kinds.as_ref().map_or(!Bitboard::EMPTY, |kinds| position.of_pieces(kinds));
            let movers = position.of_side(side) & aim.movers(position);
            for target in position.of_side(!side) & victims {
                for from in aim.starts[side][target.index()] & movers {
                    aimed[from.index()] |= aim.ends[side][target.index()];
                }
            }
        }
        aimed
    }
}

/// `true` if a set holds only enemies of the mover.
pub(super) fn holds_enemies(tree: &Tree, set: &Set) -> bool {
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
    fn of(
        rules: &Rules,
        ((notations, lines, rows), open): (Known<'_, W>, &OpenBoard<W>),
        (deeds, set): (&[Deed], &Set),
    ) -> Aim<W> {
        let by = movers(&rules.tree, deeds);
        let all: Bitboard<W> = rules.geometry.squares().resize();
        let hit = |own: Side, mover: Square, origin| {
            let (geometry, tree, mover) = (&rules.geometry, &rules.tree, Bitboard::of(mover));
            let bounds = Bounds { geometry, tree, notations, all, own, mover, origin, lines, rows, now: None };
            bounds.squares(set)
        };
        let nowhere = || BySide::from_fn(|_| vec![Bitboard::EMPTY; rules.geometry.len()]);
        let (mut starts, mut ends) = (nowhere(), nowhere());
        for side in Side::ALL {
            let hits: Vec<(Square, Bitboard<W>)> = all.iter().map(|to| (to, hit(side, to, all))).collect();
            let asks_for_origin = hits.iter().any(|(to, squares)| hit(side, *to, Bitboard::EMPTY) != *squares);
            for (to, squares) in &hits {
                squares.iter().for_each(|target| ends[side][target.index()].insert(*to));
            }
            for from in all {
                let reached = open.ends(by.as_deref(), (side, from));
                let from_here = Bitboard::of(from);
                for (to, squares) in hits.iter().filter(|(to, _)| reached.contains(*to)) {
                    let squares = if asks_for_origin { hit(side, *to, from_here) } else { *squares };
                    squares.iter().for_each(|target| starts[side][target.index()].insert(from));
                }
            }
        }
        let (kinds, enemies) = (kinds(&rules.tree, set), holds_enemies(&rules.tree, set));
        Aim { set: set.clone(), kinds, enemies, by, starts, ends }
    }

    /// `false` if it captures no such piece on a square after any move of a piece.
    fn may_hit(&self, viewer: Viewer, (target, victim): (Square, PieceId)) -> bool {
        self.starts[viewer.side][target.index()].contains(viewer.from)
            && self.by.as_ref().is_none_or(|by| by.contains(&viewer.piece))
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&victim))
    }

    /// The pieces whose moves it follows.
    fn movers(&self, position: &Position<W>) -> Bitboard<W> {
        self.by.as_ref().map_or(!Bitboard::EMPTY, |kinds| position.of_pieces(kinds))
    }
}

/// Adds the sets that a block captures; for a chosen piece, the set to choose from. `choices` are those around the block. Returns
/// `false` if the block does anything else to pieces.
fn add_captures<'t>(block: &'t Block, choices: &[&'t Choice], sets: &mut Vec<&'t Set>) -> bool {
    let choices: Vec<&Choice> = choices.iter().copied().chain(&block.choices).collect();
    block.effects.iter().all(|effect| match &effect.kind {
        EffectKind::Capture(set) => {
            let chosen = match &set.kind {
                SetKind::Word(Word::Chosen(id)) => choices.iter().rev().find(|choice| choice.id == *id),
                _ => None,
            };
            sets.push(chosen.map_or(set, |choice| &choice.from));
            true
        }
        EffectKind::May(block) | EffectKind::Block(block) => add_captures(block, &choices, sets),
        EffectKind::Require(_) => true,
        _ => false,
    })
}

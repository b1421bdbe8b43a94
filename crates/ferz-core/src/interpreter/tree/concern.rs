//! The pieces that a rule about pieces may affect, judging by its text alone.

use crate::board::{Bitboard, BySide, Side};
use crate::position::Position;
use crate::rules::tree::{Adjective, Meaning, Moves, RelationKind, Rule, RuleKind, Set, SetKind, Tree};
use crate::rules::{PieceId, Rules};

use super::untouched::kinds;
use super::viewer::{Viewer, side_of};

/// The kinds and squares of pieces that a rule may affect. Other pieces need no test of the rule.
#[derive(Debug)]
pub(super) struct Concern<const W: usize> {
    /// Bit `n` stands for the `n`-th kind. `None` for all kinds.
    kinds: Option<[u64; 4]>,
    /// The same, in a list.
    listed: Vec<PieceId>,
    /// Squares of the pieces, by their side.
    stands: BySide<Bitboard<W>>,
}

impl<const W: usize> Concern<W> {
    /// Reads from the text of a rule which pieces it may concern.
    pub fn of(rules: &Rules, rule: &Rule) -> Concern<W> {
        let all = rules.geometry.squares().resize();
        let RuleKind::Pieces(moves) = &rule.kind.kind else {
            return Concern { kinds: None, listed: Vec::new(), stands: BySide { white: all, black: all } };
        };
        let listed = kinds(&rules.tree, &moves.pieces);
        let bits = |listed: &Vec<PieceId>| {
            let mut bits = [0; 4];
            listed.iter().for_each(|kind| bits[kind.index() / 64] |= 1 << (kind.index() % 64));
            bits
        };
        Concern {
            kinds: listed.as_ref().map(bits),
            listed: listed.unwrap_or_default(),
            stands: BySide::from_fn(|side| stands(&rules.tree, moves, side, all)),
        }
    }

    /// The kinds of the pieces. `None` for all kinds.
    pub fn kinds(&self) -> Option<&[PieceId]> {
        self.kinds.is_some().then_some(&self.listed)
    }

    /// The squares on which pieces of a side may be concerned.
    pub fn stands(&self, side: Side) -> Bitboard<W> {
        self.stands[side]
    }

    /// `false` if the rule names other kinds, other squares or another side only.
    #[inline]
    pub fn may_be(&self, viewer: Viewer) -> bool {
        let kind = viewer.piece.index();
        self.kinds.is_none_or(|kinds| kinds[kind / 64] >> (kind % 64) & 1 == 1)
            && self.stands[viewer.side].contains(viewer.from)
    }

    /// The pieces of a side that the rule may concern.
    pub fn among(&self, position: &Position<W>, side: Side) -> Bitboard<W> {
        let there = position.of_side(side) & self.stands[side];
        if self.kinds.is_some() { there & position.of_pieces(&self.listed) } else { there }
    }
}

/// All squares on which a piece of a side that the rule affects may stand.
fn stands<const W: usize>(tree: &Tree, moves: &Moves, side: Side, all: Bitboard<W>) -> Bitboard<W> {
    // If a rule lets another side move the piece, that side is the own side of the rule.
    let readers = if moves.moved_by.is_some() { vec![Side::White, Side::Black] } else { vec![side] };
    let squares = readers.into_iter().map(|own| Reader { tree, own, side, all }.squares(&moves.pieces));
    squares.fold(Bitboard::EMPTY, |all, some| all | some)
}

/// Finds the squares on which pieces of `side` in a set may stand. The own side of the set is `own`.
struct Reader<'t, const W: usize> {
    tree: &'t Tree,
    own: Side,
    side: Side,
    all: Bitboard<W>,
}

impl<const W: usize> Reader<'_, W> {
    /// All squares on which a piece of the side that lies in a set may stand.
    fn squares(&self, set: &Set) -> Bitboard<W> {
        match &set.kind {
            SetKind::None | SetKind::Empty | SetKind::Walls => Bitboard::EMPTY,
            SetKind::Area(area) => area.squares[self.own].resize() & self.all,
            SetKind::Union(sets) => sets.iter().fold(Bitboard::EMPTY, |all, set| all | self.squares(set)),
            SetKind::Filtered(adjective, inner) => match adjective {
                Adjective::Of(whose) if side_of(*whose, self.own).is_some_and(|owner| owner != self.side) => {
                    Bitboard::EMPTY
                }
                Adjective::Empty => Bitboard::EMPTY,
                _ => self.squares(inner),
            },
            SetKind::Related(inner, relation) => match &relation.kind {
                RelationKind::On(place) => self.squares(inner) & self.places(place),
                _ => self.squares(inner),
            },
            SetKind::Where(inner, _) | SetKind::Except(inner, _) => self.squares(inner),
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.squares(set),
                Meaning::Condition(_) => Bitboard::EMPTY,
            },
            _ => self.all,
        }
    }

    /// The squares of a region; all squares if the set is not a region.
    fn places(&self, set: &Set) -> Bitboard<W> {
        match &set.kind {
            SetKind::Area(area) => area.squares[self.own].resize() & self.all,
            SetKind::Union(sets) => sets.iter().fold(Bitboard::EMPTY, |all, set| all | self.places(set)),
            _ => self.all,
        }
    }
}

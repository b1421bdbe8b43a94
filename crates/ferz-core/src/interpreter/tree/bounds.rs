//! Squares that a set may hold at most, judging by its text and the geometry of the board, or by one position as well.

use crate::board::{Bitboard, Geometry, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::rules::tree::{
    Adjective, Condition, ConditionKind, Likeness, Meaning, Notation, Quantity, Relation, RelationKind, Set, SetKind,
    Tree, Word,
};

use super::lines::{Lines, Rows, of_pairs};
use super::notations::{Ground, NotationLines};
use super::viewer::side_of;

/// Finds the squares that a set may hold, with a piece of a side as the mover.
pub(super) struct Bounds<'t, const W: usize> {
    pub geometry: &'t Geometry,
    pub tree: &'t Tree,
    /// The notations of the tree that are plain lines.
    pub notations: &'t [NotationLines<W>],
    /// All squares of the board.
    pub all: Bitboard<W>,
    /// The side of the mover, which is the own side of the set.
    pub own: Side,
    /// The squares on which the mover may stand.
    pub mover: Bitboard<W>,
    /// The squares that the mover may have left.
    pub origin: Bitboard<W>,
    /// The squares on lines of the board.
    pub lines: &'t Lines<W>,
    /// The files and ranks of the board.
    pub rows: &'t Rows<W>,
    /// The position, if only one counts. `None` for any position.
    pub now: Option<Now<'t, W>>,
}

/// A position before a move that takes the mover from `origin` to `mover` and places no other piece.
#[derive(Clone, Copy)]
pub(super) struct Now<'t, const W: usize> {
    pub position: &'t Position<W>,
    /// The kind of the mover. `None` if the move may change it.
    pub mover: Option<PieceId>,
}

impl<const W: usize> Bounds<'_, W> {
    /// All squares that the set may hold, whatever stands on a board without walls.
    pub fn squares(&self, set: &Set) -> Bitboard<W> {
        match &set.kind {
            SetKind::None => Bitboard::EMPTY,
            SetKind::Word(Word::Mover) => self.mover,
            SetKind::Word(Word::Origin) => self.origin,
            SetKind::Area(area) => area.squares[self.own].resize() & self.all,
            SetKind::Union(sets) => sets.iter().fold(Bitboard::EMPTY, |all, set| all | self.squares(set)),
            SetKind::Pieces | SetKind::Kind(_) => self.pieces(set).unwrap_or(self.all),
            SetKind::Filtered(_, inner) => self.pieces(set).unwrap_or_else(|| self.squares(inner)),
            SetKind::First(inner) => self.squares(inner),
            SetKind::Related(inner, relation) => self.squares(inner) & self.related(relation),
            SetKind::Where(inner, condition) => {
                let unmet = |square: &Square| self.never_holds(condition, *square, is_empty_always(self.tree, inner));
                let squares = self.squares(inner);
                let out: Bitboard<W> = squares.iter().filter(unmet).collect();
                squares & !out
            }
            SetKind::Except(inner, other) => match &other.kind {
                SetKind::Area(area) => self.squares(inner) & !area.squares[self.own].resize(),
                _ => self.squares(inner),
            },
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.squares(set),
                Meaning::Condition(_) => Bitboard::EMPTY,
            },
            _ => self.all,
        }
    }

    /// The squares of pieces of some kinds and sides, if the position is known.
    fn pieces(&self, set: &Set) -> Option<Bitboard<W>> {
        let Now { position, mover } = self.now?;
        let anew = self.mover | self.origin;
        match &set.kind {
            SetKind::Pieces => Some(position.occupied() | anew),
            SetKind::Kind(kind) if mover.is_some_and(|mover| mover != *kind) => Some(position.of_piece(*kind)),
            SetKind::Kind(kind) => Some(position.of_piece(*kind) | anew),
            SetKind::Filtered(Adjective::Of(whose), inner) => {
                let pieces = self.pieces(inner)?;
                match side_of(*whose, self.own) {
                    Some(side) if side == self.own => Some(pieces & (position.of_side(side) | anew)),
                    Some(side) => Some(pieces & position.of_side(side)),
                    None => Some(pieces),
                }
            }
            SetKind::Filtered(_, inner) => self.pieces(inner),
            _ => None,
        }
    }

    /// All squares that may stand in a relation.
    fn related(&self, relation: &Relation) -> Bitboard<W> {
        match &relation.kind {
            RelationKind::On(set) => self.squares(set),
            RelationKind::Away { by, from, .. } => {
                let Some(lines) = self.notation(by) else { return self.all };
                let (sides, starts) = (self.sides_at(from), self.squares(from));
                if starts == self.all {
                    return self.all;
                }
                let leads = |from: Square| {
                    let ends = sides.iter().map(|side| lines.on_open_board((*side, from)));
                    ends.fold(Bitboard::EMPTY, |all, some| all | some)
                };
                starts.iter().map(leads).fold(Bitboard::EMPTY, |all, some| all | some)
            }
            RelationKind::Between(a, b) => self.in_line(a, b, |a, b| self.lines.pair(self.geometry, a, b).between),
            RelationKind::Beyond { just, of, from } => self.in_line(of, from, |of, from| {
                let pair = self.lines.pair(self.geometry, from, of);
                if *just { pair.just_beyond } else { pair.beyond }
            }),
            RelationKind::Same(Likeness::File, set) => {
                self.alike(set, |square| self.rows.files[self.geometry.file(square)])
            }
            RelationKind::Same(Likeness::Rank, set) => {
                self.alike(set, |square| self.rows.ranks[self.geometry.rank(square)])
            }
            _ => self.all,
        }
    }

    /// The squares of the rows of a set.
    fn alike(&self, set: &Set, row: impl Fn(Square) -> Bitboard<W>) -> Bitboard<W> {
        self.squares(set).iter().map(row).fold(Bitboard::EMPTY, |all, row| all | row)
    }

    /// `true` if a condition about a square is false whatever stands on a board without walls: no square may be where a notation leads
    /// from it, but the first step of the notation stays on the board.
    fn never_holds(&self, condition: &Condition, it: Square, empty: bool) -> bool {
        let ConditionKind::Count { many: Quantity::No, set, within: None } = &condition.kind else { return false };
        let SetKind::Related(inner, relation) = &set.kind else { return false };
        let RelationKind::Away { by, from, through: None } = &relation.kind else { return false };
        let (SetKind::Squares, SetKind::Word(Word::It)) = (&inner.kind, &from.kind) else { return false };
        let sides: &[Side] = if empty { &[self.own] } else { &Side::ALL };
        let closed = |occupied: Bitboard<W>| {
            let (empty, pieces) = (self.all & !occupied, self.all & occupied);
            Ground { blocked: self.all, empty, enemies: pieces, friends: pieces }
        };
        // A first step leads to a square whether it is empty or not.
        let leads = |lines: &NotationLines<W>, side| {
            let steps = |occupied| lines.ends((side, it), false, &closed(occupied));
            !(steps(Bitboard::EMPTY) & steps(self.all)).is_empty()
        };
        self.notation(by).is_some_and(|lines| sides.iter().all(|side| leads(lines, *side)))
    }

    /// The sides as which a notation may be read from the elements of a set.
    fn sides_at(&self, set: &Set) -> &[Side] {
        match &set.kind {
            SetKind::Word(Word::Mover) => std::slice::from_ref(&self.own),
            _ if is_empty_always(self.tree, set) => std::slice::from_ref(&self.own),
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.sides_at(set),
                Meaning::Condition(_) => &[],
            },
            SetKind::Related(inner, _) | SetKind::Where(inner, _) | SetKind::Except(inner, _) => self.sides_at(inner),
            _ => &Side::ALL,
        }
    }

    /// The squares on lines with a square of each of two sets.
    fn in_line(&self, a: &Set, b: &Set, of: impl Fn(Square, Square) -> Bitboard<W>) -> Bitboard<W> {
        let (a, b) = (self.squares(a), self.squares(b));
        if a == self.all && b == self.all { self.all } else { of_pairs((a, b), of) }
    }

    fn notation(&self, notation: &Notation) -> Option<&NotationLines<W>> {
        self.notations.iter().find(|lines| lines.is(notation))
    }
}

/// `true` if a set holds empty squares only.
pub(super) fn is_empty_always(tree: &Tree, set: &Set) -> bool {
    match &set.kind {
        SetKind::Empty => true,
        SetKind::Where(inner, _) | SetKind::Related(inner, _) | SetKind::Except(inner, _) => {
            is_empty_always(tree, inner)
        }
        SetKind::Union(all) => all.iter().all(|set| is_empty_always(tree, set)),
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => is_empty_always(tree, set),
            Meaning::Condition(_) => false,
        },
        _ => false,
    }
}

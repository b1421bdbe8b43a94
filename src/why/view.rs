//! Positions for the walker, with hypothetical changes, and the atoms of a piece.

use crate::board::{BySide, Side, Square, SquareSet};
use crate::rules::movement::Pattern;
use crate::rules::{PieceId, PlacedPiece, Rules, Setup};
use crate::walker::{self, Content, Context, EnPassant, Occupancy, Walk};

/// A position as one side sees it, with hypothetical contents of some squares.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Pieces and their squares.
    pub setup: &'a Setup,
    /// The side that sees the position.
    pub side: Side,
    /// Assumed contents of some squares; the last entry for a square counts.
    pub changes: &'a [(Square, Content)],
}

impl View<'_> {
    /// The real piece on a square; assumed contents are ignored.
    pub fn piece_at(&self, square: Square) -> Option<PlacedPiece> {
        self.setup.pieces[square.index()]
    }
}

impl Occupancy for View<'_> {
    fn content(&self, square: Square) -> Content {
        if let Some((_, content)) = self.changes.iter().rev().find(|(changed, _)| *changed == square) {
            return *content;
        }
        match self.piece_at(square) {
            Some(placed) => Content::PlacedPiece {
                friend: placed.side == self.side,
                royal: self.rules.piece(placed.piece).royalty.is_ever_royal(),
            },
            None if self.setup.walls.contains(square) => Content::Wall,
            None => Content::Empty,
        }
    }
}

/// The identity of a move of a piece's notation, from which `why::place` finds its place in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomId {
    /// The piece.
    pub piece: PieceId,
    /// `None` for the piece's `moves`, else an index into its `also`.
    pub extra: Option<usize>,
    /// The index of the pattern in that notation.
    pub pattern: usize,
}

/// A move of a piece's notation, with its limits.
#[derive(Clone, Copy, Debug)]
pub struct Atom<'a> {
    /// Its identity.
    pub id: AtomId,
    /// Its pattern.
    pub pattern: &'a Pattern,
    /// The permitted start squares; `None` for all.
    pub from: Option<&'a BySide<SquareSet>>,
    /// The permitted destinations; `None` for all.
    pub to: Option<&'a BySide<SquareSet>>,
}

/// The moves of a piece, in the order of the file.
pub fn atoms(rules: &Rules, piece: PieceId) -> Vec<Atom<'_>> {
    let definition = rules.piece(piece);
    let own = definition.movement.patterns.iter().enumerate().map(|(index, pattern)| Atom {
        id: AtomId { piece, extra: None, pattern: index },
        pattern,
        from: None,
        to: None,
    });
    let extra = definition.extra.iter().enumerate().flat_map(|(number, extra)| {
        extra.movement.patterns.iter().enumerate().map(move |(index, pattern)| Atom {
            id: AtomId { piece, extra: Some(number), pattern: index },
            pattern,
            from: Some(&extra.from),
            to: Some(&extra.to),
        })
    });
    own.chain(extra).collect()
}

/// The notation of a move, and the part of it that is the move.
pub fn excerpt(rules: &Rules, id: AtomId) -> (&str, &str) {
    let definition = rules.piece(id.piece);
    let (notation, movement) = match id.extra {
        None => (&definition.notation, &definition.movement),
        Some(number) => (&definition.extra[number].notation, &definition.extra[number].movement),
    };
    let span = movement.patterns[id.pattern].span.clone();
    (notation, notation.get(span).unwrap_or(notation))
}

/// Visits the walks of a single move of a notation from a square, without a fixed destination.
pub fn walk(
    view: &View<'_>,
    pattern: &Pattern,
    from: Square,
    (virgin, en_passant): (bool, Option<EnPassant>),
    visit: &mut impl FnMut(Walk),
) {
    let context = Context { virgin, en_passant, castling_partners: &SquareSet::EMPTY };
    walker::walk_pattern(pattern, &view.rules.geometry, view.side, from, view, &context, visit);
}

/// Returns `true` if the piece of `view.side` on a square counts as unmoved there.
pub fn is_virgin(view: &View<'_>, piece: PieceId, from: Square) -> bool {
    let kept = !view.rules.keeps_account_of(view.side, from) || view.setup.unmoved.contains(from);
    kept && view.rules.piece(piece).initial[view.side].contains(from)
}

/// The pieces of `view.side` that could capture a royal enemy on a square, each with the move that does.
pub fn attackers(view: &View<'_>, target: Square) -> Vec<(Square, PlacedPiece, AtomId)> {
    let mut changes = view.changes.to_vec();
    changes.push((target, Content::PlacedPiece { friend: false, royal: true }));
    let view = View { changes: &changes, ..*view };
    let mut found = Vec::new();
    for from in view.rules.geometry.squares().iter().filter(|square| *square != target) {
        let Some(placed) = view.piece_at(from).filter(|placed| placed.side == view.side) else { continue };
        let attacks = |atom: &Atom<'_>| {
            let virgin = is_virgin(&view, placed.piece, from);
            let land = land(&view, atom, from);
            let mut takes = false;
            walk(&view, atom.pattern, from, (virgin, None), &mut |walk| {
                takes |= walk.captures.contains(&target) && land.contains(walk.to);
            });
            takes
        };
        let by = atoms(view.rules, placed.piece).into_iter().find(|atom| attacks(atom));
        found.extend(by.map(|atom| (from, placed, atom.id)));
    }
    found
}

/// The destinations that regions permit for a move from a square.
pub fn land(view: &View<'_>, atom: &Atom<'_>, from: Square) -> SquareSet {
    if atom.from.is_some_and(|region| !region[view.side].contains(from)) {
        return SquareSet::EMPTY;
    }
    let confined = view.rules.piece(atom.id.piece).confined[view.side];
    atom.to.map_or(confined, |region| confined & region[view.side])
}

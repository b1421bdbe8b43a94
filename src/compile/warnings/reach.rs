//! The squares that pieces can ever reach, whatever the other pieces do.

use std::collections::HashSet;

use crate::board::{Side, Square, SquareSet};
use crate::rules::movement::Pattern;
use crate::rules::{HandRule, Piece, PieceId, PromotionZone, Rules};
use crate::walker;

/// Boards with a larger product of legs and squares are not searched; pieces are then assumed to reach all squares.
const VAST: usize = 4_000;

/// The pieces that promote, with the squares that they can ever reach.
pub(super) struct Reach {
    /// The pieces with a promotion, one for each start square.
    pub(super) pieces: Vec<Traveller>,
}

/// A piece, with a square on which it starts or may be dropped.
pub(super) struct Traveller {
    pub(super) piece: PieceId,
    pub(super) side: Side,
    /// Its square in the setup; `None` for pieces from hands, shuffles and promotions.
    pub(super) from: Option<Square>,
    /// `true` if one of its moves can ever promote it.
    pub(super) promotes: bool,
}

impl Reach {
    /// Follows all pieces with a promotion.
    pub(super) fn of_promoting(rules: &Rules) -> Reach {
        let mut pieces = Vec::new();
        for id in rules.piece_ids().filter(|id| rules.piece(*id).promotion.is_some()) {
            for side in Side::ALL {
                let placed = crate::compile::drafts::squares_of(&rules.setup, side, id);
                for from in placed {
                    let promotes = can_promote(rules, id, side, SquareSet::of(from));
                    pieces.push(Traveller { piece: id, side, from: Some(from), promotes });
                }
                let elsewhere = comes_elsewhere(rules, id, side);
                if !elsewhere.is_empty() {
                    let promotes = can_promote(rules, id, side, elsewhere);
                    pieces.push(Traveller { piece: id, side, from: None, promotes });
                }
            }
        }
        Reach { pieces }
    }
}

/// The squares on which pieces of a kind may appear without being in the setup.
fn comes_elsewhere(rules: &Rules, id: PieceId, side: Side) -> SquareSet {
    let piece = rules.piece(id);
    let all = rules.geometry.squares();
    let held = rules.setup.hands[side][id.index()] > 0 || rules.hand == Some(HandRule::Captured);
    let dropped = piece.drop.as_ref().filter(|_| held && rules.hand.is_some());
    let mut squares = dropped.map_or(SquareSet::EMPTY, |drop| drop.on[side]);
    let shuffled = rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps).any(|step| step.pieces.contains(&id));
    let made = rules.pieces.iter().filter_map(|other| other.promotion.as_ref());
    if shuffled || made.into_iter().any(|promotion| promotion.choices[side].contains(&id)) {
        squares |= all;
    }
    squares & piece.confined[side] & all
}

/// Returns `true` if a piece that starts on one of some squares can ever make a move that promotes it.
fn can_promote(rules: &Rules, id: PieceId, side: Side, starts: SquareSet) -> bool {
    let piece = rules.piece(id);
    let Some(promotion) = &piece.promotion else { return false };
    if promotion.choices[side].is_empty() || promotion.limits[side].iter().all(|limit| *limit == Some(0)) {
        return false;
    }
    if is_vast(rules, piece) || rules.tree.moves_pieces() {
        return true;
    }
    let zone = promotion.zone[side];
    let mut promotes = false;
    travel(rules, piece, side, starts, &mut |from, ends| {
        let starts_in_zone = matches!(promotion.when, PromotionZone::Touching | PromotionZone::Entering)
            && zone.contains(from)
            && !ends.is_empty();
        promotes |= starts_in_zone || ends.intersects(&zone);
        !promotes
    });
    promotes
}

/// Follows a piece from some squares until it has visited all reachable squares or the visitor stops. The visitor
/// gets each square and the squares to which the piece can move from there.
fn travel(
    rules: &Rules,
    piece: &Piece,
    side: Side,
    starts: SquareSet,
    visit: &mut dyn FnMut(Square, SquareSet) -> bool,
) {
    let (mut waiting, mut seen): (Vec<Square>, HashSet<Square>) = (starts.iter().collect(), HashSet::new());
    while let Some(from) = waiting.pop() {
        if !seen.insert(from) {
            continue;
        }
        let ends = ends(rules, piece, side, from);
        if !visit(from, ends) {
            return;
        }
        waiting.extend(ends.iter().filter(|square| !seen.contains(square)));
    }
}

/// Every square on which a piece of a side can ever stand.
pub(super) fn range(rules: &Rules, id: PieceId, side: Side) -> SquareSet {
    let piece = rules.piece(id);
    if is_vast(rules, piece) || matches!(rules.hand, Some(HandRule::Own | HandRule::Returned | HandRule::Unlimited)) {
        return rules.geometry.squares();
    }
    let mut starts = comes_elsewhere(rules, id, side) | crate::compile::drafts::squares_of(&rules.setup, side, id);
    let moved = rules.pieces.iter().filter_map(|other| other.promotion_move.as_ref());
    if moved.into_iter().any(|promotion| promotion.choices.contains(&id)) || rules.effects.gating.contains(&id) {
        starts |= rules.geometry.squares();
    }
    let mut range = starts;
    travel(rules, piece, side, starts, &mut |_, ends| {
        range |= ends;
        true
    });
    range
}

/// Boards with more squares are not searched from every square.
const LIGHT: usize = 400;

/// Returns `true` if it takes little work to follow a piece from every square: loading a variant runs all checks.
pub(super) fn is_light(rules: &Rules, piece: &Piece) -> bool {
    let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
    let single = movements.flat_map(|movement| &movement.patterns).all(|pattern| pattern.legs().len() < 2);
    single && rules.geometry.len() <= LIGHT
}

/// Returns `true` for pieces whose moves would take long to follow. They are assumed to reach all squares.
fn is_vast(rules: &Rules, piece: &Piece) -> bool {
    let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
    let legs = movements.flat_map(|movement| &movement.patterns).map(|pattern| pattern.legs().len()).max().unwrap_or(0);
    legs > 1 && legs * rules.geometry.len() > VAST
}

/// Every square that a piece can reach from a square in one move, if the other pieces stand where the move needs them.
pub(super) fn ends(rules: &Rules, piece: &Piece, side: Side, from: Square) -> SquareSet {
    let mut ends = steps(rules, piece, side, from);
    let castles = rules.castling.iter().filter(|rule| rule.side == side);
    for rule in castles {
        let id = |pieces: &[PieceId]| pieces.iter().any(|id| std::ptr::eq(rules.piece(*id), piece));
        if id(&rule.movers) {
            ends.insert(rule.to);
        }
        if id(&rule.partners) {
            ends.insert(rule.partner_to);
        }
    }
    ends
}

/// The squares of `ends` without those of castling.
pub(super) fn steps(rules: &Rules, piece: &Piece, side: Side, from: Square) -> SquareSet {
    let virgin = piece.initial[side].contains(from);
    let confined = piece.confined[side];
    let extra = piece.extra.iter().filter(|extra| extra.from[side].contains(from));
    let extra = extra.map(|extra| (&extra.movement, extra.to[side] & confined));
    let mut ends = SquareSet::EMPTY;
    for (movement, allowed) in std::iter::once((&piece.movement, confined)).chain(extra) {
        // Moves that capture only royal pieces are left out: they forbid squares and are never made.
        let made = movement.patterns.iter().filter(|pattern| !pattern.terms().is_some_and(|terms| terms.royal_only));
        for pattern in made {
            ends |= walker::potential(pattern, &rules.geometry, side, from, virgin) & allowed;
        }
    }
    ends.remove(from);
    ends
}

/// The piece with some of its moves.
pub(super) fn with_patterns(piece: &Piece, keep: impl Fn(&Pattern) -> bool) -> Piece {
    let mut part = piece.clone();
    let movements = part.extra.iter_mut().map(|extra| &mut extra.movement);
    for movement in std::iter::once(&mut part.movement).chain(movements) {
        movement.patterns.retain(&keep);
    }
    part
}

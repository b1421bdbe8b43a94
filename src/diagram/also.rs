//! Moves that depend on squares (`also:`). The script supports only some of them.

use crate::board::{BySide, Side, Square, SquareSet};
use crate::rules::movement::{Movement, Pattern};
use crate::rules::{ExtraMoves, Piece, PieceId, Rules};

use super::promotions::{Promotions, ranks};
use super::report::Report;

/// All moves of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Own {
    /// The notation.
    pub(super) notation: String,
    /// The squares on which it may stand.
    pub(super) zone: BySide<SquareSet>,
    /// `true` if it may capture a royal piece outside these squares.
    pub(super) strikes_out: bool,
}

/// A piece with more moves on the far ranks than on the others. For the script, it becomes another piece when it gets
/// there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Crossing {
    /// The piece.
    pub(super) piece: PieceId,
    /// The number of far ranks.
    pub(super) zone: usize,
    /// Its moves there.
    pub(super) notation: String,
}

/// The moves of a piece. Moves that the script cannot have are reported.
pub(super) fn own(rules: &Rules, id: PieceId, crosses: bool, report: &mut Report<'_>) -> Own {
    let piece = rules.piece(id);
    let mut own = Own { notation: piece.notation.clone(), zone: piece.confined, strikes_out: false };
    for extra in piece.extra.iter().filter(|_| !crosses) {
        let everywhere = is_everywhere(rules, piece, &extra.from);
        if everywhere && is_everywhere(rules, piece, &extra.to) && !extra.unless_check {
            own.notation += &extra.notation;
        } else if everywhere && only_strikes(&piece.movement) && piece.extra.len() == 1 && !extra.unless_check {
            own.notation += &extra.notation;
            own.zone = BySide::from_fn(|side| own.zone[side] & extra.to[side]);
            own.strikes_out = true;
        } else {
            let what = format!("moves that depend on squares (`{}`)", piece.name);
            report.lacks(&format!("pieces/{}/also", piece.name), what);
        }
    }
    own
}

/// The piece with more moves on the far ranks, if the game has one, and no other promotion.
pub(super) fn crossing(rules: &Rules, promotions: &Promotions) -> Option<Crossing> {
    let mut found = rules.piece_ids().filter_map(|id| {
        let piece = rules.piece(id);
        let [extra] = &piece.extra[..] else { return None };
        let stays = |movement: &Movement| movement.patterns.iter().all(never_back);
        let fits = stays(&piece.movement) && stays(&extra.movement) && !extra.unless_check;
        let zone = ranks(rules, &Side::ALL, extra.from).filter(|_| fits && starts_before(rules, id, extra))?;
        let notation = format!("{}{}", piece.notation, extra.notation);
        is_everywhere(rules, piece, &extra.to).then_some(Crossing { piece: id, zone, notation })
    });
    let only = found.next().filter(|_| *promotions == Promotions::None)?;
    found.next().is_none().then_some(only)
}

/// Returns `true` if no such piece stands on the far ranks at the start.
fn starts_before(rules: &Rules, id: PieceId, extra: &ExtraMoves) -> bool {
    let placed = |side: Side, square: Square| {
        rules.setup.pieces[square.index()].is_some_and(|placed| placed.piece == id && placed.side == side)
    };
    let starts = |side: Side| extra.from[side].iter().any(|square| placed(side, square));
    !Side::ALL.into_iter().any(starts) && rules.hand.is_none()
}

/// Returns `true` if these are all squares on which the piece may stand.
fn is_everywhere(rules: &Rules, piece: &Piece, squares: &BySide<SquareSet>) -> bool {
    let board = rules.geometry.squares();
    Side::ALL.into_iter().all(|side| (board & piece.confined[side]).is_subset(&squares[side]))
}

/// Returns `true` if all moves are captures of royal pieces.
fn only_strikes(movement: &Movement) -> bool {
    let strikes = |pattern: &Pattern| pattern.legs().last().is_some_and(|leg| leg.terms.royal_only && !leg.terms.quiet);
    !movement.patterns.is_empty() && movement.patterns.iter().all(strikes)
}

/// Returns `true` if the move is a single leg that does not go backwards.
fn never_back(pattern: &Pattern) -> bool {
    pattern.single_leg().is_some_and(|leg| leg.steps().all(|step| step.ranks >= 0))
}

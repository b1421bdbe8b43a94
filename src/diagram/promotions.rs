//! Promotions.
//!
//! The script knows two kinds. In the first one, the first pieces of the list promote in a zone of whole ranks and have
//! the same choices. In the second one, each of them may become its own form, a fixed number of lines further down.

use crate::board::{BySide, Side, SquareSet};
use crate::rules::{PieceId, Promotion, PromotionZone, Rules};

use super::report::Report;

/// The promotions of a game, as the script has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Promotions {
    /// No piece promotes.
    None,
    /// The pieces promote in the last `zone` ranks to one of the choices.
    Choices {
        pieces: Vec<PieceId>,
        zone: usize,
        choices: Vec<PieceId>,
        /// The squares of the zone on which a piece may decline its promotion.
        may_decline: MayDecline,
        /// `true` if a piece can only become one that its side has lost.
        lost: bool,
    },
    /// Each piece may become its form, by a move that touches the last `zone` ranks.
    Forms { pairs: Vec<(PieceId, PieceId)>, zone: usize },
}

/// The squares of the zone on which a piece may decline its promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MayDecline {
    Nowhere,
    BeforeTheLastRank,
    Anywhere,
}

/// A promotion that is the same for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    piece: PieceId,
    zone: usize,
    choices: Vec<PieceId>,
    when: PromotionZone,
    may_decline: Option<MayDecline>,
    lost: bool,
}

/// The promotions of a game. Others than those that the script knows are reported.
pub(super) fn promotions(rules: &Rules, report: &mut Report<'_>) -> Promotions {
    let mut known = Vec::new();
    for id in rules.piece_ids() {
        let Some(promotion) = &rules.piece(id).promotion else { continue };
        match usual(rules, id, promotion) {
            Ok(found) => known.extend(found),
            Err(what) => report.lacks(&path(rules, id), format!("{what} (`{}`)", rules.piece(id).name)),
        }
    }
    let Some(first) = known.first() else { return Promotions::None };
    let forms_alone = first.may_decline != Some(MayDecline::Nowhere) && first.choices.len() == 1;
    if forms_alone && (first.when != PromotionZone::Arriving || known.len() > 1) {
        return forms(rules, &known, report);
    }
    choices(rules, &known, report)
}

fn path(rules: &Rules, id: PieceId) -> String {
    format!("pieces/{}/promotion", rules.piece(id).name)
}

/// A promotion that the script may know; `None` if it never takes place.
fn usual(rules: &Rules, piece: PieceId, promotion: &Promotion) -> Result<Option<Known>, &'static str> {
    let sides: Vec<Side> = Side::ALL.into_iter().filter(|side| !promotion.zone[*side].is_empty()).collect();
    let may = |side: &Side| promotion.choices[*side].iter().zip(&promotion.limits[*side]).any(|(_, n)| *n != Some(0));
    let sides: Vec<Side> = sides.into_iter().filter(may).collect();
    let Some(side) = sides.first() else { return Ok(None) };
    let (white, black) = (&promotion.choices.white, &promotion.choices.black);
    if sides.len() == 2 && white != black {
        return Err("different choices of the sides when a piece promotes");
    }
    let lost = sides.iter().all(|side| of_lost(rules, *side, promotion));
    if !lost && promotion.limits[*side].iter().any(Option::is_some) {
        return Err("a limit for promotions to one piece");
    }
    let zone = ranks(rules, &sides, promotion.zone).ok_or("promotion on squares other than the last ranks")?;
    let must = BySide::from_fn(|side| promotion.mandatory[side] & promotion.zone[side]);
    let may_decline = match ranks(rules, &sides, must) {
        _ if sides.iter().all(|side| must[*side].is_empty()) => Some(MayDecline::Anywhere),
        Some(ranks) if ranks == zone => Some(MayDecline::Nowhere),
        Some(1) => Some(MayDecline::BeforeTheLastRank),
        _ => None,
    };
    let choices = promotion.choices[*side].clone();
    Ok(Some(Known { piece, zone, choices, when: promotion.when, may_decline, lost }))
}

/// Returns `true` if a side may have as many of each choice as at the start, so that only lost pieces come back. The script
/// has that as pieces that are taken from the hand, into which captured pieces go.
fn of_lost(rules: &Rules, side: Side, promotion: &Promotion) -> bool {
    let at_start = |id: &PieceId| {
        let placed = rules.setup.pieces.iter().flatten();
        placed.filter(|placed| placed.piece == *id && placed.side == side).count()
    };
    let mut limited = promotion.choices[side].iter().zip(&promotion.limits[side]);
    rules.hand.is_none() && limited.all(|(id, limit)| limit.map(usize::from) == Some(at_start(id)))
}

/// The number of ranks at the far end that make up the promotion squares of these sides; `None` if the squares are not whole
/// ranks at that end.
pub(super) fn ranks(rules: &Rules, sides: &[Side], squares: BySide<SquareSet>) -> Option<usize> {
    let board = &rules.geometry;
    let last = |side: Side, ranks: usize| -> SquareSet {
        board.squares().iter().filter(|square| board.rank_for(side, *square) + ranks >= board.ranks()).collect()
    };
    (1..=board.ranks()).find(|ranks| sides.iter().all(|side| last(*side, *ranks) == squares[*side]))
}

/// The pieces that choose what they become.
fn choices(rules: &Rules, known: &[Known], report: &mut Report<'_>) -> Promotions {
    let first = &known[0];
    let alike = |other: &&Known| {
        let key = |known: &Known| (known.zone, known.choices.clone(), known.may_decline, known.lost);
        key(other) == key(first)
    };
    for other in known.iter().filter(|other| !alike(other)) {
        report.lacks(&path(rules, other.piece), "promotions that differ from piece to piece");
    }
    let pieces: Vec<PieceId> = known.iter().filter(alike).map(|known| known.piece).collect();
    if first.when != PromotionZone::Arriving {
        report.lacks(&path(rules, first.piece), "promotion by moves that do not end in the zone");
    }
    let may_decline = first.may_decline.filter(|may_decline| *may_decline == MayDecline::Nowhere || pieces.len() == 1);
    if may_decline.is_none() {
        report.lacks(&path(rules, first.piece), "where a piece may stay what it is");
    }
    let may_decline = may_decline.unwrap_or(MayDecline::Nowhere);
    Promotions::Choices { pieces, zone: first.zone, choices: first.choices.clone(), may_decline, lost: first.lost }
}

/// The pieces that have forms of their own.
fn forms(rules: &Rules, known: &[Known], report: &mut Report<'_>) -> Promotions {
    let first = &known[0];
    let mut pairs: Vec<(PieceId, PieceId)> = Vec::new();
    for own in known {
        let form = own.choices[0];
        let taken = pairs.iter().any(|(base, known)| *known == form || *base == form);
        if own.choices.len() > 1 || own.zone != first.zone || taken || known.iter().any(|other| other.piece == form) {
            report.lacks(&path(rules, own.piece), "promotions that differ from piece to piece");
            continue;
        }
        pairs.push((own.piece, form));
        if own.may_decline != Some(MayDecline::Anywhere) {
            let what = format!("where a piece must promote (`{}`)", rules.piece(own.piece).name);
            report.lacks(&path(rules, own.piece), what);
        }
        // With a hand, the script lets a piece promote by each move that touches the zone; without one, by moves into the
        // zone and by captures in it.
        let expected = if rules.hand.is_some() { PromotionZone::Touching } else { PromotionZone::Entering };
        if own.when != expected {
            report.lacks(&path(rules, own.piece), "which moves promote a piece in the zone");
        }
    }
    Promotions::Forms { pairs, zone: first.zone }
}

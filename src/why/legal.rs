//! Reasons why a legal move is legal.

use crate::interpreter::{Move, MoveKind};
use crate::rules::{Pass, PromotionZone, Rules, Setup};
use crate::walker::EnPassant;

use super::reason::Reason;
use super::view::{View, atoms, is_virgin, land, walk};

/// The rules that allow a move.
pub(super) fn grounds(setup: &Setup, rules: &Rules, made: &Move) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = match made.kind() {
        MoveKind::Drop => vec![Reason::Drop { piece: made.piece }],
        MoveKind::Castling { partner, .. } => {
            let right = setup.castling.iter().find(|right| {
                right.from == made.from && right.partner == partner && rules.castling[right.rule as usize].to == made.to
            });
            right.map(|right| Reason::Castling { rule: right.rule as usize }).into_iter().collect()
        }
        _ if made.is_pass() && may_pass(rules) => vec![Reason::Passes],
        _ => atom(setup, rules, made).into_iter().collect(),
    };
    if !matches!(made.kind(), MoveKind::Drop | MoveKind::Castling { .. }) {
        reasons.extend(promotion(setup, rules, made, reasons.is_empty()));
    }
    reasons.extend(made.gate().map(|gate| Reason::Gates { piece: gate.piece, on: gate.on }));
    reasons.extend(made.wall().map(|on| Reason::PutsWall { on }));
    reasons
}

/// Returns `true` if a rule of the variant lets a side pass. Otherwise a pass is a move of a piece that returns to
/// its square.
fn may_pass(rules: &Rules) -> bool {
    let constraints = &rules.constraints;
    constraints.pass != Pass::Never || !constraints.face_off.is_empty() || !rules.beyond.is_empty()
}

/// The first move of the notation with exactly these effects.
fn atom(setup: &Setup, rules: &Rules, made: &Move) -> Option<Reason> {
    let side = setup.turn;
    let view = View { rules, setup, side, changes: &[] };
    let placed = view.piece_at(made.from)?;
    let virgin = is_virgin(&view, placed.piece, made.from);
    let right: Option<EnPassant> = setup.en_passant.map(Into::into);
    let mut wanted = made.captures().squares().to_vec();
    wanted.sort_unstable();
    let does = |atom: &super::Atom<'_>| {
        let land = land(&view, atom, made.from);
        let mut found = false;
        walk(&view, atom.pattern, made.from, (virgin, right), &mut |walk| {
            let mut taken = walk.captures.to_vec();
            taken.sort_unstable();
            let passing = made.kind() == MoveKind::EnPassant;
            found |= walk.to == made.to && taken == wanted && walk.en_passant == passing && land.contains(walk.to);
        });
        found
    };
    let by = atoms(rules, placed.piece).into_iter().find(does)?;
    Some(Reason::Atom {
        placed,
        by: by.id,
        first: by.pattern.initial,
        takes: made.captures().squares().iter().filter_map(|square| Some((*square, view.piece_at(*square)?))).collect(),
        en_passant: made.kind() == MoveKind::EnPassant,
    })
}

/// The reason for a promotion. `alone` is `true` if the piece makes no move of its notation.
fn promotion(setup: &Setup, rules: &Rules, made: &Move, alone: bool) -> Option<Reason> {
    let (piece, choice) = (made.piece, made.promotion()?);
    let own =
        rules.piece(piece).promotion.as_ref().filter(|own| {
            !alone && counts(own, setup, made.from, made.to) && own.choices[setup.turn].contains(&choice)
        });
    let step = || rules.piece(piece).promotion_move.as_ref();
    match own {
        Some(own) => Some(Reason::Promotes { piece, choice, must: own.mandatory[setup.turn].contains(made.to) }),
        None => step().map(|_| Reason::MovesToPromote { piece, choice, in_place: made.from == made.to }),
    }
}

/// Returns `true` if a move between these squares starts or ends in the promotion zone, as the rule demands.
pub(super) fn counts(
    promotion: &crate::rules::Promotion,
    setup: &Setup,
    from: crate::board::Square,
    to: crate::board::Square,
) -> bool {
    let zone = promotion.zone[setup.turn];
    let leaves = matches!(promotion.when, PromotionZone::Touching | PromotionZone::Entering);
    zone.contains(to) || (leaves && zone.contains(from))
}

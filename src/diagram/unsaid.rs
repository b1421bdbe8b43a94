//! Rules that have no words in the definition.

use crate::board::{BySide, Side, Square, SquareSet};
use crate::rules::{Beyond, Constraints, Effects, HandRule, Pass, Piece, PieceId, Rules, Sight, Source};

use super::report::Report;
use super::shuffle::can_shuffle;

/// Reports all rules that the definition never has.
pub(super) fn report(rules: &Rules, report: &mut Report<'_>) {
    told(rules, report);
    constraints(rules, report);
    effects(rules, report);
    beyond(&rules.beyond, report);
    rules.piece_ids().for_each(|id| piece(rules, id, report));
    hands(rules, report);
    if rules.shuffle.is_some() && !can_shuffle(rules) {
        report.lacks("shuffle", "this shuffle of the pieces");
    }
    if rules.setup.turn == Side::Black {
        report.lacks("setup", "that Black moves first");
    }
    if rules.look.sight != Sight::All {
        report.lacks("look/sight", "which squares a side sees");
    }
}

/// Reports rules that are written in the language of rules.
fn told(rules: &Rules, report: &mut Report<'_>) {
    let tree = &rules.tree;
    let kinds = tree.rules.iter().map(|rule| (rule.source, "rules", format!("the rule `{}`", rule.kind.name)));
    let ends = tree.ends.iter().map(|end| (end.source, "end", format!("the end `{}`", end.kind.name)));
    let turns = tree.turns.iter().map(|_| (Source::default(), "turns", "turns of several moves".to_owned()));
    for (place, path, what) in kinds.chain(ends).chain(turns) {
        match place.span {
            Some(span) => report.lacks_at(span, what),
            None => report.lacks(path, what),
        }
    }
}

fn constraints(rules: &Rules, report: &mut Report<'_>) {
    let Constraints { must_capture, must_drop, no_checks, royal_stays_in_check, face_off, pass } = &rules.constraints;
    let found = [
        (*must_capture, "must_capture", "that captures are mandatory"),
        (!must_drop.is_empty(), "must_drop", "that pieces must be dropped first"),
        (*no_checks, "no_checks", "that checks are forbidden"),
        (*royal_stays_in_check, "royal_stays_in_check", "that a royal piece in check must stay"),
        (!face_off.is_empty(), "face_off", "that royal pieces may not face each other"),
        (*pass != Pass::Never, "pass", "when a side may pass"),
    ];
    for (there, key, what) in found {
        if there {
            report.lacks(&format!("rules/{}", rules.name_of(key)), what);
        }
    }
}

fn effects(rules: &Rules, report: &mut Report<'_>) {
    let Effects { blast, petrifies, flips, walls, gating } = &rules.effects;
    let found = [
        (blast.is_some(), "blast", "explosions"),
        (!petrifies.is_empty(), "petrifies", "pieces that become walls"),
        (flips.is_some(), "flips", "pieces that change sides"),
        (walls.is_some(), "walls", "walls that are put up"),
        (!gating.is_empty(), "gating", "pieces that enter behind a first move"),
    ];
    for (there, key, what) in found {
        if there {
            report.lacks(&format!("rules/{}", rules.name_of(key)), what);
        }
    }
}

fn beyond(beyond: &Beyond, report: &mut Report<'_>) {
    let plain = Beyond::default();
    let found = [
        (beyond.takes != plain.takes, "takes", "special captures"),
        (beyond.relations != plain.relations, "relations", "what pieces do to pieces beside them or in line"),
        (beyond.turns != plain.turns, "turns", "turns of several actions"),
        (beyond.levels != plain.levels, "levels", "that the boards are two"),
    ];
    for (there, key, what) in found {
        if there {
            report.lacks(&format!("rules/{key}"), what);
        }
    }
}

fn piece(rules: &Rules, id: PieceId, report: &mut Report<'_>) {
    let piece = rules.piece(id);
    let found = [
        (!starts_as_unmoved(rules, id), "initial", "the squares on which first moves are possible"),
        (!piece.initial_until.is_empty(), "initial_until", "first moves that an attack ends"),
        (piece.promotion_move.is_some(), "promotion_move", "promotions as moves of their own"),
        (!piece.safe_from.is_empty(), "safe_from", "which pieces cannot capture it"),
        (!piece.blocked_by.is_empty(), "blocked_by", "which pieces it can neither capture nor pass"),
    ];
    for (there, key, what) in found {
        if there {
            report.lacks(&format!("pieces/{}/{key}", piece.name), format!("{what} (`{}`)", piece.name));
        }
    }
}

/// Returns `true` if the piece has no first moves, or has them from its start squares only.
fn starts_as_unmoved(rules: &Rules, id: PieceId) -> bool {
    let piece = rules.piece(id);
    let has_first = piece.movement.patterns.iter().any(|pattern| pattern.initial);
    let start = BySide::from_fn(|side: Side| -> SquareSet {
        let placed = |square: &Square| {
            rules.setup.pieces[square.index()].is_some_and(|placed| placed.piece == id && placed.side == side)
        };
        rules.geometry.squares().iter().filter(placed).collect()
    });
    let same = |side: Side| start[side].is_empty() || piece.initial[side] == start[side];
    !has_first || rules.unmoved.is_some() || Side::ALL.into_iter().all(same)
}

fn hands(rules: &Rules, report: &mut Report<'_>) {
    let Some(hand) = rules.hand else { return };
    match hand {
        HandRule::Captured => {}
        HandRule::Setup => {}
        HandRule::Own | HandRule::Returned => report.lacks("hand", "which pieces come into the hand"),
        HandRule::Unlimited => report.lacks("hand", "that the hand is unlimited"),
    }
    let names =
        |ids: &[PieceId]| ids.iter().map(|id| format!("`{}`", rules.piece(*id).name)).collect::<Vec<_>>().join(", ");
    let odd: Vec<PieceId> = rules.piece_ids().filter(|id| !comes_back(rules, *id, rules.piece(*id))).collect();
    if hand == HandRule::Captured && !odd.is_empty() {
        report.lacks("hand", format!("as what captured pieces come into the hand ({})", names(&odd)));
    }
    for id in rules.piece_ids() {
        let piece = rules.piece(id);
        let Some(drop) = &piece.drop else { continue };
        let all = rules.geometry.squares();
        let anywhere = Side::ALL.into_iter().all(|side| all.is_subset(&drop.on[side]));
        let free = drop.also_as.is_empty() && drop.per_file.is_none() && drop.mate && drop.check;
        if !anywhere || !free || drop.place != Default::default() || drop.first != BySide::default() {
            let what = format!("where and how `{}` may be dropped", piece.name);
            report.lacks(&format!("pieces/{}/drop", piece.name), what);
        }
    }
}

/// Returns `true` if a captured piece comes into the hand as the script has it: a form as the piece whose form it is, and
/// every other piece as itself.
fn comes_back(rules: &Rules, id: PieceId, piece: &Piece) -> bool {
    let becomes = |base: &PieceId| {
        let promotion = rules.piece(*base).promotion.as_ref();
        promotion
            .is_some_and(|promotion| promotion.choices.white.contains(&id) || promotion.choices.black.contains(&id))
    };
    let expected = match rules.piece_ids().filter(becomes).collect::<Vec<_>>()[..] {
        [] => Some(id),
        [base] => {
            let promotion = rules.piece(base).promotion.as_ref();
            promotion.filter(|promotion| promotion.choices.white.len() == 1).map(|_| base)
        }
        _ => None,
    };
    piece.royalty.is_ever_royal() || expected == Some(piece.captured_as)
}

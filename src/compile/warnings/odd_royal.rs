//! `odd-royal`: see its page in the rule book.

use super::own::{key, known, own};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::tree::{Adjective, Becomes, EffectKind, RuleKind, Set, SetKind, Whose, Word};
use crate::rules::{Condition, PieceId, Royalty, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let royal = |id: &PieceId| rules.piece(*id).royalty == Royalty::Royal;
    for piece in rules.pieces.iter().filter(|piece| !piece.royalty.is_ever_royal()) {
        let choices = piece.promotion.iter().flat_map(|promotion| &promotion.choices.white);
        let promoted =
            choices.chain(piece.promotion_move.iter().flat_map(|promotion| &promotion.choices)).find(|id| royal(id));
        let place = piece.promotion.as_ref().and_then(|promotion| own(promotion.source)).or_else(|| own(piece.source));
        let place = place.or_else(|| {
            // The list of promotions is inherited, and the piece has become royal here.
            promoted.and_then(|id| key(root, &["pieces", &rules.piece(*id).name, "royal"]))
        });
        if let (Some(place), Some(made)) = (place, promoted) {
            let made = &rules.piece(*made).name;
            let message = format!(
                "`{}` may promote to the royal `{made}`: its side may not leave any of these under attack",
                piece.name
            );
            let help = format!("remove `{made}` from `to`, or make it `royal: last`");
            problems.push(Diagnostic::warning(Code::OddRoyal, place, message).help(help));
        }
        let place = key(root, &["pieces", &piece.name, "captured_as"]);
        if let Some(place) = place.filter(|_| rules.hand.is_some() && royal(&piece.captured_as)) {
            let held = &rules.piece(piece.captured_as).name;
            let message = format!("`{}` goes to a hand as a `{held}`, which is royal", piece.name);
            problems.push(Diagnostic::warning(Code::OddRoyal, place, message).help("name a piece that is not royal"));
        }
    }
    promoted(rules, problems);
    let counted = |id: &PieceId| {
        let mut conditions = rules.ends.iter().map(|end| &end.condition);
        conditions.any(|condition| matches!(condition, Condition::Extinct { pieces, .. } if pieces.contains(id)))
    };
    let stone = rules.effects.petrifies.iter().find(|id| royal(id) && !counted(id));
    if let (Some(place), Some(stone)) = (known(rules, "petrifies"), stone) {
        let message = format!(
            "a `{}` that captures becomes a wall, and its side then has no royal piece",
            rules.piece(*stone).name
        );
        problems
            .push(Diagnostic::warning(Code::OddRoyal, place, message).help("name only the other pieces after `by`"));
    }
}

/// Reports royal pieces that promote to pieces that are not royal.
fn promoted(rules: &Rules, problems: &mut Problems) {
    for piece in rules.pieces.iter().filter(|piece| piece.royalty == Royalty::Royal) {
        let Some(promotion) = &piece.promotion else { continue };
        let common = |id: &&PieceId| !rules.piece(**id).royalty.is_ever_royal();
        let made = Side::ALL.into_iter().find_map(|side| promotion.choices[side].iter().find(common));
        let (Some(place), Some(made)) = (own(promotion.source), made) else { continue };
        let (name, made) = (&piece.name, &rules.piece(*made).name);
        let message = format!("the royal `{name}` promotes to `{made}`, and its side then has no royal piece");
        let help = "remove its `promotion`, or name a piece that is royal too";
        problems.push(Diagnostic::warning(Code::OddRoyal, place, message).help(help));
    }
}

/// Reports royal pieces that an effect of their own moves turns into another piece.
pub(super) fn changed(rules: &Rules, problems: &mut Problems) {
    let royal = |id: &PieceId| rules.piece(*id).royalty == Royalty::Royal;
    for rule in &rules.tree.rules {
        let RuleKind::After { deeds, block } = &rule.kind.kind else { continue };
        if block.when.is_some() || block.unless.is_some() {
            continue;
        }
        let moves = |id: &PieceId| deeds.iter().any(|deed| deed.kind.by.as_ref().is_none_or(|by| contains(by, *id)));
        let lost = block.effects.iter().find(|effect| {
            matches!(&effect.kind, EffectKind::Change(of, into)
            if of.kind == SetKind::Word(Word::Mover) && loses_royalty(rules, into))
        });
        let (Some(effect), Some(king)) = (lost, rules.piece_ids().filter(royal).find(moves)) else { continue };
        let Some(place) = own(effect.source).or_else(|| own(rule.source)) else { continue };
        let name = &rules.piece(king).name;
        let message = format!("a `{name}` that moves so becomes another piece, and its side then has no royal piece");
        let help = "name only the other pieces after `by`";
        problems.push(Diagnostic::warning(Code::OddRoyal, place, message).help(help));
    }
}

/// Returns `true` if a change makes pieces that are not royal out of any piece.
fn loses_royalty(rules: &Rules, into: &Becomes) -> bool {
    let common = |id: &PieceId| !rules.piece(*id).royalty.is_ever_royal();
    match into {
        Becomes::Kind(id) => common(id),
        Becomes::KindOf(of) => of.kind == SetKind::Word(Word::Captured),
        Becomes::Choice(kinds) => kinds.iter().all(common),
        Becomes::Table(_) => false,
    }
}

/// Returns `true` if a set certainly contains all pieces of a kind, of one side or of both.
fn contains(set: &Set, id: PieceId) -> bool {
    match &set.kind {
        SetKind::Pieces => true,
        SetKind::Kind(kind) => *kind == id,
        SetKind::Union(parts) => parts.iter().any(|part| contains(part, id)),
        SetKind::Except(all, out) => {
            let named = matches!(out.kind, SetKind::Pieces | SetKind::Kind(_) | SetKind::Union(_));
            contains(all, id) && named && !contains(out, id)
        }
        SetKind::Filtered(Adjective::Of(Whose::Own), inner) => contains(inner, id),
        _ => false,
    }
}

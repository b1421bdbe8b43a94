//! `odd-royal`: see its page in the rule book.

use super::own::{key, own};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
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
    merged(rules, root, problems);
    promoted(rules, problems);
    let counted = |id: &PieceId| {
        let mut conditions = rules.ends.iter().map(|end| &end.condition);
        conditions.any(|condition| matches!(condition, Condition::Extinct { pieces, .. } if pieces.contains(id)))
    };
    let stone = rules.effects.petrifies.iter().find(|id| royal(id) && !counted(id));
    if let (Some(place), Some(stone)) = (key(root, &["rules", "petrifies"]), stone) {
        let message = format!(
            "a `{}` that captures becomes a wall, and its side then has no royal piece",
            rules.piece(*stone).name
        );
        problems.push(Diagnostic::warning(Code::OddRoyal, place, message).help("remove it from `petrifies`"));
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

/// Reports royal pieces that a capture turns into another piece.
fn merged(rules: &Rules, root: &Node, problems: &mut Problems) {
    let Some(place) = key(root, &["rules", "takes", "becomes"]) else { return };
    let merges = &rules.beyond.takes.merges;
    let royal = |id: PieceId| rules.piece(id).royalty == Royalty::Royal;
    // The first entry that fits decides, so an entry that keeps the piece's form hides later entries.
    let is_kept = |id: PieceId, before: usize| {
        merges[..before].iter().any(|merge| !merge.friend && merge.by.contains(&id) && merge.to.is_some_and(royal))
    };
    for (index, merge) in merges.iter().enumerate() {
        let stays = |to: PieceId| royal(to) || rules.piece(to).royalty.is_ever_royal();
        let lost = merge.to.map_or_else(|| merge.of.iter().any(|of| !stays(*of)), |to| !stays(to));
        let mut pieces = merge.by.iter().filter(|id| royal(**id) && lost && !is_kept(**id, index));
        if let Some(id) = pieces.next() {
            let name = &rules.piece(*id).name;
            let message =
                format!("a `{name}` that captures becomes another piece, and its side then has no royal piece");
            let help = "name only the other pieces in `by`";
            problems.push(Diagnostic::warning(Code::OddRoyal, place, message).help(help));
            return;
        }
    }
}

//! `old-promotion`: see its page in the rule book.

use super::army::Army;
use super::own::{OWN, key, setup};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::rules::{PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    // A new piece with other problems is not suggested as a promotion choice.
    let plain = rules.hand.is_none() && rules.is_plain() && problems.is_empty();
    let Some(place) = setup(root).filter(|_| plain) else { return };
    let armies = Army::of_both(rules);
    let had = |id: &PieceId| Side::ALL.into_iter().any(|side| armies[side].pieces[id.index()] > 0);
    for piece in &rules.pieces {
        let Some(promotion) = piece.promotion.as_ref().filter(|_| !writes_choices(root, &piece.name)) else { continue };
        let choices = &promotion.choices.white;
        let gone = choices.iter().filter(|id| !had(id)).map(|id| rules.piece(*id).name.as_str());
        let gone: Vec<&str> = gone.collect();
        let replaced = rules.piece_ids().filter(|id| {
            let other = rules.piece(*id);
            let is_new = key(root, &["pieces", &other.name, "symbol"]).is_some() && had(id) && !choices.contains(id);
            is_new && !other.royalty.is_ever_royal() && other.promotion.is_none()
        });
        let new: Vec<&str> = replaced.map(|id| rules.piece(id).name.as_str()).collect();
        // If none of the listed pieces is in the setup, the author wrote a separate list for promotions on purpose.
        if gone.is_empty() || new.is_empty() || gone.len() == choices.len() || promotion.choices.black != *choices {
            continue;
        }
        let message = format!(
            "`{}` may promote to {}, which is not in the setup, but not to {}, which is",
            piece.name,
            one_of(gone),
            one_of(new.iter().copied())
        );
        let help = format!("write a new list, for example `promotion: {{to: [{}, …]}}`", new[0]);
        problems.push(Diagnostic::warning(Code::OldPromotion, place, message).help(help));
    }
}

/// Returns `true` if the variant's own file says what a piece may become.
fn writes_choices(root: &Node, piece: &str) -> bool {
    let path = ["pieces", piece, "promotion", "to"];
    path.iter().try_fold(root, |node, key| node.get(key)).is_some_and(|node| node.span.source == OWN)
}

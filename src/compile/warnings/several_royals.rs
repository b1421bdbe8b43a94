//! `several-royals`: see its page in the rule book.

use super::army::Army;
use super::own::{key, setup};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Royalty, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let armies = Army::of_both(rules);
    for piece in rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Royal) {
        let name = rules.piece(piece).name.as_str();
        let Some(place) = setup(root).or_else(|| key(root, &["pieces", name, "royal"])) else { continue };
        let Some(side) = Side::ALL.into_iter().find(|side| armies[*side].placed[piece.index()] > 1) else { continue };
        let count = armies[side].placed[piece.index()];
        let message =
            format!("{} starts with {count} of `{name}`, and none of them may be left under attack", side.name());
        let help = "put one into the setup, or say `royal: last` if a side may lose all but one of them";
        problems.push(Diagnostic::warning(Code::SeveralRoyals, place, message).help(help));
    }
}

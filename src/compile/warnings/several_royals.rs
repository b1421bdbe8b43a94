//! `several-royals`: see its page in the rule book.

use super::army::Army;
use super::own::{key, own, setup};
use crate::board::{BySide, Side};
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{PieceId, Royalty, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let armies = Army::of_both(rules);
    second_kind(rules, &armies, root, problems);
    for piece in rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Royal) {
        let name = rules.piece(piece).name.as_str();
        let Some(place) = setup(root).or_else(|| key(root, &["pieces", name, "royal"])) else { continue };
        let count = |side: Side| {
            let held = if rules.hand.is_some() { usize::from(rules.setup.hands[side][piece.index()]) } else { 0 };
            armies[side].placed[piece.index()] + held
        };
        let Some(side) = Side::ALL.into_iter().find(|side| count(*side) > 1) else { continue };
        let count = count(side);
        let message = format!(
            "{} starts with {count} of `{name}`, and none of them may be left under attack",
            english::capitalised(side.name())
        );
        let help = "put only one into the setup, or write `royal: last` if a side may lose all but one of them";
        problems.push(Diagnostic::warning(Code::SeveralRoyals, place, message).help(help));
    }
}

/// Reports a kind that the file makes royal in addition to an inherited royal kind.
fn second_kind(rules: &Rules, armies: &BySide<Army>, root: &Node, problems: &mut Problems) {
    let both = |id: PieceId| Side::ALL.into_iter().all(|side| armies[side].pieces[id.index()] > 0);
    let royals: Vec<PieceId> =
        rules.piece_ids().filter(|id| rules.piece(*id).royalty.is_ever_royal() && both(*id)).collect();
    // A new piece is royal on purpose.
    let written = |id: &&PieceId| {
        let path = |name| key(root, &["pieces", &rules.piece(**id).name, name]);
        path("royal").filter(|_| path("symbol").is_none())
    };
    let is_inherited = |id: &&PieceId| own(rules.piece(**id).source).is_none();
    let (Some(new), Some(old)) =
        (royals.iter().find(|id| written(id).is_some()), royals.iter().find(|id| is_inherited(id)))
    else {
        return;
    };
    let (name, inherited) = (&rules.piece(*new).name, &rules.piece(*old).name);
    if let Some(place) = written(&new).filter(|_| root.get("extends").is_some()) {
        let message = format!("`{name}` is royal, and so is the inherited `{inherited}`");
        let help = format!(
            "write `{inherited}: {{royal: false}}`, or `allow: [several-royals]` if both are meant to be royal"
        );
        problems.push(Diagnostic::warning(Code::SeveralRoyals, place, message).help(help));
    }
}

//! `empty-hand`: see its page in the rule book.

use super::own::{key, setup as setup_place};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, Rules};
use crate::variant::node::Problems;
use crate::variant::{Node, Specification};

pub(super) fn check(rules: &Rules, spec: &Specification, root: &Node, problems: &mut Problems) {
    let written = spec.setup.as_ref().map_or("", |phrase| phrase.text.as_str());
    let brackets = written.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(held, _)| held);
    if let (Some(place), None, Some(true)) = (setup_place(root), rules.hand, brackets.map(|held| !held.is_empty())) {
        let message = "the setup has pieces in hand, in a game without hands";
        let help = "say what sides may drop, for example `hand: setup`, or remove the brackets";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
    let empty = Side::ALL.into_iter().all(|side| rules.setup.hands[side].iter().all(|held| *held == 0));
    let place = key(root, &["hand"]);
    // Empty brackets say that pieces come from elsewhere.
    if let (Some(place), Some(HandRule::Setup), true, None) = (place, rules.hand, empty, brackets) {
        let message = "sides may drop what the setup gives them, and the setup gives them nothing";
        let help = "write the pieces behind the ranks of the setup, for example `[Nn]`, or `hand: captured`";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
    let place = key(root, &["rules", "gating"]);
    let fed = empty && !rules.hand.is_some_and(|hand| hand.fills() || hand == HandRule::Unlimited);
    if let Some(place) = place.filter(|_| fed && brackets.is_none()) {
        let message = "pieces come in from the hand by gating, and no side ever holds one";
        let help = "write `hand: setup`, and the pieces behind the ranks of the setup, for example `[Nn]`";
        problems.push(Diagnostic::warning(Code::EmptyHand, place, message).help(help));
    }
}

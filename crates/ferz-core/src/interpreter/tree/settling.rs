//! Rules that decide which moves have to be made to be counted.

use crate::rules::tree::{Condition, Deed, DeedKind, Held, Layer, Rule, RuleKind, Set, Tree};
use crate::rules::{Royalty, Rules};

use super::dependence::{Needs, position_decides};
use super::still::{forbids_all_or_nothing, layer_of};
use super::untouched::{comes_later, never_forbids, only_notes};

/// The rules that decide which moves have to be made to be counted.
#[derive(Debug, Default)]
pub(crate) struct Settling {
    /// `true` if a side has royal pieces.
    pub royals: bool,
    /// Rules that may make a move illegal after it has been made, or make several moves of it.
    pub meddlers: Vec<Watcher>,
    /// Rules that forbid moves before they are made.
    pub forbids: Vec<Watcher>,
    /// `true` if quiet moves fulfil no obligation.
    pub quiet_is_free: bool,
    /// `true` if all captures fulfil all obligations alike.
    pub captures_are_alike: bool,
}

/// A rule that matters for some moves.
#[derive(Debug)]
pub(crate) struct Watcher {
    /// `true` if it is about captures only.
    pub captures: bool,
    /// The pieces or squares whose moves it is about. `None` for all.
    pub from: Option<Vec<Set>>,
    /// Conditions without which it does nothing.
    pub needs: Vec<Condition>,
    pub layer: Layer,
}

impl Settling {
    /// Finds out which rules meddle with moves. `changes_attacks` is `true` if rules change attacks.
    pub(super) fn of(rules: &Rules, changes_attacks: bool) -> Settling {
        let tree = &rules.tree;
        let marks = |held: &Held| matches!(held, Held::PieceMarks { royal: true, .. });
        let royals = rules.pieces.iter().any(|piece| piece.royalty != Royalty::Common)
            || tree.state.iter().any(|declaration| marks(&declaration.kind.kind));
        let captures =
            tree.rules.iter().any(|rule| matches!(&rule.kind.kind, RuleKind::After { block, .. } if block.captures()));
        let duties = || tree.rules.iter().filter(|rule| matches!(rule.kind.kind, RuleKind::Must { .. }));
        let how = How { royals, changes_attacks, captures };
        Settling {
            royals,
            meddlers: tree.rules.iter().filter_map(|rule| Watcher::after(tree, rule, how)).collect(),
            forbids: tree.rules.iter().filter_map(|rule| Watcher::before(tree, rule)).collect(),
            quiet_is_free: duties().all(|duty| duties_of(duty).all(|deed| leaves_out_quiet(deed) && !captures)),
            captures_are_alike: duties().count() < 2 && duties().all(are_captures),
        }
    }
}

/// Properties of a game on which its rules depend.
#[derive(Clone, Copy)]
struct How {
    royals: bool,
    changes_attacks: bool,
    /// `true` if effects may capture, so that a quiet move becomes a capture.
    captures: bool,
}

impl Watcher {
    /// `None` for a rule that never meddles with plain moves after they have been made.
    fn after(tree: &Tree, rule: &Rule, how: How) -> Option<Watcher> {
        let RuleKind::After { deeds, block } = &rule.kind.kind else { return None };
        let spares_royals = !how.royals
            || comes_later(deeds, block)
            || !how.changes_attacks && !rule.kind.even_in_check && only_notes(block);
        if deeds.iter().all(is_special) || (block.is_direct() && never_forbids(block) && spares_royals) {
            return None;
        }
        let at_end = deeds.iter().any(|deed| deed.kind.kind == DeedKind::Turn);
        let needs = if at_end { Needs::default() } else { Needs::after_moves(tree, block.when.as_ref()) };
        Some(Watcher {
            captures: !how.captures && deeds.iter().all(is_of_captures),
            from: deeds.iter().map(|deed| origin(tree, deed.kind.by.as_ref())).collect(),
            needs: needs.position,
            layer: Layer::Real,
        })
    }

    /// `None` for a rule that forbids no plain moves, or only those of pieces whose moves are not searched because of it.
    fn before(tree: &Tree, rule: &Rule) -> Option<Watcher> {
        let RuleKind::Forbid(deeds) = &rule.kind.kind else { return None };
        let forbids = |deed: &&Deed| deed.kind.kind != DeedKind::Check && !is_special(deed);
        let forbidden: Vec<&Deed> = deeds.iter().filter(forbids).collect();
        if forbids_all_or_nothing(tree, rule, &forbidden) {
            return None;
        }
        let from = |deed: &&Deed| {
            let parts = &deed.kind;
            origin(tree, parts.by.as_ref()).or_else(|| origin(tree, parts.from.as_ref()))
        };
        (!forbidden.is_empty()).then(|| Watcher {
            captures: forbidden.iter().all(|deed| is_of_captures(deed)),
            from: forbidden.iter().map(from).collect(),
            needs: Needs::before_moves(tree, rule.kind.when.as_ref()).position,
            layer: layer_of(deeds),
        })
    }
}

/// The deeds of an obligation.
fn duties_of(duty: &Rule) -> impl Iterator<Item = &Deed> {
    match &duty.kind.kind {
        RuleKind::Must { deeds, .. } => deeds.iter(),
        _ => [].iter(),
    }
}

/// `true` if a quiet move of a piece other than castling is never such a deed.
fn leaves_out_quiet(deed: &Deed) -> bool {
    is_of_captures(deed) || is_special(deed)
}

/// `true` for deeds that no plain move is.
fn is_special(deed: &Deed) -> bool {
    matches!(deed.kind.kind, DeedKind::EnPassant | DeedKind::Castling | DeedKind::Drop | DeedKind::Rule(_))
}

/// A set of a deed, if the position decides what it has.
fn origin(tree: &Tree, set: Option<&Set>) -> Option<Set> {
    set.filter(|set| position_decides(tree, set)).cloned()
}

/// `true` for deeds that only captures are.
fn is_of_captures(deed: &Deed) -> bool {
    matches!(deed.kind.kind, DeedKind::Capture | DeedKind::Attack) || deed.kind.of.is_some()
}

/// `true` if an obligation always asks for any capture.
fn are_captures(duty: &Rule) -> bool {
    let any_capture = |deed: &Deed| {
        let parts = &deed.kind;
        let sets = [&parts.of, &parts.by, &parts.from, &parts.to];
        parts.kind == DeedKind::Capture && !parts.quiet && !parts.first && sets.iter().all(|set| set.is_none())
    };
    let always = duty.kind.when.is_none() && duty.kind.unless.is_none();
    always && matches!(&duty.kind.kind, RuleKind::Must { most: None, .. }) && duties_of(duty).any(any_capture)
}

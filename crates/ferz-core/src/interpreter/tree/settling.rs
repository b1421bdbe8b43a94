//! Rules that decide which moves have to be made to be counted.

use crate::rules::tree::{
    Block, Condition, Deed, DeedKind, EffectKind, Held, Layer, Rule, RuleKind, Set, SetKind, StateId, Tree,
};
use crate::rules::{Royalty, Rules};

use super::aims::{Aims, holds_enemies};
use super::dependence::{Needs, parts, position_decides};
use super::steady::{Steady, stores_others, takes_marks};
use super::still::{forbids_all_or_nothing, layer_of};
use super::untouched::{comes_later, never_forbids, only_notes};

/// The rules that decide which moves have to be made to be counted.
#[derive(Debug, Default)]
pub(crate) struct Settling {
    /// `true` if a side has royal pieces.
    pub royals: bool,
    /// `true` if nothing that follows a move changes whether it leaves royal pieces attacked. Moves that do are then left out before their
    /// effects, whose conditions cost more.
    pub royals_first: bool,
    /// Rules that may make a move illegal after it has been made, or make several moves of it.
    pub meddlers: Vec<Watcher>,
    /// Rules that forbid moves before they are made.
    pub forbids: Vec<Watcher>,
    /// The rules that forbid a piece all plain moves or none. Such moves are not even searched, so that they need no test.
    pub decided: Vec<usize>,
    /// `true` if quiet moves fulfil no obligation.
    pub quiet_is_free: bool,
    /// Rules that do nothing but capture, and only after moves that their [aims](super::aims) know.
    pub aimed: Vec<usize>,
    /// `true` if all captures fulfil all obligations alike.
    pub captures_are_alike: bool,
    /// `true` if nothing that follows the choices of a move by an `instead` rule can make it illegal, or several moves of it.
    pub offers: bool,
}

/// A rule that matters for some moves.
#[derive(Debug)]
pub(crate) struct Watcher {
    /// `true` if it is about captures only.
    pub captures: bool,
    /// The pieces or squares whose moves it is about. `None` for all.
    pub from: Option<Vec<Set>>,
    /// The destinations of these moves, of a rule that follows them. `None` for all.
    pub to: Option<Vec<Set>>,
    /// Conditions without which it does nothing.
    pub needs: Vec<Condition>,
    pub layer: Layer,
}

impl Settling {
    /// Finds out which rules meddle with moves, where some rules change attacks. `shares_pieces`: see
    /// [`shares_neutral_pieces`](super::index::TreeIndex::shares_neutral_pieces).
    pub(super) fn of<const W: usize>(
        rules: &Rules,
        (attack_rules, shares_pieces): (&[usize], bool),
        (capturing, aims): (&[usize], &Aims<W>),
    ) -> Settling {
        let tree = &rules.tree;
        let marks = |held: &Held| matches!(held, Held::PieceMarks { royal: true, .. });
        let royals = rules.pieces.iter().any(|piece| piece.royalty != Royalty::Common)
            || tree.state.iter().any(|declaration| marks(&declaration.kind.kind));
        let duties = || tree.rules.iter().filter(|rule| matches!(rule.kind.kind, RuleKind::Must { .. }));
        // Without royal pieces and obligations, it does not matter what effects capture.
        let matters = royals || duties().next().is_some();
        let aimed = if matters { aimed_rules(tree, capturing, aims) } else { Vec::new() };
        let captures = tree.rules.iter().enumerate().any(|(index, rule)| {
            matches!(&rule.kind.kind, RuleKind::After { block, .. } if block.captures()) && !aimed.contains(&index)
        });
        let mut read = tree.state_read(attack_rules.iter().map(|index| &tree.rules[*index]));
        read.extend(
            (0..tree.state.len())
                .filter(|index| marks(&tree.state[*index].kind.kind))
                .map(|index| StateId(index as u16)),
        );
        let changes_attacks = !attack_rules.is_empty() || shares_pieces;
        let how = How { royals, changes_attacks, read: &read, shares_pieces, captures };
        Settling {
            royals,
            royals_first: royals && tree.rules.iter().all(|rule| leaves_royals(rule, how)),
            meddlers: (0..tree.rules.len())
                .filter(|index| !aimed.contains(index))
                .filter_map(|index| Watcher::after(rules, index, how))
                .collect(),
            forbids: tree.rules.iter().filter_map(|rule| Watcher::before(tree, rule)).collect(),
            decided: (0..tree.rules.len()).filter(|index| Watcher::is_decided(tree, &tree.rules[*index])).collect(),
            quiet_is_free: duties().all(|duty| duties_of(duty).all(|deed| leaves_out_quiet(deed) && !captures)),
            captures_are_alike: duties().count() < 2 && duties().all(are_captures),
            aimed,
            offers: !royals
                && duties().next().is_none()
                && tree.rules.iter().all(|rule| offers_all_or_nothing(tree, rule)),
        }
    }
}

/// Properties of a game on which its rules depend.
#[derive(Clone, Copy)]
struct How<'a> {
    royals: bool,
    changes_attacks: bool,
    /// The counters and marks on which attacks depend.
    read: &'a [StateId],
    shares_pieces: bool,
    /// `true` if effects may capture, so that a quiet move becomes a capture.
    captures: bool,
}

impl How<'_> {
    /// `true` if no attack depends on the state that a block stores.
    fn keeps_attacks(&self, block: &Block) -> bool {
        !self.changes_attacks || !self.shares_pieces && stores_others(block, self.read)
    }
}

impl Watcher {
    /// `None` for a rule that never meddles with plain moves after they have been made.
    fn after(rules: &Rules, index: usize, how: How<'_>) -> Option<Watcher> {
        let tree = &rules.tree;
        let rule = &tree.rules[index];
        let RuleKind::After { deeds, block } = &rule.kind.kind else { return None };
        let spares_royals = !how.royals
            || comes_later(deeds, block)
            || !rule.kind.even_in_check && only_notes(block) && how.keeps_attacks(block);
        if deeds.iter().all(is_special) || (leaves_no_choice(tree, block) && never_forbids(block) && spares_royals) {
            return None;
        }
        let at_end = deeds.iter().any(|deed| deed.kind.kind == DeedKind::Turn);
        let needs = if at_end { Vec::new() } else { known_before(rules, index, block) };
        Some(Watcher {
            captures: !how.captures && deeds.iter().all(is_of_captures),
            from: deeds.iter().map(|deed| origin(tree, deed.kind.by.as_ref())).collect(),
            to: deeds.iter().map(|deed| deed.kind.to.clone().filter(is_area)).collect(),
            needs,
            layer: Layer::Real,
        })
    }

    /// `None` for a rule that forbids no plain moves, or only those of pieces whose moves are not searched because of it.
    fn before(tree: &Tree, rule: &Rule) -> Option<Watcher> {
        let RuleKind::Forbid(deeds) = &rule.kind.kind else { return None };
        if Watcher::is_decided(tree, rule) {
            return None;
        }
        let forbidden = Watcher::forbidden(deeds);
        let from = |deed: &&Deed| {
            let parts = &deed.kind;
            origin(tree, parts.by.as_ref()).or_else(|| origin(tree, parts.from.as_ref()))
        };
        (!forbidden.is_empty()).then(|| Watcher {
            captures: forbidden.iter().all(|deed| is_of_captures(deed)),
            from: forbidden.iter().map(from).collect(),
            to: None,
            needs: Needs::before_moves(tree, rule.kind.when.as_ref()).position,
            layer: layer_of(deeds),
        })
    }

    /// The deeds that plain moves can be.
    fn forbidden(deeds: &[Deed]) -> Vec<&Deed> {
        deeds.iter().filter(|deed| deed.kind.kind != DeedKind::Check && !is_special(deed)).collect()
    }

    /// `true` for a rule that forbids a piece all plain moves or none.
    fn is_decided(tree: &Tree, rule: &Rule) -> bool {
        matches!(&rule.kind.kind, RuleKind::Forbid(deeds) if forbids_all_or_nothing(tree, rule, &Watcher::forbidden(deeds)))
    }
}

/// Conditions on the position before a plain move without which a rule that follows moves does nothing.
fn known_before(rules: &Rules, index: usize, block: &Block) -> Vec<Condition> {
    // A block of this kind makes a move illegal if its condition does not hold.
    if block.if_none_forbid {
        return Vec::new();
    }
    let steady = Steady::before(rules, index);
    let when = block.when.as_ref();
    let parts = when.into_iter().flat_map(parts).cloned().chain(takes_marks(block));
    let kept = parts.filter(|part| steady.keeps_false(part));
    Needs::after_moves(&rules.tree, when).position.into_iter().chain(kept).collect()
}

/// Rules that do nothing but capture, and only after moves that their aims know. Empty if effects of other rules could change what they capture.
fn aimed_rules<const W: usize>(tree: &Tree, capturing: &[usize], aims: &Aims<W>) -> Vec<usize> {
    let moves_pieces = |rule: &Rule| match &rule.kind.kind {
        RuleKind::After { block, .. } => !only_captures_and_notes(block),
        RuleKind::Pieces(moves) => moves.moved_by.is_some(),
        _ => false,
    };
    if !tree.sides.neutral.is_empty() || tree.rules.iter().any(moves_pieces) {
        return Vec::new();
    }
    let captures_at_most = |index: &usize| {
        aims.are_of_enemies(*index)
            && !tree.rules[*index].kind.even_in_check
            && matches!(&tree.rules[*index].kind.kind, RuleKind::After { block, .. } if block.is_direct() && never_forbids(block))
    };
    capturing.iter().copied().filter(captures_at_most).collect()
}

/// `true` if the effects of a block move no piece, and change none.
fn only_captures_and_notes(block: &Block) -> bool {
    block.effects.iter().all(|effect| match &effect.kind {
        EffectKind::Capture(_)
        | EffectKind::Mark(..)
        | EffectKind::Unmark(..)
        | EffectKind::Add(..)
        | EffectKind::Set(..)
        | EffectKind::Trail(_)
        | EffectKind::Require(_) => true,
        EffectKind::May(block) | EffectKind::Block(block) => only_captures_and_notes(block),
        _ => false,
    })
}

/// `false` for a rule that may make a move by an `instead` rule illegal after its choices, or several moves of it.
fn offers_all_or_nothing(tree: &Tree, rule: &Rule) -> bool {
    match &rule.kind.kind {
        RuleKind::Instead { block, .. } => {
            let swaps = block.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Swap(..)));
            let effects = Block { choices: Vec::new(), ..block.clone() };
            !swaps && effects.is_direct() && never_forbids(&effects)
        }
        RuleKind::After { block, .. } => leaves_no_choice(tree, block) && never_forbids(block),
        _ => true,
    }
}

/// `true` if the effects of a block leave the player nothing to choose, and come to an end.
fn leaves_no_choice(tree: &Tree, block: &Block) -> bool {
    let once = |effect: &EffectKind| match effect {
        EffectKind::Block(block) => leaves_no_choice(tree, block),
        effect => effect.is_direct(),
    };
    block.choices.is_empty()
        && (!block.repeat || block.effects.iter().all(|effect| comes_to_rest(tree, &effect.kind)))
        && block.effects.iter().all(|effect| once(&effect.kind))
}

/// `true` for an effect that changes fewer pieces each time it is repeated.
fn comes_to_rest(tree: &Tree, effect: &EffectKind) -> bool {
    match effect {
        EffectKind::Capture(_) | EffectKind::Remove(_) => true,
        EffectKind::Flip(set) => holds_enemies(tree, set),
        _ => false,
    }
}

/// `true` for a rule that does not change whether a move leaves royal pieces attacked.
fn leaves_royals(rule: &Rule, how: How<'_>) -> bool {
    let RuleKind::After { block, .. } = &rule.kind.kind else { return true };
    let stores: Vec<_> =
        block.effects.iter().filter(|effect| !matches!(effect.kind, EffectKind::Require(_))).cloned().collect();
    let notes = Block { effects: stores, ..block.clone() };
    !rule.kind.even_in_check && block.is_direct() && only_notes(&notes) && how.keeps_attacks(&notes)
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

/// `true` for squares of the board, whatever stands on them.
fn is_area(set: &Set) -> bool {
    matches!(set.kind, SetKind::Area(_))
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

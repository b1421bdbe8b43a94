//! The rules of a tree, grouped by what they do, so that each test reads only the rules that matter for it.

use ferz_core::rules::tree::{Deed, DeedKind, Gain, Moves, Rule, RuleKind, Set, SetKind, Tree, TreeEnd, Verdict};

use crate::frame::Event;
use crate::reading::{can_capture, captures_after_moves, goes_on};

/// Rules by their indices in the tree, each list in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Rules that give moves to pieces, or let them skip squares.
    pub lends: Vec<usize>,
    /// Rules of `lends` that add captures to a piece's notation.
    pub lends_captures: Vec<usize>,
    /// Rules by which pieces do not see others.
    pub ignores: Vec<usize>,
    /// Rules that say which pieces are enemies of a piece.
    pub prey: Vec<usize>,
    /// Rules that let sides move pieces that are not their own.
    pub moved_by: Vec<usize>,
    /// Rules that make pieces give check to further pieces.
    pub checks: Vec<usize>,
    /// Rules that forbid deeds.
    pub forbids: Vec<usize>,
    /// Rules of `forbids` that take attacks or checks away.
    pub forbids_attacks: Vec<usize>,
    /// Rules that capture pieces after moves. The pieces that a move would capture this way are attacked.
    pub captures_after: Vec<usize>,
    /// Rules that follow moves, each with its occasion.
    pub follows: Vec<(Event, usize)>,
    /// Rules by which a move goes on with another step.
    pub goes_on: Vec<usize>,
    /// `may_replace` rules.
    pub offers: Vec<usize>,
    /// Ends by which a side drops out, by their indices among the ends of the tree.
    pub dropouts: Vec<usize>,
}

impl Index {
    pub(crate) fn new(tree: &Tree) -> Index {
        let moves = |fits: &dyn Fn(&Moves) -> bool| {
            chosen(tree, |rule| matches!(&rule.kind.kind, RuleKind::Pieces(moves) if fits(moves)))
        };
        let forbids = |fits: &dyn Fn(&Deed) -> bool| {
            chosen(tree, |rule| matches!(&rule.kind.kind, RuleKind::Forbid(deeds) if deeds.iter().any(fits)))
        };
        let attacks = |deed: &Deed| matches!(deed.kind.kind, DeedKind::Attack | DeedKind::Check);
        let lends = |moves: &Moves| !moves.gains.is_empty() || moves.skips.is_some();
        let follows = tree.rules.iter().enumerate().filter_map(|(index, rule)| match &rule.kind.kind {
            RuleKind::After { deeds, block } if !goes_on(block) => Some((event_of(deeds), index)),
            _ => None,
        });
        Index {
            lends: moves(&lends),
            lends_captures: moves(&|moves| lends(moves) && !is_quiet(moves)),
            ignores: moves(&|moves| moves.ignores.is_some()),
            prey: moves(&|moves| moves.captures.is_some()),
            moved_by: moves(&|moves| moves.moved_by.is_some()),
            checks: moves(&|moves| moves.gains.iter().any(|gain| matches!(gain, Gain::Checks(_)))),
            forbids: forbids(&|_| true),
            forbids_attacks: forbids(&attacks),
            captures_after: chosen(tree, |rule| captures_after_moves(tree, rule)),
            follows: follows.collect(),
            goes_on: chosen(tree, |rule| matches!(&rule.kind.kind, RuleKind::After { block, .. } if goes_on(block))),
            offers: chosen(tree, |rule| matches!(rule.kind.kind, RuleKind::Instead { .. })),
            dropouts: tree.ends.iter().enumerate().filter(|(_, end)| is_out(end)).map(|(index, _)| index).collect(),
        }
    }
}

fn is_out(end: &TreeEnd) -> bool {
    end.kind.verdict == Verdict::Out
}

fn chosen(tree: &Tree, fits: impl Fn(&Rule) -> bool) -> Vec<usize> {
    tree.rules.iter().enumerate().filter(|(_, rule)| fits(rule)).map(|(index, _)| index).collect()
}

/// `true` if a rule changes no captures: all moves that it adds go to empty squares, or capture nothing.
fn is_quiet(moves: &Moves) -> bool {
    let quiet = |gain: &Gain| match gain {
        Gain::To(set) => is_empty_always(set),
        Gain::Also(notation) => !notation.movement.patterns.iter().any(can_capture),
        Gain::Checks(_) => true,
        Gain::AlsoAs(_) | Gain::Only(_) | Gain::OnlyAs(_) => false,
    };
    moves.skips.is_none() && moves.gains.iter().all(quiet)
}

/// `true` if a set holds empty squares only.
fn is_empty_always(set: &Set) -> bool {
    match &set.kind {
        SetKind::Empty => true,
        SetKind::Where(inner, _) | SetKind::Related(inner, _) | SetKind::Except(inner, _) => is_empty_always(inner),
        _ => false,
    }
}

/// The occasion on which a rule with these deeds is evaluated.
fn event_of(deeds: &[Deed]) -> Event {
    let has = |kind| deeds.iter().any(|deed| deed.kind.kind == kind);
    match () {
        () if has(DeedKind::Step) => Event::Step,
        () if has(DeedKind::Promotion) => Event::Promotion,
        () if has(DeedKind::Turn) => Event::Turn,
        () => Event::Move,
    }
}

//! The rules of a tree, grouped by what they do, so that each test reads only the rules that matter for it.

use crate::board::{Bitboard, BySide, Geometry, Side, Square};
use crate::rules::tree::kinds::Coming;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{
    Adjective, Block, Condition, ConditionKind, Deed, DeedKind, Effect, EffectKind, Gain, Held, Layer, Moves, Notation,
    Number, NumberKind, Relation, RelationKind, Rule, RuleKind, Set, SetKind, State, Taker, Tree, Word,
};
use crate::rules::{LastMove, PieceId, Rules, Setup, Told};

use super::super::tables::AttackTables;
use super::aims::Aims;
use super::concern::Concern;
use super::dependence::{Needs, shared_gains};
use super::frame::Event;
use super::lines::{Distances, Lines, Rows};
use super::notations::NotationLines;
use super::open_targets::OpenTargets;
use super::reaching::Reaching;
use super::settling::Settling;
use super::still::Still;
use super::untouched::Untouched;

/// A rule that follows moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Follower {
    /// Its occasion.
    pub event: Event,
    /// The index of the rule in the tree.
    pub rule: usize,
    /// `true` if its effects can be applied in place.
    pub direct: bool,
}

/// Rules by their indices in the tree, each list in the order of the file, and what the rules read.
#[derive(Debug)]
pub(crate) struct TreeIndex<const W: usize> {
    /// `true` if the file says something in the language of rules.
    pub(in super::super) any: bool,
    /// `true` if rules can change the attacks of the tables.
    pub changes_attacks: bool,
    /// `true` if positions have state in addition to that of all games.
    pub has_state: bool,
    /// `true` if a rule reads the previous move.
    reads_last: bool,
    /// `true` if a rule needs the number of occurrences of a position.
    pub remembers: bool,
    /// Rules that give moves to pieces, or let them skip squares.
    pub lends: Vec<usize>,
    /// The sets of these rules that all pieces of a side share.
    pub shared_gains: Vec<(usize, usize)>,
    /// The rules of `lends` by which a piece may capture in another way than by its own notation.
    pub lends_captures: Vec<usize>,
    /// `true` if the rules of `lends_captures` lend only the captures of kinds of pieces.
    pub lends_kinds_only: bool,
    /// Rules that only say what becomes of a capturing piece. They are in none of the lists of rules that lend moves.
    pub takers: Vec<usize>,
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
    /// Rules of `forbids` that remove attacks or checks.
    pub forbids_attacks: Vec<usize>,
    /// Rules that capture pieces after moves. The pieces that a move would capture this way are attacked.
    pub captures_after: Vec<usize>,
    /// Rules that follow moves.
    pub(super) follows: Vec<Follower>,
    /// Rules by which a move goes on with another step.
    pub goes_on: Vec<usize>,
    /// Rules by which a side may do something in place of a move.
    pub offers: Vec<usize>,
    /// For each rule of `offers`, conditions without which it offers nothing, and which the position before the move decides.
    pub(super) needs: Vec<Vec<Condition>>,
    /// Rules that forbid all moves of some pieces.
    pub(super) still: Vec<Still>,
    /// Rules of duties.
    pub duties: Vec<usize>,
    /// Ends that read earlier positions, and are claimed.
    pub claims: Vec<usize>,
    /// Ends that may end a game at once, whatever moves the side to move has.
    pub cuts: Vec<usize>,
    /// The declarations of marks that pieces carry.
    pub piece_marks: Vec<usize>,
    /// The declarations of marks that make pieces royal.
    pub royal_marks: Vec<usize>,
    /// `true` if there are pieces of neither side.
    pub(in super::super) neutral: bool,
    /// `true` if sides may move pieces of neither side.
    pub shares_neutral_pieces: bool,
    /// Changes of the material by rules.
    pub coming: Coming,
    pub(super) lines: Lines<W>,
    pub(super) rows: Rows<W>,
    pub(super) distances: Distances,
    pub(super) open_targets: OpenTargets<W>,
    /// The notations in rules that are plain lines.
    pub(super) notations: Vec<NotationLines<W>>,
    /// The squares from which rules could let pieces capture.
    pub(super) reaching: Reaching<W>,
    /// The pieces that effects after moves could capture.
    pub(super) aims: Aims<W>,
    /// For each rule, `true` if its `pieces:` refers to the mover, so that it is evaluated for each piece.
    pub(super) asks_each: Vec<bool>,
    /// For each rule, the pieces that may be in its `pieces:`.
    pub(super) concerns: Vec<Concern<W>>,
    /// The squares beside each square: a king's steps.
    pub beside: Vec<Bitboard<W>>,
    /// The starts of pieces, by side and kind.
    pub homes: BySide<Vec<Bitboard<W>>>,
    /// `true` for kinds that capture along lines.
    pub rides: Vec<bool>,
    /// The layers of attacks that the tables know whole.
    told: ToldLayers,
    /// The moves that no rule can affect.
    pub untouched: Untouched,
    /// The rules that decide which moves have to be made to be counted.
    pub settling: Settling,
}

/// The layers of attacks that the tables know whole.
#[derive(Clone, Copy, Debug, Default)]
struct ToldLayers {
    bare: bool,
    lent: bool,
    real: bool,
}

impl<const W: usize> TreeIndex<W> {
    /// Sorts the rules of a variant. `by_notation` are the attacks that no rule changes.
    pub(in super::super) fn of(rules: &Rules, by_notation: &AttackTables<W>) -> TreeIndex<W> {
        let tree = &rules.tree;
        let moves = |fits: &dyn Fn(&Moves) -> bool| {
            chosen(tree, |rule| matches!(&rule.kind.kind, RuleKind::Pieces(moves) if fits(moves)))
        };
        let forbids = |fits: &dyn Fn(&Deed) -> bool| {
            chosen(tree, |rule| matches!(&rule.kind.kind, RuleKind::Forbid(deeds) if deeds.iter().any(fits)))
        };
        let attacks = |deed: &Deed| matches!(deed.kind.kind, DeedKind::Attack | DeedKind::Check);
        let lends = |moves: &Moves| !moves.gains.is_empty() || moves.skips.is_some();
        let captures = |moves: &Moves| lends(moves) && !is_quiet(tree, moves);
        let follows = tree.rules.iter().enumerate().filter_map(|(index, rule)| match &rule.kind.kind {
            RuleKind::After { deeds, block } if !block.goes_on() => {
                Some(Follower { event: event_of(deeds), rule: index, direct: block.is_direct() })
            }
            _ => None,
        });
        let declared = |fits: &dyn Fn(&Held) -> bool| -> Vec<usize> {
            let state = tree.state.iter().enumerate();
            state.filter(|(_, declaration)| fits(&declaration.kind.kind)).map(|(index, _)| index).collect()
        };
        let reads = Reads::of(tree);
        let ends = || tree.ends.iter().enumerate();
        let claims: Vec<usize> =
            ends().filter(|(_, end)| asks_the_past(tree, &end.kind.condition)).map(|(index, _)| index).collect();
        let cuts =
            ends().filter(|(index, end)| !claims.contains(index) && !asks_for_no_moves(tree, &end.kind.condition));
        let cuts = cuts.map(|(index, _)| index).collect();
        let duties = chosen(tree, |rule| matches!(rule.kind.kind, RuleKind::Must { .. }));
        let any = !tree.is_empty();
        let squares = if any { rules.geometry.len() } else { 0 };
        let surroundings = |square: usize| beside(rules, Square::new(square as u16));
        let neutral = !tree.sides.neutral.is_empty();
        let moved_by = moves(&|moves| moves.moved_by.is_some());
        let notations = notations(rules);
        let lines = Lines::new(squares);
        let rows = Rows::of(&rules.geometry);
        let reaching = Reaching::of(rules, (&notations, &lines, &rows), squares);
        let mut index = TreeIndex {
            any,
            coming: if any { tree.coming() } else { Coming::default() },
            changes_attacks: false,
            has_state: !tree.state.is_empty() || tree.turns.is_some() || reads.last || reads.asks || !duties.is_empty(),
            reads_last: reads.last,
            remembers: reads.repeats_in_rules,
            shared_gains: shared_gains(tree, &moves(&lends)),
            lends: moves(&lends),
            lends_captures: moves(&captures),
            lends_kinds_only: moves(&|moves| captures(moves) && !lends_kinds(tree, moves)).is_empty(),
            takers: Vec::new(),
            ignores: moves(&|moves| moves.ignores.is_some()),
            prey: moves(&|moves| moves.captures.is_some()),
            checks: moves(&|moves| moves.gains.iter().any(|gain| matches!(gain, Gain::Checks(_)))),
            forbids: forbids(&|_| true),
            forbids_attacks: forbids(&attacks),
            captures_after: chosen(tree, |rule| captures_after_moves(tree, rule)),
            follows: follows.collect(),
            goes_on: chosen(tree, |rule| matches!(&rule.kind.kind, RuleKind::After { block, .. } if block.goes_on())),
            offers: chosen(tree, |rule| matches!(rule.kind.kind, RuleKind::Instead { .. })),
            needs: tree.rules.iter().map(|rule| needs_of_offer(tree, rule)).collect(),
            still: Still::all(tree),
            duties,
            claims,
            cuts,
            piece_marks: declared(&|held| matches!(held, Held::PieceMarks { .. })),
            royal_marks: declared(&|held| matches!(held, Held::PieceMarks { royal: true, .. })),
            neutral,
            shares_neutral_pieces: neutral && !moved_by.is_empty(),
            moved_by,
            lines,
            rows,
            open_targets: OpenTargets::new(if any { rules.pieces.len() } else { 0 }),
            distances: Distances::new(squares),
            notations,
            reaching,
            aims: Aims::default(),
            asks_each: tree.rules.iter().map(|rule| asks_each(tree, rule)).collect(),
            concerns: tree.rules.iter().map(|rule| Concern::of(rules, rule)).collect(),
            beside: (0..squares).map(surroundings).collect(),
            homes: BySide::from_fn(|side| if any { homes(rules, side) } else { Vec::new() }),
            rides: rules.pieces.iter().map(rides).collect(),
            told: ToldLayers::default(),
            untouched: Untouched::default(),
            settling: Settling::default(),
        };
        index.set_takers_apart(tree);
        index.reaching.join(&index.lends_captures, &index.concerns);
        // If no piece may ever move, no effect follows moves of pieces.
        if index.still.iter().any(|still| still.is_of_all(tree)) {
            index.captures_after.clear();
        }
        if index.prey.is_empty() && rules.effects.is_empty() {
            index.aims = Aims::of(rules, &index.captures_after, (&index.notations, &index.lines, &index.rows));
        }
        let changed = [
            &index.lends_captures,
            &index.ignores,
            &index.prey,
            &index.checks,
            &index.forbids_attacks,
            &index.captures_after,
        ];
        let closed = Side::ALL.into_iter().all(|side| by_notation.by[side].has_closed_form());
        index.told = index.told_layers(closed);
        let attack_rules: Vec<usize> = changed.into_iter().flatten().copied().collect();
        index.changes_attacks = !attack_rules.is_empty() || index.shares_neutral_pieces;
        if any {
            let attacks = (&attack_rules[..], index.shares_neutral_pieces);
            index.settling = Settling::of(rules, attacks, (&index.captures_after, &index.aims));
        }
        let moves_otherwise = [
            &index.lends_captures,
            &index.ignores,
            &index.prey,
            &index.checks,
            &index.captures_after,
            &index.royal_marks,
        ];
        if any && !index.shares_neutral_pieces && moves_otherwise.iter().all(|rules| rules.is_empty()) {
            index.untouched = Untouched::of(rules, !index.forbids_attacks.is_empty());
        }
        index
    }
}

impl<const W: usize> TreeIndex<W> {
    /// The layers that the tables know if all attacks by notation have a closed form.
    fn told_layers(&self, closed: bool) -> ToldLayers {
        let bare = closed && self.ignores.is_empty();
        let lent = bare && self.lends_captures.is_empty() && self.captures_after.is_empty();
        ToldLayers { bare, lent, real: lent && self.forbids_attacks.is_empty() }
    }

    /// `true` if the tables know all attacks of a layer.
    pub(super) fn tells(&self, layer: Layer) -> bool {
        match layer {
            Layer::Bare => self.told.bare,
            Layer::Lent => self.told.lent,
            Layer::Real => self.told.real,
            Layer::Joint => false,
        }
    }

    /// Moves rules by which pieces move as always, but capture without going there, to a list of their own. Beside other rules about moves, the
    /// order of the rules matters, and within a turn of several moves such a piece counts as moved.
    fn set_takers_apart(&mut self, tree: &Tree) {
        let only_takes = |rule: &usize| match &tree.rules[*rule].kind.kind {
            RuleKind::Pieces(moves) => moves.takes_only(),
            _ => false,
        };
        let alone = [&self.ignores, &self.prey, &self.moved_by, &self.goes_on].iter().all(|rules| rules.is_empty());
        if alone && tree.turns.is_none() && self.lends.iter().all(only_takes) {
            self.takers = std::mem::take(&mut self.lends);
            self.lends_captures.clear();
        }
    }

    /// `true` if marks make pieces royal.
    #[inline(always)]
    pub(in super::super) fn has_royal_marks(&self) -> bool {
        !self.royal_marks.is_empty()
    }

    /// The declarations of marks that make pieces royal.
    pub(in super::super) fn royal_marks(&self) -> &[usize] {
        &self.royal_marks
    }

    /// Leaves out of a setup state that no rule reads, or that is as at the start of a game.
    pub(in super::super) fn forget_plain_state(&self, tree: &Tree, setup: &mut Setup) {
        let Some(told) = &mut setup.told else { return };
        if !self.reads_last {
            told.last = LastMove::default();
        }
        if **told == self.state_at_start(tree) {
            setup.told = None;
        }
    }

    /// State at the start of a game.
    pub(in super::super) fn state_at_start(&self, tree: &Tree) -> Told {
        let counters = tree.state.iter().map(|declaration| match &declaration.kind.kind {
            Held::GameCounter(start) => [*start, 0],
            Held::SideCounter(start) => [start.white, start.black],
            _ => [0, 0],
        });
        Told { counters: counters.collect(), kept: tree.empty_stores(), ..Told::default() }
    }
}

/// The conditions that the position decides, for a rule by which a side may do something in place of a move. Conditions about attacks are left
/// out: they cost more than to find that there is nothing to choose.
fn needs_of_offer(tree: &Tree, rule: &Rule) -> Vec<Condition> {
    let RuleKind::Instead { block, .. } = &rule.kind.kind else { return Vec::new() };
    let mut needs = Needs::before_moves(tree, block.when.as_ref()).position;
    needs.retain(|condition| !Reads::in_condition(tree, condition).attacks);
    needs
}

/// `true` for a piece that captures along lines.
fn rides(piece: &crate::rules::Piece) -> bool {
    let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
    let mut patterns = movements.flat_map(|movement| &movement.patterns);
    patterns.any(|pattern| pattern.single_leg().is_some_and(|leg| leg.slides() && leg.terms.enemy))
}

fn beside<const W: usize>(rules: &Rules, from: Square) -> Bitboard<W> {
    use crate::board::Step;
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)));
    let steps = steps.filter(|step| *step != Step::new(0, 0) && rules.geometry.topology().is_neighbour(*step));
    steps.filter_map(|step| rules.geometry.step(from, step)).map(|landing| landing.square).collect()
}

fn homes<const W: usize>(rules: &Rules, side: Side) -> Vec<Bitboard<W>> {
    let starts = |piece: PieceId| {
        let placed = rules.setup.pieces.iter().enumerate().filter_map(|(index, placed)| Some((index, (*placed)?)));
        let fitting = placed.filter(|(_, placed)| placed.piece == piece && placed.side == side);
        fitting.map(|(index, _)| Square::new(index as u16)).collect()
    };
    rules.piece_ids().map(starts).collect()
}

fn chosen(tree: &Tree, fits: impl Fn(&Rule) -> bool) -> Vec<usize> {
    tree.rules.iter().enumerate().filter(|(_, rule)| fits(rule)).map(|(index, _)| index).collect()
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

/// `true` if a rule changes no captures: the moves that it gives only go to empty squares, or capture nothing.
fn is_quiet(tree: &Tree, moves: &Moves) -> bool {
    let captures = |pattern: &crate::rules::movement::Pattern| {
        pattern.takes_enemies() || (pattern.legs().is_empty() && pattern.captures())
    };
    let quiet = |gain: &Gain| match gain {
        Gain::To(set) => super::bounds::is_empty_always(tree, set),
        Gain::Also(notation) => !notation.movement.patterns.iter().any(captures),
        Gain::Checks(_) => true,
        Gain::AlsoAs(_) | Gain::Only(_) | Gain::OnlyAs(_) => false,
    };
    moves.skips.is_none() && moves.gains.iter().all(quiet)
}

/// `true` if pieces capture like kinds of pieces, without further conditions on the board.
fn lends_kinds(tree: &Tree, moves: &Moves) -> bool {
    let as_kinds = |gain: &Gain| match gain {
        Gain::AlsoAs(_) | Gain::OnlyAs(_) | Gain::Checks(_) => true,
        Gain::To(set) => super::bounds::is_empty_always(tree, set),
        Gain::Also(_) | Gain::Only(_) => false,
    };
    moves.skips.is_none() && moves.through.is_none() && moves.taker == Taker::Goes && moves.gains.iter().all(as_kinds)
}

/// `true` if a rule captures pieces after moves, and its sets read no attacks. These captures count as attacks. Captures that only follow
/// other captures do not count: a piece beside an explosion is not attacked.
fn captures_after_moves(tree: &Tree, rule: &Rule) -> bool {
    let RuleKind::After { deeds, block } = &rule.kind.kind else { return false };
    let by_quiet_moves = |deed: &Deed| !matches!(deed.kind.kind, DeedKind::Capture | DeedKind::Attack);
    deeds.iter().any(by_quiet_moves) && captures(tree, block)
}

fn captures(tree: &Tree, block: &Block) -> bool {
    let asks = block.when.iter().chain(&block.unless).any(|condition| Reads::in_condition(tree, condition).attacks);
    !asks
        && block.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Capture(set) => !Reads::in_set(tree, set).attacks,
            EffectKind::May(block) | EffectKind::Block(block) => captures(tree, block),
            _ => false,
        })
}

/// The notations in rules that are plain lines.
fn notations<const W: usize>(rules: &Rules) -> Vec<NotationLines<W>> {
    let mut found = Notations { geometry: &rules.geometry, all: Vec::new() };
    let mut tree = rules.tree.clone();
    visit::tree(&mut found, &mut tree);
    for rule in &rules.tree.rules {
        if let RuleKind::Pieces(moves) = &rule.kind.kind {
            for gain in &moves.gains {
                if let Gain::Also(notation) | Gain::Only(notation) = gain {
                    found.add(notation);
                }
            }
        }
    }
    found.all
}

/// Collects notations.
struct Notations<'g, const W: usize> {
    geometry: &'g Geometry,
    all: Vec<NotationLines<W>>,
}

impl<const W: usize> Notations<'_, W> {
    fn add(&mut self, notation: &Notation) {
        if !self.all.iter().any(|known| known.is(notation)) {
            self.all.extend(NotationLines::of(notation, self.geometry));
        }
    }
}

impl<const W: usize> Visitor for Notations<'_, W> {
    fn set(&mut self, set: &mut Set) {
        if let SetKind::Related(_, relation) = &set.kind
            && let RelationKind::Away { by, .. } | RelationKind::Joined { by, .. } = &relation.kind
        {
            self.add(by);
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        if let ConditionKind::Joined(_, by) = &condition.kind {
            self.add(by);
        }
        visit::in_condition(self, condition);
    }
}

/// `true` if the pieces of a rule, those that they check, or its conditions refer to the mover.
fn asks_each(tree: &Tree, rule: &Rule) -> bool {
    let RuleKind::Pieces(moves) = &rule.kind.kind else { return true };
    let checked = moves.gains.iter().filter_map(|gain| match gain {
        Gain::Checks(set) => Some(set),
        _ => None,
    });
    let conditions = rule.kind.when.iter().chain(&rule.kind.unless);
    checked.chain([&moves.pieces]).any(|set| Reads::in_set(tree, set).mover)
        || conditions.into_iter().any(|condition| Reads::in_condition(tree, condition).mover)
}

/// Parts of a position and of a move that expressions read.
#[derive(Default)]
pub(super) struct Reads<'t> {
    tree: Option<&'t Tree>,
    /// Attacks, checks, and what a side can do.
    pub attacks: bool,
    /// Which moves a side can make.
    asks: bool,
    /// The previous move.
    pub last: bool,
    /// The mover, or its squares.
    pub mover: bool,
    /// The number of occurrences of the position, or conditions since its first occurrence.
    pub past: bool,
    /// The same in a rule, and not in an end.
    repeats_in_rules: bool,
}

impl<'t> Reads<'t> {
    /// All that the rules and ends of a tree read.
    fn of(tree: &'t Tree) -> Reads<'t> {
        let mut reads = Reads { tree: None, ..Reads::default() };
        let mut copy = tree.clone();
        copy.ends.clear();
        visit::tree(&mut reads, &mut copy);
        reads.repeats_in_rules = reads.past;
        let mut ends = Tree { ends: tree.ends.clone(), ..Tree::default() };
        visit::tree(&mut reads, &mut ends);
        reads
    }

    fn in_set(tree: &'t Tree, set: &Set) -> Reads<'t> {
        let mut reads = Reads { tree: Some(tree), ..Reads::default() };
        reads.set(&mut set.clone());
        reads
    }

    /// The parts that a condition reads, by the names that it uses too.
    pub fn in_condition(tree: &'t Tree, condition: &Condition) -> Reads<'t> {
        let mut reads = Reads { tree: Some(tree), ..Reads::default() };
        reads.condition(&mut condition.clone());
        reads
    }

    fn defined(&mut self, id: crate::rules::tree::DefineId) {
        use crate::rules::tree::Meaning;
        let Some(tree) = self.tree else { return };
        match tree.defines[id.index()].kind.meaning.clone() {
            Meaning::Set(mut set) => self.set(&mut set),
            Meaning::Condition(mut condition) => self.condition(&mut condition),
        }
    }

    fn relation(&mut self, relation: &Relation) {
        self.attacks |= matches!(
            relation.kind,
            RelationKind::Attacked(..)
                | RelationKind::Attacking(..)
                | RelationKind::Guarded(..)
                | RelationKind::Guarding(..)
                | RelationKind::Reached(_)
                | RelationKind::Lost
        );
    }
}

impl Visitor for Reads<'_> {
    fn set(&mut self, set: &mut Set) {
        match &set.kind {
            SetKind::Word(
                Word::LastMover | Word::LastOrigin | Word::LastDestination | Word::LastCaptured | Word::LastChosen,
            ) => self.last = true,
            SetKind::Word(Word::Mover | Word::Origin | Word::Destination) => self.mover = true,
            SetKind::Filtered(Adjective::Other, _) => self.mover = true,
            SetKind::Defined(id) => self.defined(*id),
            SetKind::Related(_, relation) => self.relation(relation),
            _ => {}
        }
        visit::in_set(self, set);
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &condition.kind {
            ConditionKind::State(..) => self.attacks = true,
            ConditionKind::Can(..) => (self.attacks, self.asks) = (true, true),
            ConditionKind::Always(..) => (self.attacks, self.past) = (true, true),
            ConditionKind::Defined(id) => self.defined(*id),
            _ => {}
        }
        visit::in_condition(self, condition);
    }

    fn number(&mut self, number: &mut Number) {
        self.past |= matches!(number.kind, NumberKind::Repeats);
        visit::in_number(self, number);
    }

    fn effect(&mut self, effect: &mut Effect) {
        // A step of a move that goes on is the previous move of the next one.
        self.last |= matches!(effect.kind, EffectKind::Then(_));
        visit::in_effect(self, effect);
    }
}

/// `true` if a condition reads earlier positions. An end that does is claimed; any other one ends the game at once.
fn asks_the_past(tree: &Tree, condition: &Condition) -> bool {
    Reads::in_condition(tree, condition).past
}

/// `true` if a condition can hold only for a side without moves.
fn asks_for_no_moves(tree: &Tree, condition: &Condition) -> bool {
    let asks = |condition: &Condition| asks_for_no_moves(tree, condition);
    match &condition.kind {
        ConditionKind::State(_, State::Mated | State::Stuck) => true,
        ConditionKind::And(all) => all.iter().any(asks),
        ConditionKind::Or(all) => all.iter().all(asks),
        ConditionKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            crate::rules::tree::Meaning::Condition(condition) => asks(condition),
            crate::rules::tree::Meaning::Set(_) => false,
        },
        _ => false,
    }
}

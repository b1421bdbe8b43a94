//! Guesses: the constraints, effects and further rules that rules of a file may stand for.

use crate::board::{BySide, SquareSet};
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{Becomes, EffectKind, Gain, Moves, Placed, RuleKind, Set, SetKind, Turns as TreeTurns};
use crate::rules::{Blast, Flips, Pass, PieceId, Proposals, Rules, TwoSteps, WallPlace, Walls};

use super::Search;
use super::alike;

impl Search {
    pub(super) fn guess_constraints(&mut self) {
        let groups = self.groups.clone();
        if self.any(|kind| matches!(kind, RuleKind::Must { .. })) {
            let _ = self.try_with(|constraints, _, _| constraints.must_capture = true)
                || self.try_with(|constraints, _, beyond| {
                    (constraints.must_capture, beyond.takes.longest) = (true, true);
                });
            for group in &groups {
                self.try_with(|constraints, _, _| constraints.must_drop.clone_from(group));
            }
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Require(_))) {
            self.try_with(|constraints, _, _| constraints.no_checks = true);
            for group in &groups {
                self.try_with(|constraints, _, _| constraints.face_off.clone_from(group));
            }
        }
        if self.any(|kind| matches!(kind, RuleKind::Forbid(_))) {
            self.try_with(|constraints, _, _| constraints.royal_stays_in_check = true);
        }
        if self.any(|kind| matches!(kind, RuleKind::Instead { block, .. } if block.effects.is_empty())) {
            let _ = self.try_with(|constraints, _, _| constraints.pass = Pass::Stuck)
                || self.try_with(|constraints, _, _| constraints.pass = Pass::Always);
        }
    }

    pub(super) fn guess_effects(&mut self) {
        let named = self.groups.clone();
        if self.any_effect(|effect| matches!(effect, EffectKind::Capture(_))) {
            let groups = || std::iter::once(Vec::new()).chain(named.iter().cloned());
            let blasts = groups().flat_map(|spares| groups().map(move |immune| (spares.clone(), immune)));
            let _ = blasts.into_iter().any(|(mut spares, immune)| {
                spares.retain(|piece| !immune.contains(piece));
                self.try_with(|_, effects, _| {
                    effects.blast = Some(Blast { spares: spares.clone(), immune: immune.clone() });
                })
            });
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Build(_))) {
            for group in &named {
                self.try_with(|_, effects, _| effects.petrifies.clone_from(group));
            }
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Flip(_))) {
            let flips = [Flips::Enclosed, Flips::NeighboursWithFriend, Flips::Neighbours, Flips::Attacked];
            let _ = flips.into_iter().any(|flips| self.try_with(|_, effects, _| effects.flips = Some(flips)));
        }
    }

    /// Walls that moves put up or that replace moves, and pieces that enter from the hand behind others.
    pub(super) fn guess_walls(&mut self) {
        if self.any_effect(|effect| matches!(effect, EffectKind::Build(_))) {
            let built = [WallPlace::Behind, WallPlace::Shot, WallPlace::Anywhere, WallPlace::Edge, WallPlace::Moved];
            let areas = areas(self);
            let on =
                |built| areas.iter().flat_map(move |on| [false, true].map(|instead| Walls { built, on: *on, instead }));
            let walls: Vec<Walls> = built.into_iter().flat_map(on).collect();
            let _ = walls.iter().any(|walls| self.try_with(|_, effects, _| effects.walls = Some(walls.clone())));
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::May(_))) {
            for group in &self.groups.clone() {
                self.try_with(|_, effects, _| effects.gating.clone_from(group));
            }
        }
    }

    /// Relations of pieces by where they stand, and boards of two levels.
    pub(super) fn guess_relations(&mut self) {
        let groups = self.groups.clone();
        if self.any(|kind| matches!(kind, RuleKind::Pieces(moves) if moves.skips.is_some())) {
            self.try_with(|_, _, beyond| beyond.relations.skips_walls = true);
        }
        let persuasion = worth(&self.bare).filter(|_| self.any_effect(|effect| matches!(effect, EffectKind::Flip(_))));
        if let Some(worth) = persuasion
            && self.try_with(|_, _, beyond| beyond.relations.persuasion.clone_from(&worth))
        {
            for group in &groups {
                self.try_with(|_, _, beyond| beyond.relations.wary.clone_from(group));
            }
        }
        if self.any_effect(|effect| matches!(effect, EffectKind::Move(..))) {
            for group in &groups {
                self.try_with(|_, _, beyond| beyond.relations.magnets.clone_from(group));
            }
        }
        let forms = self.effects().find_map(|effect| match effect {
            EffectKind::Change(_, Becomes::Table(table)) => Some(pairs(table)),
            _ => None,
        });
        if let Some(forms) = forms {
            let turned = forms.iter().map(|[one, other]| [*other, *one]).collect();
            let _ = [forms, turned]
                .iter()
                .any(|forms: &Vec<_>| self.try_with(|_, _, beyond| beyond.levels.forms.clone_from(forms)));
        }
    }

    /// Captures of pieces that no other piece guards, and moves of two steps.
    pub(super) fn guess_captures(&mut self) {
        if self.any_effect(|effect| matches!(effect, EffectKind::Require(_))) {
            for group in &self.groups.clone() {
                self.try_with(|_, _, beyond| beyond.takes.unguarded_only.clone_from(group));
            }
        }
        let all: Vec<PieceId> = self.bare.piece_ids().collect();
        let stated = self.stated.iter().filter_map(|rule| match &rule.kind.kind {
            RuleKind::Pieces(moves) => two_steps(moves, &all),
            _ => None,
        });
        for steps in stated.collect::<Vec<_>>() {
            let _ = [false, true].into_iter().any(|straight| {
                self.try_with(|_, _, beyond| beyond.takes.two_steps.push(TwoSteps { straight, ..steps.clone() }))
            });
        }
    }

    /// Turns on two boards, and turns in which one side names a destination.
    pub(super) fn guess_turns(&mut self, turns: &TreeTurns) {
        let boards = turns.boards.as_ref().and_then(|boards| {
            Some(BySide { white: of_area(&boards.white)?.white, black: of_area(&boards.black)?.black })
        });
        if let Some(boards) = boards {
            self.try_turns(turns, |beyond| beyond.turns.boards = Some(boards));
        }
        let marked = self.effects().find_map(|effect| match effect {
            EffectKind::Change(_, Becomes::Table(table)) => {
                Some(table.iter().map(|forms| [forms.0, forms.1]).collect())
            }
            _ => None,
        });
        let mark = self.effects().find_map(|effect| match effect {
            EffectKind::Place { what: Placed::Kind(mark), .. } => Some(*mark),
            _ => None,
        });
        if let Some((mark, marked)) = mark.zip(marked) {
            let proposals = Proposals { mark, marked };
            self.try_turns(turns, |beyond| beyond.turns.proposals = Some(proposals.clone()));
        }
    }
}

/// The areas that rules name, and the whole board.
fn areas(search: &mut Search) -> Vec<BySide<SquareSet>> {
    struct Areas(Vec<BySide<SquareSet>>);
    impl Visitor for Areas {
        fn set(&mut self, set: &mut Set) {
            visit::in_set(self, set);
            self.0.extend(of_area(set));
        }
    }
    let board = search.bare.geometry.squares();
    let mut areas = Areas(vec![BySide { white: board, black: board }]);
    search.stated.iter_mut().for_each(|rule| visit::rule(&mut areas, rule));
    areas.0
}

fn of_area(set: &Set) -> Option<BySide<SquareSet>> {
    match &set.kind {
        SetKind::Area(area) => Some(area.squares),
        _ => None,
    }
}

/// The worth of pieces in whole points; `None` if it is none, or not whole.
fn worth(rules: &Rules) -> Option<Vec<u32>> {
    let points = |piece: PieceId| match rules.tree.worth_of(piece) {
        worth if worth % 1000 == 0 => u32::try_from(worth / 1000).ok(),
        _ => None,
    };
    let worth: Vec<u32> = rules.piece_ids().map(points).collect::<Option<_>>()?;
    worth.iter().any(|worth| *worth > 0).then_some(worth)
}

/// The pairs of pieces that become each other, by a table.
fn pairs(table: &[(PieceId, PieceId)]) -> Vec<[PieceId; 2]> {
    table.iter().filter(|(one, other)| one < other).map(|(one, other)| [*one, *other]).collect()
}

/// The pieces and the first steps of moves of two steps; `None` for moves of another kind.
fn two_steps(moves: &Moves, all: &[PieceId]) -> Option<TwoSteps> {
    let by = alike::group(&moves.pieces, all).filter(|_| moves.told_apart)?;
    let mut steps = Vec::new();
    for gain in &moves.gains {
        let Gain::Also(notation) = gain else { return None };
        for leg in notation.movement.patterns.iter().filter_map(|pattern| pattern.legs().first()) {
            let new: Vec<_> = leg.steps().filter(|step| !steps.contains(step)).collect();
            steps.extend(new);
        }
    }
    Some(TwoSteps { by, steps, straight: false })
}

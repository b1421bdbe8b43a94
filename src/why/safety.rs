//! Moves that leave a royal piece under attack.

use crate::board::{Side, Square, Step};
use crate::interpreter::{Move, MoveKind};
use crate::rules::{Royalty, Rules, Setup, WallPlace};
use crate::walker::Content;

use super::Case;
use super::faults::CrossingFault;
use super::levels::{board_of, boards, seen_by};
use super::reason::Reason;
use super::view::{View, attackers};

impl Case<'_> {
    /// The attacks that make a move illegal. For castling, also attacks on squares of the king's path.
    pub(super) fn unsafe_because(&mut self, made: &Move) -> Vec<Reason> {
        let rules = self.game.shared_rules();
        let us = self.setup.turn;
        if let MoveKind::Castling { .. } = made.kind()
            && royal_pieces(&rules, &self.setup, us).contains(&made.from)
            && let Some(reason) = self.castles_through(&rules, made)
        {
            return vec![reason];
        }
        if let Some(reason) = self.attacked_before_crossing(made) {
            return vec![reason];
        }
        let attack = |setup: &Setup| boards(&rules, setup).iter().find_map(|board| royal_attack(&rules, board, us));
        let before = attack(&self.setup);
        let mut after = self.game.clone();
        after.play(made);
        let next = without_moved_wall(&rules, after.setup());
        let lost = |side| royal_pieces(&rules, &next, side).len() < royal_pieces(&rules, &self.setup, side).len();
        if rules.effects.blast.is_some() || !rules.effects.petrifies.is_empty() {
            match (lost(us), lost(!us)) {
                (true, _) => return vec![Reason::LosesRoyal],
                (false, true) => return Vec::new(),
                _ => {}
            }
        }
        let attacked = attack(&next);
        attacked.map(|reason| with_already(reason, before.is_some())).into_iter().collect()
    }

    /// The attack on a royal piece that a wall on a square does not keep off.
    pub(super) fn unsafe_with_wall(&self, made: &Move, on: Square) -> Option<Reason> {
        let rules = self.game.rules();
        let mut after = self.game.clone();
        after.play(&made.with(|further| further.wall = Some(on)));
        let us = self.setup.turn;
        let before = royal_attack(rules, &self.setup, us).is_some();
        royal_attack(rules, &after.setup(), us).map(|reason| with_already(reason, before))
    }

    /// The reason, if a move leaves a royal piece under attack before the piece crosses to the other board.
    pub(super) fn attacked_before_crossing(&self, made: &Move) -> Option<Reason> {
        let rules = self.game.rules();
        board_of(rules, made.piece)?;
        let mut there = seen_by(rules, &self.setup, made.piece);
        let placed = there.pieces[made.from.index()].take();
        made.captures().squares().iter().for_each(|square| there.pieces[square.index()] = None);
        there.pieces[made.to.index()] = placed;
        match royal_attack(rules, &there, self.setup.turn)? {
            Reason::LeavesRoyal { royal, placed, attacker, .. } => {
                Some(Reason::Crossing { fault: CrossingFault::Attacked { royal, placed, attacker } })
            }
            _ => None,
        }
    }

    /// The reason, if the captured piece is safe from the capturing piece.
    pub(super) fn safe_from(&self, made: &Move) -> Option<Reason> {
        let rules = self.game.rules();
        made.captures().squares().iter().find_map(|square| {
            let placed = self.setup.pieces[square.index()]?;
            let immune = rules.piece(placed.piece).safe_from.contains(&made.piece);
            immune.then_some(Reason::SafeFrom { taken: (*square, placed), by: made.piece })
        })
    }

    /// The reason, if a royal piece leaves its square in check although it may only capture the checking piece.
    pub(super) fn stays_in_check(&self, made: &Move) -> Option<Reason> {
        let rules = self.game.rules();
        let us = self.setup.turn;
        let leaves = made.from != made.to && royal_pieces(rules, &self.setup, us).contains(&made.from);
        if !rules.constraints.royal_stays_in_check || !leaves {
            return None;
        }
        let attacked = |changes: &[_]| {
            let view = View { rules, setup: &self.setup, side: !us, changes };
            attackers(&view, made.from)
                .into_iter()
                .any(|(from, ..)| !made.captures().squares().contains(&from) || changes.is_empty())
        };
        let gone: Vec<_> = made.captures().squares().iter().map(|square| (*square, Content::Empty)).collect();
        let free = made.is_capture() && !attacked(&gone);
        let placed = self.setup.pieces[made.from.index()]?;
        (attacked(&[]) && !free).then_some(Reason::StaysInCheck { placed })
    }

    /// The reason, if the move gives check although it must not.
    pub(super) fn gives_check(&self, made: &Move) -> Option<Reason> {
        let rules = self.game.rules();
        let drop = rules.piece(made.piece).drop.as_ref().filter(|_| made.kind() == MoveKind::Drop);
        let quiet_drop = drop.is_some_and(|rule| !rule.check);
        if !rules.constraints.no_checks && !quiet_drop {
            return None;
        }
        let mut after = self.game.clone();
        after.play(made);
        let reason = if quiet_drop { Reason::DropChecks { piece: made.piece } } else { Reason::GivesCheck };
        after.in_check().then_some(reason)
    }

    /// The reason, if pieces still face each other although the rules forbid it.
    pub(super) fn goes_on_facing(&self, made: &Move) -> Option<Reason> {
        let mut after = self.game.clone();
        after.play(made);
        (self.game.is_face_off() && after.is_face_off()).then_some(Reason::GoesOnFacing)
    }

    /// The reason, if a drop gives mate although it must not.
    pub(super) fn mates_by_drop(&mut self, made: &Move) -> Option<Reason> {
        let rules = self.game.shared_rules();
        let forbidden = rules.piece(made.piece).drop.as_ref().is_some_and(|rule| !rule.mate);
        let mut after = self.game.clone();
        after.play(made);
        let mates = forbidden && after.in_check() && after.legal_moves().is_empty();
        mates.then_some(Reason::DropMates { piece: made.piece })
    }

    fn castles_through(&self, rules: &Rules, made: &Move) -> Option<Reason> {
        let us = self.setup.turn;
        let rule = rules.castling.iter().position(|rule| rule.side == us && rule.to == made.to)?;
        let mut path = rules.geometry.straight(made.from, made.to);
        path.insert(made.from);
        let setup = match rules.piece(made.piece).royalty {
            Royalty::Last(_) => without_moved_wall(rules, self.setup.clone()),
            _ => self.setup.clone(),
        };
        let view = View { rules, setup: &setup, side: !us, changes: &[] };
        let start = std::iter::once(made.from).chain(path.iter().filter(|square| *square != made.from));
        start.filter_map(|square| Some((square, attackers(&view, square).into_iter().next()?))).next().map(
            |(square, (from, placed, _))| Reason::CastlesThrough {
                rule,
                square,
                start: square == made.from,
                attacker: (from, placed),
            },
        )
    }
}

/// The setup without the old wall, if each move must move the wall.
fn without_moved_wall(rules: &Rules, setup: Setup) -> Setup {
    let moves = rules.effects.walls.as_ref().is_some_and(|walls| walls.built == WallPlace::Moved);
    let walls = if moves { setup.walls & rules.geometry.holes() } else { setup.walls };
    Setup { walls, ..setup }
}

/// The first attack on a royal piece of a side. Jointly royal pieces count only if all of them are attacked.
fn royal_attack(rules: &Rules, setup: &Setup, us: Side) -> Option<Reason> {
    let view = View { rules, setup, side: !us, changes: &[] };
    let attack = |royal: Square| {
        if rules.effects.blast.is_some() && is_beside_royal(rules, setup, royal, !us) {
            return None;
        }
        let placed = view.piece_at(royal)?;
        let (from, enemy, by) = attackers(&view, royal).into_iter().next()?;
        Some(Reason::LeavesRoyal { royal, placed, attacker: (from, enemy), by, already: false })
    };
    if let Some(reason) = royal_pieces(rules, setup, us).into_iter().find_map(attack) {
        return Some(reason);
    }
    let together = pieces_of(rules, setup, us, |royalty, _| royalty == Royalty::Together);
    let attacks: Option<Vec<Reason>> = together.into_iter().map(attack).collect();
    attacks?.into_iter().next()
}

/// The royal pieces of a side, without jointly royal ones.
fn royal_pieces(rules: &Rules, setup: &Setup, side: Side) -> Vec<Square> {
    pieces_of(rules, setup, side, |royalty, count| match royalty {
        Royalty::Royal => true,
        Royalty::Last(most) => count <= usize::from(most),
        Royalty::Common | Royalty::Together => false,
    })
}

fn pieces_of(rules: &Rules, setup: &Setup, side: Side, wanted: impl Fn(Royalty, usize) -> bool) -> Vec<Square> {
    let own = |square: Square| setup.pieces[square.index()].filter(|placed| placed.side == side);
    let squares = || rules.geometry.squares().iter();
    let count = |piece| squares().filter(|square| own(*square).is_some_and(|placed| placed.piece == piece)).count();
    let royal = |square: &Square| {
        own(*square).is_some_and(|placed| wanted(rules.piece(placed.piece).royalty, count(placed.piece)))
    };
    squares().filter(royal).collect()
}

/// Returns `true` if a royal piece of a side stands beside a square. A capture there would blow it up.
fn is_beside_royal(rules: &Rules, setup: &Setup, square: Square, side: Side) -> bool {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| Step::new(files, ranks)));
    let beside: Vec<Square> = steps
        .filter(|step| (step.files, step.ranks) != (0, 0))
        .filter_map(|step| rules.geometry.step(square, step).map(|landing| landing.square))
        .collect();
    royal_pieces(rules, setup, side).iter().any(|royal| beside.contains(royal))
}

fn with_already(reason: Reason, before: bool) -> Reason {
    match reason {
        Reason::LeavesRoyal { royal, placed, attacker, by, .. } => {
            Reason::LeavesRoyal { royal, placed, attacker, by, already: before }
        }
        other => other,
    }
}

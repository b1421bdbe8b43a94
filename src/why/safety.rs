//! Moves that leave a royal man under attack.

use crate::board::Side;
use crate::interpreter::{Move, MoveKind};
use crate::rules::{Royalty, Rules, Setup};

use super::Case;
use super::reason::Reason;
use super::view::{View, attackers};

impl Case<'_> {
    /// The attacks that a move leaves or gives, and for a castling those it would go through.
    pub(super) fn unsafe_because(&mut self, made: &Move) -> Vec<Reason> {
        let rules = self.game.rules().clone();
        let us = self.setup.turn;
        if let MoveKind::Castling { .. } = made.kind
            && rules.piece(made.piece).royalty == Royalty::Royal
            && let Some(reason) = self.castles_through(&rules, made)
        {
            return vec![reason];
        }
        let before = royal_attack(&rules, &self.setup, us);
        let mut after = self.game.clone();
        after.play(made);
        let attacked = royal_attack(&rules, &after.setup(), us);
        attacked.map(|reason| with_already(reason, before.is_some())).into_iter().collect()
    }

    /// Does a drop mate, where it may not?
    pub(super) fn mates_by_drop(&mut self, made: &Move) -> Option<Reason> {
        let rules = self.game.rules().clone();
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
        let view = View { rules, setup: &self.setup, side: !us, changes: &[] };
        let start = std::iter::once(made.from).chain(path.iter().filter(|square| *square != made.from));
        start.filter_map(|square| Some((square, attackers(&view, square).into_iter().next()?))).next().map(
            |(square, (from, man, _))| Reason::CastlesThrough {
                rule,
                square,
                start: square == made.from,
                attacker: (from, man),
            },
        )
    }
}

/// The first attack on a royal man of a side.
fn royal_attack(rules: &Rules, setup: &Setup, us: Side) -> Option<Reason> {
    let view = View { rules, setup, side: !us, changes: &[] };
    rules.geometry.squares().iter().find_map(|royal| {
        let man = view.man(royal).filter(|man| man.side == us && rules.piece(man.piece).royalty == Royalty::Royal)?;
        let (from, enemy, by) = attackers(&view, royal).into_iter().next()?;
        Some(Reason::LeavesRoyal { royal, man, attacker: (from, enemy), by, already: false })
    })
}

fn with_already(reason: Reason, before: bool) -> Reason {
    match reason {
        Reason::LeavesRoyal { royal, man, attacker, by, .. } => {
            Reason::LeavesRoyal { royal, man, attacker, by, already: before }
        }
        other => other,
    }
}

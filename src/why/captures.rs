//! Reasons why a piece may not capture by chains of jumps, or in other ways of `takes`.

use crate::board::Square;
use crate::game::Compiled;
use crate::rules::{How, PieceId, Rules};

use super::reason::{Need, Reason};
use super::view::{View, attackers};
use super::{Case, beyond};

impl Case<'_> {
    /// The reason against a move that no notation of the piece gives: its chain must go on, or another rule about captures forbids it.
    pub(super) fn refuse_capture(&self, piece: PieceId, (from, to): (Square, Square)) -> Option<Reason> {
        let rules = self.game.rules();
        if rules.beyond.is_empty() {
            return None;
        }
        let chains = rules.beyond.takes.chains.iter().any(|jumps| jumps.by.contains(&piece));
        let begins = |captures: &[Square]| match captures {
            [first, _, ..] => rules.geometry.straight(from, to).contains(*first) && *first != to,
            _ => false,
        };
        let longer =
            |text: &&crate::notation::Written| text.made.from == from && begins(&text.made.captures().squares());
        let whole = self.legal.iter().find(longer).filter(|_| chains && self.setup.pieces[to.index()].is_none());
        if let Some(whole) = whole {
            return Some(Reason::ChainGoesOn { instead: whole.uci.clone() });
        }
        let text = rules.geometry.name(from) + &rules.geometry.name(to);
        beyond::forbids(rules, &self.setup, &text).map(|(group, key)| Reason::Special { group, key })
    }

    /// The reason, if a piece that captures only unguarded enemies would capture a guarded one.
    pub(super) fn takes_guarded(&self, piece: PieceId, to: Square) -> Option<Reason> {
        let rules = self.game.rules();
        self.setup.pieces[to.index()].filter(|_| rules.beyond.takes.unguarded_only.contains(&piece))?;
        let view = View { rules, setup: &self.setup, side: !self.setup.turn, changes: &[] };
        let is_guarded = !attackers(&view, to).is_empty();
        is_guarded.then_some(Reason::Special { group: "takes", key: "unguarded_only" })
    }

    /// The reason, if a leaping piece could move if one of several pieces on its way were gone.
    pub(super) fn leaps_over_several(
        &self,
        piece: PieceId,
        (from, to): (Square, Square),
        reasons: &[Reason],
    ) -> Option<Reason> {
        let rules = self.game.rules();
        let leaps = |how: &How| matches!(how, How::Leap(_));
        if reasons.len() < 2 || !rules.beyond.takes.ways.iter().any(|way| way.by.contains(&piece) && leaps(&way.how)) {
            return None;
        }
        let blocked = |reason: &Reason| match reason {
            Reason::Square { square, need: Need::Empty, ends: false, .. } => Some(*square),
            _ => None,
        };
        let squares: Option<Vec<Square>> = reasons.iter().map(blocked).collect();
        let squares = squares?;
        let leads_without = |square: &Square| {
            let mut setup = self.setup.clone();
            setup.pieces[square.index()] = None;
            let game = Compiled::new(Rules::clone(rules)).game_unchecked(&setup);
            game.is_ok_and(|game| game.pseudo_legal_moves().iter().any(|made| (made.from, made.to) == (from, to)))
        };
        squares.iter().any(leads_without).then_some(Reason::LeapsOverOne { piece, squares })
    }
}

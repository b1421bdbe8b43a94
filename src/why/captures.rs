//! Reasons why a piece may not capture by chains of jumps, or because of other keys of `takes`.

use crate::board::Square;
use crate::rules::PieceId;

use super::reason::Reason;
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
}

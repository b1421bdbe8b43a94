//! Rules that change moves one by one.

use super::Compiler;
use super::drafts::movement;
use crate::board::SquareSet;
use crate::diagnostic::Code;
use crate::rules::movement::{Bend, Between, Hop, Leg, Pattern, Wrap};
use crate::rules::{Beyond, Jumps, PieceId, Takes};
use crate::source::Span;
use crate::variant::node::{Named, Phrase};
use crate::variant::spec;

impl Compiler<'_> {
    /// Compiles the rules that move tables cannot hold.
    pub(super) fn beyond(&mut self) -> Beyond {
        let Some(rules) = &self.spec.rules else { return Beyond::default() };
        Beyond {
            takes: rules.takes.as_ref().map_or_else(Takes::default, |takes| self.takes(takes)),
            ..Beyond::default()
        }
    }

    /// A pair of pieces for each entry: the one named by the key, and the one named by the value.
    fn forms(&mut self, forms: &Named<Phrase>) -> Vec<[PieceId; 2]> {
        let pair = |(name, span, other): (&str, Span, &Phrase)| {
            let one = self.names.get(name);
            if one.is_none() {
                self.problems.push(self.names.unknown(name, span));
            }
            Some([one?, self.id(other)?])
        };
        forms.iter().filter_map(pair).collect()
    }

    fn takes(&mut self, takes: &spec::Takes) -> Takes {
        Takes {
            chains: takes.chains.iter().flatten().filter_map(|spec| self.chain(spec)).collect(),
            in_hand_as: takes.in_hand_as.iter().flat_map(|pairs| self.pairs(pairs)).collect(),
            ..Takes::default()
        }
    }

    fn chain(&mut self, chain: &spec::Chain) -> Option<Jumps> {
        let movement = movement(&chain.jumps, (&self.geometry).into(), self.problems)?;
        let leg = |pattern: &Pattern| pattern.single_leg().filter(|leg| leg.bend == Bend::Straight).cloned();
        let Some(legs) = movement.patterns.iter().map(leg).collect::<Option<Vec<Leg>>>() else {
            self.error(Code::BadValue, chain.jumps.0.span, "a jump must be a single straight leg".to_owned());
            return None;
        };
        let plain = |leg: &Leg| matches!(leg.range, None | Some(1)) && leg.skip == 0 && leg.hop == Hop::None;
        let over_edges = |leg: &Leg| leg.wrap != Wrap::None || leg.between != Between::Anything;
        let first = movement.patterns.iter().any(|pattern| pattern.initial);
        if first || legs.iter().any(|leg| !plain(leg) || over_edges(leg)) {
            let message = "a jump is one step (`F`) or a line of any length (`B`): ranges and the modifiers i, n, j, p, g and o are not allowed here";
            self.error(Code::BadValue, chain.jumps.0.span, message);
        }
        Some(Jumps {
            by: self.listed(&chain.by),
            of: match &chain.of {
                Some(pieces) => self.listed(pieces),
                None => self.names.all(),
            },
            jumps: legs.iter().flat_map(|leg| leg.steps().map(|step| (step, leg.slides()))).collect(),
            ends_in: self.area_or(chain.ends_in.as_ref(), SquareSet::EMPTY),
            promotes_at_once: chain.promotes_at_once.unwrap_or(false),
        })
    }

    /// Pairs of pieces that change into each other on the way to a hand. No piece is in two pairs.
    fn pairs(&mut self, pairs: &Named<Phrase>) -> Vec<[PieceId; 2]> {
        let mut seen = Vec::new();
        for (name, span, other) in pairs.iter() {
            for (name, span) in [(name, span), (other.text.as_str(), other.span)] {
                if seen.contains(&name) {
                    self.error(Code::BadValue, span, format!("a {name} can go to a hand only as one piece"));
                }
                seen.push(name);
            }
        }
        self.forms(pairs)
    }
}

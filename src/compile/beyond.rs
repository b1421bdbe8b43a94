//! Rules that change moves one by one.

use super::Compiler;
use super::drafts::movement;
use crate::board::{BySide, SquareSet};
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::rules::movement::{Bend, Between, Hop, Leg, Pattern, Wrap};
use crate::rules::{self, Beyond, Jumps, Levels, PieceId, Relations, Takes, TwoSteps};
use crate::source::Span;
use crate::variant::node::{Named, Phrase};
use crate::variant::spec;

impl Compiler<'_> {
    /// Compiles the rules that move tables cannot hold.
    pub(super) fn beyond(&mut self) -> Beyond {
        let Some(rules) = &self.spec.rules else { return Beyond::default() };
        Beyond {
            takes: rules.takes.as_ref().map_or_else(Takes::default, |takes| self.takes(takes)),
            relations: rules.relations.as_ref().map_or_else(Relations::default, |relations| self.relations(relations)),
            turns: rules.turns.as_ref().map_or_else(rules::Turns::default, |turns| self.turns(turns)),
            levels: Levels { forms: rules.levels.as_ref().map_or_else(Vec::new, |forms| self.levels(forms)) },
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

    /// The forms of pieces on the two boards. Every piece must have a form on the other board.
    fn levels(&mut self, named: &Named<Phrase>) -> Vec<[PieceId; 2]> {
        let forms = self.forms(named);
        let first = named.iter().next().map(|(_, span, _)| span);
        let times = |piece: &PieceId| forms.iter().flatten().filter(|form| *form == piece).count();
        let wrong = self.names.ids.iter().find(|(_, piece)| times(piece) != 1).map(|(name, _)| name);
        if let (Some(span), Some(name)) = (first, wrong) {
            let message = format!(
                "each piece needs exactly one form on the other board, but `{}` has none or several",
                shorten(name)
            );
            self.error(Code::BadValue, span, message);
        }
        forms
    }

    fn takes(&mut self, takes: &spec::Takes) -> Takes {
        Takes {
            chains: takes.chains.iter().flatten().filter_map(|spec| self.chain(spec)).collect(),
            two_steps: takes.two_steps.iter().flatten().filter_map(|spec| self.two_steps(spec)).collect(),
            unguarded_only: self.listed_or_none(takes.unguarded_only.as_ref()),
            in_hand_as: takes.in_hand_as.iter().flat_map(|pairs| self.pairs(pairs)).collect(),
            ..Takes::default()
        }
    }

    fn two_steps(&mut self, rule: &spec::TwoSteps) -> Option<TwoSteps> {
        let movement = movement(&rule.steps, (&self.geometry).into(), self.problems)?;
        let leg =
            |pattern: &Pattern| pattern.single_leg().filter(|leg| leg.bend == Bend::Straight && !leg.slides()).cloned();
        let Some(legs) = movement.patterns.iter().map(leg).collect::<Option<Vec<Leg>>>() else {
            let message = "a step must be a single leap: it may not slide, bend or have several legs";
            let problem = Diagnostic::error(Code::BadValue, rule.steps.0.span, message);
            self.problems.push(problem.help("write leaps only, for example `WF`"));
            return None;
        };
        Some(TwoSteps {
            by: self.listed(&rule.by),
            steps: legs.iter().flat_map(Leg::steps).collect(),
            straight: rule.straight.unwrap_or(false),
        })
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

    fn relations(&mut self, relations: &spec::Relations) -> Relations {
        Relations {
            persuasion: self.persuasion(relations),
            wary: self.listed_or_none(relations.wary.as_ref()),
            magnets: self.listed_or_none(relations.magnets.as_ref()),
            skips_walls: relations.skips_walls.as_ref().is_some_and(|skips| skips.value),
        }
    }

    /// Returns `true` if the squares are one or more whole boards of several boards side by side.
    fn lie_apart(&self, squares: SquareSet) -> bool {
        let geometry = &self.geometry;
        let board = |square| geometry.rank(square) / geometry.ranks_of_a_level();
        let whole = |index| {
            let of_board: SquareSet = geometry.squares().iter().filter(|square| board(*square) == index).collect();
            of_board.is_subset(&squares) || (of_board & squares).is_empty()
        };
        geometry.levels() > 1 && !geometry.leads_between_levels() && (0..geometry.levels()).all(whole)
    }

    /// Two boards with separate turns. They must cover all squares, and no other rule may change the order of turns.
    fn boards(&mut self, turns: &spec::Turns) -> Option<BySide<SquareSet>> {
        let area = turns.boards.as_ref()?;
        let boards = self.area_or(Some(area), SquareSet::EMPTY);
        if !(boards.white & boards.black).is_empty() || boards.white | boards.black != self.geometry.squares() {
            self.error(Code::BadValue, area.span(), "every square must belong to exactly one of the two boards");
        }
        if !self.lie_apart(boards.white) {
            let message = "boards with separate turns must be whole boards of `board: {boards: 2}`";
            self.error(Code::BadValue, area.span(), message);
        }
        let relations = self.spec.rules.as_ref().and_then(|rules| rules.relations.as_ref());
        // Persuasion acts on the other board, whichever side is to move on it.
        let acts_across = relations.is_some_and(|all| all.persuasion.is_some());
        if turns.proposes.is_some() || acts_across {
            let message = "boards with separate turns cannot be combined with `proposes` or `persuasion`";
            self.error(Code::BadValue, area.span(), message);
        }
        Some(boards)
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

    /// Worth of pieces for persuasion: a piece changes sides if the enemies that attack it are worth more than its
    /// protectors.
    fn persuasion(&mut self, relations: &spec::Relations) -> Vec<u32> {
        let Some(worth) = &relations.persuasion else { return Vec::new() };
        let mut values = vec![0; self.names.all().len()];
        for (name, span, value) in worth.iter() {
            match self.names.get(name) {
                Some(piece) => values[piece.index()] = u32::from(value.value),
                None => self.problems.push(self.names.unknown(name, span)),
            }
        }
        values
    }

    /// Turns in which one side proposes a destination.
    fn proposals(&mut self, proposes: &spec::Proposals) -> Option<rules::Proposals> {
        let marked = self.forms(&proposes.marked);
        let mut forms: Vec<PieceId> = marked.iter().map(|forms| forms[1]).collect();
        let mark = self.id(&proposes.mark)?;
        forms.push(mark);
        let twice = (1..forms.len()).any(|index| forms[..index].contains(&forms[index]));
        if twice || marked.iter().any(|[piece, _]| forms.contains(piece)) {
            let message = "the mark and the marked forms must be separate pieces";
            self.error(Code::BadValue, proposes.mark.span, message);
        }
        Some(rules::Proposals { mark, marked })
    }

    fn turns(&mut self, turns: &spec::Turns) -> rules::Turns {
        let proposals = turns.proposes.as_ref().and_then(|proposes| self.proposals(proposes));
        rules::Turns { proposals, boards: self.boards(turns) }
    }
}

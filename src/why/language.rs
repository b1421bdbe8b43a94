//! Reasons in a game with rules in the language of rules.
//!
//! The same game without these rules has the reasons of notations and keys, each with its place. The oracle then finds the
//! rules of the language that decide.

use std::ops::Range;

use crate::game::{Compiled, Game};
use crate::interpreter::Move;
use crate::notation::{self, Written, uci};
use crate::restate;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{Condition, ConditionKind, State};
use crate::rules::{PieceId, Rules, Tree};

use super::offered::remembering;
use super::reason::{Need, Reason};
use super::told::{Part, part_of};
use super::trial::Told;
use super::{Case, Request};

impl From<Told> for Reason {
    fn from(told: Told) -> Reason {
        Reason::Told { rule: told.rule, message: told.message, place: told.span }
    }
}

/// The answer of the oracle about a move in UCI notation; `None` if the oracle does not know all rules of the game.
fn part(game: &Game, text: &str, unexplained: bool) -> Option<Part> {
    let oracle = restate::oracle(game.shared_rules()).ok()?;
    let own = own_rules(&game.rules().tree, oracle.tree());
    Some(part_of(&oracle, &oracle.position(&game.setup()), text, (own, unexplained)))
}

/// The numbers that the rules of a file have in a tree that also has rules for its keys, before and after them.
fn own_rules(file: &Tree, tree: &Tree) -> Range<usize> {
    let first = file.rules.first().map(|rule| rule.kind.name.as_str());
    let start = tree.rules.iter().position(|rule| Some(rule.kind.name.as_str()) == first).unwrap_or(0);
    start..start + file.rules.len()
}

impl Case<'_> {
    /// The reasons for a legal move. `grounds` are those of its notation and of the keys.
    pub(super) fn allow_by_rules(&self, made: &Move, grounds: Vec<Reason>) -> Vec<Reason> {
        match part(self.game, &uci::write(self.game, made), false) {
            Some(Part::Allows(allows, follows)) => {
                let told = |all: Vec<Told>| all.into_iter().map(Reason::from);
                told(allows).chain(grounds).chain(told(follows)).collect()
            }
            _ => grounds,
        }
    }

    /// The reasons against a move that is not legal.
    pub(super) fn refuse_by_rules(&self, text: &str, request: &Request) -> Vec<Reason> {
        let game = &*self.game;
        if let Some(end) = ended_by_rule(game, &self.legal) {
            return vec![Reason::GameOver { end }];
        }
        let mut plain = without_rules(game);
        let as_uci = |plain: &mut Game| notation::parse(plain, text).ok().map(|made| uci::write(plain, &made));
        let by_keys = plain.as_mut().and_then(as_uci);
        let mut reasons = match &mut plain {
            Some(plain) if by_keys.is_none() => self.refuse_by_keys(plain, text, request),
            _ => Vec::new(),
        };
        let unexplained = matches!(reasons.first(), None | Some(Reason::NoSuchMove { .. } | Reason::NotYours { .. }));
        match part(game, by_keys.as_deref().unwrap_or(text), unexplained) {
            // The keys name the rule of a promotion and all its choices.
            Some(Part::Incomplete(told)) => {
                let promotion = reasons.iter().find_map(|reason| self.legal_choices(reason));
                reasons = vec![promotion.unwrap_or_else(|| told.into())];
            }
            Some(Part::Forbids { told, keys, otherwise }) => {
                reasons.retain(|reason| keys || *reason == Reason::NoCastling);
                reasons.extend(told.into_iter().map(Reason::from));
                reasons.extend(otherwise.then(|| self.no_such_move_of_others(request)).flatten());
            }
            // Only a rule gives this move, so the notation of the piece is not the reason.
            Some(Part::Unsafe(message, piece)) if reasons.iter().all(|reason| reason.rule() != "royal-safety") => {
                reasons = vec![Reason::RoyalInDanger { message, piece }];
            }
            Some(Part::Beyond(told)) if reasons.is_empty() => reasons.push(told.into()),
            // The oracle knows the position alone.
            Some(Part::Allows(..)) => {
                reasons.extend(remembering(&game.rules().tree, game.rules()).into_iter().map(Reason::from))
            }
            _ => {}
        }
        reasons
    }

    /// The reason, if a piece of the other side never has the move.
    fn no_such_move_of_others(&self, request: &Request) -> Option<Reason> {
        let plain = without_rules(self.game)?;
        let setup = crate::rules::Setup { turn: !self.setup.turn, ..self.setup.clone() };
        let mut turned = Compiled::new(Rules::clone(plain.rules())).game_unchecked(&setup).ok()?;
        let reasons = Case::new(&mut turned, self.legal.clone()).refuse(request);
        reasons.into_iter().find(|reason| matches!(reason, Reason::NoSuchMove { .. }))
    }

    /// The reason that a promotion is missing, with the choices that the rules leave; `None` if they leave none.
    fn legal_choices(&self, reason: &Reason) -> Option<Reason> {
        let Reason::MustPromote { piece, to, choices } = reason else { return None };
        let is_legal = |choice: &PieceId| {
            let promotes = |made: &Move| (made.piece, made.to, made.promotion()) == (*piece, *to, Some(*choice));
            self.legal.iter().any(|written| promotes(&written.made))
        };
        let choices: Vec<PieceId> = choices.iter().copied().filter(is_legal).collect();
        (!choices.is_empty()).then_some(Reason::MustPromote { piece: *piece, to: *to, choices })
    }

    /// The reasons of the rules alone against a text that only they could explain.
    pub(super) fn refuse_by_rules_alone(&self, text: &str) -> Vec<Reason> {
        let has_rules = !self.game.rules().tree.is_empty();
        match has_rules.then(|| part(self.game, text, true)).flatten() {
            Some(Part::Forbids { told, .. }) => told.into_iter().map(Reason::from).collect(),
            _ => Vec::new(),
        }
    }

    /// The reasons against a move that is illegal without the rules of the language too.
    fn refuse_by_keys(&self, plain: &mut Game, text: &str, request: &Request) -> Vec<Reason> {
        let mut case = Case::new(plain, self.legal.clone());
        case.wall.clone_from(&self.wall);
        let reasons = case.refuse(request);
        match reasons.is_empty() {
            true => Some(case.special(text, false)).filter(|reason| *reason != Reason::Other).into_iter().collect(),
            false => necessary(self.game, text, reasons),
        }
    }
}

/// The end in the language of rules that has ended the game; `None` if the game goes on or has no moves without it.
fn ended_by_rule(game: &Game, legal: &[Written]) -> Option<usize> {
    let end = game.end().filter(|_| legal.is_empty())?.index;
    let rules = game.rules();
    let own = rules.ends.len()..rules.ends.len() + rules.tree.ends.len();
    let mut endless = Rules::clone(rules);
    endless.tree.ends.clear();
    let without = Compiled::new(endless).game_unchecked(&game.setup()).ok()?;
    let decides = || {
        let told = end.checked_sub(rules.ends.len()).and_then(|at| rules.tree.ends.get(at));
        told.is_some_and(|told| !asks_for_moves(&told.kind.condition)) || !without.legal_moves().is_empty()
    };
    (own.contains(&end) && decides()).then_some(end)
}

/// Returns `true` if a condition asks whether a side has legal moves.
fn asks_for_moves(condition: &Condition) -> bool {
    struct Asks(bool);
    impl Visitor for Asks {
        fn condition(&mut self, condition: &mut Condition) {
            self.0 |= matches!(condition.kind, ConditionKind::State(_, State::Stuck | State::Mated));
            visit::in_condition(self, condition);
        }
    }
    let mut asks = Asks(false);
    asks.condition(&mut condition.clone());
    asks.0
}

/// The same position without the rules of the language that change, forbid or follow moves.
fn without_rules(game: &Game) -> Option<Game> {
    let mut rules = Rules::clone(game.rules());
    let tree = &mut rules.tree;
    // Ends, turns and names may refer to a rule by its number, so each rule stays as one without effect.
    match tree.ends.is_empty() && tree.turns.is_none() && tree.defines.is_empty() {
        true => tree.rules.clear(),
        false => super::trial::idle_all(tree),
    }
    Compiled::new(rules).game_unchecked(&game.setup()).ok()
}

/// Leaves out squares that need no change: a rule can let a piece pass them. Such a square is found by changing all others.
fn necessary(game: &Game, text: &str, reasons: Vec<Reason>) -> Vec<Reason> {
    let emptied = |reason: &Reason| match reason {
        Reason::Square { square, need: Need::Empty, .. } => Some(*square),
        _ => None,
    };
    if reasons.len() < 2 || reasons.iter().any(|reason| emptied(reason).is_none()) {
        return reasons;
    }
    let stands_in_the_way = |reason: &Reason| {
        let mut setup = game.setup();
        let others = reasons.iter().filter(|other| *other != reason).filter_map(emptied);
        others.for_each(|square| {
            setup.pieces[square.index()] = None;
            setup.walls.remove(square);
        });
        let game = Compiled::new(Rules::clone(game.rules())).game_unchecked(&setup);
        !game.is_ok_and(|mut game| notation::parse(&mut game, text).is_ok())
    };
    reasons.iter().filter(|reason| stands_in_the_way(reason)).cloned().collect()
}

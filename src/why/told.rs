//! Finds the node of a tree of rules that decides about a move.
//!
//! A node decides if the answer changes without it. So rules, and then parts of their conditions, are removed from a
//! copy of the tree, and the oracle is asked again. This code knows no particular rule.

use std::ops::Range;
use std::sync::Arc;

use ferz_oracle::{Kind, Move, Oracle, Position};

use super::lent::unguarded;
use super::trial::{Case, Root, Told, constant, continues, idle, keep_from_attacking, relax, requires_of};
use crate::language::words;
use crate::rules::tree::{Block, Gain, RuleKind, Tree};
use crate::rules::{PieceId, Royalty};

/// The most choices of a player that an answer lists.
const MOST_CHOICES: usize = 6;

/// An answer about a move. It always has a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldAnswer {
    /// `true` if the move is legal.
    pub legal: bool,
    /// The reasons.
    pub reasons: Vec<Told>,
}

/// Finds the rules of the oracle's tree that allow or forbid a move (in UCI notation) in a position.
pub fn explain_told(oracle: &Oracle, position: &Position, text: &str) -> ToldAnswer {
    let case = Case { oracle, rules: Arc::new(oracle.rules().clone()), tree: oracle.tree(), position, text };
    match case.find(case.tree.clone()) {
        Some((made, after)) => ToldAnswer { legal: true, reasons: case.allowed(&made, &after) },
        None => ToldAnswer { legal: false, reasons: case.refused() },
    }
}

/// The part of the rules of a file's own tree in the answer about a move.
pub(super) enum Part {
    /// The move is legal: the rules that allow it, and those that change the position after it.
    Allows(Vec<Told>, Vec<Told>),
    /// The text lacks a choice of the player.
    Incomplete(Told),
    /// Only rules forbid the move. `keys` is `true` if a key of the file, which the oracle reads as a rule, is among them.
    Forbids {
        told: Vec<Told>,
        keys: bool,
        /// `true` if a rule lets the side move the piece of another side, but not so.
        otherwise: bool,
    },
    /// The move leaves a royal piece of this kind under attack.
    Unsafe(String, PieceId),
    /// The move is illegal without any of the rules too.
    Beyond(Told),
}

/// Finds the rules among `own`, by their numbers in the oracle's tree, that decide about a move. The other rules are restated keys.
/// `unexplained` is `true` if the notations and keys give no good reason.
pub(super) fn part_of(
    oracle: &Oracle,
    position: &Position,
    text: &str,
    (own, unexplained): (Range<usize>, bool),
) -> Part {
    let case = Case { oracle, rules: Arc::new(oracle.rules().clone()), tree: oracle.tree(), position, text };
    if let Some((made, after)) = case.find(case.tree.clone()) {
        return Part::Allows(case.allows(own.clone()), case.follows(&made, &after, own));
    }
    let (moves, texts) = case.moves(case.rules.clone(), case.tree.clone());
    if let Some(told) = case.incomplete(&texts) {
        return Part::Incomplete(told);
    }
    match case.deciding() {
        Ok((free, deciding)) => {
            let (rules, keys): (Vec<usize>, Vec<usize>) = deciding.into_iter().partition(|at| own.contains(at));
            let told = rules.into_iter().flat_map(|at| case.forbids(&free, at, texts.first())).collect();
            Part::Forbids { told, keys: !keys.is_empty(), otherwise: false }
        }
        Err(free) => match case.by_rules(own.clone(), (&moves, &texts)) {
            told if !told.is_empty() => Part::Forbids { told, keys: false, otherwise: false },
            _ => match case.beyond_rules(*free, moves.is_empty()) {
                Some((told, Some(royal))) => Part::Unsafe(told.message, royal),
                Some((told, None)) => Part::Beyond(told),
                None => match unexplained.then(|| case.lent(own)).flatten() {
                    Some(lent) => Part::Forbids { told: lent.told, keys: !lent.applies, otherwise: lent.otherwise },
                    None => Part::Beyond(case.other_player().unwrap_or_else(no_such_move)),
                },
            },
        },
    }
}

impl Case<'_> {
    /// The rules that allow a legal move, and those that change the position after it.
    fn allowed(&self, made: &Move, after: &Position) -> Vec<Told> {
        let all = self.all();
        let mut reasons = self.allows(all.clone());
        if reasons.is_empty() {
            let piece = &self.rules.piece(made.piece).name;
            let message = match made.kind {
                Kind::Drop => format!("the {piece} is dropped from the hand"),
                Kind::Castling { .. } => format!("the {piece} castles"),
                _ => format!("the {piece} has this move by its notation"),
            };
            reasons.push(Told { rule: "move", message, span: None });
        }
        reasons.extend(self.follows(made, after, all));
        reasons
    }

    /// The rules among `own` without which a legal move would be illegal.
    fn allows(&self, own: Range<usize>) -> Vec<Told> {
        let gives = |at: &usize| {
            let mut tree = self.tree.clone();
            match &mut tree.rules[*at].kind.kind {
                RuleKind::Pieces(moves) => idle(moves),
                RuleKind::Instead { block, .. } => block.when = Some(constant(false)),
                _ => return false,
            }
            !self.passes(&tree)
        };
        let all = own.filter(gives);
        all.map(|at| self.told(at, "allows", "allows it")).collect()
    }

    /// The rules among `own` that change the position after a legal move.
    fn follows(&self, made: &Move, after: &Position, own: Range<usize>) -> Vec<Told> {
        let changes = |at: &usize| {
            let mut tree = self.tree.clone();
            let RuleKind::After { block, .. } = &mut tree.rules[*at].kind.kind else { return false };
            let chooses = !block.choices.is_empty();
            *block = Block::default();
            match self.find(tree) {
                Some((_, other)) => other != *after,
                // Without the rule the move is illegal, or it has another text.
                None => !chooses || !made.choices.is_empty(),
            }
        };
        let all = own.filter(changes);
        all.map(|at| self.told(at, "follows", "changes the position after it")).collect()
    }

    /// The rules that forbid a move.
    fn refused(&self) -> Vec<Told> {
        let (moves, texts) = self.moves(self.rules.clone(), self.tree.clone());
        if let Some(told) = self.incomplete(&texts) {
            return vec![told];
        }
        match self.deciding() {
            Ok((free, deciding)) => {
                deciding.into_iter().flat_map(|at| self.forbids(&free, at, texts.first())).collect()
            }
            Err(free) => match self.by_rules(self.all(), (&moves, &texts)) {
                told if !told.is_empty() => told,
                _ => match self.beyond_rules(*free, moves.is_empty()) {
                    Some(told) => vec![told.0],
                    None => match self.lent(self.all()) {
                        Some(lent) => lent.told,
                        None => vec![self.other_player().unwrap_or_else(no_such_move)],
                    },
                },
            },
        }
    }

    /// The rules among `own` that would offer the move or make it go on.
    fn by_rules(&self, own: Range<usize>, all: (&[(Move, Position)], &[String])) -> Vec<Told> {
        let told = [self.offers(own.clone()), self.onward(own.clone(), all)].concat();
        if told.is_empty() { self.limited(own) } else { told }
    }

    /// The rules that forbid a move, with the tree that lacks only them. An error with the tree without all rules that
    /// can forbid, if the move is illegal in that too.
    fn deciding(&self) -> Result<(Tree, Vec<usize>), Box<Tree>> {
        let lends = |at: usize| matches!(self.tree.rules[at].kind.kind, RuleKind::Pieces(_));
        // One rule may lend the move that another forbids.
        self.deciding_among(|_| true).or_else(|free| self.deciding_among(|at| !lends(at)).map_err(|_| free))
    }

    /// The same, if only some rules can be the reason.
    fn deciding_among(&self, among: impl Fn(usize) -> bool) -> Result<(Tree, Vec<usize>), Box<Tree>> {
        let forbids = |at: &usize| among(*at) && relax(&mut self.tree.clone(), *at);
        let all: Vec<usize> = (0..self.tree.rules.len()).filter(forbids).collect();
        let mut free = self.tree.clone();
        for at in &all {
            relax(&mut free, *at);
        }
        // A rule can also take an attack away, and the move may be safe only by that.
        let mut calm = free.clone();
        keep_from_attacking(&mut calm, self.tree);
        if self.passes(&calm) {
            free = calm;
        } else if !self.passes(&free) {
            return Err(Box::new(free));
        }
        // Adds the rules one by one. A rule stays if the move is legal with it and the earlier ones. The other rules
        // are the reason.
        let mut deciding = Vec::new();
        for at in all {
            let mut stricter = free.clone();
            stricter.rules[at] = self.tree.rules[at].clone();
            match self.passes(&stricter) {
                true => free = stricter,
                false => deciding.push(at),
            }
        }
        Ok((free, deciding))
    }

    /// The reason for a text that lacks a choice of the player.
    fn incomplete(&self, texts: &[String]) -> Option<Told> {
        let longer: Vec<&str> = texts.iter().filter(|text| continues(text, self.text)).map(String::as_str).collect();
        let shown: Vec<String> = longer.iter().take(MOST_CHOICES).map(|text| format!("`{text}`")).collect();
        let example = if longer.len() > MOST_CHOICES { "for example " } else { "" };
        let message = || format!("the move includes a choice of the player: write {example}{}", shown.join(", "));
        (!longer.is_empty()).then(|| Told { rule: "choice", message: message(), span: None })
    }

    /// The reason against a move that no rule of the tree forbids or allows, with the royal piece in danger.
    fn beyond_rules(&self, free: Tree, is_over: bool) -> Option<(Told, Option<PieceId>)> {
        if is_over {
            let message = "the game is over: there are no legal moves in this position".to_owned();
            return Some((Told { rule: "game-over", message, span: None }, None));
        }
        let (message, royal) = self.royal_in_danger(free).or_else(|| self.royal_in_danger(self.permissive()))?;
        Some((Told { rule: "royal-safety", message, span: None }, Some(royal)))
    }

    /// The royal piece whose safety alone forbids the move under these rules, with the reason in words.
    fn royal_in_danger(&self, tree: Tree) -> Option<(String, PieceId)> {
        let is_royal = |piece: &PieceId| self.rules.piece(*piece).royalty != Royalty::Common;
        let royal = self.rules.piece_ids().find(is_royal)?;
        let (_, after) = self.find_by(unguarded(&self.rules), tree.clone())?;
        let name = |square| self.rules.geometry.name(square);
        let checked = Oracle::new(self.rules.clone(), Arc::new(tree)).checkers(&after, self.position.turn);
        let Some((square, attackers)) = checked else {
            let royal_name = &self.rules.piece(royal).name;
            return Some((format!("it would leave a royal {royal_name} under attack, or remove it"), royal));
        };
        let royal = after.at(square).map_or(royal, |cell| cell.piece);
        let by: Vec<String> =
            attackers.iter().map(|(from, cell)| format!("{} on {}", self.owned(*cell), name(*from))).collect();
        let (royal_name, by) = (&self.rules.piece(royal).name, by.join(" and "));
        Some((format!("it leaves the {royal_name} on {} under attack by {by}", name(square)), royal))
    }

    /// The reason why a rule forbids the move, with the deciding node. No other rule of the tree forbids it.
    fn forbids(&self, free: &Tree, at: usize, other: Option<&String>) -> Vec<Told> {
        let rule = &self.tree.rules[at];
        let (code, verb) = match &rule.kind.kind {
            RuleKind::Forbid(_) => ("forbid", "forbids it"),
            RuleKind::Must { .. } => ("must", "demands another move"),
            RuleKind::Pieces(moves) if moves.gains.iter().all(|gain| matches!(gain, Gain::Checks(_))) => {
                ("pieces", "leaves a royal piece in check")
            }
            RuleKind::Pieces(_) => ("pieces", "gives the piece other moves"),
            _ => ("require", "makes it illegal by its effects"),
        };
        let mut strict = free.clone();
        strict.rules[at] = rule.clone();
        let danger = || self.royal_in_danger(strict.clone());
        if let Some((danger, _)) = matches!(rule.kind.kind, RuleKind::Pieces(_)).then(danger).flatten() {
            let message = format!("with {}, {danger}", self.words(at));
            return vec![Told { rule: code, message, span: rule.source.span }];
        }
        let mut message = format!("{} {verb}", self.words(at));
        if let Some(other) = other.filter(|_| code == "must") {
            message.push_str(&format!(", such as `{other}`"));
        }
        let mut reasons = vec![Told { rule: code, message, span: rule.source.span }];
        let requires = requires_of(&mut strict.clone(), at);
        let roots = [Root::When, Root::Unless].into_iter().chain((0..requires).map(Root::Require));
        for root in roots {
            let Some(condition) = self.narrowed(&strict, (at, root), root.lets_pass()) else { continue };
            let said = match root.lets_pass() {
                true => words::opposite(&condition, &rule.kind.choices, self.tree, &self.rules),
                false => words::condition(&condition, &rule.kind.choices, self.tree, &self.rules),
            };
            reasons.push(Told { rule: code, message: format!("here {said}"), span: condition.source.span });
        }
        if let Some((danger, _)) = (code == "require" && requires == 0).then(|| self.royal_in_danger(strict)).flatten()
        {
            let message = format!("after its effects, {danger}");
            reasons.push(Told { rule: code, message, span: rule.source.span });
        }
        reasons
    }
}

fn no_such_move() -> Told {
    let message = "no piece of the side to move has this move, and no rule allows it".to_owned();
    Told { rule: "no-such-move", message, span: None }
}

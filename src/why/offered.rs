//! Reasons against a move that no rule forbids: a rule would offer it if its conditions held, or it is the turn of another player.

use std::ops::Range;

use ferz_oracle::{Move, Position};

use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{Block, EffectKind, Number, NumberKind, RuleKind, SetKind, Tree};

use super::trial::{Case, Root, Told, constant, requires, requires_of};
use crate::language::words;

impl Case<'_> {
    /// The rules among `own` that would offer the move in place of another if their conditions held, each with what does not hold.
    pub fn offers(&self, own: Range<usize>) -> Vec<Told> {
        let offered: Vec<Told> = own.clone().flat_map(|at| self.offer(at)).collect();
        match offered.is_empty() {
            true => self.not_chosen(own),
            false => offered,
        }
    }

    /// The rules among `own` that would offer the move if the player could choose other squares. If there are none, also those
    /// whose conditions do not hold either.
    fn not_chosen(&self, own: Range<usize>) -> Vec<Told> {
        let with = |keep: bool| own.clone().flat_map(|at| self.other_choice(at, keep)).collect::<Vec<Told>>();
        Some(with(true)).filter(|told| !told.is_empty()).unwrap_or_else(|| with(false))
    }

    /// The reason, if a rule would offer the move with other squares to choose from. `keep`: its conditions count.
    fn other_choice(&self, at: usize, keep: bool) -> Option<Told> {
        let RuleKind::Instead { block, .. } = &self.tree.rules[at].kind.kind else { return None };
        let opens = |number: &usize| {
            let mut open = self.tree.clone();
            let RuleKind::Instead { block, .. } = &mut open.rules[at].kind.kind else { return false };
            if !keep {
                (block.when, block.unless) = (None, None);
            }
            block.choices[*number].from.kind = SetKind::Squares;
            self.passes(&open)
        };
        let choice = &block.choices[(0..block.choices.len()).find(opens)?];
        let choices = &self.tree.rules[at].kind.choices;
        let name = choices.get(choice.id.index()).filter(|_| choice.id.0 > 0);
        let name = name.map_or("the chosen square".to_owned(), |name| format!("`{name}`"));
        let some = words::one_of(&choice.from, choices, self.tree, &self.rules);
        let verb = format!("would offer it, but {name} must be {some}");
        Some(Told { span: choice.from.source.span, ..self.told(at, "instead", &verb) })
    }

    /// The rules among `own` that let a move go on, but not with this step.
    pub fn limited(&self, own: Range<usize>) -> Vec<Told> {
        let leads = |at: &usize| {
            let mut tree = self.permissive();
            tree.rules[*at] = self.tree.rules[*at].clone();
            let RuleKind::After { block, .. } = &mut tree.rules[*at].kind.kind else { return false };
            unlimit(block) && self.leads(&tree)
        };
        own.filter(leads).map(|at| self.told(at, "then", "does not let the move go on like this")).collect()
    }

    /// The rules among `own` by which a move that ends here has to go on, with a legal move of the same piece.
    pub fn onward(&self, own: Range<usize>, (moves, texts): (&[(Move, Position)], &[String])) -> Vec<Told> {
        let goes_on = |at: usize| {
            let mut tree = self.tree.clone();
            let RuleKind::After { block, .. } = &mut tree.rules[at].kind.kind else { return None };
            let leads_on = block.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Then(_)));
            *block = Block::default();
            let (ends, _) = leads_on.then(|| self.find(tree)).flatten()?;
            // A longer move begins with the same captures.
            let longer = |made: &Move| {
                made.from == ends.from
                    && made.captures.len() > ends.captures.len()
                    && made.captures.starts_with(&ends.captures)
            };
            let whole = moves.iter().zip(texts).find(|((made, _), _)| longer(made));
            let mut told = self.told(at, "then", "makes the move go on");
            told.message.extend(whole.map(|(_, text)| format!(", such as `{text}`")));
            Some(told)
        };
        own.filter_map(goes_on).collect()
    }

    fn offer(&self, at: usize) -> Vec<Told> {
        let mut open = self.tree.clone();
        let RuleKind::Instead { block, .. } = &mut open.rules[at].kind.kind else { return Vec::new() };
        (block.when, block.unless) = (None, None);
        let mut all = Vec::new();
        requires(block, &mut all);
        all.into_iter().for_each(|condition| *condition = constant(true));
        if !self.passes(&open) {
            return Vec::new();
        }
        let mut reasons = vec![self.told(at, "instead", "would offer it, but its conditions do not hold")];
        let required = (0..requires_of(&mut self.tree.clone(), at)).map(Root::Require);
        for root in [Root::When, Root::Unless].into_iter().chain(required) {
            // The rule offers the move where the condition holds, except for `unless`.
            let wanted = root != Root::Unless;
            let Some(condition) = self.narrowed(self.tree, (at, root), wanted) else { continue };
            let choices = &self.tree.rules[at].kind.choices;
            let said = match wanted {
                true => words::opposite(&condition, choices, self.tree, &self.rules),
                false => words::condition(&condition, choices, self.tree, &self.rules),
            };
            reasons.push(Told { rule: "instead", message: format!("here {said}"), span: condition.source.span });
        }
        reasons
    }

    /// The message about a move of a piece that belongs to another player.
    pub fn other_player(&self) -> Option<Told> {
        let board = &self.rules.geometry;
        let end = self.text.find(|letter: char| letter.is_ascii_digit())?;
        let digits = self.text[end..].bytes().take_while(u8::is_ascii_digit).count();
        let from = self.text.get(..end + digits)?;
        let placed = self.position.at(board.square(from)?).filter(|placed| !placed.neutral)?;
        if placed.side == self.position.turn {
            return None;
        }
        let [owner, mover] = [placed.side, self.position.turn].map(|player| self.oracle.name_of(player));
        let piece = &self.rules.piece(placed.piece).name;
        let message = format!("the {piece} on {from} belongs to {owner}, and it is the turn of {mover}");
        Some(Told { rule: "turn", message, span: None })
    }
}

/// The rules that read how often the position has occurred. A position alone does not tell why they forbid a move.
pub(super) fn remembering(tree: &Tree, rules: &crate::rules::Rules) -> Vec<Told> {
    struct Remembers(bool);
    impl Visitor for Remembers {
        fn number(&mut self, number: &mut Number) {
            self.0 |= matches!(number.kind, NumberKind::Repeats);
            visit::in_number(self, number);
        }
    }
    let reads = |rule: &&crate::rules::tree::Rule| {
        let mut remembers = Remembers(false);
        visit::rule(&mut remembers, &mut Clone::clone(*rule));
        remembers.0
    };
    let told = |rule: &crate::rules::tree::Rule| {
        let text = words::rule(rule, tree, rules);
        let text = text.trim_end_matches('.');
        let message = format!("the rule `{}` (“{text}”) forbids it, because of the positions before", rule.kind.name);
        Told { rule: "require", message, span: rule.source.span }
    };
    tree.rules.iter().filter(reads).map(told).collect()
}

/// Removes the limits of further steps of a move. Returns `false` if there are none.
fn unlimit(block: &mut Block) -> bool {
    let mut found = false;
    for effect in &mut block.effects {
        match &mut effect.kind {
            EffectKind::Then(then) => {
                let deed = &mut then.deed.kind;
                found |= deed.to.take().is_some() | deed.of.take().is_some() | deed.from.take().is_some();
                found |= std::mem::take(&mut deed.quiet) | then.moves_only_as.take().is_some();
            }
            EffectKind::May(inner) | EffectKind::Block(inner) => found |= unlimit(inner),
            _ => {}
        }
    }
    found
}

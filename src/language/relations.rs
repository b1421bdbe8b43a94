//! Suffixes of a set: relations, exceptions and tests of elements.

use super::fault::Fault;
use super::grammar::{Pair, Rule, range};
use super::reader::{Read, Reader};
use super::scope::Meant;
use crate::rules::tree::{Layer, Likeness, Relation, RelationKind, Set, SetKind, Store, Whose};

/// A relation, and the start of the operand to which a following phrase could belong.
type Open<T> = (T, Option<usize>);

impl Reader<'_> {
    /// Reads the suffixes of a set. After an operand that is not a word of the move, no suffix may follow: readers
    /// would disagree on the set to which it belongs.
    pub(super) fn tails(&self, mut set: Set, tails: &[Pair<'_>], start: usize) -> Read<Open<Set>> {
        let (mut open, mut excepted) = (None, false);
        for tail in tails {
            let at = range(tail);
            let Some(inner) = tail.clone().into_inner().next() else {
                return Err(Fault::new(at, "expected a relation"));
            };
            let rule = inner.as_rule();
            let goes_on = excepted && matches!(rule, Rule::except | Rule::filter);
            if let Some(operand) = open.filter(|_| !goes_on) {
                return Err(self.unclear(start, operand, at));
            }
            let end = at.end;
            match rule {
                Rule::except => {
                    let operand = inner.into_inner().find(|part| part.as_rule() == Rule::simple);
                    let Some(operand) = operand else { return Err(Fault::new(at, "expected a set")) };
                    let (out, begins) = self.operand(operand)?;
                    open = begins;
                    excepted = true;
                    set = self.node(SetKind::Except(Box::new(set), Box::new(out)), start..end);
                }
                Rule::filter => {
                    let item = inner.into_inner().find(|part| part.as_rule() == Rule::item);
                    let Some(item) = item else { return Err(Fault::new(at, "expected a condition")) };
                    let begins = range(&item).start;
                    let test = self.item(item).and_then(|reading| self.condition_of(reading))?;
                    (open, excepted) = (Some(begins), false);
                    set = self.node(SetKind::Where(Box::new(set), Box::new(test)), start..end);
                }
                _ => {
                    let (relation, begins) = self.relation(inner)?;
                    open = begins;
                    excepted = false;
                    set = self.node(SetKind::Related(Box::new(set), Box::new(relation)), start..end);
                }
            }
        }
        Ok((set, open))
    }

    fn unclear(&self, start: usize, operand: usize, next: std::ops::Range<usize>) -> Fault {
        let (left, right) = (self.text(start..next.start), self.text(next.clone()));
        let before = self.text(start..operand);
        let inner = self.text(operand..next.start);
        let one = format!("({left}) {right}");
        let other = format!("{before} ({inner} {right})");
        Fault::ambiguous(start..next.end, &format!("{left} {right}"), [one, other])
    }

    fn relation(&self, pair: Pair<'_>) -> Read<Open<Relation>> {
        let at = range(&pair);
        let rule = pair.as_rule();
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let (kind, open) = match rule {
            Rule::same => self.same(&parts)?,
            Rule::pair => self.pair(&parts)?,
            Rule::steps => self.steps(&parts)?,
            Rule::joined => self.joined(&parts)?,
            Rule::held => (self.held(&parts)?, None),
            Rule::alone => (alone(&parts), None),
            Rule::that => self.that(&parts)?,
            _ => self.plain(&parts)?,
        };
        Ok((self.node(kind, at), open))
    }

    fn operand_of(&self, parts: &[Pair<'_>], nth: usize) -> Read<Open<Set>> {
        match parts.iter().filter(|part| part.as_rule() == Rule::simple).nth(nth) {
            Some(part) => self.operand(part.clone()),
            None => Err(Fault::new(parts.first().map_or(0..0, range), "expected a set")),
        }
    }

    fn same(&self, parts: &[Pair<'_>]) -> Read<Open<RelationKind>> {
        let (of, open) = self.operand_of(parts, 0)?;
        let Some(likeness) = parts.iter().find(|part| part.as_rule() == Rule::likeness) else {
            return Err(Fault::new(range(&parts[0]), "expected a property, such as `kind` or `colour`"));
        };
        let words: Vec<Pair<'_>> = likeness.clone().into_inner().collect();
        let likeness = match words[0].as_rule() {
            Rule::w_file => Likeness::File,
            Rule::w_rank => Likeness::Rank,
            Rule::w_colour => Likeness::Colour,
            Rule::w_kind => Likeness::Kind,
            Rule::w_side => Likeness::Side,
            Rule::w_board => Likeness::Board,
            _ => {
                let size = words.last().map_or(Ok(0), |number| self.integer(number))?;
                if size == 0 {
                    return Err(
                        Fault::new(range(likeness), "a cell has at least 1 file and rank").help("write `cell of 2`")
                    );
                }
                Likeness::Cell(size)
            }
        };
        Ok((RelationKind::Same(likeness, of), open))
    }

    fn pair(&self, parts: &[Pair<'_>]) -> Read<Open<RelationKind>> {
        let ((one, _), (other, open)) = (self.operand_of(parts, 0)?, self.operand_of(parts, 1)?);
        let kind = match parts[0].as_rule() {
            Rule::w_between => RelationKind::Between(one, other),
            Rule::w_on => RelationKind::OnLine(one, other),
            first => RelationKind::Beyond { just: first == Rule::w_just, of: one, from: other },
        };
        Ok((kind, open))
    }

    fn steps(&self, parts: &[Pair<'_>]) -> Read<Open<RelationKind>> {
        let (from, open) = self.operand_of(parts, 0)?;
        let by = self.notation_of(parts)?;
        if !parts.iter().any(|part| part.as_rule() == Rule::w_through) {
            return Ok((RelationKind::Away { by, from, through: None }, open));
        }
        let (through, open) = self.operand_of(parts, 1)?;
        Ok((RelationKind::Away { by, from, through: Some(through) }, open))
    }

    fn joined(&self, parts: &[Pair<'_>]) -> Read<Open<RelationKind>> {
        let (to, _) = self.operand_of(parts, 0)?;
        Ok((RelationKind::Joined { to, by: self.notation_of(parts)? }, None))
    }

    pub(super) fn notation_of(&self, parts: &[Pair<'_>]) -> Read<crate::rules::tree::Notation> {
        match parts.iter().find(|part| part.as_rule() == Rule::notation) {
            Some(part) => self.notation(part),
            None => Err(Fault::new(parts.first().map_or(0..0, range), "expected a notation")),
        }
    }

    fn held(&self, parts: &[Pair<'_>]) -> Read<RelationKind> {
        let [_, whose, name] = parts else {
            return Err(Fault::new(range(&parts[0]), "expected `in own hand`"));
        };
        let (whose, store) = (self.whose(whose)?, self.store(name)?);
        Ok(RelationKind::In(whose, store))
    }

    /// Reads a store: `hand`, or a name of `state:` that keeps pieces.
    pub(super) fn store(&self, pair: &Pair<'_>) -> Read<Store> {
        let name = self.name(pair);
        match self.scope.meaning(name) {
            Some(Meant::Store(id)) => Ok(Store::Kept(id)),
            _ if name == "hand" => Ok(Store::Hand),
            _ => {
                let fault = Fault::new(range(pair), format!("`{name}` keeps no pieces"));
                Err(fault.help("write `hand`, or a name that `state:` declares with `keeps: pieces`"))
            }
        }
    }

    /// A side and a store: the text after `to:` of `give:`.
    pub(super) fn place(&self, parts: &[Pair<'_>]) -> Read<(Whose, Store)> {
        match parts {
            [whose, name] => Ok((self.whose(whose)?, self.store(name)?)),
            _ => Err(Fault::new(0..0, "expected a side and `hand`")),
        }
    }

    fn that(&self, parts: &[Pair<'_>]) -> Read<Open<RelationKind>> {
        let not = parts.iter().any(|part| part.as_rule() == Rule::w_not);
        let Some(last) = parts.last() else { return Err(Fault::new(0..0, "expected a set")) };
        let (within, open) = match last.as_rule() {
            Rule::tail => self.related(std::slice::from_ref(last))?,
            _ => self.operand(last.clone())?,
        };
        // `pieces that are joined to S` says what `pieces joined to S` says: the steps lead over these pieces, not over all squares.
        if let SetKind::Related(base, relation) = &within.kind
            && base.kind == SetKind::Squares
            && matches!(relation.kind, RelationKind::Joined { .. })
            && !not
        {
            return Ok((relation.kind.clone(), open));
        }
        Ok((RelationKind::That { not, within }, open))
    }

    fn plain(&self, parts: &[Pair<'_>]) -> Read<Open<RelationKind>> {
        let (of, open) = self.operand_of(parts, 0)?;
        let layer = layer(parts);
        let word =
            parts.iter().map(Pair::as_rule).find(|rule| !matches!(rule, Rule::layer | Rule::simple | Rule::w_by));
        let kind = match word {
            Some(Rule::w_attacked) => RelationKind::Attacked(layer, Some(of)),
            Some(Rule::w_guarded) => RelationKind::Guarded(layer, Some(of)),
            Some(Rule::w_attacking) => RelationKind::Attacking(layer, of),
            Some(Rule::w_guarding) => RelationKind::Guarding(layer, of),
            Some(Rule::w_reached) => RelationKind::Reached(of),
            Some(Rule::w_beside) => RelationKind::Beside(of),
            _ => RelationKind::On(of),
        };
        Ok((kind, open))
    }
}

fn layer(parts: &[Pair<'_>]) -> Layer {
    let layer = parts.iter().find(|part| part.as_rule() == Rule::layer);
    match layer.map(|layer| layer.as_str().trim()) {
        Some("plainly") => Layer::Bare,
        Some("freely") => Layer::Lent,
        Some("jointly") => Layer::Joint,
        _ => Layer::Real,
    }
}

fn alone(parts: &[Pair<'_>]) -> RelationKind {
    match parts.last().map(Pair::as_rule) {
        Some(Rule::w_attacked) => RelationKind::Attacked(layer(parts), None),
        Some(Rule::w_guarded) => RelationKind::Guarded(layer(parts), None),
        _ => RelationKind::Lost,
    }
}

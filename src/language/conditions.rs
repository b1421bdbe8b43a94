//! Conditions: `or`, `and`, `not`, tests of sets and states of sides.

use super::fault::Fault;
use super::grammar::{Pair, Rule, range, verb};
use super::reader::{Read, Reader, Reading, Typed};
use crate::rules::tree::{
    Comparison, Condition, ConditionKind, DeedKind, DeedParts, PlayerId, Quantity, RuleId, State, Whose, Within,
};

impl Reader<'_> {
    /// Reads parts joined by `or`: a union of sets, a choice of conditions, or a single part.
    pub(super) fn choice(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let boths = pair.into_inner().filter(|part| part.as_rule() == Rule::both);
        let mut parts = boths.map(|both| self.both(both)).collect::<Read<Vec<_>>>()?;
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        if parts.iter().all(|part| matches!(part.typed, Typed::Set(_))) {
            return self.union(parts);
        }
        for (before, after) in parts.iter().zip(&parts[1..]) {
            self.check_or(before, after)?;
        }
        let any = parts.into_iter().map(|part| self.condition_of(part)).collect::<Read<Vec<_>>>()?;
        Ok(Reading::new(Typed::Condition(self.node(ConditionKind::Or(any), at.clone())), at))
    }

    /// Refuses two parts if the second one could belong to the first one.
    fn check_or(&self, before: &Reading, after: &Reading) -> Read<()> {
        let (left, right) = (self.text(before.at.clone()), self.text(after.at.clone()));
        let whole = before.at.start..after.at.end;
        let is_set = |reading: &Reading| matches!(reading.typed, Typed::Set(_));
        if before.is_bare && after.is_claim {
            let readings = [format!("({left}) or ({right})"), self.gathered(left, right)];
            return Err(Fault::ambiguous(whole, &format!("{left} or {right}"), readings));
        }
        if is_set(before) && after.is_claim {
            let subject = right.split_once(" is ").or_else(|| right.split_once(" are ")).unwrap_or((right, "…"));
            let readings = [format!("(any {left}) or {right}"), format!("({left} or {}) is {}", subject.0, subject.1)];
            return Err(Fault::ambiguous(whole, &format!("{left} or {right}"), readings));
        }
        if !is_set(before) && is_set(after) {
            let readings = match left.rsplit_once(" is ").or_else(|| left.rsplit_once(" are ")) {
                Some((subject, set)) => {
                    let (relation, set) = set.split_once(' ').filter(|(word, _)| *word == "on").unwrap_or(("", set));
                    let gathered = format!("{relation} ({set} or {right})");
                    [format!("{subject} is {}", gathered.trim_start()), format!("{left} or (any {right})")]
                }
                None => [format!("{left} or (any {right})"), format!("({left}) or ({right} is …)")],
            };
            return Err(Fault::ambiguous(whole, &format!("{left} or {right}"), readings));
        }
        Ok(())
    }

    /// The text of an ambiguous list, with the sets in brackets: `any own (rook or knight) is on hill`.
    fn gathered(&self, left: &str, right: &str) -> String {
        let (quantity, set) = left.split_once(' ').unwrap_or((left, ""));
        let (subject, rest) = right.split_once(" is ").or_else(|| right.split_once(" are ")).unwrap_or((right, "…"));
        format!("{quantity} ({set} or {subject}) is {rest}")
    }

    fn both(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let items: Vec<Pair<'_>> = pair.into_inner().filter(|part| part.as_rule() == Rule::item).collect();
        let mut parts = items.into_iter().map(|item| self.item(item)).collect::<Read<Vec<_>>>()?;
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        if parts.iter().all(|part| matches!(part.typed, Typed::Set(_))) {
            let [left, right] = [0, 1].map(|nth| self.text(parts[nth].at.clone()));
            let fault = Fault::new(at, "`and` joins conditions, but these are sets");
            return Err(fault.help(format!(
                "for elements of both sets write `{left} that {} ({right})`; for elements of either, `{left} or {right}`",
                verb(left)
            )));
        }
        let all = parts.into_iter().map(|part| self.condition_of(part)).collect::<Read<Vec<_>>>()?;
        Ok(Reading::new(Typed::Condition(self.node(ConditionKind::And(all), at.clone())), at))
    }

    pub(super) fn item(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let nots = parts.iter().filter(|part| part.as_rule() == Rule::w_not).count();
        self.at_most(nots, 8, at.clone(), "`not` before a condition")?;
        let Some(last) = parts.last().cloned() else { return Err(Fault::new(at, "expected a condition")) };
        let reading = match last.as_rule() {
            Rule::claim => self.claim(last)?,
            rule => {
                let place = range(&last);
                let is_bare = rule == Rule::quantified && last.clone().into_inner().count() == 2;
                let kind = match rule {
                    Rule::quantified => self.quantified(last)?,
                    Rule::more => self.more(last)?,
                    Rule::always => self.always(last)?,
                    Rule::state => self.state(last)?,
                    Rule::side_is => self.side_is(last)?,
                    Rule::can => self.can(last)?,
                    _ => ConditionKind::Deed(Box::new(self.deed(last)?)),
                };
                Reading { is_bare, ..Reading::new(Typed::Condition(self.node(kind, place.clone())), place) }
            }
        };
        if nots == 0 {
            return Ok(reading);
        }
        let mut condition = self.condition_of(reading)?;
        for _ in 0..nots {
            condition = self.node(ConditionKind::Not(Box::new(condition)), at.clone());
        }
        Ok(Reading::new(Typed::Condition(condition), at))
    }

    fn claim(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let mut parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let last = match parts.last().map(Pair::as_rule) {
            Some(Rule::is_part) => parts.pop(),
            _ => None,
        };
        if let Some(part) = last {
            let subject = self.sum(parts)?;
            return self.is(subject, part, at);
        }
        let Some(middle) = parts.iter().position(|part| part.as_rule() == Rule::compare) else {
            return self.sum(parts);
        };
        let right = parts.split_off(middle + 1);
        let sign = parts.pop().map_or(Comparison::Equal, |sign| comparison(sign.as_str()));
        let (left, right) = (self.sum(parts)?, self.sum(right)?);
        let (left, right) = (self.number_of(left)?, self.number_of(right)?);
        let kind = ConditionKind::Compare(left, sign, right);
        Ok(Reading::new(Typed::Condition(self.node(kind, at.clone())), at))
    }

    fn is(&self, subject: Reading, part: Pair<'_>, at: std::ops::Range<usize>) -> Read<Reading> {
        let set = self.set_of(subject)?;
        let parts: Vec<Pair<'_>> = part.into_inner().collect();
        let not = parts.iter().any(|part| part.as_rule() == Rule::w_not);
        let Some(predicate) = parts.into_iter().find(|part| part.as_rule() == Rule::predicate) else {
            return Err(Fault::new(at, "expected a set or a relation after `is`"));
        };
        let inner: Vec<Pair<'_>> = predicate.into_inner().collect();
        if let Some(Rule::grouped) = inner.first().map(Pair::as_rule) {
            let by: Vec<Pair<'_>> = inner.into_iter().flat_map(Pair::into_inner).collect();
            let joined = self.node(ConditionKind::Joined(set, self.notation_of(&by)?), at.clone());
            let kind = if not { ConditionKind::Not(Box::new(joined)) } else { joined.kind };
            return Ok(Reading::new(Typed::Condition(self.node(kind, at.clone())), at));
        }
        let (Within { not, set: within }, open) = self.within(not, inner)?;
        let kind = ConditionKind::Is { set, not, within };
        Ok(Reading { is_claim: true, open, ..Reading::new(Typed::Condition(self.node(kind, at.clone())), at) })
    }

    fn is_part(&self, part: Option<Pair<'_>>) -> Read<Option<Within>> {
        let Some(part) = part else { return Ok(None) };
        let at = range(&part);
        let parts: Vec<Pair<'_>> = part.into_inner().collect();
        let not = parts.iter().any(|part| part.as_rule() == Rule::w_not);
        let predicate = parts.into_iter().find(|part| part.as_rule() == Rule::predicate);
        let inner: Vec<Pair<'_>> = predicate.into_iter().flat_map(Pair::into_inner).collect();
        if let Some(Rule::grouped) = inner.first().map(Pair::as_rule) {
            return Err(
                Fault::new(at, "`joined by` needs a set before it").help("write `own pieces are joined by \"K\"`")
            );
        }
        self.within(not, inner).map(|(within, _)| Some(within))
    }

    fn quantified(&self, pair: Pair<'_>) -> Read<ConditionKind> {
        let at = range(&pair);
        let mut parts = pair.into_inner();
        let (Some(quantity), Some(phrase)) = (parts.next(), parts.next()) else {
            return Err(Fault::new(at, "expected a set"));
        };
        let many = self.quantity(quantity)?;
        let reading = self.phrase(phrase)?;
        let text = self.text(reading.at.clone()).to_owned();
        let set = self.set_of(reading)?;
        let within = self.is_part(parts.next())?;
        if many == Quantity::Every && within.is_none() {
            return Err(Fault::new(at, "`every` needs a test").help(format!("write `every {text} is …`")));
        }
        Ok(ConditionKind::Count { many, set, within })
    }

    fn quantity(&self, pair: Pair<'_>) -> Read<Quantity> {
        let words: Vec<Pair<'_>> = pair.into_inner().collect();
        let number = || words.last().map_or(Ok(0), |number| self.integer(number));
        let rules: Vec<Rule> = words.iter().map(Pair::as_rule).collect();
        Ok(match rules[..] {
            [Rule::w_any] => Quantity::Any,
            [Rule::w_no] => Quantity::No,
            [Rule::w_every] => Quantity::Every,
            [_, Rule::w_least, _] => Quantity::AtLeast(number()?),
            [_, Rule::w_most, _] => Quantity::AtMost(number()?),
            _ => Quantity::Exactly(number()?),
        })
    }

    fn more(&self, pair: Pair<'_>) -> Read<ConditionKind> {
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let fewer = parts[0].as_rule() == Rule::w_fewer;
        let phrases = parts.iter().filter(|part| part.as_rule() == Rule::phrase);
        let mut sets = Vec::new();
        for phrase in phrases {
            sets.push(self.phrase(phrase.clone()).and_then(|reading| self.set_of(reading))?);
        }
        let within = self.is_part(parts.iter().find(|part| part.as_rule() == Rule::is_part).cloned())?;
        match (sets.pop(), sets.pop()) {
            (Some(right), Some(left)) => Ok(ConditionKind::More { fewer, left, right, within }),
            _ => Err(Fault::new(range(&parts[0]), "expected two sets")),
        }
    }

    fn whose_side(&self, pair: Option<Pair<'_>>) -> Read<Whose> {
        match pair.and_then(|pair| pair.into_inner().next()) {
            Some(word) => self.whose(&word),
            None => Ok(Whose::Own),
        }
    }

    fn always(&self, pair: Pair<'_>) -> Read<ConditionKind> {
        let at = range(&pair);
        let mut parts = pair.into_inner();
        let whose = self.whose_side(parts.next())?;
        let Some(choice) = parts.find(|part| part.as_rule() == Rule::choice) else {
            return Err(Fault::new(at, "expected a condition in brackets"));
        };
        let inner = self.choice(choice).and_then(|reading| self.condition_of(reading))?;
        Ok(ConditionKind::Always(whose, Box::new(inner)))
    }

    fn state(&self, pair: Pair<'_>) -> Read<ConditionKind> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let whose = self.whose_side(parts.iter().find(|part| part.as_rule() == Rule::whose_side).cloned())?;
        let status = parts.last().cloned().into_iter().flat_map(Pair::into_inner).last();
        let state = match status.map(|word| word.as_rule()) {
            Some(Rule::w_check) => State::InCheck,
            Some(Rule::w_mated) => State::Mated,
            Some(Rule::w_out) => State::Out,
            _ => State::Stuck,
        };
        let kind = ConditionKind::State(whose, state);
        Ok(match parts.iter().any(|part| part.as_rule() == Rule::w_not) {
            true => ConditionKind::Not(Box::new(self.node(kind, at))),
            false => kind,
        })
    }

    fn side_is(&self, pair: Pair<'_>) -> Read<ConditionKind> {
        let at = range(&pair);
        let Some(name) = pair.into_inner().last() else { return Err(Fault::new(at, "expected a side")) };
        match self.whose(&name)? {
            Whose::Player(PlayerId(id)) => Ok(ConditionKind::Side(PlayerId(id))),
            _ => Err(Fault::new(range(&name), "expected the name of a side").help("write `side is white`")),
        }
    }

    fn can(&self, pair: Pair<'_>) -> Read<ConditionKind> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let whose = self.whose_side(parts.iter().find(|part| part.as_rule() == Rule::whose_side).cloned())?;
        let not = parts.iter().any(|part| part.as_rule() == Rule::w_cannot);
        let Some(action) = parts.into_iter().find(|part| matches!(part.as_rule(), Rule::action | Rule::doing)) else {
            return Err(Fault::new(at, "expected a kind of move"));
        };
        let deed = if action.as_rule() == Rule::doing { self.deed(action)? } else { self.action(action)? };
        let kind = ConditionKind::Can(whose, Box::new(deed));
        Ok(if not { ConditionKind::Not(Box::new(self.node(kind, at))) } else { kind })
    }

    /// The condition that the move at hand is a move by an `instead` rule. The rule's name stands for it.
    pub(super) fn rule_as_condition(&self, id: RuleId, at: std::ops::Range<usize>) -> Condition {
        let deed = self.node(DeedParts::of_kind(DeedKind::Rule(id)), at.clone());
        self.node(ConditionKind::Deed(Box::new(deed)), at)
    }
}

fn comparison(sign: &str) -> Comparison {
    match sign.trim() {
        "<" => Comparison::Less,
        ">" => Comparison::More,
        "<=" => Comparison::AtMost,
        ">=" => Comparison::AtLeast,
        _ => Comparison::Equal,
    }
}

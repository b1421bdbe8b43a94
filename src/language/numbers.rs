//! Numbers.

use super::fault::Fault;
use super::grammar::{Pair, Rule, range};
use super::reader::{Read, Reader, Reading, Typed};
use crate::rules::tree::{Number, NumberKind};

impl Reader<'_> {
    /// Reads values with `+`, `-` and `modulo` between them; `modulo` binds the values on its sides first. A single value may also be a
    /// set or a condition.
    pub(super) fn sum(&self, parts: Vec<Pair<'_>>) -> Read<Reading> {
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            self.at_most(parts.len(), 63, range(first).start..range(last).end, "parts of a sum")?;
        }
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else { return Err(Fault::new(0..0, "expected a number")) };
        // The sum so far with the sign behind it, and the term that is read.
        let mut sum: Option<(Reading, bool)> = None;
        let mut term = self.value(first)?;
        while let (Some(sign), Some(value)) = (parts.next(), parts.next()) {
            let value = self.value(value)?;
            match sign.as_str().trim() {
                "modulo" => term = self.combined(term, value, NumberKind::Rest)?,
                sign => {
                    let whole = self.added(sum, term)?;
                    (sum, term) = (Some((whole, sign == "+")), value);
                }
            }
        }
        self.added(sum, term)
    }

    /// A sum with one more term, if there is a sum yet.
    fn added(&self, sum: Option<(Reading, bool)>, term: Reading) -> Read<Reading> {
        match sum {
            None => Ok(term),
            Some((sum, true)) => self.combined(sum, term, NumberKind::Plus),
            Some((sum, false)) => self.combined(sum, term, NumberKind::Minus),
        }
    }

    /// Two numbers as one.
    fn combined(
        &self,
        left: Reading,
        right: Reading,
        kind: fn(Box<Number>, Box<Number>) -> NumberKind,
    ) -> Read<Reading> {
        let at = left.at.start..right.at.end;
        let (left, right) = (self.number_of(left)?, self.number_of(right)?);
        let number = self.node(kind(Box::new(left), Box::new(right)), at.clone());
        Ok(Reading::new(Typed::Number(number), at))
    }

    fn value(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let Some(first) = parts.first().cloned() else { return Err(Fault::new(at, "expected a number")) };
        let kind = match first.as_rule() {
            Rule::phrase => return self.phrase(first),
            Rule::decimal => NumberKind::Constant(thousandths(first.as_str())),
            Rule::summed => self.summed(first)?,
            Rule::distance => self.distance(first)?,
            Rule::w_turn => NumberKind::Turn,
            Rule::w_repeats => NumberKind::Repeats,
            _ if parts.last().is_some_and(|last| last.as_rule() == Rule::w_left) => NumberKind::MovesLeft,
            _ => NumberKind::MovesMade,
        };
        let number: Number = self.node(kind, at.clone());
        Ok(Reading::new(Typed::Number(number), at))
    }

    fn summed(&self, pair: Pair<'_>) -> Read<NumberKind> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let [what, _, phrase] = &parts[..] else { return Err(Fault::new(at, "expected a set")) };
        let set = self.phrase(phrase.clone()).and_then(|reading| self.set_of(reading))?;
        Ok(match what.as_rule() {
            Rule::w_count => NumberKind::Count(set),
            _ => NumberKind::Worth(set),
        })
    }

    fn distance(&self, pair: Pair<'_>) -> Read<NumberKind> {
        let at = range(&pair);
        let ends: Vec<Pair<'_>> = pair.into_inner().filter(|part| part.as_rule() == Rule::simple).collect();
        let [from, to] = &ends[..] else { return Err(Fault::new(at, "expected two sets")) };
        Ok(NumberKind::Distance(self.operand(from.clone())?.0, self.operand(to.clone())?.0))
    }
}

/// A number as written, with at most three decimals, in thousandths.
fn thousandths(text: &str) -> i64 {
    let size = text.trim().trim_start_matches('-');
    let (whole, part) = size.split_once('.').unwrap_or((size, ""));
    let padded = format!("{part:0<3}");
    let number = whole.parse::<i64>().unwrap_or(0) * 1000 + padded.parse::<i64>().unwrap_or(0);
    if text.trim().starts_with('-') { -number } else { number }
}

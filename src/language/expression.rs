//! Whole expressions: the values of single keys of a file.

use super::fault::Fault;
use super::grammar::{Pair, Rule, parse, range};
use super::reader::{Read, Reader, Reading, Typed};
use super::scope::{Meant, Scope};
use crate::rules::tree::{Condition, Counter, Deed, Number, Set, Store, Whose};
use crate::variant::node::Phrase;

/// An expression with its type.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A set.
    Set(Set),
    /// A condition.
    Condition(Condition),
    /// A number.
    Number(Number),
}

/// Reads an expression of any type.
///
/// # Errors
/// The first part that has no meaning, or more than one meaning.
pub fn expression(phrase: &Phrase, scope: &Scope<'_>) -> Result<Expression, Fault> {
    let reader = Reader { scope, phrase };
    Ok(match whole(&reader)?.typed {
        Typed::Set(set) => Expression::Set(set),
        Typed::Condition(condition) => Expression::Condition(condition),
        Typed::Number(number) => Expression::Number(number),
    })
}

/// Reads an expression that must be a set.
///
/// # Errors
/// As for [`expression`], and also if it has another type.
pub fn set(phrase: &Phrase, scope: &Scope<'_>) -> Result<Set, Fault> {
    let reader = Reader { scope, phrase };
    whole(&reader).and_then(|reading| reader.set_of(reading))
}

/// Reads an expression that must be a condition.
///
/// # Errors
/// As [`set`].
pub fn condition(phrase: &Phrase, scope: &Scope<'_>) -> Result<Condition, Fault> {
    let reader = Reader { scope, phrase };
    whole(&reader).and_then(|reading| reader.condition_of(reading))
}

/// Reads an expression that must be a number.
///
/// # Errors
/// As [`set`].
pub fn number(phrase: &Phrase, scope: &Scope<'_>) -> Result<Number, Fault> {
    let reader = Reader { scope, phrase };
    whole(&reader).and_then(|reading| reader.number_of(reading))
}

/// Reads kinds of moves, joined by `or`.
///
/// # Errors
/// As [`expression`].
pub fn deeds(phrase: &Phrase, scope: &Scope<'_>) -> Result<Vec<Deed>, Fault> {
    let reader = Reader { scope, phrase };
    let pairs = inside(Rule::deeds, phrase, scope)?;
    pairs.into_iter().filter(|pair| pair.as_rule() == Rule::action).map(|pair| reader.action(pair)).collect()
}

/// Reads a side and where it holds pieces: `own hand`.
///
/// # Errors
/// As [`expression`].
pub fn place(phrase: &Phrase, scope: &Scope<'_>) -> Result<(Whose, Store), Fault> {
    let reader = Reader { scope, phrase };
    reader.place(&inside(Rule::place, phrase, scope)?)
}

/// Reads a counter: `passes`, `own checks`.
///
/// # Errors
/// As [`expression`].
pub fn holder(phrase: &Phrase, scope: &Scope<'_>) -> Result<Counter, Fault> {
    let reader = Reader { scope, phrase };
    let mut parts = inside(Rule::counter, phrase, scope)?;
    let Some(last) = parts.pop() else { return Err(Fault::new(0..0, "expected a counter")) };
    let name = reader.name(&last);
    let whose = parts.first().map(|whose| reader.whose(whose)).transpose()?;
    match (scope.meaning(name), whose) {
        (Some(Meant::Counter(id, true)), Some(_)) | (Some(Meant::Counter(id, false)), None) => {
            Ok(Counter { whose, id })
        }
        (Some(Meant::Counter(_, each)), _) => {
            let (message, help) = match each {
                true => {
                    (format!("`{name}` is a counter of each side"), format!("write `own {name}` or `enemy {name}`"))
                }
                false => (format!("`{name}` is a counter of the whole game"), format!("write `{name}` alone")),
            };
            Err(Fault::new(range(&last), message).help(help))
        }
        _ => {
            let fault = Fault::new(range(&last), format!("`{name}` is no counter"));
            Err(fault.help("declare it under `state:` with `counts: game` or `counts: each side`"))
        }
    }
}

fn whole(reader: &Reader<'_>) -> Read<Reading> {
    let pairs = inside(Rule::expression, reader.phrase, reader.scope)?;
    match pairs.into_iter().next() {
        Some(choice) => reader.choice(choice),
        None => Err(Fault::new(0..0, "an empty expression")),
    }
}

fn inside<'p>(rule: Rule, phrase: &'p Phrase, scope: &Scope<'_>) -> Read<Vec<Pair<'p>>> {
    parse(rule, &phrase.text).map_err(|fault| scope.quoting_names(fault, &phrase.text))
}

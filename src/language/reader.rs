//! Reader: gives types to the parts of an expression.
//!
//! Its methods are in `sets`, `relations`, `conditions`, `numbers` and `deeds`, and call each other.

use std::ops::Range;

use super::fault::Fault;
use super::grammar::{Pair, range};
use super::scope::Scope;
use crate::rules::Source;
use crate::rules::tree::{Condition, Node, Notation, Number, NumberKind, Set, Whose};
use crate::variant::node::Phrase;

/// A part of an expression, or its error.
pub(super) type Read<T> = Result<T, Fault>;

/// Type of a part of an expression, with its value.
pub(super) enum Typed {
    Set(Set),
    Condition(Condition),
    Number(Number),
}

/// A part of an expression, with facts that decide which phrases may stand beside it.
pub(super) struct Reading {
    pub(super) typed: Typed,
    pub(super) at: Range<usize>,
    /// `true` for a list of names without brackets. A following `or` belongs to it.
    pub(super) is_list: bool,
    /// `true` if it ends in such a list, so that a following phrase could belong to the last name alone.
    pub(super) ends_in_list: bool,
    /// The start of an operand to which a following phrase could also belong; `None` if there is none.
    pub(super) open: Option<usize>,
    /// A count of a set without a test (`any own rook`).
    pub(super) is_bare: bool,
    /// A test whose subject is a set (`rook is on hill`).
    pub(super) is_claim: bool,
}

/// Reads an expression of a file.
pub(super) struct Reader<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) phrase: &'a Phrase,
}

impl Reading {
    pub(super) fn new(typed: Typed, at: Range<usize>) -> Reading {
        Reading { typed, at, is_list: false, ends_in_list: false, open: None, is_bare: false, is_claim: false }
    }
}

impl Reader<'_> {
    pub(super) fn node<T>(&self, kind: T, at: Range<usize>) -> Node<T> {
        Node::new(kind, Source { span: Some(self.phrase.at(at)) })
    }

    pub(super) fn text(&self, at: Range<usize>) -> &str {
        self.phrase.text[at].trim()
    }

    pub(super) fn set_of(&self, reading: Reading) -> Read<Set> {
        let text = self.text(reading.at.clone());
        match reading.typed {
            Typed::Set(set) => Ok(set),
            Typed::Condition(_) => {
                Err(Fault::new(reading.at.clone(), format!("expected a set, found the condition `{text}`"))
                    .help("for elements with a condition write `S where C`"))
            }
            Typed::Number(_) => {
                Err(Fault::new(reading.at.clone(), format!("expected a set, found the number `{text}`"))
                    .help("compare the number, as in `N >= 1`"))
            }
        }
    }

    pub(super) fn condition_of(&self, reading: Reading) -> Read<Condition> {
        let text = self.text(reading.at.clone());
        match reading.typed {
            Typed::Condition(condition) => Ok(condition),
            Typed::Set(_) => {
                Err(Fault::new(reading.at.clone(), format!("expected a condition, found the set `{text}`"))
                    .help(format!("write `any {text}`, `no {text}` or `{text} is …`")))
            }
            Typed::Number(_) => {
                Err(Fault::new(reading.at.clone(), format!("expected a condition, found the number `{text}`"))
                    .help(format!("compare it: `{text} >= 1`")))
            }
        }
    }

    pub(super) fn number_of(&self, reading: Reading) -> Read<Number> {
        let text = self.text(reading.at.clone());
        match reading.typed {
            Typed::Number(Number { kind: NumberKind::Counter(None, id), .. }) if self.scope.counts_each_side(id) => {
                let fault = Fault::new(reading.at.clone(), format!("`{text}` is a counter of each side"));
                Err(fault.help(format!("write `own {text}` or `enemy {text}`")))
            }
            Typed::Number(number) => Ok(number),
            Typed::Set(_) => Err(Fault::new(reading.at.clone(), format!("expected a number, found the set `{text}`"))
                .help(format!("count it: `count of {text}`"))),
            Typed::Condition(_) => {
                Err(Fault::new(reading.at.clone(), format!("expected a number, found the condition `{text}`")).help(
                    "numbers are `3`, `count of S`, `worth of S`, `distance from A to B`, `turn number`, \
                     `moves left`, `moves made`, `repeats` and counters",
                ))
            }
        }
    }

    /// Refuses chains that would make the tree too deep for code that walks it.
    pub(super) fn at_most(&self, count: usize, most: usize, at: Range<usize>, what: &str) -> Read<()> {
        if count <= most {
            return Ok(());
        }
        Err(Fault::new(at, format!("more than {most} {what}")).help("name parts of it under `define:`"))
    }

    /// A name without its backticks.
    pub(super) fn name<'t>(&self, pair: &Pair<'t>) -> &'t str {
        pair.as_str().trim().trim_matches('`')
    }

    pub(super) fn integer(&self, pair: &Pair<'_>) -> Read<u16> {
        let number = pair.as_str().trim().parse().ok().filter(|number| *number <= 1024);
        number
            .ok_or_else(|| Fault::new(range(pair), "expected a whole number up to 1024").help("write a smaller number"))
    }

    pub(super) fn notation(&self, pair: &Pair<'_>) -> Read<Notation> {
        let at = range(pair);
        let text = pair.as_str().trim().trim_matches('"');
        match (self.scope.compile)(text) {
            Ok(movement) => Ok(Notation { text: text.to_owned(), movement }),
            Err(error) => {
                let start = at.start + 1;
                let mut fault = Fault::new(start + error.span.start..start + error.span.end, error.message);
                fault.help = error.help.or_else(|| Some("`ferz explain betza` has the notation".to_owned()));
                Err(fault)
            }
        }
    }

    /// `own`, `white`.
    pub(super) fn whose(&self, pair: &Pair<'_>) -> Read<Whose> {
        let name = self.name(pair);
        Ok(match name {
            "own" => Whose::Own,
            "enemy" => Whose::Enemy,
            "partner" => Whose::Partner,
            _ => self.scope.player(name).ok_or_else(|| {
                let sides = self.scope.tree.sides.order.iter().map(String::as_str);
                let known = crate::diagnostic::one_of(sides);
                Fault::new(range(pair), format!("there is no side `{name}`")).help(format!("the sides are {known}"))
            })?,
        })
    }
}

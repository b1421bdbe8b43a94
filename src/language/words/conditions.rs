//! Conditions and numbers as clauses.

use super::measures::{by_steps, comparison};
use super::noun::{Form, Head, Noun, Owner};
use super::speaker::Speaker;
use crate::language::print::decimal;
use crate::rules::tree::{
    Comparison, Condition, ConditionKind, Deed, Number, NumberKind, Quantity, Set, SetKind, State, Whose, Within, Word,
};

impl Speaker<'_> {
    /// A condition as a clause: `the destination is empty`.
    pub fn clause(&self, condition: &Condition) -> String {
        self.said(condition, false)
    }

    /// The opposite of a condition.
    pub fn opposite(&self, condition: &Condition) -> String {
        self.said(condition, true)
    }

    fn said(&self, condition: &Condition, not: bool) -> String {
        match &condition.kind {
            ConditionKind::Or(parts) => self.joined(parts, not, if not { "and" } else { "or" }),
            ConditionKind::And(parts) => self.joined(parts, not, if not { "or" } else { "and" }),
            ConditionKind::Not(inner) => self.said(inner, !not),
            ConditionKind::Defined(id) => {
                let name = self.tree.defines.get(id.index()).map_or("", |define| define.kind.name.as_str());
                format!("`{name}` {}", if not { "does not hold" } else { "holds" })
            }
            ConditionKind::Is { set, not: is_not, within } => self.is(set, within, not != *is_not),
            ConditionKind::Count { many, set, within } => self.count(*many, set, within.as_ref(), not),
            ConditionKind::More { fewer, left, right, within } => {
                let (left, right) = (self.noun(left).plural("and"), self.noun(right).plural("and"));
                let (more, less) = if *fewer { (right, left) } else { (left, right) };
                let verb = if not { "do not outnumber" } else { "outnumber" };
                match within {
                    Some(within) => {
                        let that = self.within(within, Form::Many);
                        format!("{more} that are {that} {verb} {less} that are {that}")
                    }
                    None => format!("{more} {verb} {less}"),
                }
            }
            ConditionKind::Joined(set, by) => {
                let (subject, form) = self.noun(set).all();
                format!("{subject} {} joined {}", be(form, not), by_steps(by))
            }
            ConditionKind::Compare(left, sign, right) => {
                let plain = || format!("{} {} {}", self.number(left), comparison(*sign, not), self.number(right));
                self.compared(left, *sign, right, not).unwrap_or_else(plain)
            }
            ConditionKind::State(whose, state) => format!("{} {}", self.side(*whose), status(*state, not)),
            ConditionKind::Side(id) => format!(
                "{} is {}{}",
                self.side(Whose::Own),
                if not { "not " } else { "" },
                self.side(Whose::Player(*id))
            ),
            ConditionKind::Can(whose, deed) => self.can(*whose, deed, not),
            ConditionKind::Always(whose, inner) => {
                let head = if not { "it is not so that " } else { "" };
                let moves = self.possessive(*whose);
                format!(
                    "{head}{} after each of {moves} own moves since this position first occurred",
                    self.clause(inner)
                )
            }
            ConditionKind::Deed(deed) => {
                let deed = crate::english::with_article(&self.deed(deed, Form::One));
                format!("the move is {}{deed}", if not { "not " } else { "" })
            }
            ConditionKind::Before(inner) => format!("before the move, {}", self.said(inner, not)),
        }
    }

    /// A comparison that has a shorter form: `there are at least two pawns`, `this is turn 2 of the game`.
    fn compared(&self, left: &Number, sign: Comparison, right: &Number, not: bool) -> Option<String> {
        let NumberKind::Constant(thousandths) = right.kind else { return None };
        let whole = u16::try_from(thousandths / 1000).ok().filter(|_| thousandths % 1000 == 0)?;
        match &left.kind {
            NumberKind::Turn if sign == Comparison::Equal => {
                Some(format!("this is {}turn {whole} of the game", if not { "not " } else { "" }))
            }
            NumberKind::Count(set) => {
                let many = match sign {
                    Comparison::Equal => Quantity::Exactly(whole),
                    Comparison::Less => Quantity::AtMost(whole.checked_sub(1)?),
                    Comparison::More => Quantity::AtLeast(whole.checked_add(1)?),
                    Comparison::AtMost => Quantity::AtMost(whole),
                    Comparison::AtLeast => Quantity::AtLeast(whole),
                };
                let is_said = sign != Comparison::Equal || !not;
                is_said.then(|| self.count(many, set, None, not))
            }
            _ => None,
        }
    }

    fn joined(&self, parts: &[Condition], not: bool, joint: &str) -> String {
        let part = |part: &Condition| {
            let text = self.said(part, not);
            // A denial exchanges `and` and `or`.
            let inner = match &part.kind {
                ConditionKind::Or(inner) => Some((if not { "and" } else { "or" }, inner.len())),
                ConditionKind::And(inner) => Some((if not { "or" } else { "and" }, inner.len())),
                _ => None,
            };
            match inner {
                Some(("or", _)) if joint == "and" => format!("either {text}"),
                Some(("and", 2)) if joint == "or" => format!("both {text}"),
                _ => text,
            }
        };
        // `A, and either B or C`: behind the alternatives, another part would be read as one of them.
        let (plain, compound): (Vec<&Condition>, Vec<&Condition>) = parts.iter().partition(
            |part| !matches!(&part.kind, ConditionKind::Or(inner) | ConditionKind::And(inner) if inner.len() > 1),
        );
        let said = |parts: &[&Condition]| parts.iter().map(|one| part(one)).collect::<Vec<_>>();
        let (plain, compound) = (said(&plain), said(&compound));
        let head = plain.join(&format!(" {joint} "));
        let head = if head.is_empty() { head } else { format!("{head}, {joint} ") };
        match compound.is_empty() {
            true => plain.join(&format!(" {joint} ")),
            false => format!("{head}{}", compound.join(&format!(", {joint} "))),
        }
    }

    /// The clause for `S is T`: `the destination is not empty`. The set must not be empty.
    fn is(&self, set: &Set, within: &Set, not: bool) -> String {
        let noun = self.noun(set);
        let is_one = matches!(set.kind, SetKind::Word(_)) || is_captured(set);
        let (subject, form) = match is_one {
            true if !matches!(noun.head, Head::Known(..)) => (format!("the {}", noun.bare(Form::One, "or")), Form::One),
            _ => noun.all(),
        };
        match subject.strip_prefix("all ").filter(|_| not) {
            Some(rest) => format!("not all {rest} are {}", self.predicate(within, Form::Many)),
            None => format!("{subject} {} {}", be(form, not), self.predicate(within, form)),
        }
    }

    fn within(&self, within: &Within, form: Form) -> String {
        format!("{}{}", if within.not { "not " } else { "" }, self.predicate(&within.set, form))
    }

    fn count(&self, many: Quantity, set: &Set, within: Option<&Within>, not: bool) -> String {
        let noun = self.noun(set);
        let (many, not) = match (many, not) {
            (Quantity::Any, true) => (Quantity::No, false),
            (Quantity::No, true) => (Quantity::Any, false),
            (Quantity::Every, true) => (Quantity::Any, true),
            (Quantity::AtLeast(count), true) if count > 0 => (Quantity::AtMost(count - 1), false),
            (Quantity::AtMost(count), true) if count < u16::MAX => (Quantity::AtLeast(count + 1), false),
            other => other,
        };
        let (subject, form) = match many {
            Quantity::Any => (noun.some(), Form::One),
            Quantity::No => (noun.none(), Form::One),
            Quantity::Every => {
                let (text, form) = noun.all();
                match text.strip_prefix("all ") {
                    Some(_) => (format!("every {}", noun.bare(Form::One, "or").trim_start_matches("its ")), Form::One),
                    None => (text, form),
                }
            }
            Quantity::AtLeast(count) => prefixed("at least", noun.counted(count)),
            Quantity::AtMost(0) => (noun.none(), Form::One),
            Quantity::AtMost(count) => prefixed("at most", noun.counted(count)),
            Quantity::Exactly(count) => prefixed("exactly", noun.counted(count)),
        };
        let is_exact = matches!(many, Quantity::Exactly(_));
        let head = if not && is_exact { "it is not so that " } else { "" };
        match within {
            // "Not all are T" means that one of them is not.
            Some(within) if not && !is_exact => {
                let opposite = Within { not: !within.not, set: within.set.clone() };
                format!("{subject} {} {}", be(form, false), self.within(&opposite, form))
            }
            Some(within) => format!("{head}{subject} {} {}", be(form, false), self.within(within, form)),
            None => format!("{head}{}", self.existence(&noun, many, (subject, form))),
        }
    }

    /// `there is a rook`, `the opponent has no rook`, `nothing is captured`.
    fn existence(&self, noun: &Noun, many: Quantity, (subject, form): (String, Form)) -> String {
        if let Head::Known(text, _) = &noun.head {
            let text = format!("{text}{}", noun.bare(Form::One, "or").strip_prefix(text.as_str()).unwrap_or_default());
            return match many {
                Quantity::Any | Quantity::Every => format!("{text} is there"),
                Quantity::No | Quantity::AtMost(0) => format!("{text} is not there"),
                Quantity::AtLeast(count) => format!("{text} is there at least {count} times"),
                Quantity::AtMost(count) => format!("{text} is there at most {count} times"),
                Quantity::Exactly(count) => format!("{text} is there exactly {count} times"),
            };
        }
        let holder = match &noun.owner {
            Some(Owner::Its) => Some(self.side(Whose::Own)),
            Some(Owner::Side(side)) if side == "enemy" => Some(self.side(Whose::Enemy)),
            Some(Owner::Side(side)) if side == "friendly" => Some(self.side(Whose::Own)),
            _ => None,
        };
        let Some(holder) = holder.filter(|_| !noun.the) else {
            let subject = if noun.the && many == Quantity::Any {
                crate::english::with_article(&noun.bare(Form::One, "or"))
            } else {
                subject
            };
            return format!("there {} {subject}", be(form, false));
        };
        let mut plain = noun.clone();
        (plain.owner, plain.the) = (None, false);
        if let Head::Kind { single, .. } = &mut plain.head {
            *single = false;
        }
        let verb = "has";
        match many {
            Quantity::Any => format!("{holder} {verb} {}", plain.some()),
            Quantity::No | Quantity::AtMost(0) => format!("{holder} {verb} {}", plain.none()),
            Quantity::AtLeast(count) => format!("{holder} {verb} at least {}", plain.counted(count).0),
            Quantity::AtMost(count) => format!("{holder} {verb} at most {}", plain.counted(count).0),
            Quantity::Exactly(count) => format!("{holder} {verb} exactly {}", plain.counted(count).0),
            Quantity::Every => format!("{holder} {verb} {}", plain.plural("and")),
        }
    }

    fn can(&self, whose: Whose, deed: &Deed, not: bool) -> String {
        let deed = self.deed(deed, Form::One);
        match not {
            true => format!("{} has no legal {deed}", self.side(whose)),
            false => format!("{} has a legal {deed}", self.side(whose)),
        }
    }

    /// A number as a noun: `the number of friendly pawns`.
    pub fn number(&self, number: &Number) -> String {
        match &number.kind {
            NumberKind::Constant(thousandths) => decimal(*thousandths),
            NumberKind::Count(set) => format!("the number of {}", self.noun(set).plural("and")),
            NumberKind::Worth(set) => format!("the worth of {}", self.noun(set).all().0),
            NumberKind::Distance(from, to) => {
                format!("the distance from {} to {}", self.noun(from).some(), self.noun(to).some())
            }
            NumberKind::Turn => "the number of the turn".to_owned(),
            NumberKind::MovesLeft => "the number of moves left in the turn".to_owned(),
            NumberKind::MovesMade => "the number of moves made in the turn".to_owned(),
            NumberKind::Repeats => "the number of times that the position has occurred".to_owned(),
            NumberKind::Counter(whose, id) => self.counter(*whose, *id),
            NumberKind::Plus(one, other) => format!("{} plus {}", self.number(one), self.number(other)),
            NumberKind::Minus(one, other) => format!("{} minus {}", self.number(one), self.number(other)),
            NumberKind::Rest(one, other) => {
                format!("the remainder of {} divided by {}", self.number(one), self.number(other))
            }
            NumberKind::Before(inner) => format!("{} before the move", self.number(inner)),
        }
    }

    /// A counter: `frost`, `the opponent's `checks``.
    pub fn counter(&self, whose: Option<Whose>, id: crate::rules::tree::StateId) -> String {
        match whose {
            Some(whose) => format!("{} {}", self.possessive(whose), self.state(id)),
            None => self.state(id),
        }
    }
}

fn is_captured(set: &Set) -> bool {
    matches!(&set.kind, SetKind::Related(base, _) | SetKind::Filtered(_, base) if matches!(base.kind, SetKind::Word(Word::Captured)))
}

fn prefixed(word: &str, (text, form): (String, Form)) -> (String, Form) {
    (format!("{word} {text}"), form)
}

/// A form of `be`.
pub(super) fn be(form: Form, not: bool) -> &'static str {
    match (form, not) {
        (Form::One, false) => "is",
        (Form::One, true) => "is not",
        (Form::Many, false) => "are",
        (Form::Many, true) => "are not",
    }
}

fn status(state: State, not: bool) -> &'static str {
    match (state, not) {
        (State::InCheck, false) => "is in check",
        (State::InCheck, true) => "is not in check",
        (State::Mated, false) => "is checkmated",
        (State::Mated, true) => "is not checkmated",
        (State::Stuck, false) => "has no legal move",
        (State::Stuck, true) => "has a legal move",
        (State::Out, false) => "has dropped out",
        (State::Out, true) => "has not dropped out",
    }
}

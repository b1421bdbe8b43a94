//! Conditions and numbers as clauses.

use super::measures::{by_steps, comparison};
use super::noun::{Form, Head, Noun, Owner};
use super::speaker::Speaker;
use crate::english::{list, many};
use crate::language::print::decimal;
use crate::rules::tree::{
    Comparison, Condition, ConditionKind, Deed, DeedKind, DeedParts, Number, NumberKind, Quantity, RelationKind, Set,
    SetKind, State, Whose, Within, Word,
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
                format!("{subject} {} joined {}", be(form, not), by_steps(by, self.compass()))
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
            ConditionKind::Deed(deed) if deed.kind == DeedParts::of_kind(DeedKind::Move) => {
                format!("the move is {}an ordinary move of a piece on the board", if not { "not " } else { "" })
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
            NumberKind::Turn => turn(sign, whole, not),
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
        let is_and = (joint == "and") != not;
        let parts: Vec<&Condition> = parts.iter().filter(|part| !(is_and && always_holds(part))).collect();
        if let [one] = parts[..] {
            return self.said(one, not);
        }
        let part = |part: &Condition| {
            let text = self.said(part, not);
            // A denial exchanges `and` and `or`.
            let inner = match &part.kind {
                ConditionKind::Or(_) if is_compound(part) => Some((if not { "and" } else { "or" }, members(part))),
                ConditionKind::And(_) if is_compound(part) => Some((if not { "or" } else { "and" }, members(part))),
                _ => None,
            };
            match inner {
                Some(("or", _)) if joint == "and" => format!("either {text}"),
                Some(("and", 2)) if joint == "or" => format!("both {text}"),
                _ => text,
            }
        };
        // `A, and either B or C`: behind the alternatives, another part would be read as one of them.
        let (compound, plain): (Vec<&Condition>, Vec<&Condition>) =
            parts.into_iter().partition(|part| is_compound(part));
        let said = |parts: &[&Condition]| parts.iter().map(|one| part(one)).collect::<Vec<_>>();
        let (plain, compound) = (said(&plain), said(&compound));
        // Parts that have `and` or `or` inside are set off by commas.
        let has_joints = plain.iter().any(|part| part.contains(" or ") || part.contains(" and "));
        let plain = plain.join(&if has_joints { format!(", {joint} ") } else { format!(" {joint} ") });
        let head = plain.clone();
        let head = if head.is_empty() { head } else { format!("{head}, {joint} ") };
        match compound.is_empty() {
            true => plain,
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
        if let Some(text) = within.is_none().then(|| self.placed_on(many, set, not)).flatten() {
            return text;
        }
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

    /// `it is on the square of a pawn`, for `any (squares on pawn) on it`; `None` for other sets.
    fn placed_on(&self, many: Quantity, set: &Set, not: bool) -> Option<String> {
        let not = match many {
            Quantity::Any => not,
            Quantity::No | Quantity::AtMost(0) => !not,
            _ => return None,
        };
        let SetKind::Related(base, relation) = &set.kind else { return None };
        let RelationKind::On(of) = &relation.kind else { return None };
        let is_place = match &base.kind {
            SetKind::Area(_) | SetKind::Empty => true,
            SetKind::Related(inner, _) => inner.kind == SetKind::Squares,
            _ => false,
        };
        if !is_place || !self.is_one_place(of) {
            return None;
        }
        let subject = if base.kind == SetKind::Empty { self.square_under(of) } else { self.noun(of).some() };
        Some(format!("{subject} {} {}", be(Form::One, not), self.predicate(base, Form::One)))
    }

    /// `the destination or a square adjacent to it is on rank 8`, for a list with known squares or pieces; `None` for other nouns.
    fn listed(noun: &Noun, many: Quantity) -> Option<String> {
        let Head::List(parts) = &noun.head else { return None };
        if !parts.iter().any(|part| matches!(part.head, Head::Known(..))) || noun.after.is_empty() {
            return None;
        }
        let texts: Vec<String> = parts.iter().map(Noun::some).collect();
        let subject = match (many, texts.len()) {
            (Quantity::Any, _) => list(&texts, "or"),
            (Quantity::No | Quantity::AtMost(0), 2) => format!("neither {}", list(&texts, "nor")),
            (Quantity::No | Quantity::AtMost(0), _) => format!("none of {}", list(&texts, "and")),
            _ => return None,
        };
        let after: Vec<&str> = noun.after.iter().map(|after| after.one.trim_start_matches("that is ")).collect();
        Some(format!("{subject} is {}", after.join(" and ")))
    }

    /// `there is a rook`, `the opponent has no rook`, `nothing is captured`.
    fn existence(&self, noun: &Noun, many: Quantity, (subject, form): (String, Form)) -> String {
        if let Some(text) = Self::listed(noun, many) {
            return text;
        }
        if let Head::Known(text, _) = &noun.head {
            // `the origin is empty`.
            let after: Vec<&str> = noun.after.iter().map(|after| after.one.trim_start_matches("that is ")).collect();
            match (many, after.len()) {
                (_, 0) => {}
                (Quantity::Any, _) => return format!("{text} is {}", after.join(" and ")),
                (Quantity::No, 1) => return format!("{text} is not {}", after[0]),
                (Quantity::No, _) => return format!("{text} is not both {}", after.join(" and ")),
                _ => {}
            }
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
            NumberKind::Turn => "the number of the turn (the turns of both sides count)".to_owned(),
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

/// A comparison with the number of the turn. Each turn of either side counts, which a bound has to say.
fn turn(sign: Comparison, number: u16, not: bool) -> Option<String> {
    let (last, is_first) = match (sign, not) {
        (Comparison::Equal, _) => {
            return Some(format!("this is {}turn {number} of the game", if not { "not " } else { "" }));
        }
        (Comparison::AtMost, not) | (Comparison::More, not) => (number, (sign == Comparison::AtMost) != not),
        (Comparison::Less, not) | (Comparison::AtLeast, not) => {
            (number.checked_sub(1)?, (sign == Comparison::Less) != not)
        }
    };
    let turns = match last {
        0 => return None,
        1 => "the first turn of the game".to_owned(),
        _ if last % 2 == 0 => {
            format!("the first {} of each side", many(usize::from(last / 2), "turn").trim_start_matches("one "))
        }
        _ => format!("the first {} of the game (the turns of both sides count)", many(usize::from(last), "turn")),
    };
    Some(match (is_first, last) {
        (true, 1) => format!("this is {turns}"),
        (true, 2) => "this is the first turn of either side".to_owned(),
        (true, _) => format!("this is one of {turns}"),
        (false, 1 | 2) => format!("{turns} is over"),
        (false, _) => format!("{turns} are over"),
    })
}

/// Returns `true` for a condition that always holds: the moving piece is a piece, and there is a turn.
fn always_holds(condition: &Condition) -> bool {
    match &condition.kind {
        ConditionKind::Is { set, not: false, within } => {
            set.kind == SetKind::Word(Word::Mover) && within.kind == SetKind::Pieces
        }
        ConditionKind::Compare(left, Comparison::More, right) => {
            left.kind == NumberKind::Turn && right.kind == NumberKind::Constant(0)
        }
        ConditionKind::Not(inner) => {
            matches!(&inner.kind, ConditionKind::Compare(left, Comparison::AtMost, right)
                if left.kind == NumberKind::Turn && right.kind == NumberKind::Constant(0))
        }
        _ => false,
    }
}

/// The number of alternatives, or of conditions that do not always hold.
fn members(condition: &Condition) -> usize {
    match &condition.kind {
        ConditionKind::Or(parts) => parts.len(),
        ConditionKind::And(parts) => parts.iter().filter(|part| !always_holds(part)).count(),
        _ => 1,
    }
}

/// Returns `true` for several conditions joined by `and` or `or`.
fn is_compound(condition: &Condition) -> bool {
    members(condition) > 1
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

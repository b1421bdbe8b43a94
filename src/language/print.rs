//! Writes a tree as text. Reading the text gives the same tree.

use crate::rules::tree::{
    Adjective, Comparison, Condition, ConditionKind, Deed, DeedKind, Layer, Likeness, Number, NumberKind, Quantity,
    Relation, RelationKind, Set, SetKind, State, Store, Tree, Whose, Within, Word,
};

use super::deeds::KINDS;
use super::grammar::is_word;

/// Writes parts of a tree in the form that authors use.
pub struct Printer<'a> {
    /// The tree that declares the names.
    pub tree: &'a Tree,
    /// The names of the pieces, by id.
    pub pieces: Vec<&'a str>,
    /// The names of the choices of the rule at hand.
    pub choices: &'a [String],
}

impl Printer<'_> {
    /// A set as the whole value of a key.
    pub fn set(&self, set: &Set) -> String {
        let SetKind::Union(parts) = &set.kind else { return self.phrase(set) };
        let texts: Vec<String> =
            parts.iter().map(|part| self.simple(part).unwrap_or_else(|| self.bracket(part))).collect();
        let mut all = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let next_is_name = parts.get(at + 1).is_some_and(|next| self.is_name(next));
            let own = &texts[at];
            all.push(if next_is_name && !self.is_name(part) { format!("({own})") } else { own.clone() });
        }
        all.join(" or ")
    }

    fn bracket(&self, set: &Set) -> String {
        format!("({})", self.set(set))
    }

    /// A set in a place where other words except `where` may follow.
    fn phrase(&self, set: &Set) -> String {
        if let Some(text) = self.simple(set) {
            return text;
        }
        match &set.kind {
            SetKind::Related(base, relation) => format!("{} {}", self.base(base, false), self.relation(relation)),
            SetKind::Except(base, out) => format!("{} except {}", self.base(base, true), self.operand(out)),
            SetKind::Where(base, test) => format!("{} where {}", self.base(base, true), self.item(test)),
            _ => self.bracket(set),
        }
    }

    /// A set before a test. It is put in brackets if its last words could be read as a part of the test.
    fn closed(&self, set: &Set) -> String {
        match set.kind {
            SetKind::Where(..) => self.bracket(set),
            _ => self.phrase(set),
        }
    }

    /// A set before a relation, an exception or a test.
    fn base(&self, set: &Set, after_except: bool) -> String {
        let goes_on = match &set.kind {
            SetKind::Related(base, relation) => self.captured(base, relation).is_some() || !is_open(relation),
            SetKind::Except(_, out) => after_except || matches!(out.kind, SetKind::Word(_)),
            _ => self.simple(set).is_some(),
        };
        let goes_on = goes_on && !self.ends_in_list(set);
        if goes_on { self.phrase(set) } else { self.bracket(set) }
    }

    /// Returns `true` if the text of the set ends in a list of names without brackets.
    fn ends_in_list(&self, set: &Set) -> bool {
        let of_names = |set: &Set| match &set.kind {
            SetKind::Union(parts) => parts.iter().all(|part| self.is_name(part)),
            _ => false,
        };
        match &set.kind {
            SetKind::Filtered(_, inner) => match &inner.kind {
                SetKind::Union(parts) => parts.iter().all(|part| self.is_of_pieces(part)),
                _ => self.ends_in_list(inner),
            },
            SetKind::Home(of) | SetKind::Twin(of) | SetKind::First(of) | SetKind::Row(_, of) => self.ends_in_list(of),
            SetKind::Related(base, relation) => match &relation.kind {
                RelationKind::That { not: false, within } => {
                    base.kind == SetKind::Word(Word::Captured) && of_names(within)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn operand(&self, set: &Set) -> String {
        self.simple(set).unwrap_or_else(|| self.bracket(set))
    }

    /// The text of a simple set; `None` if it has relations, exceptions or tests.
    fn simple(&self, set: &Set) -> Option<String> {
        Some(match &set.kind {
            SetKind::Pieces => "pieces".to_owned(),
            SetKind::Squares => "squares".to_owned(),
            SetKind::Empty => "empty".to_owned(),
            SetKind::Walls => "walls".to_owned(),
            SetKind::Passed => "passed".to_owned(),
            SetKind::None => "none".to_owned(),
            SetKind::Rolled => "rolled".to_owned(),
            SetKind::Area(area) => match area.words.contains([' ', '-']) || !is_word(&area.words) {
                true => area.words.clone(),
                false => self.word_or_area(&area.words),
            },
            SetKind::Kind(piece) => name(self.pieces.get(piece.index()).copied().unwrap_or("?")),
            SetKind::Marked(id) => name(&self.tree.state[id.index()].kind.name),
            SetKind::Defined(id) => name(&self.tree.defines[id.index()].kind.name),
            SetKind::Word(word) => self.word(*word),
            SetKind::Filtered(adjective, inner) => format!("{} {}", self.adjective(*adjective), self.described(inner)),
            SetKind::Home(of) => format!("home of {}", self.related_to(of)),
            SetKind::Twin(of) => format!("twin of {}", self.related_to(of)),
            SetKind::First(of) => format!("first of {}", self.related_to(of)),
            SetKind::Row(count, of) => format!("row of {count} {}", self.operand(of)),
            SetKind::Before(inner) => format!("before ({})", self.set(inner)),
            SetKind::Related(base, relation) => return self.captured(base, relation),
            _ => return None,
        })
    }

    /// An area as a single word: a square, `light`, or a region. Backticks mark a region whose name is a word of the
    /// language.
    fn word_or_area(&self, words: &str) -> String {
        let is_area = ["light", "dark"].contains(&words) || words.ends_with(|c: char| c.is_ascii_digit());
        if is_area { words.to_owned() } else { name(words) }
    }

    /// `captured pawn or rook`.
    fn captured(&self, base: &Set, relation: &Relation) -> Option<String> {
        let RelationKind::That { not: false, within } = &relation.kind else { return None };
        if base.kind != SetKind::Word(Word::Captured) {
            return None;
        }
        let names = match &within.kind {
            SetKind::Union(parts) => parts.iter().all(|part| self.is_name(part)),
            _ => self.is_name(within),
        };
        Some(if names {
            format!("captured {}", self.set(within))
        } else {
            format!("captured {}", self.bracket(within))
        })
    }

    fn described(&self, set: &Set) -> String {
        match &set.kind {
            SetKind::Union(parts) if parts.iter().all(|part| self.is_of_pieces(part)) => self.set(set),
            _ => self.operand(set),
        }
    }

    fn related_to(&self, set: &Set) -> String {
        match &set.kind {
            SetKind::Word(Word::Chosen(id)) if id.0 > 0 => self.bracket(set),
            SetKind::Word(_) => self.operand(set),
            SetKind::Related(base, relation) => self.captured(base, relation).unwrap_or_else(|| self.bracket(set)),
            _ => self.bracket(set),
        }
    }

    /// Returns `true` if the set is written as a name.
    fn is_name(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Kind(_) | SetKind::Marked(_) | SetKind::Defined(_) => true,
            SetKind::Word(Word::Chosen(id)) => id.0 > 0,
            SetKind::Area(area) => {
                !area.words.contains([' ', '-']) && self.word_or_area(&area.words) != area.words
                    || !is_word(&area.words)
            }
            _ => false,
        }
    }

    fn is_of_pieces(&self, set: &Set) -> bool {
        use crate::rules::tree::Held;
        match &set.kind {
            SetKind::Kind(_) | SetKind::Defined(_) => true,
            SetKind::Marked(id) => matches!(self.tree.state[id.index()].kind.kind, Held::PieceMarks { .. }),
            _ => false,
        }
    }

    fn adjective(&self, adjective: Adjective) -> String {
        match adjective {
            Adjective::Of(whose) => self.whose(whose),
            Adjective::Neutral => "neutral".to_owned(),
            Adjective::Other => "other".to_owned(),
            Adjective::Unmoved => "unmoved".to_owned(),
            Adjective::Royal => "royal".to_owned(),
            Adjective::Empty => "empty".to_owned(),
        }
    }

    /// `own`, `white`.
    pub fn whose(&self, whose: Whose) -> String {
        match whose {
            Whose::Own => "own".to_owned(),
            Whose::Enemy => "enemy".to_owned(),
            Whose::Partner => "partner".to_owned(),
            Whose::Player(id) => self.tree.sides.order.get(id.index()).cloned().unwrap_or_default(),
        }
    }

    fn word(&self, word: Word) -> String {
        match word {
            Word::Mover => "mover",
            Word::Origin => "origin",
            Word::Destination => "destination",
            Word::Captured => "captured",
            Word::It => "it",
            Word::LastMover => "last mover",
            Word::LastOrigin => "last origin",
            Word::LastDestination => "last destination",
            Word::LastCaptured => "last captured",
            Word::LastChosen => "last chosen",
            Word::Chosen(id) => {
                return if id.0 == 0 { "chosen".to_owned() } else { name(&self.choices[id.index()]) };
            }
        }
        .to_owned()
    }

    /// `own hand`.
    pub fn store(&self, whose: Whose, store: Store) -> String {
        let store = match store {
            Store::Hand => "hand".to_owned(),
            Store::Kept(id) => name(&self.tree.state[id.index()].kind.name),
        };
        format!("{} {store}", self.whose(whose))
    }

    fn relation(&self, relation: &Relation) -> String {
        match &relation.kind {
            RelationKind::Beside(of) => format!("beside {}", self.operand(of)),
            RelationKind::On(of) => format!("on {}", self.operand(of)),
            RelationKind::Attacked(layer, Some(by)) => format!("{}attacked by {}", adverb(*layer), self.operand(by)),
            RelationKind::Attacked(layer, None) => format!("{}attacked", adverb(*layer)),
            RelationKind::Attacking(layer, of) => format!("{}attacking {}", adverb(*layer), self.operand(of)),
            RelationKind::Guarded(layer, Some(by)) => format!("{}guarded by {}", adverb(*layer), self.operand(by)),
            RelationKind::Guarded(layer, None) => format!("{}guarded", adverb(*layer)),
            RelationKind::Guarding(layer, of) => format!("{}guarding {}", adverb(*layer), self.operand(of)),
            RelationKind::Reached(by) => format!("reached by {}", self.operand(by)),
            RelationKind::Same(likeness, of) => format!("{} as {}", same(*likeness), self.operand(of)),
            RelationKind::Between(one, other) => format!("between {} and {}", self.operand(one), self.operand(other)),
            RelationKind::Beyond { just, of, from } => {
                let just = if *just { "just " } else { "" };
                format!("{just}beyond {} from {}", self.operand(of), self.operand(from))
            }
            RelationKind::OnLine(one, other) => {
                format!("on the line through {} and {}", self.operand(one), self.operand(other))
            }
            RelationKind::Away { by, from, through } => {
                let through = through.as_ref().map_or(String::new(), |set| format!(" through {}", self.operand(set)));
                format!("a \"{}\" away from {}{through}", by.text, self.operand(from))
            }
            RelationKind::Joined { to, by } => format!("joined to {} by \"{}\"", self.operand(to), by.text),
            RelationKind::In(whose, store) => format!("in {}", self.store(*whose, *store)),
            RelationKind::Lost => "lost".to_owned(),
            RelationKind::That { not, within } => {
                let not = if *not { "not " } else { "" };
                let tail = match &within.kind {
                    SetKind::Related(base, relation) if base.kind == SetKind::Squares => Some(self.relation(relation)),
                    _ => None,
                };
                format!("that are {not}{}", tail.unwrap_or_else(|| self.operand(within)))
            }
        }
    }

    /// The text after `is`.
    fn predicate(&self, set: &Set) -> String {
        self.tails(set).unwrap_or_else(|| self.closed(set))
    }

    /// The relations of a set of all squares, without the word `squares`.
    fn tails(&self, set: &Set) -> Option<String> {
        let SetKind::Related(base, relation) = &set.kind else { return None };
        if base.kind == SetKind::Squares {
            return Some(self.relation(relation));
        }
        match &base.kind {
            SetKind::Related(_, inner) if !is_open(inner) => {
                Some(format!("{} {}", self.tails(base)?, self.relation(relation)))
            }
            _ => None,
        }
    }

    /// A condition as the whole value of a key.
    pub fn condition(&self, condition: &Condition) -> String {
        match &condition.kind {
            ConditionKind::Or(parts) => self.or(parts),
            _ => self.both(condition),
        }
    }

    fn or(&self, parts: &[Condition]) -> String {
        let texts: Vec<String> = parts.iter().map(|part| self.both(part)).collect();
        let mut all = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let next = parts.get(at + 1);
            let before_name = texts.get(at + 1).is_some_and(|next| starts_with_name(next));
            let before_claim =
                next.is_some_and(|next| matches!(next.kind, ConditionKind::Is { .. } | ConditionKind::And(_)));
            let end = last_part(part);
            let is_bare = matches!(end.kind, ConditionKind::Count { within: None, .. });
            let bracket = next.is_some() && (before_name || takes_more(end) || (is_bare && before_claim));
            all.push(if bracket { format!("({})", texts[at]) } else { texts[at].clone() });
        }
        all.join(" or ")
    }

    fn both(&self, condition: &Condition) -> String {
        match &condition.kind {
            ConditionKind::And(parts) => {
                let part = |part: &Condition| match &part.kind {
                    ConditionKind::And(_) => format!("({})", self.condition(part)),
                    _ => self.item(part),
                };
                parts.iter().map(part).collect::<Vec<_>>().join(" and ")
            }
            _ => self.item(condition),
        }
    }

    fn item(&self, condition: &Condition) -> String {
        match &condition.kind {
            ConditionKind::Or(_) | ConditionKind::And(_) => format!("({})", self.condition(condition)),
            ConditionKind::Not(inner) => self.not(inner),
            ConditionKind::Defined(id) => name(&self.tree.defines[id.index()].kind.name),
            ConditionKind::Is { set, not, within } => {
                let not = if *not { "not " } else { "" };
                format!("{} is {not}{}", self.closed(set), self.predicate(within))
            }
            ConditionKind::Count { many, set, within } => {
                let set = if within.is_some() { self.closed(set) } else { self.phrase(set) };
                format!("{} {set}{}", quantity(*many), self.within(within.as_ref()))
            }
            ConditionKind::More { fewer, left, right, within } => {
                let word = if *fewer { "fewer" } else { "more" };
                let right = if within.is_some() { self.closed(right) } else { self.phrase(right) };
                format!("{word} {} than {right}{}", self.closed(left), self.within(within.as_ref()))
            }
            ConditionKind::Joined(set, by) => format!("{} are joined by \"{}\"", self.closed(set), by.text),
            ConditionKind::Compare(left, sign, right) => {
                format!("{} {} {}", self.number(left), comparison(*sign), self.number(right))
            }
            ConditionKind::State(whose, state) => match self.side(*whose) {
                Some(side) => format!("{side} is {}", status(*state)),
                None => status(*state).to_owned(),
            },
            ConditionKind::Side(id) => format!("side is {}", self.whose(Whose::Player(*id))),
            ConditionKind::Can(whose, deed) => format!("{}can {}", self.before_can(*whose), self.doing(deed)),
            ConditionKind::Always(whose, inner) => {
                format!("{} side always ({})", self.whose(*whose), self.condition(inner))
            }
            ConditionKind::Deed(deed) => self.deed(deed),
            ConditionKind::Before(inner) => format!("before ({})", self.condition(inner)),
        }
    }

    fn not(&self, inner: &Condition) -> String {
        match &inner.kind {
            ConditionKind::State(whose, state) => match self.side(*whose) {
                Some(side) => format!("{side} is not {}", status(*state)),
                None => format!("not {}", status(*state)),
            },
            ConditionKind::Can(whose, deed) => format!("{}cannot {}", self.before_can(*whose), self.doing(deed)),
            ConditionKind::Joined(set, by) => format!("{} are not joined by \"{}\"", self.closed(set), by.text),
            _ => format!("not {}", self.item(inner)),
        }
    }

    /// `enemy side`; nothing for the own side.
    fn side(&self, whose: Whose) -> Option<String> {
        (whose != Whose::Own).then(|| format!("{} side", self.whose(whose)))
    }

    fn before_can(&self, whose: Whose) -> String {
        self.side(whose).map_or(String::new(), |side| format!("{side} "))
    }

    fn within(&self, within: Option<&Within>) -> String {
        within.map_or(String::new(), |within| {
            format!(" are {}{}", if within.not { "not " } else { "" }, self.predicate(&within.set))
        })
    }

    /// A number.
    pub fn number(&self, number: &Number) -> String {
        match &number.kind {
            NumberKind::Plus(left, right) => format!("{} + {}", self.number(left), self.term(right)),
            NumberKind::Minus(left, right) => format!("{} - {}", self.number(left), self.term(right)),
            _ => self.term(number),
        }
    }

    /// A number that stands as it is between `+` and `-`.
    fn term(&self, number: &Number) -> String {
        match &number.kind {
            NumberKind::Rest(left, right) => format!("{} modulo {}", self.term(left), self.value(right)),
            _ => self.value(number),
        }
    }

    pub(super) fn value(&self, number: &Number) -> String {
        match &number.kind {
            NumberKind::Constant(thousandths) => decimal(*thousandths),
            NumberKind::Count(set) => format!("count of {}", self.closed(set)),
            NumberKind::Worth(set) => format!("worth of {}", self.closed(set)),
            NumberKind::Distance(from, to) => format!("distance from {} to {}", self.operand(from), self.operand(to)),
            NumberKind::Turn => "turn number".to_owned(),
            NumberKind::MovesLeft => "moves left".to_owned(),
            NumberKind::MovesMade => "moves made".to_owned(),
            NumberKind::Repeats => "repeats".to_owned(),
            NumberKind::Counter(whose, id) => {
                let whose = whose.map_or(String::new(), |whose| format!("{} ", self.whose(whose)));
                format!("{whose}{}", name(&self.tree.state[id.index()].kind.name))
            }
            NumberKind::Plus(..) | NumberKind::Minus(..) | NumberKind::Rest(..) => format!("({})", self.number(number)),
            NumberKind::Before(inner) => format!("before ({})", self.number(inner)),
        }
    }

    /// A kind of move after `can`: `capture pieces` instead of `capture of pieces`.
    fn doing(&self, deed: &Deed) -> String {
        let (text, kind) = (self.deed(deed), deed.kind.kind);
        let plain = deed.kind.of.as_ref().is_some_and(|of| self.tails(of).is_none_or(|tails| ends_alone(&tails)));
        let can_stand = plain && !deed.kind.first && !matches!(kind, DeedKind::Rule(_));
        if can_stand { text.replacen(" of ", " ", 1) } else { text }
    }

    /// A kind of move.
    pub fn deed(&self, deed: &Deed) -> String {
        let deed = &deed.kind;
        let mut text = String::new();
        if deed.first {
            text.push_str("first ");
        }
        if deed.quiet {
            text.push_str("quiet ");
        }
        match deed.kind {
            DeedKind::Rule(id) => text.push_str(&name(&self.tree.rules[id.index()].kind.name)),
            kind => text.push_str(KINDS.iter().find(|(known, _)| *known == kind).map_or("move", |(_, word)| word)),
        }
        let of = if deed.kind == DeedKind::Step { "onto" } else { "of" };
        for (word, set) in [(of, &deed.of), ("by", &deed.by), ("from", &deed.from), ("to", &deed.to)] {
            if let Some(set) = set {
                // `attacked by` and `guarded by` are other relations than `attacked` and `guarded`.
                let part = self.predicate(set);
                let part = if ends_alone(&part) { self.bracket(set) } else { part };
                text.push_str(&format!(" {word} {part}"));
            }
        }
        text
    }
}

/// The last part of a condition, to which a following `or` could belong.
fn last_part(condition: &Condition) -> &Condition {
    match &condition.kind {
        ConditionKind::And(parts) => parts.last().map_or(condition, last_part),
        _ => condition,
    }
}

/// Returns `true` if a following `by` would belong to the last word of a text.
fn ends_alone(text: &str) -> bool {
    text.ends_with("attacked") || text.ends_with("guarded")
}

/// Returns `true` if words after the relation could belong to its last operand.
fn is_open(relation: &Relation) -> bool {
    let last = match &relation.kind {
        RelationKind::Beside(of)
        | RelationKind::On(of)
        | RelationKind::Attacked(_, Some(of))
        | RelationKind::Attacking(_, of)
        | RelationKind::Guarded(_, Some(of))
        | RelationKind::Guarding(_, of)
        | RelationKind::Reached(of)
        | RelationKind::Same(_, of)
        | RelationKind::Between(_, of)
        | RelationKind::OnLine(_, of)
        | RelationKind::Beyond { from: of, .. }
        | RelationKind::Away { through: Some(of), .. }
        | RelationKind::Away { from: of, .. } => of,
        RelationKind::That { within, .. } => match &within.kind {
            SetKind::Related(base, inner) if base.kind == SetKind::Squares => return is_open(inner),
            _ => within,
        },
        RelationKind::Attacked(..)
        | RelationKind::Guarded(..)
        | RelationKind::Joined { .. }
        | RelationKind::In(..)
        | RelationKind::Lost => return false,
    };
    !matches!(last.kind, SetKind::Word(_))
}

/// A name, in backticks if it is a word of the language.
pub fn name(name: &str) -> String {
    if is_word(name) { format!("`{name}`") } else { name.to_owned() }
}

fn starts_with_name(text: &str) -> bool {
    let word = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).next().unwrap_or("");
    text.starts_with('`') || (!word.is_empty() && !is_word(word) && word.starts_with(char::is_alphabetic))
}

fn adverb(layer: Layer) -> &'static str {
    match layer {
        Layer::Bare => "plainly ",
        Layer::Lent => "freely ",
        Layer::Joint => "jointly ",
        Layer::Real => "",
    }
}

fn same(likeness: Likeness) -> String {
    match likeness {
        Likeness::File => "on same file".to_owned(),
        Likeness::Rank => "on same rank".to_owned(),
        Likeness::Colour => "of same colour".to_owned(),
        Likeness::Kind => "of same kind".to_owned(),
        Likeness::Side => "of same side".to_owned(),
        Likeness::Board => "on same board".to_owned(),
        Likeness::Cell(size) => format!("on same cell of {size}"),
    }
}

fn quantity(many: Quantity) -> String {
    match many {
        Quantity::Any => "any".to_owned(),
        Quantity::No => "no".to_owned(),
        Quantity::Every => "every".to_owned(),
        Quantity::AtLeast(number) => format!("at least {number}"),
        Quantity::AtMost(number) => format!("at most {number}"),
        Quantity::Exactly(number) => format!("exactly {number}"),
    }
}

fn comparison(sign: Comparison) -> &'static str {
    match sign {
        Comparison::Equal => "=",
        Comparison::Less => "<",
        Comparison::More => ">",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
    }
}

fn status(state: State) -> &'static str {
    match state {
        State::InCheck => "in check",
        State::Mated => "mated",
        State::Stuck => "stuck",
        State::Out => "out",
    }
}

/// A number in thousandths, without superfluous zeros.
pub fn decimal(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, part) = ((thousandths / 1000).abs(), (thousandths % 1000).abs());
    let text =
        if part == 0 { whole.to_string() } else { format!("{whole}.{part:03}").trim_end_matches('0').to_owned() };
    format!("{sign}{text}")
}

/// Returns `true` if a following `or` would become part of the condition.
fn takes_more(condition: &Condition) -> bool {
    match &condition.kind {
        ConditionKind::Deed(_) | ConditionKind::Can(..) | ConditionKind::Not(_) => true,
        ConditionKind::Count { set, within: None, .. } | ConditionKind::More { right: set, within: None, .. } => {
            matches!(&set.kind, SetKind::Where(_, test) if takes_more(last_part(test)))
        }
        _ => false,
    }
}

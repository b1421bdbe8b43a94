//! Sets: unions, phrases, adjectives and nouns.

use super::fault::Fault;
use super::grammar::{Pair, Rule, range};
use super::reader::{Read, Reader, Reading, Typed};
use super::scope::Meant;
use crate::board::{BySide, Side};
use crate::rules::tree::{
    Adjective, Area, ChoiceId, ConditionKind, NumberKind, RelationKind, Set, SetKind, Within, Word,
};
use crate::variant::region::Expression;

impl Reader<'_> {
    /// Reads `S or T`: all members must be sets.
    pub(super) fn union(&self, members: Vec<Reading>) -> Read<Reading> {
        let (start, end) = (members[0].at.start, members.last().map_or(0, |last| last.at.end));
        for (before, after) in members.iter().zip(&members[1..]) {
            let Some(open) = before.open else { continue };
            let left = self.text(before.at.clone());
            let right = self.text(after.at.clone());
            let one = format!("({left}) or {right}");
            let other = format!("{} ({} or {right})", self.text(before.at.start..open), self.text(open..before.at.end));
            return Err(Fault::ambiguous(before.at.start..after.at.end, &format!("{left} or {right}"), [one, other]));
        }
        let open = members.last().and_then(|last| last.open);
        let mut sets = Vec::new();
        for member in members {
            match (member.is_list, self.set_of(member)?) {
                (true, Set { kind: SetKind::Union(parts), .. }) => sets.extend(parts),
                (_, set) => sets.push(set),
            }
        }
        let set = self.node(SetKind::Union(sets), start..end);
        Ok(Reading { open, ..Reading::new(Typed::Set(set), start..end) })
    }

    /// Reads a set: a phrase, or phrases joined by `or`.
    pub(super) fn set_list(&self, pairs: Vec<Pair<'_>>) -> Read<Set> {
        let is_relation = pairs.first().is_some_and(|pair| pair.as_rule() == Rule::tail);
        if is_relation {
            return Ok(self.related(&pairs)?.0);
        }
        let phrases = pairs.into_iter().filter(|pair| pair.as_rule() == Rule::phrase);
        let mut members = phrases.map(|pair| self.phrase(pair)).collect::<Read<Vec<_>>>()?;
        if members.len() == 1 {
            return self.set_of(members.remove(0));
        }
        let reading = self.union(members)?;
        self.set_of(reading)
    }

    /// Reads a simple set with its suffixes.
    pub(super) fn phrase(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let mut parts = pair.into_inner();
        let Some(first) = parts.next() else { return Err(Fault::new(at, "expected a set")) };
        let reading = self.simple(first)?;
        let tails: Vec<Pair<'_>> = parts.collect();
        if tails.is_empty() {
            return Ok(reading);
        }
        self.at_most(tails.len(), 16, at.clone(), "relations behind a set")?;
        if reading.is_list || reading.ends_in_list {
            return Err(self.list_before(&reading, &tails[0]));
        }
        let set = self.set_of(reading)?;
        let (set, open) = self.tails(set, &tails, at.start)?;
        Ok(Reading { open, ..Reading::new(Typed::Set(set), at) })
    }

    /// Error for a list of names with a suffix that could belong to the last name alone.
    fn list_before(&self, list: &Reading, tail: &Pair<'_>) -> Fault {
        let (names, tail_text) = (self.text(list.at.clone()), self.text(range(tail)));
        let (first, last) = names.rsplit_once(" or ").unwrap_or((names, ""));
        let readings = [format!("({names}) {tail_text}"), format!("{first} or ({last} {tail_text})")];
        Fault::ambiguous(list.at.start..range(tail).end, &format!("{names} {tail_text}"), readings)
    }

    /// Reads an operand of a relation. Returns also its start, if a following phrase could belong to it.
    pub(super) fn operand(&self, pair: Pair<'_>) -> Read<(Set, Option<usize>)> {
        let at = range(&pair);
        let set = self.simple(pair).and_then(|reading| self.set_of(reading))?;
        let closed = matches!(set.kind, SetKind::Word(_));
        Ok((set, (!closed).then_some(at.start)))
    }

    /// Adjectives and a noun.
    pub(super) fn simple(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let mut parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let noun = match parts.last().is_some_and(|part| part.as_rule() == Rule::noun) {
            true => parts.pop(),
            false => None,
        };
        self.at_most(parts.len(), 8, at.clone(), "adjectives before a set")?;
        let named = parts.pop_if(|part| self.is_named_set(part));
        let mut adjectives = Vec::new();
        for part in &parts {
            adjectives.push((self.adjective(part)?, range(part)));
        }
        let reading = match noun {
            Some(noun) => self.noun(noun)?,
            None => match adjectives.pop() {
                Some((Adjective::Empty, place)) => {
                    Reading::new(Typed::Set(self.node(SetKind::Empty, place.clone())), place)
                }
                Some((_, place)) => {
                    let word = self.text(place.clone()).to_owned();
                    let fault = Fault::new(place, format!("`{word}` needs a noun after it"));
                    return Err(fault.help(format!("write `{word} pieces`")));
                }
                None => return Err(Fault::new(at, "expected a set")),
            },
        };
        let reading = match named {
            Some(name) => self.narrowed(reading, &name)?,
            None => reading,
        };
        match adjectives.is_empty() {
            true => Ok(reading),
            false => self.described(adjectives, reading, at),
        }
    }

    /// Returns `true` for a name before `pieces` that is not the name of a side: `tired pieces`.
    fn is_named_set(&self, adjective: &Pair<'_>) -> bool {
        let word = adjective.clone().into_inner().next();
        word.is_some_and(|word| word.as_rule() == Rule::name && self.scope.player(self.name(&word)).is_none())
    }

    /// The elements of a reading that a name stands for: `tired pieces` are `pieces that are tired`.
    fn narrowed(&self, reading: Reading, adjective: &Pair<'_>) -> Read<Reading> {
        let Some(name) = adjective.clone().into_inner().next() else { return Ok(reading) };
        let (at, place) = (range(adjective).start..reading.at.end, range(&name));
        if self.scope.meaning(self.name(&name)).is_none() && self.scope.tree.sides.order.len() > 2 {
            return Err(self.whose(&name).err().unwrap_or_else(|| self.scope.unknown(self.name(&name), place)));
        }
        let within = self.named(&name).and_then(|named| self.set_of(named))?;
        let set = self.set_of(reading)?;
        let that = self.node(RelationKind::That { not: false, within }, place);
        let set = self.node(SetKind::Related(Box::new(set), Box::new(that)), at.clone());
        Ok(Reading::new(Typed::Set(set), at))
    }

    fn described(
        &self,
        adjectives: Vec<(Adjective, std::ops::Range<usize>)>,
        reading: Reading,
        at: std::ops::Range<usize>,
    ) -> Read<Reading> {
        if let (Typed::Number(number), [(Adjective::Of(whose), _)]) = (&reading.typed, &adjectives[..])
            && let NumberKind::Counter(None, id) = number.kind
        {
            if !self.scope.counts_each_side(id) {
                let name = self.text(reading.at.clone()).to_owned();
                let fault = Fault::new(at, format!("`{name}` is a counter of the whole game"));
                return Err(fault.help(format!("write `{name}` alone")));
            }
            let counter = self.node(NumberKind::Counter(Some(*whose), id), at.clone());
            return Ok(Reading::new(Typed::Number(counter), at));
        }
        if reading.is_list {
            self.check_list(&reading, at.clone())?;
        }
        let (end, ends_in_list) = (reading.at.end, reading.is_list || reading.ends_in_list);
        let mut set = self.set_of(reading)?;
        for (adjective, place) in adjectives.into_iter().rev() {
            set = self.node(SetKind::Filtered(adjective, Box::new(set)), place.start..end);
        }
        Ok(Reading { ends_in_list, ..Reading::new(Typed::Set(set), at) })
    }

    /// Checks that a list after an adjective contains only kinds and marks of pieces.
    fn check_list(&self, reading: &Reading, at: std::ops::Range<usize>) -> Read<()> {
        let Typed::Set(Set { kind: SetKind::Union(parts), .. }) = &reading.typed else { return Ok(()) };
        if parts.iter().all(|part| self.scope.is_of_pieces(&part.kind)) {
            return Ok(());
        }
        let text = self.text(at.clone());
        let (first, rest) = text.split_once(" or ").unwrap_or((text, ""));
        let (adjectives, list) = (self.text(at.start..reading.at.start), self.text(reading.at.clone()));
        Err(Fault::ambiguous(at, text, [format!("({first}) or {rest}"), format!("{adjectives} ({list})")]))
    }

    fn adjective(&self, pair: &Pair<'_>) -> Read<Adjective> {
        let Some(word) = pair.clone().into_inner().next() else {
            return Err(Fault::new(range(pair), "expected a word before a set"));
        };
        Ok(match word.as_rule() {
            Rule::w_neutral => Adjective::Neutral,
            Rule::w_other => Adjective::Other,
            Rule::w_unmoved => Adjective::Unmoved,
            Rule::w_royal => Adjective::Royal,
            Rule::w_empty => Adjective::Empty,
            _ => Adjective::Of(self.whose(&word)?),
        })
    }

    fn noun(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let Some(inner) = pair.into_inner().next() else { return Err(Fault::new(at, "expected a set")) };
        let set = |kind: SetKind| Ok(Reading::new(Typed::Set(self.node(kind, at.clone())), at.clone()));
        match inner.as_rule() {
            Rule::choice => {
                let inside = self.choice(inner)?;
                Ok(Reading::new(inside.typed, at))
            }
            Rule::earlier => self.earlier(inner),
            Rule::related_to => self.related_to(inner),
            Rule::row => {
                let parts: Vec<Pair<'_>> = inner.into_inner().collect();
                let [_, _, count, of] = &parts[..] else { return Err(Fault::new(at, "expected a row")) };
                let count = self.integer(count)?;
                let of = self.simple(of.clone()).and_then(|reading| self.set_of(reading))?;
                set(SetKind::Row(count, Box::new(of)))
            }
            Rule::pool => {
                self.scope.refuse_name(inner.as_str().trim(), &at)?;
                set(pool(&inner))
            }
            Rule::area => {
                self.scope.refuse_name(inner.as_str().trim(), &at)?;
                set(SetKind::Area(Box::new(self.area(&inner)?)))
            }
            Rule::captured => {
                let ends_in_list = ends_in_list(&inner);
                let reading = set(self.captured(inner)?)?;
                Ok(Reading { ends_in_list, ..reading })
            }
            Rule::word => set(SetKind::Word(word(&inner))),
            _ => self.names(inner),
        }
    }

    fn earlier(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let Some(choice) = pair.into_inner().find(|part| part.as_rule() == Rule::choice) else {
            return Err(Fault::new(at, "expected an expression"));
        };
        let typed = match self.choice(choice)?.typed {
            Typed::Set(set) => Typed::Set(self.node(SetKind::Before(Box::new(set)), at.clone())),
            Typed::Condition(inner) => Typed::Condition(self.node(ConditionKind::Before(Box::new(inner)), at.clone())),
            Typed::Number(number) => Typed::Number(self.node(NumberKind::Before(Box::new(number)), at.clone())),
        };
        Ok(Reading::new(typed, at))
    }

    /// `home of S`, `twin of S`, `first of S`.
    fn related_to(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let [which, _, of] = &parts[..] else { return Err(Fault::new(at, "expected a set")) };
        let place = range(of);
        let of = match of.as_rule() {
            Rule::captured => self.node(self.captured(of.clone())?, place),
            Rule::word => self.node(SetKind::Word(word(of)), place),
            _ => self.choice(of.clone()).and_then(|reading| self.set_of(reading))?,
        };
        let of = Box::new(of);
        let ends_in_list = ends_in_list(&parts[2]);
        let kind = match which.as_rule() {
            Rule::w_home => SetKind::Home(of),
            Rule::w_twin => SetKind::Twin(of),
            _ => SetKind::First(of),
        };
        Ok(Reading { ends_in_list, ..Reading::new(Typed::Set(self.node(kind, at.clone())), at) })
    }

    /// `captured pawn or rook`.
    fn captured(&self, pair: Pair<'_>) -> Read<SetKind> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let [word, what] = &parts[..] else { return Err(Fault::new(at, "expected `captured` and pieces")) };
        let what = match what.as_rule() {
            Rule::choice => self.choice(what.clone())?,
            _ => self.names(what.clone())?,
        };
        let within = self.set_of(what)?;
        let captured = self.node(SetKind::Word(Word::Captured), range(word));
        let that = self.node(RelationKind::That { not: false, within }, at);
        Ok(SetKind::Related(Box::new(captured), Box::new(that)))
    }

    /// A name, or a list of them.
    fn names(&self, pair: Pair<'_>) -> Read<Reading> {
        let at = range(&pair);
        let names: Vec<Pair<'_>> = pair.into_inner().filter(|part| part.as_rule() == Rule::name).collect();
        let mut readings = names.iter().map(|name| self.named(name)).collect::<Read<Vec<_>>>()?;
        if readings.len() == 1 {
            return Ok(readings.remove(0));
        }
        let other = readings.iter().zip(&names).find(|(reading, _)| !matches!(reading.typed, Typed::Set(_)));
        if let Some((_, name)) = other {
            if readings.iter().all(|reading| matches!(reading.typed, Typed::Condition(_))) {
                let all = readings.into_iter().map(|reading| self.condition_of(reading)).collect::<Read<Vec<_>>>()?;
                return Ok(Reading::new(Typed::Condition(self.node(ConditionKind::Or(all), at.clone())), at));
            }
            let name = self.name(name);
            let fault = Fault::new(at, format!("`{name}` is in a list of sets, but is not a set"));
            return Err(fault.help("put conditions in brackets: `(one) or (other)`"));
        }
        let sets = readings.into_iter().map(|reading| self.set_of(reading)).collect::<Read<Vec<_>>>()?;
        let set = self.node(SetKind::Union(sets), at.clone());
        Ok(Reading { is_list: true, ..Reading::new(Typed::Set(set), at) })
    }

    fn named(&self, pair: &Pair<'_>) -> Read<Reading> {
        let (at, name) = (range(pair), self.name(pair));
        let typed = match self.scope.meaning(name) {
            Some(Meant::Set(kind)) => Typed::Set(self.node(kind, at.clone())),
            Some(Meant::Condition(id)) => Typed::Condition(self.node(ConditionKind::Defined(id), at.clone())),
            Some(Meant::Counter(id, _)) => Typed::Number(self.node(NumberKind::Counter(None, id), at.clone())),
            Some(Meant::Deed(id)) => Typed::Condition(self.rule_as_condition(id, at.clone())),
            Some(Meant::Store(_)) => {
                let fault = Fault::new(at, format!("`{name}` keeps pieces for each side"));
                return Err(fault.help(format!("write `pieces in own {name}`")));
            }
            None => return Err(self.scope.unknown(name, at)),
        };
        Ok(Reading::new(typed, at))
    }

    /// Reads a region expression: its words and its squares.
    fn area(&self, pair: &Pair<'_>) -> Read<Area> {
        let at = range(pair);
        let words =
            pair.as_str().split_whitespace().collect::<Vec<_>>().join(" ").replace(" -", "-").replace("- ", "-");
        let expression = Expression::parse(&words, self.scope.board).map_err(|error| {
            Fault::new(at.clone(), error.message).help("`ferz show` draws the board with the names of its squares")
        })?;
        let first = pair.clone().into_inner().next().map(|word| word.as_rule());
        let seen = matches!(first, Some(Rule::w_first | Rule::w_last));
        let squares = BySide::from_fn(|side| {
            let turned = seen && side == Side::Black;
            expression.squares(self.scope.board, side, turned, &mut |_, _| Default::default())
                & self.scope.board.squares()
        });
        Ok(Area { words, squares })
    }

    /// Reads the text after `is`: relations of any square, or a set.
    pub(super) fn within(&self, not: bool, pairs: Vec<Pair<'_>>) -> Read<(Within, Option<usize>)> {
        if pairs.first().is_some_and(|pair| pair.as_rule() == Rule::tail) {
            let (set, open) = self.related(&pairs)?;
            return Ok((Within { not, set }, open));
        }
        let Some(phrase) = pairs.into_iter().next() else {
            return Err(Fault::new(0..0, "expected a set"));
        };
        let reading = self.phrase(phrase)?;
        let open = reading.open.or(reading.is_list.then_some(reading.at.start));
        Ok((Within { not, set: self.set_of(reading)? }, open))
    }

    /// Reads relations without a set before them. They stand for all squares with these relations.
    pub(super) fn related(&self, tails: &[Pair<'_>]) -> Read<(Set, Option<usize>)> {
        let at = range(&tails[0]);
        let first = tails[0].clone().into_inner().next().map(|part| part.as_rule());
        if let Some(Rule::except | Rule::filter) = first {
            return Err(
                Fault::new(at, "expected a set before this").help("write `pieces except S` or `pieces where C`")
            );
        }
        let all = self.node(SetKind::Squares, at.clone());
        self.tails(all, tails, at.start)
    }
}

/// Returns `true` for `captured pawn or rook`, without brackets.
fn ends_in_list(pair: &Pair<'_>) -> bool {
    let names = pair.clone().into_inner().find(|part| part.as_rule() == Rule::names);
    pair.as_rule() == Rule::captured
        && names.is_some_and(|names| names.into_inner().filter(|name| name.as_rule() == Rule::name).count() > 1)
}

fn pool(pair: &Pair<'_>) -> SetKind {
    let last = pair.clone().into_inner().last().map(|word| word.as_rule());
    match last {
        Some(Rule::w_pieces | Rule::w_piece) => SetKind::Pieces,
        Some(Rule::w_walls) => SetKind::Walls,
        Some(Rule::w_passed) => SetKind::Passed,
        Some(Rule::w_none) => SetKind::None,
        Some(Rule::w_rolled) => SetKind::Rolled,
        _ => SetKind::Squares,
    }
}

fn word(pair: &Pair<'_>) -> Word {
    let words: Vec<Rule> = pair.clone().into_inner().map(|word| word.as_rule()).collect();
    let last = words.first() == Some(&Rule::w_last);
    match (words.last(), last) {
        (Some(Rule::w_mover), false) => Word::Mover,
        (Some(Rule::w_origin), false) => Word::Origin,
        (Some(Rule::w_destination), false) => Word::Destination,
        (Some(Rule::w_captured), false) => Word::Captured,
        (Some(Rule::w_chosen), false) => Word::Chosen(ChoiceId(0)),
        (Some(Rule::w_mover), true) => Word::LastMover,
        (Some(Rule::w_origin), true) => Word::LastOrigin,
        (Some(Rule::w_destination), true) => Word::LastDestination,
        (Some(Rule::w_captured), true) => Word::LastCaptured,
        (Some(Rule::w_chosen), true) => Word::LastChosen,
        _ => Word::It,
    }
}

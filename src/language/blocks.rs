//! Rules and effects: mappings whose values are expressions.

use super::beside;
use super::expression;
use super::fault::Fault;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::rules::Source;
use crate::rules::tree::{
    Becomes, Block, Choice, ChoiceId, Condition, Deed, Effect, EffectKind, Gain, MovedBy, Moves, Node as Written,
    Notation, Number, Placed, Rule, RuleKind, RuleParts, Set, SetKind, Taker, Then, Word,
    visit::{self, Visitor},
};
use crate::source::Span;
use crate::variant::gone;
use crate::variant::node::{Entry, Map, Node, Phrase, Problems, Value, expect_map, unexpected};

pub use super::beside::EFFECTS;
pub use crate::variant::lay::RULE_KINDS as KINDS;
/// The keys that may stand beside `pieces`.
pub const MOVES: &[&str] = &[
    "also_moves",
    "also_moves_as",
    "moves_only",
    "moves_only_as",
    "also_moves_to",
    "to",
    "through",
    "ignores",
    "skips",
    "captures",
    "told_apart",
    "taker",
    "moved_by",
    "also_checks",
];
/// The deepest nesting of effects.
const MAX_DEPTH: usize = 8;

/// A problem of an expression, at its place in the file.
pub(super) fn problem(phrase: &Phrase, fault: Fault) -> Diagnostic {
    let mut problem = Diagnostic::error(Code::BadRule, phrase.at(fault.at), fault.message);
    problem.help = fault.help;
    match fault.instead.filter(|_| phrase.verbatim.is_some()) {
        Some(text) => problem.write(text),
        None => problem,
    }
}

/// Looks in the set of a choice for choices that are made with it or after it.
struct Later {
    id: ChoiceId,
    found: Option<(ChoiceId, Span)>,
}

impl Visitor for Later {
    fn set(&mut self, set: &mut Set) {
        match (&set.kind, set.source.span) {
            (SetKind::Word(Word::Chosen(other)), Some(place)) if *other >= self.id => {
                self.found = self.found.or(Some((*other, place)));
            }
            _ => visit::in_set(self, set),
        }
    }
}

/// Reads rules.
pub(super) struct RuleReader<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) problems: &'a mut Problems,
}

impl RuleReader<'_> {
    /// The error for a rule with no kind, or with several.
    fn of_no_kind(&mut self, name: &str, entry: &Entry, kinds: Vec<&str>) -> Option<Rule> {
        if !kinds.is_empty() {
            let message = format!("a rule must have exactly one kind, but `{name}` has {}", one_of(kinds));
            self.error(entry.key, message, "write two rules");
            return None;
        }
        for (key, entry) in entry.value.map().into_iter().flatten() {
            if let Some(new) = gone::renamed("rules.*", key) {
                let message = format!("the key `{key}` is now called `{new}`");
                self.problems.push(Diagnostic::error(Code::UnknownKey, entry.key, message).write(new));
                return None;
            }
        }
        let all = one_of(KINDS.iter().copied());
        let keys = entry.value.map().into_iter().flatten();
        let keys = keys.into_iter().filter(|(key, _)| beside::everyday(key).is_none());
        let near = keys.into_iter().find_map(|(key, entry)| Some((entry.key, nearest(key, KINDS.iter().copied())?)));
        let message = format!("a rule needs one of the keys {all}, and `{name}` has none");
        let problem = Diagnostic::error(Code::BadRule, near.map_or(entry.key, |(place, _)| place), message);
        self.problems.push(match near {
            Some((_, near)) => problem.help(format!("did you mean `{near}`?")).write(near),
            None => problem.help("`forbid` takes moves away, `must` demands them, `after` adds effects, `may_replace` is a move of its own, and `pieces` changes how pieces move"),
        });
        None
    }

    /// A rule by its name.
    pub(super) fn rule(&mut self, name: &str, entry: &Entry) -> Option<Rule> {
        let map = entry.value.map()?;
        let kinds: Vec<&str> = KINDS.iter().copied().filter(|kind| map.contains_key(*kind)).collect();
        let [kind] = kinds[..] else {
            return self.of_no_kind(name, entry, kinds);
        };
        let mut known = vec![kind, "when", "unless", "even_in_check"];
        match kind {
            "pieces" => known.extend(MOVES),
            "must" => known.push("most"),
            "forbid" => {}
            _ => known.extend(beside::keys()),
        }
        let strange = self.everyday_keys(map, &known);
        known.extend(strange.iter().copied());
        expect_map(&entry.value, &known, &format!("a rule with `{kind}`"), self.problems);
        if !strange.is_empty() {
            return None;
        }
        let even_in_check = self.is_true(map, "even_in_check");
        let (when, unless) = (self.condition(map, "when"), self.condition(map, "unless"));
        let (rule, when, unless) = match kind {
            "pieces" => (RuleKind::Pieces(Box::new(self.moves(map, entry.key)?)), when, unless),
            "forbid" => (RuleKind::Forbid(self.deeds(map, kind)?), when, unless),
            "must" => (RuleKind::Must { deeds: self.deeds(map, kind)?, most: self.number(map, "most") }, when, unless),
            _ => (self.with_effects(kind, map, entry, when, unless)?, None, None),
        };
        let parts = RuleParts {
            name: name.to_owned(),
            kind: rule,
            when,
            unless,
            even_in_check,
            choices: self.scope.choices.to_vec(),
        };
        Some(Written::new(parts, Source { span: Some(entry.key) }))
    }

    /// Reports keys that English suggests, and returns them.
    fn everyday_keys<'a>(&mut self, map: &'a Map, known: &[&str]) -> Vec<&'a str> {
        let strange = map.iter().filter(|(key, _)| !known.contains(&key.as_str()));
        let strange: Vec<_> =
            strange.filter_map(|(key, entry)| Some((key.as_str(), entry.key, beside::everyday(key)?))).collect();
        for (key, place, help) in &strange {
            self.error(*place, format!("`{key}` is no key of a rule"), help);
        }
        strange.into_iter().map(|(key, ..)| key).collect()
    }

    fn with_effects(
        &mut self,
        kind: &str,
        map: &Map,
        entry: &Entry,
        when: Option<Condition>,
        unless: Option<Condition>,
    ) -> Option<RuleKind> {
        let mut deeds = self.deeds(map, kind)?;
        let block = Block { when, unless, ..self.block(map, entry.value.span, 0)? };
        if kind == "after" {
            if block.effects.is_empty() {
                self.error(
                    entry.key,
                    "this rule has no effect",
                    &format!("add one of {}", one_of(EFFECTS.iter().copied())),
                );
                return None;
            }
            return Some(RuleKind::After { deeds, block });
        }
        match (deeds.pop(), deeds.is_empty()) {
            (Some(deed), true) => Some(RuleKind::Instead { deed, block }),
            _ => {
                self.error(entry.key, "`may_replace` needs exactly one kind of move", "write `move` or `move by S`");
                None
            }
        }
    }

    fn moves(&mut self, map: &Map, span: Span) -> Option<Moves> {
        let known = self.problems.len();
        let pieces = self.set(map, "pieces")?;
        let mut gains = Vec::new();
        for (key, entry) in map {
            match key.as_str() {
                "also_moves" => gains.extend(self.notations(&entry.value).into_iter().map(Gain::Also)),
                "moves_only" => gains.extend(self.notations(&entry.value).into_iter().map(Gain::Only)),
                "also_moves_as" => gains.extend(self.set(map, key).map(Gain::AlsoAs)),
                "moves_only_as" => gains.extend(self.set(map, key).map(Gain::OnlyAs)),
                "also_moves_to" => gains.extend(self.set(map, key).map(Gain::To)),
                "also_checks" => gains.extend(self.set(map, key).map(Gain::Checks)),
                _ => {}
            }
        }
        let taker = match self.word(map, "taker", &["goes", "stays", "vanishes"]) {
            Some("stays") => Taker::Stays,
            Some("vanishes") => Taker::Vanishes,
            _ => Taker::Goes,
        };
        let moved_by = match self.word(map, "moved_by", &["own", "both"]) {
            Some("own") => Some(MovedBy::Own),
            Some("both") => Some(MovedBy::Both),
            _ => None,
        };
        let (ignores, skips) = (self.set(map, "ignores"), self.set(map, "skips"));
        let captures = self.set(map, "captures");
        let changes = [&ignores, &skips, &captures].iter().any(|set| set.is_some());
        if gains.is_empty() && moved_by.is_none() && !changes {
            // The keys may be there, with errors that have been reported.
            if self.problems.len() > known {
                return None;
            }
            let help = match taker {
                Taker::Goes => {
                    "add `also_moves`, `also_moves_as`, `moves_only`, `moves_only_as`, `also_moves_to`, `also_checks`, `ignores`, `skips`, \
                     `captures` or `moved_by`"
                }
                _ => "add `moves_only_as: mover`: the pieces move as always, and only their captures change",
            };
            self.error(span, "this rule changes no moves", help);
            return None;
        }
        let (to, through) = (self.set(map, "to"), self.set(map, "through"));
        let told_apart = self.is_true(map, "told_apart");
        Some(Moves { pieces, gains, to, through, ignores, skips, captures, told_apart, taker, moved_by })
    }

    /// Reads the choices, conditions and effects of a mapping.
    fn block(&mut self, map: &Map, span: Span, depth: usize) -> Option<Block> {
        if depth > MAX_DEPTH {
            self.error(span, format!("more than {MAX_DEPTH} effects inside each other"), "write two rules");
            return None;
        }
        let mut block = Block { choices: self.choices(map), ..Block::default() };
        block.repeat = self.word(map, "repeat", &["until nothing changes"]).is_some();
        let is_then = map.contains_key("then");
        block.if_none_forbid = !is_then && self.word(map, "if_none", &["forbid"]).is_some();
        let named: Vec<&str> = EFFECTS.iter().copied().filter(|key| map.contains_key(*key)).collect();
        let only = match named[..] {
            [] => map.contains_key("do").then_some("do"),
            [only] => Some(only),
            _ => None,
        };
        for (key, place, help) in only.into_iter().flat_map(|only| beside::idle_keys(map, only)) {
            self.error(place, format!("`{key}` has no meaning beside `{}`", only.unwrap_or_default()), &help);
        }
        match (&named[..], map.get("do")) {
            ([], None) => {}
            ([], Some(entry)) => {
                let Value::List(items) = &entry.value.value else {
                    unexpected(&entry.value, "a list of effects", self.problems);
                    return None;
                };
                for item in items {
                    block.effects.push(self.effect(item, depth + 1)?);
                }
            }
            ([key], None) => block.effects.push(self.plain(key, map, span, depth)?),
            (several, _) => {
                let all = one_of(several.iter().copied().chain(map.contains_key("do").then_some("do")));
                self.error(
                    span,
                    format!("a mapping must have exactly one effect, but this has {all}"),
                    "write a list: `do: [{…}, {…}]`",
                );
                return None;
            }
        }
        Some(block)
    }

    fn choices(&mut self, map: &Map) -> Vec<Choice> {
        let Some(entry) = map.get("choose") else { return Vec::new() };
        match &entry.value.value {
            Value::Map(choices) => {
                let mut all = Vec::new();
                for name in choices.keys() {
                    let id = self.scope.choices.iter().position(|known| known == name).unwrap_or(0);
                    all.extend(self.chosen_from(choices, name, ChoiceId(id as u16)));
                }
                all
            }
            _ => self.chosen_from(map, "choose", ChoiceId(0)).into_iter().collect(),
        }
    }

    /// A choice from the set under a key. The set may name only choices that are made before.
    fn chosen_from(&mut self, map: &Map, key: &str, id: ChoiceId) -> Option<Choice> {
        let mut from = self.set(map, key)?;
        let mut later = Later { id, found: None };
        later.set(&mut from);
        if let Some((other, place)) = later.found {
            let name = self.scope.choices.get(usize::from(other.0)).map_or("chosen", String::as_str);
            let help = "the set of a choice may name only the choices above it";
            self.error(place, format!("`{name}` is not chosen yet"), help);
        }
        Some(Choice { id, from })
    }

    /// Reads an entry of `do:`.
    fn effect(&mut self, node: &Node, depth: usize) -> Option<Effect> {
        let known = beside::keys();
        let map = expect_map(node, &known, "an effect", self.problems)?;
        let (when, unless) = (self.condition(map, "when"), self.condition(map, "unless"));
        let block = Block { when, unless, ..self.block(map, node.span, depth)? };
        let source = Source { span: Some(node.span) };
        let mut block = block;
        let plain = block.choices.is_empty() && block.when.is_none() && block.unless.is_none() && !block.repeat;
        if plain && block.effects.len() == 1 && !block.if_none_forbid {
            return block.effects.pop();
        }
        if block.effects.is_empty() {
            self.error(node.span, "an effect is missing", &format!("add one of {}", one_of(EFFECTS.iter().copied())));
            return None;
        }
        Some(Written::new(EffectKind::Block(Box::new(block)), source))
    }

    /// Reads the effect under a key.
    fn plain(&mut self, key: &str, map: &Map, span: Span, depth: usize) -> Option<Effect> {
        let kind = match key {
            "capture" => EffectKind::Capture(self.set(map, key)?),
            "remove" => EffectKind::Remove(self.set(map, key)?),
            "flip" => EffectKind::Flip(self.set(map, key)?),
            "build" => EffectKind::Build(self.set(map, key)?),
            "clear" => EffectKind::Clear(self.set(map, key)?),
            "trail" => EffectKind::Trail(self.set(map, key)?),
            "require" => EffectKind::Require(self.condition(map, key)?),
            "move" => EffectKind::Move(self.set(map, key)?, self.needed(map, "to", span)?),
            "swap" => EffectKind::Swap(self.set(map, key)?, self.needed(map, "with", span)?),
            "place" => self.place(map, span)?,
            "give" => self.give(map, span)?,
            "change" => EffectKind::Change(self.set(map, key)?, self.becomes(map, span)?),
            "mark" | "unmark" => {
                let set = self.set(map, key)?;
                if let Some((name, place)) = self.undeclared(map, "as") {
                    let help = format!("declare it: `state: {{{name}: {{marks: pieces}}}}`, or `{{marks: squares}}`");
                    self.error(place, format!("there is no mark `{name}`"), &help);
                    return None;
                }
                let mark = self.needed(map, "as", span)?;
                let SetKind::Marked(id) = mark.kind else {
                    self.error(
                        span,
                        "`as` names a mark",
                        "declare it under `state:` with `marks: pieces` or `marks: squares`",
                    );
                    return None;
                };
                if key == "mark" { EffectKind::Mark(set, id) } else { EffectKind::Unmark(set, id) }
            }
            "add" => EffectKind::Add(self.number(map, key)?, self.counter(map, "to", span)?),
            "set" => EffectKind::Set(self.counter(map, "set", span)?, self.needed_number(map, "to", span)?),
            "then" => self.then(map)?,
            _ => {
                let entry = map.get(key)?;
                let known = beside::keys();
                let inner = expect_map(&entry.value, &known, "`may`", self.problems)?;
                let (when, unless) = (self.condition(inner, "when"), self.condition(inner, "unless"));
                let block = self.block(inner, entry.value.span, depth + 1)?;
                EffectKind::May(Box::new(Block { when, unless, ..block }))
            }
        };
        Some(Written::new(
            kind,
            Source { span: Some(map.get(key).map_or(span, |entry| entry.key.to(entry.value.span))) },
        ))
    }

    fn place(&mut self, map: &Map, span: Span) -> Option<EffectKind> {
        let what = self.set(map, "place")?;
        let on = self.needed(map, "on", span)?;
        let what = match what.kind {
            SetKind::Kind(piece) => Placed::Kind(piece),
            _ => Placed::Piece(what),
        };
        let whose = match map.get("for") {
            Some(entry) => Some(self.side(&entry.value)?),
            None => None,
        };
        Some(EffectKind::Place { what, on, whose })
    }

    fn side(&mut self, node: &Node) -> Option<crate::rules::tree::Whose> {
        use crate::rules::tree::Whose;
        let text = node.text().map_or("", |phrase| phrase.text.as_str());
        let found = match text {
            "own" => Some(Whose::Own),
            "enemy" => Some(Whose::Enemy),
            "partner" => Some(Whose::Partner),
            _ => self.scope.player(text),
        };
        if found.is_none() {
            self.error(node.span, format!("`{text}` is no side"), "write `own`, `enemy`, `white` or `black`");
        }
        found
    }

    fn give(&mut self, map: &Map, span: Span) -> Option<EffectKind> {
        let what = self.set(map, "give")?;
        let kind = match map.get("as") {
            Some(entry) => Some(self.piece(&entry.value)?),
            None => None,
        };
        let Some(phrase) = map.get("to").and_then(|entry| entry.value.text()) else {
            self.error(span, "`give` needs `to`", "write `to: own hand`");
            return None;
        };
        let read = expression::place(phrase, self.scope);
        let (whose, store) = self.sound(phrase, read)?;
        Some(EffectKind::Give { what, kind, whose, store })
    }

    fn piece(&mut self, node: &Node) -> Option<crate::rules::PieceId> {
        let text = node.text().map_or("", |phrase| phrase.text.as_str());
        let found = self.scope.piece(text);
        if found.is_none() {
            self.error(node.span, format!("there is no piece `{text}`"), "name a piece of `pieces:`");
        }
        found
    }

    fn becomes(&mut self, map: &Map, span: Span) -> Option<Becomes> {
        let Some(entry) = map.get("into") else {
            self.error(span, "`change` needs `into`", "write the name of a piece, a table of pieces, or a set");
            return None;
        };
        match &entry.value.value {
            Value::Map(table) => {
                let mut pairs = Vec::new();
                for (from, to) in table {
                    let Some(own) = self.scope.piece(from) else {
                        self.error(to.key, format!("there is no piece `{from}`"), "name pieces of `pieces:`");
                        return None;
                    };
                    pairs.push((own, self.piece(&to.value)?));
                }
                Some(Becomes::Table(pairs))
            }
            Value::List(items) => {
                Some(Becomes::Choice(items.iter().map(|item| self.piece(item)).collect::<Option<_>>()?))
            }
            _ => {
                let set = self.set(map, "into")?;
                Some(match set.kind {
                    SetKind::Kind(piece) => Becomes::Kind(piece),
                    _ => Becomes::KindOf(set),
                })
            }
        }
    }

    fn then(&mut self, map: &Map) -> Option<EffectKind> {
        let mut deeds = self.deeds(map, "then")?;
        let deed = deeds.pop()?;
        if !deeds.is_empty() {
            self.error(map.get("then")?.key, "`then` needs exactly one kind of move", "write it without `or`");
            return None;
        }
        let removal = self.word(map, "removal", &["at once", "at the end"]);
        Some(EffectKind::Then(Box::new(Then {
            deed,
            moves_only_as: self.set(map, "moves_only_as"),
            may_stop: self.is_true(map, "may_stop"),
            if_none_forbid: self.word(map, "if_none", &["forbid"]).is_some(),
            removal_at_end: removal == Some("at the end"),
        })))
    }

    fn counter(&mut self, map: &Map, key: &str, span: Span) -> Option<crate::rules::tree::Counter> {
        let Some(phrase) = map.get(key).and_then(|entry| entry.value.text()) else {
            self.error(span, format!("`{key}` names a counter"), "declare counters under `state:`");
            return None;
        };
        let read = expression::holder(phrase, self.scope);
        self.sound(phrase, read)
    }

    fn sound<T>(&mut self, phrase: &Phrase, read: Result<T, Fault>) -> Option<T> {
        read.map_err(|fault| self.problems.push(problem(phrase, fault))).ok()
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.problems.push(Diagnostic::error(Code::BadRule, span, message).help(help));
    }

    fn is_true(&mut self, map: &Map, key: &str) -> bool {
        self.word(map, key, &["true", "false"]) == Some("true")
    }

    /// One of some words under a key; other words are reported.
    fn word(&mut self, map: &Map, key: &str, words: &[&'static str]) -> Option<&'static str> {
        let entry = map.get(key)?;
        let text = entry.value.text().map(|phrase| phrase.text.as_str());
        let found = words.iter().find(|word| Some(**word) == text);
        if found.is_none() {
            crate::variant::node::wrong_word(&entry.value, words, self.problems);
        }
        found.copied()
    }

    fn phrase<'n>(&mut self, node: &'n Node) -> Option<&'n Phrase> {
        if node.text().is_none() {
            unexpected(node, "an expression", self.problems);
        }
        node.text()
    }

    /// The set under a key; a list is the union of its members.
    fn set(&mut self, map: &Map, key: &str) -> Option<Set> {
        let entry = map.get(key)?;
        let items = match &entry.value.value {
            Value::List(items) => &items[..],
            _ => std::slice::from_ref(&entry.value),
        };
        let mut sets = Vec::new();
        for item in items {
            let phrase = self.phrase(item)?;
            let read = expression::set(phrase, self.scope);
            sets.push(self.sound(phrase, read)?);
        }
        match sets.len() {
            0 => {
                self.error(entry.key, format!("`{key}` has an empty list"), "name a set");
                None
            }
            1 => sets.pop(),
            _ => Some(Written::new(SetKind::Union(sets), Source { span: Some(entry.value.span) })),
        }
    }

    fn needed(&mut self, map: &Map, key: &str, span: Span) -> Option<Set> {
        if !map.contains_key(key) {
            self.error(span, format!("`{key}` is missing"), &format!("add `{key}:` with a set"));
        }
        self.set(map, key)
    }

    /// The name under a key, with its place, if the file has no name that is the same or similar.
    fn undeclared<'n>(&self, map: &'n Map, key: &str) -> Option<(&'n str, Span)> {
        let phrase = map.get(key)?.value.text()?;
        let is_name = phrase.text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
        (is_name && self.scope.is_unknown(&phrase.text)).then_some((phrase.text.as_str(), phrase.span))
    }

    fn condition(&mut self, map: &Map, key: &str) -> Option<Condition> {
        let phrase = self.phrase(&map.get(key)?.value)?;
        let read = expression::condition(phrase, self.scope);
        self.sound(phrase, read)
    }

    fn number(&mut self, map: &Map, key: &str) -> Option<Number> {
        let phrase = self.phrase(&map.get(key)?.value)?;
        let read = expression::number(phrase, self.scope);
        self.sound(phrase, read)
    }

    fn needed_number(&mut self, map: &Map, key: &str, span: Span) -> Option<Number> {
        if !map.contains_key(key) {
            self.error(span, format!("`{key}` is missing"), &format!("add `{key}:` with a number"));
        }
        self.number(map, key)
    }

    fn notations(&mut self, node: &Node) -> Vec<Notation> {
        match &node.value {
            Value::List(items) => items.iter().filter_map(|item| self.notation(item)).collect(),
            _ => self.notation(node).into_iter().collect(),
        }
    }

    fn notation(&mut self, node: &Node) -> Option<Notation> {
        let phrase = self.phrase(node)?;
        let compiled = (self.scope.compile)(&phrase.text).map_err(|error| {
            let mut fault = Fault::new(error.span, error.message);
            fault.help = error.help;
            fault
        });
        let movement = self.sound(phrase, compiled)?;
        Some(Notation { text: phrase.text.clone(), movement })
    }

    fn deeds(&mut self, map: &Map, key: &str) -> Option<Vec<Deed>> {
        let entry = map.get(key)?;
        let items = match &entry.value.value {
            Value::List(items) => &items[..],
            _ => std::slice::from_ref(&entry.value),
        };
        let mut deeds = Vec::new();
        for item in items {
            let phrase = self.phrase(item)?;
            let read = expression::deeds(phrase, self.scope);
            deeds.extend(self.sound(phrase, read)?);
        }
        Some(deeds)
    }
}

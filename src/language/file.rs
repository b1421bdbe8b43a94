//! The parts of a variant file that are written in the language of rules.

use indexmap::IndexMap;

use super::blocks::{KINDS, RuleReader, problem};
use super::expression::{self, Expression};
use super::scope::{self, Compile, Scope};
use crate::board::{BySide, Geometry, SquareSet};
use crate::diagnostic::{Code, Diagnostic, nearest, shorten};
use crate::rules::Source;
use crate::rules::tree::{
    DeclarationParts, DefineParts, Dropouts, EndParts, Facing, Held, Meaning, Node as Written, Number, NumberKind,
    PlayerId, RuleId, Set, SetKind, Sides, Tree, Turns, Verdict, Whose,
};
use crate::source::Span;
use crate::variant::gone;
use crate::variant::node::{Entry, Map, Node, Phrase, Problems, Value, expect_map};
use crate::variant::spec::General;

/// The keys of ends in the language.
const VERDICTS: &[&str] = &["win", "loss", "draw", "out"];
/// The keys of other ends.
const OLDER: &[&str] = &["when", "result"];
/// The sections that are written entirely in the language of rules.
pub const SECTIONS: &[&str] = &["define", "state", "sides", "turns"];
/// The largest number of rules, and of declared names, in a file.
const MAX_NAMES: usize = 1000;

/// The parts of a file that are written in the language.
#[derive(Debug, Default)]
pub struct Language {
    sections: IndexMap<String, Node>,
    rules: Map,
    ends: Vec<(String, Entry, usize)>,
    worth: Vec<(String, Node)>,
}

/// Parts of a variant that expressions can refer to.
pub struct Ground<'a> {
    /// The board.
    pub board: &'a Geometry,
    /// The names of the pieces, in the order of their ids.
    pub pieces: Vec<&'a str>,
    /// The named regions.
    pub regions: &'a IndexMap<String, BySide<SquareSet>>,
    /// The compiler of notations.
    pub compile: Compile<'a>,
}

impl Language {
    /// Separates the parts of a file that are written in the language; `None` if there are none.
    pub fn take(root: &Node) -> Option<(Node, Language)> {
        let map = root.map()?;
        let any = |key: &str, test: &dyn Fn(&Entry) -> bool| {
            map.get(key).and_then(|entry| entry.value.map()).is_some_and(|map| map.values().any(test))
        };
        let is_worth = |entry: &Entry| has_any(&entry.value, &["worth"]);
        let sections = SECTIONS.iter().any(|section| map.contains_key(*section));
        let has_rules =
            || map.get("rules").and_then(|entry| entry.value.map()).is_some_and(|rules| rules.iter().any(is_rule));
        if !sections && !has_rules() && !any("end", &is_end) && !any("pieces", &is_worth) {
            return None;
        }
        let (mut rest, mut language) = (map.clone(), Language::default());
        for section in SECTIONS {
            if let Some(entry) = rest.shift_remove(*section) {
                language.sections.insert((*section).to_owned(), entry.value);
            }
        }
        for (name, entry) in inner(&mut rest, "pieces").into_iter().flatten() {
            if let Value::Map(piece) = &mut entry.value.value {
                language.worth.extend(piece.shift_remove("worth").map(|entry| (name.clone(), entry.value)));
            }
        }
        if let Some(rules) = inner(&mut rest, "rules") {
            let all = std::mem::take(rules);
            for (name, entry) in all {
                let map = if is_rule((&name, &entry)) { &mut language.rules } else { &mut *rules };
                map.insert(name, entry);
            }
        }
        if let Some(kept) = inner(&mut rest, "end") {
            for (name, entry) in std::mem::take(kept) {
                match is_end(&entry) {
                    true => language.ends.push((name, entry, kept.len())),
                    false => drop(kept.insert(name, entry)),
                }
            }
        }
        for key in ["rules", "end"] {
            if inner(&mut rest, key).is_some_and(|map| map.is_empty()) {
                rest.shift_remove(key);
            }
        }
        Some((Node { span: root.span, value: Value::Map(rest) }, language))
    }

    /// Returns `true` if a text of these parts contains a word.
    pub fn mentions(&self, word: &str) -> bool {
        let nodes = self.sections.values().chain(self.rules.values().map(|entry| &entry.value));
        nodes.chain(self.ends.iter().map(|(_, entry, _)| &entry.value)).any(|node| mentions(node, word))
    }

    /// Reads the tree. Reports all errors.
    pub fn tree(&self, ground: &Ground<'_>, problems: &mut Problems) -> Tree {
        let mut reader = FileReader { ground, tree: Tree::default(), deeds: Vec::new(), faulty: Vec::new(), problems };
        let section = |name: &str| self.sections.get(name);
        if let Some(node) = section("sides") {
            reader.sides(node);
        }
        if let Some(node) = section("state") {
            reader.state(node);
        }
        reader.declare_sides();
        for (piece, node) in &self.worth {
            reader.worth(piece, node);
        }
        let deeds = self.rules.iter().enumerate().filter(|(_, (_, rule))| has_any(&rule.value, &["may_replace"]));
        reader.deeds = deeds.map(|(at, (name, _))| (name.as_str(), RuleId(at as u16))).collect();
        if let Some(node) = section("define") {
            reader.defines(node);
        }
        if let Some(node) = section("turns") {
            reader.turns(node);
        }
        for (name, entry) in self.rules.iter().take(MAX_NAMES) {
            reader.rule(name, entry);
        }
        for (name, entry, place) in &self.ends {
            reader.end(name, entry, *place);
        }
        // A name whose definition has an error is not unknown where it is used.
        let follows: Vec<String> = reader.faulty.iter().map(|name| scope::unknown(name)).collect();
        reader.problems.retain(|problem| !follows.contains(&problem.message));
        reader.tree
    }
}

/// Returns `true` for a rule in the language. (An older key may contain `pieces`, too.)
fn is_rule((name, entry): (&String, &Entry)) -> bool {
    let is_new = || nearest(name, General::KEYS.iter().copied()).is_none();
    let is_renamed = |key: &String| gone::renamed("rules.*", key).is_some();
    has_any(&entry.value, &KINDS[1..])
        || entry.value.map().is_some_and(|map| map.keys().any(is_renamed))
        || (has_any(&entry.value, KINDS) && !General::KEYS.contains(&name.as_str()))
        || (entry.value.map().is_some_and(|map| !map.is_empty()) && is_new())
}

/// Returns `true` for an end in the language: one with a key of the language, or with no key of other ends.
fn is_end(entry: &Entry) -> bool {
    let has_keys = entry.value.map().is_some_and(|map| !map.is_empty());
    has_any(&entry.value, VERDICTS) || (has_keys && !has_any(&entry.value, OLDER))
}

fn has_any(node: &Node, keys: &[&str]) -> bool {
    node.map().is_some_and(|map| keys.iter().any(|key| map.contains_key(*key)))
}

fn mentions(node: &Node, word: &str) -> bool {
    match &node.value {
        Value::Text(phrase) => {
            phrase.text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).any(|found| found == word)
        }
        Value::List(items) => items.iter().any(|item| mentions(item, word)),
        Value::Map(map) => map.values().any(|entry| mentions(&entry.value, word)),
        Value::Null | Value::Broken => false,
    }
}

fn inner<'m>(map: &'m mut Map, key: &str) -> Option<&'m mut Map> {
    match map.get_mut(key).map(|entry| &mut entry.value.value) {
        Some(Value::Map(inner)) => Some(inner),
        _ => None,
    }
}

/// The tree of sections in the language, for a variant that has its board and pieces from elsewhere.
///
/// # Errors
/// All problems of the text.
pub fn read(sections: &str, ground: &Ground<'_>) -> Result<Tree, Problems> {
    let mut problems = Problems::new();
    if sections.trim().is_empty() {
        return Ok(Tree::default());
    }
    let mut sources = crate::source::SourceMap::default();
    let id = sources.add("sections", sections);
    let root = crate::variant::yaml::parse(id, sections, &mut problems);
    let taken = root.as_ref().and_then(Language::take);
    let tree = taken.map(|(_, language)| language.tree(ground, &mut problems)).unwrap_or_default();
    if problems.is_empty() { Ok(tree) } else { Err(problems) }
}

struct FileReader<'a> {
    ground: &'a Ground<'a>,
    tree: Tree,
    deeds: Vec<(&'a str, RuleId)>,
    /// The names under `define:` whose definitions have errors.
    faulty: Vec<String>,
    problems: &'a mut Problems,
}

impl<'a> FileReader<'a> {
    fn scope<'s>(&'s self, choices: &'s [String]) -> Scope<'s> {
        Scope {
            board: self.ground.board,
            pieces: self.ground.pieces.clone(),
            regions: self.ground.regions,
            tree: &self.tree,
            deeds: self.deeds.clone(),
            choices,
            compile: self.ground.compile,
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.problems.push(Diagnostic::error(Code::BadRule, span, message).help(help));
    }

    /// The text of a node. Reports any other value.
    fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Phrase> {
        if node.text().is_none() {
            crate::variant::node::unexpected(node, what, self.problems);
        }
        node.text()
    }

    fn phrases<'n>(&mut self, node: &'n Node, what: &str) -> Vec<&'n Phrase> {
        match &node.value {
            Value::List(items) => items.iter().filter_map(|item| self.text(item, what)).collect(),
            _ => self.text(node, what).into_iter().collect(),
        }
    }

    fn sides(&mut self, node: &Node) {
        let keys = &["neutral", "order", "partners", "facing", "dropouts"];
        let Some(map) = expect_map(node, keys, "`sides`", self.problems) else { return };
        let mut sides = Sides::default();
        if let Some(entry) = map.get("neutral") {
            for phrase in self.phrases(&entry.value, "the name of a piece") {
                match self.scope(&[]).piece(&phrase.text) {
                    Some(piece) => sides.neutral.push(piece),
                    None => self.error(
                        phrase.span,
                        format!("there is no piece `{}`", phrase.text),
                        "add it under `pieces:`",
                    ),
                }
            }
        }
        if let Some(entry) = map.get("order") {
            sides.order =
                self.phrases(&entry.value, "the name of a side").iter().map(|phrase| phrase.text.clone()).collect();
            sides.facing = Facing::around(sides.order.len());
        }
        if let Some(facing) = map.get("facing").and_then(|entry| entry.value.map()) {
            self.facing(facing, &mut sides);
        }
        if let Some(entry) = map.get("partners") {
            for phrase in self.phrases(&entry.value, "names of sides") {
                let mut partners = Vec::new();
                for name in phrase.text.split_whitespace() {
                    match sides.order.iter().position(|side| side == name) {
                        Some(at) => partners.push(PlayerId(at as u16)),
                        None => self.error(
                            phrase.span,
                            format!("there is no side `{name}`"),
                            "name the sides under `order:`",
                        ),
                    }
                }
                sides.partners.push(partners);
            }
        }
        if let Some(entry) = map.get("dropouts") {
            self.dropouts(&entry.value, &mut sides);
        }
        self.tree.sides = sides;
    }

    /// The fate of the pieces of a side that drops out.
    fn dropouts(&mut self, node: &Node, sides: &mut Sides) {
        let Some(phrase) = self.text(node, "`stay`, `block` or `vanish`").cloned() else { return };
        match Dropouts::ALL.into_iter().find(|dropouts| dropouts.name() == phrase.text) {
            Some(dropouts) => sides.dropouts = dropouts,
            None => {
                let message = format!("pieces of a side that drops out cannot `{}`", shorten(&phrase.text));
                self.error(phrase.span, message, "write `stay`, `block` or `vanish`");
            }
        }
    }

    /// The direction in which the pieces of each side face.
    fn facing(&mut self, map: &Map, sides: &mut Sides) {
        for (name, entry) in map {
            let Some(place) = sides.order.iter().position(|side| side == name) else {
                self.error(entry.key, format!("there is no side `{name}`"), "name the sides under `order:`");
                continue;
            };
            let Some(phrase) = self.text(&entry.value, "a direction").cloned() else { continue };
            match Facing::ALL.into_iter().find(|facing| facing.name() == phrase.text) {
                Some(facing) => sides.facing[place] = facing,
                None => {
                    let help = "write `north`, `east`, `south` or `west`";
                    self.error(phrase.span, format!("`{}` is no direction", phrase.text), help);
                }
            }
        }
    }

    /// With more than two sides, a position says which pieces belong to each further side, and which side moves.
    fn declare_sides(&mut self) {
        if self.tree.sides.order.len() <= 2 {
            return;
        }
        let marks = Held::PieceMarks { royal: false };
        let further = self.tree.sides.further().map(|name| (name.to_owned(), marks.clone())).collect::<Vec<_>>();
        let counters = [Sides::TO_MOVE, Sides::OUT].map(|name| (name.to_owned(), Held::GameCounter(0)));
        for (name, kind) in further.into_iter().chain(counters) {
            if !self.tree.state.iter().any(|declaration| declaration.kind.name == name) {
                self.tree.state.push(DeclarationParts { name, kind }.into());
            }
        }
    }

    fn state(&mut self, node: &Node) {
        let Some(map) = self.named(node, "`state`") else { return };
        for (name, entry) in map {
            let keys = &["marks", "counts", "keeps", "letter", "royal", "start"];
            let Some(inner) = expect_map(&entry.value, keys, "a declaration of `state`", self.problems) else {
                continue;
            };
            if let Some(entry) = inner.get("letter") {
                let help = format!("remove it; a FEN lists the squares of marked pieces: `state:{name}=a1,b2`");
                let message = "`letter` has no effect: no FEN writes marks behind pieces";
                self.problems.push(Diagnostic::warning(Code::IdleKey, entry.key, message).help(help));
            }
            if let Some(kind) = self.held(inner, entry.value.span) {
                let source = Source { span: Some(entry.key) };
                self.tree.state.push(Written::new(DeclarationParts { name: name.clone(), kind }, source));
            }
        }
    }

    fn held(&mut self, map: &Map, span: Span) -> Option<Held> {
        let word = |key: &str| map.get(key).and_then(|entry| entry.value.text()).map(|phrase| phrase.text.as_str());
        let is_true = |key: &str| word(key) == Some("true");
        match (word("marks"), word("counts"), word("keeps")) {
            (Some("pieces"), None, None) => Some(Held::PieceMarks { royal: is_true("royal") }),
            (Some("squares"), None, None) => Some(Held::SquareMarks),
            (None, Some("game"), None) => Some(Held::GameCounter(self.start(map, None))),
            (None, Some("each side"), None) => {
                let white = self.start(map, Some("white"));
                Some(Held::SideCounter(BySide { white, black: self.start(map, Some("black")) }))
            }
            (None, None, Some("pieces")) => Some(Held::Pieces),
            _ => {
                let help = "write `{marks: pieces}`, `{marks: squares}`, `{counts: game}`, `{counts: each side}` or `{keeps: pieces}`";
                self.error(span, "a name of `state:` needs `marks`, `counts` or `keeps`", help);
                None
            }
        }
    }

    /// The start value of a counter, in thousandths: one value for both sides, or one for each side.
    fn start(&mut self, map: &Map, side: Option<&str>) -> i64 {
        let Some(entry) = map.get("start") else { return 0 };
        let node = match (side, &entry.value.value) {
            (Some(side), Value::Map(sides)) => match sides.get(side) {
                Some(entry) => &entry.value,
                None => return 0,
            },
            _ => &entry.value,
        };
        let Some(phrase) = self.text(node, "a number").cloned() else { return 0 };
        match expression::number(&phrase, &self.scope(&[])).map(|number| number.kind) {
            Ok(NumberKind::Constant(thousandths)) => thousandths,
            _ => {
                self.error(
                    phrase.span,
                    "expected a number, such as 1 or 1.5",
                    "the start of a counter must be a number",
                );
                0
            }
        }
    }

    fn worth(&mut self, piece: &str, node: &Node) {
        let (Some(id), Some(phrase)) = (self.scope(&[]).piece(piece), self.text(node, "a number").cloned()) else {
            return;
        };
        match expression::number(&phrase, &self.scope(&[])).map(|number| number.kind) {
            Ok(NumberKind::Constant(thousandths)) => self.tree.worth.push((id, thousandths)),
            _ => self.error(phrase.span, "expected a number, such as 5 or 3.5", "write the worth of the piece"),
        }
    }

    fn named<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Map> {
        if node.map().is_none() {
            crate::variant::node::unexpected(node, &format!("{what}: a mapping from names"), self.problems);
        }
        if let Some((_, entry)) = node.map().and_then(|map| map.get_index(MAX_NAMES)) {
            self.error(entry.key, format!("more than {MAX_NAMES} names"), "remove names that no rule needs");
        }
        node.map()
    }

    fn defines(&mut self, node: &Node) {
        let Some(map) = self.named(node, "`define`") else { return };
        for (name, entry) in map {
            let phrases: Vec<Phrase> = self.phrases(&entry.value, "an expression").into_iter().cloned().collect();
            let Some(meaning) = self.meaning(&phrases) else {
                self.faulty.push(name.clone());
                continue;
            };
            let source = Source { span: Some(entry.key) };
            self.tree.defines.push(Written::new(DefineParts { name: name.clone(), meaning }, source));
        }
    }

    /// A set, a condition, or a list of sets.
    fn meaning(&mut self, phrases: &[Phrase]) -> Option<Meaning> {
        let choices = ["chosen".to_owned()];
        let mut sets: Vec<Set> = Vec::new();
        for phrase in phrases {
            let read = expression::expression(phrase, &self.scope(&choices));
            match read {
                Ok(Expression::Set(set)) => sets.push(set),
                Ok(Expression::Condition(condition)) if phrases.len() == 1 => {
                    return Some(Meaning::Condition(condition));
                }
                Ok(_) => {
                    let help = "a name must stand for a set, a list of sets, or one condition";
                    self.error(phrase.span, "this is not a set", help);
                    return None;
                }
                Err(fault) => {
                    self.problems.push(problem(phrase, fault));
                    return None;
                }
            }
        }
        match sets.len() {
            0 => None,
            1 => sets.pop().map(Meaning::Set),
            _ => {
                let source = sets[0].source;
                Some(Meaning::Set(Written::new(SetKind::Union(sets), source)))
            }
        }
    }

    fn turns(&mut self, node: &Node) {
        let keys = &["moves", "first", "until", "while", "roll", "boards"];
        let Some(map) = expect_map(node, keys, "`turns`", self.problems) else { return };
        let one = Written::from(NumberKind::Constant(1000));
        let mut turns = Turns {
            moves: BySide { white: one.clone(), black: one },
            first: None,
            until: None,
            goes_on: None,
            roll: map.contains_key("roll"),
            boards: map.get("boards").and_then(|entry| self.boards(&entry.value)),
        };
        if let Some(entry) = map.get("moves") {
            let sides = entry.value.map();
            let side = |name: &str| sides.map_or(Some(&entry.value), |map| map.get(name).map(|entry| &entry.value));
            for (name, white) in [("white", true), ("black", false)] {
                let Some(number) = side(name).and_then(|node| self.moves_of_turn(node)) else { continue };
                *(if white { &mut turns.moves.white } else { &mut turns.moves.black }) = number;
            }
        }
        turns.first = map.get("first").and_then(|entry| self.moves_of_turn(&entry.value));
        turns.until = map.get("until").and_then(|entry| self.condition(&entry.value));
        turns.goes_on = map.get("while").and_then(|entry| self.condition(&entry.value));
        self.tree.turns = Some(turns);
    }

    /// The number of moves in a turn. A constant is a whole number, at least one.
    fn moves_of_turn(&mut self, node: &Node) -> Option<Number> {
        let number = self.number(node)?;
        if matches!(number.kind, NumberKind::Constant(thousandths) if thousandths < 1000 || thousandths % 1000 != 0) {
            self.error(node.span, "a turn has one move or more", "write a whole number, for example `moves: 2`");
        }
        Some(number)
    }

    /// The two boards with separate turns.
    fn boards(&mut self, node: &Node) -> Option<BySide<Set>> {
        let map = expect_map(node, &["white", "black"], "`boards`", self.problems)?;
        let (Some(white), Some(black)) = (map.get("white"), map.get("black")) else {
            self.error(
                node.span,
                "`boards` needs the two keys `white` and `black`",
                "write `{white: near, black: far}`",
            );
            return None;
        };
        Some(BySide { white: self.set(&white.value)?, black: self.set(&black.value)? })
    }

    fn set(&mut self, node: &Node) -> Option<Set> {
        let phrase = self.text(node, "a set")?;
        let read = expression::set(phrase, &self.scope(&[]));
        read.map_err(|fault| self.problems.push(problem(phrase, fault))).ok()
    }

    fn number(&mut self, node: &Node) -> Option<crate::rules::tree::Number> {
        let phrase = self.text(node, "a number")?;
        let read = expression::number(phrase, &self.scope(&[]));
        read.map_err(|fault| self.problems.push(problem(phrase, fault))).ok()
    }

    fn condition(&mut self, node: &Node) -> Option<crate::rules::tree::Condition> {
        let phrase = self.text(node, "a condition")?;
        let read = expression::condition(phrase, &self.scope(&[]));
        read.map_err(|fault| self.problems.push(problem(phrase, fault))).ok()
    }

    fn rule(&mut self, name: &str, entry: &Entry) {
        let mut choices = vec!["chosen".to_owned()];
        choice_names(&entry.value, 0, &mut choices);
        let mut found = Vec::new();
        let scope = self.scope(&choices);
        let rule = RuleReader { scope: &scope, problems: &mut found }.rule(name, entry);
        self.problems.append(&mut found);
        if let Some(rule) = rule {
            self.tree.rules.push(rule);
        }
    }

    fn end(&mut self, name: &str, entry: &Entry, place: usize) {
        let mut keys = [VERDICTS, &["for"]].concat();
        if !has_any(&entry.value, OLDER) {
            keys.extend(OLDER);
        }
        let Some(map) = expect_map(&entry.value, &keys, "an end", self.problems) else { return };
        if !has_any(&entry.value, VERDICTS) {
            if map.keys().all(|key| keys.contains(&key.as_str())) {
                let message = "an end needs one of `win`, `loss`, `draw` and `out`, or `when` and `result`";
                self.error(entry.key, message, "write for example `{win: own king is on rank 8}`");
            }
            return;
        }
        let mut said = map.iter().filter(|(key, _)| VERDICTS.contains(&key.as_str()));
        let (Some((word, first)), None) = (said.next(), said.next()) else {
            return self.error(
                entry.key,
                "an end needs exactly one of `win`, `loss`, `draw` and `out`",
                "write two ends",
            );
        };
        let verdict = match word.as_str() {
            "win" => Verdict::Win,
            "loss" => Verdict::Loss,
            "out" => Verdict::Out,
            _ => Verdict::Draw,
        };
        if verdict == Verdict::Out && self.tree.sides.order.len() <= 2 {
            let help = "write `loss:`, or name more than two sides under `sides: {order: …}`";
            self.error(entry.key, "with two sides, no side can drop out while the others go on", help);
        }
        let mut whose = None;
        if let Some(side) = map.get("for").and_then(|entry| self.text(&entry.value, "the name of a side")) {
            match self.scope(&[]).player(&side.text) {
                Some(Whose::Player(id)) => whose = Some(id),
                _ => self.error(side.span, format!("there is no side `{}`", side.text), "write `white` or `black`"),
            }
        }
        let Some(condition) = self.condition(&first.value) else { return };
        let end = EndParts { name: name.to_owned(), verdict, condition, whose, place };
        self.tree.ends.push(Written::new(end, Source { span: Some(entry.key) }));
    }
}

/// The names of all choices of a rule, in the order of the file.
fn choice_names(node: &Node, depth: usize, names: &mut Vec<String>) {
    if depth > 16 {
        return;
    }
    match &node.value {
        Value::Map(map) => {
            for (key, entry) in map {
                if key == "choose"
                    && let Some(choices) = entry.value.map()
                {
                    names.extend(choices.keys().cloned());
                }
                choice_names(&entry.value, depth + 1, names);
            }
        }
        Value::List(items) => items.iter().for_each(|item| choice_names(item, depth + 1, names)),
        _ => {}
    }
}

//! The grammar of claims as data: words by sense, phrases, and the shapes that claims have.
//!
//! | line | meaning |
//! |---|---|
//! | `%sense: word word` | words of a sense |
//! | `~word: word word` | words that are read as the first wherever a rule names one of them |
//! | `^word: word word` | words that make a true sentence false in its place; `-` leaves it out |
//! | `left => right` | what is read in other words (`forms.rs`) |
//! | `name = …` | a phrase; more lines of a name are more ways to say it |
//! | `name += …` | more ways to say a phrase of another file |
//! | `claim name = …` | a claim as a whole |
//! | `word`, `%sense`, `<name>` | what stands there |
//! | `$piece`, `$side`, `$number`, `$ordinal`, `$square`, `$size`, `$foreign`, `$other` | a word of that kind, noted with its value |
//! | `$piece.dm` | such a word; where the grammar writes, in the form that `dm` names (`write.rs`) |
//! | `[…]`, `(…\|…)`, `(…)*` | may stand there; one of these; any number of times |
//! | `@tag` | notes that this was said |

use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz_grammar::{Language, english};

use super::first::{First, Kind};
use super::forms::Form;
use super::manner::Manner;
use super::nouns::Nouns;
use super::word::Word;

/// The grammar of English, which is the only language with parts that read more than whole sentences.
pub static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    IS_READ.store(true, Ordering::Relaxed);
    Grammar::of(&english::LANGUAGE)
});

/// Whether the grammar of English has been asked for.
pub static IS_READ: AtomicBool = AtomicBool::new(false);

/// Parts of a phrase.
#[derive(Clone, Debug)]
pub enum Node {
    /// A word of the grammar, and how it is written.
    Word(usize, &'static str),
    /// A word that is left out of sentences before they are read, and is written.
    Silent(&'static str),
    /// A word of a sense.
    Sense(usize),
    /// A word of a kind, and the form in which it is written.
    Kind(Kind, &'static str),
    /// Another phrase.
    Phrase(usize),
    /// One after the other.
    Row(Vec<Node>),
    /// One of these.
    One(Vec<Node>),
    /// It, or nothing.
    Maybe(Box<Node>),
    /// Any number of it.
    Many(Box<Node>),
    /// These in any order.
    Bag(Vec<Node>),
    /// A note.
    Tag(&'static str),
    /// It, if it can begin with the word that stands there.
    Guarded(Box<(First, Node)>),
}

/// A shape that a claim has.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its name.
    pub name: &'static str,
    /// Its parts.
    pub node: Node,
    /// `true` if it is only read, and never written.
    pub read_only: bool,
    /// The words with which it can begin.
    pub first: First,
    /// For each part that it cannot do without, the words with which that can begin.
    needs: Vec<First>,
}

impl Shape {
    /// The last word with which the shape can begin, if each part that it cannot do without is to follow. `None` if
    /// there is no such word.
    pub fn latest_in(&self, words: &[Word]) -> Option<usize> {
        let last = |need: &First| words.iter().rposition(|word| need.admits(word));
        self.needs.iter().map(last).try_fold(words.len(), |least, at| Some(least.min(at?)))
    }
}

/// Words, phrases and shapes.
#[derive(Default, Debug)]
pub struct Grammar {
    /// How words are written.
    pub manner: Manner,
    /// The file of the names of pieces.
    pub piece_names: &'static str,
    /// The names of pieces and sides, if they are not those of the files.
    pub nouns: Nouns,
    words: HashMap<&'static str, usize>,
    /// The word with each stem that the grammar has first.
    stems: HashMap<&'static str, usize>,
    /// Words that are read as others.
    same: HashMap<&'static str, &'static str>,
    /// Words that make a true sentence false in the place of another; empty where that is left out.
    contraries: HashMap<&'static str, Vec<&'static str>>,
    /// Ways of saying things that are read in other words.
    pub forms: Vec<Form>,
    senses: HashMap<&'static str, u128>,
    names: HashMap<&'static str, usize>,
    /// The phrases.
    pub phrases: Vec<Node>,
    /// How many ways of each phrase, from the first, are written too.
    pub written: Vec<usize>,
    /// The words with which each phrase can begin.
    firsts: Vec<First>,
    /// The phrase for asides, which may stand between any two parts of a claim and do not change it.
    pub neutral: Option<usize>,
    /// The shapes of claims.
    pub shapes: Vec<Shape>,
    filler: u128,
    void: u128,
    joint: u128,
    hedge: u128,
    light: u128,
    skip: u128,
    bits: Vec<&'static str>,
    /// Mistakes of the files.
    pub faults: Vec<String>,
}

impl Grammar {
    /// The grammar of a language.
    pub fn of(language: &Language) -> Grammar {
        let manner = Manner::read(language.manner);
        let grammar = Grammar::read(language.grammar, manner, language.read_only);
        let nouns = Nouns::read(language.piece_names);
        Grammar { piece_names: language.piece_names, nouns, ..grammar }
    }

    /// Reads files. Phrases and claims of the files from `read_only` on are never written.
    pub fn read(files: &[&'static str], manner: Manner, read_only: usize) -> Grammar {
        let mut grammar = Grammar { manner, ..Grammar::default() };
        let lines = || {
            files
                .iter()
                .flat_map(|text| text.lines())
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
        };
        let mut bits: Vec<&'static str> = Vec::new();
        for (name, words) in lines().filter_map(|line| line.strip_prefix('%')?.split_once(':')) {
            let bit = bits.iter().position(|known| *known == name).unwrap_or_else(|| {
                bits.push(name);
                assert!(bits.len() <= u128::BITS as usize, "too many senses");
                bits.len() - 1
            });
            for word in words.split_whitespace() {
                *grammar.senses.entry(word).or_default() |= 1 << bit;
            }
        }
        for (word, others) in lines().filter_map(|line| line.strip_prefix('~')?.split_once(':')) {
            grammar.same.extend(others.split_whitespace().map(|other| (other, word)));
        }
        for (word, others) in lines().filter_map(|line| line.strip_prefix('^')?.split_once(':')) {
            let others = others.split_whitespace().map(|other| if other == "-" { "" } else { other });
            grammar.contraries.insert(word, others.collect());
        }
        let bit = |name: &str| bits.iter().position(|known| *known == name).map_or(0, |bit| 1_u128 << bit);
        (grammar.filler, grammar.void, grammar.joint) = (bit("filler"), bit("void"), bit("joint"));
        (grammar.hedge, grammar.light, grammar.skip) = (bit("hedge"), bit("light"), bit("skip"));
        grammar.bits.clone_from(&bits);
        for line in lines().filter(|line| line.contains("=>")) {
            let form = Form::read(line, |word| grammar.id(word));
            grammar.forms.extend(form);
        }
        grammar.faults = defined_twice(files);
        let file_lines = |(at, text): (usize, &&'static str)| text.lines().map(move |line| (at, line.trim()));
        let all = files.iter().enumerate().flat_map(file_lines).filter(|(_, line)| is_rule(line));
        for (file, (name, body)) in all.filter_map(|(file, line)| Some((file, line.split_once('=')?))) {
            let read_only = file >= read_only;
            let parts: Vec<&'static str> = parts(body);
            let mut rest = parts.as_slice();
            let node = grammar.either(&mut rest, &bits);
            match name.trim().strip_prefix("claim ") {
                Some(shape) => {
                    let (first, needs) = (First::default(), Vec::new());
                    grammar.shapes.push(Shape { name: shape.trim(), node, read_only, first, needs });
                }
                None => {
                    let index = grammar.phrase(name.trim_end_matches(['+', ' ']).trim());
                    match &mut grammar.phrases[index] {
                        Node::One(ways) => ways.push(node),
                        _ => unreachable!("a phrase is a choice of its lines"),
                    }
                    grammar.written[index] += usize::from(!read_only);
                }
            }
        }
        grammar.find_firsts();
        grammar.guard();
        grammar.neutral = grammar.names.get("neutral").copied();
        grammar
    }

    /// Returns `true` if a phrase can begin with a word, or can be empty.
    pub fn may_begin(&self, phrase: usize, word: Option<&Word>) -> bool {
        let first = &self.firsts[phrase];
        first.empty || word.is_some_and(|word| first.admits(word))
    }

    /// Finds the words with which phrases and shapes can begin.
    fn find_firsts(&mut self) {
        self.firsts = vec![First::default(); self.phrases.len()];
        let mut grows = true;
        while grows {
            grows = false;
            for index in 0..self.phrases.len() {
                let first = self.first(&self.phrases[index]);
                grows |= self.firsts[index].join(&first);
            }
        }
        let mut shapes = std::mem::take(&mut self.shapes);
        for shape in &mut shapes {
            shape.first = self.first(&shape.node);
            self.needed(&shape.node, &mut shape.needs);
        }
        self.shapes = shapes;
    }

    /// Sets a guard before each way of a choice and each part that may be absent, so that most are never tried.
    fn guard(&mut self) {
        let (phrases, shapes) = (std::mem::take(&mut self.phrases), std::mem::take(&mut self.shapes));
        self.phrases = phrases.into_iter().map(|node| self.guarded(node)).collect();
        let guarded = |shape: Shape| Shape { node: self.guarded(shape.node), ..shape };
        self.shapes = shapes.into_iter().map(guarded).collect();
    }

    fn guarded(&self, node: Node) -> Node {
        let inner = |node: Node| {
            let first = self.first(&node);
            let node = self.guarded(node);
            let plain = matches!(node, Node::Word(..) | Node::Sense(_) | Node::Kind(..) | Node::Phrase(_));
            if first.empty || plain { node } else { Node::Guarded(Box::new((first, node))) }
        };
        match node {
            Node::Row(nodes) => Node::Row(nodes.into_iter().map(|node| self.guarded(node)).collect()),
            Node::One(nodes) => Node::One(nodes.into_iter().map(inner).collect()),
            Node::Bag(nodes) => Node::Bag(nodes.into_iter().map(|node| self.guarded(node)).collect()),
            Node::Maybe(node) => Node::Maybe(Box::new(inner(*node))),
            Node::Many(node) => Node::Many(Box::new(inner(*node))),
            node => node,
        }
    }

    fn first(&self, node: &Node) -> First {
        let mut first = First::default();
        first.empty = self.begins(node, &mut first);
        first
    }

    /// Adds what a node may begin with; returns `true` if it may be nothing.
    fn begins(&self, node: &Node, first: &mut First) -> bool {
        match node {
            Node::Word(id, _) => {
                first.add(*id);
                false
            }
            Node::Sense(bit) => {
                first.senses |= 1 << bit;
                false
            }
            Node::Kind(kind, _) => {
                first.kinds.extend(Some(*kind).filter(|kind| !first.kinds.contains(kind)));
                false
            }
            Node::Phrase(index) => {
                let mut phrase = self.firsts[*index].clone();
                phrase.empty = false;
                first.join(&phrase);
                self.firsts[*index].empty
            }
            Node::Row(nodes) => nodes.iter().all(|node| self.begins(node, first)),
            Node::Bag(nodes) => {
                for node in nodes {
                    self.begins(node, first);
                }
                false
            }
            // Every way counts, so this must not stop at the first.
            Node::One(nodes) => nodes.iter().filter(|node| self.begins(node, first)).count() > 0,
            Node::Maybe(node) | Node::Many(node) => {
                self.begins(node, first);
                true
            }
            Node::Tag(_) | Node::Silent(_) => true,
            Node::Guarded(guarded) => {
                first.join(&guarded.0);
                false
            }
        }
    }

    /// Collects what a node cannot do without.
    fn needed(&self, node: &Node, needs: &mut Vec<First>) {
        match node {
            Node::Row(nodes) | Node::Bag(nodes) => nodes.iter().for_each(|node| self.needed(node, needs)),
            Node::Maybe(_) | Node::Many(_) | Node::Tag(_) => {}
            node => {
                let mut first = First::default();
                if !self.begins(node, &mut first) {
                    needs.push(first);
                }
            }
        }
    }

    fn phrase(&mut self, name: &'static str) -> usize {
        let next = self.phrases.len();
        let index = *self.names.entry(name).or_insert(next);
        if index == next {
            self.phrases.push(Node::One(Vec::new()));
            self.written.push(0);
        }
        index
    }

    fn either(&mut self, rest: &mut &[&'static str], bits: &[&'static str]) -> Node {
        let mut ways = vec![Vec::new()];
        while let Some((part, behind)) = rest.split_first() {
            if [")", ")*", "]", "}"].contains(part) {
                break;
            }
            *rest = behind;
            let node = match *part {
                "|" => {
                    ways.push(Vec::new());
                    continue;
                }
                "(" | "[" | "{" => {
                    let inner = self.either(rest, bits);
                    let end = rest.split_first().map(|(end, behind)| {
                        *rest = behind;
                        *end
                    });
                    match end {
                        Some(")*") => Node::Many(Box::new(inner)),
                        Some("]") => Node::Maybe(Box::new(inner)),
                        Some("}") => match inner {
                            Node::Row(parts) => Node::Bag(with_tags(parts)),
                            part => Node::Bag(vec![part]),
                        },
                        _ => inner,
                    }
                }
                part => self.leaf(part, bits),
            };
            if let Some(way) = ways.last_mut() {
                way.push(node);
            }
        }
        // `(must|always)`: a way of which nothing is left in sentences says nothing.
        let void = |way: &Vec<Node>| !way.is_empty() && way.iter().all(|node| matches!(node, Node::Silent(_)));
        if !ways.iter().all(void) {
            ways.retain(|way| !void(way));
        }
        let mut ways: Vec<Node> = ways.into_iter().map(Node::Row).collect();
        if ways.len() == 1 { ways.remove(0) } else { Node::One(ways) }
    }

    fn leaf(&mut self, part: &'static str, bits: &[&'static str]) -> Node {
        let phrase = part.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        let sense = part.strip_prefix('%').and_then(|name| bits.iter().position(|known| *known == name));
        let named = part.strip_prefix('$').map(|name| name.split_once('.').unwrap_or((name, "")));
        let kind = named.and_then(|(name, form)| Some((Kind::named(name)?, form)));
        match (phrase, sense, kind, part.strip_prefix('@')) {
            (Some(name), ..) => Node::Phrase(self.phrase(name)),
            (_, Some(bit), ..) => Node::Sense(bit),
            (_, _, Some((kind, form)), _) => Node::Kind(kind, form),
            (_, _, _, Some(tag)) => Node::Tag(tag),
            // These are left out of sentences, so a rule does not wait for them.
            _ if self.senses.get(lower(part)).is_some_and(|senses| senses & self.void != 0) => Node::Silent(part),
            _ => self.written_word(part),
        }
    }

    /// A word of a rule; where sentences are read as several words, these.
    fn written_word(&mut self, part: &'static str) -> Node {
        let word = lower(part);
        match self.manner.contraction(word) {
            Some(words) => {
                let texts = std::iter::once(part).chain(std::iter::repeat(""));
                Node::Row(words.split('_').zip(texts).map(|(word, text)| Node::Word(self.id(word), text)).collect())
            }
            None => Node::Word(self.id(word), part),
        }
    }

    /// The number of a word, and of all that are read as it.
    fn id(&mut self, word: &'static str) -> usize {
        let next = self.words.len();
        let read = self.same.get(word).copied().unwrap_or(word);
        let id = *self.words.entry(read).or_insert(next);
        self.stems.entry(self.manner.without_ending(read)).or_insert(id);
        id
    }

    /// The number of a word; of one with the same stem, if the grammar has the word only with another ending.
    fn id_of(&self, word: &str) -> Option<usize> {
        let read = self.same.get(word).copied().unwrap_or(word);
        let alike = || self.stems.get(self.manner.without_ending(read)).filter(|_| !self.senses.contains_key(word));
        self.words.get(read).or_else(alike).copied()
    }

    /// Gives a word what it means.
    pub fn look_up(&self, word: &mut Word) {
        let written = word.text.as_str();
        let named = word.piece.is_some() || word.side.is_some() || word.foreign;
        let text = if named || self.knows(written) { written } else { self.spelt(written).unwrap_or(written) };
        word.id = self.id_of(text);
        word.senses = self.senses.get(text).copied().unwrap_or(0);
    }

    /// Words that make a true sentence false in the place of a word; an empty one leaves it out.
    pub fn contraries(&self, word: &str) -> &[&'static str] {
        self.contraries.get(word).map_or(&[], Vec::as_slice)
    }

    /// The contraries of a word, and the words that have it as theirs.
    pub fn opposites(&self, word: &str) -> Vec<&'static str> {
        let others = self.contraries.iter().filter(|(other, own)| !other.is_empty() && own.contains(&word));
        let mut found: Vec<&'static str> = self.contraries(word).to_vec();
        found.extend(others.map(|(other, _)| *other));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The one word of the grammar that a long word is a misspelling of. First and last letters are never changed:
    /// `attacker` is not `attacked`.
    fn spelt(&self, written: &str) -> Option<&'static str> {
        if written.len() < SHORTEST_MISSPELT || !written.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let mut near = self.words.keys().chain(self.same.keys()).chain(self.senses.keys());
        let found = near.find(|word| is_misspelt(word, written)).copied()?;
        near.all(|word| *word == found || !is_misspelt(word, written)).then_some(found)
    }

    /// Returns `true` if a word is a filler without meaning.
    pub fn is_filler(&self, word: &Word) -> bool {
        word.senses & self.filler != 0
    }

    /// Returns `true` if a word joins or separates claims.
    pub fn is_joint(&self, word: &Word) -> bool {
        word.senses & self.joint != 0
    }

    /// Returns `true` if a word makes its neighbours conditional.
    pub fn is_hedge(&self, word: &Word) -> bool {
        word.senses & self.hedge != 0
    }

    /// Returns `true` if a word may be left unread.
    pub fn is_light(&self, word: &Word) -> bool {
        word.senses & (self.light | self.joint) != 0
    }

    /// Returns `true` if a word may stand between the parts of a claim.
    pub fn is_skipped(&self, word: &Word) -> bool {
        word.senses & self.skip != 0
    }

    /// Returns `true` if the word has the sense.
    pub fn has_sense(&self, word: &Word, sense: &str) -> bool {
        self.bits.iter().position(|name| *name == sense).is_some_and(|bit| word.senses & (1 << bit) != 0)
    }

    /// Returns `true` if a word that is given by its text has the sense.
    pub fn means(&self, word: &str, sense: &str) -> bool {
        let mut looked_up = Word { text: word.to_owned(), ..Word::default() };
        self.look_up(&mut looked_up);
        self.has_sense(&looked_up, sense)
    }

    /// The words of the lines of the list of names that begin so.
    pub fn listed(&self, label: &'static str) -> impl Iterator<Item = &'static str> + use<> {
        self.piece_names.lines().filter_map(move |line| line.strip_prefix(label)).flat_map(str::split_whitespace)
    }

    /// The usual moves of a piece with a name.
    pub fn known_moves(&self, name: &str) -> Option<&'static str> {
        let plain = self.nouns.plain(name);
        let singular = plain.as_deref().unwrap_or_else(|| self.manner.singular(name));
        let mut pairs = self.listed("moves:").chain(self.listed("like:")).filter_map(|pair| pair.split_once('='));
        pairs.find(|(known, _)| *known == singular).map(|pair| pair.1)
    }

    /// Returns `true` for `piece`, `stones` and the like: a name that any piece has.
    pub fn is_any_piece(&self, name: &str) -> bool {
        let irregular = |pair: &&'static str| pair.split_once('=').filter(|(many, _)| *many == name);
        let irregular = self.manner.list("irregular").iter().find_map(irregular);
        let one = irregular.map_or_else(|| self.manner.singular(name), |(_, one)| one);
        self.listed("plain:").any(|plain| plain == one)
    }

    /// Returns `true` if the grammar knows the word.
    pub fn knows(&self, word: &str) -> bool {
        self.id_of(word).is_some() || self.senses.contains_key(word)
    }
}

/// A word of a rule as sentences are read: nouns of German have capitals.
fn lower(word: &'static str) -> &'static str {
    if word.chars().any(char::is_uppercase) { word.to_lowercase().leak() } else { word }
}

/// Shorter words are never taken for misspelt.
const SHORTEST_MISSPELT: usize = 8;

/// Returns `true` if one letter inside a word is missing, too many, another one, or in the place of its neighbour.
fn is_misspelt(word: &str, written: &str) -> bool {
    let (word, written) = (word.as_bytes(), written.as_bytes());
    if word.len().abs_diff(written.len()) > 1 || word.last() != written.last() {
        return false;
    }
    let same = word.iter().zip(written).take_while(|(a, b)| a == b).count();
    let behind = |text: &[u8], count: usize| text.get(same + count..).unwrap_or_default().to_vec();
    let swapped =
        word.get(same..same + 2).zip(written.get(same..same + 2)).is_some_and(|(a, b)| a[0] == b[1] && a[1] == b[0]);
    let rest = match word.len() as isize - written.len() as isize {
        1 => behind(word, 1) == behind(written, 0),
        -1 => behind(word, 0) == behind(written, 1),
        _ => behind(word, 1) == behind(written, 1) || swapped && behind(word, 2) == behind(written, 2),
    };
    same > 0 && rest
}

/// Returns `true` for a line that defines a phrase or the shape of a claim.
fn is_rule(line: &&str) -> bool {
    !line.starts_with(['%', '~', '^', '#']) && !line.contains("=>")
}

/// Phrases that a second file defines anew and not as more ways to say them, and phrases that it adds to without a first.
fn defined_twice(files: &[&'static str]) -> Vec<String> {
    let mut owners: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    for (at, text) in files.iter().enumerate() {
        for (name, _) in text.lines().map(str::trim).filter(is_rule).filter_map(|line| line.split_once('=')) {
            let (name, adds) = (name.trim_end_matches(['+', ' ']).trim(), name.ends_with('+'));
            if name.starts_with("claim ") {
                continue;
            }
            let first = *owners.entry(name).or_insert(at);
            if adds == (first == at) {
                found.push(format!(
                    "the phrase `{name}` is {}",
                    if adds { "not defined before" } else { "defined twice" }
                ));
            }
        }
    }
    found
}

/// The parts of a bag. A note takes no word itself, so it is joined to the next mandatory part.
fn with_tags(parts: Vec<Node>) -> Vec<Node> {
    let mut found = Vec::new();
    let mut tags = Vec::new();
    for part in parts {
        match part {
            Node::Tag(_) => tags.push(part),
            Node::Maybe(_) | Node::Many(_) => found.push(part),
            part if tags.is_empty() => found.push(part),
            part => found.push(Node::Row(tags.drain(..).chain([part]).collect())),
        }
    }
    found
}

/// The parts of a rule: brackets and bars stand alone.
fn parts(body: &'static str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for word in body.split_whitespace() {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            if rest.starts_with(")*") {
                found.push(&rest[..2]);
                rest = &rest[2..];
            } else if matches!(first, '(' | ')' | '[' | ']' | '{' | '}' | '|') {
                found.push(&rest[..1]);
                rest = &rest[1..];
            } else {
                let end = rest.find(['(', ')', '[', ']', '{', '}', '|']).unwrap_or(rest.len());
                found.push(&rest[..end]);
                rest = &rest[end..];
            }
        }
    }
    found
}

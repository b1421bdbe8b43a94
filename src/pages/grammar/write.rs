//! The grammar in the other direction: from what a claim notes to a sentence.
//!
//! A claim is written by the same phrases by which it is read: what stands in them must note exactly what is to be said, in the
//! same order. So each sentence that is written can be read. Senses are only read, because a form of a word has to be chosen to write it.

use std::collections::HashMap;

use super::first::Kind;
use super::rules::{Grammar, Node};

/// Something that a claim is to note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The tag, or the kind of the word.
    pub tag: &'static str,
    /// The value of the word: a number, the name of a square, or the name that files have for a piece or side.
    pub value: String,
}

impl Said {
    /// A tag.
    pub fn tag(tag: &'static str) -> Said {
        Said { tag, value: String::new() }
    }

    /// A word with a value.
    pub fn word(tag: &'static str, value: impl ToString) -> Said {
        Said { tag, value: value.to_string() }
    }
}

/// Chooses one of a number of wordings.
pub type Choose<'c> = &'c mut dyn FnMut(usize) -> usize;

type Ends = Vec<(usize, String)>;

struct Writer<'g, 'c> {
    grammar: &'g Grammar,
    said: &'g [Said],
    known: HashMap<(usize, usize), Ends>,
    choose: Choose<'c>,
}

impl Writer<'_, '_> {
    /// How much of what is to be said a part can say from a place on, with the words.
    fn ends(&mut self, node: &Node, at: usize) -> Ends {
        match node {
            Node::Word(_, text) | Node::Silent(text) => vec![(at, (*text).to_owned())],
            Node::Sense(_) => Vec::new(),
            Node::Tag(tag) => {
                let fits = self.said.get(at).is_some_and(|said| said.tag == *tag && said.value.is_empty());
                if fits { vec![(at + 1, String::new())] } else { Vec::new() }
            }
            Node::Kind(kind, form) => {
                let word = self.said.get(at).and_then(|said| self.word(*kind, form, said));
                word.map(|word| (at + 1, word)).into_iter().collect()
            }
            Node::Phrase(index) => self.phrase(*index, at),
            Node::Bag(nodes) => self.bag(nodes, at),
            Node::Row(nodes) => {
                let mut open = vec![(at, String::new())];
                for node in nodes {
                    open = self.behind(open, node);
                }
                open
            }
            Node::One(nodes) => self.one(nodes, at),
            Node::Maybe(node) => {
                let with = self.ends(node, at);
                let without = vec![(at, String::new())];
                if (self.choose)(2) == 0 { joined(with, without) } else { joined(without, with) }
            }
            Node::Many(node) => {
                let mut found = vec![(at, String::new())];
                let mut open = found.clone();
                while !open.is_empty() {
                    let next = self.behind(open, node);
                    open = next.into_iter().filter(|(end, _)| found.iter().all(|(known, _)| known != end)).collect();
                    found = joined(found, open.clone());
                }
                found
            }
            Node::Guarded(guarded) => self.ends(&guarded.1, at),
        }
    }

    /// Parts that note what they say in the order of the grammar, and are written in any order.
    fn bag(&mut self, nodes: &[Node], at: usize) -> Ends {
        let mut open: Vec<(usize, Vec<String>)> = vec![(at, Vec::new())];
        for node in nodes {
            let mut next: Vec<(usize, Vec<String>)> = Vec::new();
            for (at, texts) in open {
                for (end, text) in self.ends(node, at) {
                    if next.iter().all(|(known, _)| *known != end) {
                        next.push((end, [texts.clone(), vec![text]].concat()));
                    }
                }
            }
            open = next;
        }
        let mut ordered = |(end, mut left): (usize, Vec<String>)| {
            let mut texts = Vec::new();
            while !left.is_empty() {
                texts.push(left.remove((self.choose)(left.len())));
            }
            (end, texts.join(" ").trim().to_owned())
        };
        open.into_iter().map(&mut ordered).collect()
    }

    fn one(&mut self, nodes: &[Node], at: usize) -> Ends {
        let mut left: Vec<&Node> = nodes.iter().collect();
        let mut found = Vec::new();
        while !left.is_empty() {
            let next = left.remove((self.choose)(left.len()));
            let ends = self.ends(next, at);
            found = joined(found, ends);
        }
        found
    }

    fn behind(&mut self, open: Ends, node: &Node) -> Ends {
        let mut found = Vec::new();
        for (at, text) in open {
            let joint = |more: String| [text.as_str(), &more].join(" ").trim().to_owned();
            let ends = self.ends(node, at).into_iter().map(|(end, more)| (end, joint(more))).collect();
            found = joined(found, ends);
        }
        found
    }

    fn phrase(&mut self, index: usize, at: usize) -> Ends {
        if let Some(known) = self.known.get(&(index, at)) {
            return known.clone();
        }
        self.known.insert((index, at), Vec::new());
        let grammar = self.grammar;
        let found = match &grammar.phrases[index] {
            Node::One(ways) => self.one(&ways[..grammar.written[index]], at),
            node => self.ends(node, at),
        };
        self.known.insert((index, at), found.clone());
        found
    }

    /// The word for what is to be said, in a form; `None` if it is something else or has no such form.
    fn word(&self, kind: Kind, form: &str, said: &Said) -> Option<String> {
        if Kind::named(said.tag) != Some(kind) {
            return None;
        }
        let Grammar { nouns, manner, .. } = self.grammar;
        match kind {
            Kind::Piece => nouns.piece(&said.value, form).map(str::to_owned),
            Kind::Side => nouns.side(&said.value, form),
            Kind::Number => {
                let number: u32 = said.value.parse().ok()?;
                let plain = || manner.word_of(number).map_or_else(|| number.to_string(), str::to_owned);
                match (form, number) {
                    ("", _) => Some(plain()),
                    ("p", 2..) => Some(plain()),
                    (form, 1) => manner.one(form).map(str::to_owned),
                    _ => None,
                }
            }
            Kind::Ordinal => manner.ordinal_of(said.value.parse().ok()?, form).map(str::to_owned),
            Kind::Square | Kind::Size | Kind::Letter => Some(said.value.clone()),
            Kind::Foreign | Kind::Other => None,
        }
    }
}

/// Two lists of ends; for the same end, the first has it.
fn joined(mut found: Ends, more: Ends) -> Ends {
    for (end, text) in more {
        if found.iter().all(|(known, _)| *known != end) {
            found.push((end, text));
        }
    }
    found
}

/// A sentence that says what a claim of a shape is to note; `None` if the grammar has no words for it. `choose` gets a
/// number of wordings and returns one of them, the plainest being 0.
pub fn write(grammar: &Grammar, shape: &str, said: &[Said], choose: Choose<'_>) -> Option<String> {
    let mut shapes: Vec<_> = grammar.shapes.iter().filter(|known| known.name == shape && !known.read_only).collect();
    let mut writer = Writer { grammar, said, known: HashMap::new(), choose };
    while !shapes.is_empty() {
        let next = shapes.remove((writer.choose)(shapes.len()));
        let whole = writer.ends(&next.node, 0).into_iter().find(|(end, _)| *end == said.len());
        if let Some((_, text)) = whole {
            return Some(sentence(&text));
        }
    }
    None
}

/// A text with a capital, with its commas behind words, and with a full stop.
fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}

//! The recogniser: which claims a row of words makes, and which words belong to none.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::first::Kind;
use super::rules::{Grammar, Node, Shape};
use super::word::Word;

/// A note that a rule of the grammar makes, with its word if it comes from one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// The tag, or the kind of the word.
    pub tag: &'static str,
    /// The word.
    pub word: Option<usize>,
}

/// A claim as it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The name of its shape.
    pub shape: &'static str,
    /// The notes, in order.
    pub notes: Vec<Note>,
    /// Its words.
    pub words: Range<usize>,
}

impl Reading {
    /// Returns `true` if it claims something about the rules.
    pub fn is_claim(&self) -> bool {
        !["aside", "gloss"].contains(&self.shape)
    }
}

type Ends = Rc<Vec<(usize, Vec<Note>)>>;

/// More steps than these are not taken for one sentence.
const MOST_STEPS: usize = 150_000;

/// Parts of a bag that have been read.
#[derive(Clone)]
struct Open {
    at: usize,
    had: u32,
    skipped: usize,
    notes: Vec<Vec<Note>>,
}

struct Chart<'a> {
    grammar: &'a Grammar,
    words: &'a [Word],
    known: HashMap<(usize, usize), Ends>,
    /// For each word, the end of the neutral phrase that begins there, or the word itself.
    beyond: Vec<usize>,
    steps: usize,
    most: usize,
}

impl Chart<'_> {
    fn ends(&mut self, node: &Node, at: usize) -> Vec<(usize, Vec<Note>)> {
        self.steps += 1;
        if self.steps > self.most {
            return Vec::new();
        }
        let word = self.words.get(at);
        let one = |fits: bool| if fits { vec![(at + 1, Vec::new())] } else { Vec::new() };
        match node {
            Node::Word(id, _) => one(word.is_some_and(|word| word.id == Some(*id))),
            Node::Silent(_) => vec![(at, Vec::new())],
            Node::Sense(bit) => one(word.is_some_and(|word| word.senses & (1 << bit) != 0)),
            Node::Kind(kind, _) => match word.is_some_and(|word| kind.fits(word)) {
                true => vec![(at + 1, vec![Note { tag: tag(*kind), word: Some(at) }])],
                false => Vec::new(),
            },
            Node::Tag(tag) => vec![(at, vec![Note { tag, word: None }])],
            Node::Phrase(index) => {
                self.steps -= 1;
                self.phrase(*index, at).as_ref().clone()
            }
            Node::Row(nodes) => {
                let mut open = vec![(at, Vec::new())];
                for (index, node) in nodes.iter().enumerate() {
                    if index > 0 {
                        let beyond = open.iter().map(|(at, notes)| (self.beyond[*at], notes.clone())).collect();
                        add(&mut open, beyond);
                    }
                    open = self.behind(open, node);
                    if open.is_empty() {
                        break;
                    }
                }
                open
            }
            Node::One(nodes) => {
                let mut found = Vec::new();
                for node in nodes {
                    add(&mut found, self.ends(node, at));
                }
                found
            }
            Node::Maybe(node) => {
                let mut found = self.ends(node, at);
                add(&mut found, vec![(at, Vec::new())]);
                found
            }
            Node::Bag(parts) => self.bag(parts, at),
            Node::Guarded(guarded) => {
                self.steps -= 1;
                let (first, node) = guarded.as_ref();
                match word.is_some_and(|word| first.admits(word)) {
                    true => self.ends(node, at),
                    false => Vec::new(),
                }
            }
            Node::Many(node) => {
                let mut found = vec![(at, Vec::new())];
                let mut open = found.clone();
                while !open.is_empty() {
                    let next = self.behind(open, node);
                    open = next.into_iter().filter(|(end, _)| found.iter().all(|(known, _)| known != end)).collect();
                    add(&mut found, open.clone());
                }
                found
            }
        }
    }

    fn behind(&mut self, open: Vec<(usize, Vec<Note>)>, node: &Node) -> Vec<(usize, Vec<Note>)> {
        let mut found = Vec::new();
        for (at, notes) in open {
            let joined = |(end, more): (usize, Vec<Note>)| {
                let mut all = notes.clone();
                all.extend(more);
                (end, all)
            };
            let ends = self.ends(node, at).into_iter().map(joined).collect();
            add(&mut found, ends);
        }
        found
    }

    /// The parts in any order; what was said is noted in the order of the grammar.
    fn bag(&mut self, parts: &[Node], at: usize) -> Vec<(usize, Vec<Note>)> {
        let needed = parts.iter().enumerate().filter(|(_, part)| !matches!(part, Node::Maybe(_) | Node::Many(_)));
        let needed: u32 = needed.map(|(index, _)| 1 << index).sum();
        let mut found: Vec<Open> = Vec::new();
        let mut open = vec![Open { at, had: 0, skipped: 0, notes: vec![Vec::new(); parts.len()] }];
        let mut next = 0;
        while let Some(state) = open.get(next).cloned() {
            next += 1;
            self.steps += 1;
            let mut from = state.at;
            loop {
                for (index, part) in parts.iter().enumerate() {
                    let (inner, again) = match part {
                        Node::Many(inner) => (inner.as_ref(), true),
                        Node::Maybe(inner) => (inner.as_ref(), false),
                        part => (part, false),
                    };
                    if !again && state.had & 1 << index != 0 {
                        continue;
                    }
                    for (end, notes) in self.ends(inner, from) {
                        let had = state.had | 1 << index;
                        if end > from && open.iter().all(|other| (other.at, other.had) != (end, had)) {
                            let skipped = state.skipped + from - state.at;
                            let mut more = Open { at: end, had, skipped, notes: state.notes.clone() };
                            more.notes[index].extend(notes);
                            open.push(more);
                        }
                    }
                }
                // Words that say nothing may stand between parts.
                if from > at && self.beyond[from] > from {
                    from = self.beyond[from];
                    continue;
                }
                if from == at || self.words.get(from).is_none_or(|word| !self.grammar.is_skipped(word)) {
                    break;
                }
                from += 1;
            }
            if state.had & needed == needed && state.at > at {
                found.push(state);
            }
        }
        // Readings that skip fewer words come first.
        found.sort_by_key(|state| state.skipped);
        let mut ends = Vec::new();
        for state in found {
            add(&mut ends, vec![(state.at, state.notes.concat())]);
        }
        ends
    }

    fn phrase(&mut self, index: usize, at: usize) -> Ends {
        if !self.grammar.may_begin(index, self.words.get(at)) {
            return Ends::default();
        }
        if let Some(known) = self.known.get(&(index, at)) {
            return known.clone();
        }
        // A phrase that begins with itself has no meaning.
        self.known.insert((index, at), Rc::default());
        let grammar = self.grammar;
        let mut found = self.ends(&grammar.phrases[index], at);
        // Readings of more words come first.
        found.sort_by_key(|(end, _)| std::cmp::Reverse(*end));
        let found = Rc::new(found);
        self.known.insert((index, at), found.clone());
        found
    }
}

/// Adds ends that are not there yet: what stands first in the grammar has it.
fn add(found: &mut Vec<(usize, Vec<Note>)>, more: Vec<(usize, Vec<Note>)>) {
    for (end, notes) in more {
        if found.iter().all(|(known, _)| *known != end) {
            found.push((end, notes));
        }
    }
}

fn tag(kind: Kind) -> &'static str {
    match kind {
        Kind::Piece => "piece",
        Kind::Side => "side",
        Kind::Number => "number",
        Kind::Ordinal => "ordinal",
        Kind::Square => "square",
        Kind::Size => "size",
        Kind::Letter => "letter",
        Kind::Foreign => "foreign",
        Kind::Other => "other",
    }
}

/// The steps that are left for reading a page by one grammar, and what has been read within them: pages repeat sentences.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    left: usize,
    known: HashMap<Vec<Word>, Vec<Reading>>,
}

/// More rows of words than these are not kept.
const MOST_KNOWN: usize = 10_000;

impl Budget {
    /// A number of steps.
    pub fn new(steps: usize) -> Budget {
        Budget { left: steps, known: HashMap::new() }
    }
}

/// The sequence of claims that together cover the most words, in order, within the steps that are left for the page.
pub fn readings(grammar: &Grammar, words: &[Word], budget: &mut Budget) -> Vec<Reading> {
    if let Some(known) = budget.known.get(words) {
        return known.clone();
    }
    let found = read(grammar, words, &mut budget.left);
    if budget.known.len() < MOST_KNOWN {
        budget.known.insert(words.to_vec(), found.clone());
    }
    found
}

fn read(grammar: &Grammar, words: &[Word], left: &mut usize) -> Vec<Reading> {
    let mut chart = Chart {
        grammar,
        words,
        known: HashMap::new(),
        beyond: (0..=words.len()).collect(),
        steps: 0,
        most: MOST_STEPS.min(*left),
    };
    let count = words.len();
    if *left == 0 {
        return Vec::new();
    }
    if let Some(neutral) = grammar.neutral {
        chart.beyond = (0..=count).map(|at| chart.phrase(neutral, at).first().map_or(at, |(end, _)| *end)).collect();
        chart.known.clear();
    }
    let joint = |at: usize| words.get(at).is_none_or(|word| grammar.is_joint(word));
    let latest = |shape| Some((shape, Shape::latest_in(shape, words)?));
    let shapes: Vec<(&Shape, usize)> = grammar.shapes.iter().filter_map(latest).collect();
    // From each word on: how many words claims take, and with which.
    let mut best: Vec<(usize, Option<Reading>)> = vec![(0, None); count + 1];
    for at in (0..count).rev() {
        best[at] = (best[at + 1].0, None);
        // `A game for two players on a 9x9 board`.
        let anywhere = |shape: &Shape| shape.name == "size" && words[at].text == "on";
        let bounded = at == 0 || joint(at - 1) || joint(at);
        if joint(at) && !words[at].text.chars().all(char::is_alphabetic) {
            continue;
        }
        // A claim may begin and end with a neutral phrase.
        let starts = if chart.beyond[at] > at { vec![at, chart.beyond[at]] } else { vec![at] };
        for start in starts.into_iter().filter(|start| *start < count) {
            let may_begin = |shape: &Shape| (bounded || anywhere(shape)) && shape.first.admits(&words[start]);
            for (shape, _) in shapes.iter().filter(|(shape, latest)| start <= *latest && may_begin(shape)) {
                let ends = chart.ends(&shape.node, start);
                for (end, notes) in ends {
                    // A gloss stands alone in brackets.
                    if shape.name == "gloss" && (at > 0 || end < count) || end == start {
                        continue;
                    }
                    let beyond = chart.beyond[end];
                    let ends = if beyond > end { vec![beyond, end] } else { vec![end] };
                    for end in ends.into_iter().filter(|end| joint(*end)) {
                        let taken = 2 * (end - at) + best[end].0;
                        // Fewer claims for the same words say more.
                        if taken.saturating_sub(1) > best[at].0 {
                            let reading = Reading { shape: shape.name, notes: notes.clone(), words: at..end };
                            best[at] = (taken - 1, Some(reading));
                        }
                    }
                }
            }
        }
    }
    *left = left.saturating_sub(chart.steps);
    let mut found = Vec::new();
    let mut at = 0;
    while at < count {
        match best[at].1.take() {
            Some(reading) => {
                at = reading.words.end;
                found.push(reading);
            }
            None => at += 1,
        }
    }
    found
}

/// The reading with the contraries of some words in their place.
#[derive(Clone, Copy, Default, Debug)]
pub struct Twins {
    /// A word that could have its contrary without a change in what was read.
    pub untraced: Option<usize>,
    /// `true` if the same shape is read without a negation.
    pub polar: bool,
}

/// Reads the words of a reading again, each with its contrary in its place.
pub fn twins(grammar: &Grammar, words: &[Word], reading: &Reading, budget: &mut Budget) -> Twins {
    let said = |reading: &Reading, words: &[Word]| -> Vec<(&'static str, Option<String>)> {
        let word = |note: &Note| note.word.map(|word| words[word].text.clone());
        reading.notes.iter().map(|note| (note.tag, word(note))).collect()
    };
    let wanted = said(reading, words);
    let mut found = Twins::default();
    // `Without a capture and without a move of a pawn` says `without` once.
    let again = |at: usize| words[reading.words.start..at].iter().any(|word| word.text == words[at].text);
    for at in reading.words.clone().filter(|at| words[*at].piece.is_none() && !again(*at)) {
        for other in grammar.contraries(&words[at].text) {
            let mut twin = words[reading.words.clone()].to_vec();
            let place = at - reading.words.start;
            if other.is_empty() {
                twin.remove(place);
            } else {
                twin[place] = Word { text: (*other).to_owned(), number: None, ordinal: None, ..twin[place].clone() };
                grammar.look_up(&mut twin[place]);
            }
            let read = readings(grammar, &twin, budget);
            let [one] = read.as_slice() else { continue };
            if one.shape == reading.shape && one.words.len() == twin.len() {
                found.polar |= other.is_empty();
                found.untraced = found.untraced.or((said(one, &twin) == wanted).then_some(at));
            }
        }
    }
    found
}

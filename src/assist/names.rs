//! The names of a file: pieces, regions, definitions, rules and ends, with every place that uses them.

use std::ops::Range;

use indexmap::IndexMap;

use super::place::{self, Found, Place, inside};
use super::schema::{self, Kind, Step};
use crate::language;
use crate::source::Span;
use crate::variant::Node;
use crate::variant::region;

/// Kinds of things that have names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum What {
    /// A piece.
    Piece,
    /// A region.
    Region,
    /// A set or a condition under `define`.
    Define,
    /// A declaration under `state`.
    State,
    /// A rule.
    Rule,
    /// An end of the game.
    End,
}

impl What {
    /// All kinds, in the order in which a rule looks names up.
    pub const ALL: [What; 6] = [What::Define, What::State, What::Piece, What::Region, What::Rule, What::End];

    /// The section that introduces such names.
    pub fn section(self) -> &'static str {
        match self {
            What::Piece => "pieces",
            What::Region => "regions",
            What::Define => "define",
            What::State => "state",
            What::Rule => "rules",
            What::End => "end",
        }
    }

    /// The English noun for one of them.
    pub fn noun(self) -> &'static str {
        match self {
            What::Piece => "piece",
            What::Region => "region",
            What::Define => "definition",
            What::State => "declaration",
            What::Rule => "rule",
            What::End => "end",
        }
    }
}

/// A place where a name stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The kind of thing.
    pub what: What,
    /// The name.
    pub name: String,
    /// Its bytes, without quotes or backticks.
    pub range: Range<usize>,
    /// Whether it is introduced or changed there, not only used.
    pub defines: bool,
}

/// The names that a tree introduces.
#[derive(Clone, Debug, Default)]
pub struct Names(IndexMap<(What, String), Span>);

impl Names {
    /// Collects the names of a tree.
    pub fn of(root: &Node) -> Names {
        let mut names = IndexMap::new();
        for what in What::ALL {
            for (name, entry) in root.get(what.section()).and_then(Node::map).into_iter().flatten() {
                names.insert((what, name.clone()), entry.key);
            }
        }
        Names(names)
    }

    /// The names of a kind, in the order of the file.
    pub fn of_kind(&self, what: What) -> impl Iterator<Item = &str> {
        self.0.keys().filter(move |(kind, _)| *kind == what).map(|(_, name)| name.as_str())
    }

    /// Where a name is introduced.
    pub fn place(&self, what: What, name: &str) -> Option<Span> {
        self.0.get(&(what, name.to_owned())).copied()
    }

    fn has(&self, what: What, name: &str) -> bool {
        self.place(what, name).is_some()
    }

    /// The kind of a name in the language of rules.
    fn in_rules(&self, name: &str) -> Option<What> {
        What::ALL[..5].iter().copied().find(|what| self.has(*what, name))
    }
}

/// All places of a text in which a known name stands.
pub fn occurrences(own: &Node, names: &Names) -> Vec<Occurrence> {
    place::all(own).iter().flat_map(|place| at_place(place, names)).collect()
}

fn at_place(place: &Place<'_>, names: &Names) -> Vec<Occurrence> {
    match &place.found {
        Found::Key { name, span, .. } => of_key(place, name, span, names).into_iter().collect(),
        Found::Scalar(phrase) => {
            let (Some(kind), Some(range)) = (place.kind(), inside(phrase)) else { return Vec::new() };
            let shifted = |(what, part): (What, Range<usize>)| Occurrence {
                what,
                name: phrase.text[part.clone()].to_owned(),
                range: range.start + part.start..range.start + part.end,
                defines: false,
            };
            in_text(kind, &phrase.text, names).into_iter().map(shifted).collect()
        }
    }
}

/// The name that a key is or uses.
fn of_key(place: &Place<'_>, name: &str, span: &Range<usize>, names: &Names) -> Option<Occurrence> {
    let above = &place.path[..place.path.len() - 1];
    // The key may be in quotes.
    let quote = usize::from(span.len() == name.len() + 2);
    let found = |what, defines| Occurrence {
        what,
        name: name.to_owned(),
        range: span.start + quote..span.end - quote,
        defines,
    };
    if let [Step::Key(section)] = above {
        let what = What::ALL.into_iter().find(|what| what.section() == section)?;
        // In older rules, these keys are words of the format, not names.
        let forms = schema::forms(above);
        let is_key = forms.iter().filter_map(|form| form.keys()).any(|keys| keys.contains_key(name));
        return (!is_key).then(|| found(what, true));
    }
    let named = schema::forms(above).iter().any(|form| form.has_names());
    (named && !schema::introduces(above) && names.has(What::Piece, name)).then(|| found(What::Piece, false))
}

/// The names in a scalar of a kind.
pub fn in_text(kind: Kind, text: &str, names: &Names) -> Vec<(What, Range<usize>)> {
    match kind {
        Kind::Piece | Kind::Word if names.has(What::Piece, text) => vec![(What::Piece, 0..text.len())],
        Kind::End if names.has(What::End, text) => vec![(What::End, 0..text.len())],
        Kind::Region => {
            let words = words(text, |c| c.is_ascii_alphanumeric() || c == '_');
            let known = |(part, word): (Range<usize>, &str)| {
                (region::is_name(word) && names.has(What::Region, word)).then_some((What::Region, part))
            };
            words.into_iter().filter_map(known).collect()
        }
        Kind::Castling => {
            let name = text.rfind(char::is_whitespace).map_or("", |end| text[..end].trim_end());
            let start = name.len() - name.trim_start().len();
            if names.has(What::Piece, name.trim()) { vec![(What::Piece, start..name.len())] } else { Vec::new() }
        }
        Kind::Rule => in_rule(text, names),
        _ => Vec::new(),
    }
}

/// The names in a text of the language of rules.
fn in_rule(text: &str, names: &Names) -> Vec<(What, Range<usize>)> {
    let mut found = Vec::new();
    let mut quoted = false;
    let mut at = 0;
    for part in text.split('"') {
        if !quoted {
            for (range, word) in words(part, |c| c.is_alphanumeric() || c == '_' || c == '-') {
                let in_backticks = part[..range.start].ends_with('`');
                let is_free = in_backticks || !language::is_word(word);
                let what = names.in_rules(word).filter(|_| is_free);
                found.extend(what.map(|what| (what, at + range.start..at + range.end)));
            }
        }
        quoted = !quoted;
        at += part.len() + 1;
    }
    found
}

/// The words of a text, made of certain characters.
fn words(text: &str, inner: impl Fn(char) -> bool) -> Vec<(Range<usize>, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(&inner).map(|start| at + start) {
        let length = text[start..].find(|c| !inner(c)).unwrap_or(text.len() - start);
        found.push((start..start + length, &text[start..start + length]));
        at = start + length;
    }
    found
}

//! The scalar at a place of a text, with the path to it and what it may be.

use std::ops::Range;

use super::schema::{self, Form, Kind, Step};
use crate::variant::Node;
use crate::variant::node::{Phrase, Value};

/// A key or a scalar of a tree.
#[derive(Clone, Debug)]
pub enum Found<'a> {
    /// A key of a mapping.
    Key {
        /// The key.
        name: &'a str,
        /// Where it is written.
        span: Range<usize>,
        /// Its value.
        value: &'a Node,
    },
    /// A scalar.
    Scalar(&'a Phrase),
}

/// A key or a scalar with the path to it. The path of a key ends with the key.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The way to it.
    pub path: Vec<Step>,
    /// The key or the scalar.
    pub found: Found<'a>,
}

impl Place<'_> {
    /// The bytes of the key or the scalar.
    pub fn range(&self) -> Range<usize> {
        match &self.found {
            Found::Key { span, .. } => span.clone(),
            Found::Scalar(phrase) => phrase.span.range(),
        }
    }

    /// The forms that the value may have.
    pub fn forms(&self) -> Vec<Form> {
        schema::forms(&self.path)
    }

    /// The kind of the scalar; of several kinds, the first that the schema names.
    pub fn kind(&self) -> Option<Kind> {
        let kinds: Vec<Kind> = self.forms().iter().filter_map(|form| form.kind(&self.path)).collect();
        let Found::Scalar(phrase) = self.found else { return None };
        let is_word = self.forms().iter().any(|form| form.words().iter().any(|(word, _)| *word == phrase.text));
        let word = kinds.iter().find(|kind| is_word == matches!(kind, Kind::Word | Kind::Check));
        word.or(kinds.first()).copied()
    }
}

/// All keys and scalars of a tree, in the order of the text.
pub fn all(root: &Node) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    visit(root, &mut Vec::new(), &mut |place| places.push(place));
    places
}

/// The key or the scalar at a byte.
pub fn at(root: &Node, offset: usize) -> Option<Place<'_>> {
    let mut found = None;
    visit(root, &mut Vec::new(), &mut |place| {
        let range = place.range();
        if range.start <= offset && offset <= range.end {
            found = Some(place);
        }
    });
    found
}

/// The values inside a list or a mapping, each with the step to it.
pub fn children(node: &Node) -> Vec<(Step, &Node)> {
    match &node.value {
        Value::List(items) => items.iter().map(|item| (Step::Item, item)).collect(),
        Value::Map(map) => map.iter().map(|(name, entry)| (Step::Key(name.clone()), &entry.value)).collect(),
        _ => Vec::new(),
    }
}

/// Calls a function with all values and the paths to them.
pub fn each<'a>(node: &'a Node, path: &mut Vec<Step>, see: &mut dyn FnMut(&[Step], &'a Node)) {
    see(path, node);
    for (step, inner) in children(node) {
        path.push(step);
        each(inner, path, see);
        path.pop();
    }
}

fn visit<'a>(node: &'a Node, path: &mut Vec<Step>, see: &mut dyn FnMut(Place<'a>)) {
    match &node.value {
        Value::Text(phrase) => see(Place { path: path.clone(), found: Found::Scalar(phrase) }),
        Value::List(items) => {
            path.push(Step::Item);
            items.iter().for_each(|item| visit(item, path, see));
            path.pop();
        }
        Value::Map(map) => {
            for (name, entry) in map {
                path.push(Step::Key(name.clone()));
                let found = Found::Key { name, span: entry.key.range(), value: &entry.value };
                see(Place { path: path.clone(), found });
                visit(&entry.value, path, see);
                path.pop();
            }
        }
        Value::Null | Value::Broken => {}
    }
}

/// The bytes of the text of a scalar, without its quotes. `None` if the file does not contain the text as it is.
pub fn inside(phrase: &Phrase) -> Option<Range<usize>> {
    phrase.verbatim.map(|start| start as usize..start as usize + phrase.text.len())
}

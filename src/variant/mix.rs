//! Lays the files of a list over a game: what each brings, in which order, and where they disagree.

use super::clash::{Laid, clashes, taken_names};
use super::lay::{merge, without_idle_nulls, without_own_keys};
use super::node::{Node, Phrase, Problems, Value};
use super::roles::Roles;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A game, or a file that changes one.
    Game,
    /// A rule file, or a file that changes one: it has no board.
    Rules,
}

/// One file that a variant is merged from.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The name of a built-in file, or a path.
    pub name: String,
    /// The kind of the file.
    pub kind: Kind,
    /// Its values, with the names of pieces in place of roles if it is laid over a game.
    pub root: Node,
    /// The roles that were replaced; `None` unless it is a rule file that is laid over a game.
    pub roles: Option<Roles>,
    /// `true` if it is laid over a game.
    pub laid: bool,
    /// The values of a rule file as it has them.
    raw: Option<Node>,
}

impl Layer {
    /// The layer of a file; `first` is the first of those that it extends.
    pub(super) fn new(name: &str, root: Node, first: Option<&Layer>) -> Layer {
        let kind = match first {
            Some(first) => first.kind,
            None if root.get("board").is_some() => Kind::Game,
            None => Kind::Rules,
        };
        let raw = (kind == Kind::Rules).then(|| root.clone());
        Layer { name: name.to_owned(), kind, root, roles: None, laid: false, raw }
    }

    /// The same file laid over the merged values of a game and what has been laid over it before.
    fn over(&self, game: &Node, roles: &Roles, problems: &mut Problems) -> Layer {
        let mut root = self.raw.as_ref().unwrap_or(&self.root).clone();
        let is_rules = self.raw.is_some();
        if is_rules {
            roles.fill(&mut root, problems);
        }
        let mut root = without_own_keys(without_idle_nulls(root, Some(game)));
        if let Value::Map(map) = &mut root.value {
            map.shift_remove("name");
        }
        let raw = self.raw.clone();
        let roles = is_rules.then(|| roles.clone());
        Layer { name: self.name.clone(), kind: Kind::Game, root, roles, laid: true, raw }
    }
}

/// Merges layers, each over those before it.
pub(super) fn combine(layers: &[Layer], problems: &mut Problems) -> Option<Node> {
    layers.iter().fold(None, |below: Option<Node>, layer| {
        Some(merge(below.map(without_own_keys), layer.root.clone(), 0, problems))
    })
}

/// The layers of a list: those of the game, and those of the files laid over it. `own` is the file that has the list.
pub(super) fn lay_over(parts: Vec<(&Phrase, Vec<Layer>)>, own: &Node, problems: &mut Problems) -> Option<Vec<Layer>> {
    let mut parts = parts.into_iter();
    let (game_name, game) = parts.next()?;
    if game.first().is_none_or(|first| first.kind == Kind::Rules) {
        // Rule files alone make a rule file.
        return rule_files(game_name, game, parts, problems);
    }
    let mut current = combine(&game, &mut Problems::new())?;
    let roles = Roles::of(&current, game.iter().map(|layer| &layer.root));
    let mut layers = game.clone();
    let mut laid: Vec<(&Phrase, Vec<Layer>)> = Vec::new();
    for (name, part) in parts {
        let own_board = part.first().is_some_and(|first| first.kind == Kind::Game && !is_among(&layers, first));
        if own_board {
            problems.push(unrelated(name, game_name));
            return None;
        }
        let new: Vec<Layer> = part.iter().filter(|layer| !is_among(&layers, layer)).cloned().collect();
        // A whole variant shares a game with the first entry. Changes that only the first entry makes must not contradict it.
        if part.iter().any(|layer| layer.kind == Kind::Game) {
            let shared = |layer: &&Layer| !part.iter().any(|other| other.name == layer.name);
            let changes: Vec<Layer> = game.iter().filter(shared).cloned().collect();
            report(&(game_name, changes), &(name, new.clone()), own, problems);
        }
        let mut over = Vec::new();
        for layer in &new {
            let layer = layer.over(&current, &roles, problems);
            if layer.roles.is_some() {
                problems.extend(taken_names(&current, &Laid { name: &name.text, root: &layer.root }));
            }
            current = merge(Some(without_own_keys(current)), layer.root.clone(), 0, &mut Problems::new());
            over.push(layer);
        }
        layers.extend(over.iter().cloned());
        let part = (name, over);
        for earlier in &laid {
            report(earlier, &part, own, problems);
        }
        laid.push(part);
    }
    Some(layers)
}

/// Rule files that are mixed without a game.
fn rule_files<'a>(
    first_name: &Phrase,
    first: Vec<Layer>,
    others: impl Iterator<Item = (&'a Phrase, Vec<Layer>)>,
    problems: &mut Problems,
) -> Option<Vec<Layer>> {
    let mut layers = first;
    for (name, part) in others {
        if part.iter().any(|layer| layer.kind == Kind::Game) {
            let message = format!("`{}` is a game but comes after the rule file `{}`", name.text, first_name.text);
            let problem = Diagnostic::error(Code::BadValue, name.span, message);
            problems.push(problem.label(first_name.span, "a rule file").help("write the game first"));
            return None;
        }
        let new: Vec<Layer> = part.into_iter().filter(|layer| !is_among(&layers, layer)).collect();
        layers.extend(new);
    }
    Some(layers)
}

fn is_among(layers: &[Layer], layer: &Layer) -> bool {
    layers.iter().any(|known| known.name == layer.name)
}

/// Reports where two parts of a list disagree.
fn report(
    (first_name, first): &(&Phrase, Vec<Layer>),
    (second_name, second): &(&Phrase, Vec<Layer>),
    own: &Node,
    problems: &mut Problems,
) {
    let bare = |layers: &[Layer]| combine(layers, &mut Problems::new()).map(bare);
    if let (Some(first), Some(second)) = (bare(first), bare(second)) {
        let first = Laid { name: &first_name.text, root: &first };
        let second = Laid { name: &second_name.text, root: &second };
        problems.extend(clashes(&first, &second, own));
    }
}

/// A tree without the keys that are about one file.
fn bare(root: Node) -> Node {
    let mut root = without_own_keys(root);
    if let Value::Map(map) = &mut root.value {
        map.shift_remove("name");
    }
    root
}

/// The error for a variant that has no game in common with the first of the list.
fn unrelated(name: &Phrase, game: &Phrase) -> Diagnostic {
    let message =
        format!("`{}` extends no game that `{}` extends, too, so it cannot be laid over it", name.text, game.text);
    let help = "write it first, or take its rules from rule files: `ferz mix` lists them";
    Diagnostic::error(Code::MixConflict, name.span, message).label(place(game), "the game").help(help)
}

fn place(phrase: &Phrase) -> Span {
    phrase.span
}

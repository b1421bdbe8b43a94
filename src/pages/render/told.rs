//! Parts of a page for everything that a file states in the language of rules.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::language::words;
use crate::pages::facts::{self, Facts};
use crate::render::words::every_square_of_sides;
use crate::rules::Rules;
use crate::rules::tree::{
    Deed, DeedKind, RuleId, RuleKind, Tree,
    visit::{self as walk, Visitor},
};

use super::prose;

/// A sentence of a page with the facts that it states.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The name of what it states, if other sentences use the name.
    pub name: Option<String>,
    /// The sentence.
    pub text: String,
    /// The facts, by key.
    pub facts: Facts,
}

impl Line {
    /// A sentence that states no fact of its own.
    pub fn plain(text: String) -> Line {
        Line { text, ..Line::default() }
    }

    /// The facts as a check that the page carries.
    pub fn check(&self) -> String {
        self.facts.iter().map(|(key, value)| format!("fact {key} = {value}")).collect::<Vec<_>>().join(" ;; ")
    }
}

/// Sentences below a heading.
#[derive(Clone, Debug)]
pub struct Part {
    /// The heading.
    pub heading: Cow<'static, str>,
    /// The sentences.
    pub lines: Vec<Line>,
}

impl Part {
    /// Returns `true` for rules, and `false` for what only explains the names in them.
    pub fn states_rules(&self) -> bool {
        [MOVES, RULES].contains(&&*self.heading)
    }
}

/// The headings of parts with rules.
const MOVES: &str = "Special moves";
const RULES: &str = "Special rules";

/// All that a page says of the tree except the ends, part by part. Empty parts are left out.
pub fn parts(rules: &Rules) -> Vec<Part> {
    let tree = &rules.tree;
    let told = words::told(tree, rules);
    let named = used(tree);
    let facts = facts::of(rules);
    let entry = |section: &str, said: &words::Said| Line {
        name: Some(said.name.clone()),
        ..line(rules, &facts, &said.text, &[format!("{section}.{}", said.name)])
    };
    let rule = |index: usize| {
        let said = &told.rules[index];
        let key = facts::rule_key(&said.name);
        let name = named.contains(&index).then(|| said.name.clone());
        Line { name, ..line(rules, &facts, &said.text, &[format!("{key}.rule"), key]) }
    };
    let is_move =
        |index: &usize| matches!(tree.rules[*index].kind.kind, RuleKind::Pieces(_) | RuleKind::Instead { .. });
    let (moves, others): (Vec<usize>, Vec<usize>) = (0..tree.rules.len()).partition(is_move);
    let region = |name: String| {
        let squares = every_square_of_sides(rules, &rules.regions[&name]);
        let key = format!("region.{name}");
        Line { name: Some(name), ..line(rules, &facts, &format!("{squares}."), &[key]) }
    };
    let all = [
        (MOVES, moves.into_iter().map(rule).collect()),
        (RULES, others.into_iter().map(rule).collect()),
        ("What the players keep track of", told.state.iter().map(|said| entry("state", said)).collect()),
        ("Names in these rules", told.names.iter().map(|said| entry("define", said)).collect()),
        ("Regions of the board", facts::regions(rules).into_iter().map(region).collect::<Vec<_>>()),
    ];
    all.into_iter()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(heading, lines)| Part { heading: heading.into(), lines })
        .collect()
}

fn line(rules: &Rules, facts: &Facts, text: &str, keys: &[String]) -> Line {
    let own = keys.iter().filter_map(|key| Some((key.clone(), facts.get(key)?.clone())));
    Line { name: None, text: prose::polished(rules, text), facts: own.collect() }
}

/// The ends of the tree, each with its place among all ends.
pub fn ends(rules: &Rules) -> Vec<(usize, Line)> {
    let facts = facts::of(rules);
    let told = words::told(&rules.tree, rules).ends;
    let one = |(said, end): (&words::Said, &crate::rules::tree::TreeEnd)| {
        let key = facts::end_key(&said.name);
        (end.kind.place, line(rules, &facts, &said.text, &[format!("{key}.rule"), key]))
    };
    told.iter().zip(&rules.tree.ends).map(one).collect()
}

/// The sides, the turns and the worth of pieces.
pub fn whole(rules: &Rules) -> Vec<String> {
    words::told(&rules.tree, rules).whole
}

/// The rules that other entries name.
fn used(tree: &Tree) -> BTreeSet<usize> {
    let mut tree = tree.clone();
    let mut used = Used(BTreeSet::new());
    walk::tree(&mut used, &mut tree);
    used.0
}

struct Used(BTreeSet<usize>);

impl Visitor for Used {
    fn deed(&mut self, deed: &mut Deed) {
        if let DeedKind::Rule(RuleId(index)) = deed.kind.kind {
            self.0.insert(usize::from(index));
        }
        walk::in_deed(self, deed);
    }
}

//! Sentences that Ferz itself would write for what a file states in the language of rules. Each is confirmed if the
//! variant has an entry of which the writer says the same, word for word.

use std::collections::HashMap;
use std::ops::Range;

use crate::language::words::{self, Said};
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::facts;
use crate::pages::model::Block;
use crate::pages::sentence::Topic;
use crate::render::words::every_square_of_sides;

/// The sentences of the variant, each with the entry that it states.
#[derive(Clone, Debug, Default)]
pub struct Sentences {
    /// By the text without signs that only set names apart.
    known: HashMap<String, (Option<Topic>, String)>,
    /// Sentences that belong together are no more than these.
    most: usize,
}

impl Sentences {
    /// The sentences about the tree of a variant.
    pub fn new(cx: &Context<'_>) -> Sentences {
        let rules = &cx.rules;
        let told = words::told(&rules.tree, rules);
        let mut found = Sentences::default();
        told.whole
            .iter()
            .for_each(|text| found.add(text, None, "the sides, the turns or the worth of pieces".to_owned()));
        let named = |kind: &str, said: &Said| format!("the {kind} `{}`", said.name);
        for (at, said) in told.rules.iter().enumerate() {
            found.add(&said.text, Some(Topic::Rule(at)), named("rule", said));
        }
        for (at, said) in told.ends.iter().enumerate() {
            found.add(&said.text, Some(Topic::ToldEnd(at)), named("end", said));
        }
        for name in facts::regions(rules) {
            let squares = every_square_of_sides(rules, &rules.regions[&name]);
            found.add(&format!("{name}: {squares}"), None, format!("the region `{name}`"));
        }
        // A name is part of what such a sentence states.
        for (kind, said) in
            told.state.iter().map(|said| ("state", said)).chain(told.names.iter().map(|said| ("name", said)))
        {
            found.add(&format!("{}: {}", said.name, said.text), None, named(kind, said));
        }
        found
    }

    fn add(&mut self, text: &str, topic: Option<Topic>, what: String) {
        self.most = self.most.max(text.matches('.').count()).max(1);
        self.known.insert(plain(text), (topic, what));
    }

    /// Confirms the sentences of a block that state entries of the variant; gives their places in its text.
    pub fn find(&self, cx: &mut Context<'_>, block: &Block) -> Vec<Range<usize>> {
        let text = block.text.as_str();
        let sentences = if self.known.is_empty() { Vec::new() } else { block.text.sentences() };
        let mut found: Vec<Range<usize>> = Vec::new();
        for (at, first) in sentences.iter().enumerate() {
            if found.last().is_some_and(|last| last.end > first.start) {
                continue;
            }
            let behind = sentences[at..].iter().take(self.most).rev();
            let known =
                behind.filter_map(|last| Some((first.start..last.end, self.entry(&text[first.start..last.end])?)));
            let Some((span, (topic, what))) = known.into_iter().next() else { continue };
            cx.said.extend(*topic);
            let finding = Finding::confirmed(format!("{what} says so"));
            cx.claim("rule", block.text.line(span.start), &text[span.clone()], finding);
            found.push(span);
        }
        found
    }

    /// The entry that a text states. A rule may have its name and a colon before it.
    fn entry(&self, text: &str) -> Option<&(Option<Topic>, String)> {
        let text = plain(text);
        self.known.get(&text).or_else(|| {
            let (name, behind) = text.split_once(": ")?;
            self.known.get(behind).filter(|(_, what)| plain(what).ends_with(&format!(" {name}")))
        })
    }
}

/// A text without case, and without signs that only set names apart.
fn plain(text: &str) -> String {
    let text = text.replace(['`', '*'], "").replace(['_', '-'], " ").to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

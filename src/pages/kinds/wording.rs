//! Sentences that no phrase of the grammar reads, and that Ferz itself writes for the rules, word for word. Each is confirmed.
//!
//! A sentence that the grammar reads keeps its verdict, so that a false sentence of the writer is still found.

use std::collections::HashMap;

use crate::pages::claim::Verdict;
use crate::pages::context::Context;
use crate::pages::render::sentences;
use crate::pages::sentence::Topic;

/// Confirms what a page of these rules says, where it has not been read.
pub fn confirm(cx: &mut Context<'_>) {
    let unread = |verdict: Verdict| verdict == Verdict::NotUnderstood;
    if !cx.claims.iter().any(|claim| unread(claim.verdict)) {
        return;
    }
    let compiled = cx.compiled;
    let play = known(sentences::of_play(compiled));
    // The sentences about pieces take longer to write, and no page has them without one of the others.
    if !cx.claims.iter().any(|claim| unread(claim.verdict) && play.contains_key(&plain(&claim.text))) {
        return;
    }
    let pieces = known(sentences::of_pieces(compiled));
    let mut said = Vec::new();
    for claim in cx.claims.iter_mut().filter(|claim| unread(claim.verdict)) {
        let text = plain(&claim.text);
        let Some(topic) = play.get(&text).or_else(|| pieces.get(&text)) else { continue };
        said.extend(*topic);
        claim.verdict = Verdict::Confirmed;
        claim.detail = "Ferz writes the same for these rules".to_owned();
    }
    cx.said.extend(said);
}

/// Sentences by their plain text: each text as a whole, and each sentence of it.
fn known(texts: Vec<(String, Option<Topic>)>) -> HashMap<String, Option<Topic>> {
    let mut found = HashMap::new();
    for (text, topic) in texts {
        for sentence in text.split_inclusive(". ") {
            found.insert(plain(sentence), topic);
        }
        found.insert(plain(&text), topic);
    }
    found
}

/// A text without case, marks around names and the stop at its end.
fn plain(text: &str) -> String {
    let text = text.replace(['`', '*'], "").to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

//! The text around a sentence.

use super::context::Context;
use super::grammar::GRAMMAR;
use super::sentence::Sentence;

/// Captures are often described in a paragraph or item of their own, so many blocks behind the moves.
const NEXT_BLOCKS: usize = 2;

/// Returns `true` if the text behind a sentence, in the same block or soon after it, speaks of captures.
pub fn goes_on_with_captures(cx: &Context<'_>, said: &Sentence) -> bool {
    let block = cx.page.blocks.get(said.block).map_or("", |block| block.text.as_str());
    let next = cx.page.blocks.iter().skip(said.block + 1).take(NEXT_BLOCKS).map(|block| block.text.as_str());
    let behind = block.get(said.at + said.text.len()..).into_iter().chain(next).collect::<Vec<_>>().join(" ");
    let behind = behind.to_lowercase();
    behind.split(|letter: char| !letter.is_alphabetic()).any(|word| GRAMMAR.means(word, "of_captures"))
}

/// Returns `true` if other sentences of the block speak of moves too.
pub fn among_others(cx: &Context<'_>, said: &Sentence) -> bool {
    let block = cx.page.blocks.get(said.block).map_or("", |block| block.text.as_str());
    let behind = block.get(said.at + said.text.len()..).unwrap_or_default();
    let rest = format!("{} {behind}", block.get(..said.at).unwrap_or_default()).to_lowercase();
    let about_moves = |word: &str| ["move", "jump", "captures"].iter().any(|sense| GRAMMAR.means(word, sense));
    rest.split(|letter: char| !letter.is_alphabetic()).any(about_moves)
}

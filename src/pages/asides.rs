//! Remarks on other games, which say nothing of this one: `unlike in chess, where it is a draw`.

use super::grammar::{Bracket, GRAMMAR, Names, Row, Word};

/// Returns `true` if words are a comparison with another game, and nothing else.
fn compares(words: &[Word], names: &dyn Names) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    let light = |word: &Word| GRAMMAR.is_light(word) || GRAMMAR.has_sense(word, "aside");
    let mut game = rest.iter().skip_while(|word| light(word) && !is_game(word, names));
    let named = game.next().is_some_and(|word| is_game(word, names));
    let behind = game.find(|word| !is_game(word, names));
    let ends = behind.is_none_or(|word| [",", "where", "which"].contains(&word.text.as_str()));
    named && ends && GRAMMAR.has_sense(first, "aside")
}

fn is_game(word: &Word, names: &dyn Names) -> bool {
    let named = ["usualgame", "elsewhere", "othergame"].iter().any(|sense| GRAMMAR.has_sense(word, sense));
    named || names.game(&word.text, word.capital) == Some(false)
}

/// Returns `true` if brackets hold such a remark.
pub fn is_aside(bracket: &Bracket, names: &dyn Names) -> bool {
    let elsewhere = matches!(bracket.words.as_slice(), [first, game, ..] if first.text == "in" && is_game(game, names));
    elsewhere || compares(&bracket.words, names)
}

/// The words of a sentence without such remarks: between commas, or at the end of what stands there; `None` if there are none.
pub fn without(row: &Row, names: &dyn Names) -> Option<Vec<Word>> {
    let mut kept: Vec<&[Word]> = Vec::new();
    let mut aside = false;
    for part in row.words.split(|word| word.text == ",") {
        // `Where it is a draw` belongs to the game that was named before it.
        let goes_on = aside && part.first().is_some_and(|word| GRAMMAR.has_sense(word, "relative"));
        let end =
            if goes_on { 0 } else { (0..part.len()).find(|at| compares(&part[*at..], names)).unwrap_or(part.len()) };
        aside = end < part.len();
        kept.extend((end > 0).then(|| &part[..end]));
    }
    let comma = Word { text: ",".to_owned(), ..row.words.first()?.clone() };
    let comma = row.words.iter().find(|word| word.text == ",").unwrap_or(&comma);
    let all = kept.join(comma);
    (all.len() < row.words.len() && !all.is_empty()).then_some(all)
}

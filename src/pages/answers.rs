//! Questions with their answers, as the statements that they make together: `Who moves first? Black.` says that Black
//! moves first, and `Is there castling? No.` says that there is none.

use super::completion::silent;
use super::grammar::{GRAMMAR, Word};

/// Longer questions, in words, are not turned into statements.
const LONGEST: usize = 16;
/// A subject between its verb and the rest of a question is not longer, in words.
const LONGEST_SUBJECT: usize = 6;
/// An answer to `who` is not longer, in words.
const LONGEST_NAME: usize = 4;

/// The statements that a question and the sentence behind it may make, the likeliest first.
pub fn statements(question: &[Word], answer: &[Word]) -> Vec<Vec<Word>> {
    let question = without_openers(question);
    let Some((first, rest)) = question.split_first().filter(|_| question.len() <= LONGEST) else { return Vec::new() };
    let answer = without_openers(answer);
    let says = polarity(answer);
    let found = match () {
        () if is(first, "asks") => asked(question, answer),
        () if is(first, "auxiliary") => {
            says.map_or_else(Vec::new, |yes| turned(std::slice::from_ref(first), rest, yes, &[]))
        }
        // `Castling? No.`, `So a stalemate is a draw? Yes.`
        () => match says {
            Some(true) => vec![question.to_vec(), [question, &words(": yes")].concat()],
            Some(false) => vec![[question, &words(": no")].concat()],
            None => vec![[question, &words(":"), answer].concat()],
        },
    };
    found.into_iter().map(silent).collect()
}

/// `What can a pawn become? A queen.`: the answer stands where the question leaves a place open.
fn asked(question: &[Word], answer: &[Word]) -> Vec<Vec<Word>> {
    let name: Vec<Word> =
        answer.iter().take_while(|word| !GRAMMAR.is_joint(word) || word.text == "and").cloned().collect();
    let [first, rest @ ..] = question else { return Vec::new() };
    match (first.text.as_str(), rest) {
        ("who" | "which", _) if !name.is_empty() && name.len() <= LONGEST_NAME => {
            let skipped = rest.iter().take_while(|word| is(word, "player")).count();
            vec![[&name, &rest[skipped..]].concat()]
        }
        // `What about castling? There is none.`
        ("what" | "how", [about, topic @ ..]) if about.text == "about" => match polarity(answer) {
            Some(yes) => vec![[topic, &words(if yes { ": yes" } else { ": no" })].concat()],
            None => vec![[topic, &words(":"), answer].concat(), [topic, answer].concat()],
        },
        // `What happens if a player cannot move? He loses.`
        ("what", [happens, condition @ ..]) if happens.text == "happens" || happens.text == "if" => {
            let condition = if happens.text == "if" { rest } else { condition };
            vec![[condition, &words(","), answer].concat()]
        }
        ("how", [many, ..]) if many.text == "many" => Vec::new(),
        (_, [verb, behind @ ..]) if is(verb, "auxiliary") => turned(std::slice::from_ref(verb), behind, true, answer),
        _ => Vec::new(),
    }
}

/// The verb of a question behind its subject, at each place that the subject may end.
fn turned(verb: &[Word], rest: &[Word], yes: bool, answer: &[Word]) -> Vec<Vec<Word>> {
    let helps = verb.iter().all(|verb| ["do", "does", "did"].contains(&verb.text.as_str()));
    let not = if yes { Vec::new() } else { words("not") };
    let verb = if helps && yes { &[] } else { verb };
    let ends = 1..=LONGEST_SUBJECT.min(rest.len());
    ends.map(|end| [&rest[..end], verb, &not, &rest[end..], answer].concat()).collect()
}

/// Returns `Some(true)` if an answer begins with a yes, `Some(false)` for a no.
fn polarity(answer: &[Word]) -> Option<bool> {
    let says = |word: &Word, sense: &str| is(word, sense);
    let first = answer.iter().take(2).find(|word| !is(word, "pronoun") && word.text != ",")?;
    match () {
        () if says(first, "denies") || answer.iter().take(4).any(|word| word.text == "not") => Some(false),
        () if says(first, "affirms") => Some(true),
        // `It is.`, `They do.`
        () if answer.len() >= 2 && is(&answer[0], "pronoun") && is(&answer[1], "auxiliary") => {
            let ends = answer.get(2).is_none_or(|word| [",", ";", "and", "but"].contains(&word.text.as_str()));
            ends.then_some(true)
        }
        () => None,
    }
}

/// The words without `so`, `and`, `well`, and the mark of a question or answer.
fn without_openers(words: &[Word]) -> &[Word] {
    let marks = ["q", "a", "question", "answer"];
    let label = words.first().is_some_and(|word| marks.contains(&word.text.as_str()));
    let words = if label && words.get(1).is_some_and(|word| word.text == ":") { &words[2..] } else { words };
    let opens = |word: &&Word| is(word, "opener") || [",", ":"].contains(&word.text.as_str());
    &words[words.iter().take_while(opens).count()..]
}

fn is(word: &Word, sense: &str) -> bool {
    GRAMMAR.has_sense(word, sense)
}

fn words(text: &str) -> Vec<Word> {
    let word = |text: &str| {
        let mut word = Word { text: text.to_owned(), ..Word::default() };
        GRAMMAR.look_up(&mut word);
        word
    };
    text.split(' ').map(word).collect()
}

//! Evidence that a sentence is wrong in one word: with another word in its place, it is right.
//!
//! Many sentences are read in part, or by their gist. That the rules do not say the same is then no reason to call one wrong:
//! it may speak of something else. If it would be right with another number, piece, side, square or direction, the rules do say
//! something about its subject, and that is something else.

use std::collections::BTreeSet;

use crate::rules::PieceId;

use super::caution;
use super::claim::{Finding, Verdict};
use super::context::Context;
use super::grammar::{GRAMMAR, Kind, Note, Reading, Word};
use super::judge::{self, Told, Used};
use super::whole::Account;

/// Small numbers are tried up to this one.
const SMALL: u32 = 12;

/// On larger boards, and among more pieces, squares and pieces are not tried.
const MOST: usize = 100;

/// Shapes of claims that hold for one piece or another whatever they say.
const LIKENING: [&str; 4] = ["moves", "alike", "asgame", "asusual"];

/// Senses of words that change what others say.
const CHANGES: [&str; 9] =
    ["changes", "condition", "denial", "usualgame", "elsewhere", "othergame", "compares", "relative", "outside"];

/// A sentence may have so many words that nothing knows.
const UNKNOWN: usize = 1;

/// `true` if a sentence with this word may state no rule.
pub fn is_vague(word: &str) -> bool {
    GRAMMAR.listed("vague:").any(|vague| vague == word)
}

/// The numbers that the rules may have in the place of another.
fn numbers(cx: &Context<'_>) -> BTreeSet<u32> {
    let geometry = &cx.rules.geometry;
    let placed = |piece: PieceId| cx.placed(piece, None).iter().count();
    let counted = cx.rules.piece_ids().flat_map(|piece| [placed(piece), placed(piece) / 2]);
    let sizes = [geometry.files(), geometry.ranks(), geometry.squares().iter().count()];
    (1..=SMALL).chain(counted.chain(sizes).filter_map(|number| u32::try_from(number).ok())).collect()
}

/// The words that could stand in the place of a word that is a number, a square, a side or a piece.
pub fn values(cx: &Context<'_>, words: &[Word], at: usize) -> Vec<Word> {
    let word = &words[at];
    let said = |number: u32| words.iter().any(|word| word.number == Some(number) || word.ordinal == Some(number));
    // `The first to arrive` counts no ranks.
    let counts =
        |next: &Word| next.ordinal.is_some() || ["rank", "file"].iter().any(|unit| GRAMMAR.has_sense(next, unit));
    if word.ordinal == Some(1) && !words[at + 1..].iter().take(2).any(counts) {
        return Vec::new();
    }
    let named = |text: String| Word { text, ..word.clone() };
    if Kind::Square.fits(word) {
        let squares: Vec<String> = cx.rules.geometry.squares().iter().map(|at| cx.rules.geometry.name(at)).collect();
        return if squares.len() > MOST { Vec::new() } else { squares.into_iter().map(named).collect() };
    }
    if let Some(piece) = word.piece {
        let pieces = cx.rules.piece_ids().filter(|other| *other != piece && cx.rules.pieces.len() <= MOST);
        let own = pieces.map(|other| Word { piece: Some(other), ..named(cx.name(other).to_lowercase()) });
        // `Like the bishop in chess`, where the rules have a piece of that name.
        let everywhere = GRAMMAR.listed("moves:").filter_map(|pair| pair.split_once('=')).map(|(name, _)| name);
        let everywhere = everywhere.filter(|name| *name != word.text);
        return own.chain(everywhere.map(|name| Word { piece: cx.piece(name), ..named(name.to_owned()) })).collect();
    }
    if let Some(side) = word.side {
        let other = !side;
        return vec![Word { side: Some(other), ..named(cx.rules.look.sides[other].to_lowercase()) }];
    }
    if word.ordinal.is_some() {
        let ranks = 1..=cx.rules.geometry.ranks().max(cx.rules.geometry.files()) as u32;
        return ranks
            .filter(|other| !said(*other))
            .map(|other| Word {
                ordinal: Some(other),
                number: word.number.and(Some(other)),
                ..named(other.to_string())
            })
            .collect();
    }
    let Some(number) = word.number else { return Vec::new() };
    let others = numbers(cx).into_iter().filter(|other| *other != number);
    let others = others.map(|other| Word { number: Some(other), ..named(other.to_string()) });
    // `Two bishops`, where there are none.
    let absent = words.get(at + 1).is_some_and(|next| next.piece.is_some() || next.foreign);
    let mut none = Word { number: None, ..named("no".to_owned()) };
    GRAMMAR.look_up(&mut none);
    others.chain(absent.then_some(none)).collect()
}

/// Senses of directions, which are judged with the moves of pieces alone.
const DIRECTIONS: [&str; 5] = ["diagonal", "straight", "forward", "back", "vertical"];

/// `true` if a word is a direction.
pub fn is_direction(word: &Word) -> bool {
    DIRECTIONS.iter().any(|sense| GRAMMAR.has_sense(word, sense))
}

/// The words that make a true sentence false in the place of a word, and in most places the other way round.
pub fn opposites(words: &[Word], at: usize) -> Vec<Word> {
    let word = &words[at];
    // `But not both` denies no more than these words.
    let bound = at.checked_sub(1).is_some_and(|before| GRAMMAR.is_joint(&words[before]));
    let opposite = |text: &&'static str| {
        let mut other = Word { text: (*text).to_owned(), id: None, senses: 0, ..word.clone() };
        GRAMMAR.look_up(&mut other);
        other
    };
    let others = GRAMMAR.opposites(&word.text).into_iter().filter(|other| !(bound && other.is_empty()));
    others.collect::<Vec<_>>().iter().map(opposite).collect()
}

/// A word in the place of another, for people.
pub fn in_place_of(other: &Word, word: &Word) -> String {
    match other.text.as_str() {
        "" => format!("no `{}`", word.text),
        text => format!("`{text}` instead of `{}`", word.text),
    }
}

/// `true` if a name may be longer than what is known of it: `the Divine King`.
pub fn is_part_of_name(words: &[Word], at: usize) -> bool {
    let named = words.get(at).is_some_and(|word| word.piece.is_some());
    named && at.checked_sub(1).is_some_and(|before| is_strange(&words[before]))
}

/// Reasons to doubt that a claim contradicts the rules.
pub struct Doubts<'w> {
    /// A reason in words.
    pub doubt: Option<&'static str>,
    /// A word that was passed over.
    pub passed: Option<&'w str>,
    /// `true` if brackets may change what is said.
    pub unclear: bool,
    /// `true` if a pronoun names the piece, and what it stands for is near.
    pub near: bool,
}

/// Reasons that count no longer when the claim would be right with another word.
const LIFTED: [&str; 3] = [caution::IN_PART, caution::LONG, caution::ELSEWHERE];

/// A finding with what would be right, if it contradicts, and the reasons to doubt it that are left then.
pub fn weighed<'w>(
    cx: &mut Context<'_>,
    told: &Told<'_>,
    account: &Account<'_>,
    kind: &str,
    finding: Finding,
    doubts: Doubts<'w>,
) -> (Finding, Doubts<'w>) {
    let wrong = finding.verdict == Verdict::Contradicted && finding.short_of.is_none();
    let Some(instead) = wrong.then(|| instead(cx, told, kind)).flatten() else { return (finding, doubts) };
    let (words, reading) = (told.words, told.reading);
    let rest = (account.opening(reading)..words.len()).filter(|at| !account.read(*at)).map(|at| &words[at]);
    let strange = doubts.unclear || reading.words.clone().any(|at| is_part_of_name(words, at));
    let idle = !strange && is_idle(&instead, rest);
    let lifts = |doubt: &&str| LIFTED.contains(doubt) || doubts.near && *doubt == caution::STALE;
    let left = doubts.doubt.filter(|doubt| !lifts(doubt));
    let left = if idle { Doubts { doubt: left, passed: None, ..doubts } } else { doubts };
    (finding.corrected(Some(instead.said)), left)
}

fn is_strange(word: &Word) -> bool {
    word.piece.is_none() && word.side.is_none() && word.capital && !GRAMMAR.knows(&word.text)
}

/// What a claim would have to say in order to be right.
struct Instead {
    /// In words.
    said: String,
    /// `true` if it is a name, a number or a square; `false` if it is a result or a denial.
    is_value: bool,
}

/// The word of a claim that is wrong, and the one with which it would be right. `None` if there is no such pair.
fn instead(cx: &mut Context<'_>, told: &Told<'_>, kind: &str) -> Option<Instead> {
    // `Two new pieces`: all of them are more.
    if told.reading.shape == "total" {
        return None;
    }
    let noted: BTreeSet<usize> = told.reading.notes.iter().filter_map(|note| note.word).collect();
    // `The pawn moves as in chess` is not wrong because the bishop does.
    let likens = LIKENING.contains(&told.reading.shape);
    let subject = |at: &usize| likens && told.words[*at].piece.is_some_and(|piece| told.subjects.contains(&piece));
    for at in noted.into_iter().filter(|at| !subject(at)) {
        for other in values(cx, told.words, at) {
            let mut words = told.words.to_vec();
            let (old, new) = (words[at].piece, other.piece);
            let said = in_place_of(&other, &words[at]);
            words[at] = other;
            let mut subjects = told.subjects.clone();
            for subject in subjects.iter_mut().filter(|subject| old == Some(**subject)) {
                *subject = new.unwrap_or(*subject);
            }
            let used = Used::default();
            let right = cx.tried(|cx| holds(cx, &Told { words: &words, subjects, used: &used, ..copy(told) }, kind));
            if right {
                return Some(Instead { said, is_value: true });
            }
        }
    }
    let said = if likens { None } else { otherwise(cx, told, kind) };
    said.map(|said| Instead { said, is_value: false })
}

/// Results of games, as notes of claims. Each excludes the others.
const RESULTS: [&str; 3] = ["win", "loss", "draw"];

/// The result or the denial of a claim that is wrong.
fn otherwise(cx: &mut Context<'_>, told: &Told<'_>, kind: &str) -> Option<String> {
    let notes = &told.reading.notes;
    let mut others: Vec<(Vec<Note>, String)> = Vec::new();
    for (at, note) in notes.iter().enumerate().filter(|(_, note)| RESULTS.contains(&note.tag)) {
        for tag in RESULTS.into_iter().filter(|tag| *tag != note.tag) {
            let mut changed = notes.clone();
            changed[at] = Note { tag, word: note.word };
            others.push((changed, format!("a {tag} instead of a {}", note.tag)));
        }
    }
    let without: Vec<Note> = notes.iter().filter(|note| note.tag != "not").copied().collect();
    if without.len() < notes.len() {
        others.push((without, "its denial".to_owned()));
    } else {
        others.push(([&notes[..], &[Note { tag: "not", word: None }]].concat(), "a denial".to_owned()));
    }
    let right = |cx: &mut Context<'_>, notes: Vec<Note>| {
        let reading = Reading { notes, ..told.reading.clone() };
        let used = Used::default();
        cx.tried(|cx| holds(cx, &Told { reading: &reading, used: &used, ..copy(told) }, kind))
    };
    others.into_iter().find_map(|(notes, said)| right(cx, notes).then_some(said))
}

fn copy<'t>(told: &Told<'t>) -> Told<'t> {
    let Told { reading, words, carried, line, text, used, parted, among, .. } = *told;
    Told { reading, words, subjects: told.subjects.clone(), carried, line, text, used, parted, among }
}

fn holds(cx: &mut Context<'_>, told: &Told<'_>, kind: &str) -> bool {
    let judged = judge::judge(cx, told);
    let verdict = |wanted: Verdict| judged.iter().any(|(other, finding)| *other == kind && finding.verdict == wanted);
    verdict(Verdict::Confirmed) && !verdict(Verdict::Contradicted)
}

/// `true` if what was not read of a sentence can say nothing that changes what was read: no number, name, condition, denial, comparison
/// or other game, and at most so many words that nothing knows. A result or a denial may belong to any other word.
fn is_idle<'w>(instead: &Instead, rest: impl Iterator<Item = &'w Word>) -> bool {
    let mut unknown = 0;
    for word in rest {
        let named = word.piece.is_some() || word.side.is_some() || word.foreign;
        let counted = word.number.is_some() || word.ordinal.is_some() || Kind::Square.fits(word);
        let changes = GRAMMAR.is_hedge(word) || CHANGES.into_iter().any(|sense| GRAMMAR.has_sense(word, sense));
        if named || counted || changes || is_vague(&word.text) || !instead.is_value && !GRAMMAR.is_light(word) {
            return false;
        }
        unknown += usize::from(word.is_unknown() && word.text.chars().any(char::is_alphanumeric));
    }
    unknown <= UNKNOWN
}

//! The gist of a clause: what it says, told by its weighty words in any order.
//!
//! The grammar reads a clause word by word. People have more wordings than any grammar, but few rules: a clause about the result of
//! stalemate has a word for stalemate, one for a result, and otherwise only words that change neither. So a clause that the grammar
//! does not know is held against a short list of claims. A claim fits if *each* weighty word of the clause has a part in it: pieces,
//! sides, squares, numbers, negations, conditions, and the words of `grammar/english/gist.txt`. Words that are in no list may be left over, but
//! only a few. The judge of the grammar's claims then judges it.

mod clause;
mod found;
mod frames;
mod lexicon;
mod moving;
mod parts;
mod promotion;
mod setup;

use std::ops::Range;

use super::claim::{Finding, Verdict};
use super::context::Context;
use super::contrary;
use super::grammar::{Reading, Word};
use super::judge::movement;
use super::judge::{self, Judged, Told, Used};
use super::moves::fen_of;
use super::sentence::Topic;
use clause::Clause;
use found::Found;

use crate::rules::PieceId;

/// More clauses of one sentence are not looked at.
const MOST_CLAUSES: usize = 12;

/// Words of longer clauses are not tried in the place of others.
const LONGEST_CORRECTED: usize = 30;

/// The surroundings of a sentence.
#[derive(Clone, Copy)]
pub struct Around<'s> {
    /// The line of the page.
    pub line: usize,
    /// The sentence.
    pub text: &'s str,
    /// The piece that the sentence is about.
    pub subject: Option<PieceId>,
}

/// Finds a claim in a clause; `None` if a weighty word has no part in it.
type Finder = fn(&Context<'_>, &Clause<'_>) -> Option<Vec<Found>>;

/// All claims, those with the most particular words first.
const FINDERS: [Finder; 7] =
    [frames::frames, promotion::promotion, setup::board, setup::row, setup::counts, setup::places, moving::moves];

/// The verdicts on the clauses of a sentence that fit a claim, each with the words of its clause. Clauses in which the grammar has
/// settled something are left out.
pub fn find(
    cx: &mut Context<'_>,
    settled: &[Range<usize>],
    words: &[Word],
    around: Around<'_>,
) -> Vec<(Judged, Range<usize>)> {
    find_in(cx, settled, words, around, true)
}

/// The verdicts on a sentence together with words that stand before it: the name of a row, the opening of a list, a question. It is
/// one clause, and only confirmed: those words may belong to something else.
pub fn find_behind(
    cx: &mut Context<'_>,
    opening: &[Word],
    words: &[Word],
    around: Around<'_>,
) -> Vec<(Judged, Range<usize>)> {
    let all = [opening, words].concat();
    let mut found = find_in(cx, &[], &all, around, false);
    found.retain(|((_, finding), _)| finding.verdict == Verdict::Confirmed);
    let start = opening.len();
    found
        .into_iter()
        .map(|(judged, range)| (judged, range.start.max(start) - start..range.end.max(start) - start))
        .collect()
}

fn find_in(
    cx: &mut Context<'_>,
    settled: &[Range<usize>],
    words: &[Word],
    around: Around<'_>,
    parted: bool,
) -> Vec<(Judged, Range<usize>)> {
    let mut all = Vec::new();
    // `Rooks and bishops become dragons and horses, respectively`: no part of it says what the whole says.
    let parted = parted && !around.text.contains("respectively");
    let clauses = parts::clauses(words, around.subject, parted, settled, |clause| claimed(cx, clause));
    let may_differ = parted && !words.iter().any(|word| contrary::is_vague(&word.text));
    if clauses.is_empty() && may_differ && settled.is_empty() {
        let whole = Clause::new(words, 0..words.len(), around.subject);
        let wrong = corrected(cx, around, &whole);
        return wrong.map(|wrong| (wrong, whole.range())).into_iter().collect();
    }
    for (clause, claims) in clauses.into_iter().take(MOST_CLAUSES) {
        for found in claims {
            // `Two new pieces`: all of them are more.
            let counts_all = matches!(&found, Found::Shape { shape: "total", .. });
            // Unknown words may change what the others say: this is no contradiction.
            let trusted = found.contradicts() && clause.is_clear();
            let judged = judged(cx, words, around, &clause, found);
            let differs = judged.iter().any(|(_, finding)| finding.verdict == Verdict::Contradicted);
            let kept = judged.into_iter().filter(|(_, finding)| trusted || finding.verdict == Verdict::Confirmed);
            all.extend(kept.map(|judged| (judged, clause.range())));
            let wrong =
                if differs && !trusted && may_differ && !counts_all { corrected(cx, around, &clause) } else { None };
            all.extend(wrong.map(|wrong| (wrong, clause.range())));
        }
    }
    all
}

fn claimed(cx: &Context<'_>, clause: &Clause<'_>) -> Option<Vec<Found>> {
    FINDERS.iter().find_map(|finder| finder(cx, clause))
}

/// The contradiction of a clause that would be right with another word in the place of one of its words.
fn corrected(cx: &mut Context<'_>, around: Around<'_>, clause: &Clause<'_>) -> Option<Judged> {
    let range = clause.range();
    let strange = range.clone().any(|at| contrary::is_part_of_name(clause.words, at));
    if range.len() > LONGEST_CORRECTED || !clause.is_nearly_clear() || strange {
        return None;
    }
    for at in range.clone() {
        let word = &clause.words[at];
        for other in contrary::values(cx, clause.words, at).into_iter().chain(contrary::opposites(clause.words, at)) {
            let instead = contrary::in_place_of(&other, word);
            let mut words = clause.words.to_vec();
            words[at] = other;
            let subject = clause.subject.filter(|subject| word.piece != Some(*subject)).or(words[at].piece);
            let changed = Clause::new(&words, range.clone(), subject);
            let Some(claims) = claimed(cx, &changed) else { continue };
            let judge = |cx: &mut Context<'_>| -> Vec<Judged> {
                claims.into_iter().flat_map(|found| judged(cx, &words, around, &changed, found)).collect()
            };
            let found = cx.tried(judge);
            // A piece is not wrong because another one has such moves.
            let other = word.piece.is_some() && word.piece == clause.subject;
            if found.iter().any(|(kind, finding)| finding.verdict != Verdict::Confirmed || other && *kind == "moves") {
                continue;
            }
            let Some((kind, finding)) = found.into_iter().next() else { continue };
            let wrong = Finding { verdict: Verdict::Contradicted, ..finding };
            return Some((kind, wrong.corrected(Some(instead))));
        }
    }
    None
}

fn judged(cx: &mut Context<'_>, words: &[Word], around: Around<'_>, clause: &Clause<'_>, found: Found) -> Vec<Judged> {
    let (shape, notes, subjects) = match found {
        Found::Shape { shape, notes, subjects, .. } => (shape, notes, subjects),
        Found::Row(stands) => {
            let start = fen_of(&cx.rules, &cx.rules.setup);
            cx.said.insert(Topic::Setup);
            return vec![("setup", Finding::of(stands, "the order of the pieces at the start").shown(start))];
        }
        Found::Moves { piece, notation, aspect } => {
            let finding = movement::held(cx, piece, &notation, aspect);
            return finding.map(|finding| ("moves", finding)).into_iter().collect();
        }
    };
    let reading = Reading { shape, notes, words: clause.range() };
    let Around { line, text, .. } = around;
    let (carried, used, parted, among) = (None, &Used::default(), false, false);
    judge::judge(cx, &Told { reading: &reading, words, subjects, carried, line, text, used, parted, among })
}

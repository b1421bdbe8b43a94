//! Turns sentences into findings: their subject, whether they are about this game, what was read, and how far that
//! can be trusted.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::board::Side;
use crate::rules::PieceId;
use crate::variant::library;

use super::aliases;
use super::answers;
use super::around::{among_others, goes_on_with_captures};
use super::asides;
use super::caution;
use super::claim::Verdict;
use super::completion;
use super::context::Context;
use super::gist;
use super::grammar::{self, Bracket, Budget, GRAMMAR, Names, Reading, Row, Word};
use super::judge::{self, Told, Used};
use super::model::{Kind, Page};
use super::naming;
use super::sentence::Sentence;
use super::sides::{self, Sides};
use super::whole::{self, Account};

/// State that is carried from sentence to sentence.
#[derive(Clone, Default, Debug)]
pub struct Reader {
    /// The page's names for the sides.
    sides: Sides,
    /// The topic: a piece, and the side whose pieces are meant.
    topic: Option<PieceId>,
    topic_side: Option<Side>,
    /// All pieces that are the topic, for `they`.
    topics: Vec<PieceId>,
    /// The block that names it, or that stands below its name.
    named_in: usize,
    /// `true` if a claim of the sentence that is being read names its piece.
    named_here: bool,
    heading: String,
    /// The condition of the last sentence, and its block.
    condition: (usize, Vec<Word>),
    /// `true` if that sentence was a short question: `No legal move? Then …`.
    asked: bool,
    /// The last question, if no other sentence came behind it, and its block.
    question: (usize, Vec<Word>),
    /// The steps that are left for reading.
    steps: Budget,
    /// The steps that are left for completing fragments.
    spare: Budget,
}

/// Result for a sentence.
#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// The kinds of the claims that were judged.
    pub kinds: BTreeSet<&'static str>,
    /// `true` if every word has been read.
    pub whole: bool,
    /// The words; none if the sentence is not about the rules of this game.
    row: Row,
    /// The words of the question that it answers.
    question: Vec<Word>,
    /// The words of the claims that have a verdict, if they were read as they stand there.
    pub settled: Vec<Range<usize>>,
}

struct PageNames<'c, 'a> {
    cx: &'c Context<'a>,
    sides: &'c Sides,
}

impl Names for PageNames<'_, '_> {
    fn piece(&self, name: &str) -> Option<PieceId> {
        self.cx.piece(name)
    }

    fn side(&self, name: &str) -> Option<Side> {
        sides::plain(self.cx, name).or_else(|| self.sides.get(name).copied())
    }

    fn lettered(&self, letter: &str) -> Option<String> {
        let (piece, _) = self.cx.rules.piece_with_symbol(letter)?;
        Some(self.cx.name(piece).to_lowercase())
    }

    fn is_foreign(&self, name: &str) -> bool {
        self.cx.is_foreign(name)
    }

    fn game(&self, name: &str, capital: bool) -> Option<bool> {
        let title = self.cx.rules.title.to_lowercase();
        let own = title == name || title.strip_suffix(" chess") == Some(name);
        // A name in lower case may also be an ordinary word: `grand`, `duck`.
        let ordinary = !capital && GRAMMAR.knows(name);
        (!ordinary && (own || library::find(name).is_some())).then_some(own)
    }
}

/// The largest number of steps for one page.
const MOST_STEPS: usize = 3_000_000;

/// The largest number of steps for completing the fragments of a page.
const MOST_SPARE: usize = 1_500_000;

/// The reason why a contradiction counts only as a doubt.
const IN_PART: &str = "only a part of the sentence has been read; it may differ from the rules";

/// Longer questions, in words, are no conditions of the sentence behind them.
const LONGEST_QUESTION: usize = 9;

/// Headings with these words introduce text that is not about the rules of this game.
const ASIDE: [&str; 12] = [
    "strategy",
    "tactic",
    "history",
    "origin",
    "opening",
    "tips",
    "value",
    "notation",
    "interface",
    "external",
    "piece values",
    "trivia",
];

impl Reader {
    /// Learns what the page calls sides and pieces: `the Empire (white)`, `the bishop (khon)`.
    pub fn new(cx: &mut Context<'_>, page: &Page) -> Reader {
        let sides = sides::learn(cx, page);
        let reader =
            Reader { sides, steps: Budget::new(MOST_STEPS), spare: Budget::new(MOST_SPARE), ..Reader::default() };
        for block in page.blocks.iter().filter(|block| !matches!(block.kind, Kind::Diagram | Kind::Remark)) {
            let text = block.text.as_str();
            for (at, _) in text.match_indices('(').take(200) {
                let Some(inner) = text[at + 1..].split(')').next().filter(|inner| inner.len() < 60) else { continue };
                let before = text[..at].trim_end().rsplit([' ', '\n', ',']).next().unwrap_or_default();
                let quotes = ['\'', '"', '‘', '’', '“', '”', '«', '»', '*'];
                let before = before.trim_matches(quotes);
                let (name, mut inner) = (before.to_lowercase(), inner.trim().trim_matches(quotes).to_lowercase());
                if inner.starts_with("also ") || inner.contains(" name") || inner.contains(" or ") {
                    // `Also known by its other name, the general`.
                    let named = inner.split([' ', ',', '/']).find(|word| cx.piece(word).is_some());
                    let last = inner.rsplit(' ').next().unwrap_or_default();
                    inner = named.unwrap_or(last).to_owned();
                }
                match (cx.piece(&name), cx.piece(&inner)) {
                    (Some(piece), None) if cx.is_foreign(&inner) => cx.learn(&inner, piece),
                    (None, Some(piece)) if cx.is_foreign(&name) => cx.learn(&name, piece),
                    _ => {}
                }
            }
        }
        naming::learn(cx, page);
        aliases::learn(cx, page);
        reader
    }

    /// Reads a sentence and judges what it claims.
    pub fn sentence(&mut self, cx: &mut Context<'_>, said: &Sentence) -> Outcome {
        if self.heading != said.heading {
            self.heading.clone_from(&said.heading);
            (self.topic, self.named_in) = (cx.piece_above(&said.above), said.block);
        }
        self.named_here = false;
        // `Promotes to gold` in the row of another piece.
        let remark = said.tokens.first().is_some_and(|token| GRAMMAR.means(&token.word, "promote"));
        if let Some(subject) = said.subject.filter(|_| said.pieces.is_empty() || remark) {
            (self.topic, self.named_in) = (Some(subject), said.block);
        }
        let aside = ASIDE.iter().any(|word| said.heading.contains(word)) || said.text.trim_end().ends_with('?');
        let row = self.plain_row(cx, said);
        if aside || row.words.is_empty() {
            let question = said.text.trim_end().ends_with('?');
            self.asked = question && row.words.len() <= LONGEST_QUESTION;
            if question {
                self.question = (said.block, row.words.clone());
            }
            if self.asked {
                self.condition = (said.block, completion::supposed(row.words));
            }
            return Outcome::default();
        }
        // `Chess is played …` on the page of another game.
        if let [game, is, ..] = row.words.as_slice() {
            let title = cx.rules.title.to_lowercase();
            let elsewhere = GRAMMAR.has_sense(game, "elsewhere") && is.text == "is" && game.capital;
            cx.aside = cx.aside.or((elsewhere && title != game.text).then_some(said.line));
        }
        // `Captain (C): moves …`, where nothing is known by that name.
        let label =
            |word: &Word| word.capital && word.is_unknown() && row.words.get(1).is_some_and(|next| next.text == ":");
        if row.words.first().is_some_and(|word| word.piece.is_none() && (word.foreign || label(word))) {
            // The sentence is about an unknown piece.
            self.topic = None;
        }
        // `Rook - can move any number of squares`: the label is what the sentence is about.
        let label = |words: &[Word]| match words {
            [name, colon, ..] if colon.text == ":" => name.piece,
            _ => None,
        };
        if let Some(piece) = label(&row.words) {
            (self.topic, self.named_in) = (Some(piece), said.block);
        }
        let mut outcome = Outcome::default();
        let unclear = row.brackets.iter().any(|bracket| self.changes(&row, bracket));
        let question = self.answers(cx, said);
        let answered = self.answered(&question, &row.words);
        if let Some(words) = &answered {
            self.row(cx, said, words, unclear, &mut outcome);
        }
        let completed = if answered.is_some() { None } else { self.completed(cx, said, &row.words) };
        let mut rest = match &completed {
            Some(words) => self.row(cx, said, words, unclear, &mut outcome),
            None => 1,
        };
        // Only what is read in the words of the sentence itself has places in them.
        outcome.settled.clear();
        if completed.is_none() || outcome.kinds.is_empty() {
            rest = self.row(cx, said, &row.words, unclear, &mut outcome);
        }
        let settled = std::mem::take(&mut outcome.settled);
        if outcome.kinds.is_empty()
            && let Some(thin) = self.thinned(&row.words)
        {
            rest = self.row(cx, said, &thin, true, &mut outcome);
        }
        outcome.whole = rest == 0 && !outcome.kinds.is_empty();
        self.condition = (said.block, completion::condition(&row.words));
        for Bracket { words, .. } in &row.brackets {
            // A word in brackets is a name or a remark.
            self.row(cx, said, words, unclear || words.len() < 3, &mut outcome);
        }
        Outcome { row, question, settled, ..outcome }
    }

    /// The words of a sentence, without remarks on other games if the rest is then read completely.
    fn plain_row(&mut self, cx: &Context<'_>, said: &Sentence) -> Row {
        let names = PageNames { cx, sides: &self.sides };
        let mut row = grammar::row(&said.text, &GRAMMAR, &names);
        row.brackets.retain(|bracket| !asides::is_aside(bracket, &names));
        let bare = asides::without(&row, &names);
        if let Some(bare) = bare.filter(|bare| self.reads(bare, 0)) {
            row.words = bare;
        }
        row
    }

    /// Judges the clauses of a sentence in which the grammar has settled nothing, by their gist; or those beside what it has settled.
    /// `false` if it finds none.
    pub fn gist(&self, cx: &mut Context<'_>, said: &Sentence, outcome: Outcome) -> bool {
        let Outcome { row, question, settled, kinds, .. } = outcome;
        if cx.carries_facts {
            return false;
        }
        let bracketed = row.brackets.into_iter().flat_map(|bracket| bracket.words);
        let mut words: Vec<Word> = row.words.into_iter().chain(bracketed).collect();
        label(cx, &mut words);
        // `It` is what the block has named last.
        let topic = self.topic.filter(|_| self.named_in == said.block);
        // A game with one kind of pieces is about that kind.
        let only = cx.rules.piece_ids().next().filter(|_| cx.rules.pieces.len() == 1);
        let around = gist::Around { line: said.line, text: &said.text, subject: said.subject.or(topic).or(only) };
        let mut found = gist::find(cx, &settled, &words, around);
        if found.is_empty() && settled.is_empty() {
            let names = PageNames { cx, sides: &self.sides };
            let mut openings = completion::openings(cx, said, &words, &[], &names);
            // `Q: En passant?`: the label is no part of the question.
            let labelled = question.get(1).is_some_and(|word| word.text == ":");
            let question = question.into_iter().skip(if labelled { 2 } else { 0 }).collect();
            openings.extend(Some(completion::silent(question)).filter(|question| !question.is_empty()));
            let behind = |opening: Vec<Word>| Some(gist::find_behind(cx, &opening, &words, around));
            found = openings.into_iter().filter_map(behind).find(|found| !found.is_empty()).unwrap_or_default();
        }
        // Where the grammar has read a part, the rest may belong to that part.
        let whole = |range: &Range<usize>| settled.is_empty() && *range == (0..words.len());
        found.retain(|((_, finding), range)| kinds.is_empty() || whole(range) || finding.verdict == Verdict::Confirmed);
        let any = !found.is_empty();
        for ((kind, mut finding), range) in found {
            finding.words = spanned(said, &words, range);
            cx.say_read(kind, said, said.line, finding);
        }
        any
    }

    /// Returns `true` if brackets hold something that may change what their sentence says, and is no claim by itself.
    fn changes(&mut self, row: &Row, bracket: &Bracket) -> bool {
        whole::bracket_contradicts(row, bracket)
            || whole::bracket_changes(bracket) && {
                let readings = grammar::readings(&GRAMMAR, &bracket.words, &mut self.spare);
                !Account::new(&bracket.words, &readings, "").is_whole()
            }
    }

    /// The words of the question that this sentence answers: the one before it, or the heading above it.
    fn answers(&mut self, cx: &Context<'_>, said: &Sentence) -> Vec<Word> {
        let (block, question) = std::mem::take(&mut self.question);
        let first = said.at == 0 && cx.page.blocks.get(said.block).is_some();
        let heading =
            said.heading.trim_end().ends_with('?') && said.above.headings.last() == said.block.checked_sub(1).as_ref();
        match () {
            () if question.is_empty() && first && heading => {
                grammar::row(&said.heading, &GRAMMAR, &PageNames { cx, sides: &self.sides }).words
            }
            () if block == said.block || block + 1 == said.block || heading => question,
            () => Vec::new(),
        }
    }

    /// The statement that a question makes with this sentence as its answer, if that is then read completely.
    fn answered(&mut self, question: &[Word], words: &[Word]) -> Option<Vec<Word>> {
        let statements = answers::statements(question, words);
        statements.into_iter().find(|statement| self.reads(statement, 0))
    }

    /// The words without those that say nothing of the rules, if they are then read completely: `the old rook happily
    /// slides along its file`.
    fn thinned(&mut self, words: &[Word]) -> Option<Vec<Word>> {
        let idle = |word: &Word| word.is_unknown() && !word.capital && word.text.chars().all(char::is_alphabetic);
        let kept: Vec<Word> = words.iter().filter(|word| !idle(word)).cloned().collect();
        (kept.len() < words.len() && self.reads(&kept, 0)).then_some(kept)
    }

    /// Completes a sentence with the text above it, if it is then read completely and was not before.
    fn completed(&mut self, cx: &Context<'_>, said: &Sentence, words: &[Word]) -> Option<Vec<Word>> {
        let (block, condition) = std::mem::take(&mut self.condition);
        let asked = std::mem::take(&mut self.asked);
        let behind = completion::behind_that_case(words).or(asked.then_some(words)).filter(|_| block == said.block);
        let (words, condition) = match behind {
            Some(behind) => (behind, condition),
            None => (words, Vec::new()),
        };
        let openings = completion::openings(cx, said, words, &condition, &PageNames { cx, sides: &self.sides });
        if openings.is_empty() || behind.is_none() && self.reads(words, 0) {
            return None;
        }
        let whole = |reader: &mut Reader, opening: Vec<Word>| {
            let count = opening.len();
            let all = [opening, words.to_vec()].concat();
            reader.reads(&all, count).then_some(all)
        };
        openings.into_iter().find_map(|opening| whole(self, opening))
    }

    /// Returns `true` if claims read all words from a place on, and the first of these claims begins before it.
    fn reads(&mut self, words: &[Word], from: usize) -> bool {
        let readings = grammar::readings(&GRAMMAR, words, &mut self.spare);
        let left =
            |at: usize| !readings.iter().any(|reading| reading.words.contains(&at)) && !GRAMMAR.is_light(&words[at]);
        let claims = || readings.iter().filter(|reading| reading.is_claim());
        let begins = claims().next().is_some_and(|first| first.words.start < from || from == 0);
        begins && !(from..words.len()).any(left) && claims().any(|reading| reading.words.end > from)
    }

    /// Reads a row of words. Returns the number of meaningful words that were not read.
    fn row(
        &mut self,
        cx: &mut Context<'_>,
        said: &Sentence,
        words: &[Word],
        unclear: bool,
        outcome: &mut Outcome,
    ) -> usize {
        let readings = grammar::readings(&GRAMMAR, words, &mut self.steps);
        let title = cx.rules.title.to_lowercase();
        let account = Account::new(words, &readings, &title);
        let parted = words.iter().any(|word| GRAMMAR.has_sense(word, "captures") || GRAMMAR.has_sense(word, "capture"))
            || goes_on_with_captures(cx, said);
        let among = among_others(cx, said);
        let here = |reading: &&Reading| reading.is_claim() && !account.is_elsewhere(reading);
        for reading in readings.iter().filter(here) {
            // A condition gets the line of its last word, because its first word may end another condition.
            let condition = reading.shape == "castlecond";
            let at = if condition { reading.words.end - 1 } else { reading.words.start };
            let line = said.line_at(words[at].span.start);
            let (subjects, stale) = self.subjects(cx, reading, words, said);
            let carried = if subjects.is_empty() { None } else { self.topic_side };
            // `A knight's leap` is not about a knight.
            let owned = |word: &Word| {
                said.text
                    .get(word.span.clone())
                    .is_some_and(|text| text.ends_with(['\'', '’']) || text.ends_with("'s") || text.ends_with("’s"))
            };
            let stale =
                stale || words[reading.words.clone()].iter().find(|word| word.piece.is_some()).is_some_and(owned);
            let several = account.goes_on(reading);
            // `They may not move two squares or be captured in passing` denies both.
            let joined =
                reading.words.start.checked_sub(1).filter(|at| ["or", "nor"].contains(&words[*at].text.as_str()));
            let before = joined.and_then(|at| readings.iter().find(|other| other.words.end == at));
            let shared = before.is_some_and(|other| other.notes.iter().any(|note| note.tag == "not"))
                && !reading.notes.iter().any(|note| ["not", "ewho"].contains(&note.tag));
            let unclear = unclear || shared;
            let doubt = match () {
                () if unclear || account.is_qualified(reading) => Some(IN_PART),
                () if !account.is_whole() && !account.stands_alone(reading) => Some(IN_PART),
                () if stale => Some("it may be about another piece"),
                () => None,
            };
            let used = Used::default();
            let told = Told { subjects, carried, parted, among, reading, words, line, text: &said.text, used: &used };
            let twins = grammar::twins(&GRAMMAR, words, reading, &mut self.spare);
            let judged = judge::judge(cx, &told);
            // The kind of a promoted piece is not right if the place is wrong.
            let differs = reading.shape == "promote"
                && judged.iter().any(|(_, finding)| finding.verdict == Verdict::Contradicted);
            for (kind, finding) in judged {
                let doubt =
                    doubt.or((several && finding.short_of.is_some()).then_some("it describes more ways to move"));
                let alone = (0..words.len()).all(|at| reading.words.contains(&at) || GRAMMAR.is_light(&words[at]));
                let doubt = doubt.or((kind == "stalemate" && !alone).then_some(IN_PART));
                let doubt = doubt.or_else(|| caution::doubt(cx, said, words, reading));
                let passed =
                    twins.untraced.map(|at| words[at].text.as_str()).or_else(|| passed_over(&account, reading, words));
                let passed = passed.or(shared.then_some("not"));
                // A claim that differs in one thing differs, whatever else it says; to be right, it must be right in all.
                let unweighed = || told.unused(cx, twins.polar).or(differs.then_some("the part that differs"));
                let right = finding.verdict == Verdict::Confirmed;
                let passed = passed.or_else(|| right.then(unweighed).flatten());
                let mut finding = match (finding.verdict, doubt, passed) {
                    (Verdict::Confirmed, _, Some(passed)) => finding.in_part(passed),
                    (_, Some(doubt), _) => finding.doubted(doubt),
                    (_, None, Some(_)) => finding.doubted(IN_PART),
                    (_, None, None) => finding,
                };
                finding.words = words_read(said, words, reading);
                if [Verdict::Confirmed, Verdict::Contradicted].contains(&finding.verdict) {
                    outcome.settled.push(reading.words.clone());
                }
                cx.say_read(kind, said, line, finding);
                outcome.kinds.insert(kind);
            }
        }
        account.rest()
    }

    /// The pieces that a claim is about: those that it names, or else the last subject; and whether that subject was
    /// named so far away that it may be another.
    fn subjects(
        &mut self,
        cx: &Context<'_>,
        reading: &Reading,
        words: &[Word],
        said: &Sentence,
    ) -> (Vec<PieceId>, bool) {
        let from = reading.notes.iter().position(|note| note.tag == "who");
        let to = reading.notes.iter().position(|note| note.tag == "ewho");
        let piece = |note: &grammar::Note| words[note.word?].piece.filter(|_| note.tag == "piece");
        let named: Vec<PieceId> = match (from, to) {
            (Some(from), Some(to)) if from < to => reading.notes[from..to].iter().filter_map(piece).collect(),
            _ => Vec::new(),
        };
        if named.is_empty() && reading.notes.iter().any(|note| note.tag == "allkinds") {
            return (all_kinds(cx, reading.shape), false);
        }
        if let Some(first) = named.first() {
            (self.topic, self.named_in, self.named_here) = (Some(*first), said.block, true);
            let side = |note: &grammar::Note| words[note.word?].side.filter(|_| note.tag == "side");
            self.topic_side = from.zip(to).and_then(|(from, to)| reading.notes[from..to].iter().find_map(side));
            // `Promoted silvers, lances and pawns`: the first two words are a name, and the others mean such pieces too.
            let likewise = named.len() > 1
                && cx.rules.piece_ids().any(|piece| promoted_form(cx, piece) == *first && piece != *first);
            let likewise = likewise && words[reading.words.start].text.starts_with("promoted");
            let who = from.zip(to).map_or(0..0, |(from, to)| from..to);
            let promoted = likewise
                || reading.notes[who].iter().any(|note| note.tag == "promoted")
                || reading.notes.iter().any(|note| note.tag == "promoted2");
            let form = |piece: &PieceId| if promoted { promoted_form(cx, *piece) } else { *piece };
            self.topics.clone_from(&named);
            return (named.iter().map(form).collect(), false);
        }
        let own = [
            "moves",
            "nomove",
            "jumps",
            "hop",
            "bound",
            "confined",
            "nopromote",
            "dropmate",
            "dropfile",
            "droprank",
            "atmost",
        ];
        // `A tokin, which moves like a gold`.
        let clause = words[..reading.words.start]
            .iter()
            .rev()
            .take(2)
            .any(|word| ["which", "who", "that"].contains(&word.text.as_str()));
        // `It is a rook that …` is about what `it` is.
        let predicate = |at: usize| {
            words[..at].iter().rev().take(2).any(|word| ["is", "are", "be", "being"].contains(&word.text.as_str()))
        };
        let before = || {
            let at = words[..reading.words.start].iter().rposition(|word| word.piece.is_some())?;
            let promoted = at > 0 && words[at - 1].text == "promoted";
            let named = words[at].piece.map(|piece| if promoted { promoted_form(cx, piece) } else { piece });
            if predicate(at) { self.topic } else { named }
        };
        // `Promotes to a piece that can step …` is about that piece, whatever it is.
        let relative = words[..reading.words.start]
            .iter()
            .rposition(|word| ["which", "who", "that"].contains(&word.text.as_str()));
        let antecedent = relative.and_then(|at| words.get(at.checked_sub(1)?));
        if clause && from.is_none() && antecedent.is_some_and(|word| GRAMMAR.has_sense(word, "piece")) {
            return (Vec::new(), true);
        }
        if let Some(piece) = before().filter(|_| clause && from.is_none()) {
            return (vec![piece], false);
        }
        // `Pawns are the exception: they may not …`: the first piece that the sentence names.
        let referred = from.is_some_and(|from| reading.notes.get(from + 1).is_some_and(|note| note.tag == "same"));
        let first = words[..reading.words.start].iter().find_map(|word| word.piece);
        if let Some(piece) = first.filter(|_| referred && !self.named_here) {
            return (vec![piece], false);
        }
        let (promotes, block) = (|piece: &PieceId| cx.promotes(*piece), said.block);
        let topic = match reading.shape {
            shape if own.contains(&shape) || from.is_some() => self.topic,
            "promote" => {
                // `When a pawn reaches the last rank, it promotes`.
                let said = reading.notes.iter().take_while(|note| note.tag != "to");
                let named = said.filter_map(|note| words[note.word?].piece).find(promotes);
                if named.is_some() {
                    (self.topic, self.named_in, self.named_here) = (named, block, true);
                }
                named.or(self.topic.filter(promotes))
            }
            _ => None,
        };
        // `Moves exactly like a rook` behind a sentence on another piece, where no heading or row says which is meant.
        let loose = from.is_none() && !self.named_here && cx.piece_above(&said.above) != topic;
        let many = from.is_some_and(|from| {
            let said = &words[reading.words.start..];
            reading.notes.get(from + 1).is_some_and(|note| note.tag == "same")
                && said.first().is_some_and(|word| ["they", "these", "both"].contains(&word.text.as_str()))
        });
        let all = if many && topic == self.topics.first().copied() { self.topics.clone() } else { Vec::new() };
        let subjects = if all.is_empty() { topic.into_iter().collect() } else { all };
        (subjects, topic.is_some() && (loose || self.named_in != said.block))
    }
}

/// A word, or the name of a part, near a claim that was not read and may limit it.
fn passed_over<'w>(account: &Account<'_>, reading: &Reading, words: &'w [Word]) -> Option<&'w str> {
    let cut = account.is_cut(reading).then_some("the rest of its clause");
    let limit = account.left_behind(reading).or_else(|| account.left_before(reading));
    let limit = limit.or_else(|| account.listed_twice(reading)).or_else(|| account.measure_behind(reading));
    cut.or_else(|| limit.map(|at| words[at].text.as_str()))
}

/// The pieces that `pieces` means in a claim about moves: all kinds of the setup. None in other claims.
fn all_kinds(cx: &Context<'_>, shape: &str) -> Vec<PieceId> {
    let about_moves = ["moves", "notway", "nomove", "jumps", "alike", "jumpcap", "sandwich"].contains(&shape);
    cx.rules.piece_ids().filter(|piece| about_moves && !cx.placed(*piece, None).is_empty()).collect()
}

/// The piece after promotion if there is only one choice, otherwise the piece itself.
fn promoted_form(cx: &Context<'_>, piece: PieceId) -> PieceId {
    let choices = cx.promotion(piece).map(|rule| rule.choices.white);
    match choices.as_deref() {
        Some([one]) => *one,
        _ => piece,
    }
}

/// Gives a letter that stands as a label its piece: `K: one step`, `B = bishop`.
fn label(cx: &Context<'_>, words: &mut [Word]) {
    let [first, mark, ..] = words else { return };
    if first.capital && first.piece.is_none() && [":", "="].contains(&mark.text.as_str()) {
        first.piece = cx.rules.piece_with_symbol(&first.text.to_uppercase()).map(|(piece, _)| piece);
    }
}

/// The words of a sentence from the first to the last that a reading rests on.
fn words_read(said: &Sentence, words: &[Word], reading: &Reading) -> Option<String> {
    spanned(said, words, reading.words.clone())
}

fn spanned(said: &Sentence, words: &[Word], range: Range<usize>) -> Option<String> {
    let spans = words.get(range)?.iter().map(|word| &word.span);
    let start = spans.clone().map(|span| span.start).min()?;
    said.text.get(start..spans.map(|span| span.end).max()?).map(str::to_owned)
}

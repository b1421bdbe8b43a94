//! Turns sentences into findings: their subject, whether they are about this game, what was read, and how far that
//! can be trusted.

use std::collections::{BTreeSet, HashMap};

use crate::board::Side;
use crate::rules::{Look, PieceId};

use super::aliases;
use super::completion;
use super::context::{Context, listed};
use super::grammar::{self, GRAMMAR, Names, Reading, Word};
use super::judge::{self, Told};
use super::model::{Kind, Page};
use super::phrases::Concept;
use super::sentence::Sentence;

/// State that is carried from sentence to sentence.
#[derive(Clone, Default, Debug)]
pub struct Reader {
    /// The page's names for the sides.
    sides: HashMap<String, Side>,
    /// The piece that is spoken of.
    topic: Option<PieceId>,
    heading: String,
    /// The condition of the last sentence, and its block.
    condition: (usize, Vec<Word>),
    /// How many steps reading may still take.
    steps: usize,
    /// How many it may still take to find what fragments leave out.
    spare: usize,
}

/// Result for a sentence.
#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// The kinds of the claims that were judged.
    pub kinds: BTreeSet<&'static str>,
    /// `true` if every word has been read.
    pub whole: bool,
}

struct PageNames<'c, 'a> {
    cx: &'c Context<'a>,
    sides: &'c HashMap<String, Side>,
}

impl Names for PageNames<'_, '_> {
    fn piece(&self, name: &str) -> Option<PieceId> {
        self.cx.piece(name)
    }

    fn side(&self, name: &str) -> Option<Side> {
        match name {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            _ => own_name(self.cx, name).or_else(|| self.sides.get(name).copied()),
        }
    }

    fn is_foreign(&self, name: &str) -> bool {
        self.cx.is_foreign(name)
    }
}

/// The side that the rules themselves call so.
fn own_name(cx: &Context<'_>, name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| cx.rules.look.sides[*side].eq_ignore_ascii_case(name))
}

/// More steps than these are not taken for one page.
const MOST_STEPS: usize = 6_000_000;

/// Nor more than these for what fragments leave out.
const MOST_SPARE: usize = 2_000_000;

/// Words of headings below which nothing is said about this game's rules.
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
        let mut reader = Reader { steps: MOST_STEPS, spare: MOST_SPARE, ..Reader::default() };
        for block in page.blocks.iter().filter(|block| !matches!(block.kind, Kind::Diagram | Kind::Remark)) {
            let text = block.text.as_str();
            for (at, _) in text.match_indices('(').take(200) {
                let Some(inner) = text[at + 1..].split(')').next().filter(|inner| inner.len() < 60) else { continue };
                let before = text[..at].trim_end().rsplit([' ', '\n', ',']).next().unwrap_or_default();
                let (name, mut inner) = (before.to_lowercase(), inner.trim().to_lowercase());
                if inner.starts_with("also ") || inner.contains(" name") {
                    // `Also known by its other name, the general`.
                    inner = inner.rsplit(' ').next().unwrap_or_default().to_owned();
                }
                let side_of = |name: &str| match name {
                    "white" => Some(Side::White),
                    "black" => Some(Side::Black),
                    _ => own_name(cx, name),
                };
                let capital = before.starts_with(char::is_uppercase) && cx.piece(&name).is_none();
                match (side_of(&name), side_of(&inner)) {
                    (None, Some(side)) if capital => {
                        reader.sides.insert(name, side);
                        continue;
                    }
                    // `Blue (Cho)`: the name in brackets is another one of the side.
                    (Some(side), None)
                        if capital && inner.chars().all(char::is_alphabetic) && !GRAMMAR.knows(&inner) =>
                    {
                        reader.sides.insert(inner, side);
                        continue;
                    }
                    _ => {}
                }
                match (cx.piece(&name), cx.piece(&inner)) {
                    (Some(piece), None) if cx.is_foreign(&inner) => cx.learn(&inner, piece),
                    (None, Some(piece)) if cx.is_foreign(&name) => cx.learn(&name, piece),
                    _ => {}
                }
            }
        }
        by_place(cx, page);
        by_moves(cx, page);
        aliases::learn(cx, page);
        // Where the rules name the sides, a colour means what they say.
        if cx.rules.look.sides == Look::default().sides {
            reader.by_colour(page);
        }
        reader
    }

    /// `Red moves first`: a colour that the rules do not know names the side that moves first.
    fn by_colour(&mut self, page: &Page) {
        let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
        let says = |word: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|other| *other == word).count();
        if says("white") > 0 {
            return;
        }
        let first = |name: &str| {
            ["moves first", "move first", "starts", "begins", "goes first"]
                .iter()
                .any(|verb| text.contains(&format!("{name} {verb}")) || text.contains(&format!("{name} player {verb}")))
        };
        let colours: Vec<&str> =
            listed("colours:").filter(|name| says(name) > 0 && !self.sides.contains_key(*name)).collect();
        for name in &colours {
            let other = colours.len() > 1 && !first(name) && colours.iter().any(|colour| first(colour));
            self.sides.insert((*name).to_owned(), if other { Side::Black } else { Side::White });
        }
    }

    /// How many steps reading may still take, with those to find what fragments leave out.
    pub fn steps_left(&self) -> usize {
        self.steps + self.spare
    }

    /// Reads a sentence and judges what it claims.
    pub fn sentence(&mut self, cx: &mut Context<'_>, said: &Sentence) -> Outcome {
        if self.heading != said.heading {
            self.heading.clone_from(&said.heading);
            self.topic = cx.piece_above(&said.above);
        }
        // `Promotes to gold` in the row of another piece.
        let remark = said.tokens.first().is_some_and(|token| token.concept == Concept::promotion);
        if said.pieces.is_empty() || remark {
            self.topic = said.subject.or(self.topic);
        }
        let aside = ASIDE.iter().any(|word| said.heading.contains(word)) || said.text.trim_end().ends_with('?');
        let row = grammar::row(&said.text, &GRAMMAR, &PageNames { cx, sides: &self.sides });
        if aside || row.words.is_empty() {
            return Outcome::default();
        }
        // `Chess is played …` on the page of another game.
        if let [game, is, ..] = row.words.as_slice() {
            let title = cx.rules.title.to_lowercase();
            cx.aside |= GRAMMAR.has_sense(game, "elsewhere") && is.text == "is" && game.capital && title != game.text;
        }
        // `Captain (C): moves …`, where nothing is known by that name.
        let label =
            |word: &Word| word.capital && word.is_unknown() && row.words.get(1).is_some_and(|next| next.text == ":");
        if row.words.first().is_some_and(|word| word.piece.is_none() && (word.foreign || label(word))) {
            // It speaks of a piece that is not known here.
            self.topic = None;
        }
        let mut outcome = Outcome::default();
        // `The khon (king)`: two pieces of the rules, and no telling which is meant.
        let other = |words: &Vec<Word>| {
            let inner = words.first().and_then(|word| word.piece).filter(|_| words.len() == 1);
            inner.is_some_and(|inner| row.words.iter().any(|word| word.piece.is_some_and(|piece| piece != inner)))
        };
        let unclear = row.brackets.iter().any(other);
        let completed = self.completed(cx, said, &row.words);
        let mut rest = match &completed {
            Some(words) => self.row(cx, said, words, unclear, &mut outcome),
            None => 1,
        };
        if outcome.kinds.is_empty() {
            rest = self.row(cx, said, &row.words, unclear, &mut outcome);
        }
        outcome.whole = rest == 0 && !outcome.kinds.is_empty();
        self.condition = (said.block, completion::condition(&row.words));
        for words in &row.brackets {
            self.row(cx, said, words, unclear, &mut outcome);
        }
        outcome
    }

    /// A sentence completed with the text above it, but only if it is then read completely, and was not by itself.
    fn completed(&mut self, cx: &Context<'_>, said: &Sentence, words: &[Word]) -> Option<Vec<Word>> {
        let (block, condition) = std::mem::take(&mut self.condition);
        let behind = completion::behind_that_case(words).filter(|_| block == said.block);
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
        let claims = || readings.iter().filter(|reading| reading.shape != "aside");
        let begins = claims().next().is_some_and(|first| first.words.start < from || from == 0);
        begins && !(from..words.len()).any(left) && claims().any(|reading| reading.words.end > from)
    }

    /// Reads a row of words; gives how many of them mean something and have not been read.
    fn row(
        &mut self,
        cx: &mut Context<'_>,
        said: &Sentence,
        words: &[Word],
        unclear: bool,
        outcome: &mut Outcome,
    ) -> usize {
        let readings = grammar::readings(&GRAMMAR, words, &mut self.steps);
        let read = |at: usize| readings.iter().any(|reading| reading.words.contains(&at));
        let left: Vec<&Word> = words.iter().enumerate().filter(|(at, _)| !read(*at)).map(|(_, word)| word).collect();
        // `Promotion: a pawn …`: what stands before the colon names what follows.
        let label = words.iter().position(|word| word.text == ":").filter(|colon| *colon <= 3).unwrap_or(0);
        let label =
            if words[..label].iter().any(|word| word.number.is_some() || GRAMMAR.is_hedge(word)) { 0 } else { label };
        let means = |at: usize| at >= label && words.get(at).is_some_and(|word| !GRAMMAR.is_light(word)) && !read(at);
        let mark = |at: usize| [",", ";", ":"].contains(&words[at].text.as_str());
        // A clause is what stands between marks.
        let clause = |reading: &Reading| {
            let start = (0..reading.words.start).rev().find(|at| mark(*at)).map_or(0, |at| at + 1);
            let end = (reading.words.end..words.len()).find(|at| mark(*at)).unwrap_or(words.len());
            start..end
        };
        // `Moves one square and then …`: what goes on unread may change what it means.
        let open = |reading: &Reading| {
            let joined = |word: &Word| ["and", "or", "then", "but"].contains(&word.text.as_str());
            let after =
                (reading.words.end..words.len()).take_while(|at| words[*at].text != "," && words[*at].text != ";");
            let before = (0..reading.words.start).rev().take_while(|at| words[*at].text != ";");
            let own = reading.notes.iter().any(|note| note.tag == "ewho")
                && !reading.notes.iter().any(|note| note.tag == "same");
            words.get(reading.words.end).is_some_and(joined) && after.clone().any(means)
                || !own && before.clone().any(|at| means(at) || !read(at) && words[at].piece.is_some())
        };
        // `Like a rook, but only forwards`, `like the knight of shogi`: the comparison does not hold exactly.
        let qualified = |reading: &Reading| {
            let behind = words[reading.words.end..].iter().skip_while(|word| word.text == ",");
            let mut behind = behind.take(4).map(|word| word.text.as_str());
            let first = behind.next().unwrap_or_default();
            let but = ["that", "which"].contains(&first)
                || first == "but" && behind.any(|word| ["only", "not", "never"].contains(&word));
            let last = &words[reading.words.clone()];
            let game = matches!(last, [.., before, name]
                if ["in", "of", "from"].contains(&before.text.as_str()) && name.capital && name.piece.is_none());
            reading.shape == "moves" && (but || game)
        };
        let parted = words.iter().any(|word| GRAMMAR.has_sense(word, "captures") || GRAMMAR.has_sense(word, "capture"));
        for reading in readings.iter().filter(|reading| reading.shape != "aside") {
            // A condition stands on the line of its last word: its first may end another.
            let condition = reading.shape == "castlecond";
            let at = if condition { reading.words.end - 1 } else { reading.words.start };
            let line = said.line_at(words[at].span.start);
            let subjects = self.subjects(cx, reading, words);
            let told = Told { subjects, parted, reading, words, line, text: &said.text };
            for (kind, finding) in judge::judge(cx, &told) {
                let own = clause(reading);
                let hedges = |at: usize| {
                    let near = own.contains(&at) && GRAMMAR.is_hedge(&words[at]);
                    !read(at) && (near || GRAMMAR.has_sense(&words[at], "condition"))
                };
                let doubt = unclear
                    || qualified(reading)
                    || (0..words.len()).any(hedges)
                    || own.clone().any(means)
                    || open(reading);
                let mut finding = match doubt {
                    true => finding.doubted("only a part of the sentence has been read; it may differ from the rules"),
                    false => finding,
                };
                finding.words = words_read(said, words, reading);
                cx.say_read(kind, said, line, finding);
                outcome.kinds.insert(kind);
            }
        }
        left.iter().filter(|word| !GRAMMAR.is_light(word) || GRAMMAR.is_hedge(word)).count()
    }

    /// The pieces that a claim is about: those that it names, or else the last subject.
    fn subjects(&mut self, cx: &Context<'_>, reading: &Reading, words: &[Word]) -> Vec<PieceId> {
        let from = reading.notes.iter().position(|note| note.tag == "who");
        let to = reading.notes.iter().position(|note| note.tag == "ewho");
        let piece = |note: &grammar::Note| words[note.word?].piece.filter(|_| note.tag == "piece");
        let named: Vec<PieceId> = match (from, to) {
            (Some(from), Some(to)) if from < to => reading.notes[from..to].iter().filter_map(piece).collect(),
            _ => Vec::new(),
        };
        if let Some(first) = named.first() {
            self.topic = Some(*first);
            let promoted = reading.notes.iter().any(|note| ["promoted", "promoted2"].contains(&note.tag));
            return if promoted { named.iter().map(|piece| promoted_form(cx, *piece)).collect() } else { named };
        }
        let own = [
            "moves",
            "nomove",
            "jumps",
            "bound",
            "confined",
            "reached",
            "nopromote",
            "dropmate",
            "dropfile",
            "droprank",
        ];
        // `A tokin, which moves like a gold`.
        let clause = words[..reading.words.start]
            .iter()
            .rev()
            .take(2)
            .any(|word| ["which", "who", "that"].contains(&word.text.as_str()));
        let before = || words[..reading.words.start].iter().rev().find_map(|word| word.piece);
        if let Some(piece) = before().filter(|_| clause && from.is_none()) {
            return vec![piece];
        }
        let promotes = |piece: &PieceId| cx.rules.piece(*piece).promotion.is_some();
        match reading.shape {
            shape if own.contains(&shape) || from.is_some() => self.topic.into_iter().collect(),
            "promote" => self.topic.filter(promotes).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// The piece after promotion if there is only one choice, otherwise the piece itself.
fn promoted_form(cx: &Context<'_>, piece: PieceId) -> PieceId {
    let choices = cx.rules.piece(piece).promotion.as_ref().map(|rule| rule.choices.white.clone());
    match choices.as_deref() {
        Some([one]) => *one,
        _ => piece,
    }
}

/// Pages call pieces by the names that pieces on the same places have elsewhere: from the corner, as listed with `places:`.
fn by_place(cx: &mut Context<'_>, page: &Page) {
    let geometry = cx.rules.geometry.clone();
    let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
    let spoken = |name: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.trim_end_matches('s') == name);
    let white = |file: usize| {
        let placed = cx.rules.setup.pieces[geometry.at(file, 0)?.index()]?;
        (placed.side == Side::White && cx.royal() != Some(placed.piece)).then_some(placed.piece)
    };
    let last = geometry.files() - 1;
    let mut found: Vec<(&str, PieceId)> = Vec::new();
    for (file, name) in listed("places:").enumerate().filter(|(file, _)| file + 1 < last) {
        let mirrored = white(file).filter(|piece| white(last - file) == Some(*piece));
        let alone = || white(file).or(white(last - file));
        let piece = if file < 3 { mirrored } else { alone() };
        found.extend(piece.filter(|_| file < 3 || last == 7).map(|piece| (name, piece)));
    }
    found.extend(listed("royal:").next().zip(cx.royal()));
    found.extend(listed("promoter:").next().zip(cx.promoting()));
    for (name, piece) in found {
        // Not where the page uses the rules' own name beside it.
        if cx.piece(name).is_none() && spoken(name) && !spoken(cx.name(piece)) {
            cx.learn(name, piece);
        }
    }
}

/// The words of a sentence from the first to the last that a reading rests on.
fn words_read(said: &Sentence, words: &[Word], reading: &Reading) -> Option<String> {
    let spans = words.get(reading.words.clone())?.iter().map(|word| &word.span);
    let start = spans.clone().map(|span| span.start).min()?;
    said.text.get(start..spans.map(|span| span.end).max()?).map(str::to_owned)
}

/// Pages call pieces by the names that pieces with the same moves have elsewhere.
fn by_moves(cx: &mut Context<'_>, page: &Page) {
    let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
    let spoken = |name: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.trim_end_matches('s') == name);
    let pieces: Vec<PieceId> = cx.rules.piece_ids().collect();
    if let [only] = pieces.as_slice() {
        // Where there is one kind, it is what pages mean by a piece.
        cx.learn("piece", *only);
        cx.learn("stone", *only);
    }
    for (name, moves) in listed("moves:").filter_map(|pair| pair.split_once('=')) {
        let mut same = pieces.iter().filter(|piece| cx.rules.piece(**piece).notation == moves);
        let (one, two) = (same.next().copied(), same.next());
        let unknown = two.is_none() && cx.piece(name).is_none() && spoken(name);
        if let Some(piece) = one.filter(|piece| unknown && !spoken(cx.name(*piece))) {
            cx.learn(name, piece);
        }
    }
}

//! State of reading a page: the rules, the names of pieces, and what the page has said so far.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::board::{Side, Square, SquareSet};
use crate::game::Compiled;
use crate::rules::{PieceId, Promotion, Royalty, Rules, Setup};

use super::above::{self, Above};
use super::claim::{Claim, Finding, Verdict, stable_id};
use super::grammar::{GRAMMAR, Grammar};
use super::known::Known;
use super::model::{Block, Kind, Page};
use super::phrases::{self, Shape, Token};
use super::sentence::{Row, Sentence, Topic};

/// Kinds of claims about what stands on the board at the start, and the board itself.
const AT_START: [&str; 2] = ["setup", "board"];

/// The largest number of words of a plain sentence. Longer sentences make several statements.
pub const LONGEST_PLAIN: usize = 25;

/// Place of a sentence in the page.
struct Surroundings {
    block: usize,
    above: Above,
    before: Option<PieceId>,
    heading: String,
}

/// The moves of pieces, as the sentences of a block state them.
#[derive(Default)]
pub struct BlockMoves {
    /// The notations that hold for each piece, joined.
    pub said: HashMap<PieceId, String>,
    /// Claims that are contradicted only because a piece has more moves than they say.
    pub short: Vec<(usize, PieceId)>,
}

/// State of reading a page.
pub struct Context<'a> {
    /// The variant.
    pub compiled: &'a Compiled,
    /// Its rules.
    pub rules: Arc<Rules>,
    /// The page.
    pub page: &'a Page,
    /// The grammar of its language.
    pub grammar: &'static Grammar,
    /// The context of each block.
    above: Vec<Above>,
    /// The claims found so far.
    pub claims: Vec<Claim>,
    /// How many claims there are of each id.
    ids: HashMap<String, usize>,
    /// The text of the heading above what is read now.
    pub heading: String,
    /// Names of pieces in lower case.
    names: HashMap<String, PieceId>,
    /// The page's number for the first rank: 0 or 1.
    pub base: usize,
    /// Topics that the page has mentioned.
    pub said: BTreeSet<Topic>,
    /// The last position shown.
    pub shown: Option<Setup>,
    /// `true` if the page says, in notation or in words, that edges are joined.
    pub says_wrap: bool,
    /// How endgames are solved.
    pub solver: &'a dyn super::endgame::Watch,
    /// `true` if the page carries all facts, as a page written by Ferz does.
    pub carries_facts: bool,
    /// Letters of diagrams that stand for a piece with another symbol, in lower case.
    pub letters: HashMap<char, PieceId>,
    /// The moves of each piece that the page states in notation, and the first place where it does.
    pub told: std::collections::BTreeMap<PieceId, (usize, String, String)>,
    /// Moves that the page states and the rules do not have: the piece, a notation, and the line.
    pub differs: Vec<(PieceId, String, usize)>,
    /// Rows of tables of pieces.
    pub rows: Vec<Row>,
    /// The moves that the sentences of the current block state.
    pub block: BlockMoves,
    /// Results for earlier sentences with the same words.
    pub known: Known,
    /// The line from which on the page describes the rules of another game.
    pub aside: Option<usize>,
    /// Names whose pieces were guessed by their places or moves.
    guessed: BTreeSet<String>,
}

impl<'a> Context<'a> {
    /// The context at the top of a page in English.
    pub fn new(compiled: &'a Compiled, page: &'a Page, solver: &'a dyn super::endgame::Watch) -> Context<'a> {
        Context::of(compiled, page, solver, &GRAMMAR)
    }

    /// The context at the top of a page.
    pub fn of(
        compiled: &'a Compiled,
        page: &'a Page,
        solver: &'a dyn super::endgame::Watch,
        grammar: &'static Grammar,
    ) -> Context<'a> {
        let rules = compiled.shared_rules();
        let names = names(&rules, grammar);
        let base = if has_rank_zero(page, grammar) { 0 } else { 1 };
        Context {
            compiled,
            rules,
            page,
            grammar,
            above: above::of(page),
            claims: Vec::new(),
            ids: HashMap::new(),
            heading: String::new(),
            names,
            base,
            said: BTreeSet::new(),
            shown: None,
            says_wrap: false,
            solver,
            carries_facts: false,
            told: std::collections::BTreeMap::new(),
            letters: HashMap::new(),
            differs: Vec::new(),
            rows: Vec::new(),
            block: BlockMoves::default(),
            known: Known::default(),
            aside: None,
            guessed: BTreeSet::new(),
        }
    }

    /// The piece that pages mean by the king, if the variant has one of that name.
    pub fn called_royal(&self) -> Option<PieceId> {
        self.grammar.listed("royal:").next().and_then(|name| self.piece(name))
    }

    /// Returns `true` if a word is the name of a piece that the variant does not have.
    pub fn is_foreign(&self, word: &str) -> bool {
        let singular = self.grammar.manner.singular(word);
        let known = || self.grammar.listed("foreign:").any(|name| name == word || name == singular);
        self.piece(word).is_none() && (self.grammar.nouns.plain(word).is_some() || known())
    }

    /// The piece with a name, in one or several.
    pub fn piece(&self, name: &str) -> Option<PieceId> {
        let name = name.trim().to_lowercase();
        self.names.get(&name).copied().or_else(|| {
            let singular = name.strip_suffix('s').or_else(|| name.strip_suffix("'s"));
            singular
                .and_then(|singular| self.names.get(singular))
                .or_else(|| self.names.get(&irregular(&name)?))
                .copied()
        })
    }

    /// The names that a piece has.
    pub fn names_of(&self, piece: PieceId) -> impl Iterator<Item = &str> {
        self.names.iter().filter(move |(_, named)| **named == piece).map(|(name, _)| name.as_str())
    }

    /// Returns `true` if a name of a piece is written in the plural.
    pub fn is_plural(&self, name: &str) -> bool {
        let singular = name.strip_suffix('s').is_some_and(|name| self.names.contains_key(name));
        singular && !self.names.contains_key(name)
    }

    /// From now on a page's own name stands for a piece.
    pub fn learn(&mut self, name: &str, piece: PieceId) {
        self.names.entry(name.trim().to_lowercase()).or_insert(piece);
    }

    /// From now on a name stands for a piece that it may mean.
    pub fn guess(&mut self, name: &str, piece: PieceId) {
        self.guessed.insert(name.to_owned());
        self.learn(name, piece);
    }

    /// Returns `true` if the piece of a name was guessed.
    pub fn is_guessed(&self, name: &str) -> bool {
        self.guessed.contains(name) || name.strip_suffix('s').is_some_and(|name| self.guessed.contains(name))
    }

    /// From now on a name stands for another piece than before.
    pub fn rename(&mut self, name: &str, piece: PieceId) {
        self.names.insert(name.to_owned(), piece);
    }

    /// The royal piece, if there is just one kind.
    pub fn royal(&self) -> Option<PieceId> {
        let mut royal = self.rules.piece_ids().filter(|id| self.rules.piece(*id).royalty == Royalty::Royal);
        royal.next().filter(|_| royal.next().is_none())
    }

    /// How a piece promotes.
    pub fn promotion(&self, piece: PieceId) -> Option<Promotion> {
        super::moves::promotion_of(&self.rules, piece)
    }

    /// Returns `true` if a piece can promote.
    pub fn promotes(&self, piece: PieceId) -> bool {
        let piece = self.rules.piece(piece);
        piece.promotion.is_some() || piece.promotion_move.is_some()
    }

    /// How all pieces that promote do so.
    pub fn promotions(&self) -> Vec<Promotion> {
        self.rules.piece_ids().filter_map(|piece| self.promotion(piece)).collect()
    }

    /// The piece that promotes, if there is just one kind.
    pub fn promoting(&self) -> Option<PieceId> {
        let mut found = self.rules.piece_ids().filter(|id| self.promotes(*id));
        let first = found.next()?;
        // Several pieces that promote, as in shogi: none of them is *the* pawn.
        found.next().is_none().then_some(first)
    }

    /// A square by the name that the page uses.
    pub fn square(&self, name: &str) -> Option<Square> {
        let name = name.to_lowercase();
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let rank: usize = name[digits..].parse().ok()?;
        let rank = (rank + 1).checked_sub(self.base)?;
        self.rules.geometry.square(&format!("{}{rank}", &name[..digits]))
    }

    /// The squares of `a2-h2` (a line) or `e8-h8-h4` (round a corner).
    pub fn path(&self, text: &str) -> Option<SquareSet> {
        let corners: Option<Vec<Square>> = text.split(['-', '–', '—']).map(|name| self.square(name)).collect();
        let corners = corners?;
        let mut squares = SquareSet::of(*corners.first()?);
        for pair in corners.windows(2) {
            squares |= self.rules.geometry.straight(pair[0], pair[1]);
        }
        Some(squares)
    }

    /// Adds a claim.
    pub fn claim(&mut self, kind: &'static str, line: usize, text: &str, finding: Finding) {
        let text = folded(text);
        let mut id = stable_id(kind, &text);
        let twins = self.ids.entry(id.clone()).or_default();
        *twins += 1;
        if *twins > 1 {
            id = format!("{id}.{twins}");
        }
        let Finding { verdict, detail, position, play, words, may_differ, short_of, .. } = finding;
        let short_of = short_of.filter(|_| verdict == Verdict::Contradicted);
        self.block.short.extend(short_of.map(|piece| (self.claims.len(), piece)));
        let words = words.map(|words| folded(&words)).filter(|words| *words != text);
        let accepted = false;
        self.claims.push(Claim { id, kind, line, text, verdict, detail, position, play, words, may_differ, accepted });
    }

    /// Adds a claim of a sentence that has been read.
    pub fn say_read(&mut self, kind: &'static str, sentence: &Sentence, line: usize, mut finding: Finding) {
        if self.aside.is_some() {
            finding = finding.doubted("it may be about another game");
        }
        if sentence.softened {
            finding = finding.doubted("the next sentence says otherwise in part");
        }
        finding = self.proved(kind, sentence, finding);
        self.claim(kind, line, &sentence.text, finding);
    }

    /// A finding that contradicts only with a proof. Rules in the language of rules may decide what a sentence speaks of,
    /// so beside them each contradiction needs a position.
    fn proved(&self, kind: &str, sentence: &Sentence, finding: Finding) -> Finding {
        let told = !self.rules.tree.is_empty() && !AT_START.contains(&kind);
        finding.proved(is_conditional(sentence) || told, super::moves::fen_of(&self.rules, &self.rules.setup))
    }

    /// The answer to a question, without any trace of it in what is known of the page.
    pub fn tried<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let kept = (self.said.clone(), self.told.clone(), self.differs.clone(), self.shown.clone(), self.says_wrap);
        let (said, short) = (self.block.said.clone(), self.block.short.len());
        let (claims, asked, ids) = (self.claims.len(), self.known.asked.clone(), self.ids.clone());
        let answer = ask(self);
        (self.said, self.told, self.differs, self.shown, self.says_wrap) = kept;
        self.block.said = said;
        self.block.short.truncate(short);
        self.claims.truncate(claims);
        (self.known.asked, self.ids) = (asked, ids);
        answer
    }

    /// Adds a claim of a sentence that no grammar reads: a line of a list, or an example.
    pub fn say(&mut self, kind: &'static str, sentence: &Sentence, mut finding: Finding) {
        if is_hedged(sentence) || self.is_strange(sentence) {
            finding = finding.doubted("it may differ from the rules, or be about something else");
        }
        finding = self.proved(kind, sentence, finding);
        self.claim(kind, sentence.line, &sentence.text, finding);
    }

    /// Returns `true` if a sentence has an unknown word.
    fn is_strange(&self, sentence: &Sentence) -> bool {
        let strange = |token: &Token| {
            token.shape == Shape::Word && self.piece(&token.word).is_none() && !GRAMMAR.knows(&token.word)
        };
        sentence.tokens.iter().any(strange) || self.aside.is_some()
    }

    /// The sentences of a block.
    pub fn sentences(&self, index: usize, block: &Block, row_subject: Option<PieceId>) -> Vec<Sentence> {
        let heading = self.heading.clone();
        let above = self.above.get(index).cloned().unwrap_or_default();
        let mut before = row_subject.or_else(|| self.piece_above(&above));
        let text = block.text.as_str();
        let mut found = Vec::new();
        for range in block.text.sentences() {
            let around = Surroundings { block: index, above: above.clone(), before, heading: heading.to_lowercase() };
            let (mut said, other) = self.sentence(&text[range.clone()], around, |at| block.text.line(range.start + at));
            said.at = range.start;
            before = if other { None } else { said.subject.or(before) };
            found.push(said);
        }
        let takes_back = |said: &Sentence| {
            let first = said.tokens.first().map_or("", |token| token.word.as_str());
            ["however", "but", "except", "unless", "nevertheless"].contains(&first)
        };
        let next: Vec<bool> = found.iter().skip(1).map(takes_back).chain([false]).collect();
        for (said, softened) in found.iter_mut().zip(next) {
            said.softened = softened;
        }
        found
    }

    /// A sentence with its words; and whether it is about a piece that the rules do not have, or one of two.
    fn sentence(&self, text: &str, around: Surroundings, line: impl Fn(usize) -> usize) -> (Sentence, bool) {
        let tokens = phrases::tokens(text);
        let lines = tokens.iter().map(|token| line(token.span.start)).collect();
        let named = tokens.iter().enumerate().filter(|(_, token)| token.shape == Shape::Word);
        let pieces: Vec<(usize, PieceId)> =
            named.filter_map(|(index, _)| Some((index, self.named_at(&tokens, index)?))).collect();
        let is_foreign = |token: &Token| token.shape == Shape::Word && self.is_foreign(&token.word);
        let foreign = tokens.iter().position(is_foreign);
        // `The commoner moves like a king`: the subject is not a piece of the rules.
        let other = foreign.is_some_and(|at| pieces.iter().all(|(index, _)| *index > at) && at <= 6);
        // `The khun (king)`: two pieces of the rules, and no telling which is meant.
        let twice = matches!(pieces.as_slice(), [(one, first), (two, second), ..]
            if two - one == 2 && tokens[one + 1].word == "(" && first != second);
        let other = other || twice;
        let Surroundings { block, above, before, heading } = around;
        let subject = if other { None } else { subject(&tokens, &pieces, before) };
        let (text, line) = (text.to_owned(), line(0));
        let softened = false;
        (Sentence { text, at: 0, line, tokens, lines, pieces, subject, before, heading, block, above, softened }, other)
    }

    /// The piece that a word names, or that the longest name around it names: a lion hawk is no lion.
    fn named_at(&self, tokens: &[Token], index: usize) -> Option<PieceId> {
        let joined = |from: usize, count: usize| {
            let words: Vec<&str> = tokens.get(from..from + count)?.iter().map(|token| token.word.as_str()).collect();
            self.piece(&words.join(" "))
        };
        let starts = |count: usize| (index + 1).saturating_sub(count)..=index;
        [3, 2, 1].into_iter().find_map(|count| starts(count).find_map(|from| joined(from, count)))
    }

    /// The piece named by the first cell of the row, or else by the nearest heading that names one. `None` if there is
    /// neither.
    pub fn piece_above(&self, above: &Above) -> Option<PieceId> {
        let named = |index: &usize| {
            let block = self.page.blocks.get(*index).filter(|block| block.text.as_str().len() < 100)?;
            self.named_in(block.text.as_str())
        };
        // The title of a page names no piece that all of it is about.
        let is_title = |index: &usize| self.page.blocks.get(*index).is_some_and(|block| block.kind == Kind::Heading(1));
        let nearest = above.headings.last().copied();
        let mut headings = above.headings.iter().rev().filter(|index| !is_title(index) || Some(**index) == nearest);
        above.row.as_ref().and_then(named).or_else(|| headings.find_map(named)).flatten()
    }

    /// The first piece that a heading or a label names, by as many words as it can have; `Some(None)` where an unknown
    /// word stands before its name: the `Divine King` may be another piece than the king.
    fn named_in(&self, text: &str) -> Option<Option<PieceId>> {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let found = (0..words.len()).find_map(|at| {
            let joined = |count: usize| Some(words.get(at..at + count)?.join(" "));
            Some((at, [3, 2, 1].into_iter().find_map(|count| self.piece(&joined(count)?))?))
        });
        let (at, piece) = found?;
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let strange = before.len() > 2 && !GRAMMAR.knows(&before.to_lowercase());
        let part = strange && text.contains(&format!("{before} {}", words[at]));
        Some((!part).then_some(piece))
    }

    /// The name of a piece.
    pub fn name(&self, piece: PieceId) -> &str {
        &self.rules.piece(piece).name
    }

    /// The pieces of a kind in the setup.
    pub fn placed(&self, piece: PieceId, side: Option<Side>) -> SquareSet {
        let pieces = self.rules.setup.pieces.iter().enumerate();
        let fits =
            |placed: &crate::rules::PlacedPiece| placed.piece == piece && side.is_none_or(|side| placed.side == side);
        pieces
            .filter(|(_, placed)| placed.as_ref().is_some_and(fits))
            .map(|(index, _)| Square::new(index as u16))
            .collect()
    }
}

/// The singular of `men`, `wolves`, `marches`, `ladies` and the like.
fn irregular(name: &str) -> Option<String> {
    let endings = [("men", "man"), ("eese", "oose"), ("mice", "mouse"), ("ves", "f"), ("ies", "y"), ("es", "")];
    endings.iter().find_map(|(plural, singular)| Some(format!("{}{singular}", name.strip_suffix(plural)?)))
}

/// A text with white space folded.
pub fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The piece that a sentence is about: the first piece that it names before its verb, or else the subject of the
/// sentence before.
fn subject(tokens: &[Token], pieces: &[(usize, PieceId)], before: Option<PieceId>) -> Option<PieceId> {
    // `Promotes to gold` in the row of another piece.
    if before.is_some() && tokens.first().is_some_and(|token| GRAMMAR.means(&token.word, "promote")) {
        return before;
    }
    let refers = tokens.iter().take(3).any(|token| {
        ["it", "they", "its", "this", "them", "their", "these", "when", "after", "from", "on"]
            .contains(&token.word.as_str())
    });
    // `Moves like a bishop or rook`: the pieces after `like` are not the subject.
    let likened = |at: usize| {
        let before = &tokens[at.saturating_sub(2)..at];
        before.iter().any(|token| ["like", "as", "combines"].contains(&token.word.as_str()))
    };
    if before.is_some() && pieces.first().is_some_and(|(at, _)| *at <= 3 && likened(*at)) {
        return before;
    }
    let first = pieces.first().filter(|(index, _)| *index <= 6 || !refers);
    match (refers, first, before) {
        (true, Some((index, piece)), Some(before)) => Some(if *index <= 2 { *piece } else { before }),
        (_, Some((_, piece)), _) => Some(*piece),
        (_, None, before) => before,
    }
}

/// Returns `true` if a sentence sets a condition or makes an exception.
fn is_conditional(sentence: &Sentence) -> bool {
    const CONDITIONS: [&str; 7] = ["if", "unless", "except", "until", "provided", "otherwise", "suppose"];
    let words = || sentence.tokens.iter().map(|token| token.word.as_str());
    let only = words().zip(words().skip(1)).any(|(word, next)| word == "only" && ["when", "after"].contains(&next));
    only || words().any(|word| CONDITIONS.contains(&word))
}

/// Returns `true` if a sentence mentions conditions, exceptions, or another game.
fn is_hedged(sentence: &Sentence) -> bool {
    const HEDGES: [&str; 26] = [
        "if",
        "unless",
        "except",
        "instead",
        "unlike",
        "however",
        "usual",
        "usually",
        "orthodox",
        "standard",
        "fide",
        "regular",
        "would",
        "otherwise",
        "example",
        "until",
        "alternatively",
        "similar",
        "sometimes",
        "often",
        "respectively",
        "equal",
        "roughly",
        "generally",
        "essentially",
        "additionally",
    ];
    sentence.tokens.iter().any(|token| HEDGES.contains(&token.word.as_str()))
}

/// The words of the lines of the English list of names that begin so.
pub fn listed(label: &'static str) -> impl Iterator<Item = &'static str> {
    GRAMMAR.listed(label)
}

/// The usual moves of a piece with an English name.
pub fn known_moves(name: &str) -> Option<&'static str> {
    GRAMMAR.known_moves(name)
}

/// The names of all pieces, and the other names that go with them.
fn names(rules: &Rules, grammar: &Grammar) -> HashMap<String, PieceId> {
    let mut names = HashMap::new();
    if !grammar.nouns.is_empty() {
        let all = || rules.piece_ids().map(|id| (id, rules.piece(id).name.to_lowercase()));
        for (id, name) in all() {
            names.extend(grammar.nouns.forms(&name).map(|form| (form, id)));
        }
        // A name that two pieces may have is that of the piece which has no other.
        for (id, name) in all() {
            let known = Some(name.replace(['-', '_'], " ")).filter(|name| !grammar.knows(name));
            for other in grammar.nouns.also(&name).chain(known) {
                names.entry(other).or_insert(id);
            }
        }
        return names;
    }
    for id in rules.piece_ids() {
        let name = rules.piece(id).name.to_lowercase();
        names.insert(name.replace(['-', '_'], " "), id);
        names.insert(name, id);
    }
    for line in grammar.piece_names.lines().filter(|line| !line.starts_with('#') && !line.contains(':')) {
        let synonyms: Vec<&str> = line.split_whitespace().collect();
        let known = synonyms.iter().find_map(|name| names.get(*name).copied());
        for name in synonyms {
            if let Some(piece) = known {
                names.entry(name.replace('-', " ")).or_insert(piece);
            }
        }
    }
    names
}

/// Returns `true` if the page names squares of a rank 0, so that its ranks are counted from 0.
fn has_rank_zero(page: &Page, grammar: &Grammar) -> bool {
    let text_blocks = page.blocks.iter().filter(|block| !matches!(block.kind, Kind::Image { .. } | Kind::Diagram));
    let is_zero = |token: &Token| {
        let parts = token.word.split(['-', '–', '—']);
        matches!(token.shape, Shape::Square | Shape::Path)
            && parts.into_iter().any(|name| name.len() == 2 && name.ends_with('0'))
    };
    let mut mentions = text_blocks.filter(|block| block.text.as_str().contains('0')).flat_map(|block| {
        let ranges = block.text.sentences_with(grammar.manner.list("abbreviations"));
        ranges.into_iter().flat_map(|range| phrases::tokens(&block.text.as_str()[range]))
    });
    mentions.any(|token| is_zero(&token))
}

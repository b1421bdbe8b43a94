//! Which words of a sentence have been read. A contradiction is reported only of a sentence that was read wholly: a
//! word that was passed over may set a condition, name another game, or change what the claim is about.

use super::grammar::{Bracket, GRAMMAR, Kind, Reading, Row, Word};

/// A name before a colon is not longer, in words.
const LONGEST_LABEL: usize = 3;

/// Shapes of claims about the board and the setup.
const FIRM: [&str; 6] = ["size", "boardcount", "first", "counts", "onsquares", "total"];

/// The words of a row with the claims that were read in them.
pub struct Account<'r> {
    words: &'r [Word],
    readings: &'r [Reading],
    /// How many words before a colon only name what follows.
    label: usize,
    /// The words of the game's own name.
    title: &'r str,
}

impl<'r> Account<'r> {
    /// An account of `words`; `title` is the name of the game in lower case.
    pub fn new(words: &'r [Word], readings: &'r [Reading], title: &'r str) -> Account<'r> {
        // `Promotion: a pawn …`: what stands before the colon names what follows.
        let colon = words.iter().position(|word| word.text == ":").filter(|colon| *colon <= LONGEST_LABEL);
        let label = colon.unwrap_or(0);
        let says = |word: &Word| word.number.is_some() || GRAMMAR.is_hedge(word);
        let label = if words[..label].iter().any(says) { 0 } else { label };
        Account { words, readings, label, title }
    }

    /// Returns `true` if a claim was read from the word.
    pub fn read(&self, at: usize) -> bool {
        self.readings.iter().any(|reading| reading.words.contains(&at))
    }

    /// Returns `true` if the word was not read and may change what the sentence says.
    fn open(&self, at: usize) -> bool {
        let word = &self.words[at];
        let named = word.piece.is_none() && self.title.split(' ').any(|part| part == word.text);
        let own = at < self.label || named;
        let says = !GRAMMAR.is_light(word) || GRAMMAR.is_hedge(word) || GRAMMAR.has_sense(word, "changes");
        !self.read(at) && says && !own
    }

    /// The number of words before a claim that only open what follows: `There is one more rule: | bring your king to the centre`.
    pub fn opening(&self, reading: &Reading) -> usize {
        let before = &self.words[..reading.words.start];
        let colon = before.iter().rposition(|word| word.text == ":").unwrap_or(0);
        let says = |word: &Word| GRAMMAR.is_hedge(word) && word.number.is_none();
        if before[..colon].iter().any(says) { 0 } else { colon }
    }

    /// Returns `true` if an unread part of the sentence sets a condition for a claim, or goes on with its clause:
    /// `The clan begins | with a captain on …`.
    pub fn is_cut(&self, reading: &Reading) -> bool {
        let ends = |at: &usize| self.words[*at].text != ";" && self.words[*at].text != ":";
        let sense = |at: usize, sense: &str| GRAMMAR.has_sense(&self.words[at], sense);
        let loose = |at: &usize| [",", "and", "but", "so"].contains(&self.words[*at].text.as_str());
        // The first word of the gap before the claim, and of the gap behind it.
        let before = (0..reading.words.start).rev().take_while(|at| ends(at) && !self.read(*at)).last();
        let before = before.and_then(|from| (from..reading.words.start).find(|at| !loose(at)));
        let behind = reading.words.end..self.words.len();
        let next = behind.clone().take_while(ends).find(|at| !loose(at));
        let unread = |at: &usize| !self.read(*at) && self.gap(*at);
        // `Answered by | capturing en passant`.
        let unread_before = |at: &usize| {
            let gap = (0..=*at).rev().take_while(|at| ends(at) && !self.read(*at));
            gap.into_iter().any(|at| self.open(at))
        };
        let conditional = before.into_iter().chain(next).filter(unread).any(|at| sense(at, "condition"));
        let goes_on = behind.into_iter().next().filter(ends).filter(unread);
        // `Draughts, which is played on 8x8 squares` says of the board what it says.
        let relative = |at: usize| FIRM.contains(&reading.shape) && sense(at, "relative");
        let led = reading
            .words
            .start
            .checked_sub(1)
            .filter(|at| !relative(*at))
            .filter(|at| sense(*at, "goes_on") && unread_before(at));
        // `The same position five times | is a loss`: what loses was not read.
        let start = reading.words.start;
        let headless = sense(start, "copula") && start > 0 && unread_before(&(start - 1));
        conditional || headless || led.is_some() || goes_on.is_some_and(|at| sense(at, "goes_on"))
    }

    /// The first unread word behind a claim, in the same clause, that denies or limits it, or says how far and in which
    /// direction something goes: `moves like a rook and also | two squares diagonally`.
    pub fn left_behind(&self, reading: &Reading) -> Option<usize> {
        let sense = |at: usize, senses: &[&str]| {
            self.words.get(at).is_some_and(|word| senses.iter().any(|sense| GRAMMAR.has_sense(word, sense)))
        };
        // `Castles with the rook, moving three squares`.
        let goes_on = |at: usize| sense(at + 1, &["move"]) && self.words[at + 1].text.ends_with("ing");
        // `White moves first, and | players move one piece at a time`.
        let subject =
            |at: usize| sense(at + 1, &["player"]) || self.words.get(at + 1).is_some_and(|word| word.piece.is_some());
        // `One square forward, or two diagonally`, `one square, slantwise and backward`.
        let moves = reading.shape == "moves";
        let way = |at: usize| sense(at, &["diagonal", "straight", "forward", "back", "vertical"]);
        let adds = |at: usize| {
            ["or", "also", "but"].iter().any(|text| self.words.get(at).is_some_and(|word| word.text == *text))
        };
        let inside = |at: &usize| match self.words[*at].text.as_str() {
            ";" | ":" => false,
            "," => goes_on(*at) || sense(*at + 1, &["vacant"]) || moves && (way(*at + 1) || adds(*at + 1)),
            "and" => !self.read(*at) && !subject(*at),
            _ => !self.read(*at),
        };
        let weighs = |at: &usize| {
            let word = &self.words[*at];
            let measure = word.number.is_some() || word.ordinal.is_some();
            let counted =
                measure && (sense(*at + 1, &["square", "rank", "file", "piece"]) || moves || *at == reading.words.end);
            counted || sense(*at, &["limit", "duty", "free_choice"]) || moves && way(*at)
        };
        (reading.words.end..self.words.len()).take_while(inside).find(weighs)
    }

    /// The first number or square in what was not read behind a claim, if that has no subject and verb of its own:
    /// `a long leap: | two squares straight and one to the side`.
    pub fn measure_behind(&self, reading: &Reading) -> Option<usize> {
        let sense = |at: usize, senses: &[&str]| senses.iter().any(|sense| GRAMMAR.has_sense(&self.words[at], sense));
        let start = (reading.words.end..self.words.len())
            .take(2)
            .find(|at| !self.read(*at) && !GRAMMAR.is_joint(&self.words[*at]))?;
        let behind = start..self.words.len();
        let run = behind.take_while(|at| !self.read(*at) && self.words[*at].text != ";");
        let names = |at: usize| {
            let word = &self.words[at];
            let named = word.piece.is_some() || word.side.is_some();
            named || sense(at, &["player", "opponent", "piece", "pronoun"])
        };
        let acts = ["move", "can", "copula", "win", "lose", "capture", "promote", "have", "stand", "reach"];
        let subject = run.clone().find(|at| names(*at));
        let joined = run.clone().skip(1).any(|at| sense(at, &["copula"]));
        let clause = joined || subject.is_some_and(|subject| run.clone().any(|at| at > subject && sense(at, &acts)));
        let measures = |at: &usize| {
            let word = &self.words[*at];
            word.number.is_some_and(|number| number > 1) || word.ordinal.is_some() || Kind::Square.fits(word)
        };
        run.clone().find(measures).filter(|_| !clause)
    }

    /// The second of two words for the same piece in a list: `two bishops, two knights and two bishops`. Such a list has a
    /// mistake.
    pub fn listed_twice(&self, reading: &Reading) -> Option<usize> {
        let joins = |word: &Word| [",", "and", "or", "nor", "/"].contains(&word.text.as_str()) || word.number.is_some();
        let list = |at: usize| {
            let row = (at + 1..reading.words.end).take_while(|at| {
                let word = &self.words[*at];
                word.piece.is_some() || joins(word)
            });
            row.filter(|other| self.words[*other].piece.is_some())
        };
        let in_order = reading.shape == "rowlist";
        let named = reading.words.clone().filter(|at| self.words[*at].piece.is_some() && !in_order);
        named.into_iter().find_map(|at| list(at).find(|other| self.words[*other].piece == self.words[at].piece))
    }

    /// A word right before a claim, in its clause, that denies or limits it and was not read: `not even | knights jump`.
    pub fn left_before(&self, reading: &Reading) -> Option<usize> {
        let ends = |at: usize| [",", ";", ":", "and", "but", "or", "so"].contains(&self.words[at].text.as_str());
        let inside = |at: &usize| !ends(*at) && !self.read(*at);
        let weighs = |at: &usize| GRAMMAR.has_sense(&self.words[*at], "denial");
        (0..reading.words.start).rev().take_while(inside).find(weighs)
    }

    /// Returns `true` if a claim about the board or the setup is a clause of its own, and nothing that was not read sets a
    /// condition: such a claim holds whatever else the sentence says.
    pub fn stands_alone(&self, reading: &Reading) -> bool {
        let parts = |at: usize| [",", ";", ":", "and", "but"].contains(&self.words[at].text.as_str());
        let (start, end) = (reading.words.start, reading.words.end);
        // `A game for two on a 9x9 board`, but not `they often played on larger boards`.
        let hedged = (0..start).any(|at| !self.read(at) && GRAMMAR.is_hedge(&self.words[at]));
        let place = ["on", "played"].contains(&self.words[start].text.as_str());
        let anywhere = reading.shape == "size" && place && !hedged;
        let bounded =
            (start == 0 || anywhere || parts(start - 1) || parts(start)) && (end == self.words.len() || parts(end));
        let bars = |at: usize| self.open(at) && GRAMMAR.has_sense(&self.words[at], "condition");
        FIRM.contains(&reading.shape) && bounded && !(0..self.words.len()).any(bars)
    }

    /// Returns `true` if a claim stands in a clause on another game: `unlike chess, in which | stalemate is a draw`.
    pub fn is_elsewhere(&self, reading: &Reading) -> bool {
        let word = |at: usize| &self.words[at];
        let inside = |at: &usize| !self.read(*at) && word(*at).text != ";";
        let before = (0..reading.words.start).rev().take_while(inside);
        let Some(relative) = before.into_iter().find(|at| GRAMMAR.has_sense(word(*at), "relative")) else {
            return false;
        };
        let plain = |at: &usize| word(*at).text != "," && !GRAMMAR.is_light(word(*at));
        (0..relative).rev().find(plain).is_some_and(|at| {
            let compared = at > 0 && GRAMMAR.is_hedge(word(at - 1)) && word(at).capital && word(at).is_unknown();
            let named = compared || GRAMMAR.has_sense(word(at), "elsewhere");
            named && !self.title.split(' ').any(|part| part == word(at).text)
        })
    }

    /// Returns `true` if a word that may change what the sentence says was not read in the gap around a word.
    fn gap(&self, at: usize) -> bool {
        let unread = |at: &usize| !self.read(*at);
        let behind = (at + 1..self.words.len()).take_while(unread);
        behind.into_iter().any(|at| self.open(at))
    }

    /// Returns `true` if every word was read that may change what the sentence says.
    pub fn is_whole(&self) -> bool {
        !(0..self.words.len()).any(|at| self.open(at))
    }

    /// How many words were not read and mean something.
    pub fn rest(&self) -> usize {
        let means = |word: &Word| !GRAMMAR.is_light(word) || GRAMMAR.is_hedge(word);
        self.words.iter().enumerate().filter(|(at, word)| !self.read(*at) && means(word)).count()
    }

    /// `One square in any direction, or leaps two squares`: returns `true` if another claim says more of the moves of the
    /// same piece, so that neither is all that it can do.
    pub fn goes_on(&self, reading: &Reading) -> bool {
        let has = |reading: &Reading, tag: &str| reading.notes.iter().any(|note| note.tag == tag);
        let names = |reading: &Reading| has(reading, "ewho") && !has(reading, "same");
        let same = |other: &&Reading| {
            let later = if other.words.start > reading.words.start { other } else { reading };
            let alike = ["taking", "going"].iter().all(|tag| has(other, tag) == has(reading, tag));
            other.words != reading.words && other.shape == "moves" && alike && !names(later)
        };
        reading.shape == "moves" && self.readings.iter().any(|other| same(&other))
    }

    /// `Like a rook, but only forwards`, `like the knight of shogi`: returns `true` if the comparison does not hold
    /// exactly.
    pub fn is_qualified(&self, reading: &Reading) -> bool {
        let behind = self.words[reading.words.end..].iter().skip_while(|word| word.text == ",");
        let mut behind = behind.take(4).map(|word| word.text.as_str());
        let first = behind.next().unwrap_or_default();
        let but = ["that", "which"].contains(&first)
            || first == "but" && behind.any(|word| ["only", "not", "never"].contains(&word));
        let last = &self.words[reading.words.clone()];
        let game = matches!(last, [.., before, name]
            if ["in", "of", "from"].contains(&before.text.as_str()) && name.capital && name.piece.is_none());
        // `Pawns promote to any piece, as in chess`.
        let usual = last.iter().any(|word| GRAMMAR.has_sense(word, "usualgame"));
        let any = reading.notes.iter().any(|note| note.tag == "anyof");
        reading.shape == "moves" && (but || game) || any && usual
    }
}

/// Returns `true` if brackets hold something that may change what their sentence says: `(except on its first move)`.
pub fn bracket_changes(bracket: &Bracket) -> bool {
    let changes = |word: &Word| word.number.is_some() || GRAMMAR.is_hedge(word) || GRAMMAR.has_sense(word, "condition");
    // `1 [w, e] and then 2 [n]`.
    let lettered = |word: &Word| word.text.len() == 1;
    let several = bracket.words.len() > 1;
    several && (bracket.words.iter().any(changes) || bracket.words.iter().all(lettered))
}

/// Returns `true` if brackets name another piece of the rules than the word before them, `the khon (king)`, so that
/// there is no telling which is meant.
pub fn bracket_contradicts(row: &Row, bracket: &Bracket) -> bool {
    let before = row.words.iter().rfind(|word| word.span.end <= bracket.at && word.span.end > 0);
    let named = before.and_then(|word| word.piece);
    match bracket.words.as_slice() {
        [inner] => inner.piece.is_some_and(|inner| named.is_some_and(|named| named != inner)),
        _ => false,
    }
}

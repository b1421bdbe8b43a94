//! How words are written in a language: numbers, endings, contractions, and marks of lists.
//!
//! | line of `manner.txt` | meaning |
//! |---|---|
//! | `numbers:`, `ordinals:` | `word=number` |
//! | `tens: sixty-=60` | what begins a compound with a number behind it |
//! | `endings: es=2` | endings that a word of the grammar may have or lack, with the number of bytes to cut |
//! | `contractions: word=word_word`, `clitics: ending=word` | words that are two words |
//! | `ones: am=einen` | the word for one by case and gender |
//! | any other name | a list of words |

use std::collections::HashMap;

/// How words are written.
#[derive(Clone, Default, Debug)]
pub struct Manner {
    lists: HashMap<&'static str, Vec<&'static str>>,
    numbers: HashMap<&'static str, u32>,
    ordinals: HashMap<&'static str, u32>,
    /// The words of numbers and of ordinals, the plainest first.
    written: Vec<(u32, &'static str)>,
    shortest: usize,
}

impl Manner {
    /// Reads the file.
    pub fn read(text: &'static str) -> Manner {
        let mut manner = Manner::default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for (name, words) in lines.filter_map(|line| line.split_once(':')) {
            manner.lists.entry(name).or_default().extend(words.split_whitespace());
        }
        let counted = |manner: &Manner, name: &str| -> Vec<(&'static str, u32)> {
            let pair = |word: &&'static str| {
                let (word, number) = word.split_once('=')?;
                Some((word, number.parse().ok()?))
            };
            manner.list(name).iter().filter_map(pair).collect()
        };
        let numbers = counted(&manner, "numbers");
        manner.written = numbers.iter().map(|(word, number)| (*number, *word)).collect();
        for (word, number) in numbers {
            manner.numbers.entry(word).or_insert(number);
        }
        manner.ordinals = counted(&manner, "ordinals").into_iter().collect();
        manner.shortest = manner.list("shortest").first().and_then(|length| length.parse().ok()).unwrap_or(usize::MAX);
        manner
    }

    /// The words of a list.
    pub fn list(&self, name: &str) -> &[&'static str] {
        self.lists.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if a list has the word.
    pub fn has(&self, list: &str, word: &str) -> bool {
        self.list(list).contains(&word)
    }

    /// The number that a word names.
    pub fn number(&self, word: &str) -> Option<u32> {
        if let Some(number) = self.numbers.get(word) {
            return Some(*number);
        }
        let compound = |pair: &&str| {
            let (tens, number) = pair.split_once('=')?;
            Some((word.strip_prefix(tens)?, number.parse::<u32>().ok()?))
        };
        match self.list("tens").iter().find_map(compound) {
            Some((rest, tens)) => Some(tens + self.number(rest)?),
            None => word.parse().ok(),
        }
    }

    /// The word for a number, if it has one.
    pub fn word_of(&self, number: u32) -> Option<&'static str> {
        self.written.iter().find(|(known, _)| *known == number).map(|(_, word)| *word)
    }

    /// The word for one in a case and gender.
    pub fn one(&self, form: &str) -> Option<&'static str> {
        let pair = |pair: &&'static str| pair.split_once('=').filter(|(known, _)| *known == form);
        self.list("ones").iter().find_map(pair).map(|(_, word)| word)
    }

    /// The word that gives a place by a number, with an ending.
    pub fn ordinal_of(&self, number: u32, ending: &str) -> Option<&'static str> {
        let fits = |(word, known): &(&&'static str, &u32)| **known == number && word.ends_with(ending);
        self.ordinals.iter().filter(fits).map(|(word, _)| *word).min()
    }

    /// A word without the ending of a plural.
    pub fn singular<'w>(&self, word: &'w str) -> &'w str {
        self.list("plurals").first().and_then(|ending| word.strip_suffix(ending)).unwrap_or(word)
    }

    /// The number that a word such as `third` or `8th` gives a place.
    pub fn ordinal(&self, word: &str) -> Option<u32> {
        let counted = || word.trim_end_matches(char::is_alphabetic).parse().ok();
        let digits = || word.starts_with(|c: char| c.is_ascii_digit());
        self.ordinals.get(word).copied().or_else(|| counted().filter(|_| digits()))
    }

    /// A word without the ending of a plural, of a verb that is said of one, or of a case: `ranks`, `reaches`.
    pub fn without_ending<'w>(&self, word: &'w str) -> &'w str {
        if word.len() < self.shortest || self.list("whole").iter().any(|end| word.ends_with(end)) {
            return word;
        }
        let cut = self.list("endings").iter().find_map(|pair| {
            let (ending, cut) = pair.split_once('=')?;
            cut.parse::<usize>().ok().filter(|_| word.ends_with(ending))
        });
        &word[..word.len() - cut.unwrap_or(0)]
    }

    /// The words that a contraction stands for, with `_` between them.
    pub fn contraction(&self, word: &str) -> Option<&'static str> {
        let pairs = self.list("contractions").iter().filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(short, _)| *short == word).map(|(_, words)| words)
    }

    /// The words that a word stands for: `can't` is `can not`.
    pub fn whole_words(&self, word: &str) -> Vec<String> {
        if let Some(words) = self.contraction(word) {
            return words.split('_').map(str::to_owned).collect();
        }
        let clitic = |(ending, other): (&str, &'static str)| Some((word.strip_suffix(ending)?, other));
        let mut clitics = self.list("clitics").iter().filter_map(|pair| pair.split_once('='));
        if let Some((before, other)) = clitics.find_map(clitic) {
            return vec![before.to_owned(), other.to_owned()];
        }
        let word = word.trim_matches('\'');
        let owner = self.list("possessive").first().map_or(word, |ending| word.trim_end_matches(ending));
        vec![owner.to_owned()]
    }

    /// Returns `true` if a text has one of the phrases of a list, in which `_` is a space.
    pub fn says(&self, list: &str, text: &str) -> bool {
        self.list(list).iter().any(|phrase| text.contains(&phrase.replace('_', " ")))
    }
}

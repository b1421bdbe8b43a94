//! Names of pieces and sides in a language whose nouns have genders and cases. The files of variants name pieces in English.
//!
//! | line of `piece-names.txt` | meaning |
//! |---|---|
//! | `noun: rook = m Turm Türme` | the name in files, the gender, the name, its plural; `_` is a space |
//! | `also: rook Festung` | another name, which is only read |
//! | `side: white = weiß` | a side, by an adjective without its ending |
//! | `side-name: sente Sente` | a side, by a name |
//!
//! Genders are `m`, `f`, `n`, and `w` for masculine nouns that end with `n` in all cases but the first.

use std::collections::HashMap;

/// Endings of adjectives.
const ENDINGS: [&str; 6] = ["", "e", "er", "es", "en", "em"];

/// A noun with its forms.
#[derive(Clone, Debug)]
struct Noun {
    english: String,
    gender: char,
    /// In the nominative, and in the accusative and dative.
    one: [String; 2],
    /// In the nominative and accusative, and in the dative.
    many: [String; 2],
}

/// The names of a language.
#[derive(Clone, Default, Debug)]
pub struct Nouns {
    nouns: Vec<Noun>,
    also: Vec<(String, String)>,
    sides: Vec<(&'static str, &'static str)>,
    side_names: Vec<(&'static str, &'static str)>,
    /// The first nouns by their forms in lower case.
    by_form: HashMap<String, usize>,
}

impl Nouns {
    /// Reads the file.
    pub fn read(text: &'static str) -> Nouns {
        let mut nouns = Nouns::default();
        let spaced = |word: &str| word.replace('_', " ");
        for (label, rest) in text.lines().filter_map(|line| line.split_once(": ")) {
            match (label, rest.split_whitespace().collect::<Vec<_>>().as_slice()) {
                ("noun", [english, "=", gender, one, many]) => {
                    let (one, many) = (spaced(one), spaced(many));
                    let other = if *gender == "w" { many.clone() } else { one.clone() };
                    let dative = if many.ends_with(['n', 's']) { many.clone() } else { format!("{many}n") };
                    let gender = if *gender == "w" { "m" } else { gender };
                    nouns.nouns.push(Noun {
                        english: spaced(english),
                        gender: gender.chars().next().unwrap_or_default(),
                        one: [one, other],
                        many: [many, dative],
                    });
                }
                ("also", [english, names @ ..]) => {
                    nouns.also.extend(names.iter().map(|name| (name.to_lowercase(), spaced(english))));
                }
                ("side", [english, "=", stem]) => nouns.sides.push((english, stem)),
                ("side-name", [english, name]) => nouns.side_names.push((english, name)),
                _ => {}
            }
        }
        for (at, noun) in nouns.nouns.iter().enumerate() {
            for form in noun.one.iter().chain(&noun.many) {
                nouns.by_form.entry(form.to_lowercase()).or_insert(at);
            }
        }
        nouns
    }

    /// Returns `true` if the language names pieces in its own words.
    pub fn is_empty(&self) -> bool {
        self.nouns.is_empty()
    }

    fn noun(&self, english: &str) -> Option<&Noun> {
        self.nouns.iter().find(|noun| noun.english == english)
    }

    /// The name that a word is a form of, in the first case and in lower case.
    pub fn plain(&self, form: &str) -> Option<String> {
        self.by_form.get(form).map(|at| self.nouns[*at].one[0].to_lowercase())
    }

    /// The forms in lower case of the name of a piece.
    pub fn forms(&self, english: &str) -> impl Iterator<Item = String> {
        let forms = self.noun(english).into_iter().flat_map(|noun| noun.one.iter().chain(&noun.many));
        forms.map(|form| form.to_lowercase())
    }

    /// Other names of a piece.
    pub fn also<'n>(&'n self, english: &'n str) -> impl Iterator<Item = String> + 'n {
        self.also.iter().filter(move |(_, other)| other == english).map(|(name, _)| name.clone())
    }

    /// The name of a piece in a form: `nm` is the nominative of a masculine noun, `a` and `d` are the accusative and the dative,
    /// `p` and `q` the nominative and the dative of the plural. `None` if it has another gender, or no name.
    pub fn piece(&self, english: &str, form: &str) -> Option<&str> {
        let noun = self.noun(english)?;
        let mut letters = form.chars();
        let found = match letters.next() {
            None | Some('n') => &noun.one[0],
            Some('a' | 'd') => &noun.one[1],
            Some('p') => &noun.many[0],
            Some('q') => &noun.many[1],
            Some(_) => return None,
        };
        letters.next().is_none_or(|gender| gender == noun.gender).then_some(found)
    }

    /// The name in files of the side that an adjective or noun means.
    pub fn side_named(&self, word: &str) -> Option<&'static str> {
        let is = |stem: &str| word.strip_prefix(stem).is_some_and(|ending| ENDINGS.contains(&ending));
        let named = || self.side_names.iter().find(|(_, name)| name.to_lowercase() == word);
        self.sides.iter().find(|(_, stem)| is(stem)).or_else(named).map(|(english, _)| *english)
    }

    /// The name of a side: an adjective with an ending, or a noun without.
    pub fn side(&self, english: &str, ending: &str) -> Option<String> {
        if let Some((_, name)) = self.side_names.iter().find(|(name, _)| *name == english) {
            return ending.is_empty().then(|| (*name).to_owned());
        }
        let (_, stem) = self.sides.iter().find(|(name, _)| *name == english)?;
        if !ending.is_empty() {
            return Some(format!("{stem}{ending}"));
        }
        let mut letters = stem.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect())
    }
}

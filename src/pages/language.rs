//! The languages in which pages are read and written. A language is its data in `grammar/`; no code knows its words.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use ferz_grammar::{Language as Data, english, german};

use super::grammar::{GRAMMAR, Grammar, IS_READ};

/// A language of rules pages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Language {
    /// English: all rules, in sentences, tables, lists and pictures.
    #[default]
    English,
    /// German: sentences about movement and the setup.
    German,
}

/// The grammar of German, once it has been asked for.
static GERMAN: OnceLock<Grammar> = OnceLock::new();

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    fn data(self) -> &'static Data {
        match self {
            Language::English => &english::LANGUAGE,
            Language::German => &german::LANGUAGE,
        }
    }

    /// Its English name, in lower case.
    pub fn name(self) -> &'static str {
        self.data().name
    }

    /// The language with an English name.
    ///
    /// ```
    /// use ferz::pages::Language;
    /// assert_eq!(Language::named("german"), Some(Language::German));
    /// ```
    pub fn named(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name() == name)
    }

    /// Returns `true` if this process has read its grammar. Tests use it: one language must not need another.
    #[doc(hidden)]
    pub fn is_read(self) -> bool {
        match self {
            Language::English => IS_READ.load(Ordering::Relaxed),
            _ => GERMAN.get().is_some(),
        }
    }

    /// Mistakes in its files.
    #[doc(hidden)]
    pub fn faults(self) -> Vec<String> {
        self.grammar().faults.clone()
    }

    /// Its grammar, which is read from its data when it is asked for first.
    pub(crate) fn grammar(self) -> &'static Grammar {
        match self {
            Language::English => &GRAMMAR,
            other => GERMAN.get_or_init(|| Grammar::of(other.data())),
        }
    }
}

//! The grammars of Ferz: parsers that [pest](https://pest.rs) makes from the `.pest` files of this folder, and the words
//! and phrases with which rules pages are read and written, by language.
//!
//! This is a package of its own for the sake of the build. A grammar becomes much code that parses short texts, so it is
//! compiled with little optimisation (`Cargo.toml` of the workspace), while `ferz-core` is compiled on the other core.
//! Each parser is used in one file of `ferz` alone: `betza::parse` and `language::grammar`.

/// Betza notation.
#[expect(missing_docs, reason = "the rules are those of `betza.pest`")]
pub mod betza {
    use pest_derive::Parser;

    /// The parser of `betza.pest`.
    #[derive(Parser)]
    #[grammar = "betza.pest"]
    pub struct Grammar;
}

/// The language of rules.
#[expect(missing_docs, reason = "the rules are those of `rules.pest`")]
pub mod rules {
    use pest_derive::Parser;

    /// The parser of `rules.pest`.
    #[derive(Parser)]
    #[grammar = "rules.pest"]
    pub struct Grammar;
}

/// The data of a language in which rules pages are written. The first lines of each file say how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    /// Its name in English, in lower case.
    pub name: &'static str,
    /// Words by sense, rewritings, phrases, and forms of claims.
    pub grammar: &'static [&'static str],
    /// How words are written: numbers, endings, contractions.
    pub manner: &'static str,
    /// Names of pieces.
    pub piece_names: &'static str,
    /// The first of the files of the grammar whose phrases are only read, and never written.
    pub read_only: usize,
}

/// English.
pub mod english {
    use super::Language;

    /// Words by what they bring to the gist of a clause.
    pub const GIST: &str = include_str!("english/gist.txt");

    /// Claims as frames over these words.
    pub const FRAMES: &str = include_str!("english/frames.txt");

    /// The language.
    pub const LANGUAGE: Language = Language {
        name: "english",
        grammar: &[
            include_str!("english/words.txt"),
            include_str!("english/forms.txt"),
            include_str!("english/endings.txt"),
            include_str!("english/hands.txt"),
            include_str!("english/play.txt"),
            include_str!("english/claims.txt"),
            include_str!("english/clauses.txt"),
            include_str!("english/context.txt"),
            include_str!("english/moving.txt"),
            include_str!("english/standing.txt"),
            include_str!("english/wide.txt"),
        ],
        manner: include_str!("english/manner.txt"),
        piece_names: include_str!("english/piece-names.txt"),
        read_only: 0,
    };
}

/// German: movement and setup.
pub mod german {
    use super::Language;

    /// The language.
    pub const LANGUAGE: Language = Language {
        name: "german",
        grammar: &[
            include_str!("german/words.txt"),
            include_str!("german/moving.txt"),
            include_str!("german/standing.txt"),
            include_str!("german/more.txt"),
        ],
        manner: include_str!("german/manner.txt"),
        piece_names: include_str!("german/piece-names.txt"),
        read_only: 3,
    };
}

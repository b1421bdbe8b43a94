//! The grammars of Ferz: parsers that [pest](https://pest.rs) makes from the `.pest` files of this folder, and the word
//! lists with which rules pages are read.
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

/// Word lists and forms of sentences. The first lines of each file say how it is written.
pub mod english {
    /// Forms of claims.
    pub const CLAIMS: &str = include_str!("claims.txt");
    /// Forms of clauses.
    pub const CLAUSES: &str = include_str!("clauses.txt");
    /// Forms that need the sentences before them.
    pub const CONTEXT: &str = include_str!("context.txt");
    /// Conditions that end the game, and their results.
    pub const ENDINGS: &str = include_str!("endings.txt");
    /// Wordings that are rewritten before a sentence is read.
    pub const FORMS: &str = include_str!("forms.txt");
    /// Words by what they bring to the gist of a clause.
    pub const GIST: &str = include_str!("gist.txt");
    /// Drops and hands, and passing.
    pub const HANDS: &str = include_str!("hands.txt");
    /// Turns, duties and effects of moves.
    pub const PLAY: &str = include_str!("play.txt");
    /// How pieces move and capture.
    pub const MOVING: &str = include_str!("moving.txt");
    /// Other names of pieces.
    pub const PIECE_NAMES: &str = include_str!("piece-names.txt");
    /// The board, the setup, captures, promotion and drops.
    pub const STANDING: &str = include_str!("standing.txt");
    /// Claims with words in any order: results, rules of another game, armies and rows. Asides.
    pub const WIDE: &str = include_str!("wide.txt");
    /// Words by sense.
    pub const WORDS: &str = include_str!("words.txt");
}

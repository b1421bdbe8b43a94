//! Rules pages, which describe a game for people: compares a page with a variant, and writes a page from a variant.
//!
//! Directions of imports: [`model`], `phrases` and `grammar` know nothing of rules; `read` makes a model; `grammar`
//! reads sentences as claims, `gist` finds claims in what it does not read, and `judge` compares these with the rules; `reader` connects them; `kinds` find and
//! judge tables, pictures, lists and endgames; [`render`] writes pages from [`facts`].
//!
//! ```
//! use ferz::pages::{self, Options, Verdict};
//! let chess = ferz::load("chess").unwrap();
//! let report = pages::check("rules.txt", b"The bishop moves any number of squares diagonally.", &chess, &Options::default()).unwrap();
//! assert_eq!(report.claims[0].verdict, Verdict::Confirmed);
//! ```

pub mod above;
mod aliases;
mod answers;
mod around;
mod asides;
mod caution;
pub mod claim;
mod completion;
mod context;
mod contrary;
pub mod draft;
pub mod endgame;
pub mod facts;
mod gist;
mod grammar;
mod judge;
mod kinds;
mod known;
pub mod language;
pub mod model;
pub mod moves;
mod naming;
mod opposed;
pub mod phrases;
pub mod read;
mod reader;
pub mod render;
mod sentence;
mod side_file;
mod sides;
mod strict;
mod trial;
mod whole;

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::game::Compiled;

pub use claim::{Claim, Grade, Verdict};
pub use language::Language;
pub use read::{Format, ReadError};
pub use side_file::SideFile;

/// How a page is checked.
pub struct Options<'a> {
    /// Watcher of the endgame solver.
    pub watch: &'a dyn endgame::Watch,
    /// Claims that the author has accepted, and checks that the author has added.
    pub side_file: SideFile,
    /// The language of the page.
    pub language: Language,
}

impl Default for Options<'_> {
    fn default() -> Self {
        const UNWATCHED: &endgame::Unwatched = &endgame::Unwatched(Duration::from_secs(20));
        Options { watch: UNWATCHED, side_file: SideFile::default(), language: Language::default() }
    }
}

/// How many claims have each verdict, in the order of [`Verdict::ALL`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary(Vec<(Verdict, usize)>);

impl Summary {
    fn of(claims: &[Claim]) -> Summary {
        let count = |verdict: Verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
        Summary(Verdict::ALL.iter().map(|verdict| (*verdict, count(*verdict))).collect())
    }

    /// The verdicts that occur, with their counts.
    pub fn occurring(&self) -> impl Iterator<Item = (Verdict, usize)> + '_ {
        self.0.iter().copied().filter(|(_, count)| *count > 0)
    }

    /// The number of claims with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.0.iter().find(|(other, _)| *other == verdict).map_or(0, |(_, count)| *count)
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(verdict, count)| (verdict.name(), count)))
    }
}

/// Result for a page.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The page.
    pub page: String,
    /// The variant.
    pub variant: String,
    /// How many claims have each verdict.
    pub summary: Summary,
    /// The claims in the order of the page.
    pub claims: Vec<Claim>,
}

impl Report {
    /// Returns `true` if there is a contradiction that the author has not accepted. With `strict`, incomplete, missing
    /// and doubtful claims count too.
    pub fn fails(&self, strict: bool) -> bool {
        self.claims.iter().any(|claim| claim.fails(strict))
    }

    /// The claims of a grade, in the order of the page.
    pub fn graded(&self, grade: Grade) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.grade() == grade)
    }
}

/// Mistakes in files of the grammar, in their order; `None` stands for Ferz's own files.
#[doc(hidden)]
pub fn grammar_faults(files: Option<&[&'static str]>) -> Vec<String> {
    files.map_or_else(
        || grammar::GRAMMAR.faults.clone(),
        |files| grammar::Grammar::read(files, grammar::Manner::default(), files.len()).faults,
    )
}

/// Holds a page against a variant.
///
/// # Errors
/// When the page cannot be read.
pub fn check(name: &str, bytes: &[u8], compiled: &Compiled, options: &Options<'_>) -> Result<Report, ReadError> {
    let mut page = read::read(name, bytes)?;
    options.side_file.add_to(&mut page);
    let mut cx = context::Context::of(compiled, &page, options.watch, options.language.grammar());
    match options.language {
        Language::English => kinds::find_all(&mut cx),
        _ => strict::find_all(&mut cx),
    }
    let mut claims = cx.claims;
    for claim in &mut claims {
        claim.accepted = options.side_file.accepts(&claim.id);
    }
    let summary = Summary::of(&claims);
    Ok(Report { page: name.to_owned(), variant: compiled.rules().title.clone(), summary, claims })
}

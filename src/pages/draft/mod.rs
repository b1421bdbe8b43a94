//! Turns a page into a first variant file: sentences that were read become rules, and the others become comments with
//! their lines.
//!
//! The file extends the nearest game of the library. Then each contradiction suggests changes of the file. A change
//! is kept if the page, read again, agrees with more of the rules and with none less.

mod base;
mod changes;
mod clues;
mod evidence;
mod file;
mod tried;

use std::fmt;

use super::claim::Verdict;
use super::model::{Kind, Page};
use super::{ReadError, read};

use evidence::Evidence;
use file::File;
use tried::Try;

/// A first variant file.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The file.
    pub yaml: String,
    /// The game that it extends.
    pub base: String,
    /// How many claims of the page its rules confirm.
    pub confirmed: usize,
    /// How many they contradict.
    pub contradicted: usize,
}

/// Parts of a draft.
#[derive(Clone, Copy, Default, Debug)]
pub struct Choice<'a> {
    /// The game to extend, in place of the nearest one.
    pub extends: Option<&'a str>,
    /// Games of the library that are left out of the search.
    pub without: &'a [&'a str],
}

/// Why there is no draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DraftError {
    /// The page cannot be read.
    Page(ReadError),
    /// No game to extend.
    Base(String),
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftError::Page(error) => error.fmt(f),
            DraftError::Base(name) => write!(f, "there is no game `{name}` to extend"),
        }
    }
}

impl std::error::Error for DraftError {}

/// Drafts a variant file from a page.
///
/// ```
/// let page = b"# Our game\nChess on 8x8 squares. Castling is not allowed. Stalemate is a loss.";
/// let draft = ferz::pages::draft::draft("our-game.md", page, ferz::pages::draft::Choice::default()).unwrap();
/// let game = ferz::load_text(&draft.yaml).unwrap();
/// assert!(game.rules().castling.is_empty());
/// ```
///
/// # Errors
/// When the page cannot be read, or there is no game of the name that it shall extend.
pub fn draft(name: &str, bytes: &[u8], choice: Choice<'_>) -> Result<Draft, DraftError> {
    let page = read::read(name, bytes).map_err(DraftError::Page)?;
    let evidence = Evidence::of(&page);
    let base = match choice.extends {
        Some(base) => base.to_owned(),
        None => base::nearest(&page, &title(&page, name), &evidence, choice.without)
            .ok_or_else(|| DraftError::Base("any".to_owned()))?,
    };
    let file = File::new(title(&page, name), &base);
    let Some(first) = Try::of(&page, file) else { return Err(DraftError::Base(base)) };
    let last = changes::improve(&page, &evidence, first);
    let count = |verdict| last.claims.iter().filter(|claim| claim.verdict == verdict).count();
    let (confirmed, contradicted) = (count(Verdict::Confirmed), count(Verdict::Contradicted));
    Ok(Draft { yaml: last.file.yaml(name, &last.claims), base, confirmed, contradicted })
}

/// Title of the game: the first heading, or else the name of the page.
fn title(page: &Page, name: &str) -> String {
    let heading = page.blocks.iter().find(|block| matches!(block.kind, Kind::Heading(_)));
    let heading = heading.map(|block| block.text.as_str().trim()).filter(|text| !text.is_empty() && text.len() < 60);
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name).split('.').next().unwrap_or(name);
    heading.unwrap_or(stem).to_owned()
}

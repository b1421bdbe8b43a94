//! From a page to a first variant file: what has been read becomes rules, what has not becomes a comment with its line.
//!
//! The game of the library that is nearest to the page is what the file extends. Then each contradiction proposes changes
//! of the file, and a change stays if the page, read again, agrees with more of the rules and with no less.

mod base;
mod changes;
mod evidence;
mod file;

use std::fmt;
use std::time::Duration;

use crate::compile;
use crate::game::Compiled;
use crate::variant::{NoFiles, VariantSource};

use super::claim::{Claim, Verdict};
use super::context::{Context, Row};
use super::model::{Kind, Page};
use super::{ReadError, endgame, kinds, read};

use evidence::Evidence;
use file::File;

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

/// What a draft is made from.
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

/// What the game is called: by the first heading, else by the name of the page.
fn title(page: &Page, name: &str) -> String {
    let heading = page.blocks.iter().find(|block| matches!(block.kind, Kind::Heading(_)));
    let heading = heading.map(|block| block.text.as_str().trim()).filter(|text| !text.is_empty() && text.len() < 60);
    let stem = name.rsplit(['/', '\\']).next().unwrap_or(name).split('.').next().unwrap_or(name);
    heading.unwrap_or(stem).to_owned()
}

/// A file and what the page says of it.
#[derive(Clone, Debug)]
struct Try {
    file: File,
    compiled: Compiled,
    claims: Vec<Claim>,
    /// Moves that the page gives a piece and the rules do not: its name, the notation, the line.
    differs: Vec<(String, String, usize)>,
    /// Rows of tables of pieces.
    rows: Vec<Row>,
}

impl Try {
    /// Reads the page against a file; none if the file has errors.
    fn of(page: &Page, file: File) -> Option<Try> {
        let source = VariantSource::Text { name: "draft".to_owned(), text: file.rules() };
        let loaded = compile::load(&source, &NoFiles).ok()?;
        let compiled = Compiled::new(loaded.variant?.rules);
        compiled.start().ok()?;
        let watch = endgame::Unwatched(Duration::ZERO);
        let mut cx = Context::new(&compiled, page, &watch);
        kinds::find_all(&mut cx);
        let name = |piece| cx.name(piece).to_owned();
        let differs =
            cx.differs.iter().map(|(piece, notation, line)| (name(*piece), notation.clone(), *line)).collect();
        let rows = std::mem::take(&mut cx.rows);
        let claims = std::mem::take(&mut cx.claims);
        Some(Try { file, compiled, claims, differs, rows })
    }

    /// How well the page and the rules agree.
    fn score(&self) -> i64 {
        self.claims.iter().map(weight).sum()
    }
}

/// What a claim says for a game or against it.
fn weight(claim: &Claim) -> i64 {
    match claim.verdict {
        Verdict::Confirmed => 8,
        Verdict::Contradicted => -24,
        Verdict::Incomplete | Verdict::Stronger => 2,
        // Of a game with pieces and rules that the page never names, less is said.
        Verdict::Silent => -1,
        Verdict::NotUnderstood if claim.may_differ => -6,
        _ => 0,
    }
}

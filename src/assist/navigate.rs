//! Definitions, references and renaming.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::document::Document;
use super::lines::Change;
use super::names::{Names, Occurrence, What, occurrences};
use super::place::{self, Found, inside};
use super::schema::Kind;
use super::symbols;
use crate::language;
use crate::source::SourceId;
use crate::variant::{library, region};

/// The longest new name.
const LONGEST: usize = 64;

/// A file with a place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A place in a file; `None` stands for the document itself if it was not read from a file.
    File(Option<PathBuf>, Range<usize>),
    /// A place in the built-in variant with this path.
    BuiltIn(String, Range<usize>),
}

/// The name at a byte.
pub fn occurrence(document: &Document, offset: usize) -> Option<Occurrence> {
    let names = Names::of(document.tree()?);
    let all = occurrences(document.own.as_ref()?, &names);
    all.into_iter().find(|found| found.range.start <= offset && offset <= found.range.end)
}

/// The place where the name at a byte is introduced, or the file that the document extends.
pub fn definition(document: &Document, offset: usize) -> Option<Target> {
    if let Some(found) = occurrence(document, offset) {
        let span = Names::of(document.tree()?).place(found.what, &found.name)?;
        return Some(target(document, span.source, span.range()));
    }
    let place = place::at(document.own.as_ref()?, offset)?;
    let Found::Scalar(phrase) = place.found else { return None };
    match place.kind()? {
        Kind::Parent => parent(document, &phrase.text),
        Kind::Fen => {
            let symbol = symbols::at(document, offset)?;
            let span = symbol.span;
            Some(target(document, span.source, span.range()))
        }
        _ => None,
    }
}

/// The definition in the parent that a definition of the document changes, if there is one.
pub fn inherited(document: &Document, parent: &Document, offset: usize) -> Option<Target> {
    let found = occurrence(document, offset)?;
    let span = Names::of(parent.tree()?).place(found.what, &found.name)?;
    Some(target(parent, span.source, span.range()))
}

fn target(document: &Document, source: SourceId, range: Range<usize>) -> Target {
    match document.path_of(source) {
        Some(path) => Target::File(Some(path), range),
        None if source == SourceId(0) => Target::File(None, range),
        None => Target::BuiltIn(document.sources.name(source).to_owned(), range),
    }
}

fn parent(document: &Document, name: &str) -> Option<Target> {
    if let Some(variant) = library::parent(name) {
        return Some(Target::BuiltIn(format!("variants/{}", variant.path), 0..0));
    }
    let folder = document.path()?.parent().unwrap_or(Path::new(""));
    Some(Target::File(Some(folder.join(name)), 0..0))
}

/// All places of a document where a name stands.
pub fn references(document: &Document, name: &Occurrence) -> Vec<Occurrence> {
    let (Some(own), Some(tree)) = (&document.own, document.tree()) else { return Vec::new() };
    let all = occurrences(own, &Names::of(tree));
    all.into_iter().filter(|found| found.what == name.what && found.name == name.name).collect()
}

/// The bytes that a renaming would change at a place.
///
/// # Errors
/// When nothing there can be renamed, with the reason.
pub fn renamable(document: &Document, offset: usize) -> Result<Range<usize>, String> {
    if let Some(symbol) = symbols::at(document, offset) {
        return Ok(symbol.range);
    }
    let found =
        occurrence(document, offset).ok_or("put the cursor on the name of a piece, a region, a rule or an end")?;
    own_name(document, &found)?;
    Ok(found.range)
}

/// Fails for a name that a built-in variant introduces: its other uses cannot be changed.
fn own_name(document: &Document, found: &Occurrence) -> Result<(), String> {
    let names = document.tree().map(Names::of).unwrap_or_default();
    let built_in = names.place(found.what, &found.name).is_some_and(|span| document.sources.is_built_in(span.source));
    let parents = document.merged.is_some() && inherits(document, found);
    match built_in || parents {
        true => {
            Err(format!("`{}` is a {} of a built-in variant, which cannot be changed", found.name, found.what.noun()))
        }
        false => Ok(()),
    }
}

/// Returns `true` if the built-in variant that a document extends has the name, too.
fn inherits(document: &Document, found: &Occurrence) -> bool {
    let ids = document.sources.ids().filter(|id| document.sources.is_built_in(*id));
    ids.into_iter().any(|id| {
        let text = document.sources.text(id);
        let root = crate::variant::yaml::parse(id, text, &mut Vec::new());
        root.is_some_and(|root| Names::of(&root).place(found.what, &found.name).is_some())
    })
}

/// The changes that rename what stands at a byte of the first document, for each document that uses it.
///
/// # Errors
/// When it cannot be renamed so, with the reason.
pub fn rename(documents: &[&Document], offset: usize, new: &str) -> Result<Vec<Vec<Change>>, String> {
    let first = documents.first().ok_or("there is no document")?;
    if let Some(symbol) = symbols::at(first, offset) {
        return symbols::rename(documents, &symbol, new);
    }
    let found = occurrence(first, offset).ok_or("put the cursor on the name of a piece, a region, a rule or an end")?;
    own_name(first, &found)?;
    check_name(documents, found.what, new)?;
    let change = |document: &Document, found: &Occurrence| Change {
        start: found.range.start,
        end: found.range.end,
        text: spelled(document, found, new),
    };
    Ok(documents
        .iter()
        .map(|document| references(document, &found).iter().map(|found| change(document, found)).collect())
        .collect())
}

/// Fails for a name that cannot be one, or is there already.
fn check_name(documents: &[&Document], what: What, new: &str) -> Result<(), String> {
    let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let is_name = new.starts_with(char::is_alphabetic) && new.chars().all(inner) && new.chars().count() <= LONGEST;
    let fits = match what {
        What::Region => region::is_name(new),
        What::Piece => is_name && !["all", "none", "any", "or", "captured"].contains(&new),
        _ => is_name,
    };
    if !fits {
        return Err(format!(
            "`{new}` cannot be the name of a {}: letters, digits and `-`, beginning with a letter",
            what.noun()
        ));
    }
    let names = documents.iter().filter_map(|document| document.tree()).map(Names::of);
    let shared = |names: Names| What::ALL.into_iter().find(|what| names.place(*what, new).is_some());
    match names.into_iter().find_map(shared) {
        Some(other) => Err(format!("there is a {} `{new}` already", other.noun())),
        None => Ok(()),
    }
}

/// A new name as it is written at a place: in backticks where the language of rules has such a word.
fn spelled(document: &Document, found: &Occurrence, new: &str) -> String {
    let before = &document.text[..found.range.start];
    let in_rule = document.own.as_ref().and_then(|own| place::at(own, found.range.start)).is_some_and(|place| {
        matches!(place.found, Found::Scalar(phrase) if inside(phrase).is_some()) && place.kind() == Some(Kind::Rule)
    });
    if in_rule && !before.ends_with('`') && language::is_word(new) { format!("`{new}`") } else { new.to_owned() }
}

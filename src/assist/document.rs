//! A variant file while it is being edited.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::compile::{self, LoadError, Loaded, Variant};
use crate::source::{SourceId, SourceMap};
use crate::variant::node::{Problems, Value};
use crate::variant::{Loader, Node, VariantSource, merge, yaml};
use crate::work;

use super::lines::Lines;
use super::place::{self, Found};
use super::schema;

/// How often a line is left out of a text that is not YAML.
const MOST_REPAIRS: usize = 12;

/// A variant file, with what can be said of it even if it is incomplete.
#[derive(Debug)]
pub struct Document {
    /// Where it is.
    pub source: VariantSource,
    /// Its text.
    pub text: String,
    /// The lines of the text.
    pub lines: Lines,
    /// The values of the file itself, without those of lines that are not YAML.
    pub own: Option<Node>,
    /// The values of the file and of all that it extends.
    pub merged: Option<Node>,
    /// The texts that these values stand in; the first is the document's own.
    pub sources: SourceMap,
    /// The compiled variant with its problems, once it has been asked for.
    loaded: OnceLock<Option<Loaded>>,
}

impl Document {
    /// Reads a document. `text` is its content in the editor; `loader` reads the files that it extends.
    pub fn read(source: &VariantSource, text: &str, loader: &dyn Loader) -> Document {
        let (repaired, own) = repair(text);
        let mut sources = SourceMap::default();
        let whole = without_open_keys(&repaired, own.as_ref());
        let merged = with_text(source, &whole, loader, &mut sources);
        Document {
            source: source.clone(),
            text: text.to_owned(),
            lines: Lines::of(text),
            own,
            merged,
            sources,
            loaded: OnceLock::new(),
        }
    }

    /// The compiled variant, and the problems that compiling finds. `None` if the file cannot be read.
    pub fn loaded(&self, loader: &dyn Loader) -> Option<&Loaded> {
        let source = holding(&self.source, &self.text);
        if self.loaded.get().is_none() {
            let loaded = compile::load_for_oracle(&source, &Overlay::new(&source, &self.text, loader)).ok();
            // Work that was stopped before its end is not kept.
            if work::is_stopped() {
                return None;
            }
            let _ = self.loaded.set(loaded);
        }
        self.loaded.get()?.as_ref()
    }

    /// The variant, unless it has errors.
    pub fn variant(&self, loader: &dyn Loader) -> Option<&Variant> {
        self.loaded(loader)?.variant.as_ref()
    }

    /// The values of the file and its parents, or of the file alone if the parents cannot be read.
    pub fn tree(&self) -> Option<&Node> {
        self.merged.as_ref().or(self.own.as_ref())
    }

    /// The path of the file.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            VariantSource::File(path) => Some(path),
            _ => None,
        }
    }

    /// The path of a text from which values come; `None` for the built-in library.
    pub fn path_of(&self, id: SourceId) -> Option<PathBuf> {
        if id == SourceId(0) {
            return self.path().map(Path::to_owned);
        }
        (!self.sources.is_built_in(id)).then(|| PathBuf::from(self.sources.name(id)))
    }
}

/// The problems of a variant file, those of the first moves too.
///
/// # Errors
/// When the file cannot be read.
pub fn checked(source: &VariantSource, text: &str, loader: &dyn Loader) -> Result<Loaded, LoadError> {
    let source = holding(source, text);
    crate::load::check(&source, &Overlay::new(&source, text, loader))
}

/// Returns `true` if a YAML text seems to be a variant file: it has a key that few other files have, or names the schema.
pub fn is_variant(text: &str) -> bool {
    let keys = ["extends", "board", "regions", "pieces", "setup", "castling", "rules_pages", "define"];
    let is_key = |line: &str| line.split_once(':').is_some_and(|(key, _)| keys.contains(&key.trim_end()));
    text.lines().any(|line| is_key(line) || (line.starts_with('#') && line.contains(schema::FILE)))
}

/// The merged values of a document and its parents.
fn with_text(source: &VariantSource, text: &str, loader: &dyn Loader, sources: &mut SourceMap) -> Option<Node> {
    let source = holding(source, text);
    merge::load(&source, &Overlay::new(&source, text, loader), sources, &mut Problems::new()).ok().flatten()
}

/// A loader that has one more text than the files: that of the editor.
pub struct Overlay<'a> {
    path: Option<PathBuf>,
    text: &'a str,
    below: &'a dyn Loader,
}

impl<'a> Overlay<'a> {
    /// Puts a text in the place of the file of a variant.
    pub fn new(source: &VariantSource, text: &'a str, below: &'a dyn Loader) -> Overlay<'a> {
        let path = match source {
            VariantSource::File(path) => Some(path.clone()),
            _ => None,
        };
        Overlay { path, text, below }
    }
}

impl Loader for Overlay<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if self.path.as_deref() == Some(path) { Ok(self.text.as_bytes().to_vec()) } else { self.below.read(path) }
    }

    fn read_below(&self, folder: &Path, path: &Path) -> io::Result<Vec<u8>> {
        if self.path.as_deref() == Some(&folder.join(path)) {
            return Ok(self.text.as_bytes().to_vec());
        }
        self.below.read_below(folder, path)
    }
}

/// A source with another text, if it is one that holds its text itself.
fn holding(source: &VariantSource, text: &str) -> VariantSource {
    match source {
        VariantSource::Text { name, .. } => VariantSource::Text { name: name.clone(), text: text.to_owned() },
        other => other.clone(),
    }
}

/// Makes a text that can be read: lines that are not YAML become blanks, so that all places stay where they are.
fn repair(text: &str) -> (String, Option<Node>) {
    let mut current = text.to_owned();
    let mut last = None;
    for _ in 0..MOST_REPAIRS {
        let mut problems = Problems::new();
        if let Some(root) = yaml::parse(SourceId(0), &current, &mut problems) {
            return (current, Some(root));
        }
        let Some(problem) = problems.first() else { break };
        let at = problem.span.start as usize;
        // A fault that shows at the same place again comes from a line before it.
        let Some(line) = line_to_blank(&current, at, last) else { break };
        last = Some(line.start);
        blank(&mut current, line);
    }
    (current, None)
}

/// The text without keys that have no value yet: nothing would take away what the parent has there.
fn without_open_keys(text: &str, own: Option<&Node>) -> String {
    let mut whole = text.to_owned();
    let lines = Lines::of(text);
    for place in own.map(place::all).into_iter().flatten() {
        let Found::Key { span, value, .. } = place.found else { continue };
        let line = lines.around(span.start);
        let is_open = matches!(value.value, Value::Null) && value.span.range().is_empty();
        if is_open && text.get(line.clone()).is_some_and(|line| line.trim_end().ends_with(':')) {
            blank(&mut whole, line);
        }
    }
    whole
}

/// The line to leave out: the one at fault or, if that is blank or has been left out, the nearest one before it.
fn line_to_blank(text: &str, at: usize, last: Option<usize>) -> Option<std::ops::Range<usize>> {
    let mut end = at.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end += text[end..].find('\n').unwrap_or(text.len() - end);
    loop {
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        if last != Some(start) && !text[start..end].trim().is_empty() {
            return Some(start..end);
        }
        end = start.checked_sub(1)?;
    }
}

fn blank(text: &mut String, part: std::ops::Range<usize>) {
    let blanks = " ".repeat(part.len());
    text.replace_range(part, &blanks);
}

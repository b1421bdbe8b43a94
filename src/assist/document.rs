//! A variant file while it is being edited.

use std::path::{Path, PathBuf};
#[cfg(feature = "batch")]
use std::sync::Arc;
use std::sync::OnceLock;

use crate::compile::{self, LoadError, Loaded, Variant};
#[cfg(feature = "batch")]
use crate::game::Compiled;
use crate::source::{SourceId, SourceMap};
use crate::variant::node::Problems;
use crate::variant::{Loader, Node, VariantSource, merge};
use crate::work;

use super::lines::Lines;
use super::overlay::{Overlay, holding};
use super::repair::{repair, without_open_keys};
use super::{schema, sound};

/// A variant file, with the facts that are known even if it is incomplete.
#[derive(Debug)]
pub struct Document {
    /// The source of the file.
    pub source: VariantSource,
    /// Its text.
    pub text: String,
    /// The lines of the text.
    pub lines: Lines,
    /// The values of the file itself, without those of lines that are not YAML.
    pub own: Option<Node>,
    /// The values of the file and of all that it extends.
    pub merged: Option<Node>,
    /// The texts in which these values are written. The first is the document's own.
    pub sources: SourceMap,
    /// The compiled variant with its problems, computed on first use.
    loaded: OnceLock<Option<Loaded>>,
    /// The variant without the entries that have errors, computed on first use.
    sound: OnceLock<Option<Variant>>,
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
            sound: OnceLock::new(),
        }
    }

    /// The compiled variant, and the problems that compiling finds. `None` if the file cannot be read.
    pub fn loaded(&self, loader: &dyn Loader) -> Option<&Loaded> {
        let source = holding(&self.source, &self.text);
        if self.loaded.get().is_none() {
            let loaded = compile::load_for_oracle(&source, &Overlay::new(&source, &self.text, loader)).ok();
            // The result of a cancelled compilation is not stored.
            if work::is_stopped() {
                return None;
            }
            let _ = self.loaded.set(loaded);
        }
        self.loaded.get()?.as_ref()
    }

    /// The variant. If the file has errors, the entries with errors are left out.
    pub fn variant(&self, loader: &dyn Loader) -> Option<&Variant> {
        let loaded = self.loaded(loader)?;
        if loaded.variant.is_some() {
            return loaded.variant.as_ref();
        }
        if self.sound.get().is_none() {
            let variant = sound::variant(&self.source, &self.text, &loaded.problems, loader);
            if work::is_stopped() {
                return None;
            }
            let _ = self.sound.set(variant);
        }
        self.sound.get()?.as_ref()
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

/// The problems of a variant file, including those that its first moves show.
///
/// # Errors
/// When the file cannot be read.
pub fn checked(source: &VariantSource, text: &str, loader: &dyn Loader) -> Result<Loaded, LoadError> {
    let source = holding(source, text);
    crate::load::check(&source, &Overlay::new(&source, text, loader))
}

/// The same as [`checked`], if the caller may have compiled the same text before.
#[cfg(feature = "batch")]
pub(crate) fn checked_compiled(
    source: &VariantSource,
    text: &str,
    loader: &dyn Loader,
    known: Option<Arc<Compiled>>,
) -> Result<Loaded, LoadError> {
    let source = holding(source, text);
    crate::load::check_compiled(&source, &Overlay::new(&source, text, loader), known)
}

/// The problems of a variant file without those of the first moves, which take longest to find.
///
/// # Errors
/// When the file cannot be read.
#[cfg(feature = "batch")]
pub(crate) fn read(source: &VariantSource, text: &str, loader: &dyn Loader) -> Result<Loaded, LoadError> {
    let source = holding(source, text);
    compile::load_for_oracle(&source, &Overlay::new(&source, text, loader))
}

/// Returns `true` if a YAML text seems to be a variant file: it has a key that few other files have, or names the schema.
pub fn is_variant(text: &str) -> bool {
    let keys = ["extends", "board", "regions", "pieces", "setup", "castling", "rules_pages", "define"];
    let is_key = |line: &str| line.split_once(':').is_some_and(|(key, _)| keys.contains(&key.trim_end()));
    text.lines().any(|line| is_key(line) || (line.starts_with('#') && line.contains(schema::FILE)))
}

/// Returns `true` if a YAML text is a variant file or could be the start of one: it has no key that the format does not have.
pub fn may_become_variant(text: &str) -> bool {
    let forms = schema::forms(&[]);
    let is_known = |key: &str| forms.iter().filter_map(schema::Form::keys).any(|keys| keys.contains_key(key));
    let key = |line: &str| line.split_once(':').map(|(key, _)| key.trim_end().to_owned());
    let mut keys = text.lines().filter(|line| line.starts_with(char::is_alphabetic)).filter_map(key);
    is_variant(text) || keys.all(|key| is_known(&key))
}

/// The merged values of a document and its parents.
fn with_text(source: &VariantSource, text: &str, loader: &dyn Loader, sources: &mut SourceMap) -> Option<Node> {
    let source = holding(source, text);
    merge::load(&source, &Overlay::new(&source, text, loader), sources, &mut Problems::new()).ok().flatten()
}

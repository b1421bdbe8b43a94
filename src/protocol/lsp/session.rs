//! The open texts of a session, and the files around them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use super::{folder, uri};
use crate::assist::{self, Document};
use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;
use crate::variant::{DiskLoader, Loader, VariantSource};

/// The most files of a folder that are looked at.
const MOST_FILES: usize = 1_000;

/// An open text.
pub(super) struct Open {
    /// Its content.
    pub text: String,
    /// The version that the editor has given it.
    pub version: i64,
    /// Whether it has to be checked.
    pub dirty: bool,
    /// The problems that were found last, with the texts they are in.
    pub problems: Rc<(Vec<Diagnostic>, SourceMap)>,
    /// The text as a variant, once it has been read.
    document: RefCell<Option<Rc<Document>>>,
}

/// The state of a session.
#[derive(Default)]
pub(super) struct Session {
    /// The open texts, by address.
    pub open: BTreeMap<String, Open>,
    /// The folders that the editor has opened.
    pub roots: Vec<PathBuf>,
    /// The folder for copies of built-in variants.
    pub copies: Option<PathBuf>,
}

/// Files as the editor has them: open texts come before those on the disk.
struct Buffers<'a>(&'a Session);

impl Loader for Buffers<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.0.buffer(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => DiskLoader.read(path),
        }
    }

    fn read_below(&self, folder: &Path, path: &Path) -> io::Result<Vec<u8>> {
        // The disk decides whether the file may be read; a file that was never saved is below the folder by its path.
        let whole = folder.join(path);
        match (self.0.buffer(&whole), DiskLoader.read_below(folder, path)) {
            (Some(text), Ok(_)) => Ok(text.as_bytes().to_vec()),
            (_, read) => read,
        }
    }
}

impl Session {
    fn buffer(&self, path: &Path) -> Option<&str> {
        let path = plain(path);
        self.open
            .iter()
            .find(|(uri, _)| uri::path(uri).is_some_and(|open| plain(&open) == path))
            .map(|(_, open)| &*open.text)
    }

    /// Opens a text or replaces its content.
    pub(super) fn put(&mut self, uri: &str, text: String, version: i64) {
        let open = Open { text, version, dirty: true, problems: Rc::default(), document: RefCell::default() };
        self.open.insert(uri.to_owned(), open);
        self.touch();
    }

    /// Notes that a text has changed: those that extend it have to be checked, too.
    pub(super) fn touch(&mut self) {
        for open in self.open.values_mut() {
            open.document.take();
            open.dirty = true;
        }
    }

    /// Does something with the files of the session.
    pub(super) fn with_files<T>(&self, work: impl FnOnce(&dyn Loader) -> T) -> T {
        work(&Buffers(self))
    }

    /// The variant of an address, for loading.
    pub(super) fn source(&self, uri: &str) -> VariantSource {
        match uri::path(uri) {
            Some(path) => VariantSource::File(path),
            None => VariantSource::Text { name: uri.to_owned(), text: String::new() },
        }
    }

    /// An open text as a variant.
    pub(super) fn document(&self, uri: &str) -> Option<Rc<Document>> {
        let open = self.open.get(uri)?;
        if let Some(document) = open.document.borrow().as_ref() {
            return Some(document.clone());
        }
        let read = |loader: &dyn Loader| Document::read(&self.source(uri), &open.text, loader);
        let document = Rc::new(self.with_files(read));
        *open.document.borrow_mut() = Some(document.clone());
        Some(document)
    }

    /// A file as a variant, open or not.
    pub(super) fn file(&self, path: &Path) -> Option<Rc<Document>> {
        let wanted = plain(path);
        if let Some(uri) = self.open.keys().find(|uri| uri::path(uri).is_some_and(|open| plain(&open) == wanted)) {
            return self.document(uri);
        }
        let text = String::from_utf8(DiskLoader.read(path).ok()?).ok()?;
        let source = VariantSource::File(path.to_owned());
        Some(Rc::new(self.with_files(|loader| Document::read(&source, &text, loader))))
    }

    /// The documents that have a file in common with a document, by what they extend. The document itself comes first.
    pub(super) fn family(&self, uri: &str) -> Vec<(String, Rc<Document>)> {
        let Some(first) = self.document(uri) else { return Vec::new() };
        let own = chain(&first);
        let mut family = vec![(uri.to_owned(), first)];
        let own_path = uri::path(uri).map(|path| plain(&path));
        for path in self.files().into_iter().filter(|path| Some(plain(path)) != own_path) {
            let Some(document) = self.file(&path) else { continue };
            if chain(&document).iter().any(|file| own.contains(file)) {
                family.push((uri::of(&path), document));
            }
        }
        family
    }

    /// The variant files of the opened folders, and those that are open.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let open = self.open.keys().filter_map(|uri| uri::path(uri));
        let mut files: Vec<PathBuf> =
            self.roots.iter().flat_map(|root| folder::yaml_files(root, MOST_FILES)).chain(open).collect();
        let mut seen = HashSet::new();
        files.retain(|path| seen.insert(plain(path)));
        files
    }

    /// The paths that a text could extend: files in its folder and below.
    pub(super) fn parents(&self, uri: &str) -> Vec<String> {
        let Some(path) = uri::path(uri) else { return Vec::new() };
        let Some(folder) = path.parent() else { return Vec::new() };
        let files = folder::yaml_files(folder, MOST_FILES).into_iter().filter(|file| *file != path);
        files.filter_map(|file| Some(file.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/"))).collect()
    }

    /// Checks the open texts that have changed, one at a time. Returns the address of the next one.
    pub(super) fn next_dirty(&self) -> Option<String> {
        self.open.iter().find(|(_, open)| open.dirty).map(|(uri, _)| uri.clone())
    }

    /// The problems of an open text. `None` if it is gone.
    pub(super) fn check(&self, uri: &str) -> Option<(Vec<Diagnostic>, SourceMap)> {
        let open = self.open.get(uri)?;
        if !assist::is_variant(&open.text) {
            return Some(Default::default());
        }
        let loaded = self.with_files(|loader| assist::checked(&self.source(uri), &open.text, loader)).ok()?;
        Some((loaded.problems, loaded.sources))
    }
}

/// The files that a document is made of.
fn chain(document: &Document) -> HashSet<PathBuf> {
    document.sources.ids().filter_map(|id| document.path_of(id)).map(|path| plain(&path)).collect()
}

/// A path without `.` and with `..` resolved by its text.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

//! A loader that reads a text of the editor in place of its file.

use std::io;
use std::path::{Path, PathBuf};

use crate::variant::{Loader, VariantSource};

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

/// A source with its text replaced. Sources that are read from a file stay as they are.
pub fn holding(source: &VariantSource, text: &str) -> VariantSource {
    match source {
        VariantSource::Text { name, .. } => VariantSource::Text { name: name.clone(), text: text.to_owned() },
        other => other.clone(),
    }
}

//! Sources of variant files. The loader is passed in, so that the rest of this module does not access the disk.

use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use super::{library, mixture, yaml};

/// A variant as a user names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum VariantSource {
    /// A variant of the library.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
    /// A mixture: names or paths joined by `+`, first a game, then rule files or other variants.
    Mixed(String),
    /// A text without a file. It can extend built-in variants only.
    Text {
        /// Name in messages.
        name: String,
        /// The text.
        text: String,
    },
}

impl VariantSource {
    /// The variant that a word on the command line names: a variant of the library with that name or title, a mixture
    /// of several joined by `+`, or else a path.
    pub fn named(word: &str) -> VariantSource {
        if library::get(word).is_none() && mixture::parts(word).is_some() {
            return VariantSource::Mixed(word.to_owned());
        }
        let is_path = word.contains(['/', '\\']) || word.ends_with(".yaml") || word.ends_with(".yml");
        match library::get(word).or_else(|| library::find(word).filter(|_| !is_path)) {
            Some(variant) => VariantSource::BuiltIn(variant.name.to_owned()),
            None => VariantSource::File(PathBuf::from(word)),
        }
    }
}

impl VariantSource {
    /// Returns `true` if it reads files that the user names.
    pub fn names_a_file(&self) -> bool {
        match self {
            VariantSource::File(_) => true,
            VariantSource::Mixed(word) => {
                mixture::parts(word).is_some_and(|parts| parts.iter().any(|part| part.is_file))
            }
            VariantSource::BuiltIn(_) | VariantSource::Text { .. } => false,
        }
    }
}

/// Reads files.
pub trait Loader {
    /// The bytes of a file that the user named.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Reads a file below a folder. A path that leads out of the folder is refused.
    ///
    /// # Errors
    /// When it cannot be read or lies outside.
    fn read_below(&self, folder: &Path, path: &Path) -> io::Result<Vec<u8>>;
}

/// A loader that finds no files. Only built-in variants can be loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::PermissionDenied, "files are not read here"))
    }

    fn read_below(&self, _: &Path, path: &Path) -> io::Result<Vec<u8>> {
        self.read(path)
    }
}

/// Loader for the file system. Reads only plain files, and at most one byte more than the longest variant file.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskLoader;

impl Loader for DiskLoader {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        read_plain(path, yaml::MAX_BYTES)
    }

    fn read_below(&self, folder: &Path, path: &Path) -> io::Result<Vec<u8>> {
        let outside = || io::Error::new(io::ErrorKind::PermissionDenied, "it is outside the variant's own folder");
        if !is_below(path) {
            return Err(outside());
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let full = folder.join(path).canonicalize()?;
        if !full.starts_with(folder.canonicalize()?) {
            return Err(outside());
        }
        self.read(&full)
    }
}

/// Reads a plain file, at most one byte more than `most`. Devices may be endless and pipes may block, so other files
/// are refused.
///
/// # Errors
/// When it cannot be read, or is not a plain file.
pub fn read_plain(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let kind = std::fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if !kind.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is a device or a pipe, and only plain files are read",
        ));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns `true` if a relative path never leaves its folder (it has no `..`).
pub fn is_below(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

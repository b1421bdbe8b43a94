//! The files of the served folder. No name leads out of it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

use serde::Serialize;

use crate::cli::common::Failure;
use crate::cli::files::{self, Replace};
use crate::protocol::lsp;
use crate::variant::read_plain;

/// The longest text, in bytes: as long as a variant file may be.
const LONGEST: usize = 1 << 20;
/// The most files that are listed.
const MOST_FILES: usize = 1_000;

/// A folder.
pub(super) struct Folder {
    root: PathBuf,
    /// Locked between the comparison of a file and its replacement.
    writing: Mutex<()>,
}

/// A file in the list.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub(super) struct Listed {
    pub name: String,
    /// Milliseconds since 1970.
    pub changed: u64,
    #[serde(skip)]
    length: u64,
}

/// A file with its text.
#[derive(Serialize)]
pub(super) struct Read {
    name: String,
    text: String,
    changed: u64,
    /// Differs for each text.
    tag: String,
}

/// The state of a file after it was written.
#[derive(Serialize)]
pub(super) struct Written {
    changed: u64,
    tag: String,
}

/// The reasons for which a file is not read or written.
#[derive(Debug)]
pub(super) enum Fault {
    /// The name is not that of a variant file below the folder.
    Name,
    /// There is no such file.
    Missing,
    /// The file is not as the client has read it.
    Conflict,
    /// The text is too long, or no text.
    Text,
    /// The system refuses.
    Io(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        if error.kind() == io::ErrorKind::NotFound { Fault::Missing } else { Fault::Io(error.to_string()) }
    }
}

impl Folder {
    /// Opens a folder.
    pub(super) fn open(path: &Path) -> io::Result<Folder> {
        let root = path.canonicalize()?;
        fs::read_dir(&root)?;
        Ok(Folder { root, writing: Mutex::default() })
    }

    /// Its path.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The variant files.
    pub(super) fn list(&self) -> Vec<Listed> {
        let below = |path: PathBuf| {
            let name = path.strip_prefix(&self.root).ok()?.to_str()?.replace('\\', "/");
            let data = fs::metadata(&path).ok()?;
            is_name(&name).then(|| Listed { name, changed: millis(&data), length: data.len() })
        };
        lsp::yaml_files(&self.root, MOST_FILES).into_iter().filter_map(below).collect()
    }

    /// Reads a file.
    pub(super) fn read(&self, name: &str) -> Result<Read, Fault> {
        let path = self.path(name)?;
        let text = text_of(&path)?;
        let changed = millis(&fs::metadata(&path)?);
        Ok(Read { name: name.to_owned(), changed, tag: tag(&text), text })
    }

    /// Writes a file, but only if it still has the tag that the client knows, or is still missing.
    pub(super) fn write(&self, name: &str, text: &str, known: Option<&str>) -> Result<Written, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::Text);
        }
        let path = self.path(name)?;
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = match text_of(&path) {
            Ok(text) => Some(tag(&text)),
            Err(Fault::Missing) => None,
            Err(fault) => return Err(fault),
        };
        if now.as_deref() != known {
            return Err(Fault::Conflict);
        }
        let replace = if now.is_some() { Replace::Any } else { Replace::None };
        files::write(&path, text, replace).map_err(unwritten)?;
        Ok(Written { changed: millis(&fs::metadata(&path)?), tag: tag(text) })
    }

    /// Removes a file.
    pub(super) fn remove(&self, name: &str) -> Result<(), Fault> {
        let path = self.path(name)?;
        text_of(&path)?;
        Ok(fs::remove_file(path)?)
    }

    /// The path of a file. Its folder lies below the root, and the file itself is no link.
    fn path(&self, name: &str) -> Result<PathBuf, Fault> {
        if !is_name(name) {
            return Err(Fault::Name);
        }
        let path = self.root.join(name);
        let folder = path.parent().ok_or(Fault::Name)?.canonicalize()?;
        let kind = fs::symlink_metadata(&path).map(|data| data.is_file());
        match folder.starts_with(&self.root) && kind.unwrap_or(true) {
            true => Ok(path),
            false => Err(Fault::Name),
        }
    }
}

/// Returns `true` if a name is that of a YAML file, perhaps in folders, and has no special meaning on any system.
fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let is_odd = |c: char| c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
        !part.is_empty() && !part.starts_with('.') && !part.ends_with(['.', ' ']) && !part.contains(is_odd)
    };
    let ends = [".yaml", ".yml"].iter().any(|end| name.len() > end.len() && name.ends_with(end));
    ends && name.len() <= 512 && name.split('/').all(is_part)
}

fn text_of(path: &Path) -> Result<String, Fault> {
    let bytes = read_plain(path, LONGEST)?;
    if bytes.len() > LONGEST {
        return Err(Fault::Text);
    }
    String::from_utf8(bytes).map_err(|_| Fault::Text)
}

fn unwritten(failure: Failure) -> Fault {
    match failure {
        Failure::Usage(text) | Failure::Input(text) => Fault::Io(text),
        Failure::Io(error) => Fault::from(error),
        Failure::Diagnostics(..) | Failure::Reported => Fault::Io("the file cannot be written".to_owned()),
    }
}

fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}-{}", hasher.finish(), text.len())
}

fn millis(data: &fs::Metadata) -> u64 {
    let time = data.modified().unwrap_or(SystemTime::UNIX_EPOCH).duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

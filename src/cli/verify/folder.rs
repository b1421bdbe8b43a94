//! The variant files of a folder.

use std::path::{Component, Path};

use crate::assist;
use crate::cli::common::Failure;
use crate::protocol::lsp;
use crate::variant::read_plain;

/// The longest beginning of a file that is looked at, in bytes.
const LONGEST: usize = 1 << 20;

/// The paths of the variant files in a folder and below, sorted.
///
/// # Errors
/// When the folder cannot be read or has no variant file.
pub(super) fn variants(folder: &Path) -> Result<Vec<String>, Failure> {
    let shown = folder.display();
    let unreadable = |error: std::io::Error| Failure::Usage(format!("cannot read `{shown}`: {error}"));
    drop(std::fs::read_dir(folder).map_err(unreadable)?);
    let files = lsp::yaml_files(folder, usize::MAX).into_iter().filter(|path| is_variant(path));
    let files: Vec<String> = files.map(|path| plain(&path)).collect();
    match files.is_empty() {
        true => Err(Failure::Usage(format!("there is no variant file in `{shown}`"))),
        false => Ok(files),
    }
}

/// Returns `true` if a file seems to be a variant. A file that cannot be read counts too, so that it is reported.
fn is_variant(path: &Path) -> bool {
    let Ok(bytes) = read_plain(path, LONGEST) else { return true };
    assist::is_variant(&String::from_utf8_lossy(&bytes))
}

/// A path without `.` in front.
fn plain(path: &Path) -> String {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.collect::<std::path::PathBuf>().to_string_lossy().into_owned()
}

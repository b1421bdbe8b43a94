//! `ferz check --fix` and `--diff`.

use std::path::Path;

use super::bounds::bounded;
use super::common::{Failure, Terminal};
use super::files::{self, Replace};
use crate::assist::{self, Made};
use crate::compile::Loaded;
use crate::variant::{DiskLoader, VariantSource};

/// Treatment of the fixes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// They are written into the file.
    Write,
    /// They are shown as a difference, and the file stays as it is.
    Show,
}

/// Makes the sure fixes of a file. Returns the file as it is then, and the number of fixes.
pub(super) fn fixed(name: &str, mode: Mode, terminal: &mut Terminal) -> Result<(Loaded, usize), Failure> {
    let VariantSource::File(path) = VariantSource::named(name) else {
        return Err(Failure::Usage(format!("`{name}` is a built-in variant: only files can be changed")));
    };
    let bytes = files::read(&path)?;
    // Bytes that are not text have no fixes; `check` says what is wrong with it.
    let Ok(text) = String::from_utf8(bytes) else { return Ok((super::common::check(name)?, 0)) };
    let source = VariantSource::File(path.clone());
    let fix = || assist::fix_all(&source, &text, &DiskLoader).map_err(|error| Failure::Usage(error.to_string()));
    let fixed = bounded(fix)?;
    if fixed.text != text {
        match mode {
            Mode::Write => files::write(&path, &fixed.text, Replace::Any)?,
            Mode::Show => terminal.print(&difference(&path, &text, &fixed.text))?,
        }
    }
    if mode == Mode::Write {
        for Made { code, title, .. } in &fixed.made {
            terminal.print(&format!("fixed[{code}] {}: {title}\n", path.display()))?;
        }
    }
    Ok((fixed.loaded, fixed.made.len()))
}

/// The difference between two texts of a file, as `patch` reads it.
pub(super) fn difference(path: &Path, old: &str, new: &str) -> String {
    let shown = path.display().to_string();
    let diff = similar::TextDiff::from_lines(old, new);
    diff.unified_diff().context_radius(3).header(&format!("a/{shown}"), &format!("b/{shown}")).to_string()
}

//! Files beside the open ones: the variant files of a folder, and copies of built-in variants that an editor can show.

use std::fs;
use std::path::{Path, PathBuf};

use crate::variant::library;

/// The deepest folder that is looked into.
const MAX_DEPTH: usize = 8;

/// The first YAML files in a folder and below, sorted. Hidden folders and those of build tools are left out.
pub fn yaml_files(folder: &Path, most: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, 0, most, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, depth: usize, most: usize, found: &mut Vec<PathBuf>) {
    if depth > MAX_DEPTH {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if found.len() >= most {
            return;
        }
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            collect(&path, depth + 1, most, found);
        } else if kind.is_file() && path.extension().is_some_and(|end| end == "yaml" || end == "yml") {
            found.push(path);
        }
    }
}

/// A copy of a built-in variant in the folder for such copies. `None` if there is no such variant, or no copy can be written.
pub(super) fn copy_of(shown: &str, folder: Option<&Path>) -> Option<(PathBuf, &'static str)> {
    let wanted = shown.strip_prefix("variants/")?;
    let mut shipped = library::all().iter().chain(library::rule_files());
    let variant = shipped.find(|variant| variant.path == wanted)?;
    let path = folder?.join(variant.path);
    if fs::read_to_string(&path).is_ok_and(|text| text == variant.text) {
        return Some((path, variant.text));
    }
    fs::create_dir_all(path.parent()?).ok()?;
    fs::write(&path, variant.text).ok()?;
    Some((path, variant.text))
}

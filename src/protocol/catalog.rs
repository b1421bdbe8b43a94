//! The variants that an engine knows: built-in variants, and variants of files that the other program names.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::compile;
use crate::diagnostic::{Diagnostic, nearest_few, one_of, shorten};
use crate::fairy;
use crate::game::Compiled;
use crate::rules::CastlingNotation;
use crate::source::SourceMap;
use crate::variant::{DiskLoader, Loader as _, VariantSource, library};

/// The largest number of names to suggest for an unknown name.
const NEAREST: usize = 3;

/// The names of variants, and the sources of their texts.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    added: BTreeMap<String, VariantSource>,
}

impl Catalog {
    /// All names, sorted.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = library::names().map(str::to_owned).collect();
        names.extend(self.added.keys().filter(|name| library::get(name).is_none()).cloned());
        names.sort();
        names
    }

    /// Adds the variants of a path list in the system's form: YAML files, and configuration files of Fairy-Stockfish.
    /// Returns their errors, one line each.
    pub(super) fn add_all(&mut self, paths: &str) -> Vec<String> {
        std::env::split_paths(paths)
            .filter(|path| !path.as_os_str().is_empty())
            .flat_map(|path| self.add(path))
            .collect()
    }

    /// Adds the variants of one file. Returns its errors, one line each.
    pub(super) fn add(&mut self, path: PathBuf) -> Vec<String> {
        let is_ini = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ini"));
        if is_ini { self.add_ini(&path) } else { self.add_yaml(path) }
    }

    fn add_yaml(&mut self, path: PathBuf) -> Vec<String> {
        let source = VariantSource::File(path.clone());
        let loaded = match compile::load(&source, &DiskLoader) {
            Ok(loaded) => loaded,
            Err(error) => return vec![error.to_string()],
        };
        if loaded.variant.is_some()
            && let Some(stem) = path.file_stem()
        {
            self.added.insert(stem.to_string_lossy().into_owned(), source);
            return Vec::new();
        }
        errors(&loaded.problems, &loaded.sources)
    }

    fn add_ini(&mut self, path: &Path) -> Vec<String> {
        let name = path.to_string_lossy().into_owned();
        let bytes = match DiskLoader.read(path) {
            Ok(bytes) => bytes,
            Err(error) => return vec![format!("cannot read `{name}`: {error}")],
        };
        let import = fairy::import(&name, &bytes);
        for file in import.files {
            let source = VariantSource::Text { name: file.file, text: file.text };
            self.added.insert(file.section, source);
        }
        errors(&import.problems, &import.sources)
    }

    /// The message for an unknown name, with the most similar names.
    fn unknown(&self, name: &str) -> String {
        let names = self.names();
        let near = nearest_few(name, names.iter().map(String::as_str), NEAREST);
        format!("there is no variant `{}`; the most similar names are {}", shorten(name), one_of(near))
    }

    /// Compiles the variant with a name; the name may be a path to a YAML file.
    pub(super) fn load(&self, name: &str, chess960: bool) -> Result<Compiled, String> {
        let source = self.added.get(name).cloned().unwrap_or_else(|| VariantSource::named(name));
        let unknown = |error: compile::LoadError| match error.error.kind() {
            ErrorKind::NotFound if !name.contains(['/', '\\', '.']) => self.unknown(name),
            _ => error.to_string(),
        };
        let loaded = compile::load(&source, &DiskLoader).map_err(unknown)?;
        let Some(mut variant) = loaded.variant else {
            return Err(errors(&loaded.problems, &loaded.sources).join("; "));
        };
        if chess960 {
            variant.rules.castling_notation = CastlingNotation::KingTakesPartner;
        }
        Ok(Compiled::new(variant.rules))
    }
}

/// The errors among problems, a line each.
fn errors(problems: &[Diagnostic], sources: &SourceMap) -> Vec<String> {
    let line = |problem: &Diagnostic| {
        let record = problem.record(sources);
        format!("{}:{}: {}", record.line, record.column, record.message)
    };
    problems.iter().filter(|problem| problem.is_error()).map(line).collect()
}

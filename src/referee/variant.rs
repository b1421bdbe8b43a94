//! The variants of a match.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::compile::{self, Loaded};
use crate::fairy;
use crate::game::Compiled;
use crate::protocol::Dialect;
use crate::rules::CastlingNotation;
use crate::variant::{DiskLoader, VariantSource};

/// A variant of a match.
#[derive(Debug)]
pub struct Variant {
    /// Its id for programs.
    pub name: String,
    /// Its file; `None` for a built-in variant.
    pub file: Option<PathBuf>,
    pub(super) compiled: Arc<Compiled>,
    loaded: Loaded,
    ini: OnceLock<Result<PathBuf, String>>,
}

impl Variant {
    /// The variant with a built-in name or in a file.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn load(word: &str) -> Result<Variant, String> {
        let source = VariantSource::named(word);
        let loaded = compile::load(&source, &DiskLoader).map_err(|error| error.to_string())?;
        let Some(variant) = &loaded.variant else {
            return Err(format!("`{word}` has errors: see `ferz check {word}`"));
        };
        let compiled = Arc::new(Compiled::new(variant.rules.clone()));
        let (name, file) = match &source {
            VariantSource::File(path) => {
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                let full = path.canonicalize().unwrap_or_else(|_| path.clone());
                (stem.unwrap_or_else(|| word.to_owned()), Some(full))
            }
            _ => (word.to_owned(), None),
        };
        Ok(Variant { name, file, compiled, loaded, ini: OnceLock::new() })
    }

    /// The variant in the list of a match.
    pub fn listed(self) -> Listed {
        let file = self.file.as_ref().map(|path| path.to_string_lossy().into_owned());
        let word = file.unwrap_or_else(|| self.name.clone());
        Listed { name: self.name.clone(), word }
    }

    /// The compiled rules.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub(super) fn chess960(&self) -> bool {
        self.compiled.rules().castling_notation == CastlingNotation::KingTakesPartner
    }

    /// Returns `true` for variants that ordinary chess programs play.
    pub(super) fn is_orthodox(&self) -> bool {
        self.file.is_none() && self.name == Dialect::Uci.first_variant()
    }

    /// A configuration file of Fairy-Stockfish with the same rules.
    pub(super) fn as_ini(&self) -> Result<PathBuf, String> {
        let write = || {
            let text = fairy::export(&self.loaded, &self.name)
                .map_err(|problems| problems.first().map_or_else(String::new, |problem| problem.message.clone()))?;
            // Games that are played at the same time have files of their own.
            static COUNT: AtomicU64 = AtomicU64::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("ferz-match-{}-{number}-{}.ini", std::process::id(), self.name);
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, text).map_err(|error| error.to_string())?;
            Ok(path)
        };
        self.ini.get_or_init(write).clone()
    }
}

/// A variant in the list of a match. It is loaded for its games: the tables of hundreds of variants would need too much memory.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id for programs.
    pub name: String,
    /// Its built-in name or its file.
    word: String,
}

impl Listed {
    /// Loads the variant.
    ///
    /// # Errors
    /// When its file can no longer be played.
    pub(super) fn load(&self) -> Result<Variant, String> {
        Variant::load(&self.word)
    }
}

impl Drop for Variant {
    fn drop(&mut self) {
        if let Some(Ok(path)) = self.ini.get() {
            // If the temporary file cannot be removed, it does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

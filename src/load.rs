//! From a name to a variant that can be played.

use std::fmt;

use crate::compile;
use crate::diagnostic::{self, Diagnostic, Style};
use crate::source::SourceMap;
use crate::variant::{DiskLoader, NoFiles, VariantSource};

use crate::game::Compiled;

/// Why a variant cannot be played.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be read.
    Unreadable(compile::LoadError),
    /// It has errors.
    Faulty {
        /// All problems, warnings included.
        problems: Vec<Diagnostic>,
        /// The texts that they are in.
        sources: Box<SourceMap>,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreadable(error) => error.fmt(f),
            LoadError::Faulty { problems, sources } => {
                f.write_str(&diagnostic::render_all(problems, sources, Style::Plain))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// The variant with a built-in name, or in the YAML file at a path.
///
/// ```
/// let chess = ferz::load("chess").unwrap();
/// assert_eq!(chess.start().unwrap().perft(3), 8_902);
/// assert!(ferz::load("chesss").unwrap_err().to_string().contains("did you mean `chess`?"));
/// ```
///
/// # Errors
/// When there is no such variant, or its file has errors: the message shows all of them.
pub fn load(name_or_path: &str) -> Result<Compiled, LoadError> {
    compiled(compile::load(&VariantSource::named(name_or_path), &DiskLoader))
}

/// The variant that a YAML text describes. It may extend built-in variants, and reads no file.
///
/// ```
/// let text = "name: No castling\nextends: chess\ncastling: none\nsetup: 4k3/8/8/8/8/8/8/4K2R w - - 0 1";
/// assert_eq!(ferz::load_text(text).unwrap().start().unwrap().legal_moves().len(), 14);
/// ```
///
/// # Errors
/// When the text has errors: the message shows all of them.
pub fn load_text(yaml: &str) -> Result<Compiled, LoadError> {
    let source = VariantSource::Text { name: "variant".to_owned(), text: yaml.to_owned() };
    compiled(compile::load(&source, &NoFiles))
}

fn compiled(loaded: Result<compile::Loaded, compile::LoadError>) -> Result<Compiled, LoadError> {
    let loaded = loaded.map_err(LoadError::Unreadable)?;
    match loaded.variant {
        Some(variant) => Ok(Compiled::new(variant.rules)),
        None => Err(LoadError::Faulty { problems: loaded.problems, sources: Box::new(loaded.sources) }),
    }
}

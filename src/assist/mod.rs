//! Help for authors while they write: problems, completion, hover, definitions, renaming and more.
//!
//! Pure functions from texts and places to answers. The language server, `ferz check --fix` and `ferz fmt` use the same
//! ones. This module reads files only through the loader that it is given.

mod actions;
mod complete;
mod cursor;
mod document;
mod entries;
mod fix;
mod format;
mod hints;
mod hover;
mod lines;
mod migrate;
mod names;
mod navigate;
mod outline;
mod overlay;
mod place;
mod repair;
pub mod schema;
mod sound;
mod symbols;

pub use actions::{Action, actions};
pub use complete::{Item, Sort, complete};
pub use cursor::{Cursor, Part, cursor};
pub use document::{Document, checked, is_variant, may_become_variant};
#[cfg(feature = "batch")]
pub(crate) use document::{checked_compiled, read};
pub use fix::{Fixed, Made, fix_all};
pub use format::format;
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use lines::{Change, Lines, Point, apply};
pub use migrate::{Left, migrate};
pub use names::{Names, Occurrence, What, occurrences};
pub use navigate::{Target, definition, inherited, occurrence, references, renamable, rename};
pub use outline::{Symbol, TOKENS, Token, folds, symbols, tokens};
pub use overlay::Overlay;

//! Variant files: text, spanned tree, `extends`, typed specification.
//!
//! This module knows what an author may write. It does not know how a piece moves: a notation is plain text here.

pub mod check;
mod clash;
pub mod gone;
pub(crate) mod lay;
pub mod library;
pub mod loader;
pub mod merge;
pub mod mix;
pub mod mixture;
pub mod node;
pub mod order;
mod parent;
#[cfg(feature = "schema")]
mod reference;
pub mod region;
pub mod roles;
#[cfg(feature = "schema")]
mod schema;
pub mod spec;
#[cfg(feature = "schema")]
mod told;
pub mod yaml;

pub use loader::{DiskLoader, Loader, NoFiles, VariantSource, read_plain};
pub use node::{Node, Phrase, Problems};
pub use parent::parent;
#[cfg(feature = "schema")]
pub use reference::reference;
#[cfg(feature = "schema")]
pub use schema::schema;
pub use spec::Specification;

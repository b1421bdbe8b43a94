//! The language server: reads messages of the Language Server Protocol from a stream. `assist` finds the answers.
//!
//! The few messages that are needed are built as JSON values: crates with all types of the protocol would take longer to
//! compile than this whole module. A separate thread reads ahead. So a request can be cancelled, and a change of a text
//! stops the check of the old text.

mod answers;
mod changes;
mod folder;
mod inbox;
mod server;
mod session;
mod shapes;
mod uri;
mod wire;

pub use folder::yaml_files;
pub use server::{Options, run};

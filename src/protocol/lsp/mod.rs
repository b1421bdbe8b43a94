//! The language server: messages of the Language Server Protocol over a stream, answered by `assist`.
//!
//! Only the few messages that are needed are built, as JSON values: the crates with all types of the protocol take longer to
//! compile than all of this room. A reading thread runs ahead, so that a request can be cancelled, and so that a change of a
//! text stops the check of the old text.

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

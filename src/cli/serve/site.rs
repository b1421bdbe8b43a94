//! Everything that the server has.

use std::sync::Arc;

use super::engines::Engines;
use super::folder::Folder;
use super::guard::Guard;
use super::watch::{self, Watchers};

/// The guard, the files, the engines and the pages of a server.
pub(super) struct Site {
    pub(super) guard: Guard,
    pub(super) folder: Arc<Folder>,
    pub(super) engines: Engines,
    pub(super) watchers: Arc<Watchers>,
}

impl Site {
    /// The site for a folder.
    pub(super) fn new(folder: Folder, guard: Guard) -> Site {
        let (folder, watchers) = (Arc::new(folder), Arc::new(Watchers::default()));
        watch::watch(folder.clone(), watchers.clone());
        Site { guard, folder, engines: Engines::default(), watchers }
    }
}

//! Options of a session.

use super::limits::Limits;

/// Options of a whole session.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// `true` if a variant may be a path. Otherwise no file is read at all.
    pub paths: bool,
    /// The largest limits that a request may set.
    pub most: Limits,
    /// The number of requests that are answered at the same time.
    pub jobs: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { paths: true, most: Limits::MOST, jobs: 1 }
    }
}

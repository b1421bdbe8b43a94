//! Why a subcommand fails.

use std::io;

use crate::diagnostic::Record;

/// Why a subcommand cannot do its work.
#[derive(Debug)]
pub(super) enum Failure {
    /// Reading or writing failed: exit code 2.
    Io(io::Error),
    /// The command line asks for something that is not there: exit code 2.
    Usage(String),
    /// A text that was given has a fault: exit code 1.
    Input(String),
    /// A text has problems, as drawn here and as programs read them: exit code 1.
    Diagnostics(String, Vec<Record>),
    /// Something could not be read, and that has been said already: exit code 2.
    Reported,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

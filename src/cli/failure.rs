//! The reasons for which a subcommand fails.

use std::io;

use crate::diagnostic::Record;

/// The reason why a subcommand fails.
#[derive(Debug)]
pub(super) enum Failure {
    /// Reading or writing failed: exit code 2.
    Io(io::Error),
    /// The command line names something that does not exist: exit code 2.
    Usage(String),
    /// A text in the input has an error: exit code 1.
    Input(String),
    /// A variant file has problems: the text for people, and the records for programs. Exit code 1.
    Diagnostics(String, Vec<Record>),
    /// A file could not be read, and this has been reported: exit code 2.
    Reported,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

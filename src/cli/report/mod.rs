//! Results of checks as data, and the formats in which other programs read them: annotations of GitHub, SARIF and JUnit.

mod case;
mod format;
mod github;
mod junit;
mod sarif;

pub use case::{Case, Finding, Place, Step};
pub(super) use format::{Format, print};
pub use github::{annotation, escaped};
pub use junit::junit;
pub use sarif::sarif;

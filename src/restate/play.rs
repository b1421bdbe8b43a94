//! Builds the oracle of a variant: a second, slow rules engine for comparison.

use std::fmt;
use std::sync::Arc;

use crate::rules::Rules;

use crate::compile::restate::restate;

/// Rules that the oracle does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoOracle {
    /// The keys of these rules in a variant file.
    pub keys: Vec<String>,
}

impl fmt::Display for NoOracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<String> = self.keys.iter().map(|key| format!("`{key}`")).collect();
        write!(f, "the oracle does not know all rules of this variant: {}", keys.join(", "))
    }
}

impl std::error::Error for NoOracle {}

/// The oracle of a variant: a slow engine that shares no code with the generator.
///
/// # Errors
/// When the variant has rules that the oracle does not know.
pub fn oracle(rules: Arc<Rules>) -> Result<ferz_oracle::Oracle, NoOracle> {
    let restated = restate(&rules);
    let unsaid = restated.unsaid.iter().map(|unsaid| unsaid.key);
    let mut keys: Vec<String> = unsaid.chain(ferz_oracle::Oracle::unknown(&restated.tree)).map(str::to_owned).collect();
    keys.dedup();
    if !keys.is_empty() {
        return Err(NoOracle { keys });
    }
    Ok(ferz_oracle::Oracle::new(rules, Arc::new(restated.tree)))
}

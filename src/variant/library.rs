//! The variants compiled into the program: every file under `variants/`, by the stem of its name.

use crate::diagnostic::nearest;

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// A variant of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// The name: the stem of the file.
    pub name: &'static str,
    /// The path below `variants/`, with `/` between folders.
    pub path: &'static str,
    /// The text.
    pub text: &'static str,
}

/// All of them, sorted by name.
pub fn all() -> &'static [BuiltIn] {
    LIBRARY
}

/// The names, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|variant| variant.name)
}

/// The variant with a name, or with an alias of it.
pub fn get(name: &str) -> Option<&'static BuiltIn> {
    let by_name = |name: &str| LIBRARY.binary_search_by(|variant| variant.name.cmp(name)).ok().map(|at| &LIBRARY[at]);
    by_name(name).or_else(|| by_name(ALIASES.iter().find(|(alias, _)| *alias == name)?.1))
}

/// The name nearest to one that is not there.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_leads_to_a_variant() {
        for (alias, name) in ALIASES {
            assert_eq!(get(alias).map(|variant| variant.name), Some(*name), "{alias}");
        }
        assert!(names().is_sorted());
        assert!(get("no such variant").is_none());
    }
}

//! The variants compiled into the program: every file under `variants/`, by its name without the ending. The files in
//! `variants/rules/` are rule files: they are no games, but are laid over one.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::diagnostic::nearest;

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The start of the name of each built-in rule file.
pub const RULES: &str = "rules/";

/// A variant or a rule file of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// The name: the stem of the file.
    pub name: &'static str,
    /// The path below `variants/`, with `/` between folders.
    pub path: &'static str,
    /// The text.
    pub text: &'static str,
}

impl BuiltIn {
    /// The name of the game from the file's own `name:` line; empty if it has none.
    pub fn title(&self) -> &'static str {
        self.line("name:")
    }

    /// The description from the file's own `description:` line; empty if it has none.
    pub fn description(&self) -> &'static str {
        self.line("description:")
    }

    /// The rest of a line of the file.
    fn line(&self, start: &str) -> &'static str {
        let line = self.text.lines().find_map(|line| line.strip_prefix(start));
        line.unwrap_or_default().split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\''])
    }
}

/// All built-in variants, sorted by name.
pub fn all() -> &'static [BuiltIn] {
    LIBRARY
}

/// The names of all built-in variants, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|variant| variant.name)
}

/// The built-in variant with a name or an alias; `None` if there is none.
pub fn get(name: &str) -> Option<&'static BuiltIn> {
    let by_name = |name: &str| LIBRARY.binary_search_by(|variant| variant.name.cmp(name)).ok().map(|at| &LIBRARY[at]);
    by_name(name).or_else(|| by_name(ALIASES.iter().find(|(alias, _)| *alias == name)?.1))
}

/// All built-in rule files, sorted by name. Each name begins with `rules/`.
pub fn rule_files() -> &'static [BuiltIn] {
    RULE_FILES
}

/// The built-in rule file with a name, with or without `rules/` before it; `None` if there is none.
pub fn rule_file(name: &str) -> Option<&'static BuiltIn> {
    let bare = name.strip_prefix(RULES).unwrap_or(name);
    RULE_FILES.iter().find(|file| file.name.strip_prefix(RULES) == Some(bare))
}

/// Finds a variant by a name, an alias or the title in its file. If no title matches exactly, only letters and digits
/// are compared.
pub fn find(word: &str) -> Option<&'static BuiltIn> {
    static TITLES: LazyLock<Titles> = LazyLock::new(Titles::of_library);
    let wanted = plain(word);
    let name = get(word);
    if name.is_some() || wanted.is_empty() {
        return name;
    }
    let titled = TITLES.exact.get(&word.trim().to_ascii_lowercase());
    titled.or_else(|| TITLES.plain.get(&wanted)).copied()
}

/// The letters and digits of a text, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The built-in variants by their titles. Readers of pages ask for each name that they find.
struct Titles {
    /// By title, in lower case.
    exact: HashMap<String, &'static BuiltIn>,
    /// By the letters and digits of titles and names. Of several variants, the first has the entry.
    plain: HashMap<String, &'static BuiltIn>,
}

impl Titles {
    fn of_library() -> Titles {
        let mut titles = Titles { exact: HashMap::new(), plain: HashMap::new() };
        for variant in LIBRARY {
            titles.exact.entry(variant.title().to_ascii_lowercase()).or_insert(variant);
            for name in [variant.title(), variant.name] {
                titles.plain.entry(plain(name)).or_insert(variant);
            }
        }
        titles
    }
}

/// The variant or rule file that a name in a list of `extends` means; `None` if there is none.
pub fn parent(name: &str) -> Option<&'static BuiltIn> {
    get(name).or_else(|| RULE_FILES.iter().find(|file| file.name == name))
}

/// The name of a rule file that is most similar to an unknown one, with `rules/` before it.
pub fn nearest_rule_file(name: &str) -> Option<&'static str> {
    let bare = name.strip_prefix(RULES).unwrap_or(name);
    let near = nearest(bare, RULE_FILES.iter().filter_map(|file| file.name.strip_prefix(RULES)))?;
    rule_file(near).map(|file| file.name)
}

/// The built-in name that is most similar to an unknown name.
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, names())
}

//! Mixtures: a game with rule files or other variants laid over it, named by words that are joined by `+`.

use super::library;

/// The sign between the parts of a mixture.
const JOINT: char = '+';

/// A part of a mixture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The part as `extends` has it: the name of a built-in variant, `rules/` and a name, or a path.
    pub name: String,
    /// Its title, for people.
    pub title: String,
    /// `true` if it is the path of a file.
    pub is_file: bool,
}

impl Part {
    /// The game that a mixture begins with.
    pub fn game(word: &str) -> Part {
        Part::of_variant(word).unwrap_or_else(|| Part::unknown(word))
    }

    /// A later part of a mixture. A rule file goes before a variant of the same name.
    pub fn over(word: &str) -> Part {
        let rules = library::rule_file(word).filter(|_| !is_path(word));
        match rules {
            Some(rules) => Part { name: rules.name.to_owned(), title: rules.title().to_owned(), is_file: false },
            None => Part::game(word),
        }
    }

    fn of_variant(word: &str) -> Option<Part> {
        if is_path(word) {
            return Some(Part { is_file: true, ..Part::unknown(word) });
        }
        let found = library::find(word)?;
        Some(Part { name: found.name.to_owned(), title: found.title().to_owned(), is_file: false })
    }

    fn unknown(word: &str) -> Part {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        let stem = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml")).unwrap_or(name);
        Part { name: word.to_owned(), title: stem.to_owned(), is_file: false }
    }
}

/// Returns `true` for a word that can only be the path of a file.
fn is_path(word: &str) -> bool {
    word.ends_with(".yaml") || word.ends_with(".yml")
}

/// The parts of a mixture; `None` if the word does not name a mixture. The first part is a built-in variant or the path of a file.
pub fn parts(word: &str) -> Option<Vec<Part>> {
    let mut words = word.split(JOINT).map(str::trim);
    let first = Part::of_variant(words.next()?)?;
    let parts: Vec<Part> = std::iter::once(first).chain(words.map(Part::over)).collect();
    (parts.len() > 1).then_some(parts)
}

/// The name of the game that the parts make together.
pub fn title(parts: &[Part]) -> String {
    parts.iter().map(|part| part.title.as_str()).collect::<Vec<_>>().join(" + ")
}

/// A file that mixes parts.
pub fn text(parts: &[Part]) -> String {
    let names: Vec<String> = parts.iter().map(|part| scalar(&part.name)).collect();
    format!("name: {}\nextends: [{}]\n", scalar(&title(parts)), names.join(", "))
}

/// A text as a YAML scalar, with quotes if a reader might need them.
fn scalar(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    match text.starts_with(char::is_alphabetic) && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

//! `extends`: merges a file with its parent, the parent with its own parent, and so on to a file that extends nothing.
//!
//! Mappings are merged key by key, other values are replaced as a whole, and `null` removes the value of the parent.
//! Every value keeps its place in the file that wrote it.

use std::path::{Path, PathBuf};

use super::loader::{Loader, VariantSource, is_below};
use super::node::{Entry, Map, Node, Phrase, Problems, Value};
use super::{library, yaml};
use crate::diagnostic::{Code, Diagnostic, nearest, shorten};
use crate::source::{SourceId, SourceMap, Span};

/// The longest chain of files.
const MAX_CHAIN: usize = 32;

/// The help for a picture that cannot be read.
const PICTURES: &str = "a picture is SVG in the file itself, or an SVG file in the same folder or below";

/// Keys that describe a single file and are not inherited.
const OWN_KEYS: &[&str] = &["allow", "description", "extends", "rules_pages", "tests"];

/// Groups of keys that exclude each other: a child that uses one group replaces a parent that uses another.
const EITHER_OR: &[&[&[&str]]] = &[
    &[&["each"], &["captured"], &["white", "black"]],
    &[&["stuck"], &["reached"], &["extinct"], &["repetition"], &["moves_without_progress"]],
    &[&["piece"], &["pieces"]],
    &[&["when", "result"], &["win"], &["loss"], &["draw"]],
    &[&["pieces"], &["forbid"], &["must"], &["after"], &["may_instead"]],
];

/// The place of a file, from which its parents are found.
#[derive(Clone, Debug)]
enum Place {
    /// In the library. Its parents are built-in variants too.
    Library,
    /// In the folder of the file that the user named, or below it.
    Folder {
        /// The folder of the file that the user named.
        root: PathBuf,
        /// The folder of this file, relative to `root`.
        below: PathBuf,
    },
    /// A text without a file. Its parents are built-in variants.
    Nowhere,
}

/// Reads a variant and all that it extends into one tree. The first text added to `sources` is the variant's own.
///
/// # Errors
/// When the variant itself cannot be read at all.
pub fn load(
    source: &VariantSource,
    loader: &dyn Loader,
    sources: &mut SourceMap,
    problems: &mut Problems,
) -> std::io::Result<Option<Node>> {
    let mut chain = Chain { loader, sources, problems, seen: Vec::new() };
    Ok(match source {
        VariantSource::BuiltIn(name) => {
            let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, format!("no built-in variant `{name}`"));
            chain.built_in(library::get(name).ok_or_else(missing)?)
        }
        VariantSource::Text { name, text } => chain.bytes(name, text.as_bytes(), &Place::Nowhere),
        VariantSource::File(path) => {
            let bytes = loader.read(path)?;
            chain.seen.push(path.display().to_string());
            let root = path.parent().unwrap_or(Path::new("")).to_owned();
            chain.bytes(&path.display().to_string(), &bytes, &Place::Folder { root, below: PathBuf::new() })
        }
    })
}

struct Chain<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut SourceMap,
    problems: &'a mut Problems,
    seen: Vec<String>,
}

impl Chain<'_> {
    fn built_in(&mut self, variant: &library::BuiltIn) -> Option<Node> {
        self.seen.push(variant.name.to_owned());
        let id = self.sources.add_built_in(format!("variants/{}", variant.path), variant.text);
        self.text(id, &Place::Library)
    }

    fn bytes(&mut self, name: &str, bytes: &[u8], place: &Place) -> Option<Node> {
        let before = self.problems.len();
        let id = yaml::decode(name, bytes, self.sources, self.problems);
        if self.problems.len() > before { None } else { self.text(id, place) }
    }

    fn text(&mut self, id: SourceId, place: &Place) -> Option<Node> {
        let text = self.sources.text(id).to_owned();
        let mut root = yaml::parse(id, &text, self.problems)?;
        self.pictures(&mut root, place);
        let Some(extends) = root.get("extends") else { return Some(merge(None, root, 0, self.problems)) };
        let parent = match extends.text() {
            Some(name) => self.parent(name, place)?,
            None => {
                let message = "`extends` takes the name of a built-in variant or the path of a file";
                self.problems.push(Diagnostic::error(Code::BadValue, extends.span, message));
                return None;
            }
        };
        Some(merge(Some(without_own_keys(parent)), root, 0, self.problems))
    }

    fn parent(&mut self, name: &Phrase, place: &Place) -> Option<Node> {
        if let Some(variant) = library::get(&name.text) {
            return self.enter(variant.name, name.span)?.built_in(variant);
        }
        let path = Path::new(&name.text);
        match place {
            Place::Folder { root, below } if is_file_name(path) => {
                let path = below.join(path);
                let shown = root.join(&path).display().to_string();
                self.enter(&shown, name.span)?;
                match self.loader.read_below(root, &path) {
                    Ok(bytes) => {
                        self.seen.push(shown.clone());
                        let below = path.parent().unwrap_or(Path::new("")).to_owned();
                        self.bytes(&shown, &bytes, &Place::Folder { root: root.clone(), below })
                    }
                    Err(error) => {
                        let path = shorten(&path.display().to_string());
                        self.missing(name, &format!("the file `{path}` cannot be read: {error}"))
                    }
                }
            }
            _ if is_file_name(path) => {
                self.missing(name, "a variant that is not a file can extend only built-in variants")
            }
            _ => self.missing(name, &format!("there is no built-in variant `{}`", shorten(&name.text))),
        }
    }

    /// Replaces the paths of pictures by the pictures, each with its place in its own file.
    fn pictures(&mut self, root: &mut Node, place: &Place) {
        let images = root.entry("look").and_then(|look| look.entry("images"));
        let Some(Value::Map(images)) = images.map(|node| &mut node.value) else { return };
        for entry in images.values_mut() {
            match &mut entry.value.value {
                Value::Map(sides) => sides.values_mut().for_each(|side| self.picture(&mut side.value, place)),
                _ => self.picture(&mut entry.value, place),
            }
        }
    }

    fn picture(&mut self, node: &mut Node, place: &Place) {
        let Some(path) = node.text().filter(|phrase| !phrase.text.trim_start().starts_with('<')) else { return };
        let (span, name) = (path.span, path.text.clone());
        let read = match place {
            Place::Folder { root, below } => {
                let path = below.join(&name);
                self.loader.read_below(root, &path).map(|bytes| (root.join(path).display().to_string(), bytes))
            }
            _ => Err(std::io::Error::other("only a variant in a file can name other files")),
        };
        match read {
            Ok((shown, bytes)) => {
                let before = self.problems.len();
                let id = yaml::decode(&shown, &bytes, self.sources, self.problems);
                let text = self.sources.text(id).to_owned();
                let whole = Span::new(id, 0..text.len());
                node.value = match self.problems.len() > before {
                    true => Value::Broken,
                    false => Value::Text(Phrase { text, span: whole, verbatim: Some(0), quoted: true }),
                };
                node.span = whole;
            }
            Err(error) => {
                let message = format!("the picture `{}` cannot be read: {error}", shorten(&name));
                self.problems.push(Diagnostic::error(Code::BadValue, span, message).help(PICTURES));
                node.value = Value::Broken;
            }
        }
    }

    /// Checks that no file extends itself through others, and that the chain of parents is not too long.
    fn enter(&mut self, name: &str, span: Span) -> Option<&mut Self> {
        let name_of = |path: &str| Path::new(path).components().collect::<PathBuf>();
        if self.seen.iter().any(|seen| name_of(seen) == name_of(name)) {
            let circle = self.seen.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(" -> ");
            let problem =
                Diagnostic::error(Code::ExtendsCycle, span, format!("files extend each other in a circle: {circle}"));
            self.problems.push(problem.help("a variant cannot extend itself"));
            return None;
        }
        if self.seen.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} files extend each other");
            self.problems.push(Diagnostic::error(Code::ExtendsCycle, span, message));
            return None;
        }
        Some(self)
    }

    fn missing(&mut self, name: &Phrase, message: &str) -> Option<Node> {
        let mut problem = Diagnostic::error(Code::MissingParent, name.span, message);
        problem.help = match library::nearest_name(&name.text) {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None => Some("`ferz list` names the built-in variants; for a file write `extends: base.yaml`".to_owned()),
        };
        self.problems.push(match library::nearest_name(&name.text) {
            Some(near) => problem.write(near),
            None => problem,
        });
        None
    }
}

/// Returns `true` for the relative path of a YAML file. It may contain `..`.
fn is_file_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") || !is_below(path)
}

fn without_own_keys(mut parent: Node) -> Node {
    if let Value::Map(map) = &mut parent.value {
        map.retain(|key, _| !OWN_KEYS.contains(&key.as_str()));
    }
    parent
}

/// Merges a node into its parent. Keys have a special meaning only below the names of the sections (depth 2).
fn merge(parent: Option<Node>, child: Node, depth: usize, problems: &mut Problems) -> Node {
    let span = child.span;
    match child.value {
        Value::Map(over) => {
            let mut map = match parent {
                Some(Node { value: Value::Map(map), .. }) if depth < 2 || !replaces(&map, &over) => map,
                _ => Map::new(),
            };
            for (key, entry) in over {
                merge_entry(&mut map, key, entry, depth, problems);
            }
            Node { span, value: Value::Map(map) }
        }
        value => Node { span, value },
    }
}

fn merge_entry(map: &mut Map, key: String, entry: Entry, depth: usize, problems: &mut Problems) {
    let Entry { key: place, value } = entry;
    if matches!(value.value, Value::Null) {
        if map.shift_remove(&key).is_none() {
            // The keys below a section are the author's own names. An unknown one is a spelling mistake.
            if depth == 1
                && let Some(near) = nearest(&key, map.keys().map(String::as_str))
            {
                let message = format!("there is no `{}` that `null` could remove", shorten(&key));
                let problem = Diagnostic::error(Code::BadValue, place, message);
                problems.push(problem.help(format!("did you mean `{near}`?")).write(near));
                return;
            }
            let message = format!("`{}` has no value", shorten(&key));
            let help = "write a value after the colon; nothing, or `null`, removes the value of the extended variant";
            problems.push(Diagnostic::error(Code::BadValue, place, message).help(help));
        }
        return;
    }
    // An existing key keeps its place in the order.
    let old = map.get_mut(&key).map(|old| std::mem::replace(&mut old.value, Node { span: place, value: Value::Null }));
    let value = merge(old, value, depth + 1, problems);
    map.insert(key, Entry { key: place, value });
}

/// Returns `true` if parent and child use different keys of a group of alternatives.
fn replaces(parent: &Map, child: &Map) -> bool {
    let kind =
        |family: &[&[&str]], map: &Map| family.iter().position(|kind| kind.iter().any(|key| map.contains_key(*key)));
    EITHER_OR.iter().any(|family| match (kind(family, parent), kind(family, child)) {
        (Some(old), Some(new)) => old != new,
        _ => false,
    })
}

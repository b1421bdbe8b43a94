//! `extends`: reads a file, its parent, the parent's own parent, and so on to a file that extends nothing, and merges them.
//!
//! In a list, the game comes first. The other files are laid over it in order. Parts that the game already has are skipped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::loader::{Loader, VariantSource, is_below};
use super::mix::{Layer, combine, lay_over};
use super::node::{Node, Phrase, Problems, Value};
use super::{library, mixture, yaml};
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::source::{SourceId, SourceMap, Span};

/// The longest chain of files.
const MAX_CHAIN: usize = 32;
/// The most files that a variant may be read from.
const MAX_FILES: usize = 256;
/// The most files in a list.
const MAX_LIST: usize = 32;

/// The help for a picture that cannot be read.
const PICTURES: &str = "a picture is SVG in the file itself, or an SVG file in the same folder or below";

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
    /// A mixture on the command line. Its parents are built-in variants and files that the user names.
    Named,
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
    let layers = layers(source, loader, sources, problems)?;
    Ok(layers.and_then(|layers| combine(&layers, problems)))
}

/// Reads a variant and all that it extends. The variant's own file is the last layer.
///
/// # Errors
/// When the variant itself cannot be read at all.
pub fn layers(
    source: &VariantSource,
    loader: &dyn Loader,
    sources: &mut SourceMap,
    problems: &mut Problems,
) -> std::io::Result<Option<Vec<Layer>>> {
    let mut chain = Chain { loader, sources, problems, open: Vec::new(), read: HashMap::new(), brought: None };
    Ok(match source {
        VariantSource::BuiltIn(name) => {
            let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, format!("no built-in variant `{name}`"));
            chain.built_in(library::get(name).ok_or_else(missing)?)
        }
        VariantSource::Mixed(word) => {
            let missing = || std::io::Error::new(std::io::ErrorKind::NotFound, format!("`{word}` is no mixture"));
            let text = mixture::text(&mixture::parts(word).ok_or_else(missing)?);
            chain.bytes(word, text.as_bytes(), &Place::Named)
        }
        VariantSource::Text { name, text } => chain.bytes(name, text.as_bytes(), &Place::Nowhere),
        VariantSource::File(path) => {
            let bytes = loader.read(path)?;
            chain.open.push(path.display().to_string());
            chain.bytes(&path.display().to_string(), &bytes, &Place::of_file(path))
        }
    })
}

impl Place {
    /// The place of a file that the user names.
    fn of_file(path: &Path) -> Place {
        Place::Folder { root: path.parent().unwrap_or(Path::new("")).to_owned(), below: PathBuf::new() }
    }
}

struct Chain<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut SourceMap,
    problems: &'a mut Problems,
    /// The files that are being read, each of which extends the next.
    open: Vec<String>,
    /// The layers of the files that have been read.
    read: HashMap<String, Vec<Layer>>,
    /// The name in the variant's own file through which the current file was reached.
    brought: Option<Span>,
}

impl Chain<'_> {
    fn built_in(&mut self, variant: &library::BuiltIn) -> Option<Vec<Layer>> {
        let id = self.sources.add_built_in(format!("variants/{}", variant.path), variant.text);
        self.text(id, variant.name, &Place::Library)
    }

    fn bytes(&mut self, name: &str, bytes: &[u8], place: &Place) -> Option<Vec<Layer>> {
        let before = self.problems.len();
        let id = yaml::decode(name, bytes, self.sources, self.problems);
        if self.problems.len() > before { None } else { self.text(id, name, place) }
    }

    fn text(&mut self, id: SourceId, name: &str, place: &Place) -> Option<Vec<Layer>> {
        if let Some(brought) = self.brought {
            self.sources.set_origin(id, brought);
        }
        let text = self.sources.text(id).to_owned();
        let mut root = yaml::parse(id, &text, self.problems)?;
        self.pictures(&mut root, place);
        let mut layers = match root.get("extends").map(|extends| &extends.value) {
            None => Vec::new(),
            Some(Value::Text(parent)) => self.parent(&parent.clone(), place)?,
            Some(Value::List(_)) => self.list(&root, place)?,
            Some(_) => {
                let span = root.get("extends").map_or(root.span, |extends| extends.span);
                let message = "`extends` takes the name of a built-in variant or the path of a file, or a list of them";
                self.problems.push(Diagnostic::error(Code::BadValue, span, message));
                return None;
            }
        };
        layers.push(Layer::new(name, root, layers.first()));
        Some(layers)
    }

    /// The layers of a game, with the files of a list laid over it.
    fn list(&mut self, own: &Node, place: &Place) -> Option<Vec<Layer>> {
        let list = own.get("extends")?;
        let Value::List(items) = &list.value else { return None };
        let names: Option<Vec<Phrase>> = items.iter().map(|item| item.text().cloned()).collect();
        let Some(names) = names.filter(|names| !names.is_empty() && names.len() <= MAX_LIST) else {
            let message = format!("a list of `extends` has 1 to {MAX_LIST} names of variants, rule files or files");
            self.problems.push(Diagnostic::error(Code::BadValue, list.span, message));
            return None;
        };
        let mut parts = Vec::new();
        for name in &names {
            if name.span.source == SourceId(0) {
                self.brought = Some(name.span);
            }
            parts.push((name, self.parent(name, place)?));
        }
        lay_over(parts, own, self.problems)
    }

    fn parent(&mut self, name: &Phrase, place: &Place) -> Option<Vec<Layer>> {
        if let Some(variant) = library::parent(&name.text) {
            return self.enter(variant.name, name.span, |chain| chain.built_in(variant));
        }
        let path = Path::new(&name.text);
        match place {
            Place::Folder { root, below } if is_file_name(path) => {
                let path = below.join(path);
                let shown = root.join(&path).display().to_string();
                let below = path.parent().unwrap_or(Path::new("")).to_owned();
                let place = Place::Folder { root: root.clone(), below };
                let read = |chain: &Self| chain.loader.read_below(root, &path);
                self.enter(&shown, name.span, |chain| match read(chain) {
                    Ok(bytes) => chain.bytes(&shown, &bytes, &place),
                    Err(error) => chain.unreadable(name, &path, &error),
                })
            }
            Place::Named if is_file_name(path) => {
                self.enter(&name.text, name.span, |chain| match chain.loader.read(path) {
                    Ok(bytes) => chain.bytes(&name.text, &bytes, &Place::of_file(path)),
                    Err(error) => chain.unreadable(name, path, &error),
                })
            }
            _ if is_file_name(path) => {
                self.missing(name, "a variant that is not a file can extend only built-in variants")
            }
            Place::Named => {
                self.missing(name, &format!("there is no built-in variant or rule file `{}`", shorten(&name.text)))
            }
            _ => self.missing(name, &format!("there is no built-in variant `{}`", shorten(&name.text))),
        }
    }

    fn unreadable(&mut self, name: &Phrase, path: &Path, error: &std::io::Error) -> Option<Vec<Layer>> {
        let path = shorten(&path.display().to_string());
        self.missing(name, &format!("the file `{path}` cannot be read: {error}"))
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

    /// Reads a file, unless it extends itself through others, or the chain of parents is too long. A file that has been
    /// read before is not read again.
    fn enter(
        &mut self,
        name: &str,
        span: Span,
        read: impl FnOnce(&mut Self) -> Option<Vec<Layer>>,
    ) -> Option<Vec<Layer>> {
        let name_of = |path: &str| Path::new(path).components().collect::<PathBuf>();
        if self.open.iter().any(|open| name_of(open) == name_of(name)) {
            let circle = self.open.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(" -> ");
            let problem =
                Diagnostic::error(Code::ExtendsCycle, span, format!("files extend each other in a circle: {circle}"));
            self.problems.push(problem.help("a variant cannot extend itself"));
            return None;
        }
        if let Some(layers) = self.read.get(name) {
            return Some(layers.clone());
        }
        if self.open.len() >= MAX_CHAIN || self.read.len() >= MAX_FILES {
            let message = match self.open.len() >= MAX_CHAIN {
                true => format!("more than {MAX_CHAIN} files extend each other"),
                false => format!("more than {MAX_FILES} files are mixed"),
            };
            self.problems.push(Diagnostic::error(Code::ExtendsCycle, span, message));
            return None;
        }
        self.open.push(name.to_owned());
        let layers = read(self);
        self.open.pop();
        let layers = layers?;
        self.read.insert(name.to_owned(), layers.clone());
        Some(layers)
    }

    fn missing(&mut self, name: &Phrase, message: &str) -> Option<Vec<Layer>> {
        let mut problem = Diagnostic::error(Code::MissingParent, name.span, message);
        let near = match name.text.starts_with(library::RULES) {
            true => library::nearest_rule_file(&name.text),
            false => library::nearest_name(&name.text),
        };
        problem.help = match near {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None => Some("`ferz list` names the built-in variants; for a file write `extends: base.yaml`".to_owned()),
        };
        self.problems.push(match near {
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

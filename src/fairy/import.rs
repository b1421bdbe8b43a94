//! Translates a configuration file of Fairy-Stockfish into variant files.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::describe::{self, Form, Place};
use super::draft::{Field, Item, Map, field, word};
use super::fault::problem;
use super::ini::{self, Section};
use super::names::Names;
use super::print::Printer;
use super::reduce::{Parent, whole};
use super::settings::Settings;
use super::table::{self, BUILT_IN, Topic};
use crate::board::{BySide, Geometry, SquareSet, Topology};
use crate::compile;
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::source::{SourceId, SourceMap, Span};
use crate::variant::{Loader, Node, Problems, VariantSource, library};

/// A variant file that the import has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Name of the section.
    pub section: String,
    /// The name of the file.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// Result of importing a configuration file.
#[derive(Clone, Debug)]
pub struct Import {
    /// The variant files, in the order of the sections.
    pub files: Vec<Imported>,
    /// Errors in the configuration file, and settings without a counterpart, in the order of the lines.
    pub problems: Vec<Diagnostic>,
    /// The configuration file.
    pub sources: SourceMap,
}

/// Turns each section of a configuration file of Fairy-Stockfish into a variant file. The problems list errors and
/// settings without a counterpart, each with its place. `name` is the name of the file in these problems.
///
/// ```
/// let import = ferz::fairy::import("my.ini", b"[lone:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n");
/// assert!(import.problems.is_empty());
/// assert_eq!(import.files[0].file, "lone.yaml");
/// assert!(import.files[0].text.contains("extends: chess"));
/// ```
pub fn import(name: &str, bytes: &[u8]) -> Import {
    let mut problems = Problems::new();
    let mut sources = SourceMap::default();
    let id = decode(name, bytes, &mut sources, &mut problems);
    let text = sources.text(id).to_owned();
    let sections = if problems.iter().any(|problem| problem.code == Code::TooLarge) {
        Vec::new()
    } else {
        ini::read(id, &text, &mut problems)
    };
    let names = sections.iter().map(|section| section.name.value.clone()).collect();
    let mut importer =
        Importer { file: name, done: HashMap::new(), shelf: Shelf::default(), files: Vec::new(), problems, names };
    for section in &sections {
        importer.section(section);
    }
    let mut problems = importer.problems;
    problems.sort_by_key(|problem| (problem.span, problem.severity));
    problems.dedup();
    Import { files: importer.files, problems, sources }
}

fn decode(name: &str, bytes: &[u8], sources: &mut SourceMap, problems: &mut Problems) -> SourceId {
    let long = bytes.len() > ini::MAX_BYTES;
    let bytes = &bytes[..bytes.len().min(ini::MAX_BYTES)];
    let text = String::from_utf8_lossy(bytes);
    let id = sources.add(name, text.trim_start_matches('\u{feff}'));
    let start = |at: usize| Span::new(id, at..at + 1);
    if long {
        let message = format!("more than {} MiB", ini::MAX_BYTES >> 20);
        problems.push(problem(Code::TooLarge, start(0), message));
    }
    if text.starts_with('\u{feff}') {
        problems.push(problem(
            Code::BadCharacter,
            start(0),
            "the file begins with a byte order mark, which hides its first line from Fairy-Stockfish",
        ));
    }
    if let Err(error) = std::str::from_utf8(bytes) {
        problems.push(problem(Code::NotUtf8, start(error.valid_up_to()), "the file is not UTF-8 text from here on"));
    }
    id
}

/// The built-in variants of Fairy-Stockfish.
static KNOWN: LazyLock<HashMap<String, Settings>> = LazyLock::new(|| {
    let mut problems = Problems::new();
    let mut known: HashMap<String, Settings> = HashMap::new();
    for section in ini::read(SourceId(u16::MAX), BUILT_IN, &mut problems) {
        let parent = section.parent.as_ref().and_then(|parent| known.get(&parent.value)).cloned();
        let mut settings = parent.unwrap_or_else(Settings::new);
        settings.apply(&section, true, &mut problems);
        known.insert(section.name.value.clone(), settings);
    }
    debug_assert!(problems.is_empty(), "{problems:?}");
    // Settings of built-in variants have no place in the user's file.
    for settings in known.values_mut() {
        settings.places.clear();
        settings.piece_places.clear();
    }
    known
});

/// Returns `true` if a section can have this name. The names of Fairy-Stockfish's built-in variants are reserved.
pub fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "-_+.".contains(c);
    !name.is_empty() && name.chars().all(plain) && !KNOWN.contains_key(name)
}

/// A name like the given one that Fairy-Stockfish does not reserve.
pub fn free_name(name: &str) -> String {
    if KNOWN.contains_key(name) { format!("ferz-{name}") } else { name.to_owned() }
}

struct Importer<'a> {
    file: &'a str,
    /// The sections so far, with their settings and the files made from them.
    done: HashMap<String, (Settings, Option<String>)>,
    shelf: Shelf,
    files: Vec<Imported>,
    problems: Problems,
    /// The names of all sections of the file.
    names: Vec<String>,
}

impl Importer<'_> {
    fn section(&mut self, section: &Section) {
        let name = &section.name;
        if name.value.is_empty() {
            return;
        }
        if KNOWN.contains_key(&name.value) || self.done.contains_key(&name.value) {
            let message =
                format!("the variant `{}` already exists; Fairy-Stockfish ignores this one", shorten(&name.value));
            self.problems.push(problem(Code::BadName, name.span, message));
            return;
        }
        let Some((mut settings, extends)) = self.parent(section) else { return };
        settings.apply(section, false, &mut self.problems);
        let before = self.problems.len();
        let made = self.file_of(section, &settings, extends);
        self.notes(section, before, made, settings);
    }

    /// The settings of the parent, and the variant that the file extends.
    fn parent(&mut self, section: &Section) -> Option<(Settings, Option<String>)> {
        let Some(parent) = &section.parent else { return Some((Settings::new(), None)) };
        if let Some((settings, file)) = self.done.get(&parent.value) {
            return Some((settings.clone(), file.clone()));
        }
        if let Some(settings) = KNOWN.get(&parent.value) {
            let built_in = library::get(&parent.value).map(|variant| variant.name.to_owned());
            return Some((settings.clone(), built_in));
        }
        let name = shorten(&parent.value);
        let itself = parent.value == section.name.value;
        let below = !itself && self.names.contains(&parent.value);
        let message = match below {
            _ if itself => format!("the section `{name}` extends itself"),
            true => format!("the section `{name}` must come before this one, which extends it"),
            false => format!("the parent `{name}` is neither in this file nor a variant of Fairy-Stockfish"),
        };
        let mut found = problem(Code::MissingParent, parent.span, message);
        let known = KNOWN.keys().chain(self.done.keys()).map(String::as_str);
        let near = || crate::diagnostic::nearest(&parent.value, known).map(|near| format!("did you mean `{near}`?"));
        found.help = Some(match below {
            _ if itself => "name the variant that it changes, such as `chess`".to_owned(),
            true => format!("move `[{name}]` before this section"),
            false => near().unwrap_or_else(|| format!("add the section `[{name}]` before this one")),
        });
        self.problems.push(found);
        None
    }

    fn file_of(&mut self, section: &Section, settings: &Settings, extends: Option<String>) -> Option<(String, String)> {
        let file = self.file_name(section)?;
        let parent = extends.as_ref().and_then(|parent| self.tree(parent));
        let extends = extends.filter(|_| parent.is_some());
        let last = section.settings.last().map_or(section.name.span, |setting| setting.value.span);
        let place = Place { header: section.name.span, section: section.name.span.to(last) };
        let names = |forms: &[Form]| Names::choose(forms, settings, parent.as_ref());
        let description = describe::describe(settings, &names, place)?;
        let broken = description.problems.iter().any(|problem| {
            problem.is_error() && problem.code != Code::NoCounterpart && problem.code != Code::BadNotation
        });
        let lacking: Vec<String> = description
            .problems
            .iter()
            .filter(|problem| problem.code == Code::NoCounterpart)
            .map(|problem| problem.message.clone())
            .collect();
        self.problems.extend(description.problems);
        if broken || description.map.is_empty() {
            return None;
        }
        let side = |topic| usize::try_from(settings.number(topic)).unwrap_or(0);
        let board = Geometry::new(side(Topic::Files), side(Topic::Ranks), Topology::Rectangle).ok()?;
        let parent = Parent::new(parent.as_ref(), board.clone());
        let (named, map): (Map, Map) = description.map.into_iter().partition(|field| field.key == "regions");
        let mut body = match extends {
            Some(_) => parent.reduce(&map),
            None => match whole(&Item::Map(map)) {
                Item::Map(map) => map,
                _ => Map::new(),
            },
        };
        let mut top = vec![field("name", word(title(&section.name.value)))];
        top.extend(extends.map(|parent| field("extends", word(parent))));
        top.append(&mut body);
        for field in named {
            if let Item::Map(map) = field.item {
                add_regions(&mut top, map);
            }
        }
        let own = regions(&mut top, &parent, &board);
        let mut head = self.comments(section, settings, &top, &board, &parent);
        if !lacking.is_empty() {
            head.push(String::new());
            head.extend(lacking.iter().map(|what| format!("Not said yet: {what}.")));
        }
        let mut text = self.text(&head, section, &top, &board, &parent, &own);
        let unused = self.unused(&file, &text, &parent);
        if !unused.is_empty() {
            let gone = unused.into_iter().map(|name| field(name, Item::Nothing)).collect();
            add_regions(&mut top, gone);
            text = self.text(&head, section, &top, &board, &parent, &own);
        }
        Some((file, text))
    }

    fn text(
        &self,
        head: &[String],
        section: &Section,
        top: &Map,
        board: &Geometry,
        parent: &Parent<'_>,
        own: &[Named],
    ) -> String {
        let mut text = String::from("# yaml-language-server: $schema=variant.schema.json\n");
        for line in head {
            text += format!("# {line}").trim_end();
            text.push('\n');
        }
        let comments = self.placed(section, top);
        let mut printer = Printer { board, parent, own: own.to_vec(), raw: false, comments };
        text += &printer.print(top);
        text
    }

    /// The comments above settings, with the keys above which they are written.
    fn placed(&self, section: &Section, top: &Map) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for setting in section.settings.iter().filter(|setting| !setting.above.is_empty()) {
            let path = path_of(&setting.key.value, &setting.value.value, top);
            if let Some(path) = path {
                found.push((path, setting.above.clone()));
            }
        }
        found
    }

    /// The comments at the head of the file.
    fn comments(&self, section: &Section, _: &Settings, top: &Map, _: &Geometry, _: &Parent<'_>) -> Vec<String> {
        let header = match &section.parent {
            Some(parent) => format!("[{}:{}]", section.name.value, parent.value),
            None => format!("[{}]", section.name.value),
        };
        let file = Path::new(self.file)
            .file_name()
            .map_or_else(|| self.file.to_owned(), |name| name.to_string_lossy().into_owned());
        let mut lines =
            vec![format!("From {} of {}.", header, file.chars().filter(|c| !c.is_control()).collect::<String>())];
        lines.extend(section.above.clone());
        for setting in section.settings.iter().filter(|setting| !setting.above.is_empty()) {
            if path_of(&setting.key.value, &setting.value.value, top).is_none() {
                lines.extend(setting.above.clone());
            }
        }
        lines.extend(section.below.clone());
        lines.into_iter().map(|line| line.chars().take(400).collect()).collect()
    }

    /// Regions of the parent that are no longer used, or that lie outside the new board.
    fn unused(&self, file: &str, text: &str, parent: &Parent<'_>) -> Vec<String> {
        let mut shelf = self.shelf.clone();
        shelf.files.insert(PathBuf::from(file), text.as_bytes().to_vec());
        let Ok(loaded) = compile::load(&VariantSource::File(PathBuf::from(file)), &shelf) else { return Vec::new() };
        let Some(tree) = loaded.tree else { return Vec::new() };
        let mut words = Vec::new();
        for (_, entry) in tree
            .map()
            .into_iter()
            .flatten()
            .filter(|(key, _)| !matches!(key.as_str(), "name" | "setup" | "extends" | "board"))
        {
            collect(&entry.value, &mut words);
        }
        let used = |name: &str| {
            words.iter().any(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))
        };
        parent.region_names().into_iter().filter(|name| !used(name)).map(str::to_owned).collect()
    }

    fn file_name(&mut self, section: &Section) -> Option<String> {
        let name = &section.name.value;
        let plain = name.chars().all(|c| c.is_alphanumeric() || "-_+. ".contains(c))
            && !name.starts_with('.')
            && name.len() <= 100;
        if !plain {
            let message = format!("`{}` cannot be the name of a file", shorten(name));
            self.problems.push(
                problem(Code::BadName, section.name.span, message).help("use letters, digits, `-`, `_`, `+` and `.`"),
            );
            return None;
        }
        let file = format!("{name}.yaml");
        if self.files.iter().any(|known| known.file.to_lowercase() == file.to_lowercase()) {
            let message =
                format!("two sections would be written to `{file}` on systems that ignore case in file names");
            self.problems.push(problem(Code::BadName, section.name.span, message));
            return None;
        }
        Some(file)
    }

    /// The merged tree of a parent.
    fn tree(&self, parent: &str) -> Option<Node> {
        let source = match library::get(parent) {
            Some(variant) => VariantSource::BuiltIn(variant.name.to_owned()),
            None => VariantSource::File(PathBuf::from(parent)),
        };
        compile::load(&source, &self.shelf).ok()?.tree
    }

    /// Adds a file, and reports if it cannot be loaded.
    fn notes(&mut self, section: &Section, _: usize, made: Option<(String, String)>, settings: Settings) {
        let name = section.name.value.clone();
        let Some((file, text)) = made else {
            // Children of a variant without a file extend nothing.
            self.done.insert(name, (settings, None));
            return;
        };
        self.shelf.files.insert(PathBuf::from(&file), text.as_bytes().to_vec());
        let loaded = compile::load(&VariantSource::File(PathBuf::from(&file)), &self.shelf);
        let setup = settings.places.get(&Topic::Setup).copied().filter(|span| *span >= section.name.span);
        let mut sound = true;
        for fault in loaded.iter().flat_map(|loaded| &loaded.problems) {
            if fault.is_error() {
                sound = false;
                let message = format!("the variant file cannot be loaded: {}", fault.message);
                self.problems.push(problem(fault.code, section.name.span, message));
            } else if fault.code == Code::OpponentInCheck {
                self.problems.push(problem(fault.code, setup.unwrap_or(section.name.span), fault.message.clone()));
            }
        }
        if !sound {
            self.shelf.files.remove(Path::new(&file));
            self.done.insert(name, (settings, None));
            return;
        }
        self.done.insert(name.clone(), (settings, Some(file.clone())));
        self.files.push(Imported { section: name, file, text });
    }
}

/// A region with its name.
type Named = (String, BySide<SquareSet>);

/// Names squares that are needed more than once.
fn regions(top: &mut Map, parent: &Parent<'_>, board: &Geometry) -> Vec<Named> {
    let mut areas: Vec<(String, BySide<SquareSet>, usize)> = Vec::new();
    top.iter().for_each(|field| count_areas(field, &mut areas));
    let all = BySide { white: board.squares(), black: board.squares() };
    let mut named: Vec<Named> = Vec::new();
    let mut taken: Vec<String> = parent.region_names().into_iter().map(str::to_owned).collect();
    for (key, area, times) in areas {
        let plain = area == all || area.white == SquareSet::EMPTY && area.black == SquareSet::EMPTY;
        if times < 2 || plain || parent.region_like(&area).is_some() {
            continue;
        }
        let word = match key.as_str() {
            "zone" => "promotion",
            "on" => "camp",
            "region" => "goal",
            "confined" | "to" => "palace",
            _ => "area",
        };
        let names = std::iter::once(word.to_owned()).chain((2..100).map(|number| format!("{word}_{number}")));
        let Some(name) = names.into_iter().find(|name| !taken.contains(name)) else { continue };
        taken.push(name.clone());
        named.push((name, area));
    }
    if !named.is_empty() {
        add_regions(top, named.iter().map(|(name, area)| field(name, Item::Area(*area))).collect());
    }
    named
}

fn count_areas(own: &Field, areas: &mut Vec<(String, BySide<SquareSet>, usize)>) {
    match &own.item {
        Item::Area(area) => match areas.iter_mut().find(|(_, known, _)| known == area) {
            Some((.., times)) => *times += 1,
            None => areas.push((own.key.clone(), *area, 1)),
        },
        Item::Map(map) => map.iter().for_each(|field| count_areas(field, areas)),
        Item::List(items) => {
            for item in items {
                count_areas(&field(own.key.clone(), item.clone()), areas);
            }
        }
        _ => {}
    }
}

fn add_regions(top: &mut Map, mut more: Map) {
    if let Some(Field { item: Item::Map(map), .. }) = top.iter_mut().find(|field| field.key == "regions") {
        map.append(&mut more);
        return;
    }
    let first = ["name", "extends", "board"];
    let at = top.iter().position(|field| !first.contains(&field.key.as_str())).unwrap_or(top.len());
    top.insert(at, field("regions", Item::Map(more)));
}

fn collect(node: &Node, words: &mut Vec<String>) {
    use crate::variant::node::Value;
    match &node.value {
        Value::Text(phrase) => words.push(phrase.text.clone()),
        Value::List(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Map(map) => map.values().for_each(|entry| collect(&entry.value, words)),
        _ => {}
    }
}

/// The key above which the comment on a setting is written.
fn path_of(key: &str, value: &str, top: &Map) -> Option<String> {
    let has = |path: &str| top.iter().any(|field| field.key == path).then(|| path.to_owned());
    if table::type_named(key).is_some() {
        let letter = value.chars().next()?.to_ascii_uppercase().to_string();
        let pieces = top.iter().find(|field| field.key == "pieces")?;
        let Item::Map(pieces) = &pieces.item else { return None };
        let own = pieces.iter().find(|piece| match &piece.item {
            Item::Map(piece) => {
                piece.iter().any(|field| field.key == "symbol" && field.item == Item::Word(letter.clone()))
            }
            _ => false,
        });
        return own.map(|piece| format!("pieces.{}", piece.key)).or_else(|| has("pieces"));
    }
    let row = table::KEYS.iter().find(|row| row.name == key)?;
    let topic = row.topics.first()?;
    match topic {
        Topic::Ranks | Topic::Files => has("board"),
        Topic::Setup => has("setup"),
        Topic::Castling
        | Topic::Castler
        | Topic::Partners
        | Topic::CastlingLeft
        | Topic::CastlingRight
        | Topic::CastlingRank => has("castling"),
        Topic::Drops | Topic::ToHand => has("hand"),
        Topic::Walls
        | Topic::Blast
        | Topic::MustCapture
        | Topic::MustDrop
        | Topic::Checking
        | Topic::Flips
        | Topic::Pass
        | Topic::PassStuck => has("rules"),
        Topic::Extinct
        | Topic::ExtinctKinds
        | Topic::Flag
        | Topic::FlagKind
        | Topic::Row
        | Topic::Stalemate
        | Topic::Clock
        | Topic::Folds => has("end"),
        _ => None,
    }
}

/// A section's name as a title.
fn title(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
    };
    let words: Vec<String> = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).map(capital).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// A loader of variant files that are in memory.
#[derive(Clone, Default)]
struct Shelf {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Loader for Shelf {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "there is no such section");
        self.files.get(path).cloned().ok_or_else(missing)
    }

    fn read_below(&self, _: &Path, path: &Path) -> io::Result<Vec<u8>> {
        self.read(path)
    }
}

//! Which file imports which: `use`, paths in code, and names that another file passes on (`pub use`), which count as
//! imports of the file that they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::files_below;
use super::tokens::{Token, tokens};

/// The packages: where their sources are, and what they are called in paths.
pub fn packages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let entries = fs::read_dir(folder).expect("the folder of packages is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let own =
        [("src", "ferz"), ("python/src", "ferz_python")].map(|(folder, name)| (folder.to_owned(), name.to_owned()));
    own.into_iter()
        .chain(names.into_iter().map(|name| (format!("crates/{name}/src"), name.replace('-', "_"))))
        .collect()
}

/// A module by its path, the package first.
type Module = Vec<String>;

/// A file: the module that it is, and the paths that it names.
struct File {
    module: Module,
    path: String,
    children: BTreeSet<String>,
    /// Paths from the package on.
    named: Vec<Module>,
    /// Names that it passes on, and where they come from.
    passed_on: BTreeMap<String, Module>,
}

/// The files of all packages that are compiled into the library.
pub struct Tree {
    files: Vec<File>,
    by_module: BTreeMap<Module, usize>,
}

impl Tree {
    pub fn read() -> Tree {
        let files: Vec<File> = packages().iter().flat_map(|(folder, package)| package_files(folder, package)).collect();
        let by_module = files.iter().enumerate().map(|(index, file)| (file.module.clone(), index)).collect();
        Tree { files, by_module }
    }

    /// Sets of files each of which imports all others of its set, if only by way of some of them.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let imports: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|file| self.imports(file)).collect();
        let reached: Vec<BTreeSet<usize>> = (0..imports.len()).map(|file| reachable(&imports, file)).collect();
        let mut left: BTreeSet<usize> = (0..imports.len()).filter(|file| reached[*file].contains(file)).collect();
        let mut circles = Vec::new();
        while let Some(first) = left.first().copied() {
            let circle: Vec<usize> =
                reached[first].iter().copied().filter(|other| reached[*other].contains(&first)).collect();
            left.retain(|file| !circle.contains(file));
            circles.push(circle.into_iter().map(|file| self.files[file].path.as_str()).collect());
        }
        circles
    }

    /// The number of imports, counted by file, of the files below a folder.
    pub fn imports_below(&self, folder: &str) -> usize {
        let below = |file: &usize| self.files[*file].path.starts_with(folder);
        (0..self.files.len()).filter(below).map(|file| self.imports(file).len()).sum()
    }

    /// The files that a file imports.
    fn imports(&self, file: usize) -> BTreeSet<usize> {
        let named = self.files[file].named.iter();
        named.filter_map(|path| self.defining(path, 8)).filter(|found| *found != file).collect()
    }

    /// The file that what a path names is written in.
    fn defining(&self, path: &[String], depth: usize) -> Option<usize> {
        if depth == 0 {
            return None;
        }
        let length = (1..=path.len()).rev().find(|length| self.by_module.contains_key(&path[..*length]))?;
        let file = self.by_module[&path[..length]];
        let Some(next) = path.get(length) else { return Some(file) };
        match self.files[file].passed_on.get(next) {
            Some(from) => {
                let further: Module = from.iter().chain(&path[length + 1..]).cloned().collect();
                self.defining(&further, depth - 1).or(Some(file))
            }
            None => Some(file),
        }
    }
}

/// All that is reached from a file over one import or more.
fn reachable(imports: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        open.extend(imports[file].iter().filter(|next| found.insert(**next)));
    }
    found
}

fn package_files(folder: &str, package: &str) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let below = |path: &Path| path.strip_prefix(&root).expect("it lies below").to_string_lossy().replace('\\', "/");
    let paths = files_below(folder, "rs").into_iter().map(|path| (below(&path), path));
    // The program uses the library from outside, and tests import what they test.
    let library = paths.filter(|(name, _)| name != "main.rs" && !name.ends_with("tests.rs"));
    library
        .map(|(name, path)| {
            let text = fs::read_to_string(&path).expect("sources are texts");
            file(format!("{folder}/{name}"), module(package, &name), &tokens(&text))
        })
        .collect()
}

fn module(package: &str, name: &str) -> Module {
    let mut parts: Module =
        std::iter::once(package).chain(name.trim_end_matches(".rs").split('/')).map(str::to_owned).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

fn file(path: String, module: Module, tokens: &[Token]) -> File {
    let mut file = File { children: children(tokens), module, path, named: Vec::new(), passed_on: BTreeMap::new() };
    let mut aliases = BTreeMap::<String, Module>::new();
    let mut at = 0;
    while at < tokens.len() {
        at = match tokens[at].name() {
            // As in `pub(in crate::variant)`: who may see it, no import.
            Some("in") if tokens[at - 1] == Token::Mark('(') => at + 3,
            Some("use") => import(&mut file, &mut aliases, tokens, at),
            Some(_) => mention(&mut file, &aliases, tokens, at),
            None => at + 1,
        };
    }
    file
}

/// The names behind `mod`, where no body follows.
fn children(tokens: &[Token]) -> BTreeSet<String> {
    let declared = tokens.windows(3).filter(|window| window[0].name() == Some("mod") && window[2] == Token::Mark(';'));
    declared.filter_map(|window| window[1].name()).map(str::to_owned).collect()
}

/// Reads a `use`; gives the place behind it.
fn import(file: &mut File, aliases: &mut BTreeMap<String, Module>, tokens: &[Token], at: usize) -> usize {
    let end = at + tokens[at..].iter().position(|token| *token == Token::Mark(';')).expect("a `use` ends");
    let public = at > 0 && (tokens[at - 1].name() == Some("pub") || tokens[at - 1] == Token::Mark(')'));
    let mut found = Vec::new();
    branches(&tokens[at + 1..end], &[], &mut found);
    for (path, name) in found {
        let Some(path) = absolute(file, &path) else { continue };
        if public {
            file.passed_on.insert(name.clone(), path.clone());
        }
        aliases.insert(name, path.clone());
        file.named.push(path);
    }
    end + 1
}

/// The paths of a tree of imports, with the names under which they are known.
fn branches(tokens: &[Token], before: &[String], found: &mut Vec<(Module, String)>) {
    let mut path = before.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            Token::Name(name) if name == "as" => {
                let known = tokens.get(at + 1).and_then(Token::name).unwrap_or("_").to_owned();
                found.push((path, known));
                return;
            }
            Token::Name(name) if name != "self" || path.is_empty() => path.push(name.clone()),
            Token::Mark('{') => {
                let inner = &tokens[at + 1..tokens.len() - 1];
                items(inner).into_iter().for_each(|item| branches(item, &path, found));
                return;
            }
            _ => {}
        }
        at += 1;
    }
    let known = path.last().cloned().unwrap_or_default();
    found.push((path, known));
}

/// The parts between commas that stand in no braces.
fn items(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark('{') => depth += 1,
            Token::Mark('}') => depth -= 1,
            Token::Mark(',') if depth == 0 => {
                found.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&tokens[start..]);
    found.retain(|item| !item.is_empty());
    found
}

/// Reads a path in code, as in `super::step(x)`; gives the place behind it.
fn mention(file: &mut File, aliases: &BTreeMap<String, Module>, tokens: &[Token], at: usize) -> usize {
    let mut path = Vec::new();
    let mut next = at;
    while let Some(name) = tokens.get(next).and_then(Token::name) {
        path.push(name.to_owned());
        next += 1;
        if !tokens[next..].starts_with(&[Token::Mark(':'), Token::Mark(':')]) {
            break;
        }
        next += 2;
    }
    if path.len() > 1 {
        let known = aliases.get(&path[0]).map(|from| from.iter().chain(&path[1..]).cloned().collect());
        file.named.extend(known.or_else(|| absolute(file, &path)));
    }
    next
}

/// A path from its package on; `None` for those that lead outside.
fn absolute(file: &File, path: &[String]) -> Option<Module> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let own = |length: usize| file.module[..length].iter();
    let (start, rest): (Vec<&String>, _) = match path.first()?.as_str() {
        "crate" => (own(1).collect(), &path[1..]),
        "self" => (own(file.module.len()).collect(), &path[1..]),
        "super" => (own(file.module.len().checked_sub(ups)?).collect(), &path[ups..]),
        first if first.starts_with("ferz") => (Vec::new(), path),
        first if file.children.contains(first) => (own(file.module.len()).collect(), path),
        _ => return None,
    };
    Some(start.into_iter().chain(rest).cloned().collect())
}

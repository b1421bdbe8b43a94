//! Signs of prose that a reader has to decode, counted in comments, messages and docs. The bounds only ever fall.

use std::fs;
use std::path::{Path, PathBuf};

/// Extensions of files whose text people read.
const READ: [&str; 8] = ["rs", "md", "py", "pyi", "json", "yaml", "txt", "pest"];

/// The folders and pages that the bounds speak of, with their texts.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["src", "crates", "python/src", "python/ferz", "docs"] {
        collect(&root.join(folder), &mut found);
    }
    for page in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "grammar/rules.pest", "grammar/betza.pest"] {
        found.push(root.join(page));
    }
    assert!(found.len() > 300, "{} files", found.len());
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a text file"))).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            let built = ["target", "__pycache__", "book"];
            if !built.iter().any(|name| path.ends_with(name)) || path.ends_with("diagnostic/book") {
                collect(&path, found);
            }
        } else if path.extension().is_some_and(|end| READ.iter().any(|known| end == *known)) {
            found.push(path);
        }
    }
}

/// A comment of a Rust file: its line, whether it documents an item, and its text.
struct Comment {
    line: usize,
    documents: bool,
    text: String,
}

/// The comments of a text, those of several lines as one.
fn comments(text: &str) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let mut before = "";
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let mark = ["///", "//!", "//"].into_iter().find(|mark| line.starts_with(mark)).unwrap_or_default();
        let said = line[mark.len()..].trim();
        match found.last_mut() {
            _ if mark.is_empty() => {}
            Some(last) if mark == before => last.text = format!("{}\n{said}", last.text),
            _ => found.push(Comment { line: index + 1, documents: mark != "//", text: said.to_owned() }),
        }
        before = mark;
    }
    found
}

/// All comments of Rust files, with the places that a failed test names.
fn placed_comments() -> Vec<(String, Comment)> {
    let rust = texts().into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "rs"));
    let placed = |(path, text): (PathBuf, String)| {
        let path = path.display().to_string();
        comments(&text).into_iter().map(move |comment| (format!("{path}:{}", comment.line), comment))
    };
    rust.flat_map(placed).collect()
}

/// The words of a line in lower case. An underscore or a hyphen belongs to its word, so that names of code are no words.
fn words(line: &str) -> Vec<String> {
    let parts = line.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '-'));
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

/// The lines of all texts, once for each match that `count` finds in their words.
fn lines_with(count: impl Fn(&[String]) -> usize) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in texts() {
        for (index, line) in text.lines().enumerate() {
            let place = format!("{}:{}: {}", path.display(), index + 1, line.trim());
            found.extend(std::iter::repeat_n(place, count(&words(line))));
        }
    }
    found
}

/// The places of the comments that have a property.
fn comments_that(has: impl Fn(&Comment) -> bool) -> Vec<String> {
    placed_comments().into_iter().filter(|(_, comment)| has(comment)).map(|(place, _)| place).collect()
}

/// A text without the parts in backticks.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

#[test]
fn pieces_and_sides_are_no_people() {
    let people = ["nobody", "somebody", "whoever"];
    let found = lines_with(|words| words.iter().filter(|word| people.contains(&word.as_str())).count());
    assert!(
        found.len() <= 10,
        "{} times: write `no piece`, `a piece`, `the side that`\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn relative_clauses_are_short() {
    let is_clause = |pair: &&[String]| pair[0] == "of" && ["which", "whom"].contains(&pair[1].as_str());
    let found = lines_with(|words| words.windows(2).filter(is_clause).count());
    assert!(found.len() <= 20, "{} times: write two sentences\n{}", found.len(), found.join("\n"));
}

#[test]
fn comments_begin_with_their_subject() {
    let vague = ["Who", "What", "Whose", "Such", "Those"];
    let starts_so = |text: &str| text.split_whitespace().next().is_some_and(|word| vague.contains(&word));
    let found = comments_that(|comment| comment.text.split("\n\n").any(starts_so));
    assert!(found.len() <= 5, "{} comments: begin with the noun or the verb\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_doc_comment_is_a_question() {
    let asks = |word: &str| word.trim_end_matches('?').ends_with(char::is_alphanumeric) && word.ends_with('?');
    let found = comments_that(|comment| comment.documents && without_code(&comment.text).split_whitespace().any(asks));
    assert!(found.is_empty(), "write \"Returns `true` if ...\"\n{}", found.join("\n"));
}

//! Writes the tree of a variant file as text, with a comment for each section.

use crate::cli::schema::SCHEMA;
use crate::variant::node::{Map, Node, Phrase, Value};

/// Values that fit into this many characters stand on one line.
const WIDTH: usize = 100;

/// A text on one line of a comment.
pub(super) fn comment(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A text as YAML, in quotes if needed.
pub(super) fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " _-+.'/()<>=^$".contains(c);
    let keyword = matches!(text.to_lowercase().as_str(), "null" | "true" | "false" | "~" | "yes" | "no");
    let edges = text.starts_with(|c: char| c.is_alphanumeric()) && !text.ends_with(' ');
    if edges && !keyword && text.chars().all(plain) { text.to_owned() } else { quoted(text) }
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn phrase(phrase: &Phrase) -> String {
    // Words such as `true` and numbers keep their meaning only without quotes.
    let word = !phrase.quoted && phrase.text.chars().all(|c| c.is_ascii_alphanumeric());
    if word {
        phrase.text.clone()
    } else if phrase.quoted {
        quoted(&phrase.text)
    } else {
        scalar(&phrase.text)
    }
}

/// The sections of a file, without some of them, with comments.
pub(super) fn sections(root: &Node, without: &[&str]) -> String {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let mut text = String::new();
    for (key, entry) in root.map().into_iter().flatten().filter(|(key, _)| !without.contains(&key.as_str())) {
        if let Some(about) = schema["properties"][key]["description"].as_str() {
            let about = about.lines().next().unwrap_or_default();
            text += &format!("\n# {about}\n");
        }
        push(&mut text, key, &entry.value, 0);
    }
    text
}

/// A key with its value, on one line if there is room.
fn push(text: &mut String, key: &str, value: &Node, indent: usize) {
    let margin = " ".repeat(indent);
    let line = format!("{margin}{}: {}", scalar(key), flow(value));
    match &value.value {
        Value::Map(map) if indent == 0 || line.chars().count() > WIDTH => {
            *text += &format!("{margin}{}:\n", scalar(key));
            push_map(text, map, indent + 2);
        }
        Value::List(items) if line.chars().count() > WIDTH => {
            *text += &format!("{margin}{}:\n", scalar(key));
            items.iter().for_each(|item| *text += &format!("{margin}  - {}\n", flow(item)));
        }
        _ => *text += &(line + "\n"),
    }
}

fn push_map(text: &mut String, map: &Map, indent: usize) {
    for (key, entry) in map {
        push(text, key, &entry.value, indent);
    }
}

/// A value on one line.
fn flow(node: &Node) -> String {
    match &node.value {
        Value::Null | Value::Broken => "null".to_owned(),
        Value::Text(text) => phrase(text),
        Value::List(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, entry)| format!("{}: {}", scalar(key), flow(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

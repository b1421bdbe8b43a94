//! The reference of the format as a page, from the same descriptions of fields as the schema.

use std::fmt::Write as _;

use serde_json::Value;

use super::schema;

/// Text above the tables of the page.
const HEAD: &str = "# Reference of the format\n\n\
    Every key of a variant file, and every word that may stand behind one. This page is printed by\n\
    `ferz schema --markdown`; [format.md](format.md) explains the format with examples.\n";

/// The page, in Markdown: a table for each mapping, a list for each choice of words.
pub fn reference() -> String {
    let schema = schema();
    let mut page = HEAD.to_owned();
    section(&mut page, "Variant", &schema);
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        // Skips the copies of definitions for files that extend nothing.
        if definition["description"].is_string() && !name.ends_with("InFull") {
            section(&mut page, name, definition);
        }
    }
    page
}

fn section(page: &mut String, name: &str, definition: &Value) {
    let _ = write!(page, "\n## {name}\n\n{}\n\n", prose(definition));
    if let Some(keys) = definition["properties"].as_object() {
        page.push_str("| key | value | meaning |\n|---|---|---|\n");
        for (key, value) in keys {
            let _ = writeln!(page, "| `{key}` | {} | {} |", form(value), prose(value));
        }
    } else if let Some(choices) = definition["oneOf"].as_array().or(definition["anyOf"].as_array()) {
        for choice in choices {
            let said = prose(choice);
            let _ = writeln!(page, "- {}{}{said}", form(choice), if said.is_empty() { "" } else { ": " });
        }
    } else {
        let _ = writeln!(page, "{}", form(definition));
    }
}

/// The description of a part in one line.
fn prose(part: &Value) -> String {
    let text = part["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Short description of the permitted values.
fn form(part: &Value) -> String {
    if let Some(name) = part["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = part["const"].as_str() {
        return format!("`{word}`");
    }
    if let Some(words) = part["enum"].as_array() {
        let words: Vec<String> = words.iter().filter_map(Value::as_str).map(|word| format!("`{word}`")).collect();
        return words.join(", ");
    }
    if let Some(forms) = part["anyOf"].as_array().or(part["oneOf"].as_array()) {
        let forms: Vec<String> = forms.iter().map(form).filter(|form| form != "nothing").collect();
        return forms.join(" or ");
    }
    let types: Vec<&str> = match &part["type"] {
        Value::String(one) => vec![one],
        Value::Array(all) => all.iter().filter_map(Value::as_str).filter(|one| *one != "null").collect(),
        _ => Vec::new(),
    };
    // A scalar without quotes is always text, even if it looks like a number.
    if types.contains(&"string") && types.contains(&"number") {
        return "a text".to_owned();
    }
    let named = |one: &&str| match *one {
        "string" => "a text".to_owned(),
        "integer" | "number" => "a number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "array" => format!("a list of: {}", form(&part["items"])),
        "object" if part["additionalProperties"].is_object() => {
            format!("names, each with {}", form(&part["additionalProperties"]))
        }
        "object" => {
            let keys = part["properties"].as_object().into_iter().flatten();
            let keys: Vec<String> = keys.map(|(key, value)| format!("`{key}` ({})", prose(value))).collect();
            if keys.is_empty() { "a mapping".to_owned() } else { format!("a mapping with {}", keys.join(", ")) }
        }
        "null" => "nothing".to_owned(),
        other => other.to_owned(),
    };
    let types: Vec<String> = types.iter().map(named).collect();
    if types.is_empty() { "anything".to_owned() } else { types.join(" or ") }
}

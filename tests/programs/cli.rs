//! The command: what it prints and its exit codes, as `tests/cmd` and the documents say.

use std::fs;
use std::path::Path;

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("docs/betza.md")
        .case("docs/tutorial.md")
        .case("docs/cookbook.md")
        .case("docs/diagrams.md")
        .case("docs/mixing.md")
        .case("docs/rules-pages.md")
        .run();
}

/// Every file of the cookbook stands on the page, with a command that reads it.
#[test]
fn the_cookbook_shows_its_files() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = fs::read_to_string(docs.join("cookbook.md")).unwrap();
    let shown: Vec<&str> = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let files: Vec<_> = fs::read_dir(docs.join("cookbook.in")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(shown.len(), files.len());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let at = shown.iter().position(|entry| **entry == text).unwrap_or_else(|| panic!("{name} is not on the page"));
        let entry = page.split("```yaml\n").nth(at + 1).unwrap();
        assert!(entry.contains(&format!(" {name}")), "no command reads {name}");
    }
}

/// Every key of the rules that change moves one by one, and every word that one of them can be, is in a file of the cookbook.
#[test]
fn the_cookbook_has_an_example_of_every_key() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let schema = fs::read_to_string(docs.join("variant.schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let files = fs::read_dir(docs.join("cookbook.in")).unwrap();
    let text: String = files.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    let is_named = |at: usize| !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    let stands = |wanted: &str| text.match_indices(wanted).any(|(at, _)| is_named(at));
    let mut missing = Vec::new();
    let mut count = 0;
    let node = &schema["$defs"]["General"]["properties"]["takes"];
    each_key(&schema, node, "takes", &mut |path, wanted| {
        count += 1;
        if !stands(wanted) {
            missing.push(path.to_owned());
        }
    });
    assert!(count > 5, "{count} keys");
    assert!(missing.is_empty(), "no file of the cookbook has {}", missing.join(", "));
}

/// Goes through the keys of a part of the schema, and through the words that are values.
fn each_key(schema: &serde_json::Value, node: &serde_json::Value, path: &str, found: &mut dyn FnMut(&str, &str)) {
    if let Some(name) = node["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        if !["Area", "Pieces"].contains(&name) {
            each_key(schema, &schema["$defs"][name], path, found);
        }
        return;
    }
    for choice in ["anyOf", "oneOf"].into_iter().filter_map(|key| node[key].as_array()).flatten() {
        each_key(schema, choice, path, found);
    }
    if let Some(word) = node["const"].as_str() {
        found(&format!("{path}: {word}"), word);
    }
    if node["items"].is_object() {
        each_key(schema, &node["items"], path, found);
    }
    for (key, value) in node["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}/{key}");
        found(&path, &format!("{key}:"));
        each_key(schema, value, &path, found);
    }
}

/// The commands of the tutorial read the files that the reader has been told to write, in the order of the page.
#[test]
fn the_tutorial_shows_its_files() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = fs::read_to_string(docs.join("tutorial.md")).unwrap();
    let shown: String = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let names = ["ford-1.yaml", "ford-2.yaml", "ford.yaml", "round-ford.yaml"];
    let files: String =
        names.iter().map(|name| fs::read_to_string(docs.join("tutorial.in").join(name)).unwrap()).collect();
    assert_eq!(shown, files);
}
